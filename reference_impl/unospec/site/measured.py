"""How good the suite is, as far as it was measured: the results that are kept, and what else tests the suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from unospec.adequacy import fake_files, results, survivors
from unospec.adequacy.results import Result
from unospec.adequacy.targets import targets
from unospec.conformance import authoring
from unospec.language import Library


@dataclass(frozen=True)
class Row:
    """A rule set with patches. result: None if nothing is kept; current: computed from these rules and cases."""

    ruleset: str
    patches: tuple[str, ...]
    result: Result | None
    current: bool

    @property
    def anchor(self) -> str:
        """Where it stands on the page."""
        return anchor(self.ruleset, self.patches)


@dataclass(frozen=True)
class Measured:
    """What the page shows.

    rows: in the order of the targets; reasons: why a mutant may survive, by language; fakes, fakes_seen: how many
    there are, and how many of them were met elsewhere; reported: the cases of each reported fault; left_out: faults
    that no case can show, each with its reason.
    """

    rows: tuple[Row, ...] = ()
    reasons: Mapping[tuple[str, tuple[str, ...], str], Mapping[str, str]] = field(default_factory=dict)
    fakes: int = 0
    fakes_seen: int = 0
    reported: Mapping[str, Sequence[str]] = field(default_factory=dict)
    left_out: Sequence[Mapping[str, Any]] = ()

    def kept(self) -> list[Result]:
        """The results that there are."""
        return [row.result for row in self.rows if row.result]


def anchor(ruleset: str, patches: Sequence[str] = ()) -> str:
    """The anchor of a rule set with patches."""
    return "+".join([ruleset, *patches])


def measured(root: Path, library: Library) -> Measured:
    """Read everything; nothing is computed. Raises SpecError if a case, fake or survivor is not well formed."""
    suite = authoring.whole()
    rows = []
    for ruleset, patches in targets(library):
        result = results.read(ruleset, patches)
        current = result is not None and result.current == results.state(ruleset, patches, suite)
        rows.append(Row(ruleset, patches, result, current))
    fakes = fake_files.read([fake_files.folder()])
    reported = _reported(root / "conformance" / "reported.yaml")
    return Measured(
        rows=tuple(rows),
        reasons={(one.ruleset, one.patches, one.mutant): one.reason for one in survivors.read()},
        fakes=len(fakes),
        fakes_seen=sum(bool(fake.seen_in) for fake in fakes),
        reported=reported.get("covered", {}),
        left_out=reported.get("not_executable", []),
    )


def _reported(path: Path) -> Mapping[str, Any]:
    """The public reports, {} without the file."""
    if not path.is_file():
        return {}
    found: Mapping[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found
