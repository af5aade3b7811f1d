"""Rounds and matches of players who act at random, with what holds for all rule sets looked at on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from unospec.engine.chooser import Uniform, play_out
from unospec.engine.match import Match
from unospec.engine.runtime import Stuck
from unospec.engine.table import Table
from unospec.engine.tournament import Cup

AGREED = 12  # rounds of a match where the rules do not say when it ends
LIMIT = 10_000  # rounds after which a match counts as unfinished; where most of them are void it takes thousands
REDEALS = 1_000  # void rounds in a row after which a tournament gives up


@dataclass
class Figures:
    """What random rounds or matches came to. Wins are by player; `record` is the sum over all matches."""

    rounds: int = 0
    void: int = 0
    acts: int = 0
    longest: int = 0  # acts of the longest round
    wins: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    unfinished: int = 0  # matches that reached the limit
    agreed: int = 0  # matches of an agreed number of rounds, as the rules name no end
    match_rounds: list[int] = field(default_factory=list)
    match_wins: Counter[str] = field(default_factory=Counter)  # those who share a win each count one
    match_losses: Counter[str] = field(default_factory=Counter)  # the same; every naming counts, also within a match
    record: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, record: dict[str, dict[str, int]]) -> None:
        """Add the record of a match."""
        for key, values in record.items():
            self.record.setdefault(key, Counter()).update(values)


def play_table(table: Table, chance: Random, figures: Figures | None = None) -> None:
    """Play a table to the end of its round. Raises Stuck, Broken."""
    played = play_out(table.machine, table.s, Uniform(table.machine, chance))
    if figures is not None:
        figures.rounds += 1
        figures.void += played.winner < 0
        figures.acts += played.acts
        figures.longest = max(figures.longest, played.acts)
        if played.winner >= 0:
            figures.wins[table.notation.names[played.winner]] += 1


def rounds(core: Any, names: list[str], number: int, seed: int) -> Figures:
    """Single rounds, each the first of a match. Raises Stuck, Broken with the round in their notes."""
    figures, chance = Figures(), Random(seed)
    for i in range(1, number + 1):
        match = Match(core, names, chance)
        try:
            play_table(match.next_round(), chance, figures)
        except Exception as problem:
            problem.add_note(f"in round {i} of {len(names)} players, seed {seed}")
            raise
    return figures


def matches(core: Any, names: list[str], number: int, seed: int, limit: int = LIMIT) -> Figures:
    """Whole matches, or `AGREED` rounds where the rules name no winner of a match."""
    figures, chance = Figures(), Random(seed)
    endless = not names_winner(core)
    for i in range(1, number + 1):
        match = Match(core, names, chance)
        while not match.round or not match.over:
            if match.round == (min(AGREED, limit) if endless else limit):
                break
            table = match.next_round()
            try:
                play_table(table, chance, figures)
            except Exception as problem:
                problem.add_note(f"in round {match.round} of match {i} of {len(names)} players, seed {seed}")
                raise
            match.finish(table)
            figures.match_losses.update(match.losers)
        figures.matches += 1
        figures.agreed += endless
        figures.unfinished += not endless and not match.over
        figures.match_rounds.append(match.round)
        figures.match_wins.update(match.winners)
        figures.add(match.standings)
    return figures


def names_winner(core: Any) -> bool:
    """Do the rules ever name the winner of a match?"""
    return _mentions(core.data, "match_winner")


def _mentions(value: Any, key: str) -> bool:
    if isinstance(value, dict):
        return key in value or any(_mentions(item, key) for item in value.values())
    return isinstance(value, list) and any(_mentions(item, key) for item in value)


def tournament(cup: Cup, chance: Random) -> None:
    """Play a tournament to its end. Raises Stuck, Broken."""
    again = 0
    while not cup.over:
        index = cup.waiting[0]
        table = cup.deal(index)
        play_table(table, chance)
        again = again + 1 if cup.finish(index, table)["void"] else 0
        if again > REDEALS:
            raise Stuck("round", f"{again} void rounds, one after the other")
