"""The data of a rule without its words: in the order in which it is read, and what it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from unospec.language.sections import LANGUAGES

NOT_MEANT = (*LANGUAGES, "source", "text")
_ACT_KEYS = ("may", "act", "taken", "at", "after", "before")  # what names acts
_WINDOW_KEYS = ("in", "before")
# Fields in the order in which a rule is read; the rest follows by name.
_ORDER = (
    "kind", "in", "act", "at", "refused", "who", "target", "cards", "opens", "closes", "when", "given", "is", "set",
)  # fmt: skip
_BRANCHES = ("if", "then", "else")
_MODIFIERS = ("who", "from", "to", "into", "in", "where", "by", "except", "do", "with")  # after what they modify


def references(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """(section, name) of whatever a value might name; the caller drops what is not there.

    key: the key under which the value stands, which tells acts and windows from other words.
    """
    if isinstance(value, Mapping):
        for inner, item in value.items():
            if inner in NOT_MEANT:
                continue
            yield "define", inner
            yield from references(item, inner)
    elif isinstance(value, list):
        for item in value:
            yield from references(item, key)
    elif isinstance(value, str):
        yield from _sections_of(value, key)


def _sections_of(word: str, key: str) -> Iterator[tuple[str, str]]:
    if key == "do":
        yield "blocks", word
    if key in _WINDOW_KEYS:
        yield "windows", word
    if key in _ACT_KEYS:
        yield "acts", word
    yield "define", word.partition("(")[0]


def in_order(value: Any) -> Any:
    """The value with the keys of every map in the order in which they are read."""
    if isinstance(value, Mapping):
        return {key: in_order(value[key]) for key in sorted(value, key=_inner_rank)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


def rank(key: str) -> tuple[int, str]:
    """Where a field stands among the fields of its rule, for sorting."""
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER), key)


def _inner_rank(key: str) -> tuple[int, int, str]:
    """Branches in their order, then what is done, then what says more about it."""
    if key in _BRANCHES:
        return (0, _BRANCHES.index(key), key)
    return (2, _MODIFIERS.index(key), key) if key in _MODIFIERS else (1, 0, key)
