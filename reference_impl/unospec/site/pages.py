"""All generated pages and files of the site, and its navigation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unospec.site import (
    adequacy_page,
    case_pages,
    decisions_page,
    difference_pages,
    overview_pages,
    tournament_pages,
    written,
)
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.ruleset_page import entry_page
from unospec.site.words import LANGUAGES, translation

FOLDERS = {"spec/semantics": "semantics", "docs/decisions": "decisions"}
FILES = {"docs/adapter-tutorial.md": "adapter-tutorial.md"}
GUIDES = ("check-your-program.md", "write-house-rules.md", "matches.md")
PUBLISHED = ("schemas", "conformance/cases.ndjson")

Nav = list[str | dict[str, Any]]


class Pages:
    """Makes the pages of one build."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.written = written.collect(catalogue.root, FOLDERS, FILES)

    def texts(self) -> dict[str, str]:
        """Path in the staging folder -> Markdown, for both languages."""
        made: dict[str, str] = {}
        for language in LANGUAGES:
            for path, body in self._in(language).items():
                made[f"{language}/{path}"] = body
        return made

    def _in(self, language: str) -> dict[str, str]:
        """The pages of one language by their path in it."""
        catalogue = self.catalogue
        made = {
            "rulesets/index.md": overview_pages.rulesets_page(catalogue, language),
            "patches/index.md": overview_pages.patches_page(catalogue, language),
            "patches/pairs.md": overview_pages.pairs_page(catalogue, language),
            "parts.md": overview_pages.parts_page(catalogue, language),
            "glossary.md": overview_pages.glossary_page(catalogue, language),
            "sources.md": overview_pages.sources_page(catalogue, language),
            "cases/index.md": case_pages.index_page(catalogue, language),
            adequacy_page.PAGE: adequacy_page.adequacy_page(catalogue, language),
            difference_pages.INDEX: difference_pages.index_page(catalogue, language),
            decisions_page.PAGE: decisions_page.decisions_page(catalogue, language),
            tournament_pages.INDEX: tournament_pages.index_page(catalogue, language),
        }
        for one in catalogue.tournaments:
            made[tournament_pages.page_of(one)] = tournament_pages.tournament_page(catalogue, one, language)
        for entry in difference_pages.compared(catalogue):
            made[difference_pages.page_of(entry)] = difference_pages.differences_page(catalogue, entry, language)
        for entry in catalogue.entries():
            made[entry.page] = entry_page(catalogue, entry, language)
        for topic, cases in case_pages.by_topic(catalogue).items():
            made[f"cases/{topic}.md"] = case_pages.topic_page(catalogue, topic, cases, language)
        for own in self.written:
            made[own.page] = written.written_page(own, self.written, language)
        for folder in FOLDERS.values():
            if self._written_in(folder):
                made[f"{folder}/index.md"] = written.listing_page(folder, self._written_in(folder), language)
        return made

    def _written_in(self, folder: str) -> list[written.Written]:
        return [own for own in self.written if own.page.startswith(f"{folder}/")]

    def files(self) -> dict[str, bytes]:
        """Files that are published as they are: schemas, the cases if they are built, and the badges."""
        made = {
            adequacy_page.badge_file(language): adequacy_page.badge_of(self.catalogue, language).encode()
            for language in LANGUAGES
        }
        for name in PUBLISHED:
            path = self.catalogue.root / name
            if path.is_file():
                made[path.name] = path.read_bytes()
            elif path.is_dir():
                for file in sorted(path.glob("*.json")):
                    made[f"{path.name}/{file.name}"] = file.read_bytes()
        return made

    def chinese_terms(self) -> list[str]:
        """The words that the search takes as one: terms of the glossary, names of patches and of cards."""
        terms = [term["zh"] for term in self.catalogue.glossary.values()]
        titles = [entry.title("zh") for entry in self.catalogue.patches.values()]
        cards = [
            kind["zh"]
            for entry in self.catalogue.entries()
            if entry.core
            for kind in entry.core.data["cards"]["kinds"].values()
        ]
        return sorted({*terms, *titles, *cards})

    def nav(self) -> Nav:
        """The navigation, with section titles in the language of the root; pages go by their own titles."""
        topics: Nav = [
            {_root_title(group): [f"cases/{topic}.md" for topic in topics]}
            for group, topics in case_pages.groups(self.catalogue).items()
        ]
        differences = [difference_pages.page_of(entry) for entry in difference_pages.compared(self.catalogue)]
        tournaments = [tournament_pages.page_of(one) for one in self.catalogue.tournaments]
        guides: Nav = [*GUIDES, *(own.page for own in self.written if "/" not in own.page)]
        reference: Nav = ["glossary.md", "sources.md", "parts.md"]
        for folder in FOLDERS.values():
            pages = [own.page for own in self._written_in(folder)]
            if pages:
                reference.append({_root_title(folder): [f"{folder}/index.md", *pages]})
        return [
            {_root_title("home"): "index.md"},
            {
                _root_title("rulesets"): [
                    "rulesets/index.md",
                    *_pages(self.catalogue.rulesets),
                    {_root_title("tournaments"): [tournament_pages.INDEX, *tournaments]},
                    {_root_title("differences"): [difference_pages.INDEX, *differences]},
                    decisions_page.PAGE,
                ]
            },
            {
                _root_title("patches"): [
                    "patches/index.md",
                    *_pages(self.catalogue.patches),
                    "patches/pairs.md",
                ]
            },
            {_root_title("cases"): ["cases/index.md", adequacy_page.PAGE, *topics]},
            {_root_title("guides"): guides},
            {_root_title("reference"): reference},
        ]


def _pages(entries: dict[str, Entry]) -> list[str]:
    return [entry.page for entry in entries.values()]


def _root_title(name: str) -> str:
    return translation("nav", name)[0]


def stage(folder: Path, wanted: dict[str, bytes]) -> None:
    """Make a folder hold exactly these files.

    Only what differs is written, so that a server that watches the folder does not build again and again.
    """
    existing = [path for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    for old in existing:
        if old.relative_to(folder).as_posix() not in wanted:
            old.unlink()
    for name, data in wanted.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
