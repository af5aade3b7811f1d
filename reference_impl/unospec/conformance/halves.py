"""Long work in two processes, with its results in their order."""

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
_LONG = 200  # shorter work is over before a second process is warm
_MOST = 4096 // 2  # numbers of two bytes that surely fit into a pipe
_LOST = object()  # in the place of all answers that are still missing
Answers = SimpleQueue[Any]


def in_halves(work: Callable[[T], Any], items: Sequence[T], key: Callable[[T], Hashable]) -> Iterator[Any]:
    """What `work` makes of each item, in order. A child process helps, where there are many items and two
    processors; items of the same key stay together, for what is remembered between them.

    What the child does not answer, because it failed, is done here, so that it fails as it would have. `work`
    may be done before it is its item's turn, and again if it failed.
    """
    if len(items) < _LONG or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        yield from map(work, items)
        return
    groups = _groups([key(item) for item in items])
    left = _numbers(len(groups))
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as out:
                while (group := _next(left)) is not None:
                    for index in groups[group]:
                        pickle.dump((index, work(items[index])), out)
        finally:
            os._exit(0)  # whatever happened: the parent sees what is missing, and nothing of its own is run twice
    os.close(write)
    answers: Answers = SimpleQueue()
    reader = Thread(target=_read, args=(read, answers), daemon=True)
    reader.start()
    try:
        yield from _joined(work, items, groups, left, answers)
    finally:
        os.kill(child, signal.SIGKILL)  # it has nothing left to do, or nobody wants it any more
        os.waitpid(child, 0)
        reader.join()
        os.close(left)


def _groups(keys: list[Hashable]) -> list[list[int]]:
    """The indices of items that stay together, in the order in which they come."""
    groups: dict[Hashable, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    found = list(groups.values())
    return found if len(found) <= _MOST else [sum(found[n::_MOST], []) for n in range(_MOST)]


def _numbers(count: int) -> int:
    """A pipe with the numbers from 0 on: who reads the next one from it has it alone."""
    read, write = os.pipe()
    os.write(write, b"".join(number.to_bytes(2, "big") for number in range(count)))
    os.close(write)
    return read


def _next(left: int) -> int | None:
    """The next group that nobody has, if there is one."""
    number = os.read(left, 2)
    return int.from_bytes(number, "big") if number else None


def _read(pipe: int, answers: Answers) -> None:
    """Takes answers as they come, so that the child never waits for its parent."""
    with os.fdopen(pipe, "rb") as stream, suppress(Exception):  # the end, or half an answer
        while True:
            answers.put(pickle.load(stream))
    answers.put(_LOST)


def _joined(
    work: Callable[[T], Any], items: Sequence[T], groups: list[list[int]], left: int, answers: Answers
) -> Iterator[Any]:
    """All results in order; while the next one is with the child, our own work goes on."""
    done: dict[int, Any] = {}
    own: deque[int] = deque()
    lost = False
    for index, item in enumerate(items):
        while index not in done and not lost:
            if not own and (group := _next(left)) is not None:
                own.extend(groups[group])
            if not own or not answers.empty():
                answer = answers.get()
                lost = answer is _LOST
                done |= () if lost else (answer,)
                continue
            try:
                done[own[0]] = work(items[own[0]])
            except Exception:
                if own[0] == index:
                    raise
                done[own[0]] = _LOST  # it fails again when it is its turn
            own.popleft()
        yield work(item) if done.get(index, _LOST) is _LOST else done.pop(index)
