"""What is used: variables that are read and written, definitions, blocks, and the words that blocks are given.

What any choice of options uses is used: a core is not blamed for what another choice uses. Nor is it a mistake if
one of the chosen patches took away the last use; then it is worth a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import CALL, Vocabulary, rules
from unospec.language.check.walk import effect_fields, steps, term_fields, terms_of, words_of
from unospec.language.core import Core


@dataclass(frozen=True)
class _Unused:
    """Something of a core that nothing uses."""

    path: Path
    name: str
    message: str
    hint: str

    @property
    def key(self) -> tuple[Path, str]:
        """What it is, however the message puts it."""
        return self.path, self.name


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """What nothing uses, whatever the options, and though no patch took its use away."""
    for one, taker in _unused(core, words):
        if not taker:
            problems.add(one.path, one.message, one.hint)


def warnings(core: Core) -> tuple[str, ...]:
    """What lost its last use to a chosen patch."""
    return tuple(f"with {taker} {one.message}" for one, taker in _unused(core, Vocabulary(core.data)) if taker)


def _unused(core: Core, words: Vocabulary) -> list[tuple[_Unused, str]]:
    """What nothing uses under any choice of options, with the patch that took its last use away, or "".

    Other choices, and fewer patches, are looked at only if need be.
    """
    if not any(True for _ in _found(words, [words])):
        return []
    found = list(_found(words, [words, *map(Vocabulary, core.others())]))
    if not found:
        return []
    takers: dict[tuple[Path, str], str] = {}
    for patch, datas in core.before():
        missing = {one.key for one in _found(words, [Vocabulary(data) for data in datas])}
        for one in found:
            if one.key not in missing:
                takers.setdefault(one.key, patch)
    return [(one, takers.get(one.key, "")) for one in found]


def _found(words: Vocabulary, users: Sequence[Vocabulary]) -> Iterator[_Unused]:
    """What of a core nothing of these rules uses."""
    walk = _walk(users)
    yield from _variables(words, users, walk)
    yield from _definitions(words, walk)
    yield from _arguments(words, users)


@dataclass(frozen=True)
class _Walk:
    """Every term and every effect with the words that it mentions."""

    terms: list[tuple[Path, set[str]]]
    effects: list[tuple[Path, dict[str, Any], set[str]]]


def _walk(users: Sequence[Vocabulary]) -> _Walk:
    walk = _Walk([], [])
    for words in users:
        walk.terms.extend((path, set(words_of(term))) for path, term in term_fields(words.data))
        walk.effects.extend(_effects(words))
    return walk


def _effects(words: Vocabulary) -> Iterator[tuple[Path, dict[str, Any], set[str]]]:
    for path, listed_effects in effect_fields(words.data):
        for here, effect in steps(listed_effects, path):
            yield here, effect, {word for _, term in terms_of(effect) for word in words_of(term)}


# -------------------------------------------------------------------- variables


def _root(name: Any) -> str:
    """The variable of a path that is written: `score` of `score(winner)`."""
    call = CALL.fullmatch(name) if isinstance(name, str) else None
    return call[1] if call else str(name)


def _written_by(effect: dict[str, Any]) -> Iterator[str]:
    """The variables that an effect gives a value. `clear` gives none: it takes one away."""
    for key in ("set", "add"):
        if isinstance(effect.get(key), dict):
            yield from map(_root, effect[key])
    for key in ("into", "choose"):
        if isinstance(effect.get(key), str):
            yield _root(effect[key])


def _variables(words: Vocabulary, users: Sequence[Vocabulary], walk: _Walk) -> Iterator[_Unused]:
    """Every variable that is read is written somewhere, and the reverse.

    A record of the match is there to be seen by the players. An open field of a record counts as read
    with the others: who uses the record at all may be shown the whole of it.
    """
    read = {word for _, found in walk.terms for word in found}
    read |= {word for _, _, found in walk.effects for word in found}
    written = {_root(mark.get("set")) for user in users for _, mark in rules(user.data, "marks")}
    for _, effect, _ in walk.effects:
        written.update(_written_by(effect))
    records_read = {name.split(".")[0] for name in read if name in words.variables and "." in name}
    for variable in words.variables.values():
        name = variable.name
        shared = "." in name and variable.seen != "none" and name.split(".")[0] in records_read
        if name not in written:
            what = "read, but nothing ever writes it" if name in read else "neither written nor read"
            hint = "write it where its value becomes known, or remove it"
            yield _Unused(variable.at, name, f"`{name}` is {what}", hint)
        elif name not in read and not shared and variable.scope != "record":
            yield _Unused(variable.at, name, f"`{name}` is written, but nothing reads it", "use it, or remove it")


# -------------------------------------------------------------------- definitions and blocks


def _definitions(words: Vocabulary, walk: _Walk) -> Iterator[_Unused]:
    """A definition or block that nothing uses. Its own use of itself does not count."""
    used: set[str] = set()
    for path, found in walk.terms:
        used |= found - {path[1]} if path[0] == "define" else found
    used = used.union(*(found for _, _, found in walk.effects))
    run = {
        effect.get("do")
        for path, effect, _ in walk.effects
        if path[:2] != ("blocks", effect.get("do")) and isinstance(effect.get("do"), str)
    }
    for name in words.defines:
        if name not in used:
            message = f"nothing uses the definition `{name}`"
            yield _Unused(("define", name), name, message, f"remove: [define.{name}]")
    for name in words.blocks:
        if name not in run:
            yield _Unused(("blocks", name), name, f"nothing runs the block `{name}`", f"remove: [blocks.{name}]")


def _arguments(words: Vocabulary, users: Sequence[Vocabulary]) -> Iterator[_Unused]:
    """A word that a block is given is used in it, or in a block or definition that it uses."""
    for here, effect, _ in _effects(words):
        block, given = effect.get("do"), effect.get("with")
        if not isinstance(block, str) or block not in words.blocks or not isinstance(given, dict):
            continue
        inside = _words_inside(users, block)
        for word in given:
            if word not in inside:
                message = f"the block `{block}` has no use for `{word}`"
                yield _Unused(here, word, message, "leave it out of `with`")


def _words_inside(users: Sequence[Vocabulary], block: str) -> set[str]:
    """All words that a block mentions, with everything that it uses."""
    found: set[str] = set()
    blocks, terms = [block], list[Any]()
    seen: set[str] = set()
    while blocks or terms:
        if blocks:
            name = blocks.pop()
            if name in seen:
                continue
            seen.add(name)
            for _, effect in (step for user in users for step in steps(user.blocks.get(name), ())):
                terms += [term for _, term in terms_of(effect)]
                blocks += [effect["do"]] if isinstance(effect.get("do"), str) else []
                terms += [effect["into"]] if isinstance(effect.get("into"), str) else []
            continue
        for word in words_of(terms.pop()):
            if word not in found:
                found.add(word)
                terms += [user.defines[word] for user in users if word in user.defines]
    return found
