"""`unospec play`, fed through stdin: whole rounds, refusals, leaving, Chinese, and what stays hidden."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from unospec.cli import main, play
from unospec.cli._play import Voice, words
from unospec.cli._play_read import read_act
from unospec.engine import Table
from unospec.language import Core, Library, resolve

Play = Callable[..., str]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with these lines typed; returns what was shown. The exit code has to be `code`."""

    def sit(typed: str, *argv: str, code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["play", *argv]) == code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return out + err

    return sit


@cache
def core_of(*patches: str) -> Core:
    return resolve("uno/2008", patches, None, Library.load())


def table_of(*patches: str, hands: dict[str, list[str]], **setup: object) -> Table:
    return Table.position(core_of(*patches), {"seats": list(hands), "hands": hands, **setup})


def voice_of(table: Table, me: str = "A", language: str = "en", colours: bool = False) -> Voice:
    return Voice(table.core, language, me, colours)


# ---------------------------------------------------------------- whole games


def test_a_round_with_always_the_first_act(sit: Play) -> None:
    shown = sit("1\n" * 40, "--seed", "5")
    assert "Round 1." in shown and "Everybody gets 7 cards." in shown
    assert "You play red 4 (R4)." in shown
    assert sit("1\n" * 40, "--seed", "5") == shown  # the seed is the game


def test_a_match_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, sit: Play) -> None:
    again = words()["say"]["again"]["en"]
    monkeypatch.setattr(play.Game, "ask", lambda self, prompt: "" if again in prompt else "1")
    shown = sit("", "--seed", "3", "--set", "target=50")
    assert re.search(r"wins? the match!", shown)
    assert "Score: " in shown and "Points left in hand: " in shown
    assert shown.rstrip().splitlines()[-1].startswith("Score")


@pytest.mark.parametrize(
    "argv",
    [
        ["uno/2001", "--players", "2"],
        ["doc002/part2", "--players", "5"],
        ["--with", "house/jump-in", "--with", "house/stacking", "--with", "house/seven-zero"],
        ["--with", "house/draw-to-match", "--with", "house/force-play:force=hand"],
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_other_rules_are_played_as_well(
    argv: list[str], language: str, monkeypatch: pytest.MonkeyPatch, sit: Play
) -> None:
    asked = iter(range(400))

    def first_act(self: play.Game, prompt: str) -> str:
        if next(asked, None) is None or words()["say"]["again"][language] in prompt:
            raise play._Quit
        return "1"

    monkeypatch.setattr(play.Game, "ask", first_act)
    shown = sit("", *argv, "--seed", "11", "--lang", language)
    assert words()["table"]["hand"][language].split("{")[0] in shown
    assert words()["say"]["bye"][language] in shown


# ---------------------------------------------------------------- refusals and leaving


def test_refusals_say_the_sentence_and_the_id_of_the_rule(sit: Play) -> None:
    shown = sit("play G5\nB2\nkeep\njump R4\nR4 x2\ncatch\nquit\n", "--seed", "5")
    assert "No: That card is not in your hand." in shown
    assert "a black card always fits. [define.matches]" in shown
    assert "The drawn card may be kept; the turn then passes. [acts.keep]" in shown
    assert "No: There is no such act in these rules." in shown
    assert "[acts.catch]" in shown
    assert "You play" not in shown  # nothing of it was done


def test_what_is_no_act_is_not_understood(sit: Play) -> None:
    shown = sit("foo bar\n0\n99\n²\n\nquit", "--seed", "5")
    assert shown.count("Not understood.") == 2
    assert shown.count("The list goes from 1 to 2.") == 2
    assert shown.count("Your hand:") == 2  # Enter shows the table again


@pytest.mark.parametrize("typed", ["", "quit", "q\n", "退出\n", "1\n"])
def test_leaving_is_polite(typed: str, sit: Play) -> None:
    assert sit(typed, "--seed", "5").endswith("Goodbye.\n")


def test_leaving_between_rounds(monkeypatch: pytest.MonkeyPatch, sit: Play) -> None:
    monkeypatch.setattr(play.Game, "round", lambda self, table: table.s.__setattr__("wait", -1))
    assert sit("no\n", "--seed", "5").endswith("no\nGoodbye.\n")
    assert "Round 2. Dealer: " in sit("what\n\nquit\n", "--seed", "5")


def test_help_and_rules(sit: Play) -> None:
    shown = sit("?\nrules\nquit\n", "--seed", "5")
    assert "play / p" in shown and "jump" not in shown.split("=====")[0]
    assert "Seven" not in shown and "[acts.play]" in shown


def test_bad_arguments_are_usage_errors(sit: Play) -> None:
    assert "11 players" in sit("", "--players", "11", code=3)
    assert "nope" in sit("", "nope", code=3)


def test_teams_are_whole(tmp_path: Path, sit: Play) -> None:
    rules = tmp_path / "partners.yaml"
    rules.write_text(
        'unospec: "1"\nid: home/partners\nkind: ruleset\nextends: uno/2008\ntitle: {en: Partners, zh: 搭档}\n'
        "teams: {count: 2}\nchange: {seats: {min: 4, max: 8}}\n",
        encoding="utf-8",
    )
    assert "Partners. 4 players" in sit("quit\n", str(rules)), "three are no two teams"
    assert "4 to 8 in 2 teams of equal size" in sit("", str(rules), "--players", "5", code=3)
    assert "人数相同的2队" in sit("", str(rules), "--players", "9", "--lang", "zh", code=3)


def test_partners_are_named_and_their_cards_shown_where_the_rules_show_them(sit: Play) -> None:
    shown = sit("quit\n", "doc002/teams", "--seed", "3", "--set", "partner_hands=shown")
    assert "You and Ben against Ada and Mia." in shown and "\nBen: " in shown and "\nAda: " not in shown
    assert "\nBen: " not in sit("quit\n", "doc002/teams", "--seed", "3")
    assert "against" not in sit("quit\n", "--seed", "3"), "everybody plays alone"


# ---------------------------------------------------------------- Chinese


def test_chinese(sit: Play) -> None:
    shown = sit("打 绿5\n？\n蓝\n蓝8\n退出\n", "--seed", "6", "--lang", "zh", "--name", "阿明")
    assert "不行：要先作出选择。" in shown and "［opening.wild］" in shown
    assert "你指定蓝色。" in shown and "你打出蓝8（B8）。" in shown
    assert ">阿明 7张" in shown and "再见。" in shown
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", shown)  # no English sentence in between


def test_every_text_is_there_in_both_languages() -> None:
    def check(entry: object, path: str) -> None:
        if isinstance(entry, dict):
            if "en" in entry or "zh" in entry:
                assert {"en", "zh"} <= set(entry), path
            for key, value in entry.items():
                check(value, f"{path}.{key}")

    check(words(), "words")


# ---------------------------------------------------------------- typing acts


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("play r5", {"act": "play", "card": "R5"}),
        ("R5", {"act": "play", "card": "R5"}),
        ("red 5", {"act": "play", "card": "R5"}),
        ("红5", {"act": "play", "card": "R5"}),
        ("打红5", {"act": "play", "card": "R5"}),
        ("W4 B", {"act": "play", "card": "W4", "colour": "B"}),
        ("p wild draw four blue", {"act": "play", "card": "W4", "colour": "B"}),
        ("罚四 蓝色", {"act": "play", "card": "W4", "colour": "B"}),
        ("draw", {"act": "draw"}),
        ("摸", {"act": "draw"}),
        ("catch b", {"act": "catch", "target": "B"}),
        ("G9", {"act": "play", "card": "G9"}),
        ("play G9 x2", {"act": "play", "card": "G9", "count": 2}),
    ],
)
def test_acts_are_read(text: str, act: dict[str, object]) -> None:
    table = table_of(hands={"A": ["R5", "W4", "Y1"], "B": ["R1"]}, discard_pile=["R9"], turn="A")
    assert read_act(voice_of(table), table, text) == {"by": "A", **act}


