"""The deck: its total, its kinds and tokens, and an effect for every card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unospec.language import limits, names
from unospec.language.check.problems import Problems
from unospec.language.check.sorts import show
from unospec.language.check.vocabulary import Vocabulary, listed, rules, section
from unospec.language.core import Core
from unospec.language.errors import did_you_mean

Card = tuple[str, str]  # colour ("" for colourless cards) and face


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """The cards of the game, and the number of players."""
    copies = _deck(words, problems)
    _total(words, copies, problems)
    _kinds(words, copies, problems)
    _tokens(words, copies, problems)
    _effects(words, copies, problems)
    _seats(words, problems)
    _teams(words, problems)


def _rows(words: Vocabulary) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, row in enumerate(listed(section(words.data, "cards").get("deck"))):
        if isinstance(row, dict):
            yield index, row


def _deck(words: Vocabulary, problems: Problems) -> dict[Card, int]:
    """How many copies there are of each card."""
    copies: dict[Card, int] = {}
    for index, row in _rows(words):
        path = ("cards", "deck", index)
        number = row.get("copies")
        if type(number) is not int or not 1 <= number <= limits.COPIES:
            problems.add(path, f"`copies` cannot be {show(number)}", f"a number from 1 to {limits.COPIES}")
            number = 0
        if row.get("each", "colour") != "colour":
            problems.add(path, f"`each` cannot be {show(row['each'])}", "it is colour; colourless cards leave it out")
        colours = list(words.colours) if "each" in row else [""]
        for face in listed(row.get("face")):
            if face not in words.faces:
                problems.add(path, f"no kind has the face {show(face)}", did_you_mean(str(face), words.faces))
                continue
            for colour in colours:
                copies[colour, face] = copies.get((colour, face), 0) + number
    return copies


def _total(words: Vocabulary, copies: dict[Card, int], problems: Problems) -> None:
    total, counted = section(words.data, "cards").get("total"), sum(copies.values())
    if total != counted:
        problems.add(("cards", "total"), f"the deck has {counted} cards, and `total` says {total}", f"write {counted}")
    if counted > limits.DECK:
        problems.add(("cards", "deck"), f"the deck has {counted} cards; at most {limits.DECK} are possible")


def _kinds(words: Vocabulary, copies: dict[Card, int], problems: Problems) -> None:
    in_deck = {face for _, face in copies}
    owners: dict[str, str] = {}
    for kind, body in words.kinds.items():
        path = ("cards", "kinds", kind)
        if not isinstance(body, dict):
            problems.add(path, f"the kind `{kind}` is a map of attributes", "write {points: ..., token: ...}")
            continue
        faces = [face for face in listed(body.get("faces", kind)) if isinstance(face, str)]
        for face in faces:
            if face in owners:
                problems.add(path, f"the face `{face}` belongs to `{owners[face]}` already", "a face has one kind")
            owners.setdefault(face, kind)
            if face not in in_deck:
                problems.add(path, f"no card of the deck has the face `{face}`", "add it to the deck, or remove it")
        if "faces" in body and "token" in body:
            problems.add((*path, "token"), f"`{kind}` has faces, which are their own tokens", "leave `token` out")
        _numbers(kind, body, faces, problems)


def _numbers(kind: str, body: dict[str, Any], faces: list[str], problems: Problems) -> None:
    path = ("cards", "kinds", kind)
    points = body.get("points")
    if points == "face":
        for face in [face for face in faces if not face.isdecimal()]:
            problems.add((*path, "points"), f"the face `{face}` is no number that could be its points")
    elif type(points) is not int:
        problems.add((*path, "points"), f"the points of `{kind}` cannot be {show(points)}", "a number, or face")
    if "amount" in body and (type(body["amount"]) is not int or body["amount"] < 0):
        problems.add(
            (*path, "amount"),
            f"the amount of `{kind}` cannot be {show(body['amount'])}",
            "a number from 0 on",
        )


def _tokens(words: Vocabulary, copies: dict[Card, int], problems: Problems) -> None:
    """Cards are written as the token of the colour and that of the face; no two may look alike."""
    tokens: dict[str, Card] = {}
    for colour, body in words.colours.items():
        token = body.get("token") if isinstance(body, dict) else None
        path = ("cards", "colours", colour, "token")
        if not isinstance(token, str) or not names.is_token(token):
            problems.add(path, f"{show(token)} is no token", "one to four letters, digits, + or -")
        else:
            taken = [
                c for c, b in words.colours.items() if c < colour and isinstance(b, dict) and b.get("token") == token
            ]
            if taken:
                problems.add(path, f"`{taken[0]}` and `{colour}` have the same token `{token}`", "choose another")
                return
    for colour, face in copies:
        kind = words.kinds[words.faces[face]]
        token = str(kind.get("token", face)) if "faces" not in kind else face
        path = ("cards", "kinds", words.faces[face], "token")
        if not names.is_token(token):
            problems.add(path, f"{show(token)} is no token", "one to four letters, digits, + or -")
            continue
        written = str(section(words.colours, colour).get("token", "")) + token if colour else token
        if written in tokens:
            one, other = (" ".join(filter(None, card)) for card in (tokens[written], (colour, face)))
            problems.add(path, f"`{one}` and `{other}` are both written `{written}`", "choose another token")
        tokens.setdefault(written, (colour, face))


def _effects(words: Vocabulary, copies: dict[Card, int], problems: Problems) -> None:
    """Every card has an effect; `effects` and `opening` name cards that there are."""
    faces = dict.fromkeys(face for _, face in copies)
    effects = section(words.data, "effects")
    for kind in dict.fromkeys(words.faces[face] for face in faces):
        of_kind = [face for face in faces if words.faces[face] == kind]
        without = [face for face in of_kind if not {f"face/{face}", kind, "other"} & set(effects)]
        if without:
            problems.add(
                ("effects",),
                f"the kind `{kind}` has no effect",
                f"add effects.{kind}: {{do: [{{pass: 1}}], ...}}",
            )
    known = [
        *dict.fromkeys(words.faces[face] for face in faces),
        *(f"face/{face}" for face in faces),
        "other",
    ]
    for name in ("effects", "opening"):
        for entry, _ in rules(words.data, name):
            if entry not in known:
                problems.add((name, entry), f"no card of the deck is a `{entry}`", did_you_mean(entry, known))


def _seats(words: Vocabulary, problems: Problems) -> None:
    seats = section(words.data, "seats")
    low, high = seats.get("min"), seats.get("max")
    if type(low) is not int or type(high) is not int or not 2 <= low <= high <= limits.SEATS:
        message = f"from `{low}` to `{high}` players is no range of players"
        problems.add(("seats",), message, f"write {{min: 2, max: 10}}; at least 2, at most {limits.SEATS}")


def _teams(words: Vocabulary, problems: Problems) -> None:
    """Teams have the same size, so the fewest and the most players are whole teams."""
    if "teams" not in words.data:
        return
    count = section(words.data, "teams").get("count")
    if type(count) is not int or not 2 <= count <= limits.TEAMS:
        hint = f"write {{count: 2}}; at least 2, at most {limits.TEAMS}"
        problems.add(("teams", "count"), f"`{count}` is no number of teams", hint)
        return
    for key, players in section(words.data, "seats").items():
        if type(players) is int and players % count:
            hint = f"write {players - players % count or count} or {players + count - players % count}"
            problems.add(("seats", key), f"{players} players do not make {count} teams of the same size", hint)
