"""What terms ask: an attribute of a card, whether it belongs to a set, a search through cards or seats.

Sets of cards become comparisons where they can. A search becomes a small function of the printed module, so
that it costs nothing where a cheaper condition has decided already.
"""

from dataclasses import dataclass, replace

from unospec.engine import ir
from unospec.engine.ir import Expr
from unospec.engine.model import Model

ATTRIBUTES = {
    "colour": ("COLOUR", "colour"),
    "face": ("FACE", "face"),
    "kind": ("KIND", "kind"),
    "points": ("POINTS", "number"),
    "amount": ("AMOUNT", "number"),
}


def item(depth: int) -> Expr:
    """The local that a search goes through, inside so many others: each has its own, so none hides another."""
    return ("loc", f"x{depth + 1}" if depth else "x")


ITEM = item(0)


@dataclass(frozen=True)
class Group:
    """Cards or seats to search: a zone or all seats, a filter over the local `item`, cards left out."""

    of: str  # "cards" or "seats"
    zone: Expr
    where: Expr = 1
    without: tuple[Expr, Expr] | None = None  # (card, copies) that do not count
    item: Expr = ITEM


@dataclass(frozen=True)
class Search:
    """A function of the printed module: `kind` is exists, count, sum, most or least."""

    name: str
    params: tuple[str, ...]
    kind: str
    group: Group
    value: Expr = 1


class Queries:
    """The questions that the terms of one core ask."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.searches: dict[str, Search] = {}
        self.tags: dict[str, tuple[int, ...]] = {}
        self.cards_here: tuple[int, ...] = tuple(range(len(model.cards)))  # which cards the local c can be
        self._naming: list[str] = []

    def attribute(self, table: str, card: Expr) -> Expr:
        """An attribute of a card, folded where all cards that can be meant agree."""
        if isinstance(card, int):
            return self.model.tables[table][card]
        if card == ("loc", "c"):
            values = {self.model.tables[table][c] for c in self.cards_here}
            if len(values) == 1:
                return values.pop()
        return ("at", table, card)

    def team(self, seat: Expr) -> Expr:
        """The number of a seat's team."""
        return self.model.tables["TEAM"][seat] if isinstance(seat, int) else ("at", "TEAM", seat)

    def tag(self, card: Expr, tag: str) -> Expr:
        """Whether a card has a tag: a comparison where the tagged cards stand together."""
        rows = [int(tag in c.tags) for c in self.model.cards]
        return self.card_set(tuple(rows), card)

    def card_set(self, rows: tuple[int, ...], card: Expr) -> Expr:
        """Membership in a set of card types, as cheaply as the set allows."""
        members = [i for i, row in enumerate(rows) if row]
        if isinstance(card, int):
            return int(card in members)
        if card == ("loc", "c") and len({c in members for c in self.cards_here}) == 1:
            return int(self.cards_here[0] in members)
        if not members:
            return 0
        if len(members) == 1:
            return ("==", card, members[0])
        if members == list(range(members[0], len(rows))):
            return (">=", card, members[0])
        if members == list(range(len(members))):
            return ir.both([("<", card, len(members)), (">=", card, 0)])
        name = next((k for k, v in self.tags.items() if v == (*rows, 0)), f"SET{len(self.tags)}")
        self.tags[name] = (*rows, 0)
        return ("at", name, card)

    def search(self, kind: str, group: Group, value: Expr = 1) -> Expr:
        """An expression that searches: a call of a function which is printed once."""
        if group.of == "cards" and group.where == 1 and group.without is None and kind in ("exists", "count"):
            size = ("size", group.zone)
            return size if kind == "count" else (">", size, 0)
        if group.of == "seats" and kind == "count" and group.where == 1:
            return self.model.seats
        group, value = _outermost(group, value)
        used = [group.zone, group.where, group.without, value]
        params = tuple(sorted(set().union(*(ir.locals_of(u) for u in used)) - {group.item[1]}))
        slots = tuple(sorted(set().union(*(ir.reads(u) for u in used))))
        arguments = tuple(("loc", p) for p in params)
        for known in self.searches.values():
            if (known.params, known.kind, known.group, known.value) == (params, kind, group, value):
                return ("ask", known.name, arguments, slots)
        stem = (self._naming[-1] if self._naming else kind).replace("-", "_")
        name = stem
        while f"q_{name}" in self.searches:
            name = f"{stem}_{len(self.searches)}"
        name = f"q_{name}"
        self.searches[name] = Search(name, params, kind, group, value)
        return ("ask", name, arguments, slots)


def _outermost(group: Group, value: Expr) -> tuple[Group, Expr]:
    """A search with the first local that nothing around it has: what asks the same is the same search."""
    around = ir.locals_of((group.zone, group.where, group.without, value)) - {group.item[1]}
    first = next(x for x in map(item, range(len(around) + 1)) if x[1] not in around)
    if first == group.item:
        return group, value
    renamed = replace(group, item=first, where=ir.renamed(group.where, group.item, first))
    return renamed, ir.renamed(value, group.item, first)
