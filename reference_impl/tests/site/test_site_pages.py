"""The generated pages before they are built: links, cards, words, and the examples in the written pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from unospec import resources
from unospec.language import Library, resolve
from unospec.language.tournament import tournament
from unospec.site import search
from unospec.site.case_pages import by_topic, groups, told_once, topic_page
from unospec.site.case_words import CaseWords
from unospec.site.catalogue import Catalogue, load
from unospec.site.markup import address, link, tag
from unospec.site.pages import Pages, stage
from unospec.site.tokens import Tokens
from unospec.site.words import LANGUAGES, Words, _words
from unospec.site.written import Written, join_chinese, written_page

ROOT = resources.root()
WRITTEN = sorted(path for language in LANGUAGES for path in (ROOT / "docs" / language).glob("*.md"))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load(ROOT, "uno/2008")


@pytest.mark.parametrize("page", ["rulesets/uno/2008.md", "tournaments/doc000/rotation-4.md"])
def test_remarks_stand_in_the_language_of_the_page(catalogue: Catalogue, page: str) -> None:
    texts = Pages(catalogue).texts()
    for language, chinese in (("zh", True), ("en", False)):
        remarks = re.findall(r'<span class="why">[(（](.+?)[)）]</span>', texts[f"{language}/{page}"])
        assert remarks
        assert all(bool(re.search(r"[\u4e00-\u9fff]", remark)) == chinese for remark in remarks)


def test_everything_in_the_library_resolves(catalogue: Catalogue) -> None:
    assert catalogue.problems == []
    assert catalogue.base.id == "uno/2008"


def test_every_pair_of_patches_has_a_verdict(catalogue: Catalogue) -> None:
    shown = [entry for entry in catalogue.patches.values() if entry.on == "uno/2008" and entry.core]
    assert len(catalogue.pairs) == len(shown) * (len(shown) - 1) // 2
    assert all(bool(pair.clash) == (pair.verdict == "conflict") for pair in catalogue.pairs)


def test_each_page_is_made_in_both_languages(catalogue: Catalogue) -> None:
    texts = Pages(catalogue).texts()
    chinese = {path.partition("/")[2] for path in texts if path.startswith("zh/")}
    english = {path.partition("/")[2] for path in texts if path.startswith("en/")}
    assert chinese == english
    for entry in catalogue.entries():
        assert entry.page in english


def test_cases_are_found_on_the_page_of_their_rules(catalogue: Catalogue) -> None:
    for case in catalogue.cases:
        assert catalogue.entries_of(case), case["id"]


def test_a_case_of_several_rule_sets_is_told_once(catalogue: Catalogue) -> None:
    shared = [cases for cases in told_once(catalogue.cases) if len(cases) > 1]
    assert shared
    for cases in shared:
        first, *others = cases
        assert "@" not in first["id"]
        bare = [{key: one[key] for key in one if key not in ("id", "ruleset")} for one in cases]
        assert all(one == bare[0] for one in bare)
        assert [other["id"] for other in others] == [f"{first['id']}@{other['ruleset']}" for other in others]


@pytest.mark.parametrize(("language", "heading", "empty"), [("en", "The set-up", "none"), ("zh", "开局时", "无")])
def test_what_is_expected_of_a_set_up_stands_before_the_steps(
    catalogue: Catalogue, language: str, heading: str, empty: str
) -> None:
    case: dict[str, Any] = {
        "id": "t-0001", "topic": "t", "title": {"en": "One", "zh": "一"}, "ruleset": "uno/2008", "level": "must",
        "proves": ["setup.starter"],
        "setup": {"seats": ["A", "B"], "deal": {"for_dealer": [["R5", "R7"]], "draw_order": ["R5", "G1", "R9"]}},
        "dealt": {"events": [{"e": "shuffled", "n": 3}, {"e": "turned_up", "card": "R9"}],
                  "legal": {"B": {"exactly": []}}, "views": {"A": {"absent": ["hands.B"]}}},
        "steps": [],
    }  # fmt: skip
    words = Words(language)
    page = topic_page(catalogue, "t", [case], language)
    order = [
        words("state", "for_dealer"),
        f"<strong>{heading}</strong>",
        words("events", "shuffled", n=3),
        words("case", "exactly", seat="B"),
        f"<li>{empty}</li>",
    ]
    assert [page.index(text) for text in order] == sorted(page.index(text) for text in order)
    assert words("case", "steps") not in page and words("case", "dealer", seat="B") not in page
    assert f"<summary>{heading}</summary>" in page
    acted = topic_page(catalogue, "t", [case | {"steps": [{"act": {"by": "A", "act": "draw"}}]}], language)
    assert acted.index(f"<strong>{heading}</strong>") < acted.index(f"<strong>{words('case', 'steps')}</strong>")
    del case["dealt"], case["setup"]["deal"]["for_dealer"]
    plain = topic_page(catalogue, "t", [case | {"steps": [{"act": {"by": "A", "act": "draw"}}]}], language)
    assert f"<strong>{heading}</strong>" not in plain and words("case", "dealer", seat="B") in plain


def test_every_topic_is_in_one_group(catalogue: Catalogue) -> None:
    found = [topic for topics in groups(catalogue).values() for topic in topics]
    assert sorted(found) == sorted(by_topic(catalogue))
    assert "stack" in groups(catalogue)["patches"]
    assert "challenge" in groups(catalogue)["basic_cases"]


def test_rule_sets_stand_after_what_they_extend(catalogue: Catalogue) -> None:
    order = list(catalogue.rulesets)
    assert order[0] == catalogue.base.id
    for entry in catalogue.rulesets.values():
        above = entry.document.extends
        if above and above.id in order:
            assert order.index(above.id) < order.index(entry.id)


def test_navigation_holds_every_page(catalogue: Catalogue) -> None:
    pages = Pages(catalogue)
    listed = set(re.findall(r"[\w/-]+\.md", json.dumps(pages.nav(), ensure_ascii=False)))
    made = {path.partition("/")[2] for path in pages.texts()}
    assert made <= listed


def test_addresses_between_pages() -> None:
    assert address("index.md", "sources.md", "doc000") == "sources/#doc000"
    assert address("patches/house/stacking.md", "rulesets/uno/2008.md") == "../../../rulesets/uno/2008/"
    assert address("cases/index.md", "cases/uno.md") == "uno/"
    assert address("cases/uno.md", "cases/uno.md", "uno-0001") == "#uno-0001"
    assert address("sources.md", "index.md") == "../"


def test_html_is_escaped() -> None:
    assert tag("p", class_='a"b') == '<p class="a&quot;b"></p>'
    assert link("index.md", "sources.md", "x") == '<a href="sources/">x</a>'


def test_a_stranger_cannot_write_html(tmp_path: Path, catalogue: Catalogue) -> None:
    from unospec.site.catalogue import _patch
    from unospec.site.ruleset_page import entry_page

    file = tmp_path / "evil.yaml"
    file.write_text(
        'unospec: "1"\nid: home/evil\nkind: patch\ntitle: {en: "<b>*bold*</b>", zh: "坏"}\nchange:\n'
        '  effects.skip:\n    do: [{pass: 3}]\n    en: "<script>alert(1)</script>."\n    zh: 坏。\n',
        encoding="utf-8",
    )
    entry = _patch(Library.load([file]), "home/evil", "uno/2008", [])
    page = entry_page(catalogue, entry, "en")
    assert "<script>" not in page
    assert "<b>" not in page


@pytest.mark.parametrize(("language", "name"), [("en", "green Draw Two"), ("zh", "绿罚二")], ids=["en", "zh"])
def test_cards_have_a_colour_and_a_name(language: str, name: str) -> None:
    tokens = Tokens(resolve("uno/2008", check=False).data["cards"], language)
    chip = tokens.card("G+2")
    assert 'class="card card-green"' in chip
    assert f'aria-label="{name}"' in chip
    assert "card-black" in tokens.card("W4")
    assert tokens.card("<x>") == "&lt;x&gt;"
    assert not tokens.is_card("A")


def test_acts_and_events_in_words() -> None:
    cards = resolve("uno/2008", check=False).data["cards"]
    said, zh = CaseWords(Tokens(cards, "en"), "en"), CaseWords(Tokens(cards, "zh"), "zh")
    plain = re.compile(r"<[^>]+>")

    def bare(html: str) -> str:
        return plain.sub("", html)

    assert (
        bare(said.act({"by": "A", "act": "play", "card": "W4", "colour": "G"})) == "A plays W4, naming green"
    )
    assert bare(zh.act({"by": "A", "act": "play", "card": "R5", "seat": "B"})) == "A打出R5，对象B"
    assert bare(said.act({"by": "A", "act": "whistle", "card": "R5"})) == "A: whistle (card R5)"
    assert bare(said.event({"e": "drew", "by": "B"})) == "B draws"
    assert bare(said.event({"e": "rang", "n": 2})) == "rang (n 2)"
    state = said.state({"direction": -1, "hand_sizes": {"A": 7}, "pending": {"amount": 2}, "drawn": None})
    assert [bare(line) for line in state] == [
        "direction: counter-clockwise",
        "cards of A: 7",
        "cards owed: 2",
        "card just drawn: none",
    ]


def test_every_word_has_both_languages() -> None:
    for group, found in _words().items():
        for name, both in found.items():
            assert set(both) == {"en", "zh"}, f"{group}.{name}"


def test_chinese_lines_are_joined_outside_code() -> None:
    assert join_chinese("第一行，\n第二行\nend\n") == "第一行，第二行\nend\n"
    assert join_chinese("```\n甲\n乙\n```\n") == "```\n甲\n乙\n```\n"


def test_links_of_written_pages() -> None:
    first = Written(
        "docs/decisions/a.md", "decisions/a.md", "A", "[b](b.md#x) [c](../../spec/c.yaml) [d](#d)"
    )
    other = Written("docs/decisions/b.md", "decisions/b.md", "B", "")
    page = written_page(first, [first, other], "en")
    assert "[b](b.md#x) c [d](#d)" in page
    assert '<div lang="en"' in written_page(first, [first, other], "zh")


def test_staging_writes_only_what_differs(tmp_path: Path) -> None:
    stage(tmp_path, {"a.md": b"1", "b/c.md": b"2"})
    before = (tmp_path / "a.md").stat().st_mtime_ns
    stage(tmp_path, {"a.md": b"1", "d.md": b"3"})
    assert (tmp_path / "a.md").stat().st_mtime_ns == before
    assert not (tmp_path / "b" / "c.md").exists()
    assert (tmp_path / "d.md").read_bytes() == b"3"


def test_search_index_is_split_by_language(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    docs = [{"location": location, "text": ""} for location in ("", "a/#b", "en/", "en/a/#b")]
    (tmp_path / search.INDEX).write_text(json.dumps({"config": {}, "docs": docs}), encoding="utf-8")
    assert search.split(tmp_path, ["en"])
    for folder in (tmp_path, tmp_path / "en"):
        index = json.loads((folder / search.INDEX).read_text(encoding="utf-8"))
        assert [entry["location"] for entry in index["docs"]] == ["", "a/#b"]
    assert not search.split(tmp_path / "nowhere", ["en"])


@pytest.mark.parametrize("path", WRITTEN, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_examples_in_written_pages_work(path: Path, tmp_path: Path) -> None:
    for number, example in enumerate(re.findall(r"```yaml\n(.*?)```", path.read_text("utf-8"), re.DOTALL)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(example, encoding="utf-8")
        library = Library.load([file])
        name = library.add(file)
        if library.document(name).kind == "tournament":
            tournament(library, name).core(library)
            continue
        is_patch = library.document(name).kind == "patch"
        resolve(*(("uno/2008", [name]) if is_patch else (name,)), library=library)
    for example in re.findall(r"```json\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        json.loads(example)


def test_written_pages_exist_in_both_languages() -> None:
    names = [{path.name for path in WRITTEN if path.parent.name == language} for language in LANGUAGES]
    assert names[0] == names[1] != set()
