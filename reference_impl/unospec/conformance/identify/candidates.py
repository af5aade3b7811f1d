"""What may be followed: a rule set with patches and values of options; and what is one step away from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from unospec.language import Core, Library, SpecError, default_library
from unospec.language.kept import resolved

Scalar: TypeAlias = str | int | bool
_FEW = 12  # of a range with so many values all are tried, of a longer one those that are in use


@dataclass(frozen=True, order=True)
class Candidate:
    """A rule set, its patches in their order, and the options that have another value than by default."""

    ruleset: str
    patches: tuple[str, ...] = ()
    options: tuple[tuple[str, Scalar], ...] = ()

    @property
    def size(self) -> int:
        """How much there is to say beyond the rule set."""
        return len(self.patches) + len(self.options)

    @property
    def core(self) -> Core:
        """Its rules. Raises SpecError where parts do not go together."""
        return _core(self, ())

    def told(self, options: Mapping[str, Scalar]) -> Core:
        """Its rules with those of these options that it has."""
        return _core(self, tuple((name, options[name]) for name in sorted(options) if name in self.core.options))

    def set(self, name: str, value: Scalar) -> "Candidate":
        """The same with another value of an option; the value by default is not said."""
        others = tuple(pair for pair in self.options if pair[0] != name)
        plain = Candidate(self.ruleset, self.patches, others)
        if plain.core.options[name] == value:
            return plain
        return Candidate(self.ruleset, self.patches, tuple(sorted([*others, (name, value)])))

    def add(self, patch: str) -> "Candidate":
        """The same with a patch more."""
        return Candidate(self.ruleset, tuple(sorted([*self.patches, patch])), self.options)

    def without(self, patch: str) -> "Candidate":
        """The same without a patch, and without values of options that nobody knows then."""
        fewer = tuple(name for name in self.patches if name != patch)
        known = Candidate(self.ruleset, fewer).core.options
        return Candidate(self.ruleset, fewer, tuple(pair for pair in self.options if pair[0] in known))

    @property
    def facts(self) -> frozenset[tuple[str, Scalar | None]]:
        """What it says beyond the rule set: patches, and options with their values."""
        return frozenset([*((patch, None) for patch in self.patches), *self.options])

    def to_json(self) -> dict[str, Any]:
        """As a claim of the protocol."""
        return {"ruleset": self.ruleset, "patches": list(self.patches), "options": dict(self.options)}

    @property
    def arguments(self) -> str:
        """As the arguments of our commands."""
        words = [self.ruleset, *(f"--with {patch}" for patch in self.patches)]
        return " ".join([*words, *(f"--set {name}={written(value)}" for name, value in self.options)])


def written(value: Scalar) -> str:
    """A value as commands and documents write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=1 << 12)
def _core(candidate: Candidate, told: tuple[tuple[str, Scalar], ...]) -> Core:
    """Not checked, as what is made of published documents is checked by the tests of the suite."""
    return resolved(candidate.ruleset, candidate.patches, {**dict(candidate.options), **dict(told)}, check=False)


# What a step says that was not said before, and what it does not say any more.
Change: TypeAlias = tuple[frozenset[tuple[str, Scalar | None]], frozenset[tuple[str, Scalar | None]]]


def change(here: Candidate, there: Candidate) -> Change:
    """The step from one candidate to another."""
    return there.facts - here.facts, here.facts - there.facts


@dataclass(frozen=True)
class Field:
    """What there is to choose from. used: the values that cases and rule sets give to options; told: options that
    the program is told, and that are no question therefore."""

    rulesets: tuple[str, ...]
    patches: tuple[str, ...]
    used: Mapping[str, frozenset[Any]]
    told: frozenset[str]

    @classmethod
    def of(cls, library: Library, used: Mapping[str, frozenset[Any]], told: frozenset[str]) -> "Field":
        """All rule sets that can be played, and all patches."""
        playable = [name for name in library.ids("ruleset") if not library.document(name).abstract]
        return cls(tuple(sorted(playable)), tuple(sorted(library.ids("patch"))), used, told)

    def beginnings(self) -> list[Candidate]:
        """The rule sets as they are."""
        return [Candidate(name) for name in self.rulesets]

    def neighbours(self, here: Candidate) -> list[Candidate]:
        """Everything that says one thing otherwise: an option, a patch. A new patch comes also with each value of each
        option that it brings."""
        found = dict.fromkeys([*self._values(here, here.core.options), *self._fewer(here), *self._more(here)])
        found.pop(here, None)
        return list(found)

    def _fewer(self, here: Candidate) -> Iterator[Candidate]:
        for patch in here.patches:
            yield from _possible(here.without(patch))

    def _more(self, here: Candidate) -> Iterator[Candidate]:
        for patch in self.patches:
            for there in () if patch in here.patches else _possible(here.add(patch)):
                yield there
                yield from self._values(there, there.core.options.keys() - here.core.options.keys())

    def _values(self, here: Candidate, names: Any) -> Iterator[Candidate]:
        """A candidate with each other value of some options."""
        core = here.core
        for name in sorted(names):
            if name not in self.told:
                for value in self._of(name, core.option_docs[name]):
                    if value != core.options[name]:
                        yield from _possible(here.set(name, value))

    def _of(self, name: str, declared: Mapping[str, Any]) -> list[Any]:
        if "values" in declared:
            return list(declared["values"])
        low, high = declared["range"]
        if high - low < _FEW:
            return list(range(low, high + 1))
        return sorted(value for value in self.used.get(name, ()) if low <= value <= high)


def _possible(candidate: Candidate) -> Iterator[Candidate]:
    try:
        assert candidate.core
    except SpecError:
        return
    yield candidate


def field(used: Mapping[str, frozenset[Any]], told: frozenset[str]) -> Field:
    """The field of the whole specification."""
    return Field.of(default_library(), used, told)
