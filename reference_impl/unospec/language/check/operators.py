"""The operators of terms: what stands beside each, the sorts of its operands, and its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unospec.language.check.problems import Path
from unospec.language.check.sorts import ANY, FLAG, NUMBER, Env, Sort, Sorts, named, show
from unospec.language.check.vocabulary import ATTRIBUTES, COMPARISONS, NULLABLE, SYMBOL_SORTS
from unospec.language.errors import did_you_mean

Check = Callable[[Sorts, dict[str, Any], Path, Env], Sort]


@dataclass(frozen=True)
class Operator:
    """beside: operands that have to stand beside it; optional: those that may."""

    check: Check
    beside: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


def _operands(s: Sorts, x: Any, path: Path, least: int, most: int | None) -> list[Any] | None:
    """A list of operands of the right length, or None with a problem noted."""
    name = path[-1]
    if isinstance(x, list) and least <= len(x) and (most is None or len(x) <= most):
        return x
    count = "a list of terms" if most is None else f"a list of {most} terms"
    s.fail(path, f"`{name}` takes {count}, not {show(x)}")
    return None


def _joined(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        for i, part in enumerate(_operands(s, x[name], path, 1, None) or []):
            s.predicate(part, (*path, i), env)
        return FLAG

    return check


def _not(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    s.predicate(x["not"], path, env)
    return FLAG


def _is_none(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    got = s.term(x["is_none"], path, env)
    if got.name not in (*NULLABLE, "any"):
        s.fail(path, f"{show(x['is_none'])} is {named(got.name)}, which is never none")
    return FLAG


def _equal(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        pair = _operands(s, x[name], path, 2, 2)
        if pair:
            s.alike(pair, path, env)
        return FLAG

    return check


def _ordered(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        for i, part in enumerate(_operands(s, x[name], path, 2, 2) or []):
            s.want(part, (*path, i), env, "number")
        return FLAG

    return check


def _in(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    pair = _operands(s, x["in"], path, 2, 2)
    if not pair:
        return FLAG
    item, members = pair
    if isinstance(members, list):
        for member in members:
            s.alike([item, member], path, env)
        return FLAG
    if isinstance(members, dict) and "in" in members:
        s.fail(path, f"`in` takes a list or a whole set, not {show(members)}", "use `exists` with `where`")
        return FLAG
    got = s.term(members, path, env)
    s.fits(got, members, path, "seats", "cards")
    s.want(
        item,
        path,
        env,
        *(["card"] if got.name == "cards" else ["seat"] if got.name == "seats" else ["seat", "card"]),
    )
    return FLAG


def _has(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    pair = _operands(s, x["has"], path, 2, 2)
    if pair:
        s.want(pair[0], path, env, "card")
        if pair[1] not in s.words.tags:
            s.fail(path, f"no card is tagged `{pair[1]}`", did_you_mean(str(pair[1]), s.words.tags))
    return FLAG


def _same(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    parts = _operands(s, x["same"], path, 3, 3)
    if not parts:
        return FLAG
    for card in parts[:2]:
        s.want(card, path, env, "card")
    if not isinstance(parts[2], list) or not parts[2]:
        s.fail(path, "`same` takes [card, card, [attributes]]")
        return FLAG
    for attribute in parts[2]:
        if attribute not in ATTRIBUTES:
            s.fail(path, f"a card has no `{attribute}`", did_you_mean(str(attribute), ATTRIBUTES))
    return FLAG


def _may(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    act = x["may"]
    s.want(x["card"], (*path[:-1], "card"), env, "card")
    if "who" in x:
        s.want(x["who"], (*path[:-1], "who"), env, "seat")
    elif "actor" not in env:
        s.missing("actor", path, env)
    entry = s.words.acts.get(act) if isinstance(act, str) else None
    if entry is None:
        s.fail(path, f"there is no act `{act}`", did_you_mean(str(act), s.words.acts))
    elif "cards" not in entry:
        s.fail(path, f"`{act}` is an act without a card; `may` asks about acts that play one")
    elif s.words.windows_of(act)[1] and "subject" not in env:
        s.fail(path, f"`{act}` belongs to a window beside the turn, whose `subject` stands for nothing here")
    return FLAG


def _counted(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        if name == "count" and x[name] == "cards" and env.get("cards") == "played":
            return NUMBER
        group(s, x[name], path, env)
        return NUMBER if name == "count" else FLAG

    return check


def _sum(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    if x["sum"] not in ("points", "amount"):
        s.fail(
            path,
            f"`sum` adds up `points` or `amount` of cards, not {show(x['sum'])}",
            "for seats use `total`",
        )
    group(s, x["over"], (*path[:-1], "over"), env, "cards")
    return NUMBER


def _total(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    group(s, x["over"], (*path[:-1], "over"), env, "seats")
    s.want(x["total"], path, {**env, "it": "seat"}, "number")
    return NUMBER


def _best(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        group(s, x[name], path, env, "seats")
        s.want(x["by"], (*path[:-1], "by"), {**env, "it": "seat"}, "number")
        return Sort("seats")

    return check


def _arithmetic(name: str) -> Check:
    def check(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
        most = 2 if name == "minus" else None
        for i, part in enumerate(_operands(s, x[name], path, most or 1, most) or []):
            s.want(part, (*path, i), env, "number")
        return NUMBER

    return check


def _conditional(s: Sorts, x: dict[str, Any], path: Path, env: Env) -> Sort:
    above = path[:-1]
    s.predicate(x["if"], path, env)
    sorts = [s.term(x["then"], (*above, "then"), env), s.term(x.get("else"), (*above, "else"), env)]
    read = [_read_beside(s, sort, other) for sort, other in (sorts, sorts[::-1])]
    names = [sort.name for sort in read]
    if "any" in names:
        return ANY
    for sort, branch in zip(read, ("then", "else"), strict=True):
        if sort.name in ("cards", "played", "colours"):
            return s.fail(
                (*above, branch),
                f"{show(x.get(branch))} is {named(sort.name)}, which cannot depend on a condition",
            )
    if names[0] == names[1]:
        return read[0]
    if "none" in names:
        return _or_none(s, read[0] if names[1] == "none" else read[1], x, above)
    return s.fail(above, f"`then` is {named(names[0])} and `else` is {named(names[1])}")


def _read_beside(s: Sorts, sort: Sort, other: Sort) -> Sort:
    """A word of the deck is read in the sort of the other branch, or in the first that it has."""
    if sort.name != "symbol":
        return sort
    known = s.words.symbols[sort.word]
    return Sort(other.name if other.name in known else next(s for s in SYMBOL_SORTS if s in known))


def _or_none(s: Sorts, sort: Sort, x: dict[str, Any], path: Path) -> Sort:
    """The sort of `then x else none`."""
    if sort.name in ("number", "number or none"):
        return Sort("number or none")
    if sort.name in NULLABLE:
        return sort
    if "else" not in x:
        return s.fail(
            path,
            f"`if` without `else` leaves open what is {named(sort.name)}",
            "say what holds otherwise: `else`",
        )
    return s.fail(path, f"one branch is {named(sort.name)}, the other none")


def group(s: Sorts, x: Any, path: Path, env: Env, of: str = "") -> str:
    """Cards or seats to go through: a set, or {in, where, except}. Returns cards, seats or any."""
    spec = x if isinstance(x, dict) and "in" in x else {"in": x}
    extra = [key for key in spec if key not in ("in", "where", "except")]
    if extra:
        s.fail(
            path,
            f"`{extra[0]}` does not belong to {{in, where, except}}",
            did_you_mean(extra[0], ("where", "except")),
        )
        return "any"
    got = s.term(spec["in"], path, env)
    wanted = {"cards": ("cards",), "seats": ("seats", "seat")}.get(of, ("cards", "seats", "seat"))
    s.fits(got, spec["in"], path, *wanted)
    kind = "cards" if got.name == "cards" else "seats" if got.name in ("seats", "seat") else "any"
    item = {"cards": "card", "seats": "seat", "any": "any"}[kind]
    if "where" in spec:
        s.predicate(spec["where"], (*path, "where"), {**env, "it": item})
    if "except" in spec:
        left_out = {"cards": ("card", "played"), "seats": ("seat",), "any": ("card", "played", "seat")}[kind]
        s.want(spec["except"], (*path, "except"), env, *left_out)
    return kind


OPERATORS: dict[str, Operator] = {
    "all": Operator(_joined("all")),
    "any": Operator(_joined("any")),
    "not": Operator(_not),
    "is_none": Operator(_is_none),
    **{name: Operator(_equal(name) if name in ("eq", "ne") else _ordered(name)) for name in COMPARISONS},
    "in": Operator(_in),
    "has": Operator(_has),
    "same": Operator(_same),
    "may": Operator(_may, ("card",), ("who",)),
    "exists": Operator(_counted("exists")),
    "count": Operator(_counted("count")),
    "sum": Operator(_sum, ("over",)),
    "total": Operator(_total, ("over",)),
    "most": Operator(_best("most"), ("by",)),
    "least": Operator(_best("least"), ("by",)),
    "plus": Operator(_arithmetic("plus")),
    "minus": Operator(_arithmetic("minus")),
    "times": Operator(_arithmetic("times")),
    "if": Operator(_conditional, ("then",), ("else",)),
}
