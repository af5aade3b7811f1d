"""Print the rule sheet of a rule set, in English or Chinese.

  unospec rules uno/2008
  unospec rules uno/2008 --with house/stacking:stack=any_draw --set hand_size=9 --lang zh
  unospec rules my-table.yaml --format md --output my-table.md

ID is a rule set of the library, FILE a YAML file of yours: a rule set is printed as it stands, a patch as
it reads on the rule set given by --on. `--changes` marks what differs: with --with (or for a patch) from the
rule set without it, otherwise from the rule set that this one extends.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from unospec import rulebook
from unospec.cli import EXIT_OK, _common
from unospec.language import Core, Library, resolve

_WIDEST = 100  # longer lines are hard to read


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="ID|FILE", help="a rule set, or a file with a rule set or a patch")
    _common.add_selection(parser)
    _common.add_on(parser)
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--format", choices=("text", "md"), default="text", help="plain text or Markdown")
    parser.add_argument("--ids", action="store_true", help="with the id of each rule in brackets")
    parser.add_argument("--changes", action="store_true", help="mark what is new, changed and gone")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to this file instead of the terminal")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print or write the sheet; 0, or 3 if something named or written is wrong."""
    text = _text(args)
    if args.output:
        args.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return EXIT_OK


def _text(args: argparse.Namespace) -> str:
    library = Library.load()
    core = _common.load_core(args, library)
    _common.warn(core)
    base = _compared_with(core, library) if args.changes else None
    sheet = rulebook.sheet(core, library, base)
    if args.format == "md":
        return rulebook.markdown(sheet, args.lang, ids=args.ids, changes=args.changes)
    return rulebook.plain(sheet, args.lang, ids=args.ids, changes=args.changes, columns=_columns(args.output))


def _columns(output: Path | None) -> int:
    """The width of the terminal; files and pipes get the usual one."""
    if output or not sys.stdout.isatty():
        return rulebook.COLUMNS
    return min(_WIDEST, shutil.get_terminal_size().columns - 1)


def _compared_with(core: Core, library: Library) -> Core | None:
    """The core that changes are marked against, None if this one stands for itself."""
    if core.patches:
        return resolve(core.id, (), None, library)
    document = library.document(core.id)
    if document.extends is None or library.document(document.extends.id).abstract:
        return None
    return resolve(document.extends.id, (), None, library)
