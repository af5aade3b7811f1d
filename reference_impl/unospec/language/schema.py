"""The form of documents and cores, by JSON Schema, with violations told in the words of the domain.

The schemas' `description`s are those words: what is expected at a place, as it reads after "expected".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from unospec import resources
from unospec.language import names
from unospec.language.errors import Place, SpecError, did_you_mean, raise_all
from unospec.language.source import Map, Seq, Value, show_path

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from unospec.language.core import Core

Path = tuple[str | int, ...]
# Where the value at a path is written, or (second argument true) the last key of the path.
Finder = Callable[[Path, bool], Place | None]

_SHOWN = 40  # longer words are cut in messages
_SORT_NAMES: tuple[tuple[type, str], ...] = (
    (bool, "a flag"),
    (int, "a number"),
    (str, "a word"),
    (dict, "a map"),
    (list, "a list"),
)


def check_document(data: Map) -> None:
    """Raise SpecError for every violation of the schema for documents of its kind, each at its place."""
    name = data.get("id")
    blame = name if isinstance(name, str) and names.is_document_id(name) else ""
    form = "tournament" if data.get("kind") == "tournament" else "document"
    raise_all(_problems(form, data, lambda path, key: _place_in(data, path, key), blame))


def core_problems(core: Core) -> list[SpecError]:
    """Every violation of the core schema, each at the place of what was written there."""
    problems = _problems("core", core.data, lambda path, key: core.place(path), core.id)
    for problem in problems:
        problem.blame = _owner(core, problem.path)
    return problems


def _owner(core: Core, path: str) -> str:
    """The document that wrote the nearest part of a path."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in core.blame:
            return core.blame[".".join(parts[:length])]
    return core.id


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator of `schemas/NAME.schema.json`; made once, as reading the schemas takes its time."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    folder = resources.root() / "schemas"
    texts = {kind: (folder / f"{kind}.schema.json").read_text("utf-8") for kind in ("document", "core", "tournament")}
    loaded = {kind: json.loads(text) for kind, text in texts.items()}
    known = [(schema["$id"], Resource.from_contents(schema)) for schema in loaded.values()]
    registry: Registry[Any] = Registry().with_resources(known)
    return Draft202012Validator(loaded[name], registry=registry)


def _problems(schema: str, data: Any, find: Finder, blame: str) -> list[SpecError]:
    found: dict[tuple[Path, str], SpecError] = {}
    for violation in validator(schema).iter_errors(data):
        path = tuple(violation.absolute_path)
        for at, is_key, message, hint in _told(violation):
            where = (*path, *at)
            error = SpecError(message, hint=hint, place=find(where, is_key), path=_shown_path(where), blame=blame)
            found.setdefault((where, message), error)
    return list(found.values())


def _place_in(root: Map, path: Path, key: bool) -> Place:
    """The place of a value (or of its key) in a document; of the nearest thing around it if it is missing."""
    value: Value = root
    place = root.place
    for index, part in enumerate(path):
        if isinstance(value, Map) and part in value:
            wants_key = key and index == len(path) - 1 or isinstance(value[str(part)], Map | Seq)
            place = (value.key_places if wants_key else value.value_places)[str(part)]
            value = value[str(part)]
        elif isinstance(value, Seq) and isinstance(part, int) and part < len(value):
            place, value = value.places[part], value[part]
        else:
            break
    return place


def _told(violation: ValidationError) -> Iterator[tuple[Path, bool, str, str]]:
    """What a violation is called: (path below the violation's own, is it a key there, message, hint)."""
    kind, instance = str(violation.validator), violation.instance
    schema: Any = violation.schema
    if _is_key(violation):
        expected = _expected(schema, "another name")
        yield (str(instance),), True, f"`{shown(instance)}` is not {expected}", _letters(instance)
    elif kind == "additionalProperties" and isinstance(instance, dict):
        known = schema.get("properties", {})
        for key in instance:
            if key not in known:
                yield (key,), True, f"unknown key `{shown(key)}`", did_you_mean(key, known)
    elif kind == "required" and isinstance(instance, dict):
        for key in _listed(violation.validator_value):
            if key not in instance:
                yield (), True, f"`{key}` is missing", _missing_hint(key, schema)
    elif kind == "enum":
        known = [str(value) for value in _listed(violation.validator_value)]
        message = f"`{shown(instance)}` is not one of " + ", ".join(known)
        yield (), False, message, did_you_mean(str(instance), known) if len(str(instance)) < 99 else ""
    elif kind == "not" and schema.get("not") == {}:
        yield (), True, str(schema["description"]), "delete it"
    else:
        expected = _expected(schema, violation.message)
        yield (), False, _not_that(kind, instance, expected), _value_hint(violation)


def _not_that(kind: str, instance: object, expected: str) -> str:
    """What is wrong with a value, and what was expected there."""
    if kind == "uniqueItems":
        return f"names something twice; expected is {expected}"
    if kind in ("minItems", "minProperties"):
        return f"too little is listed; expected is {expected}"
    if kind in ("maxItems", "maxProperties"):
        return f"too much is listed; expected is {expected}"
    return f"{_sort(instance)} is not {expected}"


def _is_key(violation: ValidationError) -> bool:
    """Is it the key that is wrong? The innermost `propertyNames` stands last but for its `$ref`s."""
    return "propertyNames" in violation.absolute_schema_path and isinstance(violation.instance, str)


def _expected(schema: Any, otherwise: str) -> str:
    return str(schema.get("description", otherwise)) if isinstance(schema, dict) else otherwise


def _missing_hint(key: str, schema: Any) -> str:
    if key in ("en", "zh"):
        return "rules are said in both languages: `en: ...` and `zh: ...`"
    about = schema.get("properties", {}).get(key, {})
    return str(about.get("description", "")) if isinstance(about, dict) else ""


def _value_hint(violation: ValidationError) -> str:
    instance = violation.instance
    if violation.validator == "const":
        return f'write "{violation.validator_value}"'
    if violation.validator == "type" and isinstance(instance, bool | int):
        wanted: Any = violation.validator_value
        return 'put it in "quotes" if it is a word' if "string" in wanted else ""
    if violation.validator == "pattern" and isinstance(instance, str):
        return _letters(instance)
    if violation.validator in ("maxLength", "maxItems", "maxProperties", "maximum"):
        return f"the most is {violation.validator_value}"
    if violation.validator in ("minLength", "minItems", "minProperties", "minimum"):
        return f"the least is {violation.validator_value}"
    return "name each once" if violation.validator == "uniqueItems" else ""


def _letters(word: object) -> str:
    """The hint for a name: which of its characters is none of the few that are allowed."""
    text = str(word)
    if len(text) > _SHOWN:
        return f"it has {len(text)} characters; shorten it"
    for char in text:
        if not char.isascii():
            return f"`{char}` (U+{ord(char):04X}) is not one of the letters a-z"
        if not char.isprintable():
            return f"it contains the character U+{ord(char):04X}"
    if text != text.lower() and names.is_name(text.lower()):
        return f"write `{text.lower()}`"
    return ""


def _sort(value: object) -> str:
    """A value in a message: itself if it is short, else what sort of value it is."""
    if isinstance(value, str | int):
        return f"`{shown(value)}`"
    return next(name for kind, name in _SORT_NAMES if isinstance(value, kind))


def shown(value: object) -> str:
    """A word on one line, cut if it is long, with nothing invisible in it."""
    text = names.scalar_text(value) if isinstance(value, str | int | bool) else str(value)
    cut = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)


def _shown_path(path: Path) -> str:
    return show_path(tuple(shown(part) if isinstance(part, str) else part for part in path))


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []
