"""Where the rule sets differ: a table of all pairs, and a page for each with its differences to every other."""

from __future__ import annotations

from collections.abc import Sequence

from unospec.rulebook.compare import Comparison, RuleDifference
from unospec.rulebook.labels import say
from unospec.rulebook.markdown import escape
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.markup import code, items, link, page, table, tag, text
from unospec.site.words import Words

INDEX = "differences/index.md"


def page_of(entry: Entry) -> str:
    """The page with the differences of a rule set."""
    return f"differences/{entry.id}.md"


def compared(catalogue: Catalogue) -> list[Entry]:
    """The rule sets that are compared: all that there are to play."""
    return [entry for entry in catalogue.rulesets.values() if entry.core]


def index_page(catalogue: Catalogue, language: str) -> str:
    """The table of all pairs. Columns are numbered, so that it stays narrow."""
    words, entries = Words(language), compared(catalogue)
    header = [text(words("differences", "ruleset"))]
    header += [
        link(INDEX, page_of(entry), str(number), title=entry.title(language), aria_label=entry.title(language))
        for number, entry in enumerate(entries, 1)
    ]
    rows = [
        [
            f"{number} " + link(INDEX, page_of(entry), text(entry.title(language))),
            *(_cell(catalogue, entry, other) for other in entries),
        ]
        for number, entry in enumerate(entries, 1)
    ]
    title = words("page", "differences")
    intro = tag("p", text(words("intro", "differences")))
    return page(title, f"# {title}", intro, table(header, rows, class_="differences"))


def _cell(catalogue: Catalogue, entry: Entry, other: Entry) -> str:
    if other is entry:
        return "–"
    return link(INDEX, page_of(entry), str(len(catalogue.differences[entry.id, other.id].rules)), other.id)


def differences_page(catalogue: Catalogue, entry: Entry, language: str) -> str:
    """How every other rule set differs from one. Searches leave it out: its sentences stand elsewhere."""
    words = Words(language)
    title = words("differences", "title", title=entry.title(language))
    others = [other for other in compared(catalogue) if other is not entry]
    return page(
        title,
        f"# {escape(title)}",
        tag("p", text(words("differences", "intro", title=entry.title(language)))),
        tag("p", link(page_of(entry), INDEX, text(words("page", "differences")))),
        *(_Pair(entry, other, catalogue.differences[entry.id, other.id], words).section() for other in others),
        boost=0,
    )


class _Pair:
    """The differences of two rule sets, on the page of the first."""

    def __init__(self, entry: Entry, other: Entry, found: Comparison, words: Words) -> None:
        self.entry, self.other, self.found, self.words = entry, other, found, words
        self.language = words.language
        self.own = page_of(entry)
        self.names = {
            name: words("differences", "quoted", title=one.title(self.language))
            for name, one in (("a", entry), ("b", other))
        }

    def section(self) -> str:
        """Heading, what is not a rule, then the rules by the sort of difference."""
        found = self.found
        heading = f"## {escape(self.other.title(self.language))} {{ #{self.other.id} }}"
        lines = [link(self.own, self.other.page, code(self.other.id))]
        if found.same:
            lines.append(text(say(self.language, "compare", "same")))
        else:
            lines.append(text(self.words("differences", "number", number=len(found.rules))))
        facts = tag("p", " · ".join(lines), class_="entry-facts")
        body = [items(self._besides())]
        for which in ("differs", "only_a", "only_b"):
            body.append(self._rules(which, [r for r in found.rules if r.which == which and r.spoken]))
        inner = [self._id(rule) for rule in found.rules if not rule.spoken]
        if inner:
            body.append(tag("p", self._label("inner"), "<br>", ", ".join(inner)))
        return f"{heading}\n\n{facts}\n\n" + "".join(body)

    def _label(self, name: str) -> str:
        return tag("strong", text(say(self.language, "compare", name, **self.names)))

    def _besides(self) -> list[str]:
        """Cards, seats and options."""
        found, lines = self.found, []
        if found.cards:
            lines.append(text(say(self.language, "compare", "cards")))
        if found.seats:
            (a_min, a_max), (b_min, b_max) = found.seats
            spans = {"a_min": a_min, "a_max": a_max, "b_min": b_min, "b_max": b_max}
            lines.append(text(say(self.language, "compare", "seats", **self.names, **spans)))
        for option, one, other in found.options:
            values = [self._value(self.entry, option, one), self._value(self.other, option, other)]
            assert self.entry.core is not None
            said = self.entry.core.option_docs[option][self.language]
            lines.append(self.words.named(said, text(" / ".join(values))))
        return lines

    def _value(self, entry: Entry, option: str, value: object) -> str:
        """The value of an option in words, where it has some."""
        assert entry.core is not None
        said = entry.core.option_docs[option].get("values", {}).get(str(value).lower(), {})
        return str(said.get(self.language, value))

    def _rules(self, which: str, rules: Sequence[RuleDifference]) -> str:
        if not rules:
            return ""
        return tag("p", self._label(which)) + items([self._rule(rule) for rule in rules], class_="compared")

    def _rule(self, rule: RuleDifference) -> str:
        """The id, and the sentence of each side that has one."""
        said = "".join(
            tag("div", f"{mark} {text(sentence.of(self.language))}", class_=side)
            for mark, side, sentence in (("−", "minus", rule.a), ("+", "plus", rule.b))
            if sentence is not None
        )
        return self._id(rule) + said

    def _id(self, rule: RuleDifference) -> str:
        """The id of a rule, linked to it where it is: here, or in the other rule set if only that has it."""
        where = self.other if rule.which == "only_b" else self.entry
        return link(self.own, where.page, code(rule.rule), rule.rule)
