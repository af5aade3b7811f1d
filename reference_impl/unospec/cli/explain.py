"""Explain one rule, or one option, of a rule set: what it says, means, comes from, and what proves it.

  unospec explain acts.challenge
  unospec explain effects.reverse --ruleset doc000/basic --lang zh
  unospec explain define.answers --with house/stacking --set stack=any_draw
  unospec explain target --json

RULE is the id of a rule (`acts.challenge`, `dealer`) or the name of an option. Without --ruleset it is
looked up in uno/2008; if it is not there, in the first rule set that has it, then in the house rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_OK, _common
from unospec.language import Core, Library, SpecError, resolve
from unospec.language.errors import did_you_mean
from unospec.language.source import Map
from unospec.rulebook.explain import Concern, Explained, ExplainedOption, Explainer, Named, Read, Written
from unospec.rulebook.labels import label

if TYPE_CHECKING:
    from unospec.conformance.cases import Case

_COLUMNS = 100
_MOST_CASES = 12  # shown for people; --json has all
_WORDS = {
    "en": {
        "found": "{id} is not in {usual}; shown as in {where}",
        "silent": "(no sentence of its own)",
        "meaning": "Meaning",
        "written": "Written by",
        "source": "Source",
        "questions": "Questions about it",
        "because_option": "decided by an option that is read here",
        "because_name": "of the same name",
        "because_heading": "under the same heading of the source",
        "ruled": "ruled",
        "reading": "not ruled",
        "why": "why",
        "other": "selects the others: --set {option}=VALUE",
        "options": "Options that it reads",
        "via": "by way of {via}",
        "value": "here",
        "default": "default",
        "read_by": "Read by",
        "off": "not in force here",
        "refers": "Refers to",
        "used_by": "Named by",
        "codes": "Refuses with",
        "cases": "Cases that prove it",
        "cases_option": "Cases that set it",
        "none": "none",
        "more": "and {n} more (--json has them all)",
        "elsewhere": "elsewhere: {counts}",
        "see": "to see one: unospec run --case {id} -v",
    },
    "zh": {
        "found": "{usual} 中没有 {id}，以下按 {where}",
        "silent": "（没有单独的条文）",
        "meaning": "含义",
        "written": "出处文件",
        "source": "依据",
        "questions": "有关的疑问",
        "because_option": "由它读取的选项决定",
        "because_name": "名称相同",
        "because_heading": "原文同一标题下",
        "ruled": "采用",
        "reading": "未采用",
        "why": "理由",
        "other": "改用其他读法：--set {option}=取值",
        "options": "读取的选项",
        "via": "经由 {via}",
        "value": "此处",
        "default": "默认",
        "read_by": "读取它的规则",
        "off": "此处不生效",
        "refers": "引用",
        "used_by": "被引用于",
        "codes": "以它为由的拒绝",
        "cases": "证明它的用例",
        "cases_option": "设定它的用例",
        "none": "无",
        "more": "另有{n}个（--json 可看全部）",
        "elsewhere": "其他规则集：{counts}",
        "see": "查看一个用例：unospec run --case {id} -v",
    },
}


@dataclass(frozen=True)
class _Found:
    """An explanation and the core that it is of; elsewhere: that it had to be looked for."""

    explainer: Explainer
    what: Explained | ExplainedOption
    elsewhere: bool = False


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rule", metavar="RULE", help="the id of a rule, or the name of an option")
    parser.add_argument("--ruleset", metavar="ID|FILE", help=f"the rule set ({_common.USUAL_RULESET})")
    _common.add_selection(parser)
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print the explanation; 0, or 3 if there is no such rule."""
    found = _found(args)
    _common.warn(found.explainer.core)
    here, others = _cases(found)
    if args.json:
        print(json.dumps(_as_json(found, here, others), ensure_ascii=False, indent=2))
        return EXIT_OK
    if found.elsewhere:
        where = _where(found.explainer.core)
        print(_say(args.lang, "found", id=args.rule, usual=_common.USUAL_RULESET, where=where), file=sys.stderr)
    for line in _lines(found, here, others, args.lang):
        print(line)
    return EXIT_OK


# ------------------------------------------------------------------ which rule, of which core


