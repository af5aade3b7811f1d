"""JSON Schemas of everything that crosses a border, and their messages in words."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from unospec import resources

NAMES = ("adapter", "case", "known", "log", "protocol", "run")


class Problem(NamedTuple):
    """Where in a value something is wrong (keys and indices from its root), and what."""

    path: tuple[str | int, ...]
    message: str


@cache
def _registry() -> "Registry[Any]":
    texts = {name: (resources.root() / "schemas" / f"{name}.schema.json").read_text("utf-8") for name in NAMES}
    loaded = [(f"urn:unospec:{name}", Resource.from_contents(json.loads(text))) for name, text in texts.items()]
    return Registry().with_resources(loaded)


@cache
def validator(name: str, part: str = "") -> Draft202012Validator:
    """The validator of a schema of ours, or of one of its `$defs`."""
    pointer = f"#/$defs/{part}" if part else ""
    return Draft202012Validator({"$ref": f"urn:unospec:{name}{pointer}"}, registry=_registry())


def problems(value: Any, name: str, part: str = "") -> Iterator[Problem]:
    """Everything that a schema finds wrong with a value, each with its place."""
    errors = sorted(validator(name, part).iter_errors(value), key=lambda e: [str(p) for p in e.absolute_path])
    for error in errors:
        deepest = _deepest(error)
        yield Problem(tuple(deepest.absolute_path), _words(deepest))


def first_problem(value: Any, name: str, part: str = "") -> Problem | None:
    """The first thing that a schema finds wrong, or None."""
    return next(problems(value, name, part), None)


def _deepest(error: ValidationError) -> ValidationError:
    """Of the branches of an anyOf or oneOf the one that was meant most likely: that with the least wrong."""
    if error.validator not in ("anyOf", "oneOf") or not error.context or _lacks_one(error):
        return error
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    nearest = min(branches.values(), key=lambda found: _distance(found, error))
    return _deepest(max(nearest, key=lambda inner: len(inner.absolute_path)))


def _lacks_one(error: ValidationError) -> bool:
    """Each branch only wants a key, and none of them is there."""
    here = [inner for inner in error.context or () if inner.absolute_path == error.absolute_path]
    return len(here) == len(error.context or ()) and all(inner.validator == "required" for inner in here)


def _distance(found: list[ValidationError], around: ValidationError) -> tuple[int, int]:
    """How far a value is from a branch; another type altogether is far."""
    other = any(e.validator == "type" and e.absolute_path == around.absolute_path for e in found)
    return len(found) + 100 * other, -max(len(e.absolute_path) for e in found)


def _words(error: ValidationError) -> str:
    """An error as people say it; the library's own words where those are as good."""
    value, wanted = error.instance, error.validator_value
    if error.validator == "additionalProperties" and isinstance(value, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        extra = [key for key in value if key not in known]
        return f"unknown key `{extra[0]}`; known are: {', '.join(known)}" if extra and known else error.message
    if error.validator == "required":
        return "missing: " + ", ".join(f"`{key}`" for key in _missing(error))
    if error.validator == "enum" and isinstance(wanted, list):
        return f"`{value}` is none of: {', '.join(map(str, wanted))}"
    if error.validator == "pattern":
        return f"`{value}` does not have the form {wanted}"
    if error.validator == "oneOf" and _lacks_one(error):
        lacking = [key for inner in error.context or () for key in _missing(inner)]
        return "missing: " + " or ".join(f"`{key}`" for key in dict.fromkeys(lacking))
    if error.validator == "oneOf":
        return "it fits none of the forms that are possible here, or several at once"
    return error.message


def _missing(error: ValidationError) -> list[str]:
    """The required keys that are not there."""
    there = error.instance if isinstance(error.instance, dict) else {}
    wanted = error.validator_value if isinstance(error.validator_value, list) else []
    return [key for key in wanted if key not in there]


def show_path(path: tuple[str | int, ...]) -> str:
    """A path as messages show it: `steps[0].act.card`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else part)
    return text
