"""Laws that hold in every state of every game: over random rule sets, tables, decks and plays.

A rule set is one of `spec/` or one made of parts over the common base, with any combination of house rules
and values of their options. Each law has one function, so that a failure names the law.
"""

import itertools
import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unospec import language
from unospec.engine import Machine, Notation, Rejected, Shuffler, State, Table, is_fault, machine
from unospec.language import document as documents
from unospec.language.source import read_bytes

HOUSE: dict[str, tuple[str, list[str]]] = {
    "house/stacking": ("stack", ["same_kind", "not_smaller", "any_draw"]),
    "house/jump-in": ("jump_black", ["wild4", "all", "none"]),
    "house/force-play": ("force", ["drawn", "hand"]),
    "house/seven-zero": ("", []),
    "house/draw-to-match": ("", []),
    "house/no-bluffing": ("", []),
    "home/mistakes": ("", []),
    "home/copies": ("", []),
}
# Several identical cards in one act, with conditions that ask how many.
COPIES = """
unospec: "1"
id: home/copies
kind: patch
title: {en: Several at once, zh: 同牌连出}
change:
  acts.play: {cards: {from: hand(actor), up_to: 3}, text: holds}
forbid:
  last_pair:
    act: [play]
    when: {all: [{gt: [{count: cards}, 1]}, {eq: [{count: hand(actor)}, {count: cards}]}]}
    en: Several cards at once may not be the last ones.
    zh: 最后的牌不可几张同出。
  bare_pair:
    act: [play]
    when: {all: [{ge: [{count: cards}, 2]}, {has: [card, action]}, {not: {exists: {in: hand(actor), except: cards}}}]}
    en: Of several action cards one more card is kept.
    zh: 几张功能牌同出时，手里要留牌。
"""
# The same for acts that other documents bring: an act with an answer leaves the penalty to be drawn only by a choice.
MORE_COPIES = {
    "house/jump-in": "change: {acts.jump: {cards: {from: hand(actor), up_to: 2}, text: holds}}",
    "house/stacking": (
        "change: {acts.answer: {cards: {from: hand(actor), up_to: 2}, text: holds}}\n"
        "forbid: {single: {act: [answer], when: {all: [{lt: [{count: cards}, 2]}, {gt: [pending.amount, 2]}]},"
        " en: A high penalty takes two., zh: 重罚要两张来接。}}"
    ),
}
# What refused acts may cost, at its most: every act, every refusal, and effects that wake triggers.
MISTAKES = """
unospec: "1"
id: home/mistakes
kind: patch
title: {en: Mistakes, zh: 犯规}
faults:
  badly:
    act: [play, "answer?", "jump?", "challenge?"]
    refused: [condition, forbidden]
    do: [{draw: 2, who: actor}, {add: {idle: 1}}]
    en: A card that may not be played is taken back, and its owner draws two cards.
    zh: 错出的牌收回，并罚摸两张。
  elsewhere:
    act: [play, draw, "keep?", "answer?", "jump?", "challenge?"]
    refused: [not_offered, not_yours]
    do: [{if: {is_none: out}, then: [{draw: 1, who: actor}]}]
    en: Who acts out of turn draws a card.
    zh: 抢先行动者罚摸一张。
  falsely:
    act: [catch]
    refused: [not_offered, condition]
    given: {gt: [{count: hand(subject)}, 1]}
    do: [{draw: 2, who: actor}]
    en: Who catches a player wrongly draws two cards.
    zh: 误抓别人者罚摸两张。
"""
PUBLISHED = ("uno/2008", "uno/2001", "doc002/part2")
OWN = "parts"  # a rule set of our own
BRINGS = {
    "house/stacking": "part/answer",
    "house/jump-in": "part/jump",
    "house/seven-zero": "part/seven-zero",
}
PARTS = ("part/challenge", "part/opening", "part/match-points", *BRINGS.values())
Patches = tuple[tuple[str, str | None], ...]  # each with the value of its option
ACTS = 60  # of one game; what comes later is more of the same
EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# -------------------------------------------------------------------- random rule sets and tables


@dataclass(frozen=True)
class Setting:
    """A rule set, a number of players and what chance brings; prints as something to repeat."""

    ruleset: str
    parts: tuple[str, ...]  # of a rule set of our own
    patches: Patches
    hand_size: int
    seats: int
    cards: int | None  # of the deck: few cards make reshuffles and empty piles
    seed: int


