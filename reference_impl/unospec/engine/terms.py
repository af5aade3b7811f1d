"""Terms and predicates, lowered to expressions.

Predicates are total: what is absent is `none`, and `none` equals only itself. A named definition is a
macro. What is asked of cards and of hands is in `queries.py`.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from unospec.engine import ir
from unospec.engine.ir import NONE, Expr
from unospec.engine.model import START
from unospec.engine.queries import ATTRIBUTES, Group, Queries, item

CALL = re.compile(r"([a-z_]\w*)\((.+)\)")
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
GIVEN = "arg"  # how the locals are called that hold what a block was given, which may be none
PILES = ("draw_pile", "discard_pile")
SEAT_WORDS = ("turn", "dealer", "winner")


@dataclass(frozen=True)
class Value:
    """A lowered term and its sort. A `symbol` is a word whose sort the other side decides.

    A set of seats is a condition over the local that its place goes through, `Env.item`.
    """

    expr: Expr
    sort: str


@dataclass(frozen=True)
class Env:
    """What the words of a place stand for, which rule speaks, and inside how many searches the place lies."""

    rule: str
    words: dict[str, Value] = field(default_factory=dict)
    depth: int = 0

    @property
    def item(self) -> Expr:
        """The local of what is gone through here, which no word of this place stands for."""
        return item(self.depth)

    def bind(self, **words: Value) -> "Env":
        """The same place with more words."""
        return Env(self.rule, {**self.words, **words}, self.depth)

    def each(self, sort: str) -> "Env":
        """Inside a search of this place: `it` is the card or seat at hand."""
        return Env(self.rule, {**self.words, "it": Value(self.item, sort)}, self.depth + 1)

    def under(self, rule: str) -> "Env":
        """The same words, said by another rule."""
        return Env(rule, self.words, self.depth)


class Terms(Queries):
    """Lowers the terms of one core."""

    # ---------------------------------------------------------------- predicates

    def predicate(self, x: Any, env: Env) -> Expr:
        """A yes/no expression."""
        return self.term(x, env).expr

    def term(self, x: Any, env: Env) -> Value:
        """Any term: a word, an integer, or one operator with its operands."""
        if x is None:
            return Value(NONE, "none")
        if isinstance(x, bool):
            return Value(int(x), "flag")
        if isinstance(x, int):
            return Value(x, "number")
        if isinstance(x, str):
            return self.word(x, env)
        if "if" in x:
            return self._conditional(x, env)
        operator = next(k for k in x if k in _OPERATORS or k in self.model.data.get("define", {}))
        if operator in _OPERATORS:
            result: Value = _OPERATORS[operator](self, x[operator], x, env)
            return result
        card = self.term(x[operator], env)
        return self.definition(operator, env.bind(card=card, cards=Value((card.expr, 1), "cards")))

    def definition(self, name: str, env: Env) -> Value:
        """A named term, read where it is used."""
        self._naming.append(name)
        value = self.term(self.model.data["define"][name]["is"], env)
        self._naming.pop()
        return value

    def _conditional(self, x: Any, env: Env) -> Value:
        condition = self.predicate(x["if"], env)
        a, b = self.term(x["then"], env), self.term(x.get("else"), env)
        a, b = self._alike(a, b)
        return Value(ir.choose(condition, a.expr, b.expr), b.sort if a.sort == "none" else a.sort)

    def _alike(self, a: Value, b: Value) -> tuple[Value, Value]:
        """Both sides with symbols read in the sort of the other side."""
        return self._read(a, b.sort), self._read(b, a.sort)

    def _read(self, value: Value, sort: str) -> Value:
        if value.sort != "symbol":
            return value
        for wanted in (sort, "face", "kind", "colour"):
            number = self.model.symbol(value.expr, wanted)
            if number is not None:
                return Value(number, wanted)
        raise KeyError(f"unknown word {value.expr!r}")

    def cast(self, x: Any, sort: str, env: Env) -> Expr:
        """A term in a place of a known sort."""
        return self._read(self.term(x, env), sort).expr

    # ---------------------------------------------------------------- words

    def word(self, x: str, env: Env) -> Value:
        """What a word stands for here."""
        if x in env.words:
            return env.words[x]
        if x in ("none", "true", "false"):
            return Value({"none": NONE, "true": 1, "false": 0}[x], "none" if x == "none" else "flag")
        call = CALL.fullmatch(x)
        if call:
            return self._call(call[1], call[2], env)
        variable = self.model.variables.get(x)
        if variable:
            return Value(("var", variable.slot), variable.sort)
        if "." in x:
            base, attribute = x.rsplit(".", 1)
            table, sort = ATTRIBUTES[attribute]
            return Value(self.attribute(table, self.term(base, env).expr), sort)
        if x in SEAT_WORDS:
            return Value(("var", x), "seat")
        if x in ("top", "direction"):
            return Value(("var", x), "card" if x == "top" else "number")
        if x in ("next", "previous"):
            return Value(self.next_seat(self._actor(env), 1 if x == "next" else -1), "seat")
        if x == "others":
            return self._others(self._actor(env), env)
        if x == "seats":
            return Value(1, "seats")
        if x in PILES:
            return Value(("pile", x), "cards")
        if x in self.model.data.get("define", {}):
            return self.definition(x, env)
        return Value(x, "symbol")

    def _actor(self, env: Env) -> Expr:
        return env.words["actor"].expr if "actor" in env.words else ("var", "turn")

    def _others(self, seat: Expr, env: Env) -> Value:
        return Value(("!=", env.item, seat), "seats")

    def next_seat(self, seat: Expr, places: Expr) -> Expr:
        """The seat some places on in the direction of play."""
        return seat if places == 0 else ("next", seat, places)

    def _call(self, function: str, argument: str, env: Env) -> Value:
        who = self.term(argument, env)
        if function in ("after", "before"):
            return Value(self.next_seat(who.expr, 1 if function == "after" else -1), "seat")
        if function == "others":
            return self._others(who.expr, env)
        if function in ("team", "opponents"):
            same = ir.compare("==", self.team(env.item), self.team(who.expr))
            return Value(same if function == "team" else ir.negate(same), "seats")
        absent = _may_lack(who.expr, env)
        if function == "hand":
            return Value(("hand", ("perhaps", who.expr) if absent else who.expr), "cards")
        variable = self.model.variables[function]
        value = ("of", variable.slot, who.expr)
        if absent:  # an index of -1 would read the last seat
            value = ir.choose(ir.compare("<", who.expr, 0), START.get(variable.sort, NONE), value)
        return Value(value, variable.sort)

    # ---------------------------------------------------------------- searches

    def group(self, x: Any, env: Env) -> Group:
        """Cards or seats: a zone, a set, or {in, where, except}."""
        spec = x if isinstance(x, dict) and "in" in x else {"in": x}
        source = self.term(spec["in"], env)
        if source.sort == "cards":
            where = self.predicate(spec.get("where", True), env.each("card"))
            return Group("cards", source.expr, where, self._except(spec, env), env.item)
        among = source.expr if source.sort == "seats" else ("==", env.item, source.expr)
        parts = [among, self.predicate(spec.get("where", True), env.each("seat"))]
        if "except" in spec:
            parts.append(("!=", env.item, self.term(spec["except"], env).expr))
        return Group("seats", None, ir.both(parts), item=env.item)

    def _except(self, spec: dict[str, Any], env: Env) -> tuple[Expr, Expr] | None:
        if "except" not in spec:
            return None
        left_out = self.term(spec["except"], env)
        return left_out.expr if left_out.sort == "cards" else (left_out.expr, 1)

    def best(self, kind: str, x: dict[str, Any], env: Env) -> Value:
        """The set of those with the most or the least, as a bit mask over seats."""
        group = self.group(x[kind], env)
        value = self.term(x["by"], env.each("seat")).expr
        mask = self.search(kind, group, value)
        return Value(("!=", ("&", mask, ("bit", env.item)), 0), "seats")


# -------------------------------------------------------------------- operators: one function each

Operands = Any


def _all(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(ir.both([t.predicate(y, env) for y in a]), "flag")


def _any(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(ir.either([t.predicate(y, env) for y in a]), "flag")


def _not(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(ir.negate(t.predicate(a, env)), "flag")


def _is_none(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(ir.compare("<", t.term(a, env).expr, 0), "flag")


def _comparison(name: str) -> Any:
    def lower(t: Terms, a: Operands, x: Any, env: Env) -> Value:
        left, right = t._alike(t.term(a[0], env), t.term(a[1], env))
        if name == "ne":  # the denial of eq, also where something is absent
            equal = ir.compare("==", left.expr, right.expr)
            return Value(ir.negate(_present(equal, left, right, "eq")), "flag")
        compared = ir.compare(COMPARISONS[name], left.expr, right.expr)
        return Value(_present(compared, left, right, name), "flag")

    return lower


def _present(compared: Expr, left: Value, right: Value, name: str) -> Expr:
    """Nothing equals `none`: two things that may both be absent are compared with care."""
    if name != "eq" or isinstance(compared, int) or isinstance(left.expr, int) or isinstance(right.expr, int):
        return compared
    if left.sort in ("number", "flag") or _certain(left.expr) or _certain(right.expr):
        return compared
    return ir.both([compared, (">=", left.expr, 0)])


def _certain(x: Expr) -> bool:
    """Whether a term can never be `none`: a local stands for something, unless it was given; a card has a face."""
    if x[0] == "at" and x[1] in ("FACE", "KIND"):
        return _certain(x[2])
    return x[0] == "loc" and not x[1].startswith(GIVEN)


def _may_lack(seat: Expr, env: Env) -> bool:
    """Whether a seat can be `none`: one that a variable or a condition names, or that a block was given."""
    if isinstance(seat, int):
        return seat < 0
    if seat == ("var", "winner"):
        return "winner" not in env.words  # where a round has been won it is a word of the place
    if seat[0] == "if":
        return _may_lack(seat[2], env) or _may_lack(seat[3], env)
    if seat[0] == "loc":
        return not _certain(seat)
    return seat[0] != "next" and seat not in (("var", "turn"), ("var", "dealer"))


def _in(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    asked = t.term(a[0], env)
    if isinstance(a[1], list):
        options = [t._alike(asked, t.term(y, env)) for y in a[1]]
        return Value(ir.either([ir.compare("==", i.expr, y.expr) for i, y in options]), "flag")
    members = t.term(a[1], env)
    if members.sort == "seats":
        return Value(ir.renamed(members.expr, env.item, asked.expr), "flag")
    return Value(("has", members.expr, asked.expr), "flag")


def _has(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(t.tag(t.term(a[0], env).expr, a[1]), "flag")


def _same(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    left, right = t.term(a[0], env).expr, t.term(a[1], env).expr
    tables = [ATTRIBUTES[attribute][0] for attribute in a[2]]
    rows = [tuple(t.model.tables[table][i] for table in tables) for i in range(len(t.model.cards))]
    if len(set(rows)) == len(rows):  # the attributes tell the cards apart: the same card
        return Value(ir.both([ir.compare("==", left, right), (">=", right, 0)]), "flag")
    parts = [ir.compare("==", t.attribute(table, left), t.attribute(table, right)) for table in tables]
    return Value(ir.both([*parts, (">=", left, 0), (">=", right, 0)]), "flag")


def _may(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    """Whether an act would be accepted with this card: its `given` and every `forbid`, window aside."""
    card = t.term(x["card"], env).expr
    who = t.term(x.get("who", "actor"), env)
    place = env.bind(card=Value(card, "card"), cards=Value((card, 1), "cards"), actor=who)
    return Value(ir.both([(">=", card, 0), *act_conditions(t, a, place)]), "flag")


def act_conditions(t: Terms, act: str, env: Env) -> list[Expr]:
    """The `given` of an act and the negation of each `forbid` that names it."""
    parts = [t.predicate(t.model.data["acts"][act].get("given", True), env)]
    for rule in t.model.data.get("forbid", {}).values():
        if act in rule["act"]:
            parts.append(ir.negate(t.predicate(rule["when"], env)))
    return parts


def _exists(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    return Value(t.search("exists", t.group(a, env)), "flag")


def _count(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    if a == "cards":
        return Value(env.words["cards"].expr[1], "number")
    return Value(t.search("count", t.group(a, env)), "number")


def _sum(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    group = t.group(x["over"], env)
    return Value(t.search("sum", group, t.attribute(ATTRIBUTES[a][0], group.item)), "number")


def _total(t: Terms, a: Operands, x: Any, env: Env) -> Value:
    group = t.group(x["over"], env)
    return Value(t.search("sum", group, t.term(a, env.each("seat")).expr), "number")


def _arith(op: str) -> Any:
    def lower(t: Terms, a: Operands, x: Any, env: Env) -> Value:
        result = t.term(a[0], env).expr
        for y in a[1:]:
            result = ir.arith(op, result, t.term(y, env).expr)
        return Value(result, "number")

    return lower


_OPERATORS: dict[str, Any] = {
    "all": _all, "any": _any, "not": _not, "is_none": _is_none,
    **{name: _comparison(name) for name in COMPARISONS},
    "in": _in, "has": _has, "same": _same, "may": _may,
    "exists": _exists, "count": _count, "sum": _sum, "total": _total,
    "most": lambda t, a, x, env: t.best("most", x, env),
    "least": lambda t, a, x, env: t.best("least", x, env),
    "plus": _arith("+"), "minus": _arith("-"), "times": _arith("*"),
}  # fmt: skip
