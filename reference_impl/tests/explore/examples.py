"""Rule sets for these tests: the common one, and copies of it in which one thing is broken."""

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from unospec import language
from unospec.engine import Machine
from unospec.engine.machine import compile_core
from unospec.explore.decks import SmallGame
from unospec.explore.graph import Graph, walk
from unospec.language import Core
from unospec.language.core import sha256

Edit = Callable[[dict[str, Any]], object]


@cache
def core(name: str = "uno/2008", *patches: str) -> Core:
    """A published rule set with patches."""
    return language.resolve(name, list(patches))


def edited(edit: Edit, base: Core | None = None) -> Core:
    """A copy of a core with its data changed in place by `edit`."""
    base = base or core()
    data = copy.deepcopy(base.data)
    edit(data)
    return replace(base, data=data, hash=sha256(data))


def game(hands: list[str], discard: str, draw: str = "", **more: Any) -> SmallGame:
    """A position: a hand for each seat and the piles, cards separated by spaces."""
    names = "ABCDE"[: len(hands)]
    setup = {
        "seats": list(names),
        "hands": {n: h.split() for n, h in zip(names, hands, strict=True)},
        "discard_pile": discard.split(),
        "draw_pile": draw.split(),
    }
    return SmallGame(len(hands), setup | more)


def machine(of: Core, seats: int = 2) -> Machine:
    """A machine of its own, which a test may spoil."""
    return compile_core(of.data, seats)


def graph(of: Machine, small: SmallGame, limit: int = 5000) -> Graph:
    """The graph of a small game."""
    return walk(of, small.start(of)[0], limit)
