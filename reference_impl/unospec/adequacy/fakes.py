"""Fakes: rule sets with one thing wrong, each with the exact set of cases that has to catch it.

A fake is data (`conformance/fakes/rules/*.yaml`, schema `fakes`): a rule set with patches, a few edits of what they
compose to, and the cases that fail under the edited rules. The suite is as good as it catches them, and a fake is
only as good as its cases fail because of the rule that it breaks.

`run(check=True)` compares; `run(check=False)` first brings the `caught_by` of the files up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from unospec.adequacy.bench import Tried, of_ruleset, tried
from unospec.adequacy.fake_files import Fake, Where, folder, read, shown, updated
from unospec.adequacy.hunt import composed
from unospec.conformance import authoring
from unospec.conformance.cases import Case
from unospec.conformance.reference import play
from unospec.engine.machine import forget_machines, machine
from unospec.engine.notation import Malformed
from unospec.engine.runtime import Stuck
from unospec.language import Core, SpecError, resolve, sections
from unospec.language.check import check
from unospec.language.errors import each, raise_all

Note: TypeAlias = tuple[Where, str, str]  # where in the entry of a fake, what is wrong, what to do about it

_NO_FAULT = ("raises Stuck", "raises Malformed")  # rules may lead nowhere; any other exception is a broken fake


@dataclass
class Outcome:
    """What became of a fake: cases that fail with the part that differs, its cores, what is wrong with it."""

    fake: Fake
    caught: dict[str, str] = field(default_factory=dict)
    cores: frozenset[tuple[str, str]] = frozenset()
    notes: list[Note] = field(default_factory=list)

    def note(self, path: Where, message: str, hint: str = "") -> None:
        """Something is wrong with a part of the entry."""
        self.notes.append((path, message, hint))

    def refuse(self, error: SpecError) -> None:
        """The edits fail, or the rules that they make are refused."""
        for one in each(error):
            for n, edit in enumerate(self.fake.edits):
                if (one.file, one.line, one.column) == (edit.place.file, edit.place.line, edit.place.column):
                    self.note(("edits", n), one.message, one.hint)
                    break
            else:
                where = f"{one.path}: " if one.path else ""
                self.note(("edits",), f"the edited rules are refused: {where}{one.message}", one.hint)


class _Bench:
    """The cases of one rule set with patches, and the rules that they play by."""

    def __init__(self, ruleset: str, patches: Sequence[str], suite: Sequence[Case]) -> None:
        self.ruleset, self.patches = ruleset, list(patches)
        self.rules = composed(ruleset, patches)
        self.tried = tried(of_ruleset(suite, ruleset, patches))
        self.by_options: dict[str, list[Tried]] = {}
        for one in self.tried:
            self.by_options.setdefault(one.options, []).append(one)
        self.cores = {key: self._core(of[0]) for key, of in self.by_options.items()}

    def _core(self, one: Tried, fake: Fake | None = None) -> Core:
        case = one.case
        return resolve(
            case.ruleset, list(case.patches), case.options, check=False, amend=fake.amend if fake else None
        )

    def try_(self, fake: Fake) -> Outcome:
        """Play the cases under the rules of the fake; only those that play by rules that it changes."""
        outcome = Outcome(fake)
        if not self._has_rule(fake.breaks):
            outcome.note(("breaks",), f"there is no rule {fake.breaks}")
            return outcome
        try:
            usual = resolve(self.ruleset, self.patches, check=False, amend=fake.amend)
            raise_all(check(usual))
            machine(usual, usual.data["seats"]["min"])
        except SpecError as error:
            outcome.refuse(error)
            return outcome
        except Exception as error:  # whatever an engine makes of nonsense
            outcome.note(("edits",), f"the edited rules do not compile: {type(error).__name__}: {error}")
            return outcome
        speakers = _speakers(self.rules, fake.breaks)
        changed = set()
        for options, cases in self.by_options.items():
            core = self._core(cases[0], fake)
            if core.hash != self.cores[options].hash:
                changed.add((options, core.hash))
                concerned = _concerned(cases, _only_by_firing(self.cores[options].data, core.data))
                self._play(core, concerned, outcome, speakers)
        outcome.cores = frozenset(changed)
        forget_machines()
        return outcome

    def _has_rule(self, rule: str) -> bool:
        section, _, name = rule.partition(".")
        return section in self.rules and (not name or name in self.rules[section])

    def _play(self, core: Core, cases: Sequence[Tried], outcome: Outcome, speakers: set[str]) -> None:
        breaks = outcome.fake.breaks
        for one in cases:
            noticed = one.notices(core)
            if noticed is None:
                continue
            outcome.caught[one.case.id] = noticed
            if noticed.startswith("raises") and noticed not in _NO_FAULT:
                outcome.note(("edits",), f"{one.case.id} {noticed}", "a fake is wrong, not broken")
            offers = noticed.startswith("legal") and breaks.startswith(_OFFERING)
            if not offers and speakers.isdisjoint(_heard(one, core, speakers)):
                message = f"{one.case.id} fails ({noticed}), but {breaks} has no part in it"
                outcome.note(("breaks",), message, "is another rule wrong, too?")


_FIRING = ("effects", "opening", "setup", "round", "match")  # what these say matters only when they are carried out


def _only_by_firing(old: dict[str, Any], new: dict[str, Any]) -> set[str] | None:
    """The rules without one of which two cores play alike; None if they differ in more than what rules do."""
    found: set[str] = set()
    for section in old.keys() | new.keys():
        before, after = old.get(section), new.get(section)
        if before == after:
            continue
        if section not in (*_FIRING, "acts", "blocks") or not before or not after or before.keys() != after.keys():
            return None
        for name in before:
            if before[name] == after[name]:
                continue
            if section == "acts" and {**before[name], "do": []} != {**after[name], "do": []}:
                return None
            rule = f"{section}.{name}"
            found |= _speakers(old, rule) | _speakers(new, rule) if section == "blocks" else {rule}
    return found


def _concerned(cases: Sequence[Tried], rules: set[str] | None) -> list[Tried]:
    """The cases that can notice a change of these rules: compiling a machine for the others takes most of the time."""
    return [one for one in cases if rules is None or _refuses_a_choice(one.case) or not rules.isdisjoint(one.fired)]


def _refuses_a_choice(case: Case) -> bool:
    """The rule that such a refusal names may be one that was never carried out."""
    refused = [step.act for step in case.steps if step.expect.get("ok") is False]
    return any(act["act"].startswith("choose_") or not act.keys().isdisjoint({"colour", "seat"}) for act in refused)


def _heard(one: Tried, core: Core, speakers: set[str]) -> set[str]:
    """The rules that a case proves or fires, by the rules as they are or by those of a fake."""
    heard = {*one.fired, *one.case.proves}
    if speakers.isdisjoint(heard):
        with suppress(Stuck, Malformed):
            heard |= play(core, one.request).fired or frozenset()
    return heard


_OFFERING = ("acts.", "define.", "forbid.", "windows.")  # what is offered comes from these, and fires none of them


def _speakers(rules: dict[str, Any], rule: str) -> set[str]:
    """The rules through which a rule speaks: itself, what reads it, what asks whether its act may be done."""
    found, new = {rule}, [rule]
    while new:
        wanted = _said(rules, new.pop())
        for other, words in _written(rules):
            if other not in found and not wanted.isdisjoint(words):
                found.add(other)
                new.append(other)
    return found


def _said(rules: dict[str, Any], rule: str) -> set[str]:
    """The words by which other rules read a rule that does not speak there itself."""
    section, _, name = rule.partition(".")
    match section:
        case "define" | "blocks":
            return {name}
        case "marks":
            return {rules[section][name]["set"]}
        case "acts":
            return {f"may {name}"}
        case "forbid":
            return {f"may {act.removesuffix('?')}" for act in rules[section][name]["act"]}
        case _:
            return set()


def _written(rules: dict[str, Any]) -> Iterator[tuple[str, set[str]]]:
    """Each rule with the words in it; `{may: play}` is the word `may play`."""
    for section in (*sections.RULE_MAPS, *sections.SINGLE_RULES):
        named = {section: rules[section]} if section in sections.SINGLE_RULES else rules.get(section, {})
        for name, rule in named.items():
            yield name if name == section else f"{section}.{name}", set(_words(rule))


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            if key == "may":
                yield f"may {value}"
            elif key not in sections.LANGUAGES:
                yield from _words(value)
    elif isinstance(node, list):
        for item in node:
            yield from _words(item)
    elif isinstance(node, str):
        yield node


def outcomes(fakes: Sequence[Fake], suite: Sequence[Case]) -> list[Outcome]:
    """What becomes of each fake, in their order. Raises ValueError if a case does not hold on the reference itself."""
    benches: dict[tuple[str, tuple[str, ...]], _Bench] = {}
    found = []
    for fake in fakes:
        key = (fake.ruleset, tuple(sorted(fake.patches)))
        if key not in benches:
            benches[key] = _Bench(fake.ruleset, fake.patches, suite)
        found.append(benches[key].try_(fake))
    return found


def problems(fakes: Sequence[Fake], suite: Sequence[Case]) -> list[SpecError]:
    """Everything that is not as the fakes say: edits that fail, cases missing or too many, two fakes alike."""
    return judge(outcomes(fakes, suite))


def judge(found: Sequence[Outcome]) -> list[SpecError]:
    """The problems of what became of the fakes."""
    errors: list[SpecError] = []
    first: dict[Any, Fake] = {}
    for outcome in found:
        fake = outcome.fake
        errors += [fake.error(*note) for note in outcome.notes]
        if not outcome.cores and outcome.notes:
            continue
        errors += [fake.error(("caught_by",), *said) for said in _of_cases(outcome)]
        other = first.setdefault((fake.ruleset, frozenset(fake.patches), outcome.cores), fake)
        if other is not fake:
            errors.append(fake.error(("edits",), f"it is the same as {other.id}", "keep one of the two"))
    return errors


def _of_cases(outcome: Outcome) -> Iterator[tuple[str, str]]:
    caught, said = set(outcome.caught), set(outcome.fake.caught_by)
    if not caught:
        yield "no case catches it", "write one for the rule that it breaks"
    update = "look whether that is right, then `unospec cases fakes --update`"
    for case_id in sorted(caught - said):
        yield f"{case_id} fails too ({outcome.caught[case_id]}), and is not in caught_by", update
    for case_id in sorted(said - caught):
        yield f"{case_id} does not fail", update


def run(check: bool, paths: Sequence[Path] = ()) -> int:
    """Try the fakes of the suite, or of these files; 0 if all is as they say, else 1. Prints what is not.

    check: change nothing; otherwise caught_by is written anew first. Raises SpecError for files that cannot be read.
    """
    files = sorted(folder().glob("*.yaml")) if not paths else list(paths)
    fakes = read(files)
    try:
        found = outcomes(fakes, authoring.whole())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if not check:
        _write(files, found)
        again = {fake.id: fake for fake in read(files)}
        found = [Outcome(again[o.fake.id], o.caught, o.cores, o.notes) for o in found]
    errors = judge(found)
    for problem in errors:
        print(problem, file=sys.stderr)
    print(f"{len(fakes)} fakes, {len({o.fake.id for o in found if o.caught})} of them caught; {len(errors)} problems.")
    return 1 if errors else 0


def _write(files: Sequence[Path], found: Sequence[Outcome]) -> None:
    caught = {o.fake.id: sorted(o.caught) for o in found}
    for file in files:
        old = file.read_bytes()
        fakes = [o.fake for o in found if o.fake.entry.place.file == shown(file)]
        new = updated(old.decode(), fakes, caught).encode()
        if new != old:
            file.write_bytes(new)
            print(f"{shown(file)}: caught_by brought up to date")
