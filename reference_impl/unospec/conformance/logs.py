"""Logs of rounds (NDJSON, schemas/log.schema.json): read from bytes, and recorded from a game of the reference.

A log never tells a seed. The draws that it records are the tape: judging needs no random numbers.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from unospec import __version__, engine
from unospec.conformance import schemas
from unospec.conformance.cases import Json
from unospec.conformance.rulesets import core_of
from unospec.engine import Machine, Malformed, Shuffler, Table
from unospec.language import Core, SpecError
from unospec.language.seats import numbers, said

Draw = tuple[str, str]  # seat, card
SEAT_NAMES = "ABCDEFGHIJKL"
_PLAYFUL = 0.8  # how often a recorded game prefers an act with a card, so that it comes to an end


class Unreadable(Exception):
    """Something that is no log: the line from 1 (0: the whole file), and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


@dataclass(frozen=True)
class Entry:
    """An act of a log. `got`: the cards drawn because of it, in order; None if the log is silent."""

    line: int
    n: int
    act: Json
    got: tuple[Draw, ...] | None
    data: Json  # the line without notes


@dataclass(frozen=True)
class Log:
    """A log that has the right form. `end` is None if the round was not over."""

    core: Core
    header: Json
    deal: Json
    deal_line: int
    entries: tuple[Entry, ...]
    end: Json | None
    end_line: int


# -------------------------------------------------------------------- reading


def read(data: bytes) -> Log:
    """The log in a file. Raises Unreadable."""
    lines = list(_lines(data))
    if not lines:
        raise Unreadable(0, "the file is empty; a log begins with a header: log, ruleset, seats")
    line, header = lines[0]
    _check(line, header, "header", "log")
    try:
        core = core_of(header["ruleset"], header.get("patches", ()), header.get("options"))
    except SpecError as error:
        raise Unreadable(line, str(error)) from None
    if len(lines) < 2:
        raise Unreadable(line, 'the second line is missing: {"deal": {...}}')
    deal_line, deal = lines[1]
    _check(deal_line, deal, "deal", "deal")
    end, end_line, rest = None, 0, lines[2:]
    if rest and "end" in rest[-1][1]:
        end_line, last = rest.pop()
        _check(end_line, last, "end", "end")
        end = last["end"]
    return Log(core, header, deal["deal"], deal_line, tuple(_entries(rest)), end, end_line)


def _lines(data: bytes) -> Iterator[tuple[int, Json]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, "this is no text in UTF-8") from None
    for number, entry in enumerate(text.split("\n"), 1):
        if not entry.strip():
            continue
        try:
            # No number of a log has a point; as text it is refused where it stands, with its place.
            value = json.loads(entry, parse_float=str, parse_constant=str)
        except json.JSONDecodeError as error:
            raise Unreadable(number, f"this is no JSON: {error.msg} (column {error.colno})") from None
        except (ValueError, RecursionError):
            raise Unreadable(number, "this is no JSON that can be read: too long a number, or too deep") from None
        if not isinstance(value, dict):
            raise Unreadable(number, "every line of a log is one JSON object")
        yield number, value


def _check(line: int, value: Json, part: str, key: str) -> None:
    if key not in value:
        there = ", ".join(f"`{k}`" for k in list(value)[:4]) or "nothing"
        raise Unreadable(line, f"here belongs the line with `{key}`; it has {there}")
    problem = schemas.first_problem(value, "log", part)
    if problem:
        path = schemas.show_path(problem.path)
        raise Unreadable(line, f"{path}: {problem.message}" if path else problem.message)


def _entries(lines: list[tuple[int, Json]]) -> Iterator[Entry]:
    last = -1
    for line, value in lines:
        if "end" in value and "act" not in value:
            raise Unreadable(line, "`end` is the last line of a log, but acts follow")
        _check(line, value, "act", "act")
        n = value["n"]
        if n <= last:
            raise Unreadable(line, f"`n` counts up, but {n} follows {last}")
        last = n
        act = {k: v for k, v in value.items() if k not in ("n", "got", "note")}
        yield Entry(line, n, act, _got(line, value), {k: v for k, v in value.items() if k != "note"})


