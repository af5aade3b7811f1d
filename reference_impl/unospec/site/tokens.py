"""Cards of a rule set as small chips: the token on the card's colour, and its name for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unospec.rulebook.extract import faces_in_order, kind_of
from unospec.site.markup import tag, text

Json = Mapping[str, Any]


class Tokens:
    """The cards and colours of one deck in one language."""

    def __init__(self, cards: Json, language: str) -> None:
        self._cards: dict[str, tuple[str, str]] = {}  # token -> colour, name
        self._colours = {
            colour["token"]: (name, colour[language]) for name, colour in cards["colours"].items()
        }
        gap = "" if language == "zh" else " "
        coloured = {face for row in cards["deck"] if "each" in row for face in _list(row["face"])}
        for face in faces_in_order(cards):
            kind = cards["kinds"][kind_of(cards["kinds"], face)]
            token, name = kind.get("token", face), face if "faces" in kind else kind[language]
            if face not in coloured:
                self._cards[token] = ("black", name)
                continue
            for colour in cards["colours"].values():
                said = f"{colour[language]}{gap}{name}"
                self._cards[colour["token"] + token] = (self._colours[colour["token"]][0], said)

    def is_card(self, value: object) -> bool:
        """Is this the token of a card?"""
        return isinstance(value, str) and value in self._cards

    def card(self, token: str) -> str:
        """A card as a chip; anything else as it stands."""
        if token not in self._cards:
            return text(token)
        colour, name = self._cards[token]
        return tag("span", text(token), class_=f"card card-{colour}", role="img", aria_label=name, title=name)

    def colour(self, token: str) -> str:
        """A colour by its name; anything else as it stands."""
        return text(self._colours[token][1]) if token in self._colours else text(token)


def _list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
