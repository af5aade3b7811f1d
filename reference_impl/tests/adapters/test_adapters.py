"""The adapters of third-party implementations: do they set up, translate and read back faithfully?

What the implementations do with the rules is the business of the cases and of known-failures.yaml. Here only
acts are used on which rule set and implementation agree, and the few spots at which an adapter has to decide.
Tests that need an implementation are skipped where it is not installed.
"""

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from unospec import resources
from unospec.cli import main
from unospec.conformance import authoring, schemas

Json = dict[str, Any]
Ask = Callable[..., Json]

ADAPTERS = resources.root() / "conformance" / "adapters"
NAMES = ["rlcard", "uno-engine", "pokemon-showdown"]
VARIABLES = {"uno-engine": "UNO_ENGINE_PATH", "pokemon-showdown": "SHOWDOWN_PATH"}
PLACES = {
    name: Path(os.environ.get(variable, ADAPTERS / name)).resolve() for name, variable in VARIABLES.items()
}


def request(setup: Json, acts: list[Json], **more: Any) -> Json:
    given = {"ruleset": "uno/2008", "patches": [], "options": {}, "want": ["ok", "state"]} | more
    return {"cmd": "case", "id": 17, "setup": setup, "acts": acts, **given}


def rlcard() -> Ask:
    pytest.importorskip("rlcard", reason="RLCard is not installed: pip install rlcard==1.2.0 numpy termcolor")
    spec = importlib.util.spec_from_file_location("rlcard_adapter", ADAPTERS / "rlcard" / "adapter.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    adapter = module.Adapter()
    return lambda asked: (
        adapter.hello() | {"id": asked["id"]} if asked["cmd"] == "hello" else adapter.case(asked)
    )


def in_node(name: str) -> Iterator[Ask]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    if not (PLACES[name] / "node_modules" / name).is_dir():
        pytest.skip(f"{name} is not installed; conformance/adapters/{name}/adapter.yaml says how")
    script = ADAPTERS / name / "adapter.mjs"
    environment = os.environ | {VARIABLES[name]: str(PLACES[name])}
    with subprocess.Popen(
        [node, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        reads, writes = process.stdout, process.stdin

        def ask(asked: Json) -> Json:
            writes.write(json.dumps(asked) + "\n")
            writes.flush()
            answer: Json = json.loads(reads.readline())
            return answer

        yield ask
        writes.write('{"cmd": "bye", "id": 99}\n')
        writes.close()
        assert process.wait(timeout=10) == 0


@pytest.fixture(scope="module", params=NAMES)
def ask(request: pytest.FixtureRequest) -> Iterator[Ask]:
    if request.param == "rlcard":
        yield rlcard()
    else:
        yield from in_node(request.param)


@pytest.fixture(scope="module")
def ask_rlcard() -> Ask:
    return rlcard()


@pytest.fixture(scope="module")
def ask_uno_engine() -> Iterator[Ask]:
    yield from in_node("uno-engine")


@pytest.fixture(scope="module")
def ask_showdown() -> Iterator[Ask]:
    yield from in_node("pokemon-showdown")


def play(by: str, card: str, **more: Any) -> Json:
    return {"by": by, "act": "play", "card": card, **more}


def table(hands: dict[str, list[str]], top: str = "R7", **more: Any) -> Json:
    draw_pile = ["Y1", "Y2", "Y3", "Y4", "Y6", "Y8"]
    return {"seats": list(hands), "hands": hands, "discard_pile": [top], "draw_pile": draw_pile, **more}


def steps(ask: Ask, setup: Json, *acts: Json, **more: Any) -> list[Json]:
    answer = ask(request(setup, list(acts), **more))
    assert schemas.first_problem(answer, "protocol", "case-answer") is None, answer
    assert answer["id"] == 17
    return list(answer["steps"])


def last(ask: Ask, setup: Json, *acts: Json) -> Json:
    """The state after the last act; all acts have to be accepted."""
    seen = steps(ask, setup, *acts)
    assert [step["ok"] for step in seen] == [True] * len(acts)
    state: Json = seen[-1]["state"]
    return state


TWO = {"A": ["R5", "G1", "G2"], "B": ["G5", "R2"]}
THREE = {"A": ["RS", "RR", "R+2", "W", "W4", "G9"], "B": ["G5", "R2"], "C": ["B3", "B4"]}
FOUR = THREE | {"D": ["B5", "B6"]}


def test_hello_keeps_to_the_protocol(ask: Ask) -> None:
    hello = ask({"cmd": "hello", "id": 3, "protocol": 1, "suite": "1"})
    assert schemas.first_problem(hello, "protocol", "hello-answer") is None
    assert {"ruleset": "uno/2008", "patches": [], "options": {}} in hello["claims"]
    assert "challenge" in hello["lacks"]


def test_everything_observed_is_declared(ask: Ask) -> None:
    observes = ask({"cmd": "hello", "id": 3, "protocol": 1, "suite": "1"})["observes"]
    (step,) = steps(ask, table(TWO), play("A", "R5"))
    declared = {name.removeprefix("state.") for name in observes if name.startswith("state.")}
    assert set(step["state"]) == declared
    assert ("legal" in step) == ("legal" in observes)


def test_plain_play(ask: Ask) -> None:
    state = last(ask, table(TWO), play("A", "R5"), play("B", "G5"))
    assert state["turn"] == "A" and state["top"] == "G5" and state["active_colour"] == "G"
    assert state["hands"] == {"A": ["G1", "G2"], "B": ["R2"]}
    assert state["hand_sizes"] == {"A": 2, "B": 1} and state["draw_pile"] == 6
    assert state["over"] is False and state["winner"] is None


@pytest.mark.parametrize(
    "act",
    [
        play("A", "G1"),
        play("A", "R2"),
        play("A", "Y9"),
        play("A", "W", colour="R"),
        play("A", "R5", count=2),
        play("A", "R5", colour="G"),
        play("B", "R2"),
        {"by": "B", "act": "draw"},
        {"by": "A", "act": "keep"},
        {"by": "A", "act": "take"},
        {"by": "A", "act": "challenge"},
        {"by": "B", "act": "jump", "card": "R2"},
        {"by": "A", "act": "dance"},
    ],
)
def test_a_refused_act_changes_nothing_and_does_not_end_the_case(ask: Ask, act: Json) -> None:
    refused, accepted = steps(ask, table(TWO), act, play("A", "R5"))
    assert refused["ok"] is False and accepted["ok"] is True
    assert refused["state"]["turn"] == "A" and refused["state"]["hand_sizes"] == {"A": 3, "B": 2}
    assert accepted["state"]["turn"] == "B"


@pytest.mark.parametrize(
    ("hands", "card", "direction", "turn", "after"),
    [
        (THREE, "RS", 1, "C", 1),
        (THREE, "RS", -1, "B", -1),
        (FOUR, "RS", 1, "C", 1),
        (THREE, "RR", 1, "C", -1),
        (FOUR, "RR", -1, "B", 1),
        (THREE, "R+2", 1, "C", 1),
        (FOUR, "R+2", -1, "C", -1),
    ],
)
def test_seats_and_direction(ask: Ask, hands: Json, card: str, direction: int, turn: str, after: int) -> None:
    state = last(ask, table(hands, direction=direction), play("A", card))
    assert (state["turn"], state["direction"], state["top"]) == (turn, after, card)


def test_any_seat_may_have_the_turn_and_any_may_have_dealt(ask: Ask) -> None:
    for dealer in FOUR:
        state = last(ask, table(FOUR, dealer=dealer, turn="B"), play("B", "R2"))
        assert state["turn"] == "C"


def test_the_seat_after_the_dealer_begins(ask: Ask) -> None:
    assert last(ask, table(FOUR, dealer="A"), play("B", "R2"))["turn"] == "C"


def test_cards_are_drawn_in_the_order_of_the_case(ask: Ask) -> None:
    state = last(ask, table(THREE), play("A", "R+2"), {"by": "C", "act": "draw"})
    assert state["hands"]["B"] == ["G5", "R2", "Y1", "Y2"] and state["hands"]["C"] == ["B3", "B4", "Y3"]
    assert state["draw_pile"] == 3


@pytest.mark.parametrize("colour", ["R", "Y", "G", "B"])
def test_wild(ask: Ask, colour: str) -> None:
    state = last(ask, table(THREE), play("A", "W", colour=colour))
    assert (state["top"], state["active_colour"], state["turn"]) == ("W", colour, "B")


def test_a_wild_without_a_colour_is_refused_and_stays_without(ask: Ask) -> None:
    if "choose_separately" not in ask({"cmd": "hello", "id": 3, "protocol": 1, "suite": "1"})["lacks"]:
        pytest.skip("the colour may be named afterwards")
    refused, named = steps(ask, table(THREE), play("A", "W"), play("A", "W", colour="B"))
    assert refused["ok"] is False and named["ok"] is True and named["state"]["active_colour"] == "B"


def test_a_wild_on_the_discard_pile_has_the_colour_in_force(ask: Ask) -> None:
    refused, accepted = steps(ask, table(TWO, top="W", active_colour="G"), play("A", "R5"), play("A", "G1"))
    assert refused["ok"] is False and refused["state"]["active_colour"] == "G" and accepted["ok"] is True


def test_no_state_between_a_wild_draw_four_and_its_cards(ask: Ask) -> None:
    hands = {"A": ["W4", "G1"], "B": ["G5", "R2"], "C": ["Y3", "Y4"]}
    played, wrong, taken, again = steps(
        ask,
        table(hands),
        play("A", "W4", colour="Y"),
        {"by": "C", "act": "take"},
        {"by": "B", "act": "take"},
        {"by": "B", "act": "take"},
    )
    assert played == {"ok": True} and wrong == {"ok": False}
    assert taken["ok"] is True and taken["state"]["turn"] == "C" and taken["state"]["hand_sizes"]["B"] == 6
    assert again["ok"] is False


def test_the_last_card_wins(ask: Ask) -> None:
    (step,) = steps(ask, table({"A": ["R1"], "B": ["R2", "W"]}), play("A", "R1"))
    assert step["state"]["over"] is True and step["state"]["winner"] == "A" and step["end"]["winner"] == "A"


def test_two_requests_share_nothing(ask: Ask) -> None:
    asked = request(table(FOUR), [play("A", "W4", colour="G"), {"by": "B", "act": "take"}])
    first = ask(asked)
    ask(request(table(TWO, top="G1"), [play("A", "G2")]))
    assert ask(asked) == first


@pytest.mark.parametrize("odd", [{"active_colour": "G"}, {"score": {"A": 480}}, {"pending": {"amount": 2}}])
def test_a_position_that_cannot_be_represented_is_skipped(ask: Ask, odd: Json) -> None:
    answer = ask(request(table(TWO, **odd), [play("A", "R5")]))
    assert answer["skip"]["reason"] == "unsupported"


def test_what_holds_nothing_is_no_obstacle(ask: Ask) -> None:
    odd: Json = {"score": {"A": 0, "B": 0}, "pending": {"amount": 0, "face": None}, "drawn": None}
    assert last(ask, table(TWO, **odd), play("A", "R5"))["turn"] == "B"


def test_rlcard_plays_a_drawn_card_by_itself(ask_rlcard: Ask) -> None:
    setup = table({"A": ["G1"], "B": ["R2", "G5"]}) | {"draw_pile": ["R9", "Y1"]}
    drawn, other, same = steps(
        ask_rlcard, setup, {"by": "A", "act": "draw"}, play("A", "G1"), play("A", "R9")
    )
    assert drawn == {"ok": True} and other == {"ok": False}
    assert same["ok"] is True and same["state"]["top"] == "R9" and same["state"]["hands"]["A"] == ["G1"]


def test_rlcard_deals_what_the_case_says(ask_rlcard: Ask) -> None:
    order = ["R1", "G2", "B3", "R4", "G5", "B6", "R7", "Y1"]
    setup = {"seats": ["A", "B", "C"], "dealer": "B", "deal": {"draw_order": order}}
    (step,) = steps(ask_rlcard, setup, play("A", "G2"), options={"hand_size": 2})
    assert step["ok"] is False and step["state"]["turn"] == "C" and step["state"]["top"] == "R7"
    assert step["state"]["hands"] == {"C": ["R1", "R4"], "A": ["G2", "G5"], "B": ["B3", "B6"]}


def test_rlcard_reshuffles_by_the_tape(ask_rlcard: Ask) -> None:
    setup = table({"A": ["G1"], "B": ["R2"]}) | {"draw_pile": [], "reshuffles": [["Y4", "B6"]]}
    state = last(ask_rlcard, setup | {"discard_pile": ["B6", "Y4", "R7"]}, {"by": "A", "act": "draw"})
    assert state["hands"]["A"] == ["G1", "Y4"]


def test_rlcard_lists_legal_acts(ask_rlcard: Ask) -> None:
    (step,) = steps(ask_rlcard, table(THREE, turn="C"), play("A", "R5"))
    assert step["legal"] == {"A": [], "B": [], "C": [{"act": "draw"}]}
    (step,) = steps(ask_rlcard, table(THREE), play("B", "R5"))
    assert step["legal"]["A"] == [{"act": "play", "card": card} for card in ("RS", "RR", "R+2", "W")]


def test_rlcard_breaking_down_is_no_refusal(ask_rlcard: Ask) -> None:
    setup = table({"A": ["W4", "G1"], "B": ["G5"]}) | {"draw_pile": []}
    with pytest.raises(IndexError):
        ask_rlcard(request(setup, [play("A", "W4", colour="Y")]))


def test_uno_engine_keep_and_automatic_pass(ask_uno_engine: Ask) -> None:
    fits = table({"A": ["G1"], "B": ["R2", "G5"]}) | {"draw_pile": ["R9", "Y1", "Y2"]}
    drawn, kept, unfit = steps(
        ask_uno_engine,
        fits,
        {"by": "A", "act": "draw"},
        {"by": "A", "act": "keep"},
        {"by": "B", "act": "draw"},
    )
    assert drawn["state"]["turn"] == "A" and kept["state"]["turn"] == "B" and unfit["state"]["turn"] == "A"


def test_uno_engine_call_and_catch(ask_uno_engine: Ask) -> None:
    hands = {"A": ["R5", "G1"], "B": ["R2", "B2", "B3"]}
    catch = {"by": "B", "act": "catch", "target": "A"}
    assert last(ask_uno_engine, table(hands), play("A", "R5"), catch)["hand_sizes"] == {"A": 3, "B": 3}
    seen = steps(ask_uno_engine, table(hands), play("A", "R5"), {"by": "A", "act": "call"}, catch)
    assert [step["ok"] for step in seen] == [True, True, False]


def test_uno_engine_scores_the_round(ask_uno_engine: Ask) -> None:
    (step,) = steps(ask_uno_engine, table({"A": ["R1"], "B": ["R2", "W", "GS"]}), play("A", "R1"))
    assert step["end"] == {"winner": "A", "score": {"A": 72, "B": 0}}


def test_uno_engine_has_no_empty_draw_pile(ask_uno_engine: Ask) -> None:
    answer = ask_uno_engine(request(table(TWO) | {"draw_pile": []}, [play("A", "R5")]))
    assert "draw pile" in answer["skip"]["detail"]


@pytest.mark.parametrize("name", VARIABLES)
def test_a_missing_package_is_said(tmp_path: Path, name: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = ADAPTERS / name / "adapter.mjs"
    environment = os.environ | {VARIABLES[name]: str(tmp_path)}
    ended = subprocess.run([node, script], input="", capture_output=True, encoding="utf-8", env=environment)
    assert ended.returncode == 1 and ended.stdout == "" and "npm install" in ended.stderr


@pytest.mark.usefixtures("ask")
@pytest.mark.parametrize(("more", "code"), [([], 0), (["--no-known"], 1)])
def test_a_run_holds_because_of_the_known_failures(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, more: list[str], code: int
) -> None:
    name = request.node.callspec.params["ask"]
    for other, variable in VARIABLES.items():
        monkeypatch.setenv(variable, str(PLACES[other]))
    assert main(["run", "--quiet", "--impl", name, *more]) == code


def test_the_rules_that_rlcard_really_follows(capsys: pytest.CaptureFixture[str]) -> None:
    """A part of the suite tells them: whoever can play has to, nobody bluffs, a Reverse of two players does nothing."""
    rlcard()
    topics = ("opening", "four-seats", "uno-2001", "wild-four", "reverse", "draw", "legal", "force-play", "no-bluffing")
    chosen = [word for topic in topics for word in ("--case", f"{topic}-*")]
    assert main(["identify", "--impl", "rlcard", "--json", *chosen]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(schemas.problems(found, "identify")) == []
    rules = found["rules"]
    assert (rules["ruleset"], rules["patches"]) == ("uno/2001", ["house/force-play", "house/no-bluffing"])
    assert rules["options"] == {"first_draw2": "plays", "force": "hand", "two_player_reverse": "plain"}
    assert found["runner_up"]["ruleset"] == "uno/2008" and found["asked"]["told"] == ["hand_size"]
    assert "acts.draw" in [group["rule"]["id"] for group in found["unexplained"]]  # a drawn card plays itself


@pytest.mark.parametrize("name", NAMES)
def test_known_failures_are_well_formed_and_name_cases(name: str) -> None:
    folder = ADAPTERS / name
    described = yaml.safe_load((folder / "adapter.yaml").read_text("utf-8"))
    known = yaml.safe_load((folder / described["known"]).read_text("utf-8"))
    assert list(schemas.problems(known, "known")) == []
    assert set(known) <= {case.id for case in authoring.load([authoring.suite()])}


def test_uno_engine_nobody_catches_himself(ask_uno_engine: Ask) -> None:
    """The shout of somebody with three cards is a false one and costs two: that is no catch."""
    hands = {"A": ["R5", "G1", "G2"], "B": ["R2", "B2", "B3"]}
    (step,) = steps(ask_uno_engine, table(hands), {"by": "B", "act": "catch", "target": "B"})
    assert step["ok"] is False and step["state"]["hand_sizes"] == {"A": 3, "B": 5}


def test_showdown_takes_the_colour_after_the_card_too(ask_showdown: Ask) -> None:
    nobody, played, others, named = steps(
        ask_showdown,
        table(THREE),
        play("A", "W", colour="Q"),
        play("A", "W"),
        {"by": "B", "act": "choose_colour", "colour": "R"},
        {"by": "A", "act": "choose_colour", "colour": "G"},
    )
    assert [step["ok"] for step in (nobody, played, others, named)] == [False, True, False, True]
    assert nobody["state"]["hand_sizes"]["A"] == 6 and played["state"]["turn"] == "A"
    assert named["state"]["active_colour"] == "G" and named["state"]["turn"] == "B"


def test_showdown_keep_and_automatic_pass(ask_showdown: Ask) -> None:
    fits = table({"A": ["G1"], "B": ["R2", "G5"]}) | {"draw_pile": ["R9", "Y1", "Y2"]}
    acts = [{"by": "A", "act": "keep"}, {"by": "A", "act": "draw"}, {"by": "A", "act": "keep"}]
    early, drawn, kept, unfit = steps(ask_showdown, fits, *acts, {"by": "B", "act": "draw"})
    assert early["ok"] is False and drawn["state"]["turn"] == "A"
    assert kept["state"]["turn"] == "B" and unfit["state"]["turn"] == "A"


def test_showdown_punishes_a_missing_call_and_only_that(ask_showdown: Ask) -> None:
    hands = {"A": ["R5", "G1"], "B": ["R2", "B2", "B3"]}
    assert last(ask_showdown, table(hands), play("A", "R5"), play("B", "R2"))["hand_sizes"]["A"] == 3
    called = last(ask_showdown, table(hands), play("A", "R5"), {"by": "A", "act": "call"}, play("B", "R2"))
    assert called["hand_sizes"]["A"] == 1
    seen = steps(ask_showdown, table(hands), play("A", "R5"), {"by": "B", "act": "call"})
    assert [step["ok"] for step in seen] == [True, False]


def test_showdown_deals_what_the_case_says(ask_showdown: Ask) -> None:
    order = ["R1", "G2", "B3", "R4", "G5", "B6", "R7", "Y1"]
    setup = {"seats": ["A", "B", "C"], "dealer": "B", "deal": {"draw_order": order}}
    (step,) = steps(ask_showdown, setup, play("A", "G2"), options={"hand_size": 2})
    assert step["ok"] is False and step["state"]["turn"] == "C" and step["state"]["top"] == "R7"
    assert step["state"]["hands"] == {"C": ["R1", "R4"], "A": ["G2", "G5"], "B": ["B3", "B6"]}


def test_showdown_accepts_nothing_after_the_end(ask_showdown: Ask) -> None:
    hands = {"A": ["R1"], "B": ["R2", "W"]}
    seen = steps(ask_showdown, table(hands), play("A", "R1"), {"by": "A", "act": "draw"}, play("B", "R2"))
    assert [step["ok"] for step in seen] == [True, False, False]
    assert seen[-1]["end"] == {"winner": "A"}
