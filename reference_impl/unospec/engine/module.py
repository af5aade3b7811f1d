"""Prints a program as one Python module: states, acts, effects, what happens by itself, and `legal`."""

from functools import lru_cache

from unospec.engine import ir
from unospec.engine.ir import Expr
from unospec.engine.printer import literal, name
from unospec.engine.program import Function, Offer, Program
from unospec.engine.queries import Search
from unospec.engine.statements import StatementPrinter

SEAT, CARD, COPIES = ("loc", "p"), ("loc", "c"), ("loc", "n")
TURN: Expr = ("var", "turn")
_LISTS = ("hand", "draw_pile", "discard_pile")


def print_module(
    program: Program,
    rest: list[tuple[Expr, list[ir.Stmt]]],
    setup: list[ir.Stmt],
    over: dict[str, list[ir.Stmt]],
    dealer: tuple[Expr, Expr],
) -> str:
    """The source of the module of a program."""
    out = _Module(program)
    out.w(0, '"""Rules as a program. Printed from a core; not to be edited."""')
    out.state()
    out.draw(over["reshuffle"])
    for search in program.searches.values():
        out.search(search)
    for function in sorted(program.functions, key=lambda f: (f.name.startswith(("act_", "then_")), f.name)):
        out.function(function)
    out.rest(rest)
    out.round_over(over["round"], over["windows"])
    out.dealer(*dealer)
    out.start(setup)
    out.legal()
    out.apply()
    return "\n".join(out.lines) + "\n"


