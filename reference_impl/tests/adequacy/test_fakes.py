"""The fakes of the suite are caught by exactly the cases that they name; mistakes in files are told with the line."""

from pathlib import Path

import pytest

from unospec.adequacy import fake_files, fakes
from unospec.conformance import authoring
from unospec.conformance.cases import Case
from unospec.language import SpecError
from unospec.language.errors import each

HEAD = "# Kept as it is.\nformat: 1\nfakes:\n"
KEEPING = """\
  - id: force-play-forgotten  # kept, too
    ruleset: uno/2008
    patches: [house/force-play]
    title: {en: "A drawn card that fits may be kept.", zh: "摸到能出的牌可以留下。"}
    breaks: windows.drawn
    edits:
      - at: acts.keep
        added: {in: drawn, do: [{clear: drawn}, {pass: 1}], en: "It may be kept.", zh: "可以留下。"}
    caught_by: []
"""
FREE = """\
  - id: hand-not-forced
    ruleset: uno/2008
    patches: [house/force-play]
    title: {en: "A player with a card that fits may draw.", zh: "手里有能出的牌也可以摸牌。"}
    breaks: forbid.draw_while_able
    edits: [{at: forbid.draw_while_able, remove: true}]
    caught_by: []
"""


@pytest.fixture(scope="module")
def suite() -> list[Case]:
    return authoring.whole()


@pytest.fixture(scope="module")
def small(suite: list[Case]) -> list[Case]:
    """The few cases of one house rule: enough to try a fake in a moment."""
    return [case for case in suite if [name for name, _ in case.patches] == ["house/force-play"]]


def write(folder: Path, *entries: str) -> Path:
    path = folder / "some.yaml"
    path.write_text(HEAD + "".join(entries), "utf-8")
    return path


def problems(folder: Path, cases: list[Case], *entries: str) -> list[SpecError]:
    return fakes.problems(fake_files.read([write(folder, *entries)]), cases)


def caught(folder: Path, cases: list[Case], entry: str) -> list[str]:
    (outcome,) = fakes.outcomes(fake_files.read([write(folder, entry)]), cases)
    return sorted(outcome.caught)


def filled(entry: str, ids: list[str]) -> str:
    return entry.replace("caught_by: []", f"caught_by: [{', '.join(ids)}]")


def line(text: str, folder: Path) -> int:
    lines = (folder / "some.yaml").read_text("utf-8").splitlines()
    return next(n for n, written in enumerate(lines, 1) if text in written)


# ---------------------------------------------------------------- the fakes of the suite


def test_every_fake_is_caught_by_exactly_its_cases(suite: list[Case]) -> None:
    found = fakes.problems(fake_files.read([fake_files.folder()]), suite)
    assert not found, "\n".join(map(str, found))


def test_each_file_is_as_an_update_would_write_it() -> None:
    for path in sorted(fake_files.folder().glob("*.yaml")):
        text = path.read_bytes().decode()
        read = fake_files.read([path])
        assert fake_files.updated(text, read, {fake.id: fake.caught_by for fake in read}) == text
        emptied = fake_files.updated(text, read, {fake.id: () for fake in read})
        path_of_none = [row for row in emptied.splitlines() if "caught_by" in row]
        assert path_of_none == ["    caught_by: []"] * len(read)


