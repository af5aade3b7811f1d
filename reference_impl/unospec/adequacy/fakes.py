"""Fakes: rule sets with one thing wrong, each with the exact set of cases that has to catch it.

A fake is data (`conformance/fakes/rules/*.yaml`, schema `fakes`): a rule set with patches, a few edits of what they
compose to, and the cases that fail under the edited rules. The suite is as good as it catches them, and a fake is
only as good as its cases fail because of the rule that it breaks.

`run(check=True)` compares; `run(check=False)` first brings the `caught_by` of the files up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from unospec import resources
from unospec.adequacy.bench import Tried, of_ruleset, tried
from unospec.adequacy.edits import REMOVED, Edit
from unospec.adequacy.hunt import composed
from unospec.conformance import authoring, schemas
from unospec.conformance.authoring import data_of, place_of
from unospec.conformance.cases import Case
from unospec.conformance.reference import play
from unospec.engine.machine import forget_machines, machine
from unospec.engine.notation import Malformed
from unospec.engine.runtime import Stuck
from unospec.language import Core, SpecError, resolve, sections, source
from unospec.language.check import check
from unospec.language.errors import Place, did_you_mean, each, raise_all
from unospec.language.source import Map, Seq, Value, plain

Where: TypeAlias = tuple[str | int, ...]
Note: TypeAlias = tuple[Where, str, str]  # where in the entry of a fake, what is wrong, what to do about it

WIDTH = 120  # of a line of the files, in characters
_NO_FAULT = ("raises Stuck", "raises Malformed")  # rules may lead nowhere; any other exception is a broken fake


@dataclass(frozen=True)
class Change:
    """An edit as it is written. `new` is plain data or REMOVED; with `adds` nothing may be there yet."""

    at: str
    new: Any
    adds: bool
    place: Place

    def apply(self, root: Map) -> None:
        """Make it. Raises SpecError where the place is not there, or the change would change nothing."""
        edit = Edit(self._path(root), self.new, self.at)
        edit.apply(root)

    def _path(self, root: Map) -> tuple[str | int, ...]:
        parts = self.at.split(".")
        found = next(_walks(root, parts), None)
        if not self.adds:
            if found is None:
                raise self._error(f"there is no `{self.at}`", _how_far(root, parts))
            if self.new is not REMOVED and plain(found[1]) == self.new:
                raise self._error(f"`{self.at}` is that already", "an edit has to change something")
            return found[0]
        if found is not None:
            raise self._error(f"`{self.at}` is there already", "`becomes` puts something in its place")
        above = next(_walks(root, parts[:-1]), None)
        if above is None:
            raise self._error(f"there is no `{'.'.join(parts[:-1])}`", _how_far(root, parts))
        if not isinstance(above[1], Map):
            raise self._error("only keys of maps can be added", "write the list anew with `becomes`")
        return (*above[0], parts[-1])

    def _error(self, message: str, hint: str) -> SpecError:
        return SpecError(message, hint=hint, place=self.place)


def _walks(value: Value, parts: Sequence[str]) -> Iterator[tuple[tuple[str | int, ...], Value]]:
    """What the parts of a path can lead to; several may be one key (`pending.by` in `set`)."""
    if not parts:
        yield (), value
    elif isinstance(value, Seq):
        if parts[0].isdecimal() and int(parts[0]) < len(value):
            index = int(parts[0])
            yield from (((index, *path), end) for path, end in _walks(value[index], parts[1:]))
    elif isinstance(value, Map):
        for n in range(1, len(parts) + 1):
            key = ".".join(parts[:n])
            if key in value:
                yield from (((key, *path), end) for path, end in _walks(value[key], parts[n:]))


def _how_far(root: Map, parts: Sequence[str]) -> str:
    """A hint: how far a path leads, and what there is."""
    for n in range(len(parts) - 1, -1, -1):
        found = next(_walks(root, parts[:n]), None)
        if found is not None:
            where = f"in `{'.'.join(parts[:n])}`" if n else "at the top"
            there = found[1]
            if isinstance(there, Map):
                return did_you_mean(parts[n], there) or f"{where} are: " + ", ".join(there)
            return f"{where} is a list of {len(there)}" if isinstance(there, Seq) else f"{where} is `{there}`"
    return ""


@dataclass(frozen=True)
class Fake:
    """A rule set that is wrong on purpose. `entry` is where it is written, for messages about its parts."""

    id: str
    ruleset: str
    patches: tuple[str, ...]
    title: dict[str, str]
    breaks: str
    edits: tuple[Change, ...]
    caught_by: tuple[str, ...]
    seen_in: tuple[dict[str, str], ...]
    entry: Map

    def amend(self, root: Map) -> None:
        """Make the edits on a composed rule set."""
        for edit in self.edits:
            edit.apply(root)

    def error(self, path: Where, message: str, hint: str = "") -> SpecError:
        """An error at a part of its entry."""
        return SpecError(f"{self.id}: {message}", hint=hint, place=place_of(self.entry, path))


# ---------------------------------------------------------------- reading


def folder() -> Path:
    """Where the fakes of the suite lie."""
    return resources.root() / "conformance" / "fakes" / "rules"


def read(paths: Iterable[Path]) -> list[Fake]:
    """The fakes of files and folders. Raises SpecError with every violation of the schema and every id taken."""
    fakes: list[Fake] = []
    errors: list[SpecError] = []
    for path in paths:
        for file in sorted(path.glob("*.yaml")) if path.is_dir() else [path]:
            try:
                fakes += _read_file(file)
            except SpecError as error:
                errors += each(error)
    first: dict[str, Fake] = {}
    for fake in fakes:
        other = first.setdefault(fake.id, fake)
        if other is not fake:
            place = other.entry.place
            errors.append(fake.error(("id",), "the id is taken", f"the first is at {place.file}:{place.line}"))
    raise_all(errors)
    return fakes


def _read_file(path: Path) -> list[Fake]:
    document = source.read_file(path, _shown(path))
    raise_all(
        [
            SpecError(p.message, place=place_of(document, p.path), path=schemas.show_path(p.path))
            for p in schemas.problems(data_of(document), "fakes")
        ]
    )
    entries = document["fakes"]
    assert isinstance(entries, Seq)
    return [_fake(entry) for entry in entries if isinstance(entry, Map)]


def _shown(path: Path) -> str:
    """A path as messages show it: below the top of the checkout where possible."""
    top = resources.root()
    return str(path.resolve().relative_to(top)) if path.resolve().is_relative_to(top) else str(path)


def _fake(entry: Map) -> Fake:
    data = plain(entry)
    edits = entry["edits"]
    assert isinstance(edits, Seq)
    changes = tuple(
        Change(edit["at"], edit.get("added", edit.get("becomes", REMOVED)), "added" in edit, place)
        for edit, place in zip(data["edits"], edits.places, strict=True)
    )
    return Fake(
        id=data["id"],
        ruleset=data["ruleset"],
        patches=tuple(data.get("patches", ())),
        title=data["title"],
        breaks=data["breaks"],
        edits=changes,
        caught_by=tuple(data["caught_by"]),
        seen_in=tuple(data.get("seen_in", ())),
        entry=entry,
    )


# ---------------------------------------------------------------- trying


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
        self.hashes = {key: self._core(of[0]).hash for key, of in self.by_options.items()}

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
            if core.hash != self.hashes[options]:
                changed.add((options, core.hash))
                self._play(core, cases, outcome, speakers)
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


# ---------------------------------------------------------------- judging


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


def updated(text: str, found: Sequence[Outcome]) -> str:
    """The text of a file with the caught_by of its fakes as they are now, and nothing else changed.

    Raises SpecError where a caught_by is not written as one list in brackets, without comments in it.
    """
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    places = [(o.fake.entry.key_places["caught_by"], o) for o in found]
    for place, outcome in sorted(places, key=lambda pair: pair[0].line, reverse=True):
        start = starts[place.line - 1] + place.column - 1
        written = re.compile(r"caught_by:\s*\[[^\]#]*\]").match(text, start)
        if written is None:
            hint = "write `caught_by: []`, and comments elsewhere"
            raise outcome.fake.error(("caught_by",), "caught_by is not one list in brackets", hint)
        if sorted(outcome.caught) != list(outcome.fake.caught_by):
            text = text[:start] + _list(sorted(outcome.caught), place.column - 1) + text[written.end() :]
    return text


def _list(ids: Sequence[str], indent: int) -> str:
    """The list as it is written: on lines that are not too wide."""
    lines = ["caught_by: ["]
    for n, case_id in enumerate(ids, 1):
        word = case_id + ("," if n < len(ids) else "]")
        if indent + len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("  " + word)
        else:
            lines[-1] += word if lines[-1].endswith("[") else " " + word
    return ("\n" + " " * indent).join(lines) if ids else "caught_by: []"


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
    for file in files:
        of_file = [o for o in found if o.fake.entry.place.file == _shown(file)]
        old = file.read_bytes()
        new = updated(old.decode(), of_file).encode()
        if new != old:
            file.write_bytes(new)
            print(f"{_shown(file)}: caught_by brought up to date")
