"""The three sorts of turns that a search makes, and which cards it makes them with."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from unospec.conformance.ways.board import BLANK, Board
from unospec.conformance.ways.goal import Finale, Goal

NODES = 2000  # boards that one search looks at
PLAY, SWAP, KEEP = range(3)  # play from the hand; draw and play at once; draw and keep


class Exhausted(Exception):
    """The limit of a search is reached."""


@dataclass
class Turns:
    """Turns of a search for one position. Each gives the boards to which it may lead, none if it cannot be made."""

    goal: Goal
    nodes: int = field(default=NODES, init=False)  # boards that may still be looked at

    def _count(self) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise Exhausted

    def _turn(self, board: Board, end: Finale, kind: int, card: int) -> Iterator[Board]:
        if kind == PLAY:
            return self._played(board, card)
        return self._swapped(board, card) if kind == SWAP else self._kept(board, end, self._unfit(board))

    def _unfit(self, board: Board) -> list[int]:
        """A few cards that had better be drawn if a card is to be kept."""
        fit = set(self.goal.facts.fits.get(board.s.top, ()))
        cards = [card for card, n in enumerate(board.left) if n > 0]
        cards.sort(key=lambda c: (c in fit, c not in self.goal.facts.plain, -board.left[c], c))
        return cards[:3]

    def _played(self, board: Board, card: int) -> Iterator[Board]:
        seat = board.s.turn
        for name in self.goal.facts.plays:
            after = board.play((seat, name, card, 1))
            if after is not None:
                self._count()
                yield after
                return

    def _swapped(self, board: Board, card: int) -> Iterator[Board]:
        """A card is drawn and played at once."""
        seat, size = board.s.turn, len(board.s.hand[board.s.turn])
        for name in self.goal.facts.draws:
            after = board.draw((seat, name, BLANK, 0), card)
            if after is None:
                continue
            self._count()
            if len(after.s.hand[seat]) == size and after.s.top == card:
                yield after  # the rules play it without being asked
            elif after.s.turn == seat and after.spare(seat, card):
                yield from self._played(after, card)

    def _kept(self, board: Board, end: Finale, others: list[int]) -> Iterator[Board]:
        """A card is drawn that stays in the hand: one of the position if the hand is still too small for it."""
        seat = board.s.turn
        missing = self._missing(board, end)
        for card in others if missing is None else [missing]:
            start = board
            if missing is not None:
                start = board.copy()
                start.left[card] += 1
            for name in self.goal.facts.draws:
                after = start.draw((seat, name, BLANK, 0), card, keep=missing not in (None, self.goal.s.top))
                if after is None:
                    continue
                self._count()
                if after.s.turn != seat:
                    yield after
                    continue
                for act in self.goal.facts.bare_of(seat):
                    passed = after.act(act)
                    if passed is not None and passed.s.turn != seat:
                        yield passed

    def _missing(self, board: Board, end: Finale) -> int | None:
        """A card that the seat on turn has to draw, as its hand is still too small for the position."""
        seat = board.s.turn
        if len(board.s.hand[seat]) >= end.sizes[seat]:
            return None
        wanted = Counter(self.goal.s.hand[seat]) - Counter(board.kept[seat])
        return next(iter(wanted), self.goal.s.top if seat == end.seat else None)

    # -- which cards

    def _cards(self, board: Board, end: Finale, last: bool) -> list[int]:
        """Plain cards that may be played now; first those that lead to the top card."""
        facts, colour = self.goal.facts, self.goal.m.model.tables["COLOUR"]
        fit = facts.fits.get(board.s.top, facts.plain) if self._usual(board) else facts.plain
        cards = [card for card in fit if card in facts.fits and (not last or card in end.on)]
        cards = [card for card in cards if board.may_be(board.s.turn, card) or board.left[card]]
        return sorted(cards, key=lambda card: (colour[card] != colour[self.goal.s.top], -board.left[card], card))

    def _usual(self, board: Board) -> bool:
        """Whether what fits follows from the top card."""
        return board.s.top in self.goal.facts.plain

    def _fits(self, board: Board, card: int) -> bool:
        """Whether the seat on turn could play this card, if it held one more."""
        seat, more = board.s.turn, board.copy()
        more.s.hand[seat].insert(0, BLANK)
        more.blanks[seat].append(0)
        return any(more.play((seat, name, card, 1)) is not None for name in self.goal.facts.plays)
