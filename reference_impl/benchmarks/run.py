"""Measures the engine against hand-written games and RLCard; prints one table.

    python reference_impl/benchmarks/run.py [--rounds 30] [--quick] [--only NAME] [--check]

Performance is reported, not tested: the exit code is 0 unless something cannot run; with --check it is 1
where a gate is missed. NAME is uno_b, uno_full, uno_house, compile or rlcard.
"""

import argparse
import gc
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # runs from a checkout without being installed

from contests import (  # noqa: E402
    NO_STEP,
    YARDSTICKS,
    compile_times,
    core,
    generated,
    own_run,
    rlcard_run,
    rlcard_step,
)
from measure import Side, contest, ratio  # noqa: E402

SEATS = (2, 4, 10)
INSTRUMENTED, COMPILE_MS, STEP_TIMES, RUN_TIMES = 1.25, 100.0, 4.0, 20.0
PARTS = (*YARDSTICKS, "compile", "rlcard")
HEAD = ("what", "against", "seats", "steps/game", "us/step", "result", "quartiles", "gate", "")
WIDTHS = (13, 17, 5, 15, 15, 7, 11, 7, 4)
POLICY = """\
policy    any act of all seats with equal chance, copies of a card once; a draw only if there is no other
          act. Both sides play by it, each its own games from the same seeds.
measured  legal + apply for each act of recorded games: processor time, garbage collected before; choosing
          and starting are outside (not so for env.run). us/step: medians of the rounds, ours/theirs. result:
          median of the ratios of the rounds (generated/yardstick, instrumented/plain; for RLCard: how many
          of our steps in the time of one of theirs).
uno_b     its acts carry the colour; our choice of a colour is measured, but does not count as a step.
uno_house opens the window of jump-in only where somebody can jump in, the rule set always; `close` is
          measured, but counts on neither side as a step."""


@dataclass
class Row:
    """A line of the table. `good` is None for the heading."""

    cells: tuple[str, ...]
    good: bool | None

    def show(self) -> None:
        """Prints it at once, so that a long run can be watched."""
        verdict = {None: "", True: "ok", False: "MISS"}[self.good]
        line = "  ".join(f"{c:<{w}}" for c, w in zip((*self.cells, verdict), WIDTHS, strict=True))
        print(line.rstrip(), flush=True)


def compared(ours: Side, theirs: Side, seats: int, gate: float) -> Row:
    """Time per step of ours over theirs."""
    middle, low, high = ratio(ours, theirs)
    cells = (ours.name, theirs.name, str(seats), f"{ours.steps_per_game:.1f}/{theirs.steps_per_game:.1f}",
             f"{median(ours.rates):.2f}/{median(theirs.rates):.2f}", f"{middle:.3f}", f"{low:.2f}-{high:.2f}",
             f"<= {gate:.2f}")  # fmt: skip
    return Row(cells, middle <= gate)


def yardstick(name: str, rounds: int, games: int, mixes: list[str]) -> list[Row]:
    """A yardstick at each number of seats, and the price of counting which rules fire."""
    rules, gate, side = YARDSTICKS[name]
    free = NO_STEP.get(name, frozenset())
    resolved, rows = core(name), []
    for seats in SEATS:
        hand = side(seats)
        plain, counting = (generated(resolved, seats, instrument, free) for instrument in (False, True))
        contest([hand, plain, counting], rounds, games)
        for row in (compared(plain, hand, seats, gate), compared(counting, plain, seats, INSTRUMENTED)):
            row.show()
            rows.append(row)
        mixes += [f"{rules}, {seats} seats"] if seats == SEATS[0] else [f"... {seats} seats"]
        mixes += [f"    {s.name:<10} {s.shares()}" for s in (plain, hand)]
    return rows


def compiling(times: int) -> list[Row]:
    """The time to compile each of the rules, for the fewest and the most seats."""
    rows = []
    for name, (rules, *_) in YARDSTICKS.items():
        for seats in (SEATS[0], SEATS[-1]):
            gc.collect()
            took = compile_times(core(name), seats, times)
            what = rules if len(rules) < 14 else "... + 3 patches"
            cells = ("compile", what, str(seats), "", "", f"{took:.1f}", "", f"< {COMPILE_MS:.0f} ms")
            rows.append(Row(cells, took < COMPILE_MS))
            rows[-1].show()
    return rows


def rlcard(rounds: int, games: int, mixes: list[str]) -> list[Row]:
    """RLCard's game alone, and its environment with random agents, for two seats."""
    theirs, environment = rlcard_step(), rlcard_run(games)
    if theirs is None or environment is None:
        print("RLCard is not installed: skipped")
        return []
    rules = core("uno_full")
    ours, run = generated(rules, SEATS[0]), own_run(rules, games)
    contest([theirs, ours], rounds, games)
    mixes += ["RLCard, 2 seats", *(f"    {s.name:<16} {s.shares()}" for s in (ours, theirs))]
    rows = [
        times_as_fast(
            theirs.name,
            theirs.rates,
            ours.rates,
            STEP_TIMES,
            f"{ours.steps_per_game:.1f}/{theirs.steps_per_game:.1f}",
        )
    ]
    rates: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            gc.collect()
            rates[which].append((environment, run)[which](number))
    rows.append(times_as_fast("RLCard env.run", *rates, RUN_TIMES, ""))
    return rows


def times_as_fast(name: str, theirs: list[float], ours: list[float], gate: float, steps: str) -> Row:
    """How many of our steps are done in the time of one of theirs."""
    found = sorted(a / b for a, b in zip(theirs, ours, strict=True))
    low, high = found[len(found) // 4], found[3 * len(found) // 4]
    cells = ("generated", name, str(SEATS[0]), steps, f"{median(ours):.2f}/{median(theirs):.2f}",
             f"{median(found):.1f}", f"{low:.1f}-{high:.1f}", f">= {gate:.0f}")  # fmt: skip
    row = Row(cells, median(found) >= gate)
    row.show()
    return row


def main() -> int:
    """Runs what was asked for; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=30, help="interleaved rounds (default: 30)")
    parser.add_argument("--quick", action="store_true", help="5 rounds of few games, for a first look")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; may be said again")
    parser.add_argument("--check", action="store_true", help="exit 1 where a gate is missed")
    args = parser.parse_args()
    rounds, games = (5, 8) if args.quick else (args.rounds, 24)
    mixes: list[str] = []
    rows: list[Row] = []
    print(f"Python {platform.python_version()}, {rounds} rounds of {games} games\n{POLICY}\n")
    Row(HEAD[:-1], None).show()
    for part in args.only or PARTS:
        if part == "compile":
            rows += compiling(5 if args.quick else 15)
        elif part == "rlcard":
            rows += rlcard(rounds, games, mixes)
        else:
            rows += yardstick(part, rounds, games, mixes)
    print("\nshare of each kind of act, percent")
    print("\n".join(mixes))
    missed = sum(row.good is False for row in rows)
    print(f"\n{len(rows) - missed} of {len(rows)} gates kept")
    return 1 if args.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
