"""What the cases show of a rule set by what they do, without any mutant: refusals given, events expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from unospec.adequacy.bench import Tried
from unospec.conformance.requests import core_of_case
from unospec.engine import machine

Pair = tuple[str, str]


@dataclass
class Shown:
    """refusals: pairs of code and rule that the machines can give; given: those that some case is given.

    events: kinds that occur in the cases; expected: those that some case expects.
    """

    refusals: set[Pair] = field(default_factory=set)
    given: set[Pair] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    expected: set[str] = field(default_factory=set)


def shown(tried: Sequence[Tried]) -> Shown:
    """Collected over all cases of a rule set."""
    out = Shown()
    for one in tried:
        rules = core_of_case(one.case)
        out.refusals |= set(machine(rules, len(one.request["setup"]["seats"]), True).program.refusals.values())
        for step in one.steps:
            if not step["ok"]:
                out.given.add((step["why"], step["rule"]))
            out.events |= {event["e"] for event in step["events"]}
        for expectation in one.case.steps:
            out.expected |= {event["e"] for event in expectation.expect.get("events", ())}
    return out
