"""Whether two effect steps can change places without anybody noticing: neither writes what the other reads or writes,
and at most one of them is told. Such an exchange is no mutant. What is not understood counts as dependent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_PATH = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*")
_ANYTHING = ("choose", "effect_of", "win", "may", "until", "by_option", "each")  # wait, end, or ask too much
# What the steps that are told write besides variables; all of them may read it too.
_TOLD = {
    "pass": {"turn"}, "turn": {"turn"}, "reverse": {"direction"}, "draw": {"hand", "draw_pile", "discard_pile"},
    "move": {"hand", "discard_pile", "draw_pile", "top"}, "shuffle": {"draw_pile"}, "deal": {"hand", "draw_pile"},
    "turn_up": {"top", "draw_pile", "discard_pile"}, "swap": {"hand"}, "rotate": {"hand"}, "reveal": set(),
    "cancel": {"held"}, "outcome": {"outcome"}, "leave": {"outcome"},
}  # fmt: skip
_SEATS = {"actor": (), "next": ("turn", "direction"), "previous": ("turn", "direction"), "others": ()}


@dataclass
class _Footprint:
    """Variables and zones that a step reads and writes, as dotted paths."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    told: bool = False
    opaque: bool = False


def independent(one: Any, other: Any, data: Mapping[str, Any]) -> bool:
    """Whether the order of two steps of a composed rule set makes no difference."""
    a, b = _Footprint(), _Footprint()
    for step, footprint in ((one, a), (other, b)):
        _walk(step, data, footprint)
    if a.opaque or b.opaque or (a.told and b.told):
        return False
    return not (_meet(a.writes, b.reads | b.writes) or _meet(b.writes, a.reads))


def _meet(some: set[str], others: set[str]) -> bool:
    return any(x == y or x.startswith(f"{y}.") or y.startswith(f"{x}.") for x in some for y in others)


def _walk(step: Any, data: Mapping[str, Any], into: _Footprint) -> None:
    into.opaque |= any(word in _ANYTHING for word in _keys(step))
    for key, value in step.items():
        if key in ("then", "else", "do"):
            steps = data["blocks"][value]["do"] if isinstance(value, str) else value
            into.opaque |= not isinstance(steps, list)  # a choice by option
            for inner in steps if isinstance(steps, list) else ():
                _walk(inner, data, into)
        elif key in ("set", "add"):
            into.writes |= {_name(variable) for variable in value}
            into.told |= any(_name(variable) in data.get("record", {}) for variable in value)
            into.reads |= set(_words([*value.values(), *(v for v in value if "(" in v)], data))
            into.reads |= {_name(variable) for variable in value} if key == "add" else set()
        elif key == "clear":
            into.writes |= {_name(variable) for variable in (value if isinstance(value, list) else [value])}
        elif key == "into":
            into.writes.add(_name(value))
        else:
            into.reads |= set(_words(value, data))
            if key in _TOLD:
                into.told = True
                into.writes |= _TOLD[key]
                into.reads |= {*_TOLD[key], "turn", "direction"}


def _name(variable: str) -> str:
    return variable.partition("(")[0]


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)


def _words(value: Any, data: Mapping[str, Any]) -> Iterator[str]:
    """The paths that a term reads, definitions opened."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _words(key, data)
            yield from _words(item, data)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item, data)
    elif isinstance(value, str):
        for word in _PATH.findall(value):
            yield word
            yield from _SEATS.get(word, ())
            if word in data.get("define", {}):
                yield from _words(data["define"][word]["is"], data)
