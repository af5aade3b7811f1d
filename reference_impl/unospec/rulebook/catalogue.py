"""The catalogue of decisions: what rule texts decide differently, and where each decision is carried out.

`read` takes the files of `spec/catalogue/`, `problems` looks whether everything that they name is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unospec import resources
from unospec.language import Core, Library, SpecError, resolve
from unospec.language.errors import Place, did_you_mean, each, raise_all
from unospec.language.source import Map, Seq, Value, read_file, show_path
from unospec.rulebook.model import Text

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

STATUSES = ("executes", "text_only", "not_yet")
_DATA = ("cards", "seats", "teams")  # parts of a core that are no rules but can be named as one


@dataclass(frozen=True, slots=True)
class Where:
    """A rule of a rule set that carries a value out. patches: id and options; options: those that are set."""

    ruleset: str
    patches: tuple[tuple[str, tuple[tuple[str, str | int | bool], ...]], ...]
    options: tuple[tuple[str, str | int | bool], ...]
    rule: str
    place: Place

    @property
    def selection(self) -> str:
        """The rule set with patches and options, as commands take them."""
        parts = [self.ruleset]
        for patch, given in self.patches:
            parts.append(f"--with {patch}" + (f":{','.join(f'{k}={_said(v)}' for k, v in given)}" if given else ""))
        return " ".join([*parts, *(f"--set {name}={_said(value)}" for name, value in self.options)])


@dataclass(frozen=True, slots=True)
class Decision:
    """One value of a decision. used_by: ids of the sources that decide so; why: why it does not execute."""

    id: str
    text: Text
    used_by: tuple[str, ...]
    status: str
    where: tuple[Where, ...] = ()
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A decision. silent: ids of the sources that do not decide it."""

    id: str
    section: str
    question: Text
    silent: tuple[str, ...]
    values: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All decisions, by section. sections: letter to title; sources: ids that are named as columns."""

    sections: Mapping[str, Text]
    points: tuple[Point, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The sources that decide anything."""
        return tuple(sorted({source for point in self.points for v in point.values for source in v.used_by}))

    def counts(self) -> dict[str, int]:
        """How many values have each status."""
        statuses = [value.status for point in self.points for value in point.values]
        return {status: statuses.count(status) for status in STATUSES}

    def select(self, status: str | None, column: str | None) -> Catalogue:
        """Only the values of a status and of a source; decisions without any are left out."""

        def wanted(value: Decision) -> bool:
            return status in (None, value.status) and (column is None or column in value.used_by)

        points = [
            Point(p.id, p.section, p.question, p.silent, tuple(filter(wanted, p.values))) for p in self.points
        ]
        return Catalogue(self.sections, tuple(point for point in points if point.values))


def read(folder: Path | None = None) -> Catalogue:
    """The catalogue as it is written. Raises SpecError with everything that is wrong with its form or its names."""
    root = resources.root()
    folder = folder or root / "spec" / "catalogue"
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise SpecError(f"there is no catalogue in {folder.name}")
    documents = [read_file(path, _shown(path, root)) for path in files]
    raise_all([error for document in documents for error in _violations(document)])
    reasons = {name: _text(body) for d in documents for name, body in _entries(d, "reasons")}
    reader = _Reader(reasons, frozenset(_sources(root)))
    for document in documents:
        reader.section(document)
    raise_all(reader.errors)
    return Catalogue(dict(sorted(reader.sections.items())), tuple(reader.points))


def problems(
    catalogue: Catalogue, library: Library, progress: Callable[[int, int], None] | None = None
) -> list[SpecError]:
    """What the catalogue names that is not there: rule sets, patches, options, values, rules.

    An option that is set has to make a difference.
    """
    places = [where for point in catalogue.points for value in point.values for where in value.where]
    cores: dict[str, Core | SpecError] = {}
    found: list[SpecError] = []
    for number, where in enumerate(sorted(places, key=lambda w: w.selection), 1):
        if progress:
            progress(number, len(places))
        found += _problems_of(where, library, cores)
    return found


def _problems_of(where: Where, library: Library, cores: dict[str, Core | SpecError]) -> Iterator[SpecError]:
    core = _core(where, library, cores)
    if isinstance(core, SpecError):
        for error in each(core):
            yield SpecError(f"{where.selection}: {error.message}", hint=error.hint, place=where.place)
        return
    if not _is_there(core, where.rule):
        known = [*_DATA, *(rule for rule in core.origin if _is_there(core, rule))]
        message = f"{where.selection} has no rule `{where.rule}`"
        yield SpecError(message, hint=did_you_mean(where.rule, known), place=where.place)
    if where.options:
        plain = _core(Where(where.ruleset, where.patches, (), where.rule, where.place), library, cores)
        if isinstance(plain, Core) and plain.hash == core.hash:
            message = f"{where.selection} is the same without its options"
            yield SpecError(message, hint="leave them out", place=where.place)


def _core(where: Where, library: Library, cores: dict[str, Core | SpecError]) -> Core | SpecError:
    """The core of a selection, or why there is none; each is made once. Rule sets are checked elsewhere."""
    if where.selection not in cores:
        try:
            patches = [(patch, dict(given)) for patch, given in where.patches]
            cores[where.selection] = resolve(where.ruleset, patches, dict(where.options), library, check=False)
        except SpecError as error:
            cores[where.selection] = error
    return cores[where.selection]


