"""Known failures: a file of case ids with what the implementation does instead.

A known failure has to fail; one that passes is reported, so the file cannot go stale.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from unospec.conformance import schemas
from unospec.conformance.authoring import data_of, place_of
from unospec.conformance.cases import Json
from unospec.language import SpecError, source
from unospec.language.errors import did_you_mean, raise_all


@dataclass(frozen=True, slots=True)
class Known:
    """One known failure: what happens instead, the rule that this breaks, a fault or another reading."""

    does: str
    breaks: str
    looks_like: str
    link: str = ""

    def to_json(self) -> Json:
        """As the run stream has it."""
        out = {"does": self.does, "breaks": self.breaks, "looks_like": self.looks_like}
        return out | ({"link": self.link} if self.link else {})


def read(path: Path, ids: Iterable[str]) -> dict[str, Known]:
    """The file; raises SpecError for bad entries and for ids that no case has."""
    if path.is_file() and not any(_says_something(line) for line in path.read_text("utf-8").splitlines()):
        return {}
    document = source.read_file(path, str(path))
    data = data_of(document)
    every = set(ids)
    errors = [
        SpecError(
            problem.message, place=place_of(document, problem.path), path=schemas.show_path(problem.path)
        )
        for problem in schemas.problems(data, "known")
    ]
    for case_id in set(data) - every:
        hint = did_you_mean(case_id, every) or "a case that was withdrawn has no failure: remove the entry"
        errors.append(SpecError(f"there is no case {case_id}", hint=hint, place=document.key_places[case_id]))
    raise_all(errors)
    return {case_id: Known(**entry) for case_id, entry in data.items()}


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#") and line.strip() != "{}"


def draft(failing: Iterable[tuple[Json, list[str]]], old: Mapping[str, Known]) -> str:
    """A file of what fails now: (case line, what differs). Entries that were there keep their words."""
    out = [
        "# Say for each case what the implementation does, and whether it looks like a fault or a choice.\n"
    ]
    for line, differences in failing:
        known = old.get(line["case"])
        out.append(f"\n# {line['title']['en']}\n")
        out += [f"#   {text}\n" for text in differences]
        does = known.does if known else "to be said"
        breaks = known.breaks if known else line["proves"][0]
        looks_like = known.looks_like if known else "fault"
        out.append(
            f"{line['case']}:\n  does: {_quoted(does)}\n  breaks: {breaks}\n  looks_like: {looks_like}\n"
        )
        if known and known.link:
            out.append(f"  link: {_quoted(known.link)}\n")
    return "".join(out) if len(out) > 1 else "{}\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
