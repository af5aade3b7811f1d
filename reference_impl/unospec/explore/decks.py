"""Small games: positions and deals of few cards in which given rules come into play.

They are made from a core's data alone. Which cards a rule needs is read off its words (`relations.py`,
`classes.py`); the rest are plain cards of two or three colours. The same core gives the same games in the
same order, always.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unospec.engine import Machine, Notation
from unospec.engine.machine import Event, State
from unospec.engine.position import read_position
from unospec.explore.chance import IDLE, Branching
from unospec.explore.classes import CardClass, Classes
from unospec.explore.relations import DEALS, Relations
from unospec.language import Core

Json = dict[str, Any]
Hands = list[list[int]]
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RANDOM = 12  # games of random cards for each set of rules, where games are wanted thoroughly


@dataclass(frozen=True)
class SmallGame:
    """How a small game begins. `setup` is what a case would write.

    `hand`: the cards dealt to each seat, where that is less than the rules say: such a game is played by a copy
    of the rules (`shrunk`). None where the rules are as they are.
    """

    seats: int
    setup: Json
    hand: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, clockwise."""
        return tuple(NAMES[: self.seats])

    @property
    def cards(self) -> int:
        """How many cards are in the game."""
        piles = [*self.setup.get("hands", {}).values(), self.setup.get("discard_pile", [])]
        piles += [self.setup.get("draw_pile", []), self.setup.get("deal", {}).get("draw_order", [])]
        return sum(map(len, piles))

    @property
    def key(self) -> str:
        """The same for games that are the same."""
        return json.dumps([self.setup, self.hand], sort_keys=True)

    def __str__(self) -> str:
        cut = f", {self.hand} cards dealt to each" if self.hand is not None else ""
        return json.dumps(self.setup, ensure_ascii=False) + cut

    def start(self, machine: Machine, chance: Branching | None = None) -> tuple[State, list[Event]]:
        """The first state and the events that led to it. What the engine raises for nonsense passes.

        `chance` is told every shuffle of a set-up, where the caller wants to know them.
        """
        notation = Notation(machine, self.names)
        if "deal" not in self.setup:
            s = read_position(machine, notation, self.setup)
            s.chance = IDLE
            return s, []
        order = [notation.card(t) for t in self.setup["deal"]["draw_order"]]
        record = {
            v.slot: [self.setup[v.path].get(n, 0) for n in self.names]
            for v in machine.model.variables.values()
            if v.scope == "record" and v.path in self.setup
        }
        dealer = notation.seat(self.setup["dealer"])
        chance = chance or Branching()
        chance.dealt = order
        s, events = machine.start(chance, dealer, record, order)
        s.chance = IDLE
        return s, events


def shrunk(data: Json, hand: int) -> Json:
    """A copy of a core's data in which each seat is dealt so many cards. Nothing else changes."""

    def copy(node: Any) -> Any:
        if isinstance(node, list):
            return [copy(x) for x in node]
        if not isinstance(node, dict):
            return node
        return {k: hand if k == "deal" and isinstance(v, int) else copy(v) for k, v in node.items()}

    return {**data, "setup": copy(data.get("setup", {}))}


def fewer_colours(data: Json, colours: int) -> Json:
    """A copy of a core's data with only its first colours, and those that rules name; the rules are the same."""
    relations = Relations(data)
    spoken: frozenset[str] = frozenset().union(*(relations.words(r) for r in relations.rules))
    names = list(data["cards"]["colours"])
    kept = {c: data["cards"]["colours"][c] for i, c in enumerate(names) if i < colours or c in spoken}
    deck = [row for row in data["cards"]["deck"] if row.get("colour") is None or row["colour"] in kept]
    return {**data, "cards": {**data["cards"], "colours": kept, "deck": deck}}


def dealt_by(data: Json) -> int:
    """How many cards the set-up deals to each seat."""
    return sum(_dealt(step["do"]) for step in data.get("setup", {}).values())


