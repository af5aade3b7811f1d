"""The grammar of a case: what it is about, how the table is set up, which acts follow, what has to be seen.

A step expects nothing, or any of the parts below; so does the position before the first act, or the deal that led to
it (`dealt`). Parts are independent of one another and partial: what a case does not mention is not judged.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

Json: TypeAlias = dict[str, Any]
Level: TypeAlias = Literal["must", "should", "may", "info"]
OfferMode: TypeAlias = Literal["exactly", "includes", "excludes"]

NOBODY = "-"  # in `legal`: acts that belong to no seat
STANDING = ("state", "legal", "views", "end")  # parts that can be seen of a table at which nobody acts
_PARTS = ("ok", "why", "rule", "events", *STANDING)  # in their usual order


@dataclass(frozen=True, slots=True)
class Accepted:
    """The act is accepted, or refused."""

    ok: bool


@dataclass(frozen=True, slots=True)
class RefusedBecause:
    """The code of the refusal."""

    code: str


@dataclass(frozen=True, slots=True)
class RefusedBy:
    """The rule that refuses."""

    rule: str


@dataclass(frozen=True, slots=True)
class Events:
    """These events occur in this order, each with at least these fields; `exactly`: and no others."""

    wanted: tuple[Json, ...]
    exactly: bool


@dataclass(frozen=True, slots=True)
class State:
    """The state afterwards contains this."""

    wanted: Json


@dataclass(frozen=True, slots=True)
class Offers:
    """What a seat may do afterwards."""

    seat: str
    mode: OfferMode
    acts: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Unseen:
    """A seat does not see what stands at these paths."""

    seat: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat sees at least this."""

    seat: str
    wanted: Json


@dataclass(frozen=True, slots=True)
class End:
    """The round or match is over with this result."""

    wanted: Json


Part: TypeAlias = Accepted | RefusedBecause | RefusedBy | Events | State | Offers | Unseen | Seen | End


@dataclass(frozen=True, slots=True)
class Step:
    """An act, and what is expected of it as the case file has it."""

    act: Json
    expect: Json

    def parts(self) -> Iterator[Part]:
        """What is expected, part by part; an act without `ok` has to be accepted."""
        expect = self.expect
        yield Accepted(expect.get("ok", True))
        if "why" in expect:
            yield RefusedBecause(expect["why"])
        if "rule" in expect:
            yield RefusedBy(expect["rule"])
        yield from seen_parts(expect)


def seen_parts(expect: Json) -> Iterator[Part]:
    """What is expected to be seen, part by part: after an act, or of the set-up."""
    if "events" in expect:
        yield Events(tuple(expect["events"]), expect.get("exactly", False))
    if "state" in expect:
        yield State(expect["state"])
    for seat, offers in expect.get("legal", {}).items():
        for mode, acts in offers.items():
            yield Offers(seat, cast(OfferMode, mode), tuple(acts))
    for seat, view in expect.get("views", {}).items():
        if "absent" in view:
            yield Unseen(seat, tuple(view["absent"]))
        if "includes" in view:
            yield Seen(seat, view["includes"])
    if "end" in expect:
        yield End(expect["end"])


# The order of the fields in cases.ndjson; `_OPTIONAL` are left out where they are empty.
_REQUIRED = ("format", "topic", "id", "title", "ruleset")
_OPTIONAL = ("patches", "options")
_BODY = ("proves", "level")
_NOTES = ("needs", "flags", "source", "synthetic")
_PLAYED = ("setup", "dealt", "steps")


@dataclass(frozen=True, slots=True)
class Case:
    """A case. `patches` are pairs of id and options. `dealt`: what is expected of the set-up, {} where nothing is."""

    id: str
    topic: str
    title: Json
    ruleset: str
    patches: tuple[tuple[str, Json], ...]
    options: Json
    proves: tuple[str, ...]
    level: Level
    needs: tuple[str, ...]
    setup: Json
    dealt: Json
    steps: tuple[Step, ...]
    data: Json  # the case as JSON, canonical order of keys

    @property
    def composed(self) -> tuple[str, str]:
        """What its rules are composed of, options apart: cases that agree in it share most of the work."""
        return self.ruleset, str(self.patches)

    @property
    def rule(self) -> str:
        """The rule that the case is for: the first that it proves."""
        return self.proves[0]

    @property
    def acts(self) -> list[Json]:
        """The acts of all steps."""
        return [step.act for step in self.steps]

    @property
    def wants(self) -> list[str]:
        """The parts of a step that the case looks at anywhere."""
        named = {key for step in self.steps for key in step.expect}
        return in_order({"ok", *named})

    @property
    def wants_dealt(self) -> list[str]:
        """The parts of the set-up that the case looks at."""
        return in_order(self.dealt)


def in_order(parts: Iterable[str]) -> list[str]:
    """The names of parts in their usual order, each once; other names are left out."""
    named = set(parts)
    return [part for part in _PARTS if part in named]


def patch_pairs(patches: list[Any]) -> tuple[tuple[str, Json], ...]:
    """Patches as pairs of id and options: `[house/x, {house/y: {n: 2}}]`."""
    pairs: list[tuple[str, Json]] = []
    for patch in patches:
        pairs.extend([(patch, {})] if isinstance(patch, str) else patch.items())
    return tuple(pairs)


def from_json(data: Json) -> Case:
    """A case from valid JSON (see schemas/case.schema.json)."""
    ordered = _ordered(data)
    return Case(
        id=data["id"],
        topic=data["topic"],
        title=data["title"],
        ruleset=data["ruleset"],
        patches=patch_pairs(data.get("patches", [])),
        options=data.get("options", {}),
        proves=tuple(data["proves"]),
        level=data["level"],
        needs=tuple(data.get("needs", ())),
        setup=data["setup"],
        dealt=data.get("dealt", {}),
        steps=tuple(Step(s["act"], {k: v for k, v in s.items() if k != "act"}) for s in data["steps"]),
        data=ordered,
    )


def _ordered(data: Json) -> Json:
    out = {key: data[key] for key in _REQUIRED}
    out |= {key: data[key] for key in _OPTIONAL if data.get(key)}
    out |= {key: data[key] for key in _BODY}
    out |= {key: data[key] for key in _NOTES if data.get(key)}
    out |= {key: data[key] for key in _PLAYED if key in data}
    return out


def to_line(case: Case) -> str:
    """The case as a line of cases.ndjson, without the line end."""
    return json.dumps(case.data, ensure_ascii=False, separators=(",", ":"))
