"""The language of rule sets: read documents, compose them, check them, resolve them to a core."""

from unospec.language.check import check
from unospec.language.core import Core, canonical_json
from unospec.language.document import Document
from unospec.language.errors import Place, SpecError, SpecErrors
from unospec.language.library import Library
from unospec.language.resolve import default_library, resolve

__all__ = [
    "Core",
    "Document",
    "Library",
    "Place",
    "SpecError",
    "SpecErrors",
    "canonical_json",
    "check",
    "default_library",
    "resolve",
]
