"""From a core to a rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unospec.language import Core, Library, default_library
from unospec.rulebook import extract, questions
from unospec.rulebook.labels import LANGUAGES, listing, say
from unospec.rulebook.model import Block, Mention, Rule, Section, Sentence, Sheet, Text
from unospec.rulebook.placement import Placement, mention


def sheet(core: Core, library: Library | None = None, base: Core | None = None) -> Sheet:
    """The rule sheet of a core.

    library: where the titles of documents are looked up, `spec/` if not given;
    base: another core that the sheet is compared with, which marks what is new, changed and gone.
    """
    library = library or default_library()
    plan = Placement(core, library, base)
    sections = _merged(plan.sections())
    chosen = tuple(mention(library, patch) for patch in core.patches)
    return Sheet(
        id=core.id,
        hash=core.hash,
        title=_title(core, chosen),
        base=_based_on(core, library),
        brought=_brought(core, library),
        chosen=chosen,
        deck=extract.deck(core.data),
        sections=sections,
        choices=questions.choices(core),
        questions=questions.questions(core),
        removed=plan.removed(),
    )


def _title(core: Core, chosen: Sequence[Mention]) -> Text:
    """The rule set's title, and the patches that were chosen for it."""
    own = Text(core.title["en"], core.title["zh"])
    if not chosen:
        return own
    said = {
        lang: say(
            lang,
            "basis",
            "titled",
            title=own.of(lang),
            titles=listing([patch.title.of(lang) for patch in chosen], lang),
        )
        for lang in LANGUAGES
    }
    return Text(said["en"], said["zh"])


def _based_on(core: Core, library: Library) -> Mention | None:
    """The nearest rule set above that can be played itself."""
    document = library.document(core.id) if core.id in library else None
    while document is not None and document.extends is not None:
        document = library.document(document.extends.id)
        if not document.abstract:
            return mention(library, document.id)
    return None


def _brought(core: Core, library: Library) -> tuple[Mention, ...]:
    """The patches that documents of the core bring."""
    ids = [d for d in sorted(core.brought) if d in library and library.document(d).kind == "patch"]
    return tuple(mention(library, document) for document in ids)


def _merged(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The sections with every sentence printed once: rules that say the same share the first place."""
    sharing: dict[tuple[Text, Text | None], list[Rule]] = {}
    sections = tuple(sections)
    for sentence in (s for section in sections for s in section.sentences):
        sharing.setdefault((sentence.text, sentence.label), []).extend(sentence.rules)
    printed: set[tuple[Text, Text | None]] = set()

    def once(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
        kept = []
        for sentence in sentences:
            key = (sentence.text, sentence.label)
            if key not in printed:
                printed.add(key)
                kept.append(Sentence(sentence.text, tuple(sharing[key]), sentence.label, sentence.was))
        return tuple(kept)

    made = []
    for section in sections:
        blocks = [Block(once(b.intro), once(b.items), b.heading, b.numbered) for b in section.blocks]
        made.append(Section(section.key, section.heading, tuple(b for b in blocks if b.sentences)))
    return tuple(section for section in made if section.blocks)
