"""What a mutant changes, in words. Its name says it in English: a place, then the change with names in backticks."""

from __future__ import annotations

import re
from functools import lru_cache

from unospec.site.markup import code, tag, text
from unospec.site.words import Words, names, translation

_FIELD = re.compile(r"\{(\w+)\}")
_NAME = re.compile(r"`([^`]*)`")


def mutant_in_words(mutant: str, language: str) -> str:
    """A mutant as HTML: the place as it stands, then the change; in English where no phrase fits it."""
    place, _, change = mutant.partition(" ")
    said = change if language == "en" else _translated(change)
    shown = _NAME.sub(lambda found: code(found.group(1)), text(said or change))
    if said is None:
        shown = tag("span", shown, lang="en")
    return code(place) + Words(language).named("", shown)


def _translated(change: str) -> str | None:
    """The change in Chinese, None where no phrase fits."""
    for pattern, phrase in _phrases():
        found = pattern.fullmatch(change)
        if found:
            return phrase.format(**found.groupdict())
    return None


@lru_cache(maxsize=1)
def _phrases() -> list[tuple[re.Pattern[str], str]]:
    """Patterns of English phrases, each with the Chinese one."""
    found = []
    for name in names("mutants"):
        chinese, english = translation("mutants", name)
        parts = _FIELD.split(english)
        pattern = "".join(f"(?P<{p}>.+?)" if i % 2 else re.escape(p) for i, p in enumerate(parts))
        found.append((re.compile(pattern), chinese))
    return found
