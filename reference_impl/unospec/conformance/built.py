"""Whether cases.ndjson is known to be what the YAML files say, so that a run need not read those.

`unospec cases build` checks the YAML files, writes cases.ndjson, and beside the YAML files a record of what went
in and what came out: the SHA-256 of each source, of the schema, and of cases.ndjson. While all of these hold,
the published lines are read as they are: they were checked when they were built. If anything differs (a case
was edited, a file came or went, the record is missing), the YAML files are read and checked as ever. No times of
files are looked at, and nothing is stored outside the checkout. `cases check` and `cases build --check` do not
trust the record; they read the YAML files in full.
"""

import hashlib
import json
from pathlib import Path

from unospec import resources
from unospec.conformance.cases import Case, Json, from_json

RECORD = "built.json"


def record_path(folder: Path) -> Path:
    """Where the record of a folder of YAML files lies."""
    return folder / RECORD


def sources(folder: Path) -> dict[str, str]:
    """The SHA-256 of each YAML file, by its name."""
    return {path.name: _sha256(path.read_bytes()) for path in folder.glob("*.yaml")}


def record(read: dict[str, str], published: str) -> str:
    """The text of the record, for these `sources` and the text of cases.ndjson made from them."""
    return json.dumps(_facts(read, published.encode()), indent=1, sort_keys=True) + "\n"


def load(folder: Path, published: Path) -> list[Case] | None:
    """The published cases in their order, or None if they are not known to be what the sources say."""
    try:
        data = published.read_bytes()
        if json.loads(record_path(folder).read_bytes()) != _facts(sources(folder), data):
            return None
    except (OSError, ValueError):
        return None
    return [from_json(json.loads(line)) for line in data.splitlines()]


def _facts(read: dict[str, str], published: bytes) -> Json:
    schema = resources.root() / "schemas" / "case.schema.json"
    return {
        "cases.ndjson": _sha256(published),
        "case.schema.json": _sha256(schema.read_bytes()),
        "sources": read,
    }


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
