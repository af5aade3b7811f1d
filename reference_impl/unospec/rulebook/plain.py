"""Rule sheets as plain text for a terminal or a text file."""

from __future__ import annotations

from unospec.rulebook.model import Sheet
from unospec.rulebook.outline import Element, Heading, Items, Line, Outliner, Paragraph, Table, after_lead
from unospec.rulebook.width import pad, width, wrap

COLUMNS = 78
_UNDERLINE = {1: "=", 2: "-", 3: "~"}


def plain(
    sheet: Sheet,
    language: str = "en",
    *,
    ids: bool = False,
    changes: bool = False,
    columns: int = COLUMNS,
) -> str:
    """The sheet in lines of at most so many columns, ending with a newline.

    ids: with rule ids; changes: with marks of what differs.
    """
    outline = Outliner(language, ids=ids, changes=changes).outline(sheet)
    return "\n\n".join("\n".join(_element(element, language, columns)) for element in outline) + "\n"


def _element(element: Element, language: str, columns: int) -> list[str]:
    match element:
        case Heading(text, level):
            return _heading(text, level, columns)
        case Paragraph(line):
            return wrap(_line(line, language), columns)
        case Items(lines, numbered):
            found = []
            for number, line in enumerate(lines, 1):
                bullet = f"{number:>3}. " if numbered else "  - "
                found += wrap(_line(line, language), columns, bullet, " " * len(bullet))
            return found
        case Table():
            return _table(element)


def _heading(text: str, level: int, columns: int) -> list[str]:
    lines = wrap(text, columns)
    return [*lines, _UNDERLINE[level] * max(map(width, lines))]


def _line(line: Line, language: str) -> str:
    mark = f"[{line.mark}] " if line.mark else ""
    return mark + line.lead + after_lead(line, language) + line.text + line.note


def _table(table: Table) -> list[str]:
    """Columns two spaces apart, numbers at the right, a line under the header and above the last row."""
    rows = [table.header, *table.rows]
    widths = [max(width(row[column]) for row in rows) for column in range(len(table.header))]
    lines = [
        "  "
        + "  ".join(
            pad(cell, widths[column], right=column >= table.numbers_from) for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
    rule = "  " + "  ".join("-" * column for column in widths)
    return [lines[0], rule, *lines[1:-1], rule, lines[-1]]
