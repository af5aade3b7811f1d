"""Reports, all made from the run stream: for the terminal, as JSON, as JUnit XML."""

import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import Any

from unospec.conformance.cases import Json

BAD = ("fail", "crash", "timeout", "protocol", "unexpected_pass", "suite_bug", "not_run")
_LABELS = {
    "pass": "passed", "fail": "failed", "lenient": "differ where the rules only recommend",
    "info": "differ where the rules leave it open", "crash": "crashed", "timeout": "gave no answer in time",
    "protocol": "broke the protocol", "known_failure": "failed as known", "unexpected_pass": "passed, though known to fail",
    "not_claimed": "not claimed", "skipped": "skipped", "not_run": "not run", "suite_bug": "faults of the suite",
}  # fmt: skip


@dataclass
class Report:
    """A finished run."""

    header: Json
    lines: list[Json]
    end: Json

    @classmethod
    def of(cls, stream: list[Json]) -> "Report":
        """From the lines of a run stream."""
        return cls(stream[0], stream[1:-1], stream[-1]["end"])

    # ---------------------------------------------------------------- formats

    def json(self) -> str:
        """One JSON object."""
        return json.dumps(
            {"header": self.header, "cases": self.lines, "end": self.end}, ensure_ascii=False, indent=1
        )

    def ndjson(self) -> str:
        """The stream itself."""
        every = [self.header, *self.lines, {"end": self.end}]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in every)

    def junit(self) -> str:
        """JUnit XML: a suite for each topic, the rule as the class."""
        root = ET.Element("testsuites", name=f"unospec: {self.header['impl']['name']}")
        for topic in dict.fromkeys(line["topic"] for line in self.lines):
            lines = [line for line in self.lines if line["topic"] == topic]
            suite = ET.SubElement(root, "testsuite", name=topic, tests=str(len(lines)))
            tally = {
                "failures": ("fail", "unexpected_pass"),
                "errors": ("crash", "timeout", "protocol", "suite_bug", "not_run"),
                "skipped": ("skipped", "not_claimed", "known_failure"),
            }
            for name, statuses in tally.items():
                suite.set(name, str(sum(line["status"] in statuses for line in lines)))
            for line in lines:
                self._testcase(suite, line, tally)
        return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"

    def _testcase(self, suite: ET.Element, line: Json, tally: dict[str, tuple[str, ...]]) -> None:
        case = ET.SubElement(
            suite, "testcase", classname=line["proves"][0], name=f"{line['case']}: {line['title']['en']}"
        )
        for tag, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            if line["status"] in tally[name]:
                text = "\n".join(difference_lines(line)) or line.get("reason", "")
                ET.SubElement(case, tag, message=line["status"]).text = text

    def terminal(self, lang: str = "en", paint: "Paint | None" = None, quiet: bool = False) -> str:
        """What a person reads: departures grouped by rule, then the sums."""
        p = paint or Paint(False)
        out: list[str] = []
        if not quiet:
            groups: dict[str, list[Json]] = {}
            for line in self.lines:
                if line["status"] in BAD or line["status"] in ("lenient", "info", "known_failure") and "at" in line:
                    groups.setdefault(line.get("rule", {}).get("id", line["proves"][0]), []).append(line)
            for rule, lines in groups.items():
                out += self._group(rule, lines, lang, p)
        return "\n".join(out + self._summary(p)) + "\n"

    def _group(self, rule: str, lines: list[Json], lang: str, p: "Paint") -> list[str]:
        sentence = lines[0].get("rule", {}).get(lang, "")
        out = [p.bold(rule) + (f"  {sentence}" if sentence else "")]
        for line in lines:
            title = line["title"].get(lang, line["title"]["en"])
            out.append(f"  {p.status(line['status'])} {line['case']}  {title}")
            out += [f"      {text}" for text in difference_lines(line)]
            if line["status"] in BAD:
                out.append(f"      replay: {self.header.get('replay', 'unospec run')} --case {line['case']} -v")
        return [*out, ""]

    def _summary(self, p: "Paint") -> list[str]:
        impl = self.header["impl"]
        name = " ".join(filter(None, (impl["name"], impl.get("version"))))
        out = []
        for fault in self.end["faults"]:
            detail = f": {fault['detail']}" if fault.get("detail") else ""
            out.append(p.bold(f"{fault['code']}: {fault['message']}{detail}"))
            out.append(f"  hint: {fault['hint']}")
            if fault.get("stderr"):
                out += [f"  | {text}" for text in fault["stderr"].strip().splitlines()[-8:]]
        counts = self.end["counts"]
        sums = [f"{counts[s]} {label}" for s, label in _LABELS.items() if counts.get(s)]
        out.append(f"{name}: {', '.join(sums) or 'nothing was run'}.")
        departed = self.end["rules_departed_from"]
        if departed:
            out.append(f"{len(departed)} rules departed from: {', '.join(departed)}")
        return out


def difference_lines(line: Json) -> list[str]:
    """What differs, in words."""
    out = []
    if "at" in line:
        out.append(f"at step {line['at']}:")
    for difference in line.get("differs", []):
        expected, got = _short(difference["expected"]), _short(difference["got"])
        out.append(f"  {difference['part']}: expected {expected}, got {got}")
    if "fault" in line:
        fault = line["fault"]
        detail = f": {fault['detail']}" if fault.get("detail") else ""
        out += [f"{fault['code']}: {fault['message']}{detail}", f"hint: {fault['hint']}"]
        out += [f"| {text}" for text in fault.get("stderr", "").strip().splitlines()[-4:]]
    if "reason" in line:
        out.append(line["reason"])
    if "known" in line:
        out.append(f"known: {line['known']['does']}")
    return out


def trace_lines(line: Json) -> list[str]:
    """The whole of a case: the set-up, and for each act what was expected and what came."""
    trace = line.get("trace")
    if not trace:
        return []
    out = ["set-up:", *(f"  {key}: {_short(value, 400)}" for key, value in trace["setup"].items())]
    for number, step in enumerate(trace["steps"], 1):
        out.append(f"step {number}: {_short(step['act'], 400)}")
        out += [f"  expected {key}: {_short(value, 600)}" for key, value in step["expected"].items()]
        got = {k: v for k, v in step["got"].items() if v not in (None, [], {})}
        out += [f"  got {key}: {_short(value, 900)}" for key, value in got.items()]
    return out


def _short(value: Any, length: int = 160) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= length else text[:length] + " ..."


@dataclass
class Paint:
    """Colours, where the terminal has them."""

    on: bool
    _codes: dict[str, str] = field(
        default_factory=lambda: {"pass": "32", "known_failure": "33", "lenient": "33", "info": "36"}
    )

    def bold(self, text: str) -> str:
        """Emphasis."""
        return f"\x1b[1m{text}\x1b[0m" if self.on else text

    def status(self, status: str) -> str:
        """A status in its colour."""
        return f"\x1b[{self._codes.get(status, '31')}m{status}\x1b[0m" if self.on else status
