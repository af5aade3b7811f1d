"""The sort of every term. Accepted is exactly what an engine can carry out; predicates are total.

Sorts are flag number seat seats card cards colour face kind none, and: `played` (the cards of the act),
`colours` (all colours, to choose from), `symbol` (a word of the deck, whose sort the other side decides),
`number or none`, and `any` (after a problem, so that one mistake is told once).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import (
    ATTRIBUTES,
    CALL,
    CALLS,
    CONTEXT,
    FIXED,
    NULLABLE,
    OPERATORS,
    TEAM_CALLS,
    Vocabulary,
)
from unospec.language.errors import did_you_mean

Env = dict[str, str]


@dataclass(frozen=True)
class Sort:
    """A sort; of a symbol also the word, with which it can be read."""

    name: str
    word: str = ""


ANY = Sort("any")
FLAG, NUMBER, NONE = Sort("flag"), Sort("number"), Sort("none")
_SEATS = ("others", *TEAM_CALLS)  # calls that are sets of seats
_SHOWN = 60  # longer terms are cut in messages


def show(term: Any) -> str:
    """A term in a message."""
    text = term if isinstance(term, str) else json.dumps(term, ensure_ascii=False).replace('"', "")
    return f"`{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}`"


def named(sort: str) -> str:
    """A sort in a message."""
    words = {
        "flag": "yes or no",
        "none": "none",
        "seats": "a set of seats",
        "cards": "a set of cards",
        "played": "the cards of the act",
        "colours": "the set of colours",
        "number or none": "a number or none",
        "symbol": "a word of the deck",
    }
    return words.get(sort, f"a {sort}")


class Sorts:
    """Sorts of terms, for one core. Definitions are read where they are used, each once per surroundings."""

    def __init__(self, vocabulary: Vocabulary, problems: Problems) -> None:
        from unospec.language.check import operators  # each needs the other: operators have terms as operands

        self.words = vocabulary
        self.problems = problems
        self._operators = operators.OPERATORS
        self._known: dict[Any, tuple[Sort, frozenset[str]]] = {}
        self._missing: list[set[str]] = []  # by definition or block being read: the words it lacks
        self._busy: list[str] = []

    def fail(self, path: Path, message: str, hint: str = "") -> Sort:
        """Note a problem; what is wrong has any sort."""
        self.problems.add(path, message, hint)
        return ANY

    # ---------------------------------------------------------------- what is wanted

    def want(self, term: Any, path: Path, env: Env, *sorts: str) -> None:
        """A term where certain sorts are wanted; `none` among them if it may be absent."""
        self.fits(self.term(term, path, env), term, path, *sorts)

    def predicate(self, term: Any, path: Path, env: Env) -> None:
        """A term that has to be yes or no, whatever the state."""
        self.want(term, path, env, "flag")

    def fits(self, got: Sort, term: Any, path: Path, *sorts: str) -> None:
        """Whether a sort is one of those wanted."""
        if got.name in ("any", *sorts):
            return
        if got.name == "symbol":
            known = self.words.symbols[got.word]
            if any(sort in known for sort in sorts):
                return
            got = Sort(known[0], got.word)
        wanted = " or ".join(named(sort) for sort in sorts if sort != "none" or len(sorts) == 1)
        hint = ""
        if isinstance(term, int) and not isinstance(term, bool) and "face" in sorts:
            hint = f'a face is a word: write "{term}" in quotes'
        elif isinstance(term, str) and f"{term}" in self.words.variables and got.name == "number":
            hint = f"compare it, for example {{gt: [{term}, 0]}}" if "flag" in sorts else ""
        self.fail(path, f"{show(term)} is {named(got.name)}, and {wanted} is wanted here", hint)

    def alike(self, terms: list[Any], path: Path, env: Env) -> None:
        """Two terms that are compared: they have to be of one sort."""
        left, right = (self.term(term, path, env) for term in terms)
        for sort, term in ((left, terms[0]), (right, terms[1])):
            if sort.name in ("seats", "cards", "played", "colours"):
                self.fail(
                    path,
                    f"{show(term)} is {named(sort.name)}, which cannot be compared",
                    "use `in`, `count` or `exists`",
                )
                return
        if "any" in (left.name, right.name):
            return
        fixed = ("symbol", "none")
        if left.name in fixed and right.name in fixed:
            self.fail(path, f"{show(terms[0])} and {show(terms[1])} are both fixed words; nothing is compared")
        elif left.name == "none" or right.name == "none":
            other, term = (right, terms[1]) if left.name == "none" else (left, terms[0])
            if other.name not in (*NULLABLE, "number or none"):
                self.fail(path, f"{show(term)} is {named(other.name)}, which is never none")
        elif left.name == "symbol":
            self.fits(left, terms[0], path, right.name)
        else:
            self.fits(right, terms[1], path, left.name)

    # ---------------------------------------------------------------- terms

    def term(self, term: Any, path: Path, env: Env) -> Sort:
        """The sort of any term."""
        if term is None:
            return NONE
        if isinstance(term, bool):
            return FLAG
        if isinstance(term, int):
            return NUMBER
        if isinstance(term, str):
            return self.word(term, path, env)
        if not isinstance(term, dict) or not term:
            return self.fail(
                path,
                f"{show(term)} is no term",
                "write a word, a number or an operation such as {eq: [a, b]}",
            )
        heads = [key for key in term if key in OPERATORS or key in self.words.defines]
        if "if" in heads:
            heads = ["if"]
        if not heads:
            return self._no_operator(term, path)
        if len(heads) > 1:
            both = " and ".join(f"`{head}`" for head in heads)
            return self.fail(path, f"{both} stand side by side in one term", "join them with `all` or `any`")
        head = heads[0]
        if head not in self._operators:
            return self._asked_of_card(head, term, path, env)
        operator = self._operators[head]
        allowed = {head, *operator.beside, *operator.optional}
        extra = [key for key in term if key not in allowed]
        lacking = [key for key in operator.beside if key not in term]
        if extra:
            return self.fail(path, f"`{extra[0]}` does not belong to `{head}`", did_you_mean(extra[0], allowed))
        if lacking:
            return self.fail(path, f"`{head}` needs `{lacking[0]}` beside it")
        sort: Sort = operator.check(self, term, (*path, head), env)
        return sort

    def _no_operator(self, term: dict[str, Any], path: Path) -> Sort:
        key = next(iter(term))
        hint = did_you_mean(key, (*OPERATORS, *self.words.defines))
        return self.fail(path, f"there is no operation and no definition `{key}`", hint)

    def _asked_of_card(self, name: str, term: dict[str, Any], path: Path, env: Env) -> Sort:
        """`{definition: card}`: the definition, asked of another card."""
        if len(term) > 1:
            extra = next(key for key in term if key != name)
            return self.fail(path, f"`{extra}` does not belong to `{name}`")
        self.want(term[name], (*path, name), env, "card")
        return self.definition(name, path, {**env, "card": "card", "cards": "played"})

    # ---------------------------------------------------------------- words

    def word(self, word: str, path: Path, env: Env) -> Sort:
        """What a word stands for here."""
        if word in env:
            return Sort(env[word])
        if word in FIXED:
            return Sort(FIXED[word])
        variable = self.words.variables.get(word)
        if variable is not None:
            if variable.by_seat:
                return self.fail(path, f"`{word}` is kept by seat", f"write {word}(seat)")
            return Sort(variable.sort)
        call = CALL.fullmatch(word)
        if call:
            return self._call(call[1], call[2], path, env)
        if "." in word:
            return self._attribute(word, path, env)
        if word in self.words.defines:
            return self.definition(word, path, env)
        if word in self.words.symbols:
            return Sort("symbol", word)
        if word in CONTEXT or word in self.words.given_words:
            return self.missing(word, path, env)
        return self.fail(path, *self.words.unknown(word, env))

    def missing(self, word: str, path: Path, env: Env) -> Sort:
        """A word that stands for something elsewhere. Who uses the definition or block is to blame."""
        if self._missing:
            self._missing[-1].add(word)
            return ANY
        here = ", ".join(sorted(env))
        return self.fail(path, f"`{word}` stands for nothing here", f"words of this place: {here}" if here else "")

    def _attribute(self, word: str, path: Path, env: Env) -> Sort:
        base, name = word.rsplit(".", 1)
        if base in self.words.records and base not in env:
            fields = [f"{base}.{field}" for field in self.words.records[base]]
            return self.fail(path, f"the record `{base}` has no field `{name}`", did_you_mean(word, fields))
        before = len(self.problems.found)
        got = self.word(base, path, env)
        if got.name == "symbol" or (got.name not in ("card", "any")):
            return self.fail(path, f"`{base}` is {named(got.name)} and has no `{name}`; only a card has attributes")
        if name not in ATTRIBUTES:
            if len(self.problems.found) > before:
                return ANY
            return self.fail(path, f"a card has no `{name}`", did_you_mean(name, ATTRIBUTES))
        return Sort(ATTRIBUTES[name])

    def _call(self, function: str, argument: str, path: Path, env: Env) -> Sort:
        by_seat = [name for name, v in self.words.variables.items() if v.by_seat]
        if function in TEAM_CALLS and "teams" not in self.words.data:
            hint = "declare them, for example teams: {count: 2}"
            return self.fail(path, f"`{function}(...)` asks for teams, and these rules have none", hint)
        if function in CALLS or function in by_seat:
            self.want(argument, path, env, "seat")
            results = {"hand": "cards", "after": "seat", "before": "seat", **dict.fromkeys(_SEATS, "seats")}
            return Sort(results[function] if function in results else self.words.variables[function].sort)
        if function in self.words.variables:
            return self.fail(path, f"`{function}` is one value for the whole table", f"write {function} without a seat")
        return self.fail(
            path,
            f"nothing is called `{function}(...)`",
            did_you_mean(function, (*CALLS, *by_seat)),
        )

    # ---------------------------------------------------------------- definitions

    def definition(self, name: str, path: Path, env: Env) -> Sort:
        """A named term in the surroundings of its use."""
        return self.inside(
            f"define.{name}",
            path,
            env,
            lambda: self.term(self.words.defines[name], ("define", name, "is"), env),
        )

    def inside(self, name: str, path: Path, env: Env, read: Any) -> Sort:
        """Read a definition or block in its caller's words; what it lacks is the caller's problem."""
        key = (name, frozenset(env.items()))
        if key not in self._known:
            if name in self._busy:  # a cycle, which is told elsewhere
                return ANY
            self._busy.append(name)
            self._missing.append(set())
            sort = read()
            self._known[key] = (sort, frozenset(self._missing.pop()))
            self._busy.pop()
        sort, lacking = self._known[key]
        for word in sorted(lacking):
            if self._missing:
                self._missing[-1].add(word)
            else:
                short = name.split(".", 1)[1]
                self.fail(
                    path,
                    f"`{short}` needs `{word}`, which stands for nothing here",
                    self._how_to_give(name, word),
                )
        return sort

    def _how_to_give(self, name: str, word: str) -> str:
        short = name.split(".", 1)[1]
        if name.startswith("blocks."):
            return "" if word in CONTEXT else f"write {{do: {short}, with: {{{word}: ...}}}}"
        return f"ask it of a card: {{{short}: top}}" if word == "card" else ""
