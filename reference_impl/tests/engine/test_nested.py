"""Searches inside searches, and whatever else goes through cards or seats inside something that does.

The expected numbers are counted at the table, from the cards that lie there; `counted` counts the same way.
"""

import random
from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

Hands = dict[str, list[str]]

ASKED = {
    "twins": "{count: {in: hand(actor), where: {twin: it}}}",
    "elsewhere": "{count: {in: hand(actor), where: {elsewhere: it}}}",
    "common": "{count: {in: hand(actor), where: {commonest: it}}}",
    "black": "{count: {in: seats, where: {exists: {in: hand(it), where: {has: [it, black]}}}}}",
    "repeated": "{count: {in: seats, where: {exists: {in: hand(it), where: {gt: [{copies: it}, 1]}}}}}",
    "red": "{total: {count: {in: hand(it), where: {eq: [it.colour, red]}}}, over: seats}",
    "fewest": "{count: {least: seats, by: {count: {in: hand(it), where: {has: [it, number]}}}}}",
    "shorter": "{count: {in: seats, where: {exists: {in: others(it), where: {not: {in: [it, shortest]}}}}}}",
    "pairs": "{total: {count: others(it)}, over: seats}",
    "points": "{total: {sum: points, over: {in: hand(it), where: {not: {eq: [it.face, wild]}}}}, over: others}",
}  # fmt: skip
PROBE = """
unospec: "1"
id: home/probe
kind: ruleset
extends: uno/2008
title: {en: Probe, zh: 试验}
record: {RECORD}
define:
  twin: {is: {exists: {in: hand(actor), where: {same: [it, card, [colour, face]]}, except: card}}}
  elsewhere: {is: {exists: {in: others(actor), where: {exists: {in: hand(it), where: {eq: [it.face, card.face]}}}}}}
  copies: {is: {total: {count: {in: hand(it), where: {same: [it, card, [colour, face]]}}}, over: seats}}
  shortest: {is: {least: seats, by: {count: hand(it)}}}
  of_colour: {is: {count: {in: hand(actor), where: {eq: [it.colour, card.colour]}}}}
  commonest: {is: {not: {exists: {in: hand(actor), where: {gt: [{of_colour: it}, {of_colour: card}]}}}}}
acts:
  probe:
    in: main
    do: [{set: {SET}}]
    en: The table counts.
    zh: 数牌。
"""
SWAP = """
unospec: "1"
id: home/swap
kind: ruleset
extends: uno/2008
title: {en: Swap, zh: 换牌}
record: {marked: number}
per_seat: {owes: flag}
effects:
  face/0:
    do:
      - {choose: one, from: others}
      - {choose: two, from: {in: others(one), where: {exists: {in: others(it), where: {gt: [{count: hand(it)}, 2]}}}}}
      - {each: others(one), do: [{add: {marked(seat): {count: {in: hand(two), where: {eq: [it.colour, red]}}}}}]}
      - {swap: hand, of: [one, two]}
      - {pass: 1}
    en: Two others trade their hands.
    zh: 另外两人交换手牌。
whenever:
  blue:
    each: seats
    when: {all: [{not: owes(seat)}, {exists: {in: hand(seat), where: {all: [{eq: [it.face, wild4]}, {lonely: it}]}}}]}
    do: [{set: {owes(seat): true}}]
    en: Whoever holds a Wild Draw Four and no second one is noted.
    zh: 手里只有一张罚四的人记下来。
define:
  lonely: {is: {not: {exists: {in: hand(seat), where: {eq: [it.face, card.face]}, except: card}}}}
"""


@cache
def core(text: str) -> Any:
    library = language.Library.load()
    name = library.add_document(documents.from_map(read_bytes(text.encode(), "home.yaml")))
    return language.resolve(name, [], {}, library)


def probe() -> Any:
    record = ", ".join(f"n_{name}: number" for name in ASKED)
    terms = ", ".join(f"n_{name}(actor): {term}" for name, term in ASKED.items())
    return core(PROBE.replace("RECORD", record).replace("SET", terms))


def found(hands: Hands) -> dict[str, int]:
    """What the engine counts for A, who is on turn."""
    setup = {"seats": list(hands), "turn": "A", "hands": hands, "discard_pile": ["Y0"], "draw_pile": ["G0", "B0"]}
    table = Table.position(probe(), setup)
    assert table.act({"by": "A", "act": "probe"}).ok
    return {name: table.state()[f"n_{name}"]["A"] for name in ASKED}


