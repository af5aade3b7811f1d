"""The intermediate representation: what a rule set means, as nested tuples of integers and names.

A core is lowered to this form once per number of seats; a printer turns it into source. The form
holds no Python object, so that a second printer (C) needs nothing else.

Expressions
    7                           an integer; flags are 0 and 1, `none` is -1
    ("var", slot)               a variable of the state
    ("loc", name)               a local of the function being printed
    ("of", slot, seat)          a variable that each seat has
    ("at", table, x)            a row of a table of constants, such as FACE by card
    ("cell", table, dims, card) a yes/no table over a card and the small state that it depends on
    ("size", zone)              the number of cards in a zone
    ("has", zone, card)         whether a zone holds a card
    ("next", seat, k)           the seat k places on in the direction of play
    ("clockwise", seat, k)      the same, clockwise
    ("ask", function, args, reads)  a search through a zone or the seats, printed as a function
    ("nothing_yet",)            in the listing of acts: none has been found so far
    ("==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "&", a, b)   ("not", a)   ("bit", a)
    ("and", (..)) ("or", (..))  ("if", c, a, b)
Zones: ("hand", seat)  ("pile", "draw_pile")  ("pile", "discard_pile")
    ("hand", ("perhaps", seat)) is empty where the seat is `none`
Statements are described where they are made, in `effects.py`.

Expressions are values: what is asked of one again and again is remembered, also from one core to the next.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

Expr: TypeAlias = Any  # int | tuple; recursive aliases of tuples are not worth their weight here
Stmt: TypeAlias = tuple[Any, ...]
_remembered = lru_cache(maxsize=1 << 14)

NONE = -1
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def both(parts: Iterable[Expr]) -> Expr:
    """The conjunction, folded. Predicates are total, so the order is free: cheap ones come first."""
    return _join("and", tuple(parts), neutral=1, absorbing=0)


def either(parts: Iterable[Expr]) -> Expr:
    """The disjunction, folded."""
    return _join("or", tuple(parts), neutral=0, absorbing=1)


@_remembered
def _join(op: str, parts: tuple[Expr, ...], neutral: int, absorbing: int) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        if part == absorbing and isinstance(part, int):
            return absorbing
        if part == neutral and isinstance(part, int):
            continue
        for item in part[1] if isinstance(part, tuple) and part[0] == op else [part]:
            if item not in flat:
                flat.append(item)
    flat = [_absorb(item, flat, "or" if op == "and" else "and") for item in flat]
    if any(negate(item) in flat for item in flat):
        return absorbing
    flat.sort(key=cost)
    if not flat:
        return neutral
    return flat[0] if len(flat) == 1 else (op, tuple(flat))


def _absorb(item: Expr, beside: list[Expr], inner: str) -> Expr:
    """a or (not a and b) is a or b: what stands beside a part need not be denied in it again."""
    if not (isinstance(item, tuple) and item[0] == inner):
        return item
    rest = tuple(x for x in item[1] if negate(x) not in beside)
    if len(rest) == len(item[1]) or not rest:
        return item
    return rest[0] if len(rest) == 1 else (inner, rest)


@_remembered
def negate(x: Expr) -> Expr:
    """The negation, pushed inwards over comparisons."""
    if isinstance(x, int):
        return 1 - x
    if x[0] in _OPPOSITE:
        return (_OPPOSITE[x[0]], x[1], x[2])
    if x[0] == "not":
        return x[1]
    if x[0] in ("and", "or"):
        parts = [negate(y) for y in x[1]]
        return either(parts) if x[0] == "and" else both(parts)
    return ("not", x)


def compare(op: str, a: Expr, b: Expr) -> Expr:
    """A comparison, folded where both sides are known or the same."""
    if isinstance(a, int) and isinstance(b, int):
        return int(_COMPARE[op](a, b))
    if a == b:
        return int(op in ("==", "<=", ">="))
    return (op, a, b)


def choose(condition: Expr, a: Expr, b: Expr) -> Expr:
    """A conditional expression, folded."""
    if isinstance(condition, int):
        return a if condition else b
    return a if a == b else ("if", condition, a, b)


def arith(op: str, a: Expr, b: Expr) -> Expr:
    """Sum, difference or product, folded."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b if op == "+" else a - b if op == "-" else a * b
    if op in "+-" and b == 0:
        return a
    if op == "*" and 1 in (a, b):
        return b if a == 1 else a
    return (op, a, b)


