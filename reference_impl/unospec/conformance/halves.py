"""Long work in two processes, with its results in their order."""

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
_LONG = 200  # shorter work is over before a second process is warm


def in_halves(
    work: Callable[[T], Any], items: Sequence[T], key: Callable[[T], object], long: int = _LONG
) -> Iterator[Any]:
    """What `work` makes of each item, in order. A child process does every other key's items, where there are
    many items (`long` of them) and two processors; items of the same key stay together, for what is remembered
    between them.

    What the child does not answer, because it failed, is done here, so that it fails as it would have.
    """
    if len(items) < long or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        yield from map(work, items)
        return
    keys: dict[object, int] = {}
    theirs = [keys.setdefault(key(item), len(keys)) % 2 == 1 for item in items]
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
    try:
        with os.fdopen(read, "rb") as answers:
            for item, there in zip(items, theirs, strict=True):
                yield _next(answers, work, item) if there else work(item)
    finally:
        os.waitpid(child, 0)


def _next(answers: Any, work: Callable[[T], Any], item: T) -> Any:
    try:
        return pickle.load(answers)
    except (EOFError, pickle.UnpicklingError):
        return work(item)
