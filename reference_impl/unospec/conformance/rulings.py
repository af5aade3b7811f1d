"""What comes of judging a log: four kinds of verdict, and the sentence of a rule to go with them."""

from dataclasses import dataclass
from typing import TypeAlias

from unospec.conformance.cases import Json


@dataclass(frozen=True, slots=True)
class Legal:
    """Every act is legal, with the draws recorded. `over`: the round came to its end."""

    acts: int
    over: bool


@dataclass(frozen=True, slots=True)
class Illegal:
    """An act that the rules refuse, draws that they do not make, or an end that they do not give.

    n: the act, None for the end line. why: a code of refusal; `too_few`, `too_many`, `other_seat`,
    `not_in_pile`, `not_next` for draws; `not_over`, `other_end` for the end. sentence: of the rule, by language.
    did: the line of the log. instead: the acts, draws or the end that are legal in its place.
    """

    n: int | None
    line: int
    rule: str
    sentence: Json
    why: str
    did: Json
    instead: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Undetermined:
    """All acts before this one are legal, but the log does not say enough to judge it. n: 0 is the deal."""

    n: int | None
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """No log, or a position that cannot be. line: from 1; 0 is the whole file."""

    line: int
    problem: str


Verdict: TypeAlias = Legal | Illegal | Undetermined | Malformed


def sentence(data: Json, rule: str) -> Json:
    """The texts of a rule by language; empty if it has none."""
    section, _, name = rule.partition(".")
    body = data.get(section, {})
    body = body.get(name, {}) if name else body
    return {lang: body[lang] for lang in ("en", "zh") if isinstance(body, dict) and isinstance(body.get(lang), str)}
