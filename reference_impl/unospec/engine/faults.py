"""Faults: what an act costs that the rules refuse. The refusal becomes an act of its own.

The front door hands such an act to a function that tries it. If it is refused for a reason that a fault
names, the fault is told and its effects run; the cards of the act stay where they are, no window closes and
no mark is set. `legal` never lists it: what is legal is what is accepted without a fault.
"""

from typing import Any

from unospec.engine import ir
from unospec.engine.acts import SUBJECT, act_env, shape_of
from unospec.engine.flow import Flow
from unospec.engine.ir import Expr, Stmt
from unospec.engine.lower import ACTOR, CARD, COPIES, Lower, frame
from unospec.engine.program import ActShape, Function
from unospec.engine.terms import Env
from unospec.engine.windows import Ambient

_NO = "no"  # the local that holds the refusal


def lower_faults(low: Lower) -> None:
    """For each act that a fault names, the function that tries it. Before anything that waits is lowered."""
    found = sorted(low.model.data.get("faults", {}).items())
    for act in sorted({act for _, fault in found for act in fault["act"]}):
        _lower_act(low, act, [(f"faults.{name}", fault) for name, fault in found if act in fault["act"]])


def _lower_act(low: Lower, act: str, found: list[tuple[str, dict[str, Any]]]) -> None:
    entry = low.model.data["acts"][act]
    shape = shape_of(act, entry)
    window = next(iter(low.windows.of_act(act)[1]), None)
    body: list[Stmt] = [("try_act", f"act_{shape.identifier}")]
    if shape.kind == "cards":  # nobody is punished for cards that are not there
        held: Expr = (">=", ("copies", ("hand", ACTOR), CARD), COPIES) if shape.most > 1 else _held()
        body.append(("refuse_if", ir.negate(held), _NO))
    if window is not None and not window.holds:
        body.append(("let", "o", COPIES if "target" in entry else ACTOR))
    for rule, fault in found:
        body.append(_case(low, shape, rule, fault, _env(rule, entry, window)))
    body.append(("refuse", _NO))
    about = f"acts.{act}, and what it costs where it is refused"
    low.program.functions.append(Function(f"try_{shape.identifier}", ("p", "c", "n"), about, body))
    low.program.tried.append(act)


def _held() -> Expr:
    return ("has", ("hand", ACTOR), CARD)


def _env(rule: str, entry: dict[str, Any], window: Ambient | None) -> Env:
    """The words of the act. Of a held effect nothing is said: it may be over when the act is tried."""
    return act_env(rule, entry, None if window is not None and window.holds else window)


def _case(low: Lower, shape: ActShape, rule: str, fault: dict[str, Any], env: Env) -> Stmt:
    """One fault: if it is this refusal and `given` holds, it is told and its effects run."""
    tried = CARD if shape.kind == "cards" else SUBJECT if shape.kind == "target" else ir.NONE
    given = low.terms.predicate(fault.get("given", True), env)
    flow = Flow()
    body: list[Stmt] = [("begin_fault", shape.name, tried, _NO, rule), *low.fire(rule)]
    body += low.run(frame(fault["do"], env), flow)
    low.ambient_writes |= flow.dirty  # it may come while something waits
    return ("if_refused", _NO, tuple(sorted(fault["refused"])), given, body)
