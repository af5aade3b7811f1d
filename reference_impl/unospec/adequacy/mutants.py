"""All mutants of a rule set: what a slip of the pen, or a misreading, could have made of each of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from unospec.adequacy.edits import REMOVED, Edit, Path, Sense
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
    terms = TermEdits(data.get("options", {}), conditions, [list(kinds), tags])
    rules = _Rules(terms, StepEdits(terms, data))
    for section in _SECTIONS:
        if section in ("dealer", "reshuffle"):
            if section in data:
                yield from getattr(rules, section)((section,), data[section])
            continue
        for name, rule in data.get(section, {}).items():
            if isinstance(rule, dict) or section in ("state", "per_seat", "record"):
                yield from getattr(rules, section)((section, name), rule)
    yield from _order(data)
    yield from _exchanged(data)
    yield from _elsewhere(data)
    yield from _cards(data.get("cards", {}), _tags_asked(data))
    yield from _options(data.get("options", {}))


_SECTIONS = (
    "setup", "define", "marks", "windows", "acts", "forbid", "faults", "blocks", "effects", "opening",
    "whenever", "reshuffle", "round", "match", "dealer", "state", "per_seat", "record",
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
        yield Edit((*path, "opens", "given"), False, "never opens", "drop")
        opens = rule["opens"]
        if isinstance(opens["after"], str):
            other = "turned" if opens["after"] == "landed" else "landed"
            yield Edit((*path, "opens", "after"), other, f"opens after `{other}`")
        if "given" in opens:
            yield from self.terms.decision((*path, "opens", "given"), opens["given"])
        yield from self._closes((*path, "closes"), rule.get("closes", {}))
        if rule.get("holds"):
            yield Edit((*path, "holds"), REMOVED, "does not hold the effect")

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
        if "auto" in rule:
            yield Edit((*path, "auto"), REMOVED, "does not happen by itself")
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

    per_seat = state

    def record(self, path: Path, rule: Any) -> Iterator[Edit]:
        return iter(())


def _order(data: Mapping[str, Any]) -> Iterator[Edit]:
    """Two neighbouring steps of the set-up, the end of a round or a match change places."""
    for section in ("setup", "round", "match"):
        steps = sorted((rule["step"], name) for name, rule in data.get(section, {}).items())
        for (first, one), (second, two) in zip(steps, steps[1:], strict=False):
            if first == second:
                continue
            swapped = {
                name: {**rule, "step": {one: second, two: first}.get(name, rule["step"])}
                for name, rule in data[section].items()
            }
            yield Edit((section,), swapped, f"`{one}` and `{two}` change places")


def _exchanged(data: Mapping[str, Any]) -> Iterator[Edit]:
    """A card does what another one does."""
    for section in ("effects", "opening"):
        rules = data.get(section, {})
        for (name, rule), (other, its) in zip(rules.items(), [*rules.items()][1:] + [*rules.items()][:1], strict=True):
            if rule["do"] != its["do"]:
                yield Edit((section, name, "do"), its["do"], f"does what `{other}` does")


def _elsewhere(data: Mapping[str, Any]) -> Iterator[Edit]:
    """An act is offered in one blocking window more."""
    blocking = [name for name, window in data.get("windows", {}).items() if window["kind"] == "blocking"]
    for name, act in data.get("acts", {}).items():
        own = act["in"] if isinstance(act["in"], list) else [act["in"]]
        for window in blocking:
            if window not in own and set(own) <= set(blocking):
                yield Edit(("acts", name, "in"), [*own, window], f"also in `{window}`", "widen")


def _tags_asked(value: Any) -> set[str]:
    """The tags that some condition asks for; others are there for rules that are not."""
    if isinstance(value, Mapping):
        asked = {value["has"][1]} if isinstance(value.get("has"), list) else set()
        return asked.union(*map(_tags_asked, value.values()))
    return set().union(*map(_tags_asked, value)) if isinstance(value, list) else set()


def _cards(cards: Mapping[str, Any], asked: set[str]) -> Iterator[Edit]:
    for i, row in enumerate(cards.get("deck", ())):
        yield Edit(("cards", "deck", i, "copies"), row["copies"] - 1, f"{row['copies'] - 1} copies")
    for name, kind in cards.get("kinds", {}).items():
        path: Path = ("cards", "kinds", name)
        if isinstance(kind["points"], int):
            yield Edit((*path, "points"), kind["points"] + 1, f"counts {kind['points'] + 1}")
            yield Edit((*path, "points"), 0, "counts nothing")
        else:
            yield Edit((*path, "points"), 0, "counts nothing")
        if "amount" in kind:
            yield Edit((*path, "amount"), kind["amount"] + 1, f"amount {kind['amount'] + 1}")
            yield Edit((*path, "amount"), kind["amount"] - 1, f"amount {kind['amount'] - 1}")
        for i, tag in enumerate(kind.get("tags", ())):
            if tag not in asked:
                continue
            yield Edit((*path, "tags", i), REMOVED, f"is not `{tag}`")


def _options(options: Mapping[str, Any]) -> Iterator[Edit]:
    for name, option in options.items():
        default = option["default"]
        if "values" in option:
            for value in option["values"]:
                if value != str(default).lower():
                    yield Edit(("options", name, "default"), _value(value, default), f"by default {value}")
        elif isinstance(default, int):
            high = option["range"][1]
            new = default + 1 if default < high else default - 1
            yield Edit(("options", name, "default"), new, f"by default {new}")


def _value(word: str, like: Any) -> Any:
    return {"true": True, "false": False}.get(word, word) if isinstance(like, bool) else word
