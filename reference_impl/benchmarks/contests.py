"""What is compared with what: the engine's side, the yardsticks' sides, and RLCard's."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

from measure import Side, pick
from yardsticks import uno_b, uno_full, uno_house
from yardsticks.shared import Chance

from unospec import engine, language
from unospec.engine.machine import compile_core

RULES = Path(__file__).parent / "rulesets"
HOUSE = ("house/stacking", "house/jump-in", "house/seven-zero")
NO_STEP = {"uno_b": frozenset({"choose_colour"}), "uno_house": frozenset({"close"})}  # see run.POLICY


def core(name: str) -> Any:
    """The resolved rules that a yardstick is measured against."""
    library = language.Library.load([RULES / "small.yaml"])
    if name == "uno_b":
        return language.resolve("bench/small", library=library)
    return language.resolve("uno/2008", HOUSE if name == "uno_house" else (), library=library)


def generated(rules: Any, seats: int, instrument: bool = False, free: frozenset[str] = frozenset()) -> Side:
    """The engine with some rules. The last seat deals, so that seat 0 begins, as in the yardsticks."""
    machine = engine.machine(rules, seats, instrument)
    return Side(
        "instrumented" if instrument else "generated",
        lambda seed: machine.start(Chance(seed), seats - 1)[0],
        machine.legal,
        machine.apply,
        lambda s: s.wait < 0,
        lambda a: a[1],
        pick,
        free,
    )


def written(module: ModuleType, seats: int) -> Side:
    """A yardstick with windows."""
    name = module.__name__.rpartition(".")[2]
    return Side(
        name,
        lambda seed: module.start(Chance(seed), seats)[0],
        module.legal,
        module.apply,
        lambda s: s.winner >= 0,
        lambda a: a[1],
        pick,
        NO_STEP.get(name, frozenset()),
    )


def written_small(seats: int) -> Side:
    """The yardstick without windows. Its list has a wild four times and copies of cards; each card is
    made equally likely first, then its colour, so that it plays like the side that it is measured against."""

    def choose(acts: list[Any], chooser: Random) -> Any:
        card = pick(list(dict.fromkeys((a.kind, a.card) for a in acts)), chooser, lambda a: a[0])
        return pick([a for a in acts if (a.kind, a.card) == card], chooser, lambda a: a.kind)

    return Side(
        "uno_b",
        lambda seed: uno_b.start(Chance(seed), seats)[0],
        uno_b.legal_actions,
        uno_b.apply,
        lambda s: s.winner >= 0,
        lambda a: a.kind,
        choose,
    )


YARDSTICKS: dict[str, tuple[str, float, Callable[[int], Side]]] = {
    "uno_b": ("bench/small", 1.10, written_small),
    "uno_full": ("uno/2008", 1.10, partial(written, uno_full)),
    "uno_house": ("uno/2008 + " + " + ".join(HOUSE), 1.05, partial(written, uno_house)),
}  # name: rules, largest ratio allowed, the yardstick's side


def compile_times(rules: Any, seats: int, times: int) -> float:
    """Median processor time, in milliseconds, to compile resolved rules afresh."""
    found = []
    for _ in range(times):
        begin = process_time()
        compile_core(rules.data, seats)
        found.append(1e3 * (process_time() - begin))
    return median(found)


# -------------------------------------------------------------------- RLCard


def rlcard_step() -> Side | None:
    """RLCard's UNO game without its environment, or None where it is not installed."""
    try:
        from numpy.random import RandomState
        from rlcard.games.uno import Game
    except ImportError:
        return None

    def start(seed: int) -> Any:
        game = Game()
        game.np_random = RandomState(seed)
        game.init_game()
        return game

    def kind(act: str) -> str:
        return act if act in ("draw", "pass") else "play"

    return Side(
        "RLCard game.step",
        start,
        lambda game: game.get_legal_actions(),
        lambda game, act: game.step(act),
        lambda game: game.is_over(),
        kind,
        partial(pick, kind=kind),
    )


def rlcard_run(games: int) -> Callable[[int], float] | None:
    """Plays whole games with RLCard's random agents; microseconds per step, for a seed."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return None

    def play(seed: int) -> float:
        env = rlcard.make("uno", config={"seed": seed})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        steps = 0
        begin = process_time()
        for _ in range(games):
            env.timestep = 0
            env.run(is_training=False)
            steps += env.timestep
        return 1e6 * (process_time() - begin) / steps

    return play


def own_run(rules: Any, games: int) -> Callable[[int], float]:
    """The same with the engine: dealing and choosing are part of the measured time."""
    machine = engine.machine(rules, 2)
    legal, apply = machine.legal, machine.apply

    def play(seed: int) -> float:
        chance, steps = Chance(seed), 0  # seeded once, as RLCard's environment is
        random = chance.random
        begin = process_time()
        for _ in range(games):
            s, _ = machine.start(chance, 1)
            while s.wait >= 0:
                acts = legal(s)
                first = acts[0][1] == "draw" and len(acts) > 1  # the acts of a window come by name
                apply(s, acts[first + int(random() * (len(acts) - first))])
                steps += 1
        return 1e6 * (process_time() - begin) / steps

    return play
