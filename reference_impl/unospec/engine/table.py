"""A table: one round in progress, spoken to in JSON. Reads acts as logs and people write them.

Two liberties of logs are resolved here and are no part of the meaning: a missing `close` is inserted
before an act that is legal only afterwards, and choices (a colour, a seat) may travel with the act that
leads to them. An act with a bad choice is refused as a whole.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from unospec.engine.dealer import first_dealer
from unospec.engine.machine import Act, Event, Machine, State, machine
from unospec.engine.notation import Json, Malformed, Notation, seen_by
from unospec.engine.position import read_position, show_state
from unospec.engine.runtime import Chance, Rejected, Shuffler, Tape, is_fault
from unospec.language.seats import numbers, said

CLOSE: Act = (-1, "close", -1, 0)
_BESIDE_THE_POINT = ("not_offered", "must_choose", "unknown_act")


@dataclass(frozen=True)
class Outcome:
    """What became of an act: its events, or the code and the rule of the refusal."""

    ok: bool
    events: list[Json] = field(default_factory=list)
    why: str | None = None
    rule: str | None = None
    detail: str | None = None  # for malformed acts: what is wrong with them


@dataclass
class Table:
    """One round. `seats` are names, clockwise."""

    core: Any
    machine: Machine
    notation: Notation
    s: State
    events: list[Json] = field(default_factory=list)  # of the set-up
    lenient: bool = True  # insert a missing close; False at a live table, where trying it would tell
    _carried: list[tuple[int, str, int]] = field(default_factory=list)  # choices for a held effect
    _fired: Counter[str] = field(default_factory=Counter)

    # ---------------------------------------------------------------- beginnings

    @classmethod
    def deal(
        cls,
        core: Any,
        seats: list[str],
        seed: int = 0,
        dealer: str | None = None,
        record: dict[str, dict[str, int]] | None = None,
        draw_order: list[str] | None = None,
        reshuffles: list[list[str]] | None = None,
        instrument: bool = False,
        for_dealer: list[list[str]] | None = None,
    ) -> "Table":
        """A round from its set-up: shuffled by a seed, or with the cards in a given order.

        With `draw_order` nothing else is in the pile: the first is dealt first. `record` carries the
        variables of the match (by name, then by seat) over from the round before. `for_dealer`: the cards
        drawn for the first deal (see `first_dealer`), instead of a `dealer`.
        """
        m, notation = _prepare(core, seats, instrument)
        if for_dealer is not None:
            draws = [[notation.card(token) for token in draw] for draw in for_dealer]
            dealer = notation.name(first_dealer(m, draws))
        chance: Chance = Shuffler(seed)
        pile = None
        if draw_order is not None:
            tape = [[notation.card(t) for t in p] for p in [draw_order, *(reshuffles or [])]]
            chance, pile = Tape(tape), tape[0]
        slots = {m.model.variables[k].slot: [v.get(n, 0) for n in seats] for k, v in (record or {}).items()}
        _reset(m)
        s, events = m.start(chance, notation.seat(dealer or seats[-1]), slots, pile)
        table = cls(core, m, notation, s, [notation.write_event(e) for e in events])
        table._fired["dealer"] += for_dealer is not None
        table._count()
        return table

    @classmethod
    def position(cls, core: Any, setup: Json, instrument: bool = False) -> "Table":
        """A position written down as in a case. Raises `Malformed` for one that cannot be."""
        seats = setup.get("seats")
        if not isinstance(seats, list) or len(set(map(str, seats))) != len(seats):
            raise Malformed("a set-up needs `seats`: the names of the players, clockwise")
        deal = setup.get("deal")
        if deal is not None:
            order = deal.get("draw_order") if isinstance(deal, dict) else None
            if order is None:
                raise Malformed("`deal` needs `draw_order`: the cards as they leave the pile")
            return cls.deal(
                core, seats, dealer=setup.get("dealer"), draw_order=order, for_dealer=deal.get("for_dealer"),
                reshuffles=setup.get("reshuffles"), instrument=instrument,
                record=_record_of(core, setup),
            )  # fmt: skip
        m, notation = _prepare(core, seats, instrument)
        return cls(core, m, notation, read_position(m, notation, setup))

    # ---------------------------------------------------------------- acting

    def act(self, given: Any) -> Outcome:
        """Carry out an act, or say why not. A refused act changes nothing."""
        try:
            act = self.notation.act(given)
            choices = self.notation.choices(given)
        except Malformed as problem:
            return Outcome(False, why="malformed", detail=str(problem))
        most = next((a.most for a in self.machine.program.acts if a.name == act[1]), act[3])
        if act[2] >= 0 and act[3] > most:
            self._fired[f"acts.{act[1]}"] += 1
            return Outcome(False, why="too_many", rule=f"acts.{act[1]}")
        _reset(self.machine)
        trial = self.machine.clone(self.s)
        carried = [*self._carried, *((act[0], kind, value) for kind, value in choices)]
        trial, result = self._carry_out(trial, act, carried, len(choices))
        if isinstance(result, Rejected):
            self._fired[result.rule] += 1
            return Outcome(False, why=result.code, rule=result.rule)
        self._count()
        if self.machine.program.tried:
            self._fired.update(event[2][2] for event in result if is_fault([event]))  # the rule that was broken
        self.s, self._carried = trial, carried
        return Outcome(True, [self.notation.write_event(e) for e in result])

    def _carry_out(
        self, s: State, act: Act, carried: list[tuple[int, str, int]], new: int
    ) -> tuple[State, list[Event] | Rejected]:
        """The act with everything that goes with it, on a state that may be spoilt; and the state after it."""
        late = self.lenient and self._held(s) and act != CLOSE
        closed = self.machine.clone(s) if late and self.machine.program.tried else s
        result = self.machine.apply(s, act)
        if late and (isinstance(result, Rejected) or is_fault(result)):
            kept = list(carried)
            before = self.machine.apply(closed, CLOSE)
            again = self._with_choices(closed, self.machine.apply(closed, act), before, kept, act, new)
            if not isinstance(again, Rejected) and not (is_fault(again) and is_fault(result)):
                carried[:] = kept
                return closed, again
            if isinstance(result, Rejected):
                return s, again if result.code in _BESIDE_THE_POINT else result
        if isinstance(result, Rejected):
            return s, result
        return s, self._choose(s, result, carried, new)

    def _with_choices(
        self, s: State, result: list[Event] | Rejected, before: list[Event],
        carried: list[tuple[int, str, int]], act: Act, new: int,
    ) -> list[Event] | Rejected:  # fmt: skip
        """After an inserted `close`: the choices kept for the held effect come first, then the act."""
        if isinstance(result, Rejected) and result.code == "must_choose" and len(carried) > new:
            kept = carried[: len(carried) - new]
            made = self._choose(s, before, kept, 0)
            carried[: len(carried) - new] = kept
            if isinstance(made, Rejected):
                return made
            before = made
            result = self.machine.apply(s, act)
        if isinstance(result, Rejected):
            return result
        return self._choose(s, before + result, carried, new)

    def _choose(
        self, s: State, events: list[Event], carried: list[tuple[int, str, int]], new: int
    ) -> list[Event] | Rejected:
        """Answer the choices that wait with those that were carried; a bad one refuses the whole act.

        What was carried with a fault leads nowhere and is dropped.
        """
        if new and is_fault(events):
            carried[-new:], new = [], 0
        for kind, seat, *_ in events:
            if kind == "cancelled":
                carried[:] = [c for c in carried if c[0] != seat] if new == 0 else carried[-new:]
        while s.wait in s.CHOICES:
            kind = f"choose_{self.machine.program.waits[s.wait - 1].kind}"
            choice = next((c for c in carried if c[0] == s.w_who and c[1] == kind), None)
            if choice is None:
                break
            carried.remove(choice)
            made = self.machine.apply(s, (choice[0], kind, -1, choice[2]))
            if isinstance(made, Rejected):
                return made
            events = events + made
        if carried and self._held(s):
            return self._look_ahead(s, events, carried)
        if carried and s.wait not in s.CHOICES:
            return Rejected("bad_choice", events[0][3])
        return events

    def _look_ahead(
        self, s: State, events: list[Event], carried: list[tuple[int, str, int]]
    ) -> list[Event] | Rejected:
        """A choice that came with a held effect has to be a good one now."""
        later = self.machine.clone(s)
        made = self.machine.apply(later, CLOSE)
        tried = self._choose(later, made, list(carried), 0)
        return tried if isinstance(tried, Rejected) else events

    def _held(self, s: State) -> bool:
        return s.wait > 0 and s.wait not in s.CHOICES

    # ---------------------------------------------------------------- looking

    def legal(self, seat: str | None = None) -> list[Json]:
        """Every act that would be accepted, of all seats or of one, in the fixed order."""
        acts = [self.notation.write_act(a) for a in self.machine.legal(self.s)]
        return acts if seat is None else [a for a in acts if a.get("by") == seat]

    def state(self) -> Json:
        """The whole state."""
        return show_state(self.machine, self.notation, self.s)

    def view(self, seat: str) -> Json:
        """What a seat may see of the state."""
        return show_state(self.machine, self.notation, self.s, self.notation.seat(seat))

    def seen(self, seat: str, events: list[Json]) -> list[Json]:
        """Events as a seat gets to know them: who drew, but not which card, and so on."""
        number = self.notation.seat(seat)  # a name that is no seat's is an error
        sees = self.machine.model.sees_hand
        seen = [name for i, name in enumerate(self.notation.names) if sees(number, i)]
        return [seen_by(seen, event) for event in events]

    def end(self) -> Json | None:
        """How the round ended, or None while it goes on."""
        if self.s.wait >= 0:
            return None
        record = {v.path: v for v in self.machine.model.variables.values() if v.scope == "record"}
        full = self.state()
        self._fired["dealer"] += 1  # it says who deals next
        outcomes = ["match_winners", *(["match_losers"] if self.machine.model.names_losers else [])]
        return {
            "winner": full["winner"],
            "void": full["winner"] is None,
            **{path: full[path] for path in record},
            **{name: self._seats(getattr(self.s, name)) for name in outcomes},
            "next_dealer": self.notation.name(self.machine.next_dealer(self.s)),
        }

    def _seats(self, mask: int) -> list[str]:
        """The names of a set of seats."""
        return [name for i, name in enumerate(self.notation.names) if mask >> i & 1]

    def clone(self) -> "Table":
        """An independent copy."""
        return Table(
            self.core, self.machine, self.notation, self.machine.clone(self.s),
            list(self.events), self.lenient, list(self._carried), Counter(self._fired),
        )  # fmt: skip

    # ---------------------------------------------------------------- coverage

    def fired(self) -> dict[str, int]:
        """How often each rule has spoken, refusals included; needs an instrumented machine."""
        return {rule: n for rule, n in self._fired.items() if n}

    def _count(self) -> None:
        for rule, n in self.machine.fired.items():
            if n:
                self._fired[rule] += n


def _record_of(core: Any, setup: Json) -> dict[str, dict[str, int]]:
    """The match so far, as a set-up with `deal` gives it; everything else comes from the set-up rules."""
    known = set(core.data.get("record", {}))
    extra = set(setup) - {"seats", "dealer", "deal", "reshuffles"} - known
    if extra:
        names = ", ".join(sorted(map(repr, extra)))
        raise Malformed(f"{names}: the set-up rules decide this where the cards are dealt")
    return {k: v for k, v in setup.items() if k in known}


def _prepare(core: Any, seats: list[str], instrument: bool) -> tuple[Machine, Notation]:
    if len(seats) not in numbers(core.data):
        raise Malformed(f"{len(seats)} players; these rules are for {said(core.data)}")
    m = machine(core, len(seats), instrument)
    return m, Notation(m, tuple(map(str, seats)))


def _reset(m: Machine) -> None:
    if m.instrumented:
        m.forget()
