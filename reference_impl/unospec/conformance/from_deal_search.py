"""The search for a way to a position: an order of the deck and acts after an ordinary deal that lead to it.

A way has three parts. The end is known first: the last play puts the top card where it lies (`finales`). Before it
comes a stretch in which every turn is one of three: a card is played, or one is drawn and played at once, or one is
drawn and kept. How many of each every seat needs follows from the sizes of the hands and the seat whose turn it has to
be, so the stretch only has to find cards that fit one another. In front of it, cards that do more than pass the
turn are played where the direction has to change; and if nothing else is to be left in the draw pile than the
position has there, all of them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from unospec.conformance.from_deal_board import BLANK, Board, deal
from unospec.conformance.from_deal_goal import Finale, Goal, finales, play_top
from unospec.conformance.from_deal_order import order

NODES = 2000  # boards that one search looks at
_PRELUDE = 3  # with how many cards that are not plain a way may begin, and one
_STARTERS = 4  # first cards that are tried
_PLAY, _SWAP, _KEEP = range(3)  # the three turns: play from the hand, draw and play, draw and keep


class Exhausted(Exception):
    """The limit of a search is reached."""


@dataclass
class Search:
    """`exact`: the draw pile has to end up as the position has it, not only begin like it."""

    goal: Goal
    exact: bool
    kinds: tuple[int, ...]  # which of the three turns comes first, where a seat has several to make
    uneven: int = 4  # by how many cards the hands may differ on the way, before the larger ones are seen to
    nodes: int = NODES

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

    def _count(self) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise Exhausted

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
            for _ in range(_PRELUDE):
                yield from (board for board in now if board.s.direction == end.direction)
                now = [after for board in now for after in self._turned(board)]

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
        for turns in self._plans(board, end):
            yield from self._ordered(board, end, turns) if self.exact else self._turns(board, end, turns)

    def _ordered(self, board: Board, end: Finale, turns: list[list[int]]) -> Iterator[Board]:
        """The stretch in which all cards are played that the position does not place, in an order found beforehand."""
        fits = {card: frozenset(others) & self.goal.facts.fits.keys() for card, others in self.goal.facts.fits.items()}
        cards = [card for card, n in enumerate(board.left) for _ in range(n)]
        schedule = self._schedule(board, end, turns)
        if len([kind for _, kind in schedule if kind != _KEEP]) != len(cards):
            return
        for first in self._cards(board, end, False):
            rest = cards[:]
            if first not in rest:
                continue
            rest.remove(first)
            line = order(fits, first, rest, end.on) if self._fits(board, first) else None
            if line is not None:
                yield from self._along(board, end, schedule, line)

    def _fits(self, board: Board, card: int) -> bool:
        """Whether the seat on turn could play this card, if it held one more."""
        seat, more = board.s.turn, board.copy()
        more.s.hand[seat].insert(0, BLANK)
        more.blanks[seat].append(0)
        return any(more.play((seat, name, card, 1)) is not None for name in self.goal.facts.plays)

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
        at = {turn: i for i, turn in enumerate(n for n, (_, kind) in enumerate(schedule) if kind != _KEEP)}
        taken: set[int] = set()
        now = board
        for number, (seat, kind) in enumerate(schedule):
            self._count()
            if kind != _KEEP:
                moved = self._turn(now, end, kind, line[at[number]])
            elif self._missing(now, end) is not None:
                moved = self._kept(now, end, [])
            else:
                later = [n for n in at if n > number and schedule[n] == (seat, _PLAY) and n not in taken]
                if not later:
                    return
                taken.add(later[-1])
                moved = self._kept(now, end, [line[at[later[-1]]]])
            after = next(moved, None)
            if after is None or after.s.turn != (seat + end.direction) % len(after.s.hand):
                return
            now = after
        yield from (done for done in play_top(self.goal, now) if self._done(done))

    def _plans(self, board: Board, end: Finale) -> Iterator[list[list[int]]]:
        """How many turns of each sort every seat makes, in the order of the number of turns."""
        seats = len(end.sizes)
        sizes = [len(hand) for hand in board.s.hand]
        fewer = [size - wanted for size, wanted in zip(sizes, end.sizes, strict=True)]
        draws = board.pile - len(self.goal.pile) - end.drawn if self.exact else None
        ahead = (end.seat - board.s.turn) * end.direction % seats
        longest = sum(map(abs, fewer)) + 3 * seats + 2 * (draws or 0)
        found = 0
        for turns in range(ahead, longest, seats):
            each = [0] * seats
            for i in range(turns):
                each[(board.s.turn + i * end.direction) % seats] += 1
            if self.goal.facts.swaps:
                keeps = _keeps(each, fewer, None if draws is None else turns - draws - sum(fewer))
            else:
                keeps = _keeps_without_swaps(each, fewer)
            if keeps is None:
                continue
            yield [[f + k, n - f - 2 * k, k] for n, f, k in zip(each, fewer, keeps, strict=True)]
            found += 1
            if found == 2:
                return

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
            if kind == _PLAY and len(board.s.hand[seat]) < 2:
                continue
            fewer = [[n - (i == seat and k == kind) for k, n in enumerate(row)] for i, row in enumerate(turns)]
            for card in self._cards(board, end, last) if kind != _KEEP else [BLANK]:
                for after in self._turn(board, end, kind, card):
                    if (after.s.turn, after.s.direction, after.s.wait) == (following, end.direction, 0):
                        yield from self._turns(after, end, fewer)

    def _done(self, board: Board) -> bool:
        return self.goal.reached(board) and (not self.exact or board.pile == len(self.goal.pile))

    def _turn(self, board: Board, end: Finale, kind: int, card: int) -> Iterator[Board]:
        if kind == _PLAY:
            return self._played(board, card)
        return self._swapped(board, card) if kind == _SWAP else self._kept(board, end, self._unfit(board))

    def _unfit(self, board: Board) -> list[int]:
        """A few cards that had better be drawn if a card is to be kept."""
        fit = set(self.goal.facts.fits.get(board.s.top, ()))
        cards = [card for card, n in enumerate(board.left) if n > 0]
        cards.sort(key=lambda c: (c in fit, c not in self.goal.facts.plain, -board.left[c], c))
        return cards[:3]

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

    # -- turns

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


def _far(board: Board, end: Finale) -> tuple[bool, int, int]:
    """Ends that need no change of direction, and few cards, come first."""
    return end.direction != board.s.direction, end.drawn, end.seat


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
