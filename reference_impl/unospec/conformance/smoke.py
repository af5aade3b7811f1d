"""Is the adapter sane? A few tiny requests before the suite, made from its smallest cases.

Smoke says nothing about rules: it finds adapters that accept everything, refuse everything, or remember
the request before. What it finds is trouble with the adapter, and no case is judged then.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from unospec.conformance import from_deal
from unospec.conformance.cases import Case, Json
from unospec.conformance.claims import not_asked, only_dealt
from unospec.conformance.faults import Fault, Severity, shorten
from unospec.conformance.implementation import Answered, Failed, Hello, Implementation
from unospec.conformance.requests import after_deal, request_for
from unospec.conformance.rulesets import core_of
from unospec.engine import Malformed, Table
from unospec.language import SpecError

SAMPLES = 3


@dataclass(frozen=True)
class _Sample:
    """A request, and what is asked: the same, or for those who can only deal, with the way to the position."""

    request: Json
    asked: Json


def smoke(
    implementation: Implementation, hello: Hello, cases: Sequence[Case], ways: from_deal.Ways | None = None
) -> Fault | None:
    """The first thing that is wrong with an adapter, or None. `ways`: as in `not_asked`.

    Raises AdapterTrouble if the adapter is lost.
    """
    legal = list(islice(_samples(cases, hello, ways), SAMPLES))
    illegal = [wrong for wrong in map(_card_of_nobody, legal) if wrong is not None]
    accepted: list[bool] = []
    refused: list[bool] = []
    for requests, seen in ((legal, accepted), (illegal, refused)):
        for sample in requests:
            answer = implementation.ask(sample.asked)
            if isinstance(answer, Failed) and answer.fault.kind.severity is Severity.PROTOCOL:
                return answer.fault
            if isinstance(answer, Answered):
                seen.append(answer.steps[-1]["ok"])
    if accepted and not any(accepted):
        return Fault("refuses_all", _told(legal[0].request))
    if refused and all(refused):
        return Fault("accepts_all", _told(illegal[0].request))
    return _forgetful(implementation, legal[0].asked) if accepted else None


def _samples(cases: Sequence[Case], hello: Hello, ways: from_deal.Ways | None) -> Iterable[_Sample]:
    """Requests of one legal act with a card, the smallest first."""
    for case in sorted(cases, key=lambda c: (_size(c), c.id)):
        if case.dealt or "hands" not in case.setup:
            continue
        first = case.steps[0]
        if "card" not in first.act or not first.expect.get("ok", True):
            continue
        try:
            if case.level == "must" and not_asked(case, hello, ways) is None:
                request = request_for(case) | {"acts": [first.act], "want": ["ok"]}
                way = from_deal.way(case, ways) if only_dealt(case, hello) else ""
                yield _Sample(request, request if isinstance(way, str) else after_deal(case, request, way))
        except (SpecError, Malformed):
            continue  # the run says so of the case


def _size(case: Case) -> int:
    return sum(map(len, case.setup.get("hands", {}).values())) + len(case.steps)


def _card_of_nobody(sample: _Sample) -> _Sample | None:
    """The same sample, but the card is one that nobody at the table holds and the rules refuse."""
    request, asked = sample.request, sample.asked
    held = {card for hand in request["setup"]["hands"].values() for card in hand}
    core = core_of(request["ruleset"], request["patches"], request["options"])
    table = Table.position(core, request["setup"])
    for card in (c.token for c in table.machine.model.cards):
        act = {**request["acts"][0], "card": card}
        act.pop("colour", None)
        if card not in held and not table.clone().act(act).ok:
            return _Sample({**request, "acts": [act]}, {**asked, "acts": [*asked["acts"][:-1], act]})
    return None


def _forgetful(implementation: Implementation, request: Json) -> Fault | None:
    """Asked the same twice, it has to answer the same."""
    asked = request | {"want": ["ok", "state"]}
    first, second = implementation.ask(asked), implementation.ask(asked)
    if isinstance(first, Answered) and isinstance(second, Answered) and first.steps != second.steps:
        return Fault(
            "forgetful", f"first {shorten(repr(first.steps[0]))}, then {shorten(repr(second.steps[0]))}"
        )
    return None


def _told(request: Json) -> str:
    setup = request["setup"]
    table = {key: setup[key] for key in ("hands", "discard_pile", "turn") if key in setup}
    return f"the act {json.dumps(request['acts'][0])}\nat the table {json.dumps(table)}"
