"""Cores that outlive the process: resolved once for the same documents, read from the cache afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache, partial

from unospec import cache as disk
from unospec.language.core import Core
from unospec.language.library import Library
from unospec.language.resolve import PatchChoice, Scalar, default_library, resolve, written

PACKAGES = ("language",)
_LAZY = ("places", "others", "before")  # what is worked out when it is asked for is not kept


def resolved(
    ruleset_id: str,
    patches: Sequence[PatchChoice] = (),
    options: Mapping[str, Scalar] | None = None,
    library: Library | None = None,
    check: bool = True,
) -> Core:
    """The core that `resolve` makes of the same arguments.

    It is kept only if it was made of files alone, and holds as long as the library has the very same documents.
    What is wrong is never kept: it is found again, with its places.
    """
    library = library or default_library()
    name = disk.key("core", PACKAGES, ruleset_id, written(patches), sorted((options or {}).items()), check)
    again = cache(partial(resolve, ruleset_id, patches, options, library, check))
    known = disk.load(name)
    if known is not None and all(library.digest(document) == made for document, made in known["made_of"].items()):
        return Core(
            **known,
            places=lambda: again().places(),
            others=lambda: again().others(),
            before=lambda: again().before(),
        )
    core = again()
    if core.made_of:
        disk.store(name, {f.name: getattr(core, f.name) for f in fields(core) if f.name not in _LAZY})
    return core
