"""What is wrong with a rule set, said so that its author can mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is written: a file, and line and column in it (both from 1; 0 means the whole file)."""

    file: str
    line: int = 0
    column: int = 0


class SpecError(Exception):
    """One problem of a rule set.

    message: what is wrong; hint: what to do about it; path: where inside the document (`acts.play.given`);
    blame: the id of the document that wrote it; file, line, column: its place ("" and 0 when there is none).
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        place: Place | None = None,
        path: str = "",
        blame: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.file = place.file if place else ""
        self.line = place.line if place else 0
        self.column = place.column if place else 0
        self.path = path
        self.blame = blame

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f":{self.line}:{self.column}"
        parts = [part for part in (where, self.path, self.message) if part]
        text = ": ".join(parts)
        return f"{text}\n  hint: {self.hint}" if self.hint else text

    def as_dict(self) -> dict[str, object]:
        """The problem as plain data, for programs that read our output."""
        return {
            "message": self.message,
            "hint": self.hint,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "path": self.path,
            "blame": self.blame,
        }


class SpecErrors(SpecError):
    """Several problems at once, in the order of their places. Catching `SpecError` catches this too."""

    def __init__(self, errors: Iterable[SpecError]) -> None:
        self.errors = sorted(errors, key=lambda e: (e.file, e.line, e.column, e.path, e.message))
        first = self.errors[0]
        super().__init__(
            first.message,
            hint=first.hint,
            place=Place(first.file, first.line, first.column),
            path=first.path,
            blame=first.blame,
        )

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


def raise_all(errors: Sequence[SpecError]) -> None:
    """Raise nothing, the one problem, or all of them together."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise SpecErrors(errors)


def each(error: SpecError) -> list[SpecError]:
    """The single problems of an error, whether it holds one or several."""
    return list(error.errors) if isinstance(error, SpecErrors) else [error]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or lists the few there are; "" if neither helps."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean `{near[0]}`?"
    if 0 < len(names) <= 12:
        return "known are: " + ", ".join(names)
    return ""
