"""A match: what is carried from round to round, who deals, who leaves, and when it is over."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from unospec.engine import Table
from unospec.engine.match import Match, rotated, seated
from unospec.language import Core, Library, resolve


@cache
def core_of(name: str = "uno/2008", *options: tuple[str, str | int]) -> Core:
    return resolve(name, (), dict(options), Library.load())


def test_the_first_dealer_is_named_or_drawn_and_the_seed_is_the_game() -> None:
    assert Match(core_of(), ["A", "B", "C"], 1, dealer="B").next_round().state()["dealer"] == "B"
    drawn = {Match(core_of(), ["A", "B", "C"], seed).dealer for seed in range(30)}
    assert drawn == {"A", "B", "C"}
    one, other = (Match(core_of(), ["A", "B"], 5).next_round().state() for _ in range(2))
    assert one == other


def won(match: Match, hands: dict[str, list[str]], dealer: str, act: dict[str, object], **setup: object) -> Table:
    """A round of this match that ends with this act, instead of the one that was dealt."""
    match.next_round()
    record = {key: {n: values[n] for n in match.names} for key, values in match.record.items()}
    table = Table.position(
        match.core,
        {"seats": match.names, "hands": hands, "dealer": dealer, "discard_pile": ["R9"], **record, **setup},
    )
    assert table.act(act).ok
    return table


def test_the_record_is_carried_and_the_deal_passes_on() -> None:
    match = Match(core_of(), ["A", "B", "C"], 1, dealer="C")
    match.finish(won(match, {"A": ["R5"], "B": ["Y1"], "C": ["G7"]}, "C", {"by": "A", "act": "play", "card": "R5"}))
    assert match.standings == {"score": {"A": 8, "B": 0, "C": 0}}
    assert match.dealer == "A" and match.round == 1 and match.void == 0 and not match.over
    second = match.next_round()
    assert second.state()["score"] == {"A": 8, "B": 0, "C": 0} and second.state()["dealer"] == "A"
    assert match.round == 2


def test_a_match_ends_with_its_winner() -> None:
    match = Match(core_of("uno/2008", ("target", 50)), ["A", "B"], 1, dealer="B")
    match.finish(won(match, {"A": ["R5"], "B": ["Y8", "W", "G1"]}, "B", {"by": "A", "act": "play", "card": "R5"}))
    assert match.winners == ["A"] and match.over and match.standings == {"score": {"A": 59, "B": 0}}
    with pytest.raises(ValueError, match="over"):
        match.next_round()


def test_a_void_round_is_counted_apart_and_changes_no_record() -> None:
    match = Match(core_of("doc000/partners", ("no_cards", "void")), ["A", "B", "C", "D"], 1, dealer="D")
    hands = {"A": ["G5"], "B": ["Y1"], "C": ["B3"], "D": ["G9"]}
    match.finish(won(match, hands, "D", {"by": "A", "act": "draw"}, draw_pile=[]))
    assert match.void == 1 and match.standings == {"score": dict.fromkeys("ABCD", 0)} and match.dealer == "A"


def test_who_has_left_is_seated_no_more_and_does_not_deal() -> None:
    match = Match(core_of(), ["A", "B", "C"], 1, dealer="C")
    table = won(match, {"A": ["R5"], "B": ["Y1"], "C": ["G7"]}, "C", {"by": "A", "act": "play", "card": "R5"})
    table.s.left = 0b001  # the seat that would deal next
    match.finish(table)
    assert match.names == ["B", "C"] and match.dealer == "B"
    assert match.standings["score"]["A"] == 8, "the record of those who left is kept"
    table = won(match, {"B": ["R5"], "C": ["G7"]}, "B", {"by": "B", "act": "play", "card": "R5"}, turn="B")
    table.s.left = 0b10
    match.finish(table)
    assert match.names == ["B"] and match.over, "nobody plays alone"


def test_losers_are_those_of_the_last_round_that_is_finished() -> None:
    match = Match(core_of("doc003/main"), ["A", "B", "C"], 1, dealer="C")
    act = {"by": "A", "act": "play", "card": "R5"}
    match.finish(won(match, {"A": ["R5"], "B": ["Y9"], "C": ["Y1"]}, "C", act, draw_pile=["B1"]))
    assert match.losers == ["B"] and match.winners == [] and not match.over
    match.finish(won(match, {"A": ["R5"], "B": ["Y1"], "C": ["Y1"]}, "A", act, turn="A", draw_pile=["B1"]))
    assert match.losers == ["B", "C"] and match.round == 2
    assert match.standings == {}, "a loser is told, and no number is kept"


def test_a_void_round_has_no_losers() -> None:
    match = Match(core_of("doc003/main"), ["A", "B"], 1, dealer="B")
    act = {"by": "A", "act": "play", "card": "R5"}
    match.finish(won(match, {"A": ["R5"], "B": ["Y9"]}, "B", act, draw_pile=["B1"]))
    assert match.losers == ["B"]
    setup = {"seats": ["A", "B"], "hands": {"A": ["G1"], "B": ["Y1"]}, "discard_pile": ["R9"]}
    table = Table.position(match.core, setup)
    for seat in ("A", "B"):
        assert table.act({"by": seat, "act": "draw"}).ok
    match.next_round()
    match.finish(table)
    assert match.void == 1 and match.losers == []


def test_a_match_has_a_loser_beside_its_winner() -> None:
    match = Match(core_of("doc004/main", ("target", 50)), ["A", "B", "C"], 1, dealer="C")
    hands = {"A": ["R5"], "B": ["W"], "C": ["Y9"]}
    match.finish(won(match, hands, "C", {"by": "A", "act": "play", "card": "R5"}, draw_pile=["B1"], score={"C": 3}))
    assert (match.winners, match.losers, match.over) == (["A"], ["B"], True)


def test_rules_without_losers_have_none() -> None:
    match = Match(core_of(), ["A", "B"], 1, dealer="B")
    match.finish(won(match, {"A": ["R5"], "B": ["Y1"]}, "B", {"by": "A", "act": "play", "card": "R5"}))
    assert match.losers == []


def test_finish_needs_a_finished_round() -> None:
    match = Match(core_of(), ["A", "B"], Random(3))
    with pytest.raises(ValueError, match="goes on"):
        match.finish(match.next_round())


def test_teams_sit_in_turn() -> None:
    assert seated([["A", "C"], ["B", "D"]]) == ["A", "B", "C", "D"]
    assert seated([["A", "B"], ["C", "D"], ["E", "F"]]) == ["A", "C", "E", "B", "D", "F"]
    with pytest.raises(ValueError, match="same size"):
        seated([["A"], ["B", "C"]])


def test_partners_change_after_every_four_rounds_that_were_won() -> None:
    match = Match(core_of("doc002/teams", ("match", "rotation")), list("ABCD"), 1, dealer="D")
    opposite = []
    for _ in range(12):
        opposite.append(frozenset(match.names[::2]))
        last = dict(zip(match.names, [["R5"], ["Y1"], ["B3"], ["G9"]], strict=True))
        act = {"by": match.names[0], "act": "play", "card": "R5"}
        match.finish(won(match, last, match.names[3], act, turn=match.names[0]))
    partners = [frozenset(pair) for pair in ("AC", "AB", "AD") for _ in range(4)]
    assert opposite == partners, "A has each of the others for four rounds"
    assert match.names == list("ABCD"), "three changes, and everybody is back"


def test_a_void_round_is_none_of_the_four() -> None:
    rules = core_of("doc000/partners", ("match", "rotation"), ("no_cards", "void"))
    match = Match(rules, list("ABCD"), 1, dealer="D")
    hands = {"A": ["G5"], "B": ["Y1"], "C": ["B3"], "D": ["G9"]}
    for _ in range(4):
        match.finish(won(match, hands, "D", {"by": "A", "act": "draw"}, draw_pile=[]))
    assert match.void == 4 and match.names == list("ABCD")


def test_without_a_change_of_partners_nobody_moves() -> None:
    match = Match(core_of("doc002/teams"), list("ABCD"), 1, dealer="D")
    for _ in range(4):
        hands = {"A": ["R5"], "B": ["Y1"], "C": ["B3"], "D": ["G9"]}
        match.finish(won(match, hands, "D", {"by": "A", "act": "play", "card": "R5"}, turn="A"))
    assert match.names == list("ABCD")
    assert rotated(["A", "B"]) == ["A", "B"], "two have nobody to change with"
