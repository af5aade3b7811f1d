"""Mutants of terms and conditions: each atom held true and held false, connectives, comparisons, constants, words.

An atom that can be held true and held false, each time with a case that notices, has been shown to decide by
itself: that is what is counted as a decided condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from unospec.adequacy.edits import REMOVED, Edit, Path

Terms = Iterator[Edit]
_COMPARISONS = {
    "eq": ["ge", "le"], "ne": ["gt", "lt"], "lt": ["le", "ne"], "le": ["lt", "eq"], "gt": ["ge", "ne"],
    "ge": ["gt", "eq"],
}  # fmt: skip
_ATOMS = {*_COMPARISONS, "is_none", "in", "has", "same", "may", "exists"}
_ARITHMETIC = {"plus": "minus", "minus": "plus", "times": "plus"}
# A word in a term, and what somebody could have written instead.
_WORDS = {
    "actor": ["next", "previous"],
    "next": ["actor", "previous"],
    "previous": ["next"],
    "turn": ["dealer"],
    "dealer": ["turn"],
    "subject": ["next", "turn"],
    "winner": ["dealer"],
    "team": ["opponents"],
    "opponents": ["team"],
    "after": ["before"],
    "before": ["after"],
    "draw_pile": ["discard_pile"],
    "discard_pile": ["draw_pile"],
}
_MEASURED = ("count", "sum", "plus", "minus", "times")  # terms that are numbers by their form
_WORD = re.compile(r"[a-z_]+")
_OPTION = re.compile(r"^\$([a-z][a-z0-9_]*)$")


class TermEdits:
    """The edits inside terms.

    options: declarations of the options. defines: names that are conditions. classes: lists of words of which
    one could stand for another (kinds of cards, tags). variables: what could be read in place of each variable.
    """

    def __init__(
        self, options: Mapping[str, Any], defines: frozenset[str], classes: Sequence[Sequence[str]] = (),
        variables: Mapping[str, Sequence[str]] | None = None,
    ) -> None:  # fmt: skip
        self.options = options
        self.defines = defines
        self.variables = variables or {}
        self.instead = {
            word: [*words, *words][i + 1] for words in classes for i, word in enumerate(words) if len(words) > 1
        }

    # ---------------------------------------------------------------- conditions

    def decision(self, path: Path, node: Any, narrowing: bool = False) -> Terms:
        """A condition that decides something; with `narrowing` its truth forbids."""
        yield Edit(path, _negated(node), "negated")
        yield from self.condition(path, node, narrowing)

    def condition(self, path: Path, node: Any, narrowing: bool = False) -> Terms:
        """The parts of a condition, down to its atoms."""
        match node:
            case {"all": list() as parts} | {"any": list() as parts}:
                key = next(iter(node))
                if len(parts) > 1:
                    other = "any" if key == "all" else "all"
                    yield Edit(path, {other: parts}, f"`{key}` becomes `{other}`")
                for i, part in enumerate(parts):
                    yield Edit((*path, key, i), _negated(part), "negated")
                    yield from self.condition((*path, key, i), part, narrowing)
            case {"not": part}:
                yield from self.condition((*path, "not"), part, not narrowing)
            case {"by_option": _, "cases": dict()}:
                yield from self.by_option(path, node, lambda p, n: self.condition(p, n, narrowing))
            case {"if": test, "then": then, **rest} if self.is_condition(then):
                yield from self.condition((*path, "if"), test)
                yield from self.condition((*path, "then"), then, narrowing)
                if "else" in rest:
                    yield from self.condition((*path, "else"), rest["else"], narrowing)
            case bool():
                pass
            case _:
                yield Edit(path, True, "held true", "narrow" if narrowing else "widen")
                yield Edit(path, False, "held false", "widen" if narrowing else "narrow")
                yield from self.atom(path, node)

    def atom(self, path: Path, node: Any) -> Terms:
        """Inside an atom: the comparison, and the terms that are compared."""
        if not isinstance(node, dict):
            return
        for key, value in node.items():
            if key not in ("eq", "ne") or any(self._is_number(term) for term in value):
                for other in _COMPARISONS.get(key, ()):  # its negation is not among them: that is said elsewhere
                    yield Edit(path, {other: value}, f"`{key}` becomes `{other}`")
            if key in _COMPARISONS:
                for i, term in enumerate(value):
                    yield from self.term((*path, key, i), term)
            elif key == "exists":
                yield from self.group((*path, key), value)
            elif key == "in" and isinstance(value, list):
                yield from self.term((*path, key, 0), value[0])
                yield from self._members((*path, key, 1), value[1])
            elif key in ("is_none", "card"):
                yield from self.term((*path, key), value)
            elif key == "has" and value[1] in self.instead:
                other = self.instead[value[1]]
                yield Edit((*path, key, 1), other, f"`{value[1]}` becomes `{other}`")
            elif key == "same" and len(value[2]) > 1:
                for i, attribute in enumerate(value[2]):
                    yield Edit((*path, key, 2, i), REMOVED, f"`{attribute}` left out", "widen")

    @staticmethod
    def _is_number(term: Any) -> bool:
        """Whether a compared term is a number, as far as its form tells."""
        return (isinstance(term, int) and not isinstance(term, bool)) or (
            isinstance(term, dict) and any(key in _MEASURED for key in term)
        )

    def _members(self, path: Path, value: Any) -> Terms:
        if isinstance(value, list) and len(value) > 1:
            for i, member in enumerate(value):
                yield Edit((*path, i), REMOVED, f"`{member}` left out", "narrow")
        elif not isinstance(value, list):
            yield from self.group(path, value)

    def is_condition(self, node: Any) -> bool:
        """Whether a term is a condition."""
        if isinstance(node, dict):
            if "by_option" in node:
                return any(self.is_condition(case) for case in node["cases"].values())
            if "if" in node:
                return self.is_condition(node.get("then"))
            return any(key in _ATOMS or key in ("all", "any", "not") or key in self.defines for key in node)
        return isinstance(node, bool) or node in self.defines

    # ---------------------------------------------------------------- terms and groups

    def term(self, path: Path, node: Any) -> Terms:
        """A value: constants one up and one down, other words, the parts of operations."""
        match node:
            case bool():
                yield Edit(path, not node, f"{_yes(node)} becomes {_yes(not node)}")
            case int():
                yield Edit(path, node + 1, f"{node} becomes {node + 1}")
                yield Edit(path, node - 1, f"{node} becomes {node - 1}")
                if abs(node) > 1:
                    yield Edit(path, 0, f"{node} becomes 0")
                    yield Edit(path, 2 * node, f"{node} becomes {2 * node}")
            case str():
                yield from self._word(path, node)
            case {"if": test, **rest}:
                yield from self.decision((*path, "if"), test)
                for key, branch in rest.items():
                    yield from self.term((*path, str(key)), branch)
            case {"by_option": _, "cases": dict()}:
                yield from self.by_option(path, node, self.term)
            case {"count": group}:
                yield from self.group((*path, "count"), group)
            case {"sum": _, "over": group} | {"total": _, "over": group}:
                yield from self.group((*path, "over"), group)
                if "sum" in node:
                    yield Edit(path, {"count": group}, "counts the cards")
                else:
                    yield from self.term((*path, "total"), node["total"])
            case dict() if len(node) == 1 and next(iter(node)) in _ARITHMETIC:
                key, parts = str(next(iter(node))), next(iter(node.values()))
                yield Edit(path, {_ARITHMETIC[key]: parts}, f"`{key}` becomes `{_ARITHMETIC[key]}`")
                for i, part in enumerate(parts):
                    yield from self.term((*path, key, i), part)
            case dict() if self.is_condition(node):
                yield from self.decision(path, node)
            case dict():
                yield from self.group(path, node)

    def group(self, path: Path, node: Any) -> Terms:
        """Cards or seats: which, with what left out, the most or the least."""
        if isinstance(node, str):
            yield from self._word(path, node)
            return
        if not isinstance(node, dict):
            return
        for key, value in node.items():
            here = (*path, key)
            if key == "where":
                yield from self.decision(here, value)
            elif key == "except":
                yield Edit(here, REMOVED, f"`except: {value}` left out")
            elif key in ("most", "least"):
                other = "least" if key == "most" else "most"
                yield Edit(path, {other if k == key else k: v for k, v in node.items()}, f"`{key}` becomes `{other}`")
                yield from self.group(here, value)
            elif key in ("in", "then", "else"):
                yield from self.group(here, value)
            elif key == "if":
                yield from self.decision(here, value)
            elif key == "by":
                yield from self.term(here, value)

    def _word(self, path: Path, word: str) -> Terms:
        option = _OPTION.match(word)
        if option:
            default = self.options[option[1]]["default"]
            yield Edit(path, default, f"the option {option[1]} is ignored")
            if isinstance(default, int) and not isinstance(default, bool):
                yield Edit(path, default + 1, f"the option {option[1]} is ignored and one too many")
            return
        if word == "seats":
            yield Edit(path, "others(turn)", "`seats` becomes `others(turn)`", "narrow")
        if word.startswith("others("):
            yield Edit(path, "seats", f"`{word}` becomes `seats`", "widen")
        if word in self.instead:
            yield Edit(path, self.instead[word], f"`{word}` becomes `{self.instead[word]}`")
        for other in self.variables.get(word, ()):
            yield Edit(path, other, f"`{word}` becomes `{other}`")
        if word.startswith("card.") and word not in self.variables:
            yield Edit(path, f"top.{word[5:]}", f"`{word}` becomes `top.{word[5:]}`")
        for found in _WORD.finditer(word):
            for other in _WORDS.get(found[0], ()) if word[found.end() : found.end() + 1] != "." else ():
                new = word[: found.start()] + other + word[found.end() :]
                yield Edit(path, new, f"`{word}` becomes `{new}`")

    def seat(self, path: Path, node: Any) -> Terms:
        """Who does or suffers something: the wrong seat."""
        edits = list(self.term(path, node))
        yield from edits
        if isinstance(node, str) and node != "none":
            for other in ("actor", "next", "turn"):
                if other != node and other not in [edit.new for edit in edits]:
                    yield Edit(path, other, f"`{node}` becomes `{other}`")

    def by_option(self, path: Path, node: Any, inner: Callable[[Path, Any], Terms]) -> Terms:
        """A choice by option: one value means what another one means; then each by itself."""
        cases = node["cases"]
        names = list(cases)
        for name, other in zip(names, names[1:] + names[:1], strict=True):
            if cases[name] != cases[other]:
                yield Edit((*path, "cases", name), cases[other], f"{node['by_option']}: {name} means {other}")
        for name in names:
            yield from inner((*path, "cases", name), cases[name])


def _negated(node: Any) -> Any:
    return node["not"] if isinstance(node, dict) and set(node) == {"not"} else {"not": node}


def _yes(value: bool) -> str:
    return "true" if value else "false"
