"""Is what was seen what was expected? Part by part, and only where the implementation shows something."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from unospec.conformance.cases import (
    Accepted,
    Case,
    End,
    Events,
    Json,
    Offers,
    Part,
    RefusedBecause,
    RefusedBy,
    Seen,
    State,
    Step,
    Unseen,
    seen_parts,
)
from unospec.conformance.implementation import Answered

_MISSING = object()
_NOT_THERE = "not there"  # as reports say it; null would look like a value


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that was expected and not seen."""

    part: str
    expected: Any
    got: Any

    def to_json(self) -> Json:
        """As the run stream has it."""
        return {"part": self.part, "expected": self.expected, "got": self.got}


@dataclass
class Judgement:
    """What a case came to. `at` is the first step that differs, from 1, or 0 for the set-up; what comes later is not
    judged. Names of parts of the set-up begin with `dealt.`."""

    checked: list[str] = field(default_factory=list)
    unobserved: list[str] = field(default_factory=list)
    at: int | None = None
    differs: list[Difference] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Nothing differs."""
        return self.at is None


@dataclass(frozen=True)
class Sight:
    """What an implementation shows: names such as `ok`, `state`, `state.turn`, `events.drew`."""

    names: frozenset[str]

    @classmethod
    def of(cls, observes: Iterable[str]) -> "Sight":
        """From the list in a hello."""
        return cls(frozenset(observes))

    def sees(self, path: str) -> bool:
        """Whether a path, or something around it, is shown."""
        parts = path.split(".")
        return any(".".join(parts[:n]) in self.names for n in range(1, len(parts) + 1))


def judge(case: Case, answer: Answered, sight: Sight) -> Judgement:
    """Compare the answers of an implementation with the expectations of a case."""
    judgement = _dealt(case, answer.dealt or {}, sight)
    for number, (step, got) in enumerate(zip(case.steps, answer.steps, strict=True), 1):
        if judgement.differs:
            break
        for part in step.parts():
            judgement.differs += _part(part, got, sight, judgement)
        if judgement.differs:
            judgement.at = number
    judgement.checked = list(dict.fromkeys(judgement.checked))
    judgement.unobserved = list(dict.fromkeys(judgement.unobserved))
    return judgement


def _dealt(case: Case, got: Json, sight: Sight) -> Judgement:
    """What is judged before the first act. Who says nothing of it does not show it."""
    seen = Judgement()
    differs = [found for part in seen_parts(case.dealt) for found in _part(part, got, sight, seen)]
    checked, unobserved = ([f"dealt.{name}" for name in names] for names in (seen.checked, seen.unobserved))
    return Judgement(checked, unobserved, 0 if differs else None, differs)


def of_step(step: Step, got: Json, sight: Sight) -> list[Difference]:
    """What differs in one step, of all that is shown."""
    seen = Judgement()
    return [difference for part in step.parts() for difference in _part(part, got, sight, seen)]


def _part(part: Part, got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    """What differs in one part of one step."""
    match part:
        case Accepted(ok):
            return _plain("ok", ok, got, sight, seen)
        case RefusedBecause(code):
            return _plain("why", code, got, sight, seen)
        case RefusedBy(rule):
            return _plain("rule", rule, got, sight, seen)
        case Events(wanted, exactly):
            return _events(wanted, exactly, got, sight, seen)
        case State(wanted):
            return _subset("state", wanted, got, sight, seen)
        case End(wanted):
            return _subset("end", wanted, got, sight, seen)
        case Offers():
            return _offers(part, got, sight, seen)
        case Seen(seat, wanted):
            return _view(seat, wanted, got, sight, seen)
        case Unseen(seat, paths):
            return _unseen(seat, paths, got, sight, seen)


def _noted(name: str, sight: Sight, seen: Judgement, got: Json) -> bool:
    """Whether a part can be judged; keeps account of it.

    An answer may leave a whole part out where it has nothing to show: an implementation that stopped in
    the middle of a step, say. What it does show is judged.
    """
    shown = sight.sees(name) and (name.split(".")[0] in got or name in ("why", "rule"))
    (seen.checked if shown else seen.unobserved).append(name)
    return shown


def _plain(name: str, wanted: Any, got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    if not _noted(name, sight, seen, got) or got.get(name) == wanted:
        return []
    return [Difference(name, wanted, got.get(name))]


def _leaves(path: str, wanted: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(wanted, dict) and wanted:
        for key, value in wanted.items():
            yield from _leaves(f"{path}.{key}", value)
    else:
        yield path, wanted


def _subset(name: str, wanted: Json, got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    """Every leaf of `wanted` that is shown has to be there; lists of cards are compared as bags."""
    out = []
    for path, value in _leaves(name, wanted):
        if not _noted(_general(path), sight, seen, got):
            continue
        found = _at(got[name], path.removeprefix(name + "."))
        if not _alike(value, found):
            out.append(Difference(path, value, _NOT_THERE if found is _MISSING else found))
    return out


def _general(path: str) -> str:
    """`state.hands.A` is shown where `state.hands` is; the account names the variable."""
    return ".".join(path.split(".")[:2])


def _alike(wanted: Any, got: Any) -> bool:
    if isinstance(wanted, list) and isinstance(got, list):
        return Counter(map(_key, wanted)) == Counter(map(_key, got))
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    return bool(wanted == got)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _at(value: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(value, dict) or part not in value:
            return _MISSING
        value = value[part]
    return value


def _events(
    wanted: tuple[Json, ...], exactly: bool, got: Json, sight: Sight, seen: Judgement
) -> list[Difference]:
    """The wanted events occur in this order, with at least these fields; kinds not shown are left out."""
    shown = [e for e in wanted if _noted(f"events.{e['e']}", sight, seen, got)]
    there = [e for e in got.get("events") or [] if sight.sees(f"events.{e['e']}")]
    rest = iter(there)
    for event in shown:
        if not any(_holds(_without_rule(event, sight), other) for other in rest):
            return [Difference("events", event, there)]
    if exactly and len(shown) != len(there):
        return [Difference("events (exactly)", shown, there)]
    return []


def _without_rule(event: Json, sight: Sight) -> Json:
    """Only who knows our rules can name the rule of an event."""
    return event if sight.sees("rule") else {k: v for k, v in event.items() if k != "rule"}


def _holds(wanted: Json, got: Json) -> bool:
    return all(key in got and _alike(value, got[key]) for key, value in wanted.items())


def _offers(part: Offers, got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    """An offer meets an expectation if it has its fields; it may say more, such as a choice."""
    if not _noted("legal", sight, seen, got):
        return []
    offered = got["legal"].get(part.seat, [])
    missing = [act for act in part.acts if not any(_is_offer(act, other) for other in offered)]
    extra = [other for other in offered if not any(_is_offer(act, other) for act in part.acts)]
    good = {
        "exactly": not missing and not extra,
        "includes": not missing,
        "excludes": len(missing) == len(part.acts),
    }[part.mode]
    return [] if good else [Difference(f"legal.{part.seat} ({part.mode})", list(part.acts), offered)]


def _is_offer(wanted: Json, got: Json) -> bool:
    return _holds(wanted, got) and wanted.get("count", 1) == got.get("count", 1)


def _view(seat: str, wanted: Json, got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    if not _noted("views", sight, seen, got):
        return []
    name = f"views.{seat}"
    view = _at(got["views"], seat)
    return [
        Difference(path, value, None)
        for path, value in _leaves(name, wanted)
        if not _alike(value, _at(view, path.removeprefix(name + ".")))
    ]


def _unseen(seat: str, paths: tuple[str, ...], got: Json, sight: Sight, seen: Judgement) -> list[Difference]:
    if not _noted("views", sight, seen, got):
        return []
    view = _at(got["views"], seat)
    out = []
    for path in paths:
        found = _at(view, path)
        if found is not _MISSING and found is not None:
            out.append(Difference(f"views.{seat}.{path}", "not to be seen", found))
    return out
