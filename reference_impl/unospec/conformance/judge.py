"""Is a recorded round one that the rules admit? And if not: at which act, by which rule?

The log is the tape. Before each act the cards that the log says are drawn next are put on top of the draw
pile, in their order; the rules then say who draws, and how many. What is drawn otherwise is a fault of the
log at that act. What is covered:

- The draw pile holds what the deal line does not show elsewhere, or as many cards as it says (`draw_pile: N`),
  or exactly the cards that it lists; of a list the order has to hold too. Cards that are never drawn need not
  be named.
- When the pile is used up, the rules reshuffle; the draws recorded next are taken as the outcome. They have to
  be cards that lay in the discard pile, so a card that was made out of nothing is found there at the latest.
- An act without `got` may draw nothing. If the rules make somebody draw, the log cannot be judged any further.
- A missing `close` and choices carried by acts are read as in cases. An act that the rules carry out by
  themselves (`auto`) may have a line of its own or be left out; its draws stand with it or with the act before.

Not covered: a pile shuffled before it is used up and drawn from within the same act; several rounds in a log.
"""

from collections import Counter
from typing import Any

from unospec.conformance.cases import Json
from unospec.conformance.logs import Draw, Entry, Log, Unreadable, machine_for, read, taken
from unospec.conformance.rulings import Illegal, Legal, Malformed, Undetermined, Verdict, sentence
from unospec.engine import Malformed as BadPosition
from unospec.engine import Notation, Outcome, Stuck, Table

CLOSE: Json = {"act": "close"}


class _Found(Exception):
    """Ends the judging with a verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict


def judge(data: bytes) -> Verdict:
    """Judge the log in a file."""
    try:
        return _Round(read(data)).judge()
    except Unreadable as bad:
        return Malformed(bad.line, bad.problem)
    except _Found as found:
        return found.verdict


class _Recorded:
    """Chance that gives the recorded draws: each shuffled pile begins with those that come next."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws

    def shuffle(self, pile: list[int]) -> None:
        """As far as the pile holds them, the next draws; then the others."""
        wanted, self.draws = self.draws[: len(pile)], self.draws[len(pile) :]
        pile[:] = reversed(_in_order(wanted, sorted(pile)))

    def copy(self) -> "_Recorded":
        """The same at the same place."""
        return _Recorded(self.draws)


def _in_order(wanted: list[int], cards: list[int]) -> list[int]:
    """The cards with those that are wanted first."""
    rest, first = list(cards), []
    for card in wanted:
        if card in rest:
            rest.remove(card)
            first.append(card)
    return first + rest


