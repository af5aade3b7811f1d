"""Mutants, the hunt and the figures: on a rule set that is measured in seconds, and on single rules."""

from __future__ import annotations

from typing import Any

import pytest

from unospec.adequacy.bench import of_ruleset, tried
from unospec.adequacy.edits import REMOVED, Edit, at
from unospec.adequacy.hunt import Hunt, composed
from unospec.adequacy.independence import independent
from unospec.adequacy.mutants import mutants
from unospec.adequacy.results import state
from unospec.adequacy.shown import shown
from unospec.conformance import authoring
from unospec.conformance.cases import Case, from_json
from unospec.language import resolve


@pytest.fixture(scope="module")
def hunt() -> Hunt:
    return Hunt("uno/2008", (), authoring.whole())


def whats(rule: str) -> set[str]:
    return {edit.what for edit in mutants(composed("uno/2008")) if edit.rule == rule}


def test_every_mutant_has_its_own_id_and_changes_something() -> None:
    data = composed("uno/2008")
    edits = list(mutants(data))
    assert len({edit.id for edit in edits}) == len(edits) >= 500
    assert not [edit.id for edit in edits if at(data, edit.path) == edit.new]


def test_the_mutants_of_a_rule_are_the_slips_that_one_could_make() -> None:
    assert {"step `pass 2` left out", "2 becomes 3", "2 becomes 1", "left out"} <= whats("effects.skip")
    assert {"does not close taken `call`", "opens after `turned`", "never opens"} <= whats("windows.uno")
    assert {"the option uno_penalty is ignored", "`who: others(subject)` becomes `seats`"} <= whats("acts.catch")
    assert {"held true", "held false", "`any` becomes `all`", "negated"} <= whats("define.matches")
    assert {"`active_colour` becomes `top.colour`", "`card.face` becomes `top.face`"} <= whats("define.matches")
    assert {"`eq` becomes `le`", "happens by itself if there is nothing else"} <= whats("acts.call")
    assert {"`out` becomes `turn`"} <= whats("whenever.round_out")
    assert {"does what `wild4` does", "the next player chooses"} <= whats("effects.wild")
    assert {"starts as 1", "seen by none"} <= whats("state.pending.amount")
    assert {"counts 19", "counts 21", "counts nothing"} <= whats("cards.kinds.skip")
    assert {"is `black` too"} <= whats("cards.kinds.skip")
    assert {"3 copies", "5 copies", "`wild` is missing"} <= whats("cards.deck.2")


def a_deal(**more: Any) -> Case:
    """A case of nothing but a set-up, in which a Skip is turned up between two."""
    return from_json(
        {
            "format": 1, "topic": "t", "id": "t-0001", "title": {"en": "A title"}, "ruleset": "uno/2008",
            "proves": ["opening.skip"], "level": "must", "options": {"hand_size": 1}, "steps": [],
            "setup": {"seats": ["A", "B"], "deal": {"draw_order": ["R1", "R2", "RS", "Y1"]}}, **more,
        }
    )  # fmt: skip


def test_what_only_the_set_up_tells_kills_a_mutant() -> None:
    """Between two, a Skip turned up that skips nobody, but leaves the turn with the dealer, shows in the events."""
    edit = Edit(("opening", "skip", "do"), [{"pass": 0}], "2 becomes 0")
    by_state = a_deal(dealt={"state": {"turn": "B"}})
    by_events = a_deal(dealt={"events": [{"e": "skipped", "by": "A"}, {"e": "turn", "by": "B"}]})
    assert Hunt("uno/2008", (), [by_state]).try_(edit).status == "survived"
    verdict = Hunt("uno/2008", (), [by_events]).try_(edit)
    assert (verdict.status, verdict.by, verdict.how) == ("killed", "t-0001", "events")


def test_events_of_a_set_up_count_where_a_case_looks_at_them() -> None:
    looks = shown(tried([a_deal(dealt={"events": [{"e": "turned_up"}]})]))
    assert looks.events == {"shuffled", "drew", "turned_up", "skipped", "turn"} and looks.expected == {"turned_up"}
    assert shown(tried([a_deal(dealt={"state": {"turn": "B"}})])).events == looks.events
    acts = a_deal(steps=[{"act": {"by": "B", "act": "draw"}}])
    assert "turned_up" not in shown(tried([acts])).events


def test_a_result_is_stale_when_a_case_looks_at_its_set_up() -> None:
    plain, looks = a_deal(), a_deal(dealt={"state": {"turn": "B"}})
    assert state("uno/2008", (), [plain]) != state("uno/2008", (), [looks])


def test_an_edit_is_made_in_a_copy() -> None:
    edit = Edit(("effects", "skip", "do", 0, "pass"), 1, "2 becomes 1")
    assert resolve("uno/2008", amend=edit.apply).data["effects"]["skip"]["do"] == [{"pass": 1}]
    assert resolve("uno/2008").data["effects"]["skip"]["do"] == [{"pass": 2}]


def test_a_rule_without_which_cases_fail(hunt: Hunt) -> None:
    verdict = hunt.try_(Edit(("effects", "skip", "do"), [{"pass": 1}], "does nothing"))
    assert verdict.status == "killed" and verdict.by
    killer = next(case for case in of_ruleset(authoring.whole(), "uno/2008") if case.id == verdict.by)
    assert "effects.skip" in killer.proves


def test_a_change_that_nothing_can_notice_survives(hunt: Hunt) -> None:
    path = ("acts", "play", "given")
    twice = {"all": ["matches", at(composed("uno/2008"), path)]}
    assert hunt.try_(Edit(path, twice, "said twice")).status == "survived"


def test_what_leaves_every_core_as_it_is_is_the_same(hunt: Hunt) -> None:
    assert hunt.try_(Edit(("marks", "bluff", "at", 1), REMOVED, "not read at `answer?`")).status == "same"


def test_what_cannot_be_published_is_refused(hunt: Hunt) -> None:
    hidden = hunt.try_(Edit(("state", "pending", "by"), {"sort": "seat", "seen": "none"}, "seen by none"))
    assert hidden.status == "killed" and hidden.how.startswith("views.")
    both = hunt.try_(Edit(("windows", "drawn", "when", "all", 0), True, "held true"))
    assert both.status == "refused" and "at the same time" in both.how


@pytest.mark.parametrize(
    ("one", "other", "free"),
    [
        ({"clear": "drawn"}, {"pass": 1}, True),
        ({"set": {"a.x": 1}}, {"set": {"a.y": 2}}, True),
        ({"set": {"a": 1}}, {"set": {"b": "a"}}, False),
        ({"pass": 1}, {"reverse": True}, False),
        ({"draw": 1, "who": "actor"}, {"set": {"n": {"count": "hand(actor)"}}}, False),
        ({"add": {"score(actor)": 1}}, {"pass": 1}, False),
        ({"choose": "c", "from": "colours"}, {"clear": "drawn"}, False),
        ({"do": "pay"}, {"clear": "owed"}, False),
    ],
)
def test_steps_that_may_change_places(one: Any, other: Any, free: bool) -> None:
    data = {"blocks": {"pay": {"do": [{"draw": "owed", "who": "actor"}]}}, "record": {"score": "number"}}
    assert independent(one, other, data) is free
    assert independent(other, one, data) is free