def _got(line: int, value: Json) -> tuple[Draw, ...] | None:
    if "got" not in value:
        return None
    draws: list[Draw] = []
    for item in value["got"]:
        if isinstance(item, dict):
            draws += [(item["by"], card) for card in item["cards"]]
        elif "by" not in value:
            raise Unreadable(line, 'an act of nobody: write `got` as [{"by": SEAT, "cards": [...]}]')
        else:
            draws.append((value["by"], item))
    return tuple(draws)


def machine_for(core: Core, seats: int) -> Machine:
    """The machine for a number of seats. Raises Malformed (of the engine) if the rules admit no such table."""
    if seats not in numbers(core.data):
        raise Malformed(f"{seats} players; these rules are for {said(core.data)}")
    return engine.machine(core, seats)


# -------------------------------------------------------------------- recording


def record(
    ruleset: str, patches: list[Any], options: Json, players: int, seed: int, most: int = 600
) -> Iterator[Json]:
    """The lines of a random game of the reference; it stops after `most` acts if the round goes on.

    Raises SpecError, and Malformed for a number of players that the rules do not admit.
    """
    core = core_of(ruleset, patches, options)
    model = machine_for(core, players).model
    seats = list(SEAT_NAMES[:players])
    rng = random.Random(seed)
    order = [model.cards[c].token for c in model.deck]
    rng.shuffle(order)
    table = Table.deal(core, seats, draw_order=order)
    table.s.chance = Shuffler(seed)
    yield {
        "log": 1, "ruleset": ruleset,
        **({"patches": patches} if patches else {}), **({"options": options} if options else {}),
        "seats": seats, "dealer": seats[-1], "impl": {"name": "unospec", "version": __version__},
    }  # fmt: skip
    yield {"deal": _position(table) or {"draw_order": order[: taken(table)]}}
    for n in range(1, most + 1):
        acts = table.legal()
        if not acts:
            break
        with_card = [a for a in acts if "card" in a]
        act = rng.choice(with_card if with_card and rng.random() < _PLAYFUL else acts)
        drew = [(e["by"], e["card"]) for e in table.act(act).events if e["e"] == "drew"]
        yield {"n": n, **act, **({"got": _show_draws(act, drew)} if drew else {})}
    if table.end() is not None:
        yield {"end": table.end()}


def taken(table: Table) -> int:
    """How many cards the set-up of a round took from the draw pile, those that it put back included."""
    back = sum(1 for e in table.events if e["e"] == "returned")
    return int(sum(map(len, table.s.hand)) + (table.s.top >= 0) + len(table.s.discard_pile) + back)


def _show_draws(act: Json, drew: list[Draw]) -> list[Any]:
    if all(by == act.get("by") for by, _ in drew):
        return [card for _, card in drew]
    return [{"by": by, "cards": [c for _, c in run]} for by, run in groupby(drew, key=lambda d: d[0])]


def _position(table: Table) -> Json | None:
    """The state after a deal as a position; None if it cannot be written as one (a choice is due, say)."""
    state = table.state()
    pile = [table.notation.card_token(c) for c in reversed(table.s.draw_pile)]
    fixed: Json = {"seats": list(table.notation.names), "dealer": state["dealer"], "draw_pile": pile}
    said = {"hands": state["hands"], "discard_pile": [state["top"]], "turn": state["turn"]}
    bare = Table.position(table.core, {**fixed, **said}).state()
    names = ["direction", "open", *(v.path.partition(".")[0] for v in table.machine.model.variables.values())]
    said |= {name: state[name] for name in names if state[name] != bare[name]}
    again = Table.position(table.core, {**fixed, **said})
    if again.state() != state or again.legal() != table.legal():
        return None
    return {**said, "draw_pile": len(pile)}
