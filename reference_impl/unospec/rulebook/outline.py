"""A rule sheet in one language as headings, paragraphs, lists and tables. Renderers print these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unospec.rulebook.labels import label, listing, say
from unospec.rulebook.model import Block, Choice, Deck, Question, Sentence, Sheet


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and what stands around it.

    mark: that it is new or changed, in words; lead: what it is about; note: printed after it.
    """

    text: str
    lead: str = ""
    mark: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line by itself."""

    line: Line


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    lines: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; columns from `numbers_from` on hold numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers_from: int


Element = Heading | Paragraph | Items | Table


class Outliner:
    """Writes sheets in one language.

    ids: with the ids of the rules; changes: with marks of what is new or changed.
    """

    def __init__(self, language: str, *, ids: bool = False, changes: bool = False) -> None:
        self.language, self.ids, self.changes = language, ids, changes

    def outline(self, sheet: Sheet) -> list[Element]:
        """The whole sheet."""
        made: list[Element] = [Heading(sheet.title.of(self.language), 1)]
        made += self._basis(sheet)
        made += self._deck(sheet)
        for section in sheet.sections:
            made.append(Heading(section.heading.of(self.language), 2))
            for block in section.blocks:
                made += self._block(block)
        made += self._options(sheet.choices)
        made += self._questions(sheet.questions)
        if self.changes and sheet.removed:
            made.append(self._heading("removed"))
            made.append(Items(tuple(map(self.line, sheet.removed))))
        made.append(Paragraph(Line(self._footer(sheet))))
        return made

    def _say(self, group: str, name: str, **fields: object) -> str:
        return say(self.language, group, name, **fields)

    def _heading(self, section: str) -> Heading:
        return Heading(self._say("sections", section), 2)

    def _basis(self, sheet: Sheet) -> list[Element]:
        said = []
        if sheet.base:
            said.append(self._say("basis", "based_on", title=sheet.base.title.of(self.language)))
        if sheet.brought:
            titles = listing([patch.title.of(self.language) for patch in sheet.brought], self.language)
            said.append(self._say("basis", "with", titles=titles))
        made: list[Element] = []
        if said:
            made.append(Paragraph(Line((" " if self.language == "en" else "").join(said))))
        chosen = [self._usual(choice) for choice in sheet.choices if choice.differs]
        if chosen:
            chosen_here = self._say("basis", "options") + self._say("punctuation", "colon").rstrip()
            made.append(Paragraph(Line(chosen_here)))
            made.append(Items(tuple(Line(text) for text in chosen)))
        return made

    def _usual(self, choice: Choice) -> str:
        lang = self.language
        said = {"text": choice.text.of(lang), "value": choice.value.of(lang), "usual": choice.usual.of(lang)}
        return self._say("basis", "usual", **said)

    def _deck(self, sheet: Sheet) -> list[Element]:
        deck = sheet.deck
        name = "players" if deck.fewest < deck.most else "players_one"
        header = tuple(self._say("deck", key) for key in ("card", "each", "number", "points"))
        rows = [
            (
                capital(f"{row.name.of(self.language)} {row.faces}".rstrip()),
                str(row.each) if row.each else "–",
                str(row.count),
                self._say("deck", "face_points") if row.points is None else str(row.points),
            )
            for row in deck.rows
        ]
        rows.append((self._say("deck", "total"), "", str(deck.total), ""))
        players = self._say("deck", name, min=deck.fewest, max=deck.most, total=deck.total)
        said = [Paragraph(Line(players)), *([Paragraph(Line(self._teams(deck)))] if deck.teams else [])]
        return [self._heading("contents"), *said, Table(header, tuple(rows), 1)]

    def _teams(self, deck: Deck) -> str:
        """How the players fall into teams, with their size where only one is possible."""
        size = deck.fewest // deck.teams
        one = deck.most // deck.teams == size
        said = self._say("deck", "teams_one" if one else "teams", teams=deck.teams, size=size)
        return said + self._say("deck", "shown") if deck.shown else said

    def _block(self, block: Block) -> list[Element]:
        made: list[Element] = []
        if block.heading:
            made.append(Heading(block.heading.of(self.language), 3))
        made += [Paragraph(self.line(sentence)) for sentence in block.intro]
        if block.items:
            made.append(Items(tuple(map(self.line, block.items)), block.numbered))
        return made

    def line(self, sentence: Sentence) -> Line:
        """A sentence with its label, and the ids and marks that were asked for."""
        notes = []
        if self.changes and sentence.was:
            was = self._say("change", "was", text=sentence.was.of(self.language))
            notes.append(self._say("punctuation", "open") + was + self._say("punctuation", "close"))
        if self.ids:
            notes.append(f" [{', '.join(rule.id for rule in sentence.rules)}]")
        return Line(
            text=sentence.text.of(self.language),
            lead=lead_of(sentence, self.language),
            mark=self._say("change", sentence.change) if self.changes and sentence.change else "",
            note="".join(notes),
        )

    def _options(self, choices: Sequence[Choice]) -> list[Element]:
        if not choices:
            return []
        return [self._heading("options"), Items(tuple(self._option(choice) for choice in choices))]

    def _option(self, choice: Choice) -> Line:
        return Line(
            text=self._say(
                "option",
                "line",
                text=choice.text.of(self.language),
                value=choice.value.of(self.language),
                others=self.others(choice),
            ),
            note=f" [options.{choice.name}]" if self.ids else "",
        )

    def others(self, choice: Choice) -> str:
        """The other values that an option may have."""
        if choice.limits:
            low, high = choice.limits
            return self._say("option", "range", low=low, high=high)
        return self._say("punctuation", "semicolon").join(text.of(self.language) for text in choice.others)

    def _questions(self, questions: Sequence[Question]) -> list[Element]:
        if not questions:
            return []
        made: list[Element] = [self._heading("questions")]
        for question in questions:
            note = f" [{question.id}]" if self.ids else ""
            made.append(Paragraph(Line("", lead=question.question.of(self.language), note=note)))
            readings = sorted(question.readings, key=lambda reading: not reading.chosen)
            lines = [
                Line(
                    reading.text.of(self.language),
                    lead=self._say("question", "ruled" if reading.chosen else "reading"),
                )
                for reading in readings
            ]
            lines.append(Line(question.why.of(self.language), lead=self._say("question", "why")))
            made.append(Items(tuple(lines)))
        return made

    def _footer(self, sheet: Sheet) -> str:
        if not sheet.patches:
            return self._say("footer", "made", id=sheet.id)
        patches = listing([patch.id for patch in sheet.patches], self.language)
        return self._say("footer", "made_with", id=sheet.id, patches=patches)


def lead_of(sentence: Sentence, language: str) -> str:
    """What a sentence is about, "" if it begins with it anyway."""
    if sentence.label is None:
        return ""
    name = sentence.label.of(language)
    before, found, _ = sentence.text.of(language).lower().partition(name.lower())
    is_article = len(before) <= len("the ") and before.endswith(" ")
    return "" if found and (not before or is_article) else capital(name)


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def after_lead(line: Line, language: str) -> str:
    """What stands between a lead and its text: a colon, or nothing where there is no text."""
    return label("punctuation", "colon").of(language) if line.lead and line.text else ""
