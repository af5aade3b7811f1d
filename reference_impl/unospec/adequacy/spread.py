"""Work spread over processes. They are forked, so that nothing has to be handed to them.

What goes wrong in one of them is raised here as a RuntimeError with its traceback: the exception itself may not be
able to travel, and a pool waits for ever for one that is not.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]
_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


def spread(
    work: Callable[[T], R], items: Sequence[T], workers: int | None = None, progress: Progress | None = None
) -> Iterator[R]:
    """What `work` makes of each item, in their order. workers: processes; one for each processor by default."""
    count = min(workers or os.cpu_count() or 1, len(items))
    if count <= 1:
        yield from _counted(map(work, items), len(items), progress)
        return
    global _work
    _work = work, items
    with multiprocessing.get_context("fork").Pool(count) as pool:
        answers = pool.imap(_one, range(len(items)), chunksize=2)
        yield from _counted(map(_answer, answers), len(items), progress)


def _one(number: int) -> tuple[Any, str]:
    """What became of an item, or the traceback of what went wrong."""
    assert _work is not None
    work, items = _work
    try:
        return work(items[number]), ""
    except Exception:
        return None, traceback.format_exc()


def _answer(told: tuple[Any, str]) -> Any:
    result, wrong = told
    if wrong:
        raise RuntimeError(wrong)
    return result


def _counted(results: Iterator[R], total: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, 1):
        if progress is not None:
            progress(number, total)
        yield result
