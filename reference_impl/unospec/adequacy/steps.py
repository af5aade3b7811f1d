"""Mutants of effect lists: a step left out, two steps swapped, another amount, seat, pile, colour or branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from unospec.adequacy.edits import REMOVED, Edit, Path
from unospec.adequacy.independence import independent
from unospec.adequacy.terms import TermEdits

_OTHER = {
    "top": "bottom", "bottom": "top", "shuffle": "bottom", "effects": "opening", "opening": "effects",
    "draw_pile": "discard_pile", "discard_pile": "draw_pile",
}  # fmt: skip


class StepEdits:
    """The edits inside effect lists of a composed rule set."""

    def __init__(self, terms: TermEdits, data: Mapping[str, Any]) -> None:
        self.terms, self.data = terms, data

    def effects(self, path: Path, steps: Any) -> Iterator[Edit]:
        """A list: each step left out, each two neighbours swapped, each step by itself."""
        if isinstance(steps, dict):
            yield from self.step(path, steps)
            return
        for i, step in enumerate(steps):
            yield Edit((*path, i), REMOVED, f"step `{_name(step)}` left out")
            if not _leaves(step):
                yield Edit(path, [*steps[: i + 1], *steps[i:]], f"step `{_name(step)}` done twice ({i + 1})")
            if i + 1 < len(steps) and step != steps[i + 1] and not independent(step, steps[i + 1], self.data):
                swapped = [*steps[:i], steps[i + 1], step, *steps[i + 2 :]]
                yield Edit(path, swapped, f"`{_name(step)}` and `{_name(steps[i + 1])}` change places ({i + 1})")
            yield from self.step((*path, i), step)

    def step(self, path: Path, step: Any) -> Iterator[Edit]:
        """One step, by its words."""
        if "by_option" in step:
            yield from self.terms.by_option(path, step, self.effects)
            return
        for key, value in step.items():
            yield from self._field(path, key, value, step)

    def _field(self, path: Path, key: str, value: Any, step: Any) -> Iterator[Edit]:
        here = (*path, key)
        match key:
            case "if":
                yield from self.terms.decision(here, value)
            case "then" | "else":
                if len(value) > 1 or (key == "then" and "else" in step):
                    yield Edit(here, [], f"`{key}` does nothing")
                yield from self.effects(here, value)
            case "do" if isinstance(value, list):
                yield from self.effects(here, value)
            case "set" | "add":
                yield from self._writes(path, key, value, step)
            case "with":
                for word, term in value.items():
                    yield from self.terms.term((*here, word), term)
            case "clear" if isinstance(value, list) and len(value) > 1:
                for i, variable in enumerate(value):
                    yield Edit((*here, i), REMOVED, f"`{variable}` is not cleared")
            case "draw" if isinstance(value, dict) and "until" in value:
                yield from self.terms.decision((*here, "until"), value["until"])
            case "turn_up":
                yield from self._turn_up(here, value)
            case "outcome":
                for result, term in value.items():
                    yield from self.terms.seat((*here, result), term)
            case "win" | "turn":
                yield from self.terms.seat(here, value)
            case "move" if value != "cards":
                yield from self.terms.group(here, value)
            case "each" | "leave":
                yield from self.terms.group(here, value)
            case "from" if value not in ("colours", "seats"):
                yield from self.terms.group(here, value)
            case "who" | "by" if isinstance(value, str):
                yield Edit(here, REMOVED, f"`{key}: {value}` left out")
                yield from self.terms.seat(here, value)
            case "choose" if "who" not in step:
                yield Edit((*path, "who"), "next", "the next player chooses")
            case "into":
                yield Edit(here, REMOVED, f"`into: {value}` left out")
            case "pass" | "draw" | "deal" | "reveal" | "to" | "rotate" if not isinstance(value, bool):
                if key == "to" and value in _OTHER:
                    yield Edit(here, _OTHER[value], f"`to: {value}` becomes `{_OTHER[value]}`")
                else:
                    yield from self.terms.term(here, value)
                if key == "pass" and value == 1:
                    yield Edit(path, {"turn": "previous"}, "passes the other way")
            case "place" | "table" if value in _OTHER:
                yield Edit(here, _OTHER[value], f"`{key}: {value}` becomes `{_OTHER[value]}`")

    def _writes(self, path: Path, key: str, value: Any, step: Any) -> Iterator[Edit]:
        other = "add" if key == "set" else "set"
        if all(isinstance(term, int | dict) and not isinstance(term, bool) for term in value.values()) or key == "add":
            yield Edit(path, {other: value}, f"`{key}` becomes `{other}`")
        for variable, term in value.items():
            if len(value) > 1:
                yield Edit((*path, key, variable), REMOVED, f"`{variable}` is not written")
            yield from self.terms.term((*path, key, variable), term)
            name, _, whose = variable.partition("(")
            if whose:
                for seat in self.terms.seat((*path, key), whose[:-1]):
                    new = f"{name}({seat.new})"
                    rest = {new if k == variable else k: v for k, v in value.items()}
                    yield Edit((*path, key), rest, f"`{variable}` becomes `{new}`")

    def _turn_up(self, here: Path, value: Any) -> Iterator[Edit]:
        if not isinstance(value, dict):
            return
        if "refuse" in value:
            yield from self.terms.decision((*here, "refuse"), value["refuse"])
        if isinstance(value.get("refused"), str) and value["refused"] in _OTHER:
            new = "shuffle" if value["refused"] == "bottom" else "bottom"
            yield Edit((*here, "refused"), new, f"`refused: {value['refused']}` becomes `{new}`")


def _leaves(step: Any) -> bool:
    """Steps after which nothing may follow, or which do the same when they are done again."""
    return any(key in step for key in ("effect_of", "clear", "set", "win", "do", "if", "reveal", "by_option"))


def _name(step: Any) -> str:
    """The word by which a step is known."""
    for key in step:
        return f"{key} {step[key]}" if isinstance(step[key], str | int) else str(key)
    return "nothing"
