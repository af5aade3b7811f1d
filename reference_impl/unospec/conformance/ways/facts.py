"""What the search has to know of a deck, found out by trying: which cards only pass the turn, and what fits what."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from unospec.conformance.ways.board import BLANK, Board, deal
from unospec.engine import Machine, Rejected, Stuck
from unospec.engine.machine import Act
from unospec.engine.runtime import is_fault

_PILE = 12  # cards in the draw pile of a table for trying


@dataclass(frozen=True)
class Facts:
    """`plain`: card types whose play does nothing but pass the turn. `fits`: by plain card, the card types that may
    follow it. `plays`: the names of acts with a card. `draws`: those of acts by which the seat on turn draws one
    card. `bare`: all acts without a card that are no such draw. `busy`: variables to which any play gives another
    value than they start with, such as one that counts plays. `swaps`: whether a card just drawn may be played."""

    plain: tuple[int, ...]
    fits: dict[int, tuple[int, ...]]
    plays: tuple[str, ...]
    draws: tuple[str, ...]
    bare: tuple[Act, ...]
    busy: frozenset[str]
    swaps: bool

    def bare_of(self, seat: int) -> list[Act]:
        """The acts without a card of one seat."""
        return [act for act in self.bare if act[0] in (seat, -1)]


@lru_cache(maxsize=256)
def _facts(key: tuple[str, int], m: "Held") -> Facts:
    return _find(m.machine)


@dataclass(frozen=True, eq=False)
class Held:
    """A machine as part of a key; which machine it is, is said by the rest of the key."""

    machine: Machine

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held)


def facts_of(core_hash: str, m: Machine) -> Facts:
    """The facts of a core for the number of seats of its machine."""
    return _facts((core_hash, m.model.seats), Held(m))


def colours(m: Machine) -> list[str]:
    """The slots of the variables that hold a colour of the round."""
    return [v.slot for v in m.model.variables.values() if v.sort == "colour" and v.scope == "round"]


def _find(m: Machine) -> Facts:
    plays = tuple(shape.name for shape in m.program.acts if shape.kind == "cards")
    bare = sorted(act for act in m.acts if act[1] not in plays)
    dealt = next(filter(None, (deal(m, 0, card, _all(m), {}) for card in range(len(m.model.cards)))), None)
    if dealt is not None:  # a short pile is quicker to copy
        dealt.s.draw_pile, dealt.order = dealt.s.draw_pile[-_PILE:], dealt.order[: dealt.drawn] + [BLANK] * _PILE
    tables = [_table(m, dealt, card) for card in range(len(m.model.cards))]
    draws: set[str] = set()
    for table in filter(None, tables):
        draws |= {act[1] for act in bare if act[0] == table.s.turn and _draws_one(table, act)}
    plain = tuple(
        card for card, table in enumerate(tables)
        if table is not None and any(_only_passes(table, name, card, draws) for name in plays)
    )  # fmt: skip
    fits = {card: _following(m, tables[card], plays) for card in plain}
    rest = tuple(act for act in bare if act[1] not in draws)
    swaps = any(_may_play_drawn(tables[card], draws) for card in plain)
    return Facts(plain, fits, plays, tuple(sorted(draws)), rest, _busy(m, tables, plain, plays), swaps)


def _may_play_drawn(table: Board | None, draws: set[str]) -> bool:
    if table is None:
        return False
    after = filter(None, (table.draw((0, name, BLANK, 0), table.s.top) for name in sorted(draws)))
    return any(board.s.turn == 0 or len(board.s.hand[0]) == len(table.s.hand[0]) for board in after)


def _busy(m: Machine, tables: "list[Board | None]", plain: tuple[int, ...], plays: tuple[str, ...]) -> frozenset[str]:
    new, names = m.new(), {v.slot for v in m.model.variables.values()} - set(colours(m))
    found: set[str] | None = None
    for card in plain:
        table = tables[card]
        assert table is not None
        after = next(filter(None, (table.play((0, name, card, 1)) for name in plays)))
        other = {name for name in names if getattr(after.s, name) != getattr(new, name)}
        found = other if found is None else found & other
    return frozenset(found or ())


def _table(m: Machine, dealt: Board | None, top: int) -> Board | None:
    """A table on which this card lies, everything else blank, nothing pending."""
    if dealt is None:
        return None
    start = dealt.copy()
    s: Any = start.s
    s.top, s.turn, s.direction = top, 0, 1
    for slot in colours(m):
        setattr(s, slot, m.model.tables["COLOUR"][top])
    return start


def _all(m: Machine) -> list[int]:
    return [2 * card.copies for card in m.model.cards]  # enough to lie and to be held


def _draws_one(table: Board, act: Act) -> bool:
    after = table.draw(act, table.s.top)
    return after is not None and after.drawn == table.drawn + 1


def _only_passes(table: Board, name: str, card: int, draws: set[str]) -> bool:
    seats = len(table.s.hand)
    after = table.play((0, name, card, 1))
    if after is None or after.drawn != table.drawn or after.s.wait:
        return False
    following = 1 % seats
    sizes = [len(hand) for hand in after.s.hand]
    free = any(after.act((following, act, BLANK, 0)) for act in draws) or any(
        after.draw((following, act, BLANK, 0), card) for act in draws
    )
    usual = [len(hand) - (seat == 0) for seat, hand in enumerate(table.s.hand)]
    return free and sizes == usual and (after.s.turn, after.s.direction) == (following, 1)


def _following(m: Machine, table: Board | None, plays: tuple[str, ...]) -> tuple[int, ...]:
    """What may be played on a table, by trying on one state as long as nothing is accepted."""
    assert table is not None
    found = []
    seat = table.s.turn
    s = m.clone(table.s)
    for card in range(len(m.model.cards)):
        s.hand[seat][-1] = card  # the others are blanks, which come first
        for name in plays:
            try:
                result = m.apply(s, (seat, name, card, 1))
            except (Stuck, IndexError, ValueError):
                s = m.clone(table.s)
                s.hand[seat][-1] = card
                continue
            if isinstance(result, Rejected):
                continue
            s = m.clone(table.s)
            if not is_fault(result):
                found.append(card)
                break
            s.hand[seat][-1] = card
    return tuple(found)
