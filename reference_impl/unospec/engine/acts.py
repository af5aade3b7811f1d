"""Acts: for each a function that checks, refuses with a reason, or carries the act out.

The order of the checks is part of the meaning: is anything due first, does the act belong to the
situation, is it this seat's, are the cards held, does `given` hold, does a `forbid` apply. All checks
come before any write, so a refused act leaves the state untouched.
"""

from typing import Any

from unospec.engine import ir
from unospec.engine.flow import Flow
from unospec.engine.ir import NONE, Expr, Stmt
from unospec.engine.lower import ACTOR, CARD, COPIES, Lower, frame, player
from unospec.engine.program import ActShape, Function
from unospec.engine.queries import ITEM
from unospec.engine.terms import Env, Value
from unospec.engine.windows import Ambient, as_list

SUBJECT: Expr = ("loc", "o")
HAND: Expr = ("hand", ACTOR)


def lower_act(low: Lower, name: str) -> None:
    """The function of one act."""
    entry = low.model.data["acts"][name]
    rule = f"acts.{name}"
    blocking, ambient = low.windows.of_act(name)
    if blocking and ambient or len(ambient) > 1:
        raise NotImplementedError(f"{rule}: an act belongs to blocking windows or to one ambient window")
    shape = shape_of(name, entry)
    low.program.acts.append(shape)
    env = act_env(rule, entry, ambient[0] if ambient else None)
    flow = Flow()
    body = _situation(low, name, rule, entry, flow, ambient[0] if ambient else None)
    body += _who(low, rule, entry, env)
    body += _cards(low, rule, shape, env)
    body += _condition(low, name, env, flow)
    body.append(("begin", name, ACTOR, _told(shape), rule))
    if shape.most > 1:
        body.append(("more_copies", name, rule))
    body += low.fire(rule) + _entered(low, blocking, ambient, flow)
    body += _closing(low, name, flow, ambient[0] if ambient else None)
    body += _marks(low, name, env, flow)
    body += low.run(frame(entry["do"], env), flow)
    body = _local_hand(body) if shape.kind == "cards" else body
    low.program.functions.append(Function(f"act_{_ident(name)}", ("p", "c", "n"), rule, body))
    if ambient and not ambient[0].holds:
        low.ambient_writes |= flow.dirty


def act_env(rule: str, entry: dict[str, Any], ambient: Ambient | None) -> Env:
    """The words inside an act."""
    # Where one copy is all that an act takes, conditions need not ask how many there are.
    copies = COPIES if entry.get("cards", {}).get("up_to", 1) != 1 else 1
    env = player(rule, copies) if "cards" in entry else Env(rule, {"actor": Value(ACTOR, "seat")})
    if ambient is None:
        return env
    subject: Expr = ("var", "w_p") if ambient.holds else SUBJECT
    return env.bind(subject=Value(subject, "seat"), target=Value(subject, "seat"))


def _ident(name: str) -> str:
    return name.replace("-", "_")


def shape_of(name: str, entry: dict[str, Any]) -> ActShape:
    """How the canonical acts of a name are formed."""
    if "cards" in entry:
        most = entry["cards"].get("up_to", 1)
        return ActShape(name, f"acts.{name}", "cards", most)
    return ActShape(name, f"acts.{name}", "target" if "target" in entry else "plain")


def _told(shape: ActShape) -> Expr:
    return CARD if shape.kind == "cards" else COPIES if shape.kind == "target" else NONE


def _situation(
    low: Lower, name: str, rule: str, entry: dict[str, Any], flow: Flow, ambient: Ambient | None
) -> list[Stmt]:
    """Refusals of an act that does not belong here."""
    not_offered = low.refusal("not_offered", rule)
    if ambient is None:
        offered = low.windows.in_force(low.windows.of_act(name)[0])
        flow.assume(offered)
        out: list[Stmt] = [("refuse_waiting", not_offered)]
        return out if offered == 1 else [*out, ("refuse_if", ir.negate(offered), not_offered)]
    if ambient.holds:
        return [("refuse_unless_held", ambient.name, not_offered)]
    subject = COPIES if "target" in entry else ACTOR
    closed = ("==", ("&", ("var", ambient.slot), ("bit", SUBJECT)), 0)
    out = [("refuse_over",), ("let", "o", subject)]
    if "target" not in entry:  # the window may stand open for another seat
        out.append(("refuse_if", ("==", ("var", ambient.slot), 0), not_offered))
        return [*out, ("refuse_if", closed, low.refusal("not_yours", rule))]
    return [*out, ("refuse_if", closed, not_offered)]


def _who(low: Lower, rule: str, entry: dict[str, Any], env: Env) -> list[Stmt]:
    who = seats_of(low, entry, env)
    allowed = ir.substitute(who, lambda n: ACTOR if n == ITEM else None)
    if allowed == 1:
        return []
    return [("refuse_if", ir.negate(allowed), low.refusal("not_yours", rule))]


def seats_of(low: Lower, entry: dict[str, Any], env: Env) -> Expr:
    """To whom an act is offered: a condition over the local x."""
    beforehand = Env(env.rule, {k: v for k, v in env.words.items() if k != "actor"})
    who = low.terms.term(entry.get("who", "turn"), beforehand)
    return who.expr if who.sort == "seats" else ir.compare("==", ITEM, who.expr)


def _cards(low: Lower, rule: str, shape: ActShape, env: Env) -> list[Stmt]:
    if shape.kind != "cards":
        return []
    held: Expr = ("has", HAND, CARD)
    if shape.most > 1:
        held = (">=", ("copies", HAND, CARD), COPIES)
    return [("let_hand",), ("refuse_if", ir.negate(held), low.refusal("not_held", rule))]


