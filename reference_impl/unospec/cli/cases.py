"""List, show, check and build the conformance cases.

  list      ids, rule sets and titles (--json: the cases themselves)
  show ID   cases as JSON
  check     every case has the right form, and ids are used once; mistakes are told with file and line
  lint      check, and every case comes to each rule that it says it proves (the reference plays it), has its title in
            both languages, is no copy of another, makes some mutant of the rules fail, has a way from a deal to its
            position or a reason why there is none, and keeps its id since the last release
  fakes     every wrong implementation of conformance/fakes/rules is caught by exactly the cases that it lists
            (--update writes the lists anew)
  build     write cases.ndjson, which any language reads with a JSON parser, and from_deal.ndjson, the ways from a deal
            to the positions of cases; they are looked for where a case or its rules have changed (--check: is
            everything current?)

Examples:
  unospec cases list --topic challenge
  unospec cases check conformance/cases/draw.yaml
  unospec cases build --check
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from unospec.cli import EXIT_FAILED, EXIT_OK, EXIT_SUITE, EXIT_USAGE
from unospec.cli._common import progress, telling_errors

if TYPE_CHECKING:
    from unospec.conformance.cases import Case


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("what", choices=tuple(COMMANDS), metavar="|".join(COMMANDS))
    parser.add_argument(
        "names", nargs="*", metavar="ID|FILE", help="for show: ids; otherwise files or folders (the suite)"
    )
    parser.add_argument("--topic", help="only cases of this topic")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--check", action="store_true", help="with build: fail if the file is not current")
    parser.add_argument("--update", action="store_true", help="with fakes: write which cases catch each of them")
    parser.add_argument("--out", metavar="FILE", help="with build: write this file")


@telling_errors
def run(args: argparse.Namespace) -> int:
    """Do it."""
    from unospec.conformance import authoring

    files = [Path(name) for name in args.names] if args.what not in ("show", "fakes") else []
    cases = authoring.load(files or [authoring.suite()])
    return COMMANDS[args.what]([case for case in cases if args.topic in (None, case.topic)], args)


def _list(cases: "list[Case]", args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps([case.data for case in cases], ensure_ascii=False, indent=1))
        return EXIT_OK
    for case in cases:
        rules = " + ".join([case.ruleset, *(name for name, _ in case.patches)])
        print(f"{case.id:<22} {rules:<14} {case.title['en']}")
    return EXIT_OK


def _show(cases: "list[Case]", args: argparse.Namespace) -> int:
    found = {case.id: case for case in cases}
    missing = [name for name in args.names if name not in found]
    if missing or not args.names:
        print(f"unospec cases show: {_no_such(missing, list(found))}", file=sys.stderr)
        return EXIT_USAGE
    for name in args.names:
        print(json.dumps(found[name].data, ensure_ascii=False, indent=1))
    return EXIT_OK


def _no_such(missing: list[str], ids: list[str]) -> str:
    from unospec.language.errors import did_you_mean

    if not missing:
        return "which one? give ids"
    hint = did_you_mean(missing[0], ids)
    return f"there is no case {missing[0]}" + (f"\n  hint: {hint}" if hint else "")


def _check(cases: "list[Case]", args: argparse.Namespace) -> int:
    print(f"{len(cases)} cases are well-formed.")
    return EXIT_OK


def _lint(cases: "list[Case]", args: argparse.Namespace) -> int:
    from unospec.adequacy import lint
    from unospec.conformance import from_deal

    released = None if args.names or args.topic else lint.released()
    found = list(lint.problems(cases, released, None if args.names else from_deal.load()))
    for problem in found:
        print(problem)
    print(f"{len(cases)} cases, {len(found)} problems.")
    return EXIT_SUITE if found else EXIT_OK


def _fakes(cases: "list[Case]", args: argparse.Namespace) -> int:
    from unospec.adequacy import fakes

    return EXIT_SUITE if fakes.run(check=not args.update) else EXIT_OK


def _build(cases: "list[Case]", args: argparse.Namespace) -> int:
    from unospec.conformance import authoring, built

    path = Path(args.out) if args.out else authoring.published()
    folder = authoring.cases_folder()
    if args.out or args.names or args.topic or not folder.is_dir():
        done = _written({path: authoring.build(cases)}, args.check)
        return done if args.check else done or _built(path, cases)
    sources = built.sources(folder)  # before they are read: an edit in between makes the record old, not wrong
    whole = authoring.load([folder])
    text = authoring.build(whole)
    texts = {path: text, built.record_path(folder): built.record(sources, text)}
    if args.check:
        return _written(texts, True) or _ways_checked(path, whole)
    return _written(texts, False) or _built(path, whole) or _ways_written(path, whole)


def _written(texts: "dict[Path, str]", check: bool) -> int:
    """Write files, or see whether they are as they would be written."""
    if check:
        old = [file.name for file, text in texts.items() if not (file.is_file() and _text(file) == text)]
        if old:
            print(f"{old[0]} is not current; `unospec cases build` writes it", file=sys.stderr)
        return EXIT_FAILED if old else EXIT_OK
    for file, text in texts.items():
        file.write_bytes(text.encode())  # the same bytes on every system
    return EXIT_OK


def _built(path: Path, cases: "list[Case]") -> int:
    print(f"{path.name}: {len(cases)} cases")
    return EXIT_OK


def _ways_checked(published: Path, cases: "list[Case]") -> int:
    """Whether from_deal.ndjson knows every case as it is now; what has become of the rules is asked by lint."""
    from unospec.conformance import from_deal

    old = next(from_deal.outdated(cases, from_deal.load(from_deal.beside(published))), None)
    if old is not None:
        problem = f"{old[0].id} {old[1]}; `unospec cases build` looks for one"
        print(f"{from_deal.FILE} is not current: {problem}", file=sys.stderr)
    return EXIT_OK if old is None else EXIT_FAILED


def _ways_written(published: Path, cases: "list[Case]") -> int:
    from unospec.conformance import from_deal
    from unospec.conformance.ways.build import updated

    file = from_deal.beside(published)
    ways = updated(cases, from_deal.load(file), progress("cases"))
    _written({file: ways.text()}, False)
    found = sum(ways.witness(case.id) is not None for case in cases)
    print(f"{file.name}: {found} of {len(ways.entries)} positions can be reached from a deal")
    return EXIT_OK


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", errors="replace")


COMMANDS: "dict[str, Callable[[list[Case], argparse.Namespace], int]]" = {
    "list": _list,
    "show": _show,
    "check": _check,
    "lint": _lint,
    "build": _build,
    "fakes": _fakes,
}
