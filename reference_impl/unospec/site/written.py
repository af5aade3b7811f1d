"""Pages that are written once, in English, outside the language folders: decisions, semantics, tutorials."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from unospec.rulebook.markdown import escape
from unospec.site.markup import items, link, page, tag, text
from unospec.site.words import Words

_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#\s+(.+)$", re.MULTILINE)
_CHINESE_BREAK = re.compile(
    r"(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])"
)
_FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Written:
    """A written page. source: its path in the repository; page: its path in the site."""

    source: str
    page: str
    title: str
    body: str

    def title_in(self, language: str) -> str:
        """The title; in Chinese as the words of the site have it, else in English."""
        return Words(language).maybe("written", self.page.removesuffix(".md")) or self.title


def collect(root: Path, folders: dict[str, str], files: dict[str, str]) -> list[Written]:
    """The written pages that exist. folders and files: path in the repository -> path in the site."""
    found = dict(files)
    for source, target in folders.items():
        for path in sorted((root / source).glob("*.md"), key=lambda path: (path.stem != "README", path.name)):
            name = "about.md" if path.name.lower() in ("readme.md", "index.md") else path.name
            found[f"{source}/{path.name}"] = f"{target}/{name}"
    pages = []
    for source, target in found.items():
        path = root / source
        if path.is_file():
            body = path.read_text(encoding="utf-8")
            heading = _HEADING.search(body)
            pages.append(Written(source, target, heading.group(1) if heading else path.stem, body))
    return pages


def written_page(written: Written, others: list[Written], language: str) -> str:
    """The page in a language folder. Links to files that are no pages of the site become plain text."""
    known = {other.source: other.page for other in others}
    body = _outside_fences(written.body, lambda part: _LINK.sub(lambda m: _link(m, written, known), part))
    if language == "en":
        return page(written.title, body)
    note = tag("p", text(Words(language)("written_note", "only_english")), class_="entry-facts")
    return page(written.title_in(language), note, f'<div lang="en" markdown="1">\n\n{body}\n\n</div>')


def _outside_fences(body: str, change: Callable[[str], str]) -> str:
    """Apply a change to a text except to its code blocks."""
    parts = _FENCE.split(body)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def _link(found: re.Match[str], written: Written, known: dict[str, str]) -> str:
    said, target = found.groups()
    if re.match(r"[a-z]+:|#", target):
        return found.group(0)
    path, hash_, anchor = target.partition("#")
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(written.source), path))
    if wanted not in known:
        return said
    relative = posixpath.relpath(known[wanted], posixpath.dirname(written.page) or ".")
    return f"[{said}]({relative}{hash_}{anchor})"


def join_chinese(body: str) -> str:
    """A Markdown text with line breaks between two Chinese characters taken out, except in code blocks."""
    return _outside_fences(body, lambda part: _CHINESE_BREAK.sub("", part))


def _titled(written: Written, language: str) -> str:
    """The title, marked as English where it is."""
    title = written.title_in(language)
    return text(title) if title != written.title or language == "en" else tag("span", text(title), lang="en")


def listing_page(name: str, pages: list[Written], language: str) -> str:
    """The index of a folder of written pages."""
    words = Words(language)
    title = words("page", name)
    lines = [link(f"{name}/index.md", p.page, _titled(p, language)) for p in pages]
    return page(title, f"# {escape(title)}", tag("p", text(words("intro", name))), items(lines))
