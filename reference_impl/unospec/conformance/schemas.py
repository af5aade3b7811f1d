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
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        extra = [key for key in error.instance if key not in known]
        return f"unknown key `{extra[0]}`; known are: {', '.join(known)}" if extra and known else error.message
    if error.validator == "required" and isinstance(error.validator_value, list):
        instance = error.instance if isinstance(error.instance, dict) else {}
        missing = [key for key in error.validator_value if key not in instance]
        return "missing: " + ", ".join(f"`{key}`" for key in missing)
    if error.validator == "enum" and isinstance(error.validator_value, list):
        return f"`{error.instance}` is none of: {', '.join(map(str, error.validator_value))}"
    if error.validator == "pattern":
        return f"`{error.instance}` does not have the form {error.validator_value}"
    if error.validator == "oneOf" and _lacks_one(error):
        wanted = [key for inner in error.context or () for key in inner.schema["required"]]  # type: ignore[index]
        return "missing: " + " or ".join(f"`{key}`" for key in wanted)
    if error.validator == "oneOf":
        return "it fits none of the forms that are possible here, or several at once"
    return error.message


def show_path(path: tuple[str | int, ...]) -> str:
    """A path as messages show it: `steps[0].act.card`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else part)
    return text
