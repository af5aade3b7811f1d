"""Rule sheets of every rule set and of every patch on the sheet of 2008."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unospec.language import Core, Library, SpecError, resolve
from unospec.language.sections import RULE_MAPS, SINGLE_RULES
from unospec.rulebook import Sheet, markdown, sheet
from unospec.rulebook.model import Sentence

LIBRARY = Library.load()
RULESETS = [i for i in LIBRARY.ids("ruleset") if not LIBRARY.document(i).abstract]
PATCHES = LIBRARY.ids("patch")
HOME = """\
unospec: "1"
id: home/table
kind: ruleset
title: {en: "Our table", zh: "我家规则"}
extends: uno/2008
with: [{house/stacking: {stack: any_draw}}, house/seven-zero]
options: {hand_size: 9}
"""


def _cores() -> list[Core]:
    cores = [resolve(name, check=False) for name in RULESETS]
    for patch in PATCHES:
        try:
            cores.append(resolve("uno/2008", [patch], check=False))
        except SpecError:
            continue  # a patch for another rule set
    return cores


CORES = _cores()


@pytest.fixture(scope="module", params=CORES, ids=lambda core: "+".join((core.id, *core.patches)))
def made(request: pytest.FixtureRequest) -> tuple[Core, Sheet]:
    core: Core = request.param
    return core, sheet(core, LIBRARY)


def _told(core: Core) -> list[str]:
    """The ids of all rules that have a sentence."""
    ids = [name for name in SINGLE_RULES if "en" in core.data.get(name, {})]
    for section in RULE_MAPS:
        ids += [f"{section}.{name}" for name, body in core.data[section].items() if "en" in body]
    return ids


def _section_of(printed: Sheet, rule_id: str) -> str:
    return next(
        section.key
        for section in printed.sections
        for sentence in section.sentences
        for rule in sentence.rules
        if rule.id == rule_id
    )


def test_every_rule_with_a_sentence_is_printed_once(made: tuple[Core, Sheet]) -> None:
    core, printed = made
    ids = [rule.id for sentence in printed.sentences for rule in sentence.rules]
    assert sorted(ids) == sorted(_told(core))


def test_no_section_is_empty_and_no_sentence_repeats(made: tuple[Core, Sheet]) -> None:
    _, printed = made
    assert all(block.sentences for section in printed.sections for block in section.blocks)
    assert all(section.blocks for section in printed.sections)
    told = [(sentence.text, sentence.label) for sentence in printed.sentences]
    assert len(told) == len(set(told))


def test_sentences_end_like_sentences(made: tuple[Core, Sheet]) -> None:
    _, printed = made
    for sentence in printed.sentences:
        assert re.search(r"[.!?][\"”’)]?$", sentence.text.en), sentence.text.en
        assert re.search(r"[。！？][”’」）]?$", sentence.text.zh), sentence.text.zh


def test_the_deck_table_adds_up(made: tuple[Core, Sheet]) -> None:
    _, printed = made
    assert sum(row.count for row in printed.deck.rows) == printed.deck.total


@pytest.mark.parametrize(
    ("most", "en", "zh"),
    [(4, "2 teams of 2.", "每队2人"), (8, "2 teams of equal size.", "各队人数相同")],
)
def test_teams_are_told_with_the_players(most: int, en: str, zh: str, tmp_path: Path) -> None:
    file = tmp_path / "partners.yaml"
    file.write_text(
        'unospec: "1"\nid: home/partners\nkind: ruleset\nextends: uno/2008\ntitle: {en: Partners, zh: 搭档}\n'
        f"teams: {{count: 2}}\nchange: {{seats: {{min: 4, max: {most}}}}}\n",
        encoding="utf-8",
    )
    library = Library.load([file])
    printed = sheet(resolve("home/partners", library=library), library)
    assert en in markdown(printed, "en") and zh in markdown(printed, "zh")
    alone = sheet(resolve("uno/2008", check=False), LIBRARY)
    assert "teams" not in markdown(alone, "en")


def test_sections_follow_from_windows() -> None:
    printed = sheet(resolve("uno/2008", ["house/stacking", "house/jump-in"], check=False), LIBRARY)
    expected = {
        "dealer": "preparing",
        "setup.deal": "preparing",
        "acts.play": "turn",
        "acts.keep": "turn",
        "define.matches": "turn",
        "effects.skip": "cards",
        "define.breach": "cards",
        "acts.take": "window",
        "acts.answer": "window",
        "define.answers": "window",
        "acts.catch": "reactions",
        "acts.jump": "reactions",
        "whenever.round_out": "end",
        "reshuffle": "end",
    }
    assert {rule: _section_of(printed, rule) for rule in expected} == expected


def test_an_act_of_an_unknown_window_is_headed_by_its_part(tmp_path: Path) -> None:
    part = tmp_path / "pause.yaml"
    part.write_text(
        'unospec: "1"\nid: home/pause\nkind: patch\ntitle: {en: "Tea break", zh: "茶歇"}\n'
        "windows:\n  tea:\n    kind: ambient\n    opens: {after: landed}\n"
        "    en: Tea may be asked for.\n    zh: 可以要求喝茶。\n"
        "acts:\n  sip:\n    in: tea\n    who: seats\n    do: []\n"
        "    en: Somebody drinks.\n    zh: 有人喝茶。\n",
        encoding="utf-8",
    )
    library = Library.load([part])
    printed = sheet(resolve("uno/2008", ["home/pause"], library=library, check=False), library)
    reactions = next(section for section in printed.sections if section.key == "reactions")
    heading = next(b.heading for b in reactions.blocks if any(s.rules[0].id == "acts.sip" for s in b.items))
    assert heading is not None
    assert (heading.en, heading.zh) == ("Tea break", "茶歇")


def test_rules_keep_who_brought_them_and_what_they_rest_on() -> None:
    printed = sheet(resolve("uno/2008", ["house/stacking"], check=False), LIBRARY)
    rules = {rule.id: rule for sentence in printed.sentences for rule in sentence.rules}
    assert (rules["define.answers"].by, rules["define.answers"].told_by) == ("part/answer", "house/stacking")
    source = rules["acts.play"].source
    assert source is not None
    assert (source.status, source.doc) == ("stated", "uno-2008")


def _marked(sentences: tuple[Sentence, ...]) -> dict[str, str]:
    return {rule.id: rule.change for s in sentences for rule in s.rules if rule.change}


def test_changes_against_a_base() -> None:
    base = resolve("uno/2008", check=False)
    forced = sheet(resolve("uno/2008", ["house/force-play"], check=False), LIBRARY, base)
    assert _marked(forced.sentences) == {"windows.drawn": "changed"}
    assert [s.rules[0].id for s in forced.removed] == ["acts.keep"]
    changed = next(s for s in forced.sentences if s.change)
    assert changed.was is not None
    assert changed.was != changed.text
    same = sheet(base, LIBRARY, base)
    assert not _marked(same.sentences)
    assert not same.removed


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(HOME, encoding="utf-8")
    library = Library.load([file])
    printed = sheet(resolve("home/table", library=library, check=False), library)
    assert printed.base is not None
    assert printed.base.id == "uno/2008"
    assert [patch.id for patch in printed.brought] == ["house/seven-zero", "house/stacking"]
    assert {choice.name for choice in printed.choices if choice.differs} == {"stack", "hand_size"}


def test_rules_with_one_text_share_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "twice.yaml"
    file.write_text(
        'unospec: "1"\nid: home/twice\nkind: patch\ntitle: {en: Twice, zh: 两次}\nforbid:\n'
        + "".join(
            f"  no_{act}:\n    act: [{act}]\n    when: owing\n"
            "    en: This is not allowed.\n    zh: 不可以。\n"
            for act in ("draw", "keep")
        ),
        encoding="utf-8",
    )
    library = Library.load([file])
    printed = sheet(resolve("uno/2008", ["home/twice"], library=library, check=False), library)
    shared = [s for s in printed.sentences if s.text.en == "This is not allowed."]
    assert [[rule.id for rule in s.rules] for s in shared] == [["forbid.no_draw", "forbid.no_keep"]]


def test_questions_show_the_reading_that_holds() -> None:
    plain = resolve("uno/2008", options={"two_player_reverse": "plain"}, check=False)
    question = next(q for q in sheet(plain, LIBRARY).questions if q.option == "two_player_reverse")
    assert [reading.name for reading in question.readings if reading.chosen] == ["plain"]
