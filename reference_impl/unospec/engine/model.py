"""What a core fixes before any game starts: cards, symbols, and where each variable lives.

Everything is an integer: a card is the index of its type (copies are equal), a colour, face or kind is
an index in the order of the deck, a seat counts clockwise from 0, `none` is -1. Tables by card carry
one more row at the end for `none`, so that index -1 is good.
"""

import json
import keyword
import marshal
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from unospec.engine.ir import NONE
from unospec.language.seats import hands_shown, team_count

Data = dict[str, Any]

# Slots of every state, besides the variables of the rule set.
FIXED = (
    "hand", "draw_pile", "discard_pile", "top", "turn", "direction", "dealer",
    "winner", "match_winners", "match_losers", "left", "next_dealer", "wait", "chance",
)  # fmt: skip
START = {"none": NONE, "flag": 0, "number": 0}


@dataclass(frozen=True)
class CardType:
    """One kind of card face: `copies` of it are in the deck. `colour` is None for colourless cards."""

    face: str
    kind: str
    colour: str | None
    copies: int
    points: int
    amount: int
    tags: tuple[str, ...]
    token: str


@dataclass(frozen=True)
class Variable:
    """A variable of the state: `slot` is its attribute in a state, `path` its name in the rule set."""

    path: str
    slot: str
    sort: str
    start: int
    seen: str
    scope: str  # round, seat (of a round, by seat) or record (of the match, by seat)


@dataclass(frozen=True)
class Model:
    """The static side of a core, for a number of seats."""

    data: Data
    seats: int
    cards: tuple[CardType, ...]
    colours: tuple[str, ...]
    faces: tuple[str, ...]
    kinds: tuple[str, ...]
    variables: dict[str, Variable]
    deck: tuple[int, ...] = field(repr=False)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The card of each token, the first where two have the same."""
        return {card.token: number for number, card in reversed([*enumerate(self.cards)])}

    @cached_property
    def tables(self) -> dict[str, tuple[int, ...]]:
        """Attributes by card, as tuples of integers with a last row for `none`."""
        colour = {c: i for i, c in enumerate(self.colours)}
        face = {f: i for i, f in enumerate(self.faces)}
        kind = {k: i for i, k in enumerate(self.kinds)}
        rows: dict[str, list[int]] = {
            "COLOUR": [colour.get(c.colour or "", NONE) for c in self.cards] + [NONE],
            "FACE": [face[c.face] for c in self.cards] + [NONE],
            "KIND": [kind[c.kind] for c in self.cards] + [NONE],
            "POINTS": [c.points for c in self.cards] + [0],
            "AMOUNT": [c.amount for c in self.cards] + [0],
        }
        if self.teams:
            rows["TEAM"] = [*(seat % self.teams for seat in range(self.seats)), NONE]  # by seat
        return {name: tuple(values) for name, values in rows.items()}

    @cached_property
    def teams(self) -> int:
        """Into how many teams the seats fall in turn; 0 where everybody plays alone."""
        return team_count(self.data)

    def sees_hand(self, seat: int, owner: int) -> bool:
        """Whether a seat sees the hand of another one, or its own."""
        return seat == owner or (hands_shown(self.data) and seat % self.teams == owner % self.teams)

    @cached_property
    def names_losers(self) -> bool:
        """Whether the rules ever say who has lost the match."""
        rules = [section for name, section in self.data.items() if name not in ("cards", "interpretations")]
        # Most rules do not have the word at all, which is found out faster than that no `outcome` has it.
        return b"match_loser" in marshal.dumps(rules) and _leads_to(rules, "match_loser")

    def symbol(self, word: str, sort: str) -> int | None:
        """The integer of a colour, face or kind, or None if there is no such word of that sort."""
        names = {"colour": self.colours, "face": self.faces, "kind": self.kinds}.get(sort, ())
        return names.index(word) if word in names else None

    def domain(self, sort: str) -> int | None:
        """How many values a sort has (without `none`), or None where it is unbounded."""
        sizes = {"flag": 2, "colour": len(self.colours), "face": len(self.faces), "kind": len(self.kinds)}
        return sizes.get(sort)


def build(data: Data, seats: int) -> Model:
    """The model of a core's data for a number of seats."""
    cards = _card_types(json.dumps(data["cards"]))
    return Model(
        data=data,
        seats=seats,
        cards=cards,
        colours=tuple(data["cards"]["colours"]),
        faces=tuple(dict.fromkeys(c.face for c in cards)),
        kinds=tuple(dict.fromkeys(c.kind for c in cards)),
        variables=_variables(data),
        deck=tuple(i for i, c in enumerate(cards) for _ in range(c.copies)),
    )


