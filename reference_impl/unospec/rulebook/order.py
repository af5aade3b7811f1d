"""In which order the rules of one place are printed, and which named conditions a rule speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from unospec.language import Core, Library

Json = Mapping[str, Any]
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def ranks(core: Core, library: Library) -> dict[str, int]:
    """A rank for every document of a core: rule sets from the root, each with its parts, then the patches."""
    chain = []
    name: str | None = core.id
    while name is not None and name in library:
        chain.append(name)
        above = library.document(name).extends
        name = above.id if above else None
    ranked: dict[str, int] = {}
    for name in (*reversed(chain), *core.patches):
        ranked.setdefault(name, len(ranked))
        for brought in _brought_by(core, name):
            ranked.setdefault(brought, len(ranked))
    return ranked


def _brought_by(core: Core, bringer: str) -> Iterable[str]:
    for document, by in core.brought.items():
        if by == bringer:
            yield document
            yield from _brought_by(core, document)


class Reader:
    """Looks into one core."""

    def __init__(self, core: Core, library: Library) -> None:
        self.core = core
        self.data: Json = core.data
        self._ranks = ranks(core, library)

    def rule(self, rule_id: str) -> Json:
        """The body of a rule."""
        section, _, name = rule_id.partition(".")
        found: Json = self.data[section][name] if name else self.data[section]
        return found

    def written(self, rule_id: str) -> tuple[int, int, str]:
        """Sorts rules as their documents do: by the document's rank, then by the line."""
        line = self.core.origin.get(rule_id, {}).get("line", 0)
        return self._ranks.get(self.core.blame.get(rule_id, ""), len(self._ranks)), int(line), rule_id

    def section(self, name: str) -> list[str]:
        """The ids of a section's rules that have sentences, as written; steps by their number."""
        ids = [f"{name}.{rule}" for rule, body in self.data[name].items() if "en" in body]
        return sorted(ids, key=lambda i: (self.rule(i).get("step", 0), self.written(i)))

    def acts_in(self, window: str) -> list[str]:
        """The acts that a window offers. What happens by itself comes first, then as written."""
        ids = [i for i in self.section("acts") if window in as_list(self.rule(i).get("in", ()))]
        return sorted(ids, key=lambda i: ("auto" not in self.rule(i), self.written(i)))

    def default_window(self) -> str:
        """The blocking window without a condition: a player's turn."""
        windows = self.data["windows"].items()
        return next((n for n, w in windows if w.get("kind") == "blocking" and "when" not in w), "")

    def windows(self, kind: str) -> list[str]:
        """The names of the windows of a kind, the default one first."""
        default = self.default_window()
        found = [i for i in self.section("windows") if self.rule(i).get("kind") == kind]
        names = [i.partition(".")[2] for i in found]
        return sorted(names, key=lambda name: name != default)

    def mentions(self, body: Any) -> set[str]:
        """The words of a rule, and of the blocks, conditions and marks that it names in turn."""
        seen: set[str] = set()
        waiting = [body]
        while waiting:
            for word in words(waiting.pop()) - seen:
                seen.add(word)
                waiting += [
                    self.data[section][word] for section in ("define", "blocks") if word in self.data[section]
                ]
        return seen


def as_list(value: Any) -> list[Any]:
    """A value that may stand alone, as a list."""
    return list(value) if isinstance(value, list | tuple) else [value]


def words(value: Any) -> set[str]:
    """The words in the strings of a rule's meaning; its texts and its source are not looked at."""
    if isinstance(value, str):
        return {value, *_WORD.findall(value)}
    if isinstance(value, Mapping):
        parts = (words(item) for key, item in value.items() if key not in ("en", "zh", "source"))
        return set().union(*parts)
    if isinstance(value, list | tuple):
        return set().union(*map(words, value))
    return set()


def wins(value: Any) -> set[str]:
    """Whom the effects of a rule let win: terms, `none` for a round without a winner."""
    if isinstance(value, Mapping):
        own = {str(value["win"])} if "win" in value else set()
        return own.union(*map(wins, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(wins, value))
    return set()
