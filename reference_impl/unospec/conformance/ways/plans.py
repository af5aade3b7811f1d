"""How many turns of which sort lead from the hands of a deal to those before the last play: arithmetic only."""

from collections.abc import Iterator

from unospec.conformance.ways.board import Board
from unospec.conformance.ways.goal import Finale, Goal

_PLANS = 2  # how many are tried


def plans(goal: Goal, board: Board, end: Finale, exact: bool) -> Iterator[list[list[int]]]:
    """How many turns of each sort every seat makes before the last play: cards played, cards drawn and played at once,
    cards drawn and kept. The fewest turns first, and only a few plans.

    exact: so many cards are drawn that as many are left in the pile as the position has there.
    """
    seats = len(end.sizes)
    sizes = [len(hand) for hand in board.s.hand]
    fewer = [size - wanted for size, wanted in zip(sizes, end.sizes, strict=True)]
    draws = board.pile - len(goal.pile) - end.drawn if exact else None
    ahead = (end.seat - board.s.turn) * end.direction % seats
    longest = sum(map(abs, fewer)) + 3 * seats + 2 * (draws or 0)
    found = 0
    for turns in range(ahead, longest, seats):
        each = [0] * seats
        for i in range(turns):
            each[(board.s.turn + i * end.direction) % seats] += 1
        if goal.facts.swaps:
            keeps = _keeps(each, fewer, None if draws is None else turns - draws - sum(fewer))
        else:
            keeps = _keeps_without_swaps(each, fewer)
        if keeps is None:
            continue
        yield [[f + k, n - f - 2 * k, k] for n, f, k in zip(each, fewer, keeps, strict=True)]
        found += 1
        if found == _PLANS:
            return


def _keeps(each: list[int], fewer: list[int], total: int | None) -> list[int] | None:
    """How often each seat keeps a drawn card, if these numbers of turns are to leave so many fewer cards in each hand;
    `total`: how often altogether, if that is fixed. None if it cannot be."""
    least = [max(0, -f) for f in fewer]
    most = [(n - f) // 2 for n, f in zip(each, fewer, strict=True)]
    if any(top < bottom for top, bottom in zip(most, least, strict=True)):
        return None
    if total is None:
        return least
    keeps = least
    while sum(keeps) < total:
        room = [m - k for m, k in zip(most, keeps, strict=True)]
        seat = room.index(max(room))
        if room[seat] <= 0:
            return None
        keeps[seat] += 1
    return keeps if sum(keeps) == total else None


def _keeps_without_swaps(each: list[int], fewer: list[int]) -> list[int] | None:
    """The same where each turn either plays a card or keeps a drawn one."""
    if any(n < abs(f) or (n - f) % 2 for n, f in zip(each, fewer, strict=True)):
        return None
    return [(n - f) // 2 for n, f in zip(each, fewer, strict=True)]
