"""What is offered to whom, and the first card on a bare table. Both were found by rules of documents."""

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

RULES = """
unospec: "1"
id: home/two-movers
kind: patch
title: {en: T, zh: 题}
acts:
  alarm:
    in: main
    who: others(turn)
    do: []
    en: Another player raises the alarm.
    zh: 别的玩家示警。
  hurry:
    in: main
    who: next
    do: [{pass: 1}]
    en: The next player takes over.
    zh: 下家抢先。
"""


def _table(seats: str, turn: str) -> Table:
    library = language.Library.load()
    library.add_document(documents.from_map(read_bytes(RULES.encode(), "movers.yaml")))
    core = language.resolve("uno/2008", ["home/two-movers"], {}, library)
    hands = {name: [f"R{i}", f"G{i}"] for i, name in enumerate(seats, 1)}
    return Table.position(core, {"seats": list(seats), "turn": turn, "hands": hands, "discard_pile": ["R9"]})


@pytest.mark.parametrize("turn", ["A", "B", "C"])
def test_acts_of_one_window_go_each_to_their_own_seats(turn: str) -> None:
    after = {"A": "B", "B": "C", "C": "A"}[turn]
    offered = {(act["by"], act["act"]) for act in _table("ABC", turn).legal()}
    others = {(name, "alarm") for name in "ABC" if name != turn}
    assert offered == others | {(after, "hurry"), (turn, "draw"), (turn, "play")}


def test_the_first_card_of_a_table_without_one_lies_on_nothing() -> None:
    table = Table.position(language.resolve("uno/2008"), {"seats": ["A", "B"], "hands": {"A": ["W", "R1"]}})
    assert table.act({"by": "A", "act": "play", "card": "W", "colour": "R"}).ok
    state = table.state()
    assert (state["top"], state["discard_pile"]) == ("W", 1)
