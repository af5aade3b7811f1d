"""Who plays at random: any act with equal chance, and what a round of such players comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from unospec.engine.machine import Act, Machine, State
from unospec.engine.runtime import Rejected, Stuck

LONGEST = 200_000  # acts of one round; a round of random players that lasts so long is taken for one without an end


class Broken(Exception):
    """A round broke a law that holds for all rule sets: cards were lost, or an offered act was refused."""


class Uniform:
    """Chooses any of the legal acts of all seats with equal chance; copies of a card are one act.

    An act that only brings its player cards comes last: it is chosen if there is no other. Those are the acts
    without a card and without a target that begin by drawing, whatever happens. Otherwise hands would grow
    faster than they shrink, and rounds hardly end.
    """

    def __init__(self, machine: Machine, chance: Random) -> None:
        data = machine.model.data
        plain = {shape.name for shape in machine.program.acts if shape.kind == "plain"}
        self.last = frozenset(n for n in plain if n in data["acts"] and _draws(data["acts"][n]["do"], data))
        self.chance = chance

    def __call__(self, acts: list[Act]) -> Act:
        """One of the acts, of which there is one."""
        wanted = [act for act in acts if act[1] not in self.last] or acts
        return wanted[int(self.chance.random() * len(wanted))]


def _draws(steps: Any, data: dict[str, Any], depth: int = 8) -> bool:
    """Does a list of effects, or the block of this name, draw cards on every path?"""
    if isinstance(steps, str):
        steps = data["blocks"][steps]["do"] if steps in data.get("blocks", {}) and depth else []
    return any("draw" in step or ("do" in step and _draws(step["do"], data, depth - 1)) for step in steps)


@dataclass
class Played:
    """How a round went: its length in acts, and the winner's seat (-1 if it was void)."""

    acts: int
    winner: int


def play_out(machine: Machine, s: State, choose: Uniform) -> Played:
    """Play a round to its end and look at every state on the way; the state is changed in place.

    Raises Stuck where nothing is legal before the end or rest finds no end, Broken where a law is broken.
    """
    cards = _cards(s)
    total = cards.total()
    acts = 0
    while s.wait >= 0:
        legal = machine.legal(s)
        if not legal:
            raise Stuck("legal", "no act is legal before the end of the round")
        act = choose(legal)
        result = machine.apply(s, act)
        acts += 1
        if isinstance(result, Rejected):
            raise Broken(f"act {acts}, {act[1]}, was legal and is refused: {result.code} ({result.rule})")
        if _number(s) != total:
            raise Broken(f"act {acts}, {act[1]}: cards came or went")
        if acts >= LONGEST:
            raise Stuck("legal", f"the round has no end after {acts} acts")
    if _cards(s) != cards:
        raise Broken("cards turned into others in the course of the round")
    if machine.legal(s):
        raise Broken("acts are legal after the end of the round")
    return Played(acts, int(s.winner))


def _number(s: State) -> int:
    """How many cards there are; looking at this after each act is cheap."""
    number: int = len(s.draw_pile) + len(s.discard_pile) + (s.top >= 0) + sum(map(len, s.hand))
    return number


def _cards(s: State) -> Counter[int]:
    """How many of each card there are, wherever they lie."""
    found = Counter(s.draw_pile)
    found.update(s.discard_pile)
    if s.top >= 0:
        found[s.top] += 1
    for hand in s.hand:
        found.update(hand)
    return found
