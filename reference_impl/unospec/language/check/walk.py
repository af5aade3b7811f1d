"""Walking through rules: which fields of a rule are terms, which are effects, and what stands inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from unospec.language.check.problems import Path
from unospec.language.check.vocabulary import CALL, OPERANDS, OPERATORS, rules, section

# section -> (fields that are terms, whether the rule has effects). Dotted fields lie one map deeper.
_FIELDS: dict[str, tuple[tuple[str, ...], bool]] = {
    "define": (("is",), False),
    "marks": (("is",), False),
    "windows": (("when", "opens.given"), False),
    "acts": (("who", "target", "given", "auto", "cards.from", "cards.up_to"), True),
    "blocks": ((), True),
    "effects": ((), True),
    "opening": ((), True),
    "whenever": (("when", "each"), True),
    "forbid": (("when",), False),
    "faults": (("given",), True),
    "setup": ((), True),
    "round": ((), True),
    "match": ((), True),
}
_WORD = re.compile(r"[a-z_][a-z0-9_-]*(?:\.[a-z_][a-z0-9_-]*)*")
_NO_TERMS = ("may", "sum")  # operators whose first operand is a name and no term


def term_fields(data: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Every field of a rule that is a term or predicate, with its path."""
    for name, (fields, _) in _FIELDS.items():
        for rule, body in rules(data, name):
            for field in fields:
                path: Path = (name, rule, *field.split("."))
                value: Any = body
                for key in path[2:]:
                    value = value.get(key) if isinstance(value, dict) else None
                if value is not None:
                    yield path, value
    dealer = section(data, "dealer")
    for field in ("first", "next"):
        if field in dealer:
            yield ("dealer", field), dealer[field]


def effect_fields(data: dict[str, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """The effects of every rule that has some, with their path."""
    for name, (_, has_effects) in _FIELDS.items():
        if has_effects:
            for rule, body in rules(data, name):
                if isinstance(body.get("do"), list):
                    yield (name, rule, "do"), body["do"]
    reshuffle = section(data, "reshuffle")
    if isinstance(reshuffle.get("do"), list):
        yield ("reshuffle", "do"), reshuffle["do"]


def steps(effects: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every effect of a list, and those inside `if` and `each`, with their paths. Blocks are not entered."""
    if not isinstance(effects, list):
        return
    for index, effect in enumerate(effects):
        if not isinstance(effect, dict):
            continue
        here = (*path, index)
        yield here, effect
        for key in ("then", "else", "do"):
            if isinstance(effect.get(key), list):
                yield from steps(effect[key], (*here, key))


def terms_of(effect: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The terms of one effect, with the key under which they stand; what is written is left out."""
    for key in (
        "if",
        "each",
        "pass",
        "turn",
        "who",
        "from",
        "move",
        "to",
        "deal",
        "effect_of",
        "by",
        "win",
        "reveal",
    ):
        if key in effect:
            yield key, effect[key]
    for key in ("set", "add", "with", "outcome"):
        for path, value in _items(effect.get(key)):
            yield key, value
            call = CALL.fullmatch(path) if key in ("set", "add") else None
            if call:
                yield key, call[2]
    drawn, turned = effect.get("draw"), effect.get("turn_up")
    if drawn is not None:
        yield "draw", drawn.get("until") if isinstance(drawn, dict) else drawn
    if isinstance(turned, dict) and "refuse" in turned:
        yield "turn_up", turned["refuse"]
    for value in effect["of"] if isinstance(effect.get("of"), list) else []:
        yield "of", value
    if "leave" in effect:
        yield "leave", effect["leave"]
    for cleared in effect["clear"] if isinstance(effect.get("clear"), list) else [effect.get("clear")]:
        call = CALL.fullmatch(cleared) if isinstance(cleared, str) else None
        if call:
            yield "clear", call[2]


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from value.items()


def words_of(term: Any) -> Iterator[str]:
    """Every word that a term mentions, calls and attributes taken apart; also the names of definitions."""
    if isinstance(term, str):
        for word in _WORD.findall(term):
            yield word
            if "." in word:
                yield word.split(".")[0]
    elif isinstance(term, list):
        for item in term:
            yield from words_of(item)
    elif isinstance(term, dict):
        for key, value in term.items():
            yield from _operand(key, value)


def _operand(key: str, value: Any) -> Iterator[str]:
    if key in _NO_TERMS:
        return
    if key == "has" and isinstance(value, list):
        yield from words_of(value[:1])
    elif key == "same" and isinstance(value, list):
        yield from words_of(value[:2])
    else:
        if key not in OPERATORS and key not in OPERANDS:
            yield key  # the name of a definition, asked of another card
        yield from words_of(value)


def acts_asked(term: Any) -> Iterator[str]:
    """The acts that a term asks about with `may`."""
    if isinstance(term, dict):
        if isinstance(term.get("may"), str):
            yield term["may"]
        for value in term.values():
            yield from acts_asked(value)
    elif isinstance(term, list):
        for item in term:
            yield from acts_asked(item)
