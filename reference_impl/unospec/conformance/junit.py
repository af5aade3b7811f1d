"""A run as JUnit XML, for continuous integration: a suite for each topic, the rule as the class."""

import re
import xml.etree.ElementTree as ET

from unospec.conformance.cases import Json
from unospec.conformance.report import Report, differences
from unospec.conformance.verdict import Status

_ELEMENTS = {
    Status.FAIL: "failure",
    Status.UNSTEADY: "failure",
    Status.UNEXPECTED_PASS: "failure",
    Status.CRASH: "error",
    Status.TIMEOUT: "error",
    Status.PROTOCOL: "error",
    Status.NOT_RUN: "error",
    Status.SUITE_BUG: "error",
    Status.SKIPPED: "skipped",
    Status.NOT_CLAIMED: "skipped",
    Status.KNOWN_FAILURE: "skipped",
}
_COUNTS = {"failure": "failures", "error": "errors", "skipped": "skipped"}
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """The XML text."""
    root = ET.Element("testsuites", name=_text(f"unospec: {report.header['impl']['name']}"))
    for topic in dict.fromkeys(line["topic"] for line in report.lines):
        lines = [line for line in report.lines if line["topic"] == topic]
        suite = ET.SubElement(root, "testsuite", name=topic, tests=str(len(lines)))
        kinds = [_ELEMENTS.get(Status(line["status"])) for line in lines]
        for kind, name in _COUNTS.items():
            suite.set(name, str(kinds.count(kind)))
        for line in lines:
            _testcase(suite, line)
    if report.end["faults"]:
        _faults(root, report.end["faults"])
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _testcase(suite: ET.Element, line: Json) -> None:
    rule = line.get("rule", {}).get("id", line["proves"][0])
    name = _text(f"{line['case']}: {line['title']['en']}")
    seconds = f"{line.get('ms', 0) / 1000:.3f}"
    case = ET.SubElement(suite, "testcase", classname=rule, name=name, time=seconds)
    properties = ET.SubElement(case, "properties")
    for key in ("case", "ruleset", "level", "status"):
        ET.SubElement(properties, "property", name=key, value=str(line[key]))
    kind = _ELEMENTS.get(Status(line["status"]))
    if kind:
        told = "\n".join(differences(line))
        first = told.splitlines()[0] if told else line["status"]
        ET.SubElement(case, kind, message=_text(first), type=line["status"]).text = _text(told)


def _faults(root: ET.Element, faults: list[Json]) -> None:
    """Faults that belong to no case."""
    suite = ET.SubElement(root, "testsuite", name="adapter", tests=str(len(faults)), errors=str(len(faults)))
    for fault in faults:
        case = ET.SubElement(suite, "testcase", classname="adapter", name=fault["code"])
        text = "\n".join(filter(None, (fault.get("detail"), fault["hint"])))
        ET.SubElement(case, "error", message=_text(fault["message"]), type=fault["code"]).text = _text(text)


def _text(text: str) -> str:
    """What XML cannot hold is shown as a question mark."""
    return _NOT_IN_XML.sub("?", text)
