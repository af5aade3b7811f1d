"""What was found, as JSON: the rules, the evidence for each part of them, and what remains in doubt."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from unospec.conformance.cases import Case, Json
from unospec.conformance.identify.asking import Answers
from unospec.conformance.identify.candidates import Candidate, change
from unospec.conformance.identify.fit import Bench
from unospec.conformance.identify.questions import Name
from unospec.conformance.identify.search import Found
from unospec.conformance.rulings import sentence
from unospec.language import default_library

ENOUGH = 0.5  # of the answers: what explains less has not been identified


@dataclass(frozen=True)
class Finding:
    """The outcome of a search, or of holding the answers against given rules.

    runner_up: the best of another rule set. equals: what cannot be told from `best`. searched: whether the rules were
    found, not given. in_full: with a trace of each answer that is not explained.
    """

    bench: Bench
    best: Found
    runner_up: Found | None = None
    equals: tuple[Candidate, ...] = ()
    searched: bool = True
    in_full: bool = False

    @property
    def identified(self) -> bool:
        """Whether the rules explain enough to be called those of the program."""
        return len(self.best.explains) >= ENOUGH * len(self.bench.evidence) > 0

    def to_json(self) -> Json:
        """The JSON (schemas/identify.schema.json) without what `asked_json` says."""
        best = self.best
        plain = self.bench.explained(Candidate(best.candidate.ruleset), self._every)
        counts = {"explains": len(best.explains), "plain": len(plain)}
        rules = _said(best.candidate) | counts | {"because": self._because()}
        out: Json = {"searched": self.searched, "identified": self.identified, "rules": rules}
        if self.runner_up is not None:
            out["runner_up"] = _said(self.runner_up.candidate) | self._against(self.runner_up)
        out["untold"] = list(_untold(best.candidate, self.equals))
        return out | self._unexplained()

    @property
    def _every(self) -> range:
        return range(len(self.bench.evidence))

    # -- evidence

    def _ids(self, numbers: Iterable[int]) -> list[str]:
        """The cases that name these answers; those of the same rule set, without patches and options, first."""
        return [case.id for case in sorted(map(self._case, numbers), key=self._near)]

    def _case(self, number: int) -> Case:
        """The case that names an answer."""
        return min(self.bench.evidence[number].question.cases, key=self._near)

    def _near(self, case: Case) -> tuple[bool, bool, bool, str]:
        varied = bool(case.patches or case.options)
        return case.ruleset != self.best.candidate.ruleset, varied, "@" in case.id, case.id

    def _against(self, other: Found) -> Json:
        """What the best explains better than another, and the other way round."""
        here, there = self.best.explains, other.explains
        return {"explains": len(there), "against": self._ids(here - there), "for": self._ids(there - here)}

    def _because(self) -> list[Json]:
        """Each part of the rules, with the answers that it explains and those that it spoils."""
        best = self.best.candidate
        out: list[Json] = []
        for less, part in _parts(best):
            without = self.bench.explained(less, self._every)
            explains, spoils = self.best.explains - without, without - self.best.explains
            out.append(part | {"explains": self._ids(explains), "spoils": self._ids(spoils)})
        return out

    # -- what nothing explains

    def _unexplained(self) -> Json:
        """The other answers, by rule; and those to questions that make no sense here."""
        core = self.best.candidate.core
        groups: dict[str, list[Json]] = {}
        senseless = []
        for number in self._every:
            if number in self.best.explains:
                continue
            left = self.bench.departure(self.best.candidate, number)
            if left is None:
                senseless.append(number)
                continue
            differs = [difference.to_json() for difference in left.differs]
            answer = {"case": self._case(number).id, "at": left.at, "act": left.act, "differs": differs}
            answer |= {"trace": self.bench.trace(self.best.candidate, number)} if self.in_full else {}
            groups.setdefault(self._rule(number, left.rule), []).append(answer)
        most = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
        order = {case: n for n, case in enumerate(self._ids(set(self._every) - self.best.explains))}
        for _, answers in most:
            answers.sort(key=lambda answer: order[answer["case"]])
        told = [{"rule": {"id": rule} | sentence(core.data, rule), "answers": answers} for rule, answers in most]
        return {"unexplained": told, "senseless": self._ids(senseless)}

    def _rule(self, number: int, speaker: str) -> str:
        """The rule that an answer is about: what a case proves, if these rules have it, the nearest case first."""
        data = self.best.candidate.core.data
        for case in sorted(self.bench.evidence[number].question.cases, key=self._near):
            section, _, name = case.rule.partition(".")
            if section in data and (not name or name in data[section]):
                return case.rule
        return speaker


def _parts(best: Candidate) -> Iterable[tuple[Candidate, Json]]:
    """Each patch and option that has to be said, with the candidate that lacks only this."""
    for patch in best.patches:
        yield best.without(patch), {"patch": patch, "text": default_library().document(patch).title}
    for name, value in best.options:
        plain = Candidate(best.ruleset, best.patches, tuple(pair for pair in best.options if pair[0] != name))
        usual = plain.core.options[name]
        part = {"option": name, "value": value, "instead_of": usual}
        declared = best.core.option_docs[name]
        text, instead = _words(declared, value), _words(declared, usual)
        title = {lang: f"{declared[lang]}{colon}{text[lang]}" for lang, colon in (("en", ": "), ("zh", "："))}
        yield plain, part | {"text": title, "instead": instead}


def _words(declared: Any, value: Any) -> Any:
    """A value of an option in words."""
    return declared.get("values", {}).get(value) or {"en": str(value), "zh": str(value)}


def _said(candidate: Candidate) -> Json:
    """A candidate as a claim, with its title."""
    return candidate.to_json() | {"title": default_library().document(candidate.ruleset).title}


def _untold(best: Candidate, equals: Iterable[Candidate]) -> Iterable[Json]:
    """Options with all values that explain the same, and patches that change nothing."""
    values: dict[str, list[Any]] = {}
    patches = []
    for near in equals:
        more, less = change(best, near)
        changed = [patch for patch, value in more | less if value is None]
        if len(near.patches) > len(best.patches):
            if len(more) == 1:  # with an option it would only be said twice
                patches.append({"patch": changed[0], "there": False})
        elif changed:
            patches.append({"patch": changed[0], "there": True})
        else:
            name = next(iter(more | less))[0]
            values.setdefault(name, []).append(near.core.options[name])
    for name, found in values.items():
        yield {"option": name, "value": best.core.options[name], "or": found}
    yield from patches


def asked_json(impl: Json, answers: Answers, name: Name, asked: int) -> Json:
    """The beginning of the JSON: who was asked, how, and what came back."""
    broken: dict[str, Json] = {}
    for fault in answers.broken:
        entry = broken.setdefault(fault.code, {"code": fault.code, "message": fault.kind.message, "cases": []})
        entry["cases"].append(fault.case)
    return {
        "identify": 1,
        "impl": impl,
        "asked": {"as": name.ruleset, "told": sorted(name.told), "questions": asked, "answers": len(answers.evidence),
                  "refused": answers.refused, "unasked": answers.unasked, "broken": list(broken.values())},
        "faults": [fault.to_json() for fault in answers.faults],
    }  # fmt: skip
