"""What is written and read, what is used, and which effects may stand where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import CALL, Vocabulary, listed, rules
from unospec.language.check.walk import effect_fields, steps, term_fields, terms_of, words_of
from unospec.language.check.windows import acts_that_hold
from unospec.language.core import Core
from unospec.language.names import scalar_text

# Effects that wait for somebody, hand over to a card, or end the round: nothing of the same step is left.
_LEAVING = ("choose", "effect_of", "win")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Variables, unused rules, and the places of effects."""
    _Placing(words, problems).check()
    walk = _walk(words)
    _variables(words, walk, problems)
    _arguments(words, walk, problems)
    if _as_written(core):
        _unused(words, walk, problems)


def _as_written(core: Core) -> bool:
    """Whether all options that choose between rules have their default.

    Another value may leave a definition or block without a use, which is nobody's mistake.
    """
    return all(
        scalar_text(core.options[name]) == scalar_text(declared["default"])
        for name, declared in core.option_docs.items()
        if isinstance(declared, dict) and "values" in declared and name in core.options
    )


# -------------------------------------------------------------------- variables


@dataclass(frozen=True)
class _Walk:
    """Every term and every effect of a core with the words that it mentions, walked through once."""

    terms: list[tuple[Path, set[str]]]
    effects: list[tuple[Path, dict[str, Any], set[str]]]


def _walk(words: Vocabulary) -> _Walk:
    terms = [(path, set(words_of(term))) for path, term in term_fields(words.data)]
    effects = [
        (here, effect, {word for _, term in terms_of(effect) for word in words_of(term)})
        for path, listed_effects in effect_fields(words.data)
        for here, effect in steps(listed_effects, path)
    ]
    return _Walk(terms, effects)


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


def _variables(words: Vocabulary, walk: _Walk, problems: Problems) -> None:
    """Every variable that is read is written somewhere, and the reverse.

    A record of the match is there to be seen by the players. An open field of a record counts as read
    with the others: who uses the record at all may be shown the whole of it.
    """
    read = {word for _, found in walk.terms for word in found}
    read |= {word for _, _, found in walk.effects for word in found}
    written: set[str] = {_root(mark.get("set")) for _, mark in rules(words.data, "marks")}
    for _, effect, _ in walk.effects:
        written.update(_written_by(effect))
    records_read = {name.split(".")[0] for name in read if name in words.variables and "." in name}
    for variable in words.variables.values():
        name = variable.name
        shared = "." in name and variable.seen != "none" and name.split(".")[0] in records_read
        if name not in written:
            what = "read, but nothing ever writes it" if name in read else "neither written nor read"
            problems.add(variable.at, f"`{name}` is {what}", "write it where its value becomes known, or remove it")
        elif name not in read and not shared and variable.scope != "record":
            problems.add(variable.at, f"`{name}` is written, but nothing reads it", "use it, or remove it")


# -------------------------------------------------------------------- what is used


def _unused(words: Vocabulary, walk: _Walk, problems: Problems) -> None:
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
            problems.add(("define", name), message, f"remove: [define.{name}]")
    for name in words.blocks:
        if name not in run:
            problems.add(("blocks", name), f"nothing runs the block `{name}`", f"remove: [blocks.{name}]")


def _arguments(words: Vocabulary, walk: _Walk, problems: Problems) -> None:
    """A word that a block is given is used in it, or in a block or definition that it uses."""
    for here, effect, _ in walk.effects:
        block, given = effect.get("do"), effect.get("with")
        if not isinstance(block, str) or block not in words.blocks or not isinstance(given, dict):
            continue
        inside = _words_inside(words, block)
        for word in given:
            if word not in inside:
                problems.add(here, f"the block `{block}` has no use for `{word}`", "leave it out of `with`")


def _words_inside(words: Vocabulary, block: str) -> set[str]:
    """All words that a block mentions, with everything that it uses."""
    found: set[str] = set()
    blocks, terms = [block], list[Any]()
    seen: set[str] = set()
    while blocks or terms:
        if blocks:
            name = blocks.pop()
            if name in seen or name not in words.blocks:
                continue
            seen.add(name)
            for _, effect in steps(words.blocks[name], ()):
                terms += [term for _, term in terms_of(effect)]
                blocks += [effect["do"]] if isinstance(effect.get("do"), str) else []
                terms += [effect["into"]] if isinstance(effect.get("into"), str) else []
            continue
        for word in words_of(terms.pop()):
            if word not in found:
                found.add(word)
                terms += [words.defines[word]] if word in words.defines else []
    return found