def test_cases_that_cannot_notice_are_left_out_rightly(suite: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    some = {"answering-wild-four-names-no-colour", "seven-with-oneself", "stacked-penalty-costs-no-turn",
            "jump-in-leaves-the-turn", "zero-as-last-card-passes", "stacked-amounts-not-added"}  # fmt: skip
    read = [fake for fake in fake_files.read([fake_files.folder()]) if fake.id in some]
    assert len(read) == len(some)
    played: list[int] = []
    concerned = fakes._concerned
    monkeypatch.setattr(fakes, "_concerned", lambda *given: played.append(len(concerned(*given))) or concerned(*given))
    quick = [outcome.caught for outcome in fakes.outcomes(read, suite)]
    fewer = sum(played)
    monkeypatch.setattr(fakes, "_only_by_firing", lambda old, new: None)
    played.clear()
    assert [outcome.caught for outcome in fakes.outcomes(read, suite)] == quick
    assert fewer < sum(played)


# ---------------------------------------------------------------- what the cases say


def test_a_fake_whose_cases_are_named_has_no_problem(tmp_path: Path, small: list[Case]) -> None:
    ids = caught(tmp_path, small, KEEPING)
    assert ids
    assert problems(tmp_path, small, filled(KEEPING, ids)) == []


def test_a_case_too_few_and_one_too_many_are_told(tmp_path: Path, small: list[Case]) -> None:
    ids = caught(tmp_path, small, KEEPING)
    others = sorted({case.id for case in small} - set(ids))
    said = problems(tmp_path, small, filled(KEEPING, [*ids[1:], others[0]]))
    assert [error.line for error in said] == [line("caught_by", tmp_path)] * 2
    assert f"{ids[0]} fails too" in said[0].message
    assert said[1].message == f"force-play-forgotten: {others[0]} does not fail"


def test_a_fake_that_no_case_catches(tmp_path: Path, small: list[Case]) -> None:
    mild = FREE.replace("forbid.draw_while_able, remove: true", "whenever.deadlock.when, becomes: {gt: [idle, 50]}")
    (error,) = problems(tmp_path, small, mild.replace("breaks: forbid.draw_while_able", "breaks: whenever.deadlock"))
    assert error.message == "hand-not-forced: no case catches it"
    assert error.line == line("caught_by", tmp_path)


def test_a_case_that_fails_because_of_another_rule(tmp_path: Path, small: list[Case]) -> None:
    ids = caught(tmp_path, small, KEEPING)
    said = problems(tmp_path, small, filled(KEEPING.replace("windows.drawn", "effects.wild4"), ids))
    assert said and all("effects.wild4 has no part in it" in error.message for error in said)
    assert {error.line for error in said} == {line("breaks", tmp_path)}


def test_two_fakes_alike(tmp_path: Path, small: list[Case]) -> None:
    ids = caught(tmp_path, small, KEEPING)
    entry = filled(KEEPING, ids)
    (error,) = problems(tmp_path, small, entry, entry.replace("force-play-forgotten", "force-play-again"))
    assert error.message == "force-play-again: it is the same as force-play-forgotten"


def test_fakes_that_differ_under_an_option_only_are_not_alike(tmp_path: Path, small: list[Case]) -> None:
    free, keeping = caught(tmp_path, small, FREE), caught(tmp_path, small, KEEPING)
    assert free and set(free) != set(keeping)
    assert problems(tmp_path, small, filled(FREE, free), filled(KEEPING, keeping)) == []


# ---------------------------------------------------------------- edits


@pytest.mark.parametrize(
    ("edit", "message", "hint"),
    [
        ("{at: effects.skipp.do, becomes: []}", "there is no `effects.skipp.do`", "did you mean `skip`?"),
        ("{at: effects.skip.do.1, remove: true}", "there is no `effects.skip.do.1`", "is a list of 1"),
        ("{at: effects.skip.do.0.pass, becomes: 2}", "`effects.skip.do.0.pass` is that already", "change something"),
        ("{at: effects.skip, added: {do: []}}", "`effects.skip` is there already", "`becomes`"),
        ("{at: effects.skip.do.1, added: {pass: 1}}", "only keys of maps can be added", "`becomes`"),
        ("{at: nothing.here, added: 1}", "there is no `nothing`", "at the top are"),
    ],
)
def test_an_edit_that_cannot_be_made(tmp_path: Path, small: list[Case], edit: str, message: str, hint: str) -> None:
    entry = FREE.replace("[{at: forbid.draw_while_able, remove: true}]", f"\n      - {edit}")
    (error,) = problems(tmp_path, small, entry)
    assert error.message == f"hand-not-forced: {message}"
    assert hint in error.hint
    assert error.line == line(edit, tmp_path)


def test_edited_rules_that_are_refused(tmp_path: Path, small: list[Case]) -> None:
    entry = FREE.replace("forbid.draw_while_able, remove: true", "effects.skip.do.0.pass, becomes: nonsense")
    found = problems(tmp_path, small, entry)
    assert found and all("the edited rules" in error.message for error in found)
    assert {error.line for error in found} == {line("edits", tmp_path)}


def test_a_rule_that_is_not_there(tmp_path: Path, small: list[Case]) -> None:
    (error,) = problems(tmp_path, small, FREE.replace("breaks: forbid.draw_while_able", "breaks: forbid.drew"))
    assert error.message == "hand-not-forced: there is no rule forbid.drew"
    assert error.line == line("breaks", tmp_path)


def test_keys_with_dots_are_found(tmp_path: Path, small: list[Case]) -> None:
    entry = FREE.replace("forbid.draw_while_able, remove: true", "blocks.owe.do.1.set.pending.by, becomes: none")
    (outcome,) = fakes.outcomes(fake_files.read([write(tmp_path, entry)]), small)
    assert outcome.cores


# ---------------------------------------------------------------- files


def test_what_the_schema_finds_is_told_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, FREE.replace("breaks:", "break:"), KEEPING.replace("added:", "adds:"))
    with pytest.raises(SpecError) as caught_error:
        fake_files.read([path])
    found = each(caught_error.value)
    assert any("unknown key `break`" in e.message for e in found)
    assert any("unknown key `adds`" in e.message and e.line == line("at: acts.keep", tmp_path) for e in found)


