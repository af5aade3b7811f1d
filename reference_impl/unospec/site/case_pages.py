"""The pages of the conformance cases: an index, and a page for each topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from unospec.rulebook import labels
from unospec.rulebook.markdown import escape
from unospec.site.case_words import CaseWords
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.markup import code, details, items, link, not_searched, page, table, tag, text
from unospec.site.tokens import Tokens
from unospec.site.words import Words

Json = Mapping[str, Any]
REPORTED = "reported-"  # topics of cases that were made of reports begin so
SHOWN = 5  # rules that the index names for a topic
MANY = 30  # cases that are shown closed, so that the page can be looked through


def by_topic(catalogue: Catalogue) -> dict[str, list[Json]]:
    """The cases of each topic."""
    found: dict[str, list[Json]] = {}
    for case in catalogue.cases:
        found.setdefault(case["topic"], []).append(case)
    return dict(sorted(found.items()))


def groups(catalogue: Catalogue) -> dict[str, list[str]]:
    """The topics by what most of their cases play: the usual rule set, house rules, others; and what was reported."""
    found: dict[str, list[str]] = {"basic_cases": [], "patches": [], "other_cases": [], "reported_cases": []}
    for topic, cases in by_topic(catalogue).items():
        once = [case for case, *_ in told_once(cases)]
        patched = sum(bool(case.get("patches")) for case in once)
        elsewhere = sum(case["ruleset"] != catalogue.base.id for case in once)
        if topic.startswith(REPORTED):
            group = "reported_cases"
        elif 2 * patched > len(once):
            group = "patches"
        else:
            group = "other_cases" if 2 * elsewhere > len(once) else "basic_cases"
        found[group].append(topic)
    return {group: topics for group, topics in found.items() if topics}


def index_page(catalogue: Catalogue, language: str) -> str:
    """All topics."""
    words = Words(language)
    header = [text(words("table", name)) for name in ("topic", "cases", "rules_mostly")]
    found = by_topic(catalogue)
    blocks = []
    for group, topics in groups(catalogue).items():
        rows = [
            [
                link("cases/index.md", f"cases/{topic}.md", text(topic_title(topic, language))),
                str(len(told_once(found[topic]))),
                _rules_of(found[topic]),
            ]
            for topic in topics
        ]
        blocks += [f"## {words('nav', group)} {{ #{group} }}", table(header, rows, class_="topics")]
    title = words("page", "cases")
    intro = words("intro", "cases", number=len(told_once(catalogue.cases)), whole=len(catalogue.cases))
    good = tag("p", link("cases/index.md", "adequacy.md", text(words("page", "adequacy"))))
    return page(title, f"# {title}", tag("p", text(intro)), good, *blocks)


def base_id(case: Json) -> str:
    """The id under which a case is written; where it holds in other rule sets as well, they follow an `@`."""
    return str(case["id"]).partition("@")[0]


def told_once(cases: list[Json]) -> list[list[Json]]:
    """The cases, those that differ in the rule set alone put together; the one that is written comes first."""
    found: dict[str, list[Json]] = {}
    for case in cases:
        found.setdefault(base_id(case), []).append(case)
    return list(found.values())


def _rules_of(cases: list[Json]) -> str:
    """The rules that most cases of a topic are for."""
    counted = Counter(case["proves"][0] for case, *_ in told_once(cases))
    most = [rule for rule, _ in counted.most_common(SHOWN)]
    return ", ".join(map(code, most)) + (" …" if len(counted) > SHOWN else "")


def topic_title(topic: str, language: str) -> str:
    """The name of a topic in words."""
    return Words(language).maybe("topics", topic) or topic


def topic_page(catalogue: Catalogue, topic: str, cases: list[Json], language: str) -> str:
    """The cases of one topic."""
    title = topic_title(topic, language)
    once, words = told_once(cases), Words(language)
    writer = _CaseWriter(catalogue, f"cases/{topic}.md", language, closed=len(once) > MANY)
    # The script of the site puts a button here; without it there is nothing to see.
    said = {"data_open": words("case", "open_all"), "data_close": words("case", "close_all")}
    button = tag("p", class_="open-all", **said)
    return page(title, f"# {escape(title)}", button, *map(writer.case, once), boost=0.5)


class _CaseWriter:
    def __init__(self, catalogue: Catalogue, own_page: str, language: str, closed: bool) -> None:
        self.catalogue, self.page, self.language, self.closed = catalogue, own_page, language, closed
        self.words = Words(language)
        self._said: dict[str, CaseWords] = {}

    def case(self, cases: list[Json]) -> str:
        """A case: its title as a heading, what it is about, the position, the steps.

        cases: the same one in each of its rule sets; every one has an anchor.
        """
        case, *others = cases
        entries = self.catalogue.entries_of(case)
        said = self._words_for(entries)
        title = case["title"].get(self.language, case["title"]["en"])
        # The id stands in the heading, so that it counts in searches; the table of contents leaves it out.
        named = escape(title) + " " + tag("a", code(case["id"]), href=f"#{case['id']}")
        label = title.replace('"', "”")
        heading = f"## {named} {{ #{case['id']} .case-title data-toc-label=\"{text(label)}\" }}"
        body = tag(
            "div",
            self._facts(case, others, entries),
            not_searched(
                details(
                    text(self._inside(case)),
                    self._setup(case["setup"], said)
                    + self._dealt(case, said)
                    + self._steps(case["steps"], said),
                    class_="play",
                    open="" if self.closed else "open",
                )
            ),
            class_="case",
        )
        return f"{heading}\n\n{body}"

    def _words_for(self, entries: list[Entry]) -> CaseWords:
        """How to say the cards of a rule set; a case of an unknown one is said with the usual deck."""
        entry = next((entry for entry in entries if entry.core), self.catalogue.base)
        if entry.id not in self._said:
            assert entry.core is not None
            self._said[entry.id] = CaseWords(Tokens(entry.core.data["cards"], self.language), self.language)
        return self._said[entry.id]

    # --- what it is about -----------------------------------------------------------------------------------

    def _facts(self, case: Json, others: list[Json], entries: list[Entry]) -> str:
        words = self.words
        facts = [words.named(words("case", "ruleset"), self._composition(case))]
        if others:
            also = [self._document(other["ruleset"], id=other["id"]) for other in others]
            facts.append(words.named(words("case", "also"), ", ".join(also)))
        proves = ", ".join(self._rule(rule, entries) for rule in case["proves"])
        facts.append(words.named(words("case", "proves"), proves))
        facts.append(words.named(words("case", "level"), text(words("level", case["level"]))))
        if case.get("needs"):
            needs = ", ".join(map(code, case["needs"]))
            facts.append(words.named(words("case", "needs"), needs))
        if case.get("source"):
            facts.append(words.named(words("case", "source"), self._source(case["source"])))
        return items(facts, class_="case-facts")

    def _composition(self, case: Json) -> str:
        """Rule set, patches and options."""
        parts = [self._document(case["ruleset"])]
        for patch in case.get("patches", ()):
            name = patch if isinstance(patch, str) else next(iter(patch))
            options = {} if isinstance(patch, str) else patch[name]
            said = self._document(name)
            if options:
                said += " (" + ", ".join(text(f"{key}={value}") for key, value in options.items()) + ")"
            parts.append(said)
        parts += [text(f"{key}={value}") for key, value in case.get("options", {}).items()]
        return " + ".join(parts)

    def _document(self, name: str, **attributes: str) -> str:
        entry = self.catalogue.rulesets.get(name) or self.catalogue.patches.get(name)
        return link(self.page, entry.page, code(name), **attributes) if entry else tag("code", text(name), **attributes)

    def _rule(self, rule: str, entries: list[Entry]) -> str:
        for entry in entries:
            if rule in entry.rule_ids():
                return link(self.page, entry.page, code(rule), rule)
        return code(rule)

    def _source(self, source: Json) -> str:
        doc = str(source.get("doc", ""))
        known = doc in self.catalogue.sources
        said = link(self.page, "sources.md", text(doc), doc) if known else text(doc)
        at = f", {text(source['at'])}" if source.get("at") else ""
        return tag("span", said + at, lang="" if known else "en")

    # --- position and steps ---------------------------------------------------------------------------------

    def _setup(self, setup: Json, said: CaseWords) -> str:
        words = self.words
        hands = setup.get("hands", {})
        drawn = setup.get("deal", {}).get("for_dealer", ())  # who deals is then what the case is about
        dealer = None if drawn else setup.get("dealer", setup["seats"][-1])
        rows = []
        for seat in setup["seats"]:
            marked = words("case", "dealer", seat=seat) if seat == dealer else seat
            rows.append([text(marked), said.cards(hands.get(seat, []))])
        header = [text(words("case", "seat")), text(words("case", "hand"))]
        seats = table(header, rows, class_="hands") if hands else ""
        rest = {k: v for k, v in setup.items() if k not in ("seats", "hands", "dealer", "deal", "reshuffles")}
        lines = said.state(rest)
        if not hands:
            players = labels.listing([row[0] for row in rows], self.language)
            lines.insert(0, words.named(words("case", "seats"), players))
        lines += [words.named(words("state", "for_dealer"), said.cards(draw)) for draw in drawn]
        if "deal" in setup:
            lines.append(words.named(words("state", "deal"), said.cards(setup["deal"]["draw_order"])))
        lines += [
            words.named(words("state", "reshuffles"), said.cards(pile))
            for pile in setup.get("reshuffles", ())
        ]
        heading = tag("p", tag("strong", text(words("case", "setup"))))
        return heading + seats + items(lines, class_="facts")

    def _dealt(self, case: Json, said: CaseWords) -> str:
        """What is expected before the first act."""
        if "dealt" not in case:
            return ""
        return tag("p", tag("strong", text(self._begins(case)))) + "".join(self._expected(case["dealt"], said))

    def _inside(self, case: Json) -> str:
        """What is to be seen when a case is opened."""
        steps = len(case["steps"])
        return self.words("case", "play", number=steps) if steps else self._begins(case)

    def _begins(self, case: Json) -> str:
        """How the table comes to be as it is before the first act."""
        return self.words("case", "dealt" if "deal" in case["setup"] else "there")

    def _steps(self, steps: list[Json], said: CaseWords) -> str:
        if not steps:
            return ""
        heading = tag("p", tag("strong", text(self.words("case", "steps"))))
        return heading + items([self._step(step, said) for step in steps], "ol", class_="steps")

    def _step(self, step: Json, said: CaseWords) -> str:
        words = self.words
        accepted = step.get("ok", True)
        verdict = tag(
            "span",
            text(words("case", "ok" if accepted else "refused")),
            class_=f"verdict ok-{accepted}".lower(),
        )
        line = f"{said.act(step['act'])} {verdict}"
        if "why" in step:
            line += f" {text(words.maybe('why', step['why']) or step['why'])}"
        if "rule" in step:
            line += f" {code(step['rule'])}"
        return line + "".join(self._expected(step, said))

    def _expected(self, step: Json, said: CaseWords) -> list[str]:
        """The expectations of a step or of the set-up, each with its heading."""
        words = self.words
        found: list[tuple[str, list[str]]] = []
        if "events" in step:
            heading = "events_exactly" if step.get("exactly") else "events"
            found.append((words("case", heading), [said.event(event) for event in step["events"]]))
        if "state" in step:
            found.append((words("case", "state"), said.state(step["state"])))
        for seat, offers in step.get("legal", {}).items():
            name = words("case", "anybody") if seat == "-" else seat
            for mode, acts in offers.items():
                lines = [said.act({"by": name, **a}) for a in acts] or [text(words("case", "empty"))]
                found.append((words("case", mode, seat=name), lines))
        for seat, view in step.get("views", {}).items():
            if "absent" in view:
                paths = labels.listing([said.path(path) for path in view["absent"]], self.language)
                found.append((words("case", "absent", seat=seat, paths=paths), []))
            if "includes" in view:
                found.append((words("case", "sees", seat=seat), said.state(view["includes"])))
        if "end" in step:
            found.append((words("case", "end"), said.state(step["end"])))
        return [
            tag("div", tag("span", text(heading)), items(lines, class_="facts"), class_="expected")
            for heading, lines in found
        ]
