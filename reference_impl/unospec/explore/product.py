"""Two machines side by side: the same acts in the same small game, as long as both say the same.

The cards of both have to be the same, so that numbers mean the same in both. What only one of them has (a
variable, a window) is not compared: it shows in what is legal and in what happens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from unospec.engine import Machine, Notation, Rejected
from unospec.engine.machine import Act, State
from unospec.engine.position import show_state
from unospec.explore.chance import IDLE, Asked, Branching, Path, following
from unospec.explore.decks import SmallGame
from unospec.explore.graph import Key, key_of
from unospec.explore.laws import acts_in

Json = dict[str, Any]
_PLACES = ("top", "turn", "direction", "dealer", "winner", "match_winners", "left", "next_dealer")


@dataclass(frozen=True)
class Look:
    """What counts as a difference, besides legal acts, acceptance, events and states."""

    rules: bool = False  # the rules of refusals and events
    codes: bool = False  # the codes of refusals
    hidden: bool = True  # variables that nobody sees


@dataclass(frozen=True)
class Found:
    """A difference: its kind, the act at which it shows (None: before any) and what each side says, as JSON."""

    kind: str
    act: Json | None
    path: Path
    a: Any
    b: Any


@dataclass(frozen=True)
class Answer:
    """What became of an act on one side: the state after and the events, a refusal, or a breakdown."""

    state: State = None
    events: Any = None
    refused: Rejected | None = None
    broken: str | None = None


class Sides:
    """Two machines with the same cards and number of seats."""

    def __init__(self, a: Machine, b: Machine, look: Look) -> None:
        self.a, self.b, self.look = a, b, look
        self.view_a, self.view_b = _views(a, b, look.hidden)
        self.key_a, self.key_b = key_of(a), key_of(b)


class Walker:
    """One small game played on both sides, level by level: a level is all states after so many acts."""

    def __init__(self, sides: Sides, game: SmallGame, limit: int) -> None:
        self.sides, self.game, self.limit = sides, game, limit
        self.notes = Notation(sides.a, game.names), Notation(sides.b, game.names)
        self.level: list[tuple[State, State, int]] = []
        self.came: list[tuple[int, Act, Path] | None] = []
        self.seen: set[tuple[Key, Key]] = set()
        self.acts: list[Act] = []
        self.steps = 0
        self.cut = False  # states were left out, or orders of a pile

    def begin(self) -> Found | None:
        """The beginning of the game on both sides."""
        one, other = (_started(self.game, m) for m in (self.sides.a, self.sides.b))
        found = self._compare(None, (), one, other)
        if found is None and one.broken is None:
            self.acts = sorted(
                set(acts_in(self.sides.a, one.state)) | set(acts_in(self.sides.b, other.state))
            )
            self._keep(one.state, other.state, None)
        return found

    def deepen(self) -> tuple[Found, int] | None:
        """One act more; a difference and the number of the state at which it shows."""
        here, self.level = self.level, []
        for s, t, number in here:
            found = self._expand(s, t, number)
            if found is not None:
                return found, number
        return None

    def way_to(self, number: int) -> list[tuple[Act, Path]]:
        """The acts that lead to a state."""
        out = []
        step = self.came[number]
        while step is not None:
            out.append(step[1:])
            step = self.came[step[0]]
        return out[::-1]

    # ---------------------------------------------------------------- one state

    def _expand(self, s: State, t: State, number: int) -> Found | None:
        legal, other = _legal(self.sides.a, s), _legal(self.sides.b, t)
        if isinstance(legal, str) or isinstance(other, str):
            if legal == other:
                return None
            return Found("failure", None, (), _said(legal), _said(other))
        if legal != other and set(legal) != set(other):
            return self._legal_differs(legal, other)
        for act in legal:
            found = self._follow(s, t, number, act)
            if found is not None:
                return found
        return self._others(s, t, number, set(legal))

    def _follow(self, s: State, t: State, number: int, act: Act, keep: bool = True) -> Found | None:
        """An act on both sides, along everything that chance can do; with `keep` play goes on from there."""
        path: Path | None = None
        while True:
            one, chance = _carried_out(self.sides.a, s, act, path)
            other, its = _carried_out(self.sides.b, t, act, path)
            if path is None and (chance is not None or its is not None):
                path = ()
                continue
            self.steps += 1
            found = self._compare(act, path or (), one, other)
            if found is not None:
                return found
            if keep and one.state is not None:
                self._keep(one.state, other.state, (number, act, path or ()))
            if chance is None or path is None:
                return None
            self.cut = self.cut or not chance.complete
            path = following(path, chance.widths)
            if path is None:
                return None

    def _others(self, s: State, t: State, number: int, legal: set[Act]) -> Found | None:
        """Acts that neither side calls legal: both refuse them, and if asked, alike; or they are the same fault.

        What a fault leads to is compared, but not played on: such states come about in legal ways too. What
        nobody holds is refused by all rules, and is not asked for.
        """
        a, b, look = self.sides.a, self.sides.b, self.sides.look
        if not (look.codes or look.rules or a.program.tried or b.program.tried):
            return None  # without faults, what is accepted is what is legal
        u, v = a.clone(s), b.clone(t)
        for act in self.acts:
            if act in legal or act[2] >= 0 and act[2] not in s.hand[act[0]]:
                continue
            one, other = _quietly(a, u, act), _quietly(b, v, act)
            if one.refused and other.refused:
                same = not (look.codes or look.rules) or _refusal(one.refused, look) == _refusal(other.refused, look)
                if same:
                    continue
            found = self._follow(s, t, number, act, keep=False)
            if found is not None:
                return found
            u, v = a.clone(s), b.clone(t)
        return None

    def _keep(self, s: State, t: State, came: tuple[int, Act, Path] | None) -> None:
        keys = self.sides.key_a(s), self.sides.key_b(t)
        if keys in self.seen:
            return
        if len(self.seen) >= self.limit:
            self.cut = True
            return
        self.seen.add(keys)
        self.level.append((s, t, len(self.came)))
        self.came.append(came)

    # ---------------------------------------------------------------- comparing

    def _compare(self, act: Act | None, path: Path, one: Answer, other: Answer) -> Found | None:
        look = self.sides.look
        if one.broken or other.broken:
            if one.broken == other.broken:
                return None
            return Found("failure", self._told(act), path, self._shown(one, 0), self._shown(other, 1))
        if one.refused or other.refused:
            if one.refused and other.refused:
                a, b = _refusal(one.refused, look), _refusal(other.refused, look)
                return None if a == b else Found("refusal", self._told(act), path, a, b)
            return Found("accepted", self._told(act), path, self._shown(one, 0), self._shown(other, 1))
        if one.events != other.events and _bare(one.events, look) != _bare(other.events, look):
            here, there = self._events(one.events, 0), self._events(other.events, 1)
            if here != there:
                return Found("events", self._told(act), path, here, there)
        if self.sides.view_a(one.state) != self.sides.view_b(other.state):
            return self._states_differ(self._told(act), path, one.state, other.state)
        return self._ends(act, path, one.state, other.state)

    def _ends(self, act: Act | None, path: Path, s: State, t: State) -> Found | None:
        """Who deals next, once the round is over. All else about the end is part of the state."""
        if s.wait >= 0:
            return None
        a, b = self.sides.a.next_dealer(s), self.sides.b.next_dealer(t)
        if a == b:
            return None
        names = self.notes[0]
        return Found("end", self._told(act), path, {"next_dealer": names.name(a)}, {"next_dealer": names.name(b)})

    def _states_differ(self, told: Json | None, path: Path, s: State, t: State) -> Found:
        one = show_state(self.sides.a, self.notes[0], s)
        other = show_state(self.sides.b, self.notes[1], t)
        for side, state, out in ((self.sides.a, s, one), (self.sides.b, t, other)):
            out["draw_pile"] = [self.notes[0].card_token(c) for c in reversed(state.draw_pile)]
            out["discard_pile"] = [self.notes[0].card_token(c) for c in state.discard_pile]
            out["match_winners"] = [n for i, n in enumerate(self.game.names) if state.match_winners >> i & 1]
            out["left"] = [n for i, n in enumerate(self.game.names) if state.left >> i & 1]
            out["named_dealer"] = self.notes[0].name(state.next_dealer)
            assert side.model.seats == self.game.seats
        here, there = _differing(one, other)
        ends = s.wait < 0 and t.wait < 0
        return Found("end" if ends else "state", told, path, here, there)

    def _legal_differs(self, legal: list[Act], other: list[Act]) -> Found:
        a = [self.notes[0].write_act(x) for x in legal if x not in other]
        b = [self.notes[1].write_act(x) for x in other if x not in legal]
        return Found("legal", None, (), a, b)

    def _told(self, act: Act | None) -> Json | None:
        if act is None:
            return None
        for notes in self.notes:
            if act in notes.machine.acts:
                return notes.write_act(act)
        return {"act": act[1]}

    def _events(self, events: Any, side: int) -> list[Json]:
        written = [self.notes[side].write_event(e) for e in events]
        return written if self.sides.look.rules else [{k: v for k, v in e.items() if k != "rule"} for e in written]

    def _shown(self, answer: Answer, side: int) -> Json:
        if answer.broken:
            return {"raises": answer.broken}
        if answer.refused:
            return {"ok": False, "why": answer.refused.code, "rule": answer.refused.rule}
        return {"ok": True, "events": self._events(answer.events, side)}


# -------------------------------------------------------------------- one side


def _started(game: SmallGame, machine: Machine) -> Answer:
    try:
        s, events = game.start(machine)
    except Exception as problem:  # whatever a broken rule set raises
        return Answer(broken=type(problem).__name__)
    return Answer(s, events)


def _legal(machine: Machine, s: State) -> list[Act] | str:
    try:
        return list(machine.legal(s))
    except Exception as problem:  # whatever a broken rule set raises
        return type(problem).__name__


def _said(legal: list[Act] | str) -> Json:
    return {"raises": legal} if isinstance(legal, str) else {"ok": True}


def _carried_out(machine: Machine, s: State, act: Act, path: Path | None) -> tuple[Answer, Branching | None]:
    """An act on a copy of a state; without a path, the chance is there only if it is needed."""
    t = machine.clone(s)
    if path is None:
        try:
            return _tried(machine, t, act), None
        except Asked:
            return Answer(), Branching()
    chance = t.chance = Branching(path)
    answer = _tried(machine, t, act)
    t.chance = IDLE
    return answer, chance


def _quietly(machine: Machine, t: State, act: Act) -> Answer:
    """An act where chance has nothing to say; an empty answer where it has."""
    try:
        return _tried(machine, t, act)
    except Asked:
        return Answer()


def _tried(machine: Machine, t: State, act: Act) -> Answer:
    try:
        result = machine.apply(t, act)
    except Asked:
        if t.chance is IDLE:
            raise
        return Answer(broken="Asked")
    except Exception as problem:  # whatever a broken rule set raises
        return Answer(broken=type(problem).__name__)
    return Answer(refused=result) if isinstance(result, Rejected) else Answer(t, result)


def _refusal(why: Rejected, look: Look) -> Json:
    out = {"code": why.code} if look.codes else {}
    return out | ({"rule": why.rule} if look.rules else {})


def _bare(events: Any, look: Look) -> Any:
    return events if look.rules else [e[:3] for e in events]


def _views(a: Machine, b: Machine, hidden: bool) -> tuple[Callable[[State], Any], Callable[[State], Any]]:
    """For each side, what both have of a state, so that it can be compared."""
    names = [*_PLACES, *sorted(n for n in a.program.slots if n.startswith("open_") and n in b.program.slots)]
    rows: list[str] = []
    for path, v in a.model.variables.items():
        w = b.model.variables.get(path)
        if w is None or (v.slot, v.sort, v.scope) != (w.slot, w.sort, w.scope):
            continue
        if hidden or "none" not in (v.seen, w.seen):
            (names if v.scope == "round" else rows).append(v.slot)
    scalars = attrgetter(*names)
    return _view(a, scalars, rows), _view(b, scalars, rows)


def _view(machine: Machine, scalars: Callable[[State], Any], rows: list[str]) -> Callable[[State], Any]:
    kinds = ["nothing", *(w.kind for w in machine.program.waits)]

    def view(s: State) -> Any:
        waits = ("over",) if s.wait < 0 else (kinds[s.wait], s.w_who if s.wait and s.wait in s.CHOICES else -1)
        lists = [getattr(s, r) for r in rows]
        return (scalars(s), waits, s.hand, s.draw_pile, s.discard_pile, lists)

    return view


def _differing(one: Json, other: Json) -> tuple[Json, Json]:
    """The parts of two JSON objects that both have and that are not the same."""
    a, b = {}, {}
    for k in one.keys() & other.keys():
        x, y = one[k], other[k]
        if isinstance(x, dict) and isinstance(y, dict):
            x, y = _differing(x, y)
            if not x and not y:
                continue
        if x != y:
            a[k], b[k] = x, y
    return {k: a[k] for k in one if k in a}, {k: b[k] for k in one if k in b}
