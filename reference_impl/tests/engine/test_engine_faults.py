"""What an act costs that the rules refuse: which refusals are faults, what a fault does and leaves alone."""

from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table, is_fault
from unospec.language import document as documents
from unospec.language.source import read_bytes

HEADER = 'unospec: "1"\nid: home/mistakes\nkind: patch\ntitle: {en: Mistakes, zh: 犯规}\nfaults:\n'
SAID = "    en: A mistake costs something.\n    zh: 犯规要受罚。\n"


@cache
def core(*faults: str, patches: tuple[str, ...] = ()) -> Any:
    """`uno/2008` with these faults, each the fields of `faults.<letter>` on one line."""
    library = language.Library.load()
    text = HEADER
    for letter, fields in zip("abc", faults, strict=False):
        lines = "".join(f"    {line}\n" for line in fields.split("; "))
        text += f"  {letter}:\n{lines}{SAID}"
    library.add_document(documents.from_map(read_bytes(text.encode(), "mistakes.yaml")))
    return language.resolve("uno/2008", [*patches, "home/mistakes"], {}, library)


def position(rules: Any, **changes: Any) -> Table:
    """A is on turn over a red 3; B and C hold five cards each."""
    hands = {"A": ["R5", "G7", "W4", "W4"], "B": ["R5", "G1", "G2", "G8", "Y9"], "C": ["B1", "B1", "B2", "B4", "B5"]}
    setup = {"seats": ["A", "B", "C"], "turn": "A", "hands": hands, "discard_pile": ["R3"], "draw_pile": PILE}
    return Table.position(rules, {**setup, **changes}, instrument=True)


PILE = ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7"]
MISPLAY = "act: [play]; refused: [condition, forbidden]; do: [{draw: 2, who: actor}]"


def told(outcome: Any) -> list[tuple[Any, ...]]:
    """The events without their rules: what, by whom, which card."""
    assert outcome.ok, outcome
    return [(e["e"], e.get("by"), e.get("card")) for e in outcome.events]


def play(by: str, card: str, **more: Any) -> dict[str, Any]:
    return {"by": by, "act": "play", "card": card, **more}


def test_a_refused_act_is_carried_out_as_a_fault() -> None:
    table = position(core(MISPLAY))
    outcome = table.act(play("A", "G7"))
    assert told(outcome) == [("fault", "A", "G7"), ("drew", "A", "Y1"), ("drew", "A", "Y2")]
    fault = {"act": "play", "why": "condition", "broke": "define.matches", "rule": "faults.a"}
    assert fault.items() <= outcome.events[0].items()
    assert {e["rule"] for e in outcome.events} == {"faults.a"}
    view = table.state()
    assert view["hands"]["A"] == ["G7", "R5", "Y1", "Y2", "W4", "W4"] and view["top"] == "R3"
    assert view["turn"] == "A", "the turn is where the effects leave it"
    assert table.fired()["faults.a"] == 1 and table.fired()["define.matches"] == 1


def test_a_fault_is_not_legal_and_legal_acts_are_no_faults() -> None:
    table = position(core(MISPLAY))
    assert play("A", "G7") not in table.legal()
    assert not is_fault(table.machine.apply(table.machine.clone(table.s), table.notation.act(play("A", "R5"))))
    assert is_fault(table.machine.apply(table.s, table.notation.act(play("A", "G7"))))


@pytest.mark.parametrize(
    ("refused", "act", "why"),
    [
        ("not_yours", play("A", "G7"), "condition"),
        ("condition", play("B", "R5"), "not_yours"),
        ("condition", play("B", "R9"), "not_yours"),
        ("not_yours", play("B", "R9"), "not_yours"),  # nobody is punished for a card that is not there
        ("condition", play("A", "B9"), "not_held"),
        ("condition", play("A", "X9"), "malformed"),
        ("condition", {"by": "A", "act": "fold"}, "unknown_act"),
    ],
)
def test_only_the_refusals_that_are_named_are_punished(refused: str, act: dict[str, Any], why: str) -> None:
    table = position(core(f"act: [play]; refused: [{refused}]; do: [{{draw: 2, who: actor}}]"))
    before = table.state()
    assert table.act(act).why == why
    assert table.state() == before


def test_what_is_due_and_what_is_over_is_never_a_fault() -> None:
    every = "act: [play]; refused: [not_offered, not_yours, condition, forbidden]; do: [{draw: 2, who: actor}]"
    table = position(core(every))
    assert table.act(play("A", "W4")).ok
    assert table.act(play("B", "G1")).why == "must_choose"
    last = position(core(every), hands={"A": ["R5"], "B": ["G1"], "C": ["B1"]})
    assert last.act(play("A", "R5")).ok
    assert last.act(play("B", "G1")).why == "over"


