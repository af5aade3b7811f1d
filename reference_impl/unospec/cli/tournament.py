"""Print the schedule of a tournament, or play it at random.

  unospec tournament doc000/rotation-4 --names Ann,Ben,Cem,Dan
  unospec tournament doc002/rotation-8 --simulate --seed 7
  unospec tournament my-tournament.yaml --json

A tournament is a document that says which rules are played, who sits where in each round, and which total wins.
With --simulate the players act at random, as those of `unospec simulate` do.
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Any

from unospec.cli import EXIT_OK, EXIT_SUITE, EXIT_USAGE, _common
from unospec.engine import Stuck, simulate
from unospec.engine.chooser import Broken
from unospec.engine.tournament import Cup
from unospec.language import Library
from unospec.language.seats import team_count
from unospec.language.tournament import Seating, Tournament, tournament
from unospec.rulebook.width import pad, width

_WORDS = {
    "en": {
        "rounds": "Rounds", "table": "Table {n}", "only_table": "Table", "place": "Place", "player": "Player",
        "total": "Total", "champion": "Champion: {names}", "champions": "Champions: {names}",
        "void": "Void rounds that were dealt again: {n}", "comma": ", ",
        "seats": "The players of a table are named clockwise.",
        "pairs": "The players of a table are named clockwise; the first and the third are partners, and so are the "
        "second and the fourth.",
    },
    "zh": {
        "rounds": "局数", "table": "第{n}桌", "only_table": "座次", "place": "名次", "player": "玩家",
        "total": "累计分数", "champion": "冠军：{names}", "champions": "并列冠军：{names}",
        "void": "作废后重打的局数：{n}", "comma": "、",
        "seats": "每桌的玩家按顺时针方向列出。",
        "pairs": "每桌的玩家按顺时针方向列出，第一人与第三人搭档，第二人与第四人搭档。",
    },
}  # fmt: skip
_LONGEST_NAME = 40


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("tournament", metavar="ID|FILE", help="a tournament: its id or its file")
    parser.add_argument("--names", metavar="A,B,...", help="names of the players 1, 2, ...")
    parser.add_argument("--cycles", metavar="N", type=_cycles, help="cycles, instead of those of the document")
    parser.add_argument(
        "--set", dest="options", metavar="OPT=VAL", action="append", default=[], help="an option of the rules"
    )
    parser.add_argument("--simulate", action="store_true", help="play it at random")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def _cycles(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 100")
    return int(text)


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print, and play if that is wanted; 0, 3 for bad arguments, 4 for a hole in the rules."""
    library = Library.load()
    played = tournament(library, _common.named(args.tournament, library))
    core = played.core(library, _common.settings(args.options))
    names = _names(args.names, played.players)
    if isinstance(names, str):
        print(names, file=sys.stderr)
        return EXIT_USAGE
    chance = Random(args.seed)
    cup = Cup(played, core, names, chance, args.cycles or 0)
    if args.simulate:
        try:
            simulate.tournament(cup, chance)
        except (Stuck, Broken) as problem:
            print(problem, file=sys.stderr)
            return EXIT_SUITE
    if args.json:
        print(json.dumps(_as_dict(cup, args), ensure_ascii=False, indent=2))
        return EXIT_OK
    print(_schedule(cup, args.lang))
    if args.simulate:
        print("\n" + _standings(cup, args.lang))
    return EXIT_OK


def _names(given: str | None, players: int) -> list[str] | str:
    """The names of the players, or what is wrong with those given."""
    if given is None:
        return [str(number) for number in range(1, players + 1)]
    names = [name.strip() for name in given.replace("，", ",").split(",")]
    if len(names) != players:
        return f"{len(names)} names for {players} players"
    if len(set(names)) < players:
        return "every player has a name of their own"
    if not all(0 < len(name) <= _LONGEST_NAME and name.isprintable() for name in names):
        return f"a name has 1 to {_LONGEST_NAME} characters that can be printed"
    return names


def _blocks(cup: Cup) -> list[tuple[int, int, Seating]]:
    """(first round, last round, seating): rounds that are played with the same seats."""
    each = cup.definition.rounds_each
    return [(first + 1, first + each, cup.rounds[first]) for first in range(0, len(cup.rounds), each)]


def _schedule(cup: Cup, language: str) -> str:
    definition, words = cup.definition, _WORDS[language]
    tables = [words["table"].format(n=n) for n in range(1, definition.tables + 1)]
    rows = [[words["rounds"], *(tables if definition.tables > 1 else [words["only_table"]])]]
    for first, last, seating in _blocks(cup):
        span = str(first) if first == last else f"{first}-{last}"
        rows.append([span, *(words["comma"].join(cup.names[n - 1] for n in table) for table in seating)])
    pairs = definition.seats == 4 and team_count(cup.core.data) == 2
    data = definition.data
    head = [definition.document.title[language], str(data[language]), ""]
    return "\n".join([*head, _table(rows), words["pairs" if pairs else "seats"]])


def _standings(cup: Cup, language: str) -> str:
    words = _WORDS[language]
    rows = [[words["place"], words["player"], words["total"]]]
    rows += [[str(place), name, str(total)] for place, name, total in cup.standings]
    key = "champion" if len(cup.champions) == 1 else "champions"
    lines = [_table(rows), words[key].format(names=words["comma"].join(cup.champions))]
    if cup.void:
        lines.append(words["void"].format(n=cup.void))
    return "\n".join(lines)


def _table(rows: list[list[str]]) -> str:
    """Columns side by side; Chinese characters are two cells wide."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(pad(cell, n) for cell, n in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def _as_dict(cup: Cup, args: argparse.Namespace) -> dict[str, Any]:
    """A tournament as programs read it; seats are lists of names, clockwise."""
    definition: Tournament = cup.definition
    found: dict[str, Any] = {
        "id": definition.id,
        "title": definition.document.title,
        "ruleset": cup.core.id,
        "hash": cup.core.hash,
        "players": cup.names,
        "total": {"sum": definition.total, "best": definition.best},
        "rounds": [[[cup.names[n - 1] for n in table] for table in seating] for seating in cup.rounds],
    }
    if args.simulate:
        found |= {
            "seed": args.seed,
            "results": [
                {"round": r.number, "table": r.table + 1, "winner": r.winner, "gains": r.gains} for r in cup.results
            ],
            "void": cup.void,
            "standings": [{"place": p, "player": name, "total": total} for p, name, total in cup.standings],
            "champions": cup.champions,
        }
    return found
