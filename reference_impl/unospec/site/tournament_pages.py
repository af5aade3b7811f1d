"""The pages of the tournaments: a list, and a page for each with its seats, how it is won, and how to try it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any, cast

from unospec.language.seats import team_count
from unospec.language.tournament import Tournament, partners
from unospec.rulebook import extract, labels
from unospec.rulebook.markdown import escape
from unospec.site.catalogue import Catalogue, Entry
from unospec.site.markup import code, details, items, link, page, table, tag, text
from unospec.site.rule_blocks import RuleBlocks
from unospec.site.words import Words

INDEX = "tournaments/index.md"
Json = Mapping[str, Any]


def page_of(tournament: Tournament) -> str:
    """The page of a tournament."""
    return f"tournaments/{tournament.id}.md"


def of_ruleset(catalogue: Catalogue, entry: Entry) -> list[Tournament]:
    """The tournaments in which a rule set is played."""
    return [found for found in catalogue.tournaments if found.ruleset == entry.id]


def index_page(catalogue: Catalogue, language: str) -> str:
    """All tournaments."""
    words = Words(language)
    rows = []
    for one in catalogue.tournaments:
        ruleset = catalogue.rulesets[one.ruleset]
        rows.append(
            [
                link(INDEX, page_of(one), text(one.document.title[language])),
                link(INDEX, ruleset.page, text(ruleset.title(language))),
                str(one.players),
                str(one.tables),
                str(len(list(one.rounds()))),
            ]
        )
    header = [text(words("tournament", name)) for name in ("tournament", "ruleset", "players", "tables", "rounds")]
    title = words("page", "tournaments")
    intro = tag("p", text(words("intro", "tournaments")))
    more = tag("p", link(INDEX, "matches.md", text(words("tournament", "own"))))
    return page(title, f"# {title}", intro, table(header, rows), more)


def tournament_page(catalogue: Catalogue, tournament: Tournament, language: str) -> str:
    """The page of one tournament."""
    return _TournamentPage(catalogue, tournament, language).page()


class _TournamentPage:
    def __init__(self, catalogue: Catalogue, tournament: Tournament, language: str) -> None:
        self.catalogue, self.tournament, self.language = catalogue, tournament, language
        self.own = page_of(tournament)
        self.words = Words(language)
        self.core = tournament.core(catalogue.library)
        self.teams = team_count(self.core.data)
        self.data = cast(Json, tournament.data)
        self.blocks = RuleBlocks(catalogue, catalogue.rulesets[tournament.ruleset], language, self.own)

    def say(self, name: str, **fields: object) -> str:
        """A phrase of this page, escaped."""
        return text(self.words("tournament", name, **fields))

    def page(self) -> str:
        """What it is, the seats, who wins, what is open, how to try it, the file."""
        title = self.tournament.document.title[self.language]
        return page(
            title,
            f"# {escape(title)}",
            tag("p", code(self.tournament.id), class_="entry-facts"),
            tag("p", text(self.data[self.language])),
            self._facts(),
            f"## {self.words('tournament', 'schedule')} {{ #schedule }}",
            tag("p", self.say("schedule_teams" if self.teams else "schedule_alone")),
            self._schedule(),
            *self._partners(),
            f"## {self.words('tournament', 'champion')} {{ #champion }}",
            items(self._scoring(), class_="plain-list"),
            *self._questions(),
            *self._trying(),
            self._file(),
            boost=4,
        )

    def _facts(self) -> str:
        """The rules that are played, the options, the source, the size."""
        one, words = self.tournament, self.words
        ruleset = self.catalogue.rulesets[one.ruleset]
        rules = link(self.own, ruleset.page, text(ruleset.title(self.language)))
        lines = [words.named(words("tournament", "ruleset"), rules)]
        for name, value in one.options.items():
            declared = self.core.option_docs[name]
            said = declared.get("values", {}).get(str(value).lower(), {}).get(self.language, value)
            lines.append(words.named(declared[self.language], text(said) + " " + code(f"{name}={value}")))
        whole = len(list(one.rounds()))
        size = "size_one" if one.tables == 1 else "size"
        lines.append(self.say(size, players=one.players, tables=one.tables, seats=one.seats, rounds=whole))
        if one.cycles > 1:
            lines.append(self.say("cycles", cycles=one.cycles))
        source = extract.source(self.data)
        if source:
            rests_on = tag("span", text(words.named(words("tournament", "source"), "")))
            lines.append(tag("div", rests_on, self.blocks.source(source), class_="source-line"))
        return items(lines)

    # --- the seats ------------------------------------------------------------------------------------------

    def _schedule(self) -> str:
        """A line for each seating: the rounds, then every table with its players."""
        one, words = self.tournament, self.words
        header = [self.say("rounds_column")]
        for number in range(1, one.tables + 1):
            where = self.say("table", number=number) if one.tables > 1 else ""
            header += [where or self.say("seats")] + ([self.say("pairs")] if self.teams else [])
        rows = []
        for number, seating in enumerate(one.schedule):
            first, last = number * one.rounds_each + 1, (number + 1) * one.rounds_each
            row = [text(str(first) if first == last else words("tournament", "span", first=first, last=last))]
            for seats in seating:
                row.append(" → ".join(map(str, seats)))
                if self.teams:
                    row.append(self._teams_of(seats))
            rows.append(row)
        return table(header, rows, class_="schedule")

    def _teams_of(self, seats: tuple[int, ...]) -> str:
        """The teams of a table, such as `1 and 2 against 3 and 4`."""
        teams = [sorted(seats[team :: self.teams]) for team in range(self.teams)]
        said = [labels.listing(list(map(str, team)), self.language) for team in teams]
        return text(self.words("tournament", "against").join(said))

    def _partners(self) -> list[str]:
        """Who is whose partner in which rounds, player by player, and how often two meet as opponents."""
        one = self.tournament
        if not self.teams:
            return []
        header = [self.say("player"), *(self._span(number) for number in range(len(one.schedule)))]
        rows = []
        for player in range(1, one.players + 1):
            row = [str(player)]
            for seating in one.schedule:
                mates = [pair - {player} for pair in partners(seating, self.teams) if player in pair]
                row.append(", ".join(str(mate) for mates_of in mates for mate in sorted(mates_of)))
            rows.append(row)
        return [
            f"### {self.words('tournament', 'partners')} {{ #partners }}",
            tag("p", self.say("partners_intro")),
            table(header, rows, class_="schedule"),
            *self._meetings(),
        ]

    def _span(self, number: int) -> str:
        each = self.tournament.rounds_each
        return self.say("span", first=number * each + 1, last=(number + 1) * each)

    def _meetings(self) -> list[str]:
        """How many rounds of a cycle two players are partners and opponents, if it is the same for all."""
        one = self.tournament
        together: Counter[frozenset[int]] = Counter()
        against: Counter[frozenset[int]] = Counter()
        for seating in one.schedule:
            teams = set(partners(seating, self.teams))
            for seats in seating:
                for pair in map(frozenset, combinations(seats, 2)):
                    (together if pair in teams else against)[pair] += one.rounds_each
        everybody = [frozenset(pair) for pair in combinations(range(1, one.players + 1), 2)]
        lines = []
        for name, met in (("met_together", together), ("met_against", against)):
            counts = {met[pair] for pair in everybody}
            if len(counts) == 1:
                lines.append(self.say(name, number=counts.pop()))
        return [tag("p", (" " if self.language == "en" else "").join(lines))] if lines else []

    # --- who wins -------------------------------------------------------------------------------------------

    def _scoring(self) -> list[str]:
        """How totals are made and which of them wins."""
        one, own = self.tournament, self.own
        ruleset = self.catalogue.rulesets[one.ruleset]
        sheet = ruleset.sheet
        lines = [self.say("sum_teams" if self.teams else "sum_alone")]
        if sheet and any(section.key == "scoring" for section in sheet.sections):
            lines[0] += " " + link(own, ruleset.page, self.say("scoring"), "section-scoring")
        lines.append(self.say(f"best_{one.best}"))
        lines.append(self.say(f"void_{one.void}"))
        lines.append(self.say("no_match"))
        return lines

    def _questions(self) -> list[str]:
        """What the source leaves open."""
        found: Json = self.data.get("interpretations", {})
        if not found:
            return []
        heading = labels.say(self.language, "sections", "questions")
        return [f"## {heading} {{ #questions }}", *(self._question(name, body) for name, body in found.items())]

    def _question(self, name: str, body: Json) -> str:
        lines = []
        ruled = str(body["ruled"])
        for key, reading in sorted(body["readings"].items(), key=lambda item: item[0] != ruled):
            kind = labels.say(self.language, "question", "ruled" if key == ruled else "reading")
            lines.append(tag("strong", self.words.named(kind, "")) + text(reading[self.language]))
        why = labels.say(self.language, "question", "why")
        lines.append(tag("strong", self.words.named(why, "")) + text(body["why"][self.language]))
        rule = f"interpretations.{name}"
        return tag(
            "div",
            tag("p", tag("strong", text(body["question"][self.language])), class_="rule-text"),
            items(lines),
            tag("div", self.blocks.permalink(rule), class_="rule-facts"),
            id=rule,
            class_="rule",
        )

    # --- trying it ------------------------------------------------------------------------------------------

    def _trying(self) -> list[str]:
        """The commands."""
        one = self.tournament
        names = self.words("tournament", "names").split(",")[: one.players]
        command = f"unospec tournament {one.id}"
        lines = [f"{command} --lang {self.language} --names {','.join(names)}"]
        lines += [f"{command} --lang {self.language} --simulate --seed 1", f"{command} --simulate --json"]
        return [
            f"## {self.words('tournament', 'try')} {{ #try }}",
            tag("p", self.say("try_intro")),
            "```\n" + "\n".join(lines) + "\n```",
            tag("p", link(self.own, "matches.md", self.say("own"))),
        ]

    def _file(self) -> str:
        file = self.tournament.document.file
        written = (self.catalogue.root / file).read_text(encoding="utf-8").rstrip()
        heading = f"## {self.words('rule', 'file')} {{ #file data-search-exclude }}"
        return f"{heading}\n\n{details(code(file), tag('pre', tag('code', text(written))))}"
