"""Orders of a pile by number, and all outcomes of an act."""

from itertools import permutations

import pytest
from examples import core, game, graph, machine

from unospec.explore.chance import IDLE, ORDERS, Asked, Branching, count_orders, following, order_of
from unospec.explore.graph import outcomes


@pytest.mark.parametrize("pile", [[], [3], [3, 3], [1, 2], [2, 1, 2], [1, 1, 2, 2, 5], [4, 3, 2, 1]])
def test_every_distinct_order_has_one_number(pile: list[int]) -> None:
    orders = [tuple(order_of(pile, k)) for k in range(count_orders(pile))]
    assert orders == sorted(set(permutations(pile)))
    with pytest.raises(IndexError):
        order_of([1, 2], 2)


def test_a_path_tells_the_orders_and_the_widths_are_recorded() -> None:
    chance = Branching((1, 2))
    first, second = [5, 4], [1, 2, 3]
    chance.shuffle(first)
    twin = chance.copy()
    chance.shuffle(second)
    assert (first, second) == ([5, 4], [2, 1, 3])
    assert chance.widths == [2, 6] and chance.taken == [[4, 5], [3, 1, 2]]
    assert twin.widths == [2] and chance.complete


def test_a_pile_with_too_many_orders_says_so() -> None:
    chance = Branching()
    chance.shuffle(list(range(6)))
    assert chance.widths == [ORDERS] and not chance.complete


def test_paths_run_through_every_combination_once() -> None:
    path, paths = (), []
    while path is not None:
        paths.append(path)
        path = following(path, [2, 3])
    assert paths == [(), (0, 1), (0, 2), (1,), (1, 1), (1, 2)]


def test_idle_chance_asks_only_where_there_is_a_choice() -> None:
    IDLE.shuffle([7, 7])
    with pytest.raises(Asked):
        IDLE.shuffle([7, 8])


def test_an_act_that_shuffles_has_every_outcome() -> None:
    m = machine(core())
    s, _ = game(["G2", "G3"], "B5 B6 B7 R1").start(m)
    draw = (0, "draw", -1, 0)
    found = [(path, t.hand[0]) for path, t, _, _ in outcomes(m, s, draw)]
    assert [path for path, _ in found] == [(), *((k,) for k in range(1, 6))]
    assert {m.model.cards[c].token for _, hand in found for c in hand} == {"G2", "B5", "B6", "B7"}


def test_the_graph_holds_each_state_once_and_says_when_it_is_cut() -> None:
    m = machine(core())
    small = game(["R2", "B3"], "R1", "G5")
    whole = graph(m, small)
    assert whole.complete and not whole.open_ and len(whole.keys) == len(whole.states) > 20
    assert all(edge[3] < len(whole.states) for edges in whole.edges for edge in edges)
    cut = graph(m, small, 10)
    assert len(cut.states) == 10 and cut.open_ and not cut.complete
