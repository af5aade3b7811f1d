"""What is refused before YAML sees a text: characters that nobody sees, and brackets without end."""

from __future__ import annotations

import re
import unicodedata

from unospec.language import limits
from unospec.language.errors import Place, SpecError

# Brackets in texts and comments count too, and need not be closed; so the limit for them is a wide one.
_OPEN_BRACKETS = 4 * limits.NESTING
_BRACKET = re.compile(r"[][{}]")


def refuse_invisible(text: str, shown: str) -> None:
    """Refuse characters that nobody sees: controls, and those that turn the direction of writing."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.isascii() and line.isprintable():
            continue
        for column, char in enumerate(line.removesuffix("\r"), 1):
            if char != "\t" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
                raise SpecError(
                    f"invisible character U+{ord(char):04X}",
                    hint="delete it; texts are single lines of visible characters",
                    place=Place(shown, number, column),
                )


def refuse_brackets(text: str, shown: str) -> None:
    """Refuse hundreds of open brackets before YAML sees them: it takes minutes over what it cannot nest."""
    depth = 0
    for found in _BRACKET.finditer(text):
        depth = depth + 1 if found.group() in "[{" else max(0, depth - 1)
        if depth > _OPEN_BRACKETS:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            raise SpecError(
                f"nested deeper than {limits.NESTING}",
                hint="look for brackets that are not closed",
                place=Place(shown, line, column),
            )
