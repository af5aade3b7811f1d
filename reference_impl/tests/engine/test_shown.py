"""Team mates who see each other's hands: in views, in events, on the sheet; and nothing changes for the others."""

from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import SpecError
from unospec.language import document as documents
from unospec.language.source import read_bytes
from unospec.rulebook import markdown, sheet

RULES = """
unospec: "1"
id: home/open
kind: ruleset
extends: uno/2008
title: {en: Open, zh: 明牌}
teams: {count: 2, hands: HANDS}
change: {seats: {min: 4}}
"""


def _core(hands: str) -> Any:
    library = language.Library.load()
    name = library.add_document(documents.from_map(read_bytes(RULES.replace("HANDS", hands).encode(), "open.yaml")))
    return language.resolve(name, [], {}, library)


def _table(hands: str) -> Table:
    held = {"A": ["R3", "G1"], "B": ["RS"], "C": ["B5"], "D": ["W"]}
    return Table.position(
        _core(hands), {"seats": list("ABCD"), "turn": "A", "hands": held, "discard_pile": ["Y9"], "draw_pile": ["B8"]}
    )


@pytest.mark.parametrize(("hands", "seen"), [("shown", {"A", "C"}), ("own", {"A"})])
def test_a_view_has_the_hands_that_the_seat_sees(hands: str, seen: set[str]) -> None:
    table = _table(hands)
    assert set(table.view("A")["hands"]) == seen
    assert table.view("A")["hand_sizes"] == {"A": 2, "B": 1, "C": 1, "D": 1}


def test_events_tell_a_team_mate_and_no_opponent_which_card_was_drawn() -> None:
    table = _table("shown")
    events = table.act({"by": "A", "act": "draw"}).events
    told = {seat: [e for e in table.seen(seat, events) if e["e"] == "drew"] for seat in "ABCD"}
    assert all(e["card"] == "B8" for seat in "AC" for e in told[seat])
    assert all("card" not in e for seat in "BD" for e in told[seat])


def test_what_may_be_done_depends_on_the_own_hand_alone() -> None:
    offered = [_table(hands).legal() for hands in ("own", "shown")]
    assert offered[0] == offered[1]


def test_the_sheet_says_so() -> None:
    said = {hands: markdown(sheet(_core(hands), language.Library.load()), "en") for hands in ("own", "shown")}
    assert "see each other's hands" in said["shown"]
    assert "see each other's hands" not in said["own"]


def test_another_word_is_refused() -> None:
    with pytest.raises(SpecError, match="not one of own, shown"):
        _core("open")
