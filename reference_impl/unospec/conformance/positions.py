"""Positions with counts: the collection of conformance/perft, files of people, and the set-ups of cases."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unospec import resources
from unospec.conformance import schemas
from unospec.conformance.authoring import data_of, place_of
from unospec.conformance.cases import Case, Json, patch_pairs
from unospec.conformance.rulesets import core_of
from unospec.engine import Malformed, Table
from unospec.language import Core, SpecError, source
from unospec.language.errors import Place, did_you_mean, raise_all

_TITLE = {"en": "a position", "zh": "局面"}


@dataclass(frozen=True)
class Position:
    """A set-up under some rules. `nodes`: the counts that are written for it, by length, if any are.

    `ruleset` is "" where a file leaves the rules to the caller. `patches` are pairs of id and options.
    """

    id: str
    title: Json
    ruleset: str
    patches: tuple[tuple[str, Json], ...]
    options: Json
    needs: tuple[str, ...]
    setup: Json
    nodes: tuple[int, ...]
    place: Place  # where the set-up is written

    def core(self) -> Core:
        """The rules that the position names. Raises SpecError."""
        if not self.ruleset:
            hint = "name a rule set: unospec perft RULESET --position FILE"
            raise SpecError("the position does not say by which rules", hint=hint, place=self.place)
        return core_of(self.ruleset, [{name: options} for name, options in self.patches], self.options)

    def table(self, core: Core) -> Table:
        """The position on a table, by these rules. Raises SpecError if it cannot be."""
        try:
            return Table.position(core, self.setup)
        except Malformed as problem:
            raise SpecError(f"{self.id}: {problem}", place=self.place, path="setup") from None

    def case(self) -> Case:
        """As a case without steps, which says what an implementation has to be able to do."""
        data = {"patches": [{name: options} for name, options in self.patches]}
        return Case(
            id=self.id, topic="perft", title=self.title, ruleset=self.ruleset, patches=self.patches,
            options=self.options, proves=(), level="must", needs=self.needs, setup=self.setup,
            dealt={}, steps=(), data=data,
        )  # fmt: skip


def folder() -> Path:
    """Where the collection lies."""
    return resources.root() / "conformance" / "perft"


def collection() -> list[Position]:
    """All positions of the collection, in the order of their ids. Raises SpecError if anything is wrong with it."""
    found: dict[str, Position] = {}
    errors: list[SpecError] = []
    for path in sorted(folder().glob("*.yaml")):
        for position in _entries(source.read_file(path, path.relative_to(resources.root()).as_posix())):
            if position.id in found:
                errors.append(SpecError(f"the id {position.id} is taken", place=position.place))
            found[position.id] = position
    raise_all(errors)
    return [found[name] for name in sorted(found)]


def find(name: str) -> list[Position]:
    """The positions that a name means: one of the collection by its id, or those of a file. Raises SpecError."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml", ".json") or path.is_file():
        return _of_file(path)
    known = {position.id: position for position in collection()}
    if name not in known:
        hint = did_you_mean(name, known) or "`unospec perft --list` lists them; a file ends in .yaml or .json"
        raise SpecError(f"there is no position {name}", hint=hint)
    return [known[name]]


def of_case(case: Case) -> Position:
    """The set-up of a case, by the rules of the case."""
    place = Place(f"case {case.id}")
    return Position(
        case.id, case.title, case.ruleset, case.patches, case.options, case.needs, case.setup, (), place
    )  # fmt: skip


def _of_file(path: Path) -> list[Position]:
    """A file of the collection's form, one position, or a bare set-up."""
    document = source.read_file(path)
    if "positions" in document:
        return list(_entries(document))
    if "setup" in document:
        _refuse(document, "own")
        return [_position(data_of(document), document.value_places["setup"], path.stem)]
    _refuse(document, "setup", "case")
    return [_position({"setup": data_of(document)}, document.place, path.stem)]


def _entries(document: source.Map) -> Iterator[Position]:
    """The positions of a file of the collection."""
    _refuse(document, "file")
    entries = document["positions"]
    assert isinstance(entries, source.Seq)
    for entry in entries:
        assert isinstance(entry, source.Map)
        _refuse(entry, "")
        yield _position(data_of(entry), entry.value_places["setup"], "")


def _refuse(value: source.Map, part: str, schema: str = "perft") -> None:
    """Raise what a schema finds wrong with a value, each problem at its place."""
    raise_all(
        [
            SpecError(found.message, place=place_of(value, found.path), path=schemas.show_path(found.path))
            for found in schemas.problems(data_of(value), schema, part)
        ]
    )


def _position(data: Json, place: Place, name: str) -> Position:
    return Position(
        id=data.get("id", name),
        title=data.get("title", _TITLE),
        ruleset=data.get("ruleset", ""),
        patches=patch_pairs(data.get("patches", [])),
        options=data.get("options", {}),
        needs=tuple(data.get("needs", ())),
        setup=data["setup"],
        nodes=tuple(data.get("nodes", ())),
        place=place,
    )
