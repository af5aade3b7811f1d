"""The words around the sentences: headings and labels in each language, from `labels.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

from unospec.rulebook.model import Text

LANGUAGES = ("en", "zh")


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    text = Path(__file__).with_name("labels.yaml").read_text(encoding="utf-8")
    return cast(Mapping[str, Mapping[str, Mapping[str, str]]], yaml.safe_load(text))


def label(group: str, name: str) -> Text:
    """A label in both languages. Raises KeyError: a missing label is a fault of ours."""
    found = _words()[group][name]
    return Text(found["en"], found["zh"])


def has_label(group: str, name: str) -> bool:
    """Is there such a label?"""
    return name in _words()[group]


def names(group: str) -> tuple[str, ...]:
    """The names of a group, in the order of the file."""
    return tuple(_words()[group])


def say(language: str, group: str, name: str, **fields: Any) -> str:
    """A label in one language, its `{fields}` filled in."""
    return label(group, name).of(language).format(**fields)


def listing(items: Sequence[str], language: str) -> str:
    """`a, b and c` in one language."""
    if len(items) < 2:
        return "".join(items)
    comma, last = say(language, "punctuation", "comma"), say(language, "punctuation", "and")
    return comma.join(items[:-1]) + last + items[-1]
