"""List, show, check and build the conformance cases.

  list      ids, topics and titles (--json for programs)
  show ID   one case as it is written
  check     every case file has the right form, and ids are used once
  build     write cases.ndjson, which any language reads with a JSON parser (--check: is it current?)
  lint      every case comes to the rules that it says it proves (runs the reference)

Example:
  unospec cases list --topic challenge
  unospec cases build --check
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unospec.conformance.cases import Case


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("what", choices=("list", "show", "check", "build", "lint"))
    parser.add_argument("id", nargs="*", help="for show: ids; for check: files or folders")
    parser.add_argument("--topic", help="only cases of this topic")
    parser.add_argument("--check", action="store_true", help="with build: fail if the file is not current")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    from unospec.conformance import authoring
    from unospec.language import SpecError

    folder = authoring.cases_folder()
    paths = [Path(p) for p in args.id] if args.what == "check" and args.id else []
    try:
        cases = authoring.load(paths or [folder if folder.is_dir() else authoring.published()])
    except SpecError as error:
        print(error, file=sys.stderr)
        return 3
    if args.what == "list":
        cases = [c for c in cases if args.topic in (None, c.topic)]
        if args.json:
            print(json.dumps([c.data for c in cases], ensure_ascii=False))
        else:
            print("\n".join(f"{c.id:<20} {c.ruleset:<14} {c.title['en']}" for c in cases))
        return 0
    if args.what == "show":
        found = [c for c in cases if c.id in args.id]
        for case in found:
            print(json.dumps(case.data, ensure_ascii=False, indent=2))
        missing = sorted(set(args.id) - {c.id for c in found})
        if missing or not args.id:
            print(f"unospec cases show: no case {', '.join(missing) or 'named'}", file=sys.stderr)
        return 3 if missing or not args.id else 0
    if args.what == "check":
        print(f"{len(cases)} cases are well-formed.")
        return 0
    if args.what == "build":
        return _build(authoring.build(cases), authoring.published(), args.check)
    return _lint(cases)


def _build(text: str, path: Path, only_check: bool) -> int:
    current = path.read_text("utf-8") if path.exists() else ""
    if only_check:
        if current != text:
            print(f"{path.name} is not current; `unospec cases build` writes it", file=sys.stderr)
            return 1
        return 0
    path.write_text(text, "utf-8")
    print(f"{path.name}: {text.count(chr(10))} cases")
    return 0


def _lint(cases: "list[Case]") -> int:
    from unospec.conformance.reference import Reference
    from unospec.conformance.report import Report
    from unospec.conformance.runner import Run

    report = Report.of(list(Run(Reference(), cases, with_smoke=False).stream()))
    bad = [line for line in report.lines if line["status"] == "suite_bug"]
    for line in bad:
        print(f"{line['case']}: {line['reason']}")
    print(f"{len(report.lines) - len(bad)} of {len(report.lines)} cases come to every rule that they prove.")
    return 4 if bad else 0
