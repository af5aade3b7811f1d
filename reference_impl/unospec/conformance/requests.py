"""From a case to the request that an implementation gets: no ids of cases, no expectations, no gaps."""

from functools import lru_cache
from typing import Any

from unospec.conformance.cases import Case, Json, in_order
from unospec.conformance.from_deal import Witness
from unospec.conformance.rulesets import core_of
from unospec.engine.model import build
from unospec.language import Core

_FIRST = ("seats", "dealer", "hands", "discard_pile", "draw_pile")  # as people read a table


def core_of_case(case: Case) -> Core:
    """The rules of a case. Raises SpecError."""
    return core_of(case.ruleset, case.data.get("patches", []), case.options)


def request_for(case: Case) -> Json:
    """The request without `cmd` and `id`. Raises SpecError and Malformed if the case itself is wrong."""
    core = core_of_case(case)
    dealt = {"dealt": case.wants_dealt} if case.dealt else {}
    return {
        "ruleset": case.ruleset,
        "patches": [name for name, _ in case.patches],
        "options": dict(core.options),
        "setup": complete(core, case.setup),
        "acts": case.acts,
        "want": case.wants,
        **dealt,
    }


def after_deal(case: Case, request: Json, witness: Witness) -> Json:
    """The request for those who can only deal: the acts that lead to the position come first.

    What the case looks at before its own acts is then what the last of these led to.
    """
    setup, acts = dealt_first(core_of_case(case), request["setup"], request["acts"], witness)
    led = {**request, "setup": setup, "acts": acts}
    if witness.acts and "dealt" in led:
        led["want"] = in_order([*led["want"], *led.pop("dealt")])
    return led


def dealt_first(core: Core, setup: Json, acts: list[Json], witness: Witness) -> tuple[Json, list[Json]]:
    """A set-up that deals instead, and the acts with those before them that lead to the position."""
    return witness.setup(core, setup), [*witness.acts, *acts]


def complete(core: Core, setup: Json) -> Json:
    """A set-up in which whatever has a default is said: dealer, turn, direction, the colour in force."""
    seats = setup["seats"]
    dealer = setup.get("dealer", seats[-1])
    if "deal" in setup:
        return dict(setup) if "for_dealer" in setup["deal"] else {"dealer": dealer, **setup}
    direction = setup.get("direction", 1)
    after = seats[(seats.index(dealer) + direction) % len(seats)]
    said: Json = {"draw_pile": [], "dealer": dealer, "direction": direction, "turn": after}
    colour = _colours(core).get(setup["discard_pile"][-1])
    if colour is not None:
        said |= {name: colour for name, sort in core.data.get("state", {}).items() if _sort(sort) == "colour"}
    whole = {**said, **setup}
    return {key: whole[key] for key in (*_FIRST, *whole) if key in whole}


@lru_cache(maxsize=64)
def _colours(core: Core) -> dict[str, str]:
    """The colour token of each card token."""
    tokens = {name: colour["token"] for name, colour in core.data["cards"]["colours"].items()}
    cards = build(core.data, 2).cards
    return {card.token: tokens[card.colour] for card in cards if card.colour is not None}


def _sort(declared: Any) -> Any:
    return declared.get("sort") if isinstance(declared, dict) else declared