def _dealt(node: Any) -> int:
    if isinstance(node, list):
        return sum(map(_dealt, node))
    if not isinstance(node, dict):
        return 0
    return sum(v if k == "deal" and isinstance(v, int) else _dealt(v) for k, v in node.items())


def games_for(
    core: Core, rules: frozenset[str], cards: int, seats: int, *, thorough: bool = False, together: bool = True
) -> Iterator[SmallGame]:
    """Games of so many cards and seats in which these rules come into play; each once.

    Positions first, then deals where the rules have to do with the set-up. `thorough`: also play in the other
    direction, other dealers, records near a limit for every set of rules, and hands of random cards. `together`:
    also two classes of special cards in one game.
    """
    maker = _Maker(core.data, seats, cards)
    seen: set[str] = set()
    for game in maker.games(rules, thorough, together):
        if game.key not in seen:
            seen.add(game.key)
            yield game


def deals_for(core: Core, seats: int, *, hand: int | None, thorough: bool = False) -> Iterator[SmallGame]:
    """Deals with every class of cards turned up first. `hand`: cards for each seat; None: as the rules say."""
    yield from _Maker(core.data, seats, 0).deals(hand, thorough)


class _Maker:
    """Makes games for one core, number of seats and number of cards."""

    def __init__(self, data: Json, seats: int, cards: int) -> None:
        self.data = data
        self.seats = seats
        self.cards = cards
        self.relations = Relations(data)
        self.classes = Classes(data, self.relations)
        self.model = self.classes.model

    # ---------------------------------------------------------------- which games

    def games(self, rules: frozenset[str], thorough: bool, together: bool) -> Iterator[SmallGame]:
        """Every game for these rules."""
        classes = self.classes.relevant(rules)
        layouts = [*self._plain()]
        for c in classes:
            layouts += self._with_one(c)
        for i, c in enumerate(classes):
            for d in classes[i:] if together else ():
                layouts += self._with_two(c, d, thorough or self.seats == 2)
        for number, layout in enumerate(layouts):
            direction = -1 if self.seats > 2 and number % 2 else 1
            yield from self._position(layout, direction)
            if thorough and self.seats > 2:
                yield from self._position(layout, -direction)
        match = any(r.startswith(("match.", "round.", "record")) for r in rules)
        if match or thorough:
            yield from self._near_the_limit()
        if match or thorough or "dealer" in rules:
            yield from self._dealers()
        if thorough:
            yield from self._random(classes)
        if any(r.startswith(DEALS) for r in rules):
            for hand in (1, 2) if thorough else (1,):
                yield from self.deals(hand, thorough)

    # ---------------------------------------------------------------- hands and piles

    def _p(self, colour: int, number: int) -> int:
        return self.classes.plain_card(colour, number)

    def _plain(self) -> Iterator[Json]:
        """Plain cards only: play, draw, keep, the last card, empty piles, identical cards."""
        p = self._p
        yield {"hands": [[p(0, 2)], [p(1, 1)]]}
        yield {"hands": [[p(0, 2), p(1, 2)], [p(1, 1), p(0, 3)]]}
        yield {"hands": [[p(1, 2)], [p(1, 3)]], "draw": [p(0, 2)]}
        yield {"hands": [[p(1, 2)], [p(1, 3)]], "discard": [p(0, 3), p(1, 1), p(0, 4)], "full": True}
        yield {"hands": [[p(1, 2), p(1, 3)], [p(1, 3), p(2, 4)]], "full": True}
        yield {"hands": [[p(0, 2), p(1, 3)], [p(0, 2), p(1, 2)]]}
        yield {"hands": [[p(0, 2), p(0, 2)], [p(1, 2), p(1, 3)]]}

    def _with_one(self, c: CardClass) -> Iterator[Json]:
        """A card of the class is played, is the last one, is drawn, answers, lies below an empty draw pile."""
        p, t = self._p, self.classes.of(c)
        yield {"hands": [[t, p(1, 2)], [p(1, 3), p(0, 2)]]}
        yield {"hands": [[t], [p(0, 2), p(1, 3)]]}
        yield {"hands": [[t, p(0, 2)], [p(1, 2), p(1, 3)]]}
        yield {"hands": [[p(1, 2)], [p(1, 3)]], "draw": [t]}
        yield {"hands": [[p(0, 2), p(1, 2)], [t, p(0, 3)]]}
        yield {"hands": [[p(1, 2)], [p(1, 3)]], "discard": [t, p(0, 3)], "full": True}
        yield {"hands": [[t, p(1, 2)], [p(1, 3)]], "discard": [p(0, 3), p(1, 4)], "full": True}

    def _with_two(self, c: CardClass, d: CardClass, every: bool) -> Iterator[Json]:
        """Cards of two classes, in one hand and in two; of one colour, and of two. Not `every`: the first one."""
        p, t, u, v = self._p, self.classes.of(c), self.classes.of(d), self.classes.of(d, 1)
        yield {"hands": [[t, p(0, 2)], [u, p(1, 2)]]}
        if not every:
            return
        yield {"hands": [[t, u], [p(1, 2), p(0, 2)]]}
        yield {"hands": [[t, p(0, 2)], [v, p(1, 2)]]}
        yield {"hands": [[t], [u, p(1, 2)]]}
        if c != d:
            yield {"hands": [[u, p(0, 2)], [t, p(1, 2)]]}
        yield {"hands": [[t, p(1, 2)], [v, u]]}

    def _position(self, layout: Json, direction: int = 1, **more: Any) -> Iterator[SmallGame]:
        """The position of a layout, filled up with plain cards; none if there are not cards enough."""
        hands: Hands = [list(h) for h in layout["hands"]]
        hands += [[self._p(1, 4 + i)] for i in range(self.seats - len(hands))]
        top, draw, discard = self._p(0, 1), list(layout.get("draw", [])), list(layout.get("discard", []))
        self._trim(hands, draw, discard)
        pool = self._pool()
        there = Counter([*(c for h in hands for c in h), top, *draw, *discard])
        if not layout.get("full"):
            while there.total() < self.cards:
                card = next((c for c in pool if there[c] < self.model.cards[c].copies), None)
                if card is None:
                    break
                draw.append(card)
                there[card] += 1
        if self._too_many(there):
            return
        setup: Json = {
            "seats": list(NAMES[: self.seats]),
            "hands": {NAMES[i]: self._tokens(h) for i, h in enumerate(hands)},
            "discard_pile": self._tokens([*discard, top]),
            "draw_pile": self._tokens(draw),
        }
        if direction < 0:
            setup |= {"direction": -1, "turn": NAMES[0]}
        if more.get("dealer"):
            setup |= {"turn": NAMES[0]}
        yield SmallGame(self.seats, setup | more)

    def _trim(self, hands: Hands, draw: list[int], discard: list[int]) -> None:
        """Takes away what is too much for the size of the game: from the piles, then from later hands first.

        The first card of each hand and pile stays: it is what a layout is for.
        """
        groups = [discard, draw, *reversed(hands)]
        over = sum(map(len, groups)) + 1 - self.cards
        while over > 0 and any(len(g) > 1 for g in groups):
            next(g for g in groups if len(g) > 1).pop()
            over -= 1

    def _pool(self) -> list[int]:
        """Plain cards in the order in which they fill a pile: one that does not fit the first top, one that does."""
        return [self._p(c, n) for n in (5, 6, 7, 3, 4, 2, 1, 0) for c in (1, 0)] + [
            self._p(2, n) for n in range(8)
        ]

    def _too_many(self, there: Counter[int]) -> bool:
        return any(n > self.model.cards[c].copies for c, n in there.items())

    def _tokens(self, cards: list[int]) -> list[str]:
        return [self.model.cards[c].token for c in cards]

    # ---------------------------------------------------------------- ends, records, dealers

    def _near_the_limit(self) -> Iterator[SmallGame]:
        """Records one round away from each number that a match asks for: just reached, and just not."""
        p = self._p
        records = list(self.data.get("record", {}))
        ends: list[Json] = [{"hands": [[p(0, 2)], [p(1, 3)]], "full": True}]
        ends += [
            {"hands": [[p(0, 2)], [self.classes.of(c), p(1, 3)]], "full": True} for c in self.classes.special
        ]
        if not records:
            return
        for layout in ends:
            yield from self._position(layout)
            left = sum(self.model.cards[c].points for c in layout["hands"][1])
            left += sum(self.model.cards[p(1, 4 + i)].points for i in range(self.seats - 2))
            for limit in self.relations.numbers:
                for start in sorted({limit - left, limit - left - 1, limit - 1}):
                    row = {name: max(0, start) for name in NAMES[: self.seats]}
                    yield from self._position(layout, 1, **dict.fromkeys(records, row))
                row = {name: max(0, limit - left - 1 + (name == "A")) for name in NAMES[: self.seats]}
                yield from self._position(layout, 1, **dict.fromkeys(records, row))

    def _dealers(self) -> Iterator[SmallGame]:
        """The end of a round, and a void round, under each dealer."""
        p = self._p
        for dealer in NAMES[: self.seats]:
            yield from self._position({"hands": [[p(0, 2)], [p(1, 3)]], "full": True}, dealer=dealer)
            yield from self._position({"hands": [[p(1, 2)], [p(2, 3)]], "full": True}, dealer=dealer)

    # ---------------------------------------------------------------- random cards

    def _random(self, classes: tuple[CardClass, ...]) -> Iterator[SmallGame]:
        """Hands of one to three cards of these classes and plain ones, by the same numbers every time."""
        numbers = random.Random(len(classes) * 1000 + self.seats * 100 + self.cards)
        special = [self.classes.of(c, colour) for c in classes for colour in (0, 1)]
        plain = [self._p(c, n) for c in (0, 1) for n in (2, 3)]
        for _ in range(_RANDOM):
            hands: Hands = [[] for _ in range(self.seats)]
            for i in range(self.seats):
                for _ in range(numbers.randint(1, 3 if i < 2 else 1)):
                    pool = special if special and numbers.random() < 0.5 else plain
                    hands[i].append(numbers.choice(pool))
            piles = [numbers.choice([*plain, *special]) for _ in range(numbers.randint(0, 3))]
            cut = numbers.randint(0, len(piles))
            layout = {"hands": hands, "draw": piles[:cut], "discard": piles[cut:], "full": True}
            direction = numbers.choice([1, -1]) if self.seats > 2 else 1
            yield from self._position(layout, direction)

    # ---------------------------------------------------------------- deals

    def deals(self, hand: int | None, thorough: bool) -> Iterator[SmallGame]:
        """Every class as the first card turned up, with a plain one after it; under one dealer, or each."""
        size = dealt_by(self.data) if hand is None else hand
        order = [c for c in self._dealing() if c is not None]
        firsts = [self._p(0, 1), *(self.classes.of(c) for c in self.classes.special)]
        dealers = NAMES[: self.seats] if thorough else NAMES[self.seats - 1]
        for first in firsts:
            there: Counter[int] = Counter([first])
            pile: list[int] = []
            for card in order:
                if there[card] < self.model.cards[card].copies:
                    there[card] += 1
                    pile.append(card)
            dealt = pile[: size * self.seats]
            rest = pile[size * self.seats :][: 1 if hand is not None else 8]
            for dealer in dealers:
                setup = {
                    "seats": list(NAMES[: self.seats]),
                    "dealer": dealer,
                    "deal": {"draw_order": self._tokens([*dealt, first, *rest])},
                }
                yield SmallGame(self.seats, setup, hand)

    def _dealing(self) -> list[int]:
        """Plain cards in the order in which they are dealt, colours and numbers mixed; as many as there are."""
        count = len(self.classes.plain.types)
        mixed = [self._p(n, n // 2 + 1) for n in range(count * 4)]
        return mixed + [t for t in self.classes.plain.types for _ in range(self.model.cards[t].copies)]
