"""The effects: one function each, from a step in the data to statements.

Statements
    ("let", name, e)  ("set", ("var"|"of", ..), e)  ("if", c, then, else)  ("for", name, c, body)
    ("emit", event, seat, value, rule)      tells what happened, citing the rule
    ("put", hand, card, n)                  cards of the act to the discard pile
    ("draw", seat, n, into, rule)           up to n cards; `into` is a place or None
    ("draw_until", seat, c, into, rule)     until the card just drawn (local d) fits
    ("deal", n, rule)  ("turn_up", c, how, rule)  ("shuffle", pile, event, rule)
    ("move", group, zone, place)  ("swap", a, b)  ("rotate",)  ("reveal", zone, seat, to, rule)
    ("pass", n, rule)                       the turn moves on n seats, over those in between
    ("win", seat)  ("wait", k, who)  ("call", function)  ("finish",)  ("again",)  ("fire", rule)
Which effects take the rest of the list with them (they wait, or end the round) is in `lower.py`.
"""

from collections.abc import Callable
from typing import Any, Protocol

from unospec.engine import ir
from unospec.engine.flow import Flow
from unospec.engine.ir import NONE, Expr, Stmt
from unospec.engine.terms import CALL, Env, Terms, Value

Effect = dict[str, Any]


class Lowering(Protocol):
    """What an effect needs of the lowering at large."""

    terms: Terms

    def inner(self, effects: list[Effect], env: Env, flow: Flow) -> list[Stmt]:
        """Effects in the middle of others, which neither wait nor end anything."""
        ...

    def fresh(self, stem: str) -> str:
        """A name for a local that no other local has."""
        ...

    @property
    def reshuffle_writes(self) -> frozenset[str]:
        """What the rule `reshuffle` writes, and so any draw may write."""
        ...


def place(low: Lowering, path: str, env: Env) -> tuple[Expr, str]:
    """Where a variable lives, and its sort."""
    call = CALL.fullmatch(path)
    if call:
        variable = low.terms.model.variables[call[1]]
        return ("of", variable.slot, low.terms.term(call[2], env).expr), variable.sort
    variable = low.terms.model.variables[path]
    return ("var", variable.slot), variable.sort


def _write(low: Lowering, pairs: list[tuple[str, Expr]], env: Env, flow: Flow) -> list[Stmt]:
    """Several writes at once: all values are read before any is written."""
    out: list[Stmt] = []
    written: set[str] = set()
    values: list[tuple[Expr, Expr]] = []
    for path, value in pairs:
        where, _ = place(low, path, env)
        if ir.reads(value) & written:
            name = low.fresh("value")
            out.append(("let", name, value))
            value = ("loc", name)
        written.add(where[1])
        values.append((where, value))
    for where, value in values:
        out.append(("set", where, value))
        flow.write(where[1], value if where[0] == "var" else None)
    return out


