"""The built site: every link and anchor, every rule, nothing from other hosts."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from unospec import resources
from unospec.site.catalogue import load
from unospec.site.search import INDEX

HOST = "https://unospec.invalid/"
# The theme names the SVG namespace; links to it are not followed.
LINKING = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src"}


class _Page(HTMLParser):
    """The ids, links and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids and links."""
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        address = found.get(LINKING.get(tag, ""))
        if address:
            self.links.append(address)


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[str, _Page]:
    """All pages by their address below the root."""
    found = {}
    for path in sorted(built.rglob("*.html")):
        name = path.relative_to(built).as_posix().removesuffix("index.html")
        found[name] = _Page(path.read_text(encoding="utf-8"))
    return found


def test_every_link_and_anchor_is_there(built: Path, pages: dict[str, _Page]) -> None:
    bad = []
    for name, page in pages.items():
        if name == "404.html":
            continue  # it is served at any depth
        for address in page.links:
            parts = urlsplit(urljoin(HOST + name, address))
            if parts.scheme in ("mailto", "data", "javascript"):
                continue
            path = unquote(parts.path).lstrip("/")
            if f"{parts.scheme}://{parts.netloc}/" != HOST:
                bad.append((name, address, "another host"))
            elif path in pages:
                anchor = unquote(parts.fragment)
                if anchor and not anchor.startswith("__") and anchor not in pages[path].ids:
                    bad.append((name, address, "no such anchor"))
            elif not (built / path).is_file():
                bad.append((name, address, "no such page"))
    assert bad == []


def test_ids_are_unique(pages: dict[str, _Page]) -> None:
    for name, page in pages.items():
        twice = {found for found in page.ids if page.ids.count(found) > 1}
        assert not twice, name


def test_every_rule_has_its_anchor_in_both_languages(pages: dict[str, _Page]) -> None:
    catalogue = load(resources.root(), "uno/2008")
    for entry in catalogue.entries():
        if entry.core is None:
            continue
        for prefix in ("", "en/"):
            page = pages[prefix + entry.page.removesuffix(".md") + "/"]
            missing = set(entry.rule_ids()) - set(page.ids)
            assert not missing, (prefix, entry.id)


def test_every_case_has_its_anchor(pages: dict[str, _Page]) -> None:
    for case in load(resources.root(), "uno/2008").cases:
        for prefix in ("", "en/"):
            assert case["id"] in pages[f"{prefix}cases/{case['topic']}/"].ids


def test_a_page_carries_the_navigation_of_its_own_section(pages: dict[str, _Page]) -> None:
    links = {
        name: {urlsplit(urljoin(HOST + name, link)).path[1:] for link in page.links} for name, page in pages.items()
    }
    topics = {name for name in pages if name.startswith("cases/") and name != "cases/"}
    assert len(topics) > 20
    assert not links["glossary/"] & topics
    assert len(links["cases/jump/"] & topics) < len(topics)
    assert topics <= links["cases/"]
    sections = {"", "rulesets/", "patches/", "cases/", "check-your-program/"}
    assert all(sections <= links[name] for name in pages if name != "404.html" and not name.startswith("en/"))


def test_each_page_says_whose_it_is(built: Path, pages: dict[str, _Page]) -> None:
    for name in pages:
        path = built / (name if name.endswith(".html") else f"{name}index.html")
        html = path.read_text(encoding="utf-8")
        chinese, english = "本项目与美泰公司（Mattel）无关", "Not affiliated with Mattel"
        expected = english if name.startswith("en/") or name == "404.html" else chinese
        assert expected in html, name
        assert "CC BY 4.0" in html, name


def test_each_language_has_its_own_search_index(built: Path) -> None:
    for folder, other in ((built, "en/"), (built / "en", "zh/")):
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        locations = [entry["location"] for entry in index["docs"]]
        assert "rulesets/uno/2008/" in locations
        assert not [location for location in locations if location.startswith(other)]


def test_no_path_of_this_machine(built: Path) -> None:
    root = str(resources.root())
    for path in built.rglob("*"):
        if path.suffix in (".html", ".json", ".xml", ".js"):
            assert root not in path.read_text(encoding="utf-8"), path.name