def _found(args: argparse.Namespace) -> _Found:
    """The rule in the rule set that is named, else wherever it is. Raises SpecError."""
    library = Library.load()
    chosen = [_common.patch(text, library) for text in args.patches]
    ruleset = _common.named(args.ruleset or _common.USUAL_RULESET, library)
    ruleset, chosen = _common.selected(library, ruleset, chosen, _common.USUAL_RULESET)
    first = _explainer(library, ruleset, chosen, _common.settings(args.options))
    what = _look(first, args.rule)
    if what is not None:
        return _Found(first, what)
    known = _known(first)
    if args.ruleset is None and not args.patches and not args.options:
        for other in _elsewhere(library):
            what = _look(other, args.rule)
            if what is not None:
                return _Found(other, what, elsewhere=True)
            known |= _known(other)
    raise _missing(args.rule, first, known, library)


def _explainer(library: Library, ruleset: str, patches: list[_common.Patch], options: dict[str, Any]) -> Explainer:
    roots: list[Map] = []
    core = resolve(ruleset, patches, options, library, amend=roots.append)
    return Explainer(core, roots[0])


def _elsewhere(library: Library) -> Iterator[Explainer]:
    """The other rule sets, then every house rule on the usual one, one after the other."""
    for name in library.ids("ruleset"):
        if not library.document(name).abstract and name != _common.USUAL_RULESET:
            yield _explainer(library, name, [], {})
    for name in library.ids("patch"):
        try:
            yield _explainer(library, _common.USUAL_RULESET, [(name, {})], {})
        except SpecError:
            continue  # a patch for another rule set


def _look(explainer: Explainer, name: str) -> Explained | ExplainedOption | None:
    """The rule or option of this name, if it is there and in force."""
    if name in explainer.rules:
        return explainer.rule(name)
    option = name.removeprefix("options.")
    return explainer.option(option) if option in explainer.core.options else None


def _known(explainer: Explainer) -> set[str]:
    return {*explainer.rules, *explainer.core.options}


def _missing(name: str, first: Explainer, known: set[str], library: Library) -> SpecError:
    """Why there is nothing to explain."""
    waiting = first.waiting(name)
    if waiting:
        wanted = " ".join(f"--set {option}={values[0]}" for option, values in waiting.items())
        return SpecError(f"`{name}` is not in force in {_where(first.core)}", hint=f"it is with {wanted}")
    if name in library:
        return SpecError(f"`{name}` is a document, not a rule", hint=f"`unospec rules {name}` prints what it says")
    same = sorted(rule for rule in known if rule.endswith(f".{name}"))
    hint = f"did you mean `{same[0]}`?" if same else did_you_mean(name, known)
    return SpecError(f"there is no rule or option `{name}` in {_where(first.core)}", hint=hint)


def _where(core: Core) -> str:
    return " + ".join((core.id, *core.patches))


def _cases(found: _Found) -> tuple[list[Case], dict[str, int]]:
    """The cases about it that play this rule set with these patches, and how many others there are by rule set."""
    from unospec.conformance import authoring

    core, what = found.explainer.core, found.what
    here: list[Case] = []
    others: dict[str, int] = {}
    for case in authoring.whole():
        settings = {**case.options, **{k: v for _, given in case.patches for k, v in given.items()}}
        if what.id not in case.proves if isinstance(what, Explained) else what.name not in settings:
            continue
        patches = [patch for patch, _ in case.patches]
        if case.ruleset == core.id and sorted(patches) == sorted(core.patches):
            here.append(case)
        else:
            where = " + ".join((case.ruleset, *patches))
            others[where] = others.get(where, 0) + 1
    return here, others


# ------------------------------------------------------------------ said


def _say(lang: str, name: str, **fields: object) -> str:
    return _WORDS[lang][name].format(**fields)


def _lines(found: _Found, here: list[Case], others: dict[str, int], lang: str) -> Iterator[str]:
    core, what = found.explainer.core, found.what
    name = what.id if isinstance(what, Explained) else f"options.{what.name}"
    yield f"{name}  ({_where(core)})"
    if isinstance(what, Explained):
        yield "  " + (what.text.of(lang) if what.text else _say(lang, "silent"))
        yield from _block(lang, "meaning", _yaml(what.meaning))
    else:
        yield f"  {what.choice.text.of(lang)}"
        yield from _values(what, lang)
    yield from _block(lang, "written", [_written(entry) for entry in what.written])
    if isinstance(what, Explained):
        yield from _block(lang, "source", _source(what, lang))
    yield from _block(lang, "questions", [line for concern in what.concerns for line in _concern(concern, lang)])
    if isinstance(what, Explained):
        yield from _block(lang, "options", [_option(read, lang) for read in what.options])
        yield from _block(lang, "refers", [_named(entry, lang) for entry in what.refers])
        yield from _block(lang, "used_by", [", ".join(what.used_by)] if what.used_by else [])
        yield from _block(lang, "codes", [", ".join(what.codes)] if what.codes else [])
    else:
        in_force = found.explainer.rules
        read_by = [_named(entry, lang, off=entry.id not in in_force) for entry in what.read_by]
        yield from _block(lang, "read_by", read_by)
    heading = "cases" if isinstance(what, Explained) else "cases_option"
    yield from _block(lang, heading, list(_case_lines(here, others, lang)))


