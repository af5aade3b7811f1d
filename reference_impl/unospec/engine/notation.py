"""Acts, events and cards as JSON: tokens and names instead of numbers.

A card is written as its colour's token and its face's token: `R5`, `GS`, `Y+2`, `W4`. Tokens come from
the deck of the rule set. Seats are names.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from unospec.engine.machine import Act, Event, Machine
from unospec.engine.runtime import FAULT

Json = dict[str, Any]

_BY_COLOUR, _BY_SEAT = "choose_colour", "choose_seat"
_ONLY_SEAT = ("skipped", "turn", "won", "match_won", "match_lost", "left")
_CARD_OF_NOBODY = ("turned_up", "returned")
_COUNTS = ("shuffled", "reshuffled")
_DIRECTIONS = ("reversed", "rotated")
# What an event keeps from those who are not named in it: the field, and where the others are named.
_PRIVATE = {"drew": ("card", ("by",)), "revealed": ("cards", ("by", "to"))}


class Malformed(ValueError):
    """Something that is no act, card or seat at all. The message says what is wrong with it."""


def seen_by(names: Collection[str], event: Json) -> Json:
    """An event as one gets to know it who sees the hands of these seats: without a card that is not to be seen."""
    field, knows = _PRIVATE.get(event["e"], ("", ()))
    if not knows or any(event[key] in names for key in knows):
        return event
    return {key: value for key, value in event.items() if key != field}


@dataclass(frozen=True)
class Notation:
    """Reads and writes the JSON forms for one machine and one table of names."""

    machine: Machine
    names: tuple[str, ...]

    # ---------------------------------------------------------------- reading

    def seat(self, name: Any) -> int:
        """The number of a seat."""
        if name not in self.names:
            raise Malformed(f"there is no seat {name!r} (seats: {', '.join(self.names)})")
        return self.names.index(name)

    def card(self, token: Any) -> int:
        """The number of a card type."""
        number = self.machine.model.numbers.get(token) if isinstance(token, str) else None
        if number is None:
            raise Malformed(f"this deck has no card {token!r}")
        return number

    def colour(self, token: Any) -> int:
        """The number of a colour, from its token or its name."""
        colours = self.machine.model.data["cards"]["colours"]
        for i, name in enumerate(self.machine.model.colours):
            if token in (name, colours[name]["token"]):
                return i
        raise Malformed(f"there is no colour {token!r}")

    def act(self, given: Any) -> Act:
        """The canonical act of a JSON act, without the choices that it carries."""
        if not isinstance(given, dict) or not isinstance(given.get("act"), str):
            raise Malformed("an act is an object with `by` and `act`")
        unknown = set(given) - {"by", "act", "card", "count", "colour", "seat", "target", "n", "got"}
        if unknown:
            raise Malformed(f"an act has no {', '.join(sorted(map(repr, unknown)))}")
        name = given["act"]
        shape = next((s for s in self.machine.program.acts if s.name == name), None)
        if name == "close":
            return (-1, "close", -1, 0)
        by = self.seat(given.get("by"))
        if shape is None and name not in (_BY_COLOUR, _BY_SEAT):
            return (by, name, -1, 0)
        if name == _BY_COLOUR:
            return (by, name, -1, self.colour(given.get("colour")))
        if name == _BY_SEAT:
            return (by, name, -1, self.seat(given.get("seat")))
        assert shape is not None
        if shape.kind == "cards":
            count = given.get("count", 1)
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                raise Malformed("`count` is the number of identical cards, from 1 on")
            return (by, name, self.card(given.get("card")), count)
        if "card" in given:
            raise Malformed(f"{name!r} takes no card")
        if shape.kind == "target":
            return (by, name, -1, self.seat(given.get("target")))
        return (by, name, -1, 0)

    def choices(self, given: Json) -> list[tuple[str, int]]:
        """The choices that an act carries: (act name, value)."""
        if given["act"] in (_BY_COLOUR, _BY_SEAT):
            return []
        out = []
        if given.get("colour") is not None:
            out.append((_BY_COLOUR, self.colour(given["colour"])))
        if given.get("seat") is not None:
            out.append((_BY_SEAT, self.seat(given["seat"])))
        return out

    # ---------------------------------------------------------------- writing

    def card_token(self, card: int) -> str | None:
        """The token of a card, or None."""
        return self.machine.model.cards[card].token if card >= 0 else None

    def colour_token(self, colour: int) -> str | None:
        """The token of a colour, or None."""
        if colour < 0:
            return None
        token: str = self.machine.model.data["cards"]["colours"][self.machine.model.colours[colour]]["token"]
        return token

    def name(self, seat: int) -> str | None:
        """The name of a seat, or None."""
        return self.names[seat] if seat >= 0 else None

    def write_act(self, act: Act) -> Json:
        """A canonical act as JSON."""
        seat, name, card, n = act
        if name == "close":
            return {"act": "close"}
        out: Json = {"by": self.names[seat], "act": name}
        shape = next(s for s in self.machine.program.acts if s.name == name)
        if shape.kind == "cards":
            out["card"] = self.card_token(card)
            if n > 1:
                out["count"] = n
        elif shape.kind == "colour":
            out["colour"] = self.colour_token(n)
        elif shape.kind == "seat":
            out["seat"] = self.name(n)
        elif shape.kind == "target":
            out["target"] = self.name(n)
        return out

    def write_event(self, event: Event) -> Json:
        """An event as JSON."""
        kind, seat, value, rule = event
        out: Json = {"e": kind}
        if kind.startswith("opened:"):
            out = {"e": "opened", "window": kind.removeprefix("opened:"), "by": self.name(seat)}
        elif kind in _COUNTS:
            out["n"] = value
        elif kind in _DIRECTIONS:
            out["direction"] = value
        elif kind in _CARD_OF_NOBODY:
            out["card"] = self.card_token(value)
        elif kind in _ONLY_SEAT:
            out["by"] = self.name(seat)
        elif kind == "scored":
            out |= {"by": self.name(seat), "n": value}
        elif kind == "revealed":
            to, *cards = value
            out |= {"by": self.name(seat), "to": self.name(to), "cards": [self.card_token(c) for c in cards]}
        elif kind == "swapped":
            out |= {"by": self.name(seat), "seat": self.name(value)}
        elif kind in ("drew", "cancelled"):
            out |= {"by": self.name(seat), "card": self.card_token(value)}
        elif kind.startswith(FAULT):
            tried, why, broke = value
            act = kind.removeprefix(FAULT)
            out = {"e": "fault", **self._act_event(act, seat, tried), "act": act, "why": why, "broke": broke}
        elif kind not in ("void", "close"):
            out |= self._act_event(kind, seat, value)
        return {**out, "rule": rule}

    def _act_event(self, kind: str, seat: int, value: int) -> Json:
        out: Json = {"by": self.name(seat)}
        shape = next((s for s in self.machine.program.acts if s.name == kind), None)
        if shape is None:
            return out
        if shape.kind == "cards":
            out["card"] = self.card_token(value)
        elif shape.kind == "target":
            out["target"] = self.name(value)
        elif shape.kind == "colour":
            out["colour"] = self.colour_token(value)
        elif shape.kind == "seat":
            out["seat"] = self.name(value)
        return out

    def value(self, sort: str, number: int) -> Any:
        """The value of a variable as JSON."""
        model = self.machine.model
        if sort == "flag":
            return bool(number)
        if sort == "number":
            return number
        if number < 0:
            return None
        if sort == "seat":
            return self.names[number]
        if sort == "card":
            return self.card_token(number)
        if sort == "colour":
            return self.colour_token(number)
        return (model.faces if sort == "face" else model.kinds)[number]

    def read_value(self, sort: str, value: Any) -> int:
        """The number of a value of a variable."""
        model = self.machine.model
        if value is None:
            return -1
        if sort in ("flag", "number"):
            if not isinstance(value, int):
                raise Malformed(f"{value!r} is no {sort}")
            return int(value)
        if sort == "seat":
            return self.seat(value)
        if sort == "card":
            return self.card(value)
        if sort == "colour":
            return self.colour(value)
        names = model.faces if sort == "face" else model.kinds
        if value not in names:
            raise Malformed(f"there is no {sort} {value!r}")
        return names.index(value)
