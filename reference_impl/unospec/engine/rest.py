"""What happens by itself when nothing else is left to do: triggers, then acts that leave no choice."""

from dataclasses import replace
from typing import Any

from unospec.engine import ir
from unospec.engine.acts import act_env, condition
from unospec.engine.flow import Flow
from unospec.engine.ir import NONE, Expr, Stmt
from unospec.engine.lower import ACTOR, COPIES, Lower, frame
from unospec.engine.terms import Env, Value


def lower_rest(low: Lower) -> None:
    """The conditions of `low.rest`, for the ends of acts; their bodies are lowered afterwards."""
    for name, trigger in sorted(low.model.data.get("whenever", {}).items()):
        rule = f"whenever.{name}"
        if "each" in trigger:
            group = low.terms.group(trigger["each"], Env(rule))
            seat = Value(group.item, "seat")
            when = low.terms.predicate(trigger["when"], Env(rule, {"seat": seat, "actor": seat}, depth=1))
            first = low.terms.search("first", replace(group, where=ir.both([group.where, when])))
            low.rest.append((("!=", first, NONE), [("trigger", rule, first)]))
        else:
            low.rest.append((low.terms.predicate(trigger["when"], Env(rule)), [("trigger", rule, None)]))
    for name, act in sorted(low.model.data["acts"].items()):
        if "auto" in act:
            low.rest.append((_alone(low, name, act), [("auto", name)]))


def lower_rest_bodies(low: Lower) -> None:
    """The bodies, once every function that they call is known."""
    done: list[tuple[Expr, list[Stmt]]] = []
    for condition_, (plan, *_) in low.rest:
        done.append(
            (condition_, _trigger(low, plan[1], plan[2]) if plan[0] == "trigger" else _auto(low, plan[1]))
        )
    low.rest = done


def _trigger(low: Lower, rule: str, first: Expr | None) -> list[Stmt]:
    section, name = rule.split(".", 1)
    out: list[Stmt] = low.fire(rule)
    env = Env(rule)
    if first is not None:
        out.append(("let", "t", first))
        env = env.bind(seat=Value(("loc", "t"), "seat"), actor=Value(("loc", "t"), "seat"))
    return out + low.run(frame(low.model.data[section][name]["do"], env), Flow(), "again")


def _auto(low: Lower, name: str) -> list[Stmt]:
    """An act that the rules carry out for the seat on turn. It closes nothing: nobody has begun a turn."""
    rule = f"acts.{name}"
    out: list[Stmt] = [("let", "p", ("var", "turn")), *low.fire(rule), ("emit", name, ACTOR, NONE, rule)]
    if low.instrument:
        blocking, _ = low.windows.of_act(name)
        out += low.fire(f"windows.{blocking[0]}")
    env = Env(rule, {"actor": Value(ACTOR, "seat")})
    return out + low.run(frame(low.model.data["acts"][name]["do"], env), Flow(), "again")


def _alone(low: Lower, name: str, act: dict[str, Any]) -> Expr:
    """The act is due and no other act of its window could be accepted, whatever the hand holds."""
    blocking, _ = low.windows.of_act(name)
    turn = Value(("var", "turn"), "seat")
    here = low.windows.in_force(blocking)
    if act["auto"] != "alone":
        return ir.both([here, low.terms.predicate(act["auto"], Env(f"acts.{name}", {"actor": turn}))])
    others = {a for window in blocking for a in low.windows.acts_of(window)} - {name}
    return ir.both([here, *(ir.negate(_possible(low, other)) for other in sorted(others))])


def _possible(low: Lower, name: str) -> Expr:
    """Whether some hand would let the seat on turn take this act. Never looks at the hand: nothing leaks."""
    entry = low.model.data["acts"][name]
    env = act_env(f"acts.{name}", entry, None)

    def on_turn(node: Expr) -> Expr | None:
        return ("var", "turn") if node == ACTOR else None

    whole = ir.substitute(ir.both([e for e, _, _ in condition(low, name, env)]), on_turn)
    if not ir.mentions(whole, COPIES):
        return _for_some_hand(low, name, whole)
    numbers = range(1, entry["cards"]["up_to"] + 1)
    return ir.either([_for_some_hand(low, name, _with_copies(whole, n)) for n in numbers])


def _with_copies(whole: Expr, number: int) -> Expr:
    """A condition for a number of copies in the act."""
    return ir.substitute(whole, lambda node: number if node == COPIES else None)


def _for_some_hand(low: Lower, name: str, whole: Expr) -> Expr:
    """What everybody sees of a condition: what reads a hand counts as met, and any card of the deck will do."""
    parts = ir.conjuncts(whole)
    public = [
        p
        for p in parts
        if isinstance(p, tuple) and "hand" not in ir.reads(p) and not ir.mentions(p, ("loc", "c"))
    ]
    if any(p == 0 for p in parts if isinstance(p, int)):
        return 0
    return ir.both(
        [*public, low.tables.for_any_card(name, [p for p in parts if ir.mentions(p, ("loc", "c"))])]
    )
