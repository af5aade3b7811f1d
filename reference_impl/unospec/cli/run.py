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
A refused act is answered with ok: false, and the acts after it are still tried.

Exit codes: 0 all claims hold, 1 a claim fails, 2 adapter trouble, 3 usage, 4 a fault of the suite.

Examples:
  unospec run
  unospec run --impl rlcard --report report.xml
  unospec run --adapter "python my_adapter.py" --rule effects.skip -v
"""

import argparse
import fnmatch
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unospec.conformance.cases import Case
    from unospec.conformance.faults import Fault
    from unospec.conformance.report import Report


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--impl", metavar="NAME", help="an adapter of conformance/adapters")
    who.add_argument("--adapter", metavar="COMMAND", help="a program that speaks the protocol")
    parser.add_argument("--case", action="append", metavar="ID", help="only these cases (repeatable, globs)")
    parser.add_argument("--topic", metavar="TOPIC", help="only the cases of a topic")
    parser.add_argument("--ruleset", metavar="ID", help="only the cases of a rule set")
    parser.add_argument("--rule", metavar="RULE", help="only the cases that prove a rule")
    parser.add_argument("--cases", metavar="PATH", help="cases from another file or folder")
    parser.add_argument("--known", metavar="FILE", help="a file of known failures")
    parser.add_argument("--no-known", action="store_true", help="judge known failures like all others")
    parser.add_argument("--write-known", metavar="FILE", help="write what fails now as a file to fill in")
    parser.add_argument(
        "--no-smoke", action="store_true", help="do not look first whether the adapter is sane"
    )
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="for each answer")
    parser.add_argument("--start-timeout", type=float, default=15.0, metavar="SECONDS", help="for hello")
    parser.add_argument(
        "--report", action="append", default=[], metavar="FILE", help=".json, .xml (JUnit) or .ndjson"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of rules and titles")
    parser.add_argument("--quiet", action="store_true", help="only the sums")
    parser.add_argument("-v", "--verbose", action="store_true", help="show each case in full")


def run(args: argparse.Namespace) -> int:
    """Run it and report."""
    from unospec.conformance import adapters, authoring
    from unospec.conformance.implementation import AdapterTrouble, Implementation
    from unospec.conformance.process import Limits, Process
    from unospec.conformance.reference import Reference
    from unospec.conformance.report import Paint, Report, trace_lines
    from unospec.conformance.runner import Run
    from unospec.language import SpecError

    limits = Limits(args.start_timeout, args.timeout)
    try:
        everything = authoring.load([Path(args.cases) if args.cases else _source()])
        cases = [c for c in everything if _selected(c, args)]
        if not cases:
            print("unospec run: no case is selected by these arguments", file=sys.stderr)
            return 3
        implementation: Implementation = Reference()
        known_file: Path | None = Path(args.known) if args.known else None
        replay = "unospec run"
        if args.impl:
            folder = adapters.find(args.impl)
            implementation = folder.open(limits)
            known_file = known_file or folder.known
            replay += f" --impl {args.impl}"
        elif args.adapter:
            implementation = Process(shlex.split(args.adapter), None, limits)
            replay += f" --adapter {shlex.quote(args.adapter)}"
        ids = {c.id for c in everything}
        use_known = known_file and not args.no_known and not args.write_known
        known = adapters.read_known(known_file, ids) if use_known and known_file else {}
    except SpecError as error:
        print(error, file=sys.stderr)
        return 3
    except AdapterTrouble as trouble:
        _say_trouble(trouble.fault)
        return 2
    progress = _progress if sys.stderr.isatty() and not args.quiet else lambda done, total: None
    job = Run(implementation, cases, known, replay, not args.no_smoke, args.verbose, progress)
    report = Report.of(list(job.stream()))
    for file in args.report:
        Path(file).write_text(_format(report, file), "utf-8")
    if args.write_known:
        Path(args.write_known).write_text(_known_draft(report), "utf-8")
    if args.json:
        print(report.json())
    else:
        if args.verbose:
            for line in report.lines:
                print(
                    "\n".join(
                        [f"{line['case']}: {line['title']['en']}: {line['status']}", *trace_lines(line), ""]
                    )
                )
        colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print(report.terminal(args.lang, Paint(colours), args.quiet), end="")
    return int(report.end["exit"])


def _source() -> Path:
    """The authored cases in a checkout, the published file in a wheel."""
    from unospec.conformance.authoring import cases_folder, published

    return cases_folder() if cases_folder().is_dir() else published()


def _selected(case: "Case", args: argparse.Namespace) -> bool:
    return (
        (not args.case or any(fnmatch.fnmatch(case.id, pattern) for pattern in args.case))
        and args.topic in (None, case.topic)
        and args.ruleset in (None, case.ruleset)
        and (args.rule is None or args.rule in case.proves)
    )


def _format(report: "Report", file: str) -> str:
    if file.endswith(".xml"):
        return report.junit()
    return report.ndjson() if file.endswith(".ndjson") else report.json() + "\n"


def _known_draft(report: "Report") -> str:
    """What fails now, to be filled in by a person."""
    from unospec.conformance.report import difference_lines

    out = ["# Say for each what the implementation does, and whether it looks like a fault or a choice.\n"]
    for line in report.lines:
        if line["status"] in ("fail", "crash", "timeout"):
            out.append(f"# {line['title']['en']}\n")
            out += [f"#   {text}\n" for text in difference_lines(line)]
            out.append(f'{line["case"]}:\n  does: ""\n  breaks: {line["proves"][0]}\n  looks_like: fault\n')
    return "".join(out)


def _say_trouble(fault: "Fault") -> None:
    print(f"{fault.code}: {fault.kind.message}: {fault.detail}\n  hint: {fault.kind.hint}", file=sys.stderr)


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\r{done}/{total}", end=end, file=sys.stderr, flush=True)
