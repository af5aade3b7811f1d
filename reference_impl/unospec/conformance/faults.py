"""Everything that can go wrong between the suite and an adapter. A closed list; each fault has a fake.

The life of an adapter, and the faults of each step:
  start    no_start
  hello    start_timeout, no_hello, wrong_protocol, and whatever may happen to any answer
  answer   not_json, noise, wrong_id, two_answers, oversized, bad_answer, wrong_steps
  in time  hang, unflushed, late
  alive    exit, eof, error, restarts
  bye      bad_bye
  smoke    refuses_all, accepts_all, forgetful
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

MAX_LINE = 1 << 20  # bytes of one answer


class Severity(Enum):
    """What a fault says about the case in which it happens."""

    CRASH = "crash"  # the implementation broke down
    TIMEOUT = "timeout"  # it did not answer in time
    PROTOCOL = "protocol"  # the adapter does not keep to the protocol


@dataclass(frozen=True, slots=True)
class Kind:
    """A fault: what it means, and what to do about it."""

    severity: Severity
    message: str
    hint: str


_ANSWER_HINT = "print one JSON object per request, on one line, and nothing else"

KINDS: dict[str, Kind] = {
    "no_start": Kind(
        Severity.CRASH,
        "the command could not be started",
        "try the command in a terminal; a path is relative to the folder in which you call unospec",
    ),
    "start_timeout": Kind(
        Severity.TIMEOUT,
        "no answer to hello",
        "read a line from standard input and answer it before anything slow; "
        "--start-timeout SECONDS gives more time",
    ),
    "no_hello": Kind(
        Severity.PROTOCOL,
        "hello was not answered by a hello",
        "answer with protocol, impl, claims, setup and observes, as in the adapter tutorial",
    ),
    "wrong_protocol": Kind(
        Severity.PROTOCOL,
        "the adapter speaks another version of the protocol",
        'this suite speaks protocol 1: answer hello with "protocol": 1',
    ),
    "not_json": Kind(Severity.PROTOCOL, "the answer is not JSON", _ANSWER_HINT),
    "noise": Kind(
        Severity.PROTOCOL,
        "something else was printed before the answer",
        "standard output belongs to the protocol: print banners and logs to standard error",
    ),
    "wrong_id": Kind(
        Severity.PROTOCOL,
        "the answer has the id of no request",
        "copy the id of the request into the answer",
    ),
    "two_answers": Kind(
        Severity.PROTOCOL,
        "a request was answered twice",
        "answer each request once; a second answer is taken for that of the next request",
    ),
    "oversized": Kind(
        Severity.PROTOCOL,
        f"a line of more than {MAX_LINE} bytes",
        "answer only the parts that the request lists under `want`",
    ),
    "bad_answer": Kind(
        Severity.PROTOCOL,
        "the answer has not the form of an answer",
        "compare it with schemas/protocol.schema.json",
    ),
    "wrong_steps": Kind(
        Severity.PROTOCOL,
        "the answer has not one step for each act",
        "a refused act gets a step too (ok: false), and the acts after it are still tried",
    ),
    "hang": Kind(
        Severity.TIMEOUT,
        "no answer in time",
        "an endless loop, or a program that waits for input; if it did print an answer, flush standard "
        "output after each line; --timeout SECONDS gives more time",
    ),
    "unflushed": Kind(
        Severity.TIMEOUT,
        "the answer came only when standard input was closed",
        "it was stuck in a buffer: flush standard output after each answer, and read input line by line",
    ),
    "late": Kind(
        Severity.TIMEOUT,
        "the answer came after the time limit",
        "--timeout SECONDS gives more time",
    ),
    "exit": Kind(
        Severity.CRASH,
        "the process ended instead of answering",
        "the end of its standard error is shown; catch exceptions and answer with `error` to keep it alive",
    ),
    "eof": Kind(
        Severity.CRASH,
        "standard output was closed, but the process still runs",
        "keep standard output open until bye",
    ),
    "error": Kind(
        Severity.CRASH,
        "the adapter reports an error of the implementation",
        "the implementation broke down in this case; the message is its own",
    ),
    "restarts": Kind(
        Severity.CRASH,
        "the adapter was restarted too often",
        "mend the first fault of the list, then run again",
    ),
    "bad_bye": Kind(
        Severity.PROTOCOL,
        "the process did not end well after bye",
        "end with exit code 0 when bye comes or standard input ends",
    ),
    "refuses_all": Kind(
        Severity.PROTOCOL,
        "plain legal acts are refused",
        "does the adapter set up the position that the request describes? its first request is shown",
    ),
    "accepts_all": Kind(
        Severity.PROTOCOL,
        "a card that nobody holds is accepted",
        "answer ok: false for what the implementation refuses",
    ),
    "forgetful": Kind(
        Severity.PROTOCOL,
        "the same request, asked twice, got two answers",
        "set up a new table for each request; nothing may be left of the one before, and no random numbers",
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that happened. `detail` is what was seen, `stderr` the end of the adapter's standard error."""

    code: str
    detail: str = ""
    stderr: str = ""
    case: str = ""  # the case to which it belongs, where that is not the one at hand

    @property
    def kind(self) -> Kind:
        """Its entry in the table."""
        return KINDS[self.code]

    def of_case(self, case_id: str) -> "Fault":
        """The same fault, said of a case."""
        return replace(self, case=case_id)

    def to_json(self) -> dict[str, Any]:
        """The fault as the run stream has it."""
        out = {"code": self.code, "message": self.kind.message, "hint": self.kind.hint}
        extra = {"detail": self.detail, "stderr": self.stderr, "case": self.case}
        return out | {key: value for key, value in extra.items() if value}


def shorten(text: str, length: int = 200) -> str:
    """The beginning of a text, for messages."""
    text = text.rstrip()
    return text if len(text) <= length else text[:length] + " ..."
