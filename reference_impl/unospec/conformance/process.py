"""An adapter that is a process of any language: the protocol, its time limits, and its faults.

After an answer that cannot be used, hello is asked once more: whatever was still on its way is read up to the
answer to that, so both sides agree again on whose turn it is. Only if that fails is the process started anew.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from unospec import __version__
from unospec.conformance.cases import Json
from unospec.conformance.faults import Fault, shorten
from unospec.conformance.implementation import (
    PROTOCOL,
    AdapterTrouble,
    Answer,
    Failed,
    Hello,
    read_answer,
    read_hello,
)
from unospec.conformance.pipe import Closed, Item, Line, Pipe, Silence, TooLong

MAX_RESTARTS = 10
MAX_LEFT_OVER = 1000  # lines that are read until both sides agree again


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to wait, in seconds."""

    start: float = 10.0  # for the answer to hello
    request: float = 5.0  # for the answer to a case
    grace: float = 2.0  # beyond that, to tell late from never
    closing: float = 2.0  # for the end, after bye or once standard input is closed


DEFAULT_LIMITS = Limits()
LimitsFor: TypeAlias = Callable[[Json], Limits]


@dataclass(frozen=True, slots=True)
class _Got:
    """A JSON object that was received."""

    value: Json

    @property
    def id(self) -> Any:
        return self.value.get("id")


