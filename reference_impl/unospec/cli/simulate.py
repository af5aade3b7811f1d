"""Play rounds or matches at random, and see that they come to an end.

  unospec simulate uno/2008 --players 4 --rounds 1000 --seed 7
  unospec simulate doc000/basic --matches 20 --set match=points_won
  unospec simulate doc003/main --pairwise --rounds 1000 --matches 20

Every player takes any legal act of all seats with equal chance; copies of a card are one act. An act that only
brings its player cards (no card, no target, and it draws whatever happens) comes last: it is taken if there is no
other. After each act is checked that no card came or went, that every legal act was accepted, and that before
the end of the round some act is legal. --pairwise does so for a set of combinations of players and options in which
every two values meet. Exit code 4 if a round broke a law or got stuck.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from statistics import mean
from typing import Any

from unospec.cli import EXIT_OK, EXIT_SUITE, EXIT_USAGE, _common
from unospec.engine import Stuck, simulate
from unospec.engine.chooser import Broken
from unospec.engine.simulate import Figures
from unospec.explore import pairwise
from unospec.language import Core, Library
from unospec.language.seats import nearest, numbers, said
from unospec.spread import spread

_PLAYERS = 3  # where nobody says how many
_ROUNDS = 100


@dataclass
class _Wanted:
    """How much is played of each combination."""

    rounds: int
    matches: int
    seed: int


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="ID|FILE", help="a rule set, or a file with a rule set or a patch")
    _common.add_selection(parser)
    _common.add_on(parser)
    parser.add_argument("--players", metavar="N", type=int, help=f"players ({_PLAYERS} if the rules allow it)")
    parser.add_argument("--rounds", metavar="N", type=_number, help=f"single rounds ({_ROUNDS} if nothing is said)")
    parser.add_argument("--matches", metavar="N", type=_number, help="whole matches")
    parser.add_argument("--pairwise", action="store_true", help="a covering set of players and options")
    parser.add_argument("--workers", type=int, metavar="N", help="processes of --pairwise (one for each processor)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def _number(text: str) -> int:
    """A number of rounds or matches, as argparse reads it."""
    if not text.isdecimal() or not 0 < int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 1000000")
    return int(text)


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Play; 0, 3 for bad arguments, 4 for a round that broke a law or got stuck."""
    library = Library.load()
    core = _common.load_core(args, library)
    _common.warn(core)
    wanted = _Wanted(args.rounds or (0 if args.matches else _ROUNDS), args.matches or 0, args.seed)
    possible = numbers(core.data)
    players = (_PLAYERS if _PLAYERS in possible else possible[0]) if args.players is None else args.players
    if players not in possible:
        print(f"{players} players; these rules are for {said(core.data)}", file=sys.stderr)
        return EXIT_USAGE
    if args.pairwise:
        return _pairwise(args, library, core, wanted)
    try:
        played = _play(core, players, wanted)
    except (Stuck, Broken) as problem:
        print(_said(problem), file=sys.stderr)
        return EXIT_SUITE
    if args.json:
        print(json.dumps({"ruleset": core.id, "hash": core.hash, "players": players, "seed": args.seed,
                          **{kind: _as_dict(figures) for kind, figures in played.items()}},
                         ensure_ascii=False, indent=2))  # fmt: skip
    else:
        print(f"{core.id}, {players} players, seed {args.seed}")
        for kind, figures in played.items():
            print("\n".join(_lines(kind, figures)))
    return EXIT_OK


def _play(core: Core, players: int, wanted: _Wanted) -> dict[str, Figures]:
    """What was asked for, by kind. Raises Stuck, Broken."""
    names = [chr(ord("A") + seat) for seat in range(players)]
    played = {}
    if wanted.rounds:
        played["rounds"] = simulate.rounds(core, names, wanted.rounds, wanted.seed)
    if wanted.matches:
        played["matches"] = simulate.matches(core, names, wanted.matches, wanted.seed)
    return played


# -------------------------------------------------------------------- one combination


