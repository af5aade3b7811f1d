"""Options are folded away: the core has none. `$name`, `by_option`, `only` and `answer?` disappear here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unospec.language import names, sections, texts
from unospec.language.errors import Place, SpecError, did_you_mean
from unospec.language.source import Map, Seq, Value, show_path

Scalar = str | int | bool
Path = tuple[str | int, ...]


class _Absent:
    """The value of something that `only` drops."""


ABSENT = _Absent()
# Lists in which `name?` means "if there is such a one": (section, field of the rule) -> what it names.
OPTIONAL_NAMES: dict[tuple[str, ...], str] = {
    ("marks", "at"): "acts",
    ("forbid", "act"): "acts",
    ("faults", "act"): "acts",
    ("acts", "in"): "windows",
    ("windows", "closes", "before"): "acts or windows",
    ("windows", "closes", "taken"): "acts",
}


class Folder:
    """Folds a composed tree with the effective values of its options.

    `fixed`: what reads none of them, see there; it is taken over as it is.
    """

    def __init__(
        self, root: Map, values: Mapping[str, Scalar], labels: texts.Labels, fixed: frozenset[int] = frozenset()
    ) -> None:
        self.root = root
        self.fixed = fixed
        self.values = values
        self.labels = labels
        self.errors: list[SpecError] = []
        self.read: set[str] = set()

    def fold(self) -> Map:
        """The tree without options; problems are collected in `errors`."""
        new = Map(self.root.place)
        for section in self.root:
            if section != "options":
                value = self._value(self.root[section], (section,), self.root.value_places[section])
                if isinstance(value, _Absent):
                    continue
                new.take_from(self.root, section, value)
        self._drop_optional_names(new)
        return new

    def _fail(self, message: str, place: Place, path: Path, hint: str = "") -> None:
        self.errors.append(SpecError(message, hint=hint, place=place, path=show_path(path)))

    def _option(self, name: Any, place: Place, path: Path) -> Scalar | None:
        if not isinstance(name, str) or name not in self.values:
            self._fail(f"there is no option `{name}`", place, path, did_you_mean(str(name), self.values))
            return None
        self.read.add(name)
        return self.values[name]

    def _value(self, value: Value, path: Path, place: Place) -> Value | _Absent:
        if isinstance(value, str):
            return self._text(value, path, place)
        if isinstance(value, Map):
            if "by_option" in value:
                return self._by_option(value, path)
            holds = "only" not in value or self._only(value, path)
            folded = self._map(value, path)  # looked at even if it is dropped, so that its problems are found
            return folded if holds else ABSENT
        if isinstance(value, Seq):
            return self._seq(value, path)
        return value

    def _text(self, value: str, path: Path, place: Place) -> Value:
        if path[-1] in sections.LANGUAGES or (len(path) > 1 and path[-2] in sections.LANGUAGES):
            language = str(path[-1] if path[-1] in sections.LANGUAGES else path[-2])
            filled, unknown = texts.fill(value, language, self.labels)
            for name in unknown:
                hint = did_you_mean(name, self.labels[language])
                self._fail(f"the placeholder {{{name}}} is no option", place, path, hint)
            return filled
        if value.startswith("$"):
            found = self._option(value[1:], place, path)
            return value if found is None else found
        return value

    def _map(self, value: Map, path: Path) -> Map:
        new = Map(value.place)
        places, key_places = value.value_places, value.key_places
        for key, inner in value.items():
            if key == "only":
                continue
            stays = _stays(inner) or id(inner) in self.fixed
            folded = inner if stays else self._value(inner, (*path, key), places[key])
            if folded is ABSENT:
                continue
            scalar = isinstance(inner, Map) and "by_option" in inner and not isinstance(folded, (Map, Seq))
            new[key] = folded  # type: ignore[assignment]
            new.key_places[key] = key_places[key]
            new.value_places[key] = inner.place if scalar else places[key]  # type: ignore[union-attr]
        return new

    def _seq(self, value: Seq, path: Path) -> Seq:
        new = Seq(value.place)
        for index, (item, place) in enumerate(zip(value, value.places, strict=True)):
            stays = _stays(item) or id(item) in self.fixed
            folded = item if stays else self._value(item, (*path, index), place)
            if not isinstance(folded, _Absent):
                new.put(folded, place)
        return new

    def _by_option(self, value: Map, path: Path) -> Value | _Absent:
        name = value["by_option"]
        setting = self._option(name, value.value_places["by_option"], path)
        cases = value.get("cases")
        extra = set(value) - {"by_option", "cases"}
        if not isinstance(cases, Map) or extra:
            self._fail(
                "`by_option` stands with `cases` and nothing else",
                value.place,
                path,
                "write {by_option: name, cases: {value: ...}}",
            )
            return ABSENT
        if setting is None:
            return ABSENT
        self._cases_complete(str(name), cases, path)
        key = names.scalar_text(setting)
        folded = {case: self._value(cases[case], path, cases.value_places[case]) for case in cases}
        return folded.get(key, ABSENT)

    def _cases_complete(self, name: str, cases: Map, path: Path) -> None:
        """Every value of the option has a case, and every case is a value."""
        declared = self.root["options"]
        assert isinstance(declared, Map)
        option = declared[name]
        assert isinstance(option, Map)
        known = option.get("values")
        if not isinstance(known, Map):
            self._fail(
                f"`by_option` needs an option with `values`, and `{name}` has a range",
                cases.place,
                path,
                f"use ${name}",
            )
            return
        for missing in [value for value in known if value not in cases]:
            self._fail(f"no case for `{missing}` of the option `{name}`", cases.place, path, f"add `{missing}: ...`")
        for case in [case for case in cases if case not in known]:
            self._fail(
                f"`{case}` is not a value of the option `{name}`",
                cases.key_places[case],
                path,
                did_you_mean(case, known),
            )

    def _only(self, value: Map, path: Path) -> bool:
        """Does the `only` of this rule or element hold?"""
        conditions = value["only"]
        if not isinstance(conditions, Map):
            self._fail("`only` is a map of options", value.key_places["only"], path, "write only: {option: value}")
            return True
        holds = True
        for name in conditions:
            place = conditions.value_places[name]
            setting = self._option(name, conditions.key_places[name], (*path, "only"))
            wanted = conditions[name]
            allowed = list(wanted) if isinstance(wanted, Seq) else [wanted]
            for item in allowed:
                problem = self._not_a_value(name, item)
                if setting is not None and problem:
                    self._fail(*problem[:1], place, (*path, "only"), problem[1])
            if setting is not None and names.scalar_text(setting) not in [
                names.scalar_text(i) for i in allowed if not isinstance(i, Map | Seq)
            ]:
                holds = False
        return holds

    def _not_a_value(self, name: str, value: Value) -> tuple[str, str] | None:
        declared = self.root.get("options")
        option = declared.get(name) if isinstance(declared, Map) else None
        known = option.get("values") if isinstance(option, Map) else None
        if isinstance(value, Map | Seq):
            return f"`only` compares `{name}` with words or numbers", ""
        if isinstance(known, Map) and names.scalar_text(value) not in known:
            return f"`{value}` is not a value of the option `{name}`", did_you_mean(str(value), known)
        return None

    def _drop_optional_names(self, root: Map) -> None:
        """`answer?` becomes `answer` if there is such an act, and goes away otherwise."""
        there: dict[str, set[str]] = {}
        for kind in ("acts", "windows"):
            rules = root.get(kind)
            there[kind] = set(rules) if isinstance(rules, Map) else set()
        there["acts or windows"] = there["acts"] | there["windows"]
        for place_of, kind in OPTIONAL_NAMES.items():
            section = root.get(place_of[0])
            if not isinstance(section, Map):
                continue
            for rule, body in section.items():
                holder: Value | None = body
                for key in place_of[1:-1]:
                    holder = holder.get(key) if isinstance(holder, Map) else None
                listed = holder.get(place_of[-1]) if isinstance(holder, Map) else None
                if isinstance(holder, Map) and isinstance(listed, Seq):
                    self._drop_in(holder, place_of[-1], listed, there[kind], (place_of[0], rule, *place_of[1:]))

    def _drop_in(self, holder: Map, key: str, listed: Seq, there: set[str], path: Path) -> None:
        new = Seq(listed.place)
        for item, place in zip(listed, listed.places, strict=True):
            if isinstance(item, str) and item.endswith("?"):
                if item[:-1] in there:
                    new.put(item[:-1], place)
            else:
                new.put(item, place)
        if listed and not new:
            self._fail("none of these is there", listed.place, path, "name one that is there, or drop the rule")
        holder[key] = new


def _stays(value: Value) -> bool:
    """Is this a number, a flag, or a word or text that reads no option? Most values are."""
    if isinstance(value, str):
        return "{" not in value and value[:1] != "$"
    return not isinstance(value, (Map, Seq))


def fixed(root: Map) -> frozenset[int]:
    """Of a composed tree the nodes inside rules, by identity, that are the same whatever the options are.

    All trees that are folded from it may share them; only what the normal form changes in place is left out.
    """
    found: set[int] = set()

    def look(value: Value, path: Path) -> bool:
        if not isinstance(value, (Map, Seq)):
            return _stays(value)
        inner = value.items() if isinstance(value, Map) else enumerate(value)
        items = [look(item, (*path, key)) for key, item in inner]  # all of them, whatever the first ones are
        alike = all(items) and not (isinstance(value, Map) and ("by_option" in value or "only" in value))
        if alike and len(path) > 2 and path[2] != "closes" and path[0] not in sections.VARIABLES:
            found.add(id(value))
        return alike

    for section in root:
        if section != "options":
            look(root[section], (section,))
    return frozenset(found)


def options_read(value: Value) -> set[str]:
    """The options that rules read anywhere, whatever their values; placeholders in texts do not count."""
    found: set[str] = set()
    _note_read(value, False, found)
    return found


def _note_read(value: Value, in_text: bool, found: set[str]) -> None:
    if isinstance(value, str):
        if value[:1] == "$" and not in_text:
            found.add(value[1:])
    elif isinstance(value, Map):
        chooser = value.get("by_option")
        if isinstance(chooser, str) and not in_text:
            found.add(chooser)
        only = value.get("only")
        if isinstance(only, Map):
            found.update(only)
        for key, item in value.items():
            _note_read(item, in_text or key in sections.LANGUAGES, found)
    elif isinstance(value, Seq):
        for item in value:
            _note_read(item, in_text, found)
