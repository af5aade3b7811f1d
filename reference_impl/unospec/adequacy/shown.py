"""What the cases show of a rule set by what they do, without any mutant: refusals given, events expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from unospec.adequacy.bench import Tried
from unospec.conformance.requests import core_of_case
from unospec.engine import Rejected, Table

Pair = tuple[str, str]


@dataclass
class Shown:
    """refusals: pairs of code and rule that some act would get in a state of some case; given: those that some case
    is given. events: kinds that occur in the cases, in set-ups where the case looks at them; expected: those that some
    case expects.
    """

    refusals: set[Pair] = field(default_factory=set)
    given: set[Pair] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    expected: set[str] = field(default_factory=set)

    def of(self, rules: Sequence[str]) -> Shown:
        """The same, with the refusals in the name of these rules only."""
        named = frozenset(rules)
        refusals, given = ({pair for pair in pairs if pair[1] in named} for pairs in (self.refusals, self.given))
        return Shown(refusals, given, self.events, self.expected)


def shown(tried: Sequence[Tried]) -> Shown:
    """Collected over all cases of a rule set."""
    out = Shown()
    for one in tried:
        for step in one.answer.steps:
            if not step["ok"]:
                out.given.add((step["why"], step["rule"]))
            out.events |= {event["e"] for event in step["events"]}
        out.events |= {event["e"] for event in (one.answer.dealt or {}).get("events", ())}
        for expect in (one.case.dealt, *(step.expect for step in one.case.steps)):
            out.expected |= {event["e"] for event in expect.get("events", ())}
        out.refusals |= _possible(one)
    out.refusals |= out.given
    return out


def _possible(one: Tried) -> set[Pair]:
    """The refusals of all acts in all states of a case."""
    found: set[Pair] = set()
    table = Table.position(core_of_case(one.case), one.request["setup"])
    for act in [*one.case.acts, None]:
        for candidate in table.machine.acts:
            result = table.machine.apply(table.machine.clone(table.s), candidate)
            if isinstance(result, Rejected):
                found.add((result.code, result.rule))
        if act is not None:
            table.act(act)
    return found
