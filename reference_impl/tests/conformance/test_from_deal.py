"""Ways from a deal to the positions of cases: the search, the file, and runs with those who can only deal."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.harness import a_case
from unospec.adequacy.lint import unreachable
from unospec.conformance import authoring, from_deal
from unospec.conformance.cases import Case, Json, from_json
from unospec.conformance.from_deal import Entry, Ways, Witness, digest_of, digest_of_core
from unospec.conformance.implementation import InProcess
from unospec.conformance.reference import Reference, play
from unospec.conformance.report import Report, trace
from unospec.conformance.requests import core_of_case
from unospec.conformance.rulesets import core_of
from unospec.conformance.runner import Run
from unospec.conformance.ways import build
from unospec.conformance.ways.build import updated
from unospec.conformance.ways.find import Absent, find, proves
from unospec.conformance.ways.order import order
from unospec.engine import Table


class Dealt:
    """The reference, as far as somebody sees who can only set the order of the deck."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses = refuses  # an act that it does not know
        self.requests: list[Json] = []

    def hello(self) -> Json:
        observes = list(Reference().hello().observes)
        return {"protocol": 1, "impl": {"name": "dealt"}, "claims": "all", "setup": "deal", "observes": observes}

    def case(self, request: Json) -> Json:
        assert set(request["setup"]) <= {"seats", "dealer", "deal", "score", "reshuffles"}
        self.requests.append(request)
        core = core_of(request["ruleset"], request["patches"], request["options"])
        answers = play(core, request, instrument=False).steps
        known = [request["acts"][n]["act"] != self.refuses for n in range(len(answers))]
        return {"steps": [step if there else {"ok": False} for step, there in zip(answers, known, strict=True)]}


def with_setup(**changes: Any) -> Case:
    """The usual tiny case in another position."""
    return a_case(1, setup=a_case(1).setup | changes)


def looks_at(case: Case, **state: Any) -> Case:
    """The case with one more thing to be seen after its last act."""
    *steps, last = case.data["steps"]
    return from_json(case.data | {"steps": [*steps, last | {"state": state}]})


def reached(case: Case, witness: Witness) -> Json:
    """The state to which a witness leads."""
    core = core_of_case(case)
    table = Table.position(core, witness.setup(core, case.setup))
    for act in witness.acts:
        assert table.act(act).ok
    return table.state()


def found(case: Case) -> Witness:
    """The witness of a case that has one."""
    witness = find(case)
    assert isinstance(witness, Witness)
    return witness


# -- the search


def test_a_way_leads_to_the_position() -> None:
    case = a_case(1)
    witness = found(case)
    assert len(witness.draw_order) == 108
    state = reached(case, witness)
    assert state["hands"] == {"A": ["B2", "R5", "R6"], "B": ["G1", "G2", "R1"]}
    assert (state["top"], state["turn"], state["direction"]) == ("R9", "A", 1)
    assert state["draw_pile"] > 3 and proves(case, witness)


def test_the_next_cards_are_those_of_the_position() -> None:
    act = {"by": "A", "act": "draw"}
    case = a_case(1, steps=[{"act": act, "ok": True, "events": [{"e": "drew", "card": "Y1"}]}])
    assert proves(case, found(case))


def test_a_case_that_counts_the_draw_pile_gets_one_of_that_size() -> None:
    case = looks_at(a_case(1), draw_pile=3)
    state = reached(case, found(case))
    assert state["draw_pile"] == 3 and state["discard_pile"] == 108 - 3 - 6


@pytest.mark.parametrize(
    "changes",
    [
        {"direction": -1, "seats": ["A", "B", "C"], "hands": {"A": ["R5"], "B": ["R1", "G1"], "C": ["B1", "B2"]}},
        {"discard_pile": ["W"], "active_colour": "R"},
        {"discard_pile": ["RS"]},
        {"dealer": "A"},
        {"turn": "B", "hands": {"A": ["R5", "R6"], "B": ["R1"]}},
        {"hands": {"A": ["R5", "G3", "G3", "G4", "G4", "Y6", "Y6", "B1", "B2"], "B": ["R1", "G1"]}},
    ],
)
def test_ways_to_other_positions(changes: Json) -> None:
    case = with_setup(**changes)
    first = case.setup["turn"]
    card = next(card for card in case.setup["hands"][first] if card.startswith("R"))
    case = from_json(case.data | {"steps": [{"act": {"by": first, "act": "play", "card": card}}]})
    state = reached(case, found(case))
    assert {seat: sorted(hand) for seat, hand in state["hands"].items()} == {
        seat: sorted(hand) for seat, hand in case.setup["hands"].items()
    }
    assert state["top"] == case.setup["discard_pile"][-1] and state["turn"] == case.setup["turn"]
    assert state["direction"] == case.setup.get("direction", 1)
    assert state["dealer"] == case.setup.get("dealer", case.setup["seats"][-1])


