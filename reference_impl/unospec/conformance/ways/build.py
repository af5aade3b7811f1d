"""Brings conformance/from_deal.ndjson up to date: looks for ways where a case or its rules have changed."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from unospec.conformance.cases import Case
from unospec.conformance.from_deal import (
    SYNTHETIC,
    Entry,
    Ways,
    Witness,
    digest_of,
    digest_of_core,
    digest_of_rules,
    wanting,
)  # fmt: skip
from unospec.conformance.requests import core_of_case
from unospec.conformance.ways.find import Absent, find, proves
from unospec.engine import Malformed, Stuck
from unospec.language import SpecError
from unospec.spread import FEW, spread


def updated(
    cases: Sequence[Case], ways: Ways, progress: Callable[[int, int], None] = lambda done, total: None
) -> Ways:
    """The ways of these cases. What is still true of `ways` is taken over; the rest is looked for."""
    rules = digest_of_rules()
    groups: dict[str, list[Case]] = {}
    for case in wanting(cases):
        groups.setdefault(case.id.partition("@")[0], []).append(case)
    entries: dict[str, Entry] = {}
    todo: list[list[Case]] = []
    for group in groups.values():
        if rules == ways.rules and all(_fresh(case, ways, group) for case in group):
            entries.update((case.id, ways.entries[case.id]) for case in group)
        else:
            todo.append(group)

    def work(group: list[Case]) -> dict[str, Entry]:
        return _group(group, ways)

    for found in spread(work, todo, progress=progress, together=lambda group: group[0].composed, few=FEW):
        entries.update(found)
    return Ways(rules, entries)


def other_rules(cases: Sequence[Case], ways: Ways) -> list[Case]:
    """Cases whose rules mean something else than when a way was looked for; quick while no rule set has changed."""
    if ways.rules == digest_of_rules():
        return []

    def work(case: Case) -> bool:
        entry = ways.entries.get(case.id)
        return entry is not None and entry.core != _digest_of_rules_of(case)

    there = list(wanting(cases))
    changed = spread(work, there, together=attrgetter("composed"), few=FEW)
    return [case for case, other in zip(there, changed, strict=True) if other]


def _fresh(case: Case, ways: Ways, group: Sequence[Case]) -> bool:
    """Whether the entry of a case is still about it, and shares nothing with a case that is gone."""
    entry = ways.entries.get(case.id)
    if entry is None or entry.of != digest_of(case):
        return False
    return entry.shared is None or (
        ways.witness(case.id) is not None and any(other.id == entry.shared for other in group)
    )


def _group(group: Sequence[Case], ways: Ways) -> dict[str, Entry]:
    """The entries of a case and of what it is in other rule sets, which may share a witness."""
    cores = {case.id: _digest_of_rules_of(case) for case in group}
    kept = {case.id: ways.entries[case.id] for case in group if _fresh(case, ways, group)}
    if len(kept) == len(group) and all(entry.core == cores[name] for name, entry in kept.items()):
        return kept
    found: dict[str, Witness] = {}
    entries: dict[str, Entry] = {}
    for case in group:
        entry = _look(case, cores[case.id], ways.witness(case.id), found)
        entries[case.id] = entry
        if entry.witness is not None:
            found[case.id] = entry.witness
    return entries


def _digest_of_rules_of(case: Case) -> str:
    """What the rules of a case mean; "" where there are no such rules."""
    try:
        return digest_of_core(core_of_case(case))
    except SpecError:
        return ""


def _look(case: Case, core: str, old: Witness | None, found: Mapping[str, Witness]) -> Entry:
    """The entry of one case: a witness of its kin, the one that it had, or whatever the search says."""
    of = digest_of(case)
    try:
        for name, witness in found.items():
            if proves(case, witness):
                return Entry(of, core, shared=name)
        if old is not None and proves(case, old):
            return Entry(of, core, old)
        answer = find(case)
    except (SpecError, Malformed, Stuck):
        answer = Absent.WRONG  # whoever runs or lints the case is told what is wrong with it
    if isinstance(answer, Witness):
        return Entry(of, core, answer)
    return Entry(of, core, reason=SYNTHETIC if SYNTHETIC in case.data else answer.value)
