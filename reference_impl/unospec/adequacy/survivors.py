"""Mutants that neither a case nor a proof has settled: `conformance/survivors.yaml`, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unospec import resources
from unospec.adequacy.results import Result
from unospec.language import source
from unospec.language.errors import Place, SpecError


@dataclass(frozen=True)
class Survivor:
    """An entry: the rule set with patches, the mutant, and why nothing has to tell it from the rules."""

    ruleset: str
    patches: tuple[str, ...]
    mutant: str
    why: str
    place: Place


def survivors_file() -> Path:
    """Where the list lies."""
    return resources.root() / "conformance" / "survivors.yaml"


def read(path: Path | None = None) -> list[Survivor]:
    """The entries. Raises SpecError for anything that has not the form of one."""
    file = path or survivors_file()
    if not file.is_file():
        return []
    document = source.read_file(file, file.name)
    entries = document.get("survivors")
    if not isinstance(entries, source.Seq):
        raise SpecError("`survivors` is a list", place=document.place)
    return [_entry(entry, place) for entry, place in zip(entries, entries.places, strict=True)]


def _entry(entry: Any, place: Place) -> Survivor:
    if not isinstance(entry, source.Map):
        raise SpecError("a survivor is a map: ruleset, mutant, why", place=place)
    missing = [key for key in ("ruleset", "mutant", "why") if not isinstance(entry.get(key), str)]
    unknown = [key for key in entry if key not in ("ruleset", "patches", "mutant", "why")]
    if missing or unknown:
        said = f"`{missing[0]}` is missing" if missing else f"there is no `{unknown[0]}` in a survivor"
        raise SpecError(said, hint="write ruleset, patches (if any), mutant, why", place=place)
    patches = entry.get("patches")
    chosen = tuple(str(patch) for patch in patches) if isinstance(patches, source.Seq) else ()
    return Survivor(str(entry["ruleset"]), chosen, str(entry["mutant"]), str(entry["why"]), place)


def problems(entries: Iterable[Survivor], results: Iterable[Result]) -> list[SpecError]:
    """Survivors that are not listed, and entries of what does not survive (any more)."""
    listed = {(entry.ruleset, entry.patches, entry.mutant): entry for entry in entries}
    surviving = {(r.ruleset, r.patches, mutant): r for r in results for mutant in r.survivors}
    unlisted = [
        SpecError(f"{_name(key)}: a mutant survives: {key[2]}", hint="write a case that fails on it")
        for key in surviving
        if key not in listed
    ]
    stale = [
        SpecError("this mutant does not survive", hint="take the entry out", place=entry.place)
        for key, entry in listed.items()
        if key not in surviving
    ]
    return unlisted + stale


def _name(key: tuple[str, tuple[str, ...], str]) -> str:
    return " + ".join([key[0], *key[1]])
