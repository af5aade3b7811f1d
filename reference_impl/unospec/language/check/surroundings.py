"""Which words each place of a core has, and the sort check of every rule in its surroundings."""

from __future__ import annotations

from typing import Any

from unospec.language.check.effects import Effects
from unospec.language.check.operators import group
from unospec.language.check.problems import Path, Problems
from unospec.language.check.sorts import Env, Sorts, show
from unospec.language.check.vocabulary import NULLABLE, Vocabulary, listed, rules, section
from unospec.language.core import Core
from unospec.language.errors import did_you_mean

ACTOR: Env = {"actor": "seat"}
PLAYER: Env = {"actor": "seat", "card": "card", "cards": "played"}


def act_env(words: Vocabulary, act: str) -> Env:
    """The words inside an act."""
    env = dict(PLAYER if "cards" in words.acts[act] else ACTOR)
    if words.windows_of(act)[1]:
        env |= {"subject": "seat", "target": "seat"}
    return env


def fault_env(words: Vocabulary, act: str) -> Env:
    """The words inside a fault. A refused act may come when nothing is held: it has no subject then."""
    env = act_env(words, act)
    if any(words.windows[window].get("holds") for window in words.windows_of(act)[1]):
        return {word: sort for word, sort in env.items() if word not in ("subject", "target")}
    return env


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Every term and effect of every rule."""
    sorts = Sorts(words, problems)
    effects = Effects(sorts)
    _windows(words, sorts)
    for act in words.acts:
        _act(words, act, sorts, effects)
    _marks(words, sorts, effects)
    for name, field in (("forbid", "when"), ("faults", "given")):
        _about_acts(words, name, field, sorts, effects)
    for name in ("effects", "opening"):
        for rule, body in rules(words.data, name):
            effects.run(body.get("do"), (name, rule, "do"), PLAYER)
    _whenever(words, sorts, effects)
    _scripts(words, sorts, effects)
    _starts(words, sorts)


def _windows(words: Vocabulary, sorts: Sorts) -> None:
    for name, body in words.windows.items():
        if "when" in body:
            sorts.predicate(body["when"], ("windows", name, "when"), {})
        opens = section(body, "opens")
        if "given" in opens:
            sorts.predicate(opens["given"], ("windows", name, "opens", "given"), PLAYER)


def _act(words: Vocabulary, act: str, sorts: Sorts, effects: Effects) -> None:
    body, path = words.acts[act], ("acts", act)
    env = act_env(words, act)
    offered = {word: sort for word, sort in env.items() if word in ("subject", "target")}
    if "who" in body:
        sorts.want(body["who"], (*path, "who"), offered, "seat", "seats")
    if "given" in body:
        sorts.predicate(body["given"], (*path, "given"), env)
    if body.get("auto", "alone") != "alone":
        sorts.predicate(body["auto"], (*path, "auto"), ACTOR)
    effects.run(body.get("do"), (*path, "do"), env)


def _marks(words: Vocabulary, sorts: Sorts, effects: Effects) -> None:
    for name, body in rules(words.data, "marks"):
        path: Path = ("marks", name)
        variable = effects.target(body.get("set"), (*path, "set"), ACTOR)
        if variable is not None and variable.by_seat:
            sorts.fail((*path, "set"), f"`{variable.name}` is kept by seat; a mark sets one value")
            variable = None
        for act in _acts_named(words, listed(body.get("at")), (*path, "at"), sorts):
            if variable is None:
                sorts.term(body.get("is"), (*path, "is"), act_env(words, act))
            else:
                effects.value(variable, body.get("is"), (*path, "is"), act_env(words, act))


def _acts_named(words: Vocabulary, names: list[Any], path: Path, sorts: Sorts) -> list[str]:
    """The acts of a list that exist; for the others a problem is noted."""
    if not names:
        sorts.fail(path, "no act is named here", "name at least one")
    found = []
    for name in names:
        if isinstance(name, str) and name in words.acts:
            found.append(name)
        else:
            sorts.fail(path, f"there is no act {show(name)}", did_you_mean(str(name), words.acts))
    return found


def _about_acts(words: Vocabulary, name: str, field: str, sorts: Sorts, effects: Effects) -> None:
    """Rules that name acts and speak in their words."""
    for rule, body in rules(words.data, name):
        for act in _acts_named(words, listed(body.get("act")), (name, rule, "act"), sorts):
            env = fault_env(words, act) if name == "faults" else act_env(words, act)
            if field in body:
                sorts.predicate(body[field], (name, rule, field), env)
            if name == "faults":
                effects.run(body.get("do"), (name, rule, "do"), env)


def _whenever(words: Vocabulary, sorts: Sorts, effects: Effects) -> None:
    for rule, body in rules(words.data, "whenever"):
        path: Path = ("whenever", rule)
        env: Env = {}
        if "each" in body:
            group(sorts, body["each"], (*path, "each"), {}, "seats")
            env = {"seat": "seat", "actor": "seat"}
        sorts.predicate(body.get("when"), (*path, "when"), env)
        effects.run(body.get("do"), (*path, "do"), env)


def _scripts(words: Vocabulary, sorts: Sorts, effects: Effects) -> None:
    for name in ("setup", "round", "match"):
        for rule, body in rules(words.data, name):
            effects.run(body.get("do"), (name, rule, "do"), ACTOR)
    if "reshuffle" in words.data:
        effects.run(section(words.data, "reshuffle").get("do"), ("reshuffle", "do"), {})
    dealer = section(words.data, "dealer")
    if "dealer" in words.data:
        if dealer.get("first") != "none":  # a card counts something, or no card does and nobody draws
            sorts.want(dealer.get("first"), ("dealer", "first"), {"card": "card"}, "number", "number or none")
        sorts.want(dealer.get("next"), ("dealer", "next"), {}, "seat")


def _starts(words: Vocabulary, sorts: Sorts) -> None:
    """Every variable has a known sort, and starts with a value of it."""
    for variable in words.variables.values():
        spec: Any = words.data
        for key in variable.at:
            spec = spec[key]
        path = (*variable.at, "start")
        known = ("flag", "number", *NULLABLE)
        if variable.sort not in known:
            sorts.fail(variable.at, f"there is no sort `{variable.sort}`", did_you_mean(variable.sort, known))
        elif "start" in spec:
            good = {"flag": isinstance(spec["start"], bool), "number": type(spec["start"]) is int}
            if not good.get(variable.sort, spec["start"] == "none"):
                start = {"flag": "true or false", "number": "a number"}.get(variable.sort, "none")
                sorts.fail(path, f"`{variable.name}` cannot start as {show(spec['start'])}", f"it starts as {start}")
        if variable.seen not in ("all", "turn", "none"):
            sorts.fail(variable.at, f"`seen` cannot be `{variable.seen}`", "it is all, turn or none")
    for name in words.records:
        if name not in section(words.data, "state"):
            where = "per_seat" if name in section(words.data, "per_seat") else "record"
            sorts.fail(
                (where, name),
                f"`{name}` is kept by seat and cannot be a record",
                "make each field a variable",
            )
