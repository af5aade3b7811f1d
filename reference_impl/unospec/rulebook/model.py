"""A rule sheet as data: what is printed, in which order, and where each sentence comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text in both languages."""

    en: str
    zh: str

    def of(self, language: str) -> str:
        """The text in one language (`en` or `zh`)."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Source:
    """What a rule rests on.

    status: stated, implied or assumed; doc: id of the source, "" if none; at: where in it;
    why: a remark, None where there is none.
    """

    status: str
    doc: str = ""
    at: str = ""
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule behind a sentence.

    by: id of the document that added the rule; told_by: id of the document that wrote its present sentence;
    change: "new" or "changed" against the base that the sheet is compared with, else "".
    """

    id: str
    by: str
    told_by: str
    source: Source | None = None
    change: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is printed for a rule. Rules with the same text share one sentence.

    label: what the sentence is about, printed before it (the name of a card);
    was: the sentence before a change.
    """

    text: Text
    rules: tuple[Rule, ...]
    label: Text | None = None
    was: Text | None = None

    @property
    def change(self) -> str:
        """ "new", "changed" or "" """
        return next((rule.change for rule in self.rules if rule.change), "")


@dataclass(frozen=True, slots=True)
class Block:
    """Sentences that belong together: an introduction, then a list. heading: None under the section's own."""

    intro: tuple[Sentence, ...] = ()
    items: tuple[Sentence, ...] = ()
    heading: Text | None = None
    numbered: bool = False

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in order."""
        return self.intro + self.items


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the sheet. key: its name in the labels."""

    key: str
    heading: Text
    blocks: tuple[Block, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in order."""
        return tuple(sentence for block in self.blocks for sentence in block.sentences)


@dataclass(frozen=True, slots=True)
class DeckRow:
    """Cards of one kind of which there are equally many.

    faces: as they are printed ("1–9"), "" for a kind that has one face;
    each: cards per colour, 0 for colourless ones; count: cards in all;
    points: None where a card counts its own number.
    """

    kind: str
    name: Text
    faces: str
    each: int
    count: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards and who can play."""

    rows: tuple[DeckRow, ...]
    total: int
    fewest: int
    most: int
    teams: int = 0  # into how many teams the players fall; 0: everybody plays alone
    shown: bool = False  # whether team mates see each other's hands


@dataclass(frozen=True, slots=True)
class Choice:
    """An option and its value here. others: the other values in words; limits: lowest and highest number."""

    name: str
    text: Text
    value: Text
    usual: Text
    others: tuple[Text, ...] = ()
    limits: tuple[int, int] | None = None

    @property
    def differs(self) -> bool:
        """Is the value another one than the usual?"""
        return self.value != self.usual


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a source. chosen: it is the one that holds in this rule set."""

    name: str
    text: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What a source leaves open, the readings, and why one of them is ruled."""

    id: str
    question: Text
    readings: tuple[Reading, ...]
    why: Text
    option: str
    by: str
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A document that the sheet names."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole rule sheet.

    base: the rule set that this one extends, None if it stands for itself; brought: patches that the rule set
    names itself; chosen: patches chosen beside it (they are in the title);
    removed: sentences that hold no longer (only when compared with another core).
    """

    id: str
    hash: str
    title: Text
    base: Mention | None
    brought: tuple[Mention, ...]
    chosen: tuple[Mention, ...]
    deck: Deck
    sections: tuple[Section, ...]
    choices: tuple[Choice, ...]
    questions: tuple[Question, ...]
    removed: tuple[Sentence, ...] = ()

    @property
    def patches(self) -> tuple[Mention, ...]:
        """All patches."""
        return self.brought + self.chosen

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences of rules, in order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)
