"""Conditions on a card, turned into tables over the small state that they read.

Most of an act's condition depends on the card and on very little else: the colour in force, the face of
the top card. That part is worked out once, for every card and every value; what cannot be tabled (an
amount, a search through the hand) stays an expression and is asked only of cards that the table admits.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from unospec.engine import ir
from unospec.engine.ir import NONE, Expr, Stmt
from unospec.engine.printer import expression
from unospec.engine.queries import ATTRIBUTES, Queries

CARD: Expr = ("loc", "c")
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

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
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
            return self._queries.card_set(tuple(map(int, rows[:-1])), CARD)
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
        rows = self._rows(ir.both(known), dims, some=True)
        if not dims:
            return int(rows[0])
        label, table = f"SOME_{name.upper().replace('-', '_')}", (_indices(dims), rows)
        while label in self.made and (self.made[label].dims, self.made[label].rows) != table:
            label += "_"  # asked of another number of copies
        self.made[label] = CardTable(label, *table)
        return ("cell", label, _indices(dims), 0)

    # ---------------------------------------------------------------- once everything is lowered

    def tabulate_searches(self) -> None:
        """Searches through cards read their condition from a table, as acts do."""
        searches = self._queries.searches
        for name, search in searches.items():
            if search.group.of != "cards" or search.group.where == 1 or ir.mentions(search.group.where, CARD):
                continue
            found = self.tabulate(name[2:], ir.renamed(search.group.where, search.group.item, CARD))
            group = replace(search.group, where=ir.renamed(found, CARD, search.group.item))
            searches[name] = replace(search, group=group)

    def tabulate_kept(self, statements: list[Stmt]) -> list[Stmt]:
        """Tests of a card that the state keeps, such as one just drawn, read the tables as well."""
        variables = self._queries.model.variables.values()
        kept: list[Expr] = [("var", v.slot) for v in variables if v.sort == "card"]

        def tabled(x: Any) -> Any:
            if isinstance(x, list):
                return [tabled(y) for y in x]
            if x[0] != "if":
                return x
            condition = x[1]
            for card in kept:
                condition = self._by_table(condition, card)
                condition = ir.negate(self._by_table(ir.negate(condition), card))  # none, or it does not fit
            return ("if", condition, *map(tabled, x[2:]))

        return [tabled(s) for s in statements]

    def _by_table(self, condition: Expr, card: Expr) -> Expr:
        """A test that asks first whether there is such a card at all; any other test as it is."""
        if (">=", card, 0) not in ir.conjuncts(condition) or ir.mentions(condition, CARD):
            return condition
        found = self.tabulate(card[1], ir.renamed(condition, card, CARD))
        if not any(isinstance(p, tuple) and p[0] == "cell" for p in ir.conjuncts(found)):
            return condition  # only a table also says whether there is such a card
        return ir.renamed(found, CARD, card)

    # ---------------------------------------------------------------- rows

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
        model = self._queries.model
        if x[0] == "var":
            sorts = [v.sort for v in model.variables.values() if v.slot == x[1]]
            return model.domain(sorts[0]) if sorts else None
        if x[0] == "at" and x[2][0] == "var":
            return 2 if x[1] in self._queries.tags else model.domain(_SORT_OF_TABLE.get(x[1], ""))
        return None

    def _cells(self, dims: list[Expr]) -> int:
        cells = len(self._queries.model.cards)
        for d in dims:
            cells *= (self._size(d) or 1) + 1
        return cells

    def _rows(self, condition: Expr, dims: tuple[Expr, ...], some: bool = False) -> Any:
        tables = {**self._queries.model.tables, **self._queries.tags}
        read = tuple((name, tables[name]) for name in _read(condition).union(*map(_read, dims)))
        ranges = tuple((*range(self._size(d) or 0), NONE) for d in dims)
        return _worked_out(condition, dims, ranges, read, len(self._queries.model.cards), some)


@lru_cache(maxsize=1 << 14)
def _read(x: Expr) -> frozenset[str]:
    """The tables of constants that an expression reads."""
    return frozenset(n[1] for n in ir.walk(x) if isinstance(n, tuple) and n[:1] == ("at",))


@lru_cache(maxsize=1 << 11)  # most conditions on cards are the same in many cores
def _worked_out(
    condition: Expr,
    dims: tuple[Expr, ...],
    ranges: tuple[tuple[int, ...], ...],
    read: tuple[tuple[str, tuple[int, ...]], ...],
    cards: int,
    some: bool,
) -> Any:
    """The rows of a condition, nested by `dims`; with `some`, whether it holds for any card, instead of a row."""
    names = [f"d{i}" for i in range(len(dims))]
    named = ir.substitute(condition, lambda n: ("loc", names[dims.index(n)]) if n in dims else None)
    source = f"lambda {', '.join(['cards', *names])}: [True if {expression(named)} else False for c in cards]"
    tables = dict(read)
    test = eval(source, {"__builtins__": {}, **tables})  # printed from integers and checked names only
    same: dict[Any, Any] = {}  # equal rows are kept once
    done: dict[tuple[int, ...], Any] = {}
    for at in product(*ranges):
        found = test(range(cards), *at)
        row = (any(found),) if some else (*found, False)
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
