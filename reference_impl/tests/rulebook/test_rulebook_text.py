"""Sheets as Markdown and plain text, and the command that prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from unospec.cli import main
from unospec.language import Library, resolve
from unospec.rulebook import COLUMNS, markdown, plain, sheet
from unospec.rulebook.labels import _words
from unospec.rulebook.markdown import escape
from unospec.rulebook.width import width

LIBRARY = Library.load()
PATCHES = ["house/jump-in", "house/stacking", "house/seven-zero"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_plain_lines_fit_the_terminal(language: str) -> None:
    printed = sheet(resolve("uno/2008", PATCHES, check=False), LIBRARY)
    text = plain(printed, language, ids=True)
    assert max(width(line) for line in text.splitlines()) <= COLUMNS
    assert "\n\n\n" not in text
    assert not any(line != line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_markdown_has_ids_and_marks_only_when_asked(language: str) -> None:
    base = resolve("uno/2008", check=False)
    printed = sheet(resolve("uno/2008", PATCHES, check=False), LIBRARY, base)
    bare, full = markdown(printed, language), markdown(printed, language, ids=True, changes=True)
    mark = {"en": "*(new)*", "zh": "*(新增)*"}[language]
    assert "acts.play" not in bare
    assert mark not in bare
    assert r"\[acts.play\]" in full
    assert mark in full
    assert "{" not in bare


def test_texts_of_strangers_cannot_become_markup() -> None:
    assert escape("<script>*x* [a](b) `c` | d & e") == (r"&lt;script&gt;\*x\* \[a\](b) \`c\` \| d &amp; e")


def test_every_label_has_both_languages() -> None:
    for group in _words().values():
        for name, found in group.items():
            assert set(found) == {"en", "zh"}, name


def test_command_prints_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "uno/2008"]) == 0
    assert capsys.readouterr().out.startswith("UNO, sheet of 2008\n====")
    assert main(["rules", "uno/2008", "--lang", "zh", "--with", "house/stacking", "--format", "md"]) == 0
    assert "## 被罚牌时" in capsys.readouterr().out


def test_command_takes_files_and_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patch = tmp_path / "two-step.yaml"
    patch.write_text(
        'unospec: "1"\nid: home/two-step\nkind: patch\ntitle: {en: Long skip, zh: 长跳}\nchange:\n'
        "  effects.skip:\n    do: [{pass: 3}]\n"
        "    en: The next two players lose a turn.\n    zh: 下两家各停一轮。\n",
        encoding="utf-8",
    )
    written = tmp_path / "sheet.md"
    command = ["rules", str(patch), "--set", "hand_size=5", "--changes", "--format", "md"]
    assert main([*command, "--output", str(written)]) == 0
    assert capsys.readouterr().out == ""
    text = written.read_text(encoding="utf-8")
    assert "*(changed)* **Skip**: The next two players lose a turn." in text
    assert "deal 5 cards" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uno/2009"], "there is no document `uno/2009`"),
        (["uno/base"], "is abstract"),
        (["nowhere.yaml"], "there is no file nowhere.yaml"),
        (["uno/2008", "--set", "hand_size"], "is not OPT=V"),
        (["uno/2008", "--set", "hand_size=99"], "out of range"),
    ],
)
def test_command_says_what_is_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


def test_a_card_is_named_once() -> None:
    printed = sheet(resolve("uno/2008", check=False), LIBRARY)
    english, chinese = markdown(printed, "en"), markdown(printed, "zh")
    assert "- A number card has no effect" in english
    assert "- **Reverse**: The direction" in english
    assert "- 数字牌没有特殊效果。" in chinese
    assert "- **反转**：出牌方向反转。" in chinese
