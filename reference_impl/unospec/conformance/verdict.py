"""What came of a case. Each outcome knows its status, so nobody asks what it is.

An outcome is what happened; the status also depends on the level of the case and on what was known before.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias

from unospec.conformance.cases import Case, Json
from unospec.conformance.faults import Fault, Severity
from unospec.conformance.known import Known
from unospec.conformance.matching import Judgement


class Status(StrEnum):
    """Every status that a case may have in a report."""

    PASS = "pass"
    FAIL = "fail"
    LENIENT = "lenient"  # a `should` case differs
    INFO = "info"  # a `may` case differs, or the case only informs
    CRASH = "crash"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    UNSTEADY = "unsteady"  # the same case came out differently when it was asked again
    KNOWN_FAILURE = "known_failure"
    UNEXPECTED_PASS = "unexpected_pass"
    NOT_CLAIMED = "not_claimed"
    SKIPPED = "skipped"
    NOT_RUN = "not_run"
    SUITE_BUG = "suite_bug"


# What makes a claim fail; what says that the implementation departs from a rule; what was judged at all.
FAILING = frozenset({Status.FAIL, Status.CRASH, Status.TIMEOUT, Status.UNSTEADY, Status.UNEXPECTED_PASS})
DEPARTING = frozenset({Status.FAIL, Status.CRASH, Status.TIMEOUT, Status.KNOWN_FAILURE})
UNJUDGED = frozenset({Status.NOT_CLAIMED, Status.SKIPPED, Status.NOT_RUN})

_GOOD = {"must": Status.PASS, "should": Status.PASS, "may": Status.PASS, "info": Status.INFO}
_DIFFERENT = {"must": Status.FAIL, "should": Status.LENIENT, "may": Status.INFO, "info": Status.INFO}
_BROKEN = {
    Severity.CRASH: Status.CRASH,
    Severity.TIMEOUT: Status.TIMEOUT,
    Severity.PROTOCOL: Status.PROTOCOL,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """The implementation answered, and was compared with what the case expects."""

    judgement: Judgement

    def status(self, case: Case, known: Known | None) -> Status:
        """Good or different, by the level of the case; a known failure has to differ."""
        if self.judgement.good:
            return Status.UNEXPECTED_PASS if known else _GOOD[case.level]
        return Status.KNOWN_FAILURE if known else _DIFFERENT[case.level]

    def fields(self) -> Json:
        """What the case line says of it."""
        judged = self.judgement
        out: Json = {"checked": judged.checked, "unobserved": judged.unobserved}
        if judged.at is not None:
            out |= {"at": judged.at, "differs": [d.to_json() for d in judged.differs]}
        return out


@dataclass(frozen=True, slots=True)
class Broken:
    """There was no answer, because of a fault."""

    fault: Fault

    def status(self, case: Case, known: Known | None) -> Status:
        """A crash may be known; a breach of the protocol is nothing to get used to."""
        if known and self.fault.kind.severity is not Severity.PROTOCOL:
            return Status.KNOWN_FAILURE
        return _BROKEN[self.fault.kind.severity]

    def fields(self) -> Json:
        """What the case line says of it."""
        return {"fault": self.fault.to_json()}


@dataclass(frozen=True, slots=True)
class _Unjudged:
    """A case that was not judged, for a reason."""

    reason: str
    fixed: ClassVar[Status]

    def status(self, case: Case, known: Known | None) -> Status:
        """Always the same."""
        return self.fixed

    def fields(self) -> Json:
        """What the case line says of it."""
        return {"reason": self.reason}


class NotClaimed(_Unjudged):
    """The implementation does not claim these rules."""

    fixed = Status.NOT_CLAIMED


class Skipped(_Unjudged):
    """The implementation lacks something that the case needs."""

    fixed = Status.SKIPPED


class NotRun(_Unjudged):
    """The adapter was lost before this case."""

    fixed = Status.NOT_RUN


class SuiteBug(_Unjudged):
    """The case itself is wrong."""

    fixed = Status.SUITE_BUG


class Unsteady(_Unjudged):
    """Asked again, the case came out differently."""

    fixed = Status.UNSTEADY


Outcome: TypeAlias = Judged | Broken | Unsteady | NotClaimed | Skipped | NotRun | SuiteBug


@dataclass
class Tally:
    """The sums of a run, and the exit code that follows from them."""

    counts: dict[Status, int] = field(default_factory=dict)
    departed: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    def add(self, status: Status, rule: str | None) -> None:
        """Count a case; `rule` is the one that it departs from."""
        self.counts[status] = self.counts.get(status, 0) + 1
        if status in DEPARTING and rule:
            self.departed.add(rule)

    @property
    def exit_code(self) -> int:
        """0 all claims hold, 1 a claim fails, 2 trouble with the adapter, 4 a fault of the suite.

        A run that judged nothing shows nothing, and counts as trouble.
        """
        there = set(self.counts)
        if Status.SUITE_BUG in there:
            return 4
        if self.faults or there & {Status.PROTOCOL, Status.NOT_RUN} or there <= UNJUDGED:
            return 2
        return 1 if there & FAILING else 0

    def to_json(self) -> Json:
        """The last line of the run stream."""
        return {
            "end": {
                "counts": {status.value: self.counts[status] for status in sorted(self.counts)},
                "exit": self.exit_code,
                "rules_departed_from": sorted(self.departed),
                "faults": [fault.to_json() for fault in self.faults],
            }
        }
