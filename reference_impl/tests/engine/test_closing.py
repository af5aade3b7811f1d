"""When ambient windows close: the lists of `closes: before`."""

from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

HEADER = 'unospec: "1"\nid: home/until\nkind: patch\ntitle: {en: Until, zh: 为止}\n'
SETUP = {
    "seats": ["A", "B", "C"],
    "turn": "A",
    "hands": {"A": ["R5", "G1"], "B": ["Y1", "G2"], "C": ["R5", "G3", "G4"]},
    "discard_pile": ["R9"],
    "draw_pile": ["B1", "B2", "B3", "B4"],
}


@cache
def core(before: str) -> Any:
    """`uno/2008` with jump-in; a missed UNO can be caught until what the list names."""
    library = language.Library.load()
    text = f"{HEADER}after: [house/jump-in]\nchange: {{windows.uno: {{closes.before: {before}, text: holds}}}}\n"
    library.add_document(documents.from_map(read_bytes(text.encode(), "until.yaml")))
    return language.resolve("uno/2008", ["house/jump-in", "home/until"], {}, library)


@pytest.mark.parametrize(("before", "catchable"), [("[play]", True), ("[play, jump]", False)])
def test_a_window_closes_before_an_act_of_another_ambient_window_if_it_is_named(before: str, catchable: bool) -> None:
    """`jump` is an act and also the window in which it is offered; the list means the act."""
    table = Table.position(core(before), SETUP)
    for act in ({"by": "A", "act": "play", "card": "R5"}, {"by": "C", "act": "jump", "card": "R5"}):
        assert table.act(act).ok
    caught = table.act({"by": "B", "act": "catch", "target": "A"})
    assert caught.ok == catchable
    assert catchable or caught.why == "not_offered"


def test_an_act_that_closes_a_window_may_open_it_again() -> None:
    """The jump-in ends the time for A, and begins one for C, who is down to one card."""
    hands = {**SETUP["hands"], "C": ["R5", "G3"]}  # type: ignore[dict-item]
    table = Table.position(core("[play, jump]"), {**SETUP, "hands": hands})
    for act in ({"by": "A", "act": "play", "card": "R5"}, {"by": "C", "act": "jump", "card": "R5"}):
        assert table.act(act).ok
    assert not table.act({"by": "B", "act": "catch", "target": "A"}).ok
    assert table.act({"by": "B", "act": "catch", "target": "C"}).ok
