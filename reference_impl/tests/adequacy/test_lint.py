"""What `cases lint` notices, each with a suite that has the fault and one that has not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from unospec.adequacy import lint
from unospec.conformance.cases import Case, from_json

CASE: dict[str, Any] = {
    "format": 1, "topic": "t", "id": "t-0001", "title": {"en": "A title", "zh": "标题"}, "ruleset": "uno/2008",
    "proves": ["effects.skip"], "level": "must",
    "setup": {"seats": ["A", "B", "C"], "hands": {"A": ["RS", "R1", "R2"]}, "discard_pile": ["R9"]},
    "steps": [{"act": {"by": "A", "act": "play", "card": "RS"}, "state": {"turn": "C"}}],
}  # fmt: skip


def case(name: str = "t-0001", **changes: Any) -> Case:
    return from_json({**copy.deepcopy(CASE), "id": name, **changes})


def test_a_good_suite_has_no_problems() -> None:
    assert list(lint.problems([case()], {"t-0001": CASE})) == []


def test_a_case_has_to_come_to_what_it_proves() -> None:
    (problem,) = lint.unproved([case(proves=["effects.reverse"])])
    assert problem.startswith("t-0001: ") and "effects.reverse" in problem


def test_a_title_needs_both_languages() -> None:
    assert list(lint.one_language([case(title={"en": "A title"})])) == ["t-0001: the title has no `zh`"]


def test_a_copy_is_one_that_looks_at_nothing_else() -> None:
    other = [{"act": CASE["steps"][0]["act"], "legal": {"C": {"includes": [{"act": "draw"}]}}}]
    assert list(lint.copies([case(), case("t-0002")])) == ["t-0002: t-0001 asks the same"]
    assert list(lint.copies([case(), case("t-0002", steps=other)])) == []
    assert list(lint.copies([case(), case("t-0002", options={"hand_size": 5})])) == []
    assert list(lint.copies([case(), case("t-0002", dealt={"state": {"turn": "A"}})])) == []
    assert list(lint.copies([case(dealt={"state": {"turn": "A"}}), case("t-0002")])) == ["t-0002: t-0001 asks the same"]


@pytest.mark.parametrize(
    ("published", "said"),
    [
        ({"t-0001": CASE, "t-0009": CASE}, "t-0009: the id was published and is gone"),
        ({"t-0001": {**CASE, "ruleset": "uno/2001"}}, "t-0001: the id was published for another case"),
    ],
)
def test_ids_are_permanent(published: dict[str, Any], said: str) -> None:
    (problem,) = lint.moved([case()], published)
    assert problem.startswith(said)


def test_expectations_of_a_published_case_may_be_mended() -> None:
    mended = [{"act": CASE["steps"][0]["act"], "state": {"turn": "B"}}]
    assert list(lint.moved([case(dealt={"state": {"turn": "A"}})], {"t-0001": CASE})) == []
    assert list(lint.moved([case()], {"t-0001": {**CASE, "steps": mended}})) == []


def test_an_idle_case_is_an_example_or_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "x.json").write_text('{"idle": ["t-0001"]}', "utf-8")
    monkeypatch.setattr(lint.results, "folder", lambda: tmp_path)
    assert len(list(lint.idle([case()]))) == 1
    assert list(lint.idle([case(flags=["example"])])) == []
