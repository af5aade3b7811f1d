"""Options and open questions of a rule set, for the end of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unospec.language import Core
from unospec.rulebook.extract import source, text
from unospec.rulebook.model import Choice, Question, Reading, Text

Json = Mapping[str, Any]


def choices(core: Core) -> tuple[Choice, ...]:
    """Every option of a core with its value in words."""
    return tuple(_choice(name, core.option_docs[name], value) for name, value in core.options.items())


def _choice(name: str, declared: Json, value: object) -> Choice:
    known: Json = declared.get("values", {})
    limits = declared.get("range")
    here, usual = _key(value), _key(declared["default"])
    return Choice(
        name=name,
        text=text(declared),
        value=_said(known, here),
        usual=_said(known, usual),
        others=tuple(text(known[key]) for key in known if key != here),
        limits=(limits[0], limits[1]) if limits else None,
    )


def _key(value: object) -> str:
    """A value as it stands as a key of `values`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _said(known: Json, key: str) -> Text:
    return text(known[key]) if key in known else Text(key, key)


def questions(core: Core) -> tuple[Question, ...]:
    """What the sources leave open, in the order in which it is written."""
    found = core.data["interpretations"]
    names = sorted(found, key=lambda n: (int(core.origin.get(f"interpretations.{n}", {}).get("line", 0)), n))
    return tuple(_question(core, name, found[name]) for name in names)


def _question(core: Core, name: str, body: Json) -> Question:
    option = body.get("option", "")
    chosen = _key(core.options.get(option, body["ruled"]))
    if chosen not in body["readings"]:
        chosen = _key(body["ruled"])
    return Question(
        id=f"interpretations.{name}",
        question=text(body["question"]),
        readings=tuple(Reading(key, text(said), key == chosen) for key, said in body["readings"].items()),
        why=text(body["why"]),
        option=option,
        by=core.blame.get(f"interpretations.{name}", ""),
        source=source(body),
    )