def counted(hands: Hands) -> dict[str, int]:
    """The same, from the names of the cards."""
    black = ("W", "W4")

    def colour(card: str) -> str:
        return "" if card in black else card[0]

    def face(card: str) -> str:
        return card if card in black else card[1:]

    def value(card: str) -> int:
        return 50 if card in black else int(face(card)) if face(card).isdigit() else 20

    mine = hands["A"]
    rest = [card for name, hand in hands.items() if name != "A" for card in hand]
    everything = mine + rest
    of_colour = {c: sum(colour(x) == colour(c) != "" for x in mine) for c in mine}
    numbers = [sum(face(c).isdigit() for c in hand) for hand in hands.values()]
    short = min(map(len, hands.values()))
    longer = {name for name, hand in hands.items() if len(hand) > short}
    return {
        "twins": sum(mine.count(c) > 1 for c in mine),
        "elsewhere": sum(face(c) in map(face, rest) for c in mine),
        "common": sum(of_colour[c] == max(of_colour.values()) for c in mine),
        "black": sum(any(c in black for c in hand) for hand in hands.values()),
        "repeated": sum(any(everything.count(c) > 1 for c in hand) for hand in hands.values()),
        "red": sum(colour(c) == "R" for c in everything),
        "fewest": numbers.count(min(numbers)),
        "shorter": sum(bool(longer - {name}) for name in hands),
        "pairs": len(hands) * (len(hands) - 1),
        "points": sum(value(c) for c in rest if c != "W"),
    }


BY_HAND = [  # hands; what was counted at the table
    (
        {"A": ["R1", "R1", "R2", "G2"], "B": ["G2", "W"], "C": ["R5", "R6", "R7"]},
        {"twins": 2, "elsewhere": 2, "common": 3, "black": 1, "repeated": 2, "red": 6, "fewest": 1, "shorter": 3,
         "pairs": 6, "points": 20},
    ),
    (
        {"A": ["R1", "G1", "B1", "W4"], "B": ["R2", "G2", "W4"], "C": ["B3", "Y3", "W"]},
        {"twins": 0, "elsewhere": 1, "common": 3, "black": 3, "repeated": 2, "red": 2, "fewest": 2, "shorter": 2,
         "pairs": 6, "points": 60},
    ),
    (
        {"A": ["W", "W", "W4", "W4"], "B": ["W", "RS", "BS"]},
        {"twins": 4, "elsewhere": 2, "common": 4, "black": 2, "repeated": 2, "red": 1, "fewest": 2, "shorter": 1,
         "pairs": 2, "points": 40},
    ),
    (
        {"A": ["B9", "B9", "YR", "YR", "G4"], "B": ["R9"], "C": ["G4"], "D": ["Y+2"]},
        {"twins": 4, "elsewhere": 3, "common": 4, "black": 0, "repeated": 2, "red": 1, "fewest": 1, "shorter": 3,
         "pairs": 12, "points": 33},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "expected"), BY_HAND)
def test_a_search_inside_another_has_an_it_of_its_own(hands: Hands, expected: dict[str, int]) -> None:
    assert found(hands) == expected
    assert counted(hands) == expected


def test_it_holds_for_any_hands() -> None:
    deck = [f"{c}{f}" for c in "RYGB" for f in [*"123456789SR", "+2"] for _ in range(2)] + ["W", "W4"] * 4
    chance = random.Random(1)
    for _ in range(60):
        cards = chance.sample(deck, 24)
        hands: Hands = {name: [cards.pop() for _ in range(chance.randint(1, 6))] for name in "ABCD"}
        assert found(hands) == counted(hands), hands


def swap(**hands: list[str]) -> Table:
    setup = {"seats": list("ABC"), "turn": "A", "hands": hands, "discard_pile": ["G5"], "draw_pile": ["G1", "G2"]}
    return Table.position(core(SWAP), setup)


def test_a_second_choice_does_not_forget_the_first() -> None:
    table = swap(A=["G0", "R4", "B1"], B=["R1", "R2", "BS"], C=["RS", "Y+2"])
    assert table.act({"by": "A", "act": "play", "card": "G0"}).ok
    assert table.act({"by": "A", "act": "choose_seat", "seat": "C"}).ok
    offered = [act["seat"] for act in table.legal() if act["act"] == "choose_seat"]
    assert offered == ["A"], "not C itself, and not B, for no other hand has three cards"
    assert table.act({"by": "A", "act": "choose_seat", "seat": "B"}).why == "bad_choice"
    assert table.act({"by": "A", "act": "choose_seat", "seat": "A"}).ok
    state = table.state()
    assert state["hands"] == {"A": ["RS", "Y+2"], "B": ["BS", "R1", "R2"], "C": ["B1", "R4"]}
    assert state["marked"] == {"A": 1, "B": 1, "C": 0}, "A held a red card; noted for the others than C"


def test_a_trigger_looks_into_the_hand_of_each_seat() -> None:
    table = swap(A=["G4", "W4", "W4"], B=["R1", "W4"], C=["B1"])
    assert table.act({"by": "A", "act": "play", "card": "G4"}).ok
    assert table.state()["owes"] == {"A": False, "B": True, "C": False}
