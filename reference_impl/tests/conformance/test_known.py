"""Known failures: the file, its mistakes, and the draft that a run writes."""

from pathlib import Path

import pytest

from unospec.conformance import known
from unospec.conformance.known import Known
from unospec.language import SpecError

GOOD = """\
# seen in version 3
tiny-0001:
  does: "says: \\"no\\""
  breaks: acts.play
  looks_like: fault
  link: https://example.org/1
"""
IDS = ["tiny-0001", "tiny-0002"]


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(GOOD, "utf-8")
    entry = Known('says: "no"', "acts.play", "fault", "https://example.org/1")
    assert known.read(path, IDS) == {"tiny-0001": entry}
    assert entry.to_json()["link"] == "https://example.org/1"


@pytest.mark.parametrize("text", ["", "# nothing is known to fail\n", "{}\n"])
def test_a_file_may_say_that_there_is_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(text, "utf-8")
    assert known.read(path, IDS) == {}


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("tiny-0001", "tiny-0003", 2, "there is no case tiny-0003"),
        ("looks_like: fault", "looks_like: bug", 5, "`bug` is none of: fault, choice"),
        ("  breaks: acts.play\n", "", 3, "missing: `breaks`"),
        ("link:", "url:", 3, "unknown key `url`"),
        ("tiny-0001:", "Tiny:", 1, "does not have the form"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(SpecError) as caught:
        known.read(path, IDS)
    assert f"known.yaml:{line}" in str(caught.value) or line == 1
    assert said in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read"):
        known.read(tmp_path / "known.yaml", IDS)


def test_a_draft_can_be_read_and_keeps_what_was_said(tmp_path: Path) -> None:
    lines = [{"case": i, "title": {"en": "A title"}, "proves": ["acts.draw"]} for i in IDS]
    old = {"tiny-0001": Known('says "no"\\', "acts.play", "choice", "a link")}
    path = tmp_path / "known.yaml"
    path.write_text(known.draft([(line, ["step 1, ok"]) for line in lines], old), "utf-8")
    assert known.read(path, IDS) == old | {"tiny-0002": Known("to be said", "acts.draw", "fault")}
    assert "# A title\n#   step 1, ok\n" in path.read_text("utf-8")


def test_a_draft_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(known.draft([], {}), "utf-8")
    assert known.read(path, IDS) == {}
