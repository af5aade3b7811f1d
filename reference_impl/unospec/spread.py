"""Work spread over processes. They are forked, so that nothing has to be handed to them.

What goes wrong in one of them is raised here as a RuntimeError with its traceback: the exception itself may not be
able to travel, and a pool waits for ever for one that is not.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]
FEW = 200  # cases that are played before processes have begun
_work: tuple[Callable[[Any], Any], Sequence[Sequence[Any]]] | None = None


def spread(
    work: Callable[[T], R],
    items: Sequence[T],
    workers: int | None = None,
    progress: Progress | None = None,
    *,
    together: Callable[[T], Hashable] | None = None,
    few: int = 1,
) -> Iterator[R]:
    """What `work` makes of each item, in their order.

    workers: processes; one for each processor by default. together: items of the same key are done by one process, one
    after the other, for what is remembered between them. few: so many items are done here, as processes take their time
    to begin.
    """
    groups = _groups(items, together)
    count = min(workers or os.cpu_count() or 1, len(groups))
    if count <= 1 or len(items) <= few or not hasattr(os, "fork"):
        yield from _counted(map(work, items), len(items), progress)
        return
    global _work
    _work = work, [[items[index] for index in group] for group in groups]
    with multiprocessing.get_context("fork").Pool(count) as pool:
        answers = pool.imap(_group, range(len(groups)), chunksize=1 if together else 2)
        yield from _counted(_in_order(groups, answers), len(items), progress)


def _groups(items: Sequence[T], together: Callable[[T], Hashable] | None) -> list[list[int]]:
    """The indices of items that stay together, in the order in which they come."""
    if together is None:
        return [[index] for index in range(len(items))]
    groups: dict[Hashable, list[int]] = {}
    for index, item in enumerate(items):
        groups.setdefault(together(item), []).append(index)
    return list(groups.values())


def _group(number: int) -> tuple[list[Any], str]:
    """What became of the items of a group, or the traceback of what went wrong."""
    assert _work is not None
    work, groups = _work
    try:
        return [work(item) for item in groups[number]], ""
    except Exception:
        return [], traceback.format_exc()


def _in_order(groups: Sequence[Sequence[int]], answers: Iterator[tuple[list[Any], str]]) -> Iterator[Any]:
    """Results as soon as all before them are there."""
    done: dict[int, Any] = {}
    following = 0
    for group, (results, wrong) in zip(groups, answers, strict=True):
        if wrong:
            raise RuntimeError(wrong)
        done.update(zip(group, results, strict=True))
        while following in done:
            yield done.pop(following)
            following += 1


def _counted(results: Iterator[R], total: int, progress: Progress | None) -> Iterator[R]:
    for number, result in enumerate(results, 1):
        if progress is not None:
            progress(number, total)
        yield result
