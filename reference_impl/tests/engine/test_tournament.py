"""Tournaments: the schedules of the documents as they are written, what a bad one is told, and the totals."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from unospec import cli, resources
from unospec.engine import Table, simulate
from unospec.engine.tournament import Cup
from unospec.language import Library, SpecError
from unospec.language.errors import each
from unospec.language.tournament import Tournament, tournament

FOLDER = resources.root() / "spec" / "tournaments"
# id -> players, tables, rounds, as the documents have it
EXPECTED = {
    "doc000/rotation-4": (4, 1, 12),
    "doc000/rotation-8": (8, 2, 28),
    "doc002/rotation-4": (4, 1, 12),
    "doc002/rotation-8": (8, 2, 28),
    "uno/2001-rotation-4": (4, 1, 12),
    "uno/2001-rotation-8": (8, 2, 28),
}
EXTENDED = ["rotation/base", "rotation/eight", "rotation/four"]


@cache
def library() -> Library:
    return Library.load()


def get(name: str) -> Tournament:
    return tournament(library(), name)


def test_there_are_the_four_of_the_documents() -> None:
    assert library().ids("tournament") == sorted([*EXPECTED, *EXTENDED])
    for path in FOLDER.glob("*.yaml"):
        assert yaml.safe_load(path.read_text("utf-8"))["id"].replace("/", "-") == path.stem


@pytest.mark.parametrize("name", EXPECTED)
def test_the_schedule_as_it_is_written(name: str) -> None:
    """Read without our loader: all pairs partner in four rounds, everybody plays every round, nobody sits twice."""
    data: dict[str, Any] = {"extends": name}
    while "extends" in data:
        file = FOLDER / (data.pop("extends").replace("/", "-") + ".yaml")
        data = yaml.safe_load(file.read_text("utf-8")) | data
    players, tables, rounds = EXPECTED[name]
    played = [seating for seating in data["schedule"] for _ in range(data["rounds_each"])]
    assert len(played) == rounds and data["cycles"] == 1 and data["players"] == players
    partner: Counter[frozenset[int]] = Counter()
    opponent: Counter[frozenset[int]] = Counter()
    for seating in played:
        assert len(seating) == tables and all(len(table) == 4 for table in seating)
        assert sorted(n for table in seating for n in table) == list(range(1, players + 1))
        for a, b, c, d in seating:
            partner.update([frozenset((a, c)), frozenset((b, d))])
            opponent.update(frozenset(pair) for pair in ((a, b), (b, c), (c, d), (d, a)))
    pairs = [frozenset(pair) for pair in combinations(range(1, players + 1), 2)]
    assert partner == dict.fromkeys(pairs, 4)
    assert opponent == dict.fromkeys(pairs, 8), "opponents are shared out evenly"


@pytest.mark.parametrize("name", EXPECTED)
def test_the_rounds_that_are_played_are_those_of_the_schedule(name: str) -> None:
    definition = get(name)
    rounds = list(definition.rounds())
    assert len(rounds) == EXPECTED[name][2]
    assert rounds[0] == rounds[3] == definition.schedule[0] and rounds[4] == definition.schedule[1]
    assert list(definition.rounds(2)) == rounds * 2


# ---------------------------------------------------------------- what is wrong with a document


def problems(tmp_path: Path, old: str, new: str) -> list[SpecError]:
    """The problems of doc000/rotation-8 with one thing changed, in it or in what it extends; each has its place."""
    names = ("rotation-base", "rotation-eight", "doc000-rotation-8")
    texts = [(FOLDER / f"{name}.yaml").read_text("utf-8") for name in names]
    assert sum(text.count(old) for text in texts) == 1, old
    shelf = Library.load()
    with pytest.raises(SpecError) as caught:
        for name, text in zip(names, texts, strict=True):
            path = tmp_path / f"{name}.yaml"
            path.write_text(re.sub(r"(id|extends): (doc000|rotation)/", r"\1: home/", text.replace(old, new)), "utf-8")
            added = shelf.add(path)
        tournament(shelf, added).core(shelf)
    found = each(caught.value)
    assert all(problem.line and problem.column for problem in found)
    return found


@pytest.mark.parametrize(
    ("old", "new", "message", "path"),
    [
        ("[[8, 3, 2, 5],", "[[8, 3, 2, 4],", "player 4 sits twice in this round", "schedule[1][1]"),
        ("[[8, 3, 2, 5],", "[[9, 3, 2, 5],", "there is no player 9; they are 1 to 8", "schedule[1][0]"),
        ("[[8, 3, 2, 5],", "[[8, 3, 2],", "this table has 3 players, not 4", "schedule[1][0]"),
        ("[[8, 3, 2, 5], [4, 6, 1, 7]]", "[[8, 3, 2, 5]]", "this seating has 1 table, the tournament 2", "schedule[1]"),
        ("[8, 1, 7, 3], [2, 4, 6, 5]", "[8, 6, 7, 3], [2, 4, 1, 5]",
         "not every two players are partners in 4 rounds: 1 and 2 in 8, 1 and 3 in 0, 2 and 6 in 0 and 1 more",
         "schedule"),
        ("players: 8", "players: 9", "2 x 4 seats for 9 players", "players"),
        ("rounds_each: 4", "rounds_each: 3", "not every two players are partners in 4 rounds: 1 and 2 in 3",
         "schedule"),
        ("sum: score", "sum: scores", "`scores` is no number that doc000/partners keeps for the match", "total"),
        ("ruleset: doc000/partners", "ruleset: doc000/partner", "there is no document `doc000/partner`", ""),
        ("ruleset: doc000/partners", "ruleset: house/jump-in", "`house/jump-in` is no rule set", "ruleset"),
        ("best: least", "best: lowest", "`lowest` is not one of least, most", "total.best"),
        ("void: again", "voids: again", "unknown key `voids`", "voids"),
    ],
)  # fmt: skip
def test_a_bad_tournament_is_told_where(tmp_path: Path, old: str, new: str, message: str, path: str) -> None:
    found = problems(tmp_path, old, new)
    first = next(problem for problem in found if problem.message.startswith(message))
    assert first.path == path


def test_a_rule_set_without_teams_has_no_partners(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "ruleset: doc000/partners\n", "ruleset: uno/2008\noptions: {hand_size: 7}\n")
    assert problem.message == "in uno/2008 nobody has a partner"


def test_what_is_missing_in_the_end_is_told(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "void: again\n", "")
    assert problem.message == "`void` is missing" and problem.file.endswith("doc000-rotation-8.yaml")
    (problem,) = problems(tmp_path, "    ruled: schedule\n", "")
    assert problem.message == "`ruled` is missing" and problem.path == "interpretations.order"


@pytest.mark.parametrize(
    ("extends", "message"),
    [("home/cup", "extends itself"), ("uno/2008", "is no tournament"), ("rotation/fuor", "there is no document")],
)
def test_a_tournament_extends_other_tournaments(tmp_path: Path, extends: str, message: str) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(
        f'unospec: "1"\nid: home/cup\nkind: tournament\nextends: {extends}\ntitle: {{en: Cup, zh: 杯赛}}\n', "utf-8"
    )
    shelf = Library.load()
    with pytest.raises(SpecError, match=message) as caught:
        tournament(shelf, shelf.add(path))
    assert (caught.value.line, caught.value.column) == (4, 10)


def test_readings_are_said_whole(tmp_path: Path) -> None:
    path = tmp_path / "cup.yaml"
    text = (FOLDER / "doc000-rotation-4.yaml").read_text("utf-8").replace("id: doc000/", "id: home/")
    readings = "readings: {lot: {en: By lot., zh: 抽签。}, eldest: {en: The eldest., zh: 年长者。}}"
    path.write_text(text.replace("first_deal: {", f"first_deal: {{{readings}, "), "utf-8")
    shelf = Library.load()
    data: Any = tournament(shelf, shelf.add(path)).data["interpretations"]
    assert set(data["first_deal"]["readings"]) == {"lot", "eldest"}, "not those of the other tournament as well"
    assert data["first_deal"]["ruled"] == "lot" and set(data) >= {"champion_tie", "cycles"}


def test_what_is_abstract_is_not_played() -> None:
    with pytest.raises(SpecError, match="is abstract"):
        get("rotation/four")


def test_a_tournament_is_no_rule_set_and_the_other_way_round() -> None:
    with pytest.raises(SpecError, match="is no tournament"):
        get("uno/2008")
    from unospec.language import resolve

    with pytest.raises(SpecError, match="is a tournament, not a rule set"):
        resolve("doc000/rotation-4", (), {}, library())


# ---------------------------------------------------------------- a tournament in progress


def cup_of(name: str, names: str, seed: int = 1, **more: int) -> Cup:
    definition = get(name)
    return Cup(definition, definition.core(library()), list(names), seed, **more)


def end_with(cup: Cup, table: int, gains: dict[str, int], void: bool = False) -> None:
    """Finish the round of a table with these points, whatever cards were dealt."""
    dealt = cup.deal(table)
    for i, name in enumerate(dealt.notation.names):
        dealt.s.score[i] = gains.get(name, 0)
    dealt.s.wait, dealt.s.winner = -1, -1 if void else 0
    cup.finish(table, dealt)


def test_totals_are_sums_and_the_best_are_champions() -> None:
    cup = cup_of("doc000/rotation-4", "ABCD")
    for number in range(1, 13):
        assert cup.round == number and not cup.over and cup.champions == []
        end_with(cup, 0, {"A": 10, "B": 5, "C": 5, "D": number})
    assert cup.over and cup.totals == {"A": 120, "B": 60, "C": 60, "D": 78}
    assert cup.champions == ["B", "C"], "the least total wins, ties are shared"
    assert cup.standings == [(1, "B", 60), (1, "C", 60), (3, "D", 78), (4, "A", 120)]
    assert cup_best("doc002/rotation-4") == ["A"], "there the most wins"


def cup_best(name: str) -> list[str]:
    cup = cup_of(name, "ABCD")
    while not cup.over:
        end_with(cup, 0, {"A": 10, "B": 5})
    return cup.champions


def test_a_void_round_is_dealt_again() -> None:
    cup = cup_of("doc000/rotation-4", "ABCD")
    end_with(cup, 0, {"A": 99}, void=True)
    assert cup.round == 1 and cup.void == 1 and cup.totals["A"] == 0 and cup.results == []
    end_with(cup, 0, {"A": 1})
    assert cup.round == 2 and cup.totals["A"] == 1


def test_a_round_waits_for_both_tables_and_the_winner_deals_on() -> None:
    cup = cup_of("doc002/rotation-8", "ABCDEFGH")
    assert cup.seats(0) == list("HBAD") and cup.seats(1) == list("CEGF")
    end_with(cup, 1, {})
    assert cup.round == 1 and cup.waiting == [0]
    with pytest.raises(ValueError, match="nothing to play"):
        cup.deal(1)
    end_with(cup, 0, {})
    assert cup.round == 2
    assert [cup.deal(table).state()["dealer"] for table in (0, 1)] == ["H", "C"], "seat 0 won at both tables"


def test_names_are_one_for_each_player() -> None:
    for names in ("ABC", "ABCA"):
        with pytest.raises(ValueError, match="4 players"):
            cup_of("doc000/rotation-4", names)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_random_tournament_comes_to_its_end(name: str) -> None:
    players, tables, rounds = EXPECTED[name]
    chance = Random(7)
    definition = get(name)
    names = [f"P{n}" for n in range(1, players + 1)]
    cup = Cup(definition, definition.core(library()), names, chance)
    simulate.tournament(cup, chance)
    assert len(cup.results) == rounds * tables
    assert Counter(p for result in cup.results for p in result.players) == dict.fromkeys(names, rounds)
    assert cup.totals == {n: sum(r.gains.get(n, 0) for r in cup.results) for n in names}
    for result in cup.results:  # partners of the documents always get the same
        a, b, c, d = (result.gains[player] for player in result.players)
        assert a == c and b == d and a + b > 0
    best = (min if definition.best == "least" else max)(cup.totals.values())
    assert cup.champions == [n for n in names if cup.totals[n] == best]


@pytest.mark.parametrize("name", ["doc000/rotation-4", "doc002/rotation-4"])
def test_four_players_have_the_champion_that_the_rule_set_names(name: str) -> None:
    """The rule set counts the rounds of one table by itself: with one table both ways come to the same."""
    cup = cup_of(name, "ABCD")
    record: dict[str, dict[str, int]] = {}
    for number in range(1, 13):
        ends = []
        for carried in (record, None):  # the same round, with the record carried on and begun anew
            table = Table.deal(cup.core, cup.seats(0), number, "A", carried)
            simulate.play_table(table, Random(number))
            ends.append(table.end() or {})
        record = {key: ends[0][key] for key in ("score", "rounds")}
        assert ends[0]["winner"] and bool(ends[0]["match_winners"]) == (number == 12) and not ends[1]["match_winners"]
        end_with(cup, 0, ends[1]["score"])
    assert cup.totals == record["score"]
    assert cup.champions == sorted(ends[0]["match_winners"])


# ---------------------------------------------------------------- the command


def test_the_command_prints_the_schedule(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tournament", "doc000/rotation-4", "--names", "Ann, Ben,Cem,Dan"]) == 0
    shown = capsys.readouterr().out
    assert "\n1-4     Ann, Cem, Ben, Dan\n5-8     Ann, Ben, Cem, Dan\n9-12    Ann, Ben, Dan, Cem\n" in shown
    assert "Champion" not in shown
    assert cli.main(["tournament", "doc002/rotation-8", "--lang", "zh", "--simulate", "--seed", "4"]) == 0
    shown = capsys.readouterr().out
    assert "第2桌" in shown and "25-28" in shown and "冠军：" in shown


def test_the_command_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["tournament", "doc002/rotation-8", "--simulate", "--seed", "4", "--json", "--cycles", "2"]
    assert cli.main(argv) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["rounds"]) == 56 and len(first["results"]) == 112
    best = max(entry["total"] for entry in first["standings"])
    assert first["champions"] == [e["player"] for e in first["standings"] if e["total"] == best]
    assert cli.main(argv) == 0
    assert json.loads(capsys.readouterr().out) == first, "the seed is the tournament"
    assert cli.main([*argv[:4], "5", *argv[5:]]) == 0
    assert json.loads(capsys.readouterr().out)["results"] != first["results"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["doc000/rotation-4", "--names", "A,B,C"], "3 names for 4 players"),
        (["doc000/rotation-4", "--names", "A,B,C,A"], "a name of their own"),
        (["doc000/rotation-4", "--names", "A,B,C,"], "1 to 40 characters"),
        (["doc000/rotation-9"], "did you mean"),
        (["uno/2008"], "is no tournament"),
        (["nothing.yaml"], "there is no file"),
        (["doc000/rotation-4", "--set", "x=1"], "x"),
    ],
)
def test_bad_arguments(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tournament", *argv]) == 3
    err = capsys.readouterr().err
    assert message in err and "Traceback" not in err


def test_check_and_list_know_tournaments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(FOLDER / "doc000-rotation-8.yaml"), "doc002/rotation-4"]) == 0
    assert "(on doc002/teams)" in capsys.readouterr().out
    path = tmp_path / "t.yaml"
    text = (FOLDER / "doc000-rotation-4.yaml").read_text("utf-8").replace("doc000/rotation-4", "home/four")
    text = text.replace("total:", "schedule:\n  - [[1, 3, 2, 4]]\n  - [[1, 2, 3, 4]]\n  - [[1, 2, 4, 4]]\n\ntotal:")
    path.write_text(text, "utf-8")
    line = text.splitlines().index("  - [[1, 2, 4, 4]]") + 1
    assert cli.main(["check", str(path)]) == 3
    assert f"t.yaml:{line}:16: schedule[2][0]: player 4 sits twice in this round" in capsys.readouterr().err
    assert cli.main(["list", "--json", "--kind", "tournament"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(e["id"], e["kind"]) for e in listed] == [(name, "tournament") for name in sorted([*EXPECTED, *EXTENDED])]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_of_the_guide_is_a_tournament(tmp_path: Path, language: str) -> None:
    guide = (resources.root() / "docs" / language / "matches.md").read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    path = tmp_path / "evening.yaml"
    path.write_text(example, "utf-8")
    shelf = Library.load()
    definition = tournament(shelf, shelf.add(path))
    assert definition.core(shelf).id == "doc002/teams" and len(list(definition.rounds())) == 6
    assert str(get("doc000/rotation-4").data[language]) in guide, "what the guide shows is what is printed"
