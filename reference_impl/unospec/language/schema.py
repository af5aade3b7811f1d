"""The form of documents and cores, by JSON Schema, with violations told in the words of the domain."""

from __future__ import annotations

from unospec.language.source import Map


def check_document(data: Map) -> None:
    """Raise SpecError for every violation of the document schema."""
