"""Ways to the positions of cases, from an ordinary deal: for implementations that cannot be put into a position.

They are found by a search (the package `ways`) and kept in conformance/from_deal.ndjson: a header, and a line for each
case with a position.

  {"format":1,"search":1,"rules":"…"}
  {"case":"skip-0001","of":"…","core":"…","draw_order":"R5 B2 …","acts":["A play R5","B draw","B play W colour=G", …]}
  {"case":"skip-0001@uno/2001","of":"…","core":"…","as":"skip-0001"}
  {"case":"skip-0002","of":"…","core":"…","none":"piles"}

`of` and `core` are digests of what a line was found for: the case, and what its rules mean. `rules` is that of all
rule sets and parts; while it is the same, no `core` can have changed.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from unospec import resources
from unospec.conformance.cases import Case, Json
from unospec.language import Core

FILE = "from_deal.ndjson"
SEARCH = 1  # raised when the search has learnt something, so that everything is looked for again
SYNTHETIC = "synthetic"  # the reason of a case whose author says that its position cannot come about
_HEADER = {"format": 1, "search": SEARCH}
_SPEECH = frozenset({"en", "zh", "source", "title", "interpretations"})  # parts of a core that no play depends on
_ACT = ("count", "colour", "seat", "target")


@dataclass(frozen=True)
class Witness:
    """A way to a position: the whole deck, first dealt first, and the acts after the deal, as JSON."""

    draw_order: tuple[str, ...]
    acts: tuple[Json, ...]

    def setup(self, core: Core, whole: Json) -> Json:
        """The set-up to deal; `whole` is that of the case with every default said."""
        kept = ("seats", "dealer", "reshuffles", *core.data.get("record", {}))
        return {key: whole[key] for key in kept if key in whole} | {"deal": {"draw_order": list(self.draw_order)}}


@dataclass(frozen=True)
class Entry:
    """What is known of a case: a witness, the case whose witness it shares, or why there is none."""

    of: str
    core: str
    witness: Witness | None = None
    shared: str | None = None
    reason: str | None = None

    def to_json(self, case: str) -> Json:
        """Its line."""
        line: Json = {"case": case, "of": self.of, "core": self.core}
        if self.witness is not None:
            acts = [_written(act) for act in self.witness.acts]
            return line | {"draw_order": " ".join(self.witness.draw_order), "acts": acts}
        return line | ({"as": self.shared} if self.shared else {"none": self.reason})


@dataclass(frozen=True)
class Ways:
    """The whole file. `rules`: see above; "" where there is no file."""

    rules: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)

    def witness(self, case: str) -> Witness | None:
        """The witness of a case, its own or one that it shares."""
        entry = self.entries.get(case)
        if entry is not None and entry.shared is not None:
            entry = self.entries.get(entry.shared)
        return entry.witness if entry is not None else None

    def text(self) -> str:
        """The text of the file."""
        lines = [_HEADER | {"rules": self.rules}]
        lines += [self.entries[case].to_json(case) for case in sorted(self.entries)]
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def beside(published: Path) -> Path:
    """Where the file of a suite lies that is published there."""
    return published.with_name(FILE)


def load(file: Path | None = None) -> Ways:
    """The file as it is, by default that of the whole suite; nothing where it is missing, unreadable, or was written by
    another search."""
    try:
        file = file or resources.root() / "conformance" / FILE
        header, *lines = map(json.loads, file.read_text("utf-8").splitlines())
        if {key: header[key] for key in _HEADER} != _HEADER:
            return Ways()
        return Ways(header["rules"], {line["case"]: _entry(line) for line in lines})
    except (OSError, ValueError, KeyError, TypeError):
        return Ways()


@lru_cache(maxsize=1)
def known() -> Ways:
    """The file, read once."""
    return load()


def way(case: Case, ways: Ways | None = None) -> Witness | str:
    """The witness of a case, or in words why there is none."""
    ways = known() if ways is None else ways
    entry = ways.entries.get(case.id)
    if entry is None or entry.of != digest_of(case):
        return "nobody has looked for a deal that leads to it"
    found = ways.witness(case.id)
    return found or f"no deal that leads to it is known ({entry.reason})"


def wanting(cases: Iterable[Case]) -> Iterator[Case]:
    """Cases with a position, which need a way."""
    return (case for case in cases if "deal" not in case.setup)


def outdated(cases: Iterable[Case], ways: Ways) -> Iterator[tuple[Case, str]]:
    """Cases that the file does not know, or knows differently, and what is wrong. What rules mean is not asked."""
    for case in wanting(cases):
        entry = ways.entries.get(case.id)
        if entry is None:
            yield case, "has neither a way from a deal nor a reason why there is none"
        elif entry.of != digest_of(case):
            yield case, "has changed since a way to it was looked for"
        elif entry.reason is None and ways.witness(case.id) is None:
            yield case, f"shares the way of {entry.shared}, which has none"


# -- digests


def digest_of(case: Case) -> str:
    """What a witness depends on in a case: everything but its titles, levels and notes."""
    asked = {key: case.data.get(key) for key in ("ruleset", "patches", "options", "synthetic", "setup", "steps")}
    return _digest(asked | ({"dealt": case.dealt} if case.dealt else {}))


def digest_of_core(core: Core) -> str:
    """What a core means: its data without sentences and sources."""
    return _digest(_mute(core.data))


def digest_of_rules() -> str:
    """The texts of all rule sets, parts and patches."""
    sums = hashlib.sha256()
    for folder in ("rulesets", "parts", "patches"):
        for file in sorted((resources.root() / "spec" / folder).rglob("*.yaml")):
            sums.update(file.relative_to(resources.root()).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return sums.hexdigest()[:16]


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _mute(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _mute(value) for key, value in data.items() if key not in _SPEECH}
    return [_mute(value) for value in data] if isinstance(data, list) else data


# -- lines


def _entry(line: Json) -> Entry:
    witness = None
    if "acts" in line:
        witness = Witness(tuple(line["draw_order"].split()), tuple(map(_read, line["acts"])))
    return Entry(line["of"], line["core"], witness, line.get("as"), line.get("none"))


def _written(act: Json) -> str:
    """An act in one line: who, what, which card, and the rest as key=value."""
    words = [act.get("by", "-"), act["act"], *([act["card"]] if "card" in act else [])]
    return " ".join([*words, *(f"{key}={act[key]}" for key in _ACT if key in act)])


def _read(text: str) -> Json:
    by, name, *words = text.split(" ")
    act: Json = {"act": name} if by == "-" else {"by": by, "act": name}
    for word in words:
        key, equals, value = word.partition("=")
        act |= {key: int(value) if key == "count" else value} if equals else {"card": word}
    return act
