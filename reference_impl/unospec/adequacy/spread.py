"""Work spread over processes. They are forked, so that nothing has to be handed to them."""

from __future__ import annotations

import multiprocessing
import os
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
        yield from _counted(pool.imap(_one, range(len(items)), chunksize=2), len(items), progress)


def _one(number: int) -> Any:
    assert _work is not None
    work, items = _work
    return work(items[number])


def _counted(results: Iterator[R], total: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, 1):
        if progress is not None:
            progress(number, total)
        yield result
