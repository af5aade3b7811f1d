"""The adapter tutorial, replayed: its programs are written to files, its commands are run, outputs compared.

A line `...` in an expected output stands for any lines, and `...` at the end of a line for any text.
"""

import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from unospec import resources

PAGE = resources.root() / "docs" / "adapter-tutorial.md"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the page speaks to a POSIX shell")


def pattern(expected: str) -> str:
    lines = [r"(?:.*\n)*?" if line == "..." else _line(line) for line in expected.splitlines()]
    return "".join(lines)


def _line(line: str) -> str:
    if line.endswith("..."):
        return re.escape(line[:-3]) + ".*\n"
    return re.escape(line) + "\n"


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that follows it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def a_python(folder: Path) -> None:
    """A `python` for the commands of the page: the one that runs the tests."""
    folder.mkdir()
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n', "utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)


def test_the_page(tmp_path: Path) -> None:
    a_python(tmp_path / "bin")
    env = os.environ | {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    patient = ["--timeout", "60", "--start-timeout", "60"]
    ran = 0
    for language, title, body in BLOCK.findall(PAGE.read_text("utf-8")):
        if language == "python":
            (tmp_path / title).write_text(body, "utf-8")
        for command, expected in commands(body) if language == "console" else []:
            words = shlex.split(command)
            assert words[0] == "unospec"
            done = subprocess.run(
                [sys.executable, "-m", *words, *patient],
                cwd=tmp_path, env=env, capture_output=True, encoding="utf-8",
            )  # fmt: skip
            assert re.fullmatch(pattern(expected), done.stdout + done.stderr), f"{command}\n{done.stdout}"
            ran += 1
    assert ran == 12
