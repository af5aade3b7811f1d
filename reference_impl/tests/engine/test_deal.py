"""Who deals the next round, and how many may play."""

import pytest

from unospec import engine, language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language import resolve
from unospec.language.source import read_bytes


@pytest.mark.parametrize(("direction", "dealer"), [(1, 1), (-1, 1)])
def test_the_deal_passes_to_the_left_whichever_way_the_round_ended(direction: int, dealer: int) -> None:
    machine = engine.machine(resolve("uno/2008"), 3)
    state, _ = machine.start(engine.Shuffler(1), 0)
    state.direction = direction
    assert machine.next_dealer(state) == dealer


@pytest.mark.parametrize("seats", [0, 1, 11, 30])
def test_a_number_of_players_that_the_rules_exclude_is_refused_at_once(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 10"):
        engine.machine(resolve("uno/2008"), seats)


def test_the_turn_that_is_told_is_the_one_that_it_came_to() -> None:
    """`{turn: after(turn)}` reads the turn before it moves; the event says where it went. Found by a mutant."""
    text = 'unospec: "1"\nid: home/turn\nkind: patch\ntitle: {en: T, zh: 转}\n'
    text += "change: {effects.skip: {do: [{turn: after(turn)}], text: holds}}\n"
    library = language.Library.load()
    library.add_document(documents.from_map(read_bytes(text.encode(), "turn.yaml")))
    core = language.resolve("uno/2008", ["home/turn"], {}, library)
    setup = {"seats": ["A", "B", "C"], "hands": {"A": ["RS", "R1", "R2"]}, "discard_pile": ["R9"]}
    table = Table.position(core, setup)
    events = table.act({"by": "A", "act": "play", "card": "RS"}).events
    assert events[-1] == {"e": "turn", "by": "B", "rule": "effects.skip"} and table.state()["turn"] == "B"
