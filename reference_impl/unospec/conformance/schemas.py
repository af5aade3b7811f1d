"""JSON Schemas of everything that crosses a border, and their messages in words."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from unospec import resources

if TYPE_CHECKING:  # a run of cases that were checked when they were built does without
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

_URN = "urn:unospec:"
_OWN = ("$id", "$schema", "$defs", "$ref")
NAMES = ("adapter", "case", "identify", "known", "log", "perft", "protocol", "run")


class Problem(NamedTuple):
    """Where in a value something is wrong (keys and indices from its root), and what."""

    path: tuple[str | int, ...]
    message: str


@cache
def _schema(name: str) -> Any:
    return json.loads((resources.root() / "schemas" / f"{name}.schema.json").read_text("utf-8"))


@cache
def _registry() -> Registry[Any]:
    from referencing import Registry, Resource

    return Registry().with_resources([(_URN + name, Resource.from_contents(_schema(name))) for name in NAMES])


@cache
def validator(name: str, part: str = "") -> Draft202012Validator:
    """The validator of a schema of ours, or of one of its `$defs`."""
    from jsonschema import Draft202012Validator

    start = {"$ref": f"{_URN}{name}#/$defs/{part}" if part else f"{_URN}{name}#"}
    return Draft202012Validator(_inlined(start, name, ()), registry=_registry())


def _inlined(schema: Any, name: str, within: tuple[str, ...]) -> Any:
    """A schema with what its `$ref`s mean in their places: looking them up takes half the time of a check.

    name: the schema that a bare `#/...` belongs to. A `$ref` inside what it means itself stays.
    """
    if isinstance(schema, list):
        return [_inlined(item, name, within) for item in schema]
    if not isinstance(schema, dict):
        return schema
    others = {key: _inlined(schema[key], name, within) for key in schema if key not in _OWN}
    if "$ref" not in schema:
        return others
    before, _, pointer = schema["$ref"].partition("#")
    target = before.removeprefix(_URN) or name
    full = f"{_URN}{target}#{pointer}"
    if full in within or not schema.keys() <= {"$ref", "description"}:
        return others | {"$ref": full}
    meant = reduce(operator.getitem, pointer.split("/")[1:], _schema(target))
    return _inlined(meant, target, (*within, full))


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
