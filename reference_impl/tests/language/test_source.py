"""Reading YAML: places, and the traps that are closed."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unospec.language import SpecError, limits
from unospec.language.source import Map, Seq, copy, plain, read_bytes, read_file


def read(text: str) -> Map:
    return read_bytes(text.encode(), "t.yaml")


def refusal(text: str | bytes) -> SpecError:
    with pytest.raises(SpecError) as caught:
        read_bytes(text if isinstance(text, bytes) else text.encode(), "t.yaml")
    return caught.value


def test_words_that_yaml_would_turn_into_something_else_stay_words() -> None:
    got = read("a: on\nb: no\nc: y\nd: null\ne: ~\nf: 1.5\ng: 0x10\nh: 1e3\ni: 2001-01-01\nj: 010\nk: 1_000")
    assert plain(got) == {
        "a": "on", "b": "no", "c": "y", "d": "null", "e": "~", "f": "1.5",
        "g": "0x10", "h": "1e3", "i": "2001-01-01", "j": "010", "k": "1_000",
    }  # fmt: skip


def test_flags_and_decimal_numbers_are_read() -> None:
    got = plain(read('a: true\nb: false\nc: 12\nd: -3\ne: "12"\nf: "true"'))
    assert got == {"a": True, "b": False, "c": 12, "d": -3, "e": "12", "f": "true"}


def test_keys_are_words_even_if_they_look_like_numbers() -> None:
    assert plain(read("0: a\nyes: b\ntrue: c")) == {"0": "a", "yes": "b", "true": "c"}


def test_every_value_knows_its_place() -> None:
    got = read("a:\n  b: 1\n  c: [x, {d: y}]\n")
    inner = got["a"]
    assert isinstance(inner, Map)
    assert (inner.key_places["b"].line, inner.key_places["b"].column) == (2, 3)
    assert (inner.value_places["b"].line, inner.value_places["b"].column) == (2, 6)
    listed = inner["c"]
    assert isinstance(listed, Seq)
    assert [(place.line, place.column) for place in listed.places] == [(3, 7), (3, 10)]


def test_a_copy_is_independent_and_keeps_its_places() -> None:
    got = read("a: [1, {b: 2}]")
    other = copy(got)
    assert isinstance(other, Map) and other == got and other.key_places == got.key_places
    other.drop("a")
    assert "a" in got


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("a: 1\na: 2", "the key `a` is there twice", 2, 1),
        ("a: &x 1", "an anchor", 1, 4),
        ("a: *x", "an alias", 1, 4),
        ("a: !!python/object:os.system x", "a tag", 1, 4),
        ("<<: {a: 1}", "a merge key", 1, 1),
        ("a: 1\n---\nb: 2", "a second document", 2, 1),
        ("a:", "no value", 1, 3),
        ("[a]: b", "a key is a word", 1, 1),
        ("- a", "a document is a map", 1, 1),
        ("a: 1\n\tb: 2", "a tab", 2, 1),
        ("a: b: c", "not YAML", 1, 5),
        ("a: [1, 2", "not YAML", 1, 9),
        ("a: \x07", "invisible character U+0007", 1, 4),
        ("a: x\u202ey", "invisible character U+202E", 1, 5),
        ("a: x\u200by", "invisible character U+200B", 1, 5),
        ("", "the file is empty", 0, 0),
    ],
)
def test_traps_are_refused_at_their_place(text: str, message: str, line: int, column: int) -> None:
    error = refusal(text)
    assert error.message.startswith(message)
    assert (error.file, error.line, error.column) == ("t.yaml", line, column)


def test_a_text_with_a_colon_gets_a_hint_to_quote_it() -> None:
    assert '"quotes"' in refusal("en: a: b").hint


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    error = refusal(b"a: 1\nb: \xff")
    assert (error.message, error.line) == ("the file is not UTF-8", 2)


def test_limits_are_kept_and_may_be_reached() -> None:
    assert read("a: " + "x" * limits.TEXT_LENGTH)
    assert "characters" in refusal("a: " + "x" * (limits.TEXT_LENGTH + 1)).message
    nested = limits.NESTING - 1
    assert read("a: " + "[" * nested + "]" * nested)
    assert "nested deeper" in refusal("a: " + "[" * limits.NESTING + "]" * limits.NESTING).message
    assert "more than" in refusal("a: [" + "1," * limits.NODES + "]").message
    assert "larger" in refusal(b"#" * (limits.FILE_BYTES + 1)).message


@pytest.mark.parametrize("opened", ["[", "[[", "{b: ", "[{b: ", "{? ", "[ "])
def test_brackets_without_end_never_reach_yaml(opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take minutes over them."""
    monkeypatch.setattr("yaml.parse", lambda *args, **kwargs: pytest.fail("YAML was asked"))
    for times in (200, 20_000):
        assert "nested deeper" in refusal("a: " + opened * times).message


def test_a_text_may_hold_brackets_that_nobody_closes() -> None:
    assert read("a: [" + ", ".join(['"["'] * 100) + "]")
    assert read("a: '" + "]" * 1_000 + "'")


def test_a_file_that_is_missing_is_an_error_of_its_own(tmp_path: object) -> None:
    from pathlib import Path

    with pytest.raises(SpecError, match="cannot be read"):
        read_file(Path(str(tmp_path)) / "none.yaml")


@given(st.text(alphabet=string.printable + "汉​&*!", max_size=60))
def test_any_text_is_read_or_refused_with_a_message(text: str) -> None:
    try:
        got = read(text)
    except SpecError as error:
        assert error.message and error.file == "t.yaml"
    else:
        assert isinstance(got, Map)


def test_documents_with_a_letter_changed_are_read_or_refused() -> None:
    from unospec import resources

    text = (resources.root() / "spec" / "patches" / "house" / "jump-in.yaml").read_text("utf-8")
    chance = random.Random(7)
    for _ in range(200):
        at = chance.randrange(len(text))
        changed = text[:at] + chance.choice("{}[]:,'\"-\n *&!#a") + text[at + 1 :]
        try:
            read(changed)
        except SpecError as error:
            assert error.line >= 0 and error.message
