"""What was seen against what was expected, part by part."""

from typing import Any

import pytest
from harness import a_case

from unospec.conformance.cases import Json
from unospec.conformance.implementation import Answered
from unospec.conformance.matching import Judgement, Sight, judge

EVERYTHING = ("ok", "why", "rule", "events", "state", "legal", "views", "end")
ACT = {"by": "A", "act": "play", "card": "R5"}


def judged(expect: Json, got: Json, *observes: str) -> Judgement:
    """One step; the answer says ok unless it says otherwise."""
    case = a_case(1, steps=[{"act": ACT, **expect}])
    return judge(case, Answered(({"ok": True, **got},)), Sight.of(observes or EVERYTHING))


def differing(expect: Json, got: Json, *observes: str) -> list[str]:
    return [difference.part for difference in judged(expect, got, *observes).differs]


@pytest.mark.parametrize(
    ("expect", "got", "parts"),
    [
        ({}, {}, []),
        ({}, {"ok": False}, ["ok"]),
        ({"ok": False, "why": "not_held"}, {"ok": False, "why": "not_held"}, []),
        ({"ok": False, "why": "not_held"}, {"ok": False, "why": "condition"}, ["why"]),
        ({"ok": False, "why": "not_held"}, {"ok": False}, ["why"]),
        ({"ok": False, "rule": "acts.play"}, {"ok": False, "rule": "acts.draw"}, ["rule"]),
        ({"ok": False, "why": "not_held"}, {"ok": True}, ["ok", "why"]),
    ],
)
def test_acceptance(expect: Json, got: Json, parts: list[str]) -> None:
    assert differing(expect, got) == parts


EVENTS = [
    {"e": "play", "by": "A", "card": "R5"},
    {"e": "drew", "by": "B", "card": "G1"},
    {"e": "turn", "by": "C"},
]


@pytest.mark.parametrize(
    ("wanted", "exactly", "good"),
    [
        ([{"e": "play"}, {"e": "turn"}], False, True),
        ([{"e": "turn"}, {"e": "play"}], False, False),
        ([{"e": "turn", "by": "B"}], False, False),
        ([{"e": "turn", "by": "C", "n": 1}], False, False),
        ([{"e": "turn"}, {"e": "turn"}], False, False),
        ([{"e": "play"}, {"e": "turn"}], True, False),
        ([{"e": "play"}, {"e": "drew", "by": "B"}, {"e": "turn"}], True, True),
        ([], True, False),
        ([], False, True),
    ],
)
def test_events(wanted: list[Json], exactly: bool, good: bool) -> None:
    assert judged({"events": wanted, "exactly": exactly}, {"events": EVENTS}).good is good


def test_events_of_kinds_that_are_not_shown_are_left_out() -> None:
    expect = {"events": [{"e": "play"}, {"e": "reversed"}, {"e": "turn"}], "exactly": True}
    result = judged(expect, {"events": EVENTS}, "ok", "events.play", "events.turn")
    assert result.good
    assert result.checked == ["ok", "events.play", "events.turn"] and result.unobserved == ["events.reversed"]


def test_only_who_knows_our_rules_names_the_rule_of_an_event() -> None:
    expect = {"events": [{"e": "turn", "rule": "effects.number"}]}
    assert judged(expect, {"events": EVENTS}, "ok", "events").good
    assert not judged(expect, {"events": EVENTS}, "ok", "events", "rule").good


@pytest.mark.parametrize(
    ("wanted", "got", "parts"),
    [
        ({"turn": "B"}, {"turn": "B", "top": "R5"}, []),
        ({"turn": "B"}, {"turn": "A"}, ["state.turn"]),
        ({"turn": "B"}, {}, ["state.turn"]),
        ({"hands": {"A": ["R5", "G1"]}}, {"hands": {"A": ["G1", "R5"]}}, []),
        ({"hands": {"A": ["R5", "R5"]}}, {"hands": {"A": ["R5"]}}, ["state.hands.A"]),
        ({"pending": {"amount": 0}}, {"pending": {"amount": 0, "face": None}}, []),
        ({"pending": {"amount": 2}}, {"pending": None}, ["state.pending.amount"]),
        ({"drawn": None}, {"drawn": None}, []),
        ({"drawn": None}, {"drawn": "R5"}, ["state.drawn"]),
        ({"drawn": None}, {}, ["state.drawn"]),
        ({"over": False}, {"over": 0}, ["state.over"]),
        ({"direction": 1}, {"direction": True}, ["state.direction"]),
        ({"turn": "B", "top": "G1"}, {"turn": "A", "top": "R5"}, ["state.turn", "state.top"]),
    ],
)
def test_state(wanted: Json, got: Json, parts: list[str]) -> None:
    assert differing({"state": wanted}, {"state": got}) == parts


def test_state_that_is_not_shown_is_listed_and_not_judged() -> None:
    wanted = {"turn": "B", "pending": {"amount": 2}, "hand_sizes": {"A": 1}}
    result = judged({"state": wanted}, {"state": {"turn": "B"}}, "ok", "state.turn")
    assert result.good and result.checked == ["ok", "state.turn"]
    assert result.unobserved == ["state.pending", "state.hand_sizes"]


def test_what_an_answer_leaves_out_altogether_is_not_judged() -> None:
    result = judged({"state": {"turn": "B"}}, {})
    assert result.good and result.unobserved == ["state.turn"]


OFFERED = [
    {"by": "A", "act": "play", "card": "W", "colour": "R"},
    {"act": "draw"},
    {"act": "play", "card": "R5", "count": 2},
]


