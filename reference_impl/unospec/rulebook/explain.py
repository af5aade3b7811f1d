"""Everything that a core says about one rule or option, gathered from the core and its documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from unospec.engine import machine
from unospec.language import Core, seats
from unospec.language.fold import options_read
from unospec.language.sections import LANGUAGES, RULE_MAPS, SINGLE_DATA, SINGLE_RULES
from unospec.language.source import Map
from unospec.rulebook import extract, questions
from unospec.rulebook.meaning import NOT_MEANT, in_order, rank, references
from unospec.rulebook.model import Choice, Question, Source, Text

Json = Mapping[str, Any]

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_-]*)\}")


@dataclass(frozen=True, slots=True)
class Written:
    """Who wrote fields of a rule, and where. fields: () for the rule as such."""

    by: str
    file: str
    line: int
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Concern:
    """A question that concerns a rule. because: the tie between the two, `itself`, `option`, `name` or `heading`."""

    question: Question
    because: str


@dataclass(frozen=True, slots=True)
class Read:
    """An option that a rule reads. via: the rule that reads it, if not the rule itself."""

    choice: Choice
    value: str
    values: tuple[str, ...]
    via: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """Another rule with its sentence, if it has one."""

    id: str
    text: Text | None


@dataclass(frozen=True, slots=True)
class Explained:
    """One rule. meaning: its data without words; codes: the refusals that are told in its name."""

    id: str
    text: Text | None
    meaning: dict[str, Any]
    written: tuple[Written, ...]
    source: Source | None
    concerns: tuple[Concern, ...]
    options: tuple[Read, ...]
    refers: tuple[Named, ...]
    used_by: tuple[str, ...]
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExplainedOption:
    """One option. read_by: the rules that read it, whether they are in force at its value or not."""

    name: str
    choice: Choice
    value: str
    default: str
    values: Mapping[str, Text]
    written: tuple[Written, ...]
    concerns: tuple[Concern, ...]
    read_by: tuple[Named, ...]


class Explainer:
    """Explains the rules of one core.

    root: what the documents make together before options are folded away (`amend` of `resolve` gets it).
    """

    def __init__(self, core: Core, root: Map) -> None:
        self.core, self.root = core, root
        self.rules: dict[str, Json] = dict(_rules(core.data))
        self.unfolded: dict[str, Any] = dict(_rules(root))
        self._names: dict[str, list[str]] = {}
        self._choices = {choice.name: choice for choice in questions.choices(core)}
        self._questions = questions.questions(core)

    def ids(self) -> list[str]:
        """The rules in force here."""
        return sorted(self.rules)

    def waiting(self, rule: str) -> dict[str, list[str]]:
        """The options, with their values, that a rule needs which is there but not in force; {} if there is none."""
        only = self.unfolded.get(rule, {}).get("only") if isinstance(self.unfolded.get(rule), Map) else None
        if rule in self.rules or not isinstance(only, Map):
            return {}
        return {name: [_key(v) for v in _listed(value)] for name, value in only.items()}

    def rule(self, rule: str) -> Explained:
        """What there is to know about a rule that is in force. KeyError if it is not."""
        body = self.rules[rule]
        named = [other for other in self._named(rule) if other != rule]
        options = tuple(self._options(rule, named))
        is_question = rule.startswith("interpretations.")
        hidden = (*NOT_MEANT, *body) if is_question else NOT_MEANT
        return Explained(
            id=rule,
            text=_text(body["question"] if is_question else body),
            meaning={key: in_order(body[key]) for key in sorted(body, key=rank) if key not in hidden},
            written=self._written(rule, body),
            source=extract.source(body),
            concerns=self._concerns(rule, {read.choice.name for read in options}),
            options=options,
            refers=tuple(Named(other, _text(self.rules[other])) for other in named),
            used_by=tuple(other for other in self.ids() if other != rule and rule in self._named(other)),
            codes=self._codes(rule),
        )

    def option(self, name: str) -> ExplainedOption:
        """What there is to know about an option. KeyError if there is none of this name."""
        declared = self.core.option_docs[name]
        readers = [rule for rule in sorted(self.unfolded) if name in self._reads(rule)]
        readers += [part for part in SINGLE_DATA if part in self.root and name in options_read(self.root[part])]
        return ExplainedOption(
            name=name,
            choice=self._choices[name],
            value=_key(self.core.options[name]),
            default=_key(declared["default"]),
            values={key: extract.text(said) for key, said in declared.get("values", {}).items()},
            written=self._option_written(name),
            concerns=tuple(Concern(q, "option") for q in self._questions if q.option == name),
            read_by=tuple(Named(rule, _text(self.rules.get(rule, {}))) for rule in readers),
        )

    def _written(self, rule: str, body: Json) -> tuple[Written, ...]:
        """The rule as such, then its fields by the documents that wrote them."""
        whole = self.core.origin[rule]
        found = [Written(self.core.blame[rule], str(whole["file"]), int(whole["line"]))]
        path = tuple(rule.split("."))
        groups: dict[tuple[str, str], tuple[int, list[str]]] = {}
        for key in sorted(body, key=rank):
            by, place = self.core.blame.get(f"{rule}.{key}", ""), self.core.place((*path, key))
            if by and place and place.line and by != found[0].by:
                line, keys = groups.get((by, place.file), (place.line, []))
                groups[by, place.file] = (min(line, place.line), [*keys, key])
        found += [Written(by, file, line, tuple(keys)) for (by, file), (line, keys) in groups.items()]
        return tuple(found)

    def _option_written(self, name: str) -> tuple[Written, ...]:
        declared = self.root.get("options")
        assert isinstance(declared, Map)
        place = declared.key_places[name]
        owners = {origin["file"]: self.core.blame[rule] for rule, origin in self.core.origin.items()}
        return (Written(owners.get(place.file, ""), place.file, place.line),)

    def _reads(self, rule: str) -> set[str]:
        """The options that a rule reads, in its meaning or in its sentence."""
        body = self.unfolded.get(rule)
        if not isinstance(body, Map) or rule.startswith("interpretations."):
            return set()
        words = " ".join(_strings({key: body[key] for key in LANGUAGES if key in body}))
        said = {name for name in _PLACEHOLDER.findall(words) if name in self._choices}
        return (options_read(body) | said) & self._choices.keys()

    def _options(self, rule: str, named: list[str]) -> Iterator[Read]:
        seen: set[str] = set()
        for reader in (rule, *named):
            for name in sorted(self._reads(reader) - seen):
                seen.add(name)
                values = tuple(self.core.option_docs[name].get("values", ()))
                yield Read(self._choices[name], _key(self.core.options[name]), values, "" if reader == rule else reader)

    def _concerns(self, rule: str, reads: set[str]) -> tuple[Concern, ...]:
        found = []
        if rule.startswith("interpretations."):
            return tuple(Concern(question, "itself") for question in self._questions if question.id == rule)
        for question in self._questions:
            because = self._tie(rule, reads, question)
            if because:
                found.append(Concern(question, because))
        order = ("option", "name", "heading")
        return tuple(sorted(found, key=lambda concern: order.index(concern.because)))

    def _tie(self, rule: str, reads: set[str], question: Question) -> str:
        """How a question is tied to a rule: an option that it reads, a word of both names, a heading of the source."""
        if question.option in reads:
            return "option"
        words = set(re.split(r"[_-]", question.id.split(".")[1]))
        if rule.split(".")[-1] in words:
            return "name"
        own, other = extract.source(self.rules[rule]), question.source
        if own and other and own.doc == other.doc and _headings(own) & _headings(other):
            return "heading"
        return ""

    def _named(self, rule: str) -> list[str]:
        """The windows, definitions, blocks and acts that a rule names, in its order."""
        if rule not in self._names:
            names = dict.fromkeys(f"{section}.{word}" for section, word in references(self.rules[rule], ""))
            self._names[rule] = [name for name in names if name in self.rules]
        return self._names[rule]

    def _codes(self, rule: str) -> tuple[str, ...]:
        """The codes of refusals that are told in the name of a rule, at a table of three if that is possible."""
        fitting = seats.numbers(self.core.data)
        program = machine(self.core, next((n for n in fitting if n > 2), fitting[-1])).program
        codes = {code for code, by in program.refusals.values() if by == rule}
        if any(wait.rule == rule and wait.kind in ("colour", "seat") for wait in program.waits):
            codes.add("must_choose")
        return tuple(sorted(codes))


def _rules(data: Json) -> Iterator[tuple[str, Any]]:
    """Every rule of a core, or of what it is made from, by its id."""
    for section in SINGLE_RULES:
        if section in data:
            yield section, data[section]
    for section in RULE_MAPS:
        for name, body in data.get(section, {}).items():
            yield f"{section}.{name}", body


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _text(body: Json) -> Text | None:
    return extract.text(body) if all(isinstance(body.get(language), str) for language in LANGUAGES) else None


def _headings(source: Source) -> set[str]:
    return {part.strip() for part in source.at.split(";") if part.strip()}


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
