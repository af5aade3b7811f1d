"""The static checker: what can be said about a core without playing it."""

from __future__ import annotations

from unospec.language.core import Core
from unospec.language.errors import SpecError


def check(core: Core) -> list[SpecError]:
    """Every problem of a core, in the order of their places."""
    return []
