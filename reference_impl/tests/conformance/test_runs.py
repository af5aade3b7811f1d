"""Runs: who is asked what, what comes of it, and what the reports say."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from typing import Any

import pytest
from harness import a_case

from unospec.conformance import schemas
from unospec.conformance.cases import Case, Json
from unospec.conformance.claims import not_asked
from unospec.conformance.implementation import Hello, InProcess, read_hello
from unospec.conformance.junit import junit
from unospec.conformance.known import Known
from unospec.conformance.reference import Reference
from unospec.conformance.report import Paint, Report, trace
from unospec.conformance.requests import request_for
from unospec.conformance.runner import Run
from unospec.conformance.verdict import NotClaimed, Skipped, Status, Tally

KNOWN = Known("refuses it", "acts.draw", "choice")


@dataclass
class Scripted:
    """An adapter whose answers a test writes. By default everything is accepted."""

    answer: Callable[[Json], Json] = field(default=lambda request: steps(request))
    more: Json = field(default_factory=dict)
    requests: list[Json] = field(default_factory=list)

    def hello(self) -> Json:
        hello = {
            "protocol": 1,
            "impl": {"name": "scripted", "version": "3"},
            "claims": "all",
            "setup": "state",
        }
        return hello | {"observes": ["ok", "state.turn"]} | self.more

    def case(self, request: Json) -> Json:
        self.requests.append(request)
        return self.answer(request)


def steps(request: Json, ok: bool = True) -> Json:
    return {"steps": [{"ok": ok, "state": {"turn": "B"}} for _ in request["acts"]]}


def refuse(request: Json) -> Json:
    return steps(request, ok=False)


def crash(request: Json) -> Json:
    raise IndexError("no such card")


def run(adapter: Scripted, *cases: Case, **more: Any) -> Report:
    clock = lambda: datetime(2026, 1, 2, tzinfo=UTC)  # noqa: E731
    job = Run(InProcess(adapter), cases, with_smoke=False, clock=clock, **more)
    stream = list(job.stream())
    for line in stream:
        assert list(schemas.problems(line, "run")) == []
    return Report.of(stream)


def statuses(report: Report) -> list[str]:
    return [line["status"] for line in report.lines]


@pytest.mark.parametrize(
    ("level", "answer", "known", "status", "exit_code"),
    [
        ("must", steps, False, "pass", 0),
        ("must", refuse, False, "fail", 1),
        ("should", refuse, False, "lenient", 0),
        ("may", refuse, False, "info", 0),
        ("info", refuse, False, "info", 0),
        ("info", steps, False, "info", 0),
        ("should", steps, False, "pass", 0),
        ("must", refuse, True, "known_failure", 0),
        ("must", steps, True, "unexpected_pass", 1),
        ("must", crash, False, "crash", 1),
        ("should", crash, False, "crash", 1),
        ("must", crash, True, "known_failure", 0),
        ("must", lambda r: {"steps": []}, False, "protocol", 2),
        ("must", lambda r: {"steps": []}, True, "protocol", 2),
        ("must", lambda r: {"skip": {"reason": "no"}}, False, "skipped", 2),
        ("must", lambda r: {"skip": {"reason": "no"}}, True, "skipped", 2),
    ],
)
def test_statuses(level: str, answer: Any, known: bool, status: str, exit_code: int) -> None:
    report = run(Scripted(answer), a_case(1, level=level), known={"tiny-0001": KNOWN} if known else {})
    assert statuses(report) == [status] and report.end["exit"] == exit_code


@pytest.mark.parametrize(
    ("answers", "status", "reason"),
    [
        ([steps], "pass", ""),
        ([refuse], "fail", ""),
        ([crash], "crash", ""),
        ([steps, steps, refuse], "unsteady", "asked for the 3rd time: fail instead of pass"),
        ([crash, steps], "unsteady", "asked for the 2nd time: pass instead of crash"),
        (
            [refuse, lambda r: {"steps": [*steps(r)["steps"][:1], *refuse(r)["steps"][1:]]}],
            "unsteady",
            "asked for the 2nd time: fail, but not in the same way",
        ),
    ],
)
def test_a_case_asked_again_has_to_come_out_the_same(answers: list[Any], status: str, reason: str) -> None:
    told = cycle(answers)
    adapter = Scripted(lambda request: next(told)(request))
    report = run(adapter, a_case(1), repeat=4)
    assert statuses(report) == [status] and report.lines[0].get("reason", "") == reason
    assert report.end["exit"] == (0 if status == "pass" else 1)
    assert status != "pass" or len(adapter.requests) == 4


def test_a_run_that_judged_nothing_shows_nothing() -> None:
    assert Tally().exit_code == 2
    assert Tally({Status.SKIPPED: 3, Status.NOT_CLAIMED: 2}).exit_code == 2
    assert Tally({Status.SKIPPED: 3, Status.PASS: 2}).exit_code == 0


def test_a_fault_of_the_suite_goes_before_all_others() -> None:
    assert Tally({Status.SUITE_BUG: 1, Status.FAIL: 2, Status.PROTOCOL: 1}).exit_code == 4


@pytest.mark.parametrize(
    ("more", "case", "outcome"),
    [
        ({}, a_case(1), None),
        ({"claims": [{"ruleset": "uno/2008"}]}, a_case(1), None),
        ({"claims": [{"ruleset": "uno/2008", "options": {"target": 500}}]}, a_case(1), None),
        ({"claims": [{"ruleset": "uno/2008", "options": {"target": 300}}]}, a_case(1), NotClaimed),
        ({"claims": [{"ruleset": "uno/2008"}]}, a_case(1, options={"target": 500}), None),
        ({"claims": [{"ruleset": "uno/2008"}]}, a_case(1, options={"target": 300}), NotClaimed),
        ({"claims": [{"ruleset": "uno/2008"}]}, a_case(1, patches=["house/stacking"]), NotClaimed),
        (
            {"claims": [{"ruleset": "uno/2008", "patches": ["house/stacking"]}]},
            a_case(1, patches=[{"house/stacking": {"stack": "same_kind"}}]),
            None,
        ),
        (
            {"claims": [{"ruleset": "uno/2008", "patches": ["house/stacking"]}]},
            a_case(1, patches=[{"house/stacking": {"stack": "any_draw"}}]),
            NotClaimed,
        ),
        ({"claims": []}, a_case(1), NotClaimed),
        ({"lacks": ["challenge"]}, a_case(1, needs=["challenge"]), Skipped),
        ({"lacks": ["challenge"]}, a_case(1, needs=["uno_call"]), None),
        ({"limits": {"seats": [3, 4]}}, a_case(1), Skipped),
        ({"setup": "deal"}, a_case(1), Skipped),
        ({"setup": "none"}, a_case(1), Skipped),
        (
            {"setup": "deal"},
            a_case(1, setup={"seats": ["A", "B"], "deal": {"draw_order": ["R5"]}}),
            None,
        ),
    ],
)
def test_who_is_asked_what(more: Json, case: Case, outcome: type | None) -> None:
    hello = read_hello(Scripted(more=more).hello() | {"id": 1})
    assert isinstance(hello, Hello)
    reason = not_asked(case, hello)
    assert reason is None if outcome is None else type(reason) is outcome


def test_a_request_is_complete_and_tells_nothing_of_the_expectations() -> None:
    case = a_case(7, patches=[{"house/stacking": {"stack": "any_draw"}}])
    request = request_for(case)
    assert request["setup"] == case.setup | {"dealer": "B", "direction": 1, "active_colour": "R"}
    assert request["options"]["stack"] == "any_draw" and request["options"]["hand_size"] == 7
    assert request["patches"] == ["house/stacking"] and request["want"] == ["ok"]
    assert "tiny" not in json.dumps(request) and "expect" not in json.dumps(request)
    assert schemas.first_problem({"cmd": "case", "id": 1, **request}, "protocol", "request") is None


def test_a_request_says_what_is_not_the_default_as_it_is() -> None:
    setup = a_case(1).setup | {"discard_pile": ["W"], "active_colour": "G", "direction": -1, "dealer": "A"}
    del setup["turn"]
    filled = request_for(a_case(1, setup=setup))["setup"]
    assert (filled["active_colour"], filled["turn"], filled["dealer"]) == ("G", "B", "A")
    del setup["active_colour"]
    assert "active_colour" not in request_for(a_case(1, setup=setup))["setup"]


def a_deal(**more: Any) -> Case:
    """A case of nothing but a set-up: R9 is turned up, and A begins."""
    setup = {"seats": ["A", "B"], "deal": {"draw_order": ["R5", "G1", "R9", "Y1"]}}
    dealt = {"events": [{"e": "turned_up", "card": "R9"}, {"e": "turn", "by": "A"}], "state": {"turn": "A"}}
    data: Json = {"setup": setup, "dealt": dealt, "steps": [], "options": {"hand_size": 1}, "proves": ["setup.starter"]}
    return a_case(1, **(data | more))


def test_a_request_asks_for_the_set_up_where_the_case_looks_at_it() -> None:
    request = request_for(a_deal())
    assert (request["dealt"], request["want"], request["acts"]) == (["events", "state"], ["ok"], [])
    assert schemas.first_problem({"cmd": "case", "id": 1, **request}, "protocol", "request") is None
    assert "dealt" not in request_for(a_case(1))


@pytest.mark.parametrize(
    ("said", "status", "checked"),
    [
        ({"state": {"turn": "A"}}, "pass", ["dealt.state.turn", "ok"]),
        ({"state": {"turn": "B"}}, "fail", ["dealt.state.turn"]),
        ({}, "pass", ["ok"]),
        (None, "pass", ["ok"]),
        (["turn"], "protocol", None),
        ({"events": [{"by": "A"}]}, "protocol", None),
    ],
)
def test_what_an_adapter_says_of_a_set_up(said: Any, status: str, checked: list[str] | None) -> None:
    answer = {} if said is None else {"dealt": said}
    case = a_deal(steps=[{"act": {"by": "A", "act": "draw"}}])
    report = run(Scripted(lambda request: steps(request) | answer), case)
    assert statuses(report) == [status] and report.lines[0].get("checked") == checked


def test_who_shows_nothing_of_a_case_is_not_judged() -> None:
    report = run(Scripted(), a_deal())
    assert statuses(report) == ["skipped"] and report.end["exit"] == 2
    assert report.lines[0]["reason"] == "it shows nothing of what the case looks at"
    assert statuses(run(Scripted(lambda r: {"steps": [], "dealt": {"state": {"turn": "A"}}}), a_deal())) == ["pass"]


def test_a_set_up_that_differs_is_told_as_such() -> None:
    wrong = Scripted(lambda request: {"steps": [], "dealt": {"state": {"turn": "B"}}})
    report = run(wrong, a_deal(), trace=True)
    assert report.lines[0]["at"] == 0
    assert "before the first act, state.turn" in report.terminal() and "第一个行动之前" in report.terminal("zh")
    assert "before the first act, state.turn" in junit(report)
    dealt = report.lines[0]["trace"]["dealt"]
    assert dealt["expected"] == a_deal().dealt and dealt["got"] == {"state": {"turn": "B"}}
    assert [event["e"] for event in dealt["reference"]["events"][-2:]] == ["turned_up", "turn"]
    assert list(dealt["reference"]) == ["events"]
    told = trace(report.lines[0])
    assert "  before the first act" in told and "    got state: {turn: B}" in told


def test_smoke_takes_no_sample_of_a_case_that_looks_at_its_set_up() -> None:
    there = a_case(9, dealt={"state": {"turn": "A"}})
    one_sample = 2  # as it is, and with a card that nobody holds, which this adapter accepts
    for case, asked in ((a_deal(), 1), (there, 1), (a_case(1), one_sample)):
        adapter = Scripted()
        list(Run(InProcess(adapter), [case]).stream())
        assert len(adapter.requests) == asked, adapter.requests


def test_an_adapter_may_spoil_its_request() -> None:
    def spoil(request: Json) -> Json:
        request["setup"]["hands"].clear()
        return steps(request)

    case = a_case(1)
    assert statuses(run(Scripted(spoil), case)) == ["pass"] and case.setup["hands"]


def test_what_an_adapter_prints_goes_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    def talk(request: Json) -> Json:
        print("hello from a game")
        return steps(request)

    run(Scripted(talk), a_case(1))
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- the reference and the suite itself


def run_reference(*cases: Case, **more: Any) -> Report:
    return Report.of(list(Run(Reference(), cases, with_smoke=False, **more).stream()))


def test_the_reference_passes_the_tiny_case() -> None:
    assert statuses(run_reference(a_case(1))) == ["pass"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"proves": ["acts.challenge"]}, "acts.challenge, but never comes to it"),
        ({"ruleset": "uno/1066"}, "uno/1066"),
        ({"options": {"hand_size": 99}}, "hand_size"),
        ({"setup": a_case(1).setup | {"hands": {"A": ["R99"], "B": []}}}, "R99"),
        ({"setup": a_case(1).setup | {"wind": "east"}}, "wind"),
    ],
)
def test_a_case_that_is_wrong_itself(more: Json, said: str) -> None:
    report = run_reference(a_case(1, **more), a_case(2))
    assert statuses(report) == ["suite_bug", "pass"] and report.end["exit"] == 4
    assert said in report.lines[0]["reason"]


def test_the_reference_is_judged_by_its_set_up() -> None:
    assert statuses(run_reference(a_deal())) == ["pass"]
    wrong = {"events": [{"e": "turn", "by": "A"}, {"e": "turned_up", "card": "R9"}]}
    report = run_reference(a_deal(dealt=wrong))
    assert statuses(report) == ["fail"] and report.lines[0]["at"] == 0
    over = run_reference(a_deal(dealt={"end": {"winner": "A"}}))
    assert statuses(over) == ["fail"] and over.lines[0]["differs"][0]["got"] == "not there"


def test_a_case_that_the_reference_refuses_fails() -> None:
    case = a_case(1, steps=[{"act": {"by": "A", "act": "play", "card": "B2"}, "ok": True}])
    assert statuses(run_reference(case)) == ["fail"]


def test_a_trace_has_both_sides() -> None:
    adapter = Scripted(refuse)
    report = run(adapter, a_case(1), trace=True)
    first = report.lines[0]["trace"]["steps"][0]
    assert first["expected"] == {"ok": True} and first["got"]["ok"] is False
    assert first["reference"]["ok"] is True and first["reference"]["events"][0]["e"] == "play"


# ---------------------------------------------------------------- reports


def mixed() -> Report:
    def answer(request: Json) -> Json:
        if request["setup"]["seats"][0] == "Crash":
            raise KeyError("\x00 no such <card> & more")
        return steps(request, ok=request["setup"]["seats"][0] == "A")

    cases = [a_case(1), a_case(2, "Fail"), a_case(3, "Crash"), a_case(4, "Known"), a_case(5, needs=["magic"])]
    adapter = Scripted(answer, {"lacks": ["magic"]})
    return run(adapter, *cases, known={"tiny-0004": KNOWN}, replay="unospec run --impl scripted")


def test_the_stream_begins_and_ends_as_the_schema_says() -> None:
    report = mixed()
    assert report.header["impl"] == {"name": "scripted", "version": "3"}
    assert report.header["started"] == "2026-01-02T00:00:00+00:00"
    assert report.header["suite"]["cases"] == 5
    assert report.end["counts"] == {"crash": 1, "fail": 1, "known_failure": 1, "pass": 1, "skipped": 1}
    assert report.end["rules_departed_from"] == ["acts.draw", "acts.play"]
    again = Report.of([json.loads(line) for line in report.ndjson().splitlines()])
    assert again == report
    assert json.loads(report.json())["end"] == report.end


def test_the_terminal_report() -> None:
    text = mixed().terminal()
    assert "acts.play\n  Play one card that fits" in text
    assert "  fail  tiny-0002  Tiny case 2\n    step 1, ok\n      expected: true\n      got: false\n" in text
    assert "    replay: unospec run --impl scripted --case tiny-0002 -v" in text
    assert "known: refuses it (choice)" in text
    last = text.splitlines()[-2:]
    assert last[0] == "scripted 3: 1 passed, 1 failed, 1 crashed, 1 failed as known, 1 skipped."
    assert last[1] == "It departs from 2 rules in 3 cases: acts.draw, acts.play."
    assert "\x1b" not in text


def test_the_terminal_report_in_chinese_colours_and_quiet() -> None:
    report = mixed()
    zh = report.terminal("zh")
    assert "小例2" in zh and "应为: true" in zh and "偏离2条规则" in zh and "打出一张" in zh
    assert "\x1b[31mfail" in report.terminal(paint=Paint(True))
    assert report.terminal(quiet=True).count("\n") == 2


def test_junit() -> None:
    root = ET.fromstring(junit(mixed()))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "1", "1")
    assert suite.get("skipped") == "2"
    failed = suite[1]
    assert failed.get("classname") == "acts.play" and failed.get("name") == "tiny-0002: Tiny case 2"
    failure = failed.find("failure")
    assert failure is not None and failure.get("message") == "step 1, ok"
    names = {p.get("name"): p.get("value") for p in failed.iter("property")}
    assert names == {"case": "tiny-0002", "ruleset": "uno/2008", "level": "must", "status": "fail"}


def test_junit_tells_faults_of_no_case(tiny: list[Case]) -> None:
    class Mute(Scripted):
        def hello(self) -> Json:
            raise OSError("nobody there")

    report = run(Mute(), *tiny)
    (suite,) = ET.fromstring(junit(report))
    assert suite.get("name") == "adapter" and suite.get("errors") == "1"
    assert "nobody there" in report.terminal() and report.end["exit"] == 2
