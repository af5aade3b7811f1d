"""A tournament in progress: deals at its tables by the schedule, and the table of totals.

The definition is a document (`language/tournament.py`). Every round begins with an empty record; what a round brings to
the variable that counts is added to the player's total. What the rules of one table say about the winner of a match is
not looked at: the tournament alone has a champion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from unospec.engine.notation import Json
from unospec.engine.table import Table
from unospec.language import Core
from unospec.language.tournament import Tournament


@dataclass(frozen=True)
class Result:
    """A round that counts, at one table. number: of the round, from 1; table: from 0; players: clockwise; winner: None
    for a void round; gains: what it brings to each player's total."""

    number: int
    table: int
    players: tuple[str, ...]
    winner: str | None
    gains: dict[str, int]


class Cup:
    """A tournament in progress.

    names: of the players 1, 2, ...; round: the number of the present round, from 1; waiting: the tables (from 0) that
    have not finished it; totals: by name; results: what was played; void: rounds that were dealt again.
    """

    def __init__(
        self, definition: Tournament, core: Core, names: Sequence[str], chance: Random | int = 0, cycles: int = 0
    ) -> None:
        """core: `definition.core(...)`; chance: shuffles and first deals, or a seed; cycles: 0 for the document's.

        Raises ValueError for names that are not one for each player.
        """
        if len(names) != definition.players or len(set(names)) != len(names):
            raise ValueError(f"{definition.players} players have that many names, each its own")
        self.definition, self.core, self.names = definition, core, list(names)
        self.chance = Random(chance) if isinstance(chance, int) else chance
        self.rounds = list(definition.rounds(cycles or None))
        self.totals = dict.fromkeys(self.names, 0)
        self.results: list[Result] = []
        self.void = 0
        self.round = 0
        self.waiting: list[int] = []
        self._dealers: list[str] = []
        self._go_on()

    @property
    def over(self) -> bool:
        """Have all rounds been played?"""
        return self.round > len(self.rounds)

    def seats(self, table: int) -> list[str]:
        """Who sits at a table (from 0) in the present round, clockwise."""
        return [self.names[player - 1] for player in self.rounds[self.round - 1][table]]

    def deal(self, table: int) -> Table:
        """A deal of the present round. Raises ValueError for a table that has finished it."""
        if table not in self.waiting:
            raise ValueError(f"table {table + 1} has nothing to play in this round")
        return Table.deal(self.core, self.seats(table), self.chance.randrange(2**32), self._dealers[table])

    def finish(self, table: int, played: Table) -> Json:
        """Count a round; returns its end. The last table brings the next round. Raises ValueError while it goes on."""
        end = played.end()
        if end is None or table not in self.waiting:
            raise ValueError("the round goes on" if end is None else "this table has finished the round")
        self._dealers[table] = end["next_dealer"]
        if end["void"] and self.definition.void == "again":
            self.void += 1
            return end
        players = tuple(self.seats(table))
        gains = {name: end[self.definition.total][name] for name in players}
        self.results.append(Result(self.round, table, players, end["winner"], gains))
        for name, gain in gains.items():
            self.totals[name] += gain
        self.waiting.remove(table)
        if not self.waiting:
            self._go_on()
        return end

    @property
    def standings(self) -> list[tuple[int, str, int]]:
        """(place, name, total), the best first; equal totals share a place and stand in the order of the players."""
        sign = 1 if self.definition.best == "least" else -1
        ordered = sorted(self.names, key=lambda name: sign * self.totals[name])
        worse = [sign * self.totals[name] for name in ordered]
        return [(worse.index(sign * self.totals[name]) + 1, name, self.totals[name]) for name in ordered]

    @property
    def champions(self) -> list[str]:
        """All who share the best total at the end; nobody before."""
        return [name for place, name, _ in self.standings if place == 1] if self.over else []

    def _go_on(self) -> None:
        """The next round; where the seats change, the first deal is drawn for at each table."""
        self.round += 1
        if self.over:
            return
        seating = self.rounds[self.round - 1]
        if (self.round - 1) % self.definition.rounds_each == 0:
            self._dealers = [self.chance.choice(self.seats(table)) for table in range(len(seating))]
        self.waiting = list(range(len(seating)))
