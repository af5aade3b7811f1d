"""`unospec explain`: what it gathers about a rule or an option, and what it says of names that are not there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unospec.cli import main
from unospec.conformance import authoring
from unospec.conformance.cases import Case
from unospec.engine import machine
from unospec.language import Library, resolve
from unospec.language.source import Map
from unospec.rulebook.explain import Explainer


@pytest.fixture(scope="module")
def suite() -> list[Case]:
    return authoring.whole()


@pytest.fixture(autouse=True)
def _suite_read_once(suite: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authoring, "whole", lambda: suite)


def said(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> tuple[str, str]:
    assert main(["explain", *argv]) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out, err


def found(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(said(capsys, *argv, "--json")[0])
    return read


def test_a_rule_is_told_with_its_source_questions_refusals_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, "acts.challenge")
    assert not err
    wanted = [
        "acts.challenge  (uno/2008)",
        "may challenge it instead of drawing",
        "reveal: hand(pending.by), to: actor",
        "part/challenge  spec/parts/challenge.yaml:",
        "stated, uno-2008, Wild Draw Four Card, note",
        "plays (ruled)",
        "passes (not ruled)",
        "windows.owed: A player who has been hit",
        "condition, not_offered, not_yours",
        "challenge-0001: Upheld",
        "unospec run --case challenge-0001 -v",
    ]
    assert [words for words in wanted if words not in out] == []


def test_the_place_of_a_rule_is_where_its_key_stands(capsys: pytest.CaptureFixture[str]) -> None:
    from unospec import resources

    for written in found(capsys, "acts.challenge", "--ruleset", "doc000/basic")["written"][:1]:
        line = (resources.root() / written["file"]).read_text("utf-8").splitlines()[written["line"] - 1]
        assert line.strip() == "challenge:"


def test_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = said(capsys, "effects.reverse", "--lang", "zh")
    assert "出牌方向反转" in out and "采用" in out and "含义" in out and "Meaning" not in out


def test_the_remark_on_a_source_is_said_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    remark = found(capsys, "acts.challenge")["source"]["why"]
    for lang, other in (("en", "zh"), ("zh", "en")):
        out, _ = said(capsys, "acts.challenge", "--lang", lang)
        assert remark[lang] in out and remark[other] not in out
    assert found(capsys, "acts.play")["source"]["why"] is None


def test_the_option_that_decides_a_question_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = found(capsys, "effects.reverse")
    (concern,) = [c for c in told["concerns"] if c["because"] == "option"]
    assert concern["question"]["id"] == "interpretations.two_player_reverse"
    assert [(o["choice"]["name"], o["value"], o["via"]) for o in told["options"]] == [
        ("two_player_reverse", "skip", "")
    ]
    plain = found(capsys, "effects.reverse", "--set", "two_player_reverse=plain")
    assert plain["meaning"] != told["meaning"] and plain["text"] != told["text"]


def test_options_are_found_in_the_definitions_that_a_rule_refers_to(capsys: pytest.CaptureFixture[str]) -> None:
    told = found(capsys, "acts.answer", "--with", "house/stacking:stack=any_draw")
    assert [(o["choice"]["name"], o["value"], o["via"]) for o in told["options"]] == [
        ("stack", "any_draw", "define.answers")
    ]
    assert {"define.answers", "windows.owed", "blocks.put"} <= {r["id"] for r in told["refers"]}


def test_a_sentence_that_names_an_option_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = found(capsys, "acts.catch")
    assert "uno_penalty" in [o["choice"]["name"] for o in told["options"]]


def test_an_option_is_told_with_its_values_readers_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    told = found(capsys, "target")
    assert told["kind"] == "option" and told["choice"]["limits"] == [50, 5000] and told["default"] == "500"
    assert {r["id"] for r in told["read_by"]} == {"match.points_won", "match.points_lost"}
    assert told["written"][0]["by"] == "part/match-points"
    assert "scoring-0006" in [case["id"] for case in told["cases"]]
    assert "not in force here" in said(capsys, "options.target")[0]


def test_a_rule_of_another_rule_set_is_found_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, "acts.jump")
    assert "acts.jump  (doc000/advanced)" in out and "uno/2008" in err
    out, err = said(capsys, "stack")
    assert "uno/2008 + house/stacking" in err and "any_draw" in out


def test_cases_are_those_of_this_rule_set_and_these_patches(capsys: pytest.CaptureFixture[str]) -> None:
    plain = found(capsys, "acts.challenge")
    stacked = found(capsys, "acts.challenge", "--with", "house/stacking")
    assert plain["cases"] and stacked["cases"]
    assert not {c["id"] for c in plain["cases"]} & {c["id"] for c in stacked["cases"]}
    assert plain["cases_elsewhere"]["uno/2008 + house/stacking"] == len(stacked["cases"])


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["acts.challange"], ["no rule or option `acts.challange`", "did you mean `acts.challenge`?"]),
        (["challenge"], ["did you mean `acts.challenge`?"]),
        (["house/stacking"], ["is a document, not a rule", "unospec rules house/stacking"]),
        (["acts.play", "--ruleset", "uno/20008"], ["no document `uno/20008`"]),
        (["acts.play", "--with", "house/nope"], ["no document `house/nope`"]),
        (["acts.play", "--set", "hand_size"], ["is not OPT=VAL"]),
        (["forbid.take_while_able", "--ruleset", "doc000/basic"], ["not in force", "--set answering=forced"]),
    ],
)
def test_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str], argv: list[str], words: list[str]) -> None:
    _, err = said(capsys, *argv, code=3)
    assert [w for w in words if w not in err] == []


def test_what_the_hint_sets_puts_the_rule_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--set", "answering=forced", "--set", "stacking=same_kind"]
    out, _ = said(capsys, "forbid.take_while_able", "--ruleset", "doc000/basic", *settings)
    assert "forbidden" in out


LIBRARY = Library.load()


@pytest.mark.parametrize("name", [i for i in LIBRARY.ids("ruleset") if not LIBRARY.document(i).abstract])
def test_every_rule_and_option_of_every_rule_set_can_be_explained(name: str) -> None:
    roots: list[Map] = []
    core = resolve(name, amend=roots.append)
    explainer = Explainer(core, roots[0])
    told = {rule: explainer.rule(rule) for rule in explainer.ids()}
    for rule, explained in told.items():
        assert explained.written[0].by and explained.written[0].line, rule
        assert set(explained.used_by) == {other for other, e in told.items() if rule in [r.id for r in e.refers]}
    for option in core.options:
        assert explainer.option(option).read_by, option
    acts = {f"acts.{act}" for act in core.data["acts"]}
    assert {rule for rule in acts if told[rule].codes} >= acts - {"acts.close"}


def test_no_refusal_of_the_machine_is_left_out() -> None:
    roots: list[Map] = []
    core = resolve("uno/2008", amend=roots.append)
    explainer = Explainer(core, roots[0])
    for code, rule in machine(core, 3).program.refusals.values():
        assert rule not in explainer.rules or code in explainer.rule(rule).codes
