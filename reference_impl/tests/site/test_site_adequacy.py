"""The page about the suite and its badge: the figures are those of the files, and what is not measured says so."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from unospec import resources
from unospec.adequacy import badge, results, survivors
from unospec.adequacy.figures import Figures
from unospec.language import SpecError
from unospec.site.adequacy_page import adequacy_page, badge_file, badge_of
from unospec.site.catalogue import Catalogue, load
from unospec.site.markup import text
from unospec.site.measured import anchor, measured
from unospec.site.mutant_words import mutant_in_words
from unospec.site.pages import Pages
from unospec.site.ruleset_page import entry_page
from unospec.site.words import LANGUAGES, Words

ROOT = resources.root()
KEPT = [json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "conformance/adequacy").glob("*.json"))]
COUNTS = (
    ("cases",), ("rules_accepting", "rules"), ("rules_refusing", "rules"), ("conditions_decided", "conditions"),
    ("constants_tried", "constants"), ("killed", "mutants"), ("equivalent",), ("survivors",),
)  # fmt: skip


class _Rows(HTMLParser):
    """The cells of each row by the id in its first cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self._cells: list[str] = []
        self._id = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start a row or a cell, note an id."""
        if tag == "tr":
            self._cells, self._id = [], ""
        elif tag in ("th", "td"):
            self._cells.append("")
        elif tag == "span" and self._cells:
            self._id = self._id or dict(attrs).get("id") or ""

    def handle_endtag(self, tag: str) -> None:
        """Keep a row that has an id."""
        if tag == "tr":
            if self._id:
                self.rows[self._id] = self._cells
            self._cells = []

    def handle_data(self, data: str) -> None:
        """The text of a cell."""
        if self._cells:
            self._cells[-1] += data


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load(ROOT, "uno/2008")


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _numbers(cells: list[str]) -> list[list[int]]:
    return [sorted(map(int, re.findall(r"\d+", cell))) for cell in cells]


def _expected(figures: dict[str, int]) -> list[list[int]]:
    return [sorted(figures[name] for name in names) for names in COUNTS]


def test_figures_are_those_of_the_files(catalogue: Catalogue, language: str) -> None:
    rows = _Rows(adequacy_page(catalogue, language)).rows
    assert KEPT
    for kept in KEPT:
        cells = rows[anchor(kept["ruleset"], kept["patches"])]
        assert _numbers(cells[1:]) == _expected(kept["figures"]), kept["ruleset"]


def test_every_rule_set_and_pair_of_house_rules_has_a_row(catalogue: Catalogue, language: str) -> None:
    rows = _Rows(adequacy_page(catalogue, language)).rows
    assert set(catalogue.rulesets) <= set(rows)
    fitting = [pair for pair in catalogue.pairs if pair.verdict != "conflict"]
    assert fitting
    for pair in fitting:
        assert anchor(catalogue.base.id, sorted((pair.first, pair.second))) in rows


def test_what_has_no_results_is_not_measured_yet(
    catalogue: Catalogue, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "folder", lambda: tmp_path)
    bare = replace(catalogue)  # computed anew, from an empty folder
    said = text(Words(language)("adequacy", "missing"))
    rows = _Rows(adequacy_page(bare, language)).rows
    assert set(catalogue.rulesets) <= set(rows)
    for cells in rows.values():
        assert said in cells[0]
        assert set(cells[1:]) == {"–"}
    assert said in badge_of(bare, language)


def test_a_result_of_other_rules_is_marked(
    catalogue: Catalogue, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "folder", lambda: tmp_path)
    result = _result(catalogue.base.id, killed=7, equivalent=2, survivors=("place one", "<place> two"))
    results.write(result)
    monkeypatch.setattr(survivors, "survivors_file", lambda: tmp_path / "survivors.yaml")
    reason = {"en": "nobody can see it", "zh": "谁也看不到"}
    entry = {"ruleset": catalogue.base.id, "mutant": "place one", "reason": reason}
    (tmp_path / "survivors.yaml").write_text(yaml.safe_dump({"survivors": [entry]}), "utf-8")
    page = adequacy_page(replace(catalogue), language)
    words = Words(language)
    cells = _Rows(page).rows[catalogue.base.id]
    assert text(words("adequacy", "older")) in cells[0]
    assert text(words("adequacy", "missing")) not in cells[0]
    assert _numbers(cells[1:]) == _expected(result.figures.to_json())
    assert [page.count(said) for said in reason.values()] == ([1, 0] if language == "en" else [0, 1])
    assert text(words("adequacy", "surviving", number=2, reasons=1)) in page
    assert "<place>" not in page
    assert "<code>&lt;place&gt;</code>" in page


def test_a_reason_in_english_alone_is_shown_as_english(
    catalogue: Catalogue, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "folder", lambda: tmp_path)
    results.write(_result(catalogue.base.id, survivors=("place one",)))
    monkeypatch.setattr(survivors, "survivors_file", lambda: tmp_path / "survivors.yaml")
    entry = {"ruleset": catalogue.base.id, "mutant": "place one", "why": "nobody can see it"}
    (tmp_path / "survivors.yaml").write_text(yaml.safe_dump({"survivors": [entry]}), "utf-8")
    page = adequacy_page(replace(catalogue), language)
    assert ('<span lang="en">nobody can see it</span>' in page) == (language == "zh")
    assert "nobody can see it" in page


@pytest.mark.parametrize(
    "reason",
    [{"reason": "both"}, {"reason": {"en": "one"}}, {"reason": {"en": "one", "zh": " "}}, {},
     {"why": "one", "reason": {"en": "one", "zh": "一"}}],
)  # fmt: skip
def test_a_reason_is_in_both_languages(tmp_path: Path, reason: dict[str, Any]) -> None:
    file = tmp_path / "survivors.yaml"
    file.write_text(yaml.safe_dump({"survivors": [{"ruleset": "a", "mutant": "b", **reason}]}), "utf-8")
    with pytest.raises(SpecError, match="in both languages"):
        survivors.read(file)


def test_listed_survivors_are_told_in_chinese() -> None:
    listed = survivors.read()
    assert listed
    assert [one.mutant for one in listed if "zh" not in one.reason] == []
    assert [one.mutant for one in listed if 'lang="en"' in mutant_in_words(one.mutant, "zh")] == []


@pytest.mark.parametrize(
    ("mutant", "english", "chinese"),
    [
        (
            "acts.draw.do step `draw 1` done twice (2)",
            "step <code>draw 1</code> done twice (2)",
            "步骤<code>draw 1</code>做两次（第2步）",
        ),
        ("marks.a.at.1 not read at `answer?`", "not read at <code>answer?</code>", "在<code>answer?</code>处不读取"),
        ("acts.a becomes", "becomes", '<span lang="en">becomes</span>'),
    ],
    ids=["step", "place", "unknown"],
)
def test_a_mutant_in_words(mutant: str, english: str, chinese: str) -> None:
    place = f"<code>{mutant.split()[0]}</code>"
    assert mutant_in_words(mutant, "en") == f"{place}: {english}"
    assert mutant_in_words(mutant, "zh") == f"{place}：{chinese}"


def test_a_current_result_is_not_marked(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unospec.conformance import authoring

    monkeypatch.setattr(results, "folder", lambda: tmp_path)
    rules, cases = results.state(catalogue.base.id, (), authoring.whole())
    results.write(replace(_result(catalogue.base.id), rules=rules, cases=cases))
    states = {row.anchor: row.current for row in measured(ROOT, catalogue.library).rows if row.result}
    assert states == {catalogue.base.id: True}


def _result(ruleset: str, killed: int = 5, equivalent: int = 0, survivors: tuple[str, ...] = ()) -> results.Result:
    """A result with figures of which each is another number."""
    figures = Figures(*range(11, 11 + len(vars(_FIGURES))))
    figures = replace(
        figures, killed=killed, equivalent=equivalent, survivors=len(survivors),
        mutants=killed + equivalent + len(survivors),
    )  # fmt: skip
    return results.Result(ruleset, (), "sha256:0", "sha256:0", figures, {}, {}, {}, {}, survivors, ())


_FIGURES = Figures(**dict.fromkeys(Figures.__dataclass_fields__, 0))


def test_fakes_and_reports_are_counted(catalogue: Catalogue, language: str) -> None:
    page = adequacy_page(catalogue, language)
    files = sorted((ROOT / "conformance/fakes/rules").glob("*.yaml"))
    fakes: list[Any] = [fake for path in files for fake in yaml.safe_load(path.read_text("utf-8"))["fakes"]]
    seen = sum("seen_in" in fake for fake in fakes)
    reported = yaml.safe_load((ROOT / "conformance/reported.yaml").read_text("utf-8"))
    cases = {case for listed in reported["covered"].values() for case in listed}
    words = Words(language)
    assert text(words("adequacy", "fakes", number=len(fakes), seen=seen)) in page
    assert text(words("adequacy", "reported", number=len(reported["covered"]), cases=len(cases))) in page
    for one in reported["not_executable"]:
        assert text(one["why"][language]) in page


def test_the_page_of_a_rule_set_links_its_row(catalogue: Catalogue, language: str) -> None:
    rows = _Rows(adequacy_page(catalogue, language)).rows
    for entry in (entry for entry in catalogue.rulesets.values() if entry.core):
        assert f'adequacy/#{entry.id}"' in entry_page(catalogue, entry, language)
        assert entry.id in rows


def test_the_badge_adds_up_the_files(catalogue: Catalogue, language: str) -> None:
    settled = sum(kept["figures"]["killed"] + kept["figures"]["equivalent"] for kept in KEPT)
    mutants = sum(kept["figures"]["mutants"] for kept in KEPT)
    said = Words(language)("adequacy", "badge_value", number=f"{settled:,}", whole=f"{mutants:,}")
    made = Pages(catalogue).files()[badge_file(language)].decode()
    assert said in [element.text for element in ElementTree.fromstring(made).iter()]
    assert f"assets/{badge_file(language)}" in adequacy_page(catalogue, language)


def test_the_command_and_the_site_have_one_badge(catalogue: Catalogue) -> None:
    assert badge.mutants_badge(catalogue.measured.kept()) == badge_of(catalogue, "en")
    assert "not measured yet" in badge.mutants_badge([])


def test_a_badge_is_plain_svg() -> None:
    made = badge.badge("a<b", 'say "1,200 of 1,200"')
    root = ElementTree.fromstring(made)
    said = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert said == ["a<b", 'say "1,200 of 1,200"']
    assert "http" not in made.replace('xmlns="http://www.w3.org/2000/svg"', "")
    wide = ElementTree.fromstring(badge.badge("规则", "1"))
    narrow = ElementTree.fromstring(badge.badge("ab", "1"))
    assert float(wide.attrib["width"]) > float(narrow.attrib["width"])


def test_the_colour_of_a_badge_says_whether_something_is_left() -> None:
    assert len({badge.fill_for((0, 0)), badge.fill_for((4, 5)), badge.fill_for((5, 5))}) == 3
    whole = [replace(_FIGURES, killed=3, equivalent=1, mutants=4), replace(_FIGURES, killed=1, mutants=2)]
    found = badge.settled([replace(_result("x"), figures=figures) for figures in whole])
    assert found == (5, 6)
    assert badge.settled([]) == (0, 0)
