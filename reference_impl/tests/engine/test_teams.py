"""Teams: who is in one, with whom, how many may play, and what a team wins."""

import random
from functools import cache
from typing import Any

import pytest

from unospec import engine, language
from unospec.engine import Malformed, Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

PARTNERS = """
unospec: "1"
id: home/partners
kind: ruleset
extends: uno/2008
title: {en: Partners, zh: 搭档}
teams: {count: TEAMS}
change:
  seats: {min: LEAST, max: 12}
  acts.catch: {who: opponents(subject), en: Only another team may catch., zh: 只有对方可以抓漏喊。}
  match.points_won:
    do:
      - {each: team(winner), do: [{add: {score(seat): {total: points(it), over: opponents(seat)}}}]}
      - {if: {ge: [score(winner), $target]}, then: [{outcome: {match_winner: team(winner)}}]}
    en: The points of the others go to each of the winning team.
    zh: 对方的分数归胜队每人。
"""


@cache
def rules(teams: int = 2, least: int = 4) -> Any:
    library = language.Library.load()
    text = PARTNERS.replace("TEAMS", str(teams)).replace("LEAST", str(least))
    name = library.add_document(documents.from_map(read_bytes(text.encode(), "partners.yaml")))
    return language.resolve(name, [], {}, library)


def last_card(**changes: Any) -> Table:
    """Four players; A is about to go out. Left over then: B 20, C 5, D 50 + 9."""
    hands = {"A": ["R3"], "B": ["RS"], "C": ["B5"], "D": ["W", "Y9"]}
    setup = {"seats": list("ABCD"), "turn": "A", "hands": hands, "discard_pile": ["R1"], "draw_pile": ["G1", "G2"]}
    return Table.position(rules(), {**setup, **changes})


def test_the_points_of_the_other_team_go_to_each_of_the_winners() -> None:
    table = last_card()
    events = table.act({"by": "A", "act": "play", "card": "R3"}).events
    assert [(e["by"], e["n"]) for e in events if e["e"] == "scored"] == [("A", 79), ("C", 79)]
    end = table.end()
    assert end is not None and end["winner"] == "A", "the winner is the seat that went out"
    assert end["score"] == {"A": 79, "B": 0, "C": 79, "D": 0} and end["match_winners"] == []


def test_the_whole_team_wins_the_match() -> None:
    table = last_card(score={"A": 450, "B": 0, "C": 450, "D": 499})
    events = table.act({"by": "A", "act": "play", "card": "R3"}).events
    assert [e["by"] for e in events if e["e"] == "match_won"] == ["A", "C"]
    end = table.end()
    assert end is not None and end["match_winners"] == ["A", "C"]


def test_only_another_team_catches() -> None:
    table = last_card(hands={"A": ["R3", "R4"], "B": ["RS"], "C": ["B5"], "D": ["W"]})
    assert table.act({"by": "A", "act": "play", "card": "R3"}).ok
    catches = [act["by"] for act in table.legal() if act["act"] == "catch"]
    assert catches == ["B", "D"]
    assert table.act({"by": "C", "act": "catch", "target": "A"}).why == "not_yours"


@pytest.mark.parametrize(
    ("teams", "seats", "mates"),
    [(2, 4, {0: [0, 2], 1: [1, 3]}), (2, 6, {0: [0, 2, 4], 5: [1, 3, 5]}), (3, 6, {1: [1, 4], 5: [2, 5]})],
)
def test_seats_belong_to_the_teams_in_turn(teams: int, seats: int, mates: dict[int, list[int]]) -> None:
    table = engine.machine(rules(teams, 2 * teams), seats).model.tables["TEAM"]
    for seat, team in mates.items():
        assert [other for other in range(seats) if table[other] == table[seat]] == team
    assert all(table[seat] != table[(seat + 1) % seats] for seat in range(seats)), "team mates are no neighbours"


@pytest.mark.parametrize("players", [2, 3, 5, 7, 14])
def test_teams_of_different_sizes_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="4 to 12 in 2 teams of equal size"):
        engine.machine(rules(), players)
    names = [f"P{i}" for i in range(players)]
    with pytest.raises(Malformed, match="in 2 teams of equal size"):
        Table.deal(rules(), names)


@pytest.mark.parametrize("players", [4, 6, 12])
def test_team_mates_have_the_same_score_after_any_round(players: int) -> None:
    table = Table.deal(rules(), [f"P{i}" for i in range(players)], seed=players)
    rng = random.Random(players)
    while legal := table.machine.legal(table.s):
        with_cards = [act for act in legal if act[2] >= 0]
        table.machine.apply(table.s, rng.choice(with_cards if with_cards and rng.random() < 0.9 else legal))
    end = table.end()
    assert end is not None and end["winner"] is not None
    first = {seat: score for seat, score in end["score"].items() if score}
    assert len(first) == players // 2 and len(set(first.values())) == 1
    assert len({int(seat[1:]) % 2 for seat in first}) == 1


def test_a_team_in_a_condition_on_a_card() -> None:
    """No Skip against a team mate: a card condition that asks for the team of the seat on turn."""
    library = language.Library.load()
    text = PARTNERS.replace("TEAMS", "2").replace("LEAST", "4") + (
        "forbid:\n  kind:\n    act: [play]\n"
        "    when: {all: [{eq: [card.face, skip]}, {in: [pending.by, team(turn)]}]}\n"
        "    en: No Skip where the own team owed.\n    zh: 己方受罚时不得打跳过。\n"
    )
    library.add_document(documents.from_map(read_bytes(text.encode(), "partners.yaml")))
    core = language.resolve("home/partners", [], {}, library)
    hands = {"A": ["RS", "R3"], "B": ["R5"], "C": ["B5"], "D": ["W"]}
    setup = {"seats": list("ABCD"), "turn": "A", "hands": hands, "discard_pile": ["R1"], "draw_pile": ["G1"]}
    table = Table.position(core, {**setup, "pending": {"by": "C"}})
    assert table.act({"by": "A", "act": "play", "card": "RS"}).why == "forbidden"
    assert Table.position(core, {**setup, "pending": {"by": "B"}}).act({"by": "A", "act": "play", "card": "RS"}).ok
    assert Table.position(core, setup).act({"by": "A", "act": "play", "card": "RS"}).ok, "nobody is in no team"
