"""The table of all pairs of rule sets, and the pages behind it."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from unospec.rulebook.compare import compare
from unospec.site.catalogue import Catalogue
from unospec.site.difference_pages import INDEX, compared, differences_page, index_page, page_of
from unospec.site.markup import text
from unospec.site.pages import Pages

Table = dict[tuple[str, str], int]


@pytest.fixture
def table(catalogue: Catalogue, language: str) -> Table:
    """The numbers of the table by the page and the anchor that they lead to."""
    found = re.findall(r'<td><a href="([^"#]+)/#([^"]+)">(\d+)</a></td>', index_page(catalogue, language))
    return {(page, other): int(number) for page, other, number in found}


def test_every_pair_has_a_cell(catalogue: Catalogue, table: Table) -> None:
    names = [entry.id for entry in catalogue.rulesets.values() if entry.core]
    assert len(names) > 1
    assert set(table) == {(a, b) for a in names for b in names if a != b}


def test_the_table_is_symmetric(table: Table) -> None:
    assert table == {(b, a): number for (a, b), number in table.items()}


def test_numbers_are_those_of_the_comparison(catalogue: Catalogue, table: Table) -> None:
    for one, other in combinations(compared(catalogue), 2):
        assert one.core is not None
        assert other.core is not None
        assert table[one.id, other.id] == len(compare(one.core, other.core).rules)


def test_each_section_lists_what_its_cell_counts(catalogue: Catalogue, language: str, table: Table) -> None:
    for entry in compared(catalogue):
        sections = _sections(differences_page(catalogue, entry, language))
        assert set(sections) == {other.id for other in compared(catalogue) if other is not entry}
        for other, section in sections.items():
            rules = re.findall(r'<a href="[^"]+#([^"]+)"><code>', section)
            assert len(rules) == len(set(rules)) == table[entry.id, other], (entry.id, other)


def test_both_sentences_stand_below_a_rule(catalogue: Catalogue, language: str) -> None:
    first, *others = compared(catalogue)
    sections = _sections(differences_page(catalogue, first, language))
    both = 0
    for other in others:
        for rule in catalogue.differences[first.id, other.id].rules:
            if rule.spoken and rule.a and rule.b:
                minus, plus = (text(sentence.of(language)) for sentence in (rule.a, rule.b))
                assert f'class="minus">− {minus}</div><div class="plus">+ {plus}</div>' in sections[other.id]
                both += 1
    assert both


def test_the_pages_exist_in_both_languages(catalogue: Catalogue, language: str) -> None:
    made = Pages(catalogue).texts()
    assert f"{language}/{INDEX}" in made
    for entry in compared(catalogue):
        assert f"{language}/{page_of(entry)}" in made


def _sections(page: str) -> dict[str, str]:
    """The sections of a page by their anchors."""
    parts = re.split(r"^## .* \{ #(\S+) \}$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