def test_given_decides_and_the_first_fault_by_name_is_the_one() -> None:
    table = position(core("act: [play]; refused: [condition]; given: {has: [card, action]}; do: [{pass: 1}]", MISPLAY))
    assert table.act(play("A", "G7")).events[0]["rule"] == "faults.b"
    one = position(core(MISPLAY, "act: [play]; refused: [condition]; do: [{pass: 1}]"))
    assert told(one.act(play("A", "G7"))) == [("fault", "A", "G7"), ("drew", "A", "Y1"), ("drew", "A", "Y2")]


def test_a_fault_closes_no_window_and_sets_no_mark() -> None:
    """B is down to one card and has not called; C tries a card that does not fit; B can still be caught."""
    rules = core("act: [play]; refused: [condition]; do: [{draw: 1, who: actor}]")
    table = position(rules, turn="B", hands={"A": ["G1", "G2"], "B": ["R5", "G1"], "C": ["B1", "W4", "R8"]})
    assert table.act(play("B", "R5")).ok
    assert told(table.act(play("C", "B1"))) == [("fault", "C", "B1"), ("drew", "C", "Y1")]
    assert {"by": "A", "act": "catch", "target": "B"} in table.legal()
    assert table.act(play("C", "R8")).ok
    assert {"by": "A", "act": "catch", "target": "B"} not in table.legal()


def test_a_false_call_and_a_false_catch_with_their_words() -> None:
    rules = core(
        "act: [call]; refused: [not_offered, not_yours]; do: [{draw: 1, who: subject}]",
        "act: [catch]; refused: [not_offered]; given: {eq: [target, next]}; do: [{draw: 2, who: actor}]",
    )
    table = position(rules)
    assert told(table.act({"by": "C", "act": "call"})) == [("fault", "C", None), ("drew", "C", "Y1")]
    outcome = table.act({"by": "C", "act": "catch", "target": "A"})
    assert outcome.events[0]["target"] == "A" and outcome.events[0]["act"] == "catch"
    assert table.act({"by": "C", "act": "catch", "target": "B"}).why == "not_offered"


def test_a_choice_that_came_with_a_fault_is_dropped() -> None:
    rules = core(MISPLAY, patches=("house/no-bluffing",))
    table = position(rules)
    outcome = table.act(play("A", "W4", colour="B"))
    assert [e["e"] for e in outcome.events] == ["fault", "drew", "drew"]
    assert outcome.events[0]["broke"] == "forbid.wild4_with_colour"
    assert table.state()["active_colour"] == "R"


def test_triggers_see_what_a_fault_wrote() -> None:
    rules = core("act: [play]; refused: [condition]; do: [{add: {idle: 3}}]")
    assert told(position(rules).act(play("A", "G7"))) == [("fault", "A", "G7"), ("void", None, None)]


def test_while_an_effect_is_held_the_missing_close_comes_before_the_fault() -> None:
    """B's play comes while A's card may still be jumped onto. It is read as a play after `close`, and is good."""
    every = "act: [play, jump]; refused: [not_offered, not_yours, condition]; do: [{draw: 1, who: actor}]"
    table = position(core(every, patches=("house/jump-in",)))
    assert table.act(play("A", "R5")).ok
    wrong = table.clone()
    live = table.clone()
    assert [e["e"] for e in table.act(play("B", "R5")).events[:3]] == ["close", "turn", "play"]
    # No close helps a card that does not fit: the fault is one of the held state, which goes on waiting.
    assert told(wrong.act(play("B", "Y9"))) == [("fault", "B", "Y9"), ("drew", "B", "Y1")]
    assert {"act": "close"} in wrong.legal()
    assert told(wrong.act({"by": "C", "act": "jump", "card": "B1"}))[0] == ("fault", "C", "B1")
    # At a live table nothing is inserted.
    live.lenient = False
    assert told(live.act(play("B", "R5")))[0] == ("fault", "B", "R5")


def test_a_refusal_that_close_turns_into_a_fault_is_read_with_the_close() -> None:
    table = position(core(MISPLAY, patches=("house/jump-in",)))
    assert table.act(play("A", "R5")).ok
    events = told(table.act(play("B", "Y9")))
    assert [e[0] for e in events] == ["close", "turn", "fault", "drew", "drew"]


def test_several_copies_are_tried_as_one_fault() -> None:
    """Acts with several copies are in no rule set of `uno/2008`; the play takes up to three here."""
    library = language.Library.load()
    text = HEADER + f"  a:\n    {MISPLAY.replace('; ', chr(10) + '    ')}\n{SAID}"
    text += "change:\n  acts.play: {cards: {from: hand(actor), up_to: 3}, text: holds}\n"
    library.add_document(documents.from_map(read_bytes(text.encode(), "mistakes.yaml")))
    table = position(language.resolve("uno/2008", ["home/mistakes"], {}, library), turn="C")
    assert told(table.act(play("C", "B1", count=2))) == [("fault", "C", "B1"), ("drew", "C", "Y1"), ("drew", "C", "Y2")]
    assert table.act(play("C", "B1", count=3)).why == "not_held"
