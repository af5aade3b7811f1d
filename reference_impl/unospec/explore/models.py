"""Small models: for every rule and every pair of rules that meet, all states of small games keep the laws."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from unospec.engine import Stuck
from unospec.engine.machine import Machine, compile_core
from unospec.explore import laws
from unospec.explore.classes import Classes
from unospec.explore.decks import SmallGame, deals_for, fewer_colours, games_for, shrunk
from unospec.explore.graph import walk
from unospec.explore.laws import Problem
from unospec.explore.relations import Relations
from unospec.language import Core
from unospec.language.core import sha256
from unospec.language.seats import numbers

COLOURS = 2  # of the small decks: more of them add no situation and many states
SPARE = {2: 3}  # cards besides one for each seat in the games of one rule, by the number of seats; 2 for others
LIMIT = 6000  # states of one game


@dataclass
class Report:
    """What was visited and what was found.

    `rules` and `pairs`: how many of them the games are for. `games`, `states`, `transitions`: visited, each
    game once. `cut`: games with more states than the limit, of which only so many were visited. `undealt`: small
    deals that the set-up could not finish.
    """

    ruleset: str
    rules: int = 0
    pairs: int = 0
    games: int = 0
    states: int = 0
    transitions: int = 0
    cut: int = 0
    undealt: int = 0
    problems: list[Problem] = field(default_factory=list)

    def __str__(self) -> str:
        head = (
            f"{self.ruleset}: {self.rules} rules, {self.pairs} pairs, {self.games} games, {self.states} states, "
            f"{self.transitions} transitions, {self.cut} games cut, {self.undealt} not dealt, "
            f"{len(self.problems)} problems"
        )
        return "\n".join([head, *map(str, self.problems)])


def check(core: Core, seats: tuple[int, ...] = (2, 3), *, limit: int = LIMIT) -> Report:
    """Visit the small games of a core and look for states in which a law does not hold.

    Of each law only the first problem for a number of seats is told. Numbers of seats that the rules exclude
    are passed over.
    """
    data = fewer_colours(core.data, COLOURS)
    small = replace(core, data=data, hash=sha256(data))
    relations = Relations(data)
    report = Report(core.id, len(relations.rules), len(relations.pairs))
    for number in seats:
        if number in numbers(data):
            _check_seats(small, number, limit, report)
    return report


def _check_seats(core: Core, seats: int, limit: int, report: Report) -> None:
    machines: dict[int | None, Machine] = {}
    known: set[str] = set()
    for game in _games(core, seats):
        if game.hand not in machines:
            data = core.data if game.hand is None else shrunk(core.data, game.hand)
            machines[game.hand] = compile_core(data, seats)
        try:
            start, _ = game.start(machines[game.hand])
        except Stuck:
            report.undealt += 1  # so few cards may not be enough for a set-up: no card that may lie first, say
            continue
        graph = walk(machines[game.hand], start, limit)
        report.games += 1
        report.states += len(graph.states)
        report.transitions += graph.transitions
        report.cut += bool(graph.open_)
        for problem in laws.problems(graph, game):
            if problem.law not in known:
                known.add(problem.law)
                report.problems.append(problem)


def _games(core: Core, seats: int) -> Iterator[SmallGame]:
    """The games of every rule and of every pair, identical ones once."""
    relations = Relations(core.data)
    classes = Classes(core.data, relations)
    groups = [frozenset([r]) for r in sorted(relations.rules)] + [frozenset(p) for p in relations.pairs]
    done: set[tuple[object, ...]] = set()
    seen: set[str] = set()
    for rules in groups:
        dealt = any(r.startswith(("setup.", "opening.", "dealer")) for r in rules)
        scored = any(r.startswith(("match.", "round.")) for r in rules)
        what = (len(rules), classes.relevant(rules), dealt, scored)  # what the games depend on
        if what in done:
            continue
        done.add(what)
        cards = seats + (SPARE.get(seats, 2) if len(rules) == 1 else 2)
        for game in games_for(core, rules, cards, seats, together=len(rules) > 1):
            if game.key not in seen:
                seen.add(game.key)
                yield game
    for game in deals_for(core, seats, hand=1):
        if game.key not in seen:
            seen.add(game.key)
            yield game
