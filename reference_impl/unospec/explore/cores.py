"""Two cores before any game: their decks, seats and programs; and the witness of a difference."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from unospec.engine import Machine
from unospec.engine.machine import compile_core
from unospec.engine.model import CardType, build
from unospec.explore.decks import Json, SmallGame
from unospec.language import Core
from unospec.language.core import canonical_json
from unospec.language.seats import numbers


@dataclass(frozen=True)
class Witness:
    """A game in which two rule sets differ.

    kind: what differs: `deck`, `seats`, `compile`, `dealer` (what cards count in the draw for the first deal):
    these in no game, the last but `deck` and `compile` only if no game shows a difference. In a game: `legal`,
    `accepted`, `refusal`, `events`, `state`, `end`, `failure`.
    seats: names, clockwise. setup: as a case has it; with `reshuffles` if piles were shuffled on the way.
    acts: as JSON; the difference shows at the last one, or for `legal` after it. None: at the set-up itself.
    a, b: what each side says, as JSON; of a state, only what differs.
    """

    kind: str
    seats: tuple[str, ...]
    setup: Json
    acts: tuple[Json, ...]
    a: Any
    b: Any

    @property
    def lines(self) -> list[str]:
        """The game and the difference, to be printed; of two lists of events only from where they part."""
        a, b = self.a, self.b
        if self.kind == "events":
            parted = (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
            same = next(parted, min(len(a), len(b)))
            a, b = a[same:], b[same:]
        out = [f"setup {_json(self.setup)}"] if self.setup else []
        out += [f"act {_json(act)}" for act in self.acts]
        return [*out, f"{self.kind} in A {_json(a)}", f"{self.kind} in B {_json(b)}"]


def before_any_game(a: Core, b: Core) -> Witness | None:
    """Decks, and numbers of seats that exclude each other."""
    one, other = ({c.token: _card(c) for c in build(x.data, 2).cards} for x in (a, b))
    if list(one.items()) != list(other.items()):
        different = [t for t in {**one, **other} if one.get(t) != other.get(t)] or list(one)
        here, there = ({t: cards.get(t) for t in different} for cards in (one, other))
        return Witness("deck", (), {}, (), here, there)
    return None if common_seats(a, b, ()) else spans_differ(a, b)


def _card(c: CardType) -> Json:
    return {
        "face": c.face, "kind": c.kind, "colour": c.colour, "copies": c.copies, "points": c.points,
        "amount": c.amount, "tags": sorted(c.tags),
    }  # fmt: skip


def witness_of_nonsense(a: Core, b: Core, problem: Exception) -> Witness | None:
    sides = []
    for core in (a, b):
        try:
            build(core.data, 2)
            sides.append("compiles")
        except Exception as why:
            sides.append(f"raises {type(why).__name__}")
    if sides[0] == sides[1]:
        return None if sides[0] != "compiles" else Witness("failure", (), {}, (), sides[0], type(problem).__name__)
    return Witness("compile", (), {}, (), *sides)


def common_seats(a: Core, b: Core, wanted: tuple[int, ...]) -> list[int]:
    """Numbers of seats of these that both have; the smallest that both have, if they have none of them."""
    both = [n for n in numbers(a.data) if n in numbers(b.data)]
    return [n for n in wanted if n in both] or both[:1]


def spans_differ(a: Core, b: Core) -> Witness | None:
    one, other = ({**core.data["seats"], **core.data.get("teams", {})} for core in (a, b))
    return None if one == other else Witness("seats", (), {}, (), one, other)


def dealers_differ(a: Machine, b: Machine) -> Witness | None:
    """What a card counts in the draw for the first deal."""
    one, other = (
        {c.token: int(m.dealer_value(i)) for i, c in enumerate(m.model.cards)} for m in (a, b)
    )  # fmt: skip
    if one == other:
        return None
    different = [t for t in one if one[t] != other[t]]
    return Witness("dealer", (), {}, (), {t: one[t] for t in different}, {t: other[t] for t in different})


def status(machine: Machine | str) -> Json:
    return {"raises": machine} if isinstance(machine, str) else {"ok": True}


def compiled(data: Json, seats: int) -> Machine | str:
    """The machine of a core's data, or the name of what its compilation raises."""
    return _compile(canonical_json(data), seats)


@lru_cache(maxsize=48)  # one rule set against many others compiles once
def _compile(text: str, seats: int) -> Machine | str:
    try:
        return compile_core(json.loads(text), seats)
    except Exception as problem:  # whatever a broken rule set raises
        return type(problem).__name__


def same_programs(a: Core, b: Core) -> bool:
    """Whether both compile to the same source over the same tables, for every number of seats."""
    try:
        if spans_differ(a, b) is not None or before_any_game(a, b) is not None:
            return False
    except Exception:  # data that are no rule set at all
        return False
    for number in numbers(a.data):
        one, other = compiled(a.data, number), compiled(b.data, number)
        if isinstance(one, str) or isinstance(other, str):
            return False
        if one.source != other.source or _tables(one) != _tables(other):
            return False
    return True


def _tables(m: Machine) -> Any:
    """Everything that a printed module takes from elsewhere."""
    p = m.program
    waits = [(w.number, w.kind, w.rule, w.function) for w in p.waits]
    shapes = [(s.name, s.kind, s.most) for s in p.acts]
    return (m.model.cards, m.model.deck, waits, shapes, p.tables, p.sets, p.refusals, p.effect_tables, p.each)


def names_of(seats: int) -> tuple[str, ...]:
    return SmallGame(seats, {}).names


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
