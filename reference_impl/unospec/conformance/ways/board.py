"""A round in which most cards are still undecided: what the search for a way to a position plays on.

An undecided card is `BLANK`, which to the rules is no card: it has no colour and fits nothing. It becomes a card
when it is played. So one line of play stands for all deals in which those cards were dealt that it needs. Whoever
finds a line has to play it again with all cards in place, since a rule may look at cards that were blank.
"""

from bisect import insort
from dataclasses import dataclass
from typing import Any

from unospec.engine import Machine, Rejected, Stuck
from unospec.engine.machine import Act, Event
from unospec.engine.runtime import Tape, is_fault

BLANK = -1
CLOSE: Act = (-1, "close", -1, 0)  # what is held back by a window beside the turn happens now
_DREW, _TURNED_UP = "drew", "turned_up"


@dataclass
class Board:
    """A state with blanks, and what is decided about the deck so far. Moves give a new board, or None."""

    m: Machine
    s: Any
    order: list[int]  # the deck, first dealt first
    blanks: list[list[int]]  # by seat: where in the deck the blanks of the hand lie
    kept: list[list[int]]  # by seat: cards that are to stay in the hand
    left: list[int]  # by card type: how many may still take the place of a blank
    drawn: int  # how many cards have left the pile
    acts: list[Act]

    def copy(self) -> "Board":
        """An independent board."""
        return Board(
            self.m, self.m.clone(self.s), self.order[:], [x[:] for x in self.blanks], [x[:] for x in self.kept],
            self.left[:], self.drawn, self.acts[:],
        )  # fmt: skip

    @property
    def pile(self) -> int:
        """How many cards are in the draw pile."""
        return len(self.s.draw_pile)

    def may_be(self, seat: int, card: int) -> bool:
        """Whether a seat can have this card to spare: it holds one, or a blank may be one."""
        return self.spare(seat, card) or (self.left[card] > 0 and bool(self.blanks[seat]))

    def spare(self, seat: int, card: int) -> bool:
        """Whether a seat holds this card and need not keep it."""
        return bool(self.s.hand[seat].count(card) > self.kept[seat].count(card))

    def keep(self, seat: int, card: int) -> None:
        """Let a blank of a hand be a card that stays there."""
        self._decide(seat, card)
        self.kept[seat].append(card)

    def _decide(self, seat: int, card: int) -> None:
        hand = self.s.hand[seat]
        hand.remove(BLANK)
        insort(hand, card)
        self.order[self.blanks[seat].pop(0)] = card
        self.left[card] -= 1

    def play(self, act: Act) -> "Board | None":
        """An act with a card of the hand, which may be a blank until now."""
        seat, _, card, _ = act
        if not self.may_be(seat, card):
            return None
        board = self.copy()
        if not board.spare(seat, card):
            board._decide(seat, card)
        return board._done(act)

    def draw(self, act: Act, card: int, keep: bool = False) -> "Board | None":
        """An act by which the seat draws a card of this type first."""
        if not self.pile or self.left[card] <= 0:
            return None
        board = self.copy()
        board.s.draw_pile[-1] = board.order[self.drawn] = card
        board.left[card] -= 1
        if keep:
            board.kept[act[0]].append(card)
        done = board._done(act)
        return done if done is not None and done.drawn > self.drawn else None

    def act(self, act: Act) -> "Board | None":
        """An act without a card; whatever is drawn is blank."""
        return self.copy()._done(act)

    def _done(self, act: Act) -> "Board | None":
        try:
            result = self.m.apply(self.s, act)
        except (Stuck, IndexError, ValueError):
            return None  # the rules came to a blank that they cannot do without
        if isinstance(result, Rejected) or is_fault(result) or self.s.wait < 0:
            return None
        self.acts.append(act)
        return self._closed() if self._account(result) else None

    def _closed(self) -> "Board | None":
        """The board once nothing is held back any more."""
        held = self.s.wait > 0 and self.s.wait not in self.s.CHOICES
        return self._done(CLOSE) if held and CLOSE in self.m.acts else self

    def _account(self, events: list[Event]) -> bool:
        """Book what was drawn; False where cards went ways that cannot be followed."""
        for kind, seat, card, _ in events:
            if kind == _DREW:
                if card == BLANK:
                    self.blanks[seat].append(self.drawn)
                self.drawn += 1
        hands = zip(self.s.hand, self.blanks, self.kept, strict=True)
        return self.drawn + self.pile == len(self.order) and all(
            hand.count(BLANK) == len(blanks) and all(hand.count(c) >= kept.count(c) for c in kept)
            for hand, blanks, kept in hands
        )


def deal(m: Machine, dealer: int, starter: int, left: list[int], record: dict[str, list[int]]) -> Board | None:
    """The board after a deal that turns up this card, everything else blank; `left` as in `Board`.

    None where the rules deal in a way that cannot be followed: cards are returned, say.
    """
    known = [starter] * len(m.model.deck)
    try:
        place = _place_of_starter(m.start(Tape([known]), dealer, record, known)[1])
        if place is None or left[starter] <= 0:
            return None
        order = [BLANK] * len(known)
        order[place] = starter
        s, events = m.start(Tape([order]), dealer, record, order)
    except (Stuck, IndexError, ValueError):
        return None
    remaining = left[:]
    remaining[starter] -= 1
    board = Board(m, s, order, [[] for _ in s.hand], [[] for _ in s.hand], remaining, 0, [])
    drawn = [event for event in events if event[0] in (_DREW, _TURNED_UP)]
    for number, (kind, seat, _, _) in enumerate(drawn):
        if kind == _DREW:
            board.blanks[seat].append(number)
    board.drawn = len(drawn)
    board.s.chance = Tape([])
    ready = board._closed() if board._account([]) else None
    return ready if ready is not None and ready.s.wait == 0 else None


def _place_of_starter(events: list[Event]) -> int | None:
    """Which card of the deck is turned up, if it is one, and no other."""
    kinds = [event[0] for event in events if event[0] in (_DREW, _TURNED_UP, "returned")]
    return kinds.index(_TURNED_UP) if kinds.count(_TURNED_UP) == 1 and "returned" not in kinds else None
