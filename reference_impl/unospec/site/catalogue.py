"""Everything that the generated pages show, read and computed once per build."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from unospec.language import Core, Document, Library, SpecError, resolve
from unospec.language.errors import each
from unospec.language.sections import RULE_MAPS, SINGLE_RULES
from unospec.language.tournament import Tournament, tournament
from unospec.rulebook import Sheet, sheet
from unospec.rulebook import catalogue as decisions
from unospec.rulebook.compare import Comparison, compare
from unospec.site.measured import Measured, measured

Json = Mapping[str, Any]
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is ten times as fast


@dataclass(frozen=True)
class Entry:
    """A rule set, or a patch as it reads on a rule set.

    on: the id of that rule set; base: what it is compared with, None for a rule set that stands for itself.
    A patch that fits no rule set by itself has neither core nor sheet but a problem.
    """

    document: Document
    page: str
    on: str
    core: Core | None = None
    base: Core | None = None
    sheet: Sheet | None = None
    problem: str = ""

    @property
    def id(self) -> str:
        """The id of the document."""
        return self.document.id

    def title(self, language: str) -> str:
        """The title of the document."""
        return self.document.title[language]

    def rule_ids(self) -> tuple[str, ...]:
        """All rules of the core."""
        if self.core is None:
            return ()
        single = [name for name in SINGLE_RULES if name in self.core.data]
        return (*single, *(f"{part}.{name}" for part in RULE_MAPS for name in self.core.data[part]))


@dataclass(frozen=True)
class Pair:
    """Two patches on one rule set. verdict: independent, ordered or conflict; clash: the rules that both write."""

    first: str
    second: str
    verdict: str
    clash: tuple[str, ...] = ()


@dataclass
class Catalogue:
    """The content of the generated pages."""

    root: Path
    library: Library
    base: Entry
    rulesets: dict[str, Entry]
    patches: dict[str, Entry]
    cases: list[Json]
    glossary: Json
    sources: Json
    pairs: list[Pair]
    problems: list[str] = field(default_factory=list)

    def entries(self) -> list[Entry]:
        """All rule sets and patches."""
        return [*self.rulesets.values(), *self.patches.values()]

    def entries_of(self, case: Json) -> list[Entry]:
        """Where the rules of a case are shown: the patches that it plays with, or its rule set."""
        patches = [self.patches[patch] for patch in patch_ids(case) if patch in self.patches]
        shown = [entry for entry in patches if entry.core and entry.on == case["ruleset"]]
        if shown or case["ruleset"] not in self.rulesets:
            return shown
        return [self.rulesets[case["ruleset"]]]

    def cases_of(self, entry: Entry) -> dict[str, list[Json]]:
        """The cases that prove the rules of an entry, by rule id."""
        found: dict[str, list[Json]] = {}
        for case in self.cases:
            if any(shown is entry for shown in self.entries_of(case)):
                for rule in case.get("proves", ()):
                    found.setdefault(rule, []).append(case)
        return found

    @cached_property
    def measured(self) -> Measured:
        """How good the suite is. What is not well formed is noted in `problems`, and nothing is shown."""
        try:
            return measured(self.root, self.library)
        except SpecError as error:
            self.problems.append(str(error))
            return Measured()

    @cached_property
    def tournaments(self) -> list[Tournament]:
        """The tournaments that fit their rule set; of the others the fault is noted in `problems`."""
        found = []
        for name in self.library.ids("tournament"):
            if self.library.document(name).abstract:
                continue
            try:
                one = tournament(self.library, name)
                one.core(self.library)
                found.append(one)
            except SpecError as error:
                self.problems.append(str(error))
        return found

    @cached_property
    def decisions(self) -> decisions.Catalogue:
        """What rule texts decide differently. A catalogue that is not well formed is noted in `problems`."""
        try:
            return decisions.read(self.root / "spec" / "catalogue")
        except SpecError as error:
            self.problems.append(str(error))
            return decisions.Catalogue({}, ())

    @cached_property
    def differences(self) -> dict[tuple[str, str], Comparison]:
        """Every rule set compared with every other, by their ids, in both directions."""
        cores = {entry.id: entry.core for entry in self.rulesets.values() if entry.core}
        return {(a, b): compare(cores[a], cores[b]) for a in cores for b in cores if a != b}


def patch_ids(case: Json) -> list[str]:
    """The ids of a case's patches, which may stand with options."""
    return [patch if isinstance(patch, str) else next(iter(patch)) for patch in case.get("patches", ())]


