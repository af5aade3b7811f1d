"""`unospec perft`: counts, parts, the check, the comparison, and every way to use it wrongly."""

import json
import re
import shlex
from pathlib import Path

import pytest

from unospec import resources
from unospec.cli import main

SETUP = "{seats: [A, B], hands: {A: [R5, G5, B2], B: [R1, Y5, B2]}, discard_pile: [R9], draw_pile: [Y1, Y2]}"
OWN = f"ruleset: uno/2008\nsetup: {SETUP}\n"


def call(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """The exit code, and what was printed."""
    try:
        code = main(["perft", *map(str, words)])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    assert "\nTraceback" not in f"\n{out}\n{err}"  # an adapter's own is shown with a bar before each line
    return code, out, err


def own(tmp_path: Path, text: str = OWN, name: str = "mine.yaml") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


# -- counting


def test_a_position_of_the_collection(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--position", "perft-0003", "--depth", 2)
    assert (code, [line.split() for line in out.splitlines()]) == (0, [["1", "3"], ["2", "6"]])


@pytest.mark.parametrize("merge", [(), ("--merge",)])
def test_the_count_below_each_act(merge: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--position", "perft-0001", "--depth", 2, "--divide", *merge)
    assert code == 0
    assert [line.split(maxsplit=1) for line in out.splitlines()[2:]] == [
        ["2", "{by: A, act: draw}"],
        ["3", "{by: A, act: play, card: R5}"],
    ]


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--position", "perft-0001", "--depth", 2, "--divide", "--json")
    told = json.loads(out)
    assert (code, told["ruleset"], told["nodes"]) == (0, "uno/2008", [2, 5])
    assert told["divide"] == [
        {"act": {"by": "A", "act": "draw"}, "nodes": 2},
        {"act": {"by": "A", "act": "play", "card": "R5"}, "nodes": 3},
    ]


def test_other_rules_for_a_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = own(tmp_path, "seats: [A, B]\nhands: {A: [R5, G5], B: [R1, Y5]}\ndiscard_pile: [R9]\ndraw_pile: [Y1, Y2]\n")
    code, out, _ = call(capsys, "uno/2008", "--position", bare, "--depth", 1)
    assert (code, out.split()) == (0, ["1", "2"])
    code, out, _ = call(capsys, "uno/2008", "--with", "house/force-play:force=hand", "--position", bare, "--depth", 1)
    assert (code, out.split()) == (0, ["1", "1"])


def test_json_files_are_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = {"seats": ["A", "B"], "hands": {"A": ["R5"], "B": ["R1"]}, "discard_pile": ["R9"]}
    file = own(tmp_path, json.dumps({"ruleset": "uno/2008", "setup": setup}), "mine.json")
    code, out, _ = call(capsys, "--position", file, "--depth", 1)
    assert (code, out.split()) == (0, ["1", "2"])


def test_the_set_up_of_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--case", "jump-0001", "--depth", 1)
    assert (code, out.split()) == (0, ["1", "2"])  # R5, draw


def test_acts_that_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    """After R5: R1, Y5 and draw, each of which leads to A."""
    acts = '[{"by": "A", "act": "play", "card": "R5"}]'
    code, out, _ = call(capsys, "--position", "perft-0001", "--after", acts, "--depth", 1)
    assert (code, out.split()) == (0, ["1", "3"])


def test_too_many(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unospec.explore.perft.LIMIT", 100)
    code, out, err = call(capsys, "--position", "perft-0009", "--depth", 5)
    assert (code, out) == (3, "") and "more than 100" in err and "--force" in err
    code, out, _ = call(capsys, "--position", "perft-0009", "--depth", 5, "--force")
    assert (code, out.split()[-1]) == (0, "216")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "which position"),
        (("--position", "perft-9999"), "there is no position perft-9999"),
        (("--position", "nowhere.yaml"), "nowhere.yaml: cannot be read"),
        (("--case", "jump-9999"), "there is no case jump-9999"),
        (("--position", "perft-0001", "--case", "jump-0001"), "say one of them"),
        (("--position", "perft-0001", "--depth", "0"), "from 1 to 100"),
        (("--position", "perft-0001", "--depth", "101"), "from 1 to 100"),
        (("--position", "perft-0001", "--depth", "x"), "invalid int"),
        (("--position", "perft-0001", "--with", "house/stacking"), "name it"),
        (("uno/2009", "--position", "perft-0001"), "uno/2009"),
        (("uno/2008", "--check"), "leave RULESET away"),
        (("--check", "--list"), "say one of them"),
        (("--position", "perft-0001", "--after", "["), "not JSON"),
        (("--position", "perft-0001", "--after", "{}"), "not a list"),
        (("--position", "perft-0001", "--after", '[{"by": "B", "act": "draw"}]'), "not_yours, acts.draw"),
        (("--position", "perft-0001", "--after", '[{"by": "X", "act": "draw"}]'), "no seat 'X'"),
        (("--impl", "nobody"), "there is no adapter nobody"),
        (("--impl", "rlcard", "--requests", "0"), "from 1 on"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, *words)
    assert code == 3
    assert message in err


def test_seats_that_the_rules_do_not_allow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ", ".join("ABCDEFGHIJK")
    text = f"ruleset: uno/2008\nsetup: {{seats: [{seats}], hands: {{A: [R5]}}, discard_pile: [R9]}}\n"
    code, _, err = call(capsys, "--position", own(tmp_path, text))
    assert code == 3
    assert "mine.yaml:2:8: setup: mine: 11 players; these rules are for 2 to 10" in err


def test_a_bad_file_is_told_with_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "ruleset: uno/2008\nsetup:\n  seats: [A, B]\n  hands: {A: R5}\n  discard_pile: [R9]\n"
    code, _, err = call(capsys, "--position", own(tmp_path, text))
    assert code == 3
    assert "mine.yaml:4:14: setup.hands.A: " in err


# -- the check


def test_the_check_of_the_collection(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--check")
    assert code == 0
    assert re.match(r"(\d+) of \1 positions have the counts that are written", out)


def test_a_wrong_count_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = own(tmp_path, OWN + "nodes: [2, 6]\n")
    code, out, _ = call(capsys, "--check", "--position", file)
    assert code == 1
    assert "mine.yaml:2: mine" in out and "2 acts: 6 written, 5 counted" in out
    code, out, _ = call(capsys, "--check", "--position", file, "--json")
    assert (code, json.loads(out)["differing"]) == (1, [{"id": "mine", "written": [2, 6], "counted": [2, 5]}])
    code, out, _ = call(capsys, "--check", "--position", own(tmp_path, OWN + "nodes: [2, 5]\n"))
    assert (code, out) == (0, "1 of 1 positions have the counts that are written (7).\n")


def test_a_check_of_nothing_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "--check", "--position", own(tmp_path))[0] == 1


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--list", "--lang", "zh")
    assert code == 0 and "perft-0001  uno/2008" in out and "出牌与摸牌" in out
    code, out, _ = call(capsys, "--list", "--json")
    files = (resources.root() / "conformance/perft").glob("*.yaml")
    written = {name for path in files for name in re.findall(r"\bid: (perft-\d+)", path.read_text("utf-8"))}
    assert written and {told["id"] for told in json.loads(out)} == written


# -- comparing

ADAPTER = """
from unospec.conformance.reference import play
from unospec.conformance.rulesets import core_of

class Adapter:
    def hello(self):
        return {"protocol": 1, "impl": {"name": "odd", "version": "1"}, "claims": CLAIMS, "setup": "state",
                "observes": ["ok", "legal"]}

    def case(self, request):
        if FAILS:
            raise ValueError("it fell over")
        options = {**request["options"], "two_player_reverse": "plain"}
        core = core_of(request["ruleset"], request["patches"], options)
        return {"steps": [{"ok": s["ok"], "legal": s["legal"]} for s in play(core, request, False).steps]}
"""


def adapter(tmp_path: Path, claims: str = '[{"ruleset": "uno/2008"}]', fails: bool = False) -> Path:
    """The folder of an adapter whose Reverse with two players only turns the direction."""
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "adapter.yaml").write_text("name: odd\npython: odd.py\n", "utf-8")
    (folder / "odd.py").write_text(f"CLAIMS, FAILS = {claims}, {fails}\n{ADAPTER}", "utf-8")
    return folder


def test_a_difference_is_told_and_can_be_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", adapter(tmp_path))
    assert code == 1
    assert "perft-0005  Two players: Reverse acts as a Skip: differs" in out
    assert "    {by: A, act: play, card: RR}\n  rules that spoke: acts.play, effects.reverse" in out
    assert "    {by: A, act: play, card: R2}  by acts.play" in out
    assert "    {by: B, act: play, card: R3}  by acts.play (not_yours)" in out
    assert "odd 1: positions: " in out and ", 1 differing, " in out
    (command,) = [line.partition(": ")[2] for line in out.splitlines() if "the reference's side" in line]
    words = shlex.split(command)
    assert words[:2] == ["unospec", "perft"]
    code, out, _ = call(capsys, *words[2:])
    assert code == 0
    assert out.split("\n")[1].split(maxsplit=1)[1] == "{by: A, act: draw}"


def test_a_difference_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", adapter(tmp_path), "--position", "perft-0005", "--json")
    (told,) = json.loads(out)["positions"]
    assert (code, told["result"]) == (1, "differs")
    assert told["acts"] == [{"by": "A", "act": "play", "card": "RR"}]
    assert {"act": {"by": "A", "act": "play", "card": "R2"}, "rule": "acts.play"} in told["only_reference"]


def test_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", adapter(tmp_path), "--position", "perft-0003")
    assert (code, out) == (0, "odd 1: positions: 1 agreed; 4 nodes without a difference.\n")


def test_nothing_compared_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", adapter(tmp_path, "[]"), "--position", "perft-0003")
    assert code == 2
    assert "no claim of these rules" in out


def test_an_adapter_in_trouble(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", adapter(tmp_path, fails=True), "--position", "perft-0003")
    assert code == 2
    assert "it fell over" in out
    code, _, err = call(capsys, "--adapter", "no-such-program-anywhere")
    assert code == 2
    assert "no_start" in err


def test_the_reference_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--impl", "reference", "--case", "jump-0001")
    assert code == 0
    assert "1 agreed" in out


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--help")
    assert code == 0
    assert "Examples:" in out and "unospec perft --check" in out
