"""The questions of the suite: positions and acts, without regard to whose rules a case was written for.

Cases that put the same position and the same acts are one question. What they expect is not looked at: it is true of
their own rule sets, and which one is followed here is what we want to know.

A question is put in the words of a claim. An adapter may do nothing with the rule set that a request names, or may
refuse all but those that it claims; so each request names the first that it claims (the usual one if it claims nothing,
or everything). If it claims that rule set more than once, with different options, then it can be told these options: a
question is put under the claim that suits its cases best. They are no property of the program then, and every candidate
is told the same.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unospec.conformance import from_deal
from unospec.conformance.cases import Case, Json, patch_pairs
from unospec.conformance.claims import only_dealt, unable
from unospec.conformance.implementation import Hello
from unospec.conformance.requests import complete, dealt_first
from unospec.conformance.rulesets import core_of
from unospec.engine import Malformed, Stuck, Table
from unospec.language import Core, SpecError


@dataclass(frozen=True)
class Name:
    """What a request names: a rule set with patches and options. told: the options that other claims say otherwise."""

    ruleset: str
    patches: tuple[Any, ...]
    options: Json
    told: Json

    @property
    def core(self) -> Core:
        """The rules that are named."""
        return core_of(self.ruleset, self.patches, self.options)


@dataclass(frozen=True)
class Question:
    """A request, and the cases that ask it.

    ahead: how many acts lead from a deal to the position. told: options that the adapter is told with it.
    """

    cases: tuple[Case, ...]
    request: Json
    ahead: int
    told: Json

    @property
    def id(self) -> str:
        """The case that speaks for the question."""
        return self.cases[0].id


def named(hello: Hello, usual: str) -> tuple[Name, ...]:
    """What requests to this adapter can name; `usual` is the rule set for one that claims none, or all of them."""
    known = [claim for claim in hello.claims or () if _known(claim)] or [{"ruleset": usual}]
    first = known[0]["ruleset"], known[0].get("patches", [])
    like = [claim for claim in known if (claim["ruleset"], claim.get("patches", [])) == first]
    cores = [core_of(*first, claim.get("options", {})) for claim in like]
    told = [name for name, value in cores[0].options.items() if any(core.options[name] != value for core in cores)]
    return tuple(
        Name(first[0], tuple(first[1]), dict(core.options), {name: core.options[name] for name in told})
        for core in cores
    )


def _known(claim: Json) -> bool:
    try:
        core_of(claim["ruleset"], claim.get("patches", []), claim.get("options", {}))
    except SpecError:
        return False
    return True


def questions(
    cases: Iterable[Case], hello: Hello, names: Sequence[Name], ways: from_deal.Ways | None = None
) -> list[Question]:
    """Every question that can be put to an implementation: it lacks nothing for it, seats so many, and the position
    makes sense under the rules that are named."""
    gathered: dict[str, tuple[list[Case], Json, int, Json]] = {}
    for case in cases:
        if unable(case, hello, ways) is not None or not case.acts:
            continue
        put = _put(case, hello, names, ways)
        if put is not None:
            request, ahead, told = put
            key = json.dumps([request["setup"], request["acts"], told], sort_keys=True)
            gathered.setdefault(key, ([], request, ahead, told))[0].append(case)
    return [
        Question(tuple(sorted(found, key=_plainest)), request | {"want": _wants(found, hello)}, ahead, told)
        for found, request, ahead, told in gathered.values()
    ]


def _put(
    case: Case, hello: Hello, names: Sequence[Name], ways: from_deal.Ways | None
) -> tuple[Json, int, Json] | None:
    """The case as a request under the name that suits it, if its position makes sense there."""
    own = core_of(case.ruleset).options | case.options
    name = max(names, key=lambda name: sum(own.get(option) == value for option, value in name.told.items()))
    core = name.core
    try:
        setup, acts = complete(core, case.setup), list(case.acts)
        if only_dealt(case, hello):
            way = from_deal.way(case, ways)
            assert not isinstance(way, str)  # `unable` has looked
            setup, acts = dealt_first(core, setup, acts, way)
        Table.position(core, setup)
    except (Malformed, Stuck):
        return None
    request: Json = {"ruleset": name.ruleset, "patches": list(name.patches), "options": name.options}
    return request | {"setup": setup, "acts": acts}, len(acts) - len(case.acts), name.told


def _wants(cases: Iterable[Case], hello: Hello) -> list[str]:
    """What is asked for: all that is shown. Offers only where a case looks at them: where a program lists them in
    a way of its own, they would hide everything else. Views are not compared."""
    shown = {name.partition(".")[0] for name in hello.observes}
    looked = "legal" in shown and any("legal" in case.wants for case in cases)
    always = [part for part in ("why", "events", "state", "end") if part in shown]
    return ["ok", *always, *(["legal"] if looked else [])]


def _plainest(case: Case) -> tuple[int, bool, str]:
    """Cases without patches and options speak first, and those with an id of their own (`x@rule set` repeats x)."""
    return len(patch_pairs(case.data.get("patches", []))) + len(case.options), "@" in case.id, case.id


def values_in(cases: Iterable[Case]) -> Mapping[str, frozenset[Any]]:
    """The values that cases give to options, by the name of the option."""
    found: dict[str, set[Any]] = {}
    for case in cases:
        for options in (case.options, *(options for _, options in case.patches)):
            for name, value in options.items():
                found.setdefault(name, set()).add(value)
    return {name: frozenset(values) for name, values in found.items()}