def test_a_match_in_progress_goes_on() -> None:
    case = with_setup(score={"A": 120, "B": 40})
    witness = found(case)
    assert reached(case, witness)["score"] == {"A": 120, "B": 40}


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        # Whoever was hit by the Draw Two would hold fewer cards than none before it.
        (with_setup(discard_pile=["R+2"], hands={"A": ["R5", "R6"], "B": ["R1", "G2"]}), Absent.VARIABLES),
        # Eight reversals are played, the first half of them back: the direction cannot be the other one.
        (
            looks_at(
                with_setup(seats=["A", "B", "C"], direction=-1, hands={"A": ["R5"], "B": ["R1"], "C": ["R1", "G1"]}),
                draw_pile=3,
            ),
            Absent.PILES,
        ),
        (
            a_case(
                1,
                setup=a_case(1).setup | {"draw_pile": [], "discard_pile": ["Y3", "R9"]},
                steps=[{"act": {"by": "A", "act": "draw"}, "state": {"draw_pile": 0}}],
            ),
            Absent.RESHUFFLE,
        ),
    ],
)
def test_why_there_is_no_way(case: Case, reason: Absent) -> None:
    if reason is Absent.PILES:
        steps = [{"act": {"by": "A", "act": "draw"}, "state": {"draw_pile": 2}}]
        case = from_json(case.data | {"steps": steps})
    assert find(case) is reason


def test_a_way_of_another_case_is_none_of_this_one() -> None:
    witness = found(a_case(1))
    assert not proves(with_setup(discard_pile=["R8"]), witness)
    assert not proves(looks_at(a_case(1), turn="B"), witness)  # the position is right, the case comes out otherwise
    assert not proves(a_case(1), replace(witness, acts=witness.acts[:-1]))
    assert not proves(a_case(1), replace(witness, acts=({"by": "B", "act": "draw"}, *witness.acts)))


def test_an_order_of_cards() -> None:
    fits = {1: frozenset({1, 2}), 2: frozenset({1, 2, 3}), 3: frozenset({2, 3, 4}), 4: frozenset({3, 4})}
    assert order(fits, 1, [4, 3, 3, 2, 2, 1], frozenset({2})) is not None
    line = order(fits, 1, [4, 3, 3, 2, 2, 1], frozenset({2}))
    assert line is not None and sorted(line) == [1, 1, 2, 2, 3, 3, 4] and line[0] == 1 and line[-1] == 2
    assert all(after in fits[card] for card, after in zip(line, line[1:], strict=False))
    assert order(fits, 1, [4], frozenset({4})) is None
    assert order(fits, 1, [], frozenset({1})) == [1]


# -- the file


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    acts: tuple[Json, ...] = (
        {"by": "A", "act": "play", "card": "W4", "colour": "R", "seat": "B"},
        {"by": "A", "act": "play", "card": "R5", "count": 2},
        {"act": "close"},
        {"by": "B", "act": "catch", "target": "A"},
    )
    entries = {
        "tiny-0001": Entry("a", "b", Witness(("R5", "B+2"), acts)),
        "tiny-0001@other/rules": Entry("c", "d", shared="tiny-0001"),
        "tiny-0002": Entry("e", "f", reason="piles"),
    }
    file = tmp_path / "ways.ndjson"
    file.write_text(Ways("rules", entries).text(), "utf-8")
    ways = from_deal.load(file)
    assert (ways.rules, ways.entries) == ("rules", entries)
    assert ways.witness("tiny-0001@other/rules") == entries["tiny-0001"].witness and ways.witness("tiny-0002") is None
    file.write_text(file.read_text("utf-8").replace('"search":', '"search":9'), "utf-8")
    assert from_deal.load(file) == Ways() == from_deal.load(tmp_path / "missing")


