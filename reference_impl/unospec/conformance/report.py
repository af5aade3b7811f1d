"""Reports, made from the run stream and nothing else: for the terminal, as JSON, as NDJSON."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from unospec.conformance.cases import Json
from unospec.conformance.verdict import DEPARTING, Status

# What is said of how many cases, in the order of the summary: (one, several, in Chinese).
_SUMS: dict[Status, tuple[str, str]] = {
    Status.PASS: ("passed", "通过"),
    Status.FAIL: ("failed", "不符"),
    Status.CRASH: ("crashed", "崩溃"),
    Status.TIMEOUT: ("not answered in time", "超时"),
    Status.PROTOCOL: ("broken off by a fault of the adapter", "适配器出错"),
    Status.UNSTEADY: ("different when asked again", "前后不一"),
    Status.UNEXPECTED_PASS: ("passed although known to fail", "已知不符却通过"),
    Status.KNOWN_FAILURE: ("failed as known", "已知不符"),
    Status.LENIENT: ("different where the rules only recommend", "与建议不同"),
    Status.INFO: ("different where the rules leave it open", "规则未定"),
    Status.NOT_CLAIMED: ("not claimed", "未声明"),
    Status.SKIPPED: ("skipped", "跳过"),
    Status.NOT_RUN: ("not run", "未执行"),
    Status.SUITE_BUG: ("wrong themselves (a fault of the suite)", "用例有误"),
}
# Every case with one of these is told, not only counted.
TOLD = frozenset(_SUMS) - {Status.PASS, Status.NOT_CLAIMED, Status.SKIPPED, Status.NOT_RUN}
_COLOURS = {Status.KNOWN_FAILURE: 33, Status.LENIENT: 33, Status.INFO: 36}
_WORDS = {
    "en": {
        "expected": "expected", "got": "got", "step": "step {}", "dealt": "before the first act",
        "replay": "replay", "hint": "hint",
    },
    "zh": {
        "expected": "应为", "got": "实际", "step": "第{}步", "dealt": "第一个行动之前",
        "replay": "重现", "hint": "提示",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Paint:
    """Colours, where the terminal has them and NO_COLOR does not forbid them."""

    on: bool = False

    def bold(self, text: str) -> str:
        """Emphasis."""
        return f"\x1b[1m{text}\x1b[0m" if self.on else text

    def status(self, status: str) -> str:
        """A status in its colour."""
        return f"\x1b[{_COLOURS.get(Status(status), 31)}m{status}\x1b[0m" if self.on else status


@dataclass
class Report:
    """A finished run."""

    header: Json
    lines: list[Json]
    end: Json

    @classmethod
    def of(cls, stream: Iterable[Json]) -> "Report":
        """From the lines of a run stream."""
        header, *lines, end = stream
        return cls(header, lines, end["end"])

    def json(self) -> str:
        """One JSON object: header, cases, end."""
        whole = {"header": self.header, "cases": self.lines, "end": self.end}
        return json.dumps(whole, ensure_ascii=False, indent=1)

    def ndjson(self) -> str:
        """The stream itself."""
        every = [self.header, *self.lines, {"end": self.end}]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in every)

    def terminal(self, lang: str = "en", paint: Paint | None = None, quiet: bool = False) -> str:
        """What a person reads: departures by rule, trouble with the adapter, the sums."""
        paint = paint or Paint()
        out = [] if quiet else self._departures(lang, paint)
        out += self._trouble(paint)
        return "\n".join([*out, *self._summary(lang)]) + "\n"

    def _departures(self, lang: str, paint: Paint) -> list[str]:
        groups: dict[str, list[Json]] = {}
        for line in self.lines:
            if line["status"] in TOLD:
                rule = line.get("rule", {}).get("id", line["proves"][0])
                groups.setdefault(rule, []).append(line)
        out: list[str] = []
        for rule, lines in groups.items():
            sentence = lines[0].get("rule", {}).get(lang, "")
            out.append(paint.bold(rule))
            out += [f"  {sentence}"] if sentence else []
            for line in lines:
                out += self._one(line, lang, paint)
            out.append("")
        return out

    def _one(self, line: Json, lang: str, paint: Paint) -> list[str]:
        title = line["title"].get(lang, line["title"]["en"])
        out = [f"  {paint.status(line['status'])}  {line['case']}  {title}"]
        out += [f"    {text}" for text in differences(line, lang)]
        replay = f"{self.header.get('replay', 'unospec run')} --case {line['case']} -v"
        return [*out, f"    {_WORDS[lang]['replay']}: {replay}"]

    def _trouble(self, paint: Paint) -> list[str]:
        out = []
        for fault in self.end["faults"]:
            out += [paint.bold(f"adapter: {fault['message']} ({fault['code']})"), *fault_lines(fault)]
        return out

    def _summary(self, lang: str) -> list[str]:
        impl = self.header["impl"]
        name = " ".join(filter(None, (impl["name"], impl.get("version"))))
        counts = {Status(status): n for status, n in self.end["counts"].items()}
        index = 0 if lang == "en" else 1
        sums = [f"{counts[status]} {words[index]}" for status, words in _SUMS.items() if counts.get(status)]
        out = [f"{name}: {', '.join(sums) if sums else 'nothing was run'}."]
        departed, cases = self.end["rules_departed_from"], sum(counts.get(s, 0) for s in DEPARTING)
        if departed and lang == "zh":
            out.append(f"共{cases}个用例，偏离{len(departed)}条规则：{'、'.join(departed)}。")
        elif departed:
            rules = f"{len(departed)} rule{'s' if len(departed) > 1 else ''}"
            where = f"{cases} case{'s' if cases > 1 else ''}"
            out.append(f"It departs from {rules} in {where}: {', '.join(departed)}.")
        return out


def differences(line: Json, lang: str = "en") -> list[str]:
    """What differs in a case, in words."""
    words = _WORDS[lang]
    out = []
    for difference in line.get("differs", []):
        at = _WORDS[lang]["step"].format(line["at"]) if line["at"] else _WORDS[lang]["dealt"]
        out.append(f"{at}, {difference['part']}")
        out.append(f"  {words['expected']}: {shown(difference['expected'])}")
        out.append(f"  {words['got']}: {shown(difference['got'])}")
    if "fault" in line:
        fault = line["fault"]
        out += [f"{fault['message']} ({fault['code']})", *fault_lines(fault)]
    if "reason" in line:
        out.append(line["reason"])
    if "known" in line:
        known = line["known"]
        out.append(f"known: {known['does']} ({known['looks_like']})")
    return out


def fault_lines(fault: Json) -> list[str]:
    """What was seen of a fault, and what to do about it."""
    out = [f"  {text}" for text in fault.get("detail", "").splitlines()[:4]]
    out += [f"  | {text}" for text in fault.get("stderr", "").rstrip().splitlines()[-8:]]
    return [*out, f"  hint: {fault['hint']}"]


def trace(line: Json) -> list[str]:
    """A case in full: the set-up, the acts that lead from a deal to its position, if that is how it was set up, and
    before the first act, if the case looks there, and for each act what was expected and what both sides made of it."""
    if "trace" not in line:
        return []
    out = ["  set-up", *(f"    {key}: {shown(value)}" for key, value in line["trace"]["setup"].items())]
    for number, step in enumerate(line["trace"].get("way", ()), 1):
        refused = "" if step.get("got", {}).get("ok", True) else "  (refused)"
        out.append(f"  way {number}: {shown(step['act'])}{refused}")
    if "dealt" in line["trace"]:
        out += ["  before the first act", *_sides(line["trace"]["dealt"])]
    for number, step in enumerate(line["trace"]["steps"], 1):
        out += [f"  step {number}: {shown(step['act'])}", *_sides(step)]
    return out


def _sides(seen: Json) -> list[str]:
    """What was expected somewhere, and what both sides made of it."""
    out = []
    for side in ("expected", "got", "reference"):
        for key, value in seen.get(side, {}).items():
            if value not in (None, [], {}):
                out += _traced(side, key, value)
    return out


def _traced(side: str, key: str, value: Any) -> list[str]:
    if key == "events":
        return [f"    {side} {key}:", *(f"      {shown(event)}" for event in value)]
    return [f"    {side} {key}: {shown(value)}"]


def shown(value: Any) -> str:
    """A value as people read it: short JSON, acts and events without quotes; null where there is nothing."""
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
