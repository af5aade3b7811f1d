"""Mutants that no single rule shows: rules change places, the deck, what its cards are, the defaults of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from unospec.adequacy.edits import REMOVED, Edit, Path


def overall(data: Mapping[str, Any]) -> Iterator[Edit]:
    """These edits of a composed rule set (plain data, options not folded)."""
    yield from _order(data)
    yield from _exchanged(data)
    yield from _elsewhere(data)
    yield from _cards(data.get("cards", {}), _tags_asked(data))
    yield from _options(data.get("options", {}))


def _order(data: Mapping[str, Any]) -> Iterator[Edit]:
    """Two neighbouring steps of the set-up, the end of a round or a match change places."""
    for section in ("setup", "round", "match"):
        steps = sorted((rule["step"], name) for name, rule in data.get(section, {}).items())
        for (first, one), (second, two) in zip(steps, steps[1:], strict=False):
            if first == second:
                continue
            swapped = {
                name: {**rule, "step": {one: second, two: first}.get(name, rule["step"])}
                for name, rule in data[section].items()
            }
            yield Edit((section,), swapped, f"`{one}` and `{two}` change places")


def _exchanged(data: Mapping[str, Any]) -> Iterator[Edit]:
    """A card does what another one does, each kind in the place of each."""
    for section in ("effects", "opening"):
        for (name, rule), (other, its) in permutations(data.get(section, {}).items(), 2):
            if rule["do"] != its["do"]:
                yield Edit((section, name, "do"), its["do"], f"does what `{other}` does")


def _elsewhere(data: Mapping[str, Any]) -> Iterator[Edit]:
    """An act is offered in one blocking window more."""
    blocking = [name for name, window in data.get("windows", {}).items() if window["kind"] == "blocking"]
    for name, act in data.get("acts", {}).items():
        if isinstance(act["in"], dict):
            continue  # an option says in which
        own = act["in"] if isinstance(act["in"], list) else [act["in"]]
        for window in blocking:
            if window not in own and set(own) <= set(blocking):
                yield Edit(("acts", name, "in"), [*own, window], f"also in `{window}`", "widen")


def _tags_asked(value: Any) -> set[str]:
    """The tags that some condition asks for; others are there for rules that are not."""
    if isinstance(value, Mapping):
        asked = {value["has"][1]} if isinstance(value.get("has"), list) else set()
        return asked.union(*map(_tags_asked, value.values()))
    return set().union(*map(_tags_asked, value)) if isinstance(value, list) else set()


def _cards(cards: Mapping[str, Any], asked: set[str]) -> Iterator[Edit]:
    for i, row in enumerate(cards.get("deck", ())):
        for copies in (row["copies"] - 1, row["copies"] + 1):
            yield Edit(("cards", "deck", i, "copies"), copies, f"{copies} copies")
        if isinstance(row["face"], list):
            for j, face in enumerate(row["face"]):
                yield Edit(("cards", "deck", i, "face", j), REMOVED, f"`{face}` is missing", "narrow")
    for name, kind in cards.get("kinds", {}).items():
        path: Path = ("cards", "kinds", name)
        if isinstance(kind["points"], int):
            for points in (kind["points"] + 1, kind["points"] - 1):
                yield Edit((*path, "points"), points, f"counts {points}")
            yield Edit((*path, "points"), 0, "counts nothing")
        else:
            yield Edit((*path, "points"), 0, "counts nothing")
        if "amount" in kind:
            yield Edit((*path, "amount"), kind["amount"] + 1, f"amount {kind['amount'] + 1}")
            yield Edit((*path, "amount"), kind["amount"] - 1, f"amount {kind['amount'] - 1}")
        for i, tag in enumerate(kind.get("tags", ())):
            if tag not in asked:
                continue
            yield Edit((*path, "tags", i), REMOVED, f"is not `{tag}`", "narrow")
        for tag in sorted(asked - {name, *kind.get("tags", ())} - set(cards["kinds"])):
            yield Edit((*path, "tags"), [*kind.get("tags", ()), tag], f"is `{tag}` too", "widen")


def _options(options: Mapping[str, Any]) -> Iterator[Edit]:
    for name, option in options.items():
        default = option["default"]
        if "values" in option:
            for value in option["values"]:
                if value != str(default).lower():
                    yield Edit(("options", name, "default"), _value(value, default), f"by default {value}")
        elif isinstance(default, int):
            low, high = option["range"]
            for new in (default + 1, default - 1):
                if low <= new <= high:
                    yield Edit(("options", name, "default"), new, f"by default {new}")


def _value(word: str, like: Any) -> Any:
    return {"true": True, "false": False}.get(word, word) if isinstance(like, bool) else word
