"""Check rule sets and house-rule files; every problem is said with file, line, column and a hint.

  unospec check my-table.yaml
  unospec check my-rule.yaml --on uno/2001
  unospec check uno/2008 --with house/stacking:stack=any_draw --with house/jump-in

A rule set is checked as it stands, with the patches of --with; a patch on the rule set of --on. Of a part and
of an abstract rule set only the form is checked: what they mean shows in the rule sets that use them.
Of a tournament the schedule is checked, and that its rules can be played so.
Files that name one another can be given together, in any order.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field

from unospec.cli import EXIT_OK, EXIT_USAGE, _common
from unospec.language import Library, SpecError, resolve
from unospec.language.errors import each
from unospec.language.tournament import tournament


@dataclass
class _Result:
    """What was found out about one document."""

    name: str  # as it was given
    id: str = ""
    what: str = ""  # how it was checked
    hash: str = ""
    errors: list[SpecError] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("documents", metavar="FILE|ID", nargs="+", help="what to check")
    _common.add_selection(parser)
    _common.add_on(parser)
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Check everything; 0 if all is well, 3 otherwise."""
    library = Library.load()
    results = [_read(name, library) for name in args.documents]
    patches = [_common.patch(text, library) for text in args.patches]
    options = _common.settings(args.options)
    for result in results:
        if not result.errors:
            _check(result, library, patches, options, args.on)
    if args.json:
        print(json.dumps([_as_dict(result) for result in results], ensure_ascii=False, indent=2))
    else:
        _tell(results)
    return EXIT_USAGE if any(result.errors for result in results) else EXIT_OK


def _read(name: str, library: Library) -> _Result:
    """Read one document, so that the others find it."""
    result = _Result(name)
    try:
        result.id = library.document(_common.named(name, library)).id
    except SpecError as error:
        result.errors = each(error)
    return result


def _check(
    result: _Result,
    library: Library,
    patches: list[_common.Patch],
    options: dict[str, _common.Scalar],
    on: str,
) -> None:
    """Resolve one document as far as it can be; the outcome goes into the result."""
    document = library.document(result.id)
    if document.abstract or document.kind == "part":
        result.what = "form only"
        return
    try:
        if document.kind == "tournament":
            core = tournament(library, result.id).core(library, options)
        else:
            ruleset, chosen = _common.selected(library, result.id, patches, on)
            core = resolve(ruleset, chosen, options, library)
    except SpecError as error:
        result.errors = each(error)
        return
    result.hash, result.warnings = core.hash, list(core.warnings)
    # The resolved id is said only where it tells something: a patch is checked on another document.
    result.what = f"on {core.id}" if core.id != result.id else ""


def _tell(results: list[_Result]) -> None:
    """Problems go to the error stream, the rest to the output."""
    for result in results:
        for error in result.errors:
            print(error, file=sys.stderr)
        for warning in result.warnings:
            print(f"{result.name}: warning: {warning}", file=sys.stderr)
        if not result.errors:
            notes = [note for note in (result.id if result.id != result.name else "", result.what) if note]
            print(f"{result.name}: all right" + (f" ({', '.join(notes)})" if notes else ""))
    problems = sum(len(result.errors) for result in results)
    if problems:
        print("1 problem" if problems == 1 else f"{problems} problems", file=sys.stderr)


def _as_dict(result: _Result) -> dict[str, object]:
    """A result as programs read it."""
    return {
        "name": result.name,
        "id": result.id or None,
        "ok": not result.errors,
        "checked": result.what or "as it stands",
        "hash": result.hash or None,
        "errors": [error.as_dict() for error in result.errors],
        "warnings": result.warnings,
    }
