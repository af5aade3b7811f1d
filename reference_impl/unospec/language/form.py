"""What no schema says about the form of a core: its words keep to the closed grammar, its deck adds up.

The words are looked at for every core, checked or not: nothing else stands between the text of a rule set
and generated source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unospec.language import limits, names, sections
from unospec.language.core import Core
from unospec.language.errors import SpecError
from unospec.language.source import show_path

Path = tuple[str | int, ...]
# Fields of a rule that hold texts for people, which are never made into anything else.
_TEXTS = (*sections.LANGUAGES, "source")
_SHOWN = 40  # characters of a word in a message
_RULING = ("question", "why", "source")  # the same, of an interpretation


def word_problems(core: Core) -> list[SpecError]:
    """Every word outside the sentences, key or value, that is not in the closed grammar."""
    return [
        core_error(core, path, f"`{shown(word)}` is not a word that rules may use", "use letters a-z")
        for path, word in _words(core.data, ())
    ]


def _words(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """All keys and words that are outside the grammar, with the path where each stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not names.is_word(key):
                yield (*path, key), key
            good = isinstance(inner, int) or isinstance(inner, str) and names.is_word(inner)
            if not good and not _is_text((*path, key)):
                yield from _words(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _words(inner, (*path, index))
    elif isinstance(value, str) and not names.is_word(value):
        yield path, value


def shown(word: str) -> str:
    """A word on one line, cut if it is long, with nothing invisible in it."""
    cut = word if len(word) <= _SHOWN else word[:_SHOWN] + "..."
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)


def _is_text(path: Path) -> bool:
    """Is this the place of a text? By its exact place: a rule may be named `source`, a colour `en`."""
    last = path[-1]
    if path[0] == "interpretations":
        return len(path) == 3 and last in _RULING or len(path) == 4 and path[2] == "readings"
    if path[0] == "cards":
        return len(path) == 4 and path[1] in ("colours", "kinds") and last in sections.LANGUAGES
    if path[0] in sections.SINGLE_RULES:
        return len(path) == 2 and last in _TEXTS
    return path[0] in sections.RULE_MAPS and len(path) == 3 and last in _TEXTS


def deck_problems(core: Core) -> list[SpecError]:
    """Does the deck add up to its `total`, and is that no more than a deck may have?"""
    cards = core.data["cards"]
    counted = sum(_copies(row, len(cards["colours"])) for row in cards["deck"])
    if counted > limits.DECK:
        hint = f"a deck has at most {limits.DECK} cards"
        return [core_error(core, ("cards", "deck"), f"the deck has {counted} cards", hint)]
    total = cards["total"]
    if counted != total:
        message = f"the deck adds up to {counted} cards, but `total` says {total}"
        return [core_error(core, ("cards", "total"), message, "correct whichever is wrong")]
    return []


def _copies(row: dict[str, Any], colours: int) -> int:
    """How many cards one row of the deck stands for."""
    faces = len(row["face"]) if isinstance(row["face"], list) else 1
    return int(row["copies"]) * faces * (colours if "each" in row else 1)


def core_error(core: Core, path: Path, message: str, hint: str = "") -> SpecError:
    """An error at a place of a core."""
    where = show_path(tuple(shown(part) if isinstance(part, str) else part for part in path))
    blame = core.blame.get(".".join(str(part) for part in path[:2]), core.id)
    return SpecError(message, hint=hint, place=core.place(path), path=where, blame=blame)
