"""Each law: it holds for a published rule set, and a broken one is told, with the way there."""

from collections.abc import Callable
from typing import Any

import pytest
from examples import Edit, core, edited, game, graph, machine

from unospec.engine import Machine
from unospec.explore.laws import LAWS, Problem, problems
from unospec.explore.models import check

PLAIN = game(["R2 G3", "B3 R4"], "R1", "G5")
HIT = game(["R+2 G3", "B3 R+2"], "R1", "G5 B6")


def broken(edit: Edit, small: Any = PLAIN) -> dict[str, Problem]:
    """The problems of the common rules after an edit, by law."""
    return told(machine(edited(edit)), small)


def told(m: Machine, small: Any = PLAIN) -> dict[str, Problem]:
    return {p.law: p for p in problems(graph(m, small), small, sample=1)}


@pytest.mark.parametrize("small", [PLAIN, HIT])
def test_every_law_holds_for_the_rules_as_they_are(small: Any) -> None:
    assert told(machine(core())) == {} and told(machine(core()), small) == {}


def test_a_fault_is_accepted_and_need_not_be_legal() -> None:
    def punished(data: Any) -> None:
        do = [{"draw": 1, "who": "actor"}]
        data["faults"]["misplay"] = {"act": ["play"], "refused": ["condition", "not_yours"], "do": do}

    assert told(machine(edited(punished))) == {}


def test_a_trigger_that_repeats_itself_is_a_breakdown() -> None:
    def endless(data: Any) -> None:
        data["whenever"]["endless"] = {"when": {"eq": ["top.face", "draw2"]}, "do": [{"clear": "drawn"}]}

    problem = broken(endless, HIT)["runs"]
    assert "Stuck" in problem.about and problem.acts == ()  # the next act is what breaks down
    assert '"card": "R+2"' in problem.about.replace("'", '"')


def test_without_the_act_of_drawing_nothing_may_be_legal() -> None:
    problem = broken(lambda d: d["acts"].pop("draw"))["something_is_legal"]
    assert "nothing is legal" in problem.about
    assert problem.acts and "setup" in str(problem) and '"act": "play"' in str(problem)


def no_deadlock(data: Any) -> None:
    """Nobody counts turns without a card, and nothing is void."""
    data["whenever"].pop("deadlock")
    data["blocks"]["after_draw"]["do"].pop(0)


STUCK = game(["G2", "B3"], "R1")


def test_without_the_rule_of_the_deadlock_there_is_a_cycle_without_a_way_out() -> None:
    assert told(machine(core()), STUCK) == {}
    assert broken(no_deadlock, STUCK).keys() == {"end_is_in_reach"}


def test_a_game_that_only_counts_on_and_on_has_no_end() -> None:
    found = broken(lambda d: d["whenever"].pop("deadlock"), STUCK)
    assert "no end of the round among" in found["end_is_in_reach"].about


def test_windows_that_overlap_are_answered_together() -> None:
    def overlap(data: Any) -> None:
        data["windows"]["drawn"]["when"] = {"not": {"is_none": "drawn"}}
        data["acts"]["take"].pop("auto")
        data["acts"]["draw"]["in"] = ["main", "owed"]
        data["acts"]["draw"]["do"] = [{"draw": 1, "who": "actor", "into": "drawn"}]

    found = broken(overlap, HIT)
    assert "one_thing_is_due" in found and "legal_is_accepted" in found


def spoilt(change: Callable[[Any, Any, Any], Any]) -> Machine:
    """A machine whose `apply` does something more: what no rule set can say."""
    m = machine(core())
    real = m.apply
    m.apply = lambda s, act: change(real, s, act)
    return m


def test_a_card_that_vanishes_is_missed() -> None:
    def lose(real: Any, s: Any, act: Any) -> Any:
        result = real(s, act)
        if act[1] == "keep":
            s.hand[act[0]].pop()
        return result

    fits = game(["G2", "B3"], "R1", "R5")
    assert "missing" in told(spoilt(lose), fits)["cards_conserved"].about


def test_a_refusal_that_writes_is_noticed() -> None:
    def scribble(real: Any, s: Any, act: Any) -> Any:
        if act[1] == "challenge":
            s.dealer = 1 - s.dealer
        return real(s, act)

    assert told(spoilt(scribble)).keys() == {"refusal_changes_nothing"}


def test_an_act_with_a_memory_is_noticed() -> None:
    seen: list[Any] = []

    def remember(real: Any, s: Any, act: Any) -> Any:
        result = real(s, act)
        if act[1] == "draw" and isinstance(result, list):
            seen.append(act)
            result.append(("turn", len(seen), -1, "acts.draw"))
        return result

    assert "same_again" in told(spoilt(remember))


def test_an_act_that_is_called_legal_and_refused_is_noticed() -> None:
    m = machine(core())
    real = m.legal
    m.legal = lambda s: [*real(s), (0, "challenge", -1, 0)] if s.wait >= 0 else real(s)
    found = told(m)
    assert "called legal and refused" in found["legal_is_accepted"].about
    assert "one_thing_is_due" in found


def test_all_laws_are_met_and_broken_above() -> None:
    assert len(LAWS) == len(set(LAWS)) == 8


def test_a_small_report_of_a_rule_set_has_no_problems() -> None:
    report = check(core(), seats=(2,), limit=60)
    assert report.problems == [] and report.games > 80 and report.pairs > report.rules > 30
    assert report.ruleset == "uno/2008" and "0 problems" in str(report)


def test_a_report_tells_each_law_once_and_passes_over_seats_that_the_rules_exclude() -> None:
    report = check(edited(no_deadlock), seats=(2, 11), limit=600)
    assert [p.law for p in report.problems] == ["end_is_in_reach"]
    assert report.problems[0].game is not None and report.problems[0].game.seats == 2
