"""The static checker: what can be said about a core without playing it. One module for each concern."""

from __future__ import annotations

from collections.abc import Callable

from unospec.language import schema
from unospec.language.check import deck, faults, flow, scripts, sight, surroundings, texts, uses, windows, words
from unospec.language.check.problems import Problems
from unospec.language.check.vocabulary import Vocabulary
from unospec.language.core import Core
from unospec.language.errors import SpecError

Concern = Callable[[Core, Vocabulary, Problems], None]
_CONCERNS: tuple[Concern, ...] = (
    words.check,
    surroundings.check,
    windows.check,
    flow.check,
    uses.check,
    faults.check,
    sight.check,
    deck.check,
    scripts.check,
    texts.check,
)
# What a concern stumbles with over data that has not the form of a core.
_STUMBLES = (TypeError, KeyError, AttributeError, ValueError, IndexError, RecursionError)


def check(core: Core) -> list[SpecError]:
    """Every problem of a core, in the order of their places.

    Data that has not the form of a core is told by its schema, with what could be found nevertheless.
    """
    problems = Problems(core)
    stumbled: Exception | None = None
    try:
        vocabulary = Vocabulary(core.data)
        for concern in _CONCERNS:
            try:
                concern(core, vocabulary, problems)
            except _STUMBLES as error:
                stumbled = error
    except _STUMBLES as error:
        stumbled = error
    if stumbled is not None:
        formal = schema.core_problems(core)
        if not formal:
            raise stumbled  # the form is right: the fault is the checker's own
        problems.found += formal
    return sorted(problems.found, key=lambda e: (e.file, e.line, e.column, e.path, e.message))
