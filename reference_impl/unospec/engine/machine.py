"""A machine: a core compiled for a number of seats, with the verbs that everything else uses."""

import marshal
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, TypeAlias

from unospec.engine import ir, kept
from unospec.engine.acts import lower_act, lower_choice, lower_close
from unospec.engine.faults import lower_faults
from unospec.engine.flow import Flow
from unospec.engine.ir import Expr, Stmt
from unospec.engine.lower import Frame, Lower, frame, player
from unospec.engine.model import FIXED, Model, build
from unospec.engine.module import print_module
from unospec.engine.offers import lower_offers
from unospec.engine.printer import name
from unospec.engine.program import Outline, Program
from unospec.engine.rest import lower_rest, lower_rest_bodies
from unospec.engine.runtime import Chance
from unospec.engine.scope import Act, each_of, link, scope_of
from unospec.engine.terms import Env, Value
from unospec.language.seats import numbers, said

Event: TypeAlias = tuple[str, int, Any, str]
State: TypeAlias = Any  # the class is printed with the rules
_SCALARS = {"top": -1, "turn": 0, "direction": 1, "dealer": 0, "winner": -1, "match_winners": 0,
            "left": 0, "next_dealer": -1, "wait": 0, "w_who": -1, "w_p": -1, "w_c": -1}  # fmt: skip


@dataclass
class Machine:
    """The rules of one core for a number of seats.

    `apply` changes the state in place and returns the events, or returns a `Rejected` and leaves the
    state untouched. `clone` first where a state has to be kept.
    """

    model: Model
    program: Outline
    instrumented: bool
    _scope: dict[str, Any] = field(repr=False)
    _source: str | None = field(default=None, repr=False)  # None: it was not printed by this process

    def __post_init__(self) -> None:
        self.legal = self._scope["legal"]
        self.apply = self._scope["apply"]
        self.clone = self._scope["clone"]
        self.new = self._scope["new"]
        self.settle = self._scope["rest"]
        self.dealer_value = self._scope["dealer_value"]
        self.next_dealer = self._scope["next_dealer"]
        self.acts: frozenset[Act] = frozenset(self._scope["ACTS"])

    @cached_property
    def source(self) -> str:
        """The printed module; what came from the cache is printed when somebody wants to read it."""
        if self._source is None:
            return compile_core(self.model.data, self.model.seats, self.instrumented).source
        return self._source

    @property
    def fired(self) -> dict[str, int]:
        """How often each rule took part since the last `forget`."""
        out = dict.fromkeys(self.program.rules, 0)
        counts = self._scope["FIRED"]
        for rules, number in self.program.counters.items():
            if counts[number]:
                for rule in rules:
                    out[rule] += counts[number]
        return out

    def forget(self) -> None:
        """Counts from zero again."""
        counts = self._scope["FIRED"]
        counts[:] = [0] * len(counts)

    def start(
        self,
        chance: Chance,
        dealer: int,
        record: dict[str, list[int]] | None = None,
        pile: list[int] | None = None,
    ) -> tuple[State, list[Event]]:
        """A round from its set-up. `record` carries the variables of the match over, by slot; `pile`
        is the cards of the game, where it is not the whole deck."""
        s = self.new()
        if pile is not None:
            s.draw_pile = list(pile)
        s.chance = chance
        s.dealer = s.turn = dealer
        for slot, values in (record or {}).items():
            setattr(s, slot, list(values))
        events: list[Event] = []
        self._scope["setup"](s, events)
        return s, events


def compile_core(data: dict[str, Any], seats: int, instrument: bool = False) -> Machine:
    """Lower, print and load the rules of a core's data. Not cached; see `machine`."""
    program, source = _printed(data, seats, instrument)
    return _loaded(program.model, program, _codes(source), instrument, source)


def _loaded(
    model: Model, program: Outline, codes: list[CodeType], instrument: bool, source: str | None = None
) -> Machine:
    """The machine of a module that was printed and compiled, now or at another time."""
    scope = scope_of(model, program)
    for code in codes:
        exec(code, scope)
    link(model, program, scope)
    return Machine(model, program, instrument, scope, source)


def _printed(data: dict[str, Any], seats: int, instrument: bool) -> tuple[Program, str]:
    """The rules of a core's data as a program, and its source."""
    model = build(data, seats)
    low = Lower(model, instrument)
    program = low.program
    acts = data["acts"]
    lower_rest(low)
    lower_faults(low)
    ambient = [a for a in sorted(acts) if not low.windows.of_act(a)[0]]
    for act in [*ambient, *(a for a in sorted(acts) if a not in ambient)]:
        lower_act(low, act)
    setup = _setup(low)
    low.effect_functions()
    lower_rest_bodies(low)
    low.effect_functions()
    for window in low.windows.ambient.values():
        if window.holds:
            lower_close(low, window)
    for kind in ("colour", "seat"):
        if any(w.kind == kind for w in program.waits):
            lower_choice(low, kind)
    lower_offers(low)
    over = {"reshuffle": _reshuffle(low), "round": _round(low), "windows": _shut(low)}
    low.tables.tabulate_searches()
    for function in program.functions:
        function.body = low.tables.tabulate_kept(function.body)
    program.searches, program.sets = low.terms.searches, low.terms.tags
    program.tables = {label: table.rows for label, table in low.tables.made.items()}
    program.each = each_of(program)
    _slots(program, low)
    return program, print_module(program, low.rest, setup, over, _dealer(low))


