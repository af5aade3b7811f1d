"""The grammar of a case, and the YAML that people write."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from harness import a_case

from unospec.conformance import authoring, built, cases, schemas
from unospec.conformance.cases import (
    Accepted,
    End,
    Events,
    Offers,
    RefusedBecause,
    RefusedBy,
    Seen,
    State,
    Step,
    Unseen,
    seen_parts,
)
from unospec.language import SpecError
from unospec.language.errors import each

FILE = """\
format: 1
topic: tiny
cases:
  - id: tiny-0001
    title: {en: "One"}
    ruleset: uno/2008
    patches: [house/stacking, {house/jump-in: {jump_black: all}}]
    proves: [acts.play]
    level: must
    setup: {seats: [A, B], hands: {A: [R5, R6], B: [G1]}, discard_pile: [R9], draw_pile: []}
    steps:
      - act: {by: A, act: play, card: R5}
        state: {drawn: null, turn: B}
"""


@pytest.fixture
def write(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(FILE, "utf-8")
    return path


def errors(path: Path) -> list[str]:
    return [str(error) for error in authoring.read([path]).errors]


def changed(path: Path, old: str, new: str) -> Path:
    assert old in FILE
    path.write_text(FILE.replace(old, new), "utf-8")
    return path


def test_parts_of_a_step() -> None:
    expect = {
        "ok": False, "why": "not_held", "rule": "acts.play",
        "events": [{"e": "turn"}], "exactly": True, "state": {"turn": "A"},
        "legal": {"A": {"includes": [{"act": "draw"}], "excludes": []}},
        "views": {"B": {"absent": ["hands.A"], "includes": {"turn": "A"}}},
        "end": {"winner": "A"},
    }  # fmt: skip
    assert list(Step({"act": "draw"}, expect).parts()) == [
        Accepted(False),
        RefusedBecause("not_held"),
        RefusedBy("acts.play"),
        Events(({"e": "turn"},), True),
        State({"turn": "A"}),
        Offers("A", "includes", ({"act": "draw"},)),
        Offers("A", "excludes", ()),
        Unseen("B", ("hands.A",)),
        Seen("B", {"turn": "A"}),
        End({"winner": "A"}),
    ]
    assert list(Step({"act": "draw"}, {}).parts()) == [Accepted(True)]


def test_a_case_from_yaml(write: Path) -> None:
    (case,) = authoring.load([write])
    assert case.patches == (("house/stacking", {}), ("house/jump-in", {"jump_black": "all"}))
    assert case.rule == "acts.play" and case.wants == ["ok", "state"]
    assert case.steps[0].expect["state"] == {"drawn": None, "turn": "B"}
    assert case.acts == [{"by": "A", "act": "play", "card": "R5"}]


def test_the_build_is_a_function_of_the_cases(write: Path, tmp_path: Path) -> None:
    found = [*authoring.load([write]), a_case(2)]
    text = authoring.build(found)
    assert text == authoring.build(reversed(found)) and text.count("\n") == 2
    built = tmp_path / "cases.ndjson"
    built.write_text(text, "utf-8")
    assert authoring.build(authoring.load([built])) == text
    assert [line[:40] for line in text.splitlines()] == ['{"format":1,"topic":"tiny","id":"tiny-00'] * 2
    assert all(schemas.first_problem(json.loads(line), "case") is None for line in text.splitlines())


def test_every_case_of_the_suite_survives_the_round_trip() -> None:
    for case in authoring.load([authoring.suite()]):
        assert cases.from_json(json.loads(cases.to_line(case))) == case


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("level: must", "level: shall", 9, "`shall` is none of: must, should, may, info"),
        ("proves:", "prooves:", 4, "tiny-0001: missing: `proves`"),
        ("card: R5}", "card: R5, colr: R}", 12, "unknown key `colr`"),
        ("id: tiny-0001", "id: tiny-1", 4, "does not have the form"),
        ("by: A", "by: C", 12, "`C` does not sit at the table (A, B)"),
        ("hands: {A: [R5, R6], B", "hands: {A: [R5, R6], D", 10, "`D` does not sit at the table"),
        ("format: 1", "format: 2", 1, "1 was expected"),
        ("        state:", "        why: not_held\n        state:", 12, "missing: `ok`"),
        ("        state:", "        exactly: true\n        state:", 12, "'events' is a dependency"),
        ("discard_pile: [R9]", "discard: [R9]", 10, "missing: `discard_pile`"),
    ],
)
def test_a_mistake_is_told_at_its_line(write: Path, old: str, new: str, line: int, said: str) -> None:
    told = errors(changed(write, old, new))
    assert any(f"tiny.yaml:{line}:" in text and said in text for text in told), told


DEAL = "setup: {seats: [A, B], deal: {draw_order: [R5, G1, R9, Y1]}}"
SETUP = "setup: {seats: [A, B], hands: {A: [R5, R6], B: [G1]}, discard_pile: [R9], draw_pile: []}"
STEPS = FILE[FILE.index("    steps:") :]


def with_dealt(path: Path, dealt: str, setup: str = DEAL, steps: str = "    steps: []\n") -> Path:
    """The file with a case that looks at its set-up: `dealt` in line 11, the steps after it."""
    text = FILE.replace(SETUP, setup).replace(STEPS, f"    dealt: {dealt}\n{steps}")
    path.write_text(text, "utf-8")
    return path


def test_a_case_may_look_at_its_set_up(write: Path) -> None:
    dealt = "{events: [{e: drew, by: A}], exactly: true, state: {turn: A}, legal: {A: {exactly: []}}}"
    (case,) = authoring.load([with_dealt(write, dealt)])
    assert (case.steps, case.wants, case.wants_dealt) == ((), ["ok"], ["events", "state", "legal"])
    assert list(seen_parts(case.dealt)) == [
        Events(({"e": "drew", "by": "A"},), True),
        State({"turn": "A"}),
        Offers("A", "exactly", ()),
    ]
    assert list(json.loads(cases.to_line(case)))[-3:] == ["setup", "dealt", "steps"]
    assert cases.from_json(json.loads(cases.to_line(case))) == case
    (case,) = authoring.load([with_dealt(write, "{state: {turn: A}}", SETUP, STEPS)])
    assert (len(case.steps), case.wants, case.wants_dealt) == (1, ["ok", "state"], ["state"])
    assert a_case(1).dealt == {} and "dealt" not in a_case(1).data


@pytest.mark.parametrize(
    ("dealt", "setup", "place", "said"),
    [
        ("{ok: true}", DEAL, "11:", "dealt: tiny-0001: unknown key `ok`; known are: events, exactly, state"),
        ("{why: not_held}", DEAL, "11:", "unknown key `why`"),
        ("{}", DEAL, "11:12", "should be non-empty"),
        ("{events: []}", DEAL, "11:21", "should be non-empty"),
        ("{exactly: true}", DEAL, "11:", "'events' is a dependency"),
        ("{events: [{by: A}]}", DEAL, "11:22", "missing: `e`"),
        ("{legal: {C: {exactly: []}}}", DEAL, "11:24", "`C` does not sit at the table (A, B)"),
        ("{views: {C: {absent: [hands.A]}}}", DEAL, "11:24", "`C` does not sit at the table (A, B)"),
        ("{events: [{e: drew}]}", SETUP, "11:21", "nothing happens in a position; only a `deal` has events"),
    ],
)
def test_a_mistake_in_what_is_expected_of_a_set_up(
    write: Path, dealt: str, setup: str, place: str, said: str
) -> None:
    told = errors(with_dealt(write, dealt, setup))
    assert len(told) == 1 and f"tiny.yaml:{place}" in told[0] and said in told[0], told


def test_without_dealt_a_case_has_steps(write: Path) -> None:
    (told,) = errors(changed(write, STEPS, "    steps: []\n"))
    assert "tiny.yaml:11:12" in told and "steps" in told


def test_all_mistakes_are_told_at_once(write: Path) -> None:
    changed(write, "level: must", "level: shall")
    write.write_text(write.read_text("utf-8").replace("by: A", "by: 5"), "utf-8")
    with pytest.raises(SpecError) as caught:
        authoring.load([write])
    assert len(each(caught.value)) == 2


def test_an_id_is_used_once(write: Path, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text(FILE.replace('"One"', '"Two"'), "utf-8")
    (told,) = errors(tmp_path)
    assert "the id tiny-0001 is taken" in told and "other.yaml:4" in told


def test_a_broken_line_of_ndjson_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cases.ndjson"
    path.write_text(cases.to_line(a_case(1)) + "\n{\n" + '{"format": 1}\n', "utf-8")
    told = errors(path)
    assert "cases.ndjson:2" in told[0] and "cases.ndjson:3" in told[1]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "cannot be read" in errors(tmp_path / "nothing.yaml")[0]
    assert "`unospec cases build` writes it" in errors(tmp_path / "cases.ndjson")[0]


@pytest.fixture
def recorded(write: Path) -> tuple[Path, Path]:
    """A folder with a YAML file and a record, and what was built, in which another case stands to tell them apart."""
    published = write.parent / "out" / "published.ndjson"
    published.parent.mkdir()
    text = authoring.build([a_case(7)])
    published.write_bytes(text.encode())
    built.record_path(write.parent).write_text(built.record(built.sources(write.parent), text), "utf-8")
    return write.parent, published


def test_published_cases_are_read_as_they_are_while_the_record_holds(recorded: tuple[Path, Path]) -> None:
    folder, published = recorded
    assert built.load(folder, published) == [a_case(7)]
    assert [case.id for case in authoring.load([folder])] == ["tiny-0001"]  # the record is no file of cases


def _append(name: str, text: str) -> Callable[[Path, Path], None]:
    def spoil(folder: Path, published: Path) -> None:
        file = published if name == "published" else folder / name
        with file.open("a", encoding="utf-8") as stream:
            stream.write(text)

    return spoil


def _other_schema(folder: Path, published: Path) -> None:
    record = json.loads(built.record_path(folder).read_bytes())
    built.record_path(folder).write_text(json.dumps(record | {"case.schema.json": "0" * 64}), "utf-8")


@pytest.mark.parametrize(
    "spoil",
    [
        _append("tiny.yaml", "# a remark\n"),
        _append("other.yaml", "format: 1\n"),
        _append("published", cases.to_line(a_case(8)) + "\n"),
        _append(built.RECORD, "}"),
        _other_schema,
        lambda folder, published: (folder / "tiny.yaml").unlink(),
        lambda folder, published: published.unlink(),
        lambda folder, published: built.record_path(folder).unlink(),
        lambda folder, published: built.record_path(folder).write_bytes(b"\xff[]"),
    ],
)
def test_published_cases_are_not_trusted_when_anything_differs(
    recorded: tuple[Path, Path], spoil: Callable[[Path, Path], None]
) -> None:
    spoil(*recorded)
    assert built.load(*recorded) is None


def test_the_whole_suite_is_the_same_either_way(
    recorded: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, published = recorded
    monkeypatch.setattr(authoring, "cases_folder", lambda: folder)
    monkeypatch.setattr(authoring, "published", lambda: published)
    assert [case.id for case in authoring.whole()] == ["tiny-0007"]
    _append("tiny.yaml", "# a remark\n")(folder, published)
    assert [case.id for case in authoring.whole()] == ["tiny-0001"]


def test_schemas_are_checked_without_looking_anything_up() -> None:
    for name in schemas.NAMES:
        assert '"$ref"' not in json.dumps(schemas.validator(name).schema)


def test_a_schema_that_holds_itself_keeps_that_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = {"$id": "urn:unospec:tree", "type": "object", "additionalProperties": {"$ref": "#"}}
    monkeypatch.setattr(schemas, "_schema", {"tree": tree}.__getitem__)
    inside = {"$ref": "urn:unospec:tree#"}
    assert schemas._inlined(inside, "tree", ()) == {"type": "object", "additionalProperties": inside}
