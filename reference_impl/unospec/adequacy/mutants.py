"""All mutants of a rule set: what a slip of the pen, or a misreading, could have made of each of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from unospec.adequacy.edits import REMOVED, Edit, Path, Sense
from unospec.adequacy.overall import overall
from unospec.adequacy.steps import StepEdits
from unospec.adequacy.terms import TermEdits

_SEEN = {"all": ["none"], "turn": ["all", "none"], "none": ["all"]}


def mutants(data: Mapping[str, Any]) -> Iterator[Edit]:
    """The edits of a composed rule set (plain data, options not folded), each place in its order."""
    conditions = frozenset(
        name for name, rule in data.get("define", {}).items()
        if _looks_like_condition(rule.get("is"), data.get("define", {}))
    )  # fmt: skip
    kinds = data.get("cards", {}).get("kinds", {})
    tags = sorted({tag for kind in kinds.values() for tag in kind.get("tags", ())})
    terms = TermEdits(data.get("options", {}), conditions, [list(kinds), tags], _alike(data))
    rules = _Rules(terms, StepEdits(terms, data))
    for section in _SECTIONS:
        if section in ("dealer", "reshuffle", "seats"):
            if section in data:
                yield from getattr(rules, section)((section,), data[section])
            continue
        for name, rule in data.get(section, {}).items():
            if isinstance(rule, dict) or section in ("state", "per_seat", "record"):
                yield from getattr(rules, section)((section, name), rule)
    yield from overall(data)


def _alike(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """For each variable the next one of the same sort, and what the top card shows of that sort."""
    sorts: dict[str, list[str]] = {"colour": ["top.colour"], "face": ["top.face"], "card": ["top"]}
    for name, declared in _declared(data.get("state", {})):
        sorts.setdefault(declared["sort"] if isinstance(declared, dict) else declared, []).append(name)
    return {
        name: [other for other in dict.fromkeys((names[(i + 1) % len(names)], names[0])) if other != name]
        for names in sorts.values() for i, name in enumerate(names) if not name.startswith("top")
    }  # fmt: skip


def _declared(state: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The variables of a state by their full names."""
    for name, declared in state.items():
        if isinstance(declared, Mapping) and "sort" not in declared:
            yield from _declared(declared, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", declared


_SECTIONS = (
    "setup", "define", "marks", "windows", "acts", "forbid", "faults", "blocks", "effects", "opening",
    "whenever", "reshuffle", "round", "match", "dealer", "seats", "state", "per_seat", "record",
)  # fmt: skip


def _looks_like_condition(node: Any, defines: Mapping[str, Any]) -> bool:
    """Definitions may name one another; there are no cycles."""
    if isinstance(node, str) and node in defines:
        return _looks_like_condition(defines[node].get("is"), defines)
    return TermEdits({}, frozenset()).is_condition(node)


class _Rules:
    """One method for each section: the edits of one rule."""

    def __init__(self, terms: TermEdits, steps: StepEdits) -> None:
        self.terms = terms
        self.steps = steps

    def _listed(self, path: Path, names: Any, what: str, sense: Sense) -> Iterator[Edit]:
        """Each name of a list of several left out."""
        if isinstance(names, dict):
            yield from self.terms.by_option(path, names, lambda p, n: self._listed(p, n, what, sense))
        elif isinstance(names, list) and len(names) > 1:
            for i, name in enumerate(names):
                yield Edit((*path, i), REMOVED, what.format(name), sense)

    def _only(self, path: Path, rule: Any) -> Iterator[Edit]:
        if "only" in rule:
            said = ", ".join(f"{option}: {value}" for option, value in rule["only"].items())
            yield Edit((*path, "only"), REMOVED, f"`only {said}` left out", "widen")

    def define(self, path: Path, rule: Any) -> Iterator[Edit]:
        node = rule.get("is")
        if self.terms.is_condition(node):
            yield from self.terms.decision((*path, "is"), node)
        else:
            yield from self.terms.term((*path, "is"), node)

    def marks(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit(path, REMOVED, "left out", "drop")
        yield from self._listed((*path, "at"), rule["at"], "not read at `{}`", "narrow")
        yield from self.terms.decision((*path, "is"), rule["is"])

    def windows(self, path: Path, rule: Any) -> Iterator[Edit]:
        if "when" in rule:
            yield from self.terms.decision((*path, "when"), rule["when"])
        if rule.get("kind") != "ambient":
            return
        yield from self._opens((*path, "opens"), rule["opens"])
        yield from self._closes((*path, "closes"), rule.get("closes", {}))
        if rule.get("holds"):
            yield Edit((*path, "holds"), REMOVED, "does not hold the effect")

    def _opens(self, path: Path, opens: Any) -> Iterator[Edit]:
        """When a window opens: never, after the other event, under another condition."""
        if "by_option" in opens:
            yield from self.terms.by_option(path, opens, self._opens)
            return
        yield Edit((*path, "given"), False, "never opens", "drop")
        if isinstance(opens["after"], str):
            other = "turned" if opens["after"] == "landed" else "landed"
            yield Edit((*path, "after"), other, f"opens after `{other}`")
        if "given" in opens:
            yield from self.terms.decision((*path, "given"), opens["given"])

    def _closes(self, path: Path, ways: Any) -> Iterator[Edit]:
        """Each event that closes a window left out."""
        if "by_option" in ways:
            yield from self.terms.by_option(path, ways, self._closes)
            return
        for way, names in ways.items():
            yield from self._closes_in((*path, way), names)

    def _closes_in(self, path: Path, names: Any) -> Iterator[Edit]:
        if isinstance(names, dict):
            yield from self.terms.by_option(path, names, self._closes_in)
            return
        for i, name in enumerate(names):
            where = (*path, i) if len(names) > 1 else path
            yield Edit(where, REMOVED, f"does not close {path[-1]} `{name}`", "widen")

    def acts(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit((*path, "given"), False, "never allowed", "drop")
        if "given" in rule:
            yield from self.terms.decision((*path, "given"), rule["given"])
        yield from self._listed((*path, "in"), rule["in"], "not in `{}`", "narrow")
        if "who" in rule and isinstance(rule["who"], str):
            yield Edit((*path, "who"), "seats", f"`who: {rule['who']}` becomes `seats`", "widen")
        elif "who" not in rule:
            yield Edit((*path, "who"), "seats", "open to all seats", "widen")
            yield Edit((*path, "who"), "next", "for the next seat")
        if "auto" in rule:
            yield Edit((*path, "auto"), REMOVED, "does not happen by itself")
        else:
            yield Edit((*path, "auto"), "alone", "happens by itself if there is nothing else")
        if isinstance(rule.get("cards"), dict) and "up_to" in rule["cards"]:
            yield from self.terms.term((*path, "cards", "up_to"), rule["cards"]["up_to"])
        yield from self._only(path, rule)
        yield from self.steps.effects((*path, "do"), rule["do"])

    def forbid(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit(path, REMOVED, "left out", "widen")
        yield from self._listed((*path, "act"), rule["act"], "not for `{}`", "widen")
        yield from self._only(path, rule)
        yield from self.terms.decision((*path, "when"), rule["when"], narrowing=True)

    def faults(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit(path, REMOVED, "left out", "drop")
        for key in ("act", "refused"):
            yield from self._listed((*path, key), rule.get(key, ()), "not for `{}`", "narrow")
        if "given" in rule:
            yield from self.terms.decision((*path, "given"), rule["given"])
        yield from self._only(path, rule)
        yield from self.steps.effects((*path, "do"), rule["do"])

    def blocks(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield from self.steps.effects((*path, "do"), rule["do"])

    def effects(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit(path, REMOVED, "left out", "drop")
        yield from self._only(path, rule)
        yield from self.steps.effects((*path, "do"), rule["do"])

    opening = setup = round = match = effects

    def whenever(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit(path, REMOVED, "left out", "drop")
        yield from self._only(path, rule)
        yield from self.terms.decision((*path, "when"), rule["when"])
        if "each" in rule:
            yield from self.terms.group((*path, "each"), rule["each"])
        yield from self.steps.effects((*path, "do"), rule["do"])

    def reshuffle(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield Edit((*path, "do"), [], "left out", "drop")
        yield from self.steps.effects((*path, "do"), rule["do"])

    def dealer(self, path: Path, rule: Any) -> Iterator[Edit]:
        yield from self.terms.term((*path, "first"), rule["first"])
        yield from self.terms.term((*path, "next"), rule.get("next", "after(dealer)"))

    def state(self, path: Path, rule: Any) -> Iterator[Edit]:
        if isinstance(rule, dict) and "sort" not in rule:
            for field, declared in rule.items():
                yield from self.state((*path, field), declared)
            return
        declared = rule if isinstance(rule, dict) else {"sort": rule}
        for seen in _SEEN[declared.get("seen", "all")]:
            yield Edit(path, {**declared, "seen": seen}, f"seen by {seen}")
        if declared["sort"] == "number":
            start = declared.get("start", 0) + 1
            yield Edit(path, {**declared, "start": start}, f"starts as {start}")

    per_seat = state

    def record(self, path: Path, rule: Any) -> Iterator[Edit]:
        return iter(())

    def seats(self, path: Path, rule: Any) -> Iterator[Edit]:
        if rule["min"] == rule["max"]:
            return
        for at, fewest in _bounds((*path, "min"), rule["min"]):
            yield Edit(at, fewest + 1, f"at least {fewest + 1} players", "narrow")
        for at, most in _bounds((*path, "max"), rule["max"]):
            yield Edit(at, most - 1, f"at most {most - 1} players", "narrow")


def _bounds(path: Path, bound: Any) -> Iterator[tuple[Path, int]]:
    """Where a number stands that an option may choose, and each that it can be."""
    if isinstance(bound, int):
        yield path, bound
    elif isinstance(bound, dict):
        for value, chosen in bound.get("cases", {}).items():
            yield from _bounds((*path, "cases", value), chosen)
