"""Where each rule is printed. It follows from a rule's section and window, never from its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unospec.language import Core, Library
from unospec.rulebook import extract
from unospec.rulebook.labels import has_label, label
from unospec.rulebook.model import Block, Mention, Rule, Section, Sentence, Text
from unospec.rulebook.order import Reader, as_list, wins

Json = Mapping[str, Any]


def mention(library: Library, document: str) -> Mention:
    """A document with its title; its id where it has been read from elsewhere."""
    if document not in library:
        return Mention(document, Text(document, document))
    title = library.document(document).title
    return Mention(document, Text(title["en"], title["zh"]))


class Placement:
    """Distributes the rules of one core over the sections."""

    def __init__(self, core: Core, library: Library, base: Core | None) -> None:
        self.core, self.library, self.base = core, library, base
        self.read = Reader(core, library)
        self.placed: set[str] = set()
        self.by_card = self._conditions_of_cards()

    # --- one rule -----------------------------------------------------------------------------------------

    def sentence(self, rule_id: str, about: Text | None = None) -> Sentence:
        """The sentence of a rule."""
        body = self.read.rule(rule_id)
        change, was = self._change(rule_id, body)
        rule = Rule(
            id=rule_id,
            by=self.core.blame.get(rule_id, ""),
            told_by=self.core.blame.get(f"{rule_id}.en", ""),
            source=extract.source(body),
            change=change,
        )
        return Sentence(extract.text(body), (rule,), about, was)

    def _change(self, rule_id: str, body: Json) -> tuple[str, Text | None]:
        """How a rule differs from the one of the base, and the sentence that it had there."""
        if self.base is None:
            return "", None
        old = _find(self.base.data, rule_id)
        if old is None:
            return "new", None
        if _meaning(old) == _meaning(body):
            return "", None
        same_text = "en" not in old or extract.text(old) == extract.text(body)
        return "changed", None if same_text else extract.text(old)

    def removed(self) -> tuple[Sentence, ...]:
        """The sentences of the base whose rules are gone."""
        if self.base is None:
            return ()
        old = Placement(self.base, self.library, None)
        gone = [s for section in old.sections() for s in section.sentences]
        return tuple(s for s in gone if all(_find(self.core.data, rule.id) is None for rule in s.rules))

    # --- conditions that stand beside what speaks of them ---------------------------------------------------

    def _conditions_of_cards(self) -> dict[str, list[str]]:
        """Named conditions that a mark reads for one kind of card: they are printed with that card."""
        kinds = self.core.data["cards"]["kinds"]
        found: dict[str, list[str]] = {}
        for name in sorted(self.core.data["marks"]):
            mentioned = self.read.mentions(self.core.data["marks"][name])
            about = [kind for kind in kinds if kind in mentioned]
            if len(about) == 1:
                terms = [i for i in self.read.section("define") if i.partition(".")[2] in mentioned]
                found.setdefault(about[0], []).extend(terms)
        return found

    def take(self, ids: Iterable[str], about: Mapping[str, Text] | None = None) -> list[Sentence]:
        """Sentences of rules not yet printed, each followed by the conditions that it mentions first."""
        found = []
        for rule_id in ids:
            if rule_id in self.placed:
                continue
            self.placed.add(rule_id)
            found.append(self.sentence(rule_id, (about or {}).get(rule_id)))
            found += self.take(self._terms(rule_id))
        return found

    def _terms(self, rule_id: str) -> list[str]:
        """Conditions, blocks and marks with sentences that a rule speaks of."""
        mentioned = self.read.mentions(self.read.rule(rule_id))
        reserved = {term for terms in self.by_card.values() for term in terms}
        told = [i for section in ("define", "blocks", "marks") for i in self.read.section(section)]
        return [i for i in told if i.partition(".")[2] in mentioned and i not in reserved]

    # --- the sections ---------------------------------------------------------------------------------------

    def sections(self) -> tuple[Section, ...]:
        """All sections that have something to say, in the order of play."""
        made = [
            self._section("preparing", self._preparing()),
            *self._turn_cards_and_windows(),
            self._section("reactions", self._reactions()),
            self._section("forbidden", [self._block(self.read.section("forbid"))]),
            self._section("faults", [self._block(self.read.section("faults"))]),
            *self._whenever(),
            self._section("scoring", [self._block(self.read.section("round"))]),
            self._section("match", [self._block(self.read.section("match"))]),
        ]
        return tuple(section for section in made if section.blocks)

    def _section(self, key: str, blocks: Iterable[Block], heading: Text | None = None) -> Section:
        filled = tuple(block for block in blocks if block.sentences)
        return Section(key, heading or label("sections", key), filled)

    def _block(self, items: Sequence[str], intro: Sequence[str] = (), **more: Any) -> Block:
        opening = tuple(self.take(intro))
        return Block(opening, tuple(self.take(items)), **more)

    def _preparing(self) -> list[Block]:
        steps = (["dealer"] if "en" in self.core.data.get("dealer", {}) else []) + self.read.section("setup")
        first = [rule_id for rule_id, _ in self._table("opening")]
        return [
            self._block(steps, numbered=True),
            self._block(first, heading=label("blocks", "opening")),
        ]

    def _turn_cards_and_windows(self) -> list[Section]:
        """The turn, the cards, and the situations that come before a turn goes on."""
        default = self.read.default_window()
        own_acts = set(self.read.acts_in(default))
        blocking = self.read.windows("blocking")
        of_turn = [name for name in blocking if own_acts & set(self.read.acts_in(name))]
        turn = self._section("turn", [self._turn_block(name) for name in of_turn])
        cards = self._section("cards", [self._cards()])
        others = [
            self._section("window", [self._window(name)], self._window_heading(name))
            for name in blocking
            if name not in of_turn
        ]
        stray = [
            i for i in self.read.section("acts") if not self._windows_of(i) & set(self.core.data["windows"])
        ]
        return [Section(turn.key, turn.heading, (*turn.blocks, *self._some(stray))), cards, *others]

    def _some(self, ids: Sequence[str]) -> list[Block]:
        return [block for block in [self._block(ids)] if block.sentences]

    def _windows_of(self, act: str) -> set[str]:
        return set(as_list(self.read.rule(act).get("in", ())))

    def _turn_block(self, window: str) -> Block:
        """A window of the turn itself; acts with cards come first, the others are instead of them."""
        acts = sorted(self.read.acts_in(window), key=lambda i: "cards" not in self.read.rule(i))
        return self._block(acts, self._told([f"windows.{window}"]))

    def _window(self, name: str, **more: Any) -> Block:
        return self._block(self.read.acts_in(name), self._told([f"windows.{name}"]), **more)

    def _told(self, ids: Sequence[str]) -> list[str]:
        return [i for i in ids if "en" in self.read.rule(i)]

    def _window_heading(self, name: str) -> Text:
        """The heading of a window: from the labels, or the title of the part that brought it."""
        rule_id = f"windows.{name}"
        if has_label("windows", rule_id):
            return label("windows", rule_id)
        by = self.core.blame.get(rule_id, "")
        if by in self.library and self.library.document(by).kind != "ruleset":
            return mention(self.library, by).title
        return label("sections", "window")

    def _cards(self) -> Block:
        items: list[Sentence] = []
        last_kind = ""
        for rule_id, name in self._table("effects"):
            kind = self._kind_of_entry(rule_id)
            if kind != last_kind:
                items += self.take(self.by_card.get(last_kind, ()))
            items += self.take([rule_id], {rule_id: name})
            last_kind = kind
        for kind in (last_kind, *sorted(self.by_card)):  # also those of kinds without an effect of their own
            items += self.take(self.by_card.get(kind, ()))
        return Block(items=tuple(items))

    def _kind_of_entry(self, rule_id: str) -> str:
        key = rule_id.partition(".")[2]
        return extract.kind_of(self.core.data["cards"]["kinds"], key[5:]) if key.startswith("face/") else key

    def _table(self, section: str) -> list[tuple[str, Text]]:
        """The entries of a table of effects in the order of the deck, with the name of the card."""
        cards, entries = self.core.data["cards"], self.core.data[section]
        ordered: list[tuple[str, Text]] = []
        for kind in extract.kinds_in_order(cards):
            ordered.append((kind, extract.text(cards["kinds"][kind])))
            several = "faces" in cards["kinds"][kind]
            for face in extract.faces_in_order(cards):
                if face in extract.faces_of(cards["kinds"], kind):
                    name = Text(face, face) if several else extract.text(cards["kinds"][kind])
                    ordered.append((f"face/{face}", name))
        ordered.append(("other", label("blocks", "other")))
        return [(f"{section}.{key}", name) for key, name in ordered if key in entries]

    def _reactions(self) -> list[Block]:
        ambient = self.read.windows("ambient")
        return [self._window(name, heading=self._window_heading(name)) for name in ambient]

    def _whenever(self) -> list[Section]:
        """Rules that watch the table: those that end a round, void ones last, and all others."""
        ids = self.read.section("whenever")
        ending = {i: wins(self.read.rule(i)) for i in ids}
        won = [i for i in ids if ending[i] - {"none"}]
        void = [i for i in ids if ending[i] == {"none"}]
        reshuffle = ["reshuffle"] if "en" in self.core.data.get("reshuffle", {}) else []
        return [
            self._section("always", [self._block([i for i in ids if not ending[i]])]),
            self._section("end", [self._block([*won, *reshuffle, *void])]),
        ]


def _meaning(body: Json) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "source"}


def _find(data: Json, rule_id: str) -> Json | None:
    section, _, name = rule_id.partition(".")
    found: Json | None = data.get(section)
    return found.get(name) if found is not None and name else found