def _leads_to(rules: Any, what: str) -> bool:
    """Whether an `outcome` anywhere in rules has this key."""
    if isinstance(rules, dict):
        outcome = rules.get("outcome")
        if isinstance(outcome, dict) and what in outcome:
            return True
        rules = rules.values()
    return any(_leads_to(value, what) for value in rules if isinstance(value, (dict, list)))


@lru_cache(maxsize=64)  # most rule sets have one of a few decks
def _card_types(written: str) -> tuple[CardType, ...]:
    """Cards ordered by colour, then by face in the order of the kinds; colourless ones last."""
    spec = json.loads(written)
    faces = {f: (k, d) for k, d in _ordered_kinds(spec) for f in d.get("faces", [k])}
    rank = {f: i for i, f in enumerate(faces)}
    found: dict[tuple[str | None, str], int] = {}
    for row in spec["deck"]:
        named = row["face"] if isinstance(row["face"], list) else [row["face"]]
        for colour in spec["colours"] if row.get("each") == "colour" else [row.get("colour")]:
            for face in named:
                found[colour, face] = found.get((colour, face), 0) + row["copies"]
    colours = list(spec["colours"])

    def order(key: tuple[str | None, str]) -> tuple[int, int]:
        colour, face = key
        return (colours.index(colour) if colour else len(colours), rank[face])

    return tuple(
        _card_type(face, colour, found[colour, face], faces[face], spec)
        for colour, face in sorted(found, key=order)
    )


def _ordered_kinds(spec: Data) -> list[tuple[str, Data]]:
    """Kinds by the faces' place in the deck list: a core has sorted keys, and order is not meaning."""
    place: dict[str, int] = {}
    for row in spec["deck"]:
        for face in row["face"] if isinstance(row["face"], list) else [row["face"]]:
            place.setdefault(face, len(place))
    kinds = list(spec["kinds"].items())
    return sorted(
        kinds, key=lambda kd: min((place.get(f, 999) for f in kd[1].get("faces", [kd[0]])), default=999)
    )


def _card_type(face: str, colour: str | None, copies: int, kind: tuple[str, Data], spec: Data) -> CardType:
    name, attributes = kind
    points = attributes.get("points", 0)
    sign = attributes.get("token", face) if "faces" not in attributes else face
    return CardType(
        face=face,
        kind=name,
        colour=colour,
        copies=copies,
        points=int(face) if points == "face" else points,
        amount=attributes.get("amount", 0),
        tags=tuple(attributes.get("tags", ())),
        token=(spec["colours"][colour]["token"] if colour else "") + sign,
    )


def _variables(data: Data) -> dict[str, Variable]:
    out: dict[str, Variable] = {}
    for section, scope in (("state", "round"), ("per_seat", "seat"), ("record", "record")):
        for name, declared in data.get(section, {}).items():
            for path, entry in _fields(name, declared):
                spec = {"sort": entry} if isinstance(entry, str) else entry
                sort = spec["sort"]
                start = spec.get("start")
                out[path] = Variable(
                    path=path,
                    slot=_slot(path),
                    sort=sort,
                    start=int(start) if start not in (None, "none") else START.get(sort, NONE),
                    seen=spec.get("seen", "all"),
                    scope=scope,
                )
    return out


def _fields(name: str, declared: Any) -> list[tuple[str, Any]]:
    """A variable, or the fields of a record."""
    if isinstance(declared, dict) and not isinstance(declared.get("sort"), str):
        return [(f"{name}.{f}", entry) for f, entry in declared.items()]
    return [(name, declared)]


def _slot(path: str) -> str:
    """The attribute name of a variable; names are checked at load, and once more here."""
    slot = path.replace(".", "_").replace("-", "_")
    if not slot.isidentifier() or not slot.isascii():
        raise ValueError(f"not a name: {path!r}")
    return f"{slot}_" if slot in FIXED or keyword.iskeyword(slot) or slot.startswith("w_") else slot
