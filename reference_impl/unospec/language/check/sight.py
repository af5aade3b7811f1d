"""Legality sees only what the offered seat sees: else an offer, or its absence, would tell a secret.

Of another seat's hand that is the number of cards; of the draw pile too. What a variable with
`seen: none` holds nobody knows, and what one with `seen: turn` holds only the seat on turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import CALL, Vocabulary, listed, rules, section
from unospec.language.check.walk import effect_fields, steps
from unospec.language.core import Core

_HINT = "judge hidden things when the act is carried out, as a challenge is"


@dataclass(frozen=True)
class _Eyes:
    """Who looks: the seats whose own hand is meant, and whether it is the seat on turn."""

    own: frozenset[str]
    on_turn: bool
    who: str


_TABLE = _Eyes(frozenset(), True, "the whole table")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Every condition that decides what is offered."""
    sight = _Sight(words, problems)
    for name, window in words.windows.items():
        sight.look(window.get("when"), ("windows", name, "when"), _TABLE)
        sight.look(section(window, "opens").get("given"), ("windows", name, "opens", "given"), _TABLE)
    for name, act in words.acts.items():
        eyes = _eyes(act)
        sight.look(act.get("given"), ("acts", name, "given"), eyes)
        sight.look(act.get("who"), ("acts", name, "who"), _TABLE)
        if act.get("auto") != "alone":
            sight.look(act.get("auto"), ("acts", name, "auto"), _TABLE)
    for name, rule in rules(words.data, "forbid"):
        for forbidden in listed(rule.get("act")):
            if forbidden in words.acts:
                sight.look(rule.get("when"), ("forbid", name, "when"), _eyes(words.acts[forbidden]))
    for path, effects in effect_fields(words.data):
        for here, effect in steps(effects, path):
            if "choose" in effect and "from" in effect:
                sight.look(effect["from"], (*here, "from"), _TABLE)


def _eyes(act: dict[str, Any]) -> _Eyes:
    who = act.get("who", "turn")
    own = {"actor", "subject"} if who == "subject" else {"actor"}
    return _Eyes(frozenset(own), who == "turn", "the seat that is offered the act")


class _Sight:
    def __init__(self, words: Vocabulary, problems: Problems) -> None:
        self.words = words
        self.problems = problems

    def look(self, term: Any, path: Path, eyes: _Eyes, through: tuple[str, ...] = ()) -> None:
        """A term that decides what is offered. `through` are the names by which it was reached."""
        if isinstance(term, str):
            self._word(term, path, eyes, through)
        elif isinstance(term, list):
            for part in term:
                self.look(part, path, eyes, through)
        elif isinstance(term, dict):
            for key, value in term.items():
                self._operand(key, value, term, path, eyes, through)

    def _operand(
        self, key: str, value: Any, term: dict[str, Any], path: Path, eyes: _Eyes, through: tuple[str, ...]
    ) -> None:
        if key in ("count", "exists"):
            size_of = value["in"] if isinstance(value, dict) and set(value) == {"in"} else value
            if isinstance(size_of, str):
                self._size(size_of, path, eyes, through)
                return
        if key == "may":
            self._may(str(value), term, path, eyes, through)
        elif key == "has" and isinstance(value, list):
            self.look(value[:1], path, eyes, through)
        elif key == "same" and isinstance(value, list):
            self.look(value[:2], path, eyes, through)
        elif key != "sum":
            if key in self.words.defines:
                self._definition(key, path, eyes, through)
            self.look(value, path, eyes, through)

    def _size(self, zone: str, path: Path, eyes: _Eyes, through: tuple[str, ...]) -> None:
        """How many cards there are is open to everybody."""
        call = CALL.fullmatch(zone)
        if call and call[1] == "hand":
            self.look(call[2], path, eyes, through)
        elif zone != "draw_pile":
            self._word(zone, path, eyes, through)

    def _may(self, act: str, term: dict[str, Any], path: Path, eyes: _Eyes, through: tuple[str, ...]) -> None:
        """Whether an act would be accepted: its conditions are looked through by the same eyes."""
        if act not in self.words.acts or f"may {act}" in through:
            return
        seat = term.get("who", "actor")
        inner = eyes if seat == "actor" else _Eyes(frozenset(), eyes.on_turn, eyes.who)
        further = (*through, f"may {act}")
        self.look(self.words.acts[act].get("given"), path, inner, further)
        for _, rule in rules(self.words.data, "forbid"):
            if act in listed(rule.get("act")):
                self.look(rule.get("when"), path, inner, further)

    def _definition(self, name: str, path: Path, eyes: _Eyes, through: tuple[str, ...]) -> None:
        if name not in through:
            self.look(self.words.defines[name], path, eyes, (*through, name))

    def _word(self, word: str, path: Path, eyes: _Eyes, through: tuple[str, ...]) -> None:
        call = CALL.fullmatch(word)
        if call:
            if call[1] == "hand" and call[2] not in eyes.own:
                message = f"looks into `{word}`, which {eyes.who} does not see"
                self._tell(message, path, through, f"only the number of cards is open: {{count: {word}}}; {_HINT}")
            self._variable(call[1], path, eyes, through)
            self._word(call[2], path, eyes, through)
        elif word == "draw_pile":
            self._tell(
                "looks into `draw_pile`, which nobody sees",
                path,
                through,
                "only its size is open: {count: draw_pile}",
            )
        elif word in self.words.variables:
            self._variable(word, path, eyes, through)
        elif word in self.words.defines:
            self._definition(word, path, eyes, through)
        elif "." in word:
            self._word(word.rsplit(".", 1)[0], path, eyes, through)

    def _variable(self, name: str, path: Path, eyes: _Eyes, through: tuple[str, ...]) -> None:
        variable = self.words.variables.get(name)
        if variable is None:
            return
        if variable.seen == "none":
            self._tell(f"reads `{name}`, which nobody sees", path, through, _HINT)
        elif variable.seen == "turn" and not eyes.on_turn:
            message = f"reads `{name}`, which only the seat on turn sees"
            self._tell(message, path, through, "the act is offered to other seats as well; " + _HINT)

    def _tell(self, message: str, path: Path, through: tuple[str, ...], hint: str) -> None:
        way = f" (through `{'`, `'.join(through)}`)" if through else ""
        self.problems.add(path, f"this {message}{way}", hint)
