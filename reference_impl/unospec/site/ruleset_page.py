"""The page of a rule set, and of a patch as it reads on a rule set."""

from __future__ import annotations

from unospec.rulebook import labels
from unospec.rulebook.markdown import escape
from unospec.rulebook.model import Question, Sentence
from unospec.rulebook.outline import Outliner, Paragraph, Table
from unospec.site import adequacy_page, difference_pages, tournament_pages
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.markup import code, details, items, link, not_searched, page, table, tag, text
from unospec.site.measured import anchor
from unospec.site.rule_blocks import RuleBlocks, formally
from unospec.site.words import Words

INNER = ("define", "marks", "blocks")


def entry_page(catalogue: Catalogue, entry: Entry, language: str) -> str:
    """The whole page."""
    if entry.core is None or entry.sheet is None:
        return _failed_page(entry, language)
    return _EntryPage(catalogue, entry, language).page()


def _failed_page(entry: Entry, language: str) -> str:
    """A patch that fits no rule set by itself."""
    words = Words(language)
    title = entry.title(language)
    needs = tag("p", text(words("rule", "needs", title=entry.on)))
    return page(title, f"# {escape(title)}", needs, tag("pre", text(entry.problem), lang="en"))


class _EntryPage:
    def __init__(self, catalogue: Catalogue, entry: Entry, language: str) -> None:
        assert entry.core is not None and entry.sheet is not None
        self.catalogue, self.entry, self.language = catalogue, entry, language
        self.core, self.sheet = entry.core, entry.sheet
        self.words = Words(language)
        self.blocks = RuleBlocks(catalogue, entry, language)
        self.is_patch = entry.document.kind == "patch"

    def page(self) -> str:
        """Heading, changes, the rules in the order of play, options, questions, inner rules, the file."""
        title = self.entry.title(self.language)
        keys = [section.key for section in self.sheet.sections]
        rules = [
            self.blocks.section(section, _anchor(section.key, keys[:before].count(section.key)))
            for before, section in enumerate(self.sheet.sections)
        ]
        return page(
            title,
            f"# {escape(title)}",
            self._head(),
            *(self._changes() if self.entry.base else ()),
            *self._together(),
            *self._deck(),
            *rules,
            *self._options(),
            *self._questions(),
            *self._inner(),
            self._file(),
            boost=4,
        )

    # --- the head -------------------------------------------------------------------------------------------

    def _head(self) -> str:
        """Id, summary, what it is based on, and the commands that print it."""
        entry, words = self.entry, self.words
        facts = [code(entry.id)]
        if self.is_patch:
            on = self.catalogue.rulesets[entry.on]
            linked = link(entry.page, on.page, text(on.title(self.language)))
            facts.append(_around(words("rule", "also_on", title="\0"), linked))
        elif self.sheet.base:
            base = self.catalogue.rulesets[self.sheet.base.id]
            linked = link(entry.page, base.page, text(base.title(self.language)))
            facts.append(_around(words("rule", "based_on", title="\0"), linked))
        if self.sheet.brought:
            titles = labels.listing([m.title.of(self.language) for m in self.sheet.brought], self.language)
            facts.append(text(words("rule", "with", titles=titles)))
        command = f"unospec rules {entry.id} --lang {self.language}"
        if self.is_patch:
            command = f"unospec rules {entry.on} --with {entry.id} --lang {self.language}"
        lines = [tag("p", " · ".join(facts), class_="entry-facts")]
        summary = entry.document.data.get("summary")
        if summary:
            lines.append(tag("p", text(summary[self.language])))  # type: ignore[index, call-overload]
        printed = tag("p", text(words("rule", "print")), " ", code(command), class_="entry-facts")
        lines.append(not_searched(printed))
        if not self.is_patch:
            lines.append(not_searched(tag("p", " · ".join(self._elsewhere()), class_="entry-facts")))
            played = [
                link(entry.page, tournament_pages.page_of(one), text(one.document.title[self.language]))
                for one in tournament_pages.of_ruleset(self.catalogue, entry)
            ]
            if played:
                linked = labels.listing(played, self.language)
                lines.append(tag("p", _around(words("tournament", "link", titles="\0"), linked), class_="entry-facts"))
        return tag("div", *lines, class_="entry-head")

    def _elsewhere(self) -> list[str]:
        """Where it differs from the other rule sets, and how good its cases are."""
        own, words = self.entry.page, self.words
        good = link(own, adequacy_page.PAGE, text(words("adequacy", "link")), anchor(self.entry.id))
        differs = link(own, difference_pages.page_of(self.entry), text(words("differences", "link")))
        return [differs, good]

    def _changes(self) -> list[str]:
        """The list of what is new, changed and gone."""
        words = self.words
        lines = [self._changed(sentence) for sentence in self.sheet.sentences if sentence.change]
        lines += [
            tag("span", text(words("rule", "removed")), class_="mark gone")
            + " "
            + tag("s", text(sentence.text.of(self.language)))
            + " "
            + code(sentence.rules[0].id)
            for sentence in self.sheet.removed
        ]
        parts = [f"## {words('rule', 'changes')} {{ #changes }}", items(lines, class_="changes")]
        inside = self._changed_inside()
        if inside:
            ids = ", ".join(tag("a", code(rule), href=f"#{rule}") for rule in inside)
            parts.append(tag("p", _around(words("rule", "changes_inside", ids="\0"), ids)))
        return parts

    def _changed(self, sentence: Sentence) -> str:
        rule = sentence.rules[0].id
        mark = tag("span", text(self.words("rule", sentence.change)), class_="mark")
        said = text(sentence.text.of(self.language))
        return f"{mark} {said} " + tag("a", code(rule), href=f"#{rule}")

    def _changed_inside(self) -> list[str]:
        """Rules without a sentence that differ from those of the base."""
        assert self.entry.base is not None
        found = []
        for rule in self._untold():
            section, _, name = rule.partition(".")
            old = self.entry.base.data[section].get(name)
            if old is None or formally(old) != formally(self.core.data[section][name]):
                found.append(rule)
        return found

    def _together(self) -> list[str]:
        """Which other patches a patch goes together with."""
        own = [pair for pair in self.catalogue.pairs if self.entry.id in (pair.first, pair.second)]
        if not own:
            return []
        parts = [f"## {self.words('rule', 'together')} {{ #together }}"]
        for phrase, conflict in (("with", False), ("not_with", True)):
            others = [
                pair.second if pair.first == self.entry.id else pair.first
                for pair in own
                if (pair.verdict == "conflict") == conflict
            ]
            if others:
                said = _around(self.words("pairs", phrase, titles="\0"), self._patch_links(others))
                more = link(self.entry.page, "patches/pairs.md", text(self.words("page", "pairs")))
                parts.append(tag("p", said, f" ({more})" if conflict else ""))
        return parts

    def _patch_links(self, names: list[str]) -> str:
        entries = [self.catalogue.patches[name] for name in names]
        linked = [link(self.entry.page, e.page, text(e.title(self.language))) for e in entries]
        return labels.listing(linked, self.language)

    # --- what is not a rule ---------------------------------------------------------------------------------

    def _deck(self) -> list[str]:
        """The deck as the sheet has it."""
        outline = Outliner(self.language).outline(self.sheet)
        deck = next(element for element in outline if isinstance(element, Table))
        players = outline[outline.index(deck) - 1]
        assert isinstance(players, Paragraph)
        heading = labels.say(self.language, "sections", "contents")
        rows = [[text(cell) for cell in row] for row in deck.rows]
        return [
            f"## {heading} {{ #contents }}",
            tag("p", text(players.line.text)),
            table([text(cell) for cell in deck.header], rows, class_="deck"),
        ]

    def _options(self) -> list[str]:
        """The options with their values."""
        if not self.sheet.choices:
            return []
        outliner = Outliner(self.language)
        rows = [
            [
                tag("span", text(choice.text.of(self.language)), id=f"options.{choice.name}")
                + "<br>"
                + code(choice.name),
                tag("strong", text(choice.value.of(self.language))),
                text(outliner.others(choice)),
            ]
            for choice in self.sheet.choices
        ]
        header = [text(self.words("table", name)) for name in ("option", "value", "others")]
        heading = labels.say(self.language, "sections", "options")
        return [f"## {heading} {{ #options }}", table(header, rows, class_="options")]

    def _questions(self) -> list[str]:
        """What the source leaves open."""
        if not self.sheet.questions:
            return []
        heading = labels.say(self.language, "sections", "questions")
        return [f"## {heading} {{ #questions }}", *map(self._question, self.sheet.questions)]

    def _question(self, question: Question) -> str:
        lines = []
        for reading in sorted(question.readings, key=lambda r: not r.chosen):
            kind = labels.say(self.language, "question", "ruled" if reading.chosen else "reading")
            lines.append(tag("strong", self.words.named(kind, "")) + text(reading.text.of(self.language)))
        why = labels.say(self.language, "question", "why")
        lines.append(tag("strong", self.words.named(why, "")) + text(question.why.of(self.language)))
        facts = [self.blocks.permalink(question.id)]
        if question.option:
            facts.append(tag("a", code(f"options.{question.option}"), href=f"#options.{question.option}"))
        if question.source:
            facts.append(self.blocks.source(question.source))
        return tag(
            "div",
            tag("p", tag("strong", text(question.question.of(self.language))), class_="rule-text"),
            items(lines),
            tag("div", *facts, class_="rule-facts"),
            id=question.id,
            class_="rule",
        )

    def _untold(self) -> list[str]:
        """The rules without a sentence."""
        data = self.core.data
        return [f"{part}.{name}" for part in INNER for name in data[part] if "en" not in data[part][name]]

    def _inner(self) -> list[str]:
        """Conditions, marks and blocks without a sentence, so that every id has its place."""
        untold = self._untold()
        if not untold:
            return []
        listed = [
            tag(
                "div",
                tag("div", self.blocks.permalink(rule), class_="rule-facts"),
                self.blocks.opened(rule),
                id=rule,
                class_="rule inner",
            )
            for rule in untold
        ]
        words = self.words
        intro = tag("p", text(words("rule", "inner_intro")))
        return [f"## {words('rule', 'inner')} {{ #inner }}", intro, *listed]

    def _file(self) -> str:
        """The YAML file itself, and the hash of the core."""
        file = self.catalogue.root / self.entry.document.file
        shown = tag("pre", tag("code", text(file.read_text(encoding="utf-8").rstrip())))
        heading = f"## {self.words('rule', 'file')} {{ #file data-search-exclude }}"
        opened = details(code(self.entry.document.file), shown)
        sum_ = tag(
            "p",
            self.words.named(self.words("rule", "hash"), code(self.core.hash)),
            class_="entry-facts hash",
        )
        return "\n\n".join([heading, opened, sum_])


def _anchor(key: str, earlier: int) -> str:
    """The anchor of a section; several of the same kind are counted."""
    return f"section-{key}-{earlier + 1}" if earlier else f"section-{key}"


def _around(template: str, inner: str) -> str:
    """A phrase with HTML in the place of its NUL."""
    before, _, after = template.partition("\0")
    return text(before) + inner + text(after)