def _is_there(core: Core, rule: str) -> bool:
    section, _, name = rule.partition(".")
    body = core.data.get(section)
    if name:
        return section not in _DATA and isinstance(body, dict) and isinstance(body.get(name), dict)
    return bool(body) and (section in _DATA or isinstance(body, dict) and "do" in body or section == "dealer")


class _Reader:
    """Takes sections that have the right form, and notes names that are not there or there twice."""

    def __init__(self, reasons: Mapping[str, Text], sources: frozenset[str]) -> None:
        self.reasons, self.sources = reasons, sources
        self.sections: dict[str, Text] = {}
        self.points: list[Point] = []
        self.errors: list[SpecError] = []
        self._seen: dict[str, Place] = {}

    def section(self, document: Map) -> None:
        """One file."""
        if "section" not in document:
            return
        letter = str(document["section"])
        if letter in self.sections:
            self._error(f"there are two sections `{letter}`", document.value_places["section"])
        self.sections[letter] = _text(document["title"])
        points = document["points"]
        assert isinstance(points, Map)
        for name, body in points.items():
            if name in self._seen:
                self._error(f"there are two decisions `{name}`", points.key_places[name])
            self._seen[name] = points.key_places[name]
            assert isinstance(body, Map)
            values = tuple(self._value(key, value) for key, value in _entries(body, "values"))
            self.points.append(Point(name, letter, _text(body["question"]), self._sources(body, "silent"), values))

    def _value(self, name: str, body: Map) -> Decision:
        status = next(status for status in STATUSES if status in body)
        given = body[status]
        where = tuple(_where(item) for item in given if isinstance(item, Map)) if isinstance(given, Seq) else ()
        why = None if where else self._why(given, body.value_places[status])
        return Decision(name, _text(body), self._sources(body, "used_by"), status, where, why)

    def _why(self, given: Value, place: Place) -> Text | None:
        if isinstance(given, Map):
            return _text(given)
        if str(given) not in self.reasons:
            self._error(f"there is no reason `{given}`", place, did_you_mean(str(given), self.reasons))
        return self.reasons.get(str(given))

    def _sources(self, body: Map, key: str) -> tuple[str, ...]:
        named = body.get(key)
        if not isinstance(named, Seq):
            return ()
        for name, place in zip(named, named.places, strict=True):
            if name not in self.sources:
                self._error(f"there is no source `{name}`", place, did_you_mean(str(name), self.sources))
        return tuple(str(name) for name in named)

    def _error(self, message: str, place: Place, hint: str = "") -> None:
        self.errors.append(SpecError(message, hint=hint, place=place))


def _where(body: Map) -> Where:
    given = body.get("with")
    if isinstance(given, Map):
        patches = tuple((patch, _options(options)) for patch, options in given.items())
    else:
        patches = ((str(given), ()),) if given else ()
    return Where(str(body["in"]), patches, _options(body.get("set")), str(body["rule"]), body.place)


def _options(given: Value | None) -> tuple[tuple[str, str | int | bool], ...]:
    if not isinstance(given, Map):
        return ()
    return tuple((name, value) for name, value in given.items() if not isinstance(value, Map | Seq))


def _entries(body: Map, key: str) -> list[tuple[str, Map]]:
    inner = body.get(key)
    return [(k, v) for k, v in inner.items() if isinstance(v, Map)] if isinstance(inner, Map) else []


def _text(body: Value) -> Text:
    assert isinstance(body, Map)
    return Text(str(body["en"]), str(body["zh"]))


def _said(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sources(root: Path) -> list[str]:
    found = read_file(root / "spec" / "sources.yaml", "spec/sources.yaml")["sources"]
    return list(found) if isinstance(found, Map) else []


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


# ------------------------------------------------------------------ the form


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads((resources.root() / "schemas" / "catalogue.schema.json").read_text("utf-8")))


def _violations(document: Map) -> Iterator[SpecError]:
    """Everything that is against the schema, each at its place."""
    for error in sorted(_validator().iter_errors(document), key=lambda e: [str(p) for p in e.absolute_path]):
        schema: Any = error.schema
        path = tuple(error.absolute_path)
        about = schema.get("description", "") if isinstance(schema, dict) else ""
        branched = error.validator in ("oneOf", "anyOf")  # what the library says of these is long and of no help
        message = f"this is not {about or 'of the right form'}" if branched else error.message
        hint = f"expected is {about}" if about and not branched else ""
        yield SpecError(message, hint=hint, place=_place_in(document, path), path=show_path(path))


def _place_in(root: Map, path: tuple[str | int, ...]) -> Place:
    place, value = root.place, root if isinstance(root, Map) else None
    here: Any = value
    for part in path:
        if isinstance(here, Map) and part in here:
            place, here = here.value_places[str(part)], here[str(part)]
        elif isinstance(here, Seq) and isinstance(part, int):
            place, here = here.places[part], here[part]
    return place
