"""Compiled modules that outlive the process. Only what is asked for after compiling is kept, and no source."""

from dataclasses import fields
from types import CodeType

from unospec import cache
from unospec.engine.program import ActShape, Outline, Wait

PACKAGES = ("engine", "language")


def entry(core: str, seats: int, instrument: bool) -> str | None:
    """The name under which the module of a core (its hash) is kept; None where nothing is."""
    return cache.key("machine", PACKAGES, core, seats, instrument)


def load(name: str | None) -> tuple[Outline, list[CodeType]] | None:
    """The outline of a program and the code of its module, or None if they are not kept."""
    known = cache.load(name)
    if known is None:
        return None
    outline, codes = known
    outline["waits"] = [Wait(*wait) for wait in outline["waits"]]
    outline["acts"] = [ActShape(*act) for act in outline["acts"]]
    return Outline(**outline), codes


def store(name: str | None, program: Outline, codes: list[CodeType]) -> None:
    """Keep a program under a name."""
    outline = {f.name: getattr(program, f.name) for f in fields(Outline)}
    outline["waits"] = [[getattr(wait, f.name) for f in fields(Wait)] for wait in program.waits]
    outline["acts"] = [[getattr(act, f.name) for f in fields(ActShape)] for act in program.acts]
    cache.store(name, (outline, codes))
