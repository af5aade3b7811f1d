"""Cores from the cache are those that `resolve` makes of the documents as they are now."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from world import World, make

from unospec.language import Core, Library, SpecError, kept, resolve
from unospec.language.kept import resolved

PATCH = """\
unospec: "1"
id: home/cards
kind: patch
title: {en: Cards, zh: 牌}
with: [home/part]
options: {hand_size: 5}
"""
PART = """\
unospec: "1"
id: home/part
kind: part
title: {en: A part, zh: 部分}
state: {passes: number}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where entries are kept in this test."""
    monkeypatch.setenv("UNOSPEC_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a patch and the part that it brings."""
    (tmp_path / "cards.yaml").write_text(PATCH, "utf-8")
    (tmp_path / "part.yaml").write_text(PART, "utf-8")
    return tmp_path


def library(home: Path) -> Library:
    """The library as a new process would read it."""
    return Library.load([home / "part.yaml", home / "cards.yaml"])


def core(home: Path, **how: Any) -> Core:
    return resolved("uno/2008", ["home/cards"], None, library(home), **{"check": False, **how})


def entries(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


@pytest.fixture
def unresolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rule sets that were resolved after all."""
    found: list[str] = []

    def noting(name: str, *arguments: Any) -> Core:
        found.append(name)
        return resolve(name, *arguments)

    monkeypatch.setattr(kept, "resolve", noting)
    return found


def whole(core: Core) -> dict[str, Any]:
    """Everything that a core says, also what it says only when it is asked."""
    said = {f.name: getattr(core, f.name) for f in fields(core) if f.name not in ("places", "others", "before")}
    said["orders"] = [list(said[name]) for name in ("options", "option_docs", "data", "blame", "origin")]
    before = [(by, list(datas)) for by, datas in core.before()]
    return said | {"places": dict(core.places()), "others": list(core.others()), "before": before}


@pytest.mark.parametrize("check", [True, False])
def test_a_kept_core_is_the_one_that_is_resolved(home: Path, unresolved: list[str], check: bool) -> None:
    arguments: Any = ("uno/2008", ["house/jump-in", {"house/stacking": {"stack": "any_draw"}}], {"hand_size": 5})
    right = whole(resolve(*arguments, check=check))
    assert whole(resolved(*arguments, check=check)) == right and unresolved == ["uno/2008"]
    again = resolved(*arguments, check=check)
    assert unresolved == ["uno/2008"]
    assert whole(again) == right  # its places make it resolve once more
    assert type(again.options["hand_size"]) is int and again.options == right["options"]


@pytest.mark.parametrize("file", ["cards.yaml", "part.yaml"])
def test_a_changed_document_makes_another_core_whatever_its_times_say(
    home: Path, file: str, unresolved: list[str]
) -> None:
    old, about, text = core(home), (home / file).stat(), (home / file).read_text("utf-8")
    changed = text.replace("hand_size: 5", "hand_size: 6").replace("passes", "misses")
    (home / file).write_text(changed, "utf-8")
    os.utime(home / file, ns=(about.st_atime_ns, about.st_mtime_ns))
    new = core(home)
    assert len(unresolved) == 2 and new.hash != old.hash
    assert new.data == resolve("uno/2008", ["home/cards"], None, library(home), check=False).data
    assert core(home).hash == new.hash and len(unresolved) == 2
    (home / file).write_text(text, "utf-8")
    assert core(home).hash == old.hash


def test_another_name_of_a_file_is_another_document(home: Path, unresolved: list[str]) -> None:
    core(home)
    (home / "cards.yaml").rename(home / "other.yaml")
    moved = Library.load([home / "part.yaml", home / "other.yaml"])
    found = resolved("uno/2008", ["home/cards"], None, moved, check=False)
    assert len(unresolved) == 2 and found.made_of["home/cards"] == moved.digest("home/cards")


def test_documents_that_have_nothing_to_do_with_it_may_change(home: Path, unresolved: list[str]) -> None:
    resolved("uno/2008", (), None, library(home))
    (home / "cards.yaml").write_text(PATCH.replace("5", "6"), "utf-8")
    resolved("uno/2008", (), None, library(home))
    assert unresolved == ["uno/2008"]


def test_it_depends_on_all_that_was_read_also_on_what_was_taken_out(home: Path) -> None:
    less = PATCH.replace("home/cards", "home/less").replace("with: [home/part]", "without: [part/challenge]")
    (home / "less.yaml").write_text(less.replace("options: {hand_size: 5}\n", ""), "utf-8")
    documents = library(home)
    documents.add(home / "less.yaml")
    plain = resolved("uno/2008", (), None, documents, check=False)
    found = resolved("uno/2008", ["home/less"], None, documents, check=False)
    assert {"uno/2008", "uno/base", "part/challenge"} < set(plain.made_of)
    assert found.made_of == {**plain.made_of, "home/less": documents.digest("home/less")}
    assert found.data != plain.data


def test_how_it_is_asked_for_is_told_apart(folder: Path, unresolved: list[str]) -> None:
    asked: list[Any] = [
        ("uno/2008", (), None), ("uno/2001", (), None), ("uno/2008", (), {"hand_size": 5}),
        ("uno/2008", ["house/stacking", "house/jump-in"], None),
        ("uno/2008", ["house/jump-in", "house/stacking"], None),
        ("uno/2008", [("house/stacking", {"stack": "any_draw"})], None),
    ]  # fmt: skip
    for arguments in asked:
        resolved(*arguments)
    assert len(unresolved) == len(asked) == len(entries(folder))
    resolved("uno/2008", (), None, check=False)  # it may be a core that the checker would refuse
    assert len(unresolved) == len(asked) + 1
    resolved("uno/2008", [{"house/stacking": {"stack": "any_draw"}}])  # only written otherwise
    assert len(unresolved) == len(asked) + 1


def test_what_has_no_file_is_not_kept(folder: Path) -> None:
    world = World()
    world.patch("house/t", "options: {hand_size: 5}\n")
    found = resolved("uno/2008", ["house/t"], None, world.library, check=False)
    assert found.made_of == {} and not entries(folder)
    assert resolve("uno/2008", amend=lambda root: None).made_of == {}
    assert make("house/u", "patch", "options: {hand_size: 5}\n").digest == ""


def test_what_is_wrong_is_said_each_time(home: Path, folder: Path) -> None:
    (home / "cards.yaml").write_text(PATCH.replace("hand_size", "hand_sise"), "utf-8")
    said = []
    for _ in range(2):
        with pytest.raises(SpecError) as caught:
            core(home)
        said.append(str(caught.value))
    assert said[0] == said[1] and "hand_size" in said[0] and not entries(folder)


def test_what_the_checker_refuses_is_refused_though_it_was_kept_unchecked(home: Path) -> None:
    core(home)
    with pytest.raises(SpecError, match="passes"):
        core(home, check=True)  # nothing uses the variable


def test_a_damaged_entry_is_made_again(home: Path, folder: Path, unresolved: list[str]) -> None:
    right = core(home)
    (entry,) = folder.iterdir()
    entry.write_bytes(entry.read_bytes()[:-7])
    assert whole(core(home)) == whole(right)
    assert len(unresolved) == 2 and core(home).data == right.data and len(unresolved) == 2