def load(root: Path, base_id: str) -> Catalogue:
    """Read the specification under `root`; patches are shown on the rule set `base_id`.

    A document that does not resolve is noted in `problems`, and the rest goes on.
    """
    library = Library.load()
    problems: list[str] = []
    rulesets: dict[str, Entry] = {}
    for name in library.ids("ruleset"):
        if not library.document(name).abstract:
            entry = _ruleset(library, name)
            rulesets[name] = entry
            if entry.problem:
                problems.append(entry.problem)
    patches = {name: _patch(library, name, base_id, list(rulesets)) for name in library.ids("patch")}
    problems += [f"{entry.id}: {entry.problem}" for entry in patches.values() if entry.problem]
    return Catalogue(
        root=root,
        library=library,
        base=rulesets[base_id],
        rulesets={name: rulesets[name] for name in _in_order(library, rulesets, base_id)},
        patches=patches,
        cases=_cases(root / "conformance"),
        glossary=_yaml(root / "spec" / "glossary.yaml", "terms"),
        sources=_yaml(root / "spec" / "sources.yaml", "sources"),
        pairs=_pairs(library, [entry for entry in patches.values() if entry.on == base_id]),
        problems=problems,
    )


def _in_order(library: Library, names: Iterable[str], base_id: str) -> list[str]:
    """The base and its family first; everything after what it extends."""
    family = base_id.partition("/")[0]

    def above(name: str) -> tuple[str, ...]:
        extends = library.document(name).extends
        return (*(above(extends.id) if extends else ()), name)

    def rank(name: str) -> tuple[bool, bool, str, tuple[str, ...]]:
        folder = name.partition("/")[0]
        return name != base_id, folder != family, folder, above(name)

    return sorted(names, key=rank)


def _ruleset(library: Library, name: str) -> Entry:
    document = library.document(name)
    page = f"rulesets/{name}.md"
    try:
        core = resolve(name, library=library)
        above = document.extends
        has_base = above is not None and not library.document(above.id).abstract
        base = resolve(above.id, library=library) if above is not None and has_base else None
    except SpecError as error:
        return Entry(document, page, name, problem=str(error))
    return Entry(document, page, name, core, base, sheet(core, library, base))


def _patch(library: Library, name: str, base_id: str, rulesets: Sequence[str]) -> Entry:
    """The patch on the usual rule set, else on the first that takes it."""
    document = library.document(name)
    page = f"patches/{name}.md"
    problem = ""
    for ruleset in (base_id, *(other for other in rulesets if other != base_id)):
        try:
            core, base = resolve(ruleset, [name], library=library), resolve(ruleset, library=library)
        except SpecError as error:
            problem = problem or str(error)
            continue
        return Entry(document, page, ruleset, core, base, sheet(core, library, base))
    return Entry(document, page, base_id, problem=problem)


def _pairs(library: Library, entries: Sequence[Entry]) -> list[Pair]:
    """Every two patches that fit the usual rule set by themselves, put together in both orders."""
    names = [entry.id for entry in entries if entry.core]
    found = []
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            found.append(_pair(library, entries[0].on, first, second))
    return found


def _pair(library: Library, ruleset: str, first: str, second: str) -> Pair:
    try:
        cores = [resolve(ruleset, order, library=library) for order in ((first, second), (second, first))]
    except SpecError as error:
        return Pair(first, second, "conflict", tuple(dict.fromkeys(one.path for one in each(error) if one.path)))
    named = [
        reference.id
        for patch in (first, second)
        for reference in library.document(patch).after
        if reference.id in (first, second)
    ]
    same = cores[0].hash == cores[1].hash
    return Pair(first, second, "independent" if same and not named else "ordered")


def _cases(folder: Path) -> list[Json]:
    """The built cases; without them the files that they are built from."""
    built = folder / "cases.ndjson"
    if built.is_file():
        lines = built.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    found: list[Json] = []
    for path in sorted((folder / "cases").rglob("*.yaml")):
        loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
        found += [{"topic": loaded["topic"], **case} for case in loaded["cases"]]
    return found


def _yaml(path: Path, key: str) -> Json:
    if not path.is_file():
        return {}
    found: Json = yaml.safe_load(path.read_text(encoding="utf-8"))[key]
    return found