@pytest.mark.parametrize(
    ("mode", "acts", "good"),
    [
        (
            "exactly",
            [{"act": "draw"}, {"act": "play", "card": "R5", "count": 2}, {"act": "play", "card": "W"}],
            True,
        ),
        ("exactly", [{"act": "draw"}, {"act": "play", "card": "W"}], False),
        ("exactly", [], False),
        ("includes", [{"act": "draw"}], True),
        ("includes", [{"act": "play", "card": "R5"}], False),
        ("includes", [{"act": "keep"}], False),
        ("excludes", [{"act": "keep"}], True),
        ("excludes", [{"act": "draw"}], False),
        ("excludes", [{"act": "keep"}, {"act": "draw"}], False),
    ],
)
def test_offers(mode: str, acts: list[Json], good: bool) -> None:
    assert judged({"legal": {"A": {mode: acts}}}, {"legal": {"A": OFFERED}}).good is good


def test_a_seat_that_is_not_listed_has_no_offers() -> None:
    assert judged({"legal": {"B": {"exactly": []}}}, {"legal": {"A": OFFERED}}).good


@pytest.mark.parametrize(
    ("expect", "view", "parts"),
    [
        ({"absent": ["hands.A"]}, {"hands": {"B": ["R5"]}}, []),
        ({"absent": ["hands.A"]}, {"hands": {"A": ["R5"]}}, ["views.B.hands.A"]),
        ({"absent": ["drawn"]}, {"drawn": None}, []),
        ({"includes": {"hands": {"B": ["R5"]}}}, {"hands": {"B": ["R5"]}}, []),
        ({"includes": {"hands": {"B": ["R5"]}}}, {"hands": {}}, ["views.B.hands.B"]),
    ],
)
def test_views(expect: Json, view: Json, parts: list[str]) -> None:
    assert differing({"views": {"B": expect}}, {"views": {"B": view}}) == parts


@pytest.mark.parametrize(
    ("got", "good"), [({"winner": "A", "score": {"A": 3}}, True), ({"winner": "B"}, False), (None, False)]
)
def test_end(got: Any, good: bool) -> None:
    assert judged({"end": {"winner": "A"}}, {"end": got}).good is good


def test_only_the_first_step_that_differs_is_judged() -> None:
    steps: Any = [{"act": ACT}, {"act": ACT}, {"act": ACT, "state": {"turn": "B"}}]
    answer = Answered(({"ok": True}, {"ok": False}, {"ok": True}))
    result = judge(a_case(1, steps=steps), answer, Sight.of(EVERYTHING))
    assert result.at == 2 and [d.part for d in result.differs] == ["ok"] and result.checked == ["ok"]


# ---------------------------------------------------------------- before the first act


DEALT = {
    "events": [{"e": "turned_up", "card": "R7"}, {"e": "turn", "by": "A"}],
    "exactly": True,
    "state": {"turn": "A"},
    "legal": {"A": {"includes": [{"act": "draw"}]}},
    "views": {"B": {"absent": ["hands.A"]}},
}
SEEN = {
    "events": [{"e": "turned_up", "card": "R7", "rule": "setup.starter"}, {"e": "turn", "by": "A"}],
    "state": {"turn": "A", "top": "R7"},
    "legal": {"A": [{"by": "A", "act": "draw"}]},
    "views": {"B": {"turn": "A"}},
}


def before(got: Json | None, *observes: str, ok: bool = True) -> Judgement:
    """A case that looks at the set-up, and at one act."""
    case = a_case(1, dealt=DEALT, steps=[{"act": ACT}])
    return judge(case, Answered(({"ok": ok},), dealt=got), Sight.of(observes or EVERYTHING))


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        ({}, None),
        ({"events": [{"e": "turn", "by": "A"}, {"e": "turned_up", "card": "R7"}]}, "events"),
        ({"events": [*SEEN["events"], {"e": "turn", "by": "B"}]}, "events (exactly)"),
        ({"state": {"turn": "B"}}, "state.turn"),
        ({"legal": {}}, "legal.A (includes)"),
        ({"views": {"B": {"hands": {"A": ["R5"]}}}}, "views.B.hands.A"),
    ],
)
def test_the_set_up_is_judged_like_a_step(wrong: Json, part: str | None) -> None:
    result = before(SEEN | wrong)
    assert [difference.part for difference in result.differs] == ([] if part is None else [part])
    assert result.at == (None if part is None else 0)


def test_nothing_is_judged_after_a_set_up_that_differs() -> None:
    assert (before(SEEN, ok=False).at, before(SEEN | {"state": {"turn": "B"}}, ok=False).at) == (1, 0)
    assert "ok" not in before(SEEN | {"state": {"turn": "B"}}, ok=False).checked


@pytest.mark.parametrize(
    ("got", "observes", "checked", "unobserved"),
    [
        (None, EVERYTHING, ["ok"], {"events.turned_up", "events.turn", "state.turn", "legal", "views"}),
        ({}, EVERYTHING, ["ok"], {"events.turned_up", "events.turn", "state.turn", "legal", "views"}),
        (SEEN, ("ok",), ["ok"], {"events.turned_up", "events.turn", "state.turn", "legal", "views"}),
        (SEEN, ("ok", "state"), ["dealt.state.turn", "ok"], {"events.turned_up", "events.turn", "legal", "views"}),
        (
            {"state": {"turn": "A"}},
            EVERYTHING,
            ["dealt.state.turn", "ok"],
            {"events.turned_up", "events.turn", "legal", "views"},
        ),
    ],
)
def test_a_set_up_that_is_not_shown_is_not_held_against_anybody(
    got: Json | None, observes: tuple[str, ...], checked: list[str], unobserved: set[str]
) -> None:
    result = before(got, *observes)
    assert result.good and result.checked == checked
    assert set(result.unobserved) == {f"dealt.{name}" for name in unobserved}
