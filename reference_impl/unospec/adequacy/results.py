"""The adequacy of a rule set as a file: figures, and for each mutant what settled it.

The files under `conformance/adequacy/` are committed; `make adequacy` measures anew those that are not current. They
carry the hash of the composed rules and of the cases, so that a stale one is told from a current one without computing
it again; and they are where the next computation looks first for the case that kills a mutant.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from unospec import resources
from unospec.adequacy.bench import of_ruleset
from unospec.adequacy.figures import Figures, Lacking, figures, rule_ids
from unospec.adequacy.hunt import Hunt, Verdict, composed
from unospec.adequacy.mutants import mutants
from unospec.adequacy.proofs import Finding
from unospec.adequacy.shown import shown
from unospec.conformance.cases import Case
from unospec.language import Core
from unospec.language.core import sha256
from unospec.language.sections import LANGUAGES
from unospec.spread import Progress, spread

Prover = Callable[[Core, Core], Finding]
_TRIED = ("options", "patches", "proves", "setup", "steps")  # of a case, what a verdict depends on
_GROUPS = ("killed", "equivalent", "refused")
_WHOLE = ("rules_accepting", "rules_refusing")  # conditions and constants are whole where no mutant survives


@dataclass(frozen=True)
class Result:
    """What came of a rule set with patches. The groups are by the id of the mutant: a case, a proof, a reason."""

    ruleset: str
    patches: tuple[str, ...]
    rules: str  # hash of the composed rule set
    cases: str  # hash of its cases
    figures: Figures
    lacking: Lacking
    killed: dict[str, str]
    equivalent: dict[str, str]
    refused: dict[str, str]
    survivors: tuple[str, ...]
    idle: tuple[str, ...]  # cases that no mutant makes fail

    def to_json(self) -> dict[str, Any]:
        """As the file has it."""
        return {
            "ruleset": self.ruleset,
            "patches": list(self.patches),
            "rules": self.rules,
            "cases": self.cases,
            "figures": self.figures.to_json(),
            "lacking": self.lacking,
            "survivors": list(self.survivors),
            "idle": list(self.idle),
            **{group: dict(sorted(getattr(self, group).items())) for group in _GROUPS},
        }

    @property
    def name(self) -> str:
        """The rule set with its patches, as people say it."""
        return " + ".join([self.ruleset, *self.patches])

    @property
    def incomplete(self) -> list[str]:
        """What a suite that is good enough does not lack: figures may not fall below the whole."""
        return [f"{figure}: {', '.join(what)}" for figure, what in self.lacking.items() if figure in _WHOLE]

    @property
    def current(self) -> tuple[str, str]:
        """What it was computed from."""
        return self.rules, self.cases


def folder() -> Path:
    """Where the files lie."""
    return resources.root() / "conformance" / "adequacy"


def file_for(ruleset: str, patches: Sequence[str] = ()) -> Path:
    """The file of a rule set with patches."""
    name = "+".join([ruleset, *sorted(patches)]).replace("/", "-")
    return folder() / f"{name}.json"


def read(ruleset: str, patches: Sequence[str] = ()) -> Result | None:
    """What was computed last, if anything."""
    file = file_for(ruleset, patches)
    if not file.is_file():
        return None
    data = json.loads(file.read_text("utf-8"))
    groups = {group: data[group] for group in _GROUPS}
    return Result(
        data["ruleset"], tuple(data["patches"]), data["rules"], data["cases"],
        Figures(**data["figures"]), data["lacking"], **groups,
        survivors=tuple(data["survivors"]), idle=tuple(data["idle"]),
    )  # fmt: skip


def write(result: Result) -> Path:
    """Keep a result; returns its file."""
    file = file_for(result.ruleset, result.patches)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(result.to_json(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    return file


def state(ruleset: str, patches: Sequence[str], suite: Sequence[Case]) -> tuple[str, str]:
    """The hashes that a current result has to carry."""
    tried = [
        [case.id, *(case.data.get(part) for part in _TRIED), *([case.dealt] if case.dealt else [])]
        for case in of_ruleset(suite, ruleset, patches)
    ]
    return meaning(composed(ruleset, patches)), sha256(tried)


def meaning(data: Any) -> str:
    """The hash of a composed rule set without its words and sources: what its mutants depend on."""
    return sha256(_bare(data))


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if key not in (*LANGUAGES, "source", "interpretations")}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def compute(
    ruleset: str,
    patches: Sequence[str],
    suite: Sequence[Case],
    prove: Prover | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> tuple[Result, list[Verdict]]:
    """Try every mutant. `prove` is asked whether a survivor can be told from the rules at all.

    Raises ValueError if a case does not hold on the reference.
    """
    before = read(ruleset, patches)
    hunt = Hunt(ruleset, patches, suite, before.killed if before else {})
    verdicts = list(spread(hunt.try_, hunt.edits(), workers, progress))
    if prove is not None:
        known = before.equivalent if before and before.rules == meaning(composed(ruleset, patches)) else {}
        verdicts = list(spread(lambda verdict: _proved(hunt, verdict, prove, known), verdicts, workers))
    idle = _idle(hunt, verdicts, workers, progress)
    fired = frozenset(rule for one in hunt.tried for rule in one.fired)
    measured = rule_ids(composed(ruleset, patches), hunt.fewer)
    rules, cases = state(ruleset, patches, suite)
    result = Result(
        ruleset, tuple(patches), rules, cases,
        *figures(measured, verdicts, fired, shown(hunt.tried).of(measured), len(hunt.tried)),
        {v.edit.id: v.by or "" for v in verdicts if v.status == "killed"},
        {v.edit.id: v.how or "the same core" for v in verdicts if v.status in ("equivalent", "same")},
        {v.edit.id: v.how for v in verdicts if v.status == "refused"},
        tuple(v.edit.id for v in verdicts if v.status == "survived"),
        idle,
    )  # fmt: skip
    return result, verdicts


def _idle(hunt: Hunt, verdicts: Sequence[Verdict], workers: int | None, progress: Progress | None) -> tuple[str, ...]:
    """The cases that no mutant makes fail."""
    killers = {verdict.by for verdict in verdicts}
    edits = hunt.all_edits()
    left = [one for one in hunt.tried if one.case.id not in killers]
    found = spread(lambda one: hunt.contribution(one, edits), left, workers, progress)
    return tuple(one.case.id for one, edit in zip(left, found, strict=True) if edit is None)


def _proved(hunt: Hunt, verdict: Verdict, prove: Prover, known: dict[str, str]) -> Verdict:
    """A survivor that small games do not tell from the rules is equivalent.

    They are played with the default options, or, if those leave no difference, with the first options of a case
    that do: under all of them no case has noticed the mutant.
    """
    if verdict.status != "survived":
        return verdict
    if verdict.edit.id in known:
        return replace(verdict, status="equivalent", how=known[verdict.edit.id])
    found = prove(*next(hunt.pairs(verdict.edit)))
    return replace(verdict, status="equivalent" if found.equivalent else "survived", how=found.how)


def sample(result: Result, suite: Sequence[Case], every: int) -> list[str]:
    """Every so many-th mutant that was killed is tried again on the case that killed it; what is wrong, a line each."""
    edits = {edit.id: edit for edit in mutants(composed(result.ruleset, result.patches))}
    cases = {case.id: case for case in suite}
    wrong = []
    for number, (name, killer) in enumerate(result.killed.items()):
        if number % every:
            continue
        if name not in edits or killer not in cases:
            wrong.append(f"{result.name}: no longer there: {name if name not in edits else killer}")
        elif Hunt(result.ruleset, result.patches, [cases[killer]]).try_(edits[name]).status != "killed":
            wrong.append(f"{result.name}: {killer} does not fail any more on: {name}")
    return wrong