def test_a_digest_changes_with_what_is_asked_and_not_with_what_is_said() -> None:
    case = a_case(1)
    assert digest_of(case) == digest_of(a_case(1, title={"en": "Another title"}, level="may"))
    assert digest_of(case) != digest_of(looks_at(case, turn="A"))
    assert digest_of(case) != digest_of(from_json(case.data | {"dealt": {"state": {"turn": "A"}}}))
    core = core_of("uno/2008")
    other = json.loads(json.dumps(core.data))
    other["acts"]["play"]["en"] = "Another sentence."
    assert digest_of_core(replace(core, data=other)) == digest_of_core(core)
    other["acts"]["play"]["given"] = True
    assert digest_of_core(replace(core, data=other)) != digest_of_core(core)


def test_only_what_has_changed_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [a_case(1), a_case(2, "C"), from_json(a_case(1).data | {"id": "tiny-0001@uno/2001", "ruleset": "uno/2001"})]
    ways = updated(cases, Ways())
    assert ways.entries["tiny-0001"].witness and ways.entries["tiny-0002"].witness
    assert ways.entries["tiny-0001@uno/2001"].shared == "tiny-0001"
    asked: list[str] = []

    def looking(case: Case) -> Absent:
        asked.append(case.id)
        return Absent.NOT_FOUND

    monkeypatch.setattr(build, "find", looking)
    assert updated(cases, ways) == ways and asked == []
    assert updated(cases, replace(ways, rules="older")) == ways and asked == []  # other texts, the same meaning
    changed = [cases[0], with_setup(seats=["C", "B"], turn="C", hands={"C": ["R5"], "B": ["R1"]}), cases[2]]
    changed[1] = from_json(changed[1].data | {"id": "tiny-0002", "steps": cases[1].data["steps"]})
    again = updated(changed, ways)
    assert asked == ["tiny-0002"] and again.entries["tiny-0002"].reason == "not_found"
    assert list(again.entries) == ["tiny-0001", "tiny-0001@uno/2001", "tiny-0002"]
    assert updated(cases[1:2], ways).entries.keys() == {"tiny-0002"}  # a case that is gone
    monkeypatch.undo()
    assert updated(cases[2:], ways).entries["tiny-0001@uno/2001"].witness  # what it shared with is gone


@pytest.mark.parametrize("wrong", [{"ruleset": "no/such"}, {"setup": a_case(1).setup | {"discard_pile": ["Q1"]}}])
def test_a_wrong_case_has_no_way(wrong: Json) -> None:
    case = a_case(1, **wrong)
    ways = updated([case, a_case(2)], Ways())
    assert ways.entries[case.id].reason == "wrong" and ways.witness("tiny-0002") is not None


def test_lint_tells_cases_without_way_and_reason() -> None:
    case = a_case(1)
    ways = updated([case], Ways())
    assert list(unreachable([case], ways)) == []
    assert "neither a way from a deal nor a reason" in next(unreachable([a_case(2)], ways))
    assert "it has changed since" in next(unreachable([looks_at(case, turn="A")], ways))
    stale = {"tiny-0001": replace(ways.entries["tiny-0001"], core="older")}
    assert "its rules have changed" in next(unreachable([case], Ways("older", stale)))
    said = from_json(case.data | {"synthetic": "nobody plays like that"})
    assert "a deal leads to its position" in next(unreachable([said], updated([said], Ways())))


def test_a_position_that_is_synthetic_has_that_as_its_reason() -> None:
    setup = {"discard_pile": ["R+2"], "hands": {"A": ["R5", "R6"], "B": ["R1", "G2"]}}
    case = from_json(with_setup(**setup).data | {"synthetic": "whoever was hit would hold more"})
    ways = updated([case], Ways())
    assert ways.entries[case.id].reason == "synthetic" and list(unreachable([case], ways)) == []