def test_an_id_that_is_taken(tmp_path: Path) -> None:
    path = write(tmp_path, FREE, FREE)
    with pytest.raises(SpecError, match="hand-not-forced: the id is taken"):
        fake_files.read([path])


def test_an_update_changes_nothing_but_caught_by(tmp_path: Path) -> None:
    path = write(tmp_path, FREE, "\n  # between them\n", KEEPING)
    text = path.read_bytes().decode()
    ids = [f"some-topic-{n:04}" for n in range(30)]
    caught_now = {"hand-not-forced": ["a-0001"], "force-play-forgotten": ids}
    new = fake_files.updated(text, fake_files.read([path]), caught_now)
    path.write_text(new, "utf-8")
    first, second = fake_files.read([path])
    assert first.caught_by == ("a-0001",) and second.caught_by == tuple(ids)
    assert max(map(len, new.splitlines())) <= 120
    again = fake_files.updated(new, [first, second], {"hand-not-forced": [], "force-play-forgotten": []})
    assert again == text


@pytest.mark.parametrize("written", ["\n      - a-0001", "[a-0001,  # why\n      a-0002]"])
def test_a_list_that_cannot_be_rewritten(tmp_path: Path, written: str) -> None:
    path = write(tmp_path, FREE.replace("[]", written))
    with pytest.raises(SpecError, match="caught_by is not one list in brackets"):
        fake_files.updated(path.read_text("utf-8"), fake_files.read([path]), {"hand-not-forced": []})


def test_run_checks_and_updates(
    tmp_path: Path, small: list[Case], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(authoring, "whole", lambda: small)
    path = write(tmp_path, KEEPING)
    before = path.read_bytes()
    assert fakes.run(check=True, paths=[path]) == 1
    assert path.read_bytes() == before
    assert "fails too" in capsys.readouterr().err
    assert fakes.run(check=False, paths=[path]) == 0
    assert path.read_bytes() != before
    assert "caught_by brought up to date" in capsys.readouterr().out
    assert fakes.run(check=True, paths=[path]) == 0
    assert "1 fakes, 1 of them caught; 0 problems." in capsys.readouterr().out
