"""Chance for walkers: every order of a shuffled pile is an outcome that can be asked for by its number.

The outcomes of an act are numbered by a path, one number for each shuffle on the way. A walker carries an
act out along the empty path first, reads how many orders each shuffle had, and goes through the other paths.
"""

from collections import Counter
from math import factorial

ORDERS = 120  # of one shuffle; a pile that has more is shown in its first ones only: all orders of five cards
Path = tuple[int, ...]


class Asked(Exception):
    """A shuffle was asked for where none was expected: carry the act out again with `Branching`."""


class Idle:
    """The chance of a state that is kept. It never decides anything, so that copies of it are the same."""

    __slots__ = ()

    def shuffle(self, pile: list[int]) -> None:
        """A pile with one order has it; for any other, raises `Asked`."""
        if pile.count(pile[0]) != len(pile):
            raise Asked

    def copy(self) -> "Idle":
        """Itself."""
        return self


IDLE = Idle()


class Branching:
    """Shuffles in the orders that a path tells; beyond its end, the first order.

    `widths`: how many orders each shuffle could have taken, never more than `ORDERS`; `taken`: the order
    that it took, the card drawn first at the front; `complete`: whether no shuffle had more than `ORDERS`.
    `dealt` is the order of the first shuffle, where it is given and no matter of chance.
    """

    __slots__ = ("path", "dealt", "widths", "taken", "complete")

    def __init__(self, path: Path = (), dealt: list[int] | None = None) -> None:
        self.path = path
        self.dealt = dealt
        self.widths: list[int] = []
        self.taken: list[list[int]] = []
        self.complete = True

    def shuffle(self, pile: list[int]) -> None:
        """The next order of the path, in place. Of a `dealt` order, only cards that are in the pile count."""
        if self.dealt is not None:
            order, self.dealt = self.dealt, None
            pile[:] = reversed(_among(order, pile))
            self.taken.append(pile[::-1])
            return
        at = len(self.widths)
        orders = count_orders(pile)
        self.complete = self.complete and orders <= ORDERS
        self.widths.append(min(orders, ORDERS))
        pile[:] = order_of(pile, self.path[at] if at < len(self.path) else 0)
        self.taken.append(pile[::-1])

    def copy(self) -> "Branching":
        """The same path at the same place."""
        twin = Branching(self.path, self.dealt)
        twin.widths, twin.taken, twin.complete = [*self.widths], [*self.taken], self.complete
        return twin


def _among(order: list[int], pile: list[int]) -> list[int]:
    """The cards of a pile: first those that an order names, in that order, then the others ascending."""
    rest = sorted(pile)
    first = []
    for card in order:
        if card in rest:
            rest.remove(card)
            first.append(card)
    return first + rest


def count_orders(pile: list[int]) -> int:
    """How many orders a pile has in which it looks different."""
    orders = factorial(len(pile))
    for copies in Counter(pile).values():
        orders //= factorial(copies)
    return orders


def order_of(pile: list[int], number: int) -> list[int]:
    """The order with a number, from 0, of the cards of a pile, whatever order they are in now.

    Orders are counted as words of a dictionary, so that the end of the pile, which is drawn first, varies
    first. IndexError if there are not that many.
    """
    left = Counter(pile)
    out: list[int] = []
    for _ in pile:
        for card in sorted(left):
            rest = left - Counter([card])
            here = count_orders(list(rest.elements()))
            if number < here:
                out.append(card)
                left = rest
                break
            number -= here
    if len(out) != len(pile):
        raise IndexError(number)
    return out


def following(path: Path, widths: list[int]) -> Path | None:
    """The path after this one, if the shuffles along it had so many orders; None after the last."""
    whole = [*path, *(0 for _ in widths[len(path) :])][: len(widths)]
    for at in range(len(whole) - 1, -1, -1):
        if whole[at] + 1 < widths[at]:
            return (*whole[:at], whole[at] + 1)
    return None