@st.composite
def table_settings(draw: st.DrawFn) -> Setting:
    """Any rule set with any combination of house rules, for 2 to 5 or for 10 players."""
    parts: tuple[str, ...] = ()
    ruleset = draw(st.sampled_from([*PUBLISHED, OWN]))
    house = list(HOUSE)
    if ruleset == OWN:
        parts = tuple(sorted(draw(st.sets(st.sampled_from(PARTS)))))
        house = [h for h in house if BRINGS.get(h) not in parts]
    chosen = draw(st.lists(st.sampled_from(house), unique=True))
    patches = tuple((h, draw(st.sampled_from(HOUSE[h][1])) if HOUSE[h][1] else None) for h in chosen)
    seats = draw(st.sampled_from([2, 3, 4, 5, 10]))
    hand_size = draw(st.integers(1, 7))
    cards = draw(st.one_of(st.none(), st.integers(seats * hand_size + 1, seats * hand_size + 12)))
    return Setting(ruleset, parts, patches, hand_size, seats, cards, draw(st.integers(0, 2**32 - 1)))


def _more(house: str) -> str:
    """The id of the document that lets several cards at once into the acts of a house rule."""
    return f"home/more-{house.split('/')[1]}"


@cache
def _library() -> language.Library:
    library = language.Library.load()
    more = [
        f'unospec: "1"\nid: {_more(house)}\nkind: patch\nafter: [{house}]\n'
        f"title: {{en: More, zh: 更多}}\n{body}\n"
        for house, body in MORE_COPIES.items()
    ]
    for i, text in enumerate([MISTAKES, COPIES, *more]):
        library.add_document(documents.from_map(read_bytes(text.encode(), f"laws{i}.yaml")))
    return library


@cache
def _of_parts(parts: tuple[str, ...]) -> str:
    """The id of a rule set that is the common base with these parts."""
    name = "home/" + ("-".join(p.split("/")[1] for p in parts) or "base")
    text = f'unospec: "1"\nid: {name}\nkind: ruleset\nextends: uno/base\ntitle: {{en: Parts, zh: 部分}}\n'
    if parts:
        text += f"with: [{', '.join(parts)}]\n"
    return _library().add_document(documents.from_map(read_bytes(text.encode(), f"{name}.yaml")))


@cache
def _core(ruleset: str, parts: tuple[str, ...], patches: Patches, hand_size: int) -> Any:
    """The core, resolved once. Not checked again: the checker has tests of its own."""
    given = [(name, {HOUSE[name][0]: value} if value else {}) for name, value in patches]
    if any(name == "home/copies" for name, _ in patches):
        given += [(_more(name), {}) for name, _ in patches if name in MORE_COPIES]
    base = _of_parts(parts) if ruleset == OWN else ruleset
    return language.resolve(base, given, {"hand_size": hand_size}, _library(), check=False)


def deal(setting: Setting) -> Table:
    """A table with the cards dealt. With few cards every face still occurs that can be turned up."""
    core = _core(setting.ruleset, setting.parts, setting.patches, setting.hand_size)
    m = machine(core, setting.seats)
    pile = None
    if setting.cards is not None:
        pile = sorted(random.Random(setting.seed).sample(m.model.deck, setting.cards))
        pile += [c for c, card in enumerate(m.model.cards) if card.token in ("R1", "G2", "B7", "Y0")]
    s, events = m.start(Shuffler(setting.seed), setting.seats - 1, pile=pile)
    notation = Notation(m, tuple("ABCDEFGHIJ"[: setting.seats]))
    return Table(core, m, notation, s, [notation.write_event(e) for e in events])


def play(table: Table, seed: int, acts: int = ACTS) -> Any:
    """A random game, state by state: yields before each act, then carries it out.

    Where the rules know faults, now and then an act is tried that is not legal.
    """
    rng = random.Random(seed)
    m, s = table.machine, table.s
    tried = sorted(act for act in m.acts if act[1] in m.program.tried)
    for _ in range(acts):
        legal = m.legal(s)
        yield legal
        if not legal:
            return
        wrong = [act for act in rng.sample(tried, min(4, len(tried))) if act not in legal]
        m.apply(s, wrong[0] if wrong and rng.random() < 0.3 else rng.choice(legal))


def data(s: State) -> dict[str, Any]:
    """Everything that a state holds, as values."""
    plain = {slot: getattr(s, slot) for slot in s.__slots__ if slot != "chance"}
    return {k: [*map(_copy, v)] if isinstance(v, list) else v for k, v in plain.items()} | {
        "chance": s.chance.state
    }


