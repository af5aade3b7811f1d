"""The static checker: what can be said about a core without playing it."""

from __future__ import annotations

from unospec.language.check import surroundings
from unospec.language.check.problems import Problems
from unospec.language.check.vocabulary import Vocabulary
from unospec.language.core import Core
from unospec.language.errors import SpecError

_CONCERNS = (surroundings.check,)


def check(core: Core) -> list[SpecError]:
    """Every problem of a core, in the order of their places."""
    problems = Problems(core)
    words = Vocabulary(core.data)
    for concern in _CONCERNS:
        concern(words, problems)
    return sorted(problems.found, key=lambda e: (e.file, e.line, e.column, e.path, e.message))
