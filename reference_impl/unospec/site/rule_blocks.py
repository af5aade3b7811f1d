"""One rule on a page: its sentence, where it is from, what it means formally, and the cases that prove it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from unospec.rulebook import labels
from unospec.rulebook.markdown import escape
from unospec.rulebook.model import Block, Rule, Section, Sentence, Source
from unospec.rulebook.outline import lead_of
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.markup import address, code, details, items, link, not_searched, tag, text
from unospec.site.words import Words

Json = Mapping[str, Any]


class RuleBlocks:
    """Writes the rules of one page in one language."""

    def __init__(self, catalogue: Catalogue, entry: Entry, language: str, page: str = "") -> None:
        """page: where they are written, if not on the page of the rule set."""
        assert entry.core is not None
        self.catalogue, self.entry, self.language = catalogue, entry, language
        self.core, self.page = entry.core, page or entry.page
        self.words = Words(language)
        self.cases = catalogue.cases_of(entry)

    def section(self, section: Section, anchor: str) -> str:
        """A section as Markdown heading and HTML."""
        parts = [f"## {escape(section.heading.of(self.language))} {{ #{anchor} }}"]
        for number, block in enumerate(section.blocks):
            if block.heading:
                heading = escape(block.heading.of(self.language))
                parts.append(f"### {heading} {{ #{anchor}-{number} }}")
            parts.append(self.block(block))
        return "\n\n".join(parts)

    def block(self, block: Block) -> str:
        """The rules of a block."""
        return "".join(map(self.sentence, block.sentences))

    def sentence(self, sentence: Sentence) -> str:
        """A sentence and the rules behind it."""
        said = text(sentence.text.of(self.language))
        name = lead_of(sentence, self.language)
        if name:
            said = tag("strong", self.words.named(name, "")) + said
        if sentence.change:
            said = tag("span", text(self.words("rule", sentence.change)), class_="mark") + " " + said
        before = ""
        if sentence.was:
            was = f"{self.words('rule', 'before')} {sentence.was.of(self.language)}"
            before = tag("p", text(was), class_="rule-before")
        first, *others = sentence.rules
        return tag(
            "div",
            tag("p", said, class_="rule-text"),
            before,
            self.about(first),
            *(tag("div", self.about(rule), id=rule.id) for rule in others),
            id=first.id,
            class_="rule",
        )

    def about(self, rule: Rule) -> str:
        """Id, provenance and documents of a rule, with its meaning and its cases to open."""
        facts = [self.permalink(rule.id)]
        if rule.source:
            facts.append(self.source(rule.source))
        facts.append(self.brought(rule))
        return tag("div", *facts, class_="rule-facts") + self.opened(rule.id)

    def permalink(self, rule_id: str) -> str:
        """The id of a rule, as a link to itself."""
        return tag("a", code(rule_id), href=f"#{rule_id}", class_="rule-id")

    def source(self, source: Source) -> str:
        """The provenance of a rule, with its remark."""
        status = tag(
            "span", text(labels.say(self.language, "source", source.status)), class_=f"source {source.status}"
        )
        parts = [status]
        if source.doc:
            parts.append(link(self.page, "sources.md", text(source.doc), source.doc))
        if source.at:
            parts.append(tag("span", text(source.at), class_="at"))
        if source.why:
            remark = self.words("rule", "remark", text=source.why.of(self.language))
            parts.append(tag("span", text(remark), class_="why"))
        return tag("span", " ".join(parts), class_="from")

    def brought(self, rule: Rule) -> str:
        """Which documents the rule and its sentence are from."""
        said = f"{text(self.words('rule', 'from'))} {self.document(rule.by)}"
        if rule.told_by not in ("", rule.by):
            between = labels.say(self.language, "punctuation", "semicolon")
            said += between + f"{text(self.words('rule', 'wording'))} {self.document(rule.told_by)}"
        return tag("span", said, class_="from")

    def document(self, name: str) -> str:
        """A link to the page of a document."""
        for entry in self.catalogue.entries():
            if entry.id == name:
                return link(self.page, entry.page, code(name))
        return link(self.page, "parts.md", code(name), name)

    def opened(self, rule_id: str) -> str:
        """The formal meaning of a rule and its cases, closed at first."""
        section, _, name = rule_id.partition(".")
        body = self.core.data[section][name] if name else self.core.data[section]
        formal = details(text(self.words("rule", "formal")), tag("pre", tag("code", text(formally(body)))))
        proving = self.cases.get(rule_id, [])
        if not proving:
            return tag("div", not_searched(formal), class_="rule-more")
        summary = text(self.words("rule", "cases", number=len(proving)))
        opened = details(summary, items(map(self.case, proving)))
        return tag("div", not_searched(formal, opened), class_="rule-more")

    def case(self, case: Json) -> str:
        """A case as a link with its title."""
        target = f"cases/{case['topic']}.md"
        href = address(self.page, target, case["id"])
        return tag("a", code(str(case["id"]).partition("@")[0]), href=href) + " " + titled(case, self.language)


def titled(case: Json, language: str) -> str:
    """The title of a case; the English one where there is no Chinese."""
    title = case["title"]
    if language in title:
        return text(title[language])
    return tag("span", text(title["en"]), lang="en")


def formally(body: Json) -> str:
    """A rule's meaning as YAML, without its texts."""
    bare = {key: value for key, value in body.items() if key not in ("en", "zh", "source")}
    return yaml.safe_dump(bare, allow_unicode=True, sort_keys=False, width=88).rstrip()
