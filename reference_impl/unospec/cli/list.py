"""List the rule sets, parts, patches and tournaments of the library.

  unospec list
  unospec list --kind patch
  unospec list --json

Rule sets can be played, printed and checked by their ids; patches are chosen for one with `--with`.
A tournament says who plays with whom: `unospec tournament ID` prints it.
"""

from __future__ import annotations

import argparse
import json

from unospec.cli import EXIT_OK, _common
from unospec.language import Document, Library
from unospec.language.library import KINDS

_HEADINGS = {"ruleset": "Rule sets", "part": "Parts", "patch": "Patches", "tournament": "Tournaments"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--kind", choices=KINDS, help="only documents of this kind")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print the list; 0."""
    library = Library.load()
    documents = [library.document(name) for name in library.ids(args.kind)]
    if args.json:
        print(json.dumps([_entry(document) for document in documents], ensure_ascii=False, indent=2))
        return EXIT_OK
    blocks = [_block(kind, [d for d in documents if d.kind == kind]) for kind in KINDS]
    print("\n\n".join(block for block in blocks if block))
    return EXIT_OK


def _entry(document: Document) -> dict[str, object]:
    """A document as programs read it."""
    return {
        "id": document.id,
        "kind": document.kind,
        "title": document.title,
        "abstract": document.abstract,
        "extends": document.extends.id if document.extends else None,
        "with": [reference.id for reference in document.brings],
        "file": document.file,
    }


def _block(kind: str, documents: list[Document]) -> str:
    """The documents of one kind under a heading, titles in one column."""
    if not documents:
        return ""
    width = max(len(document.id) for document in documents)
    lines = [f"  {document.id:<{width}}  {_title(document)}" for document in documents]
    return "\n".join([_HEADINGS[kind], *lines])


def _title(document: Document) -> str:
    note = "  (abstract: to be extended, not played)" if document.abstract else ""
    return f"{document.title['en']} / {document.title['zh']}{note}"
