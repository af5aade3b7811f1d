"""What is kept on disk: whole and ours, or as good as not there."""

from __future__ import annotations

import marshal
import os
from pathlib import Path

import pytest

from unospec import cache, resources

PACKAGES = ("language",)
VALUE = {"a": (1, True, "text"), "b": [None, compile("1 + 1", "<here>", "eval")]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where entries are kept in this test."""
    monkeypatch.setenv("UNOSPEC_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def name(*parts: object) -> str:
    found = cache.key("thing", PACKAGES, *parts)
    assert found is not None
    return found


def test_what_was_stored_is_loaded_and_nothing_else(folder: Path) -> None:
    cache.store(name("x"), VALUE)
    assert cache.load(name("x")) == VALUE
    assert cache.load(name("y")) is None
    assert [path.name for path in folder.iterdir()] == [name("x")]


def test_the_folder_and_what_is_in_it_are_for_nobody_else(folder: Path) -> None:
    cache.store(name("x"), VALUE)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / name("x")).stat().st_mode & 0o777 == 0o600


def test_what_differs_has_another_name(folder: Path) -> None:
    made = [("a", "b"), ("ab",), ("a", 1), ("a", True), ("a", "1"), ([("a", 1)],), ([("a", True)],)]
    assert len({name(*parts) for parts in made}) == len(made)
    assert cache.key("thing", ("language",), "a") != cache.key("thing", ("engine", "language"), "a")
    assert cache.key("thing", ("language",), "a") != cache.key("other", ("language",), "a")


@pytest.mark.parametrize("where", [0, 31, 32, 40, -1])
def test_a_damaged_entry_is_none(folder: Path, where: int) -> None:
    cache.store(name("x"), VALUE)
    data = bytearray((folder / name("x")).read_bytes())
    data[where] ^= 1
    (folder / name("x")).write_bytes(data)
    assert cache.load(name("x")) is None
    cache.store(name("x"), VALUE)
    assert cache.load(name("x")) == VALUE


@pytest.mark.parametrize("left", [0, 10, 32, 50])
def test_an_entry_that_is_cut_off_is_none(folder: Path, left: int) -> None:
    cache.store(name("x"), VALUE)
    (folder / name("x")).write_bytes((folder / name("x")).read_bytes()[:left])
    assert cache.load(name("x")) is None


def test_what_was_not_written_by_us_is_not_even_unmarshalled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store(name("x"), VALUE)
    (folder / name("x")).write_bytes(marshal.dumps(VALUE))
    monkeypatch.setattr(cache.marshal, "loads", pytest.fail)
    assert cache.load(name("x")) is None


def test_an_entry_under_another_name_is_none(folder: Path) -> None:
    cache.store(name("x"), VALUE)
    (folder / name("x")).rename(folder / name("y"))
    assert cache.load(name("y")) is None


def test_a_folder_in_the_place_of_an_entry_is_none(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / name("x")).mkdir()
    assert cache.load(name("x")) is None
    cache.store(name("x"), VALUE)
    assert cache.load(name("x")) is None and list(folder.iterdir()) == [folder / name("x")]


def test_off_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("UNOSPEC_CACHE", "off")
    assert cache.key("thing", PACKAGES, "x") is None
    cache.store("thing-x", VALUE)
    assert cache.load("thing-x") is None and not list(tmp_path.iterdir())


def test_where_no_folder_can_be_there_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    for wanted in (tmp_path / "file", tmp_path / "file" / "below", "\0"):
        monkeypatch.setattr(cache.os, "environ", {"UNOSPEC_CACHE": str(wanted)})
        assert cache.key("thing", PACKAGES, "x") is None


def test_what_cannot_be_written_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    found = name("x")
    monkeypatch.setattr(cache.os, "open", refuse)
    cache.store(found, VALUE)
    monkeypatch.undo()
    monkeypatch.setenv("UNOSPEC_CACHE", str(folder))
    monkeypatch.setattr(cache.os, "replace", refuse)
    cache.store(found, VALUE)
    assert cache.load(found) is None and not list(folder.iterdir())


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_to_which_others_may_write_is_not_used(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    assert cache.key("thing", PACKAGES, "x") is None


def test_what_is_somebody_elses_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = name("x")
    cache.store(found, VALUE)
    monkeypatch.setattr(cache.os, "getuid", lambda: folder.stat().st_uid + 1)
    assert cache.load(found) is None  # the file
    cache._opened.cache_clear()
    assert cache.key("thing", PACKAGES, "x") is None  # the folder
    cache._opened.cache_clear()


def test_by_default_it_is_below_the_users_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNOSPEC_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # counts as not said
    cache.store(name("x"), VALUE)
    assert (tmp_path / "home/.cache/unospec" / name("x")).is_file()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    cache.store(name("x"), VALUE)
    assert (tmp_path / "caches/unospec" / name("x")).is_file()


def test_without_a_home_there_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UNOSPEC_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "nowhere")
    cache._opened.cache_clear()
    assert cache.key("thing", PACKAGES, "x") is None and not list(tmp_path.iterdir())
    cache._opened.cache_clear()


# ---------------------------------------------------------------- what made it


@pytest.fixture
def package(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that makes entries, beside schemas."""
    (tmp_path / "made/inner").mkdir(parents=True)
    (tmp_path / "made/one.py").write_text("ONE = 1\n")
    (tmp_path / "made/inner/two.py").write_text("TWO = 2\n")
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/form.json").write_text("{}")
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path)
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    return tmp_path


def by(package: Path) -> str | None:
    cache._contents.cache_clear()
    try:
        return cache.key("thing", ("made",))
    finally:
        cache._contents.cache_clear()


@pytest.mark.parametrize("file", ["made/one.py", "made/inner/two.py", "schemas/form.json"])
def test_an_entry_of_another_version_is_not_found_whatever_its_times_say(package: Path, file: str) -> None:
    before, about, text = by(package), (package / file).stat(), (package / file).read_text()
    assert before is not None
    (package / file).write_text(text[::-1])
    os.utime(package / file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert by(package) not in (before, None)
    (package / file).write_text(text)
    assert by(package) == before  # and with another time


def test_a_module_that_comes_goes_or_is_renamed_is_another_version(package: Path) -> None:
    names = {by(package)}
    (package / "made/three.py").write_text("")
    names.add(by(package))
    (package / "made/three.py").rename(package / "made/four.py")
    names.add(by(package))
    (package / "made/one.py").unlink()
    names.add(by(package))
    assert len(names) == 4


def test_another_python_finds_nothing(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = by(package)
    monkeypatch.setattr(cache.sys, "version", "3.99.0 (another one)")
    assert by(package) != before


def test_without_sources_nothing_is_kept(package: Path) -> None:
    assert cache.key("thing", ("absent",)) is None
    (package / "schemas/form.json").unlink()
    assert by(package) is None


# ---------------------------------------------------------------- how much


def test_what_was_not_used_for_the_longest_time_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_LOOK_EVERY", 1)
    names = [name(number) for number in range(6)]
    for age, found in enumerate(names):
        cache.store(found, "x" * 1000)
        os.utime(folder / found, (1_000_000 - age, 1_000_000 - age))
    (folder / "notes.txt").write_text("y" * 5000)  # nobody's business here
    assert cache.load(names[5]) is not None  # used now
    monkeypatch.setattr(cache, "MOST_BYTES", 5000)
    cache.store(name("new"), "x" * 1000)
    there = {path.name for path in folder.iterdir()}
    assert there == {name("new"), names[5], "notes.txt"}
