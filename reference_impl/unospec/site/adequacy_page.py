"""The page that says how good the suite is, and the badge, from the results that are kept."""

from __future__ import annotations

from collections.abc import Sequence

from unospec.adequacy.badge import badge, fill_for, settled
from unospec.adequacy.figures import Figures
from unospec.adequacy.targets import HOST
from unospec.site.catalogue import Catalogue
from unospec.site.markup import address, code, details, items, link, page, table, tag, text
from unospec.site.measured import Row
from unospec.site.mutant_words import mutant_in_words
from unospec.site.words import Words

PAGE = "adequacy.md"
_COLUMNS = (
    "title", "cases", "accepted", "refused", "conditions", "constants",
    "killed", "equivalent", "survivors",
)  # fmt: skip
_EXPLAINED = ("cases", "accepted", "refused", "conditions", "constants", "killed")


def adequacy_page(catalogue: Catalogue, language: str) -> str:
    """Figures of all rule sets and house rules, what they mean, what survives."""
    return _AdequacyPage(catalogue, language).page()


def badge_file(language: str) -> str:
    """Where the badge lies, below the assets."""
    return "adequacy.svg" if language == "en" else f"adequacy.{language}.svg"


def badge_of(catalogue: Catalogue, language: str) -> str:
    """The badge as SVG."""
    found = settled(catalogue.measured.kept())
    return badge(Words(language)("adequacy", "badge"), _badge_value(found, Words(language)), fill_for(found))


def _badge_value(found: tuple[int, int], words: Words) -> str:
    done, of = found
    if not of:
        return words("adequacy", "missing")
    return words("adequacy", "badge_value", number=f"{done:,}", whole=f"{of:,}")


