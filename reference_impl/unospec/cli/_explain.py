"""What `unospec explain` says, in English and Chinese, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from unospec.language import Core
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
        "remark": "note",
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
        "remark": "说明",
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
class Found:
    """An explanation and the core that it is of; elsewhere: that it had to be looked for."""

    explainer: Explainer
    what: Explained | ExplainedOption
    elsewhere: bool = False



def where(core: Core) -> str:
    """A rule set with its patches."""
    return " + ".join((core.id, *core.patches))


def say(lang: str, name: str, **fields: object) -> str:
    """Words of the command, filled in."""
    return _WORDS[lang][name].format(**fields)


def lines(found: Found, here: list[Case], others: dict[str, int], lang: str) -> Iterator[str]:
    """The explanation for people. here: its cases; others: how many there are elsewhere."""
    core, what = found.explainer.core, found.what
    name = what.id if isinstance(what, Explained) else f"options.{what.name}"
    yield f"{name}  ({where(core)})"
    if isinstance(what, Explained):
        yield "  " + (what.text.of(lang) if what.text else say(lang, "silent"))
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
        read_by = [_named(entry, lang, off="." in entry.id and entry.id not in in_force) for entry in what.read_by]
        yield from _block(lang, "read_by", read_by)
    heading = "cases" if isinstance(what, Explained) else "cases_option"
    yield from _block(lang, heading, list(_case_lines(here, others, lang)))


def _block(lang: str, heading: str, lines: list[str]) -> Iterator[str]:
    """A heading with its lines; nothing where there are none."""
    if lines:
        yield ""
        yield say(lang, heading)
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
        yield f"  {low}..{high}; {say(lang, 'value')} {what.value}, {say(lang, 'default')} {what.default}"
    for key, said in what.values.items():
        notes = [say(lang, n) for n, chosen in (("value", what.value), ("default", what.default)) if chosen == key]
        yield f"  {key}: {said.of(lang)}" + (f"  [{', '.join(notes)}]" if notes else "")


def _written(entry: Written) -> str:
    fields = f"  ({', '.join(entry.fields)})" if entry.fields else ""
    return f"{entry.by or '?'}  {entry.file}:{entry.line}{fields}"


def _source(what: Explained, lang: str) -> list[str]:
    if what.source is None:
        return []
    status = label("source", what.source.status).of(lang)
    parts = [part for part in (status, what.source.doc, what.source.at) if part]
    remark = [f"{say(lang, 'remark')}: {what.source.why.of(lang)}"] if what.source.why else []
    return [", ".join(parts), *remark]


def _concern(concern: Concern, lang: str) -> Iterator[str]:
    question = concern.question
    tie = "" if concern.because == "itself" else f"  [{say(lang, f'because_{concern.because}')}]"
    yield f"{question.id}: {question.question.of(lang)}{tie}"
    if concern.because == "heading":  # a loose tie: the ruling is enough
        yield from (f"  {r.name} ({say(lang, 'ruled')}): {r.text.of(lang)}" for r in question.readings if r.chosen)
        return
    for reading in question.readings:
        mark = say(lang, "ruled" if reading.chosen else "reading")
        yield f"  {reading.name} ({mark}): {reading.text.of(lang)}"
    yield f"  {say(lang, 'why')}: {question.why.of(lang)}"
    if question.option:
        yield f"  {say(lang, 'other', option=question.option)}"


def _option(read: Read, lang: str) -> str:
    limits = read.choice.limits
    values = " | ".join(f"[{v}]" if v == read.value else v for v in read.values)
    shown = f"{limits[0]}..{limits[1]}, {say(lang, 'value')} {read.value}" if limits else values
    via = f"  ({say(lang, 'via', via=read.via)})" if read.via else ""
    return f"{read.choice.name}: {read.choice.text.of(lang)}: {shown}{via}"


def _named(entry: Named, lang: str, *, off: bool = False) -> str:
    said = entry.text.of(lang) if entry.text else say(lang, "off" if off else "silent")
    return f"{entry.id}: {said}"


def _case_lines(here: list[Case], others: dict[str, int], lang: str) -> Iterator[str]:
    for case in here[:_MOST_CASES]:
        yield f"{case.id}: {case.title[lang]}"
    if not here:
        yield say(lang, "none")
    if len(here) > _MOST_CASES:
        yield say(lang, "more", n=len(here) - _MOST_CASES)
    if others:
        counts = ", ".join(f"{where} {count}" for where, count in sorted(others.items()))
        yield say(lang, "elsewhere", counts=counts)
    if here:
        yield say(lang, "see", id=here[0].id)



def as_json(found: Found, here: list[Case], others: dict[str, int]) -> dict[str, Any]:
    """The explanation for programs."""
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
