"""Jump-in at its most, and several identical cards in one act: what the documents ask for.

Expected is what a person works out at the table. D deals, play goes A, B, C, D.
"""

from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

# Any number of identical cards at once, in turn and in a jump-in; each of a run counts.
MANY = """
unospec: "1"
id: home/many
kind: ruleset
extends: uno/base
with: [part/jump, part/match-points]
title: {en: Many at once, zh: 同牌连出}
state: {run: number}
change:
  acts.play: {cards: {from: hand(actor), up_to: 4}, text: holds}
  acts.jump: {cards: {from: hand(actor), up_to: 4}, text: holds}
  windows.jump: {opens: {after: [landed, turned], given: {is_none: out}}, text: holds}
  blocks.owe:
    do:
      - {set: {pending.face: card.face, pending.unit: card.amount}}
      - {add: {pending.amount: {times: [card.amount, run]}}}
      - {pass: 1}
  effects.skip: {do: [{pass: {plus: [1, run]}}], text: holds}
marks:
  run_start: {set: run, at: [play], is: {count: cards}}
  run_join: {set: run, at: [jump], is: {plus: [run, {count: cards}]}}
"""
ONCE = """
change:
  blocks.owe:
    do:
      - {set: {pending.face: card.face, pending.unit: card.amount}}
      - {add: {pending.amount: {times: [card.amount, {count: cards}]}}}
      - {pass: 1}
"""


@cache
def rules(text: str = MANY, *patches: str) -> Any:
    library = language.Library.load()
    name = library.add_document(documents.from_map(read_bytes(text.encode(), "many.yaml")))
    for i, patch in enumerate(patches):
        header = f'unospec: "1"\nid: home/p{i}\nkind: patch\ntitle: {{en: P, zh: 改}}\n'
        library.add_document(documents.from_map(read_bytes((header + patch).encode(), f"p{i}.yaml")))
    return language.resolve(name, [f"home/p{i}" for i in range(len(patches))], {}, library)


def table(core: Any = None, **hands: list[str]) -> Table:
    """Over a red 3, A on turn; who is not named holds three plain cards."""
    plain = {"A": ["B1", "B2", "B4"], "B": ["G1", "G2", "G4"], "C": ["G6", "G7", "G8"], "D": ["B6", "B7", "B8"]}
    pile = [f"Y{n}" for n in "1234567891234567"]
    setup = {"seats": list("ABCD"), "turn": "A", "hands": {**plain, **hands}, "discard_pile": ["R3"], "draw_pile": pile}
    return Table.position(core or rules(), setup)


def do(at: Table, by: str, act: str, card: str, **more: Any) -> list[dict[str, Any]]:
    outcome = at.act({"by": by, "act": act, "card": card, **more})
    assert outcome.ok, outcome
    return outcome.events


def drawn(events: list[dict[str, Any]]) -> dict[str, int]:
    return {by: sum(e["e"] == "drew" and e["by"] == by for e in events) for by in "ABCD"}


# -------------------------------------------------------------------- jump-in


def test_who_played_a_card_may_play_its_twin_too() -> None:
    at = table(A=["R5", "R5", "B1"])
    do(at, "A", "play", "R5")
    assert {"by": "A", "act": "jump", "card": "R5"} in at.legal()
    do(at, "A", "jump", "R5")
    assert at.act({"act": "close"}).events[-1] == {"e": "turn", "by": "B", "rule": "effects.number"}
    assert at.state()["hands"]["A"] == ["B1"] and at.state()["discard_pile"] == 3


def test_a_twin_of_the_own_card_can_be_excluded() -> None:
    core = rules(MANY, "change: {acts.jump: {who: others(subject), text: holds}}\n")
    at = table(core, A=["W4", "W4", "B1"], C=["W4", "W4", "G1"])
    do(at, "A", "play", "W4")
    assert [a["by"] for a in at.legal() if a["act"] == "jump"] == ["C", "C"], "one card or two"
    assert at.act({"by": "A", "act": "jump", "card": "W4"}).why == "not_yours"
    do(at, "C", "jump", "W4")
    assert at.act({"by": "C", "act": "jump", "card": "W4"}).why == "not_yours", "it is C's card now"
    assert at.act({"by": "A", "act": "jump", "card": "W4"}).ok


