"""The normal form of a core: short forms written out, and the record of who wrote what where."""

from __future__ import annotations

from unospec.language import sections
from unospec.language.core import PlacePath
from unospec.language.errors import Place
from unospec.language.source import Map, Seq, Value

SORTS = ("flag", "number", "seat", "colour", "face", "kind", "card")
_START: dict[str, bool | int] = {"flag": False, "number": 0}  # all other sorts start as `none`


def start_of(sort: str) -> str | int | bool:
    """The value that a variable of this sort starts with, unless it says otherwise."""
    return _START.get(sort, "none")


def normalize(root: Map) -> None:
    """Bring a folded tree to its normal form, in place.

    Every map of rules is there, `define` is always {is, ...}, variables are always {sort, seen, start}
    or a record of such fields.
    """
    for section in (*sections.RULE_MAPS, *sections.VARIABLES):
        if section not in root:
            root.put(section, Map(root.place), root.place, root.place)
    defines = root["define"]
    assert isinstance(defines, Map)
    for name in defines:
        define_in_full(defines, name)
    for section in sections.VARIABLES:
        variables = root[section]
        assert isinstance(variables, Map)
        for name in variables:
            _variable(variables, name)


def define_in_full(defines: Map, name: str) -> None:
    """Write the short form of a definition, a bare term, as {is: term}."""
    body = defines[name]
    if not (isinstance(body, Map) and ("is" in body or "by_option" in body and "cases" in body)):
        wrapped = Map(defines.value_places[name])
        wrapped.put("is", body, defines.key_places[name], defines.value_places[name])
        defines[name] = wrapped


def _variable(variables: Map, name: str) -> None:
    """Write one variable out; a map without `sort` is a record, whose fields are written out."""
    body = variables[name]
    if isinstance(body, Map) and "sort" not in body:
        for field in body:
            _variable(body, field)
        return
    if not isinstance(body, Map):
        full = Map(variables.value_places[name])
        full.put("sort", body, variables.key_places[name], variables.value_places[name])
        variables[name] = body = full
    for key, default in (("seen", "all"), ("start", start_of(str(body["sort"])))):
        if key not in body:
            body.put(key, default, body.place, body.place)


def places(root: Map) -> dict[PlacePath, Place]:
    """The place of every value of a tree, by its path."""
    found: dict[PlacePath, Place] = {}

    def walk(value: Value, path: PlacePath) -> None:
        if isinstance(value, Map):
            for key in value:
                nested = isinstance(value[key], Map | Seq)
                found[(*path, key)] = value.key_places[key] if nested else value.value_places[key]
                walk(value[key], (*path, key))
        elif isinstance(value, Seq):
            for index, item in enumerate(value):
                found[(*path, index)] = value.places[index]
                walk(item, (*path, index))

    walk(root, ())
    return found


def records(root: Map, owners: dict[str, str]) -> tuple[dict[str, str], dict[str, dict[str, str | int]]]:
    """Who wrote each rule and each of its fields (blame), and where each rule is written (origin)."""
    blame: dict[str, str] = {}
    origin: dict[str, dict[str, str | int]] = {}

    def note(path: str, place: Place, body: Value) -> None:
        blame[path] = owners.get(place.file, "")
        origin[path] = {"file": place.file, "line": place.line, "column": place.column}
        if isinstance(body, Map):
            for key in body:
                blame[f"{path}.{key}"] = owners.get(body.key_places[key].file, "")

    for section in sorted(root):
        value = root[section]
        if section in sections.MAPS:
            assert isinstance(value, Map)
            for name in sorted(value):
                note(f"{section}.{name}", value.key_places[name], value[name])
        else:
            note(section, root.key_places[section], value)
    return blame, origin
