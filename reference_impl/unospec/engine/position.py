"""Positions: a state written down by a person, and a state shown to one."""

from typing import Any

from unospec.engine.machine import Machine, State
from unospec.engine.model import Variable
from unospec.engine.notation import Json, Malformed, Notation
from unospec.engine.runtime import Tape

_FIXED_KEYS = {
    "seats", "dealer", "hands", "discard_pile", "draw_pile", "reshuffles",
    "turn", "direction", "open", "deal",
}  # fmt: skip


def read_position(machine: Machine, notation: Notation, setup: Json) -> State:
    """The state that a set-up describes. What it does not name has its start value; the dealer is the
    last seat, the turn is the seat after the dealer, the colour in force that of the top card.

    Raises `Malformed` for cards, seats or variables that do not exist, or too many copies of a card.
    """
    model = machine.model
    unknown = set(setup) - _FIXED_KEYS - {p.split(".")[0] for p in model.variables}
    if unknown:
        raise Malformed(f"a set-up has no {', '.join(sorted(map(repr, unknown)))}")
    s = machine.new()
    piles = [[notation.card(t) for t in pile] for pile in setup.get("reshuffles", [])]
    s.chance = Tape(piles)
    s.dealer = notation.seat(setup["dealer"]) if "dealer" in setup else model.seats - 1
    for name in setup.get("hands", {}):
        notation.seat(name)
    s.hand = [sorted(map(notation.card, setup.get("hands", {}).get(n, []))) for n in notation.names]
    s.draw_pile = [notation.card(t) for t in reversed(setup.get("draw_pile", []))]
    discard = [notation.card(t) for t in setup.get("discard_pile", [])]
    s.top = discard.pop() if discard else -1
    s.discard_pile = discard
    s.direction = setup.get("direction", 1)
    if s.direction not in (1, -1):
        raise Malformed("`direction` is 1 (clockwise) or -1")
    s.turn = notation.seat(setup["turn"]) if "turn" in setup else (s.dealer + s.direction) % model.seats
    _check_copies(machine, notation, s)
    for window, names in setup.get("open", {}).items():
        mask = sum(1 << notation.seat(n) for n in names)
        if f"open_{window}" not in machine.program.slots:
            raise Malformed(f"there is no window {window!r} beside the turn")
        setattr(s, f"open_{window}", mask)
    _colour_of_top(machine, s)
    for variable in model.variables.values():
        _set_variable(s, notation, variable, setup)
    return s


def _check_copies(machine: Machine, notation: Notation, s: State) -> None:
    everywhere = [*s.draw_pile, *s.discard_pile, *(c for h in s.hand for c in h)] + [s.top] * (s.top >= 0)
    for card in set(everywhere):
        there, copies = everywhere.count(card), machine.model.cards[card].copies
        if there > copies:
            token = notation.card_token(card)
            raise Malformed(f"{there} times {token}, but the deck has {copies}")


def _colour_of_top(machine: Machine, s: State) -> None:
    """Variables that the set-up of the rules fills from the top card start from it here too."""
    colours = [v for v in machine.model.variables.values() if v.sort == "colour" and v.scope == "round"]
    for variable in colours[:1]:
        setattr(s, variable.slot, machine.model.tables["COLOUR"][s.top])


def _set_variable(s: State, notation: Notation, variable: Variable, setup: Json) -> None:
    head, _, rest = variable.path.partition(".")
    value = setup.get(head, ...)
    if rest and value is not ...:
        if not isinstance(value, dict):
            raise Malformed(f"`{head}` has parts: give an object")
        value = value.get(rest, ...)
    if value is ...:
        return
    if variable.scope == "round":
        setattr(s, variable.slot, notation.read_value(variable.sort, value))
        return
    if not isinstance(value, dict):
        raise Malformed(f"`{head}` is by seat: give an object of seats")
    row = getattr(s, variable.slot)
    for name, item in value.items():
        row[notation.seat(name)] = notation.read_value(variable.sort, item)


def show_state(machine: Machine, notation: Notation, s: State, seat: int | None = None) -> Json:
    """A state as JSON: everything, or what one seat may see of it.

    A seat sees its own hand (and those of its team, where they are shown), how many cards the others hold, the
    top card, the sizes of the piles, and the variables that are open to it (`seen` in the rule set).
    """
    out: Json = {
        "turn": notation.name(s.turn),
        "direction": s.direction,
        "dealer": notation.name(s.dealer),
        "top": notation.card_token(s.top),
        "hands": {
            name: [notation.card_token(c) for c in hand]
            for i, (name, hand) in enumerate(zip(notation.names, s.hand, strict=True))
            if seat is None or machine.model.sees_hand(seat, i)
        },
        "hand_sizes": {name: len(hand) for name, hand in zip(notation.names, s.hand, strict=True)},
        "draw_pile": len(s.draw_pile),
        "discard_pile": len(s.discard_pile) + (s.top >= 0),
        "over": s.wait < 0,
        "winner": notation.name(s.winner),
        "waiting": _waiting(machine, notation, s),
        "open": {
            slot.removeprefix("open_"): [n for i, n in enumerate(notation.names) if getattr(s, slot) >> i & 1]
            for slot in machine.program.slots
            if slot.startswith("open_")
        },
    }
    for variable in machine.model.variables.values():
        if seat is None or variable.seen == "all" or (variable.seen == "turn" and seat == s.turn):
            _put(out, variable.path, _variable(notation, variable, s))
    return out


def _waiting(machine: Machine, notation: Notation, s: State) -> Json | None:
    if s.wait <= 0:
        return None
    wait = machine.program.waits[s.wait - 1]
    if wait.kind in ("colour", "seat"):
        return {"for": notation.name(s.w_who), "choose": wait.kind}
    return {"for": None, "window": wait.kind}


def _variable(notation: Notation, variable: Variable, s: State) -> Any:
    value = getattr(s, variable.slot)
    if variable.scope == "round":
        return notation.value(variable.sort, value)
    return {n: notation.value(variable.sort, v) for n, v in zip(notation.names, value, strict=True)}


def _put(out: Json, path: str, value: Any) -> None:
    head, _, rest = path.partition(".")
    if rest:
        out.setdefault(head, {})[rest] = value
    else:
        out[head] = value
