"""What is read straight off a core: texts, sources, the deck table and the order of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unospec.language.seats import hands_shown, team_count
from unospec.rulebook.model import Deck, DeckRow, Source, Text

Json = Mapping[str, Any]


def text(body: Json) -> Text:
    """The `en` and `zh` of a rule or entry."""
    return Text(body["en"], body["zh"])


def source(body: Json) -> Source | None:
    """The provenance of a rule, if it has one."""
    found = body.get("source")
    if not found:
        return None
    why = text(found["why"]) if "why" in found else None
    return Source(found["status"], found.get("doc", ""), found.get("at", ""), why)


def faces_of(kinds: Json, kind: str) -> tuple[str, ...]:
    """The faces of a kind; a kind without `faces` has one, named like itself."""
    return tuple(kinds[kind].get("faces", (kind,)))


def kind_of(kinds: Json, face: str) -> str:
    """The kind that a face belongs to."""
    return next(kind for kind in kinds if face in faces_of(kinds, kind))


def kinds_in_order(cards: Json) -> tuple[str, ...]:
    """The kinds in the order in which the deck lists them; the core's maps have no order of their own."""
    listed = (kind_of(cards["kinds"], face) for row in cards["deck"] for face in _list(row["face"]))
    return tuple(dict.fromkeys(listed))


def faces_in_order(cards: Json) -> tuple[str, ...]:
    """All faces in the order in which the deck lists them."""
    return tuple(dict.fromkeys(face for row in cards["deck"] for face in _list(row["face"])))


def deck(data: Json) -> Deck:
    """The deck table of a core's data."""
    cards, seats = data["cards"], data["seats"]
    return Deck(tuple(_rows(cards)), cards["total"], seats["min"], seats["max"], team_count(data), hands_shown(data))


def _rows(cards: Json) -> Iterable[DeckRow]:
    kinds, colours = cards["kinds"], len(cards["colours"])
    for row in cards["deck"]:
        grouped: dict[str, list[str]] = {}
        for face in _list(row["face"]):
            grouped.setdefault(kind_of(kinds, face), []).append(face)
        for kind, faces in grouped.items():
            each = row["copies"] * len(faces)
            in_colours = "each" in row
            points = kinds[kind]["points"]
            yield DeckRow(
                kind=kind,
                name=text(kinds[kind]),
                faces=compress(faces) if "faces" in kinds[kind] else "",
                each=each if in_colours else 0,
                count=each * (colours if in_colours else 1),
                points=None if points == "face" else points,
            )


def compress(faces: Sequence[str]) -> str:
    """A run of numbers as `1–9`; other faces as a list."""
    numbers = [int(face) for face in faces if face.isdigit()]
    is_run = len(numbers) == len(faces) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if is_run and len(faces) > 2:
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(faces)


def _list(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value
