"""The pages of the tournaments say what the schedules say; the catalogue of decisions leads to its rules."""

from __future__ import annotations

import re
from itertools import combinations

from unospec.language.seats import team_count
from unospec.language.tournament import Tournament
from unospec.site.catalogue import Catalogue
from unospec.site.decisions_page import decisions_page
from unospec.site.markup import text
from unospec.site.ruleset_page import entry_page
from unospec.site.tournament_pages import index_page, of_ruleset, page_of, tournament_page

_ROW = re.compile(r"<tr>(.*?)</tr>")
_CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")


def _tables(page: str) -> list[list[list[str]]]:
    """The rows of the tables of a page, without their heads."""
    bodies = re.findall(r'<table class="schedule">.*?<tbody>(.*?)</tbody>', page)
    return [[_CELL.findall(row) for row in _ROW.findall(body)] for body in bodies]


def _teams_of_two(catalogue: Catalogue, tournament: Tournament) -> bool:
    return team_count(tournament.core(catalogue.library).data) == 2 and tournament.seats == 4


def test_every_tournament_has_a_page_and_is_linked(catalogue: Catalogue, language: str) -> None:
    library = catalogue.library
    played = {name for name in library.ids("tournament") if not library.document(name).abstract}
    assert {one.id for one in catalogue.tournaments} == played != set()
    listed = index_page(catalogue, language)
    for one in catalogue.tournaments:
        address = f'{page_of(one).removesuffix(".md")}/"'
        assert f'href="{address.removeprefix("tournaments/")}' in listed
        entry = catalogue.rulesets[one.ruleset]
        assert one in of_ruleset(catalogue, entry)
        assert address in entry_page(catalogue, entry, language)


def test_seats_are_those_of_the_schedule(catalogue: Catalogue, language: str) -> None:
    for one in filter(lambda one: _teams_of_two(catalogue, one), catalogue.tournaments):
        seats, _ = _tables(tournament_page(catalogue, one, language))
        rounds = [[int(n) for n in re.findall(r"\d+", row[0])] for row in seats]
        each, whole = one.rounds_each, one.rounds_each * len(one.schedule)
        assert rounds == [[first, first + each - 1] for first in range(1, whole, each)]
        for row, seating in zip(seats, one.schedule, strict=True):
            for table, players in enumerate(seating):
                order, pairs = row[1 + 2 * table], row[2 + 2 * table]
                assert [int(n) for n in re.findall(r"\d+", order)] == list(players)
                first, second = pairs.split("against" if language == "en" else "对")
                assert {int(n) for n in re.findall(r"\d+", first)} == {players[0], players[2]}
                assert {int(n) for n in re.findall(r"\d+", second)} == {players[1], players[3]}


def test_everybody_has_every_partner_once(catalogue: Catalogue, language: str) -> None:
    for one in filter(lambda one: _teams_of_two(catalogue, one), catalogue.tournaments):
        _, partners = _tables(tournament_page(catalogue, one, language))
        met = {(int(row[0]), int(mate)) for row in partners for mate in row[1:]}
        everybody = list(combinations(range(1, one.players + 1), 2))
        assert met == set(everybody) | {(b, a) for a, b in everybody}


def test_the_champion_and_the_commands(catalogue: Catalogue) -> None:
    said = {"least": "The lowest total is the champion.", "most": "The highest total is the champion."}
    for one in catalogue.tournaments:
        page = tournament_page(catalogue, one, "en")
        assert said[one.best] in page
        assert said["most" if one.best == "least" else "least"] not in page
        (names,) = re.findall(r"--names (\S+)", page)
        assert len(names.split(",")) == one.players
        assert f"unospec tournament {one.id} " in page


def test_open_questions_are_asked(catalogue: Catalogue, language: str) -> None:
    for one in catalogue.tournaments:
        page = tournament_page(catalogue, one, language)
        for body in one.data["interpretations"].values():  # type: ignore[union-attr]
            assert text(body["question"][language]) in page
            for reading in body["readings"].values():
                assert text(reading[language]) in page


def test_every_decision_and_answer_is_listed(catalogue: Catalogue, language: str) -> None:
    page = decisions_page(catalogue, language)
    assert catalogue.decisions.points
    for point in catalogue.decisions.points:
        (block,) = re.findall(rf'<div id="{point.id}".*', page)
        assert text(point.question.of(language)) in block
        for value in point.values:
            assert text(value.text.of(language)) in block
            if value.why:
                assert text(value.why.of(language)) in block
        places = [where for value in point.values for where in value.where]
        assert block.count(" · <a ") == len(places)
