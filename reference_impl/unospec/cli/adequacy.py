"""How good is the suite for a rule set? Every small change of its rules has to make a case fail.

Each mutant of the rule set (a rule left out, a condition turned round, a constant shifted, two steps swapped ...) is
played through the cases. One that no case notices is compared with the rules on all small games; if they never
differ it is equivalent. What is left survives, and asks for a case.

With patches, only the mutants are tried that one patch less does not have.
Results are kept in conformance/adequacy (--write). --check says whether those that are kept are current and
complete, and tries a sample of them again.

Examples:
  unospec adequacy uno/2008
  unospec adequacy uno/2008 --with house/stacking --json
  unospec adequacy --stale --write
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from unospec.cli import EXIT_FAILED, EXIT_OK, EXIT_USAGE
from unospec.cli._common import progress, telling_errors

if TYPE_CHECKING:
    from unospec.adequacy.hunt import Verdict
    from unospec.adequacy.results import Result
    from unospec.adequacy.targets import Target
    from unospec.conformance.cases import Case


EVERY = 25  # --check tries every so many-th mutant again


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("ruleset", nargs="?", help="a rule set")
    parser.add_argument("--with", dest="patches", metavar="PATCH", action="append", default=[], help="a patch")
    parser.add_argument("--all", action="store_true", help="every rule set, every house patch, every two of them")
    parser.add_argument("--stale", action="store_true", help="those kept results that are not current any more")
    parser.add_argument("--check", action="store_true", help="are the results that are kept current, and good?")
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--no-proofs", action="store_true", help="do not compare survivors with the rules")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one for each processor)")
    parser.add_argument("--json", action="store_true", help="print JSON")


@telling_errors
def run(args: argparse.Namespace) -> int:
    """Compute, or check what was computed."""
    from unospec.adequacy.targets import targets
    from unospec.conformance import authoring
    from unospec.language.resolve import default_library

    if [bool(args.ruleset), args.all, args.stale, args.check].count(True) != 1 or (args.patches and not args.ruleset):
        print("unospec adequacy: name a rule set, or say --all, --stale or --check", file=sys.stderr)
        return EXIT_USAGE
    suite = authoring.whole()
    chosen = [(args.ruleset, tuple(sorted(args.patches)))] if args.ruleset else list(targets(default_library()))
    if args.check:
        return _check(chosen, suite, args)
    return _compute(_stale(chosen, suite) if args.stale else chosen, suite, args)


def _stale(chosen: Sequence[Target], suite: list[Case]) -> list[Target]:
    """Those of which a result is kept that was computed from other rules or cases."""
    from unospec.adequacy import results

    kept = [(target, result) for target in chosen if (result := results.read(*target)) is not None]
    return [target for target, result in kept if result.current != results.state(*target, suite)]


def _compute(chosen: Sequence[Target], suite: list[Case], args: argparse.Namespace) -> int:
    from unospec.adequacy import results
    from unospec.adequacy.proofs import prove

    survived = 0
    for ruleset, patches in chosen:
        began = time.monotonic()
        result, verdicts = results.compute(
            ruleset, patches, suite,
            None if args.no_proofs else prove, args.workers, progress("mutants", args.json),
        )  # fmt: skip
        seconds = round(time.monotonic() - began, 1)
        survived += len(result.survivors)
        if args.write:
            results.write(result)
        if args.json:
            print(json.dumps({**_named(result), **result.figures.to_json(), "seconds": seconds}, ensure_ascii=False))
        else:
            _print(result, verdicts, seconds)
    return EXIT_FAILED if survived else EXIT_OK


def _named(result: Result) -> dict[str, object]:
    return {"ruleset": result.ruleset, "patches": list(result.patches)}


_LINES = (
    ("rules with a case that accepts", "rules_accepting", "rules"),
    ("rules with a case that refuses", "rules_refusing", "rules"),
    ("conditions that decide by themselves", "conditions_decided", "conditions"),
    ("constants tried from both sides", "constants_tried", "constants"),
    ("ways in which windows open and close", "windows_shown", "windows"),
    ("refusals given", "refusals_given", "refusals"),
    ("kinds of events expected", "events_expected", "events"),
)


def _print(result: Result, verdicts: Sequence[Verdict], seconds: float) -> None:
    f = result.figures
    print(f"{result.name}: {f.cases} cases, {seconds} s")
    for text, got, of in _LINES:
        print(f"  {text:<38} {getattr(f, got):>4} of {getattr(f, of)}")
        for what in result.lacking.get(got, ()):
            print(f"      not {what}")
    print(
        f"  {'mutants':<38} {f.mutants:>4}: {f.killed} killed, {f.equivalent} equivalent, {f.survivors} survive"
        f" ({f.refused} more are refused by `unospec check`)"
    )
    for case in result.idle:
        print(f"  no mutant makes {case} fail")
    for verdict in verdicts:
        if verdict.status == "survived":
            print(f"  survives: {verdict.edit.id}")
            for line in verdict.how.splitlines():
                print(f"            {line}")


def _check(chosen: Sequence[Target], suite: list[Case], args: argparse.Namespace) -> int:
    """Are the kept results those of these rules and cases, complete, and true as far as a sample tells?"""
    from unospec.adequacy import results, survivors
    from unospec.spread import spread

    kept = []
    missing = []
    problems = []
    for ruleset, patches in chosen:
        name = " + ".join([ruleset, *patches])
        result = results.read(ruleset, patches)
        if result is None:
            missing.append(name)
        elif result.current != results.state(ruleset, patches, suite):
            problems.append(f"{name}: the rules or the cases have changed; `unospec adequacy --stale --write`")
        else:
            kept.append(result)
    problems += [str(problem) for problem in survivors.problems(survivors.read(), kept)]
    problems += [f"{result.name}: {what}" for result in kept for what in result.incomplete]
    tried = spread(lambda result: results.sample(result, suite, EVERY), kept, args.workers)
    problems += [problem for found in tried for problem in found]
    for problem in problems:
        print(problem, file=sys.stderr)
    if missing:
        print(f"not measured: {', '.join(missing)}")
    if not problems:
        print(f"{len(kept)} results are current.")
    return EXIT_FAILED if problems else EXIT_OK
