"""A process that is spoken to in lines. Nothing here knows what the lines mean.

Three threads per process wait in blocking calls (one writes, two read), so nobody looks at a clock in a loop
and neither side can block the other.
"""

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from unospec.conformance.faults import MAX_LINE

QUEUE = 256  # lines that may wait unread; a process that prints more is held up
STDERR = 8192  # bytes of standard error that are kept


@dataclass(frozen=True, slots=True)
class Line:
    """A line that came in time or not: `at` is the moment of its arrival."""

    data: bytes
    at: float


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line of more than MAX_LINE bytes; the rest of it was thrown away."""

    at: float


@dataclass(frozen=True, slots=True)
class Closed:
    """Standard output was closed."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing came in time."""


Item: TypeAlias = Line | TooLong | Closed | Silence


class Pipe:
    """A running process. Raises OSError if it cannot be started."""

    def __init__(self, command: list[str], cwd: Path | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            start_new_session=os.name == "posix",  # so that its children end with it
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._to_write: queue.Queue[bytes | None] = queue.Queue()
        self._read: queue.Queue[Item] = queue.Queue(QUEUE)
        self._stderr: deque[bytes] = deque()
        self._stderr_size = 0
        self._ended = threading.Event()
        self._threads = [
            self._thread(self._write, self._process.stdin),
            self._thread(self._collect, self._process.stdout),
            self._thread(self._keep_stderr, self._process.stderr),
        ]

    def _thread(self, work: object, stream: "IO[bytes]") -> threading.Thread:
        thread = threading.Thread(target=work, args=(stream,), daemon=True)  # type: ignore[arg-type]
        thread.start()
        return thread

    def send(self, line: bytes) -> None:
        """Write a line; returns at once."""
        self._to_write.put(line + b"\n")

    def close_input(self) -> None:
        """Close its standard input, after what was sent before."""
        self._to_write.put(None)

    def receive(self, seconds: float) -> Item:
        """The next line, or Silence after so many seconds. After Closed nothing follows."""
        try:
            item = self._read.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return Silence()
        if isinstance(item, Closed):
            self._ended.set()
        return item

    def exit_code(self, seconds: float) -> int | None:
        """Its exit code, waiting for so long; None if it still runs."""
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End it, and its children."""
        self._ended.set()
        _kill(self._process)
        self._process.wait()
        self._to_write.put(None)
        while not isinstance(self.receive(0), Silence):
            pass  # makes room for a reader that waits for it
        for thread in self._threads:
            thread.join(1.0)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def stderr(self) -> str:
        """The end of its standard error so far; complete once it has ended."""
        if self._process.poll() is not None:
            self._threads[2].join(1.0)
        return b"".join(list(self._stderr)).decode("utf-8", "replace")[-STDERR:]

    def _write(self, stream: "IO[bytes]") -> None:
        try:
            while (line := self._to_write.get()) is not None:
                stream.write(line)
                stream.flush()
            stream.close()
        except (OSError, ValueError):
            pass  # it has ended; the reader sees that

    def _collect(self, stream: "IO[bytes]") -> None:
        while line := stream.readline(MAX_LINE + 1):
            item: Item = Line(line, time.monotonic())
            if len(line) > MAX_LINE:
                while line and not line.endswith(b"\n"):
                    line = stream.readline(MAX_LINE)
                item = TooLong(time.monotonic())
            if self._ended.is_set():
                return
            self._read.put(item)
        self._read.put(Closed())

    def _keep_stderr(self, stream: "IO[bytes]") -> None:
        while chunk := stream.read1(STDERR):  # type: ignore[attr-defined]
            self._stderr.append(chunk)
            self._stderr_size += len(chunk)
            while self._stderr_size > 2 * STDERR and len(self._stderr) > 1:
                self._stderr_size -= len(self._stderr.popleft())


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End the process and, where there are process groups, its group."""
    if os.name != "posix":
        process.kill()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except PermissionError:
        process.kill()
