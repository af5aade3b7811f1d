"""What the rule `reshuffle` writes is heard by triggers, although it is carried out in the middle of a draw."""

from typing import Any

from unospec import language
from unospec.engine import Table
from unospec.language import document as documents
from unospec.language.source import read_bytes

PATCH = """
unospec: "1"
id: home/once
kind: patch
title: {en: Once, zh: 一次}
state: {turned: flag}
change:
  reshuffle:
    do: [{move: {in: discard_pile, except: top}, to: draw_pile}, {shuffle: draw_pile}, {set: {turned: true}}]
    text: holds
whenever:
  over: {when: turned, do: [{win: none}], en: The round is void after a reshuffle., zh: 重洗之后此局作废。}
"""


def test_a_trigger_hears_what_the_reshuffle_writes() -> None:
    library = language.Library.load()
    library.add_document(documents.from_map(read_bytes(PATCH.encode(), "once.yaml")))
    core = language.resolve("uno/2008", ["home/once"], {}, library)
    setup: dict[str, Any] = {
        "seats": ["A", "B"],
        "hands": {"A": ["G1", "G2"], "B": ["Y1", "Y2"]},
        "discard_pile": ["B4", "B5", "R9"],
        "draw_pile": [],
    }
    outcome = Table.position(core, setup).act({"by": "A", "act": "draw"})
    assert outcome.ok and outcome.events[-1] == {"e": "void", "rule": "whenever.over"}


def test_a_stuck_game_can_be_told_from_another_process() -> None:
    import pickle

    from unospec.engine import Stuck

    again = pickle.loads(pickle.dumps(Stuck("setup.starter", "no card can be turned up")))
    assert (again.rule, str(again)) == ("setup.starter", "setup.starter: no card can be turned up")
