"""Who deals the next round, and how many may play."""

import pytest

from unospec import engine
from unospec.language import resolve


@pytest.mark.parametrize(("direction", "dealer"), [(1, 1), (-1, 1)])
def test_the_deal_passes_to_the_left_whichever_way_the_round_ended(direction: int, dealer: int) -> None:
    machine = engine.machine(resolve("uno/2008"), 3)
    state, _ = machine.start(engine.Shuffler(1), 0)
    state.direction = direction
    assert machine.next_dealer(state) == dealer


@pytest.mark.parametrize("seats", [0, 1, 11, 30])
def test_a_number_of_players_that_the_rules_exclude_is_refused_at_once(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 10"):
        engine.machine(resolve("uno/2008"), seats)
