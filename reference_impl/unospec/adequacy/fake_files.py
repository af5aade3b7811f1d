"""Fakes as they are written: rule sets with a few edits, and the cases that have to catch each (see `fakes`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from unospec import resources
from unospec.adequacy.edits import REMOVED, Edit
from unospec.conformance import schemas
from unospec.conformance.authoring import data_of, place_of
from unospec.language import SpecError, source
from unospec.language.errors import Place, did_you_mean, each, raise_all
from unospec.language.source import Map, Seq, Value, plain

Where: TypeAlias = tuple[str | int, ...]

WIDTH = 120  # of a line of the files, in characters


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
    document = source.read_file(path, shown(path))
    raise_all(
        [
            SpecError(p.message, place=place_of(document, p.path), path=schemas.show_path(p.path))
            for p in schemas.problems(data_of(document), "fakes")
        ]
    )
    entries = document["fakes"]
    assert isinstance(entries, Seq)
    return [_fake(entry) for entry in entries if isinstance(entry, Map)]


def shown(path: Path) -> str:
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


def updated(text: str, fakes: Sequence[Fake], caught: Mapping[str, Sequence[str]]) -> str:
    """The text of a file with the caught_by of its fakes as given (by id), and nothing else changed.

    Raises SpecError where a caught_by is not written as one list in brackets, without comments in it.
    """
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    places = {fake.id: fake.entry.key_places["caught_by"] for fake in fakes}
    for fake in sorted(fakes, key=lambda fake: places[fake.id].line, reverse=True):
        place = places[fake.id]
        start = starts[place.line - 1] + place.column - 1
        written = re.compile(r"caught_by:\s*\[[^\]#]*\]").match(text, start)
        if written is None:
            hint = "write `caught_by: []`, and comments elsewhere"
            raise fake.error(("caught_by",), "caught_by is not one list in brackets", hint)
        if tuple(caught[fake.id]) != fake.caught_by:
            text = text[:start] + _list(caught[fake.id], place.column - 1) + text[written.end() :]
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
