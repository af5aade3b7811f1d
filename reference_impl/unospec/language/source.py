"""YAML with the place of every value, and without its traps.

Only `true` and `false` are flags and only decimal integers are numbers; `on`, `no`, `null`, `1.5` are words.
Keys are always words. Anchors, aliases, merge keys, tags, duplicate keys and further documents are refused.
The result is built from events, without recursion, under the limits of `limits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import yaml

from unospec.language import guard, limits, names
from unospec.language.errors import Place, SpecError

Value: TypeAlias = "str | int | bool | Map | Seq"


class Map(dict[str, "Value"]):
    """A map that knows where it, its keys and its values are written."""

    __slots__ = ("place", "key_places", "value_places")

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.key_places: dict[str, Place] = {}
        self.value_places: dict[str, Place] = {}

    def put(self, key: str, value: Value, key_place: Place, value_place: Place) -> None:
        """Set a value together with its places."""
        self[key] = value
        self.key_places[key] = key_place
        self.value_places[key] = value_place

    def take_from(self, other: Map, key: str, value: Value | None = None) -> None:
        """Set a value as it stands in another map (or another value at its place)."""
        self.put(key, other[key] if value is None else value, other.key_places[key], other.value_places[key])

    def drop(self, key: str) -> None:
        """Remove a key and its places."""
        del self[key], self.key_places[key], self.value_places[key]


class Seq(list["Value"]):
    """A list that knows where it and its elements are written."""

    __slots__ = ("place", "places")

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.places: list[Place] = []

    def put(self, value: Value, place: Place) -> None:
        """Append a value together with its place."""
        self.append(value)
        self.places.append(place)


def copy(value: Value) -> Value:
    """A deep copy with its places."""
    if isinstance(value, Map):
        new = Map(value.place)
        new.key_places, new.value_places = value.key_places.copy(), value.value_places.copy()
        for key, item in value.items():
            new[key] = copy(item) if isinstance(item, (Map, Seq)) else item
        return new
    if isinstance(value, Seq):
        seq = Seq(value.place)
        seq.places = value.places.copy()
        seq.extend([copy(item) if isinstance(item, (Map, Seq)) else item for item in value])
        return seq
    return value


def plain(value: Value) -> Any:
    """The value as ordinary Python data, keys sorted."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def read_file(path: Path, shown: str | None = None) -> Map:
    """Read a document file; `shown` is the name for it in messages. Raises SpecError."""
    shown = shown or str(path)
    return read_bytes(bytes_of(path, shown), shown)


def bytes_of(path: Path, shown: str) -> bytes:
    """The bytes of a document file, up to one more than it may have. Raises SpecError."""
    try:
        with path.open("rb") as handle:
            return handle.read(limits.FILE_BYTES + 1)
    except OSError as error:
        raise SpecError(f"cannot be read: {error.strerror}", place=Place(shown)) from None


