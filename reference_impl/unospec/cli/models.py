"""Visit every state of small games, and look for one in which a law does not hold.

For each rule of a rule set, and for each two rules that touch something in common, games of a few cards are played
in every possible way. In every state the cards are all there, something is legal until the round ends, what is
legal is accepted and nothing else, a refused act changes nothing, one thing is due at a time, and the end is in reach.

Exit code 0 if the laws hold, 1 if not.

Examples:
  unospec models uno/2008
  unospec models uno/2008 --with house/jump-in --seats 2
  unospec models --all
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict

from unospec.cli import EXIT_FAILED, EXIT_OK, EXIT_USAGE, _common
from unospec.language import Core, Library, resolve
from unospec.language.seats import numbers

USUAL_LIMIT = 3000
USUAL_SEATS = (2, 3)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", nargs="?", metavar="ID|FILE", help="a rule set, or a file with one or a patch")
    _common.add_selection(parser)
    _common.add_on(parser)
    parser.add_argument("--all", action="store_true", help="every rule set, and every house patch on the usual one")
    parser.add_argument(
        "--seats", type=int, nargs="+", metavar="N", help="players (2 3, or the fewest that the rules allow)"
    )
    parser.add_argument("--limit", type=int, default=USUAL_LIMIT, help="states of one game (%(default)s)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one for each processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Visit, and tell."""
    from unospec.explore.models import Report, check
    from unospec.spread import spread

    if bool(args.ruleset) == args.all:
        print("unospec models: name a rule set, or say --all", file=sys.stderr)
        return EXIT_USAGE
    library = Library.load()
    cores = _all(library) if args.all else [_common.load_core(args, library)]

    def visit(core: Core) -> tuple[Report, float]:
        began = time.monotonic()
        usual = tuple(number for number in USUAL_SEATS if number in numbers(core.data)) or numbers(core.data)[:1]
        report = check(core, tuple(args.seats or usual), limit=args.limit)
        report.ruleset = " + ".join([core.id, *core.patches])
        return report, time.monotonic() - began

    failed = False
    show = _common.progress("rule sets", args.json)
    for report, seconds in spread(visit, cores, args.workers, show):
        failed |= bool(report.problems)
        if args.json:
            problems = [str(problem) for problem in report.problems]
            print(json.dumps({**asdict(report), "problems": problems, "seconds": round(seconds, 1)}))
        else:
            print(f"{report}, {seconds:.1f} s" if not report.problems else report, flush=True)
    return EXIT_FAILED if failed else EXIT_OK


def _all(library: Library) -> list[Core]:
    """Every rule set that can be played, and every patch on the usual one."""
    sets = [name for name in sorted(library.ids("ruleset")) if not library.document(name).abstract]
    patched = [resolve(_common.USUAL_RULESET, [patch], library=library) for patch in sorted(library.ids("patch"))]
    return [resolve(name, library=library) for name in sets] + patched
