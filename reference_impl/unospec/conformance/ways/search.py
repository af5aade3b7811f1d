"""The search for a way to a position: an order of the deck and acts after an ordinary deal that lead to it.

A way has three parts. The end is known first: the last play puts the top card where it lies (`finales`). Before it
comes a stretch in which every turn is one of three: a card is played, or one is drawn and played at once, or one is
drawn and kept. How many of each every seat needs follows from the sizes of the hands and the seat whose turn it has to
be, so the stretch only has to find cards that fit one another. In front of it, cards that do more than pass the
turn are played where the direction has to change; and if nothing else is to be left in the draw pile than the
position has there, all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from unospec.conformance.ways.board import BLANK, Board, deal
from unospec.conformance.ways.goal import Finale, finales, play_top
from unospec.conformance.ways.order import order
from unospec.conformance.ways.plans import plans
from unospec.conformance.ways.turns import KEEP, PLAY, Exhausted, Turns

_PRELUDE = 2  # with how many cards that are not plain a way may begin
_STARTERS = 4  # first cards that are tried

@dataclass
class Search(Turns):
    """`exact`: the draw pile has to end up as the position has it, not only begin like it."""

    exact: bool
    kinds: tuple[int, ...]  # which of the three turns comes first, where a seat has several to make
    uneven: int = 4  # by how many cards the hands may differ on the way, before the larger ones are seen to

    def boards(self) -> Iterator[Board]:
        """Boards that have reached the position, until the limit is reached."""
        try:
            yield from self._boards()
        except Exhausted:
            return

    def _boards(self) -> Iterator[Board]:
        goal = self.goal
        others = goal.others()
        colour = goal.m.model.tables["COLOUR"]
        starters = sorted(
            (card for card in goal.facts.plain if others[card]),
            key=lambda card: (colour[card] != colour[goal.s.top], -others[card], card),
        )
        for starter in starters[:_STARTERS]:
            board = deal(goal.m, goal.s.dealer, starter, others, goal.record)
            if board is None:
                return
            if goal.ends is None:
                goal.ends = sorted(finales(goal, board), key=lambda end: _far(board, end))
            for end in goal.ends:
                if self.exact and end.direction in goal.odd:
                    continue
                ready = self._hands(board, end)
                for start in self._begin(ready, end) if ready is not None else ():
                    yield from self._stretch(start, end)

    # -- the deal

    def _hands(self, board: Board, end: Finale) -> Board | None:
        """The board with those cards in the hands that stay there."""
        board = board.copy()
        for seat, (wanted, size) in enumerate(zip(self.goal.s.hand, end.sizes, strict=True)):
            top = seat == end.seat  # one card of this hand is to be the top card
            stays = min(size - top, len(wanted), len(board.s.hand[seat]) - top)
            for card in wanted[:stays]:
                board.left[card] += 1
                board.keep(seat, card)
        return board

    # -- in front of the stretch

    def _begin(self, board: Board, end: Finale) -> Iterator[Board]:
        """Boards from which the stretch can be played."""
        if self.exact:
            yield from self._burnt(board, end)
        else:
            now = [board]
            for number in range(_PRELUDE + 1):
                now = [after for board in now for after in self._turned(board)] if number else now
                yield from (board for board in now if board.s.direction == end.direction)

    def _turned(self, board: Board) -> Iterator[Board]:
        """Another card than a plain one is played, to change the direction or to skip a turn."""
        for card in self._special(board):
            for after in self._one(board, card):
                settled = self._settled(after)
                if settled is not None:
                    yield settled
                    break

    def _special(self, board: Board) -> list[int]:
        return [card for card, n in enumerate(board.left) if n > 0 and card not in self.goal.facts.plain]

    def _one(self, board: Board, card: int) -> Iterator[Board]:
        """A turn that puts this card on the pile."""
        seat = board.s.turn
        if len(board.s.hand[seat]) > 2:
            yield from self._played(board, card)
        if board.pile > len(self.goal.pile):
            yield from self._swapped(board, card)

    def _settled(self, board: Board, depth: int = 3) -> Board | None:
        """The board once acts without a card have answered whatever a card asked; the fewest cards are drawn."""
        if board.s.wait == 0 and self._free(board):
            return board
        ends = [
            end
            for act in (self.goal.facts.bare if depth else ())
            if (after := board.act(act)) is not None and (end := self._settled(after, depth - 1)) is not None
        ]
        return min(ends, key=lambda end: (end.drawn, len(end.acts)), default=None)

    def _free(self, board: Board) -> bool:
        """Whether the seat on turn may draw or play a plain card."""
        self._count()
        seat, facts = board.s.turn, self.goal.facts
        if any(board.act((seat, name, BLANK, 0)) is not None for name in facts.draws):
            return True
        return any(board.play((seat, name, card, 1)) for card in facts.plain for name in facts.plays)

    def _burnt(self, board: Board, end: Finale) -> Iterator[Board]:
        """All cards that are not plain are played, as long as the draw pile lasts."""
        now: Board | None = board
        while now is not None:
            if not self._special(now):
                if now.s.direction == end.direction:
                    yield now
                else:
                    self.goal.odd.add(end.direction)  # the same cards turn it as often in any order
                return
            now = self._nearer(now)

    def _nearer(self, board: Board) -> Board | None:
        """A turn that plays a card that is not plain, or else leads to a colour of which there are some left."""
        colour = self.goal.m.model.tables["COLOUR"]
        special = self._special(board)
        # Cards of no colour go on everything: they are kept for when nothing else fits.
        special.sort(key=lambda card: (colour[card] < 0, colour[card] != colour[board.s.top], card))
        rich = {colour[card] for card in special}
        plain = [card for card in self.goal.facts.plain if board.left[card]]
        plain.sort(key=lambda card: (colour[card] not in rich, -board.left[card], card))
        ordered = [*(c for c in special if colour[c] >= 0), *plain, *(c for c in special if colour[c] < 0)]
        if all(colour[card] < 0 for card in special):
            ordered = [*special, *plain]
        sizes = [len(hand) for hand in board.s.hand]
        if max(sizes) > sizes[board.s.turn] + self.uneven:  # let the others play, who have to part with their cards
            ordered = [*plain, *special]
        for card in ordered:
            for after in self._one(board, card):
                settled = self._settled(after)
                if settled is not None:
                    return settled
        return None

    # -- the stretch

    def _stretch(self, board: Board, end: Finale) -> Iterator[Board]:
        for turns in plans(self.goal, board, end, self.exact):
            yield from self._ordered(board, end, turns) if self.exact else self._turns(board, end, turns)

    def _ordered(self, board: Board, end: Finale, turns: list[list[int]]) -> Iterator[Board]:
        """The stretch in which all cards are played that the position does not place, in an order found beforehand."""
        fits = {card: frozenset(others) & self.goal.facts.fits.keys() for card, others in self.goal.facts.fits.items()}
        cards = [card for card, n in enumerate(board.left) for _ in range(n)]
        schedule = self._schedule(board, end, turns)
        if len([kind for _, kind in schedule if kind != KEEP]) != len(cards):
            return
        for first in self._cards(board, end, False):
            rest = cards[:]
            if first not in rest:
                continue
            rest.remove(first)
            line = order(fits, first, rest, end.on) if self._fits(board, first) else None
            if line is not None:
                yield from self._along(board, end, schedule, line)

    def _schedule(self, board: Board, end: Finale, turns: list[list[int]]) -> list[tuple[int, int]]:
        """Who makes a turn of which sort, turn by turn."""
        remaining = [row[:] for row in turns]
        seat, schedule = board.s.turn, []
        while any(remaining[seat]):
            kind = next(kind for kind in self.kinds if remaining[seat][kind])
            remaining[seat][kind] -= 1
            schedule.append((seat, kind))
            seat = (seat + end.direction) % len(turns)
        return schedule

    def _along(
        self, board: Board, end: Finale, schedule: list[tuple[int, int]], line: list[int]
    ) -> Iterator[Board]:
        """The stretch with these cards played one after the other. A card that is kept is played by its seat later."""
        at = {turn: i for i, turn in enumerate(n for n, (_, kind) in enumerate(schedule) if kind != KEEP)}
        taken: set[int] = set()
        now = board
        for number, (seat, kind) in enumerate(schedule):
            self._count()
            if kind != KEEP:
                moved = self._turn(now, end, kind, line[at[number]])
            elif self._missing(now, end) is not None:
                moved = self._kept(now, end, [])
            else:
                later = [n for n in at if n > number and schedule[n] == (seat, PLAY) and n not in taken]
                if not later:
                    return
                taken.add(later[-1])
                moved = self._kept(now, end, [line[at[later[-1]]]])
            after = next(moved, None)
            if after is None or after.s.turn != (seat + end.direction) % len(after.s.hand):
                return
            now = after
        yield from (done for done in play_top(self.goal, now) if self._done(done))

    def _turns(self, board: Board, end: Finale, turns: list[list[int]]) -> Iterator[Board]:
        """The stretch from here on."""
        self._count()
        if not any(map(any, turns)):
            if board.s.turn == end.seat and board.s.top in end.on:
                yield from (done for done in play_top(self.goal, board) if self._done(done))
            return
        seat = board.s.turn
        following = (seat + end.direction) % len(turns)
        last = sum(map(sum, turns)) == 1
        for kind in self.kinds:
            if not turns[seat][kind]:
                continue
            if kind == PLAY and len(board.s.hand[seat]) < 2:
                continue
            fewer = [[n - (i == seat and k == kind) for k, n in enumerate(row)] for i, row in enumerate(turns)]
            for card in self._cards(board, end, last) if kind != KEEP else [BLANK]:
                for after in self._turn(board, end, kind, card):
                    if (after.s.turn, after.s.direction, after.s.wait) == (following, end.direction, 0):
                        yield from self._turns(after, end, fewer)

    def _done(self, board: Board) -> bool:
        return self.goal.reached(board) and (not self.exact or board.pile == len(self.goal.pile))



def _far(board: Board, end: Finale) -> tuple[bool, int, int]:
    """Ends that need no change of direction, and few cards, come first."""
    return end.direction != board.s.direction, end.drawn, end.seat
