"""What the printed module reads from tables, and how often it goes through a hand."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from unospec import engine
from unospec.engine.cards import CARD, Tables
from unospec.engine.machine import compile_core
from unospec.engine.queries import Queries
from unospec.language import resolve

FORCED = {"force": "hand"}  # who can play has to


class Watched(list[int]):
    """A hand that counts how often it is gone through."""

    looks = 0

    def __iter__(self) -> Iterator[int]:
        self.looks += 1
        return super().__iter__()


def test_a_card_may_be_played_on_every_top_card_as_the_rule_says() -> None:
    machine = engine.machine(resolve("uno/2008"), 2)
    cards = machine.model.cards
    s = machine.new()
    for top, colour, card in [(t, k, c) for t in range(len(cards)) for k in range(4) for c in range(len(cards))]:
        s.top, s.active_colour, s.hand[0] = top, colour, [card]
        played, below = cards[card], cards[top]
        fits = played.colour in (None, machine.model.colours[colour]) or played.face == below.face
        offered = (0, "play", card, 1) in machine.legal(s)
        assert offered == fits, f"{played.token} on {below.token}, colour {machine.model.colours[colour]}"


@pytest.mark.parametrize("fits", [True, False])
def test_an_act_for_want_of_a_card_that_fits_costs_no_second_look_at_the_hand(fits: bool) -> None:
    machine = engine.machine(resolve("uno/2008", ["house/force-play"], FORCED), 3)
    tokens = [c.token for c in machine.model.cards]
    s = machine.new()
    s.top = tokens.index("R5")
    s.active_colour = machine.model.tables["COLOUR"][s.top]
    hand = Watched(sorted(map(tokens.index, ["B2", "B2", "G7", "R9" if fits else "Y9"])))
    s.hand[0] = hand
    expected = (0, "play", tokens.index("R9"), 1) if fits else (0, "draw", -1, 0)
    assert machine.legal(s) == [expected]
    assert hand.looks == 1


def test_an_act_that_needs_less_than_that_keeps_its_place_in_the_order() -> None:
    machine = engine.machine(resolve("uno/2008"), 3)
    tokens = [c.token for c in machine.model.cards]
    s = machine.new()
    s.top = tokens.index("R5")
    s.active_colour, s.hand[0] = machine.model.tables["COLOUR"][s.top], [tokens.index("R9")]
    assert [a[1] for a in machine.legal(s)] == ["draw", "play"]


def test_an_act_for_want_of_some_other_card_is_not_mistaken_for_that() -> None:
    data = deepcopy(resolve("uno/2008").data)
    of_colour = {"in": "hand(actor)", "where": {"eq": ["it.colour", "active_colour"]}}
    data["acts"]["draw"]["given"] = {"not": {"exists": of_colour}}
    machine = compile_core(data, 3)
    tokens = [c.token for c in machine.model.cards]
    s = machine.new()
    s.top = tokens.index("R5")
    s.active_colour, s.hand[0] = machine.model.tables["COLOUR"][s.top], [tokens.index("B5")]
    assert [a[1] for a in machine.legal(s)] == ["draw", "play"]


def test_who_draws_from_empty_piles_holds_no_card_that_fits() -> None:
    core = resolve("uno/2008")
    table = engine.Table.position(
        core,
        {"seats": ["A", "B", "C"], "turn": "A", "hands": {"A": ["B2"]}, "discard_pile": ["W"], "active_colour": "R"},
    )
    outcome = table.act({"by": "A", "act": "draw"})
    assert [e["e"] for e in outcome.events] == ["draw", "turn"]
    assert [a["act"] for a in table.legal("A")] == []


def test_no_card_is_never_in_a_table() -> None:
    machine = engine.machine(resolve("uno/2008", ["house/stacking"]), 2)

    def rows(x: Any) -> Iterator[tuple[bool, ...]]:
        if isinstance(x[0], bool):
            yield x
        else:
            for y in x:
                yield from rows(y)

    by_card = [t for name, t in machine.program.tables.items() if name.startswith("MAY_")]
    assert by_card
    for table in by_card:
        assert all(len(row) == len(machine.model.cards) + 1 and row[-1] is False for row in rows(table))


def test_a_condition_that_means_the_same_finds_the_same_table() -> None:
    model = engine.machine(resolve("uno/2008"), 2).model
    tables = Tables(Queries(model))
    face = ("==", ("at", "FACE", CARD), ("at", "FACE", ("var", "top")))
    colour = ("==", ("at", "COLOUR", CARD), ("var", "active_colour"))
    one = tables.tabulate("one", ("and", (face, colour)))
    assert tables.tabulate("two", ("and", (colour, face))) == one
    assert len(tables.made) == 1
