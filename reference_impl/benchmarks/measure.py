"""Measuring: games are recorded first, then replayed against the clock.

A recording is the seed of a game and its acts. Choosing the acts costs the same on neither side, so it is
done outside the measured time; a replay calls `legal` and `apply` for each act and nothing else. Starting
a game is outside as well. All sides of a contest are replayed in every round, one after the other, in an
order that rotates; the clock is the processor time of this process, in seconds.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time
from typing import Any

LONGEST = 5000  # acts after which a game is given up; nothing that is measured here comes near

# One name for what the engine and the yardsticks call differently.
KINDS = {
    "pass": "keep", "colour": "choose_colour", "partner": "choose_seat", "accept": "take",
    "dispute": "challenge", "say_uno": "call", "jump_in": "jump",
}  # fmt: skip


@dataclass
class Side:
    """One implementation in a contest.

    `kind` names an act, `free` is the kinds that do not count as steps of their own, `pick` chooses one
    of the acts.
    """

    name: str
    start: Callable[[int], Any]
    legal: Callable[[Any], list[Any]]
    apply: Callable[[Any, Any], Any]
    over: Callable[[Any], bool]
    kind: Callable[[Any], str]
    pick: Callable[[list[Any], Random], Any]
    free: frozenset[str] = frozenset()
    rates: list[float] = field(default_factory=list)  # microseconds per step, by round
    mix: Counter[str] = field(default_factory=Counter)  # acts by kind
    games: int = 0
    recorded: list[tuple[int, list[Any]]] = field(default_factory=list)

    def record(self, seeds: Iterable[int]) -> None:
        """Plays a game for each seed and keeps the acts."""
        self.recorded = []
        for seed in seeds:
            state, chooser, acts = self.start(seed), Random(seed), []
            while not self.over(state):
                act = self.pick(self.legal(state), chooser)
                self.apply(state, act)
                acts.append(act)
                if len(acts) > LONGEST:
                    raise RuntimeError(f"{self.name}: a game does not end")
            self.recorded.append((seed, acts))
        self.mix.update(KINDS.get(self.kind(a), self.kind(a)) for _, acts in self.recorded for a in acts)
        self.games += len(self.recorded)

    def replay(self) -> None:
        """Measures the recorded games once."""
        games = [(self.start(seed), acts) for seed, acts in self.recorded]
        steps = sum(self.kind(a) not in self.free for _, acts in self.recorded for a in acts)
        self.rates.append(1e6 * _clocked(games, self.legal, self.apply) / steps)
        if not all(self.over(state) for state, _ in games):
            raise RuntimeError(f"{self.name}: a replay differs from its recording")

    @property
    def steps_per_game(self) -> float:
        """Mean steps of a game."""
        return sum(n for kind, n in self.mix.items() if kind not in self.free) / max(self.games, 1)

    def shares(self) -> str:
        """How often each kind of act was chosen, in percent."""
        total = self.mix.total()
        return ", ".join(f"{kind} {100 * n / total:.1f}" for kind, n in self.mix.most_common())


def _clocked(
    games: list[tuple[Any, list[Any]]], legal: Callable[[Any], Any], apply: Callable[..., Any]
) -> float:
    gc.collect()
    begin = process_time()
    for state, acts in games:
        for act in acts:
            legal(state)
            apply(state, act)
    return process_time() - begin


def pick(acts: list[Any], chooser: Random, kind: Callable[[Any], str] = lambda a: a[1]) -> Any:
    """Any of the acts of all seats with equal chance, but a draw only if there is no other act."""
    wanted = [a for a in acts if kind(a) != "draw"] or acts
    return wanted[int(chooser.random() * len(wanted))]


def contest(sides: list[Side], rounds: int, games: int) -> None:
    """Measures all sides `rounds` times, with `games` new games in each round."""
    for number in range(rounds):
        seeds = range(number * games, (number + 1) * games)
        for side in sides:
            side.record(seeds)
        turn = number % len(sides)
        for side in sides[turn:] + sides[:turn]:
            side.replay()


def ratio(ours: Side, theirs: Side) -> tuple[float, float, float]:
    """Median and quartiles of the ratios of time per step, round by round."""
    found = sorted(a / b for a, b in zip(ours.rates, theirs.rates, strict=True))
    return median(found), found[len(found) // 4], found[3 * len(found) // 4]
