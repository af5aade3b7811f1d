"""From expressions to Python that a person can read; statements are in `statements.py`.

Nothing of a rule set reaches the source but integers, names made by this package, and rule ids, which
are printed as string literals after a check against a closed grammar.
"""

import re
from functools import lru_cache

from unospec.engine.ir import Expr

RULE_ID = re.compile(r"[a-z_]+(\.[a-z0-9_/+-]+)?(:[a-z0-9_-]+)?")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BINARY = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "&", "|")


@lru_cache(maxsize=1 << 12)
def name(text: str) -> str:
    """An identifier, checked."""
    if not NAME.fullmatch(text):
        raise ValueError(f"not a name: {text!r}")
    return text


@lru_cache(maxsize=1 << 12)
def literal(rule: str) -> str:
    """A rule id or event name as a string literal, checked."""
    if not RULE_ID.fullmatch(rule):
        raise ValueError(f"not a rule id: {rule!r}")
    return repr(rule)


@lru_cache(maxsize=1 << 14)
def expression(x: Expr, seats: int = 0) -> str:
    """Python for an expression."""
    return Printer(seats).printed(x)


@lru_cache(maxsize=1 << 14)
def test(x: Expr, seats: int = 0) -> str:
    """Python for an expression of which only the truth counts."""
    return Printer(seats).tested(x)


class Printer:
    def __init__(self, seats: int) -> None:
        self.seats = seats

    def e(self, x: Expr) -> str:
        """An expression that may stand anywhere, printed once."""
        return expression(x, self.seats)

    def printed(self, x: Expr) -> str:
        """An expression; operators are put in brackets where needed."""
        if isinstance(x, int):
            return str(x)
        op = x[0]
        if op in ("and", "or"):
            return f" {op} ".join(self.inner(y) for y in x[1])
        if op in _BINARY:
            return f"{self.inner(x[1])} {op} {self.inner(x[2])}"
        if op == "not":
            return f"not {self.inner(x[1])}"
        if op == "if":
            return f"{self.inner(x[2])} if {self.inner(x[1])} else {self.inner(x[3])}"
        handler = getattr(self, f"_{op}")
        result: str = handler(x)
        return result

    def inner(self, x: Expr) -> str:
        """An expression inside another one."""
        text = self.e(x)
        simple = isinstance(x, int) or x[0] not in ("and", "or", "not", "if", *_BINARY, "next", "has")
        return text if simple else f"({text})"

    def condition(self, x: Expr) -> str:
        """An expression as a test, printed once."""
        return test(x, self.seats)

    def tested(self, x: Expr) -> str:
        """An expression as a test; flags and counts are tested by their truth."""
        if _asks_for_cards(x):
            return self.zone(x[1][1]) if x[0] in (">", "!=") else f"not {self.zone(x[1][1])}"
        if isinstance(x, tuple) and x[0] in ("!=", "==") and x[2] == 0 and isinstance(x[2], int):
            text = self.inner(x[1])
            return text if x[0] == "!=" else f"not {text}"
        if isinstance(x, tuple) and x[0] in ("and", "or"):
            return f" {x[0]} ".join(self._operand(y) for y in x[1])
        return self.e(x)

    def _operand(self, x: Expr) -> str:
        nested = isinstance(x, tuple) and x[0] in ("and", "or", "if")
        return f"({self.condition(x)})" if nested else self.condition(x)

    def _var(self, x: Expr) -> str:
        return f"s.{name(x[1])}"

    def _loc(self, x: Expr) -> str:
        return name(x[1])

    def _of(self, x: Expr) -> str:
        return f"s.{name(x[1])}[{self.e(x[2])}]"

    def _at(self, x: Expr) -> str:
        return f"{name(x[1])}[{self.e(x[2])}]"

    def _cell(self, x: Expr) -> str:
        return self.row(x) + f"[{self.e(x[3])}]"

    def row(self, x: Expr) -> str:
        """The row of a card table that belongs to the state."""
        return name(x[1]) + "".join(f"[{self.e(d)}]" for d in x[2])

    def zone(self, x: Expr) -> str:
        """The list of a zone; the discard pile without its top card."""
        if x == ("h",):
            return "h"
        if x[0] == "hand" and isinstance(x[1], tuple) and x[1][0] == "perhaps":
            seat = self.inner(x[1][1])
            return f"(s.hand[{seat}] if {seat} >= 0 else [])"
        return f"s.hand[{self.e(x[1])}]" if x[0] == "hand" else f"s.{name(x[1])}"

    def cards(self, x: Expr) -> str:
        """All cards of a zone, the top of the discard pile included, as something to go through."""
        if x == ("pile", "discard_pile"):
            return "[*s.discard_pile, s.top] if s.top >= 0 else s.discard_pile"
        return self.zone(x)

    def _size(self, x: Expr) -> str:
        if x[1] == ("pile", "discard_pile"):
            return "(len(s.discard_pile) + (s.top >= 0))"
        return f"len({self.zone(x[1])})"

    def _has(self, x: Expr) -> str:
        return f"{self.e(x[2])} in {self.zone(x[1])}"

    def _copies(self, x: Expr) -> str:
        return f"{self.zone(x[1])}.count({self.e(x[2])})"

    def _bit(self, x: Expr) -> str:
        return f"(1 << {self.e(x[1])})"

    def _next(self, x: Expr) -> str:
        step = "s.direction" if x[2] == 1 else f"s.direction * {self.inner(x[2])}"
        return f"({self.inner(x[1])} + {step}) % {self.seats}"

    def _clockwise(self, x: Expr) -> str:
        return f"({self.inner(x[1])} + {self.inner(x[2])}) % {self.seats}"

    def _nothing_yet(self, x: Expr) -> str:
        return "not acts"

    def _ask(self, x: Expr) -> str:
        return f"{name(x[1])}({', '.join(['s', *map(self.e, x[2])])})"


def _asks_for_cards(x: Expr) -> bool:
    """`size > 0` and the like: a list is true when it holds something. The discard pile is in two parts."""
    if not (isinstance(x, tuple) and len(x) == 3 and x[2] == 0 and isinstance(x[1], tuple)):
        return False
    return bool(x[1][0] == "size" and x[1][1] != ("pile", "discard_pile"))