class _Module(StatementPrinter):
    def __init__(self, program: Program) -> None:
        super().__init__(program.model.seats)
        self.program = program
        self.counters = program.counters

    def head(self, line: str, about: str) -> None:
        """The start of a function."""
        self.w(0, "")
        self.w(0, "")
        self.w(0, line)
        self.w(1, f"# {about}")

    # ---------------------------------------------------------------- states

    def state(self) -> None:
        """The state: zones, variables, and what waits."""
        slots = [*_LISTS, "chance", *self.program.slots, *self.program.seat_slots]
        self.w(0, "")
        self.w(0, "")
        self.w(0, "class State:")
        self.w(1, f"__slots__ = {tuple(name(s) for s in slots)!r}")
        self.w(1, "CHOICES = CHOICES")
        self.head("def new():", "the start values; no card is dealt")
        self.w(1, "s = State()")
        self.w(1, f"s.hand = [[] for _ in range({self.seats})]")
        self.w(1, "s.draw_pile = DECK[:]")
        self.w(1, "s.discard_pile = []")
        self.w(1, "s.chance = None")
        for slot, value in self.program.slots.items():
            self.w(1, f"s.{name(slot)} = {int(value)}")
        for slot, value in self.program.seat_slots.items():
            self.w(1, f"s.{name(slot)} = [{int(value)}] * {self.seats}")
        self.w(1, "return s")
        self.head("def clone(s):", "an independent copy")
        self.w(1, "t = State()")
        self.w(1, "t.hand = [h[:] for h in s.hand]")
        self.w(1, "t.draw_pile = s.draw_pile[:]")
        self.w(1, "t.discard_pile = s.discard_pile[:]")
        self.w(1, "t.chance = s.chance.copy()")
        for slot in self.program.slots:
            self.w(1, f"t.{slot} = s.{slot}")
        for slot in self.program.seat_slots:
            self.w(1, f"t.{slot} = s.{slot}[:]")
        self.w(1, "return t")

    def draw(self, reshuffle: list[ir.Stmt]) -> None:
        """The draw pile, and what happens when it is empty."""
        self.head("def reshuffle(s, ev):", "reshuffle")
        self.block(1, reshuffle)
        self.head("def draw_one(s, p, ev, rule):", "a card into a hand, or none; what is drawn most")
        self.w(1, "pile = s.draw_pile")
        self.w(1, "if not pile:")
        self.w(2, "reshuffle(s, ev)")
        self.w(2, "pile = s.draw_pile")
        self.w(2, "if not pile:")
        self.w(3, "return -1")
        self.w(1, "d = pile.pop()")
        self.w(1, "insort(s.hand[p], d)")
        self.w(1, "ev.append(('drew', p, d, rule))")
        self.w(1, "return d")
        self.head("def draw(s, p, n, ev, rule):", "up to n cards into a hand; the last one drawn, or none")
        self.w(1, "d = -1")
        self.w(1, "h = s.hand[p]")
        self.w(1, "pile = s.draw_pile")
        self.w(1, "for _ in range(n):")
        self.w(2, "if not pile:")
        self.w(3, "reshuffle(s, ev)")
        self.w(3, "pile = s.draw_pile")
        self.w(3, "if not pile:")
        self.w(4, "return -1")
        self.w(2, "d = pile.pop()")
        self.w(2, "insort(h, d)")
        self.w(2, "ev.append(('drew', p, d, rule))")
        self.w(1, "return d")

    # ---------------------------------------------------------------- functions

    def function(self, f: Function) -> None:
        """An act, an effect, or what follows a wait."""
        self.head(f"def {name(f.name)}({', '.join(['s', *f.params])}):", _comment(f.about))
        self.block(1, f.body)

    def search(self, q: Search) -> None:
        """A search through cards or seats."""
        self.head(f"def {name(q.name)}({', '.join(['s', *q.params])}):", f"{q.kind} of {q.group.of}")
        skip = q.group.without
        source = self.cards(q.group.zone) if q.group.of == "cards" else f"range({self.seats})"
        start = {"exists": None, "first": None, "count": "found = 0", "sum": "found = 0"}.get(
            q.kind, "found = best = None"
        )
        if start:
            self.w(1, start)
        if skip:
            self.w(1, f"left_out = {self.e(skip[1])}")
        where = q.group.where
        cell = next((n for n in ir.walk(where) if isinstance(n, tuple) and n[:1] == ("cell",)), None)
        if q.group.of == "cards" and cell is not None and not ir.mentions(cell[2], q.group.item):
            self.w(1, f"may = {self.row(cell)}")
            where = ir.substitute(where, lambda n: ("at", "may", cell[3]) if n == cell else None)
        item = self.e(q.group.item)
        self.w(1, f"for {item} in {source}:")
        if skip:
            self.w(2, f"if left_out and {item} == {self.e(skip[0])}:")
            self.w(3, "left_out -= 1")
            self.w(3, "continue")
        depth = 2
        if where != 1:
            self.w(2, f"if {self.condition(where)}:")
            depth = 3
        {
            "exists": self._found_one,
            "first": self._found_one,
            "count": self._counted,
            "sum": self._summed,
        }.get(q.kind, self._best)(depth, q)

    def _found_one(self, depth: int, q: Search) -> None:
        self.w(depth, "return 1" if q.kind == "exists" else f"return {self.e(q.group.item)}")
        self.w(1, "return 0" if q.kind == "exists" else "return -1")

    def _counted(self, depth: int, q: Search) -> None:
        self.w(depth, "found += 1")
        self.w(1, "return found")

    def _summed(self, depth: int, q: Search) -> None:
        self.w(depth, f"found += {self.e(q.value)}")
        self.w(1, "return found")

    def _best(self, depth: int, q: Search) -> None:
        better = ">" if q.kind == "most" else "<"
        self.w(depth, f"value = {self.e(q.value)}")
        self.w(depth, f"if best is None or value {better} best:")
        item = self.e(q.group.item)
        self.w(depth + 1, f"best, found = value, 1 << {item}")
        self.w(depth, "elif value == best:")
        self.w(depth + 1, f"found |= 1 << {item}")
        self.w(1, "return found or 0")

    def rest(self, rest: list[tuple[Expr, list[ir.Stmt]]]) -> None:
        """Triggers and automatic acts, to a fixed point."""
        self.head("def rest(s, ev):", "what happens by itself, until nothing does")
        self.w(1, "for _ in range(REST_LIMIT):")
        self.w(2, "if s.wait:")
        self.w(3, "return ev")
        for condition, body in rest:
            if condition == 0:
                continue
            self.w(2, f"if {self.condition(condition)}:" if condition != 1 else "if True:")
            self.block(3, body)
        self.w(2, "return ev")
        self.w(1, "raise Stuck('whenever', 'a trigger does not undo its own condition')")
        self.head("def finish(s, p, c, n, ev):", "a card without an effect")
        self.w(1, "return rest(s, ev)")

    def round_over(self, body: list[ir.Stmt], windows: list[ir.Stmt]) -> None:
        """The end of a round: nothing that waits happens any more; the round and the match are counted."""
        self.head("def round_over(s, w, ev, rule):", "the round is won by seat w, or void")
        self.w(1, "s.wait = -1")
        self.w(1, "s.winner = w")
        if windows:
            self.block(1, windows)
        self.w(1, "ev.append(('won' if w >= 0 else 'void', w, -1, rule))")
        self.w(1, "if w >= 0:")
        self.block(2, body)
        self.w(1, "return ev")

    def dealer(self, next_dealer: Expr, value: Expr) -> None:
        """Who deals: by the value of a card drawn, and from round to round."""
        self.head("def dealer_value(c):", "dealer: what a card counts in the draw for the deal")
        self.w(1, f"return {self.e(value)}")
        self.head("def next_dealer(s):", "dealer: who deals the next round")
        self.w(1, f"return s.next_dealer if s.next_dealer >= 0 else {self.e(next_dealer)}")

    def start(self, setup: list[ir.Stmt]) -> None:
        """The set-up of a round."""
        self.head("def setup(s, ev):", "the numbered steps of the set-up")
        self.block(1, setup)

    # ---------------------------------------------------------------- legal

    def legal(self) -> None:
        """Every act that may come next."""
        self.head("def legal(s):", "the canonical acts of all seats, in the fixed order")
        self.w(1, "acts = []")
        self.w(1, "k = s.wait")
        self.w(1, "if k == 0:")
        asked = [(w, c, o) for w, c, o in self.program.situations if c != 1]
        last = [(w, c, o) for w, c, o in self.program.situations if c == 1]
        if any(o.seat == TURN for _, _, offers in self.program.situations for o in offers):
            self.w(2, "p = s.turn")
        for i, (window, condition, offers) in enumerate(asked):
            test = self.condition(self._short(condition, asked[:i]))
            self.w(2, f"{'elif' if i else 'if'} {test}:  # {_comment(window)}")
            self.offers(3, offers, True)
        for window, _, offers in last:
            self.w(2, f"else:  # {_comment(window)}" if asked else "if True:")
            self.offers(3, offers, True)
        self.w(1, "elif k < 0:")
        self.w(2, "return acts")
        self.waits()
        for slot, offers in self.program.ambient:
            self.w(1, f"if s.{name(slot)}:")
            self.w(2, f"for o in SEATS_IN[s.{name(slot)}]:")
            for offer in offers:
                self.ambient_offer(3, offer)
        self.w(1, "return acts")

    def _short(self, condition: Expr, before: list[tuple[str, Expr, list[Offer]]]) -> Expr:
        """A condition, given that those before it do not hold."""
        denied = [c for _, c, _ in before]
        return ir.substitute(condition, lambda n: 0 if n in denied else 1 if ir.negate(n) in denied else None)

    def waits(self) -> None:
        """What may be chosen, and who may act while an effect is held."""
        kinds = {w.kind for w in self.program.waits}
        if "colour" in kinds:
            self.w(1, "elif k in WAITS_COLOUR:")
            self.w(2, "acts += A_choose_colour[s.w_who]")
        for wait in self.program.waits:
            if wait.kind == "seat":
                kept = ir.substitute(
                    wait.allowed, lambda n: ("var", f"w_{n[1]}") if n[0] == "loc" and n[1] != "x" else None
                )
                self.w(1, f"elif k == {wait.number}:")
                self.w(2, f"for x in range({self.seats}):")
                self.w(3, f"if {self.condition(kept)}:")
                self.w(4, "acts.append(A_choose_seat[s.w_who][x])")
        for window, offers in self.program.holding.items():
            self.w(1, f"elif k in WAITS_{name(window.replace('-', '_')).upper()}:")
            self.offers(2, offers, False)
            self.w(2, "acts.append(A_close)")

    def offers(self, depth: int, offers: list[Offer], p_is_turn: bool) -> None:
        """The acts of one window; whether the local p stands for the seat on turn where they begin."""
        if not offers:
            self.w(depth, "pass")
        for offer in offers:
            if offer.seat == TURN and not p_is_turn:
                self.w(depth, "p = s.turn")
            self.offer(depth, offer)
            p_is_turn = offer.seat == TURN

    def offer(self, depth: int, offer: Offer) -> None:
        """One act, to one seat or to several."""
        if offer.pinned is not None and not ir.mentions(offer.pinned, SEAT):
            self.w(depth, f"c = {self.e(offer.pinned)}")
        if offer.seat is None:
            self.w(depth, f"for p in range({self.seats}):")
            depth += 1
            if offer.who != 1:
                self.w(depth, f"if {self.condition(offer.who)}:")
                depth += 1
        elif offer.seat != TURN:
            self.w(depth, f"p = {self.e(offer.seat)}")
        table = f"A_{name(offer.act.replace('-', '_'))}"
        if not offer.cards:
            if offer.given != 1:
                self.w(depth, f"if {self.condition(offer.given)}:")
                depth += 1
            target = f"[{self.e(offer.target)}]" if offer.target is not None else ""
            self.w(depth, f"acts.append({table}[p]{target})")
        elif offer.pinned is not None:
            held = ir.both([("has", ("hand", SEAT), CARD), offer.given])
            self.w(depth, f"if {self.condition(held)}:")
            self.w(depth + 1, f"acts.append({table}[p][c]{'[1]' if offer.up_to != 1 else ''})")
        else:
            self.card_offer(depth, offer, table)

    def card_offer(self, depth: int, offer: Offer, table: str) -> None:
        """Each card of the hand once, if it meets the condition; what depends on the copies is asked of each number."""
        every = ir.conjuncts(offer.given)
        counted = ir.both([p for p in every if ir.mentions(p, COPIES)])
        parts = [p for p in every if not ir.mentions(p, COPIES)]
        guard = ir.both([p for p in parts if not ir.mentions(p, CARD)])
        asked = ir.both([p for p in parts if ir.mentions(p, CARD)])
        if guard != 1:
            self.w(depth, f"if {self.condition(guard)}:")
            depth += 1
        cell = next((n for n in ir.walk(asked) if isinstance(n, tuple) and n[:1] == ("cell",)), None)
        if cell is not None:
            self.w(depth, f"may = {self.row(cell)}")
            asked = ir.substitute(asked, lambda n: ("at", "may", CARD) if n == cell else None)
        self.w(depth, f"A = {table}[p]")
        self.w(depth, "last = -1")
        self.w(depth, "for c in s.hand[p]:")
        test = (
            "c != last"
            if asked == 1
            else f"{self.inner(asked) if asked[0] == 'or' else self.condition(asked)} and c != last"
        )
        self.w(depth + 1, f"if {test}:")
        self.w(depth + 2, "last = c")
        most = f"min({self.e(offer.up_to)}, s.hand[p].count(c)) + 1"
        if offer.up_to == 1:
            self.w(depth + 2, "acts.append(A[c])")
        elif counted == 1:
            self.w(depth + 2, f"acts += A[c][1 : {most}]")
        else:
            self.w(depth + 2, f"for n in range(1, {most}):")
            self.w(depth + 3, f"if {self.condition(counted)}:")
            self.w(depth + 4, "acts.append(A[c][n])")

    def ambient_offer(self, depth: int, offer: Offer) -> None:
        """An act beside the turn: to the subject, or to others."""
        table = name(offer.act.replace("-", "_"))
        if offer.given != 1 and not ir.mentions(offer.given, SEAT):
            self.w(depth, f"if {self.condition(offer.given)}:")
            depth += 1
        if offer.seat == ("loc", "o"):
            given = ir.substitute(offer.given, lambda n: ("loc", "o") if n == SEAT else None)
            if ir.mentions(offer.given, SEAT) and given != 1:
                self.w(depth, f"if {self.condition(given)}:")
                depth += 1
            self.w(depth, f"acts.append(A_{table}[o])")
            return
        if not ir.reads(offer.who) and not ir.mentions(offer.given, SEAT):
            self.w(depth, f"acts += EACH_{table}[o]")
            return
        self.w(depth, f"for p in range({self.seats}):")
        test = ir.both([offer.who, offer.given if ir.mentions(offer.given, SEAT) else 1])
        self.w(depth + 1, f"if {self.condition(test)}:" if test != 1 else "if True:")
        target = "[o]" if offer.target is not None else ""
        self.w(depth + 2, f"acts.append(A_{table}[p]{target})")

    def apply(self) -> None:
        """The front door: only canonical acts pass."""
        self.head("def apply(s, act):", "the events of an act, or a refusal that leaves the state as it was")
        self.w(1, "try:")
        self.w(2, "f, p, c, n = ACTS[act]")
        self.w(1, "except KeyError:")
        self.w(2, "return UNKNOWN_ACT")
        self.w(1, "return f(s, p, c, n)")


@lru_cache(maxsize=1 << 10)
def _comment(about: str) -> str:
    """Text for a comment: rule ids and words of this package only, one line."""
    allowed = "".join(ch if ch.isalnum() and ch.isascii() or ch in " .:_/-" else " " for ch in about)
    return allowed.strip()[:100]


__all__ = ["literal", "print_module"]
