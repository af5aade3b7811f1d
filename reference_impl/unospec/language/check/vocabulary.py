"""The words of a core: what each name stands for. Everything else in the checker looks words up here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unospec.language.check.problems import Path
from unospec.language.errors import did_you_mean

CALL = re.compile(r"([a-z_][a-z0-9_]*)\((.+)\)")

# Words of the language that stand for something everywhere.
FIXED: dict[str, str] = {
    "none": "none",
    "true": "flag",
    "false": "flag",
    "turn": "seat",
    "dealer": "seat",
    "winner": "seat",
    "top": "card",
    "direction": "number",
    "next": "seat",
    "previous": "seat",
    "others": "seats",
    "seats": "seats",
    "colours": "colours",
    "draw_pile": "cards",
    "discard_pile": "cards",
}
# Words that stand for something only where there is an act, a card, a seat.
CONTEXT = ("actor", "card", "cards", "subject", "target", "seat", "it")
CALLS = ("hand", "after", "before", "others", "team", "opponents")
TEAM_CALLS = ("team", "opponents")  # only where the rules have teams
ATTRIBUTES: dict[str, str] = {
    "colour": "colour",
    "face": "face",
    "kind": "kind",
    "points": "number",
    "amount": "number",
}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
OPERATORS = (
    *("all", "any", "not", "is_none", *COMPARISONS, "in", "has", "same", "may", "exists", "count"),
    *("sum", "total", "most", "least", "plus", "minus", "times", "if"),
)
# Words that stand beside an operator; a definition with such a name could not be told apart.
OPERANDS = ("by", "over", "where", "except", "then", "else", "card", "who")
SYMBOL_SORTS = ("face", "kind", "colour")  # in the order in which a word on its own is read
NULLABLE = ("seat", "card", "colour", "face", "kind")


@dataclass(frozen=True)
class Variable:
    """A variable, or one field of a record.

    scope: round, seat (of a round, by seat) or record (of a match, by seat); at: where it is declared.
    """

    name: str
    sort: str
    scope: str
    seen: str
    at: Path

    @property
    def by_seat(self) -> bool:
        """Whether it is written `name(seat)`."""
        return self.scope != "round"


def section(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A section of the core that is a map; empty if it is missing or something else."""
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def rules(data: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rules of a section, leaving out what is no map."""
    for rule, body in section(data, name).items():
        if isinstance(body, dict):
            yield rule, body


def listed(value: Any) -> list[Any]:
    """One name, or a list of them, as a list; nothing for nothing."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


class Vocabulary:
    """The names of one core."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        cards = section(data, "cards")
        self.kinds = section(cards, "kinds")
        self.colours = section(cards, "colours")
        self.defines = {name: body.get("is") for name, body in rules(data, "define")}
        self.blocks = {name: body.get("do") for name, body in rules(data, "blocks")}
        self.acts = dict(rules(data, "acts"))
        self.windows = dict(rules(data, "windows"))
        self.variables: dict[str, Variable] = {}
        self.records: dict[str, list[str]] = {}
        for name, scope in (("state", "round"), ("per_seat", "seat"), ("record", "record")):
            self._variables(name, scope)

    def _variables(self, name: str, scope: str) -> None:
        for variable, body in rules(self.data, name):
            if isinstance(body.get("sort"), str):
                self._variable(variable, body, scope, (name, variable))
                continue
            fields = [(field, spec) for field, spec in body.items() if isinstance(spec, dict)]
            self.records[variable] = [field for field, _ in fields]
            for field, spec in fields:
                self._variable(f"{variable}.{field}", spec, scope, (name, variable, field))

    def _variable(self, name: str, spec: dict[str, Any], scope: str, at: Path) -> None:
        self.variables[name] = Variable(name, str(spec.get("sort")), scope, str(spec.get("seen", "all")), at)

    @cached_property
    def faces(self) -> dict[str, str]:
        """Every face with its kind."""
        return {
            face: kind
            for kind, body in self.kinds.items()
            for face in (listed(body.get("faces", kind)) if isinstance(body, dict) else [])
            if isinstance(face, str)
        }

    @cached_property
    def tags(self) -> set[str]:
        """Every tag that a card has."""
        return {
            tag
            for body in self.kinds.values()
            if isinstance(body, dict)
            for tag in listed(body.get("tags"))
            if isinstance(tag, str)
        }

    @cached_property
    def symbols(self) -> dict[str, tuple[str, ...]]:
        """Every word of the deck with the sorts that it can have."""
        named = {"face": self.faces, "kind": self.kinds, "colour": self.colours}
        words = {word for names in named.values() for word in names}
        return {word: tuple(sort for sort in SYMBOL_SORTS if word in named[sort]) for word in words}

    @cached_property
    def given_words(self) -> set[str]:
        """Words that blocks are given (`with`) and words that a choice makes."""
        found: set[str] = set()

        def look(value: Any) -> None:
            if isinstance(value, dict):
                if isinstance(value.get("with"), dict):
                    found.update(value["with"])
                if isinstance(value.get("choose"), str):
                    found.add(value["choose"])
                for item in value.values():
                    look(item)
            elif isinstance(value, list):
                for item in value:
                    look(item)

        for name in ("acts", "blocks", "effects", "opening", "whenever", "faults", "setup", "round", "match"):
            look(self.data.get(name))
        return found - set(self.variables)

    @cached_property
    def everything(self) -> list[str]:
        """All words that a term may name, for hints."""
        by_seat = [f"{name}(seat)" for name, v in self.variables.items() if v.by_seat]
        plain = [name for name, v in self.variables.items() if not v.by_seat]
        return [*FIXED, *CONTEXT, *plain, *by_seat, *self.defines, *self.symbols]

    def holding(self) -> list[str]:
        """The windows that hold an effect back."""
        return [name for name, body in self.windows.items() if body.get("holds")]

    def windows_of(self, act: str) -> tuple[list[str], list[str]]:
        """The blocking and the ambient windows of an act."""
        names = [n for n in listed(self.acts.get(act, {}).get("in")) if isinstance(n, str) and n in self.windows]
        ambient = [n for n in names if self.windows[n].get("kind") == "ambient"]
        return [n for n in names if n not in ambient], ambient

    def unknown(self, word: str, here: Iterable[str]) -> tuple[str, str]:
        """What is wrong with a word that stands for nothing, and a hint. `here`: the words of the place."""
        if word in self.records:
            fields = ", ".join(f"{word}.{field}" for field in self.records[word])
            return f"`{word}` is a record, not a value", f"name a field: {fields}"
        if word in self.tags:
            return f"`{word}` is a tag, not a value", f"write {{has: [card, {word}]}}"
        for kind, named in (("an act", self.acts), ("a window", self.windows), ("a block", self.blocks)):
            if word in named:
                return f"`{word}` is {kind}, not a value", did_you_mean(word, self.everything)
        return f"nothing is called `{word}`", did_you_mean(word, (*self.everything, *here))