def test_the_published_ways_are_true() -> None:
    ways = from_deal.load()
    fresh = [
        case for case in authoring.whole()
        if case.id in ways.entries and ways.entries[case.id].of == digest_of(case) and ways.witness(case.id)
    ]  # fmt: skip
    sample = [case for case in fresh[::150] if ways.entries[case.id].core == digest_of_core(core_of_case(case))]
    assert len(fresh) > 1000 and len(sample) > 5
    for case in sample:
        witness = ways.witness(case.id)
        assert witness is not None and proves(case, witness), case.id


# -- runs


def run(adapter: Dealt, *cases: Case, **more: Any) -> Report:
    return Report.of(Run(InProcess(adapter), cases, **more).stream())


def test_those_who_can_only_deal_are_led_to_the_position() -> None:
    case, adapter = a_case(1), Dealt()
    ways = updated([case], Ways())
    report = run(adapter, case, ways=ways)
    assert [line["status"] for line in report.lines] == ["pass"] and report.end["exit"] == 0
    witness = ways.witness(case.id)
    assert witness is not None
    request = adapter.requests[-1]
    assert request["setup"] == {"seats": ["A", "B"], "dealer": "B", "deal": {"draw_order": list(witness.draw_order)}}
    assert request["acts"] == [*witness.acts, *case.acts]
    smoked = [request["acts"][-1]["card"] for request in adapter.requests[:2]]
    assert smoked[0] == "R5" and smoked[1] not in {card for hand in case.setup["hands"].values() for card in hand}


def test_the_last_act_of_the_way_shows_the_position() -> None:
    plain = a_case(1, steps=a_case(1).data["steps"][:1])
    ways = updated([plain], Ways())
    dealt = {"state": {"turn": "A"}, "legal": {"A": {"includes": [{"act": "play", "card": "R6"}]}}}
    good, bad = (from_json(plain.data | {"dealt": dealt | more}) for more in ({}, {"state": {"turn": "B"}}))
    for case, status, at in ((good, "pass", None), (bad, "fail", 0)):
        there = Ways("", {case.id: replace(ways.entries[case.id], of=digest_of(case))})
        adapter = Dealt()
        (line,) = run(adapter, case, ways=there, with_smoke=False).lines
        assert (line["status"], line.get("at")) == (status, at)
        assert "dealt.state.turn" in line["checked"]
        (request,) = adapter.requests
        assert "dealt" not in request and request["want"] == ["ok", "state", "legal"]
    witness = ways.witness(plain.id)
    assert witness is not None and proves(good, witness) and not proves(bad, witness)


def test_a_departure_is_told_as_one_of_the_case_and_shown_with_the_way() -> None:
    case = looks_at(a_case(1), turn="B")  # wrong: it is A's turn again
    ways = Ways("", {case.id: replace(updated([a_case(1)], Ways()).entries[case.id], of=digest_of(case))})
    report = run(Dealt(), case, ways=ways, trace=True, with_smoke=False)
    line = report.lines[0]
    assert (line["status"], line["at"]) == ("fail", 2)
    witness = ways.witness(case.id)
    assert witness is not None and [step["act"] for step in line["trace"]["way"]] == list(witness.acts)
    shown = trace(line)
    assert any(text.startswith("  way 1: ") for text in shown) and "  step 2: {by: B, act: play, card: R1}" in shown
    assert line["trace"]["steps"][1]["got"]["state"]["turn"] == "A"


def test_whoever_refuses_the_way_is_not_judged() -> None:
    case = a_case(1)
    report = run(Dealt(refuses="play"), case, ways=updated([case], Ways()), with_smoke=False)
    assert report.lines[0]["status"] == "skipped"
    assert report.lines[0]["reason"].startswith("on the way to the position it refuses {by: ")


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ({}, "nobody has looked for a deal"),
        ({"tiny-0001": Entry("older", "", reason="piles")}, "nobody has looked for a deal"),
        ({"tiny-0001": Entry(digest_of(a_case(1)), "", reason="piles")}, "no deal that leads to it is known (piles)"),
    ],
)
def test_without_a_way_the_case_is_skipped(entries: dict[str, Entry], why: str) -> None:
    report = run(Dealt(), a_case(1), ways=Ways("", entries), with_smoke=False)
    assert report.lines[0]["status"] == "skipped" and why in report.lines[0]["reason"]