def test_the_player_in_turn_after_may_jump_in_or_play() -> None:
    """With the card held, B's own twin is a jump-in; B plays on after it as the one who jumped in."""
    at = table(A=["RS", "B1"], B=["RS", "G1"])
    do(at, "A", "play", "RS")
    do(at, "B", "jump", "RS")
    at.act({"act": "close"})
    assert at.state()["turn"] == "A", "two Skips in a run pass over C and D"


def test_a_black_card_is_jumped_onto_and_its_colour_named_once() -> None:
    at = table(A=["W4", "B1"], C=["W4", "G1", "G2"])
    do(at, "A", "play", "W4", colour="G")
    events = do(at, "C", "jump", "W4", colour="B")
    assert [e["e"] for e in events] == ["jump", "cancelled", "turn", "opened"]
    events = at.act({"act": "close"}).events
    assert [e.get("colour") for e in events if e["e"] == "choose_colour"] == ["B"], "A's green never came"
    assert drawn(events) == {"A": 0, "B": 0, "C": 0, "D": 8}, "two Wild Draw Fours, paid after the one who jumped in"
    assert at.state()["active_colour"] == "B" and at.state()["turn"] == "A"


def test_the_first_card_is_jumped_onto() -> None:
    """The card turned up is held as a card that was played; C holds its twin."""
    order = ["B1", "G1", "R5", "Y1", "B2", "G2", "G4", "Y2"] + ["R5"] + ["Y3", "Y4"]
    core = rules(MANY, "options: {hand_size: 2}\n")
    at = Table.position(core, {"seats": list("ABCD"), "deal": {"draw_order": order}})
    assert {"by": "C", "act": "jump", "card": "R5"} in at.legal() and {"act": "close"} in at.legal()
    do(at, "C", "jump", "R5")
    at.act({"act": "close"})
    assert at.state()["turn"] == "D"


# -------------------------------------------------------------------- several at once


def test_two_of_a_kind_are_two_events_and_one_act() -> None:
    at = table(A=["R5", "R5", "B1"])
    assert [a for a in at.legal() if a.get("card") == "R5"] == [
        {"by": "A", "act": "play", "card": "R5"},
        {"by": "A", "act": "play", "card": "R5", "count": 2},
    ]
    events = do(at, "A", "play", "R5", count=2)
    assert [(e["e"], e["card"]) for e in events[:2]] == [("play", "R5"), ("play", "R5")]
    assert at.state()["hands"]["A"] == ["B1"] and at.state()["discard_pile"] == 3


@pytest.mark.parametrize(("count", "why"), [(3, "not_held"), (5, "too_many"), (0, "malformed"), (True, "malformed")])
def test_more_than_there_are(count: Any, why: str) -> None:
    at = table(A=["R5", "R5", "B1"])
    assert at.act({"by": "A", "act": "play", "card": "R5", "count": count}).why == why


def test_skips_pass_over_as_many_players() -> None:
    at = table(A=["RS", "RS", "B1"])
    do(at, "A", "play", "RS", count=2)
    events = at.act({"act": "close"}).events
    assert [e["by"] for e in events if e["e"] == "skipped"] == ["B", "C"] and at.state()["turn"] == "D"


def test_draw_cards_add_up_also_where_one_was_jumped_onto() -> None:
    """A plays two Wild Draw Fours, C jumps in with the like: three of them. The player after C takes twelve."""
    at = table(A=["W4", "W4", "B1"], C=["W4", "G1", "G2"])
    do(at, "A", "play", "W4", count=2)
    do(at, "C", "jump", "W4")
    at.act({"act": "close"})
    events = at.act({"by": "C", "act": "choose_colour", "colour": "Y"}).events
    assert drawn(events) == {"A": 0, "B": 0, "C": 0, "D": 12} and at.state()["turn"] == "A"


