"""Can two conditions hold at once? Decided by a truth table over what they are made of.

A condition is broken up at `all`, `any`, `not`, `if` and definitions; the rest are atoms, each true or
false on its own, except that atoms about the same term must agree with each other: what is more than 5
is more than 0, and nothing equals two different words.
"""

from __future__ import annotations

import json
from itertools import combinations, product
from typing import Any

from unospec.language.check.vocabulary import Vocabulary

MOST_ATOMS = 14
# A formula: True, False, ("atom", number), ("not", f), ("all"|"any", [f, ...])
Formula = Any
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_DENIED = {"le": "gt", "lt": "ge", "ne": "eq"}


class TooMany(Exception):
    """The conditions have too many atoms for a truth table."""


class Table:
    """Conditions over one set of atoms."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self._atoms: list[tuple[str, str, Any]] = []  # (operator, about what, value)

    def formula(self, term: Any, busy: tuple[str, ...] = ()) -> Formula:
        """The formula of a condition."""
        if isinstance(term, bool):
            return term
        if isinstance(term, str):
            if term in self._words.defines and term not in busy:
                return self.formula(self._words.defines[term], (*busy, term))
            return self._atom("is", term, None)
        if not isinstance(term, dict) or len(term) != 1 and "if" not in term:
            return self._atom("is", _key(term), None)
        if "if" in term:
            condition = self.formula(term["if"], busy)
            yes, no = self.formula(term.get("then"), busy), self.formula(term.get("else"), busy)
            return ("any", [("all", [condition, yes]), ("all", [("not", condition), no])])
        ((operator, operand),) = term.items()
        if operator in ("all", "any") and isinstance(operand, list):
            return (operator, [self.formula(part, busy) for part in operand])
        if operator == "not":
            return ("not", self.formula(operand, busy))
        return self._comparison(operator, operand)

    def _comparison(self, operator: str, operand: Any) -> Formula:
        """An atom; comparisons with a fixed value are brought to one form."""
        if operator in (*_MIRRORED, "eq", "ne") and isinstance(operand, list) and len(operand) == 2:
            left, right = operand
            if self._fixed(left) and not self._fixed(right):
                left, right, operator = right, left, _MIRRORED.get(operator, operator)
            if operator in _DENIED and (operator != "ne" or self._fixed(right)):  # of two nones neither holds
                return ("not", self._comparison(_DENIED[operator], [left, right]))
            if operator == "ge" and type(right) is int:
                operator, right = "gt", right - 1
            if operator == "eq" and right == "none":
                return self._atom("eq", _key(left), "none")
            return self._atom(operator, _key(left), right)
        if operator == "is_none":
            return self._atom("eq", _key(operand), "none")
        return self._atom(operator, _key(operand), None)

    def _fixed(self, term: Any) -> bool:
        """Whether a term is the same in every state."""
        return isinstance(term, int) or term == "none" or (isinstance(term, str) and term in self._words.symbols)

    def _atom(self, operator: str, about: str, value: Any) -> Formula:
        value = value if _plain(value) or value is None else _key(value)
        atom = (operator, about, value)
        if atom not in self._atoms:
            self._atoms.append(atom)
            if len(self._atoms) > MOST_ATOMS:
                raise TooMany
        return ("atom", self._atoms.index(atom))

    def together(self, formulas: list[Formula]) -> bool:
        """Whether some assignment that makes sense makes all formulas true."""
        for row in product((False, True), repeat=len(self._atoms)):
            if self._makes_sense(row) and all(_value(formula, row) for formula in formulas):
                return True
        return False

    def _makes_sense(self, row: tuple[bool, ...]) -> bool:
        for (a, first), (b, second) in combinations(zip(self._atoms, row, strict=True), 2):
            if a[1] == b[1] and _contradict(a, first, b, second, self._words):
                return False
        return True


def _contradict(a: tuple[str, str, Any], first: bool, b: tuple[str, str, Any], second: bool, words: Vocabulary) -> bool:
    """Whether two atoms about the same term cannot be so at the same time."""
    if a[0] == "gt" and b[0] == "gt" and type(a[2]) is int and type(b[2]) is int:
        low, high = (first, second) if a[2] < b[2] else (second, first)
        return high and not low
    if {a[0], b[0]} == {"eq", "ne"} and a[2] == b[2]:
        return first and second
    if {a[0], b[0]} == {"gt", "ge"} and a[2] == b[2]:
        more, at_least = (first, second) if a[0] == "gt" else (second, first)
        return more and not at_least
    if a[0] == "eq" and b[0] == "eq":
        fixed = all(type(v) is int or v == "none" or v in words.symbols for v in (a[2], b[2]))
        return fixed and first and second
    if {a[0], b[0]} == {"gt", "eq"} and type(a[2]) is int and type(b[2]) is int:
        (more, limit), (same, value) = (
            ((first, a[2]), (second, b[2])) if a[0] == "gt" else ((second, b[2]), (first, a[2]))
        )
        return same and more != (value > limit)
    return False


def _value(formula: Formula, row: tuple[bool, ...]) -> bool:
    if isinstance(formula, bool):
        return formula
    kind, inside = formula
    if kind == "atom":
        return bool(row[inside])
    if kind == "not":
        return not _value(inside, row)
    values = (_value(part, row) for part in inside)
    return all(values) if kind == "all" else any(values)


def _plain(value: Any) -> bool:
    return isinstance(value, str | int)


def _key(term: Any) -> str:
    return term if isinstance(term, str) else json.dumps(term, sort_keys=True)
