"""From statements to lines of Python: one method for each kind of statement (see `effects.py`)."""

from typing import Any

from unospec.engine import ir
from unospec.engine.ir import Expr, Stmt
from unospec.engine.printer import Printer, literal, name

_CONDITIONS = ("and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "has")  # stored as 0 and 1
LEAVING = ("finish", "again", "call", "effect", "win", "wait", "refuse", "resume")


def _may_leave(statement: Stmt) -> bool:
    """Whether what follows this statement may not be reached."""
    return any(s[0] in LEAVING or s[0].startswith("refuse") for s in ir.statements([statement]))


def leaves(statements: list[Stmt]) -> bool:
    """Whether nothing after these statements is reached."""
    if not statements:
        return False
    last = statements[-1]
    return last[0] in LEAVING or (last[0] == "if" and bool(last[3]) and leaves(last[2]) and leaves(last[3]))


class StatementPrinter(Printer):
    """Prints statements, one method each, into `lines`."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.lines: list[str] = []
        self.counters: dict[tuple[str, ...], int] = {}  # rules that are counted together

    def w(self, depth: int, text: str) -> None:
        """One line."""
        self.lines.append("    " * depth + text)

    def block(self, depth: int, statements: list[Stmt]) -> None:
        """Statements one after the other; nothing is printed after one that leaves."""
        start = len(self.lines)
        for s in self._sharing_counters(statements):
            getattr(self, f"s_{s[0]}")(depth, *s[1:])
            if s[0] in LEAVING:
                break
        if len(self.lines) == start:
            self.w(depth, "pass")

    def _sharing_counters(self, statements: list[Stmt]) -> list[Stmt]:
        """Rules that are always counted together share one counter, at the place of the first."""
        out: list[Stmt] = []
        at: int | None = None
        for s in statements:
            if s[0] == "fire":
                if at is None:
                    at = len(out)
                    out.append(s)
                else:
                    out[at] = ("fire", *out[at][1:], *s[1:])
                continue
            out.append(s)
            if at is not None and _may_leave(s):
                at = None
        return out

    # ---------------------------------------------------------------- plain statements

    def s_let(self, depth: int, local: str, value: Expr) -> None:
        self.w(depth, f"{name(local)} = {self.e(value)}")

    def s_let_hand(self, depth: int) -> None:
        self.w(depth, "h = s.hand[p]")

    def s_set(self, depth: int, where: Expr, value: Expr) -> None:
        if isinstance(value, tuple) and value[0] in ("+", "-", "|") and value[1] == where:
            self.w(depth, f"{self.e(where)} {value[0]}= {self.inner(value[2])}")
        elif isinstance(value, tuple) and value[0] == "-" and value[1] == 0:
            self.w(depth, f"{self.e(where)} = -{self.inner(value[2])}")
        else:
            self.w(depth, f"{self.e(where)} = {self._flag(value)}")

    def _flag(self, value: Expr) -> str:
        """Conditions are stored as 0 and 1."""
        if isinstance(value, tuple) and value[0] in _CONDITIONS:
            return f"1 if {self.condition(value)} else 0"
        return self.e(value)

    def s_if(self, depth: int, condition: Expr, yes: list[Stmt], no: list[Stmt]) -> None:
        if isinstance(condition, int):
            self.block(depth, yes if condition else no)
            return
        if not yes:
            condition, yes, no = ("not", condition), no, []
        self.w(depth, f"if {self.condition(condition)}:")
        self.block(depth + 1, yes)
        if no:
            if leaves(yes):
                self.block(depth, no)
            else:
                self.w(depth, "else:")
                self.block(depth + 1, no)

    def s_for(self, depth: int, local: str, where: Expr, body: list[Stmt]) -> None:
        self.w(depth, f"for {name(local)} in range({self.seats}):")
        if where == 1:
            self.block(depth + 1, body)
        else:
            self.w(depth + 1, f"if {self.condition(where)}:")
            self.block(depth + 2, body)

    def event(self, kind: str, seat: Expr, value: Expr, rule: str) -> str:
        """An event as a tuple: (what, seat, value, rule)."""
        return f"({literal(kind)}, {self.e(seat)}, {self.e(value)}, {literal(rule)})"

    def s_emit(self, depth: int, kind: str, seat: Expr, value: Expr, rule: str) -> None:
        self.w(depth, f"ev.append({self.event(kind, seat, value, rule)})")

    def s_begin(self, depth: int, kind: str, seat: Expr, value: Expr, rule: str) -> None:
        self.w(depth, f"ev = [{self.event(kind, seat, value, rule)}]")

    def s_more_copies(self, depth: int, kind: str, rule: str) -> None:
        self.w(depth, f"ev *= n  # {kind}: one event for each copy")

    def s_fire(self, depth: int, *rules: str) -> None:
        number = self.counters.setdefault(rules, len(self.counters))
        self.w(depth, f"FIRED[{number}] += 1  # {', '.join(literal(r) for r in rules)}")

    # ---------------------------------------------------------------- cards

    def s_put(self, depth: int, hand: Expr, card: Expr, copies: Expr) -> None:
        if copies != 1:
            self.w(depth, f"for _ in range({self.e(copies)}):")
            depth += 1
        self.w(depth, f"{self.zone(hand)}.remove({self.e(card)})")
        self.w(depth, "if s.top >= 0:")
        self.w(depth + 1, "s.discard_pile.append(s.top)")
        self.w(depth, f"s.top = {self.e(card)}")

    def s_draw(self, depth: int, seat: Expr, count: Expr, into: Expr | None, rule: str) -> None:
        target = f"{self.e(into)} = " if into is not None else ""
        if count == 1:
            self.w(depth, f"{target}draw_one(s, {self.e(seat)}, ev, {literal(rule)})")
        else:
            self.w(depth, f"{target}draw(s, {self.e(seat)}, {self.e(count)}, ev, {literal(rule)})")

    def s_draw_until(self, depth: int, seat: Expr, until: Expr, into: Expr | None, rule: str) -> None:
        self.w(depth, f"d = draw(s, {self.e(seat)}, 1, ev, {literal(rule)})")
        self.w(depth, f"while d >= 0 and not ({self.condition(until)}):")
        self.w(depth + 1, f"d = draw(s, {self.e(seat)}, 1, ev, {literal(rule)})")
        if into is not None:
            self.w(depth, f"{self.e(into)} = d")

    def s_deal(self, depth: int, count: Expr, rule: str) -> None:
        self.w(depth, f"for _ in range({self.e(count)}):")
        self.w(depth + 1, f"for o in range(1, {self.seats + 1}):")
        self.w(depth + 2, f"draw_one(s, (s.dealer + o) % {self.seats}, ev, {literal(rule)})")

    def s_turn_up(self, depth: int, refuse: Expr, how: str, rule: str) -> None:
        self.w(depth, "for _ in range(len(s.draw_pile)):")
        self.w(depth + 1, "d = s.draw_pile.pop()")
        self.w(depth + 1, f"ev.append(('turned_up', -1, d, {literal(rule)}))")
        self.w(depth + 1, f"if not ({self.condition(refuse)}):")
        self.w(depth + 2, "if s.top >= 0:")
        self.w(depth + 3, "s.discard_pile.append(s.top)")
        self.w(depth + 2, "s.top = d")
        self.w(depth + 2, "break")
        self.w(depth + 1, f"ev.append(('returned', -1, d, {literal(rule)}))")
        self.w(depth + 1, "s.draw_pile.insert(0, d)")
        if how == "shuffle":
            self.w(depth + 1, "s.chance.shuffle(s.draw_pile)")
        self.w(depth, "else:")
        self.w(depth + 1, f"raise Stuck({literal(rule)}, 'no card can be turned up')")

    def s_shuffle(self, depth: int, pile: str, kind: str, rule: str) -> None:
        self.w(depth, f"if s.{name(pile)}:")
        self.w(depth + 1, f"s.chance.shuffle(s.{name(pile)})")
        self.w(depth + 1, f"ev.append(({literal(kind)}, -1, len(s.{name(pile)}), {literal(rule)}))")

    def s_move(self, depth: int, group: Any, zone: Expr, place: str) -> None:
        if (
            group.zone == ("pile", "discard_pile")
            and group.without == (("var", "top"), 1)
            and group.where == 1
        ):
            self.w(depth, "moved = s.discard_pile  # all but the top card")
            self.w(depth, "s.discard_pile = []")
        else:
            self.w(
                depth,
                f"moved, rest = split({self.cards(group.zone)}, lambda x: {self.condition(group.where)})",
            )
            self.w(depth, f"{self.zone(group.zone)}[:] = rest")
        if zone == ("pile", "discard_pile") and place == "top":
            self.w(depth, "for x in moved:")
            self.w(depth + 1, "if s.top >= 0:")
            self.w(depth + 2, "s.discard_pile.append(s.top)")
            self.w(depth + 1, "s.top = x")
            return
        there = self.zone(zone)  # of the discard pile, what lies below its top card
        below = "-1:-1" if zone[0] == "pile" and zone[1] == "draw_pile" else "len({there}):"
        where = {"bottom": ":0", "below_top": below.format(there=there), "top": f"len({there}):"}[place]
        self.w(depth, f"{there}[{where}] = moved")
        if zone[0] == "hand":
            self.w(depth, f"{there}.sort()")

    def s_swap(self, depth: int, a: Expr, b: Expr) -> None:
        self.w(depth, f"s.hand[{self.e(a)}], s.hand[{self.e(b)}] = s.hand[{self.e(b)}], s.hand[{self.e(a)}]")

    def s_rotate(self, depth: int) -> None:
        self.w(depth, "s.hand = s.hand[-s.direction :] + s.hand[: -s.direction]")

    def s_reveal(self, depth: int, zone: Expr, to: Expr, rule: str) -> None:
        shown = f"({self.e(to)}, *{self.zone(zone)})"
        self.w(depth, f"ev.append(('revealed', {self.e(zone[1])}, {shown}, {literal(rule)}))")

    # ---------------------------------------------------------------- turn and ends

    def s_pass(self, depth: int, places: Expr, rule: str) -> None:
        if isinstance(places, int) and places > 0:
            self.w(depth, f"q = (s.turn + s.direction) % {self.seats}")
            for _ in range(places - 1):
                self.w(depth, f"ev.append(('skipped', q, -1, {literal(rule)}))")
                self.w(depth, f"q = (q + s.direction) % {self.seats}")
            self.w(depth, "s.turn = q")
            self.w(depth, f"ev.append(('turn', q, -1, {literal(rule)}))")
        else:
            self.w(depth, f"advance(s, {self.e(places)}, {self.seats}, ev, {literal(rule)})")

    def s_outcome(self, depth: int, what: str, where: Expr, rule: str) -> None:
        self.w(depth, f"for x in range({self.seats}):")
        self.w(depth + 1, f"if {self.condition(where)}:")
        if what == "match_winner":
            self.w(depth + 2, "s.match_winners |= 1 << x")
            self.w(depth + 2, f"ev.append(('match_won', x, -1, {literal(rule)}))")
        elif what == "match_loser":
            self.w(depth + 2, "s.match_losers |= 1 << x")
            self.w(depth + 2, f"ev.append(('match_lost', x, -1, {literal(rule)}))")
        else:
            self.w(depth + 2, "s.left |= 1 << x")
            self.w(depth + 2, f"ev.append(('left', x, -1, {literal(rule)}))")

    def s_effect(self, depth: int, table: str) -> None:
        self.w(depth, f"return {name(table).upper()}[c](s, p, c, n, ev)")

    def s_call(self, depth: int, function: str, params: tuple[str, ...]) -> None:
        self.w(depth, f"return {name(function)}({', '.join(['s', *params, 'ev'])})")

    def s_win(self, depth: int, seat: Expr, rule: str) -> None:
        self.w(depth, f"return round_over(s, {self.e(seat)}, ev, {literal(rule)})")

    def s_wait(self, depth: int, number: int, who: Expr, saved: tuple[str, ...]) -> None:
        self.w(depth, f"s.wait = {number}")
        self.w(depth, f"s.w_who = {self.e(who)}")
        for local in saved:
            self.w(depth, f"s.w_{name(local)} = {name(local)}")
        self.w(depth, "return ev")

    def s_finish(self, depth: int) -> None:
        self.w(depth, "return ev")

    def s_again(self, depth: int) -> None:
        self.w(depth, "continue")

    # ---------------------------------------------------------------- refusals

    def s_refuse_if(self, depth: int, condition: Expr, refusal: str) -> None:
        self.w(depth, f"if {self.condition(condition)}:")
        self.w(depth + 1, f"return {name(refusal)}")

    def s_refuse(self, depth: int, refusal: str) -> None:
        self.w(depth, f"return {name(refusal)}")

    def s_refuse_why(self, depth: int, condition: Expr, function: str, params: tuple[str, ...]) -> None:
        self.w(depth, f"if {self.condition(condition)}:")
        self.w(depth + 1, f"return {name(function)}({', '.join(['s', *params])})")

    def s_refuse_waiting(self, depth: int, refusal: str) -> None:
        self.w(depth, "if s.wait:")
        self.w(depth + 1, f"return waiting(s, {name(refusal)})")

    def s_refuse_over(self, depth: int) -> None:
        self.w(depth, "if s.wait < 0:")
        self.w(depth + 1, "return OVER")

    def s_refuse_unless_held(self, depth: int, kind: str, refusal: str) -> None:
        self.w(depth, f"if s.wait not in WAITS_{name(kind.replace('-', '_')).upper()}:")
        self.w(depth + 1, f"return waiting(s, {name(refusal)})")

    # ---------------------------------------------------------------- faults

    def s_try_act(self, depth: int, function: str) -> None:
        self.w(depth, f"no = {name(function)}(s, p, c, n)")
        self.w(depth, "if no.__class__ is not Rejected:")
        self.w(depth + 1, "return no")

    def s_if_refused(
        self, depth: int, refusal: str, codes: tuple[str, ...], given: Expr, body: list[Stmt]
    ) -> None:
        if given == 0:
            return
        named = ", ".join(literal(code) for code in codes)
        more = "" if given == 1 else f" and ({self.condition(given)})"
        self.w(depth, f"if {name(refusal)}.code in ({named},){more}:")
        self.block(depth + 1, body)

    def s_begin_fault(self, depth: int, act: str, tried: Expr, refusal: str, rule: str) -> None:
        what = f"({self.e(tried)}, *{name(refusal)})"
        self.w(depth, f"ev = [({literal('fault:' + act)}, p, {what}, {literal(rule)})]")

    def s_resume(self, depth: int) -> None:
        self.w(depth, "return THEN[s.wait](s, p, n)")
