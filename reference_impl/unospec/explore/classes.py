"""Card classes: cards that the rules treat alike, but for their colour and number."""

from dataclasses import dataclass
from typing import Any

from unospec.engine.model import CardType, Model, build
from unospec.explore.relations import Relations

Data = dict[str, Any]


@dataclass(frozen=True)
class CardClass:
    """A class of cards: types by colour (None for colourless ones), the most copies first."""

    name: str  # the kind, or kind/face where rules single a face out
    types: tuple[int, ...]
    tags: frozenset[str]
    words: frozenset[str]  # by which rules may speak of it
    effects: tuple[str, ...]  # ids of the rules that are its effects


class Classes:
    """The classes of a core's deck, and the plain cards that fill hands and piles."""

    def __init__(self, data: Data, relations: Relations) -> None:
        self.model: Model = build(data, 2)
        self.relations = relations
        self._spoken = frozenset().union(*(relations.words(r) for r in relations.rules)) | {
            name.split("/", 1)[1] for section in ("effects", "opening") for name in data.get(section, {}) if "/" in name
        }
        groups: dict[str, list[int]] = {}
        for i, card in enumerate(self.model.cards):
            groups.setdefault(self._name(card), []).append(i)
        self.all = tuple(self._class(name, types) for name, types in groups.items())
        self.plain = max(self.all, key=lambda c: (len(c.types), c.name))
        self.special = tuple(c for c in self.all if c != self.plain)

    def _name(self, card: CardType) -> str:
        single = card.face != card.kind and card.face in self._spoken
        return f"{card.kind}/{card.face}" if single else card.kind

    def _class(self, name: str, types: list[int]) -> CardClass:
        cards = self.model.cards
        first = cards[types[0]]
        effects = []
        for section in ("effects", "opening"):
            keys = (f"face/{first.face}", first.kind, "other")
            effects += [f"{section}.{k}" for k in keys if f"{section}.{k}" in self.relations.rules][:1]
        ordered = tuple(sorted(types, key=lambda c: (-cards[c].copies, c)))
        words = frozenset({first.face, first.kind, f"face/{first.face}"})
        return CardClass(name, ordered, frozenset(first.tags), words, tuple(effects))

    def of(self, c: CardClass, colour: int = 0) -> int:
        """A card of a class, of a colour if the class has it."""
        wanted = self.model.colours[colour % len(self.model.colours)]
        return next((t for t in c.types if self.model.cards[t].colour == wanted), c.types[0])

    def plain_card(self, colour: int, number: int) -> int:
        """The plain card of a colour with a number, counted from 0 around."""
        wanted = self.model.colours[colour % len(self.model.colours)]
        own = [t for t in self.plain.types if self.model.cards[t].colour == wanted] or list(self.plain.types)
        return own[number % len(own)]

    def relevant(self, rules: frozenset[str]) -> tuple[CardClass, ...]:
        """The special classes that come into play where these rules do, in the order of the deck.

        Those that the rules name (by face, kind or tag), whose effects they are, or whose effects touch a
        variable that the rules read.
        """
        found = []
        for c in self.special:
            if any(self._matters(c, rule) for rule in rules):
                found.append(c)
        return tuple(found)

    def _matters(self, c: CardClass, rule: str) -> bool:
        if rule in c.effects:
            return True
        words = self.relations.words(rule)
        if words & (c.words | c.tags):
            return True
        own = self._own_words(c)
        return bool(words & own & self.relations.variables)

    def _own_words(self, c: CardClass) -> frozenset[str]:
        """Words of its effects that those of a plain card lack."""
        words: frozenset[str] = frozenset().union(*(self.relations.words(e) for e in c.effects))
        plain: frozenset[str] = frozenset().union(*(self.relations.words(e) for e in self.plain.effects))
        return words - plain
