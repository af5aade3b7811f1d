"""Counting sequences of acts: against the definition, against another way to count, and at its borders."""

from types import SimpleNamespace
from typing import Any

import pytest

from unospec.conformance import positions
from unospec.engine import Rejected, Stuck, Table
from unospec.explore.perft import Broken, TooMany, divide, perft

SOME = ("perft-0009", "perft-0012", "perft-0105", "perft-0201", "perft-0302", "perft-0401", "perft-0409", "perft-0505")


def table_of(name: str) -> Table:
    (position,) = positions.find(name)
    return position.table(position.core())


def by_definition(table: Table, depth: int) -> int:
    """Sequences of so many acts, each written down and carried out as JSON."""
    if depth == 0:
        return 1
    total = 0
    for act in table.legal():
        after = table.clone()
        assert after.act(act).ok
        total += by_definition(after, depth - 1)
    return total


@pytest.mark.parametrize("name", SOME)
def test_counts_are_those_of_the_definition(name: str) -> None:
    table = table_of(name)
    table.lenient = False
    expected = [by_definition(table, depth) for depth in (1, 2, 3, 4)]
    assert perft(table.machine, table.s, 4) == expected


@pytest.mark.parametrize("name", SOME)
def test_sequences_that_meet_are_counted_the_same(name: str) -> None:
    table = table_of(name)
    assert perft(table.machine, table.s, 6, merge=True) == perft(table.machine, table.s, 6)


@pytest.mark.parametrize("merge", [False, True])
def test_states_that_differ_in_the_shuffles_to_come_do_not_meet(merge: bool) -> None:
    """Two draws in either order bring the same cards, but the tape stands elsewhere after a reshuffle."""
    table = table_of("perft-0012")
    before = table.state(), table.s.chance.used
    nodes = perft(table.machine, table.s, 9, merge=merge)
    assert nodes == [1, 1, 2, 2, 4, 3, 6, 5, 10]
    assert (table.state(), table.s.chance.used) == before


@pytest.mark.parametrize("name", SOME)
def test_the_parts_add_up(name: str) -> None:
    table = table_of(name)
    for depth in (1, 2, 5):
        parts = divide(table.machine, table.s, depth)
        assert [act for act, _ in parts] == list(table.machine.legal(table.s))
        assert sum(number for _, number in parts) == perft(table.machine, table.s, depth)[-1]


class Tokens:
    """A pile from which one or two tokens are taken in turn: its counts are known without a computer."""

    def __init__(self, refuses: int = -1, breaks: int = -1) -> None:
        self.refuses, self.breaks = refuses, breaks

    def clone(self, s: Any) -> Any:
        return SimpleNamespace(left=s.left)

    def legal(self, s: Any) -> list[tuple[int, str, int, int]]:
        return [(0, "take", -1, n) for n in (1, 2) if n <= s.left]

    def apply(self, s: Any, act: tuple[int, str, int, int]) -> Any:
        if s.left == self.breaks:
            raise Stuck("acts.take", "nothing follows")
        if s.left == self.refuses:
            return Rejected("condition", "acts.take")
        s.left -= act[3]
        return []


def test_only_sequences_of_exactly_that_length_count() -> None:
    """Of four tokens: one by one, or with pairs. 22 and 112, 121, 211 and 1111 end the game."""
    machine: Any = Tokens()
    assert perft(machine, SimpleNamespace(left=4), 6) == [2, 4, 4, 1, 0, 0]


def test_a_limit_is_kept() -> None:
    machine: Any = Tokens()
    pile = SimpleNamespace(left=4)
    assert perft(machine, pile, 4, limit=11) == [2, 4, 4, 1]
    with pytest.raises(TooMany):
        perft(machine, pile, 4, limit=10)
    assert perft(machine, pile, 4, limit=None) == [2, 4, 4, 1]


def test_a_limit_is_kept_where_sequences_are_joined() -> None:
    table = table_of("perft-0201")
    with pytest.raises(TooMany):
        perft(table.machine, table.s, 8, limit=20, merge=True)
    plain = perft(table.machine, table.s, 8)
    assert perft(table.machine, table.s, 8, limit=sum(plain) // 2, merge=True) == plain


@pytest.mark.parametrize(("machine", "why"), [(Tokens(breaks=2), "nothing follows"), (Tokens(refuses=2), "refused")])
def test_rules_that_break_down_are_told_with_the_line(machine: Any, why: str) -> None:
    pile = SimpleNamespace(left=4)
    with pytest.raises(Broken, match=why) as broken:
        perft(machine, pile, 4)
    assert [act[3] for act in broken.value.line] == [1, 1, 1]
    with pytest.raises(Broken, match=why) as broken:
        divide(machine, pile, 4)
    assert [act[3] for act in broken.value.line] == [1, 1, 1]
    assert perft(machine, pile, 2) == [2, 4]  # it is not reached


@pytest.mark.parametrize("depth", [0, -1, 101])
def test_a_depth_is_a_number_of_acts(depth: int) -> None:
    machine: Any = Tokens()
    with pytest.raises(ValueError, match="from 1 to 100"):
        perft(machine, SimpleNamespace(left=4), depth)
    with pytest.raises(ValueError, match="from 1 to 100"):
        divide(machine, SimpleNamespace(left=4), depth)
