"""The library: every document of `spec/`, and files that somebody adds. Documents are read when asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from unospec import resources
from unospec.language import document as documents
from unospec.language.document import Document
from unospec.language.errors import Place, SpecError, did_you_mean
from unospec.language.limits import FILE_BYTES

KINDS = ("ruleset", "part", "patch", "tournament")
_FOLDERS = ("rulesets", "parts", "patches", "tournaments")
# A file's id is read off its first lines, so that one broken file does not stop the others.
_ID_LINE = re.compile(r"^id:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)


class Library:
    """Documents by id."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[Path, str]] = {}
        self._documents: dict[str, Document] = {}
        self._digests: dict[str, str] = {}

    @classmethod
    def load(cls, paths: Iterable[str | Path] = ()) -> Library:
        """All documents of `spec/` plus the files of `paths`. Raises SpecError if an id is there twice."""
        library = cls()
        root = resources.root()
        for folder in _FOLDERS:
            for path in sorted((root / "spec" / folder).rglob("*.yaml")):
                library._index(path, path.relative_to(root).as_posix())
        for extra in paths:
            library.add(Path(extra))
        return library

    def add(self, path: Path) -> str:
        """Add a file; returns the id of its document. Raises SpecError."""
        resolved = path.resolve()
        for known, (file, _) in self._files.items():
            if file.resolve() == resolved:
                return known
        document = documents.load(path)
        self._register(document.id, path, str(path))
        self._documents[document.id] = document
        return document.id

    def add_document(self, document: Document) -> str:
        """Add a document that was made in memory; returns its id."""
        self._register(document.id, Path(document.file), document.file)
        self._documents[document.id] = document
        return document.id

    def ids(self, kind: str | None = None) -> list[str]:
        """The ids of all documents, or of those of one kind, sorted."""
        if kind is None:
            return sorted(self._files)
        return [name for name in sorted(self._files) if self.document(name).kind == kind]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def document(self, name: str, place: Place | None = None) -> Document:
        """A document by its id; `place` is where it is asked for. Raises SpecError."""
        if name not in self._files:
            raise SpecError(f"there is no document `{name}`", hint=did_you_mean(name, self._files), place=place)
        if name not in self._documents:
            path, shown = self._files[name]
            document = documents.load(path, shown)
            self._documents[name] = document
        return self._documents[name]

    def digest(self, name: str) -> str:
        """The digest of a document, which need not have been read; "" if it has no file or is not there."""
        if name in self._documents:
            return self._documents[name].digest
        return self._digests.get(name, "")

    def _index(self, path: Path, shown: str) -> None:
        with path.open("rb") as handle:
            data = handle.read(FILE_BYTES + 1)
        found = _ID_LINE.search(data.decode("utf-8", errors="replace"))
        if found:
            self._register(found.group(1), path, shown)
            self._digests[found.group(1)] = documents.digest(shown, data)
        else:
            self.add(path)  # reading it in full says what is wrong

    def _register(self, name: str, path: Path, shown: str) -> None:
        if name in self._files:
            raise SpecError(
                f"there are two documents `{name}`",
                hint=f"the other one is {self._files[name][1]}; give yours an id of its own",
                place=Place(shown),
                blame=name,
            )
        self._files[name] = (path, shown)
