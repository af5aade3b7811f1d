"""How many may play: the span of a core, and whole teams where there are teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def team_count(data: Mapping[str, Any]) -> int:
    """Into how many teams the seats of a core's data fall; 0 where everybody plays alone."""
    teams = data.get("teams")
    return int(teams["count"]) if isinstance(teams, Mapping) else 0


def hands_shown(data: Mapping[str, Any]) -> bool:
    """Whether team mates see each other's hands."""
    teams = data.get("teams")
    return isinstance(teams, Mapping) and teams.get("hands") == "shown"


def rotates_every(data: Mapping[str, Any]) -> int:
    """After how many rounds of a match the players change partners; 0: never."""
    rotate = (data.get("teams") or {}).get("rotate")
    return int(rotate["every"]) if isinstance(rotate, Mapping) else 0


def numbers(data: Mapping[str, Any]) -> list[int]:
    """The numbers of players that the rules are for, ascending. All teams have the same size."""
    span, teams = data["seats"], team_count(data) or 1
    return [n for n in range(span["min"], span["max"] + 1) if n % teams == 0]


def said(data: Mapping[str, Any]) -> str:
    """The numbers of players in a message: `2 to 10`, `4 to 8 in 2 teams of equal size`."""
    few, *_, many = 2 * numbers(data)
    teams = team_count(data)
    return (str(few) if few == many else f"{few} to {many}") + (f" in {teams} teams of equal size" if teams else "")


def nearest(data: Mapping[str, Any], wanted: int) -> int:
    """The number of players that the rules are for which is nearest to another one: options may exclude some."""
    return min(numbers(data), key=lambda number: abs(number - wanted))
