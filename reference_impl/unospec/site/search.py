"""The search index, split by language: a page searches only what is in its own language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

INDEX = Path("search") / "search_index.json"


def split(site: Path, languages: Sequence[str]) -> bool:
    """Split the merged index of a built site; pages of other languages lie in folders named after them.

    Returns False if there is nothing to split: no index, or none that holds another language.
    """
    merged = site / INDEX
    if not merged.is_file():
        return False
    index = json.loads(merged.read_text(encoding="utf-8"))
    rest = index["docs"]
    for language in languages:
        prefix = f"{language}/"
        own = [entry for entry in rest if entry["location"].startswith(prefix)]
        if not own:
            return False
        rest = [entry for entry in rest if not entry["location"].startswith(prefix)]
        moved = [{**entry, "location": entry["location"].removeprefix(prefix)} for entry in own]
        _write(site / language / INDEX, {**index, "docs": moved})
    _write(merged, {**index, "docs": rest})
    return True


def _write(path: Path, index: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
