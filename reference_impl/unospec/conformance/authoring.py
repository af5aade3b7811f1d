"""From the YAML that people write to cases.ndjson, with every problem at its line.

The translation is a pure function: the same files give the same bytes.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from unospec import resources
from unospec.conformance import built, schemas
from unospec.conformance import cases as grammar
from unospec.conformance.cases import Case, Json
from unospec.language import source
from unospec.language.errors import Place, SpecError, raise_all

PUBLISHED = "cases.ndjson"


def cases_folder() -> Path:
    """Where the YAML files of the suite lie."""
    return resources.root() / "conformance" / "cases"


def published() -> Path:
    """The built file of all cases."""
    return resources.root() / "conformance" / PUBLISHED


def suite() -> Path:
    """The whole suite: as it is written where the sources are there, otherwise as it is published."""
    return cases_folder() if cases_folder().is_dir() else published()


class Collected:
    """Cases with the places where they are written, and the problems found on the way."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self.places: dict[str, Place] = {}
        self.errors: list[SpecError] = []

    def add(self, data: Json, place: Place) -> None:
        """Take a valid case; two of the same id are an error."""
        case = grammar.from_json(data)
        if case.id in self.places:
            first = self.places[case.id]
            self.errors.append(
                SpecError(
                    f"the id {case.id} is taken",
                    hint=f"the first is at {first.file}:{first.line}; take the next free number",
                    place=place,
                )
            )
            return
        self.places[case.id] = place
        self.cases.append(case)


def read(paths: Iterable[Path]) -> Collected:
    """Cases of YAML files, NDJSON files and folders of them, with all problems collected."""
    collected = Collected()
    for path in paths:
        files = sorted([*path.glob("*.yaml"), *path.glob("*.ndjson")]) if path.is_dir() else [path]
        for file in files:
            _read_file(file, collected)
    collected.cases.sort(key=lambda case: case.id)
    return collected


def load(paths: Iterable[Path]) -> list[Case]:
    """Cases in the order of their ids. Raises SpecError if anything is wrong with them."""
    collected = read(paths)
    raise_all(collected.errors)
    return collected.cases


def whole() -> list[Case]:
    """The whole suite, to be played: read from cases.ndjson where that is known to be current (see `built`).

    Raises SpecError if anything is wrong with it.
    """
    known = built.load(cases_folder(), published())
    return load([suite()]) if known is None else known


def build(found: Iterable[Case]) -> str:
    """The text of cases.ndjson."""
    return "".join(grammar.to_line(case) + "\n" for case in sorted(found, key=lambda case: case.id))


def _read_file(path: Path, collected: Collected) -> None:
    try:
        if path.suffix == ".ndjson":
            _read_lines(path, collected)
        else:
            _read_yaml(path, collected)
    except SpecError as error:
        collected.errors.append(error)


def _shown(path: Path) -> str:
    """A path as messages show it: below the top of the checkout where possible."""
    try:
        return str(path.resolve().relative_to(resources.root()))
    except ValueError:
        return str(path)


def _read_yaml(path: Path, collected: Collected) -> None:
    document = source.read_file(path, _shown(path))
    for problem in schemas.problems(data_of(document), "case", "file"):
        collected.errors.append(_error(problem, document))
    entries = document.get("cases")
    if not isinstance(entries, source.Seq) or _has_errors(collected, document.place.file):
        return
    header = {"format": document["format"], "topic": document["topic"]}
    for entry, place in zip(entries, entries.places, strict=True):
        data = header | data_of(entry)
        found = [_error(problem, entry, data.get("id")) for problem in schemas.problems(data, "case")]
        found = found or _inconsistent(data, entry)
        collected.errors.extend(found)
        for version in [] if found else _versions(data):
            collected.add(version, place)


def _versions(data: Json) -> Iterator[Json]:
    """The case, and the same for each other rule set in which it holds."""
    others = data.pop("also", ())
    yield data
    for ruleset in others:
        yield {**data, "id": f"{data['id']}@{ruleset}", "ruleset": ruleset}


def _has_errors(collected: Collected, file: str) -> bool:
    """Has this file errors so far?"""
    return any(error.file == file for error in collected.errors)


def _read_lines(path: Path, collected: Collected) -> None:
    for number, line in enumerate(_lines(path), 1):
        place = Place(_shown(path), number, 1)
        try:
            data = json.loads(line)
        except ValueError as error:
            collected.errors.append(SpecError(f"not JSON: {error}", hint="one case per line", place=place))
            continue
        found = [
            SpecError(problem.message, place=place, path=schemas.show_path(problem.path))
            for problem in schemas.problems(data, "case")
        ]
        collected.errors.extend(found)
        if not found:
            collected.add(data, place)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except OSError as error:
        hint = "`unospec cases build` writes it" if path.name == PUBLISHED else ""
        raise SpecError(f"cannot be read: {error.strerror}", hint=hint, place=Place(_shown(path))) from None


def data_of(value: source.Value) -> Any:
    """Plain data in the order in which it is written; the word `null` is nothing."""
    if isinstance(value, dict):
        return {key: data_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [data_of(item) for item in value]
    return None if value == "null" else value


def _error(problem: schemas.Problem, root: source.Value, case_id: Any = None) -> SpecError:
    text = f"{case_id}: {problem.message}" if isinstance(case_id, str) else problem.message
    return SpecError(text, place=place_of(root, problem.path), path=schemas.show_path(problem.path))


def place_of(root: source.Value, path: tuple[str | int, ...]) -> Place:
    """The place of the value at a path, or of the nearest one around it."""
    place = root.place if isinstance(root, source.Map | source.Seq) else Place("")
    for part in path:
        if isinstance(root, source.Map) and isinstance(part, str) and part in root:
            place, root = root.value_places[part], root[part]
        elif isinstance(root, source.Seq) and isinstance(part, int) and part < len(root):
            place, root = root.places[part], root[part]
        else:
            break
    return place


def _inconsistent(data: Json, entry: source.Value) -> list[SpecError]:
    """What no schema can say: the seats that a case names have to sit at its table, and only a deal has events."""
    seats = data["setup"]["seats"]
    there = ", ".join(seats)
    found = [
        schemas.Problem(path, f"`{seat}` does not sit at the table ({there})")
        for path, seat in _named_seats(data)
        if seat not in seats
    ]
    if "events" in data.get("dealt", {}) and "deal" not in data["setup"]:
        found.append(schemas.Problem(("dealt", "events"), "nothing happens in a position; only a `deal` has events"))
    return [_error(problem, entry, data["id"]) for problem in found]


def _named_seats(data: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every mention of a seat, with its path."""
    for key in ("dealer", "turn"):
        if key in data["setup"]:
            yield ("setup", key), data["setup"][key]
    for seat in data["setup"].get("hands", {}):
        yield ("setup", "hands", seat), seat
    for index, step in enumerate(data["steps"]):
        for key in ("by", "seat", "target"):
            if key in step["act"]:
                yield ("steps", index, "act", key), step["act"][key]
        yield from _looking(step, ("steps", index))
    yield from _looking(data.get("dealt", {}), ("dealt",))


def _looking(expect: Json, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The seats whose acts and views are expected."""
    for part in ("legal", "views"):
        for seat in expect.get(part, {}):
            if seat != grammar.NOBODY:
                yield (*path, part, seat), seat
