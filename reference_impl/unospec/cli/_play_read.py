"""Acts as people type them at the table: `play R5`, `W4 B`, `摸`, `红5`."""

from __future__ import annotations

from typing import Any

from unospec.cli._play import Voice, words
from unospec.engine import Table
from unospec.engine.notation import Json

_SAID_WITH = {"cards": "card", "target": "target", "seat": "seat", "colour": "colour"}


def read_act(voice: Voice, table: Table, text: str) -> Json | None:
    """The act that is meant, legal or not; None if the text is none."""
    name, rest = _name(table, text)
    said = _said(voice, table, rest, seats_first=_kind(table, name) in ("target", "seat"))
    if said is None or not (name or said):
        return None
    legal = table.legal(voice.me)
    if name is None:
        name = _meant(voice, table, said, legal)
    if name is None:
        return None
    act = {"by": voice.me, "act": name, **_fit(voice, table, name, said)}
    same = [a for a in legal if a["act"] == name]
    if not said and len(same) == 1:
        return same[0]  # the only one of its name need not be spelt out
    return act


def _name(table: Table, text: str) -> tuple[str | None, str]:
    """The name of the act at the beginning, if there is one, and what follows it."""
    names = {shape.name: shape.name for shape in table.machine.program.acts}
    for act, entry in words()["acts"].items():
        names.update(dict.fromkeys([act, *entry["say"]], act))
    first, _, rest = text.partition(" ")
    if first.casefold() in names:
        return names[first.casefold()], rest.strip()
    for alias in sorted((a for a in names if not a.isascii()), key=len, reverse=True):
        if text.casefold().startswith(alias):
            return names[alias], text[len(alias) :].strip()
    return None, text


def _kind(table: Table, name: str | None) -> str | None:
    """What an act is told with: cards, target, colour, seat, or nothing."""
    return next((s.kind for s in table.machine.program.acts if s.name == name), None)


def _said(voice: Voice, table: Table, text: str, seats_first: bool) -> dict[str, Any] | None:
    """The card, colour, seat and count in a text; None if a part of it is nothing of the kind."""
    parts, out = text.split(), {}
    while parts:
        for n in range(len(parts), 0, -1):
            word = "".join(parts[:n]).casefold()
            found = (seats_first and _seat(table, word)) or _thing(voice, table, word)
            if found:
                break
        else:
            return None
        if found[0] in out:
            return None
        out[found[0]] = found[1]
        parts = parts[n:]
    return out


def _thing(voice: Voice, table: Table, text: str) -> tuple[str, Any] | None:
    for card in table.machine.model.cards:
        spoken = [voice.card_words(card, lang).replace(" ", "") for lang in ("en", "zh")]
        if text in [s.casefold() for s in (card.token, *spoken)]:
            return "card", card.token
    for name, colour in voice.core.data["cards"]["colours"].items():
        said = (name, colour["token"], colour["en"], colour["zh"], colour["zh"] + "色")
        if text in [s.casefold() for s in said]:
            return "colour", colour["token"]
    if text[0] in "x×" and text[1:].isdecimal():
        return "count", int(text[1:])
    return _seat(table, text)


def _seat(table: Table, text: str) -> tuple[str, Any] | None:
    return next((("seat", n) for n in table.notation.names if text == n.replace(" ", "").casefold()), None)


def _fit(voice: Voice, table: Table, name: str, said: dict[str, Any]) -> Json:
    """The things said, under the names that the act has for them."""
    out = dict(said)
    if _kind(table, name) == "target":
        # Without a name any other seat is meant: the rules say why there is nobody to act against.
        others = [n for n in table.notation.names if n != voice.me]
        out["target"] = out.pop("seat", others[0] if others else voice.me)
    return out


def _meant(voice: Voice, table: Table, said: dict[str, Any], legal: list[Json]) -> str | None:
    """The act that a card, colour or seat by itself stands for: a legal one rather than another."""
    key = "card" if "card" in said else "colour" if "colour" in said else "seat" if "seat" in said else None
    if key is None:
        return None
    named = {"seat": ("seat", "target")}.get(key, (key,))
    for act in legal:
        if any(act.get(k) == said[key] for k in named):
            return str(act["act"])
    shapes = [s for s in table.machine.program.acts if _SAID_WITH.get(s.kind) in named]
    offered = {a["act"] for a in legal}
    in_turn = [s for s in shapes if s.name in offered] or [s for s in shapes if not beside(voice, s.name)]
    chosen = in_turn or shapes
    return chosen[0].name if chosen else None


def beside(voice: Voice, act: str) -> bool:
    """Whether an act is offered only beside the turn."""
    data = voice.core.data
    if act not in data["acts"]:
        return False
    windows = data["acts"][act]["in"]
    windows = [windows] if isinstance(windows, str) else windows
    return all(data["windows"][w]["kind"] == "ambient" for w in windows)
