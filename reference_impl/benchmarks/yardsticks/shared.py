"""What the hand-written games share: the deck, refusals, drawing, dealing, and the source of chance.

A card is a number: colour * 13 + face for the coloured ones (0-9, 10 skip, 11 reverse, 12 draw two),
then 52 (wild) and 53 (wild draw four). An event is (what, seat, value, rule).
"""

from random import Random
from typing import Any, NamedTuple

MOST_SEATS = 10
WILD, WILD4 = 52, 53
SKIP, REVERSE, DRAW2 = 10, 11, 12
_COLOURED = [c * 13 + v for c in range(4) for v in range(13) for _ in range(1 if v == 0 else 2)]
DECK = _COLOURED + [WILD] * 4 + [WILD4] * 4


class Rejected(NamedTuple):
    """An act that is refused; the state is as it was."""

    code: str
    rule: str


NOT_NOW = Rejected("not-now", "turn.order")
NOT_YOU = Rejected("not-you", "turn.order")


class Chance:
    """Python's generator behind the interfaces of the yardsticks and of the engine.

    Both sides of a comparison shuffle with this one, so that the price of shuffling is the same.
    """

    def __init__(self, seed: int) -> None:
        random = self.random = Random(seed).random
        self.key = lambda _: random()

    def shuffle(self, pile: list[int]) -> None:
        """Puts the cards in the order of random numbers: in Python sooner done than exchanging them in pairs."""
        pile.sort(key=self.key)

    __call__ = shuffle


def draw(s: Any, p: int, k: int, ev: list[Any], rule: str) -> int:
    """Up to k cards from the stock; the discards are shuffled in when it is empty."""
    pile = s.stock
    h = s.hands[p]
    got = 0
    for _ in range(k):
        if not pile:
            if not s.discard:
                break
            pile = s.stock = s.discard
            s.discard = []
            s.shuffle(pile)
            ev.append(("reshuffle", -1, len(pile), "stock.recycle"))
        c = pile.pop()
        h.append(c)
        ev.append(("draw", p, c, rule))
        got += 1
    return got


def deal(s: Any, shuffle: Chance, n: int, size: int) -> tuple[Any, list[Any]]:
    """A new round: hands of `size` cards, and a starter that acts upon seat 0."""
    ev: list[Any] = []
    s.shuffle = shuffle
    shuffle(s.stock)
    for p in range(n):
        draw(s, p, size, ev, "setup.deal")
    while True:
        top = s.stock.pop()
        if top != WILD4:
            break
        s.stock.append(top)
        shuffle(s.stock)
    s.top = top
    ev.append(("flip", -1, top, "setup.starter"))
    if top == WILD:
        s.active = int(shuffle.random() * 4)
    else:
        s.active = top // 13
        _open(s, n, top % 13, ev)
    ev.append(("turn", s.turn, 0, "turn.next"))
    return s, ev


def _open(s: Any, n: int, face: int, ev: list[Any]) -> None:
    """The effect of a starter with a symbol."""
    if face == SKIP or (face == REVERSE and n == 2):
        s.turn = 1
    elif face == REVERSE:
        s.dir = -1
        s.turn = n - 1
    elif face == DRAW2:
        draw(s, 0, 2, ev, "setup.starter")
        s.turn = 1
