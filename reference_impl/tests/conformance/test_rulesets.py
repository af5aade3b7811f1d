"""Cores by what cases say, each resolved once."""

import pytest

from unospec.conformance import rulesets
from unospec.language import Core, resolve


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> list[Core]:
    """Every core that is resolved; none is known at first."""
    found: list[Core] = []

    def noting(*arguments: object, **named: object) -> Core:
        found.append(resolve(*arguments, **named))  # type: ignore[arg-type]
        return found[-1]

    monkeypatch.setattr(rulesets, "resolved", noting)
    monkeypatch.setattr(rulesets, "_cores", {})
    return found


def test_a_core_is_resolved_once_for_a_case_and_for_its_request(resolved: list[Core]) -> None:
    patches = ["house/jump-in", {"house/stacking": {"stack": "any_draw"}}]
    case = rulesets.core_of("uno/2008", patches, {"hand_size": 5})
    request = rulesets.core_of("uno/2008", ["house/jump-in", "house/stacking"], case.options)
    assert request is case and resolved == [case]
    assert resolve("uno/2008", ["house/jump-in", "house/stacking"], case.options, check=False).data == case.data


def test_other_options_are_another_core(resolved: list[Core]) -> None:
    one = rulesets.core_of("uno/2008", (), {"hand_size": 5})
    other = rulesets.core_of("uno/2008", (), {"hand_size": 6})
    assert one.hash != other.hash and len(resolved) == 2


def test_what_a_patch_sets_is_not_what_another_call_leaves_out(resolved: list[Core]) -> None:
    set_by_patch = rulesets.core_of("uno/2008", [{"house/stacking": {"stack": "any_draw"}}])
    plain = rulesets.core_of("uno/2008", ["house/stacking"])
    assert set_by_patch.options["stack"] == "any_draw" != plain.options["stack"]
    assert rulesets.core_of("uno/2008", ["house/stacking"], plain.options) is plain
