"""The reference as an implementation like any other, except that it can say which rules took part."""

from collections.abc import Iterable
from typing import Any

from unospec import __version__
from unospec.conformance.cases import NOBODY, Json
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import Answer, Answered, Hello
from unospec.conformance.rulesets import core_of
from unospec.engine import Table
from unospec.language import Core


class Reference:
    """The engine of this package, asked in process."""

    def hello(self) -> Hello:
        """It claims everything that the suite has rules for."""
        return Hello(
            impl={"name": "unospec", "version": __version__, "language": "Python"},
            claims=None,
            lacks=frozenset(),
            setup="state",
            observes=("ok", "why", "rule", "events", "state", "legal", "views", "end"),
            seats=(2, 99),
        )

    def ask(self, request: Json) -> Answer:
        """Play the acts of a case. Raises Malformed for a position that cannot be."""
        return play(core_of(request["ruleset"], request["patches"], request["options"]), request)

    def close(self) -> list[Fault]:
        """Nothing is left behind."""
        return []


def play(core: Core, request: Json, instrument: bool = True) -> Answered:
    """Play the acts of a request by the rules of a core, which need not be the one that the request names."""
    table = Table.position(core, request["setup"], instrument=instrument)
    dealt = {"events": table.events} | look(table, request["dealt"]) if "dealt" in request else None
    steps = tuple(step_of(table, act, request["want"]) for act in request["acts"])
    return Answered(steps, frozenset(table.fired()) if instrument else None, dealt)


def step_of(table: Table, act: Json, want: list[str]) -> Json:
    """An act played, and of what it led to the parts that are wanted."""
    outcome = table.act(act)
    out: Json = {"ok": outcome.ok, "why": outcome.why, "rule": outcome.rule, "events": outcome.events}
    if outcome.detail:
        out["detail"] = outcome.detail
    return out | look(table, want)


def look(table: Table, want: Iterable[str]) -> Json:
    """What a table shows as it is, as far as it is wanted: all parts but those that an act brings about."""
    out: Json = {}
    if "state" in want:
        out["state"] = table.state()
    if "legal" in want:
        out["legal"] = _by_seat(table)
    if "views" in want:
        out["views"] = {seat: table.view(seat) for seat in table.notation.names}
    if "end" in want:
        out["end"] = table.end()
    return out


def _by_seat(table: Table) -> dict[str, list[Any]]:
    offers: dict[str, list[Any]] = {name: [] for name in table.notation.names}
    for act in table.legal():
        offers.setdefault(act.get("by", NOBODY), []).append(act)
    return offers
