"""`unospec adequacy` and `unospec models`: what they print, keep and refuse; what the list of survivors has to fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from unospec.adequacy import results, survivors
from unospec.cli import main
from unospec.language import SpecError

SMALL = ("uno/2008", ("house/force-play",))  # ten mutants


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of results."""
    monkeypatch.setattr(results, "folder", lambda: tmp_path)
    return tmp_path


def test_the_figures_are_printed_and_kept(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adequacy", SMALL[0], "--with", SMALL[1][0], "--json", "--write"]) == 0
    printed = json.loads(capsys.readouterr().out)
    read = results.read(*SMALL)
    assert read is not None and {k: printed[k] for k in read.figures.to_json()} == read.figures.to_json()
    assert printed["killed"] == len(read.killed) > 5 and printed["survivors"] == 0 and printed["seconds"] >= 0
    assert {"rules", "rules_accepting", "rules_refusing", "conditions", "conditions_decided", "mutants"} <= set(printed)


def test_what_has_changed_is_stale(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["adequacy", SMALL[0], "--with", SMALL[1][0], "--write"])
    assert main(["adequacy", "--check"]) == 1  # the survivors that are listed belong to results that are not here
    assert "have changed" not in capsys.readouterr().err
    read = results.read(*SMALL)
    assert read is not None
    results.write(replace(read, cases="sha256:0"))
    assert main(["adequacy", "--check"]) == 1
    assert "uno/2008 + house/force-play: the rules or the cases have changed" in capsys.readouterr().err
    assert main(["adequacy", "--stale", "--write", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 and results.read(*SMALL) == read


def test_survivors_are_listed_and_entries_survive() -> None:
    read = results.read(*SMALL)
    assert read is not None
    (unlisted,) = survivors.problems([], [replace(read, survivors=("acts.x held true",))])
    assert "acts.x held true" in str(unlisted)
    listed = survivors.read()
    stale = survivors.problems(listed, [])
    assert len(stale) == len(listed) > 0 and "survivors.yaml:" in str(stale[0])


@pytest.mark.parametrize("text", ["survivors: none\n", "survivors: [x]\n", "survivors: [{ruleset: a, mutant: b}]\n"])
def test_a_list_of_survivors_that_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "survivors.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(SpecError, match="survivor"):
        survivors.read(file)


def test_every_kept_survivor_has_its_reason() -> None:
    files = [json.loads(file.read_text("utf-8")) for file in sorted(results.folder().glob("*.json"))]
    there = {(f["ruleset"], tuple(f["patches"]), mutant) for f in files for mutant in f["survivors"]}
    assert there == {(s.ruleset, s.patches, s.mutant) for s in survivors.read()} and len(files) > 20


@pytest.mark.parametrize(
    "argv",
    [
        ["adequacy"],
        ["adequacy", "uno/2008", "--check"],
        ["adequacy", "--all", "--stale"],
        ["adequacy", "--all", "--with", "house/stacking"],
        ["adequacy", "uno/20008"],
        ["models"],
        ["models", "uno/2008", "--all"],
        ["models", "uno/20008"],
    ],
)
def test_usage(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 3
    err = capsys.readouterr().err
    assert err.strip() and "Traceback" not in err


def test_models_of_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "uno/2008", "--seats", "2", "--limit", "200", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["problems"] == [] and report["games"] > 50 and report["states"] > 5000


def test_models_of_rules_for_other_numbers_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "doc000/partners", "--limit", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] > 50
