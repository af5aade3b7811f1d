"""`unospec run` and `unospec cases`, as they are called."""

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from harness import FAKE, a_case

from unospec.cli import main
from unospec.conformance import adapters, authoring, built, from_deal, known
from unospec.language import SpecError

IN_PROCESS = """
class Adapter:
    def hello(self):
        return {"protocol": 1, "impl": {"name": "inner"}, "claims": "all", "setup": "state", "observes": ["ok"]}

    def case(self, request):
        hands = request["setup"]["hands"]
        return {"steps": [{"ok": act["card"] in hands[act["by"]]} for act in request["acts"]]}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Three tiny cases as a file."""
    path = tmp_path / "tiny.ndjson"
    path.write_text(authoring.build([a_case(1), a_case(2, "Fault"), a_case(3)]), "utf-8")
    return path


def command(behaviour: str) -> str:
    return shlex.join([sys.executable, str(FAKE), behaviour])


def run(suite: Path, *arguments: str) -> int:
    return main(["run", "--cases", str(suite), *arguments])


def test_the_reference(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(suite) == 0
    assert capsys.readouterr().out.endswith(": 3 passed.\n")


def test_an_adapter_by_its_command(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(suite, "--adapter", command("good")) == 0
    assert run(suite, "--adapter", command("error")) == 1
    out = capsys.readouterr().out
    assert "the adapter reports an error of the implementation (error)" in out
    assert "index out of range" in out and "hint: " in out
    assert f"replay: unospec run --adapter {shlex.quote(command('error'))}" in out
    assert f" --cases {shlex.quote(str(suite))} --case tiny-0002 -v\n" in out


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (["--case", "tiny-0001"], 1),
        (["--case", "tiny-000[12]"], 2),
        (["--case", "tiny-0001", "--case", "tiny-0003"], 2),
        (["--case", "*"], 3),
        (["--topic", "tiny", "--ruleset", "uno/2008", "--rule", "acts.play"], 3),
    ],
)
def test_selection(suite: Path, arguments: list[str], passed: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(suite, *arguments) == 0
    assert f": {passed} passed." in capsys.readouterr().out


def test_cases_that_hold_elsewhere_too_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("run", "--case", "skip-0001*", "--quiet")
    assert main([*chosen]) == 0 and ": 1 passed." not in capsys.readouterr().out
    assert main([*chosen, "--own"]) == 0 and ": 1 passed." in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--topic", "big"],
        ["--ruleset", "uno/2001"],
        ["--rule", "acts.draw"],
        ["--report", "report.pdf"],
        ["--impl", "nobody"],
        ["--known", "nowhere.yaml"],
        ["--adapter", "x", "--impl", "y"],
        ["--timeout", "soon"],
    ],
)
def test_usage(suite: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = run(suite, *arguments)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    assert code == 3 and captured.err and not captured.out


def test_reports(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"report.{kind}" for kind in ("json", "ndjson", "xml")]
    reports = [word for file in files for word in ("--report", str(file))]
    assert run(suite, "--adapter", command("error"), "--json", *reports) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(files[0].read_text("utf-8"))
    stream = [json.loads(line) for line in files[1].read_text("utf-8").splitlines()]
    assert [len(stream), stream[-1]["end"]["counts"]] == [5, {"crash": 1, "pass": 2}]
    assert "<testsuites" in files[2].read_text("utf-8")


def test_verbose_and_chinese(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(suite, "-v", "--lang", "zh", "--case", "tiny-0001") == 0
    out = capsys.readouterr().out
    assert "tiny-0001  小例1: pass" in out and "1 通过" in out
    assert "step 2: {by: B, act: play, card: R1}" in out
    assert "reference events:\n      {e: play, by: B, card: R1, rule: acts.play}" in out


def test_known_failures(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "known.yaml"
    adapter = ["--adapter", command("error")]
    assert run(suite, *adapter, "--write-known", str(file)) == 1
    assert set(known.read(file, ["tiny-0002"])) == {"tiny-0002"}
    assert run(suite, *adapter, "--known", str(file)) == 0
    assert run(suite, *adapter, "--known", str(file), "--no-known") == 1
    assert run(suite, "--known", str(file)) == 1
    assert "1 passed although known to fail" in capsys.readouterr().out


def test_smoke_first(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(suite, "--adapter", command("accepts_all")) == 2
    out = capsys.readouterr().out
    assert "a card that nobody holds is accepted (accepts_all)" in out and "3 not run" in out
    assert run(suite, "--adapter", command("accepts_all"), "--no-smoke") == 0


# ---------------------------------------------------------------- adapter folders


def folder(tmp_path: Path, name: str, text: str, code: str = IN_PROCESS) -> Path:
    path = tmp_path / name
    path.mkdir()
    (path / "adapter.yaml").write_text(text, "utf-8")
    (path / "adapter.py").write_text(code, "utf-8")
    return path


def test_an_adapter_in_process(suite: Path, tmp_path: Path) -> None:
    inner = folder(tmp_path, "inner", "name: inner\npython: adapter.py\n")
    assert run(suite, "--impl", str(inner)) == 0
    assert adapters.find(str(inner)).known is None


def test_an_adapter_folder_with_a_command_is_run_in_it(suite: Path, tmp_path: Path) -> None:
    words = ", ".join(f'"{word}"' for word in (sys.executable, "adapter.py", "good"))
    outer = folder(tmp_path, "outer", f"name: outer\ncommand: [{words}]\n", FAKE.read_text("utf-8"))
    assert run(suite, "--impl", str(outer)) == 0


def test_known_failures_of_a_folder_are_used(suite: Path, tmp_path: Path) -> None:
    refuses = IN_PROCESS.replace('act["card"] in', 'act["card"] == "none" in')
    text = "name: inner\npython: adapter.py\nknown: known.yaml\n"
    inner = folder(tmp_path, "refuses", text, refuses)
    entries = [f"tiny-000{n}:\n  does: x\n  breaks: acts.play\n  looks_like: fault\n" for n in (1, 2, 3)]
    (inner / "known.yaml").write_text("".join(entries), "utf-8")
    assert run(suite, "--impl", str(inner), "--no-smoke") == 0
    assert run(suite, "--impl", str(inner), "--no-smoke", "--no-known") == 1


def test_what_an_adapter_needs_is_said(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "name: inner\npython: adapter.py\nneeds: pip install a-game\n"
    inner = folder(tmp_path, "needy", text, "import a_game_that_nobody_has\n")
    assert run(suite, "--impl", str(inner)) == 2
    assert "pip install a-game" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: x\n", "missing: `command` or `python`"),
        ("python: adapter.py\n", "`name`"),
        ("name: x\npython: adapter.py\ncolour: red\n", "`colour`"),
        ("name: x\ncommand: []\n", "command"),
    ],
)
def test_mistakes_in_adapter_yaml(tmp_path: Path, text: str, said: str) -> None:
    inner = folder(tmp_path, "wrong", text)
    with pytest.raises(SpecError) as caught:
        adapters.find(str(inner))
    assert said in str(caught.value) and "adapter.yaml" in str(caught.value)


def test_the_adapters_of_the_repository_are_found() -> None:
    assert {"rlcard", "uno-engine"} <= set(adapters.names())
    for name in adapters.names():
        assert adapters.find(name).needs
    with pytest.raises(SpecError, match="there is no adapter rlcart") as caught:
        adapters.find("rlcart")
    assert "did you mean `rlcard`?" in str(caught.value)


# ---------------------------------------------------------------- unospec cases


def test_cases_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "list", "--topic", "reverse"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed and all(line.startswith("reverse-") for line in listed)
    assert main(["cases", "list", "--json", "--topic", "reverse"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(listed)
    assert main(["cases", "show", "reverse-0001"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "reverse-0001"
    assert main(["cases", "show", "reverse-9999"]) == 3
    assert "reverse-9999" in capsys.readouterr().err


def test_cases_check_and_build(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "check", str(suite)]) == 0
    assert "3 cases" in capsys.readouterr().out
    suite.write_text(suite.read_text("utf-8").replace('"must"', '"shall"', 1), "utf-8")
    assert main(["cases", "check", str(suite)]) == 3
    assert "tiny.ndjson:1" in capsys.readouterr().err


def test_cases_build(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cases.ndjson"
    arguments = ["cases", "build", str(suite), "--out", str(out)]
    assert main([*arguments, "--check"]) == 1
    assert "is not current" in capsys.readouterr().err
    assert main(arguments) == 0 and main([*arguments, "--check"]) == 0
    assert out.read_text("utf-8") == suite.read_text("utf-8")


def test_cases_build_of_the_suite_leaves_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, published = tmp_path / "cases", tmp_path / "cases.ndjson"
    shutil.copytree(authoring.cases_folder(), folder, ignore=lambda _, names: {n for n in names if n != "skip.yaml"})
    monkeypatch.setattr(authoring, "cases_folder", lambda: folder)
    monkeypatch.setattr(authoring, "published", lambda: published)
    assert main(["cases", "build"]) == 0 and main(["cases", "build", "--check"]) == 0
    assert built.load(folder, published) == authoring.load([folder])
    ways = from_deal.load(tmp_path / "from_deal.ndjson")
    assert ways.entries.keys() == {case.id for case in from_deal.wanting(authoring.load([folder]))}
    (tmp_path / "from_deal.ndjson").unlink()
    assert main(["cases", "build", "--check"]) == 1
    assert "from_deal.ndjson is not current: skip-" in capsys.readouterr().err
    with (folder / "skip.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# a remark\n")
    capsys.readouterr()
    assert main(["cases", "build", "--check"]) == 1
    assert "built.json is not current" in capsys.readouterr().err


def test_cases_lint(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite.write_text(authoring.build([a_case(1)]), "utf-8")
    assert main(["cases", "lint", str(suite)]) == 0
    suite.write_text(authoring.build([a_case(1, proves=["acts.play", "acts.draw"])]), "utf-8")
    assert main(["cases", "lint", str(suite)]) == 4
    assert "tiny-0001: it says that it proves acts.draw" in capsys.readouterr().out
