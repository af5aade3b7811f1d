"""What the reference offers, what it refuses, and by which rules."""

from dataclasses import dataclass

from unospec.conformance.cases import Json
from unospec.engine import Rejected, Table


@dataclass(frozen=True)
class Offer:
    """An act that only one side offers, and the rule by which it is legal or refused (`why`: the code)."""

    act: Json
    rule: str
    why: str = ""


def played(table: Table, act: Json) -> tuple[Table, list[Json]]:
    """The table after an act, and its events; none, and the table as it was, if the act is refused."""
    after = table.clone()
    return after, after.act(act).events


def refused(table: Table) -> list[Json]:
    """All acts that are refused, even by those who read leniently (they take a `close` for granted)."""
    acts = [table.notation.write_act(act) for act in sorted(table.machine.acts)]
    return [act for act in acts if not table.clone().act(act).ok]


def refused_act(table: Table) -> Json | None:
    """An act that anybody would refuse: a card that the seat on turn does not hold. None if there is none."""
    m, s = table.machine, table.s
    usual = {act[1] for act in m.legal(s)}
    for act in sorted(m.acts, key=lambda a: (a[1] not in usual, a)):
        seat, _, card, n = act
        lacking = seat == s.turn and card >= 0 and n == 1 and card not in s.hand[seat]
        if lacking and isinstance(m.apply(m.clone(s), act), Rejected):
            return table.notation.write_act(act)
    return None


def legality(table: Table, act: Json) -> Offer:
    """By which rule the reference offers an act."""
    events = played(table, act)[1]
    return Offer(act, events[0]["rule"])


def refusal(table: Table, act: Json) -> Offer:
    """By which rule the reference does not offer an act; a `close` is not taken for granted."""
    strict = table.clone()
    strict.lenient = False
    outcome = strict.act(act)
    if outcome.ok:
        fault = outcome.events[0]
        return Offer(act, str(fault.get("broke") or fault["rule"]), str(fault.get("why", "")))
    return Offer(act, outcome.rule or "acts", outcome.why or "")


def is_offer(wanted: Json, got: Json) -> bool:
    """Whether what the implementation offers is this act; it need not say the seat, and may say more."""
    fields = {key: value for key, value in wanted.items() if key not in ("by", "count")}
    return all(got.get(key) == value for key, value in fields.items()) and wanted.get("count", 1) == got.get("count", 1)