class _AdequacyPage:
    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.catalogue, self.language = catalogue, language
        self.measured = catalogue.measured
        self.words = Words(language)

    def say(self, name: str, **fields: object) -> str:
        """A phrase of this page, escaped."""
        return text(self.words("adequacy", name, **fields))

    def page(self) -> str:
        """The whole page."""
        title = self.words("page", "adequacy")
        rows = self.measured.rows
        order = list(self.catalogue.rulesets)  # as everywhere on the site
        rulesets = sorted((row for row in rows if not row.patches), key=lambda row: order.index(row.ruleset))
        return page(
            title,
            f"# {title}",
            tag("p", text(self.words("intro", "adequacy"))),
            tag("p", self._badge()),
            *self._section("rulesets", rulesets),
            *self._section("alone", [row for row in rows if len(row.patches) == 1]),
            *self._section("together", [row for row in rows if len(row.patches) > 1]),
            *self._how(),
            *self._survivors(),
            *self._else(),
        )

    def _badge(self) -> str:
        value = _badge_value(settled(self.measured.kept()), self.words)
        said = self.words.named(self.words("adequacy", "badge"), value)
        source = address(PAGE, f"assets/{badge_file(self.language)}")
        # Markdown pages of the root language lie beside the assets, those of other languages one folder deeper.
        return f'<img src="{source if self.language == "zh" else "../" + source}" alt="{said}">'

    # --- the figures ----------------------------------------------------------------------------------------

    def _section(self, name: str, rows: Sequence[Row]) -> list[str]:
        """A table with a line for each of some rule sets."""
        if not rows:
            return []
        parts = [f"## {self.words('adequacy', name)} {{ #{name} }}"]
        if name != "rulesets":
            host = self.catalogue.rulesets[HOST].title(self.language)
            parts.append(tag("p", self.say("on_host", ruleset=host)))
        header = [self.say(column) for column in _COLUMNS]
        return [*parts, table(header, [self._row(row) for row in rows], class_="figures")]

    def _row(self, row: Row) -> list[str]:
        note = "" if row.current else "older" if row.result else "missing"
        said = tag("span", self._named(row), id=row.anchor)
        if note:
            said += tag("div", self.say(note), class_="note")
        figures = row.result.figures if row.result else None
        return [said, *(self._cells(figures) if figures else ["–"] * (len(_COLUMNS) - 1))]

    def _cells(self, f: Figures) -> list[str]:
        survivors = str(f.survivors) if not f.survivors else tag("strong", str(f.survivors))
        return [
            str(f.cases),
            self._share(f.rules_accepting, f.rules),
            self._share(f.rules_refusing, f.rules),
            self._share(f.conditions_decided, f.conditions),
            self._share(f.constants_tried, f.constants),
            self.say("of", number=f.killed, whole=f.mutants),
            str(f.equivalent),
            survivors,
        ]

    def _share(self, number: int, whole: int) -> str:
        """So many of so many; bold where something is lacking."""
        said = self.say("of", number=number, whole=whole)
        return said if number == whole else tag("strong", said)

    def _named(self, row: Row) -> str:
        """The rule set, or the house rules, with links to their pages."""
        if not row.patches:
            entries = [self.catalogue.rulesets[row.ruleset]]
        else:
            entries = [self.catalogue.patches[patch] for patch in row.patches]
        return " + ".join(link(PAGE, entry.page, text(entry.title(self.language))) for entry in entries)

    # --- what they mean -------------------------------------------------------------------------------------

    def _how(self) -> list[str]:
        """How it is measured, and what the columns say."""
        columns = [
            tag("strong", self.words.named(self.words("adequacy", name), "")) + self.say(f"column_{name}")
            for name in _EXPLAINED
        ]
        return [
            f"## {self.words('adequacy', 'how')} {{ #how }}",
            items([self.say(f"step_{number}") for number in range(1, 5)], "ol"),
            f"### {self.words('adequacy', 'columns')} {{ #columns }}",
            items(columns),
            tag("p", self.say("column_bold")),
        ]

    def _survivors(self) -> list[str]:
        """What no case notices, each with its reason."""
        rows = [row for row in self.measured.rows if row.result and row.result.survivors]
        parts = [f"## {self.words('adequacy', 'survivors_heading')} {{ #survivors }}"]
        if not rows:
            return [*parts, tag("p", self.say("survivors_none"))]
        return [*parts, tag("p", self.say("survivors_intro")), *map(self._surviving, rows)]

    def _surviving(self, row: Row) -> str:
        """The mutants of one row, closed at first."""
        assert row.result is not None
        reasons = [self._reason(row, mutant) for mutant in row.result.survivors]
        lines = [
            mutant_in_words(mutant, self.language) + (f"<br>{why}" if why else "")
            for mutant, why in zip(row.result.survivors, reasons, strict=True)
        ]
        counts = self.say("surviving", number=len(lines), reasons=sum(map(bool, reasons)))
        entries = [self.catalogue.patches[name] for name in row.patches] or [self.catalogue.rulesets[row.ruleset]]
        summary = self.words.named(" + ".join(entry.title(self.language) for entry in entries), counts)
        return details(summary, items(lines), class_="survivors")

    def _reason(self, row: Row, mutant: str) -> str:
        """Why a mutant may survive; in English where the reason is not translated, "" without one."""
        reason = self.measured.reasons.get((row.ruleset, row.patches, mutant), {})
        if self.language in reason:
            return text(reason[self.language])
        return tag("span", text(reason["en"]), lang="en") if reason else ""

    def _else(self) -> list[str]:
        """Fakes and reported faults."""
        found = self.measured
        cases = {case for listed in found.reported.values() for case in listed}
        lines = [
            self.say("fakes", number=found.fakes, seen=found.fakes_seen),
            self.say("reported", number=len(found.reported), cases=len(cases)),
        ]
        if found.left_out:
            reasons = [code(one["id"]) + " " + text(one["why"][self.language]) for one in found.left_out]
            lines.append(self.say("left_out", number=len(found.left_out)) + items(reasons))
        return [f"## {self.words('adequacy', 'else')} {{ #else }}", items(lines)]
