"""Counting: how many sequences of acts of each length a state admits (spec/semantics, chapter 9, "Counting").

The counts are a few integers against which any engine can compare itself: one act that is offered too much, too
little or at the wrong moment changes them.
"""

from dataclasses import dataclass

from unospec.engine import Machine, Rejected, Stuck
from unospec.engine.machine import Act, State
from unospec.explore.graph import collector_at_rest, key_of

LIMIT = 10_000_000  # sequences of all lengths together, unless the caller says otherwise
DEEPEST = 100  # acts; each is a level of recursion


class TooMany(Exception):
    """There are more sequences than `limit`; `limit` of them have been counted."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"there are more than {limit:,} sequences")
        self.limit = limit


class Broken(Exception):
    """The rules break down: after the acts of `line`, nothing follows from the last of them."""

    def __init__(self, line: tuple[Act, ...], why: str) -> None:
        super().__init__(why)
        self.line = line


@dataclass
class _Count:
    """A count in progress. `nodes`: by length; `left`: how many more sequences are admitted."""

    machine: Machine
    nodes: list[int]
    limit: int | None
    left: int

    def add(self, length: int, number: int) -> None:
        """So many sequences of this length, counted from 1, are found."""
        self.nodes[length - 1] += number
        self.left -= number
        if self.left < 0 and self.limit is not None:
            raise TooMany(self.limit)


def perft(
    machine: Machine, s: State, depth: int, *, limit: int | None = LIMIT, merge: bool = False
) -> list[int]:
    """For each length from 1 to `depth`, how many sequences of so many acts there are from a state.

    `s` stays as it is. merge: join sequences that lead to the same state and go on with one of them; the
    counts are the same, found faster where many meet, at the price of memory. limit: sequences of all lengths
    together (with `merge`: different states), None for no limit.

    Raises TooMany, Broken where the rules break down, ValueError for a depth below 1 or above DEEPEST.
    """
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"a depth is a number of acts from 1 to {DEEPEST}")
    count = _Count(machine, [0] * depth, limit, limit or 0)
    with collector_at_rest():
        if merge:
            _merged(count, s, depth)
        else:
            _walk(count, s, 1, [])
    return count.nodes


def divide(
    machine: Machine, s: State, depth: int, *, limit: int | None = LIMIT, merge: bool = False
) -> list[tuple[Act, int]]:
    """For each act that is legal, in the order of `legal`, how many sequences of `depth` acts begin with it.

    The limit holds for each of them. Raises like `perft`.
    """
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"a depth is a number of acts from 1 to {DEEPEST}")
    out = []
    for act in machine.legal(s):
        try:
            after = _after(machine, s, act)
            below = perft(machine, after, depth - 1, limit=limit, merge=merge)[-1] if depth > 1 else 1
        except Broken as broken:
            raise Broken((act, *broken.line), str(broken)) from broken
        out.append((act, below))
    return out


def _after(machine: Machine, s: State, act: Act) -> State:
    """The state after a legal act."""
    t = machine.clone(s)
    try:
        result = machine.apply(t, act)
    except Stuck as stuck:
        raise Broken((), str(stuck)) from stuck
    if isinstance(result, Rejected):
        raise Broken((), f"a legal act is refused: {result.code}, {result.rule}")
    return t


def _walk(count: _Count, s: State, length: int, line: list[Act]) -> None:
    """Depth first. The last act of a sequence need not be carried out: `legal` lists what is accepted."""
    machine = count.machine
    legal = machine.legal(s)
    count.add(length, len(legal))
    if length == len(count.nodes):
        return
    clone, apply = machine.clone, machine.apply
    for act in legal:
        t = clone(s)
        line.append(act)
        try:
            refused = isinstance(apply(t, act), Rejected)
        except Stuck as stuck:
            raise Broken(tuple(line), str(stuck)) from stuck
        if refused:
            raise Broken(tuple(line), "a legal act is refused")
        _walk(count, t, length + 1, line)
        line.pop()


def _merged(count: _Count, s: State, depth: int) -> None:
    """Length by length: each state that is reached, with the number of sequences that lead there."""
    machine = count.machine
    content = key_of(machine)
    level: dict[object, tuple[State, int]] = {None: (s, 1)}
    for length in range(1, depth + 1):
        following: dict[object, tuple[State, int]] = {}
        for t, ways in level.values():
            legal = machine.legal(t)
            count.nodes[length - 1] += ways * len(legal)
            for act in legal if length < depth else ():
                u = _after(machine, t, act)
                key = content(u), u.chance.used  # the same cards, and the same shuffles to come
                there = following.get(key)
                following[key] = (u, ways if there is None else there[1] + ways)
        count.left -= len(following)
        if count.left < 0 and count.limit is not None:
            raise TooMany(count.limit)
        level = following
