"""A run: which cases are asked, what came of each, and the sums. Everything goes into one stream.

The stream (schemas/run.schema.json) is a header, a line for each case, and the end; every report is made
from it. Exit codes: 0 all claims hold, 1 a claim fails or a known failure passes, 2 trouble with the adapter,
4 a fault of the suite.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from operator import attrgetter

from unospec import __version__
from unospec.conformance import from_deal
from unospec.conformance.authoring import build
from unospec.conformance.cases import STANDING, Case, Json
from unospec.conformance.claims import not_asked, only_dealt
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import (
    AdapterTrouble,
    Answer,
    Answered,
    Declined,
    Failed,
    Hello,
    Implementation,
)
from unospec.conformance.known import Known
from unospec.conformance.matching import Sight, judge
from unospec.conformance.reference import Reference
from unospec.conformance.report import shown
from unospec.conformance.requests import after_deal, core_of_case, request_for
from unospec.conformance.smoke import smoke
from unospec.conformance.verdict import Broken, Judged, NotRun, Outcome, Skipped, SuiteBug, Tally, Unsteady
from unospec.engine import Malformed, Stuck
from unospec.language import SpecError
from unospec.spread import FEW, spread


def now() -> datetime:
    """The time for the header of a run; nothing is judged by it."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass
class Run:
    """One run of some cases against one implementation."""

    implementation: Implementation
    cases: Sequence[Case]
    known: Mapping[str, Known] = field(default_factory=dict)
    replay: str = "unospec run"  # the command that begins a run of this implementation
    with_smoke: bool = True
    trace: bool = False  # put set-up, acts, and what both sides made of them, into the case lines
    progress: Callable[[int, int], None] = lambda done, total: None
    clock: Callable[[], datetime] = now
    repeat: int = 1  # how often each case is asked
    ways: from_deal.Ways | None = None  # to positions, for those who can only deal; default: what is published
    smoke_cases: Sequence[Case] | None = None  # where the samples of smoke come from; default: the cases
    _traced: Json = field(default_factory=dict)
    _lost: Fault | None = None  # why nothing more can be asked

    def stream(self) -> Iterator[Json]:
        """The lines of the run stream."""
        tally = Tally()
        try:
            hello = self.implementation.hello()
        except AdapterTrouble as trouble:
            tally.faults.append(trouble.fault)
            yield self._header(None)
            yield tally.to_json()
            return
        yield self._header(hello)
        self._lost = self._smoke(hello)
        for number, line in enumerate(self._lines(hello), 1):
            tally.add(line["status"], line.get("rule", {}).get("id"))
            self.progress(number, len(self.cases))
            yield line
        tally.faults += [self._lost] if self._lost is not None else []
        tally.faults += self.implementation.close()
        yield tally.to_json()

    def _lines(self, hello: Hello) -> Iterator[Json]:
        """A line for each case, in their order. Only the reference keeps nothing from case to case."""

        def asked(case: Case) -> Json:
            return self._asked(case, hello)

        if isinstance(self.implementation, Reference):
            return spread(asked, self.cases, together=attrgetter("composed"), few=FEW)
        return map(asked, self.cases)

    def _asked(self, case: Case, hello: Hello) -> Json:
        """The line of a case that is asked now, unless the adapter is lost."""
        began = time.monotonic()
        if self._lost is None:
            try:
                outcome = self._steady(case, hello)
            except AdapterTrouble as trouble:
                self._lost = trouble.fault
        if self._lost is not None:
            outcome = NotRun(self._lost.kind.message)
        return self._line(case, outcome) | {"ms": round((time.monotonic() - began) * 1000)}

    def _smoke(self, hello: Hello) -> Fault | None:
        """What makes a run pointless, if anything does."""
        if not self.with_smoke:
            return None
        samples = [c for c in self.smoke_cases or self.cases if c.id not in self.known]
        try:
            return smoke(self.implementation, hello, samples, self.ways)
        except AdapterTrouble as trouble:
            return trouble.fault

    # -- one case

    def _steady(self, case: Case, hello: Hello) -> Outcome:
        """What comes of a case, if the same comes of it each time that it is asked."""
        first = self._outcome(case, hello)
        for number in range(2, self.repeat + 1):
            again = self._outcome(case, hello)
            if not _agree(first, again):
                said = [outcome.status(case, None).value for outcome in (first, again)]
                how = f"{said[1]} instead of {said[0]}" if said[0] != said[1] else f"{said[0]}, but not in the same way"
                return Unsteady(f"asked for the {_ordinal(number)} time: {how}")
        return first

    def _outcome(self, case: Case, hello: Hello) -> Outcome:
        """Ask, compare. Raises AdapterTrouble if the adapter is lost for good."""
        self._traced = {}
        try:
            unasked = not_asked(case, hello, self.ways)
            if unasked is not None:
                return unasked
            request = self._request(case, hello)
            answer = self.implementation.ask(request)
            if self.trace:
                self._traced = _trace(case, request, answer)
        except (SpecError, Malformed, Stuck) as error:
            return SuiteBug(str(error))
        match answer:
            case Declined(reason, detail):
                return Skipped(f"{reason}: {detail}" if detail else reason)
            case Failed(fault):
                return Broken(fault)
            case Answered(steps, fired):
                ahead = len(steps) - len(case.acts)
                refused = next((n for n, step in enumerate(steps[:ahead]) if not step["ok"]), None)
                if refused is not None:
                    return Skipped(f"on the way to the position it refuses {shown(request['acts'][refused])}")
                judged = judge(case, _from_there(answer, ahead), Sight.of(hello.observes))
                if judged.good and not judged.checked:
                    return Skipped("it shows nothing of what the case looks at")
                silent = set() if fired is None else set(case.proves) - fired
                if judged.good and silent:
                    return SuiteBug(
                        f"it says that it proves {', '.join(sorted(silent))}, but never comes to it"
                    )
                return Judged(judged)

    def _request(self, case: Case, hello: Hello) -> Json:
        """What is asked: the case, for those who can only deal with a way to its position."""
        request = request_for(case)
        way = from_deal.way(case, self.ways) if only_dealt(case, hello) else ""
        return request if isinstance(way, str) else after_deal(case, request, way)

    # -- lines

    def _line(self, case: Case, outcome: Outcome) -> Json:
        known = self.known.get(case.id)
        status = outcome.status(case, known)
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
            **outcome.fields(),
        }
        if isinstance(outcome, Judged | Broken):
            line["rule"] = _rule(case, known.breaks if known else case.rule)
            if known:
                line["known"] = known.to_json()
        if self._traced:
            line["trace"], self._traced = self._traced, {}
        return line

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
            "started": self.clock().isoformat(),
        }


