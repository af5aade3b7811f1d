"""The collection of positions with counts, and the comparison of an implementation with the reference."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from unospec.conformance import positions
from unospec.conformance.cases import Json
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import Answer, Answered, Declined, Failed, Hello
from unospec.conformance.offers import refused_act
from unospec.conformance.perft import Agreed, Lost, Split, Unasked, Walk
from unospec.conformance.positions import Position
from unospec.conformance.reference import Reference, play
from unospec.conformance.rulesets import core_of
from unospec.explore.perft import perft
from unospec.language import SpecError

COLLECTION = positions.collection()
BY_ID = {position.id: position for position in COLLECTION}


def counted(position: Position) -> tuple[int, ...]:
    table = position.table(position.core())
    return tuple(perft(table.machine, table.s, len(position.nodes)))


# -- the collection


@pytest.mark.parametrize("position", COLLECTION, ids=lambda p: p.id)
def test_the_counts_are_those_that_are_written(position: Position) -> None:
    assert counted(position) == position.nodes


@pytest.mark.parametrize("position", [p for p in COLLECTION if p.patches], ids=lambda p: p.id)
def test_each_house_rule_shows_in_the_counts(position: Position) -> None:
    for patch in position.patches:
        rest = tuple(p for p in position.patches if p != patch)
        assert counted(replace(position, patches=rest)) != position.nodes, patch


@pytest.mark.parametrize("position", [p for p in COLLECTION if p.options], ids=lambda p: p.id)
def test_each_option_shows_in_the_counts(position: Position) -> None:
    for name in position.options:
        if name != "hand_size":
            rest = {key: value for key, value in position.options.items() if key != name}
            assert counted(replace(position, options=rest)) != position.nodes, name


def test_every_act_of_every_core_occurs() -> None:
    """Whatever a core can offer is offered somewhere in the trees of the collection."""
    offered: dict[str, set[str]] = {}
    there: dict[str, set[str]] = {}
    for position in COLLECTION:
        table = position.table(position.core())
        key = position.ruleset + "".join(name for name, _ in position.patches)
        acts = there.setdefault(key, set())
        acts |= {shape.name for shape in table.machine.program.acts}
        level = [table.s]
        for _ in range(6):
            found = offered.setdefault(key, set())
            following = []
            for s in level:
                for act in table.machine.legal(s):
                    found.add(act[1])
                    after = table.machine.clone(s)
                    table.machine.apply(after, act)
                    following.append(after)
            level = following
    everything: set[str] = set().union(*there.values())
    assert everything == set().union(*offered.values())
    for ruleset in ("uno/2008", "uno/2001"):
        assert there[ruleset] == offered[ruleset]


def test_ids_and_files() -> None:
    assert len(COLLECTION) >= 40
    assert {p.ruleset for p in COLLECTION} >= {"uno/2008", "uno/2001", "doc002/part2"}
    patches = {name for p in COLLECTION for name, _ in p.patches}
    house = {f"house/{path.stem}" for path in (positions.resources.root() / "spec/patches/house").glob("*.yaml")}
    known = {"house/jump-in", "house/stacking", "house/seven-zero", "house/force-play", "house/no-bluffing",
             "house/draw-to-match"}  # fmt: skip
    assert known <= patches and known <= house


# -- files


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    return path


SETUP = "{seats: [A, B], hands: {A: [R5], B: [R1]}, discard_pile: [R9], draw_pile: [Y1, Y2]}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("setup: {seats: [A, B], hands: {}}", r"mine\.yaml:1:8: setup"),
        (f"ruleset: uno/2008\nnodse: [1]\nsetup: {SETUP}", r"unknown key `nodse`"),
        ("seats: [A, B]\nhands: {A: [R5\n", r"mine\.yaml:\d+:\d+"),
        ("format: 1\npositions:\n  - {id: perft-9000}\n", r"mine\.yaml:3:5.*missing"),
        (f"format: 1\npositions:\n  - setup: {SETUP}\n    id: mine\n", r"mine\.yaml:"),
    ],
)
def test_a_bad_file_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as error:
        positions.find(str(written(tmp_path, text)))
    assert re.search(message, str(error.value), re.DOTALL)


def test_a_bare_set_up_and_one_with_rules(tmp_path: Path) -> None:
    text = "seats: [A, B]\nhands: {A: [R5], B: [R1]}\ndiscard_pile: [R9]\ndraw_pile: [Y1, Y2]\n"
    (bare,) = positions.find(str(written(tmp_path, text)))
    with pytest.raises(SpecError, match="by which rules"):
        bare.core()
    (own,) = positions.find(str(written(tmp_path, f"ruleset: uno/2008\nsetup: {SETUP}\nnodes: [2]")))
    assert own.nodes == counted(own) == (2,)


def test_a_position_that_cannot_be(tmp_path: Path) -> None:
    text = "ruleset: uno/2008\nsetup: {seats: [A, B], hands: {A: [R0, R0]}, discard_pile: [R9]}"
    (position,) = positions.find(str(written(tmp_path, text)))
    with pytest.raises(SpecError, match=r"mine\.yaml:2:8.*2 times R0"):
        position.table(position.core())


# -- comparing


class Fake:
    """The reference, changed: `hello` replaces what it says of itself, `answer` what it answers."""

    def __init__(self, answer: Callable[[Json], Answer] | None = None, **hello: object) -> None:
        self.answer = answer or Reference().ask
        self.said = hello
        self.asked: list[list[Json]] = []

    def hello(self) -> Hello:
        return replace(Reference().hello(), **self.said)  # type: ignore[arg-type]

    def ask(self, request: Json) -> Answer:
        self.asked.append(request["acts"])
        return self.answer(request)

    def close(self) -> list[Fault]:
        return []


def compare(fake: Fake, name: str, walk: Walk | None = None, anyway: bool = False) -> object:
    return (walk or Walk()).compare(BY_ID[name], fake, fake.hello(), anyway)


@pytest.mark.parametrize("position", COLLECTION, ids=lambda p: p.id)
def test_the_reference_agrees_with_itself(position: Position) -> None:
    found = Walk().compare(position, Reference(), Reference().hello())
    assert found == Agreed(1 + position.nodes[0], 0, True)


@pytest.mark.parametrize("position", COLLECTION, ids=lambda p: p.id)
def test_it_agrees_where_it_only_says_whether_an_act_is_accepted(position: Position) -> None:
    found = Walk().compare(position, Reference(), replace(Reference().hello(), observes=("ok",)))
    assert found == Agreed(1 + sum(position.nodes[:2]), 0, True)


def plain_reverse(request: Json) -> Answer:
    """By other rules: with two players Reverse turns the direction and does nothing else."""
    return play(core_of("uno/2008", [], {"two_player_reverse": "plain"}), request, instrument=False)


def test_the_first_difference_is_told() -> None:
    found = compare(Fake(plain_reverse), "perft-0005")
    assert isinstance(found, Split)
    assert found.acts == ({"by": "A", "act": "play", "card": "RR"},)
    assert found.spoke == ("acts.play", "effects.reverse")
    assert [offer.act for offer in found.only_reference] == [
        {"by": "A", "act": "draw"},
        {"by": "A", "act": "play", "card": "R2"},
    ]
    assert [(o.act["by"], o.rule, o.why) for o in found.only_implementation] == [
        ("B", "acts.draw", "not_yours"),
        ("B", "acts.play", "not_yours"),
        ("B", "acts.play", "not_yours"),
    ]


def test_the_first_act_that_is_accepted_wrongly_is_told() -> None:
    found = compare(Fake(plain_reverse, observes=("ok",)), "perft-0005")
    assert isinstance(found, Split)
    (offer,) = found.only_implementation
    assert (found.acts[-1]["card"], offer.act, offer.why) == ("RR", {"by": "B", "act": "draw"}, "not_yours")


def test_refused_acts_that_leave_traces_are_told_apart() -> None:
    """After any act that it refuses this one accepts everything; asked one by one it refuses like the reference."""

    def sulky(request: Json) -> Answer:
        answer = Reference().ask(request)
        assert isinstance(answer, Answered)
        first = next((i for i, step in enumerate(answer.steps) if not step["ok"]), len(answer.steps))
        return Answered(tuple({"ok": i != first} for i in range(len(answer.steps))))

    assert compare(Fake(sulky, observes=("ok",)), "perft-0001") == Agreed(8, 0, True)


def test_an_act_that_is_refused_wrongly_is_told_where_only_ok_is_seen() -> None:
    def no_keeping(request: Json) -> Answer:
        answer = Reference().ask(request)
        assert isinstance(answer, Answered)
        for act, step in zip(request["acts"], answer.steps, strict=True):
            step["ok"] = step["ok"] and act["act"] != "keep"
        return answer

    found = compare(Fake(no_keeping, observes=("ok",)), "perft-0002")
    assert isinstance(found, Split)
    assert ([act["act"] for act in found.acts], found.accepted) == (["draw", "keep"], False)


def test_where_nothing_differs_within_the_depth_both_agree() -> None:
    assert compare(Fake(plain_reverse), "perft-0005", Walk(depth=1)) == Agreed(1, 0, True)


def test_the_position_itself_is_compared() -> None:
    def no_drawing(request: Json) -> Answer:
        answer = Reference().ask(request)
        assert isinstance(answer, Answered)
        for step in answer.steps:
            step["legal"] = {who: [a for a in acts if a["act"] != "draw"] for who, acts in step["legal"].items()}
        return answer

    found = compare(Fake(no_drawing), "perft-0001")
    assert isinstance(found, Split)
    assert (found.acts, [offer.act for offer in found.only_reference]) == ((), [{"by": "A", "act": "draw"}])
    agreed = compare(Fake(no_drawing), "perft-0001", Walk(ignore=frozenset({"draw"})))
    assert agreed == Agreed(2, 0, True)


def test_who_accepts_what_cannot_be_differs_at_once() -> None:
    def credulous(request: Json) -> Answer:
        return Answered(tuple({"ok": True, "legal": {}} for _ in request["acts"]))

    found = compare(Fake(credulous), "perft-0001")
    assert isinstance(found, Split)
    (offer,) = found.only_implementation
    assert (offer.why, found.acts) == ("not_held", ())


def test_who_refuses_what_was_offered_differs() -> None:
    def timid(request: Json) -> Answer:
        answer = Reference().ask(request)
        assert isinstance(answer, Answered)
        answer.steps[-1]["ok"] = False
        return answer

    found = compare(Fake(timid), "perft-0001")
    assert isinstance(found, Split)
    assert (found.accepted, len(found.acts), found.spoke[0]) == (False, 1, "acts.draw")


def test_choices_travel_with_the_act_where_they_have_to() -> None:
    """Nodes: the position; four colours and drawing; below them 2 + 2 + 2 + 1 and 2."""
    fake = Fake(lacks=frozenset({"choose_separately"}))
    assert compare(fake, "perft-0008", Walk(depth=3)) == Agreed(15, 0, True)
    first = [acts[0] for acts in fake.asked if len(acts) == 1]
    assert [act["colour"] for act in first if act.get("card") == "W"] == ["B", "G", "R", "Y"]
    assert not [act for acts in fake.asked for act in acts if act["act"] == "choose_colour"]


def test_what_is_not_asked() -> None:
    blind = compare(Fake(observes=("state",)), "perft-0001")
    assert blind == Unasked("it shows neither what is legal nor whether an act is accepted")
    lacking = Fake(lacks=frozenset({"keep"}))
    assert compare(lacking, "perft-0001") == Unasked("it lacks keep")
    assert compare(lacking, "perft-0001", anyway=True) == Agreed(3, 0, True)
    assert isinstance(compare(Fake(claims=()), "perft-0001"), Unasked)
    assert compare(Fake(lambda _: Declined("unsupported", "no")), "perft-0001") == Unasked("no")


def test_a_fault_ends_it() -> None:
    found = compare(Fake(lambda _: Failed(Fault("error", "it fell over"))), "perft-0001")
    assert isinstance(found, Lost) and found.fault.detail == "it fell over"


def test_the_limit_of_requests() -> None:
    fake = Fake()
    assert compare(fake, "perft-0009", Walk(depth=3, requests=5)) == Agreed(5, 0, False)
    assert len(fake.asked) == 5


def test_a_step_without_offers_is_not_held_against_it() -> None:
    def silent(request: Json) -> Answer:
        answer = Reference().ask(request)
        assert isinstance(answer, Answered)
        return Answered(tuple({"ok": step["ok"]} for step in answer.steps))

    assert compare(Fake(silent), "perft-0001") == Agreed(3, 3, True)


@pytest.mark.parametrize("position", COLLECTION, ids=lambda p: p.id)
def test_there_is_always_an_act_that_is_refused(position: Position) -> None:
    table = position.table(position.core())
    act = refused_act(table)
    assert act is not None and not table.act(act).ok
