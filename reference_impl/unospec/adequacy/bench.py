"""The cases that can tell a rule set from a mutant of it, with what each of them does under the rules as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from unospec.conformance.cases import Case, Json
from unospec.conformance.implementation import Answered
from unospec.conformance.matching import Sight, judge
from unospec.conformance.reference import Reference, play
from unospec.conformance.requests import request_for
from unospec.language import Core

SIGHT = Sight.of(Reference().hello().observes)


@dataclass(frozen=True)
class Tried:
    """A case that holds under the rules as they are. `options` is a key for the choice of options it plays with."""

    case: Case
    request: Json
    options: str
    fired: frozenset[str]
    answer: Answered  # of the reference

    def notices(self, core: Core) -> str | None:
        """What the case has to say about other rules: None if it still holds, else the part that differs.

        An exception counts as a difference: the rules as they are do not raise one here.
        """
        try:
            answer = play(core, self.request, instrument=False)
        except Exception as error:
            return f"raises {type(error).__name__}"
        judged = judge(self.case, answer, SIGHT)
        return None if judged.good else judged.differs[0].part


def tried(cases: Sequence[Case]) -> list[Tried]:
    """The cases with what they fire. Raises ValueError if one does not hold: then there is nothing to measure."""
    found = []
    for case in cases:
        request = request_for(case)
        answer = Reference().ask(request)
        if not isinstance(answer, Answered) or not judge(case, answer, SIGHT).good:
            raise ValueError(f"{case.id} does not hold on the reference: `unospec run --case {case.id} -v`")
        found.append(Tried(case, request, choice(case), answer.fired or frozenset(), answer))
    return found


def choice(case: Case) -> str:
    """The options of a case and of its patches, as a key."""
    patches: list[Any] = [[name, options] for name, options in case.patches]
    return json.dumps([patches, case.options], sort_keys=True)


def of_ruleset(cases: Sequence[Case], ruleset: str, patches: Sequence[str] = ()) -> list[Case]:
    """The cases that play a rule set with exactly these patches, under any options."""
    return [c for c in cases if c.ruleset == ruleset and {name for name, _ in c.patches} == set(patches)]
