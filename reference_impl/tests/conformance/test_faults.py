"""Each fault of the table has a fake that commits it and yields exactly that code; the run goes on and ends.

Nothing here depends on how fast the machine is: a short limit is given only to requests that are never
answered, or not before a longer time has passed by the fake's own clock.
"""

import pytest
from harness import a_case, fake

from unospec.conformance.cases import Case, Json
from unospec.conformance.faults import KINDS, MAX_LINE
from unospec.conformance.implementation import AdapterTrouble
from unospec.conformance.process import MAX_RESTARTS, Limits, Process
from unospec.conformance.runner import Run

LONG, SHORT = 60.0, 0.1
PATIENT = Limits(LONG, LONG, LONG, LONG)
NEVER = Limits(SHORT, SHORT, SHORT, SHORT)
# behaviour -> limits of the request in which it shows
LIMITS = {
    "hang": NEVER,
    "eof": Limits(LONG, LONG, SHORT, LONG),
    "late": Limits(LONG, SHORT, LONG, LONG),
    "unflushed": Limits(LONG, SHORT, SHORT, LONG),
}


def limits_for(behaviour: str, request: Json) -> Limits:
    at_fault = request.get("setup", {}).get("seats", [""])[0] == "Fault"
    if at_fault:
        return LIMITS.get(behaviour, PATIENT)
    if request["cmd"] == "bye" and behaviour == "stays":
        return NEVER
    if request["cmd"] == "hello" and behaviour == "start_hang":
        return NEVER
    if request["cmd"] == "hello" and behaviour == "start_unflushed":
        return Limits(SHORT, LONG, SHORT, LONG)
    return PATIENT


def run(behaviour: str, cases: list[Case], with_smoke: bool = False) -> tuple[list[Json], Json]:
    process = Process(fake(behaviour), limits=lambda request: limits_for(behaviour, request))
    _, *lines, end = Run(process, cases, with_smoke=with_smoke).stream()
    return lines, end["end"]


IN_A_CASE = [
    ("hang", "hang", "timeout", 1),
    ("late", "late", "timeout", 1),
    ("unflushed", "unflushed", "timeout", 1),
    ("exit", "exit", "crash", 1),
    ("exit_0", "exit", "crash", 1),
    ("eof", "eof", "crash", 1),
    ("error", "error", "crash", 1),
    ("not_json", "not_json", "protocol", 2),
    ("not_json_nan", "not_json", "protocol", 2),
    ("not_json_then_exit", "not_json", "protocol", 2),
    ("noise", "noise", "protocol", 2),
    ("wrong_id", "wrong_id", "protocol", 2),
    ("no_id", "wrong_id", "protocol", 2),
    ("a_list", "bad_answer", "protocol", 2),
    ("bad_answer", "bad_answer", "protocol", 2),
    ("bad_dealt", "bad_answer", "protocol", 2),
    ("neither", "bad_answer", "protocol", 2),
    ("wrong_steps", "wrong_steps", "protocol", 2),
    ("oversized", "oversized", "protocol", 2),
]


@pytest.mark.parametrize(("behaviour", "code", "status", "exit_code"), IN_A_CASE)
def test_a_fault_costs_one_case(behaviour: str, code: str, status: str, exit_code: int, tiny: list[Case]) -> None:
    lines, end = run(behaviour, tiny)
    assert [line["status"] for line in lines] == ["pass", status, "pass"]
    fault = lines[1]["fault"]
    assert (fault["code"], fault["message"]) == (code, KINDS[code].message)
    assert fault["hint"] and end["faults"] == [] and end["exit"] == exit_code


AT_THE_START = [
    ("start_hang", "start_timeout"),
    ("start_exit", "no_hello"),
    ("start_noise", "noise"),
    ("start_unflushed", "unflushed"),
    ("no_hello", "no_hello"),
    ("poor_hello", "no_hello"),
    ("wrong_protocol", "wrong_protocol"),
]