def _copy(x: Any) -> Any:
    return list(x) if isinstance(x, list) else x


def all_cards(s: State) -> Counter[int]:
    """How often each card is anywhere."""
    return Counter(itertools.chain(s.draw_pile, s.discard_pile, *s.hand, [s.top] if s.top >= 0 else []))


# -------------------------------------------------------------------- the laws


@EXAMPLES
@given(table_settings())
def test_cards_are_conserved_hands_sorted_and_something_is_legal(setting: Setting) -> None:
    table = deal(setting)
    cards = all_cards(table.s)
    for legal in play(table, setting.seed):
        s = table.s
        assert all_cards(s) == cards
        assert all(hand == sorted(hand) for hand in s.hand)
        assert bool(legal) == (s.wait >= 0), "something is legal exactly until the end"
        assert len(set(legal)) == len(legal), "each act once"


@EXAMPLES
@given(table_settings())
def test_legal_is_what_apply_accepts_and_a_refusal_changes_nothing(setting: Setting) -> None:
    table = deal(setting)
    m = table.machine
    for legal in play(table, setting.seed, 40):
        before = data(table.s)
        assert set(legal) == accepted(m, table.s)
        assert data(table.s) == before


def accepted(m: Machine, s: State) -> set[Any]:
    """Every canonical act that is accepted without a fault; those refused must leave the state as it was."""
    found, faults = set(), set()
    trial = m.clone(s)
    for act in m.acts:
        result = m.apply(trial, act)
        if isinstance(result, Rejected):
            continue
        (faults if is_fault(result) else found).add(act)
        assert all_cards(trial) == all_cards(s)
        assert trial.wait or m.settle(m.clone(trial), []) == [], "what happens by itself has happened"
        if is_fault(result):
            assert act[1] in m.program.tried and s.wait >= 0
            assert trial.top == s.top and act[2] in [*trial.hand[act[0]], -1], "the card stays where it is"
        trial = m.clone(s)
    refused = m.clone(s)
    for act in m.acts - found - faults:
        m.apply(refused, act)
    assert data(refused) == data(s)
    return found


@EXAMPLES
@given(table_settings())
def test_the_order_of_legal_is_fixed(setting: Setting) -> None:
    """What is due first, by name, seat, card and copies; then what stands beside the turn, by subject."""
    table = deal(setting)
    windows = table.core.data["windows"]
    beside = {
        name
        for name, act in table.core.data["acts"].items()
        for window in ([act["in"]] if isinstance(act["in"], str) else act["in"])
        if windows[window]["kind"] == "ambient" and not windows[window].get("holds")
    }
    for legal in play(table, setting.seed):
        due = [a for a in legal if a[1] not in beside and a[1] != "close"]
        assert due == sorted(due, key=lambda a: (a[1], a[0], a[2], a[3]))
        kinds = [2 if a[1] in beside else 1 if a[1] == "close" else 0 for a in legal]
        assert kinds == sorted(kinds)
        aside = [(a[3] if a[1] == "catch" else a[0], a[1], a[0]) for a in legal if a[1] in beside]
        assert aside == sorted(aside)


@EXAMPLES
@given(table_settings())
def test_the_same_acts_with_the_same_seed_give_the_same_events(setting: Setting) -> None:
    first = deal(setting)
    rng = random.Random(setting.seed)
    acts, events = [], []
    for _ in range(ACTS):
        legal = first.machine.legal(first.s)
        if not legal:
            break
        acts.append(rng.choice(legal))
        events.append(first.machine.apply(first.s, acts[-1]))
    again = deal(setting)
    assert again.events == first.events
    assert [again.machine.apply(again.s, act) for act in acts] == events
    assert data(again.s) == data(first.s)


@EXAMPLES
@given(table_settings())
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_acts(setting: Setting) -> None:
    table = deal(setting)
    rng = random.Random(setting.seed + 1)
    for _ in play(table, setting.seed):
        for seat, name in enumerate(table.notation.names):
            other = table.clone()
            change_hidden(table.machine, other.s, seat, rng)
            assert other.view(name) == table.view(name)
            assert other.legal(name) == table.legal(name)
            assert ({"act": "close"} in other.legal()) == ({"act": "close"} in table.legal())


