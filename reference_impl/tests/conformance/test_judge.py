"""Judging logs: what the reference plays is legal, each single fault is found at its act, junk is no log."""

import json
from pathlib import Path
from typing import Any

import pytest

from unospec.cli import main
from unospec.conformance.judge import judge
from unospec.conformance.logs import record
from unospec.conformance.rulings import Illegal, Legal, Malformed, Undetermined, Verdict

Json = dict[str, Any]

TABLES: list[tuple[str, list[Any]]] = [
    ("uno/2008", []),
    ("uno/2001", ["house/draw-to-match"]),
    ("uno/2008", ["house/jump-in", "house/stacking"]),
    ("doc002/part2", []),
    ("uno/2008", ["house/seven-zero"]),
    ("uno/2008", ["house/force-play", "house/no-bluffing"]),
]


def log_bytes(lines: list[Json]) -> bytes:
    """A log as a file has it."""
    return "\n".join(json.dumps(line) for line in lines).encode()


def a_log(*acts: Json, deal: Json | None = None, end: Json | None = None, **header: Any) -> bytes:
    """A log of two players on R9, A to play; `acts` are numbered from 1."""
    position: Json = {
        "hands": {"A": ["R5", "G1", "R+2", "W4", "RS"], "B": ["B2", "R3", "Y4", "R5"]},
        "discard_pile": ["R9"],
        "draw_pile": 60,
        "turn": "A",
    }
    lines = [{"log": 1, "ruleset": "uno/2008", "seats": ["A", "B"], **header}, {"deal": deal or position}]
    lines += [{"n": n, **act} for n, act in enumerate(acts, 1)]
    return log_bytes(lines + ([{"end": end}] if end is not None else []))


def play(by: str, card: str, **more: Any) -> Json:
    """A play."""
    return {"by": by, "act": "play", "card": card, **more}


def draw(by: str, *got: str) -> Json:
    """A draw with its card."""
    return {"by": by, "act": "draw", "got": list(got)}


# -------------------------------------------------------------------- the reference


@pytest.mark.parametrize("seed", range(60))
def test_what_the_reference_plays_is_legal(seed: int) -> None:
    ruleset, patches = TABLES[seed % len(TABLES)]
    lines = list(record(ruleset, patches, {}, 2 + seed % 4, seed, most=250))
    verdict = judge(log_bytes(lines))
    assert isinstance(verdict, Legal), verdict
    assert verdict.over == ("end" in lines[-1])


def test_recorded_games_reshuffle_and_deal_both_ways() -> None:
    """The games above exercise what they are meant to: used-up piles, and deals that are no position."""
    long = list(record("uno/2001", ["house/draw-to-match"], {}, 5, 33))
    drawn = sum(len(g["cards"]) if isinstance(g, dict) else 1 for line in long for g in line.get("got", []))
    assert drawn > long[1]["deal"]["draw_pile"]
    assert isinstance(judge(log_bytes(long)), Legal)
    games = (list(record("uno/2008", [], {}, 3, seed, 40)) for seed in range(300))
    by_order = next(game for game in games if "draw_order" in game[1]["deal"])
    assert isinstance(judge(log_bytes(by_order)), Legal)


def test_a_missing_close_and_a_carried_choice_are_read() -> None:
    verdict = judge(a_log(play("A", "R5"), draw("B", "Y9"), patches=["house/jump-in"]))
    assert verdict == Legal(2, False)
    wild = play("A", "W4", colour="G")
    assert judge(a_log(wild, {"by": "B", "act": "take", "got": ["Y1", "Y2", "Y3", "Y5"]})) == Legal(2, False)


@pytest.mark.parametrize("patches", [[], ["house/jump-in"]])
def test_an_automatic_act_may_have_its_own_line(patches: list[str]) -> None:
    """With and without a window between the card and what the rules do by themselves."""
    own = judge(a_log(play("A", "R+2"), {"by": "B", "act": "take", "got": ["Y1", "Y2"]}, patches=patches))
    assert own == Legal(2, False)


def test_an_automatic_act_may_be_left_out() -> None:
    assert judge(a_log(play("A", "R+2", got=[{"by": "B", "cards": ["Y1", "Y2"]}]))) == Legal(1, False)


# -------------------------------------------------------------------- one fault each

