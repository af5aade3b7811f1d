"""Documents made in memory, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from unospec.language import Core, Library, SpecError, resolve
from unospec.language import document as documents
from unospec.language.document import Document
from unospec.language.errors import each
from unospec.language.source import Map, read_bytes


def read(text: str, shown: str = "t.yaml") -> Map:
    """A text as a document file would be read."""
    return read_bytes(text.encode(), shown)


def make(name: str, kind: str, body: str = "") -> Document:
    """A document with a header and these further lines; it stands in a file of its own."""
    header = f'unospec: "1"\nid: {name}\nkind: {kind}\ntitle: {{en: "The {name}", zh: 某}}\n'
    return documents.from_map(read(header + body, f"{name}.yaml"))


@lru_cache(maxsize=1)
def _specification() -> Library:
    library = Library.load()
    for name in library.ids():
        library.document(name)
    return library


def fresh_library() -> Library:
    """The library of the specification, to which a test may add; its documents are read only once."""
    library = Library()
    for name in _specification().ids():
        library.add_document(_specification().document(name))
    return library


class World:
    """The library of the specification, and more documents."""

    def __init__(self) -> None:
        self.library = fresh_library()

    def patch(self, name: str, body: str) -> str:
        return self.library.add_document(make(name, "patch", body))

    def part(self, name: str, body: str) -> str:
        return self.library.add_document(make(name, "part", body))

    def ruleset(self, name: str, body: str) -> str:
        return self.library.add_document(make(name, "ruleset", body))

    def composed(self, *patches: Any) -> Core:
        """`uno/2008` with patches, whatever the static checker would say about them."""
        return resolve("uno/2008", patches, None, self.library, check=False)

    def resolve(self, ruleset: str = "uno/2008", patches: Sequence[Any] = (), **options: Any) -> Core:
        return resolve(ruleset, patches, options, self.library)

    def problems(
        self, ruleset: str = "uno/2008", patches: Sequence[Any] = (), **options: Any
    ) -> list[SpecError]:
        """What is wrong with a composition; the test fails if nothing is."""
        with pytest.raises(SpecError) as caught:
            self.resolve(ruleset, patches, **options)
        return each(caught.value)

    def problem(self, ruleset: str = "uno/2008", patches: Sequence[Any] = (), **options: Any) -> SpecError:
        """The one thing that is wrong."""
        found = self.problems(ruleset, patches, **options)
        assert len(found) == 1, [str(error) for error in found]
        return found[0]


@pytest.fixture
def world() -> World:
    return World()
