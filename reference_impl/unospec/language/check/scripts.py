"""What is left to look at: the numbered steps, remains of options, and the interpretations."""

from __future__ import annotations

from typing import Any

from unospec.language import sections
from unospec.language.check.problems import Path, Problems
from unospec.language.check.sorts import show
from unospec.language.check.vocabulary import Vocabulary, rules
from unospec.language.core import Core

_REMAINS = ("by_option", "cases", "only")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Steps and remains."""
    _steps(words, problems)
    _remains(words.data, (), problems)
    _missing_sections(words, problems)
    _interpretations(core, words, problems)


def _steps(words: Vocabulary, problems: Problems) -> None:
    """Steps are done in the order of their numbers."""
    for name in ("setup", "round", "match"):
        taken: dict[int, str] = {}
        for rule, body in rules(words.data, name):
            step, path = body.get("step"), (name, rule, "step")
            if type(step) is not int:
                problems.add(path, f"the step of `{rule}` cannot be {show(step)}", "number the steps from 1 on")
            elif step in taken:
                message = f"`{rule}` and `{taken[step]}` are both step {step}"
                problems.add(path, message, "give one of them another number")
            else:
                taken[step] = rule


def _missing_sections(words: Vocabulary, problems: Problems) -> None:
    """What no game can do without."""
    for name in ("cards", "seats", "dealer", "reshuffle"):
        if not isinstance(words.data.get(name), dict):
            problems.add((name,), f"there is no `{name}`", "every rule set needs it")
    for name in ("setup", "acts"):
        if not words.data.get(name):
            problems.add((name,), f"there are no {name}", "every rule set needs some")


def _remains(value: Any, path: Path, problems: Problems) -> None:
    """Options are folded away; what is left of one was written where no option is read."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in _REMAINS and not _is_a_name(path):
                problems.add((*path, key), f"`{key}` is left over from an option", "it cannot stand here")
            elif key not in sections.LANGUAGES and isinstance(item, str | dict | list):
                _remains(item, (*path, key), problems)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _remains(item, (*path, index), problems)
    elif isinstance(value, str) and value.startswith("$"):
        problems.add(path, f"`{value}` is left over from an option", "it cannot stand here")


def _is_a_name(path: Path) -> bool:
    """Whether the keys of a map at this path are names of rules or variables."""
    return len(path) == 1 or path[:1] == ("cards",) and len(path) == 2


def _interpretations(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Readings, the ruling among them, and the option that selects them."""
    for name, body in rules(words.data, "interpretations"):
        path = ("interpretations", name)
        readings = body.get("readings") if isinstance(body.get("readings"), dict) else {}
        assert isinstance(readings, dict)
        if len(readings) < 2:
            problems.add((*path, "readings"), f"`{name}` has fewer than two readings", "say what else could be meant")
        ruled = body.get("ruled")
        if (str(ruled).lower() if isinstance(ruled, bool) else str(ruled)) not in readings:
            problems.add((*path, "ruled"), f"{show(ruled)} is none of the readings", ", ".join(map(str, readings)))
        option = body.get("option")
        if option is None:
            continue
        declared = core.option_docs.get(option) if isinstance(option, str) else None
        if declared is None:
            problems.add((*path, "option"), f"there is no option {show(option)}", ", ".join(core.option_docs))
        else:
            values = declared.get("values") or {}
            for reading in [reading for reading in readings if reading not in values]:
                problems.add(
                    (*path, "readings"),
                    f"`{reading}` is not a value of the option `{option}`",
                    ", ".join(values),
                )
