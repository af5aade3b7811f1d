"""Every branch of rules in which options still stand.

What one choice of options has no use for, another may use. Who asks what a rule set uses at all asks all of its
branches, not one core.
"""

from __future__ import annotations

from typing import Any

from unospec.language import names, sections
from unospec.language.source import Map, Seq, Value

Datas = tuple[dict[str, Any], ...]


def datas(root: Map) -> Datas:
    """Rules in the form of a core's data, without sentences; every branch of a composed tree is in one of them.

    `only` drops nothing here. The first has every rule, with the first case of each `by_option`; a later one has
    only the rules of which there is another case. None of them has to be the core of any choice of options.
    """
    declared = root.get("options")
    options = declared if isinstance(declared, Map) else Map(root.place)
    found: list[dict[str, Any]] = []
    for section, value in root.items():
        for rule, body in _rules(section, value):
            for number, branch in enumerate(_branches(body, options)):
                if number == len(found):
                    found.append({})
                _put(found[number], section, rule, branch)
    return tuple(found)


def _rules(section: str, value: Value) -> list[tuple[str, Value]]:
    """The rules of a section by name; a section that is one rule has one without a name."""
    if section == "options":
        return []
    if section in sections.MAPS and isinstance(value, Map):
        return list(value.items())
    return [("", value)]


def _put(data: dict[str, Any], section: str, rule: str, body: Any) -> None:
    if section == "define" and not (isinstance(body, dict) and "is" in body):
        body = {"is": body}
    if rule:
        data.setdefault(section, {})[rule] = body
    else:
        data[section] = body


def _branches(value: Value, options: Map) -> list[Any]:
    """Forms of a value, as plain data; whatever stands under some choice of options stands in one of them."""
    if isinstance(value, str) and value[:1] == "$":
        return _values(options.get(value[1:]))
    if isinstance(value, Seq):
        return [list(items) for items in _side_by_side([_branches(item, options) for item in value])]
    if not isinstance(value, Map):
        return [value]
    cases = value.get("cases")
    if "by_option" in value and isinstance(cases, Map):
        return [branch for case in cases.values() for branch in _branches(case, options)]
    keys = [key for key in value if key != "only" and key not in sections.LANGUAGES]
    rows = _side_by_side([_branches(value[key], options) for key in keys])
    return [dict(zip(keys, row, strict=True)) for row in rows]


def _side_by_side(columns: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Rows that have every entry of every column; a column that is shorter repeats its last entry."""
    height = max((len(column) for column in columns), default=1)
    return [tuple(column[min(row, len(column) - 1)] for column in columns) for row in range(height)]


def _values(option: Value | None) -> list[Any]:
    """What `$name` may stand for: each of the values, or a number for a range."""
    known = option.get("values") if isinstance(option, Map) else None
    return [names.scalar(value) for value in known] if isinstance(known, Map) and known else [0]
