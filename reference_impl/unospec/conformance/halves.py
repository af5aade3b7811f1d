"""Long work in two processes, with its results in their order."""

import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
_LONG = 200  # shorter work is over before a second process is warm
_LOST = object()  # in the place of all answers that are still missing


def in_halves(work: Callable[[T], Any], items: Sequence[T], key: Callable[[T], Hashable]) -> Iterator[Any]:
    """What `work` makes of each item, in order. A child process does half of them, where there are many items
    and two processors; items of the same key stay together, for what is remembered between them.

    What the child does not answer, because it failed, is done here, so that it fails as it would have. `work`
    may be done before it is its item's turn, and again if it failed.
    """
    if len(items) < _LONG or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        yield from map(work, items)
        return
    theirs = _halved([key(item) for item in items])
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as out:
                for item, there in zip(items, theirs, strict=True):
                    if there:
                        pickle.dump(work(item), out)
        finally:
            os._exit(0)  # whatever happened: the parent sees what is missing, and nothing of its own is run twice
    os.close(write)
    answers: SimpleQueue[Any] = SimpleQueue()
    reader = Thread(target=_read, args=(read, answers), daemon=True)
    reader.start()
    try:
        yield from _joined(work, items, theirs, answers)
    finally:
        os.kill(child, signal.SIGKILL)  # it has nothing left to do, or nobody wants it any more
        os.waitpid(child, 0)
        reader.join()


def _halved(keys: list[Hashable]) -> list[bool]:
    """Which items are the child's: the keys with most items first, each to the side that has fewer so far."""
    sizes = [0, 0]
    theirs: dict[Hashable, bool] = {}
    for key, number in Counter(keys).most_common():
        theirs[key] = sizes[1] < sizes[0]
        sizes[theirs[key]] += number
    return [theirs[key] for key in keys]


def _read(pipe: int, answers: "SimpleQueue[Any]") -> None:
    """Takes answers as they come, so that the child never waits for its parent."""
    with os.fdopen(pipe, "rb") as stream:
        try:
            while True:
                answers.put(pickle.load(stream))
        except (EOFError, pickle.UnpicklingError):
            answers.put(_LOST)


def _joined(
    work: Callable[[T], Any], items: Sequence[T], theirs: list[bool], answers: "SimpleQueue[Any]"
) -> Iterator[Any]:
    """Our results and the child's in order; while an answer is awaited, our own work goes on."""
    own = deque(item for item, there in zip(items, theirs, strict=True) if not there)
    done: deque[Any] = deque()
    for item, there in zip(items, theirs, strict=True):
        if not there:
            yield done.popleft() if done else work(own.popleft())
            continue
        while own and answers.empty():
            try:
                done.append(work(own[0]))
            except Exception:
                break  # it fails again when it is its turn
            own.popleft()
        answer = answers.get()
        if answer is _LOST:
            answers.put(_LOST)
            answer = work(item)
        yield answer
