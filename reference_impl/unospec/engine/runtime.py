"""What printed modules share: refusals, chance, and the few operations that are the same in all of them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

MASK64 = (1 << 64) - 1
REST_LIMIT = 1000  # triggers in a row before a rule set counts as stuck


class Rejected(NamedTuple):
    """An act that the rules refuse. The state is as it was."""

    code: str
    rule: str


class Stuck(Exception):
    """A hole in a rule set: it leaves the game in a state from which nothing follows."""

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(rule, problem)  # what it is made of, so that it can come from another process
        self.rule = rule
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.rule}: {self.problem}"


FAULT = "fault:"  # and the name of the act: the event with which a fault begins


def is_fault(result: Any) -> bool:
    """Whether what an act came to, events or a refusal, is a fault: accepted, and not legal."""
    return not isinstance(result, Rejected) and any(event[0].startswith(FAULT) for event in result)


UNKNOWN_ACT = Rejected("unknown_act", "acts")
OVER = Rejected("over", "round")
MUST_CHOOSE = Rejected("must_choose", "acts")


def waiting(s: Any, otherwise: Rejected) -> Rejected:
    """Why an act is refused while something else is due, or after the end."""
    if s.wait < 0:
        return OVER
    return Rejected("must_choose", s.CHOICES[s.wait]) if s.wait in s.CHOICES else otherwise


def advance(s: Any, places: int, seats: int, ev: list[Any], rule: str) -> None:
    """The turn moves on a number of places that is not known beforehand."""
    q = s.turn
    for left in range(places, 0, -1):
        q = (q + s.direction) % seats
        if left > 1:
            ev.append(("skipped", q, -1, rule))
    s.turn = q
    ev.append(("turn", q, -1, rule))


def split(cards: list[int], wanted: Callable[[int], Any]) -> tuple[list[int], list[int]]:
    """Cards that are wanted, and the rest; both in the order in which they lay."""
    return [c for c in cards if wanted(c)], [c for c in cards if not wanted(c)]


@lru_cache(maxsize=16)
def seats_in(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each bit mask the seats in it, ascending."""
    return tuple(tuple(p for p in range(seats) if mask >> p & 1) for mask in range(1 << seats))


class Chance(Protocol):
    """Where shuffles come from. The last card of a pile is drawn first."""

    def shuffle(self, pile: list[int]) -> None:
        """Put the cards of a pile in an order, in place."""
        ...

    def copy(self) -> "Chance":
        """An independent source that will give the same."""
        ...


class Shuffler:
    """Pseudo-random shuffles: Fisher-Yates over splitmix64, so that any language can repeat them."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK64

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK64
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return (((z ^ (z >> 31)) >> 32) * n) >> 32

    def shuffle(self, pile: list[int]) -> None:
        """Every order is equally likely."""
        for i in range(len(pile) - 1, 0, -1):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]

    def copy(self) -> "Shuffler":
        """A shuffler that will give the same."""
        return Shuffler(self.state)


class Tape:
    """Recorded shuffles: each is the pile in the order in which it is drawn.

    A pile that does not hold the recorded cards, or a shuffle that was not recorded, is left in a
    defined order: recorded cards first, the others after them, ascending.
    """

    __slots__ = ("piles", "used", "unrecorded")

    def __init__(self, piles: list[list[int]]) -> None:
        self.piles = piles
        self.used = 0
        self.unrecorded = 0

    def shuffle(self, pile: list[int]) -> None:
        """The next recorded order."""
        wanted: list[int] = []
        if self.used < len(self.piles):
            wanted = self.piles[self.used]
            self.used += 1
        else:
            self.unrecorded += 1
        rest = sorted(pile)
        first = []
        for card in wanted:
            if card in rest:
                rest.remove(card)
                first.append(card)
        pile[:] = [*reversed(rest), *reversed(first)]

    def copy(self) -> "Tape":
        """The same tape at the same place."""
        twin = Tape(self.piles)
        twin.used, twin.unrecorded = self.used, self.unrecorded
        return twin
