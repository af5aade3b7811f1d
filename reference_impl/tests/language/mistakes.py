"""Rule sets with one mistake each, and what the static checker has to say of them."""

from __future__ import annotations

import copy
import dataclasses
from functools import cache
from typing import Any

from unospec.language import Core, resolve

GONE = object()  # as a value: take the entry away
JUMP = ("house/jump-in",)
TEXT = {"en": "A sentence.", "zh": "一句话。"}


@cache
def sound(ruleset: str = "uno/2008", patches: tuple[str, ...] = ()) -> Core:
    return resolve(ruleset, patches, check=False)


def edited(core: Core, edits: dict[str, Any]) -> Core:
    """The core with entries of its data replaced; a path is written with spaces, list indices as numbers."""
    data = copy.deepcopy(core.data)
    for path, value in edits.items():
        *above, last = [int(part) if part.isdecimal() else part for part in path.split(" ")]
        holder: Any = data
        for key in above:
            holder = holder[key]
        if value is GONE:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return dataclasses.replace(core, data=data, others=tuple, before=tuple)  # nothing but these data uses anything


def act(**fields: Any) -> dict[str, Any]:
    return {"in": "main", "do": [{"pass": 1}], **TEXT, **fields}


# One mistake each: (what it is, patches, edits, the path reported, what the message names).
Mistake = tuple[str, tuple[str, ...], dict[str, Any], str, str]
WORDS: list[Mistake] = [
    ("unknown word", (), {"acts play given all 0": "matchs"}, "acts.play.given", "`matchs`"),
    ("unknown operation", (), {"acts call given": {"equal": [1, 1]}}, "acts.call.given", "`equal`"),
    (
        "unknown field of a record",
        (),
        {"define owing is": {"gt": ["pending.sum", 0]}},
        "define.owing.is",
        "`sum`",
    ),
    ("a record as a value", (), {"define owing is": {"is_none": "pending"}}, "define.owing.is", "`pending`"),
    (
        "unknown attribute",
        (),
        {"setup starter do 1": {"set": {"active_colour": "top.color"}}},
        "setup.starter.do",
        "`color`",
    ),
    ("attribute of a seat", (), {"dealer next": "turn.colour"}, "dealer.next", "`turn`"),
    (
        "a tag as a value",
        (),
        {"define matches is any 0": {"eq": ["card.kind", "black"]}},
        "define.matches.is",
        "`black`",
    ),
    ("no card at this place", (), {"windows drawn when all 1": "matches"}, "windows.drawn.when", "`matches`"),
    (
        "no actor at this place",
        (),
        {"whenever round_out do 0": {"win": "actor"}},
        "whenever.round_out.do",
        "`actor`",
    ),
    ("a word that a block is not given", (), {"acts take do 0": {"do": "pay"}}, "acts.take.do", "`payer`"),
    (
        "by seat, without a seat",
        (),
        {"round count do 0 do 0 set": {"points": 3}},
        "round.count.do",
        "`points`",
    ),
    ("a call of what is no variable", (), {"dealer next": "afer(dealer)"}, "dealer.next", "`afer(...)`"),
    (
        "a variable like a colour",
        (),
        {"state red": {"sort": "number", "seen": "all", "start": 0}},
        "state.red",
        "`red`",
    ),
    (
        "a variable like a face",
        (),
        {"state skip": {"sort": "number", "seen": "all", "start": 0}},
        "state.skip",
        "`skip`",
    ),
    ("a definition like a variable", (), {"define drawn": {"is": True}}, "define.drawn", "`drawn`"),
    ("a definition like a fixed word", (), {"define top": {"is": True}}, "define.top", "`top`"),
    ("a definition like an operation", (), {"define count": {"is": True}}, "define.count", "`count`"),
    ("a definition in a circle", (), {"define owing is": {"not": "owing"}}, "define.owing.is", "`owing`"),
    (
        "a block in a circle",
        (),
        {"blocks pay do 1": {"do": "pay", "with": {"payer": "payer"}}},
        "blocks.pay.do",
        "`pay`",
    ),
    (
        "may in a circle",
        (),
        {"acts play given all 2": {"may": "play", "card": "card"}},
        "acts.play.given",
        "`play`",
    ),
    ("an act of the language", (), {"acts choose_seat": act()}, "acts.choose_seat", "`choose_seat`"),
    (
        "an argument like a word of the deck",
        (),
        {"acts take do 0": {"do": "pay", "with": {"payer": "actor", "red": 1}}},
        "acts.take.do",
        "`red`",
    ),
]
SORTS: list[Mistake] = [
    ("a number as a predicate", (), {"acts call given": "idle"}, "acts.call.given", "`idle`"),
    (
        "a seat compared with a colour",
        (),
        {"acts call given": {"eq": ["actor", "active_colour"]}},
        "acts.call.given",
        "`active_colour`",
    ),
    (
        "a face compared with a number",
        (),
        {"acts play given all 0": {"eq": ["card.face", 7]}},
        "acts.play.given",
        "`7`",
    ),
    (
        "a colour set to a face",
        (),
        {"setup starter do 1": {"set": {"active_colour": "wild"}}},
        "setup.starter.do",
        "`wild`",
    ),
    (
        "a set of seats that a block is given",
        (),
        {"acts take do 0": {"do": "pay", "with": {"payer": "others"}}},
        "acts.take.do",
        "`others` is a set of seats; a block",
    ),
    (
        "a loser who is no seat",
        (),
        {"match points_won do 0": {"outcome": {"match_loser": "hand(winner)"}}},
        "match.points_won.do",
        "`hand(winner)`",
    ),
    (
        "an outcome that is not there",
        (),
        {"match points_won do 0": {"outcome": {"match_looser": "winner"}}},
        "match.points_won.do",
        "`match_looser`",
    ),
    ("a number set to none", (), {"acts keep do 0": {"set": {"idle": "none"}}}, "acts.keep.do", "`none`"),
    ("a number that is none", (), {"define owing is": {"is_none": "idle"}}, "define.owing.is", "`idle`"),
    (
        "a predicate without else",
        (),
        {"acts call given": {"if": "owing", "then": True}},
        "acts.call.given",
        "else",
    ),
    (
        "an order of colours",
        (),
        {"define owing is": {"gt": ["active_colour", 0]}},
        "define.owing.is",
        "`active_colour`",
    ),
    (
        "an unknown tag",
        (),
        {"define matches is any 0": {"has": ["card", "blak"]}},
        "define.matches.is",
        "`blak`",
    ),
    ("too few operands", (), {"define owing is": {"gt": ["idle"]}}, "define.owing.is", "`gt`"),
    (
        "two operators in one term",
        (),
        {"define owing is": {"not": "owing", "is_none": "out"}},
        "define.owing.is",
        "`is_none`",
    ),
    (
        "sum over seats",
        (),
        {"round count do 0 do 0 set": {"points(seat)": {"sum": "points", "over": "seats"}}},
        "round.count.do",
        "`seats`",
    ),
    (
        "may of an act without a card",
        (),
        {"blocks after_draw do 1 if": {"may": "keep", "card": "drawn"}},
        "blocks.after_draw.do",
        "`keep`",
    ),
    ("an unknown effect", (), {"effects skip do 0": {"skip": 2}}, "effects.skip.do", "`skip`"),
    (
        "two effects in one",
        (),
        {"effects skip do 0": {"pass": 2, "reverse": True}},
        "effects.skip.do",
        "`reverse`",
    ),
    ("a draw for nobody", (), {"acts draw do 0": {"draw": 1}}, "acts.draw.do", "`who`"),
    ("an unknown block", (), {"effects draw2 do 0": {"do": "ow"}}, "effects.draw2.do", "`ow`"),
    ("a variable that is not there", (), {"acts keep do 0": {"clear": "drwn"}}, "acts.keep.do", "`drwn`"),
    ("a card drawn into a number", (), {"acts draw do 0 into": "idle"}, "acts.draw.do", "`idle`"),
    (
        "the wrong thing chosen",
        (),
        {"effects wild do 0": {"choose": "active_colour", "from": "others"}},
        "effects.wild.do",
        "`active_colour`",
    ),
    ("a start of another sort", (), {"state idle start": "none"}, "state.idle.start", "`none`"),
    ("an unknown sort", (), {"state idle sort": "integer"}, "state.idle", "`integer`"),
]
WINDOWS: list[Mistake] = [
    ("two windows without when", (), {"windows drawn when": GONE}, "windows.main", "`drawn`"),
    (
        "no window without when",
        (),
        {
            "windows main when": {"eq": ["idle", 7]},
            "windows drawn when all 2": {"ne": ["idle", 7]},
            "windows owed when": {"all": ["owing", {"ne": ["idle", 7]}]},
        },
        "windows",
        "`when`",
    ),
    (
        "windows that overlap",
        (),
        {"windows drawn when": {"not": {"is_none": "drawn"}}},
        "windows.owed.when",
        "`drawn`",
    ),
    ("an act in no window there is", (), {"acts keep in": "drawned"}, "acts.keep.in", "`drawned`"),
    ("an act in two kinds of windows", (), {"acts call in": ["uno", "main"]}, "acts.call.in", "`main`"),
    (
        "closed by what is not there",
        (),
        {"windows uno closes before 0": "mian"},
        "windows.uno.closes.before",
        "`mian`",
    ),
    (
        "closed by an ambient window",
        ("house/jump-in",),
        {"windows uno closes before": ["main", "uno"]},
        "windows.uno.closes.before",
        "`uno` is an ambient window",
    ),
    (
        "closed by an act of another window",
        (),
        {"windows uno closes taken 0": "play"},
        "windows.uno.closes.taken",
        "`play`",
    ),
    ("an ambient window that never closes", (), {"windows uno closes": GONE}, "windows.uno.closes", "`uno`"),
    (
        "an ambient window that never opens",
        (),
        {"windows uno opens after": "played"},
        "windows.uno.opens.after",
        "`played`",
    ),
    (
        "two windows that hold",
        JUMP,
        {"windows uno holds": True, "windows uno closes": GONE},
        "windows.uno.holds",
        "`jump`",
    ),
    (
        "a window without acts",
        (),
        {"windows extra": {"kind": "blocking", "when": {"all": ["owing", {"not": "owing"}]}, **TEXT}},
        "windows.extra",
        "`extra`",
    ),
    ("a catch of nobody", (), {"acts catch target": GONE}, "acts.catch.who", "`catch`"),
    ("a card played by itself", (), {"acts play auto": "alone"}, "acts.play.auto", "`play`"),
]
FLOW: list[Mistake] = [
    (
        "never written",
        (),
        {"state ghost": {"sort": "flag", "seen": "all", "start": False}, "acts call given": "ghost"},
        "state.ghost",
        "`ghost`",
    ),
    ("never read", (), {"whenever deadlock when": "owing"}, "state.idle", "`idle`"),
    (
        "hidden and never read",
        (),
        {"acts challenge do 1 if": "owing"},
        "state.pending.guilty",
        "`pending.guilty`",
    ),
    ("a definition without a use", (), {"define spare": {"is": "owing"}}, "define.spare", "`spare`"),
    ("a block without a use", (), {"blocks spare": {"do": [{"pass": 1}]}}, "blocks.spare", "`spare`"),
    ("an argument without a use", (), {"acts take do 0 with extra": "actor"}, "acts.take.do", "`extra`"),
    ("after the effect of a card", (), {"acts play do 1": {"pass": 1}}, "acts.play.do", "`effect_of`"),
    (
        "the first card before the deal",
        (),
        {"setup opening step": 1, "setup deal step": 3},
        "setup.opening.do",
        "`effect_of`",
    ),
    (
        "a choice for each",
        (),
        {"round count do 0 do 1": {"choose": "out", "from": "seats", "who": "seat"}},
        "round.count.do",
        "`choose`",
    ),
    (
        "a card played by a trigger",
        (),
        {"whenever deadlock do 0": {"effect_of": "top", "by": "turn"}},
        "whenever.deadlock.do",
        "`effect_of`",
    ),
    ("cancel where nothing is held", (), {"acts keep do 0": {"cancel": "held"}}, "acts.keep.do", "`cancel`"),
    ("a mark of no variable", (), {"marks bluff set": "bluf"}, "marks.bluff.set", "`bluf`"),
    ("a mark at no act", (), {"marks bluff at 0": "plays"}, "marks.bluff.at", "`plays`"),
    ("a mark at an act without a card", (), {"marks bluff at 1": "draw"}, "marks.bluff.is", "`card`"),
    (
        "forbids no act",
        (),
        {"forbid no": {"act": ["plya"], "when": "owing", **TEXT}},
        "forbid.no.act",
        "`plya`",
    ),
]
SIGHT: list[Mistake] = [
    (
        "another hand in given",
        (),
        {"acts catch given": {"exists": {"in": "hand(subject)", "where": {"has": ["it", "black"]}}}},
        "acts.catch.given",
        "`hand(subject)`",
    ),
    (
        "a hand in a window",
        (),
        {"windows drawn when all 2": {"exists": {"in": "hand(turn)", "where": {"has": ["it", "draw"]}}}},
        "windows.drawn.when",
        "`hand(turn)`",
    ),
    (
        "a hand through a definition",
        (),
        {"windows uno opens given": "breach"},
        "windows.uno.opens.given",
        "`breach`",
    ),
    (
        "the draw pile",
        (),
        {"forbid no": {"act": ["draw"], "when": {"eq": [{"sum": "points", "over": "draw_pile"}, 0]}, **TEXT}},
        "forbid.no.when",
        "`draw_pile`",
    ),
    (
        "a variable that nobody sees",
        (),
        {"acts challenge given": "pending.guilty"},
        "acts.challenge.given",
        "`pending.guilty`",
    ),
    (
        "a variable of the seat on turn",
        (),
        {"acts catch given": {"is_none": "drawn"}},
        "acts.catch.given",
        "`drawn`",
    ),
]
DECK: list[Mistake] = [
    ("a wrong total", (), {"cards total": 112}, "cards.total", "112"),
    ("a kind without an effect", (), {"effects skip": GONE}, "effects", "`skip`"),
    ("a face that no kind has", (), {"cards deck 0 face": "zero"}, "cards.deck", "`zero`"),
    (
        "an effect of no face",
        (),
        {"effects face/11": {"do": [{"pass": 1}], **TEXT}},
        "effects.face/11",
        "`face/11`",
    ),
    ("an opening of no kind", (), {"opening swap": {"do": [{"pass": 1}], **TEXT}}, "opening.swap", "`swap`"),
    ("points of a word", (), {"cards kinds skip points": "face"}, "cards.kinds.skip.points", "`skip`"),
    ("two cards written alike", (), {"cards kinds wild4 token": "W"}, "cards.kinds.wild4.token", "`W`"),
    ("two colours written alike", (), {"cards colours red token": "B"}, "cards.colours.red.token", "`B`"),
    ("too many players", (), {"seats max": 40}, "seats", "`40`"),
]
SCRIPTS: list[Mistake] = [
    ("two steps of one number", (), {"setup starter step": 1}, "setup.starter.step", "`deal`"),
    ("an option left over", (), {"acts catch do 0 draw": "$uno_penalty"}, "acts.catch.do", "`$uno_penalty`"),
    ("no English sentence", (), {"acts keep en": GONE}, "acts.keep", "`en`"),
    ("an empty sentence", (), {"acts keep zh": " "}, "acts.keep.zh", "`zh`"),
    ("English under zh", (), {"acts keep zh": "Keep it."}, "acts.keep.zh", "`zh`"),
    ("Chinese under en", (), {"acts keep en": "Keep 它."}, "acts.keep.en", "`en`"),
    ("a remark without Chinese", (), {"acts challenge source why zh": GONE}, "acts.challenge.source.why", "`zh`"),
    ("a remark in English twice", (), {"reshuffle source why zh": "the same"}, "reshuffle.source", "`zh`"),
    ("nothing filled in", (), {"acts catch en": "Draw {penalty}."}, "acts.catch.en", "`{penalty}`"),
    (
        "a ruling that is no reading",
        (),
        {"interpretations late_call ruled": "maybe"},
        "interpretations.late_call.ruled",
        "`maybe`",
    ),
]


