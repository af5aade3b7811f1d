"""Who has lost a match is told like who has won it, and only where the rules name losers."""

from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.engine.match import Match
from unospec.language import document as documents
from unospec.language.errors import SpecError
from unospec.language.source import read_bytes

LOSER = """
unospec: "1"
id: home/loser
kind: ruleset
extends: uno/2008
title: {en: Loser, zh: 输家}
change:
  match.points_won:
    do:
      - {each: others(winner), do: [{add: {score(seat): points(seat)}}]}
      - {if: {exists: {in: seats, where: {ge: [score(it), 20]}}}, then: [{outcome: {OUTCOME}}]}
    text: holds
"""
BOTH = "match_loser: {most: seats, by: score(it)}, match_winner: {least: seats, by: score(it)}"
HANDS = {"A": ["R3"], "B": ["RS"], "C": ["B5"], "D": ["YR"]}  # left over: B 20, C 5, D 20


@cache
def rules(outcome: str = BOTH) -> Any:
    library = language.Library.load()
    text = LOSER.replace("OUTCOME", outcome)
    name = library.add_document(documents.from_map(read_bytes(text.encode(), "loser.yaml")))
    return language.resolve(name, [], {}, library)


def last_card(core: Any, **hands: list[str]) -> Table:
    setup = {"seats": list("ABCD"), "turn": "A", "hands": {**HANDS, **hands}, "discard_pile": ["R1"]}
    return Table.position(core, setup)


def played(table: Table) -> Table:
    assert table.act({"by": "A", "act": "play", "card": "R3"}).ok
    return table


def test_losers_are_told_and_listed_at_the_end() -> None:
    table = last_card(rules())
    events = table.act({"by": "A", "act": "play", "card": "R3"}).events
    told = [(e["e"], e["by"], e["rule"]) for e in events if e["e"].startswith("match_")]
    assert sorted(told) == [
        ("match_lost", "B", "match.points_won"),
        ("match_lost", "D", "match.points_won"),
        ("match_won", "A", "match.points_won"),
    ]
    end = table.end()
    assert end is not None and end["match_losers"] == ["B", "D"] and end["match_winners"] == ["A"]


def test_nobody_has_lost_while_the_match_goes_on() -> None:
    end = played(last_card(rules(), B=["R2"], D=["R2"])).end()
    assert end is not None and end["match_losers"] == [] and end["match_winners"] == []


def test_a_copy_keeps_the_losers() -> None:
    table = played(last_card(rules())).clone()
    end = table.end()
    assert end is not None and end["match_losers"] == ["B", "D"]


def test_a_loser_alone_does_not_end_the_match() -> None:
    match = Match(rules("match_loser: {most: seats, by: score(it)}"), list("ABCD"), 1)
    match.next_round()
    end = match.finish(played(last_card(match.core)))
    assert end["match_losers"] == ["B", "D"] and end["match_winners"] == [] and not match.over


def test_rules_without_losers_do_not_speak_of_them() -> None:
    table = played(last_card(rules("match_winner: winner")))
    end = table.end()
    assert end is not None and "match_losers" not in end and "match_losers" not in table.machine.source


def test_only_seats_lose() -> None:
    with pytest.raises(SpecError, match="hand"):
        rules("match_loser: hand(winner)")
