"""The catalogue of decisions: its form, that everything it names is there, and what the command prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unospec.cli import main
from unospec.language import Library, SpecError
from unospec.language.errors import each
from unospec.rulebook import catalogue as catalogues
from unospec.rulebook.catalogue import Catalogue, problems, read

DOCUMENTS = ("doc000", "doc001", "doc002", "doc003", "doc004")
COLUMNS = (*DOCUMENTS, "uno-2001", "uno-2008")
HEAD = """\
catalogue: 1
section: a
title: {en: "Deck", zh: "牌组"}
points:
  hand_size:
    question: {en: "How many?", zh: "几张？"}
    values:
"""


@pytest.fixture(scope="module")
def whole() -> Catalogue:
    return read()


def said(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> tuple[str, str]:
    assert main(["catalogue", *argv]) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out, err


def wrong(tmp_path: Path, values: str) -> list[SpecError]:
    """Everything that is wrong with a catalogue of one decision with these values."""
    (tmp_path / "a.yaml").write_text(HEAD + values, encoding="utf-8")
    try:
        return problems(read(tmp_path), Library.load())
    except SpecError as error:
        return each(error)


# ------------------------------------------------------------------ what is written


def test_everything_that_is_named_is_there(whole: Catalogue) -> None:
    assert [str(error) for error in problems(whole, Library.load())] == []


def test_it_has_all_decisions_and_values_that_were_found(whole: Catalogue) -> None:
    assert len(whole.points) == 190 and len(whole.sections) == 17
    assert sum(whole.counts().values()) >= 481


def test_what_documents_and_sheets_decide_executes_or_is_text(whole: Catalogue) -> None:
    open_ = [
        f"{point.id}.{value.id}"
        for point in whole.points
        for value in point.values
        if value.status == "not_yet" and set(value.used_by) & set(COLUMNS)
    ]
    assert open_ == []


def test_every_document_has_a_column_and_executes_something_of_its_own(whole: Catalogue) -> None:
    assert set(whole.columns) == set(COLUMNS)
    for column in DOCUMENTS:
        values = [value for point in whole.select("executes", column).points for value in point.values]
        own = [v for v in values if any(w.ruleset.startswith(f"{column}/") for w in v.where)]
        assert len(own) > len(values) / 2


def test_no_source_decides_and_is_silent(whole: Catalogue) -> None:
    for point in whole.points:
        assert not {s for value in point.values for s in value.used_by} & set(point.silent), point.id


def test_texts_are_in_their_languages(whole: Catalogue) -> None:
    for point in whole.points:
        assert point.question.en.endswith("?") and point.question.zh.endswith("？"), point.id
        for text in (point.question, *(value.text for value in point.values)):
            assert text.en.isascii() and not text.zh.isascii() or text.en[0].isdigit(), (point.id, text)
        assert len({value.text for value in point.values}) == len(point.values), point.id


# ------------------------------------------------------------------ what is wrong is told at its place


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("executes: [{in: uno/2009, rule: cards}]", "there is no document `uno/2009`"),
        ("executes: [{in: uno/base, rule: cards}]", "abstract"),
        ("executes: [{in: uno/2008, with: house/none, rule: cards}]", "there is no document `house/none`"),
        ("executes: [{in: uno/2008, set: {hand: 9}, rule: cards}]", "there is no option `hand`"),
        ("executes: [{in: uno/2008, set: {hand_size: 99}, rule: cards}]", "out of range"),
        ("executes: [{in: uno/2008, set: {hand_size: 7}, rule: cards}]", "the same without its options"),
        ("executes: [{in: uno/2008, with: {house/stacking: {stack: all}}, rule: cards}]", "not a value of the option"),
        ("executes: [{in: uno/2008, rule: acts.answer}]", "has no rule `acts.answer`"),
        ("executes: [{in: uno/2008, rule: acts}]", "has no rule `acts`"),
        ("executes: [{in: uno/2008}]", "'rule' is a required property"),
        ("executes: []", "non-empty"),
        ("text_only: nothing_such", "there is no reason `nothing_such`"),
        ("used_by: [doc009], not_yet: {en: x, zh: y}", "there is no source `doc009`"),
        ("not_yet: {en: x}", "the name of a reason, or a text in both languages"),
        ("en: x", "twice"),
        ("used_by: [doc000]", "one of executes, text_only, not_yet"),
        ("text_only: {en: x, zh: y}, not_yet: {en: x, zh: y}", "one of executes, text_only, not_yet"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, value: str, message: str) -> None:
    found = wrong(tmp_path, f'      one: {{en: "one", zh: "一", {value}}}\n')
    assert found and message in found[0].message
    assert found[0].line == 8 and found[0].file.endswith("a.yaml")


def test_a_right_one_has_no_problems(tmp_path: Path) -> None:
    place = "{in: uno/2008, with: {house/stacking: {stack: any_draw}}, set: {hand_size: 9}, rule: define.answers}"
    assert wrong(tmp_path, f'      one: {{en: "one", zh: "一", used_by: [doc000], executes: [{place}]}}\n') == []
    (value,) = read(tmp_path).points[0].values
    assert value.where[0].selection == "uno/2008 --with house/stacking:stack=any_draw --set hand_size=9"


def test_a_decision_is_there_once(tmp_path: Path) -> None:
    text = HEAD + '      one: {en: "one", zh: "一", not_yet: {en: x, zh: y}}\n'
    (tmp_path / "b.yaml").write_text(text.replace("section: a", "section: b"), encoding="utf-8")
    found = wrong(tmp_path, '      one: {en: "one", zh: "一", not_yet: {en: x, zh: y}}\n')
    assert [error.message for error in found] == ["there are two decisions `hand_size`"]


# ------------------------------------------------------------------ the command


def test_the_table_says_where_and_counts(capsys: pytest.CaptureFixture[str], whole: Catalogue) -> None:
    out, _ = said(capsys)
    assert "wd4_legality: When may a Wild Draw Four be played?" in out
    assert "define.breach in doc000/basic --set wild4_test=colour_or_number" in out
    counts = whole.counts()
    assert out.rstrip().endswith(
        f"190 decisions, {sum(counts.values())} values: executes {counts['executes']}, "
        f"text only {counts['text_only']}, not yet {counts['not_yet']}"
    )


def test_status_and_column_select(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, whole: Catalogue
) -> None:
    monkeypatch.setattr(catalogues, "problems", lambda *_: [])  # looked up above
    told = json.loads(said(capsys, "--column", "doc003", "--status", "executes", "--json")[0])
    values = [value for point in told["points"] for value in point["values"]]
    assert values and all("doc003" in v["used_by"] and v["status"] == "executes" for v in values)
    assert told["counts"] == {"executes": len(values), "text_only": 0, "not_yet": 0}
    out, _ = said(capsys, "--status", "not_yet", "--lang", "zh")
    assert "尚未" in out and " 的 " not in out
    out, _ = said(capsys, "--column", "doc004", "--lang", "zh")
    assert "doc004/main 的 define.breach" in out


@pytest.mark.parametrize("argv", [["--column", "doc0004"], ["--column", "uno/2008"]])
def test_a_column_that_is_not_there(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    _, err = said(capsys, *argv, code=3)
    assert "no value is decided by" in err and "hint" in err
