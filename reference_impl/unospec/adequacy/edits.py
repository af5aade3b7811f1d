"""An edit: one small change of a rule set's data, as somebody's mistake would make it.

Edits are made on the composed rule set before its options are folded away, so that one edit can be tried
under every choice of options. They are data: the mutants are made of them, and so are the fakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from unospec.language import sections
from unospec.language.errors import Place
from unospec.language.source import Map, Seq, Value

Path = tuple[str | int, ...]
Sense = Literal["drop", "widen", "narrow", "alter"]


class _Removed:
    """What takes the place of something that is taken out."""

    def __repr__(self) -> str:
        return "REMOVED"

    def __reduce__(self) -> str:
        """There is one of it, also in another process."""
        return "REMOVED"


REMOVED = _Removed()


@dataclass(frozen=True)
class Edit:
    """A change at one place.

    path: where, in the composed rule set. new: plain data, or REMOVED. what: the change in words.
    sense: `drop` takes a rule out, `widen` lets it hold where it should not, `narrow` the contrary, `alter`
    changes what it does.
    """

    path: Path
    new: Any
    what: str
    sense: Sense = "alter"

    @property
    def rule(self) -> str:
        """The id of the rule that is changed; for plain data its path (`cards.kinds.skip`)."""
        words = tuple(str(part) for part in self.path)
        return ".".join(words[: sections.rule_id_length(words) or 3])

    @property
    def id(self) -> str:
        """Where and how: stable as long as that place stays what it is."""
        return f"{'.'.join(map(str, self.path))} {self.what}"

    def apply(self, root: Map) -> None:
        """Make the change. KeyError or IndexError where the place is not there."""
        holder: Any = root
        for part in self.path[:-1]:
            holder = holder[part]
        last = self.path[-1]
        if self.new is REMOVED:
            if isinstance(holder, Map):
                holder.drop(str(last))
            else:
                del holder[last], holder.places[last]
        elif isinstance(holder, Map):
            place = holder.value_places.get(str(last), holder.place)
            holder.put(str(last), placed(self.new, place), holder.key_places.get(str(last), place), place)
        else:
            holder[last] = placed(self.new, holder.places[last])


def apply_all(edits: Sequence[Edit], root: Map) -> None:
    """Make several changes, one after the other."""
    for edit in edits:
        edit.apply(root)


def placed(value: Any, place: Place) -> Value:
    """Plain data as if it stood at a place of a document."""
    if isinstance(value, dict):
        out = Map(place)
        for key, item in value.items():
            out.put(key, placed(item, place), place, place)
        return out
    if isinstance(value, list):
        seq = Seq(place)
        for item in value:
            seq.put(placed(item, place), place)
        return seq
    scalar: Value = value
    return scalar


def at(data: Any, path: Path) -> Any:
    """What stands at a path of plain data; REMOVED if nothing does."""
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return REMOVED
    return data
