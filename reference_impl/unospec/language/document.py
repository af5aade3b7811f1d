"""A document: one YAML file with its header read. What its sections mean is not looked at here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from unospec.language import schema
from unospec.language.errors import Place, SpecError
from unospec.language.source import Map, Seq, Value, bytes_of, read_bytes

Scalar = str | int | bool


@dataclass(frozen=True)
class Reference:
    """A document named in another one (`with`, `without`, `after`, `extends`), with the options given to it.

    optional: written `id?`, "if it is there".
    """

    id: str
    place: Place
    options: Map | None = None
    optional: bool = False


@dataclass(frozen=True)
class Document:
    """A rule set, part or patch as it is written. digest: of its file, see there; "" if it has none."""

    id: str
    kind: str
    title: dict[str, str]
    file: str
    data: Map
    abstract: bool
    extends: Reference | None
    brings: tuple[Reference, ...]
    without: tuple[Reference, ...]
    after: tuple[Reference, ...]
    digest: str = ""

    @property
    def name(self) -> str:
        """The document in a message: its title and id."""
        return f"{self.title['en']} ({self.id})"

    def error(self, message: str, *, hint: str = "", place: Place | None = None, path: str = "") -> SpecError:
        """An error that this document is to blame for."""
        return SpecError(message, hint=hint, place=place or self.data.place, path=path, blame=self.id)


def load(path: Path, shown: str | None = None) -> Document:
    """Read a file and check its form. Raises SpecError with every violation of the schema."""
    shown = shown or str(path)
    data = bytes_of(path, shown)
    return from_map(read_bytes(data, shown), digest(shown, data))


def digest(shown: str, data: bytes) -> str:
    """What a document is made from: the name of its file as messages show it, and the bytes."""
    return hashlib.sha256(shown.encode() + b"\0" + data).hexdigest()


def from_map(data: Map, digest: str = "") -> Document:
    """The document of a map that was read; raises SpecError."""
    schema.check_document(data)
    title = data["title"]
    assert isinstance(title, Map)
    extends = data.get("extends")
    return Document(
        id=str(data["id"]),
        kind=str(data["kind"]),
        title={language: str(text) for language, text in title.items()},
        file=data.place.file,
        data=data,
        abstract=data.get("abstract") is True,
        extends=None if extends is None else Reference(str(extends), data.value_places["extends"]),
        brings=_references(data.get("with")),
        without=_references(data.get("without")),
        after=_references(data.get("after")),
        digest=digest,
    )


def _references(value: Value | None) -> tuple[Reference, ...]:
    """A list of ids, or of maps with one id and its options."""
    if not isinstance(value, Seq):
        return ()
    found = []
    for item, place in zip(value, value.places, strict=True):
        if isinstance(item, Map):
            for key, options in item.items():
                assert isinstance(options, Map)
                found.append(Reference(key, item.key_places[key], options))
        else:
            name = str(item)
            found.append(Reference(name.removesuffix("?"), place, optional=name.endswith("?")))
    return tuple(found)
