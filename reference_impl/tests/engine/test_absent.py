"""Terms that ask about the seat none: they never fail, and never mean the last seat instead."""

from functools import cache
from typing import Any

import pytest

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

ASKED = {
    "size": "{count: hand(rival)}",
    "red": "{count: {in: hand(rival), where: {eq: [it.colour, red]}}}",
    "worth": "{sum: points, over: hand(rival)}",
    "some": "{if: {exists: hand(rival)}, then: 1, else: 0}",
    "held": "{if: {in: [top, hand(rival)]}, then: 1, else: 0}",
    "old": "score(rival)",
    "flagged": "{if: ready(rival), then: 1, else: 0}",
    "friendless": "{if: {is_none: friend(rival)}, then: 1, else: 0}",
    "mutual": "{if: {eq: [friend(rival), lost]}, then: 1, else: 0}",
    "far": "{count: {in: seats, where: {gt: [score(it), score(rival)]}}}",
    "by_definition": "{count: hand(whoever)}",
}
RULES = """
unospec: "1"
id: home/absent
kind: ruleset
extends: uno/2008
title: {en: Absent, zh: 无人}
state: {rival: seat, lost: seat}
per_seat: {ready: flag, friend: seat}
record: {RECORD}
define:
  whoever: {is: {if: {eq: [top.face, "9"]}, then: rival}}
acts:
  name:
    in: main
    do: [{set: {rival: next}}, {set: {ready(rival): true, friend(rival): actor}}]
    en: The next player is the rival.
    zh: 指定下家为对手。
  lose:
    in: main
    do: [{set: {lost: rival}}]
    en: The rival is lost.
    zh: 对手离开。
  probe:
    in: main
    do: [{set: {SET}}, {do: given, with: {one: rival, two: lost}}]
    en: The table counts.
    zh: 数牌。
blocks:
  given:
    do:
      - set:
          n_given(actor): {count: hand(one)}
          n_alike(actor): {if: {eq: [one, two]}, then: 1, else: 0}
"""


@cache
def rules() -> Any:
    names = [*ASKED, "given", "alike"]
    text = RULES.replace("RECORD", ", ".join(f"n_{name}: number" for name in names))
    text = text.replace("SET", ", ".join(f"n_{name}(actor): {term}" for name, term in ASKED.items()))
    library = language.Library.load()
    name = library.add_document(documents.from_map(read_bytes(text.encode(), "absent.yaml")))
    return language.resolve(name, [], {}, library)


def asked(*before: str) -> dict[str, int]:
    """What A finds after these acts. B comes next; C, the last seat, has what none must not have."""
    hands = {"A": ["G1"], "B": ["R5", "B3"], "C": ["R5", "R6", "Y9"]}
    setup = {"seats": list("ABC"), "turn": "A", "hands": hands, "discard_pile": ["Y9"],
             "score": {"A": 30, "B": 40, "C": 50}, "ready": {"A": False, "B": False, "C": True},
             "friend": {"A": None, "B": None, "C": "A"}}  # fmt: skip
    table = Table.position(rules(), setup)
    for act in (*before, "probe"):
        assert table.act({"by": "A", "act": act}).ok
    return {name: table.state()[f"n_{name}"]["A"] for name in [*ASKED, "given", "alike"]}


def test_the_seat_none_has_no_cards_and_nothing_written() -> None:
    assert asked() == {
        "size": 0, "red": 0, "worth": 0, "some": 0, "held": 0, "old": 0, "flagged": 0, "friendless": 1, "mutual": 0,
        "far": 3, "by_definition": 0, "given": 0, "alike": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("before", "alike"), [(("name",), 0), (("name", "lose"), 1)])
def test_a_seat_that_is_there_is_asked_as_ever(before: tuple[str, ...], alike: int) -> None:
    assert asked(*before) == {
        "size": 2, "red": 1, "worth": 8, "some": 1, "held": 0, "old": 40, "flagged": 1, "friendless": 0, "mutual": 0,
        "far": 1, "by_definition": 2, "given": 2, "alike": alike,
    }  # fmt: skip
