"""The hunt: each mutant is played through the cases until one fails.

A mutant that no case notices, but that the static checker refuses, could never be published: it is `refused`. One
whose cores are the same as before under every choice of options that the cases make, and under the default, is `same`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from unospec.adequacy.bench import Tried, of_ruleset, tried
from unospec.adequacy.edits import Edit
from unospec.adequacy.mutants import mutants
from unospec.conformance.cases import Case
from unospec.engine.machine import forget_machines
from unospec.language import Core, SpecError, compose, plan, resolve
from unospec.language.check import check
from unospec.language.resolve import default_library
from unospec.language.source import plain

Status = Literal["killed", "survived", "equivalent", "refused", "same"]
SECONDS_PER_CASE = 5  # a mutant that takes longer goes round in circles


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant. `by` is the case that killed it, `how` what differed or why it was refused."""

    edit: Edit
    status: Status
    by: str | None = None
    how: str = ""


def composed(ruleset: str, patches: Sequence[str] = ()) -> dict[str, Any]:
    """A rule set with patches as plain data, options not folded."""
    done = compose.compose(plan.make(default_library(), ruleset, [_named(p) for p in patches]))
    data: dict[str, Any] = plain(done.root)
    return data


def _named(patch: str) -> Any:
    from unospec.language.document import Reference
    from unospec.language.errors import Place

    return Reference(patch, Place(""))


class Hunt:
    """Everything that is needed to try a mutant of one rule set with patches."""

    def __init__(
        self, ruleset: str, patches: Sequence[str], suite: Sequence[Case], hints: Mapping[str, str] | None = None
    ) -> None:
        self.ruleset, self.patches = ruleset, tuple(patches)
        self.tried = tried(of_ruleset(suite, ruleset, patches))
        self.hints = dict(hints or {})
        self.cores: dict[str, Core] = {"": resolve(ruleset, list(patches), check=False)}
        for one in self.tried:
            if one.options not in self.cores:
                self.cores[one.options] = self._core(one)

    @property
    def fewer(self) -> list[dict[str, Any]]:
        """The composed rule set with one patch less, for each of them."""
        return [composed(self.ruleset, [p for p in self.patches if p != patch]) for patch in self.patches]

    def edits(self) -> list[Edit]:
        """The mutants of the rule set; with patches, those that one patch less does not have."""
        known = {(edit.id, repr(edit.new)) for data in self.fewer for edit in mutants(data)}
        return [edit for edit in self.all_edits() if (edit.id, repr(edit.new)) not in known]

    def all_edits(self) -> list[Edit]:
        """The mutants of everything that holds, whoever brought it."""
        return list(mutants(composed(self.ruleset, self.patches)))

    def _core(self, one: Tried | None, edit: Edit | None = None) -> Core:
        """The rules of a case, or of the default options, with an edit made."""
        patches: Any = one.case.patches if one else self.patches
        options = one.case.options if one else {}
        return resolve(
            self.ruleset, list(patches), options, check=False, amend=edit.apply if edit else None
        )

    # ---------------------------------------------------------------- one mutant

    def try_(self, edit: Edit) -> Verdict:
        """Play the mutant until a case fails."""
        forget_machines()
        try:
            usual = self._core(None, edit)
        except SpecError as error:
            return Verdict(edit, "refused", how=_first_line(error))
        changed = usual.hash != self.cores[""].hash
        cores: dict[str, Core | None] = {}
        for one in self._in_order(edit):
            if one.options not in cores:
                cores[one.options] = self._changed(one, edit)
            core = cores[one.options]
            if core is None:
                continue
            changed = True
            noticed = self._noticed(one, core)
            if noticed is not None:
                return Verdict(edit, "killed", one.case.id, noticed)
        if not changed:
            return Verdict(edit, "same")
        problems = check(usual)  # last: a case that fails says more than a checker that refuses
        if problems:
            return Verdict(edit, "refused", how=_first_line(problems[0]))
        return Verdict(edit, "survived")

    def pairs(self, edit: Edit) -> Iterator[tuple[Core, Core]]:
        """The rules as they are and as the edit makes them, for each choice of options that tells them apart."""
        usual = self._core(None, edit)
        if usual.hash != self.cores[""].hash:
            yield self.cores[""], usual
        seen = {""}
        for one in self.tried:
            if one.options not in seen:
                seen.add(one.options)
                core = self._changed(one, edit)
                if core is not None:
                    yield self.cores[one.options], core

    def _changed(self, one: Tried, edit: Edit) -> Core | None:
        """The rules of a case with the edit; None if that makes no difference to them."""
        try:
            core = self._core(one, edit)
        except SpecError:
            return None  # under these options the edit has no meaning; the usual ones decide
        return None if core.hash == self.cores[one.options].hash else core

    def _in_order(self, edit: Edit) -> list[Tried]:
        """The case that killed it last time, then those that prove the rule, then those in which it takes part."""
        hint = self.hints.get(edit.id)

        def order(one: Tried) -> int:
            if one.case.id == hint:
                return 0
            return 1 if edit.rule in one.case.proves else 2 if edit.rule in one.fired else 3

        return sorted(self.tried, key=order)

    # ---------------------------------------------------------------- one case

    def contribution(self, one: Tried, edits: Sequence[Edit]) -> str | None:
        """The id of a mutant on which a case fails: of the rules that it proves first, then of those it uses."""
        near = [edit for edit in edits if edit.rule in one.fired or edit.rule in one.case.proves]
        near.sort(key=lambda edit: edit.rule not in one.case.proves)
        for edit in near:
            core = self._changed(one, edit)
            if core is not None and self._noticed(one, core) is not None:
                return edit.id
        return None

    def _noticed(self, one: Tried, core: Core) -> str | None:
        with _alarm(SECONDS_PER_CASE):
            return one.notices(core)


def _first_line(error: SpecError) -> str:
    return (str(error).splitlines() or ["refused"])[0]


class _alarm:
    """Interrupts what takes too long, where the system can (only the main thread of a process has alarms)."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def _ring(*_: object) -> None:
        raise TimeoutError("it does not come to an end")