def read_bytes(data: bytes, shown: str) -> Map:
    """Read a document from bytes. Raises SpecError."""
    whole = Place(shown)
    if len(data) > limits.FILE_BYTES:
        raise SpecError(
            f"the file is larger than {limits.FILE_BYTES} bytes",
            hint="a rule set is a few pages of text; is this the right file?",
            place=whole,
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SpecError("the file is not UTF-8", hint="save it as UTF-8", place=Place(shown, line, 1)) from None
    guard.refuse_invisible(text, shown)
    guard.refuse_brackets(text, shown)
    if not text.strip():
        raise SpecError("the file is empty", hint='a document begins with `unospec: "1"`', place=whole)
    return _Builder(shown).build(text)


class _Builder:
    """Builds one document from YAML events."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.nodes = 0
        self.open: list[Map | Seq] = []
        self.keys: list[tuple[str, Place] | None] = []  # the key that waits for its value, per open container
        self.root: Value | None = None
        self.root_place = Place(shown)
        self.documents = 0

    def build(self, text: str) -> Map:
        """The document; raises SpecError for whatever is not one map of plain values."""
        for event in self._events(text):
            self._take(event)
        if not isinstance(self.root, Map):
            raise SpecError(
                "a document is a map of keys and values",
                hint='begin with `unospec: "1"`, `id: ...`, `kind: ...`',
                place=self.root_place,
            )
        return self.root

    def _events(self, text: str) -> Iterator[yaml.Event]:
        try:
            yield from _parse(text)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = Place(self.shown, mark.line + 1, mark.column + 1) if mark else Place(self.shown)
            raise _syntax_error(error, text, place) from None
        except yaml.YAMLError as error:
            raise SpecError(f"not YAML: {error}", place=Place(self.shown)) from None

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        return Place(self.shown, mark.line + 1, mark.column + 1) if mark else Place(self.shown)

    def _fail(self, message: str, place: Place, hint: str = "") -> NoReturn:
        raise SpecError(message, hint=hint, place=place, path=self._path())

    def _path(self) -> str:
        parts: list[str | int] = []
        for container, key in zip(self.open, self.keys, strict=True):
            if isinstance(container, Seq):
                parts.append(len(container))
            elif key:
                parts.append(key[0])
        return show_path(tuple(parts))

    def _take(self, event: yaml.Event) -> None:
        place = self._place(event)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self._fail("a second document in one file", place, "one document per file: delete the `---`")
        elif isinstance(event, yaml.AliasEvent):
            self._fail(
                "an alias (`*name`)",
                place,
                "aliases are not allowed: write the value out, or make it a block",
            )
        elif isinstance(event, yaml.NodeEvent):
            self._refuse_decoration(event, place)
            self._count(place)
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event, place)
            else:
                self._begin(Map(place) if isinstance(event, yaml.MappingStartEvent) else Seq(place), place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            self.keys.pop()

    def _refuse_decoration(self, event: yaml.NodeEvent, place: Place) -> None:
        if event.anchor is not None:
            self._fail("an anchor (`&name`)", place, "anchors are not allowed: write the value out")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._fail(f"a tag (`{tag}`)", place, "tags are not allowed: write the plain value")

    def _count(self, place: Place) -> None:
        self.nodes += 1
        if self.nodes > limits.NODES:
            self._fail(f"more than {limits.NODES} values", place, "this is too large for a rule set")

    def _waits_for_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1], Map) and self.keys[-1] is None

    def _begin(self, container: Map | Seq, place: Place) -> None:
        if self._waits_for_key():
            self._fail(
                "a key is a word, not a list or a map",
                place,
                'if it is a text with braces, put it in "quotes"',
            )
        if len(self.open) >= limits.NESTING:
            self._fail(f"nested deeper than {limits.NESTING}", place, "name a part of it in `define` or `blocks`")
        self._value(container, place)
        self.open.append(container)
        self.keys.append(None)

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> None:
        text = event.value
        if len(text) > limits.TEXT_LENGTH:
            self._fail(f"a text of more than {limits.TEXT_LENGTH} characters", place, "shorten it")
        if self._waits_for_key():
            self._key(text, place)
        elif event.style:
            self._value(text, place)
        elif text == "":
            self._fail("no value", place, "write a value, or delete the key")
        else:
            self._value(names.scalar(text), place)

    def _key(self, text: str, place: Place) -> None:
        container = self.open[-1]
        assert isinstance(container, Map)
        if text == "<<":
            self._fail("a merge key (`<<`)", place, "merging is not allowed: write the keys out")
        if text in container:
            first = container.key_places[text]
            self._fail(f"the key `{text}` is there twice", place, f"the first is at line {first.line}; keep one")
        self.keys[-1] = (text, place)

    def _value(self, value: Value, place: Place) -> None:
        if not self.open:
            self.root, self.root_place = value, place
            return
        container = self.open[-1]
        if isinstance(container, Seq):
            container.put(value, place)
            return
        key = self.keys[-1]
        assert key is not None
        container.put(key[0], value, key[1], place)
        self.keys[-1] = None


def _parse(text: str) -> Iterator[yaml.Event]:
    """Events of the fast parser where there is one; errors always in the words of the plain one."""
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, Loader=fast)
    except yaml.YAMLError:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
        raise


def _syntax_error(error: yaml.MarkedYAMLError, text: str, place: Place) -> SpecError:
    """A YAML syntax error in words that help."""
    lines = text.splitlines()
    line = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
    if "\t" in line[: max(place.column, 1)]:
        return SpecError("a tab character", hint="YAML is indented with spaces", place=place)
    problem = " ".join(str(error.problem or error.context or "").split())
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = 'a text that contains a colon has to be in "quotes"'
    elif "undefined" in problem or "alias" in problem:
        hint = 'a text that begins with * or & has to be in "quotes"'
    elif "expected" in problem:
        hint = "look for a missing quote, bracket or comma, here or in the lines above"
    return SpecError(f"not YAML: {problem}", hint=hint, place=place)


def show_path(path: tuple[str | int, ...]) -> str:
    """A path as messages show it: `acts.play.do[0].then`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text
