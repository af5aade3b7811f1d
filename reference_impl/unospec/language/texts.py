"""Sentences: placeholders filled from the options."""

from __future__ import annotations

import re

# language -> option name -> how its value is said
Labels = dict[str, dict[str, str]]
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def fill(text: str, language: str, labels: Labels) -> tuple[str, list[str]]:
    """The sentence with its placeholders filled, and the placeholders that are no option."""
    unknown: list[str] = []

    def said(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in labels[language]:
            return labels[language][name]
        unknown.append(name)
        return found.group(0)

    return PLACEHOLDER.sub(said, text), unknown
