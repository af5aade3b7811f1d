"""Mutants that neither a case nor a proof has settled: `conformance/survivors.yaml`, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unospec import resources
from unospec.adequacy.results import Result
from unospec.language import source
from unospec.language.errors import Place, SpecError


@dataclass(frozen=True)
class Survivor:
    """An entry: the rule set with patches, the mutant, and why nothing has to tell it from the rules.

    reason: by language; `en` is always there.
    """

    ruleset: str
    patches: tuple[str, ...]
    mutant: str
    reason: Mapping[str, str]
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
        raise SpecError("a survivor is a map: ruleset, mutant, reason", place=place)
    missing = [key for key in ("ruleset", "mutant") if not isinstance(entry.get(key), str)]
    unknown = [key for key in entry if key not in ("ruleset", "patches", "mutant", "reason", "why")]
    if missing or unknown:
        said = f"`{missing[0]}` is missing" if missing else f"there is no `{unknown[0]}` in a survivor"
        raise SpecError(said, hint="write ruleset, patches (if any), mutant, reason", place=place)
    patches = entry.get("patches")
    chosen = tuple(str(patch) for patch in patches) if isinstance(patches, source.Seq) else ()
    return Survivor(str(entry["ruleset"]), chosen, str(entry["mutant"]), _reason(entry, place), place)


def _reason(entry: source.Map, place: Place) -> Mapping[str, str]:
    """`reason: {en, zh}`; or `why`, the reason in English as long as nobody has translated it."""
    why, reason = entry.get("why"), entry.get("reason")
    if isinstance(why, str) and reason is None:
        return {"en": why}
    given = dict(reason) if isinstance(reason, source.Map) and why is None else {}
    if set(given) != {"en", "zh"} or not all(isinstance(said, str) and said.strip() for said in given.values()):
        hint = "write `reason: {en: ..., zh: ...}`, or `why: ...` for a reason in English alone"
        raise SpecError("a survivor has one reason, in both languages", hint=hint, place=place)
    return {language: str(said) for language, said in given.items()}


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
