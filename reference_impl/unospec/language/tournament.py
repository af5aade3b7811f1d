"""A tournament: rounds of one rule set by players who change places. Its schedule is data, and is checked here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from unospec.language import schema
from unospec.language.core import Core
from unospec.language.document import Document
from unospec.language.errors import Place, SpecError, raise_all
from unospec.language.library import Library
from unospec.language.resolve import Scalar, resolve
from unospec.language.seats import numbers, said, team_count
from unospec.language.source import Map, Seq, copy, plain

Seating = tuple[tuple[int, ...], ...]  # the tables of a round, each with the numbers of its players, clockwise


@dataclass(frozen=True)
class Tournament:
    """A tournament document. Players are the numbers from 1.

    data: its fields, with those of the tournaments that it extends.

    schedule: the seatings of a cycle; each is played for `rounds_each` rounds, the whole `cycles` times.
    total: the variable of the record that is added up; best: `least` or `most`, the total that wins.
    void: `again` (a void round is dealt again) or `counts` (it is one of the rounds).
    partner_rounds: in how many rounds of a cycle every two players are partners; 0 where nothing is said.
    """

    document: Document
    data: Map
    ruleset: str
    options: dict[str, Scalar]
    players: int
    tables: int
    seats: int
    rounds_each: int
    cycles: int
    partner_rounds: int
    schedule: tuple[Seating, ...]
    total: str
    best: str
    void: str

    @property
    def id(self) -> str:
        """The id of the document."""
        return self.document.id

    def rounds(self, cycles: int | None = None) -> Iterator[Seating]:
        """The seating of every round, in order; `cycles` instead of those of the document."""
        for _ in range(cycles or self.cycles):
            for seating in self.schedule:
                for _ in range(self.rounds_each):
                    yield seating

    def core(self, library: Library, options: Mapping[str, Scalar] | None = None) -> Core:
        """The rules that are played, with further options. Raises SpecError where they do not fit the tournament."""
        data = self.data
        if self.ruleset not in library or library.document(self.ruleset).kind != "ruleset":
            library.document(self.ruleset, data.value_places["ruleset"])  # says that there is none
            raise self._error("ruleset", f"`{self.ruleset}` is no rule set", "`unospec list --kind ruleset` shows them")
        core = resolve(self.ruleset, (), {**self.options, **(options or {})}, library)
        if self.seats not in numbers(core.data):
            raise self._error("seats", f"{self.seats} players at a table; {self.ruleset} is for {said(core.data)}")
        counted = core.data.get("record", {}).get(self.total, {})
        if counted.get("sort") != "number":
            known = [k for k, v in core.data.get("record", {}).items() if v["sort"] == "number"]
            hint = f"it counts {', '.join(known)}" if known else "it counts nothing"
            raise self._error("total", f"`{self.total}` is no number that {self.ruleset} keeps for the match", hint)
        self._check_partners(team_count(core.data))
        return core

    def _check_partners(self, teams: int) -> None:
        if not self.partner_rounds:
            return
        if not teams:
            raise self._error("partner_rounds", f"in {self.ruleset} nobody has a partner", "delete it")
        met: Counter[frozenset[int]] = Counter()
        for seating in self.schedule:
            for pair in partners(seating, teams):
                met[pair] += self.rounds_each
        wrong = []
        for one, other in combinations(range(1, self.players + 1), 2):
            times = met[frozenset((one, other))]
            if times != self.partner_rounds:
                wrong.append(f"{one} and {other} in {times}")
        if wrong:
            more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
            message = f"not every two players are partners in {self.partner_rounds} rounds: "
            raise self._error("schedule", message + ", ".join(wrong[:3]) + more)

    def _error(self, key: str, message: str, hint: str = "") -> SpecError:
        place = self.data.value_places.get(key)
        return self.document.error(message, hint=hint, place=place, path=key)


def partners(seating: Seating, teams: int) -> Iterator[frozenset[int]]:
    """Every two players who sit in one team; the seat i is in team i modulo the number of teams."""
    for table in seating:
        for team in range(teams):
            yield from (frozenset(pair) for pair in combinations(table[team::teams], 2))


def tournament(library: Library, name: str) -> Tournament:
    """A tournament of the library. Raises SpecError: no such document, another kind, or a schedule that fails."""
    document = library.document(name)
    if document.kind != "tournament":
        raise document.error(
            f"{document.name} is no tournament", hint="`unospec list --kind tournament` shows the tournaments"
        )
    if document.abstract:
        raise document.error(f"{document.name} is abstract: it is extended by other tournaments, not played")
    data = _extended(library, document, [])
    sizes = {key: _number(data, key) for key in ("players", "tables", "seats", "rounds_each", "cycles")}
    total = data["total"]
    assert isinstance(total, Map)
    raise_all([document.error(message, place=place, path=path) for message, place, path in _faults(data, sizes)])
    return Tournament(
        document=document,
        data=data,
        ruleset=str(data["ruleset"]),
        options=plain(data.get("options", Map(data.place))),
        partner_rounds=_number(data, "partner_rounds"),
        schedule=tuple(tuple(tuple(table) for table in seating) for seating in plain(data["schedule"])),
        total=str(total["sum"]),
        best=str(total["best"]),
        void=str(data["void"]),
        **sizes,
    )


def _extended(library: Library, document: Document, seen: list[str]) -> Map:
    """The fields of a document over those of what it extends. Of an interpretation the same, field by field.

    Raises SpecError where it extends itself or no tournament, or where something is missing in the end.
    """
    if document.extends is None:
        return document.data
    place = document.extends.place
    if document.id in seen:
        raise document.error(f"{document.name} extends itself", place=place, path="extends")
    below = library.document(document.extends.id, place)
    if below.kind != "tournament":
        raise document.error(f"{below.name} is no tournament", place=place, path="extends")
    under = _extended(library, below, [*seen, document.id])
    data = _over(under, document.data)
    asked, more = under.get("interpretations"), document.data.get("interpretations")
    if isinstance(asked, Map) and isinstance(more, Map):
        data.take_from(document.data, "interpretations", _over(asked, more, depth=1))
    for key in ("extends", "abstract"):  # they are said of one document
        if key in data:
            data.drop(key)
    if not seen:
        schema.check_document(data)
    return data


def _over(below: Map, above: Map, depth: int = 0) -> Map:
    """The entries of a map over those of another one; so many levels deep, those of their entries."""
    data = copy(below)
    assert isinstance(data, Map)
    data.place = above.place
    for key, value in above.items():
        there = data.get(key)
        if depth and isinstance(there, Map) and isinstance(value, Map):
            value = _over(there, value, depth - 1)
        data.take_from(above, key, value)
    return data


def _number(data: Map, key: str) -> int:
    value = data.get(key, 0)
    assert isinstance(value, int)
    return value


def _faults(data: Map, sizes: Mapping[str, int]) -> Iterable[tuple[str, Place, str]]:
    """What is wrong with the schedule: message, place, path. Everybody sits at one table in every seating."""
    players, tables, seats = sizes["players"], sizes["tables"], sizes["seats"]
    if players != tables * seats:
        yield f"{tables} x {seats} seats for {players} players", data.value_places["players"], "players"
        return
    schedule = data["schedule"]
    assert isinstance(schedule, Seq)
    for i, (seating, place) in enumerate(zip(schedule, schedule.places, strict=True)):
        assert isinstance(seating, Seq)
        path = f"schedule[{i}]"
        if len(seating) != tables:
            yield f"this seating has {_of(len(seating), 'table')}, the tournament {tables}", place, path
            continue
        seen: set[int] = set()
        for j, (table, at) in enumerate(zip(seating, seating.places, strict=True)):
            assert isinstance(table, Seq)
            if len(table) != seats:
                yield f"this table has {_of(len(table), 'player')}, not {seats}", at, f"{path}[{j}]"
            for number, where in zip(table, table.places, strict=True):
                assert isinstance(number, int)
                if number > players:
                    yield f"there is no player {number}; they are 1 to {players}", where, f"{path}[{j}]"
                elif number in seen:
                    yield f"player {number} sits twice in this round", where, f"{path}[{j}]"
                seen.add(number)
        # Who is missing shows in the faults above: so many seats, each with another player.


def _of(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