def _lines(kind: str, f: Figures) -> list[str]:
    """Figures for people."""
    lines = []
    if kind == "matches":
        lines.append(f"matches {f.matches}, {_range(f.match_rounds)} rounds, {mean(f.match_rounds):.1f} on average")
        if f.agreed:
            lines.append(f"  the rules name no winner of a match: {simulate.AGREED} rounds were played of each")
        if f.unfinished:
            lines.append(f"  {f.unfinished} not finished after {simulate.LIMIT} rounds")
        lines.append(f"  won by {_counts(f.match_wins)}")
        if f.match_losses:
            lines.append(f"  lost by {_counts(f.match_losses)}")
        lines += [f"  {key}, all matches: {_counts(values)}" for key, values in sorted(f.record.items())]
    lines.append(f"rounds {f.rounds}, {f.void} void, {f.acts / f.rounds:.1f} acts on average, {f.longest} at most")
    lines.append(f"  won by {_counts(f.wins)}")
    return lines


def _range(values: list[int]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def _counts(counter: dict[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counter.items())) or "nobody"


def _as_dict(f: Figures) -> dict[str, Any]:
    """Figures as programs read them."""
    found: dict[str, Any] = {
        "rounds": f.rounds, "void": f.void, "acts": f.acts, "mean_acts": round(f.acts / f.rounds, 2),
        "longest": f.longest, "wins": dict(sorted(f.wins.items())),
    }  # fmt: skip
    if f.matches:
        found |= {
            "matches": f.matches, "unfinished": f.unfinished, "agreed": f.agreed, "match_rounds": f.match_rounds,
            "match_wins": dict(sorted(f.match_wins.items())),
            "match_losses": dict(sorted(f.match_losses.items())),
            "record": {key: dict(sorted(values.items())) for key, values in sorted(f.record.items())},
        }  # fmt: skip
    return found


def _said(problem: Exception) -> str:
    return "\n  ".join([str(problem), *getattr(problem, "__notes__", [])])


# -------------------------------------------------------------------- many combinations

_SUMMED = ("rounds", "void", "acts", "matches", "unfinished")


def _pairwise(args: argparse.Namespace, library: Library, core: Core, wanted: _Wanted) -> int:
    """Play every row of a covering set; prints the rows that fail, and a summary."""
    factors = pairwise.factors(core)
    if args.players is not None:
        factors[pairwise.SEATS] = [args.players]
    for name in _common.settings(args.options):
        factors[name] = [core.options[name]]
    rows = pairwise.rows(factors)

    def play(row: dict[str, Any]) -> tuple[dict[str, int], str]:
        return _row(args, library, core, dict(row), wanted)

    failed: list[dict[str, Any]] = []
    summary = dict.fromkeys(["rows", *_SUMMED, "no_deal"], 0) | {"rows": len(rows)}
    for row, (played, problem) in zip(rows, spread(play, rows, args.workers, _common.progress("rows")), strict=True):
        for key, number in played.items():
            summary[key] += number
        if problem:
            failed.append({"row": row, "problem": problem})
    if args.json:
        print(json.dumps({"ruleset": core.id, "seed": args.seed, **summary, "failed": failed},
                         ensure_ascii=False, indent=2))  # fmt: skip
    else:
        print(f"{core.id}: " + ", ".join(f"{key} {value}" for key, value in summary.items()))
        for fault in failed:
            print(f"  {fault['problem']}\n    {_row_said(fault['row'])}")
    return EXIT_SUITE if failed else EXIT_OK


def _row(
    args: argparse.Namespace, library: Library, core: Core, row: dict[str, Any], wanted: _Wanted
) -> tuple[dict[str, int], str]:
    """Play a row: its sums, and what is wrong, if anything is.

    Where the cards do not suffice for a deal, options with a range take their defaults, once.
    """
    sums, problem = {"no_deal": 0}, ""
    for _ in range(2):
        args.options = [f"{name}={_written(v)}" for name, v in row.items() if name != pairwise.SEATS]
        try:
            chosen = _common.load_core(args, library)
            played = _play(chosen, nearest(chosen.data, row[pairwise.SEATS]), wanted)
        except (Stuck, Broken) as stuck:
            problem = _said(stuck)
            usual = {n: core.option_docs[n]["default"] for n in row if "range" in core.option_docs.get(n, {})}
            if not (isinstance(stuck, Stuck) and stuck.rule.startswith("setup.")) or row == row | usual:
                return sums, problem
            sums["no_deal"] += 1
            row |= usual
            continue
        return sums | {key: sum(getattr(f, key) for f in played.values()) for key in _SUMMED}, ""
    return sums, problem


def _written(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _row_said(row: dict[str, Any]) -> str:
    return " ".join(f"{name}={_written(value)}" for name, value in row.items())
