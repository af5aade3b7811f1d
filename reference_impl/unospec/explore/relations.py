"""What the rules of a core speak of: which rule names which, which variables it reads, which cards matter to it.

Everything is read off the core's data. Rules are known by their ids (`acts.play`, `reshuffle`); what they say
in words and where it comes from is no part of it. Relations are over-estimated: a word that could mean a
variable, a block or an operator counts as all of them.
"""

import re
from functools import cached_property
from typing import Any

Data = dict[str, Any]

SECTIONS = (
    "acts", "blocks", "define", "effects", "faults", "forbid", "marks", "match", "opening", "round",
    "setup", "whenever", "windows",
)  # fmt: skip
SINGLE = ("dealer", "reshuffle")
ZONES = ("hand", "draw_pile", "discard_pile", "top")
DEALS = ("setup.", "opening.", "dealer")  # rules that are seen only where cards are dealt
_TEXT = {"en", "zh", "text", "source"}
_WORD = re.compile(r"[A-Za-z0-9_./-]+")
_NAMED = ("blocks", "define", "windows")  # sections whose rules are named by a plain word


def rules(data: Data) -> dict[str, Any]:
    """Every rule of a core without its words, by its id."""
    out = {f"{s}.{name}": _bare(rule) for s in SECTIONS for name, rule in data.get(s, {}).items()}
    return out | {s: _bare(data[s]) for s in SINGLE if s in data}


def changed(a: Data, b: Data) -> frozenset[str]:
    """Ids of the rules that two cores do not share. The declarations of variables are `state`, `per_seat`, `record`."""
    one, other = rules(a), rules(b)
    for section in ("state", "per_seat", "record"):
        one[section], other[section] = a.get(section, {}), b.get(section, {})
    return frozenset(r for r in one.keys() | other.keys() if one.get(r) != other.get(r))


def _bare(rule: Any) -> Any:
    return {k: v for k, v in rule.items() if k not in _TEXT} if isinstance(rule, dict) else rule


class Relations:
    """The relations between the rules of one core."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.rules = rules(data)
        self.variables = frozenset(
            name for section in ("state", "per_seat", "record") for name in data.get(section, {})
        )
        self._words: dict[str, frozenset[str]] = {r: frozenset(_words(rule)) for r, rule in self.rules.items()}
        self._whole: dict[str, frozenset[str]] = {}

    def words(self, rule: str) -> frozenset[str]:
        """Every word of a rule and of the rules that it refers to: blocks, definitions, windows, `may`."""
        if rule not in self._whole:
            parts = (self._words.get(r, frozenset()) for r in self.referred(rule))
            self._whole[rule] = frozenset().union(*parts)
        return self._whole[rule]

    def referred(self, rule: str) -> frozenset[str]:
        """A rule and all that it refers to, directly or through others."""
        seen: set[str] = set()
        todo = [rule]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += self._named(here)
        return frozenset(seen)

    def users(self, rules_: frozenset[str]) -> frozenset[str]:
        """These rules, and those that refer to one of them."""
        return frozenset(r for r in self.rules if self.referred(r) & rules_) | rules_

    def _named(self, rule: str) -> list[str]:
        words = self._words.get(rule, frozenset())
        found = [f"{s}.{w}" for s in _NAMED for w in words if f"{s}.{w}" in self.rules]
        return found + [f"acts.{w}" for w in _acts_asked(self.rules.get(rule)) if f"acts.{w}" in self.rules]

    def touches(self, rule: str) -> frozenset[str]:
        """The variables, zones and windows that a rule reads or writes."""
        words = self.words(rule)
        shared = {w for w in words if w in self.variables or w in ZONES}
        windows = {f"windows.{w}" for w in words if f"windows.{w}" in self.rules}
        return frozenset(shared | windows | ({rule} if rule.startswith("windows.") else set()))

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of rules that touch something in common, in alphabetical order."""
        names = sorted(self.rules)
        touched = {r: self.touches(r) for r in names}
        return [(r, q) for i, r in enumerate(names) for q in names[i + 1 :] if touched[r] & touched[q]]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Numbers that the rules of a match compare with or mention, from 10 on: what a record may reach."""
        found: set[int] = set()
        for rule, body in self.rules.items():
            if rule.startswith("match."):
                found |= {n for n in _numbers(body) if n >= 10}
        return tuple(sorted(found))


def _words(node: Any) -> list[str]:
    """The words of a rule; of `a.b` and `a/b` also the parts."""
    if isinstance(node, dict):
        return [w for k, v in node.items() for w in (*_words(k), *_words(v))]
    if isinstance(node, list):
        return [w for item in node for w in _words(item)]
    if not isinstance(node, str):
        return []
    found = _WORD.findall(node)
    return found + [part for w in found for part in re.split(r"[./]", w) if part != w]


def _acts_asked(node: Any) -> list[str]:
    """The acts named by `may`."""
    if isinstance(node, dict):
        here = [node["may"]] if isinstance(node.get("may"), str) else []
        return here + [w for v in node.values() for w in _acts_asked(v)]
    return [w for item in node for w in _acts_asked(item)] if isinstance(node, list) else []


def _numbers(node: Any) -> list[int]:
    if isinstance(node, dict):
        return [n for v in node.values() for n in _numbers(v)]
    if isinstance(node, list):
        return [n for item in node for n in _numbers(item)]
    return [node] if isinstance(node, int) and not isinstance(node, bool) else []