OWED = [{"by": "B", "cards": ["Y1", "Y2"]}]
LAST: Json = {"hands": {"A": ["R5"], "B": ["B2", "G3"]}, "discard_pile": ["R9"], "draw_pile": 40, "turn": "A"}
ORDER: Json = {"hands": {"A": ["R5"], "B": ["B2"]}, "discard_pile": ["R9"], "draw_pile": ["Y1", "Y2"], "turn": "A"}
EMPTY: Json = {
    "hands": {"A": ["R5", "R0"], "B": ["B2", "B3"]},
    "discard_pile": ["G1", "G2", "Y9"],
    "draw_pile": 1,
    "turn": "A",
}
FAULTS: dict[str, tuple[bytes, int | None, str, str]] = {
    "a card that does not match": (a_log(play("A", "G1")), 1, "define.matches", "condition"),
    "a card not in the hand": (a_log(play("A", "R5"), play("B", "R7")), 2, "acts.play", "not_held"),
    "out of turn": (a_log(play("A", "R5"), play("A", "RS")), 2, "acts.play", "not_yours"),
    "another card than the drawn one": (a_log(draw("A", "R1"), play("A", "R5")), 2, "acts.play", "condition"),
    "keep without a draw": (a_log(play("A", "R5"), {"by": "B", "act": "keep"}), 2, "acts.keep", "not_offered"),
    "two drawn instead of one": (a_log(draw("A", "Y1", "Y2")), 1, "acts.draw", "too_many"),
    "none drawn instead of one": (a_log(draw("A")), 1, "acts.draw", "too_few"),
    "one drawn instead of two": (
        a_log(play("A", "R+2", got=[{"by": "B", "cards": ["Y1"]}])), 1, "acts.take", "too_few"),
    "the wrong seat draws": (
        a_log(play("A", "R+2", got=[{"by": "A", "cards": ["Y1", "Y2"]}])), 1, "acts.take", "other_seat"),
    "a draw that nothing asks for": (a_log(play("A", "R5", got=["Y1"])), 1, "acts.play", "too_many"),
    "the skipped player plays": (a_log(play("A", "RS"), play("B", "R3")), 2, "acts.play", "not_yours"),
    "the hit player plays on": (a_log(play("A", "R+2", got=OWED), play("B", "R3")), 2, "acts.play", "not_yours"),
    "no such act": (a_log({"by": "B", "act": "jump", "card": "R5"}), 1, "acts", "unknown_act"),
    "a third copy of a card": (a_log(play("A", "R5"), draw("B", "R5")), 2, "acts.draw", "not_in_pile"),
    "another card than the next": (a_log(draw("A", "Y2"), deal=ORDER), 1, "acts.draw", "not_next"),
    "a card that was not reshuffled": (
        a_log(draw("A", "B8"), draw("B", "R0"), deal=EMPTY), 2, "acts.draw", "not_in_pile"),
    "an act after the end": (a_log(play("A", "R5"), draw("B", "Y1"), deal=LAST), 2, "round", "over"),
    "an end too early": (a_log(play("A", "R5"), end={"winner": "A"}), None, "round", "not_over"),
    "another winner": (
        a_log(play("A", "R5"), deal=LAST, end={"winner": "B"}), None, "whenever.round_out", "other_end"),
    "a wrong score": (
        a_log(play("A", "R5"), deal=LAST, end={"winner": "A", "score": {"A": 7}}),
        None, "match.points_won", "other_end"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_at_its_act(name: str) -> None:
    data, n, rule, why = FAULTS[name]
    verdict = judge(data)
    assert isinstance(verdict, Illegal), verdict
    assert (verdict.n, verdict.rule, verdict.why) == (n, rule, why)
    if "." in rule:
        assert set(verdict.sentence) == {"en", "zh"}


def test_the_end_is_compared_as_far_as_it_is_told() -> None:
    assert judge(a_log(play("A", "R5"), deal=LAST, end={"score": {"A": 5}})) == Legal(1, True)


def test_cards_after_a_reshuffle_come_from_the_discard_pile() -> None:
    verdict = judge(a_log(draw("A", "Y8"), {"by": "A", "act": "keep"}, draw("B", "G2"), deal=EMPTY))
    assert verdict == Legal(3, False)


# -------------------------------------------------------------------- not enough, or no log


@pytest.mark.parametrize(
    "data, n",
    [
        (a_log({"by": "A", "act": "draw"}), 1),
        (a_log(play("A", "R5"), {"by": "B", "act": "draw"}), 2),
        (a_log(play("A", "R+2")), 1),
        (a_log(deal={"draw_order": ["R1", "R2"]}), 0),
        (a_log(draw("A", "Y8"), {"by": "A", "act": "keep"}, draw("B", "R1"), deal=EMPTY), 3),
    ],
)
def test_what_the_log_does_not_tell_is_not_judged(data: bytes, n: int) -> None:
    verdict = judge(data)
    assert isinstance(verdict, Undetermined), verdict
    assert verdict.n == n


def broken() -> list[tuple[bytes, int]]:
    """Things that are no log, each with the line that is wrong."""
    good = a_log(play("A", "R5")).split(b"\n")
    header, deal = good[0] + b"\n", good[1] + b"\n"
    return [
        (b"", 0),
        (b"\n\n", 0),
        (b"\xff\xfe\x00junk", 1),
        (b"\x00\x01\x02", 1),
        (good[0][:-5], 1),
        (b"[1,2]", 1),
        (b"[" * 100_000, 1),
        (b'{"log":1,"n":' + b"9" * 5000 + b"}", 1),
        (deal, 1),
        (header, 1),
        (header.replace(b"uno/2008", b"uno/1871"), 1),
        (header.replace(b'"B"]', b'"A"]') + deal, 1),
        (header + deal.replace(b"R9", b"X9"), 2),
        (header + deal.replace(b'"G1"', b'"R5", "R5"'), 2),
        (header + deal.replace(b"60", b"600"), 2),
        (header + deal.replace(b"60", b"6.5"), 2),
        (header + b'{"deal":{"draw_order":[],"ghost":{"A":1}}}', 2),
        (header + b'{"deal":{"draw_order":[],"score":{"A":[]}}}', 2),
        (header + deal + good[2][:10], 3),
        (header + deal + b'{"n":1,"by":"Z","act":"play","card":"R5"}', 3),
        (header + deal + b'{"n":1,"by":"A","act":"play","card":"R99"}', 3),
        (header + deal + b'{"n":1,"by":"A","act":"play"}', 3),
        (header + deal + b'{"n":1,"by":"A","act":"draw","got":["Q1"]}', 3),
        (header + deal + b'{"n":1,"by":"A","act":"draw","got":"R1"}', 3),
        (header + deal + b'{"n":1,"act":"close","got":["R1"]}', 3),
        (header + deal + good[2] + b"\n" + good[2], 4),
        (header + deal + b'{"end":{}}\n' + good[2], 3),
        (a_log(play("A", "R5"), deal=LAST, end={"colour": "R"}), 4),
    ]


@pytest.mark.parametrize("data, line", broken())
def test_junk_is_malformed_at_its_line(data: bytes, line: int) -> None:
    verdict = judge(data)
    assert isinstance(verdict, Malformed), verdict
    assert verdict.line == line
    assert verdict.problem


def test_a_log_cut_anywhere_has_a_verdict() -> None:
    """Whatever is left of a file, it is judged and nothing is raised."""
    data = log_bytes(list(record("uno/2008", ["house/stacking"], {}, 3, 7, 12)))
    for cut in range(0, len(data), 41):
        verdict: Verdict = judge(data[:cut])
        assert isinstance(verdict, (Legal, Malformed))


# -------------------------------------------------------------------- the command


def run(tmp_path: Path, data: bytes, *more: str) -> int:
    """The exit code of the command for a file."""
    file = tmp_path / "game.ndjson"
    file.write_bytes(data)
    return main(["judge", str(file), *more])


def test_the_command_says_the_rule_and_what_was_legal(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path, a_log(play("A", "G1"))) == 1
    verdict, rule, did, legal = capsys.readouterr().out.splitlines()
    assert "n 1" in verdict and "define.matches" in verdict
    assert "A card fits" in rule and "G1" in did and "play R5" in legal
    assert run(tmp_path, a_log(play("A", "G1")), "--lang", "zh") == 1
    assert "第1步" in capsys.readouterr().out


def test_exit_codes_and_json(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path, a_log(play("A", "R5")), "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"verdict": "legal", "acts": 1, "over": False}
    assert run(tmp_path, a_log(draw("A")), "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["n"], told["instead"]) == ("illegal", 1, [{"by": "A", "draws": 1}])
    assert run(tmp_path, a_log({"by": "A", "act": "draw"})) == 1
    assert run(tmp_path, b'{"log":1,"\\ud800":1}') == 3
    assert "no log: line 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    "args",
    [[], ["no-such-file"], ["--record", "1", "--players", "30"], ["--record", "1", "--players", "0"],
     ["--record", "1", "--ruleset", "uno/base"], ["--record", "1", "--with", "house/ghost"]],
)  # fmt: skip
def test_wrong_usage_exits_with_3(args: list[str], capsys: Any) -> None:
    assert main(["judge", *args]) == 3
    assert capsys.readouterr().err


def test_what_is_recorded_can_be_judged(tmp_path: Path, capsys: Any) -> None:
    assert main(["judge", "--record", "5", "--with", "house/stacking", "--players", "2"]) == 0
    assert run(tmp_path, capsys.readouterr().out.encode()) == 0
