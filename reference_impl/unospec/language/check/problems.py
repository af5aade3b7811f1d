"""Where problems are gathered: each with its place, the document that wrote it, and a short path."""

from __future__ import annotations

from unospec.language import sections
from unospec.language.core import Core
from unospec.language.errors import SpecError
from unospec.language.source import show_path

Path = tuple[str | int, ...]
# Fields of a rule that are maps of fields themselves, and not operations.
_PLAIN_FIELDS = ("opens", "closes", "cards", "question", "readings", "why", "source")


class Problems:
    """The problems of one core, each said once."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._said: set[tuple[str, str]] = set()
        self.found: list[SpecError] = []

    def add(self, path: Path, message: str, hint: str = "") -> None:
        """A problem of the value at this path of the core's data."""
        shown = shown_path(path)
        if (shown, message) in self._said:
            return
        self._said.add((shown, message))
        place = self._core.place(path)
        self.found.append(SpecError(message, hint=hint, place=place, path=shown, blame=self._blame(path)))

    def _blame(self, path: Path) -> str:
        """The document that wrote the nearest thing at or above the path."""
        for length in range(len(path), 0, -1):
            written_by = self._core.blame.get(show_path(path[:length]))
            if written_by:
                return written_by
        return ""


def shown_path(path: Path) -> str:
    """The rule and its field, as a reader looks for them: `acts.play.given`, `windows.uno.opens.given`."""
    if not path:
        return ""
    length = len(path)
    if path[0] in sections.SINGLE_RULES:
        length = 2
    elif path[0] in sections.RULE_MAPS:
        length = 4 if len(path) > 2 and path[2] in _PLAIN_FIELDS else 3
    return show_path(tuple(part for part in path[:length] if isinstance(part, str)))
