"""Is the adapter sane? A few requests that say nothing about rules, before the suite begins."""

from unospec.conformance.cases import Json
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import Answered, Declined, Failed, Hello, Implementation
from unospec.conformance.rulesets import core_of

SETUP: Json = {
    "seats": ["A", "B", "C"],
    "hands": {"A": ["R5", "B2"], "B": ["G1", "G2"], "C": ["Y7", "Y8"]},
    "discard_pile": ["R9"],
    "draw_pile": ["B1", "B3", "B4", "Y1", "G5", "G6"],
    "turn": "A",
}
PLAY: Json = {"by": "A", "act": "play", "card": "R5"}
NOT_HELD: Json = {"by": "A", "act": "play", "card": "G8"}


def smoke(implementation: Implementation, hello: Hello) -> Fault | None:
    """The first thing that is wrong with an adapter, or None."""
    claim = next(iter(hello.claims or ({"ruleset": "uno/2008"},)), None)
    if claim is None or hello.setup != "state":
        return None
    core = core_of(claim["ruleset"], claim.get("patches", []), claim.get("options", {}))

    def ask(act: Json) -> Answered | Fault | None:
        request: Json = {
            "ruleset": claim["ruleset"],
            "patches": claim.get("patches", []),
            "options": dict(core.options),
            "setup": SETUP,
            "acts": [act],
            "want": ["ok", "state"],
        }
        answer = implementation.ask(request)
        if isinstance(answer, Failed):
            return answer.fault
        return None if isinstance(answer, Declined) else answer

    first, second, wrong = ask(PLAY), ask(PLAY), ask(NOT_HELD)
    for answer in (first, second, wrong):
        if isinstance(answer, Fault):
            return answer
    if isinstance(first, Answered) and not first.steps[0]["ok"]:
        return Fault("refuses_all", "R5 on R9, from the hand of the player on turn")
    if isinstance(wrong, Answered) and wrong.steps[0]["ok"]:
        return Fault("accepts_all", "G8, which is in no hand")
    if isinstance(first, Answered) and isinstance(second, Answered) and first.steps != second.steps:
        return Fault("forgetful", "R5 on R9, asked twice")
    return None