def _rule(case: Case, rule: str) -> Json:
    """The rule that a case is about, with its sentences as far as it has any."""
    section, _, name = rule.partition(".")
    entry = core_of_case(case).data.get(section, {})
    if name and isinstance(entry, dict):
        entry = entry.get(name, {})
    texts = {lang: entry[lang] for lang in ("en", "zh") if lang in entry} if isinstance(entry, dict) else {}
    return {"id": rule, **{lang: text for lang, text in texts.items() if isinstance(text, str)}}


def _from_there(answer: Answered, ahead: int) -> Answered:
    """The answer without the acts that lead to the position; the last of them shows it before the first act."""
    if not ahead:
        return answer
    there = {part: seen for part, seen in answer.steps[ahead - 1].items() if part in STANDING}
    return replace(answer, steps=answer.steps[ahead:], dealt=there)


def _agree(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes of a case are the same; what a fault leaves on standard error does not count."""
    if isinstance(one, Broken) and isinstance(other, Broken):
        return one.fault.kind is other.fault.kind
    return one == other


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def _trace(case: Case, request: Json, answer: Answer) -> Json:
    """The case in full, beside what the implementation and the reference made of it; `way`: the acts before it."""
    got = answer.steps if isinstance(answer, Answered) else ()
    less = {"want": ["ok", "why", "rule", "events"]} | ({"dealt": ["events"]} if "dealt" in request else {})
    right = Reference().ask(request | less)
    reference = right.steps if isinstance(right, Answered) else ()
    ahead = len(request["acts"]) - len(case.acts)
    dealt: Json = {"expected": case.dealt} if case.dealt else {}
    for side, said in (("got", answer), ("reference", right)) if dealt else ():
        seen = _from_there(said, ahead).dealt if isinstance(said, Answered) else None
        dealt |= {side: seen} if seen else {}
    way = [{"act": act, **({"got": got[i]} if i < len(got) else {})} for i, act in enumerate(request["acts"][:ahead])]
    steps = []
    for i, step in enumerate(case.steps, ahead):
        line: Json = {"act": step.act, "expected": step.expect}
        line |= {"got": got[i]} if i < len(got) else {}
        line |= {"reference": reference[i]} if i < len(reference) else {}
        steps.append(line)
    before = {key: value for key, value in (("way", way), ("dealt", dealt)) if value}
    return {"setup": request["setup"], **before, "steps": steps}
