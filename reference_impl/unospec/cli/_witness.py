"""A game in which two rule sets differ, told in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from unospec.cli._play import Voice
from unospec.engine import Notation, Table, machine
from unospec.explore.differ import Witness
from unospec.language import Core
from unospec.rulebook.labels import say

_TOLD = {"seats", "hands", "discard_pile", "draw_pile", "deal", "turn"}


def told(witness: Witness | None, cores: tuple[Core, Core], names: tuple[str, str], lang: str) -> Iterator[str]:
    """The set-up, the acts, and what each rule set says at the end, one line each."""
    if witness is None:
        yield say(lang, "witness", "none")
        return
    yield say(lang, "witness", "heading")
    if not witness.setup:
        for name, what in zip(names, (witness.a, witness.b), strict=True):
            yield "  " + say(lang, "witness", "says", ruleset=name, what=_facts(what))
        return
    teller = _Teller(cores, witness, lang)
    for line in (*teller.setup(), *teller.acts(), *teller.outcome(names)):
        yield f"  {line}"


class _Teller:
    """Says the parts of one game."""

    def __init__(self, cores: tuple[Core, Core], witness: Witness, lang: str) -> None:
        self.witness, self.lang = witness, lang
        self.voices = [Voice(core, lang, "", False) for core in cores]
        self.tables = []
        for core in cores:
            rules = machine(core, len(witness.seats))
            notation = Notation(rules, witness.seats)
            self.tables.append(Table(core, rules, notation, rules.new()))

    def _say(self, name: str, **fields: Any) -> str:
        return say(self.lang, "witness", name, **fields)

    def _cards(self, tokens: list[str]) -> str:
        return say(self.lang, "punctuation", "comma").join(self.voices[0].card(self.tables[0], t) for t in tokens)

    def setup(self) -> Iterator[str]:
        """Who holds what, and what lies on the table."""
        setup = self.witness.setup
        if "deal" in setup:
            yield self._say("deal", cards=self._cards(setup["deal"]["draw_order"]))
        for seat, hand in setup.get("hands", {}).items():
            yield self._say("hand", seat=seat, cards=self._cards(hand)) if hand else self._say("empty_hand", seat=seat)
        if "discard_pile" in setup:
            yield self._say("discard", cards=self._cards(setup["discard_pile"]))
            pile = setup.get("draw_pile", [])
            yield self._say("pile", cards=self._cards(pile)) if pile else self._say("no_pile")
        if "turn" in setup:
            yield self._say("turn", seat=setup["turn"])
        others = {key: value for key, value in setup.items() if key not in _TOLD}
        if others:
            yield self._say("other", facts=_facts(others))

    def acts(self) -> Iterator[str]:
        """The acts, numbered."""
        for number, act in enumerate(self.witness.acts, 1):
            yield f"{number}. {self._act(0, act)}"

    def _act(self, side: int, act: Mapping[str, Any]) -> str:
        voice = next((i for i in (side, 1 - side) if self._knows(i, act)), side)
        words = self.voices[voice].act(self.tables[voice], dict(act))
        return self._say("act", seat=act["by"], act=words) if "by" in act else words

    def _knows(self, side: int, act: Mapping[str, Any]) -> bool:
        return any(shape.name == act["act"] for shape in self.tables[side].machine.program.acts)

    def outcome(self, names: tuple[str, str]) -> Iterator[str]:
        """What each rule set says of the last act, or allows after it."""
        sides = [_without_rest(self.witness.a, self.witness.b), _without_rest(self.witness.b, self.witness.a)]
        for side, (name, what) in enumerate(zip(names, sides, strict=True)):
            if self.witness.kind == "legal":
                acts = say(self.lang, "punctuation", "comma").join(self._act(side, act) for act in what)
                yield self._say("legal", ruleset=name, acts=acts or self._say("legal_none"))
            else:
                yield self._say("says", ruleset=name, what=self._what(side, what))

    def _what(self, side: int, what: Any) -> str:
        """An answer to an act, events, or facts of a state."""
        if isinstance(what, dict) and what.get("ok") is False:
            return self._say("refused", why=what.get("why", ""), rule=what.get("rule", ""))
        if isinstance(what, dict) and what.get("ok") is True:
            return self._say("accepted")
        if isinstance(what, list):
            return " ".join(line.strip() for line in self._events(side, what)) or self._say("nothing_more")
        return _facts(what)

    def _events(self, side: int, events: list[Any]) -> Iterator[str]:
        """Events in words, draws in a row together."""
        voice, table = self.voices[side], self.tables[side]
        for kind, run in groupby(events, key=lambda event: event["e"]):
            if kind == "drew":
                yield from voice.events(table, list(run))
                continue
            for event in run:
                if kind == "opened":
                    yield self._say("opened", window=event["window"], seat=event["by"])
                elif self._knows(side, {"act": kind}) and voice.line(table, kind, event) is None:
                    yield self._act(side, {"act": kind, **event}) + "."
                else:
                    yield voice.line(table, kind, event) or _facts(event)


def _without_rest(one: Any, other: Any) -> Any:
    """Of two lists of events, from where they part; everything else as it is."""
    if not isinstance(one, list) or not isinstance(other, list) or not all("e" in event for event in [*one, *other]):
        return one
    parted = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[parted:]


def _facts(what: Any) -> str:
    """Names and values, as they are written in cases."""
    if isinstance(what, Mapping):
        return ", ".join(f"{key}: {_facts(value)}" for key, value in what.items())
    return what if isinstance(what, str) else json.dumps(what, ensure_ascii=False)
