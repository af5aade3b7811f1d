"""Where two rule sets differ: the shortest game that tells them apart, or a proof that small games do not.

Both cores are played side by side through the same small games. A difference is another set of legal acts, an
act that only one accepts, other events, another state or another end; see `product.py`. A rule set that does
not compile, or breaks down on the way, differs from one that does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from unospec.explore.chance import Branching
from unospec.explore.cores import (
    Witness,
    before_any_game,
    common_seats,
    compiled,
    dealers_differ,
    names_of,
    same_programs,
    spans_differ,
    status,
    witness_of_nonsense,
)
from unospec.explore.decks import SmallGame, deals_for, fewer_colours, games_for, shrunk
from unospec.explore.graph import collector_at_rest
from unospec.explore.product import Found, Json, Look, Sides, Walker
from unospec.explore.relations import DEALS, Relations, changed
from unospec.language import Core
from unospec.language.core import canonical_json, sha256

__all__ = ["Proof", "Witness", "equivalent", "first_difference"]

STEPS = 40_000  # acts compared for each unit of effort
GAME_STEPS = 4_000  # of one game, for each unit of effort
ROOM = 10  # cards besides one for each seat where a draw pile shall last
BUDGET = 25_000  # acts compared for a proof in small games, and as many before in longer ones
GAME_LIMIT = 10_000  # states of one game of a proof: more, and it counts for nothing
ENOUGH = 8  # games that a proof has to visit whole, where others were too long
MOST_TOO_LONG = 2  # games of a proof: then only games with fewer cards than these are begun
COLOURS = 2  # of the small decks of a proof


@dataclass(frozen=True)
class Proof:
    """Two rule sets agreed in all of these games.

    rules: in which their data differ. games, states: visited to the end, in decks of two colours. too_long: games
    that were begun and count for nothing, as they have too many states, or a pile has too many orders.
    `same_program`: both compile to the same program, which needs no games. The games are small; a difference that
    needs more cards or seats is not ruled out.
    """

    rules: tuple[str, ...]
    games: int
    states: int
    too_long: int = 0
    same_program: bool = False

    @property
    def complete(self) -> bool:
        """Whether the games that were visited whole are enough."""
        return self.same_program or self.games >= (ENOUGH if self.too_long else 1)


@dataclass
class _Search:
    """Walkers over games, and how much was done."""

    look: Look
    steps: int = 0
    walkers: list[Walker] = field(default_factory=list)


def first_difference(
    a: Core, b: Core, *, effort: int = 1, seats: tuple[int, ...] | None = None,
    rules: bool = False, codes: bool = False, hidden: bool = True, steps: int | None = None,
) -> Witness | None:  # fmt: skip
    """The shortest game found in which two cores differ; None if there is none within the effort.

    seats: numbers of seats to try, where both have them; 2 and 3 if not said. rules, codes: compare also the
    rules of refusals and events, the codes of refusals. hidden: compare also variables that nobody sees. steps:
    acts compared at most, instead of what the effort allows. Never raises for what is wrong with a core.
    """
    if canonical_json(a.data) == canonical_json(b.data):
        return None
    try:
        early = before_any_game(a, b)
    except Exception as problem:  # data that are no rule set at all
        return witness_of_nonsense(a, b, problem)
    if early is not None:
        return early
    look = Look(rules, codes, hidden)
    numbers = common_seats(a, b, seats or ((2, 3) if effort < 2 else (2, 3, 4)))
    search, dealers = _Search(look), None
    with collector_at_rest():
        for number in numbers:
            one, other = compiled(a.data, number), compiled(b.data, number)
            if isinstance(one, str) or isinstance(other, str):
                if one != other:
                    return Witness("compile", names_of(number), {}, (), status(one), status(other))
                continue
            dealers = dealers or dealers_differ(one, other)
            sides = Sides(one, other, look)
            limit = GAME_STEPS * effort
            search.walkers += [Walker(sides, g, limit) for g in _games(a, b, number)]
        witness = _deepen_together(search, STEPS * effort if steps is None else steps)
    return witness or dealers or spans_differ(a, b)


def equivalent(a: Core, b: Core, budget: int = BUDGET, *, longer: bool = True) -> Proof | None:
    """Compare two cores in every state of a family of small games; None if there is a difference.

    The family, in decks of two colours: 2 seats with every class of cards alone, in pairs and at random; 3 and 4
    seats with the classes that the differing rules and their users touch. Hands of one to three cards, and down
    to none by play; draw piles that run empty or are empty from the start; both directions; every dealer; records
    near the limits of a match; deals with every class as the first card. Before that, games with more cards and
    all colours are compared as far as `first_difference` goes. Each game is visited to its end; no further game
    is begun when `budget` acts have been compared. Numbers of seats take turns, the smallest decks come first.
    longer: False where `first_difference` has been asked already.
    """
    differing = changed(a.data, b.data)
    names = tuple(sorted(differing))
    if a.data.get("seats") != b.data.get("seats"):
        return None
    if same_programs(a, b):
        return Proof(names, 0, 0, same_program=True)
    if longer and first_difference(a, b, seats=(2, 3, 4), steps=budget) is not None:
        return None
    games = states = steps = too_long = 0
    fewest: dict[int, int] = {}  # cards of a game that was too long, by its number of seats
    with collector_at_rest():
        for sides, game in _family(a, b, differing):
            if steps >= budget:
                break
            seats = len(game.names)
            if too_long >= MOST_TOO_LONG and game.cards >= fewest.get(seats, game.cards + 1):
                continue
            walker = Walker(sides, game, GAME_LIMIT)
            if walker.begin() is not None:
                return None
            while walker.level:
                if walker.deepen() is not None:
                    return None
            if walker.cut:
                too_long += 1
                fewest[seats] = min(game.cards, fewest.get(seats, game.cards))
            else:
                steps, games, states = steps + walker.steps, games + 1, states + len(walker.seen)
    return Proof(names, games, states, too_long)


# -------------------------------------------------------------------- which games


def _games(a: Core, b: Core, seats: int) -> list[SmallGame]:
    """Games for the rules in which two cores differ, the smallest decks first; deals last."""
    differing = changed(a.data, b.data)
    found: dict[str, SmallGame] = {}
    for core in (a, b):
        users = Relations(core.data).users(differing)
        for cards in (seats + 3, seats + ROOM):
            for rules, together in ((differing, True), (users, False)):
                for game in games_for(core, rules, cards, seats, together=together):
                    if game.hand is None:
                        found.setdefault(game.key, game)
        if any(r.startswith(DEALS) for r in users):
            for game in deals_for(core, seats, hand=None):
                found.setdefault(game.key, game)
    return sorted(found.values(), key=lambda g: g.cards)


def _family(a: Core, b: Core, differing: frozenset[str]) -> Iterator[tuple[Sides, SmallGame]]:
    """The games of a proof, numbers of seats in turn, each with the machines that play it."""
    small = [replace(c, data=d, hash=sha256(d)) for c in (a, b) for d in [fewer_colours(c.data, COLOURS)]]
    rows = [
        (seats, _family_of(core, differing, seats))
        for seats in (2, 3, 4) if seats in common_seats(a, b, (seats,)) for core in small
    ]  # fmt: skip
    seen: set[str] = set()
    while rows:
        for row in [*rows]:
            seats, games = row
            game = next((g for g in games if g.key not in seen), None)
            if game is None:
                rows.remove(row)
                continue
            seen.add(game.key)
            data = [c.data if game.hand is None else shrunk(c.data, game.hand) for c in small]
            one, other = (compiled(d, seats) for d in data)
            if not isinstance(one, str) and not isinstance(other, str):
                yield Sides(one, other, Look()), game


def _family_of(core: Core, differing: frozenset[str], seats: int) -> Iterator[SmallGame]:
    """First what has to do with the rules that differ; two seats bear all classes of cards afterwards."""
    relations = Relations(core.data)
    users = relations.users(differing)
    everything = frozenset(relations.rules)
    tight = {2: 4, 3: 4, 4: 5}[seats]  # cards: one for each seat, the top card, at most one more
    yield from games_for(core, users, tight, seats, thorough=True)
    yield from deals_for(core, seats, hand=1, thorough=seats == 2)
    if seats < 4:
        yield from games_for(core, differing, 5, seats, together=False)
    if seats == 2:
        yield from games_for(core, everything, tight, seats, thorough=True)


# -------------------------------------------------------------------- all games together


def _deepen_together(search: _Search, budget: int) -> Witness | None:
    """All games one act further, then all of them another one: the first difference is a shortest one."""
    walkers = search.walkers
    for walker in walkers:
        found = walker.begin()
        if found is not None:
            return _witness(walker, found, 0)
    while any(w.level for w in walkers):
        for walker in walkers:
            before = walker.steps
            at = walker.deepen() if walker.level else None
            search.steps += walker.steps - before
            if at is not None:
                return _witness(walker, *at)
            if search.steps > budget:
                return None
    return None


def _witness(walker: Walker, found: Found, number: int) -> Witness:
    """The game that leads to a difference, with every shuffle on the way written into its set-up."""
    game, notes = walker.game, walker.notes[0]
    way = walker.way_to(number) if walker.came else []
    acts = [notes.write_act(act) for act, _ in way] + ([found.act] if found.act is not None else [])
    steps = list(way)
    if found.act is not None:
        steps.append((_act_of(walker, found.act), found.path))
    shuffles = [[notes.card_token(c) for c in pile] for pile in _shuffles(walker, steps)]
    setup = game.setup | ({"reshuffles": shuffles} if shuffles else {})
    return Witness(found.kind, game.names, setup, tuple(acts), found.a, found.b)


def _act_of(walker: Walker, act: Json) -> Any:
    for notes in walker.notes:
        for known in notes.machine.acts:
            if notes.write_act(known) == act:
                return known
    return None


def _shuffles(walker: Walker, steps: list[Any]) -> list[list[int]]:
    """The piles shuffled along a way, in the order in which they are drawn: those of the side that goes furthest."""
    best: list[list[int]] = []
    for machine in (walker.sides.a, walker.sides.b):
        taken: list[list[int]] = []
        try:
            chance = Branching()
            s, _ = walker.game.start(machine, chance)
            taken += chance.taken[1:]
            for act, path in steps:
                s.chance = chance = Branching(path)
                machine.apply(s, act)
                taken += chance.taken
        except Exception:  # it broke down there: what was shuffled before is told
            pass
        best = max(best, taken, key=len)
    return best
