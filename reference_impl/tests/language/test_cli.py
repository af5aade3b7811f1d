"""The commands list, check and resolve, and the example of a family's table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from unospec import cli, resources
from unospec.cli import _common
from unospec.language import Library, SpecError, resolve, source
from unospec.language.core import sha256

WANG = resources.root() / "docs" / "examples" / "wang.yaml"
BROKEN = """\
unospec: "1"
id: home/broken
kind: ruleset
title: {en: Broken, zh: 坏}
extends: uno/2008
options:
  hand_siz: 9
"""


class Shell:
    """Runs commands in process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.out = self.err = ""

    def __call__(self, *argv: str | Path) -> int:
        """The exit code; what was printed is in `out` and `err`."""
        try:
            code = cli.main([str(word) for word in argv])
        except SystemExit as stop:
            code = int(stop.code or 0)
        self.out, self.err = self.capsys.readouterr()
        assert "Traceback" not in self.err
        return code


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_list_shows_everything_by_kind(shell: Shell) -> None:
    assert shell("list") == 0
    for name in Library.load().ids():
        assert f"  {name} " in shell.out
    assert shell.out.index("Rule sets") < shell.out.index("Parts") < shell.out.index("Patches")


def test_list_of_one_kind(shell: Shell) -> None:
    assert shell("list", "--kind", "patch") == 0
    assert "house/jump-in" in shell.out and "uno/2008" not in shell.out
    assert shell("list", "--kind", "rule") == 3


def test_list_for_programs(shell: Shell) -> None:
    assert shell("list", "--json") == 0
    entries = {entry["id"]: entry for entry in json.loads(shell.out)}
    assert entries["uno/base"]["abstract"] and entries["uno/2008"]["extends"] == "uno/base"
    assert entries["house/jump-in"]["with"] == ["part/jump"]


def test_check_of_ids_and_patches(shell: Shell) -> None:
    assert shell("check", "uno/2008", "--with", "house/stacking:stack=any_draw", "--with", "house/jump-in") == 0
    assert shell.out == "uno/2008: all right\n"
    assert shell("check", "uno/base", "part/jump", "house/jump-in", "--on", "doc002/part2") == 0
    assert shell.out.splitlines() == [
        "uno/base: all right (form only)",
        "part/jump: all right (form only)",
        "house/jump-in: all right (on doc002/part2)",
    ]


def test_check_says_warnings(shell: Shell) -> None:
    assert shell("check", "house/force-play", "--on", "uno/2001") == 0
    assert "warning: with house/force-play the option `drawn_card` has no effect" in shell.err


def test_check_shows_where_each_problem_is(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, "utf-8")
    assert shell("check", path) == 3
    assert shell.err.splitlines() == [
        f"{path}:7:3: options: there is no option `hand_siz`",
        "  hint: did you mean `hand_size`?",
        "1 problem",
    ]
    assert shell.out == ""


