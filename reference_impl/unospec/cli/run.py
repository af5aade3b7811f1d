"""Run the conformance suite against an implementation.

Without --impl the reference is run against its own suite. An implementation is an adapter folder
(--impl rlcard) or any command that speaks the protocol (--adapter "node my-adapter.js").

The protocol, one JSON object per line on standard input and output:
  -> {"cmd":"hello","id":1,"protocol":1}
  <- {"id":1,"protocol":1,"impl":{"name":"mine"},"claims":[{"ruleset":"uno/2008"}],
      "setup":"state","observes":["ok","state.turn","state.hand_sizes"],"lacks":["challenge"]}
  -> {"cmd":"case","id":2,"ruleset":"uno/2008","setup":{"seats":["A","B"],"hands":{...},...},
      "acts":[{"by":"A","act":"play","card":"R5"}],"want":["ok","state"]}
  <- {"id":2,"steps":[{"ok":true,"state":{"turn":"B","hand_sizes":{"A":1,"B":2}}}]}
  -> {"cmd":"bye","id":3}
A refused act is answered with ok: false, and the acts after it are still tried. A case that looks at what there is
before the first act has "dealt":["events","state"] in the request, and perhaps no acts; the answer may have
"dealt":{"events":[...],"state":{...}} beside its steps.

Exit codes: 0 all claims hold, 1 a claim fails, 2 trouble with the adapter (or nothing could be judged),
3 usage, 4 a fault of the suite.

Examples:
  unospec run
  unospec run --impl rlcard --report report.xml
  unospec run --adapter "python my_adapter.py" --rule effects.skip -v
"""

import argparse
import gc
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from unospec.cli import EXIT_ADAPTER, EXIT_USAGE, _adapter
from unospec.cli._common import progress, telling_errors

if TYPE_CHECKING:
    from unospec.conformance.implementation import Implementation
    from unospec.conformance.report import Report


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    _adapter.add_who(parser)
    which = parser.add_argument_group("which cases")
    which.add_argument("--case", action="append", metavar="ID", help="only these (repeatable, * and ?)")
    which.add_argument("--topic", metavar="TOPIC", help="only the cases of a topic")
    which.add_argument("--ruleset", metavar="ID", help="only the cases of a rule set")
    which.add_argument("--rule", metavar="RULE", help="only the cases that prove a rule")
    which.add_argument("--own", action="store_true", help="each case only in the rule set that it was written for")
    which.add_argument("--cases", metavar="PATH", help="cases from another file or folder")
    known = parser.add_argument_group("known failures")
    known.add_argument("--known", metavar="FILE", help="the file of known failures")
    known.add_argument("--no-known", action="store_true", help="judge known failures like all others")
    known.add_argument("--write-known", metavar="FILE", help="write what fails now as a file to fill in")
    how = parser.add_argument_group("the adapter")
    how.add_argument("--no-smoke", action="store_true", help="do not look first whether it is sane")
    _adapter.add_limits(how)
    how.add_argument("--repeat", type=_times, default=1, metavar="N", help="ask each case N times; all must agree (1)")
    out = parser.add_argument_group("reports")
    out.add_argument("--report", action="append", default=[], metavar="FILE", help=".json, .ndjson or .xml (JUnit)")
    out.add_argument("--json", action="store_true", help="print the report as JSON")
    out.add_argument("--lang", choices=("en", "zh"), default="en", help="language of rules and titles")
    out.add_argument("--quiet", action="store_true", help="only the sums")
    out.add_argument("-v", "--verbose", action="store_true", help="show each selected case in full")


@telling_errors
def run(args: argparse.Namespace) -> int:
    """Run it and report."""
    from unospec.conformance import authoring, known, selection
    from unospec.conformance.implementation import AdapterTrouble
    from unospec.conformance.report import Report
    from unospec.conformance.runner import Run

    wrong = [file for file in args.report if Path(file).suffix not in (".json", ".ndjson", ".xml")]
    if wrong:
        print(f"unospec run: {wrong[0]}: a report is .json, .ndjson or .xml", file=sys.stderr)
        return EXIT_USAGE
    everything = authoring.load([Path(args.cases)]) if args.cases else authoring.whole()
    wanted = selection.Selection(tuple(args.case or ()), args.topic, args.ruleset, args.rule, args.own)
    cases = [case for case in everything if wanted.takes(case)]
    if not cases:
        print("unospec run: no case is selected by these arguments", file=sys.stderr)
        return EXIT_USAGE
    try:
        implementation, known_file, replay = _implementation(args)
    except AdapterTrouble as trouble:
        _adapter.say(trouble.fault.to_json())
        return EXIT_ADAPTER
    there = known.read(known_file, (c.id for c in everything)) if known_file else {}
    job = Run(
        implementation,
        cases,
        {} if args.no_known or args.write_known else there,
        replay + _said_again(args),
        with_smoke=not args.no_smoke and bool(args.impl or args.adapter),
        trace=args.verbose,
        progress=progress("cases", args.quiet or args.json),
        repeat=args.repeat,
        smoke_cases=everything,
    )
    with _undisturbed(args):
        report = Report.of(job.stream())
    for file in args.report:
        Path(file).write_text(_format(report, file), "utf-8")
    if args.write_known:
        failing = [(line, _told(line)) for line in report.lines if line["status"] in _FAILING]
        Path(args.write_known).write_text(known.draft(failing, there), "utf-8")
    _print(report, args)
    return int(report.end["exit"])


@contextmanager
def _undisturbed(args: argparse.Namespace) -> Iterator[None]:
    """The reference leaves next to nothing for a garbage collector, which takes a tenth of its time."""
    if args.impl or args.adapter:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _times(text: str) -> int:
    """How often, as argparse reads it."""
    if not text.isdecimal() or not 0 < int(text) <= 10_000:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 10000")
    return int(text)


_FAILING = ("fail", "crash", "timeout")


def _implementation(args: argparse.Namespace) -> "tuple[Implementation, Path | None, str]":
    """What is tested, its file of known failures, and the command that runs it. Raises AdapterTrouble."""
    from unospec.conformance import adapters
    from unospec.conformance.reference import Reference

    known_file = Path(args.known) if args.known else None
    if args.impl:
        known_file = known_file or adapters.find(args.impl).known
    if args.impl or args.adapter:
        return _adapter.implementation(args), known_file, _adapter.again(args, "run")
    return Reference(), known_file, "unospec run"


def _said_again(args: argparse.Namespace) -> str:
    """The arguments without which a replay would be another run."""
    words = ["--cases", args.cases] if args.cases else []
    words += ["--known", args.known] if args.known else []
    words += ["--no-known"] if args.no_known else []
    return "".join(f" {shlex.quote(word)}" for word in words)


def _told(line: "dict[str, object]") -> list[str]:
    from unospec.conformance.report import differences

    return differences(line)


def _format(report: "Report", file: str) -> str:
    from unospec.conformance.junit import junit

    if file.endswith(".xml"):
        return junit(report)
    return report.ndjson() if file.endswith(".ndjson") else report.json() + "\n"


def _print(report: "Report", args: argparse.Namespace) -> None:
    from unospec.conformance.report import Paint, trace

    if args.json:
        print(report.json())
        return
    if args.verbose:
        for line in report.lines:
            title = line["title"].get(args.lang, line["title"]["en"])
            print("\n".join([f"{line['case']}  {title}: {line['status']}", *trace(line), ""]))
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(report.terminal(args.lang, Paint(colours), args.quiet), end="")
