"""The quality of the cases: each comes to what it proves, says it in both languages, is no copy of another, makes
some mutant fail, can be reached from a deal or says why not, and keeps its id for ever."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from unospec import resources
from unospec.adequacy import results
from unospec.conformance import from_deal
from unospec.conformance.cases import Case, Json
from unospec.conformance.reference import Reference
from unospec.conformance.report import Report
from unospec.conformance.runner import Run
from unospec.conformance.ways.build import other_rules

EXAMPLE = "example"  # the flag of a case that is there to be read
_FIXED = ("ruleset", "patches", "options", "setup")  # of a published case, with its acts; expectations may be mended


def problems(
    cases: Sequence[Case], published: Mapping[str, Json] | None = None, ways: from_deal.Ways | None = None
) -> Iterator[str]:
    """What is wrong, a line each. `published`: cases of the last release by id, where there is one. `ways`: those to
    their positions, where such are kept."""
    yield from unproved(cases)
    yield from one_language(cases)
    yield from copies(cases)
    yield from idle(cases)
    if ways is not None:
        yield from unreachable(cases, ways)
    if published is not None:
        yield from moved(cases, published)


def unproved(cases: Sequence[Case]) -> Iterator[str]:
    """Cases that never come to a rule that they say they prove."""
    report = Report.of(Run(Reference(), cases, with_smoke=False).stream())
    for line in report.lines:
        if line["status"] == "suite_bug":
            yield f"{line['case']}: {line['reason']}"


def one_language(cases: Iterable[Case]) -> Iterator[str]:
    """Titles that the Chinese pages would have to leave in English."""
    for case in cases:
        if "zh" not in case.title:
            yield f"{case.id}: the title has no `zh`"


def copies(cases: Iterable[Case]) -> Iterator[str]:
    """Cases that ask the same as an earlier one under the same rules, and look at nothing else in the answer."""
    first: dict[str, Case] = {}
    for case in cases:
        key = json.dumps([case.data.get(part) for part in _FIXED] + [case.acts], sort_keys=True)
        earlier = first.setdefault(key, case)
        if earlier is not case and _looks(case) <= _looks(earlier):
            yield f"{case.id}: {earlier.id} asks the same"


def _looks(case: Case) -> set[str]:
    """The parts of answers that a case looks at."""
    return {*case.wants, *(f"dealt.{part}" for part in case.wants_dealt)}


def idle(cases: Iterable[Case]) -> Iterator[str]:
    """Cases that no mutant makes fail, by the results that are kept, unless they are marked as examples."""
    found: set[str] = set()
    for file in sorted(results.folder().glob("*.json")):
        found.update(json.loads(file.read_text("utf-8"))["idle"])
    for case in cases:
        if case.id in found and EXAMPLE not in case.data.get("flags", ()):
            yield f"{case.id}: no mutant of the rules makes it fail; mark it with the flag `{EXAMPLE}` or take it out"


def unreachable(cases: Sequence[Case], ways: from_deal.Ways) -> Iterator[str]:
    """Cases whose position has neither a way from a deal nor a reason why there is none, or one of other days."""
    stale = {case.id: f"{case.id}: it {what}" for case, what in from_deal.outdated(cases, ways)}
    for case in other_rules([case for case in cases if case.id not in stale], ways):
        stale[case.id] = f"{case.id}: its rules have changed since a way to it was looked for"
    for case in cases:
        if case.id in stale:
            yield f"{stale[case.id]}; `unospec cases build` looks for one"
        elif from_deal.SYNTHETIC in case.data and ways.witness(case.id) is not None:
            yield f"{case.id}: it is said to be synthetic, but a deal leads to its position"


def moved(cases: Iterable[Case], published: Mapping[str, Json]) -> Iterator[str]:
    """Ids that are gone, or that mean another case than in the last release."""
    now = {case.id: case.data for case in cases}
    for name, old in published.items():
        if name not in now:
            yield f"{name}: the id was published and is gone; ids are permanent"
        elif _asked(now[name]) != _asked(old):
            yield f"{name}: the id was published for another case; take a new one"


def _asked(case: Json) -> list[Any]:
    return [case.get(part) for part in _FIXED] + [step["act"] for step in case["steps"]]


def released() -> dict[str, Json] | None:
    """The cases of the last tag, by id; None without git, or before the first release."""
    tag = _git("describe", "--tags", "--abbrev=0")
    text = tag and _git("show", f"{tag.strip()}:conformance/cases.ndjson")
    if not text:
        return None
    return {case["id"]: case for case in map(json.loads, text.splitlines())}


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(["git", *words], cwd=resources.root(), capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout
