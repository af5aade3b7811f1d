"""What the source of a printed module refers to: its names that are data, and tables of its own functions."""

from bisect import insort
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
    seats, label = range(model.seats), shape.name
    if shape.kind == "cards" and shape.most > 1:
        return [
            [[(p, label, c, n) for n in range(shape.most + 1)] for c in range(len(model.cards))]
            for p in seats
        ]
    if shape.kind == "cards":
        return [[(p, label, c, 1) for c in range(len(model.cards))] for p in seats]
    if shape.kind == "target":
        return [[(p, label, -1, o) for o in seats] for p in seats]
    if shape.kind == "colour":
        return [[(p, label, -1, k) for k in range(len(model.colours))] for p in seats]
    if shape.kind == "seat":
        return [[(p, label, -1, o) for o in seats] for p in seats]
    if shape.kind == "close":
        return (-1, label, -1, 0)
    return [(p, label, -1, 0) for p in seats]


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


def link(program: Outline, scope: dict[str, Any]) -> None:
    """Tables of functions, once the functions exist."""
    scope["THEN"] = [None, *(scope[w.function] for w in program.waits)]
    for table, functions in program.effect_tables.items():
        scope[table.upper()] = tuple(scope[f] for f in functions)
    acts: dict[Act, Any] = {}

    def collect(node: Any, function: Any) -> None:
        if isinstance(node, tuple):
            acts[node] = (function, node[0], node[2], node[3])
        else:
            for item in node:
                collect(item, function)

    for shape in program.acts:
        door = "try" if shape.name in program.tried else "act"
        collect(scope[f"A_{shape.identifier}"], scope[f"{door}_{shape.identifier}"])
    several = {s.name for s in program.acts if s.most > 1}
    for act in [a for a in acts if a[3] == 0 and a[1] in several]:
        del acts[act]
    scope["ACTS"] = acts
