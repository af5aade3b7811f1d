"""What the figures are computed for: every rule set; on one of them each house patch alone, and each two together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from unospec.language import Library, SpecError, resolve

HOST = "uno/2008"  # the rule set that the house patches are tried on
Target = tuple[str, tuple[str, ...]]


def targets(library: Library) -> Iterator[Target]:
    """Rule sets first, then patches, then pairs of them that go together; each in the order of the ids."""
    for ruleset in sorted(library.ids("ruleset")):
        if not library.document(ruleset).abstract:
            yield ruleset, ()
    patches = sorted(library.ids("patch"))
    for number in (1, 2):
        for chosen in combinations(patches, number):
            if _together(chosen, library):
                yield HOST, chosen


def _together(patches: tuple[str, ...], library: Library) -> bool:
    try:
        resolve(HOST, list(patches), library=library)
    except SpecError:
        return False
    return True
