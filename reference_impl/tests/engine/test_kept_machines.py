"""Machines from the cache are those that would be compiled."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from unospec import engine
from unospec.engine import kept
from unospec.engine.machine import Machine, compile_core, forget_machines
from unospec.engine.program import Outline
from unospec.engine.runtime import Shuffler
from unospec.language import Core, resolve

machines: Any = importlib.import_module("unospec.engine.machine")  # not the function of that name
# Between them: windows that hold, choices of colours and seats, faults, several copies, teams, a match.
RULES: list[tuple[str, list[str], int]] = [
    ("uno/2008", [], 2),
    ("uno/2008", ["house/jump-in", "house/stacking", "house/seven-zero"], 4),
    ("uno/2001-partners", [], 4),
    ("doc002/part1", [], 3),
    ("doc002/teams", [], 6),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where entries are kept in this test; no machine is known before or after."""
    monkeypatch.setenv("UNOSPEC_CACHE", str(tmp_path / "kept"))
    forget_machines()
    yield tmp_path / "kept"
    forget_machines()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For how many seats something was compiled."""
    found: list[int] = []
    really = machines._printed

    def noting(data: Any, seats: int, instrument: bool) -> Any:
        found.append(seats)
        return really(data, seats, instrument)

    monkeypatch.setattr(machines, "_printed", noting)
    return found


def anew(core: Core, seats: int, instrument: bool = False) -> Machine:
    """The machine as a new process would get it."""
    forget_machines()
    return engine.machine(core, seats, instrument)


def entries(folder: Path) -> int:
    return len(list(folder.iterdir())) if folder.exists() else 0


def game(m: Machine, seed: int) -> list[Any]:
    """All that is said in a round of random acts, and how often each rule spoke."""
    rng = Random(seed)
    s, events = m.start(Shuffler(seed), 0)
    said: list[Any] = [events]
    for _ in range(300):
        legal = m.legal(s)
        if not legal:
            break
        tried = rng.choice(sorted(m.acts))
        said += [legal, tried, m.apply(m.clone(s), tried), m.apply(s, rng.choice(legal))]
    return [*said, m.fired]


@pytest.mark.parametrize(("ruleset", "patches", "seats"), RULES)
@pytest.mark.parametrize("instrument", [True, False])
def test_a_kept_machine_is_the_one_that_is_compiled(
    ruleset: str, patches: list[str], seats: int, instrument: bool, printed: list[int]
) -> None:
    core = resolve(ruleset, patches, check=False)
    first = anew(core, seats, instrument)
    again = anew(core, seats, instrument)
    assert printed == [seats]
    right = compile_core(core.data, seats, instrument)
    for name in (f.name for f in fields(Outline)):
        assert getattr(again.program, name) == getattr(right.program, name), name
    assert again.model == right.model and again.acts == right.acts and again.instrumented == instrument
    for seed in range(3):
        assert game(again, seed) == game(first, seed) == game(right, seed)
    assert again.source == first.source == right.source


def test_each_number_of_seats_and_the_counting_are_machines_of_their_own(folder: Path, printed: list[int]) -> None:
    core = resolve("uno/2008")
    asked = [(2, False), (3, False), (2, True)]
    for seats, instrument in asked + asked:
        assert anew(core, seats, instrument).model.seats == seats
    assert printed == [2, 3, 2] and entries(folder) == 3


def test_other_rules_are_another_machine(printed: list[int]) -> None:
    for size in (5, 6, 5, 6):
        core = resolve("uno/2008", options={"hand_size": size})
        s, _ = anew(core, 2).start(Shuffler(1), 0)
        assert {len(hand) for hand in s.hand} <= {size, size + 1, size + 2} and size in map(len, s.hand)
    assert len(printed) == 2


def test_what_is_only_tried_is_not_kept(folder: Path) -> None:
    amended = resolve("uno/2008", amend=lambda root: None)
    assert anew(amended, 2).source == compile_core(amended.data, 2).source
    assert entries(folder) == 0


def test_compiling_raw_data_neither_reads_nor_writes(folder: Path, printed: list[int]) -> None:
    core = resolve("uno/2008")
    anew(core, 2)
    for _ in range(2):
        compile_core(core.data, 2)
    assert len(printed) == 3 and entries(folder) == 1


def test_a_machine_of_another_version_of_the_engine_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, printed: list[int]
) -> None:
    core = resolve("uno/2008")
    anew(core, 2)
    monkeypatch.setattr(kept.cache, "_contents", lambda packages: f"another version of {packages}")
    anew(core, 2)
    anew(core, 2)
    assert printed == [2, 2]


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda data: b"", lambda data: data[::-1]])
def test_a_damaged_machine_is_compiled_again(folder: Path, printed: list[int], spoil: Any) -> None:
    core = resolve("uno/2008")
    right = game(anew(core, 2, True), 1)
    (entry,) = folder.iterdir()
    entry.write_bytes(spoil(entry.read_bytes()))
    assert game(anew(core, 2, True), 1) == right and len(printed) == 2
    assert game(anew(core, 2, True), 1) == right and len(printed) == 2


def test_without_a_cache_it_is_compiled_each_time(monkeypatch: pytest.MonkeyPatch, printed: list[int]) -> None:
    monkeypatch.setenv("UNOSPEC_CACHE", "off")
    core = resolve("uno/2008")
    assert game(anew(core, 2, True), 1) == game(anew(core, 2, True), 1)
    assert len(printed) == 2
