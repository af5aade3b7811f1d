"""Which cases hold word for word in another rule set: because every rule that takes part says the same there.

It only finds candidates. A person puts the rule set into the `also` of a case, and answers for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from unospec.adequacy.bench import SIGHT
from unospec.conformance.cases import Case
from unospec.conformance.implementation import Answered
from unospec.conformance.matching import judge
from unospec.conformance.reference import Reference, play
from unospec.conformance.requests import request_for
from unospec.engine import Malformed, Stuck
from unospec.language import Core, SpecError, resolve

_TEXTS = ("en", "zh", "source")


def shared(suite: Sequence[Case], ruleset: str) -> Iterator[Case]:
    """The cases of other rule sets that hold in this one, and are not there already."""
    there = {case.id for case in suite}
    cores: dict[str, Core | None] = {}
    for case in suite:
        if case.ruleset == ruleset or "@" in case.id or f"{case.id}@{ruleset}" in there:
            continue
        key = f"{case.data.get('patches')}{case.options}"
        if key not in cores:
            cores[key] = _core(case, ruleset)
        core = cores[key]
        if core is not None and _holds(case, core):
            yield case


def _core(case: Case, ruleset: str) -> Core | None:
    """The other rules with the patches and options of a case; None if they do not go together."""
    try:
        return resolve(ruleset, list(case.patches), case.options)
    except SpecError:
        return None


def _holds(case: Case, other: Core) -> bool:
    request = request_for(case)
    answer = Reference().ask(request)
    assert isinstance(answer, Answered)
    core = _core(case, case.ruleset)
    if core is None or not all(_meaning(core, rule) == _meaning(other, rule) for rule in answer.fired or ()):
        return False
    try:
        again = play(other, request)
    except (Malformed, Stuck):
        return False
    return judge(case, again, SIGHT).good and set(case.proves) <= (again.fired or set())


def _meaning(core: Core, rule: str) -> Any:
    """A rule without its sentences."""
    section, _, name = rule.partition(".")
    body = core.data.get(section, {})
    body = body.get(name) if name else body
    return {key: value for key, value in body.items() if key not in _TEXTS} if isinstance(body, dict) else body
