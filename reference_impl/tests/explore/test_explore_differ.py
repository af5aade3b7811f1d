"""Differences between two rule sets are found, shortest first; where there is none, nothing is found."""

import json
from typing import Any

import pytest
from examples import Edit, core, edited

from unospec import engine
from unospec.explore import differ
from unospec.explore.differ import Witness, equivalent, first_difference


def put(data: Any, *path_and_value: Any) -> None:
    *path, last, value = path_and_value
    for part in path:
        data = data[part]
    data[last] = value


def difference(edit: Edit, **more: Any) -> Witness:
    """The first difference between the common rules and an edit of them; it has to be a real one."""
    other = edited(edit)
    witness = first_difference(core(), other, **more)
    assert witness is not None
    if witness.setup and witness.kind != "failure":
        replay(witness, other)
    return witness


def replay(witness: Witness, other: Any) -> None:
    """The witness is a case: tables accept its acts but the last, and differ at that one."""
    tables = [engine.Table.position(c, json.loads(json.dumps(witness.setup))) for c in (core(), other)]
    for table in tables:
        table.lenient = False
    last = len(witness.acts) - 1
    for i, act in enumerate(witness.acts):
        one, two = (t.act(act) for t in tables)
        if i < last or witness.kind == "legal":
            assert one.ok and two.ok, act
    if witness.kind == "legal":
        assert sorted(map(str, tables[0].legal())) != sorted(map(str, tables[1].legal()))
    elif witness.kind == "events" and witness.acts:
        assert [bare(e) for e in one.events] == witness.a
        assert [bare(e) for e in two.events] == witness.b
    elif witness.kind == "state":
        assert tables[0].state() != tables[1].state()


def bare(event: Any) -> Any:
    return {k: v for k, v in event.items() if k != "rule"}


def test_the_top_card_goes_into_a_reshuffle() -> None:
    witness = difference(lambda d: put(d, "reshuffle", "do", 0, "move", "discard_pile"))
    assert len(witness.acts) == 1 and witness.acts[0]["act"] == "draw"


def test_a_skip_that_skips_nobody() -> None:
    witness = difference(lambda d: put(d, "effects", "skip", "do", 0, "pass", 1))
    assert witness.kind == "events" and len(witness.acts) == 1
    assert {"e": "skipped", "by": "B"} in witness.a and {"e": "skipped", "by": "B"} not in witness.b


def test_a_draw_two_of_three_is_another_deck() -> None:
    witness = difference(lambda d: put(d, "cards", "kinds", "draw2", "amount", 3))
    assert witness.kind == "deck" and witness.acts == ()
    assert witness.a["R+2"]["amount"] == 2 and witness.b["R+2"]["amount"] == 3
    assert "R5" not in witness.a


def test_a_window_that_never_closes() -> None:
    witness = difference(lambda d: put(d, "windows", "uno", "closes", "before", []))
    assert len(witness.acts) == 2 and witness.b == {"open": {"uno": ["A"]}}


def test_a_penalty_of_three_for_not_calling() -> None:
    witness = difference(lambda d: put(d, "acts", "catch", "do", 0, "draw", 3))
    assert witness.kind == "events" and [a["act"] for a in witness.acts][-1] == "catch"
    assert len(witness.acts) == 2


def test_a_first_card_with_another_effect_shows_in_a_deal() -> None:
    witness = difference(lambda d: d["opening"]["reverse"]["do"].append({"pass": 1}))
    assert "deal" in witness.setup and witness.acts == ()


def test_a_match_that_needs_one_point_more_shows_at_the_limit() -> None:
    witness = difference(lambda d: put(d, "match", "points_won", "do", 1, "if", {"gt": ["score(winner)", 500]}))
    assert "score" in witness.setup and {"e": "match_won", "by": "A"} in witness.a


def test_another_next_dealer_shows_at_the_end() -> None:
    witness = difference(lambda d: put(d, "dealer", "next", "dealer"))
    assert witness.kind == "end" and "next_dealer" in witness.a


def test_two_sheets_differ_and_the_witness_can_be_printed() -> None:
    witness = first_difference(core(), core("uno/2001"))
    assert witness is not None and witness.acts
    assert witness.lines[0].startswith("setup {") and witness.lines[-1].startswith(f"{witness.kind} in B")


