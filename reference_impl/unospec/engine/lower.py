"""From a core to a program: effect lists are cut where they wait, and become functions.

An effect list runs step by step. Three steps take the rest of the list with them: `choose` waits for a
seat, `effect_of` may be held back by a window, and `win` ends the round. What is left of the list at
such a point is a continuation; it becomes a numbered function, and the state keeps the number and the
few locals that it needs. So a state is data, and nothing waits on a stack.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unospec.engine import ir
from unospec.engine.cards import Tables
from unospec.engine.effects import SIMPLE, Effect, place
from unospec.engine.flow import Flow, union
from unospec.engine.ir import NONE, Expr, Stmt
from unospec.engine.model import Model
from unospec.engine.program import Function, Program, Wait
from unospec.engine.terms import GIVEN, Env, Terms, Value
from unospec.engine.windows import Windows

ACTOR, CARD, COPIES = ("loc", "p"), ("loc", "c"), ("loc", "n")
LEAVING = ("choose", "effect_of", "win")


@dataclass(frozen=True)
class Frame:
    """Where an effect list stands, and what comes after it."""

    effects: list[Effect]
    at: int
    env: Env
    then: "Frame | None"

    def advanced(self) -> "Frame | None":
        """What is left after the step that stands here."""
        if self.at + 1 == len(self.effects):
            return self.then
        return Frame(self.effects, self.at + 1, self.env, self.then)

    def binding(self, name: str, value: Value) -> "Frame":
        """The same place, with one more word."""
        return Frame(self.effects, self.at, self.env.bind(**{name: value}), self.then)


def frame(effects: list[Effect], env: Env, then: Frame | None = None) -> Frame | None:
    """The start of an effect list; an empty list is what comes after it."""
    return Frame(effects, 0, env, then) if effects else then


def player(rule: str, copies: Expr = COPIES) -> Env:
    """The words inside an act with cards: who acts, and with which card."""
    return Env(
        rule,
        {
            "actor": Value(ACTOR, "seat"),
            "card": Value(CARD, "card"),
            "cards": Value((CARD, copies), "cards"),
        },
    )


class Lower:
    """The lowering of one core for a number of seats."""

    def __init__(self, model: Model, instrument: bool) -> None:
        self.model = model
        self.instrument = instrument
        self.terms = Terms(model)
        self.tables = Tables(self.terms)
        self.windows = Windows(self.terms)
        self.program = Program(model=model)
        self.rest: list[tuple[Expr, list[Stmt]]] = []
        self.ambient_writes: set[str] = set()
        self._entry: dict[str, list[Flow]] = {}
        self._pending: dict[str, tuple[str, str]] = {}  # effect function -> (table, key)
        self._names = 0

    # ---------------------------------------------------------------- names and marks of coverage

    def fresh(self, stem: str) -> str:
        """A name for a local that no other local has."""
        self._names += 1
        return f"{stem}{self._names}"

    def fire(self, rule: str) -> list[Stmt]:
        """Counts a rule, in an instrumented module."""
        if rule not in self.program.rules:
            self.program.rules.append(rule)
        return [("fire", rule)] if self.instrument else []

    def refusal(self, code: str, rule: str) -> str:
        """The name of the constant that refuses with a code and a rule."""
        for name, known in self.program.refusals.items():
            if known == (code, rule):
                return name
        name = f"NO_{len(self.program.refusals)}_{code.upper()}"
        self.program.refusals[name] = (code, rule)
        return name

    # ---------------------------------------------------------------- effect lists

    def run(self, start: Frame | None, flow: Flow, end: str = "finish") -> list[Stmt]:
        """The statements of an effect list to its end; `end` is finish, again (a trigger) or none."""
        out: list[Stmt] = []
        here = start
        while here is not None:
            effect, env = here.effects[here.at], here.env
            after = here.advanced()
            if "if" in effect:
                statements, here = self._if(effect, env, after, flow, end)
                out += statements
                if here is _GONE:
                    return out
            elif "choose" in effect:
                return out + self._choose(effect, env, after, flow, end)
            elif "effect_of" in effect:
                return out + self._effect_of(effect, env, after, flow, end)
            elif "win" in effect:
                return out + [("win", self.terms.term(effect["win"], env).expr, env.rule)]
            elif "do" in effect and "each" not in effect:
                statements, here = self._block(effect, env, after)
                out += statements
            else:
                name = next(k for k in effect if k in SIMPLE)
                out += SIMPLE[name](self, effect, env, flow)
                here = after
        return out + self.end(flow, end)

    def inner(self, effects: list[Effect], env: Env, flow: Flow) -> list[Stmt]:
        """Effects in the middle of others, which neither wait nor end anything."""
        return self.run(frame(effects, env), flow, "none")

    @cached_property
    def reshuffle_writes(self) -> frozenset[str]:
        """What the rule `reshuffle` writes: a draw runs it in the middle, so triggers have to hear of it."""
        flow = Flow()
        self.inner(self.model.data.get("reshuffle", {"do": []})["do"], Env("reshuffle"), flow)
        return frozenset(flow.dirty)

    def end(self, flow: Flow, end: str) -> list[Stmt]:
        """The end of a list: look whether anything happens by itself now."""
        if end == "none":
            return []
        if end == "again":
            return [("again",)]
        due = [flow.simplify(condition) for condition, _ in self.rest if ir.reads(condition) & flow.dirty]
        condition = ir.either(due)
        if condition == 0:
            return [("finish",)]
        return [("if", condition, [("call", "rest", ())], []), ("finish",)]

    def _block(self, effect: Effect, env: Env, after: Frame | None) -> tuple[list[Stmt], Frame | None]:
        """`{do: block, with: {word: term}}`: the arguments are read now, in the caller's words."""
        out: list[Stmt] = []
        words: dict[str, Value] = {}
        for word, term in effect.get("with", {}).items():
            value = self.terms.term(term, env)
            if isinstance(value.expr, tuple) and value.expr[0] != "loc" and value.sort != "cards":
                name = self.fresh(GIVEN)
                out.append(("let", name, value.expr))
                value = Value(("loc", name), value.sort)
            words[word] = value
        block = self.model.data["blocks"][effect["do"]]["do"]
        out += self.fire(f"blocks.{effect['do']}")
        return out, frame(block, env.bind(**words), after)

    def _if(
        self, effect: Effect, env: Env, after: Frame | None, flow: Flow, end: str
    ) -> tuple[list[Stmt], "Frame | None"]:
        condition = flow.simplify(self.terms.predicate(effect["if"], env))
        branches = [effect.get("then") or [], effect.get("else") or []]
        if isinstance(condition, int):
            return [], frame(branches[0 if condition else 1], env, after)
        flows = [flow.copy(), flow.copy()]
        flows[0].assume(condition)
        flows[1].assume(ir.negate(condition))
        if any(self.leaves(branch) for branch in branches):
            yes, no = (self.run(frame(b, env, after), f, end) for b, f in zip(branches, flows, strict=True))
            return [("if", condition, yes, no)], _GONE
        yes, no = (self.inner(b, env, f) for b, f in zip(branches, flows, strict=True))
        flows[0].join(flows[1])
        flow.dirty, flow.constants, flow.true = flows[0].dirty, flows[0].constants, flows[0].true
        return [("if", condition, yes, no)], after

    def leaves(self, effects: Any) -> bool:
        """Whether an effect list holds a step that takes the rest with it."""
        if isinstance(effects, list):
            return any(self.leaves(e) for e in effects)
        if not isinstance(effects, dict):
            return False
        if any(k in effects for k in LEAVING):
            return True
        if "do" in effects and isinstance(effects["do"], str):
            return self.leaves(self.model.data["blocks"][effects["do"]]["do"])
        return self.leaves(effects.get("then")) or self.leaves(effects.get("else"))

    # ---------------------------------------------------------------- waiting

    def _choose(self, effect: Effect, env: Env, after: Frame | None, flow: Flow, end: str) -> list[Stmt]:
        """`{choose: variable or word, from: colours or seats, who}`"""
        name = effect["choose"]
        who = self.terms.term(effect.get("who", "actor"), env).expr
        kind = "colour" if effect["from"] == "colours" else "seat"
        allowed = 1 if kind == "colour" else self.terms.group(effect["from"], env).where
        chosen: Expr = ("loc", "x")
        later = self._later(flow)
        body: list[Stmt] = [
            ("refuse_if", ("!=", ("loc", "by"), ("var", "w_who")), self.refusal("not_yours", env.rule)),
            *self._not_allowed(allowed, env.rule),
            ("begin", f"choose_{kind}", ("var", "w_who"), chosen, env.rule),
            ("set", ("var", "wait"), 0),
        ]
        if name in self.model.variables:
            where, _ = place(self, name, env)
            body.append(("set", where, chosen))
            later.write(where[1])
            rest = self.run(after, later, end)
        else:
            kept = self.fresh("chosen")  # x is what searches go through
            body.append(("let", kept, chosen))
            rest = self.run(after.binding(name, Value(("loc", kept), kind)) if after else None, later, end)
        wait = self._wait(kind, env.rule, body + rest, allowed)
        return [("wait", wait.number, who, wait.saved)]

    def _not_allowed(self, allowed: Expr, rule: str) -> list[Stmt]:
        if allowed == 1:
            return []
        return [("refuse_if", ir.negate(allowed), self.refusal("bad_choice", rule))]

    def _later(self, flow: Flow) -> Flow:
        """What is known after a wait: others may have called or caught meanwhile."""
        return Flow(flow.dirty | self.ambient_writes)

    def _wait(self, kind: str, rule: str, body: list[Stmt], allowed: Expr = 1) -> Wait:
        number = len(self.program.waits) + 1
        saved = tuple(sorted(free_locals(body) - {"x", "by"}))
        wait = Wait(number, kind, rule, f"then_{number}", saved, allowed)
        self.program.waits.append(wait)
        chosen = kind in ("colour", "seat")
        about = f"{rule}: what follows the choice of a {kind}" if chosen else f"{rule}: the held effect"
        restore: list[Stmt] = [("let", name, ("var", f"w_{name}")) for name in saved]
        self.program.functions.append(Function(wait.function, ("by", "x"), about, restore + body))
        return wait

    # ---------------------------------------------------------------- the effect of a card

    def _effect_of(self, effect: Effect, env: Env, after: Frame | None, flow: Flow, end: str) -> list[Stmt]:
        """`{effect_of: card, by: seat, table: effects|opening}`: windows open, then the effect happens."""
        table = effect.get("table", "effects")
        out: list[Stmt] = []
        card = self.terms.term(effect["effect_of"], env).expr
        actor = self.terms.term(effect.get("by", "actor"), env).expr
        copies: Expr = env.words["cards"].expr[1] if "cards" in env.words else 1
        played = env.words.get("card") == Value(CARD, "card")  # then c and n are the act's own
        for name, value in (("p", actor), ("c", card), ("n", copies)):
            if value != ("loc", name) and not (name == "n" and played):
                out.append(("let", name, value))
        opened, holder = self._open(player(env.rule), "turned" if "by" in effect else "landed", flow)
        if after is not None:
            raise NotImplementedError(f"{env.rule}: nothing may follow effect_of")
        if holder is None:
            return out + opened + self._dispatch(table, flow, end)
        window, given = holder
        rule = f"windows.{window}"
        resumed: list[Stmt] = [("set", ("var", "wait"), 0), ("begin", "close", NONE, NONE, rule)]
        held = self._wait(window, rule, resumed + self._dispatch(table, self._later(flow), end))
        wait: list[Stmt] = [
            *self.fire(rule),
            ("emit", f"opened:{window}", ACTOR, NONE, rule),
            ("wait", held.number, ACTOR, held.saved),
        ]
        if given == 1:
            return out + opened + wait
        straight = self._dispatch(table, flow, end)
        return [*out, *opened, ("if", given, wait, straight)]

    def _open(self, env: Env, event: str, flow: Flow) -> tuple[list[Stmt], tuple[str, Expr] | None]:
        """The windows that an event opens; the one that holds, if any, with its condition."""
        out: list[Stmt] = []
        holder = None
        for window in self.windows.ambient.values():
            if event not in window.after:
                continue
            given = flow.simplify(self.terms.predicate(window.given, env.under(window.rule)))
            if window.holds:
                holder = (window.name, given) if given != 0 else None
                continue
            mask = ("bit", ACTOR)
            opened = [
                *self.fire(window.rule),
                ("set", ("var", window.slot), ("|", ("var", window.slot), mask)),
                ("emit", f"opened:{window.name}", ACTOR, NONE, window.rule),
            ]
            out.append(("if", given, opened, []))
        return out, holder

    def _dispatch(self, table: str, flow: Flow, end: str) -> list[Stmt]:
        """A call of the effect of the card at hand, by a table of functions."""
        if end != "finish":
            raise NotImplementedError("a trigger cannot play a card")
        entries = self.model.data.get(table, {})
        names = []
        for card in self.model.cards:
            key = next((k for k in (f"face/{card.face}", card.kind, "other") if k in entries), None)
            names.append(f"{table}_{_identifier(key)}" if key else "finish")
            if key:
                self._pending[names[-1]] = (table, key)
        self.program.effect_tables[table] = tuple(names)
        for name in set(names):
            self._entry.setdefault(name, []).append(flow.copy())
        return [("effect", table)]

    def effect_functions(self) -> None:
        """The functions of all effects that are called; after everything that calls them."""
        while self._pending:
            name, (table, key) = next(iter(self._pending.items()))
            del self._pending[name]
            if any(f.name == name for f in self.program.functions):
                continue
            rule = f"{table}.{key}"
            functions = self.program.effect_tables[table]
            self.terms.cards_here = tuple(c for c, f in enumerate(functions) if f == name)
            body = self.fire(rule) + self.run(
                frame(self.model.data[table][key]["do"], player(rule)), union(self._entry[name])
            )
            self.terms.cards_here = tuple(range(len(self.model.cards)))
            self.program.functions.append(Function(name, ("p", "c", "n", "ev"), rule, body))

    def script(self, section: str, env: Env) -> list[Stmt]:
        """Numbered steps (round, match) in order, none of which waits."""
        out: list[Stmt] = []
        steps = sorted(self.model.data.get(section, {}).items(), key=lambda kv: kv[1]["step"])
        for name, step in steps:
            rule = f"{section}.{name}"
            out += self.fire(rule) + self.inner(step["do"], env.under(rule), Flow())
        return out


_GONE: Any = Frame([], 0, Env(""), None)  # both branches took the rest with them


def _identifier(key: str) -> str:
    return key.replace("/", "_").replace("-", "_")


def free_locals(statements: list[Stmt]) -> set[str]:
    """Locals that are used and not made in these statements."""
    made = {s[1] for s in ir.statements(statements) if s[0] in ("let", "for")}
    used = set(ir.locals_of(statements))
    for s in ir.statements(statements):
        used |= {"p", "c", "n"} if s[0] == "effect" else set(s[3]) if s[0] == "wait" else set()
    return used - made - {"d"}
