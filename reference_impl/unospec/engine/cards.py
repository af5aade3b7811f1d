"""Conditions on a card, turned into tables over the small state that they read.

Most of an act's condition depends on the card and on very little else: the colour in force, the face of
the top card. That part is worked out once, for every card and every value; what cannot be tabled (an
amount, a search through the hand) stays an expression and is asked only of cards that the table admits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from unospec.engine import ir
from unospec.engine.ir import NONE, Expr
from unospec.engine.printer import expression
from unospec.engine.terms import ATTRIBUTES, Terms

CARD: Expr = ("loc", "c")
Leaf: TypeAlias = Callable[[tuple[bool, ...]], tuple[bool, ...]]
MOST_CELLS = 120_000  # of one table; what would be larger stays an expression
_SORT_OF_TABLE = dict(ATTRIBUTES.values())


@dataclass(frozen=True)
class CardTable:
    """Rows of yes and no by card, indexed by `dims` (each with a last row for `none`).

    What is read of a card of the state, such as the face of the top card, is looked up once for every card,
    so that the card itself is the index. The innermost tuples are what Python reads and tests fastest.
    """

    name: str
    dims: tuple[Expr, ...]
    rows: Any  # nested tuples of True and False; equal parts are one object


class Tables:
    """The card tables of one program."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.made: dict[str, CardTable] = {}

    def tabulate(self, name: str, condition: Expr) -> Expr:
        """The condition with its card part read from a table, as far as that is worth it."""
        parts = ir.conjuncts(condition)
        tabled: list[Expr] = []
        kept: list[Expr] = []
        dims: list[Expr] = []
        for part in parts:
            needs = self._dims(part) if ir.mentions(part, CARD) else None
            together = dims + [d for d in needs or [] if d not in dims]
            if needs is None or self._cells(together) > MOST_CELLS:
                kept.append(part)
            else:
                tabled.append(part)
                dims = together
        if not tabled:
            return condition
        dims.sort(key=repr)  # conditions that mean the same find the same table
        return ir.both([self._cell(name, ir.both(tabled), tuple(dims)), *kept])

    def _cell(self, name: str, condition: Expr, dims: tuple[Expr, ...]) -> Expr:
        rows = self._rows(condition, dims)
        if not dims:
            return self._terms.card_set(tuple(map(int, rows[:-1])), CARD)
        index = _indices(dims)
        for table in self.made.values():
            if (table.dims, table.rows) == (index, rows):
                return ("cell", table.name, index, CARD)
        label = f"MAY_{name.upper().replace('-', '_')}"
        while label in self.made:
            label += "_"
        self.made[label] = CardTable(label, index, rows)
        return ("cell", label, index, CARD)

    def for_any_card(self, name: str, parts: list[Expr]) -> Expr:
        """Whether some card of the deck meets these conditions, each of which mentions the card.

        A part that cannot be tabled counts as met: it may depend on what the hand holds.
        """
        known = [p for p in parts if self._dims(p) is not None]
        dims = tuple(dict.fromkeys(d for p in known for d in self._dims(p) or []))
        if self._cells(list(dims)) > MOST_CELLS:
            return 1
        rows = self._rows(ir.both(known), dims, lambda row: (any(row),))
        if not dims:
            return int(rows[0])
        label = f"SOME_{name.upper().replace('-', '_')}"
        self.made[label] = CardTable(label, _indices(dims), rows)
        return ("cell", label, _indices(dims), 0)

    def _dims(self, condition: Expr) -> list[Expr] | None:
        """The small state that the condition reads, or None if it reads anything larger."""
        if isinstance(condition, int) or condition == CARD:
            return []
        op = condition[0]
        if op == "at" and condition[2] == CARD:
            return []
        if self._size(condition):
            return [condition]
        if op not in ("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "if"):
            return None
        out: list[Expr] = []
        for part in condition[1] if op in ("and", "or") else condition[1:]:
            inner = self._dims(part)
            if inner is None:
                return None
            out += [d for d in inner if d not in out]
        return out

    def _size(self, x: Expr) -> int | None:
        """How many values a small expression has, or None if it is not small."""
        model = self._terms.model
        if x[0] == "var":
            sorts = [v.sort for v in model.variables.values() if v.slot == x[1]]
            return model.domain(sorts[0]) if sorts else None
        if x[0] == "at" and x[2][0] == "var":
            return 2 if x[1] in self._terms.tags else model.domain(_SORT_OF_TABLE[x[1]])
        return None

    def _cells(self, dims: list[Expr]) -> int:
        cells = len(self._terms.model.cards)
        for d in dims:
            cells *= (self._size(d) or 1) + 1
        return cells

    def _rows(self, condition: Expr, dims: tuple[Expr, ...], leaf: Leaf = lambda row: row) -> Any:
        names = [f"d{i}" for i in range(len(dims))]
        named = ir.substitute(condition, lambda n: ("loc", names[dims.index(n)]) if n in dims else None)
        source = f"lambda {', '.join(['c', *names])}: {expression(named)}"
        tables = {**self._terms.model.tables, **self._terms.tags}
        test = eval(source, {"__builtins__": {}, **tables})  # printed from integers and checked names only
        cards = range(len(self._terms.model.cards))
        ranges = [[*range(self._size(d) or 0), NONE] for d in dims]
        same: dict[Any, Any] = {}  # equal rows are kept once
        done: dict[tuple[int, ...], Any] = {}
        for at in product(*ranges):
            row = leaf((*(bool(test(c, *at)) for c in cards), False))
            done[at] = same.setdefault(row, row)
        values = [tables[d[1]] if d[0] == "at" else r for d, r in zip(dims, ranges, strict=True)]

        def nest(prefix: tuple[int, ...]) -> Any:
            if prefix not in done:
                done[prefix] = tuple(nest((*prefix, value)) for value in values[len(prefix)])
            return done[prefix]

        return nest(())


def _indices(dims: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """What a table is indexed by: instead of an attribute of a card of the state, that card."""
    return tuple(d[2] if d[0] == "at" else d for d in dims)
