"""The wheel works in a folder that is no checkout, and carries nothing that others installed."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from unospec import resources


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a wheel of this checkout was unpacked; what it depends on is that of the tests."""
    built = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(built)]
    subprocess.run([*command, str(resources.root())], check=True)
    target = tmp_path_factory.mktemp("installed")
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "node_modules" in name]
        archive.extractall(target)
    return target


def ask(installed: Path, cwd: Path, *words: str) -> str:
    """What a command of the installed package prints; it has to end well."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-m", "unospec", *words], cwd=cwd, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_it_lists_resolves_and_prints(installed: Path, tmp_path: Path) -> None:
    where = ask(installed, tmp_path, "list", "--json")
    assert "uno/2008" in {entry["id"] for entry in json.loads(where)}
    core = json.loads(
        ask(
            installed, tmp_path, "resolve", "uno/2008",
            "--with", "house/stacking", "--with", "house/jump-in", "--format", "json",
        )
    )  # fmt: skip
    assert core["hash"].startswith("sha256:")
    assert "牌堆" in ask(installed, tmp_path, "rules", "uno/2008", "--lang", "zh")


def test_it_runs_the_suite_that_it_carries(installed: Path, tmp_path: Path) -> None:
    assert "passed" in ask(installed, tmp_path, "run", "--topic", "reverse", "--quiet")
    code = "from unospec import resources; print(resources.root())"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(installed)
