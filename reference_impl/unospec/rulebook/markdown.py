"""Rule sheets in Markdown."""

from __future__ import annotations

import re

from unospec.rulebook.model import Sheet
from unospec.rulebook.outline import (
    Element,
    Heading,
    Items,
    Line,
    Outliner,
    Paragraph,
    Table,
    after_lead,
)

_SPECIAL = re.compile(r"([\\`*_\[\]|])")


def markdown(sheet: Sheet, language: str = "en", *, ids: bool = False, changes: bool = False) -> str:
    """The sheet in Markdown, ending with a newline.

    ids: with rule ids; changes: with marks of what differs.
    """
    outline = Outliner(language, ids=ids, changes=changes).outline(sheet)
    return "\n\n".join(_element(element, language) for element in outline) + "\n"


def escape(text: str) -> str:
    """Text that Markdown takes as it stands; it may come from anybody's rule set."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", text)


def _element(element: Element, language: str) -> str:
    match element:
        case Heading(text, level):
            return "#" * level + " " + escape(text)
        case Paragraph(line):
            return _line(line, language)
        case Items(lines, numbered):
            return "\n".join(
                f"{f'{number}.' if numbered else '-'} {_line(line, language)}"
                for number, line in enumerate(lines, 1)
            )
        case Table():
            return _table(element)


def _line(line: Line, language: str) -> str:
    """A line. Punctuation stays outside the emphasis, because CommonMark would not end it before Chinese."""
    mark = f"*({escape(line.mark)})* " if line.mark else ""
    lead = f"**{escape(line.lead)}**{after_lead(line, language)}" if line.lead else ""
    return mark + lead + escape(line.text) + escape(line.note)


def _table(table: Table) -> str:
    rules = ["---" if column < table.numbers_from else "--:" for column in range(len(table.header))]
    rows = [table.header, tuple(rules), *table.rows]
    escaped = [row if row == tuple(rules) else tuple(map(escape, row)) for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in escaped)
