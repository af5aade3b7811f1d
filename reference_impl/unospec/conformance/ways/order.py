"""An order in which given cards can all be played, each on the one before."""

from collections import Counter
from collections.abc import Iterable, Mapping

Fits = Mapping[int, frozenset[int]]  # by card type, the card types that may follow it


def order(fits: Fits, first: int, cards: Iterable[int], last: frozenset[int]) -> list[int] | None:
    """`first` and then all the cards, the final one of those in `last`. None if no such order is found.

    A short line from the first card to a last one is made longer: each card that is left goes between two cards of
    the line where it fits both, or two of them together do.
    """
    left = Counter(cards)
    line = _line(fits, first, left, last)
    while line is not None and left:
        if not any(_insert(fits, line, left, last, count) for count in (1, 2)):
            return None
    return line


def _line(fits: Fits, first: int, left: Counter[int], last: frozenset[int]) -> list[int] | None:
    """The shortest line, taken from `left`."""
    came: dict[int, int] = {first: first}
    reached = [first]
    for card in reached:
        if card in last and card == first or card in last and left[card]:
            line = [card]
            while line[0] != first:
                line.insert(0, came[line[0]])
            for used in line[1:]:
                _take(left, used)
            return line
        for other in sorted(fits[card]):
            if left[other] and other not in came:
                came[other] = card
                reached.append(other)
    return None


def _insert(fits: Fits, line: list[int], left: Counter[int], last: frozenset[int], count: int) -> bool:
    """Put one card, or two, that are left into the line wherever they fit; whether any did."""
    done = False
    at = 0
    while at < len(line):
        after = last if at + 1 == len(line) else None
        follows = line[at + 1] if after is None else -1
        found = _between(fits, line[at], follows, after, left, count)
        if found:
            line[at + 1 : at + 1] = found
            for card in found:
                _take(left, card)
            done = True
            if count == 2:
                return True
        at += 1
    return done


def _between(
    fits: Fits, before: int, follows: int, last: frozenset[int] | None, left: Counter[int], count: int
) -> list[int]:
    """Cards of those left that fit between two cards; nothing if none do."""

    def closes(card: int) -> bool:
        return card in last if last is not None else follows in fits[card]

    for card in sorted(fits[before] & left.keys(), key=lambda card: (-left[card], card)):
        if count == 1 and closes(card):
            return [card]
        for other in sorted(fits[card] & left.keys()) if count == 2 else ():
            if (other != card or left[card] > 1) and closes(other):
                return [card, other]
    return []


def _take(left: Counter[int], card: int) -> None:
    left[card] -= 1
    if not left[card]:
        del left[card]
