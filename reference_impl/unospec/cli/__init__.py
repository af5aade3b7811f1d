"""The command line. Each command is a module of this package, imported only when it is called."""

import argparse
import atexit
import gc
import importlib
import os
import sys

from unospec import __version__

# name -> what it is for; the module `unospec.cli.<name>` has `configure(parser)` and `run(args) -> int`.
COMMANDS = {
    "list": "rule sets, parts, patches and tournaments",
    "check": "check a rule set or a house-rule file, with every error at its place",
    "resolve": "a rule set with patches and options, as its canonical core",
    "rules": "print the rule sheet, in English or Chinese",
    "explain": "everything about one rule or option: meaning, source, questions, cases",
    "catalogue": "what rule texts decide differently, and where each decision executes",
    "diff": "where two rule sets differ, and a short game that shows it",
    "run": "run the conformance suite against an implementation",
    "identify": "find out which rules a program really follows",
    "judge": "judge a recorded game: legal, or illegal at which line by which rule",
    "cases": "list, show, check and build the conformance cases",
    "adequacy": "how good the suite is: every mutant of a rule set against its cases",
    "perft": "count the acts from a position, and compare an implementation with the counts",
    "models": "visit every state of small games, and check the laws that hold in each",
    "play": "play a rule set in the terminal",
    "simulate": "play rounds and matches at random, and see that they end",
    "tournament": "the schedule of a tournament, and its table of totals",
}

EXIT_OK, EXIT_FAILED, EXIT_ADAPTER, EXIT_USAGE, EXIT_SUITE = 0, 1, 2, 3, 4


class _Parser(argparse.ArgumentParser):
    """argparse, but a usage error exits with 3 as the suite's contract says."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"{self.prog}: {message}\n")


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="unospec",
        description="The rules of UNO and its variants as data: check, print, play, and test programs against them.",
        epilog="unospec COMMAND --help explains a command, with an example. Not affiliated with Mattel.",
    )
    parser.add_argument("--version", action="version", version=f"unospec {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, purpose in COMMANDS.items():
        wanted = name in argv  # only the command that is called pays for its imports
        if not wanted:
            commands.add_parser(name, help=purpose)
            continue
        module = importlib.import_module(f"unospec.cli.{name}")
        sub = commands.add_parser(
            name,
            help=purpose,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(sub)
        sub.set_defaults(run=module.run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns its exit code (0 good, 1 a claim fails, 2 adapter, 3 usage, 4 suite)."""
    argv = sys.argv[1:] if argv is None else argv
    gc.set_threshold(50_000, 20, 20)  # much is made that stays; looking through it often costs a tenth of a run
    atexit.register(gc.freeze)  # and at the end it need not be looked through at all
    args = _parser(argv).parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
