"""A run says the same with a cache that is empty, full, damaged, shared or off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from unospec.cache import _mark
from unospec.spread import FEW

SELECTED = ("--ruleset", "doc002/part3")


def begun(cache: str | Path) -> subprocess.Popen[str]:
    """A run as a process of its own, or rather two: the cases are many."""
    command = [sys.executable, "-m", "unospec", "run", *SELECTED, "--json"]
    environment = {**os.environ, "UNOSPEC_CACHE": str(cache)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> Any:
    """The report, without what depends on the clock."""
    out, err = process.communicate()
    assert process.returncode == 0 and err == ""
    report = json.loads(out)
    report["header"].pop("started")
    for line in report["cases"]:
        line.pop("ms")
    return report


@pytest.fixture(scope="module")
def right() -> Any:
    """What is said without a cache."""
    report = said(begun("off"))
    assert len(report["cases"]) > FEW
    return report


def test_cold_warm_and_damaged_are_the_same(right: Any, tmp_path: Path) -> None:
    cache = tmp_path / "kept"
    assert said(begun(cache)) == right
    entries = sorted(cache.iterdir())
    kept = {path.name: path.read_bytes() for path in entries}
    assert {name.partition("-")[0] for name in kept} == {"core", "machine"}
    assert said(begun(cache)) == right
    for number, path in enumerate(entries):
        path.write_bytes(b"" if number % 3 == 0 else kept[path.name][:-1] if number % 3 == 1 else b"x" * 100)
    assert said(begun(cache)) == right
    for path in cache.iterdir():
        data = path.read_bytes()
        assert data[:32] == _mark(path.name, data[32:])  # it is whole again
    assert {path.name for path in cache.iterdir()} == set(kept)


def test_runs_at_the_same_time_do_not_hurt_each_other(right: Any, tmp_path: Path) -> None:
    both = [begun(tmp_path / "kept") for _ in range(2)]
    assert [said(process) for process in both] == [right, right]
    assert not [path for path in (tmp_path / "kept").iterdir() if path.suffix]  # nothing is left unfinished


def test_a_cache_that_cannot_be_is_none(right: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert said(begun(tmp_path / "file")) == right