class _Round:
    """A log beside the table at which it is played again."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.known = 0  # so many cards on top of the draw pile lie in an order that the log tells
        self.nowhere: Counter[int] = Counter()  # cards of the deck of which the deal line says nothing
        self.outcome = Outcome(True)
        acts: Json = log.core.data["acts"]
        self.automatic = {name for name, act in acts.items() if act.get("auto")}
        try:
            names = log.header["seats"]
            self.notation = Notation(machine_for(log.core, len(names)), tuple(names))
            self.draws = self._draws()
            self.table = self._begin()
        except BadPosition as bad:
            raise Unreadable(log.deal_line, str(bad)) from None

    # ---------------------------------------------------------------- the beginning

    def _draws(self) -> list[list[int]]:
        """The recorded draws by entry, as numbers of cards."""
        out = []
        for entry in self.log.entries:
            try:
                out.append([self.notation.card(c) for by, c in entry.got or () if self.notation.seat(by) >= 0])
            except BadPosition as bad:
                raise Unreadable(entry.line, str(bad)) from None
        return out

    def _begin(self) -> Table:
        deal, token = self.log.deal, self.notation.card_token
        dealt = [c for key in ("discard_pile", "draw_order") for c in deal.get(key, ())]
        dealt += [c for hand in deal.get("hands", {}).values() for c in hand]
        unseen = Counter(self.notation.machine.model.deck)
        unseen.subtract(self.notation.card(c) for c in dealt)
        if min(unseen.values()) < 0:
            raise BadPosition(f"more copies of {token(min(unseen, key=lambda c: unseen[c]))} than the deck has")
        following = [card for draws in self.draws for card in draws]
        pile = deal.get("draw_pile", unseen.total())
        if isinstance(pile, int):
            if pile > unseen.total():
                raise BadPosition(f"a draw pile of {pile} cards, but only {unseen.total()} cards are left for it")
            cards = _in_order(following[:pile], sorted(unseen.elements()))[:pile]
        else:
            cards = [self.notation.card(c) for c in pile]
            self.known = len(cards)
        self.nowhere = unseen - Counter(cards)
        shared: Json = {key: self.log.header[key] for key in ("seats", "dealer") if key in self.log.header}
        tokens = [token(c) for c in cards]
        if "draw_order" not in deal:
            return Table.position(self.log.core, {**deal, **shared, "draw_pile": tokens})
        others = {k: v for k, v in deal.items() if k != "draw_order"}
        record = {v.path for v in self.notation.machine.model.variables.values() if v.scope == "record"}
        for key, value in others.items():
            if key not in record or not isinstance(value, dict):
                raise BadPosition(f"`{key}` does not go with `draw_order`: the set-up rules make the position")
            for seat, number in value.items():
                self.notation.seat(seat)
                self.notation.read_value("number", number)
        order = [*deal["draw_order"], *tokens]
        table = Table.position(self.log.core, {**others, **shared, "deal": {"draw_order": order}})
        self.known = len(deal["draw_order"]) - taken(table)
        if self.known < 0:
            why = f"the set-up takes {taken(table)} cards, but `draw_order` has {len(deal['draw_order'])}"
            raise _Found(Undetermined(0, self.log.deal_line, why))
        return table

    # ---------------------------------------------------------------- the acts

    def judge(self) -> Verdict:
        """Act by act, then the end."""
        entries, i = self.log.entries, 0
        while i < len(entries):
            self._arrange([card for draws in self.draws[i:] for card in draws])
            before = [*reversed(self.table.s.draw_pile)]
            self.outcome = self._act(entries[i])
            group = self._with_echoes(i)
            self._compare_draws(group)
            self._forget(before)
            i += len(group)
        if self.log.end is not None:
            self._compare_end(self.log.end)
        return Legal(len(entries), self.table.end() is not None)

    def _arrange(self, following: list[int]) -> None:
        """Put what is drawn next on top of the draw pile, below the cards whose order is known."""
        s = self.table.s
        pile = [*reversed(s.draw_pile)]
        top, others, wanted = pile[: self.known], pile[self.known :], following[self.known :]
        s.draw_pile = [*reversed(top + _in_order(wanted[: len(others)], others))]
        s.chance = _Recorded(wanted[len(others) :])

    def _forget(self, before: list[int]) -> None:
        """How much of the order of the draw pile is still known after an act."""
        drew = sum(1 for e in self.outcome.events if e["e"] == "drew")
        left = max(0, self.known - drew)
        shuffled = any(e["e"] in ("shuffled", "reshuffled") for e in self.outcome.events)
        same = [*reversed(self.table.s.draw_pile)][:left] == before[drew : drew + left]
        self.known = left if same and not shuffled else 0

    def _act(self, entry: Entry) -> Outcome:
        try:
            outcome = self.table.act(entry.act)
            if not outcome.ok and entry.act["act"] in self.automatic and CLOSE in self.table.legal():
                trial = self.table.clone()
                closed = trial.act(CLOSE)
                if any(_is(entry.act, event) for event in closed.events):
                    self.table, outcome = trial, closed
        except Stuck as hole:
            raise _Found(Undetermined(entry.n, entry.line, f"the rules have a hole here: {hole}")) from None
        if outcome.why == "malformed":
            raise Unreadable(entry.line, outcome.detail or "malformed")
        if not outcome.ok:
            instead = tuple(self._legal())
            raise self._illegal(entry, outcome.rule or "acts", outcome.why or "condition", instead)
        return outcome

    def _legal(self) -> list[Json]:
        """What is legal now, and what would be if nobody held up the play any more."""
        acts = self.table.legal()
        if CLOSE in acts:
            later = self.table.clone()
            later.act(CLOSE)
            acts = acts + [a for a in later.legal() if a not in acts]
        return acts

    def _with_echoes(self, i: int) -> list[Entry]:
        """An entry with those after it that repeat what the rules did by themselves."""
        entries, events = self.log.entries, list(self.outcome.events)
        own = next((k for k, e in enumerate(events) if _is(entries[i].act, e)), 0)
        automatic = [e for e in events[own + 1 :] if e["e"] in self.automatic]
        group = [entries[i]]
        for entry in entries[i + 1 :]:
            if not automatic or not _is(entry.act, automatic.pop(0)):
                break
            group.append(entry)
        return group

    def _illegal(
        self, entry: Entry, rule: str, why: str, instead: tuple[Json, ...], did: Json | None = None
    ) -> _Found:
        text = sentence(self.log.core.data, rule)
        return _Found(Illegal(entry.n, entry.line, rule, text, why, did or entry.data, instead))

    # ---------------------------------------------------------------- draws

    def _compare_draws(self, group: list[Entry]) -> None:
        """The draws of the log with those that the rules make."""
        made = [e for e in self.outcome.events if e["e"] == "drew"]
        got = [(entry, draw) for entry in group for draw in entry.got or ()]
        silent = [entry for entry in group if entry.got is None]
        for place, (entry, draw) in enumerate(got):
            if place >= len(made):
                self._wrong_draw(entry, made, len(made) - 1, "too_many")
            if draw[0] != made[place]["by"]:
                self._wrong_draw(entry, made, place, "other_seat")
            if draw[1] != made[place]["card"]:
                self._wrong_card(entry, draw, made, place)
        if len(made) > len(got):
            if silent and len(made) > self.known:
                first = made[len(got)]
                why = f"{first['by']} draws here ({first['rule']}), but the log does not say which card"
                raise _Found(Undetermined(silent[0].n, silent[0].line, why))
            if not silent:
                self._wrong_draw(group[-1], made, len(got), "too_few")

    def _wrong_draw(self, entry: Entry, made: list[Json], place: int, why: str) -> None:
        rule = made[place]["rule"] if place >= 0 else self.outcome.events[0]["rule"]
        sums = Counter(e["by"] for e in made)
        raise self._illegal(entry, rule, why, tuple({"by": by, "draws": n} for by, n in sums.items()))

    def _wrong_card(self, entry: Entry, draw: Draw, made: list[Json], place: int) -> None:
        """The right seat draws a card that was not there to be drawn."""
        if place < self.known:
            instead: tuple[Json, ...] = ({"by": draw[0], "draws": 1, "card": made[place]["card"]},)
            raise self._illegal(entry, made[place]["rule"], "not_next", instead)
        if self.nowhere[self.notation.card(draw[1])] > 0:
            why = f"{draw[0]} draws {draw[1]}, but the deal line does not say where that card was"
            raise _Found(Undetermined(entry.n, entry.line, why))
        raise self._illegal(entry, made[place]["rule"], "not_in_pile", ({"by": draw[0], "draws": 1},))

    # ---------------------------------------------------------------- the end

    def _compare_end(self, told: Json) -> None:
        table, line = self.table.clone(), self.log.end_line
        while table.end() is None and CLOSE in table.legal():
            self.outcome = table.act(CLOSE)
            if any(e["e"] == "drew" for e in self.outcome.events):
                raise _Found(Undetermined(None, line, "cards are drawn before the end, but the log has no draw"))
        end, did = table.end(), {"end": told}
        last = Entry(line, 0, {}, None, did)
        if end is None:
            found = self._illegal(last, "round", "not_over", tuple(table.legal())).verdict
            raise _Found(_at_end(found))
        self.table = table
        unknown = sorted(set(told) - set(end))
        if unknown:
            raise Unreadable(line, f"an end has no `{unknown[0]}`; it has: {', '.join(end)}")
        for key, value in told.items():
            if not _within(value, end[key]):
                rule = next((e["rule"] for e in reversed(self.outcome.events) if _decides(e, key)), "round")
                raise _Found(_at_end(self._illegal(last, rule, "other_end", ({"end": {key: end[key]}},)).verdict))


def _at_end(verdict: Verdict) -> Verdict:
    assert isinstance(verdict, Illegal)
    return Illegal(None, verdict.line, verdict.rule, verdict.sentence, verdict.why, verdict.did, verdict.instead)


def _decides(event: Json, key: str) -> bool:
    """Whether an event is the one from which a field of the end comes."""
    kinds: dict[str, tuple[str, ...]] = {"winner": ("won", "void"), "void": ("won", "void")}
    kinds |= {"match_winners": ("match_won",), "match_losers": ("match_lost",)}
    return event["e"] in kinds.get(key, ("scored",))


def _is(act: Json, event: Json) -> bool:
    return bool(event["e"] == act["act"] and event.get("by") == act.get("by"))


def _within(wanted: Any, there: Any) -> bool:
    """Objects may leave out keys; everything else has to be the same."""
    if isinstance(wanted, dict) and isinstance(there, dict):
        return all(key in there and _within(value, there[key]) for key, value in wanted.items())
    return type(wanted) is type(there) and bool(wanted == there)
