"""Pages that list: rule sets, house rules, which of them go together, parts, terms and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unospec.language import Document
from unospec.rulebook import labels
from unospec.rulebook.markdown import escape
from unospec.site import decisions_page, difference_pages, tournament_pages
from unospec.site.catalogue import Catalogue, Entry, Pair
from unospec.site.markup import code, details, items, link, page, table, tag, text
from unospec.site.words import Words

Json = Mapping[str, Any]


def rulesets_page(catalogue: Catalogue, language: str) -> str:
    """All rule sets."""
    words, own = Words(language), "rulesets/index.md"
    rows = [
        [
            _titled(own, entry, language),
            _based_on(catalogue, entry, own, language),
            str(len(entry.sheet.sentences)) if entry.sheet else "–",
            str(len(entry.sheet.questions)) if entry.sheet else "–",
            str(sum(case["ruleset"] == entry.id for case in catalogue.cases)),
        ]
        for entry in catalogue.rulesets.values()
    ]
    header = _header(words, "title", "based_on", "rules", "open", "cases")
    more = [(tournament_pages.INDEX, "tournaments"), (difference_pages.INDEX, "differences")]
    more.append((decisions_page.PAGE, "catalogue"))
    told = [
        tag("strong", link(own, target, text(words("page", name)))) + "<br>" + text(words("more", name))
        for target, name in more
    ]
    return _listing(words, "rulesets", words("intro", "rulesets"), table(header, rows, class_="entries"), items(told))


def _titled(own: str, entry: Entry, language: str) -> str:
    """The title as a link, with the id below it."""
    return link(own, entry.page, text(entry.title(language))) + "<br>" + code(entry.id)


def _based_on(catalogue: Catalogue, entry: Entry, own: str, language: str) -> str:
    base = entry.sheet.base if entry.sheet else None
    if base is None:
        return "–"
    return link(own, catalogue.rulesets[base.id].page, text(base.title.of(language)))


def _header(words: Words, *names: str) -> list[str]:
    return [text(words("table", name)) for name in names]


def _listing(words: Words, name: str, intro: str, *blocks: str) -> str:
    title = words("page", name)
    return page(title, f"# {title}", tag("p", text(intro)), *blocks)


def patches_page(catalogue: Catalogue, language: str) -> str:
    """All house rules."""
    words, own = Words(language), "patches/index.md"
    rows = [
        [
            _titled(own, entry, language),
            text(_counts(entry, words)),
            "<br>".join(text(choice) for choice in _own_options(entry, language)) or "–",
        ]
        for entry in catalogue.patches.values()
    ]
    intro = words("intro", "patches", ruleset=catalogue.base.title(language))
    header = _header(words, "title", "changes", "options")
    more = tag("p", link(own, "patches/pairs.md", text(words("page", "pairs"))))
    return _listing(words, "patches", intro, table(header, rows, class_="entries"), more)


def _counts(entry: Entry, words: Words) -> str:
    """How much a patch changes."""
    if entry.sheet is None:
        return words("pairs", "alone")
    changes = [sentence.change for sentence in entry.sheet.sentences]
    counts = {name: changes.count(name) for name in ("new", "changed")}
    counts["removed"] = len(entry.sheet.removed)
    said = [words("counts", name, number=number) for name, number in counts.items() if number]
    return labels.listing(said, words.language)


def _own_options(entry: Entry, language: str) -> list[str]:
    """The options that a patch brings."""
    if entry.sheet is None or entry.base is None:
        return []
    return [c.text.of(language) for c in entry.sheet.choices if c.name not in entry.base.options]


def pairs_page(catalogue: Catalogue, language: str) -> str:
    """The table of all pairs, and why some do not go together."""
    words, own = Words(language), "patches/pairs.md"
    verdicts = {frozenset((pair.first, pair.second)): pair for pair in catalogue.pairs}
    names = list(dict.fromkeys(name for pair in catalogue.pairs for name in (pair.first, pair.second)))
    entries = [catalogue.patches[name] for name in names]
    header = [text(words("page", "patches")), *(text(entry.title(language)) for entry in entries)]
    rows = [
        [
            link(own, entry.page, text(entry.title(language))),
            *(_cell(verdicts.get(frozenset((entry.id, other.id))), words) for other in entries),
        ]
        for entry in entries
    ]
    used = [v for v in ("independent", "ordered", "conflict") if any(p.verdict == v for p in catalogue.pairs)]
    key = [
        tag("strong", words.named(words("pairs", verdict), "")) + text(words("pairs", f"{verdict}_long"))
        for verdict in used
    ]
    intro = words("intro", "pairs", ruleset=catalogue.base.title(language))
    return _listing(
        words, "pairs", intro, items(key), table(header, rows, class_="pairs"), *_reasons(catalogue, words)
    )


def _cell(pair: Pair | None, words: Words) -> str:
    if pair is None:
        return "–"
    said = tag("span", text(words("pairs", pair.verdict)), class_=f"verdict {pair.verdict}")
    if pair.verdict != "conflict":
        return said
    return tag("a", said, href=f"#{_anchor(pair)}")


def _anchor(pair: Pair) -> str:
    return f"{pair.first}+{pair.second}"


def _reasons(catalogue: Catalogue, words: Words) -> list[str]:
    """Over which rules the pairs fall out that conflict."""
    own = "patches/pairs.md"
    lines = []
    for pair in catalogue.pairs:
        if pair.verdict != "conflict":
            continue
        both = [
            link(own, catalogue.patches[name].page, text(catalogue.patches[name].title(words.language)))
            for name in (pair.first, pair.second)
        ]
        rules = labels.listing([code(path) for path in pair.clash], words.language)
        said = text(words("pairs", "clash", rules="\0")).replace("\0", rules)
        lines.append(tag("li", " + ".join(both), "：" if words.language == "zh" else ": ", said, id=_anchor(pair)))
    if not lines:
        return []
    return [f"## {words('pairs', 'reasons')} {{ #reasons }}", tag("ul", *lines)]


def parts_page(catalogue: Catalogue, language: str) -> str:
    """The base and the parts, each with its file and what uses it."""
    words, library = Words(language), catalogue.library
    names = [n for n in library.ids("ruleset") if library.document(n).abstract] + library.ids("part")
    blocks = [_part(catalogue, library.document(name), words) for name in names]
    return _listing(words, "parts", words("intro", "parts"), *blocks)


def _part(catalogue: Catalogue, document: Document, words: Words) -> str:
    own = "parts.md"
    users = [e for e in catalogue.entries() if document.id in _brought(e.document)]
    linked = labels.listing([link(own, e.page, text(e.title(words.language))) for e in users], words.language)
    used = tag("p", words.named(words("table", "used_by"), linked)) if users else ""
    file = (catalogue.root / document.file).read_text(encoding="utf-8").rstrip()
    shown = details(code(document.file), tag("pre", tag("code", text(file))))
    heading = f"## {escape(document.title[words.language])} {{ #{document.id} data-search-exclude }}"
    return "\n\n".join([heading, tag("p", code(document.id)), used, shown])


def _brought(document: Document) -> list[str]:
    above = [document.extends.id] if document.extends else []
    return above + [reference.id for reference in document.brings]


def glossary_page(catalogue: Catalogue, language: str) -> str:
    """The terms in both languages."""
    words = Words(language)
    order = ("zh", "en") if language == "zh" else ("en", "zh")
    rows = [
        [
            tag("span", text(term[order[0]]), id=name, lang=order[0]),
            tag("span", text(term[order[1]]), lang=order[1]),
            text(term["meaning"][language]),
        ]
        for name, term in catalogue.glossary.items()
    ]
    header = _header(words, f"term_{order[0]}", f"term_{order[1]}", "meaning")
    return _listing(words, "glossary", words("intro", "glossary"), table(header, rows, class_="glossary"))


def sources_page(catalogue: Catalogue, language: str) -> str:
    """What rule sets cite, and which of them do."""
    words = Words(language)
    rows = []
    for name, source in catalogue.sources.items():
        kind = words.maybe("sources", source["kind"]) or source["kind"]
        users = [entry for entry in catalogue.entries() if _cites(entry, name)]
        rows.append(
            [
                tag("span", code(name), "<br>", text(source["title"][language]), id=name),
                text(kind) + (f"<br>{source['year']}" if source.get("year") else ""),
                "<br>".join(link("sources.md", e.page, text(e.title(language))) for e in users) or "–",
                text(source.get("note", {}).get(language, "")),
            ]
        )
    header = _header(words, "source", "year", "used_by", "note")
    return _listing(words, "sources", words("intro", "sources"), table(header, rows, class_="sources"))


def _cites(entry: Entry, source: str) -> bool:
    """Does the document itself cite the source? Patches repeat what their rule set cites."""
    if entry.core is None or entry.document.kind == "patch":
        return False
    bodies = (body for part in entry.core.data.values() if isinstance(part, dict) for body in part.values())
    return any(
        isinstance(b, dict) and isinstance(b.get("source"), dict) and b["source"].get("doc") == source
        for b in bodies
    )
