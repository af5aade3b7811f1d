"""Names: every word means one thing, and nothing is defined by itself or grows without bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unospec.language import limits
from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import (
    ATTRIBUTES,
    CALLS,
    CONTEXT,
    FIXED,
    OPERANDS,
    OPERATORS,
    Vocabulary,
    listed,
    rules,
)
from unospec.language.check.walk import acts_asked, steps, terms_of, words_of
from unospec.language.core import Core

# Names that the language itself gives to acts and events; an act of that name could not be told apart.
ACTS_OF_THE_LANGUAGE = ("close", "choose_colour", "choose_seat")
EVENTS = (
    *("drew", "skipped", "turn", "reversed", "opened", "revealed", "swapped", "rotated", "shuffled"),
    *("reshuffled", "turned_up", "returned", "cancelled", "won", "void", "scored", "match_won", "match_lost"),
    *("fault", "left"),
)


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Clashes of names, cycles, and rules that grow too large."""
    _clashes(words, problems)
    _act_names(words, problems)
    graph = _graph(words)
    _cycles(graph, problems)
    _sizes(words, problems)


def _clashes(words: Vocabulary, problems: Problems) -> None:
    """A word of a term may be one thing only. A kind and its face are told apart by what is asked."""
    language = dict.fromkeys((*FIXED, *CONTEXT, *CALLS, "held", "alone"), "a word of the language")
    operators = dict.fromkeys((*OPERATORS, *OPERANDS), "an operation")
    known: dict[str, str] = dict(language)
    for name, what, path in _named(words):
        taken = known.get(name)
        if taken is None and what == "a definition":
            taken = operators.get(name)
        if taken and {taken, what} != {"a kind", "a face"}:
            problems.add(path, f"`{name}` is {what} and also {taken}", "give one of them another name")
        known.setdefault(name, what)


def _named(words: Vocabulary) -> Iterator[tuple[str, str, Path]]:
    """Every name that a term can use, what it is, and where it is declared."""
    for name in words.colours:
        yield name, "a colour", ("cards", "colours", name)
    for name in words.kinds:
        yield name, "a kind", ("cards", "kinds", name)
    for face, kind in words.faces.items():
        yield face, "a face", ("cards", "kinds", kind, "faces")
    for path in dict.fromkeys(variable.at[:2] for variable in words.variables.values()):
        yield str(path[1]), "a variable", path
    for name in words.defines:
        yield name, "a definition", ("define", name)


def _act_names(words: Vocabulary, problems: Problems) -> None:
    for act in words.acts:
        if act in ACTS_OF_THE_LANGUAGE:
            problems.add(("acts", act), f"`{act}` is an act of the language", "give the act another name")
        elif act in EVENTS:
            problems.add(("acts", act), f"`{act}` is an event of the language", "give the act another name")
        elif words.windows.get(act, {}).get("kind") == "blocking":
            message = f"`{act}` is an act and also a blocking window"  # `closes: before` could mean either
            problems.add(("acts", act), message, "give one of them another name")
    for window in words.windows:
        if window in ("colour", "seat"):
            problems.add(("windows", window), f"`{window}` is what waits for a choice", "give the window another name")
    for name in words.kinds:
        if name == "other":
            problems.add(("cards", "kinds", name), "`other` stands for all kinds without an effect of their own")
    for attribute in ATTRIBUTES:
        if attribute in words.acts:
            problems.add(("acts", attribute), f"`{attribute}` is an attribute of cards", "give the act another name")


# -------------------------------------------------------------------- what asks what


def _graph(words: Vocabulary) -> dict[Path, list[Path]]:
    """Definitions, the conditions of acts, and blocks, each with those that it asks or runs."""
    graph: dict[Path, list[Path]] = {}
    for name, term in words.defines.items():
        graph["define", name] = _asks(words, term)
    for name, act in words.acts.items():
        graph["acts", name] = _asks(words, act.get("given"))
    for _, rule in rules(words.data, "forbid"):
        for act_name in listed(rule.get("act")):
            if ("acts", act_name) in graph:
                graph["acts", act_name] += _asks(words, rule.get("when"))
    for name, effects in words.blocks.items():
        graph["blocks", name] = [("blocks", block) for block in _runs(effects) if block in words.blocks]
    return graph


def _asks(words: Vocabulary, term: Any) -> list[Path]:
    mentioned: list[Path] = [("define", word) for word in words_of(term) if word in words.defines]
    asked: list[Path] = [("acts", act) for act in acts_asked(term) if act in words.acts]
    return mentioned + asked


def _runs(effects: Any) -> list[str]:
    """The blocks that a list of effects runs, one for each time."""
    return [effect["do"] for _, effect in steps(effects, ()) if isinstance(effect.get("do"), str)]


def _cycles(graph: dict[Path, list[Path]], problems: Problems) -> None:
    """Everything that comes back to itself, told once for each cycle."""
    done: set[Path] = set()

    def visit(node: Path, way: list[Path]) -> None:
        if node in way:
            _tell_cycle(way[way.index(node) :], problems)
            return
        if node in done:
            return
        for following in graph[node]:
            visit(following, [*way, node])
        done.add(node)

    for node in graph:
        visit(node, [])


def _tell_cycle(cycle: list[Path], problems: Problems) -> None:
    section, name = cycle[0]
    path = (*cycle[0], {"define": "is", "acts": "given", "blocks": "do"}[str(section)])
    verb = {"define": "is defined by itself", "acts": "asks whether it may be done", "blocks": "runs itself"}
    way = " -> ".join(f"{part[0]}.{part[1]}" for part in [*cycle, cycle[0]])
    problems.add(path, f"`{name}` {verb[str(section)]}", f"break the circle {way}")


# -------------------------------------------------------------------- size


def _sizes(words: Vocabulary, problems: Problems) -> None:
    """Blocks and definitions are written out where used; a short document may stand for a huge one."""
    sizes: dict[Path, int] = {}

    def size(node: Path, busy: tuple[Path, ...]) -> int:
        if node in busy:
            return 0
        if node not in sizes:
            total = _own_size(words, node)
            for following in _parts(words, node):
                total += size(following, (*busy, node))
            sizes[node] = min(total, 10 * limits.EFFECT_STEPS)
        return sizes[node]

    nodes: list[Path] = [("define", name) for name in words.defines]
    nodes += [("blocks", name) for name in words.blocks]
    for node in nodes:
        if size(node, ()) > limits.EFFECT_STEPS:
            problems.add(
                node,
                f"`{node[1]}` has more than {limits.EFFECT_STEPS} steps when everything in it is written out",
                "say it in fewer steps",
            )


def _own_size(words: Vocabulary, node: Path) -> int:
    if node[0] == "define":
        return sum(1 for _ in words_of(words.defines[str(node[1])])) + 1
    return sum(1 for _ in steps(words.blocks[str(node[1])], ())) + 1


def _parts(words: Vocabulary, node: Path) -> list[Path]:
    """The definitions and blocks of a definition or block, one for each time that it uses them."""
    if node[0] == "define":
        return [("define", w) for w in words_of(words.defines[str(node[1])]) if w in words.defines]
    effects = words.blocks[str(node[1])]
    found: list[Path] = [("blocks", block) for block in _runs(effects) if block in words.blocks]
    for _, effect in steps(effects, ()):
        for _, term in terms_of(effect):
            found += [("define", word) for word in words_of(term) if word in words.defines]
    return found
