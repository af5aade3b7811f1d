"""`unospec identify`: hidden rules are found, one wrong rule stays, and what cannot be told is said."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from harness import a_case, fake

from unospec.adequacy import fake_files
from unospec.cli import main
from unospec.conformance import authoring, schemas
from unospec.conformance.cases import Case, Json
from unospec.conformance.faults import Fault
from unospec.conformance.identify import candidates, questions, report
from unospec.conformance.identify.asking import Answers, ask_all
from unospec.conformance.identify.candidates import Candidate
from unospec.conformance.identify.finding import Finding, asked_json
from unospec.conformance.identify.fit import Bench, Evidence
from unospec.conformance.identify.report import lines
from unospec.conformance.identify.search import Found, Search
from unospec.conformance.implementation import AdapterTrouble, Answer, Declined, Failed, Hello
from unospec.conformance.matching import Sight
from unospec.conformance.reference import play
from unospec.conformance.report import Paint
from unospec.engine import Malformed, Stuck
from unospec.language import Core, SpecError, resolve

CLAIMS = ({"ruleset": "uno/2008"}, {"ruleset": "uno/2008", "options": {"hand_size": 2}})
SHOWN = ("ok", "state.turn", "state.direction", "state.top", "state.active_colour", "state.hands", "state.draw_pile",
         "state.over", "state.winner")  # fmt: skip


@dataclass
class Hidden:
    """An implementation that plays by rules of its own, whatever a request names; only the size of hands it is told."""

    ruleset: str
    patches: Sequence[str] = ()
    options: tuple[tuple[str, Any], ...] = ()
    amend: Any = None
    observes: tuple[str, ...] = SHOWN
    lasts: int | None = None  # so many questions
    setup: str = "state"

    def hello(self) -> Hello:
        """It claims uno/2008, whatever it is."""
        return Hello({"name": "hidden"}, CLAIMS, frozenset(), self.setup, self.observes, (2, 10))

    def core(self, hand_size: int) -> Core:
        """Its rules."""
        options = dict(self.options) | {"hand_size": hand_size}
        return resolve(self.ruleset, self.patches, options, check=False, amend=self.amend)

    def ask(self, request: Json) -> Answer:
        """Play, until it is lost."""
        assert request["ruleset"] == "uno/2008"
        if self.lasts is not None:
            if not self.lasts:
                raise AdapterTrouble(Fault("restarts", "10 times"))
            self.lasts -= 1
        try:
            return play(_kept(self, request["options"]["hand_size"]), request, instrument=False)
        except (Malformed, Stuck) as problem:
            return Declined("unsupported", str(problem))

    def close(self) -> list[Fault]:
        """Nothing is left behind."""
        return []


_cores: dict[tuple[int, int], Core] = {}


def _kept(hidden: Hidden, hand_size: int) -> Core:
    key = id(hidden), hand_size
    if key not in _cores:
        _cores[key] = hidden.core(hand_size)
    return _cores[key]


@cache
def suite(*rulesets: str) -> list[Case]:
    """The cases of some rule sets; of the whole suite a search would take a minute."""
    return [case for case in authoring.whole() if case.ruleset in rulesets]


def identified(
    hidden: Hidden,
    cases: list[Case],
    rulesets: Sequence[str],
    patches: Sequence[str] = (),
    equals: bool = False,
    claimed: str = "",
) -> Finding:
    """What is found of a hidden choice, among these rule sets and patches."""
    hello = hidden.hello()
    names = questions.named(hello, "uno/2008")
    answers = ask_all(hidden, questions.questions(cases, hello, names), lambda done, total: None)
    whole = candidates.field(questions.values_in(cases), frozenset(names[0].told))
    field = replace(whole, rulesets=tuple(rulesets), patches=tuple(patches))
    bench = Bench(answers.evidence, Sight.of(hello.observes))
    search = Search(bench, field, claimed=claimed)
    best, *others = search.ranking()
    return Finding(bench, best, others[0] if others else None, tuple(search.equals(best)) if equals else ())


# -- hidden choices are found


def test_one_option_of_another_rule_set_than_the_one_claimed() -> None:
    hidden = Hidden("uno/2001", options=(("drawn_card", "must"),))
    found = identified(hidden, suite("uno/2001"), ("uno/2001", "uno/2008"), ("house/jump-in",))
    assert found.best.candidate == Candidate("uno/2001", (), (("drawn_card", "must"),))
    assert len(found.best.explains) == len(found.bench.evidence) > 300
    said = found.to_json()
    (part,) = said["rules"]["because"]
    assert (part["option"], part["value"], part["instead_of"]) == ("drawn_card", "must", "may")
    assert part["explains"] and not part["spoils"]
    assert said["rules"]["explains"] - said["rules"]["plain"] == len(part["explains"])
    assert found.runner_up is not None and found.runner_up.candidate.ruleset == "uno/2008"
    assert said["runner_up"]["against"] and not said["runner_up"]["for"]


def test_a_house_rule_with_a_reading_of_its_own() -> None:
    hidden = Hidden("uno/2008", ("house/stacking",), (("stack", "any_draw"),))
    patches = ("house/force-play", "house/no-bluffing", "house/stacking")
    found = identified(hidden, suite("uno/2008"), ("uno/2008",), patches)
    assert found.best.candidate == Candidate("uno/2008", ("house/stacking",), (("stack", "any_draw"),))
    assert not found.to_json()["unexplained"]


def test_what_no_question_tells_is_said() -> None:
    """Points are not shown, so how a match is scored cannot be told, nor how many points end it."""
    hidden = Hidden("doc001/reference", options=(("answering", "forced"), ("match", "points_lost")))
    found = identified(hidden, suite("doc001/reference"), ("doc001/reference", "uno/2008"), equals=True)
    assert found.best.candidate == Candidate("doc001/reference", (), (("answering", "forced"),))
    untold = {item["option"]: item for item in found.to_json()["untold"]}
    assert "points_lost" in untold["match"]["or"] and "target" in untold
    assert "answering" not in untold and "hand_size" not in untold


def test_one_wrong_rule_is_left_over() -> None:
    wrong = next(one for one in fake_files.read([fake_files.folder()]) if one.id == "skip-without-effect")
    found = identified(Hidden("uno/2008", amend=wrong.amend), suite("uno/2008"), ("uno/2001", "uno/2008"))
    assert found.best.candidate == Candidate("uno/2008") and found.identified
    said = found.to_json()
    assert said["unexplained"][0]["rule"]["id"] == wrong.breaks == "effects.skip"
    assert {answer["case"] for answer in said["unexplained"][0]["answers"]} & set(wrong.caught_by)


def test_one_that_can_only_deal_is_led_to_positions() -> None:
    hidden = Hidden("uno/2008", options=(("two_player_reverse", "plain"),), setup="deal")
    cases = [case for case in suite("uno/2008") if case.topic in ("reverse", "skip", "matching")]
    found = identified(hidden, cases, ("uno/2001", "uno/2008"))
    assert found.best.candidate.options == hidden.options
    assert len(found.best.explains) == len(found.bench.evidence) > 10
    assert max(item.question.ahead for item in found.bench.evidence) > 5


def test_of_rule_sets_that_no_question_tells_apart_the_claimed_one_is_named() -> None:
    """Three cases of plain play: both sheets are right, and nothing is made up in addition."""
    hidden = Hidden("uno/2001")
    cases = [a_case(n, seat) for n, seat in enumerate("ACD", 1)]
    found = identified(hidden, cases, ("uno/2001", "uno/2008"), ("house/draw-to-match",), True, "uno/2008")
    assert found.runner_up is not None
    assert (found.best.candidate, found.runner_up.candidate) == (Candidate("uno/2008"), Candidate("uno/2001"))
    said = found.to_json()
    assert said["runner_up"]["against"] == said["runner_up"]["for"] == []
    assert {"patch": "house/draw-to-match", "there": False} in said["untold"]


# -- questions


def hello(claims: Any = (), **more: Any) -> Hello:
    given = {"lacks": frozenset(), "setup": "state", "observes": ("ok",), "seats": (2, 10)} | more
    return Hello({"name": "x"}, claims, **given)


@pytest.mark.parametrize(
    ("claims", "ruleset", "told"),
    [
        (None, "uno/2008", [{}]),
        ((), "uno/2008", [{}]),
        (({"ruleset": "mine/own"},), "uno/2008", [{}]),
        (({"ruleset": "mine/own"}, {"ruleset": "uno/2001"}, {"ruleset": "uno/2008"}), "uno/2001", [{}]),
        (CLAIMS, "uno/2008", [{"hand_size": 7}, {"hand_size": 2}]),
    ],
)
def test_requests_name_what_is_claimed_first(claims: Any, ruleset: str, told: list[Json]) -> None:
    names = questions.named(hello(claims), "uno/2008")
    assert [name.ruleset for name in names] == [ruleset] * len(told)
    assert [name.told for name in names] == told


def test_the_same_position_and_acts_are_one_question_whatever_is_expected() -> None:
    other = a_case(2, ruleset="uno/2001", steps=[{"act": s.act, "ok": False} for s in a_case(1).steps])
    names = questions.named(hello(), "uno/2008")
    asked = questions.questions([other, a_case(1), a_case(3, "C")], hello(), names)
    assert [[case.id for case in question.cases] for question in asked] == [["tiny-0001", "tiny-0002"], ["tiny-0003"]]


def test_a_question_that_cannot_be_put_is_not_put() -> None:
    lacking = a_case(1, needs=["challenge"])
    senseless = a_case(2, setup=a_case(2).setup | {"discard_pile": ["Z9"]})
    said = hello(lacks=frozenset({"challenge"}))
    assert questions.questions([lacking, senseless], said, questions.named(said, "uno/2008")) == []
    assert questions.questions([a_case(3)], hello(seats=(3, 4)), questions.named(hello(), "uno/2008")) == []


def test_offers_are_asked_for_where_a_case_looks_at_them() -> None:
    steps = [{"act": {"by": "A", "act": "draw"}, "legal": {"A": {"includes": [{"act": "keep"}]}}}]
    said = hello(observes=("ok", "legal", "state.turn", "views"))
    asked = questions.questions([a_case(1), a_case(2, steps=steps)], said, questions.named(said, "uno/2008"))
    assert [question.request["want"] for question in asked] == [["ok", "state"], ["ok", "state", "legal"]]


# -- how well answers fit


def bench(case: Case, steps: Sequence[Json], *observes: str) -> Bench:
    said = hello(observes=observes)
    (question,) = questions.questions([case], said, questions.named(said, "uno/2008"))
    return Bench([Evidence(question, tuple(steps))], Sight.of(observes))


PLAIN = Candidate("uno/2008")


def test_only_what_is_shown_is_compared_and_up_to_the_first_difference() -> None:
    good = {"ok": True, "state": {"turn": "B", "mine": 17}}
    assert bench(a_case(1), [good, {"ok": True}], "ok", "state.turn").explained(PLAIN, [0]) == {0}
    left = bench(a_case(1), [good, {"ok": False}], "ok", "state.turn").departure(PLAIN, 0)
    assert left is not None and (left.at, [d.part for d in left.differs]) == (2, ["ok"])
    left = bench(a_case(1), [{"ok": False, "state": {"turn": "A"}}, {"ok": True}], "state.turn").departure(PLAIN, 0)
    assert left is not None and (left.at, [d.part for d in left.differs]) == (1, ["state.turn"])  # `ok` is not shown
    left = bench(a_case(1), [{"ok": True, "state": {"turn": "A"}}, {"ok": False}], "ok", "state").departure(PLAIN, 0)
    assert left is not None and left.at == 1 and "state.turn" in [d.part for d in left.differs]


def test_an_act_that_rules_carry_out_by_themselves_may_be_asked_for_or_refused() -> None:
    """Nobody can challenge where nobody can bluff, so a Wild Draw Four is settled at once."""
    pile = ["Y1", "Y2", "Y3", "Y4", "Y5"]
    setup = a_case(1).setup | {"hands": {"A": ["W4", "B2", "B3"], "B": ["G1"]}, "draw_pile": pile}
    acts = [{"by": "A", "act": "play", "card": "W4", "colour": "G"}, {"by": "B", "act": "take"}]
    case = a_case(1, setup=setup, steps=[{"act": act} for act in acts])
    there = Candidate("uno/2008", ("house/no-bluffing",))
    for last in (True, False):
        assert bench(case, [{"ok": True}, {"ok": last}], "ok").explained(there, [0]) == {0}
    assert bench(case, [{"ok": True}, {"ok": False}], "ok").explained(PLAIN, [0]) == set()


def test_acts_that_are_never_listed_are_not_missed() -> None:
    steps = [{"act": {"by": "A", "act": "play", "card": "R5"}, "legal": {"A": {"includes": []}}}]
    offer = {"A": [], "B": [{"act": "play", "card": "R1"}, {"act": "draw"}]}
    held = bench(a_case(1, steps=steps), [{"ok": True, "legal": offer}], "ok", "legal")
    assert held.listed == {"play", "draw"} and held.explained(PLAIN, [0]) == {0}
    short = bench(a_case(1, steps=steps), [{"ok": True, "legal": {"A": [], "B": [{"act": "draw"}]}}], "ok", "legal")
    assert short.listed == {"draw"} and short.explained(PLAIN, [0]) == {0}
    wrong = {"A": [], "B": [{"act": "play", "card": "G1"}, {"act": "draw"}]}
    assert not bench(a_case(1, steps=steps), [{"ok": True, "legal": wrong}], "ok", "legal").explained(PLAIN, [0])


def test_whose_turn_it_is_after_the_end_is_nobodys_business() -> None:
    setup = a_case(1).setup | {"hands": {"A": ["R5"], "B": ["G1"]}}
    case = a_case(1, setup=setup, steps=[{"act": {"by": "A", "act": "play", "card": "R5"}}])
    for turn in ("A", "B"):
        answer = {"ok": True, "state": {"turn": turn, "over": True, "winner": "A"}}
        assert bench(case, [answer], "ok", "state.turn", "state.over").explained(PLAIN, [0]) == {0}


# -- candidates


def test_candidates_say_what_differs_from_the_default() -> None:
    there = PLAIN.set("two_player_reverse", "plain").add("house/stacking").set("stack", "any_draw")
    assert there.arguments == "uno/2008 --with house/stacking --set stack=any_draw --set two_player_reverse=plain"
    assert there.set("two_player_reverse", "skip").without("house/stacking") == PLAIN
    assert there.core.options["stack"] == "any_draw"
    assert there.told({"hand_size": 2, "nonsense": 1}).options["hand_size"] == 2


def test_neighbours_are_one_change_away() -> None:
    used, told = {"target": frozenset({500, 200})}, frozenset({"hand_size"})
    field = candidates.Field(("uno/2008",), ("house/stacking",), used, told)
    near = field.neighbours(PLAIN)
    assert PLAIN.set("target", 200) in near and PLAIN.set("two_player_reverse", "plain") in near
    assert PLAIN.add("house/stacking") in near and PLAIN.add("house/stacking").set("stack", "any_draw") in near
    assert PLAIN.add("house/stacking").set("target", 200) not in near  # two changes
    assert not [one for one in near if "hand_size" in dict(one.options)]
    assert PLAIN not in near and len(set(near)) == len(near)
    assert PLAIN in field.neighbours(PLAIN.add("house/stacking"))


def test_parts_that_do_not_go_together_are_no_candidates() -> None:
    field = candidates.Field(("uno/2008",), ("doc002/killer-uno", "house/seven-zero"), {}, frozenset())
    with pytest.raises(SpecError):
        assert Candidate("uno/2008", ("doc002/killer-uno", "house/seven-zero")).core
    assert not [one for one in field.neighbours(PLAIN.add("house/seven-zero")) if len(one.patches) == 2]


# -- trouble


def test_what_was_answered_before_an_adapter_was_lost_counts() -> None:
    hidden = Hidden("uno/2008", lasts=60)
    asked = questions.questions(suite("uno/2008"), hidden.hello(), questions.named(hidden.hello(), "uno/2008"))
    answers = ask_all(hidden, asked, lambda done, total: None)
    assert answers.lost is not None and answers.unasked == len(asked) - 60
    assert len(answers.evidence) + answers.refused == 60
    known = Bench(answers.evidence, Sight.of(SHOWN))
    found = Finding(known, Found(PLAIN, known.explained(PLAIN, range(len(known.evidence))))).to_json()
    whole = asked_json({"name": "hidden"}, answers, questions.named(hidden.hello(), "uno/2008")[0], len(asked)) | found
    assert whole["identified"] and list(schemas.problems(whole, "identify")) == []
    text = "\n".join(lines(whole, "en", "unospec identify", Paint()))
    assert f"{len(asked) - 60} questions were never put" in text and "(restarts)" in text


def test_faults_are_kept_with_their_case() -> None:
    (question,) = questions.questions([a_case(1)], hello(), questions.named(hello(), "uno/2008"))
    answers = Answers()
    answers.take(question, Failed(Fault("error", "it broke")))
    answers.take(question, Declined("unsupported"))
    said = asked_json({"name": "x"}, answers, questions.named(hello(), "uno/2008")[0], 2)["asked"]
    assert (said["broken"][0]["code"], said["broken"][0]["cases"], said["refused"]) == ("error", ["tiny-0001"], 1)


# -- the command


@pytest.fixture
def few(tmp_path: Path) -> str:
    """A file of three cases."""
    path = tmp_path / "few.ndjson"
    path.write_text("".join(json.dumps(a_case(n).data) + "\n" for n in (1, 2, 3)), "utf-8")
    return str(path)


def command(*behaviour: str) -> str:
    return " ".join(f"'{word}'" for word in fake(*behaviour))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--impl", "rlcrad"], "there is no adapter rlcrad"),
        ([], "one of the arguments --impl --adapter is required"),
        (["--adapter", "'x"], "--adapter 'x"),
        (["--adapter", ""], "names no command"),
        (["--impl", "rlcard", "--with", "house/stacking"], "belong to a rule set"),
        (["--impl", "rlcard", "--ruleset", "uno/1999"], "uno/1999"),
        (["--adapter", "x", "--case", "skpi-0001"], "no case is selected"),
        (["--adapter", "x", "--cases", "no-such-folder"], "no-such-folder"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["identify", *arguments])
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 3 and said in capsys.readouterr().err


def test_an_adapter_that_does_not_start(few: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", "--adapter", "no-such-program-anywhere", "--cases", few]) == 2
    assert "no_start" in capsys.readouterr().err


def test_an_adapter_that_answers_nothing_comparable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost.ndjson"
    path.write_text(json.dumps(a_case(1, "Fault").data) + "\n", "utf-8")
    assert main(["identify", "--adapter", command("exit"), "--cases", str(path)]) == 2
    out = capsys.readouterr().out
    assert "nothing is identified" in out and "tiny-0001" in out and "(exit)" in out


def test_held_against_given_rules(few: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The fake accepts whatever is held: two players, and each plays what fits, so all is as in uno/2008."""
    arguments = ["identify", "--adapter", command("none"), "--cases", few, "--ruleset", "uno/2008"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(schemas.problems(found, "identify")) == [] and found["rules"]["explains"] == 1


def test_a_difference_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [{"act": {"by": "A", "act": "play", "card": "B2"}, "ok": False}]
    path = tmp_path / "one.ndjson"
    path.write_text(json.dumps(a_case(1, steps=steps).data) + "\n", "utf-8")
    arguments = ["identify", "--adapter", command("none"), "--cases", str(path), "--ruleset", "uno/2008"]
    for lang, words in (("en", "matches nothing known"), ("zh", "与已知的都不相符")):
        assert main([*arguments, "--case", "tiny-*", "--lang", lang]) == 1
        out = capsys.readouterr().out
        assert words in out and "acts.play" in out and "reference ok: false" in out and "hands: {A: [R5, R6, B2]" in out


def test_every_word_is_there_in_both_languages() -> None:
    assert report._WORDS["en"].keys() == report._WORDS["zh"].keys()
    for key, en in report._WORDS["en"].items():
        assert set(re.findall(r"{(\w+)}", en)) == set(re.findall(r"{(\w+)}", report._WORDS["zh"][key])), key