def test_a_card_alone_means_the_act_that_is_legal() -> None:
    hands = {"A": ["R5", "R1"], "B": ["R5", "Y1", "Y2"], "C": ["Y3", "Y4"]}
    table = table_of("house/jump-in", hands=hands, discard_pile=["R9"], turn="A")
    table.lenient = False
    assert table.act({"by": "A", "act": "play", "card": "R5"}).ok
    meant = read_act(voice_of(table, "B"), table, "R5")
    assert meant == {"by": "B", "act": "jump", "card": "R5"}


# ---------------------------------------------------------------- what may be seen


def test_cards_of_others_stay_hidden() -> None:
    table = table_of(hands={"A": ["R5", "Y1"], "B": ["R1"], "C": ["G7"]}, discard_pile=["R9"])
    told = voice_of(table)
    drew = [{"e": "drew", "by": by, "card": "G3", "rule": "acts.draw"} for by in ("B", "B", "A")]
    assert list(told.events(table, drew)) == ["B draws 2 cards.", "You draw green 3 (G3)."]
    shown = {"e": "revealed", "by": "B", "cards": ["R1"], "rule": "acts.challenge"}
    assert list(told.events(table, [{**shown, "to": "C"}])) == ["B shows the hand to C."]
    assert list(told.events(table, [{**shown, "to": "A"}])) == ["B shows you: red 1 (R1)."]
    situation = "\n".join(told.situation(table))
    assert "R5" in situation and "R1" not in situation and "G7" not in situation


def test_the_drawn_card_of_others_stays_hidden() -> None:
    setup = {"discard_pile": ["R9"], "draw_pile": ["R3", "R4"], "turn": "B"}
    table = table_of(hands={"A": ["R5", "Y1"], "B": ["Y8", "Y9"]}, **setup)
    told = voice_of(table)
    lines = list(told.events(table, table.act({"by": "B", "act": "draw"}).events))
    assert lines == ["B draws a card."]
    assert "R3" not in "\n".join(told.situation(table))


def test_colours_only_where_they_are_wanted() -> None:
    table = table_of(hands={"A": ["R5", "Y1"], "B": ["R1"]}, discard_pile=["R9"])
    assert "\033[31mred 5 (R5)\033[0m" in voice_of(table, colours=True).card(table, "R5")
    assert "\033" not in voice_of(table).card(table, "R5")
