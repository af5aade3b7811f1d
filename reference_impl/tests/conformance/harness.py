"""What the tests of the conformance package share: tiny cases, and runs of them."""

import sys
from typing import Any

import pytest

from unospec import resources
from unospec.conformance import cases
from unospec.conformance.cases import Case, Json

FAKE = resources.root() / "conformance" / "fakes" / "protocol" / "fake.py"


def fake(behaviour: str) -> list[str]:
    """The command of a fake adapter."""
    return [sys.executable, "-X", "utf8", str(FAKE), behaviour]


def a_case(number: int, first_seat: str = "A", **more: Any) -> Case:
    """A case that a plain play passes; the first seat holds R5, R6 and B2 on R9."""
    data: Json = {
        "format": 1,
        "topic": "tiny",
        "id": f"tiny-{number:04}",
        "title": {"en": f"Tiny case {number}", "zh": f"小例{number}"},
        "ruleset": "uno/2008",
        "proves": ["acts.play"],
        "level": "must",
        "setup": {
            "seats": [first_seat, "B"],
            "hands": {first_seat: ["R5", "R6", "B2"], "B": ["R1", "G1", "G2"]},
            "discard_pile": ["R9"],
            "draw_pile": ["Y1", "Y2", "Y3"],
            "turn": first_seat,
        },
        "steps": [
            {"act": {"by": first_seat, "act": "play", "card": "R5"}, "ok": True},
            {"act": {"by": "B", "act": "play", "card": "R1"}, "ok": True},
        ],
    }
    return cases.from_json(data | more)


@pytest.fixture
def tiny() -> list[Case]:
    """Three cases; a fake misbehaves in the second."""
    return [a_case(1), a_case(2, "Fault"), a_case(3)]
