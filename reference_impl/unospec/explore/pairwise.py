"""A small set of combinations in which every two values of two different factors occur together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from unospec.language import Core
from unospec.language.seats import numbers

Value: TypeAlias = "str | int | bool"
SEATS = "(seats)"  # the factor that is no option: no option can have this name


def factors(core: Core) -> dict[str, list[Value]]:
    """The numbers of players and the options of a core with their values: of a range its ends and the default."""
    found: dict[str, list[Value]] = {SEATS: list(numbers(core.data))}
    for name, declared in sorted(core.option_docs.items()):
        found[name] = _values(declared)
    return found


def _values(declared: Mapping[str, Any]) -> list[Value]:
    default = declared["default"]
    if "range" in declared:
        low, high = declared["range"]
        return sorted({low, default, high})
    if "values" in declared:
        return list(declared["values"])
    return [True, False] if isinstance(default, bool) else [default]


def rows(values: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Combinations that cover every pair of values, found greedily; the same for the same values.

    Each row begins with a pair that is not covered yet. Then factor by factor, those with most values first, it takes
    the value that covers most new pairs with what the row has already; of equal ones the one used least so far.
    """
    order = sorted(values, key=lambda name: (-len(values[name]), name))
    open_pairs = dict.fromkeys(_pairs(values, order))
    used: dict[tuple[str, Value], int] = {(name, v): 0 for name in order for v in values[name]}
    found: list[dict[str, Value]] = []
    if len(order) == 1:
        return [{order[0]: v} for v in values[order[0]]]
    while open_pairs:
        one, other = next(iter(open_pairs))
        row = dict((one, other))
        for name in order:
            if name not in row:
                row[name] = max(
                    values[name],
                    key=lambda v, name=name: (  # type: ignore[misc]
                        sum(_key(order, name, v, k, w) in open_pairs for k, w in row.items()),
                        -used[name, v],
                    ),
                )
        for (a, v), (b, w) in combinations(row.items(), 2):
            open_pairs.pop(_key(order, a, v, b, w), None)
        for item in row.items():
            used[item] += 1
        found.append({name: row[name] for name in values})
    return found


Pair: TypeAlias = "tuple[tuple[str, Value], tuple[str, Value]]"


def _pairs(values: Mapping[str, Sequence[Value]], order: Sequence[str]) -> Iterator[Pair]:
    for a, b in combinations(order, 2):
        for v in values[a]:
            for w in values[b]:
                yield (a, v), (b, w)


def _key(order: Sequence[str], a: str, v: Value, b: str, w: Value) -> Pair:
    return ((a, v), (b, w)) if order.index(a) < order.index(b) else ((b, w), (a, v))