@pytest.mark.parametrize(("behaviour", "code"), AT_THE_START)
def test_without_a_hello_there_is_no_run(behaviour: str, code: str, tiny: list[Case]) -> None:
    lines, end = run(behaviour, tiny)
    assert {line["status"] for line in lines} <= {"not_run"}
    assert [fault["code"] for fault in end["faults"]] == [code] and end["exit"] == 2


def test_a_command_that_is_not_there(tiny: list[Case]) -> None:
    *_, end = Run(Process(["./no-such-program-here"]), tiny).stream()
    assert [fault["code"] for fault in end["end"]["faults"]] == ["no_start"] and end["end"]["exit"] == 2


@pytest.mark.parametrize(
    ("behaviour", "code"), [("bad_bye", "bad_bye"), ("stays", "bad_bye"), ("two_answers", "two_answers")]
)
def test_faults_of_no_single_answer(behaviour: str, code: str, tiny: list[Case]) -> None:
    lines, end = run(behaviour, tiny)
    assert [line["status"] for line in lines] == ["pass", "pass", "pass"]
    assert [fault["code"] for fault in end["faults"]] == [code] and end["exit"] == 2


def test_a_second_answer_after_the_last_case_is_seen_at_bye() -> None:
    lines, end = run("two_answers", [a_case(1, "Fault")])
    assert [line["status"] for line in lines] == ["pass"]
    assert [fault["code"] for fault in end["faults"]] == ["two_answers"]


@pytest.mark.parametrize("behaviour", ["good", "crlf", "blank_lines", "extra_fields", "dealt_unasked", "stderr"])
def test_what_is_no_fault(behaviour: str, tiny: list[Case]) -> None:
    lines, end = run(behaviour, tiny, with_smoke=True)
    assert [line["status"] for line in lines] == ["pass", "pass", "pass"]
    assert end["faults"] == [] and end["exit"] == 0


def test_an_adapter_may_decline(tiny: list[Case]) -> None:
    lines, end = run("skip", tiny)
    assert [line["status"] for line in lines] == ["pass", "skipped", "pass"]
    assert lines[1]["reason"] == "unsupported: no" and end["exit"] == 0


def test_the_same_id_in_all_answers(tiny: list[Case]) -> None:
    lines, end = run("constant_id", tiny)
    assert [line["fault"]["code"] for line in lines] == ["wrong_id"] * 3 and end["exit"] == 2


def test_a_process_is_restarted_so_often_and_no_more() -> None:
    lines, end = run("always_dies", [a_case(n) for n in range(1, MAX_RESTARTS + 5)])
    statuses = [line["status"] for line in lines]
    assert statuses == ["crash"] * (MAX_RESTARTS + 1) + ["not_run"] * 3
    assert [fault["code"] for fault in end["faults"]] == ["restarts"] and end["exit"] == 2


@pytest.mark.parametrize("behaviour", ["accepts_all", "refuses_all", "forgetful"])
def test_smoke_finds_what_is_wrong_with_the_adapter(behaviour: str, tiny: list[Case]) -> None:
    lines, end = run(behaviour, tiny, with_smoke=True)
    assert [line["status"] for line in lines] == ["not_run"] * 3
    assert [fault["code"] for fault in end["faults"]] == [behaviour] and end["exit"] == 2


def test_standard_error_is_kept_for_the_report(tiny: list[Case]) -> None:
    lines, _ = run("exit", tiny)
    assert lines[1]["fault"]["stderr"] == "the fake falls over\n"


def test_every_fault_has_a_test() -> None:
    shown = {code for _, code, *_ in [*IN_A_CASE, *AT_THE_START]}
    shown |= {"no_start", "bad_bye", "two_answers", "restarts", "accepts_all", "refuses_all", "forgetful"}
    assert shown == set(KINDS)


def test_asking_after_the_end_is_trouble() -> None:
    process = Process(["./no-such-program-here"], limits=PATIENT)
    with pytest.raises(AdapterTrouble):
        process.ask({"acts": []})
    assert MAX_LINE == 1 << 20