def test_the_number_of_copies_outlives_a_hold_and_a_choice() -> None:
    """The same, said with the copies of the act and not with a mark; the colour is named in between."""
    at = table(rules(MANY, ONCE), A=["W4", "W4", "W4", "B1"])
    do(at, "A", "play", "W4", count=3)
    assert at.act({"act": "close"}).ok
    assert at.act({"by": "B", "act": "choose_colour", "colour": "G"}).why == "not_yours"
    events = at.act({"by": "A", "act": "choose_colour", "colour": "G"}).events
    assert drawn(events) == {"A": 0, "B": 12, "C": 0, "D": 0}


def test_a_jump_in_with_several_cancels_the_card_before_it() -> None:
    """With effects by the copies of the act only, what was jumped onto counts for nothing."""
    at = table(rules(MANY, ONCE), A=["W4", "B1"], C=["W4", "W4", "G1"])
    do(at, "A", "play", "W4")
    do(at, "C", "jump", "W4", count=2)
    at.act({"act": "close"})
    events = at.act({"by": "C", "act": "choose_colour", "colour": "G"}).events
    assert drawn(events)["D"] == 8


def test_going_out_with_several_cards() -> None:
    at = table(A=["R+2", "R+2"])
    do(at, "A", "play", "R+2", count=2)
    end = at.end()
    assert end is not None and end["winner"] == "A", "nobody jumps onto a last card here: it is not held"
    assert len(at.state()["hands"]["B"]) == 7, "the last cards still bite: three and four"


def test_all_but_one_of_three_leaves_one_and_opens_the_window() -> None:
    at = table(A=["R5", "R5", "B1"], B=["G1"])
    opened = [e.get("window") for e in do(at, "A", "play", "R5", count=2) if e["e"] == "opened"]
    assert opened == ["uno", "jump"]
    at.act({"act": "close"})
    assert {"by": "B", "act": "catch", "target": "A"} in at.legal()


def test_except_cards_leaves_out_as_many_as_are_played() -> None:
    """A card like those that are played counts only if it stays in the hand."""
    forbid = (
        "forbid:\n  keep_none:\n    act: [play]\n"
        "    when: {not: {exists: {in: hand(actor), except: cards, where: {eq: [it.face, card.face]}}}}\n"
        "    en: One of the kind stays in the hand.\n    zh: 同样的牌要留一张。\n"
    )
    at = table(rules(MANY, forbid), A=["R5", "R5", "G5", "B1"])
    assert at.act({"by": "A", "act": "play", "card": "R5", "count": 2}).ok, "the green five stays"
    at = table(rules(MANY, forbid), A=["R5", "R5", "B1"])
    assert at.act({"by": "A", "act": "play", "card": "R5", "count": 2}).why == "forbidden"
    assert at.act({"by": "A", "act": "play", "card": "R5"}).ok


def test_where_one_copy_is_all_legal_and_apply_agree() -> None:
    """A last action card may not answer (document 002, part 1), and with `pair: nothing` one card is all there is."""
    core = language.resolve("doc002/part1", options={"pair": "nothing"})
    table = Table.position(
        core,
        {
            "seats": ["A", "B", "C"],
            "hands": {"A": ["R+2", "G1", "G2"], "B": ["Y+2"], "C": ["B1", "B2"]},
            "discard_pile": ["R9"],
            "draw_pile": ["B3", "B4", "B5", "B6"],
        },
    )
    assert table.act({"by": "A", "act": "play", "card": "R+2"}).ok
    offered = [act["act"] for act in table.legal("B")]
    assert "answer" not in offered
    assert not table.act({"by": "B", "act": "answer", "card": "Y+2"}).ok
