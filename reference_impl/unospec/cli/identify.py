"""Find out which rules a program really follows.

The questions of the suite (positions and acts) are put to an implementation, whatever it claims and whatever cases
expect. The reference then answers them by every rule set, with house rules and values of options. The rules that
explain most answers are named, with the evidence for each part of them, what speaks against the next best, what
cannot be told, and what matches nothing known, by rule.

The adapter is the one that `unospec run` uses. Requests name what it claims first; if it claims nothing, uno/2008.
With --ruleset (and --with, --set) nothing is searched: its answers are held against these rules; with --case as well,
each answer that differs is shown in full, beside that of the reference.

Exit codes: 0 identified (with --ruleset: everything is explained), 1 no rules explain even half of the answers
(with --ruleset: something is not explained), 2 trouble with the adapter, or nothing to compare, 3 usage.

Examples:
  unospec identify --impl rlcard
  unospec identify --adapter "node my-adapter.js" --lang zh
  unospec identify --impl rlcard --ruleset uno/2001 --with house/force-play --set force=hand --case reverse-0003
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_ADAPTER, EXIT_FAILED, EXIT_OK, _adapter, _common
from unospec.language import SpecError, default_library
from unospec.language.errors import did_you_mean

if TYPE_CHECKING:
    from unospec.conformance.cases import Case
    from unospec.conformance.identify.candidates import Candidate
    from unospec.conformance.identify.finding import Finding
    from unospec.conformance.identify.fit import Bench
    from unospec.conformance.identify.questions import Name


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    _adapter.add_who(parser, required=True)
    which = parser.add_argument_group("which questions")
    which.add_argument("--case", action="append", metavar="ID", help="only those of these cases (repeatable, * and ?)")
    which.add_argument("--cases", metavar="PATH", help="cases from another file or folder")
    against = parser.add_argument_group("instead of a search")
    against.add_argument("--ruleset", metavar="ID", help="hold the answers against these rules")
    _common.add_selection(against)
    _adapter.add_limits(parser.add_argument_group("the adapter"))
    parser.add_argument("--json", action="store_true", help="print JSON (schemas/identify.schema.json)")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the report (%(default)s)")
    parser.add_argument("--quiet", action="store_true", help="no progress")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Ask, search, tell."""
    from unospec.conformance.identify import asking, questions
    from unospec.conformance.identify.finding import asked_json
    from unospec.conformance.identify.fit import Bench
    from unospec.conformance.implementation import AdapterTrouble
    from unospec.conformance.matching import Sight

    given = _given(args)
    try:
        implementation = _adapter.implementation(args)
        everything, cases = _cases(args)
        hello = implementation.hello()
    except AdapterTrouble as trouble:
        _adapter.say(trouble.fault.to_json())
        return EXIT_ADAPTER
    names = questions.named(hello, _common.USUAL_RULESET)
    put = questions.questions(cases, hello, names)
    quiet = args.quiet or args.json
    answers = asking.ask_all(implementation, put, _common.progress("questions", quiet))
    found = asked_json(hello.impl, answers, names[0], len(put)) | {"identified": False}
    if answers.evidence:
        bench = Bench(answers.evidence, Sight.of(hello.observes))
        finding = _held(bench, given, bool(args.case)) if given else _searched(bench, everything, names[0], quiet)
        found |= finding.to_json() if finding else {}
    _print(found, args)
    if "rules" not in found:
        return EXIT_ADAPTER
    good = found["rules"]["explains"] == len(answers.evidence) if given else found["identified"]
    return EXIT_OK if good else EXIT_FAILED


def _given(args: argparse.Namespace) -> "Candidate | None":
    """The rules that the arguments name, if they do. Raises SpecError."""
    from unospec.conformance.identify.candidates import Candidate

    if not args.ruleset:
        if args.patches or args.options:
            raise SpecError("--with and --set belong to a rule set", hint="name it with --ruleset")
        return None
    library = default_library()
    patches = [_common.patch(text, library) for text in args.patches]
    options = {name: value for _, values in patches for name, value in values.items()} | _common.settings(args.options)
    ruleset = _common.named(args.ruleset, library)
    candidate = Candidate(ruleset, tuple(name for name, _ in patches), tuple(sorted(options.items())))
    assert candidate.core  # whatever is wrong with it is said before anything is asked
    return candidate


def _cases(args: argparse.Namespace) -> "tuple[list[Case], list[Case]]":
    """All cases, and those whose questions are meant. Raises SpecError."""
    from unospec.conformance import authoring, selection

    everything = authoring.load([Path(args.cases)]) if args.cases else authoring.whole()
    wanted = selection.Selection(tuple(args.case or ()))
    cases = [case for case in everything if wanted.takes(case)]
    if not cases:
        hint = did_you_mean(args.case[0], [case.id for case in everything]) if args.case else "name another file"
        raise SpecError("no case is selected by these arguments", hint=hint)
    return everything, cases


def _held(bench: "Bench", given: "Candidate", in_full: bool) -> "Finding":
    from unospec.conformance.identify.finding import Finding
    from unospec.conformance.identify.search import Found

    found = Found(given, bench.explained(given, range(len(bench.evidence))))
    return Finding(bench, found, searched=False, in_full=in_full)


def _searched(bench: "Bench", cases: "list[Case]", name: "Name", quiet: bool) -> "Finding | None":
    from unospec.conformance.identify import candidates, questions
    from unospec.conformance.identify.finding import Finding
    from unospec.conformance.identify.search import Search

    field = candidates.field(questions.values_in(cases), frozenset(name.told))
    search = Search(bench, field, _common.progress("rules tried", quiet), name.ruleset)
    ranking = search.ranking()
    if not ranking:
        return None
    best, runner_up = ranking[0], ranking[1] if len(ranking) > 1 else None
    return Finding(bench, best, runner_up, tuple(search.equals(best)))


def _print(found: dict[str, Any], args: argparse.Namespace) -> None:
    from unospec.conformance.identify.report import lines
    from unospec.conformance.report import Paint

    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in lines(found, args.lang, _adapter.again(args, "identify"), Paint(colours)):
        print(line)