def change_hidden(m: Machine, s: State, seat: int, rng: random.Random) -> None:
    """Deals what the seat cannot see anew, and gives variables that it cannot see other values."""
    others = [p for p in range(len(s.hand)) if p != seat]
    hidden = [*s.draw_pile, *(c for p in others for c in s.hand[p])]
    rng.shuffle(hidden)
    sizes = [len(s.hand[p]) for p in others]
    for p, size in zip(others, sizes, strict=True):
        s.hand[p] = sorted(hidden.pop() for _ in range(size))
    s.draw_pile[:] = hidden
    for variable in m.model.variables.values():
        seen = variable.seen == "all" or (variable.seen == "turn" and seat == s.turn)
        if seen or variable.scope != "round":
            continue
        if variable.sort == "flag":
            setattr(s, variable.slot, rng.randrange(2))
        elif variable.sort == "card" and getattr(s, variable.slot) >= 0:
            setattr(s, variable.slot, rng.choice(s.hand[s.turn]))


# -------------------------------------------------------------------- what is no act

_small = st.one_of(st.integers(-5, 12), st.integers(), st.floats(), st.none(), st.text(max_size=3))
_acts = st.sampled_from(["play", "draw", "close", "catch", "call", "jump", "choose_colour", "choose_seat"])
_names = st.one_of(_acts, st.text(max_size=4))
_junk = st.one_of(
    st.tuples(_small, _names, _small, _small),
    st.tuples(_small, _names),
    st.lists(_small, max_size=4).map(tuple),
    _small,
    st.binary(max_size=4),
)
_json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda x: st.one_of(st.lists(x, max_size=3), st.dictionaries(st.text(max_size=3), x, max_size=3)),
    max_leaves=4,
)
_field = st.one_of(_json, st.sampled_from(["A", "B", "R5", "W4", "W", "R", "red", 2, 10**30]))
_keys = st.sampled_from(["by", "act", "card", "count", "colour", "seat", "target", "n", "x"])
_fields = st.dictionaries(_keys, _field, max_size=5)
_objects = st.builds(lambda fields, act: {**fields, "act": act}, _fields, st.one_of(_acts, _json))
_no_acts = st.one_of(_json, _objects)
CODES = {
    "unknown_act", "over", "not_offered", "not_yours", "not_held", "too_many", "condition", "forbidden",
    "bad_choice", "wrong_target", "must_choose", "malformed",
}  # fmt: skip


@EXAMPLES
@given(table_settings(), st.integers(0, 15), st.lists(_junk, min_size=5, max_size=30))
def test_the_machine_refuses_junk(setting: Setting, acts: int, junk: list[Any]) -> None:
    table = deal(setting)
    for _ in play(table, setting.seed, acts):
        pass
    m, before = table.machine, data(table.s)
    for thing in junk:
        if thing in m.acts:
            continue
        result = m.apply(table.s, thing)
        assert isinstance(result, Rejected) and result.code == "unknown_act"
    no_keys: list[Any] = [[0, "play", 1, 1], {}, (0, "play", [], 1)]  # what no dictionary looks up
    for unhashable in no_keys:
        with pytest.raises(TypeError):
            m.apply(table.s, unhashable)
    assert data(table.s) == before


@EXAMPLES
@given(table_settings(), st.integers(0, 15), st.lists(_no_acts, min_size=5, max_size=30))
def test_the_table_answers_junk_with_a_code(setting: Setting, acts: int, junk: list[Any]) -> None:
    table = deal(setting)
    for _ in play(table, setting.seed, acts):
        pass
    for thing in [*junk, {1, 2}, b"act", {"by": "A", "act": ["play"]}, {"by": ["A"], "act": "play"}]:
        before, view = data(table.s), table.state()
        outcome = table.clone().act(thing)
        assert outcome.ok or outcome.why in CODES
        refused = table.act(thing) if not outcome.ok else outcome
        assert refused == outcome
        assert data(table.s) == before and table.state() == view
    assert table.act({"by": ["A"], "act": "play"}).why == "malformed"


@EXAMPLES
@given(table_settings())
def test_a_legal_act_written_as_json_is_the_same_act(setting: Setting) -> None:
    table = deal(setting)
    notation = table.notation
    for legal in play(table, setting.seed, 20):
        assert [notation.act(notation.write_act(act)) for act in legal] == legal
        for act in legal[:: max(1, len(legal) // 3)]:
            there = table.clone()
            expected = table.machine.apply(table.machine.clone(table.s), act)
            outcome = there.act(notation.write_act(act))
            assert outcome.ok and outcome.events == [notation.write_event(e) for e in expected]
