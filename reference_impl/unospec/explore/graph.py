"""All states of a small game: which states there are, and which acts lead from one to which."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeAlias

from unospec.engine import Machine, Rejected
from unospec.engine.machine import Act, Event, State
from unospec.explore.chance import IDLE, Asked, Branching, Path, following

Key: TypeAlias = tuple[Any, ...]
Edge: TypeAlias = tuple[Act, Path, tuple[Event, ...], int]  # the act, what chance did, the events, the state after


@dataclass
class Graph:
    """The states that can be reached from the first one, which has the number 0.

    `edges`: by state. `came`: by state, the state and the act (with what chance did) by which it was first
    reached; a shortest way. `refused`: acts that are called legal and were not accepted; `failures`: acts at
    which the rules broke down. `open_`: states from which something leads beyond the limit. `complete`: nothing
    is missing, neither a state nor an order of a shuffled pile.
    """

    machine: Machine
    states: list[State] = field(default_factory=list)
    keys: dict[Key, int] = field(default_factory=dict)
    legal: list[list[Act]] = field(default_factory=list)
    edges: list[list[Edge]] = field(default_factory=list)
    came: list[tuple[int, Act, Path] | None] = field(default_factory=list)
    refused: list[tuple[int, Act, Rejected]] = field(default_factory=list)
    failures: list[tuple[int, Act | None, Exception]] = field(default_factory=list)
    open_: set[int] = field(default_factory=set)
    complete: bool = True

    @property
    def transitions(self) -> int:
        """How many edges there are."""
        return sum(map(len, self.edges))

    def way_to(self, state: int) -> list[tuple[Act, Path]]:
        """A shortest way from the first state: acts, each with what chance did."""
        out = []
        step = self.came[state]
        while step is not None:
            out.append(step[1:])
            step = self.came[step[0]]
        return out[::-1]


def key_of(machine: Machine) -> Callable[[State], Key]:
    """A function that turns a state into a hashable key: all that it holds but chance."""
    rows = tuple(machine.program.seat_slots)
    scalars = attrgetter(*(n for n in machine.new().__slots__ if n not in _LISTS and n not in rows))
    if not rows:
        return lambda s: (scalars(s), tuple(s.draw_pile), tuple(s.discard_pile), *map(tuple, s.hand))
    lists = attrgetter(*rows) if len(rows) > 1 else lambda s: (getattr(s, rows[0]),)

    def key(s: State) -> Key:
        piles = (tuple(s.draw_pile), tuple(s.discard_pile))
        return (scalars(s), piles, *map(tuple, s.hand), *map(tuple, lists(s)))

    return key


_LISTS = ("hand", "draw_pile", "discard_pile", "chance")


def outcomes(machine: Machine, s: State, act: Act) -> Iterator[tuple[Path, State, Any, Branching | None]]:
    """Everything that an act can lead to: (path, state after, events or `Rejected`, chance if it decided).

    `s` stays as it is. What the rules raise passes.
    """
    t = machine.clone(s)
    try:
        result = machine.apply(t, act)
    except Asked:
        path: Path | None = ()
        while path is not None:
            t = machine.clone(s)
            chance = t.chance = Branching(path)
            result = machine.apply(t, act)
            t.chance = IDLE
            yield path, t, result, chance
            path = following(path, chance.widths)
    else:
        yield (), t, result, None


def walk(machine: Machine, start_state: State, limit: int) -> Graph:
    """Every state that can be reached, breadth first; no more than `limit` of them."""
    graph = Graph(machine)
    key = key_of(machine)
    first = machine.clone(start_state)
    first.chance = IDLE
    _add(graph, key(first), first, None)
    with collector_at_rest():
        at = 0
        while at < len(graph.states):
            try:
                _expand(graph, key, at, limit)
            except Exception as problem:  # whatever a broken rule set raises
                graph.failures.append((at, None, problem))
            at += 1
    return graph


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """No search for cyclic garbage meanwhile: states hold none, and there are many of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _add(graph: Graph, key: Key, s: State, came: tuple[int, Act, Path] | None) -> int:
    number = len(graph.states)
    graph.keys[key] = number
    graph.states.append(s)
    graph.edges.append([])
    graph.legal.append([])
    graph.came.append(came)
    return number


def _expand(graph: Graph, key: Callable[[State], Key], at: int, limit: int) -> None:
    machine, s, edges, keys = graph.machine, graph.states[at], graph.edges[at], graph.keys
    graph.legal[at] = legal = list(machine.legal(s))
    for act in legal:
        try:
            for path, t, result, chance in outcomes(machine, s, act):
                if isinstance(result, Rejected):
                    graph.refused.append((at, act, result))
                    break
                if chance is not None and not chance.complete:
                    graph.complete = False
                k = key(t)
                there = keys.get(k)
                if there is None:
                    if len(graph.states) >= limit:
                        graph.open_.add(at)
                        graph.complete = False
                        continue
                    there = _add(graph, k, t, (at, act, path))
                edges.append((act, path, tuple(result), there))
        except Exception as problem:  # whatever a broken rule set raises
            graph.failures.append((at, act, problem))
