"""The static checker: nothing to say about the rule sets that there are, something about every mistake."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import random
from typing import Any

import pytest
from mistakes import JUMP, MISTAKES, PAIRS, Mistake, edited, fault, sound

from unospec.language import Core, SpecError, check, resolve
from unospec.language.check import truth
from unospec.language.check.vocabulary import Vocabulary
from unospec.language.errors import each
from unospec.language.resolve import default_library


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_every_mistake_is_reported(mistake: Mistake) -> None:
    _, patches, edits, path, word = mistake
    found = check(edited(sound("uno/2008", patches), edits))
    told = [error for error in found if error.path == path and word in error.message]
    assert told, "\n".join(map(str, found)) or "nothing reported"


def test_there_are_enough_mistakes() -> None:
    assert len(MISTAKES) >= 45
    assert len({mistake[0] for mistake in MISTAKES}) == len(MISTAKES)


# -------------------------------------------------------------------- what is right passes


def test_teams_and_faults_that_are_right_pass() -> None:
    right = {
        **PAIRS,
        "acts catch who": "opponents(subject)",
        **fault(refused=["condition", "not_yours"], do=[{"each": "team(actor)", "do": [{"draw": 1, "who": "seat"}]}]),
    }
    assert check(edited(sound(), right)) == []


RULESETS = [name for name in default_library().ids("ruleset") if not default_library().document(name).abstract]
PATCHES = default_library().ids("patch")


# What a person is told who chooses a house rule for a game that has it already, or has nothing that it is about.
CONFLICTS = ("already has ", "which is there already", "which {} does not have", " conflict: both write ")


def resolved(ruleset: str, patches: tuple[str, ...]) -> Core | None:
    """The core, or None if the patches do not fit, which composition decides and says plainly."""
    try:
        return resolve(ruleset, patches, check=False)
    except SpecError as error:
        for one in each(error):
            assert any(said.format(ruleset) in one.message for said in CONFLICTS), str(one)
        return None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rule_sets_and_house_rules_pass(ruleset: str) -> None:
    assert check(sound(ruleset)) == []
    for count in (1, 2):
        for patches in itertools.combinations(PATCHES, count):
            core = resolved(ruleset, patches)
            assert core is None or [str(error) for error in check(core)] == [], patches


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_value_of_every_option_passes(ruleset: str) -> None:
    """What does not fit is refused before options are looked at; what fits, fits with every value."""
    for patches in [(), *((patch,) for patch in PATCHES)]:
        plain = resolved(ruleset, patches)
        for name, declared in (plain.option_docs if plain else {}).items():
            for value in declared.get("values") or declared["range"]:
                core = resolve(ruleset, patches, {name: value}, check=False)
                assert [str(error) for error in check(core)] == [], (patches, name, value)


def _brings(patch: str) -> set[str]:
    return {reference.id for reference in default_library().document(patch).brings}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_house_rule_that_a_rule_set_has_already_is_a_conflict(ruleset: str) -> None:
    """Stacking where draw cards can be answered, jump-in where there is one: said as what it is."""
    there = set(sound(ruleset).brought)
    for patch in PATCHES:
        if _brings(patch) & there:
            with pytest.raises(SpecError, match="already has .* brought by "):
                resolve(ruleset, (patch,), check=False)


def test_a_resolved_core_was_checked() -> None:
    assert resolve("uno/2008", JUMP).hash == sound("uno/2008", JUMP).hash


# -------------------------------------------------------------------- how problems are told


def test_all_problems_are_told_with_their_places() -> None:
    found = check(
        edited(sound(), {"acts play given all 0": "matchs", "cards total": 112, "effects skip do 0 pass": "two"})
    )
    assert {error.path for error in found} >= {"acts.play.given", "cards.total", "effects.skip.do"}
    for error in found:
        assert error.file.endswith("base.yaml") and error.line > 0 and error.column > 0
        assert error.blame == "uno/base"
    assert [error.line for error in found] == sorted(error.line for error in found)


def test_a_patch_is_blamed_for_its_own_words() -> None:
    core = sound("uno/2008", ("house/stacking",))
    found = check(edited(core, {"define answers is": {"eq": ["card.face", "pending.fase"]}}))
    assert [error.blame for error in found if error.path == "define.answers.is"] == ["house/stacking"]


def test_hints_name_the_nearest_word() -> None:
    (error,) = check(edited(sound(), {"effects draw2 do 0": {"do": "ow"}}))
    assert error.hint == "did you mean `owe`?"


def test_one_mistake_is_told_once() -> None:
    """A block that many rules run is wrong in one place only."""
    found = check(edited(sound(), {"blocks put do 1": {"clear": "idel"}}))
    assert [error.path for error in found] == ["blocks.put.do"]


def test_unused_rules_are_nobodys_mistake_with_other_options() -> None:
    core = resolve("uno/2008", options={"two_player_reverse": "plain"}, check=False)
    assert check(core) == []


def test_a_rule_that_grows_without_bound() -> None:
    blocks = {f"grow{i}": {"do": [{"do": f"grow{i + 1}"}] * 8} for i in range(6)}
    blocks["grow6"] = {"do": [{"pass": 1}]}
    edits: dict[str, Any] = {f"blocks {name}": block for name, block in blocks.items()}
    found = check(edited(sound(), {**edits, "acts keep do 0": {"do": "grow0"}}))
    assert any(error.path == "blocks.grow0" and "steps" in error.message for error in found)


def test_exclusion_knows_numbers_and_fixed_words() -> None:
    table = truth.Table(Vocabulary(sound().data))

    def together(*terms: Any) -> bool:
        return table.together([table.formula(term) for term in terms])

    assert not together({"gt": ["idle", 5]}, {"lt": ["idle", 3]})
    assert not together({"eq": ["idle", 5]}, {"le": ["idle", 4]})
    assert not together({"eq": ["active_colour", "red"]}, {"eq": ["blue", "active_colour"]})
    assert not together({"is_none": "out"}, {"ne": ["out", "none"]})
    assert not together({"gt": ["idle", "pending.unit"]}, {"lt": ["idle", "pending.unit"]})
    assert not together({"gt": [3, 5]}, {"le": [3, 5]})
    assert together({"ge": ["idle", 3]}, {"lt": ["idle", 5]})
    # Of two things that are not there neither `eq` nor `ne` holds.
    assert together({"not": {"eq": ["out", "winner"]}}, {"not": {"ne": ["out", "winner"]}})


def test_broken_data_never_breaks_the_checker() -> None:
    """Whatever stands anywhere: problems are returned, nothing is raised."""
    chance = random.Random(7)
    junk: list[Any] = [3, "foo", [], {}, True, ["a", 1], {"if": 1}, {"in": 2}, "hand(", "a.b", {"do": 5}]
    for _ in range(400):
        data = copy.deepcopy(sound("uno/2008", JUMP).data)
        places: list[tuple[Any, Any]] = []
        stack: list[Any] = [data]
        while stack:
            holder = stack.pop()
            for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
                places.append((holder, key))
                if isinstance(value, dict | list):
                    stack.append(value)
        for holder, key in chance.sample(places, 2):
            holder[key] = copy.deepcopy(chance.choice(junk))
        check(dataclasses.replace(sound("uno/2008", JUMP), data=data))
