"""What rule texts decide differently: the catalogue of decisions, each value with the rule that carries it out."""

from __future__ import annotations

from unospec.rulebook.catalogue import Decision, Point, Where
from unospec.rulebook.markdown import escape
from unospec.site.catalogue import Catalogue
from unospec.site.markup import code, details, items, link, page, tag, text
from unospec.site.words import Words

PAGE = "catalogue.md"


def decisions_page(catalogue: Catalogue, language: str) -> str:
    """All decisions by section."""
    return _DecisionsPage(catalogue, language).page()


class _DecisionsPage:
    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.catalogue, self.language = catalogue, language
        self.words = Words(language)

    def say(self, name: str, **fields: object) -> str:
        """A phrase of this page, escaped."""
        return text(self.words("decisions", name, **fields))

    def page(self) -> str:
        """Introduction, key, sections."""
        found = self.catalogue.decisions
        counts = found.counts()
        title = self.words("page", "catalogue")
        key = [
            self._mark(status)
            + " "
            + self.words.named(self.words("decisions", "number", number=number), self.say(f"{status}_long"))
            for status, number in counts.items()
        ]
        blocks = []
        for letter, heading in found.sections.items():
            blocks.append(f"## {escape(heading.of(self.language))} {{ #{letter} }}")
            blocks += [self._point(point) for point in found.points if point.section == letter]
        intro = self.words("intro", "catalogue", points=len(found.points), values=sum(counts.values()))
        return page(title, f"# {title}", tag("p", text(intro)), items(key, class_="facts"), *blocks)

    def _mark(self, status: str) -> str:
        return tag("span", self.say(status), class_=f"status {status}")

    def _point(self, point: Point) -> str:
        """A question and what texts answer."""
        question = tag("strong", text(point.question.of(self.language)))
        silent = ""
        if point.silent:
            silent = tag("p", self.words.named(self.words("decisions", "silent"), self._sources(point.silent)))
        here = [value for value in point.values if value.status != "not_yet"]
        missing = [value for value in point.values if value.status == "not_yet"]
        others = ""
        if missing:
            others = details(self.say("others", number=len(missing)), items(map(self._value, missing)), class_="note")
        permalink = tag("a", code(point.id), href=f"#{point.id}", class_="by")
        return tag(
            "div",
            tag("p", question, " ", permalink, class_="rule-text"),
            items(map(self._value, here)),
            others,
            silent,
            id=point.id,
            class_="rule decision",
        )

    def _value(self, value: Decision) -> str:
        """One answer: who gives it, and where it is carried out."""
        said = [self._mark(value.status), " ", text(value.text.of(self.language))]
        if value.used_by:
            said += [" ", tag("span", self._sources(value.used_by), class_="by")]
        if value.why:
            said.append(tag("div", text(value.why.of(self.language)), class_="note"))
        places = ""
        if value.where:
            listed = "<br>".join(map(self._where, value.where))
            places = details(self.say("places", number=len(value.where)), listed, class_="note")
        return tag("div", tag("div", "".join(said)), places, class_="answer")

    def _sources(self, names: tuple[str, ...]) -> str:
        linked = [
            link(PAGE, "sources.md", text(name), name, title=self.catalogue.sources[name]["title"][self.language])
            for name in names
        ]
        return ", ".join(linked)

    def _where(self, where: Where) -> str:
        """The rule, linked in its rule set, or in the house rule that brings it; patches and options beside it."""
        catalogue = self.catalogue
        entries = [catalogue.patches[name] for name, _ in where.patches if name in catalogue.patches]
        ruleset = catalogue.rulesets[where.ruleset]
        shown = next((e for e in entries if e.core and e.on == where.ruleset and where.rule in e.rule_ids()), ruleset)
        anchor = where.rule if where.rule in shown.rule_ids() else "contents" if shown.core else ""
        parts = [link(PAGE, ruleset.page, text(ruleset.title(self.language)))]
        for name, options in where.patches:
            patch = catalogue.patches.get(name)
            said = link(PAGE, patch.page, text(patch.title(self.language))) if patch else code(name)
            parts.append(said + self._options(options))
        chosen = self._options(where.options)
        return " + ".join(parts) + chosen + " · " + link(PAGE, shown.page, code(where.rule), anchor)

    def _options(self, options: tuple[tuple[str, str | int | bool], ...]) -> str:
        if not options:
            return ""
        said = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options]
        return " " + code(", ".join(said))
