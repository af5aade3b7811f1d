"""The words of the generated pages, from `words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

from unospec.site import markup

LANGUAGES = ("zh", "en")


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    text = Path(__file__).with_name("words.yaml").read_text(encoding="utf-8")
    return cast(Mapping[str, Mapping[str, Mapping[str, str]]], yaml.safe_load(text))


class Words:
    """The words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, group: str, name: str, **fields: Any) -> str:
        """A word or phrase with its `{fields}` filled in. Raises KeyError for one that is missing."""
        return _words()[group][name][self.language].format(**fields)

    def named(self, label: str, value: str) -> str:
        """A label, escaped, and a value in HTML, with the colon of the language between them."""
        return markup.text(label) + ("：" if self.language == "zh" else ": ") + value

    def maybe(self, group: str, name: str) -> str | None:
        """The phrase as it is written, or None: names of acts, events and variables belong to rule sets."""
        found = _words()[group].get(name)
        return found[self.language] if found else None


def names(group: str) -> tuple[str, ...]:
    """The names of a group."""
    return tuple(_words()[group])


def translation(group: str, name: str) -> tuple[str, str]:
    """A word in Chinese and in English."""
    found = _words()[group][name]
    return found["zh"], found["en"]
