"""Text in a terminal: how wide it is, and where its lines may break. Chinese characters take two columns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Marks that may not begin a line, and marks that may not end one.
_CLOSING = set("，。、；：？！）】》」』”’,.;:?!)]}…·%")
_OPENING = set("（【《「『“‘([{")
_PIECE = re.compile(r"\s+|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|.", re.DOTALL)


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def wrap(text: str, columns: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most so many columns; `first` and `rest` begin the first line and the others.

    Latin words stay whole (a word wider than a line stands out), Chinese breaks between any two characters
    except before a closing or after an opening mark.
    """
    lines: list[str] = []
    line, used, fresh = first, width(first), True
    for piece in _pieces(text):
        if piece.isspace():
            if not fresh:
                line, used = line + " ", used + 1
            continue
        if not fresh and used + width(piece) > columns:
            lines.append(line.rstrip())
            line, used = rest, width(rest)
        line, used, fresh = line + piece, used + width(piece), False
    return [*lines, line.rstrip()]


def _pieces(text: str) -> Iterator[str]:
    """The parts of a text that no line break may cut, and the spaces between them."""
    held = ""
    for piece in _PIECE.findall(text):
        if piece.isspace():
            if held:
                yield held
            yield piece
            held = ""
        elif held and (piece[0] in _CLOSING or held[-1] in _OPENING):
            held += piece
        else:
            if held:
                yield held
            held = piece
    if held:
        yield held


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text filled with spaces to so many columns; `right` puts it at the right edge."""
    spaces = " " * max(0, columns - width(text))
    return spaces + text if right else text + spaces