def test_check_goes_on_after_a_problem(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "form.yaml"
    path.write_text("unospec: 1\nkind: patsch\n", "utf-8")
    assert shell("check", path, "none.yaml", "uno/2009", "uno/2001") == 3
    assert "did you mean `patch`?" in shell.err
    assert "there is no file none.yaml" in shell.err
    assert "did you mean `uno/2008`?" in shell.err or "did you mean `uno/2001`?" in shell.err
    assert "uno/2001: all right" in shell.out
    assert shell.err.splitlines()[-1].endswith(" problems")


def test_check_for_programs(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, "utf-8")
    assert shell("check", path, "uno/2008", "--json") == 3
    broken, fine = json.loads(shell.out)
    assert (broken["ok"], broken["id"], broken["errors"][0]["line"]) == (False, "home/broken", 7)
    assert broken["errors"][0]["file"] == str(path)
    assert fine["ok"] and fine["hash"] == resolve("uno/2008").hash


def test_files_that_name_one_another_are_checked_together(shell: Shell, tmp_path: Path) -> None:
    child, parent = tmp_path / "child.yaml", tmp_path / "parent.yaml"
    parent.write_text(WANG.read_text("utf-8"), "utf-8")
    child.write_text(BROKEN.replace("uno/2008", "home/wang").replace("hand_siz:", "hand_size:"), "utf-8")
    assert shell("check", child, parent) == 0
    assert shell("check", child) == 3
    assert "there is no document `home/wang`" in shell.err


def test_resolve_prints_the_core(shell: Shell) -> None:
    assert shell("resolve", "uno/2008", "--with", "house/stacking:stack=any_draw", "--set", "hand_size=9") == 0
    shown = json.loads(shell.out)
    core = resolve("uno/2008", [("house/stacking", {"stack": "any_draw"})], {"hand_size": 9})
    assert shown["data"] == core.data and shown["hash"] == core.hash == sha256(shown["data"])
    assert shown["options"]["stack"] == "any_draw" and shown["patches"] == ["house/stacking"]
    assert "blame" not in shown


def test_resolve_as_yaml_with_blame(shell: Shell) -> None:
    assert shell("resolve", "uno/2001", "--format", "yaml", "--blame") == 0
    shown = yaml.safe_load(shell.out)
    assert shown["data"] == resolve("uno/2001").data
    assert "  acts.challenge: part/challenge\n" in shell.out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["resolve", "uno/base"], "is abstract"),
        (["resolve", "uno/2008", "--with", "house/stacking:stack=all"], "is not a value"),
        (["resolve", "uno/2008", "--set", "hand_size"], "is not OPT=VAL"),
        (["resolve", "uno/2008", "--set", "hand_size=5", "--set", "hand_size=6"], "set twice"),
        (["resolve", "none.yml"], "there is no file none.yml"),
        (["rules", "uno/2008", "--with", "house/jump"], "there is no document `house/jump`"),
        (["rules", "uno/2008", "--output", "none/none/x.txt"], "none/none/x.txt"),
        (["resolve"], "required"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(shell: Shell, argv: list[str], said: str) -> None:
    assert shell(*argv) == 3
    assert said in shell.err and shell.out == ""


def test_patches_on_the_command_line() -> None:
    library = Library.load()
    assert _common.patch("house/x", library) == ("house/x", {})
    assert _common.patch("house/x:a=b,c=3,d=true", library) == ("house/x", {"a": "b", "c": 3, "d": True})
    with pytest.raises(SpecError, match="there is no file"):
        _common.patch("C:\\none\\x.yaml", library)
    with pytest.raises(SpecError, match="is not OPT=VAL"):
        _common.patch("house/x:a=b,c", library)


def test_a_patch_given_by_file(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        'unospec: "1"\nid: home/mine\nkind: patch\ntitle: {en: Mine, zh: 我的}\noptions: {hand_size: 3}\n',
        "utf-8",
    )
    assert shell("resolve", "doc002/part2", "--with", path) == 0
    assert json.loads(shell.out)["options"]["hand_size"] == 3
    assert shell("resolve", path, "--on", "uno/2001", "--set", "hand_size=4") == 0
    shown = json.loads(shell.out)
    assert (shown["id"], shown["patches"], shown["options"]["hand_size"]) == ("uno/2001", ["home/mine"], 4)
    assert shell("resolve", "uno/2008", "--with", f"{path}:hand_size=6") == 0
    assert json.loads(shell.out)["options"]["hand_size"] == 6


@pytest.mark.parametrize("command", ["list", "check", "resolve", "rules"])
def test_every_command_explains_itself_with_an_example(shell: Shell, command: str) -> None:
    assert shell(command, "--help") == 0
    assert f"  unospec {command} " in shell.out or f"  unospec {command}\n" in shell.out


def loaded_by(*argv: str) -> set[str]:
    """The modules that a command has imported at its end."""
    script = (
        "import sys\nfrom unospec.cli import main\n"
        f"try: main({list(argv)!r})\nexcept SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stderr.splitlines()}


def test_the_version_is_said_without_reading_yaml() -> None:
    assert not {"yaml", "jsonschema", "mkdocs"} & loaded_by("--version")
    assert not {"yaml", "jsonschema", "mkdocs"} & loaded_by("--help")


def test_the_example_of_a_family_is_short_checks_and_prints(shell: Shell) -> None:
    lines = [line for line in WANG.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) <= 10
    assert shell("check", WANG) == 0
    assert shell.out == f"{WANG}: all right (home/wang)\n"
    assert shell("resolve", WANG) == 0
    shown = json.loads(shell.out)
    assert (shown["options"]["hand_size"], shown["options"]["uno_penalty"]) == (9, 4)
    assert {"answer", "challenge"} <= set(shown["data"]["acts"])
    assert shell("rules", WANG, "--lang", "zh") == 0
    assert shell.out.startswith("王家的规矩") and "每人发9张" in shell.out
    assert shell("rules", WANG) == 0
    assert "The Wangs' table" in shell.out and "draws 4 cards" in shell.out.replace("\n     ", " ")


def test_the_example_does_not_rely_on_defaults_of_yaml() -> None:
    assert source.read_file(WANG)["unospec"] == "1"
