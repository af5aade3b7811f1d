"""Work spread over processes: the same results in the same order, and what goes wrong is told."""

import os

import pytest

from unospec.engine import Stuck
from unospec.spread import spread

NUMBERS = range(90)


def process(number: int) -> tuple[int, int]:
    return number, os.getpid()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    seen: list[tuple[int, int]] = []
    told = spread(process, NUMBERS, workers, lambda done, total: seen.append((done, total)), together=lambda n: n % 7)
    found = list(told)
    assert [number for number, _ in found] == list(NUMBERS)
    assert seen == [(done, len(NUMBERS)) for done in range(1, len(NUMBERS) + 1)]
    assert (os.getpid() in {pid for _, pid in found}) is (workers == 1)


def test_items_of_a_key_stay_together() -> None:
    found = list(spread(process, NUMBERS, 2, together=lambda n: n % 7))
    assert all(len({pid for number, pid in found if number % 7 == key}) == 1 for key in range(7))


def test_what_is_short_stays_in_one_process() -> None:
    assert {pid for _, pid in spread(process, NUMBERS, 2, few=len(NUMBERS))} == {os.getpid()}
    assert os.getpid() not in {pid for _, pid in spread(process, NUMBERS, 2, few=len(NUMBERS) - 1)}
    assert list(spread(process, [], 2)) == []


def _fails(number: int) -> int:
    if number == 3:
        raise Stuck("setup.starter", "no card is left")
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_what_fails_in_a_process_is_raised_here(workers: int) -> None:
    assert list(spread(_fails, [1, 2], workers)) == [1, 2]
    with pytest.raises((Stuck, RuntimeError), match="setup.starter"):
        list(spread(_fails, [1, 2, 3, 4], workers))


def test_who_stops_early_leaves_no_process_behind() -> None:
    done = spread(lambda n: (n, "x" * 1000), NUMBERS, 2)
    next(done)
    done.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
