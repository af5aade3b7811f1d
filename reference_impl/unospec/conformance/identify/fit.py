"""How well a candidate explains answers: it plays each question itself, and the two are compared step by step.

What a candidate's rules do by themselves (`auto`) may be an act of the question, as its case comes from rules under
which somebody has to do it. If the program accepts the act then, that is no difference, as in logs.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from unospec.conformance.cases import NOBODY, Json, Step
from unospec.conformance.identify.candidates import Candidate
from unospec.conformance.identify.questions import Question
from unospec.conformance.matching import Difference, Sight, of_step
from unospec.conformance.reference import step_of
from unospec.engine import Malformed, Stuck, Table
from unospec.language import Core

_FAR = 10  # what a step counts as that makes no sense


@dataclass(frozen=True)
class Evidence:
    """A question with its answer."""

    question: Question
    steps: tuple[Json, ...]


@dataclass(frozen=True)
class Departure:
    """The first step at which answer and candidate differ (from 1, acts on the way to the position not counted)."""

    at: int
    act: Json
    differs: tuple[Difference, ...]
    rule: str  # that speaks there by the candidate


class _Senseless(Exception):
    """The question makes no sense by these rules."""


@dataclass(frozen=True)
class Bench:
    """All answers, and what they show."""

    evidence: Sequence[Evidence]
    sight: Sight

    @cached_property
    def listed(self) -> frozenset[str]:
        """The names of all acts that answers list as legal; of other acts the program never speaks."""
        offers = (step["legal"] for item in self.evidence for step in item.steps if step.get("legal"))
        return frozenset(act["act"] for offer in offers for acts in offer.values() for act in acts)

    def explained(self, candidate: Candidate, numbers: Iterable[int]) -> frozenset[int]:
        """Which of these answers a candidate explains."""
        cores: dict[str, Core] = {}
        return frozenset(n for n in numbers if self._explains(candidate, self.evidence[n], cores))

    def explains_all(self, candidate: Candidate, numbers: Iterable[int]) -> bool:
        """Whether it explains all of these answers; asks no further than the first that it does not."""
        cores: dict[str, Core] = {}
        return all(self._explains(candidate, self.evidence[n], cores) for n in numbers)

    def misfit(self, candidate: Candidate, numbers: Iterable[int]) -> int:
        """How far a candidate is from answers: the steps from the first that differs on, and what differs there."""
        far = 0
        for n in numbers:
            left, steps = self.departure(candidate, n), len(self.evidence[n].steps)
            far += _FAR * steps if left is None else steps - left.at + len(left.differs)
        return far

    def trace(self, candidate: Candidate, number: int) -> Json:
        """A question in full, with its answer and that of a candidate, as reports show it."""
        question, got = self.evidence[number].question, self.evidence[number].steps
        core, request, ahead = candidate.told(question.told), question.request, question.ahead
        table = Table.position(core, request["setup"])
        steps: list[Json] = []
        with suppress(Stuck):  # after the departure: nothing is left that the rules could say
            for number, act in enumerate(request["acts"]):
                said = step_of(table, act, ["ok", "events"])
                steps += [{"act": act, "got": got[number], "reference": said}] if number >= ahead else []
        return {"setup": request["setup"], "way": [{"act": act} for act in request["acts"][:ahead]], "steps": steps}

    def departure(self, candidate: Candidate, number: int) -> Departure | None:
        """Where an answer differs from a candidate; None also for a question that makes no sense by it."""
        try:
            return self._compare(candidate.told(self.evidence[number].question.told), self.evidence[number])
        except _Senseless:
            return None

    def _explains(self, candidate: Candidate, item: Evidence, cores: dict[str, Core]) -> bool:
        key = repr(item.question.told)
        if key not in cores:
            cores[key] = candidate.told(item.question.told)
        try:
            return self._compare(cores[key], item) is None
        except _Senseless:
            return False

    def _compare(self, core: Core, item: Evidence) -> Departure | None:
        request, ahead = item.question.request, item.question.ahead
        automatic = _automatic(core)
        done: list[Json] = []  # what the rules have done by themselves since the last act that was accepted
        try:
            table = Table.position(core, request["setup"])
            if not all(table.act(act).ok for act in request["acts"][:ahead]):
                raise _Senseless
            asked = zip(request["acts"][ahead:], item.steps[ahead:], strict=True)
            for number, (act, got) in enumerate(asked, 1):
                said = step_of(table, act, request["want"])
                echo = next((event for event in done if _is(act, event)), None)
                if echo is not None and got["ok"] and not said["ok"]:
                    done.remove(echo)
                    said |= {"ok": True, "events": []}
                elif said["ok"]:
                    done = [event for event in said["events"] if event["e"] in automatic and not _is(act, event)]
                differs = self._differences(act, said, got)
                if differs:
                    return Departure(number, act, tuple(differs), _speaker(said))
        except (Malformed, Stuck) as problem:
            raise _Senseless from problem
        return None

    def _differences(self, act: Json, said: Json, got: Json) -> list[Difference]:
        found = of_step(Step(act, self._expected(said, got)), got, self.sight)
        if said.get("end") is None and got.get("end") and "end" in self.sight.names:
            found.append(Difference("end", None, got["end"]))
        return found

    def _expected(self, said: Json, got: Json) -> Json:
        """What a candidate says as what has to be seen, without what plainly is as it says: that is most of it."""
        expected: Json = {"ok": said["ok"]}
        if said["ok"] is not got["ok"] and self.sight.sees("ok"):
            return expected  # that is enough, and working out the rest takes time
        if not said["ok"]:
            expected["why"] = said["why"]
        elif "events" in got:
            expected |= {"events": said["events"], "exactly": True}
        for part in ("state", "end"):
            there = got.get(part) or {}
            right = dict(said.get(part) or {})
            if right.get("over"):
                right.pop("turn", None)  # nobody's any more; programs leave it where it was
            odd = {key: value for key, value in right.items() if key not in there or there[key] != value}
            if odd:
                expected[part] = odd
        if "legal" in said and "legal" in got:
            expected["legal"] = {seat: {"exactly": self._listed(said, seat)} for seat in got["legal"]}
        return expected

    def _listed(self, said: Json, seat: str) -> list[Any]:
        acts = said["legal"].get(seat, [])
        return [{k: v for k, v in act.items() if k != "by"} for act in acts if act["act"] in self.listed]


@lru_cache(maxsize=256)
def _automatic(core: Core) -> frozenset[str]:
    """The acts that rules carry out by themselves."""
    return frozenset(name for name, act in core.data["acts"].items() if act.get("auto"))


def _is(act: Json, event: Json) -> bool:
    return bool(event["e"] == act["act"] and event.get("by") == act.get("by"))


def _speaker(said: Json) -> str:
    """The rule that an answer of the reference rests on: what refuses, or what the last event is due to."""
    if said["rule"] or not said["events"]:
        return str(said["rule"] or NOBODY)
    return str(said["events"][-1]["rule"])
