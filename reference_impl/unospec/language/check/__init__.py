"""The static checker: what can be said about a core without playing it. One module for each concern."""

from __future__ import annotations

from unospec.language.check import deck, flow, scripts, sight, surroundings, texts, windows, words
from unospec.language.check.problems import Problems
from unospec.language.check.vocabulary import Vocabulary
from unospec.language.core import Core
from unospec.language.errors import SpecError

_CONCERNS = (
    words.check,
    surroundings.check,
    windows.check,
    sight.check,
    deck.check,
    scripts.check,
    texts.check,
)


def check(core: Core) -> list[SpecError]:
    """Every problem of a core, in the order of their places. Nothing is raised, however broken the data."""
    problems = Problems(core)
    vocabulary = Vocabulary(core.data)
    for concern in _CONCERNS:
        concern(vocabulary, problems)
    flow.check(core, vocabulary, problems)
    scripts.interpretations(core, vocabulary, problems)
    return sorted(problems.found, key=lambda e: (e.file, e.line, e.column, e.path, e.message))
