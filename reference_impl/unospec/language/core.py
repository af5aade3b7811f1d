"""The core: a rule set with all patches and options applied. Only a core has a meaning."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from unospec.language.errors import Place

PlacePath = tuple[str | int, ...]


def canonical_json(data: Any) -> str:
    """The one way to write a core down: sorted keys, no spaces, no escapes."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def sha256(data: Any) -> str:
    """The hash of a core's data, `sha256:` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(canonical_json(data).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Core:
    """A resolved rule set.

    data: plain JSON-able data, keys sorted; all maps of rules are there, empty if need be; no options left.
    options: effective values; option_docs: their declarations (default, values or range, en, zh).
    blame: path (`acts.play`, `acts.play.given`) -> id of the document that wrote it.
    brought: id of a part or patch -> id of the document that brought it.
    origin: rule id -> {file, line, column}.
    places: where each value of `data` is written; worked out when it is asked for, as only errors do.
    others, before: what the checker asks about what nothing seems to use: the rules of all choices of options, and
    (what was taken away last, the rules of all choices without it and without all after it), see `branches.py`.
    hash: of the canonical JSON of data; two cores with the same hash have the same meaning and sentences.
    made_of: id -> digest of every document that was read for it; empty if one has no file, or if it was amended.
    """

    id: str
    title: dict[str, str]
    patches: tuple[str, ...]
    options: dict[str, str | int | bool]
    option_docs: dict[str, Any]
    data: dict[str, Any]
    hash: str
    blame: dict[str, str]
    brought: dict[str, str]
    origin: dict[str, dict[str, str | int]]
    warnings: tuple[str, ...] = ()
    made_of: Mapping[str, str] = field(default_factory=dict, repr=False)
    places: Callable[[], Mapping[PlacePath, Place]] = field(default=dict, repr=False)
    others: Callable[[], Iterable[dict[str, Any]]] = field(default=tuple, repr=False)
    before: Callable[[], Iterable[tuple[str, Iterable[dict[str, Any]]]]] = field(default=tuple, repr=False)

    def place(self, path: PlacePath) -> Place | None:
        """Where the value at this path of `data`, or the nearest one above it, is written."""
        places = self.places()
        nearest = (path[:length] for length in range(len(path), 0, -1) if path[:length] in places)
        return next((places[at] for at in nearest), None)

    def __hash__(self) -> int:
        return hash((self.id, self.hash))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Core) and (self.id, self.hash) == (other.id, other.hash)
