"""A finding as people read it, made from its JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from unospec.conformance.cases import Json
from unospec.conformance.identify.candidates import Candidate, written
from unospec.conformance.report import Paint, fault_lines, shown, trace

_IDS = 5  # so many cases are named, of the others only the number is said
_CLOSE = 0.8  # of the answers: what explains less is only said to be near
_SHOWN = 2  # so many answers of a rule are shown

_WORDS = {
    "en": {
        "comma": ", ",
        "head": "{name} plays by these rules:",
        "near": "{name} comes nearest to these rules:",
        "not": "{name} plays by no rules known here: even the nearest explain too little.",
        "held": "{name}, held against these rules:",
        "sum": "They explain {explains} of {answers} answers.",
        "plain": "alone it explains {n}",
        "because": "explains {n} more: {ids}",
        "instead": "and not: {text}",
        "spoils": "but not {n} that would be explained without it: {ids}",
        "runner_up": "The nearest other rule set explains {n}:",
        "against": "against it: {ids}",
        "for": "for it: {ids}",
        "same": "no question tells the two apart",
        "untold": "Cannot be told, as no answer depends on it:",
        "option": "option {option}: {value}, or just as well {others}",
        "to": "{low} to {high}",
        "there": "patch {patch}: with it or without it",
        "unexplained": "{n} answers match nothing known:",
        "one_unexplained": "One answer matches nothing known:",
        "rule": "{rule}  ({n})",
        "differs": "{case}, step {at}, {part}",
        "by_rules": "by the rules: {value}",
        "here": "here: {value}",
        "alike": "also: {ids}",
        "replay": "Look at one of them: {command}",
        "senseless": "Its answers to questions that make no sense by these rules: {ids}",
        "broken": "no answer to {n}: {message} ({code}): {ids}",
        "asked": "Questions, put as {as}: {questions}; answers: {answers}; declined: {refused}.",
        "told": "It was told, so this is no finding: {options}.",
        "lost": "The adapter was lost; {n} questions were never put. What it had answered counts.",
        "sheet": "Read these rules:     unospec rules {rules}",
        "claim": "Claim them in hello:  {claim}",
        "more": "{ids} and {n} more",
        "nothing": "{name} has answered nothing that can be compared: nothing is identified.",
    },
    "zh": {
        "comma": "、",
        "head": "{name} 实际遵循的规则：",
        "near": "与 {name} 最接近的规则：",
        "not": "{name} 与已知的任何规则都不相符，最接近的也说明不了多少：",
        "held": "{name}，与这些规则对照：",
        "sum": "{answers}个回答中，有{explains}个与之相符。",
        "plain": "只用它，相符的有{n}个",
        "because": "因此相符的多{n}个：{ids}",
        "instead": "而不是：{text}",
        "spoils": "但有{n}个反而不再相符：{ids}",
        "runner_up": "其次是另一个规则集，相符的有{n}个：",
        "against": "反证：{ids}",
        "for": "佐证：{ids}",
        "same": "没有问题能区分这两者",
        "untold": "无法判断（没有回答取决于它）：",
        "option": "可选项 {option}：{value}，也可能是{others}",
        "to": "{low}至{high}",
        "there": "家规 {patch}：有没有都一样",
        "unexplained": "{n}个回答与已知的都不相符：",
        "one_unexplained": "1个回答与已知的都不相符：",
        "rule": "{rule}  （{n}个）",
        "differs": "{case}，第{at}步，{part}",
        "by_rules": "按规则：{value}",
        "here": "实际：{value}",
        "alike": "还有：{ids}",
        "replay": "细看其中一个：{command}",
        "senseless": "在这些规则下没有意义的问题：{ids}",
        "broken": "{n}个没有回答，{message}（{code}）：{ids}",
        "asked": "按 {as} 提出{questions}个问题，得到{answers}个回答，{refused}个未受理。",
        "told": "这是告诉它的，不算结论：{options}。",
        "lost": "适配器中途失去联系，还有{n}个问题没有问；已有的回答照样计入。",
        "sheet": "查看规则：unospec rules {rules}",
        "claim": "可以声明：{claim}",
        "more": "{ids}等，另有{n}个",
        "nothing": "{name} 的回答没有一个可以比较，得不出结论。",
    },
}


def lines(found: Json, lang: str, replay: str, paint: Paint) -> Iterator[str]:
    """The whole report. `replay` is the command line without rules and case."""
    words = _WORDS[lang]
    name = " ".join(filter(None, (found["impl"]["name"], found["impl"].get("version"))))
    if "rules" not in found:
        yield words["nothing"].format(name=name)
    else:
        yield paint.bold(words[_head(found)].format(name=name))
        yield from _rules(found["rules"], found["asked"]["answers"], words, lang, paint)
        yield from _runner_up(found, words)
        yield from _untold(found["untold"], words)
        yield from _unexplained(found, f"{replay} --ruleset {_arguments(found['rules'])}", words, lang, paint)
    yield from _asked(found, words)
    if found.get("searched") and found["identified"]:
        claim = {key: found["rules"][key] for key in ("ruleset", "patches", "options")}
        yield words["sheet"].format(rules=_arguments(found["rules"]))
        yield words["claim"].format(claim=json.dumps(claim, ensure_ascii=False))


def _head(found: Json) -> str:
    """How sure we are."""
    if not found["searched"]:
        return "held"
    if found["rules"]["explains"] >= _CLOSE * found["asked"]["answers"]:
        return "head"
    return "near" if found["identified"] else "not"


def _rules(rules: Json, answers: int, words: dict[str, str], lang: str, paint: Paint) -> Iterator[str]:
    yield ""
    yield f"  {paint.bold(rules['ruleset'])}  {rules['title'][lang]}"
    if rules["because"]:
        yield f"      {words['plain'].format(n=rules['plain'])}"
    for part in rules["because"]:
        name = part.get("patch") or f"{part['option']}={written(part['value'])}"
        yield f"  + {paint.bold(name)}  {part['text'][lang]}"
        if "instead" in part:
            yield f"      {words['instead'].format(text=part['instead'][lang])}"
        for key, ids in (("because", part["explains"]), ("spoils", part["spoils"])):
            if ids:
                yield f"      {words[key].format(n=len(ids), ids=_ids(ids, words))}"
    yield ""
    yield words["sum"].format(explains=rules["explains"], answers=answers)
    yield ""


def _runner_up(found: Json, words: dict[str, str]) -> Iterator[str]:
    if "runner_up" not in found:
        return
    other = found["runner_up"]
    yield words["runner_up"].format(n=other["explains"])
    yield f"  {_arguments(other)}"
    for key in ("against", "for"):
        if other[key]:
            yield f"  {words[key].format(ids=_ids(other[key], words))}"
    if not (other["against"] or other["for"]):
        yield f"  {words['same']}"
    yield ""


def _untold(untold: Sequence[Json], words: dict[str, str]) -> Iterator[str]:
    if not untold:
        return
    yield words["untold"]
    for item in untold:
        if "patch" in item:
            yield f"  {words['there'].format(**item)}"
        else:
            others = _values(item["or"], words)
            yield f"  {words['option'].format(option=item['option'], value=written(item['value']), others=others)}"
    yield ""


def _unexplained(found: Json, replay: str, words: dict[str, str], lang: str, paint: Paint) -> Iterator[str]:
    groups = found["unexplained"]
    number = sum(len(group["answers"]) for group in groups)
    if number:
        yield words["unexplained" if number > 1 else "one_unexplained"].format(n=number)
    for group in groups:
        rule, answers = group["rule"], group["answers"]
        yield f"  {words['rule'].format(rule=paint.bold(rule['id']), n=len(answers))}"
        if lang in rule:
            yield f"    {rule[lang]}"
        full = [answer for answer in answers if "trace" in answer]
        for answer in full or answers[:_SHOWN]:
            yield from _answer(answer, words)
        others = [answer["case"] for answer in answers[_SHOWN:] if not full]
        if others:
            yield f"    {words['alike'].format(ids=_ids(others, words))}"
    if number and found["searched"]:
        yield words["replay"].format(command=f"{replay} --case {groups[0]['answers'][0]['case']}")
    if number:
        yield ""
    if found["senseless"]:
        yield words["senseless"].format(ids=_ids(found["senseless"], words))


def _answer(answer: Json, words: dict[str, str]) -> Iterator[str]:
    """Where an answer differs first; the whole of it, if it is there."""
    first = answer["differs"][0]
    yield f"    {words['differs'].format(case=answer['case'], at=answer['at'], part=first['part'])}"
    yield f"      {words['by_rules'].format(value=shown(first['expected']))}"
    yield f"      {words['here'].format(value=shown(first['got']))}"
    yield from (f"    {line}" for line in trace(answer))


def _asked(found: Json, words: dict[str, str]) -> Iterator[str]:
    asked = found["asked"]
    yield words["asked"].format(**asked)
    for entry in asked["broken"]:
        ids = _ids(entry["cases"], words)
        yield words["broken"].format(n=len(entry["cases"]), message=entry["message"], code=entry["code"], ids=ids)
    if asked["told"]:
        yield words["told"].format(options=words["comma"].join(asked["told"]))
    if asked["unasked"]:
        yield words["lost"].format(n=asked["unasked"])
    for fault in found["faults"]:
        yield f"adapter: {fault['message']} ({fault['code']})"
        yield from fault_lines(fault)


def _arguments(rules: Json) -> str:
    return Candidate(rules["ruleset"], tuple(rules["patches"]), tuple(rules["options"].items())).arguments


def _ids(ids: Sequence[str], words: dict[str, str]) -> str:
    named = words["comma"].join(ids[:_IDS])
    return named if len(ids) <= _IDS else words["more"].format(ids=named, n=len(ids) - _IDS)


def _values(values: Sequence[Any], words: dict[str, str]) -> str:
    """Values in a row; numbers that follow each other as a range."""
    runs: list[list[Any]] = []
    for value in values:
        if runs and type(value) is int and type(runs[-1][-1]) is int and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return words["comma"].join(
        words["to"].format(low=run[0], high=run[-1]) if len(run) > 2 else words["comma"].join(map(written, run))
        for run in runs
    )