# -------------------------------------------------------------------- where effects may stand


class _Placing:
    """Which effects a list holds, blocks written out, and whether they may be there."""

    def __init__(self, words: Vocabulary, problems: Problems) -> None:
        self.words = words
        self.problems = problems
        self._held: dict[str, frozenset[str]] = {}

    def check(self) -> None:
        """Every list of effects of every rule."""
        holding = acts_that_hold(self.words)
        for path, effects in effect_fields(self.words.data):
            self._order(effects, path)
            section, rule = path[0], str(path[1])
            forbidden: dict[str, str] = {}
            if section in ("round", "match", "reshuffle"):
                forbidden |= dict.fromkeys(_LEAVING, f"in {section}, which is done in one go")
            if section == "whenever" or section == "acts" and "auto" in self.words.acts[rule]:
                by_itself = "where something happens by itself; nobody has acted"
                forbidden |= dict.fromkeys(("choose", "effect_of"), by_itself)
            if section != "blocks" and (section != "acts" or rule not in holding):
                forbidden["cancel"] = "outside the acts of a window that holds an effect"
            self._ban(effects, path, forbidden)
            for here, effect in steps(effects, path):
                if "each" in effect and isinstance(effect.get("do"), list):
                    within = dict.fromkeys((*_LEAVING, "cancel"), "inside `each`, which is done in one go")
                    self._ban(effect["do"], (*here, "do"), within)
        self._setup()

    def _ban(self, effects: Any, path: Path, forbidden: dict[str, str]) -> None:
        for here, effect in steps(effects, path):
            for name in sorted(self._single(effect) & set(forbidden)):
                through = f" (block `{effect['do']}`)" if isinstance(effect.get("do"), str) else ""
                self.problems.add(here, f"`{name}` cannot stand{through} {forbidden[name]}")

    def _single(self, effect: dict[str, Any]) -> frozenset[str]:
        """The special effects that this step is, itself or as a block; those of inner lists are steps too."""
        own = {key for key in (*_LEAVING, "cancel") if key in effect}
        if isinstance(effect.get("do"), str):
            return frozenset(own | self.held(effect["do"]))
        return frozenset(own)

    def held(self, block: str) -> frozenset[str]:
        """The special effects anywhere in a block."""
        if block not in self._held:
            self._held[block] = frozenset()  # a block that runs itself adds nothing
            found: set[str] = set()
            for _, effect in steps(self.words.blocks.get(block), ()):
                found |= self._single(effect)
            self._held[block] = frozenset(found)
        return self._held[block]

    def _all(self, effect: Any) -> set[str]:
        """The special effects of one step with its branches."""
        return set().union(*(self._single(inner) for _, inner in steps([effect], ())))

    def _order(self, effects: Any, path: Path) -> None:
        """Nothing comes after the effect of a card, and nothing after the end of the round."""
        if not isinstance(effects, list):
            return
        for index, effect in enumerate(effects[:-1]):
            if not isinstance(effect, dict):
                continue
            here = (*path, index)
            if "effect_of" in self._all(effect):
                message = "nothing may follow `effect_of`; the effect of the card goes on from there"
                self.problems.add(here, message, "put what follows before it, or into the effects of cards")
            elif "win" in effect:
                self.problems.add(here, "nothing follows `win`, which ends the round", "put it before `win`")
        for index, effect in enumerate(effects):
            if isinstance(effect, dict):
                for key in ("then", "else", "do"):
                    self._order(effect.get(key), (*path, index, key))

    def _setup(self) -> None:
        """The effect of the first card ends the set-up."""
        numbered = [
            (body["step"], rule, body)
            for rule, body in rules(self.words.data, "setup")
            if type(body.get("step")) is int
        ]
        for _, rule, body in sorted(numbered, key=lambda entry: entry[:2])[:-1]:
            for index, effect in enumerate(listed(body.get("do"))):
                if self._all(effect) & {"effect_of", "win"}:
                    message = "nothing may follow `effect_of`, and the set-up has later steps"
                    self.problems.add(("setup", rule, "do", index), message, "make it the last step")
