"""Two rule sets side by side: which rules only one of them has, and which mean something else in the other.

Meanings are compared, not sentences: a rule that is only worded otherwise does not differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from unospec.language import Core, sections
from unospec.language.seats import team_count
from unospec.rulebook.model import Text

_NOT_MEANT = (*sections.LANGUAGES, "source")
Which = Literal["only_a", "only_b", "differs"]


@dataclass(frozen=True)
class RuleDifference:
    """A rule in which two cores differ. a, b: its sentence on each side, None where there is none."""

    rule: str
    which: Which
    a: Text | None
    b: Text | None

    @property
    def spoken(self) -> bool:
        """Whether a sentence tells the difference; otherwise it is one of the inner parts that sentences rest on."""
        return self.a != self.b


@dataclass(frozen=True)
class Comparison:
    """What differs: rules, values of options that both have, cards, seats."""

    rules: tuple[RuleDifference, ...]
    options: tuple[tuple[str, Any, Any], ...]
    cards: bool
    seats: tuple[tuple[int, int], tuple[int, int]] | None
    teams: tuple[int, int] | None = None  # how many on each side, where that differs; 0 for none

    @property
    def same(self) -> bool:
        """Whether both are the same game."""
        return not (self.rules or self.cards or self.seats or self.teams)


def compare(a: Core, b: Core) -> Comparison:
    """What differs between two cores."""
    span_a, span_b = ((core.data["seats"]["min"], core.data["seats"]["max"]) for core in (a, b))
    teams_a, teams_b = (team_count(core.data) for core in (a, b))
    shared = [name for name in a.options if name in b.options and a.options[name] != b.options[name]]
    return Comparison(
        tuple(_rules(a, b)),
        tuple((name, a.options[name], b.options[name]) for name in shared),
        _meaning(a.data["cards"]) != _meaning(b.data["cards"]),
        (span_a, span_b) if span_a != span_b else None,
        (teams_a, teams_b) if teams_a != teams_b else None,
    )


def _rules(a: Core, b: Core) -> list[RuleDifference]:
    found = []
    rules_a, rules_b = dict(_all_rules(a)), dict(_all_rules(b))
    for rule in [*rules_a, *(r for r in rules_b if r not in rules_a)]:
        one, other = rules_a.get(rule), rules_b.get(rule)
        if one is None or other is None:
            which: Which = "only_b" if one is None else "only_a"
            found.append(RuleDifference(rule, which, _text(one), _text(other)))
        elif _meaning(one) != _meaning(other):
            found.append(RuleDifference(rule, "differs", _text(one), _text(other)))
    return found


def _all_rules(core: Core) -> list[tuple[str, Any]]:
    """Every rule with its id, in the order of the sections; interpretations explain rules and are none."""
    rules = []
    for section in (*sections.SINGLE_RULES[:1], *sections.RULE_MAPS, *sections.SINGLE_RULES[1:]):
        body = core.data.get(section)
        if section in sections.SINGLE_RULES and body:
            rules.append((section, body))
        elif body and section != "interpretations":
            rules += [(f"{section}.{name}", rule) for name, rule in sorted(body.items())]
    return rules


def _meaning(value: Any) -> Any:
    """Without words and sources."""
    if isinstance(value, dict):
        return {key: _meaning(item) for key, item in value.items() if key not in _NOT_MEANT}
    return [_meaning(item) for item in value] if isinstance(value, list) else value


def _text(rule: Any) -> Text | None:
    return Text(rule["en"], rule["zh"]) if rule and "en" in rule else None