def fault(**fields: Any) -> dict[str, Any]:
    """An edit: a fault of a play that does not fit, with other fields."""
    return {"faults misplay": {"act": ["play"], "refused": ["condition"], "do": [], **TEXT, **fields}}


DRAW = [{"draw": 2, "who": "actor"}]
FAULTS: list[Mistake] = [
    ("a fault of no act", (), fault(act=["plai"], do=DRAW), "faults.misplay.act", "`plai`"),
    ("a fault of no refusal", (), fault(refused=[]), "faults.misplay.refused", "does not say"),
    ("a fault of a card not held", (), fault(refused=["not_held"]), "faults.misplay.refused", "`not_held`"),
    ("a fault of what is due", (), fault(refused=["must_choose"]), "faults.misplay.refused", "`must_choose`"),
    ("a fault that never comes", (), fault(refused=["forbidden"]), "faults.misplay.refused", "never refused"),
    (
        "a fault of everybody's act",
        JUMP,
        fault(act=["jump"], refused=["not_yours"]),
        "faults.misplay.refused",
        "never refused",
    ),
    ("a fault that waits", (), fault(do=[{"choose": "x", "from": "colours"}]), "faults.misplay.do", "waits"),
    ("a fault that plays its card", (), fault(do=[{"do": "land"}]), "faults.misplay.do", "`effect_of`"),
    ("a fault that moves its card", (), fault(do=[{"do": "put"}]), "faults.misplay.do", "`move`"),
    ("a fault that cancels", JUMP, fault(do=[{"cancel": "held"}]), "faults.misplay.do", "`cancel`"),
    (
        "a turn passed while a card takes effect",
        JUMP,
        fault(act=["jump"], do=[{"pass": 1}]),
        "faults.misplay.do",
        "the turn belongs",
    ),
    (
        "a turn taken while an effect is held",
        JUMP,
        fault(refused=["not_offered"], do=[{"turn": "actor"}]),
        "faults.misplay.do",
        "while an effect is held",
    ),
    ("a card of an act without", (), fault(act=["draw"], given="matches"), "faults.misplay.given", "`card`"),
    (
        "a subject where none may be",
        JUMP,
        fault(act=["jump"], do=[{"draw": 1, "who": "subject"}]),
        "faults.misplay.do",
        "`subject`",
    ),
]
PAIRS = {"teams": {"count": 2}, "seats": {"min": 4, "max": 10}}
TEAMS: list[Mistake] = [
    ("a team where there are none", (), {"acts catch who": "opponents(subject)"}, "acts.catch.who", "have none"),
    ("no number of teams", (), {"teams": {"count": 1}}, "teams.count", "`1`"),
    ("too few for the teams", (), {**PAIRS, "seats min": 3}, "seats.min", "3 players"),
    ("a bound that no teams make", (), {**PAIRS, "teams": {"count": 3}, "seats min": 6}, "seats.max", "10 players"),
    ("the team of a card", (), {**PAIRS, "acts catch who": "team(top)"}, "acts.catch.who", "`top`"),
    ("a team as a seat", (), {**PAIRS, "dealer next": "team(dealer)"}, "dealer.next", "a set of seats"),
    (
        "a variable like a call",
        (),
        {"state team": {"sort": "seat", "seen": "all", "start": "none"}},
        "state.team",
        "`team`",
    ),
]
MISTAKES = [*WORDS, *SORTS, *WINDOWS, *FLOW, *SIGHT, *DECK, *SCRIPTS, *FAULTS, *TEAMS]