def _codes(source: str) -> list[CodeType]:
    """The classes and functions of a printed module, compiled."""
    return [_code(part) for part in source.split("\n\n\n")]


@lru_cache(maxsize=1 << 12)
def _code(part: str) -> CodeType:
    """A class or function of a printed module, compiled; most are the same in many cores."""
    return compile(part, "<rules>", "exec")


# -------------------------------------------------------------------- the parts that belong to no act


def _setup(low: Lower) -> list[Stmt]:
    steps = sorted(low.model.data["setup"].items(), key=lambda kv: kv[1]["step"])
    dealer = Value(("var", "dealer"), "seat")
    start: Frame | None = None
    fires: list[Stmt] = []
    for key, step in reversed(steps):
        rule = f"setup.{key}"
        fires += low.fire(rule)
        start = frame(step["do"], Env(rule, {"actor": dealer}), start)
    everything = Flow({*FIXED, *(v.slot for v in low.model.variables.values())})
    return fires + low.run(start, everything)


def _dealer(low: Lower) -> tuple[Expr, Expr]:
    """Who deals next, and what a card (the local c) counts in the draw for the first deal."""
    entry = low.model.data["dealer"]
    following = low.terms.term(entry.get("next", "after(dealer)"), Env("dealer")).expr

    def clockwise(node: Expr) -> Expr | None:
        """The next round starts clockwise, whichever way the last one went: the deal passes in that sense."""
        return ("clockwise", node[1], node[2]) if node[0] == "next" else None

    following = ir.substitute(following, clockwise)
    return following, low.terms.term(entry["first"], player("dealer", 1)).expr


def _reshuffle(low: Lower) -> list[Stmt]:
    rule = "reshuffle"
    entry = low.model.data.get("reshuffle", {"do": []})
    return low.fire(rule) + low.inner(entry["do"], Env(rule), Flow())


def _round(low: Lower) -> list[Stmt]:
    winner = Value(("var", "winner"), "seat")
    env = Env("round", {"winner": winner, "actor": winner})
    return low.script("round", env) + low.script("match", env)


def _shut(low: Lower) -> list[Stmt]:
    return [("set", ("var", w.slot), 0) for w in low.windows.ambient.values() if not w.holds]


def _slots(program: Program, low: Lower) -> None:
    program.slots = {**_SCALARS, **({"match_losers": 0} if low.model.names_losers else {})}
    for wait in program.waits:
        program.slots.update({f"w_{name(local)}": -1 for local in wait.saved})
    for window in low.windows.ambient.values():
        if not window.holds:
            program.slots[window.slot] = 0
    for variable in low.model.variables.values():
        where = program.slots if variable.scope == "round" else program.seat_slots
        where[variable.slot] = variable.start


@lru_cache(maxsize=1 << 10)  # a full run of the suite needs about 830
def _cached(key: str, seats: int, instrument: bool) -> Machine:
    data, lasts = _DATA[key]
    entry = kept.entry(key, seats, instrument) if lasts else None
    known = kept.load(entry)
    if known is not None:
        return _loaded(build(data, seats), *known, instrument)
    program, source = _printed(data, seats, instrument)
    codes = _codes(source)
    kept.store(entry, program, codes)
    return _loaded(program.model, program, codes, instrument, source)


_DATA: dict[str, tuple[dict[str, Any], bool]] = {}


def machine(core: Any, seats: int, instrument: bool = False) -> Machine:
    """The machine of a core for a number of seats, compiled once. ValueError for a number that the rules exclude.

    That of a core which was made of files alone (`Core.made_of`) is kept for other processes too.
    """
    if seats not in numbers(core.data):
        raise ValueError(f"{seats} players; these rules are for {said(core.data)}")
    if core.hash not in _DATA:
        _DATA[core.hash] = marshal.loads(marshal.dumps(core.data)), bool(core.made_of)  # a copy of its own
    return _cached(core.hash, seats, instrument)


def forget_machines() -> None:
    """Drop every compiled machine: for those who compile thousands of cores and need each only once."""
    _cached.cache_clear()
    _DATA.clear()


__all__ = ["Act", "Event", "Machine", "State", "compile_core", "forget_machines", "machine"]