def condition(low: Lower, name: str, env: Env) -> list[tuple[Expr, str, str]]:
    """What an act needs: (expression, code, rule) one by one, in the order in which they refuse."""
    entry = low.model.data["acts"][name]
    out: list[tuple[Expr, str, str]] = []
    given = entry.get("given", True)
    for part in given["all"] if isinstance(given, dict) and "all" in given else [given]:
        spoken = isinstance(part, str) and "en" in low.model.data.get("define", {}).get(part, {})
        rule = f"define.{part}" if spoken else f"acts.{name}"
        out.append((low.terms.predicate(part, env), "condition", rule))
    for key, forbid in sorted(low.model.data.get("forbid", {}).items()):
        if name in forbid["act"]:
            refused = low.terms.predicate(forbid["when"], env.under(f"forbid.{key}"))
            out.append((ir.negate(refused), "forbidden", f"forbid.{key}"))
    return out


def _condition(low: Lower, name: str, env: Env, flow: Flow) -> list[Stmt]:
    parts = [(flow.simplify(e), code, rule) for e, code, rule in condition(low, name, env)]
    whole = ir.both([e for e, _, _ in parts])
    if whole == 1:
        return []
    if "card" in env.words:
        whole = low.tables.tabulate(name, whole)
    reasons = [(e, low.refusal(code, rule)) for e, code, rule in parts if e != 1]
    if len(reasons) == 1:
        return [("refuse_if", ir.negate(whole), reasons[0][1])]
    why = f"why_{_ident(name)}"
    params = tuple(sorted(set().union(*(ir.locals_of(e) for e, _ in reasons))))
    body: list[Stmt] = [("refuse_if", ir.negate(e), refusal) for e, refusal in reasons[:-1]]
    body.append(("refuse", reasons[-1][1]))
    low.program.functions.append(Function(why, params, f"acts.{name}: the reason of a refusal", body))
    return [("refuse_why", ir.negate(whole), why, params)]


def _entered(low: Lower, blocking: list[str], ambient: list[Ambient], flow: Flow) -> list[Stmt]:
    """Counts the situation in which the act was taken."""
    if not low.instrument or ambient:
        return []
    out: list[Stmt] = []
    for name in blocking:
        when = flow.simplify(low.windows.in_force([name]))
        fire = low.fire(f"windows.{name}")
        out += [("if", when, fire, [])] if len(blocking) > 1 else fire
    return out


def _closing(low: Lower, name: str, flow: Flow, ambient: Ambient | None) -> list[Stmt]:
    """Ambient windows that close before this act, or because it was taken."""
    out: list[Stmt] = []
    for window, only_in in low.windows.closed_before(name):
        if window.holds:
            continue
        shut: Stmt = ("set", ("var", window.slot), 0)
        when = 1 if only_in is None else flow.simplify(low.windows.in_force(only_in))
        out.append(shut if when == 1 else ("if", when, [shut], []))
        flow.write(window.slot)
    if ambient and name in ambient.taken:
        rest = ("-", ("var", ambient.slot), ("bit", SUBJECT))
        out.append(("set", ("var", ambient.slot), rest))
        flow.write(ambient.slot)
    return out


def _marks(low: Lower, name: str, env: Env, flow: Flow) -> list[Stmt]:
    """What is true at the moment of the act: all read, then written, before anything moves."""
    marks = [(k, m) for k, m in sorted(low.model.data.get("marks", {}).items()) if name in as_list(m["at"])]
    out: list[Stmt] = []
    values: list[tuple[str, Expr, str]] = []
    for key, mark in marks:
        variable = low.model.variables[mark["set"]]
        value = flow.simplify(low.terms.cast(mark["is"], variable.sort, env.under(f"marks.{key}")))
        if len(marks) > 1 and not isinstance(value, int):
            local = low.fresh("mark")
            out.append(("let", local, value))
            value = ("loc", local)
        values.append((variable.slot, value, f"marks.{key}"))
    for slot, value, rule in values:
        out.append(("set", ("var", slot), value))
        flow.write(slot, value)
        if low.instrument:
            out.append(("if", ("!=", ("var", slot), 0), low.fire(rule), []))
    return out


def _local_hand(body: list[Stmt]) -> list[Stmt]:
    """The actor's hand as the local h, unless hands change owners on the way."""
    if any(s[0] in ("swap", "rotate") for s in ir.statements(body)):
        return body

    def local(x: Any) -> Any:
        if x == HAND:
            return ("h",)
        if isinstance(x, tuple):
            return tuple([local(y) if isinstance(y, tuple | list) else y for y in x])
        return [local(y) for y in x]

    return [local(s) for s in body]


def lower_close(low: Lower, window: Ambient) -> None:
    """`close`: nobody jumps in any more, and the held effect happens."""
    rule = window.rule
    low.program.acts.append(ActShape("close", rule, "close"))
    body: list[Stmt] = [
        ("refuse_unless_held", window.name, low.refusal("not_offered", rule)),
        ("resume",),
    ]
    low.program.functions.append(Function("act_close", ("p", "c", "n"), rule, body))


def lower_choice(low: Lower, kind: str) -> None:
    """`choose_colour`, `choose_seat`: the answer to a choice that waits."""
    rule = next(w.rule for w in low.program.waits if w.kind == kind)
    low.program.acts.append(ActShape(f"choose_{kind}", rule, kind))
    body: list[Stmt] = [
        ("refuse_unless_held", kind, low.refusal("not_offered", rule)),
        ("resume",),
    ]
    about = f"the choice of a {kind}"
    low.program.functions.append(Function(f"act_choose_{kind}", ("p", "c", "n"), about, body))
