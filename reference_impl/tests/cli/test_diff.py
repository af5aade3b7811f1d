"""`unospec diff`: what it says of rule sets that differ, that do not, and that are not there."""

from __future__ import annotations

import json

import pytest

from unospec.cli import main
from unospec.language import resolve
from unospec.language.source import Map
from unospec.rulebook.compare import compare


def said(capsys: pytest.CaptureFixture[str], *argv: str, code: int) -> str:
    assert main(["diff", *argv]) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out + err


def test_a_rule_set_is_the_same_as_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert "same game" in said(capsys, "uno/2008", "uno/2008", "--witness", code=0)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ["A game that shows a difference", "draws 4 cards"]), ("zh", ["罚摸4张", "能看出差别"])],
)
def test_the_two_sheets_differ_in_the_penalty_of_a_missed_uno(
    capsys: pytest.CaptureFixture[str], lang: str, words: list[str]
) -> None:
    out = said(capsys, "uno/2008", "uno/2001", "--witness", "--lang", lang, code=1)
    assert all(word in out for word in words)
    assert "acts.catch" in out


def test_a_patch_adds_rules_and_the_witness_shows_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "uno/2008", "uno/2008+house/jump-in", "--witness", code=1)
    assert "Only in uno/2008+house/jump-in" in out and "acts.jump" in out and "window `jump`" in out


def test_options_of_patches_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "uno/2008+house/stacking", "uno/2008+house/stacking:stack=any_draw", "--json", code=1)
    found = json.loads(out)
    assert [rule["rule"] for rule in found["rules"]] == ["define.answers"]
    assert found["options"] == [{"option": "stack", "a": "same_kind", "b": "any_draw"}]


def test_another_wording_is_no_difference() -> None:
    def reword(root: Map) -> None:
        rule = root["effects"]["skip"]  # type: ignore[index, call-overload]
        rule.put("en", "Other words.", root.place, root.place)

    core = resolve("uno/2008")
    other = resolve("uno/2008", amend=reword)
    assert core.hash != other.hash and compare(core, other).same


@pytest.mark.parametrize("name", ["uno/20008", "uno/2008+", "uno/2008+house/none", "uno/2008+house/stacking:x=1"])
def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str], name: str) -> None:
    out = said(capsys, "uno/2008", name, code=3)
    assert out.strip()
