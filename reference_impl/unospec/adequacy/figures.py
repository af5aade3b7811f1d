"""The figures of a rule set, from the verdicts on its mutants and from what its cases do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unospec.adequacy.hunt import Verdict
from unospec.adequacy.shown import Shown
from unospec.language import sections

# A mutant that cannot be told from the rules, or that the checker refuses, leaves nothing to be shown.
SETTLED = frozenset({"killed", "equivalent", "same", "refused"})
_NOT_RULES = ("interpretations", "blocks", "marks")  # they speak through the rules that use them
_SPEAK_THROUGH_OTHERS = ("define.", "windows.")


@dataclass(frozen=True)
class Figures:
    """Counts; for each pair of them the first is what there is and the second what the cases show of it."""

    rules: int
    rules_accepting: int
    rules_refusing: int
    conditions: int
    conditions_decided: int
    constants: int
    constants_tried: int
    windows: int
    windows_shown: int
    refusals: int
    refusals_given: int
    events: int
    events_expected: int
    mutants: int
    killed: int
    equivalent: int
    refused: int
    survivors: int
    cases: int

    def to_json(self) -> dict[str, int]:
        """As the command prints them."""
        return dict(vars(self))


Lacking = dict[str, list[str]]


def figures(
    rules: Sequence[str], verdicts: Sequence[Verdict], fired: frozenset[str], shown: Shown, cases: int
) -> tuple[Figures, Lacking]:
    """The figures, and by the name of each what it lacks. `rules`: those that are measured; `fired`: those that take
    part in the cases.
    """
    accepting = accepted(rules, verdicts, fired)
    refusing = refused(rules, verdicts, shown.given)
    conditions = settled(verdicts, ("held true", "held false"))
    constants = settled([v for v in verdicts if isinstance(v.edit.new, int) and not isinstance(v.edit.new, bool)])
    windows = settled([v for v in verdicts if v.edit.path[0] == "windows" and len(v.edit.path) > 3])
    counted = [v for v in verdicts if v.status not in ("refused", "same")]
    lacking = {
        "rules_accepting": sorted(set(rules) - accepting),
        "rules_refusing": sorted(set(rules) - refusing),
        "conditions_decided": _open(conditions),
        "constants_tried": _open(constants),
        "windows_shown": _open(windows),
        "refusals_given": sorted(f"{code} by {rule}" for code, rule in shown.refusals - shown.given),
        "events_expected": sorted(shown.events - shown.expected),
    }
    counts = Figures(
        rules=len(rules),
        rules_accepting=len(accepting),
        rules_refusing=len(refusing),
        conditions=len(conditions),
        conditions_decided=sum(conditions.values()),
        constants=len(constants),
        constants_tried=sum(constants.values()),
        windows=len(windows),
        windows_shown=sum(windows.values()),
        refusals=len(shown.refusals),
        refusals_given=len(shown.refusals & shown.given),
        events=len(shown.events),
        events_expected=len(shown.events & shown.expected),
        mutants=len(counted),
        killed=sum(v.status == "killed" for v in counted),
        equivalent=sum(v.status == "equivalent" for v in counted),
        refused=sum(v.status == "refused" for v in verdicts),
        survivors=sum(v.status == "survived" for v in counted),
        cases=cases,
    )
    return counts, {name: what for name, what in lacking.items() if what}


def _open(places: Mapping[tuple[str | int, ...], bool]) -> list[str]:
    return [".".join(map(str, path)) for path, good in places.items() if not good]


def rule_ids(data: Mapping[str, Any], fewer: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """The rules of a composed rule set that have a sentence of their own to be held to.

    fewer: the same with one patch less each; then only the rules that are not what they are in any of these.
    """
    ids = [section for section in sections.SINGLE_RULES if section in data]
    for section in sections.RULE_MAPS:
        if section not in _NOT_RULES and section in data:
            ids += [f"{section}.{name}" for name, rule in data[section].items() if "en" in rule]
    return sorted(r for r in ids if all(_rule(data, r) != _rule(other, r) for other in fewer))


def _rule(data: Mapping[str, Any], rule: str) -> Any:
    section, _, name = rule.partition(".")
    body = data.get(section, {})
    return body.get(name) if name else body


def accepted(rules: Iterable[str], verdicts: Sequence[Verdict], fired: frozenset[str]) -> set[str]:
    """Rules without which, or with something else in their place, a case fails.

    Rules that take part by themselves have to take part in a case; definitions speak through others. A rule
    that has no mutants (the window that is in force while no other is) has to take part.
    """
    own = {v.edit.rule for v in verdicts if v.edit.sense != "widen"}
    killed = {v.edit.rule for v in verdicts if v.edit.sense != "widen" and v.status == "killed"}
    return {
        rule for rule in rules
        if (rule in killed or rule not in own) and (rule in fired or rule.startswith(_SPEAK_THROUGH_OTHERS))
    }  # fmt: skip


def refused(rules: Iterable[str], verdicts: Sequence[Verdict], given: Iterable[tuple[str, str]]) -> set[str]:
    """Rules of which a case shows where they end: a refusal in their name, or a case that fails if they hold further.

    A rule without a condition of its own, or with one that nothing can tell from none, ends nowhere; there it is
    enough that a case fails where it does something else.
    """
    out = {rule for _, rule in given}
    ways: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        ways[verdict.edit.rule].append(verdict)
    for rule in rules:
        wider = [v for v in ways[rule] if v.edit.sense == "widen" and v.status in ("killed", "survived")]
        wider = wider or [v for v in ways[rule] if v.edit.sense == "alter"]
        if any(v.status == "killed" for v in wider) or not ways[rule]:
            out.add(rule)
    return out & set(rules)


def settled(verdicts: Sequence[Verdict], ways: tuple[str, ...] = ()) -> dict[tuple[str | int, ...], bool]:
    """For each place that was changed (in these ways) whether nothing is left open there."""
    out: dict[tuple[str | int, ...], bool] = {}
    for verdict in verdicts:
        if not ways or verdict.edit.what in ways:
            path = verdict.edit.path
            out[path] = out.get(path, True) and verdict.status in SETTLED
    return out
