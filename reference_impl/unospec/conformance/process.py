"""An adapter that is a program: JSON lines over its standard input and output.

A thread reads lines as they come, so that waiting for an answer is waiting for a queue, with a time
limit and nothing else that looks at a clock. After a fault the program is started anew and greeted
again; the case in which it happened is lost, the others are not.
"""

import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from unospec.conformance.cases import Json
from unospec.conformance.faults import MAX_LINE, Fault, shorten
from unospec.conformance.implementation import (
    PROTOCOL,
    AdapterTrouble,
    Answer,
    Failed,
    Hello,
    read_answer,
    read_hello,
)

MOST_RESTARTS = 10
BYE_TIME = 5.0  # seconds that a program has to end after bye
_END = object()


@dataclass(frozen=True)
class Limits:
    """Seconds for hello and for each other answer."""

    start: float = 15.0
    answer: float = 10.0


@dataclass
class Process:
    """A program that takes part in the suite."""

    command: Sequence[str]
    cwd: Path | None = None
    limits: Limits = field(default_factory=Limits)
    restarts: int = 0
    _program: "subprocess.Popen[bytes] | None" = None
    _lines: "queue.Queue[Any]" = field(default_factory=queue.Queue)
    _errors: list[bytes] = field(default_factory=list)
    _ids: int = 0

    # ---------------------------------------------------------------- the two questions

    def hello(self) -> Hello:
        """Start the program and greet it. Raises AdapterTrouble."""
        self._start()
        answer = self._request({"cmd": "hello", "protocol": PROTOCOL}, self.limits.start)
        if isinstance(answer, Fault):
            code = "start_timeout" if answer.code == "hang" else answer.code
            self._stop()
            raise AdapterTrouble(Fault(code, answer.detail, self._stderr()))
        read = read_hello(answer)
        if isinstance(read, Fault):
            self._stop()
            raise AdapterTrouble(read)
        return read

    def ask(self, request: Json) -> Answer:
        """Ask for a case. Raises AdapterTrouble when the program cannot be brought back."""
        if self._program is None:
            self.restarts += 1
            if self.restarts > MOST_RESTARTS:
                raise AdapterTrouble(Fault("restarts", f"{MOST_RESTARTS} times"))
            self.hello()
        answer = self._request({"cmd": "case", **request}, self.limits.answer)
        if isinstance(answer, Fault):
            fault = self._examined(answer)
            self._stop()
            return Failed(Fault(fault.code, fault.detail, self._stderr()))
        return read_answer(answer, len(request["acts"]))

    def close(self) -> list[Fault]:
        """Say bye; the faults that belong to no case."""
        program = self._program
        if program is None:
            return []
        faults = [Fault("two_answers", shorten(text)) for text in self._left_over()]
        try:
            self._send({"cmd": "bye", "id": self._ids + 1})
            assert program.stdin is not None
            program.stdin.close()
            code = program.wait(BYE_TIME)
        except (OSError, subprocess.TimeoutExpired) as error:
            faults.append(Fault("bad_bye", type(error).__name__, self._stderr()))
        else:
            if code != 0:
                faults.append(Fault("bad_bye", f"exit code {code}", self._stderr()))
        self._stop()
        return faults

    # ---------------------------------------------------------------- the program

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            self._program = subprocess.Popen(
                list(self.command), stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.cwd
            )
        except OSError as error:
            raise AdapterTrouble(Fault("no_start", f"{self.command[0]}: {error.strerror}")) from error
        self._lines, self._errors = queue.Queue(), []
        assert self._program.stdout is not None and self._program.stderr is not None
        threading.Thread(target=_read_lines, args=(self._program.stdout, self._lines), daemon=True).start()
        threading.Thread(target=_read_all, args=(self._program.stderr, self._errors), daemon=True).start()

    def _stop(self) -> None:
        program, self._program = self._program, None
        if program is None:
            return
        if program.poll() is None:
            program.kill()
        program.wait()
        for stream in (program.stdin, program.stdout, program.stderr):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass  # what was still buffered for a program that is gone

    def _stderr(self) -> str:
        return b"".join(self._errors)[-2000:].decode("utf-8", "replace")

    # ---------------------------------------------------------------- one request

    def _request(self, message: Json, limit: float) -> Any:
        """The answer as JSON, or the fault that came instead of it."""
        self._ids += 1
        stale = self._left_over()
        if stale:
            return Fault("two_answers", shorten(stale[0]))
        try:
            self._send({**message, "id": self._ids})
        except OSError:
            return Fault("exit", self._exit_code())
        return self._answer(limit)

    def _answer(self, limit: float) -> Any:
        try:
            line = self._lines.get(timeout=limit)
        except queue.Empty:
            return Fault("hang", f"{limit:g} seconds")
        if line is _END:
            return self._ended()
        if isinstance(line, Fault):
            return line
        text = line.decode("utf-8", "replace").strip()
        try:
            answer = json.loads(text)
        except ValueError:
            return self._not_json(text)
        if not isinstance(answer, dict):
            return Fault("not_json", shorten(text))
        if answer.get("id") != self._ids:
            return Fault("wrong_id", f"{answer.get('id')!r} instead of {self._ids}")
        return answer

    def _not_json(self, text: str) -> Fault:
        """Noise, if a proper answer follows; otherwise the answer itself is no JSON."""
        try:
            follows = self._lines.get(timeout=min(1.0, self.limits.answer))
            json.loads(follows)
        except (queue.Empty, ValueError, TypeError):
            return Fault("not_json", shorten(text))
        return Fault("noise", shorten(text))

    def _ended(self) -> Fault:
        assert self._program is not None
        try:
            self._program.wait(1.0)
        except subprocess.TimeoutExpired:
            return Fault("eof")
        return Fault("exit", self._exit_code())

    def _examined(self, fault: Fault) -> Fault:
        """A program that is silent: does it speak when its input ends? Then its answer was in a buffer."""
        if fault.code != "hang" or self._program is None or self._program.stdin is None:
            return fault
        try:
            self._program.stdin.close()
            line = self._lines.get(timeout=1.0)
        except (OSError, queue.Empty):
            return fault
        return Fault("unflushed", fault.detail) if isinstance(line, bytes) else fault

    def _exit_code(self) -> str:
        assert self._program is not None
        return f"exit code {self._program.wait()}"

    def _send(self, message: Json) -> None:
        assert self._program is not None and self._program.stdin is not None
        self._program.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        self._program.stdin.flush()

    def _left_over(self) -> list[str]:
        """Lines that nobody asked for."""
        out: list[str] = []
        while True:
            try:
                line = self._lines.get_nowait()
            except queue.Empty:
                return out
            if isinstance(line, bytes):
                out.append(line.decode("utf-8", "replace"))
            else:
                self._lines.put(line)
                return out


def _read_lines(stream: IO[bytes], lines: "queue.Queue[Any]") -> None:
    try:
        while line := stream.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                lines.put(Fault("oversized", shorten(line[:100].decode("utf-8", "replace"))))
                return
            if line.strip():
                lines.put(line)
    except (OSError, ValueError):
        pass  # the stream was closed because the program is being stopped
    lines.put(_END)


def _read_all(stream: IO[bytes], into: list[bytes]) -> None:
    try:
        while chunk := stream.read1(65536) if hasattr(stream, "read1") else stream.read(65536):
            into.append(chunk)
            del into[:-64]
    except (OSError, ValueError):
        pass  # as above