def test_equal_cores_have_no_difference() -> None:
    assert first_difference(core(), core()) is None
    assert first_difference(core(), edited(lambda d: None)) is None


def test_other_rules_for_the_same_refusal_are_a_difference_only_if_asked_for() -> None:
    def merged(data: Any) -> None:
        given = data["acts"]["play"]["given"]
        data["acts"]["play"]["given"] = {"all": [{"all": given["all"]}]}

    assert first_difference(core(), edited(merged), seats=(2,)) is None
    witness = difference(merged, seats=(2,), rules=True)
    assert witness.kind == "refusal" and witness.a != witness.b


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: put(d, "effects", "skip", "do", [{"nonsense": 1}]),
        lambda d: d.pop("windows"),
        lambda d: put(d, "acts", {}),
    ],
)
def test_a_core_that_does_not_compile_differs_from_one_that_does(edit: Edit) -> None:
    other = edited(edit)
    witness = first_difference(core(), other)
    assert witness is not None and witness.kind == "compile"
    assert first_difference(other, edited(lambda d: None, other)) is None


def test_two_cores_that_both_break_are_not_told_apart() -> None:
    one = edited(lambda d: put(d, "effects", "skip", "do", [{"nonsense": 1}]))
    other = edited(lambda d: put(d, "effects", "skip", "do", [{"nonsense": 2}]))
    assert first_difference(one, other) is None


def test_a_breakdown_on_one_side_is_a_difference() -> None:
    def endless(data: Any) -> None:
        data["whenever"]["endless"] = {"when": {"eq": ["top.face", "skip"]}, "do": [{"clear": "drawn"}]}

    witness = difference(endless)
    assert witness.kind == "failure" and witness.b == {"raises": "Stuck"}


def test_numbers_of_seats() -> None:
    three = edited(lambda d: put(d, "seats", {"min": 3, "max": 10}))
    witness = first_difference(core(), edited(lambda d: put(d, "seats", {"min": 11, "max": 12})))
    assert witness is not None and witness.kind == "seats"
    witness = first_difference(three, edited(lambda d: put(d, "effects", "skip", "do", 0, "pass", 1), three))
    assert witness is not None and witness.seats == ("A", "B", "C")


def test_variables_that_nobody_sees_count_unless_left_out() -> None:
    def innocent(data: Any) -> None:
        data["marks"].pop("bluff")

    assert difference(innocent).kind == "state"
    seen = difference(innocent, hidden=False)
    assert seen.kind == "events" and seen.acts[-1]["act"] == "challenge"


def test_the_same_program_needs_no_games() -> None:
    same = edited(lambda d: d["define"]["matches"]["is"]["any"].reverse())
    proof = equivalent(core(), same)
    assert proof is not None and proof.same_program and proof.complete and proof.rules == ("define.matches",)


def twice_cleared() -> Any:
    """The common rules with a step that does nothing, which only games can show."""
    return edited(lambda d: d["acts"]["keep"].update(do=[{"clear": "drawn"}, {"clear": "drawn"}, {"pass": 1}]))


def test_a_clear_of_what_is_clear_is_proved_harmless_and_a_budget_buys_whole_games() -> None:
    """Nothing is cut by a budget: a small one begins fewer games, and the first is visited to its end even so."""
    one, few, more = (equivalent(core(), twice_cleared(), budget=budget) for budget in (1, 500, 2000))
    assert one is not None and few is not None and more is not None
    for proof in (one, few, more):
        assert proof.rules == ("acts.keep",) and proof.complete and not proof.same_program
    assert one.games == 1 < few.games < more.games
    assert 1 < one.states < few.states < more.states


def test_games_that_are_too_long_are_counted_and_a_few_whole_ones_beside_them_prove_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(differ, "GAME_LIMIT", 20)
    proof = equivalent(core(), twice_cleared(), budget=500)
    assert proof is not None and proof.too_long >= differ.MOST_TOO_LONG
    assert proof.complete is (proof.games >= differ.ENOUGH)
    monkeypatch.setattr(differ, "ENOUGH", proof.games + 1)
    assert not proof.complete


def test_what_differs_is_never_proved_equal() -> None:
    assert equivalent(core(), edited(lambda d: put(d, "acts", "catch", "do", 0, "draw", 3))) is None
    assert equivalent(core(), edited(lambda d: put(d, "seats", "max", 9))) is None
