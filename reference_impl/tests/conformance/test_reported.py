"""The list of public reports and the cases that they became: conformance/reported.yaml and the flag `reported`."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from unospec import resources
from unospec.conformance import authoring
from unospec.language import source

FLAG = "reported"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def listing() -> Json:
    """The list as it is written."""
    path = resources.root() / "conformance" / "reported.yaml"
    data: Json = authoring.data_of(source.read_file(path, path.name))
    return data


@pytest.fixture(scope="module")
def flags() -> dict[str, bool]:
    """Each case as it is written (not its copies for other rule sets): has it the flag?"""
    found = authoring.load([authoring.cases_folder()])
    return {case.id: FLAG in case.data.get("flags", []) for case in found if "@" not in case.id}


def problems(listing: Json, flags: dict[str, bool]) -> list[str]:
    """What is wrong with a list of reports, given which cases have the flag."""
    covered = listing["covered"]
    left_out = [entry["id"] for entry in listing["not_executable"]]
    listed = [case for ids in covered.values() for case in ids]
    found = [f"{case} is no case" for case in listed if case not in flags]
    found += [f"{case} lacks the flag" for case in listed if not flags.get(case, True)]
    found += [f"{case} is not listed" for case, flag in flags.items() if flag and case not in listed]
    found += [f"{case} is listed twice" for case in set(listed) if listed.count(case) > 1]
    found += [f"{report} has no case" for report, ids in covered.items() if not ids]
    found += [f"{report} is in both" for report in left_out if report in covered]
    found += [f"{report} is left out twice" for report in set(left_out) if left_out.count(report) > 1]
    found += [f"{report} is no number" for report in [*covered, *left_out] if not re.fullmatch(r"UB-\d{3}", report)]
    return found + [
        f"{entry['id']} needs a reason in {language}"
        for entry in listing["not_executable"]
        for language in ("en", "zh")
        if not entry["why"].get(language)
    ]


def test_every_report_has_its_cases_and_every_case_its_report(listing: Json, flags: dict[str, bool]) -> None:
    assert problems(listing, flags) == []


def test_the_cases_are_at_least_as_many_as_the_reports(listing: Json, flags: dict[str, bool]) -> None:
    assert sum(flags.values()) >= len(listing["covered"]) > 0


GOOD: Json = {
    "covered": {"UB-001": ["draw-0001"], "UB-002": ["draw-0002", "draw-0003"]},
    "not_executable": [{"id": "UB-003", "why": {"en": "no rule", "zh": "无规则"}}],
}
GOOD_FLAGS = {"draw-0001": True, "draw-0002": True, "draw-0003": True, "draw-0004": False}


def test_a_good_list() -> None:
    assert problems(GOOD, GOOD_FLAGS) == []


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data["covered"]["UB-001"].append("draw-0009"), "draw-0009 is no case"),
        (lambda data: data["covered"]["UB-001"].append("draw-0004"), "draw-0004 lacks the flag"),
        (lambda data: data["covered"]["UB-002"].remove("draw-0003"), "draw-0003 is not listed"),
        (lambda data: data["covered"]["UB-001"].append("draw-0002"), "draw-0002 is listed twice"),
        (lambda data: data["covered"].update({"UB-004": []}), "UB-004 has no case"),
        (lambda data: data["not_executable"][0].update({"id": "UB-001"}), "UB-001 is in both"),
        (lambda data: data["not_executable"].append(data["not_executable"][0]), "UB-003 is left out twice"),
        (lambda data: data["not_executable"][0].update({"id": "UB-3"}), "UB-3 is no number"),
        (lambda data: data["not_executable"][0]["why"].pop("zh"), "UB-003 needs a reason in zh"),
    ],
)
def test_a_bad_list_is_noticed(spoil: Callable[[Json], object], said: str) -> None:
    data = copy.deepcopy(GOOD)
    spoil(data)
    assert problems(data, GOOD_FLAGS) == [said]
