"""Acts, events and states of a case in words. Names that no word is known for are shown as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from unospec.site.markup import code, text
from unospec.site.tokens import Tokens
from unospec.site.words import Words

Json = Mapping[str, Any]
_FIELD = re.compile(r"\{(\w+)\}")
_KEY = re.compile(r"[ （(]*\{key\}[）)]?")  # where a phrase is said of the whole
_PER_SEAT = ("hands", "hand_sizes", "score", "points")
_COLOURS = ("colour", "active_colour")


class CaseWords:
    """Says the parts of a case in one language."""

    def __init__(self, tokens: Tokens, language: str) -> None:
        self.tokens, self.words = tokens, Words(language)

    def act(self, act: Json) -> str:
        """An act with the choices that it carries, as HTML."""
        name = str(act.get("act", ""))
        phrase = self.words.maybe("acts", name)
        said = self._phrase(phrase, act) if phrase else self._unknown(name, act, ("act", "by"))
        if phrase and "{colour}" not in phrase and "colour" in act:
            said += self._suffix("naming", "value", self.tokens.colour(str(act["colour"])))
        if phrase and "{seat}" not in phrase and "seat" in act:
            said += self._suffix("with_seat", "value", text(act["seat"]))
        if act.get("count", 1) != 1:
            said += self._suffix("times", "count", text(act["count"]))
        return said

    def event(self, event: Json) -> str:
        """An event as HTML."""
        name = str(event["e"])
        for group in ("events", "acts"):
            phrase = self.words.maybe(group, name)
            if phrase and all(field in event for field in _FIELD.findall(phrase) if field != "card"):
                return self._phrase(phrase, event)
        return self._unknown(name, event, ("e",))

    def _suffix(self, phrase: str, field: str, value: str) -> str:
        """A phrase with HTML in its only field."""
        template = self.words("case", phrase, **{field: "\0"})
        before, _, after = template.partition("\0")
        return text(before) + value + text(after)

    def _phrase(self, phrase: str, fields: Json) -> str:
        """A phrase with its fields filled in as HTML; fields that are missing are left out."""
        parts = _FIELD.split(phrase)
        said = []
        for index, part in enumerate(parts):
            said.append(text(part) if index % 2 == 0 else self._field(part, fields.get(part, "")))
        return "".join(said).strip()

    def _field(self, name: str, value: object) -> str:
        if name in _COLOURS:
            return self.tokens.colour(str(value))
        return self.value(name, value)

    def _unknown(self, name: str, fields: Json, leave_out: tuple[str, ...]) -> str:
        by = f"{text(fields['by'])}: " if "by" in leave_out and fields.get("by") else ""
        rest = [
            f"{text(key)} {self.value(key, value)}" for key, value in fields.items() if key not in leave_out
        ]
        return by + code(name) + (f" ({', '.join(rest)})" if rest else "")

    # --- states ---------------------------------------------------------------------------------------------

    def state(self, state: Json) -> list[str]:
        """The parts of a state, one line each."""
        lines: list[str] = []
        for name, value in state.items():
            if isinstance(value, Mapping):
                lines += [self._line(name, inner, item) for inner, item in value.items()]
            else:
                lines.append(self._line(name, "", value))
        return lines

    def path(self, path: str) -> str:
        """What a path such as `hands.A` names."""
        return self._label(*path.partition(".")[::2])

    def _line(self, name: str, inner: str, value: object) -> str:
        shown = inner if inner and name not in _PER_SEAT else name
        return self.words.named(self._label(name, inner), self.value(shown, value))

    def _label(self, name: str, inner: str) -> str:
        """A part of a state in words."""
        phrase = self.words.maybe("state", name)
        if inner and phrase and "{key}" in phrase:
            part = self.words.maybe("state", inner) if name not in _PER_SEAT else None
            return phrase.format(key=part or inner)
        return f"{name}.{inner}" if inner else _KEY.sub("", phrase).strip() if phrase else name

    def value(self, name: str, value: object) -> str:
        """A value as HTML: cards as chips, colours and directions in words."""
        if isinstance(value, list | tuple):
            return self.cards(value)
        if name in _COLOURS and isinstance(value, str):
            return self.tokens.colour(value)
        if name == "choose" and isinstance(value, str):
            return text(self.words.maybe("choices", value) or value)
        if name == "direction" and value in (1, -1):
            return text(self.words("state", "clockwise" if value == 1 else "counterclockwise"))
        if value is None or isinstance(value, bool):
            return text(self.words("state", "none" if value is None else str(value).lower()))
        if self.tokens.is_card(value) and name not in (
            "by",
            "seat",
            "turn",
            "target",
            "to",
            "dealer",
            "winner",
        ):
            return self.tokens.card(str(value))
        if isinstance(value, Mapping):
            return text(", ".join(f"{key} {item}" for key, item in value.items()))
        return text(value)

    def cards(self, tokens: list[Any] | tuple[Any, ...]) -> str:
        """A row of cards."""
        if not tokens:
            return text(self.words("case", "empty"))
        return " ".join(self.tokens.card(str(token)) for token in tokens)