def lower_set(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{set: {variable: term}}`"""
    pairs = []
    for path, term in x["set"].items():
        _, sort = place(low, path, env)
        pairs.append((path, low.terms.cast(term, sort, env)))
    return _write(low, pairs, env, flow) + _told(low, pairs, env)


def lower_add(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{add: {variable: number}}`"""
    out: list[Stmt] = []
    sums, amounts = [], []
    for path, term in x["add"].items():
        where, _ = place(low, path, env)
        amount = low.terms.term(term, env).expr
        if not isinstance(amount, int):
            name = low.fresh("amount")
            out.append(("let", name, amount))
            amount = ("loc", name)
        sums.append((path, ir.arith("+", where, amount)))
        amounts.append((path, amount))
    return out + _write(low, sums, env, flow) + _told(low, amounts, env)


def _told(low: Lowering, pairs: list[tuple[str, Expr]], env: Env) -> list[Stmt]:
    """What is written into the record of the match is told to everybody."""
    out: list[Stmt] = []
    for path, value in pairs:
        call = CALL.fullmatch(path)
        if call and low.terms.model.variables[call[1]].scope == "record":
            out.append(("emit", "scored", low.terms.term(call[2], env).expr, value, env.rule))
    return out


def lower_clear(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{clear: variable}`: back to the value it starts with; a record as a whole."""
    paths = x["clear"] if isinstance(x["clear"], list) else [x["clear"]]
    variables = low.terms.model.variables
    pairs: list[tuple[str, Expr]] = []
    for path in paths:
        name = path.split("(")[0]
        fields = [v for v in variables if v == name or v.startswith(name + ".")]
        argument = path[len(name) :]
        pairs += [(f"{v}{argument}", variables[v].start) for v in fields]
    return _write(low, pairs, env, flow)


def lower_each(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{each: seats, do: […]}`, in the order of the seats."""
    group = low.terms.group(x["each"], env)
    name = low.fresh("o")
    where = ir.renamed(group.where, group.item, ("loc", name))
    body_flow = flow.copy()
    body = low.inner(x["do"], env.bind(seat=Value(("loc", name), "seat")), body_flow)
    flow.join(body_flow)
    return [("for", name, where, body)]


def lower_pass(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{pass: n}`: the turn moves on n seats; those in between are skipped."""
    flow.write("turn")
    return [("pass", low.terms.term(x["pass"], env).expr, env.rule)]


def lower_turn(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{turn: seat}`"""
    seat = low.terms.term(x["turn"], env).expr
    flow.write("turn")
    told = ("var", "turn") if "turn" in ir.reads(seat) else seat  # told after it has moved
    return [("set", ("var", "turn"), seat), ("emit", "turn", told, NONE, env.rule)]


def lower_reverse(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{reverse: true}`"""
    flow.write("direction")
    turned = ir.arith("-", 0, ("var", "direction"))
    return [
        ("set", ("var", "direction"), turned),
        ("emit", "reversed", NONE, ("var", "direction"), env.rule),
    ]


def lower_draw(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{draw: n, who, into}` or `{draw: {until: predicate}, who, into}`"""
    seat = low.terms.term(x["who"], env).expr
    into = place(low, x["into"], env)[0] if "into" in x else None
    for slot in ("hand", "draw_pile", "discard_pile", *sorted(low.reshuffle_writes)):
        flow.write(slot)
    if into is not None:
        flow.write(into[1])
    if isinstance(x["draw"], dict):
        card = ("loc", "d")
        drawn = env.bind(card=Value(card, "card"), cards=Value((card, 1), "cards"), actor=Value(seat, "seat"))
        until = low.terms.predicate(x["draw"]["until"], drawn)
        return [("draw_until", seat, until, into, env.rule)]
    return [("draw", seat, low.terms.term(x["draw"], env).expr, into, env.rule)]


def lower_move(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{move: cards or {in, where, except}, to: zone, place: top|bottom|below_top}`"""
    for slot in ("hand", "draw_pile", "discard_pile", "top"):
        flow.write(slot)
    if x["move"] == "cards" and x["to"] == "discard_pile" and "place" not in x:
        card, copies = env.words["cards"].expr
        return [("put", ("hand", env.words["actor"].expr), card, copies)]
    group = low.terms.group(x["move"], env)
    return [("move", group, low.terms.term(x["to"], env).expr, x.get("place", "top"))]


def lower_shuffle(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{shuffle: draw_pile}`: chance decides the order."""
    flow.write(x["shuffle"])
    event = "reshuffled" if env.rule == "reshuffle" else "shuffled"
    return [("shuffle", x["shuffle"], event, env.rule)]


def lower_deal(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{deal: n}`: n cards to every seat, one at a time, from the dealer's neighbour on."""
    flow.write("hand")
    flow.write("draw_pile")
    return [("deal", low.terms.term(x["deal"], env).expr, env.rule)]


def lower_turn_up(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{turn_up: {refuse: predicate, refused: bottom|shuffle}}`: the first card that is not refused."""
    spec = x["turn_up"] if isinstance(x["turn_up"], dict) else {}
    card = ("loc", "d")
    refuse = low.terms.predicate(spec.get("refuse", False), env.bind(card=Value(card, "card")))
    for slot in ("top", "draw_pile", "discard_pile"):
        flow.write(slot)
    return [("turn_up", refuse, spec.get("refused", "bottom"), env.rule)]


def lower_swap(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{swap: hand, of: [seat, seat]}`"""
    a, b = (low.terms.term(who, env).expr for who in x["of"])
    flow.write("hand")
    return [("swap", a, b), ("emit", "swapped", a, b, env.rule)]


def lower_rotate(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{rotate: hand}`: every hand moves on by one seat in the direction of play."""
    flow.write("hand")
    return [("rotate",), ("emit", "rotated", NONE, ("var", "direction"), env.rule)]


def lower_reveal(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{reveal: hand(seat), to: seat}`"""
    kind, seat = low.terms.term(x["reveal"], env).expr
    zone = (kind, seat[1] if isinstance(seat, tuple) and seat[0] == "perhaps" else seat)  # a step is for a seat
    return [("reveal", zone, low.terms.term(x["to"], env).expr, env.rule)]


def lower_cancel(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{cancel: held}`: the effect that waits does not happen."""
    return [("set", ("var", "wait"), 0), ("emit", "cancelled", ("var", "w_p"), ("var", "w_c"), env.rule)]


def lower_outcome(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{outcome: {match_winner: seats, match_loser: seats, next_dealer: seat}}`: what the end of the round leads to."""
    out: list[Stmt] = []
    for key, term in x["outcome"].items():
        value = low.terms.term(term, env)
        if key == "next_dealer":
            out.append(("set", ("var", "next_dealer"), value.expr))
        else:
            group = low.terms.group(term, env)
            out.append(("outcome", key, group.where, env.rule))
    return out


def lower_leave(low: Lowering, x: Effect, env: Env, flow: Flow) -> list[Stmt]:
    """`{leave: seats}`: these seats take no part in the next rounds of the match."""
    return [("outcome", "left", low.terms.group(x["leave"], env).where, env.rule)]


SIMPLE: dict[str, Callable[[Lowering, Effect, Env, Flow], list[Stmt]]] = {
    "set": lower_set, "add": lower_add, "clear": lower_clear, "each": lower_each,
    "pass": lower_pass, "turn": lower_turn, "reverse": lower_reverse,
    "draw": lower_draw, "move": lower_move, "shuffle": lower_shuffle, "deal": lower_deal,
    "turn_up": lower_turn_up, "swap": lower_swap, "rotate": lower_rotate, "reveal": lower_reveal,
    "cancel": lower_cancel, "outcome": lower_outcome, "leave": lower_leave,
}  # fmt: skip