def _block(lang: str, heading: str, lines: list[str]) -> Iterator[str]:
    """A heading with its lines; nothing where there are none."""
    if lines:
        yield ""
        yield _say(lang, heading)
        for line in lines:
            yield f"  {line}"


def _yaml(meaning: dict[str, Any]) -> list[str]:
    import yaml

    if not meaning:
        return []
    text = yaml.safe_dump(meaning, allow_unicode=True, sort_keys=False, width=_COLUMNS, default_flow_style=None)
    return text.splitlines()


def _values(what: ExplainedOption, lang: str) -> Iterator[str]:
    """The values of an option, with the one that holds here and the default."""
    if what.choice.limits:
        low, high = what.choice.limits
        yield f"  {low}..{high}; {_say(lang, 'value')} {what.value}, {_say(lang, 'default')} {what.default}"
    for key, said in what.values.items():
        notes = [_say(lang, n) for n, chosen in (("value", what.value), ("default", what.default)) if chosen == key]
        yield f"  {key}: {said.of(lang)}" + (f"  [{', '.join(notes)}]" if notes else "")


def _written(entry: Written) -> str:
    fields = f"  ({', '.join(entry.fields)})" if entry.fields else ""
    return f"{entry.by or '?'}  {entry.file}:{entry.line}{fields}"


def _source(what: Explained, lang: str) -> list[str]:
    if what.source is None:
        return []
    status = label("source", what.source.status).of(lang)
    parts = [part for part in (status, what.source.doc, what.source.at) if part]
    return [", ".join(parts), *([f"{_say(lang, 'why')}: {what.source.why}"] if what.source.why else [])]


def _concern(concern: Concern, lang: str) -> Iterator[str]:
    question = concern.question
    tie = "" if concern.because == "itself" else f"  [{_say(lang, f'because_{concern.because}')}]"
    yield f"{question.id}: {question.question.of(lang)}{tie}"
    if concern.because == "heading":  # a loose tie: the ruling is enough
        yield from (f"  {r.name} ({_say(lang, 'ruled')}): {r.text.of(lang)}" for r in question.readings if r.chosen)
        return
    for reading in question.readings:
        mark = _say(lang, "ruled" if reading.chosen else "reading")
        yield f"  {reading.name} ({mark}): {reading.text.of(lang)}"
    yield f"  {_say(lang, 'why')}: {question.why.of(lang)}"
    if question.option:
        yield f"  {_say(lang, 'other', option=question.option)}"


def _option(read: Read, lang: str) -> str:
    limits = read.choice.limits
    values = " | ".join(f"[{v}]" if v == read.value else v for v in read.values)
    shown = f"{limits[0]}..{limits[1]}, {_say(lang, 'value')} {read.value}" if limits else values
    via = f"  ({_say(lang, 'via', via=read.via)})" if read.via else ""
    return f"{read.choice.name}: {read.choice.text.of(lang)}: {shown}{via}"


def _named(entry: Named, lang: str, *, off: bool = False) -> str:
    said = entry.text.of(lang) if entry.text else _say(lang, "off" if off else "silent")
    return f"{entry.id}: {said}"


def _case_lines(here: list[Case], others: dict[str, int], lang: str) -> Iterator[str]:
    for case in here[:_MOST_CASES]:
        yield f"{case.id}: {case.title[lang]}"
    if not here:
        yield _say(lang, "none")
    if len(here) > _MOST_CASES:
        yield _say(lang, "more", n=len(here) - _MOST_CASES)
    if others:
        counts = ", ".join(f"{where} {count}" for where, count in sorted(others.items()))
        yield _say(lang, "elsewhere", counts=counts)
    if here:
        yield _say(lang, "see", id=here[0].id)


# ------------------------------------------------------------------ for programs


def _as_json(found: _Found, here: list[Case], others: dict[str, int]) -> dict[str, Any]:
    core, what = found.explainer.core, found.what
    shown = asdict(what)
    return {
        "kind": "rule" if isinstance(what, Explained) else "option",
        "ruleset": core.id,
        "patches": list(core.patches),
        **shown,
        "cases": [{"id": case.id, "title": case.title} for case in here],
        "cases_elsewhere": others,
    }