@dataclass(frozen=True, slots=True)
class _Lost:
    """There was no answer, and the process is of no use any more."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class _Odd:
    """A line that is no answer to the request, with the fault that this is."""

    fault: Fault


_Result: TypeAlias = _Got | _Lost | _Odd


def _parse(item: Line) -> "_Got | _Odd":
    text = item.data.decode("utf-8-sig", "replace")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return _Odd(Fault("not_json", shorten(text)))
    if not isinstance(value, dict):
        return _Odd(Fault("bad_answer", f"no object: {shorten(text)}"))
    return _Got(value)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


class Process:
    """The conversation with one adapter. `limits_for` may give a request its own time limits."""

    def __init__(
        self, command: Sequence[str], cwd: Path | None = None, limits: Limits | LimitsFor = DEFAULT_LIMITS
    ) -> None:
        self.command = list(command)
        self.cwd = cwd
        self.limits: LimitsFor = (lambda _: limits) if isinstance(limits, Limits) else limits
        self.pipe: Pipe | None = None
        self.next_id = 0
        self.answered: set[int] = set()
        self.restarts = 0
        self.loose: list[Fault] = []  # faults that belong to no answer at hand

    # -- the two questions

    def hello(self) -> Hello:
        """Start it and ask what it is."""
        return self._start()

    def ask(self, request: Json) -> Answer:
        """Ask a case. A process that is lost is started again, up to MAX_RESTARTS times."""
        if self.pipe is None:
            self._restart()
        message = {"cmd": "case", "id": self._id(), **request}
        got = self._exchange(message)
        if isinstance(got, _Got):
            return read_answer(got.value, len(request["acts"]))
        if isinstance(got, _Lost):
            self._drop()
        return Failed(got.fault)

    def close(self) -> list[Fault]:
        """Say bye and wait for the end."""
        if self.pipe is not None:
            self._bye(self.pipe)
            self._drop()
        return self.loose

    # -- its life

    def _start(self) -> Hello:
        try:
            self.pipe = Pipe(self.command, self.cwd)
        except (OSError, ValueError) as error:
            raise AdapterTrouble(Fault("no_start", f"{' '.join(self.command)}: {error}")) from error
        message = {"cmd": "hello", "id": self._id(), "protocol": PROTOCOL, "suite": __version__}
        got = self._exchange(message)
        read = read_hello(got.value) if isinstance(got, _Got) else _at_start(got.fault)
        if isinstance(read, Hello):
            return read
        stderr = read.stderr or self.pipe.stderr()
        self._drop()
        raise AdapterTrouble(Fault(read.code, read.detail, stderr))

    def _restart(self) -> None:
        while True:
            if self.restarts == MAX_RESTARTS:
                raise AdapterTrouble(Fault("restarts", f"{MAX_RESTARTS} times"))
            self.restarts += 1
            try:
                self._start()
                return
            except AdapterTrouble as trouble:
                self.loose.append(trouble.fault)

    def _drop(self) -> None:
        if self.pipe is not None:
            self.pipe.kill()
            self.pipe = None

    def _bye(self, pipe: Pipe) -> None:
        message = {"cmd": "bye", "id": self._id()}
        limits = self.limits(message)
        self._send(pipe, message)
        pipe.close_input()
        end = monotonic() + limits.closing
        while isinstance(item := pipe.receive(end - monotonic()), Line | TooLong):
            got = _parse(item) if isinstance(item, Line) else None
            if isinstance(got, _Got) and got.id in self.answered:
                self.loose.append(Fault("two_answers", f"a second answer with id {got.id}"))
        code = pipe.exit_code(max(end - monotonic(), 0.0)) if isinstance(item, Closed) else None
        if code != 0:
            detail = f"it still runs after {limits.closing:g} s" if code is None else f"exit code {code}"
            self.loose.append(Fault("bad_bye", detail, "" if code is None else pipe.stderr()))

    # -- one request

    def _id(self) -> int:
        self.next_id += 1
        return self.next_id

    def _send(self, pipe: Pipe, message: Json) -> None:
        pipe.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())

    def _exchange(self, message: Json) -> _Result:
        """Send a message; its answer, or why there is none."""
        assert self.pipe is not None
        limits = self.limits(message)
        allowed = limits.start if message["cmd"] == "hello" else limits.request
        self._send(self.pipe, message)
        deadline = monotonic() + allowed
        item = self._receive(self.pipe, deadline)
        if isinstance(item, Silence):
            return self._overdue(self.pipe, message, allowed, limits)
        return self._judge(self.pipe, item, message, deadline, limits)

    def _receive(self, pipe: Pipe, deadline: float) -> Item:
        """The next line that is not blank; one that came after the deadline counts as silence."""
        while isinstance(item := pipe.receive(deadline - monotonic()), Line) and not item.data.strip():
            pass
        return item

    def _judge(self, pipe: Pipe, item: Item, message: Json, deadline: float, limits: Limits) -> _Result:
        """What a line means as the answer to a message."""
        match item:
            case Closed() | Silence():
                return self._ended(pipe, limits)
            case TooLong():
                return self._agree(pipe, message, _Odd(Fault("oversized")), limits)
            case Line():
                got = _parse(item)
                if isinstance(got, _Odd) or got.id != message["id"]:
                    return self._agree(pipe, message, got, limits)
                self.answered.add(message["id"])
                if item.at > deadline:
                    return _Odd(Fault("late", f"more than {limits.request:g} s"))
                return got

    def _overdue(self, pipe: Pipe, message: Json, allowed: float, limits: Limits) -> _Result:
        """No answer in time: is it late, stuck in a buffer, or will it never come?"""
        never = "start_timeout" if message["cmd"] == "hello" else "hang"
        if not isinstance(item := self._receive(pipe, monotonic() + limits.grace), Silence):
            return self._judge(pipe, item, message, float("-inf"), limits)
        pipe.close_input()
        item = self._receive(pipe, monotonic() + limits.closing)
        got = _parse(item) if isinstance(item, Line) else None
        if isinstance(got, _Got) and got.id == message["id"]:
            return _Lost(Fault("unflushed", f"after {allowed:g} s"))
        return _Lost(Fault(never, f"after {allowed:g} s", pipe.stderr()))

    def _ended(self, pipe: Pipe, limits: Limits) -> _Lost:
        code = pipe.exit_code(limits.grace)
        if code is None:
            return _Lost(Fault("eof", "", pipe.stderr()))
        return _Lost(Fault("exit", f"exit code {code}", pipe.stderr()))

    def _agree(self, pipe: Pipe, message: Json, first: "_Got | _Odd", limits: Limits) -> _Result:
        """After an odd line: ask hello, read up to its answer, and say what the line was."""
        probe = {"cmd": "hello", "id": self._id(), "protocol": PROTOCOL, "suite": __version__}
        self._send(pipe, probe)
        deadline = monotonic() + limits.request + limits.grace
        answer: _Got | None = None
        for _ in range(MAX_LEFT_OVER):
            item = self._receive(pipe, deadline)
            if not isinstance(item, Line | TooLong):
                fault = _name(first, answer, self.answered).fault
                return _Lost(Fault(fault.code, fault.detail, pipe.stderr()))
            got = _parse(item) if isinstance(item, Line) else None
            if isinstance(got, _Got) and got.id == message["id"]:
                self.answered.add(message["id"])
                answer = got
            if isinstance(got, _Got) and _is_hello(got, probe, message):
                break
        named = _name(first, answer, self.answered - {message["id"]})
        if answer is not None and named.fault.code == "two_answers":
            self.loose.append(named.fault)
            return answer
        return named


def _is_hello(got: _Got, probe: Json, message: Json) -> bool:
    """The answer to the probe, by its id, or by its looks if all answers have the same id."""
    return bool(got.id == probe["id"]) or ("impl" in got.value and message["cmd"] != "hello")


def _name(first: "_Got | _Odd", answer: _Got | None, answered: set[int]) -> _Odd:
    """What an odd line was, knowing whether the answer came after it."""
    if isinstance(first, _Odd):
        noise = answer is not None and first.fault.code in ("not_json", "bad_answer")
        return _Odd(Fault("noise", first.fault.detail)) if noise else first
    if answer is not None and first.id in answered:
        return _Odd(Fault("two_answers", f"a second answer with id {first.id}"))
    return _Odd(Fault("wrong_id", f"id {first.id!r}"))


def _at_start(fault: Fault) -> Fault:
    """The same fault, met before the adapter has said hello."""
    if fault.code in ("exit", "eof"):
        how = fault.detail or "standard output closed"
        return Fault("no_hello", f"the process ended first ({how})", fault.stderr)
    if fault.code == "late":
        return Fault("start_timeout", "it came too late", fault.stderr)
    return fault
