"""A run: which cases are asked, what came of each, and the exit code. Everything goes into one stream.

Exit codes: 0 all claims hold, 1 a claim fails or a known failure passes, 2 trouble with the adapter,
3 usage, 4 a fault of the suite.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from unospec import __version__
from unospec.conformance.authoring import build
from unospec.conformance.cases import Case, Json
from unospec.conformance.claims import reason_not_to_ask
from unospec.conformance.faults import Fault, Severity
from unospec.conformance.implementation import (
    AdapterTrouble,
    Answered,
    Declined,
    Failed,
    Hello,
    Implementation,
)
from unospec.conformance.matching import Sight, judge
from unospec.conformance.rulesets import core_of
from unospec.conformance.smoke import smoke

HELD = ("pass", "info", "known_failure", "not_claimed", "skipped", "lenient")
_OF_LEVEL = {"must": "fail", "should": "lenient", "may": "info", "info": "info"}


@dataclass
class Run:
    """One run of some cases against one implementation."""

    implementation: Implementation
    cases: list[Case]
    known: dict[str, Json] = field(default_factory=dict)
    replay: str = "unospec run"
    with_smoke: bool = True
    trace: bool = False
    progress: Callable[[int, int], None] = lambda done, total: None

    def stream(self) -> Iterator[Json]:
        """The lines of the run stream: header, cases, end (schemas/run.schema.json)."""
        counts: Counter[str] = Counter()
        departed: dict[str, None] = {}
        faults: list[Fault] = []
        try:
            hello = self.implementation.hello()
        except AdapterTrouble as trouble:
            yield self._header(None)
            yield _end(counts, [], [trouble.fault], 2)
            return
        yield self._header(hello)
        found = smoke(self.implementation, hello) if self.with_smoke else None
        if found is not None:
            faults.append(found)
        lost: Fault | None = found
        for number, case in enumerate(self.cases):
            if lost is not None:
                line = self._line(case, "not_run", reason=lost.kind.message)
            else:
                try:
                    line = self._case(case, hello)
                except AdapterTrouble as trouble:
                    lost = trouble.fault
                    faults.append(lost)
                    line = self._line(case, "not_run", reason=lost.kind.message)
            counts[line["status"]] += 1
            if line["status"] in ("fail", "known_failure") and "rule" in line:
                departed.setdefault(line.get("known", {}).get("breaks", line["rule"]["id"]))
            self.progress(number + 1, len(self.cases))
            yield line
        faults += self.implementation.close()
        yield _end(counts, sorted(departed), faults, exit_code(counts, faults))

    # ---------------------------------------------------------------- one case

    def _case(self, case: Case, hello: Hello) -> Json:
        not_asked = reason_not_to_ask(case, hello)
        if not_asked:
            return self._line(case, not_asked[0], reason=not_asked[1])
        core = core_of(case.ruleset, case.data.get("patches", []), case.options)
        request: Json = {
            "ruleset": case.ruleset,
            "patches": [name for name, _ in case.patches],
            "options": dict(core.options),
            "setup": case.setup,
            "acts": case.acts,
            "want": case.wants,
        }
        answer = self.implementation.ask(request)
        match answer:
            case Declined(reason, detail):
                return self._line(case, "skipped", reason=f"{reason}: {detail}" if detail else reason)
            case Failed(fault):
                return self._failed(case, fault)
            case Answered(steps, fired):
                return self._judged(case, steps, fired, Sight.of(hello.observes))

    def _failed(self, case: Case, fault: Fault) -> Json:
        status = fault.kind.severity.value
        if case.id in self.known and fault.kind.severity is not Severity.PROTOCOL:
            return self._line(
                case, "known_failure", fault=fault.to_json(), known=self.known[case.id], rule=_rule(case)
            )
        return self._line(case, status, fault=fault.to_json(), rule=_rule(case))

    def _judged(
        self, case: Case, steps: tuple[Json, ...], fired: frozenset[str] | None, sight: Sight
    ) -> Json:
        judgement = judge(case, steps, sight)
        extra: Json = {"checked": judgement.checked, "unobserved": judgement.unobserved}
        if self.trace:
            extra["trace"] = {"setup": case.setup, "steps": _trace(case, steps)}
        if judgement.good:
            return self._good(case, fired, extra)
        extra |= {"at": judgement.at, "differs": [d.to_json() for d in judgement.differs], "rule": _rule(case)}
        if case.id in self.known:
            return self._line(case, "known_failure", known=self.known[case.id], **extra)
        return self._line(case, _OF_LEVEL[case.level], **extra)

    def _good(self, case: Case, fired: frozenset[str] | None, extra: Json) -> Json:
        if case.id in self.known:
            return self._line(case, "unexpected_pass", known=self.known[case.id], **extra)
        silent = sorted(set(case.proves) - fired) if fired is not None else []
        if silent:
            reason = f"it says that it proves {', '.join(silent)}, but never comes to it"
            return self._line(case, "suite_bug", reason=reason, **extra)
        return self._line(case, "pass", **extra)

    # ---------------------------------------------------------------- lines

    def _line(self, case: Case, status: str, **more: Any) -> Json:
        line: Json = {
            "case": case.id,
            "topic": case.topic,
            "title": case.title,
            "ruleset": case.ruleset,
            "patches": case.data.get("patches", []),
            "options": case.options,
            "proves": list(case.proves),
            "level": case.level,
            "status": status,
        }
        return line | more

    def _header(self, hello: Hello | None) -> Json:
        text = build(self.cases)
        return {
            "run": 1,
            "suite": {"cases": len(self.cases), "sha256": hashlib.sha256(text.encode()).hexdigest()},
            "runner": __version__,
            "impl": hello.impl if hello else {"name": "unknown"},
            "claims": hello.claims_json if hello else [],
            "lacks": sorted(hello.lacks) if hello else [],
            "observes": list(hello.observes) if hello else [],
            "replay": self.replay,
        }


def exit_code(counts: Counter[str], faults: list[Fault]) -> int:
    """What a run comes to."""
    if counts["suite_bug"]:
        return 4
    if counts["not_run"] or counts["protocol"] or faults:
        return 2
    return 1 if any(n for status, n in counts.items() if status not in HELD) else 0


def _end(counts: Counter[str], departed: list[str], faults: list[Fault], code: int) -> Json:
    return {
        "end": {
            "counts": dict(sorted(counts.items())),
            "exit": code,
            "rules_departed_from": departed,
            "faults": [f.to_json() for f in faults],
        }
    }


def _rule(case: Case) -> Json:
    """The rule that a case is for, with its sentences."""
    core = core_of(case.ruleset, case.data.get("patches", []), case.options)
    section, _, name = case.rule.partition(".")
    entry = core.data.get(section, {})
    entry = entry.get(name, {}) if name else entry
    out: Json = {"id": case.rule}
    return out | {lang: entry[lang] for lang in ("en", "zh") if isinstance(entry, dict) and lang in entry}


def _trace(case: Case, steps: tuple[Json, ...]) -> list[Json]:
    return [
        {"act": step.act, "expected": step.expect, "got": got}
        for step, got in zip(case.steps, steps, strict=True)
    ]


