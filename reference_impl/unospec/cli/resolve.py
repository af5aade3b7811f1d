"""Resolve a rule set with patches and options, and print its core.

  unospec resolve uno/2008
  unospec resolve uno/2008 --with house/stacking:stack=any_draw --with house/jump-in --set hand_size=9
  unospec resolve my-table.yaml --format yaml --blame

`data` is the core: all rules with patches and options applied, and only that has a meaning. `hash` is the
SHA-256 of `data` written as JSON with sorted keys, without spaces and escapes, in UTF-8. With --blame,
`blame` says which document wrote each rule and each of its fields.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from unospec.cli import EXIT_OK, _common
from unospec.language import Core, Library

_COLUMNS = 110
_SHORT = ("title", "options", "data")  # written with inner lists and maps on one line where they fit


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="ID|FILE", help="a rule set, or a file with a rule set or a patch")
    _common.add_selection(parser)
    _common.add_on(parser)
    parser.add_argument("--format", choices=("json", "yaml"), default="json", help="(%(default)s)")
    parser.add_argument("--blame", action="store_true", help="also say who wrote what")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print the core; 0, or 3 if it does not resolve."""
    core = _common.load_core(args, Library.load())
    _common.warn(core)
    sys.stdout.write(_written(_as_dict(core, args.blame), args.format))
    return EXIT_OK


def _as_dict(core: Core, blame: bool) -> dict[str, Any]:
    """The core and how it came about."""
    shown: dict[str, Any] = {
        "id": core.id,
        "title": core.title,
        "patches": list(core.patches),
        "options": core.options,
        "hash": core.hash,
        "warnings": list(core.warnings),
    }
    if blame:
        shown["blame"] = dict(sorted(core.blame.items()))
    shown["data"] = core.data
    return shown


def _written(shown: dict[str, Any], form: str) -> str:
    if form == "json":
        return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"
    import yaml

    parts = [
        yaml.safe_dump(
            {key: value},
            allow_unicode=True,
            sort_keys=False,
            width=_COLUMNS,
            default_flow_style=None if key in _SHORT else False,
        )
        for key, value in shown.items()
    ]
    return "".join(parts)
