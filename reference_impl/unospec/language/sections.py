"""The sections of a document: which there are, and what kind of thing each holds."""

from __future__ import annotations

# Sections that map names to rules; the id of a rule is `section.name`.
RULE_MAPS = (
    "define",
    "marks",
    "windows",
    "acts",
    "blocks",
    "effects",
    "opening",
    "whenever",
    "forbid",
    "faults",
    "setup",
    "round",
    "match",
    "interpretations",
)
SINGLE_RULES = ("dealer", "reshuffle")  # sections that are one rule; the id of the rule is the section
VARIABLES = ("state", "per_seat", "record")  # sections that map names to sorts
SINGLE_DATA = ("seats", "teams", "cards")
MAPS = (*RULE_MAPS, *VARIABLES, "options")
CONTENT = (*MAPS, *SINGLE_RULES, *SINGLE_DATA)
CHANGES = ("add", "change", "remove")
HEADER = (
    "unospec",
    "id",
    "kind",
    "title",
    "abstract",
    "summary",
    "extends",
    "with",
    "without",
    "after",
    "sources",
)

# Rules that need a sentence in both languages; `define`, `blocks` and `marks` may have one.
SENTENCES_NEEDED = (
    "dealer",
    "reshuffle",
    "setup",
    "windows",
    "acts",
    "effects",
    "opening",
    "whenever",
    "forbid",
    "faults",
    "round",
    "match",
)
SENTENCES_ALLOWED = ("define", "blocks", "marks")
LANGUAGES = ("en", "zh")


def rule_id_length(path: tuple[str, ...]) -> int:
    """How many parts of a path are the rule's id: 1 for `dealer`, 2 for `acts.play`, 0 for plain data."""
    if path[0] in SINGLE_RULES:
        return 1
    return 2 if path[0] in RULE_MAPS else 0
