"""What rule texts decide differently, and which rule set, patch and option carries each decision out.

  unospec catalogue
  unospec catalogue --column doc000 --lang zh
  unospec catalogue --status not_yet
  unospec catalogue --json

Every value `executes` (the rule and the rule set are named), is `text_only` (it is no state of the game), or
does `not_yet` execute. A column is a source: --column doc001 shows what document 001 decides. Everything that
is named is looked up first: if a rule set, patch, option, value or rule is not there, it says where and exits with 3.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from unospec.cli import EXIT_OK, _common
from unospec.language import Library, SpecError
from unospec.language.errors import did_you_mean, raise_all
from unospec.rulebook import catalogue as catalogues
from unospec.rulebook.catalogue import STATUSES, Catalogue, Decision, Point

_WORDS = {
    "en": {
        "executes": "executes",
        "text_only": "text only",
        "not_yet": "not yet",
        "where": "{rule} in {selection}",
        "silent": "not decided by",
        "total": "{points} decisions, {values} values: {counts}",
    },
    "zh": {
        "executes": "可执行",
        "text_only": "仅文字",
        "not_yet": "尚未",
        "where": "{selection} 的 {rule}",
        "silent": "未作规定",
        "total": "{points}个决定点，{values}个取值：{counts}",
    },
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--status", choices=STATUSES, help="only values of this status")
    parser.add_argument("--column", metavar="SOURCE", help="only what this source decides, such as doc000 or uno-2008")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Check the catalogue and print it; 0, or 3 if it names something that is not there."""
    whole = catalogues.read()
    if args.column is not None and args.column not in whole.columns:
        raise SpecError(f"no value is decided by `{args.column}`", hint=did_you_mean(args.column, whole.columns))
    raise_all(catalogues.problems(whole, Library.load(), _common.progress("places", quiet=args.json)))
    shown = whole.select(args.status, args.column)
    if args.json:
        print(json.dumps(_as_json(shown), ensure_ascii=False, indent=1))
    else:
        for line in _lines(shown, args.lang):
            print(line)
    return EXIT_OK


def _lines(shown: Catalogue, lang: str) -> Iterator[str]:
    letter = ""
    for point in shown.points:
        if point.section != letter:
            letter = point.section
            yield f"{letter.upper()}. {shown.sections[letter].of(lang)}"
            yield ""
        yield from _point(point, lang)
        yield ""
    words, counts = _WORDS[lang], shown.counts()
    said = ", ".join(f"{words[status]} {counts[status]}" for status in STATUSES)
    yield words["total"].format(points=len(shown.points), values=sum(counts.values()), counts=said)


def _point(point: Point, lang: str) -> Iterator[str]:
    """A decision with its values; each says where it executes, or why not."""
    yield f"{point.id}: {point.question.of(lang)}"
    for value in point.values:
        used = f"  [{', '.join(value.used_by)}]" if value.used_by else ""
        yield f"  {value.id}: {value.text.of(lang)}{used}"
        for line in _where(value, lang):
            yield f"      {line}"
    if point.silent:
        yield f"  ({_WORDS[lang]['silent']}: {', '.join(point.silent)})"


def _where(value: Decision, lang: str) -> list[str]:
    if value.why is not None:
        return [f"{_WORDS[lang][value.status]}: {value.why.of(lang)}"]
    return [_WORDS[lang]["where"].format(rule=where.rule, selection=where.selection) for where in value.where]


def _as_json(shown: Catalogue) -> dict[str, Any]:
    points = [
        {
            "id": point.id,
            "section": point.section,
            "question": _both(point.question),
            "silent": list(point.silent),
            "values": [_value(value) for value in point.values],
        }
        for point in shown.points
    ]
    sections = {letter: _both(title) for letter, title in shown.sections.items()}
    return {"sections": sections, "counts": shown.counts(), "points": points}


def _value(value: Decision) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": value.id,
        "text": _both(value.text),
        "used_by": list(value.used_by),
        "status": value.status,
    }
    if value.why is not None:
        return made | {"why": _both(value.why)}
    places = [
        {
            "ruleset": where.ruleset,
            "patches": [{"id": patch, "options": dict(given)} for patch, given in where.patches],
            "options": dict(where.options),
            "rule": where.rule,
        }
        for where in value.where
    ]
    return made | {"where": places}


def _both(text: Any) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}
