"""A match: rounds of one rule set, one after the other, until somebody has won it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from unospec.engine.notation import Json
from unospec.engine.table import Table
from unospec.language.seats import numbers, rotates_every

Record = dict[str, dict[str, int]]  # variable of the match -> player -> value


class Match:
    """A match in progress.

    names: who still plays, clockwise, as they sit in the next round; dealer: who deals the next round; record: the
    variables of the match, those who have left included; round: how many rounds have been dealt; void: how many of
    them nobody won; winners: who has won the match; losers: whom the last round that was finished has named losers,
    which alone does not end a match.
    """

    def __init__(self, core: Any, names: Sequence[str], chance: Random | int = 0, dealer: str | None = None) -> None:
        """chance: shuffles, and names the first dealer where none is given; a number is a seed."""
        self.core = core
        self.names = list(names)
        self.chance = Random(chance) if isinstance(chance, int) else chance
        self.dealer = self.chance.choice(self.names) if dealer is None else dealer
        self.record: Record = {}
        self.round = self.void = 0
        self.winners: list[str] = []
        self.losers: list[str] = []

    @property
    def over(self) -> bool:
        """Is there no further round: the match is won, or too few are left for the rules?"""
        return bool(self.winners) or len(self.names) not in numbers(self.core.data)

    def next_round(self) -> Table:
        """Deal the next round. Raises ValueError after the end, Malformed for a number of players that cannot be."""
        if self.round and self.over:
            raise ValueError("the match is over")
        self.round += 1
        return Table.deal(self.core, self.names, self.chance.randrange(2**32), self.dealer, self.record)

    def finish(self, table: Table) -> Json:
        """Take over what a round has brought; returns its end. Raises ValueError while it goes on.

        The record is carried over. Who has left the match is seated no more; if that was to be the next dealer,
        the next one clockwise who still plays deals.
        """
        end = table.end()
        if end is None:
            raise ValueError("the round goes on")
        for key in variables(table):
            self.record[key] = {**self.record.get(key, {}), **end[key]}
        self.void += end["void"]
        self.winners, self.losers = end["match_winners"], end.get("match_losers", [])
        seats, dealer = table.notation.names, table.machine.next_dealer(table.s)
        gone = {name for i, name in enumerate(seats) if table.s.left >> i & 1}
        self.names = [name for name in seats if name not in gone]
        order = [*seats[dealer:], *seats[:dealer]]
        self.dealer = next((name for name in order if name not in gone), self.dealer)
        self._change_partners(end["void"])
        return end

    def _change_partners(self, void: bool) -> None:
        """Where the rules say so: the first player stays, the others move on by one seat, and the deal is drawn for.

        A void round is none of those played with the same partners, as at a tournament.
        """
        every = rotates_every(self.core.data)
        if every and not void and (self.round - self.void) % every == 0:
            self.names = rotated(self.names)
            self.dealer = self.chance.choice(self.names)

    @property
    def standings(self) -> Record:
        """The record so far: by variable of the match, then by player."""
        return {key: dict(values) for key, values in self.record.items()}


def variables(table: Table) -> list[str]:
    """The variables of the match that the rules of a table keep, by name."""
    return sorted(v.path for v in table.machine.model.variables.values() if v.scope == "record")


def rotated(names: Sequence[str]) -> list[str]:
    """The first stays and the others move on by one seat: n players, n - 1 seatings, and round again.

    Four players in two teams have each of the others for a partner once in three seatings.
    """
    return [*names[:1], *names[-1:], *names[1:-1]] if len(names) > 2 else list(names)


def seated(teams: Sequence[Sequence[str]]) -> list[str]:
    """The order of the seats in which these teams sit in turn. Raises ValueError where they differ in size."""
    if len({len(team) for team in teams}) != 1:
        raise ValueError("all teams have the same size")
    return [name for row in zip(*teams, strict=True) for name in row]
