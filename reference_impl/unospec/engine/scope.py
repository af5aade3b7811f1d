"""What the source of a printed module refers to: its names that are data, and tables of its own functions."""

from bisect import insort
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from unospec.engine import ir, runtime
from unospec.engine.model import Model
from unospec.engine.printer import expression
from unospec.engine.program import ActShape, Offer, Outline, Program
from unospec.engine.runtime import Rejected

Act: TypeAlias = tuple[int, str, int, int]


def scope_of(model: Model, program: Outline) -> dict[str, Any]:
    """The names of the printed module that are data: tables, refusals, canonical acts."""
    waits = {w.kind for w in program.waits} | {a.kind for a in program.acts if a.kind in ("colour", "seat")}
    scope: dict[str, Any] = {
        "__builtins__": {
            "KeyError": KeyError,
            "range": range,
            "len": len,
            "min": min,
            "__build_class__": __build_class__,
            "__name__": "rules",
        },
        "__name__": "rules",
        "DECK": list(model.deck),
        "REST_LIMIT": runtime.REST_LIMIT,
        "SEATS_IN": runtime.seats_in(model.seats),
        "FIRED": [0] * len(program.counters),
        "CHOICES": {w.number: w.rule for w in program.waits if w.kind in ("colour", "seat")},
        "insort": insort,
        "split": runtime.split,
        "advance": runtime.advance,
        "waiting": runtime.waiting,
        "Stuck": runtime.Stuck,
        "Rejected": Rejected,
        "OVER": runtime.OVER,
        "UNKNOWN_ACT": runtime.UNKNOWN_ACT,
        **_tables(model, program),
        **{constant: Rejected(*why) for constant, why in program.refusals.items()},
    }
    for kind in waits:
        numbers = frozenset(w.number for w in program.waits if w.kind == kind)
        scope[f"WAITS_{kind.replace('-', '_').upper()}"] = numbers
    for shape in program.acts:
        scope[f"A_{shape.name.replace('-', '_')}"] = _canonical(shape, model)
    for act, acts in program.each.items():
        scope[f"EACH_{act.replace('-', '_')}"] = acts
    return scope


def _tables(model: Model, program: Outline) -> dict[str, Any]:
    """The tables of constants by their names."""
    return {**model.tables, **program.sets, **program.tables}


def _canonical(shape: ActShape, model: Model) -> Any:
    """The canonical acts of a name, nested by seat and card so that `legal` only looks them up."""
    return _nested(shape, model.seats, len(model.cards), len(model.colours))


@lru_cache(maxsize=512)  # they are the same for most cores, and nobody changes them
def _nested(shape: ActShape, number: int, cards: int, colours: int) -> Any:
    seats, label = range(number), shape.name
    if shape.kind == "cards" and shape.most > 1:
        return [[[(p, label, c, n) for n in range(shape.most + 1)] for c in range(cards)] for p in seats]
    if shape.kind == "cards":
        return [[(p, label, c, 1) for c in range(cards)] for p in seats]
    if shape.kind in ("target", "seat"):
        return [[(p, label, -1, o) for o in seats] for p in seats]
    if shape.kind == "colour":
        return [[(p, label, -1, k) for k in range(colours)] for p in seats]
    if shape.kind == "close":
        return (-1, label, -1, 0)
    return [(p, label, -1, 0) for p in seats]


@lru_cache(maxsize=512)
def _flat(shape: ActShape, number: int, cards: int, colours: int) -> list[Act]:
    """The same acts one after the other, as far as they are acts: none is with no card."""

    def flat(node: Any) -> Iterator[Act]:
        if isinstance(node, tuple):
            yield node
        else:
            for item in node:
                yield from flat(item)

    acts = flat(_nested(shape, number, cards, colours))
    return [act for act in acts if act[3] > 0 or shape.kind != "cards"]


def each_of(program: Program) -> dict[str, Any]:
    """See `Outline.each`: what is offered to several seats, by the name of the act."""
    offers = [o for _, offers in program.ambient for o in offers if o.seat is None]
    return {offer.act: _each(offer, program) for offer in offers}


def _each(offer: Offer, program: Program) -> Any:
    """For each subject the acts of all others that `who` admits; None where that depends on the state."""
    if ir.reads(offer.who):
        return None
    seats, tables = program.model.seats, _tables(program.model, program)
    test: Any = eval(f"lambda p, o: {expression(offer.who, seats)}", {**tables, "__builtins__": {}})
    acts = next(_canonical(shape, program.model) for shape in program.acts if shape.name == offer.act)
    return [
        [acts[p] if offer.target is None else acts[p][o] for p in range(seats) if test(p, o)]
        for o in range(seats)
    ]


def link(model: Model, program: Outline, scope: dict[str, Any]) -> None:
    """Tables of functions, once the functions exist."""
    scope["THEN"] = [None, *(scope[w.function] for w in program.waits)]
    for table, functions in program.effect_tables.items():
        scope[table.upper()] = tuple(scope[f] for f in functions)
    doors: dict[Act, Any] = {}
    for shape in program.acts:
        door = "try" if shape.name in program.tried else "act"
        function = scope[f"{door}_{shape.identifier}"]
        acts = _flat(shape, model.seats, len(model.cards), len(model.colours))
        doors.update({act: (function, act[0], act[2], act[3]) for act in acts})
    scope["ACTS"] = doors
