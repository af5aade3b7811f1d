"""Work in two processes: the same results in the same order, whatever the second one does."""

import os

import pytest

from unospec.conformance import halves

NUMBERS = range(2 * halves._LONG)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves.os, "cpu_count", lambda: 2)


def by_ten(number: int) -> int:
    return number // 10


class Both:
    """Work that goes on only when both processes have begun."""

    def __init__(self) -> None:
        self.here, self.begun = os.getpid(), False
        self.pipes = {True: os.pipe(), False: os.pipe()}  # what the parent says, what the child says

    def __call__(self, number: int) -> tuple[int, int]:
        if not self.begun:
            self.begun = True
            mine = os.getpid() == self.here
            os.write(self.pipes[mine][1], b".")
            os.read(self.pipes[not mine][0], 1)
        return number, os.getpid()


def test_results_come_in_the_order_of_the_items_from_two_processes() -> None:
    found = list(halves.in_halves(Both(), NUMBERS, by_ten))
    assert [n for n, _ in found] == list(NUMBERS)
    assert len({pid for _, pid in found}) == 2
    assert all(len({pid for _, pid in found[i : i + 10]}) == 1 for i in range(0, len(found), 10))


def test_items_of_a_key_that_come_apart_stay_together() -> None:
    found = list(halves.in_halves(Both(), NUMBERS, lambda n: n % 3))
    assert [n for n, _ in found] == list(NUMBERS)
    assert len({pid for _, pid in found}) == 2 and all(len({pid for _, pid in found[n::3]}) == 1 for n in range(3))


def test_there_may_be_as_many_keys_as_items() -> None:
    many = range(3 * halves._MOST)
    assert list(halves.in_halves(str, many, lambda n: n)) == list(map(str, many))


def test_what_is_short_or_has_one_processor_stays_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    few = NUMBERS[: halves._LONG - 1]
    assert set(halves.in_halves(lambda _: os.getpid(), few, by_ten)) == {os.getpid()}
    monkeypatch.setattr(halves.os, "cpu_count", lambda: 1)
    assert set(halves.in_halves(lambda _: os.getpid(), NUMBERS, by_ten)) == {os.getpid()}


def test_what_the_second_process_does_not_answer_is_done_by_the_first() -> None:
    here, both = os.getpid(), Both()

    def work(number: int) -> int:
        both(number)
        if os.getpid() != here:
            raise ValueError("only there")
        return number

    assert list(halves.in_halves(work, NUMBERS, by_ten)) == list(NUMBERS)


def test_a_failure_reaches_the_caller_as_it_would_without_a_second_process() -> None:
    def work(number: int) -> int:
        if number == 95:
            raise ValueError("ninety-five")
        return number

    done = halves.in_halves(work, NUMBERS, by_ten)
    assert [next(done) for _ in range(95)] == list(NUMBERS[:95])
    with pytest.raises(ValueError, match="ninety-five"):
        next(done)


def test_who_stops_early_leaves_no_process_behind() -> None:
    done = halves.in_halves(lambda n: (n, "x" * 1000), NUMBERS, by_ten)
    next(done)
    done.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
