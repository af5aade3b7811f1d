"""The position that a search is for: its state, and how to see that a board has come to it."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from unospec.conformance.cases import Json
from unospec.conformance.ways.board import BLANK, Board
from unospec.conformance.ways.facts import Facts, colours, facts_of
from unospec.engine import Machine, Notation, machine
from unospec.engine.position import read_position
from unospec.language import Core

_NOT_COMPARED = frozenset({"wait"})  # is asked for first; what is kept for a wait (`w_`) means nothing without one


@dataclass
class Goal:
    """A position under the rules of a core. Hands and pile as numbers of card types; the pile's next card first."""

    core: Core
    setup: Json  # with every default said
    m: Machine = field(init=False)
    notation: Notation = field(init=False)
    s: Any = field(init=False)
    pile: list[int] = field(init=False)
    record: dict[str, list[int]] = field(init=False)  # the match so far, by slot
    _compared: list[str] = field(init=False)
    _said: frozenset[str] = field(init=False)  # the variables that the position names
    ends: "list[Finale] | None" = field(init=False, default=None)  # once there was a deal to look for them
    late: bool = field(init=False, default=False)  # whether cards are drawn after the last play
    odd: set[int] = field(init=False, default_factory=set)  # directions that are not left when all is played

    def __post_init__(self) -> None:
        self.m = machine(self.core, len(self.setup["seats"]))
        self.notation = Notation(self.m, tuple(self.setup["seats"]))
        self.s = read_position(self.m, self.notation, self.setup)
        self.pile = self.s.draw_pile[::-1]
        variables = self.m.model.variables.values()
        self.record = {v.slot: list(getattr(self.s, v.slot)) for v in variables if v.scope == "record"}
        said = {v.slot for v in variables if v.path.split(".")[0] in self.setup}
        slots = [*self.m.program.slots, *self.m.program.seat_slots]
        self._compared = [slot for slot in slots if not slot.startswith("w_") and slot not in _NOT_COMPARED]
        self._said = frozenset(said)

    @cached_property
    def facts(self) -> Facts:
        """What the search has to know of the deck."""
        return facts_of(self.core.hash, self.m)

    @property
    def sizes(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.s.hand]

    def others(self) -> list[int]:
        """By card type, how many cards the position does not place: in no hand, not on top, not in the draw pile."""
        placed = Counter([*self.pile, *(card for hand in self.s.hand for card in hand), self.s.top])
        return [card.copies - placed[i] for i, card in enumerate(self.m.model.cards)]

    def differs(self, s: Any) -> list[str]:
        """In which slots a state differs, hands and piles apart. A variable that every play changes need not be as
        it is after no play, if the position does not name it."""
        found = [slot for slot in self._compared if getattr(s, slot) != getattr(self.s, slot)]
        return [slot for slot in found if slot in self._said or slot not in self.facts.busy] if found else found

    def reached(self, board: Board) -> bool:
        """Whether a board is the position, once its blanks are the cards that it still lacks."""
        if board.s.wait or self.differs(board.s):
            return False
        for hand, wanted in zip(board.s.hand, self.s.hand, strict=True):
            if len(hand) != len(wanted) or Counter(c for c in hand if c != BLANK) - Counter(wanted):
                return False
        return True

    def fill(self, board: Board) -> list[int]:
        """The whole deck for a board that has reached the position: every blank decided, the rest in any order."""
        order = board.order[:]
        for hand, wanted, places in zip(board.s.hand, self.s.hand, board.blanks, strict=True):
            missing = sorted((Counter(wanted) - Counter(hand)).elements())
            for place, card in zip(places, missing, strict=True):
                order[place] = card
        order[board.drawn : board.drawn + len(self.pile)] = self.pile
        there = Counter(order)
        rest = [i for i, card in enumerate(self.m.model.cards) for _ in range(card.copies - there[i])]
        return [rest.pop(0) if card == BLANK else card for card in order]


@dataclass(frozen=True)
class Finale:
    """How the top card comes to lie where it does, by the last play: who plays it, in which direction, on which card,
    and how many cards each seat holds before that."""

    seat: int
    direction: int
    on: frozenset[int]
    sizes: tuple[int, ...]
    drawn: int  # cards drawn on account of it


def finales(goal: Goal, board: Board) -> list[Finale]:
    """Every way in which the top card of the position may be the last play, on the table of a board just dealt.

    Where the position never follows a play at once, others may have drawn a card since.
    """
    for goal.late in (False, True):
        found = _finales(goal, board)
        if found:
            return found
    return []


def _finales(goal: Goal, board: Board) -> list[Finale]:
    found: dict[tuple[int, int, tuple[int, ...], int], set[int]] = {}
    for direction in (goal.s.direction, -goal.s.direction):
        for seat in range(len(goal.sizes)):
            for card in goal.facts.plain:
                start = _before(goal, board, seat, direction, card)
                for end in play_top(goal, start):
                    gained = [len(hand) - size for hand, size in zip(end.s.hand, goal.sizes, strict=True)]
                    before = tuple(len(h) - g for h, g in zip(start.s.hand, gained, strict=True))
                    if not goal.differs(end.s) and all(n > 0 for n in before):
                        found.setdefault((seat, direction, before, end.drawn - start.drawn), set()).add(card)
                        break
    return [Finale(seat, way, frozenset(on), sizes, drawn) for (seat, way, sizes, drawn), on in found.items()]


def _before(goal: Goal, board: Board, seat: int, direction: int, card: int) -> Board:
    """A table before the last play: the hands of the position, and a blank more in the hand of the seat."""
    start = board.copy()
    s = start.s
    s.hand = [[BLANK] * (i == seat) + hand for i, hand in enumerate(goal.s.hand)]
    start.blanks = [[0] * (i == seat) for i in range(len(s.hand))]
    start.kept = [hand[:] for hand in goal.s.hand]
    s.top, s.turn, s.direction = card, seat, direction
    for slot in colours(goal.m):
        setattr(s, slot, goal.m.model.tables["COLOUR"][card])
    return start


def play_top(goal: Goal, board: Board) -> list[Board]:
    """The boards to which playing the top card of the position leads, and acts without a card after it."""
    start = board.copy()
    start.left[goal.s.top] += 1
    ends: list[Board] = []
    for name in goal.facts.plays:
        after = start.play((board.s.turn, name, goal.s.top, 1))
        if after is not None:
            ends += _after(goal, after, 4)
    return sorted(ends, key=lambda end: (len(goal.differs(end.s)), end.drawn, len(end.acts)))


def _after(goal: Goal, board: Board, depth: int) -> list[Board]:
    if board.s.wait == 0 and not goal.differs(board.s):
        return [board]
    found: list[Board] = [board] if board.s.wait == 0 else []
    for act in goal.facts.bare if depth else ():
        after = board.act(act)
        if after is not None:
            found += _after(goal, after, depth - 1)
    for after in _late(goal, board) if goal.late and depth else ():
        found += _after(goal, after, depth - 1)
    return found


def _late(goal: Goal, board: Board) -> list[Board]:
    """A card that the seat on turn is to hold is drawn only now."""
    seat = board.s.turn
    wanted = goal.s.hand[seat]
    missing = sorted((Counter(wanted) - Counter(board.kept[seat])).elements()) or wanted[-1:]
    start = board.copy()
    for card in missing[:1]:
        start.left[card] += 1
    drawn = [start.draw((seat, name, BLANK, 0), missing[0], keep=True) for name in goal.facts.draws if missing]
    return [after for after in drawn if after is not None]
