"""Line breaking for text that mixes Latin and Chinese."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from unospec.rulebook.width import pad, width, wrap

MIXED = st.text(alphabet="abc 牌堆摸。，（）“”1", max_size=200)


def test_width_counts_columns() -> None:
    assert width("abc") == 3
    assert width("牌堆") == 4
    assert width("e\u0301") == 1


def test_latin_words_stay_whole() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("a incomprehensible b", 6) == ["a", "incomprehensible", "b"]


def test_chinese_marks_do_not_begin_a_line() -> None:
    assert wrap("摸两张牌，停一轮。", 8) == ["摸两张", "牌，停一", "轮。"]
    assert wrap("玩家（下家）摸牌", 6) == ["玩家", "（下", "家）摸", "牌"]


def test_hanging_indent() -> None:
    assert wrap("one two three", 10, "- ", "  ") == ["- one two", "  three"]


def test_pad() -> None:
    assert pad("牌", 4) == "牌  "
    assert pad("牌", 4, right=True) == "  牌"


@given(MIXED, st.integers(min_value=12, max_value=40))
def test_nothing_is_lost_and_lines_fit(text: str, columns: int) -> None:
    lines = wrap(text, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        unbroken = max((width(word) for word in line.split()), default=0)
        assert width(line) <= max(columns, unbroken)