def conjuncts(x: Expr) -> list[Expr]:
    """The parts of a conjunction; anything else is its only part."""
    return list(x[1]) if isinstance(x, tuple) and x[0] == "and" else [x]


def walk(x: Any) -> Iterator[Any]:
    """Every node of an expression or statement, outermost first."""
    ahead = [x]
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, tuple | list):
            ahead += node[::-1]


@_remembered
def cost(x: Expr) -> int:
    """A rough price, to try cheap conditions first: searches through zones cost most."""
    if not isinstance(x, tuple):
        return 1
    return 1 + sum(map(cost, x)) + (100 if x[:1] == ("ask",) else 0)


def substitute(x: Expr, known: Callable[[Expr], Expr | None]) -> Expr:
    """The expression with every node that `known` has a value for replaced, and folded again."""
    if not isinstance(x, tuple):
        return x
    value = known(x)
    if value is not None:
        return value
    op = x[0]
    if op in ("and", "or"):
        parts = [substitute(y, known) for y in x[1]]
        return both(parts) if op == "and" else either(parts)
    if op == "not":
        return negate(substitute(x[1], known))
    if op in _COMPARE:
        return compare(op, substitute(x[1], known), substitute(x[2], known))
    if op in ("+", "-", "*"):
        return arith(op, substitute(x[1], known), substitute(x[2], known))
    if op == "if":
        return choose(*(substitute(y, known) for y in x[1:]))
    if op == "cell":
        dims = tuple(substitute(d, known) for d in x[2])
        return ("cell", x[1], dims, substitute(x[3], known))
    if op == "ask":
        return ("ask", x[1], tuple(substitute(y, known) for y in x[2]), x[3])
    return (op, *(substitute(y, known) if isinstance(y, tuple) else y for y in x[1:]))


def renamed(x: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with another in the place of one."""
    return substitute(x, lambda node: new if node == old else None)


@_remembered
def mentions(x: Expr, node: Expr) -> bool:
    """Whether the node occurs in the expression."""
    return any(y == node for y in walk(x))


@_remembered
def reads(x: Expr) -> frozenset[str]:
    """The slots of the state that an expression reads; a zone counts as a slot."""
    out: set[str] = set()
    for node in walk(x):
        if not isinstance(node, tuple) or not node:
            continue
        if node[0] in ("var", "of", "pile"):
            out.add(node[1])
        elif node[0] == "next":
            out.add("direction")
        elif node[0] == "hand":
            out.add("hand")
        elif node[0] == "ask":
            out |= set(node[3])
    return frozenset(out)


def statements(block: list[Stmt]) -> Iterator[Stmt]:
    """Every statement of a block, also those inside others; within a statement only a block is a list."""
    for statement in block:
        yield statement
        for part in statement:
            if isinstance(part, list):
                yield from statements(part)


def locals_of(x: Any) -> frozenset[str]:
    """The names of all locals that occur in an expression, or in a list of statements."""
    if not isinstance(x, list):
        return _locals_of(x)
    found: set[str] = set()
    for statement in statements(x):
        for part in statement:
            if isinstance(part, tuple):
                found |= _locals_of(part)
    return frozenset(found)


@_remembered
def _locals_of(x: Expr) -> frozenset[str]:
    return frozenset(y[1] for y in walk(x) if isinstance(y, tuple) and len(y) == 2 and y[0] == "loc")
