"""Events as each seat gets to know them."""

import pytest

from unospec.engine import Malformed, Table
from unospec.language import resolve

POSITION = {
    "seats": ["A", "B", "C"],
    "hands": {"A": ["G1", "G3"], "B": ["W4", "Y2"], "C": ["R1", "R2"]},
    "discard_pile": ["R9"],
    "draw_pile": ["B5", "Y1", "Y3", "Y4", "Y5"],
}


def test_a_drawn_card_is_its_owners() -> None:
    table = Table.position(resolve("uno/2008"), POSITION)
    events = table.act({"by": "A", "act": "draw"}).events
    drew = [event for event in events if event["e"] == "drew"]
    assert drew == [{"e": "drew", "by": "A", "card": "B5", "rule": "acts.draw"}]
    assert table.seen("A", events) == events
    for other in ("B", "C"):
        seen = table.seen(other, events)
        assert [event for event in seen if event["e"] == "drew"] == [{"e": "drew", "by": "A", "rule": "acts.draw"}]
        assert [event["e"] for event in seen] == [event["e"] for event in events]


def test_a_revealed_hand_is_known_to_its_owner_and_to_the_one_who_may_look() -> None:
    table = Table.position(resolve("uno/2008"), POSITION | {"turn": "B"})
    table.act({"by": "B", "act": "play", "card": "W4", "colour": "Y"})
    events = table.act({"by": "C", "act": "challenge"}).events
    revealed = next(event for event in events if event["e"] == "revealed")
    assert (revealed["by"], revealed["to"], revealed["cards"]) == ("B", "C", ["Y2"])
    for seat in ("B", "C"):
        assert revealed in table.seen(seat, events)
    assert all("cards" not in event for event in table.seen("A", events))


def test_nobody_sits_there() -> None:
    table = Table.position(resolve("uno/2008"), POSITION)
    with pytest.raises(Malformed):
        table.seen("D", [])
