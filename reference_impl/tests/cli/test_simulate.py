"""`unospec simulate`: the policy, the laws that are looked at, covering sets, and random rounds of the documents."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from unospec import cli
from unospec.engine import Rejected, Stuck, Table, simulate
from unospec.engine.chooser import Broken, Uniform, play_out
from unospec.explore import pairwise
from unospec.language import Core, Library, resolve
from unospec.language.seats import nearest

DOCUMENTS = (
    "doc000/advanced", "doc000/basic", "doc000/partners", "doc000/two-player", "doc001/reference", "doc002/part1",
    "doc002/part2", "doc002/part3", "doc002/teams", "doc003/main", "doc004/main",
)  # fmt: skip


@cache
def library() -> Library:
    return Library.load()


@cache
def core_of(name: str = "uno/2008", *patches: str) -> Core:
    return resolve(name, patches, {}, library())


# ---------------------------------------------------------------- the policy


@pytest.mark.parametrize(
    ("core", "last"),
    [
        (core_of(), {"draw", "take"}),  # a challenge may leave its player without a card more
        (core_of("uno/2008", "house/jump-in"), {"draw", "take"}),
        (core_of("doc003/main"), {"draw", "take"}),
        (core_of("doc001/reference"), {"draw", "take"}),
    ],
)
def test_acts_that_only_bring_cards_come_last(core: Core, last: set[str]) -> None:
    table = Table.deal(core, ["A", "B", "C"])
    assert Uniform(table.machine, Random(1)).last == last


def test_every_other_act_has_the_same_chance() -> None:
    hands = {"A": ["R5", "R5", "R7", "W"], "B": ["Y1", "Y2"]}
    table = Table.position(core_of(), {"seats": ["A", "B"], "hands": hands, "discard_pile": ["R9"], "turn": "A"})
    choose = Uniform(table.machine, Random(1))
    legal = table.machine.legal(table.s)
    taken = Counter(table.notation.write_act(choose(legal)).get("card") for _ in range(3000))
    assert set(taken) == {"R5", "R7", "W"}, "drawing is legal, and not chosen"
    assert all(900 < n < 1100 for n in taken.values()), taken


def test_what_comes_last_is_chosen_alone() -> None:
    hands = {"A": ["G5"], "B": ["Y1", "Y2"]}
    table = Table.position(core_of(), {"seats": ["A", "B"], "hands": hands, "discard_pile": ["R9"], "turn": "A"})
    assert Uniform(table.machine, Random(1))(table.machine.legal(table.s))[1] == "draw"


# ---------------------------------------------------------------- the laws, each broken once


def broken(change: Any) -> Exception:
    """What is raised in a round with a machine that was changed."""
    table = Table.deal(core_of(), ["A", "B"], 1)
    machine, choose = table.machine, Uniform(table.machine, Random(1))
    kept = machine.legal, machine.apply
    try:
        change(machine)
        with pytest.raises((Stuck, Broken)) as caught:
            play_out(machine, table.s, choose)
    finally:
        machine.legal, machine.apply = kept
    return caught.value


def test_no_legal_act_is_stuck() -> None:
    def change(machine: Any) -> None:
        machine.legal = lambda s: []

    assert isinstance(broken(change), Stuck)


def test_a_refused_legal_act_is_told() -> None:
    def change(machine: Any) -> None:
        machine.apply = lambda s, act: Rejected("condition", "acts.play")

    assert "was legal and is refused: condition (acts.play)" in str(broken(change))


def test_a_lost_card_is_told() -> None:
    def change(machine: Any) -> None:
        apply = machine.apply

        def losing(s: Any, act: Any) -> Any:
            s.draw_pile.pop()
            return apply(s, act)

        machine.apply = losing

    assert "cards came or went" in str(broken(change))


def test_a_card_that_turns_into_another_is_told() -> None:
    def change(machine: Any) -> None:
        apply = machine.apply

        def turning(s: Any, act: Any) -> Any:
            s.draw_pile[0] = s.draw_pile[-1]
            return apply(s, act)

        machine.apply = turning

    assert "turned into others" in str(broken(change))


# ---------------------------------------------------------------- covering sets


@pytest.mark.parametrize(
    "values",
    [
        {"a": [1, 2]},
        {"a": [1, 2], "b": ["x", "y", "z"]},
        {"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3], "d": [1, 2, 3]},
        {"one": [True], "a": [1, 2], "b": [1, 2]},
    ],
)
def test_every_two_values_meet(values: dict[str, list[Any]]) -> None:
    rows = pairwise.rows(values)
    assert rows == pairwise.rows(values)
    for row in rows:
        assert list(row) == list(values) and all(row[name] in values[name] for name in values)
    for (a, vs), (b, ws) in combinations(values.items(), 2):
        assert {(row[a], row[b]) for row in rows} == {(v, w) for v in vs for w in ws}
    assert {row["a"] for row in rows} == set(values["a"])


def test_the_sets_are_small() -> None:
    assert len(pairwise.rows({name: [0, 1] for name in "abcdefghij"})) <= 10
    assert len(pairwise.rows({name: [0, 1, 2] for name in "abcd"})) <= 12


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_sets_of_the_documents_cover_players_and_options(name: str) -> None:
    core = core_of(name)
    factors = pairwise.factors(core)
    assert set(factors) == {pairwise.SEATS, *core.option_docs}
    low, high = core.option_docs["hand_size"]["range"]
    assert factors["hand_size"] == [low, core.options["hand_size"], high]
    rows = pairwise.rows(factors)
    met = {frozenset(pair) for row in rows for pair in combinations(row.items(), 2)}
    for (a, vs), (b, ws) in combinations(factors.items(), 2):
        assert all(frozenset(((a, v), (b, w))) in met for v in vs for w in ws), (a, b)


# ---------------------------------------------------------------- random rounds of the documents


def documents() -> list[str]:
    """Every rule set of a document that can be played, as the library has them."""
    names = [n for n in library().ids("ruleset") if n.startswith("doc")]
    return [n for n in names if not library().document(n).abstract]


def test_all_documents_are_simulated() -> None:
    assert documents() == sorted(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_rows_of_the_covering_set_end_without_a_stuck_state(name: str) -> None:
    """A sample of `make simulate`: three rows, thirty rounds and a match each."""
    rows = pairwise.rows(pairwise.factors(core_of(name)))
    playable = [row for row in rows if row[pairwise.SEATS] * row["hand_size"] < 90]  # a deck is 108 cards
    for row in playable[:: max(1, len(playable) // 3)][:3]:
        options = {key: value for key, value in row.items() if key != pairwise.SEATS}
        core = resolve(name, (), options, library())
        names = [f"P{n}" for n in range(nearest(core.data, row[pairwise.SEATS]))]
        figures = simulate.rounds(core, names, 30, 1)
        assert figures.rounds == 30 and figures.void + figures.wins.total() == 30 and figures.acts >= 30
        played = simulate.matches(core, names, 1, 1)
        assert played.matches == 1 and played.rounds == played.match_rounds[0]
        if not simulate.names_winner(core):
            assert played.agreed == 1 and played.match_rounds == [simulate.AGREED]
        else:
            assert played.unfinished == 0 and played.match_wins.total() >= 1


# ---------------------------------------------------------------- the command


def test_rounds_and_matches_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "uno/2008", "--players", "2", "--rounds", "9", "--matches", "2", "--seed", "3", "--json"]
    assert cli.main(argv) == 0
    found = json.loads(capsys.readouterr().out)
    rounds, matches = found["rounds"], found["matches"]
    assert rounds["rounds"] == 9 == rounds["void"] + sum(rounds["wins"].values())
    assert rounds["mean_acts"] == round(rounds["acts"] / 9, 2) <= rounds["longest"]
    assert matches["matches"] == 2 and matches["unfinished"] == 0 and sum(matches["match_wins"].values()) == 2
    assert sum(matches["match_rounds"]) == matches["rounds"]
    assert max(matches["record"]["score"].values()) >= 500
    assert cli.main(argv) == 0
    assert json.loads(capsys.readouterr().out) == found, "the seed is the game"


def test_who_loses_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "doc003/main", "--players", "2", "--matches", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["matches"]
    counted = found["rounds"] - found["void"]
    assert sum(found["match_losses"].values()) == counted > 0, "of two players one is left with cards in each round"
    assert {name: counted - n for name, n in found["wins"].items()} == found["match_losses"]
    argv = ["simulate", "doc004/main", "--players", "2", "--matches", "3", "--set", "target=50"]
    assert cli.main([*argv, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["matches"]
    assert all(found["match_losses"].get(name, 0) == 3 - found["match_wins"].get(name, 0) for name in "AB")
    assert cli.main(argv) == 0
    told = ", ".join(f"{name} {n}" for name, n in found["match_losses"].items())
    assert f"\n  lost by {told}\n" in capsys.readouterr().out
    assert cli.main(["simulate", "uno/2008", "--players", "2", "--matches", "1"]) == 0
    assert "lost by" not in capsys.readouterr().out


def test_what_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "uno/2008", "--rounds", "5"]) == 0
    assert capsys.readouterr().out.startswith("uno/2008, 3 players, seed 1\nrounds 5, ")
    assert cli.main(["simulate", "doc002/part2", "--matches", "1"]) == 0
    assert "the rules name no winner of a match: 12 rounds were played of each" in capsys.readouterr().out


def test_pairs_of_options(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "uno/2008", "--pairwise", "--players", "10", "--rounds", "2", "--set", "target=50", "--json"]
    assert cli.main(argv) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["failed"] == [] and found["rows"] >= 9 and found["rounds"] == 2 * found["rows"]
    assert found["no_deal"] >= 3, "150 cards cannot be dealt: those rows are played with the usual numbers"


def test_a_hole_in_the_rules_has_its_own_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patch = tmp_path / "hole.yaml"
    patch.write_text(
        'unospec: "1"\nid: home/hole\nkind: patch\ntitle: {en: Hole, zh: 漏洞}\n'
        "change: {reshuffle: {do: [], text: holds}}\n"
        "add: {acts.draw: {given: {gt: [{count: draw_pile}, 0]}, text: holds}}\n",
        encoding="utf-8",
    )
    code = cli.main(["simulate", str(patch), "--rounds", "200", "--players", "10"])
    err = capsys.readouterr().err
    assert "Traceback" not in err and code == 4, err
    assert "no act is legal before the end of the round" in err and "in round " in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["uno/2008", "--players", "11"], "11 players; these rules are for 2 to 10"),
        (["doc000/rotation-4"], "is a tournament, not a rule set"),
        (["nope"], "there is no document"),
        (["uno/2008", "--rounds", "0"], "not a number from 1"),
        (["uno/2008", "--matches", "x"], "not a number from 1"),
    ],
)
def test_bad_arguments(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = cli.main(["simulate", *argv])
    except SystemExit as stop:
        code = int(stop.code or 0)
    assert code == 3 and message in capsys.readouterr().err
