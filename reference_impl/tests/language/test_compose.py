"""The law of composition: what documents may do to one another."""

from __future__ import annotations

import pytest
from world import World, make

from unospec.language import SpecError

SAID = "en: A sentence., zh: 一句话。"


def test_a_document_adds_what_is_not_there(world: World) -> None:
    world.patch("house/t", f"forbid: {{x: {{act: [play], when: {{eq: [card.face, skip]}}, {SAID}}}}}")
    core = world.resolve(patches=["house/t"])
    assert core.data["forbid"]["x"]["act"] == ["play"]
    assert core.blame["forbid.x"] == "house/t"
    assert core.origin["forbid.x"] == {"file": "house/t.yaml", "line": 5, "column": 10}


def test_what_is_there_cannot_be_added(world: World) -> None:
    world.patch("house/t", f"acts: {{draw: {{in: main, do: [], {SAID}}}}}")
    error = world.problem(patches=["house/t"])
    assert error.message == ("adds acts.draw, which is there already, from What all 108-card games share (uno/base)")
    assert "`change`" in error.hint
    assert (error.line, error.column, error.path, error.blame) == (5, 8, "acts.draw", "house/t")


def test_a_field_that_is_there_cannot_be_added(world: World) -> None:
    world.patch("house/t", "add: {acts.keep: {do: [], text: holds}}")
    assert "adds acts.keep.do, which is there already" in world.problem(patches=["house/t"]).message


def test_a_rule_brought_by_a_part_names_who_brought_it(world: World) -> None:
    world.patch("house/t", f"acts: {{challenge: {{in: main, do: [], {SAID}}}}}")
    assert "(part/challenge, brought by uno/2008)" in world.problem(patches=["house/t"]).message


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        ("change: {acts.kep: {do: [], en: A, zh: 某}}", "changes acts.kep, which", "`acts.keep`"),
        ("add: {acts.kep: {given: true, text: holds}}", "adds to acts.kep, which", "`acts.keep`"),
        ("remove: [acts.kep]", "removes acts.kep, which", "`acts.keep`"),
        ("remove: [options.hand_siz]", "removes options.hand_siz, which", "`options.hand_size`"),
        ("change: {acts.keep: {doo: [], text: holds}}", "acts.keep has no `doo`", "`do`"),
        ("change: {windows.uno: {opens.givn: true, text: holds}}", "windows.uno has no `opens.givn`", ""),
        ("change: {acts.keep.do: {x: 1}}", "names a place inside a rule", "`acts.keep: {do.x: ...}`"),
        ("change: {acts: {keep: 1}}", "`acts` is a section, not a rule", "acts.name"),
        ("remove: [acts.keep.do]", "only whole rules can be removed", "acts.keep"),
    ],
)
def test_what_is_not_there_cannot_be_changed_or_removed(world: World, body: str, message: str, hint: str) -> None:
    world.patch("house/t", body)
    error = world.problem(patches=["house/t"])
    assert error.message.startswith(message)
    assert hint in error.hint


def test_what_somebody_took_out_is_said_to_be_taken_out(world: World) -> None:
    world.patch("house/t", "after: [house/force-play]\nchange: {acts.keep: {do: [], en: A, zh: 某}}")
    error = world.problem(patches=["house/t", "house/force-play"])
    assert error.hint == "it was taken out by house/force-play"


def test_who_changes_a_rule_says_its_sentence_again(world: World) -> None:
    world.patch("house/t", "change: {acts.keep: {do: [{pass: 1}]}}")
    error = world.problem(patches=["house/t"])
    assert error.message == "changes acts.keep without saying its sentence again (en and zh)"
    assert "text: holds" in error.hint
    world.patch("house/u", "change: {acts.keep: {do: [{pass: 1}], en: A}}")
    assert "(zh)" in world.problem(patches=["house/u"]).message


def test_a_field_added_to_a_rule_needs_its_sentence_too(world: World) -> None:
    world.patch("house/t", "add: {acts.keep: {given: {is_none: out}}}")
    assert "without saying its sentence again" in world.problem(patches=["house/t"]).message


@pytest.mark.parametrize(
    "body",
    [
        "change: {acts.keep: {do: [{clear: drawn}, {pass: 2}], en: A, zh: 某}}",
        "change: {acts.keep: {do: [{clear: drawn}, {pass: 2}], text: holds}}",
        "change: {acts.keep: {en: A, zh: 某}}",
        "change: {blocks.pay: {do: [{draw: 1, who: payer}]}}",  # has no sentence
        "change: {acts.keep: {source: {status: assumed}}}",
        "change: {windows.uno: {opens.given: {eq: [{count: hand(actor)}, 2]}, text: holds}}",
    ],
)
def test_changes_that_keep_the_law(world: World, body: str) -> None:
    world.patch("house/t", body)
    assert world.resolve(patches=["house/t"]).hash != world.resolve().hash


def test_text_can_only_hold(world: World) -> None:
    world.patch("house/t", "change: {acts.keep: {do: [{pass: 2}], text: maybe}}")
    assert "can only say `holds`" in world.problem(patches=["house/t"]).message


def test_a_change_has_to_change_something(world: World) -> None:
    world.patch("house/t", "change: {acts.keep: {do: [{clear: drawn}, {pass: 1}], en: A, zh: 某}}")
    error = world.problem(patches=["house/t"])
    assert error.message == "changes `do` to what it is already"
    world.patch("house/u", "change: {seats: {max: 10}}")
    assert "to what it is already" in world.problem(patches=["house/u"]).message


def test_one_of_two_sentences_may_stay_as_it_is(world: World) -> None:
    zh = world.resolve().data["acts"]["keep"]["zh"]
    world.patch("house/t", f"change: {{acts.keep: {{en: Keep it if you like., zh: {zh}}}}}")
    assert world.resolve(patches=["house/t"]).data["acts"]["keep"]["zh"] == zh
    world.patch("house/u", f"change: {{acts.keep: {{do: [{{pass: 2}}], en: A, zh: {zh}}}}}")
    assert world.resolve(patches=["house/u"])


def test_a_patch_has_to_do_something(world: World) -> None:
    world.patch("house/t", "")
    assert world.problem(patches=["house/t"]).message == "has no effect"
    world.patch("house/u", "change: {}")
    assert world.problem(patches=["house/u"]).message == "has no effect"


def test_the_short_form_of_a_definition_can_be_changed(world: World) -> None:
    world.part("part/t", "define: {big: {gt: [card.points, 10]}}")
    world.patch("house/t", "with: [part/t]\nchange: {define.big: {is: {gt: [card.points, 20]}}}")
    core = world.composed("house/t")
    assert core.data["define"]["big"] == {"is": {"gt": ["card.points", 20]}}


# -- peers


TWO = "change: {acts.keep: {do: [{clear: drawn}, {pass: 2}], en: B, zh: 乙}}"
THREE = "change: {acts.keep: {do: [{clear: drawn}, {pass: 3}], en: C, zh: 丙}}"


def test_two_chosen_patches_that_write_the_same_path_conflict(world: World) -> None:
    world.patch("house/b", TWO)
    world.patch("house/c", THREE)
    for chosen in (["house/b", "house/c"], ["house/c", "house/b"]):
        error = world.problem(patches=chosen)
        assert error.message == f"{chosen[1]} and {chosen[0]} conflict: both write acts.keep.do"
        assert f"after: [{chosen[0]}]" in error.hint


def test_the_same_change_by_two_patches_is_a_conflict_too(world: World) -> None:
    world.patch("house/b", TWO)
    world.patch("house/c", TWO)
    assert "conflict" in world.problem(patches=["house/b", "house/c"]).message


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("remove: [acts.keep]", TWO),
        (TWO, "remove: [acts.keep]"),
        ("remove: [acts.keep]", "remove: [acts.keep]"),
        ("add: {acts.keep: {given: true, en: A, zh: 甲}}", TWO),
        ("options: {hand_size: 5}", "options: {hand_size: 6}"),
        ("change: {windows.uno: {opens: {after: landed}, text: holds}}",
         "change: {windows.uno: {opens.given: {eq: [1, 2]}, text: holds}}"),
        ("record: {x: number}", "record: {x: number}"),
    ],
)  # fmt: skip
def test_patches_that_touch_the_same_thing_do_not_go_together(world: World, one: str, other: str) -> None:
    world.patch("house/b", one)
    world.patch("house/c", other)
    for chosen in (["house/b", "house/c"], ["house/c", "house/b"]):
        assert world.problems(patches=chosen)


def test_after_settles_a_conflict_in_whatever_order_they_are_chosen(world: World) -> None:
    world.patch("house/b", TWO)
    world.patch("house/c", "after: [house/b]\n" + THREE)
    cores = [world.resolve(patches=chosen) for chosen in (["house/b", "house/c"], ["house/c", "house/b"])]
    assert cores[0].hash == cores[1].hash
    assert cores[0].patches == ("house/b", "house/c")
    assert cores[0].data["acts"]["keep"]["en"] == "C"


def test_after_a_patch_that_is_not_chosen_does_nothing(world: World) -> None:
    world.patch("house/c", "after: [house/b]\n" + THREE)
    assert world.resolve(patches=["house/c"]).data["acts"]["keep"]["en"] == "C"


def test_patches_of_a_rule_set_are_peers_and_the_rule_set_may_overrule_them(world: World) -> None:
    world.patch("house/b", TWO)
    world.patch("house/c", THREE)
    world.ruleset("home/x", "extends: uno/2008\nwith: [house/b, house/c]")
    assert "conflict" in world.problem("home/x").message
    world.ruleset("home/y", "extends: uno/2008\nwith: [house/b]\n" + THREE)
    assert world.resolve("home/y").data["acts"]["keep"]["en"] == "C"


def test_a_chosen_patch_may_overrule_a_patch_of_the_rule_set(world: World) -> None:
    world.patch("house/b", TWO)
    world.patch("house/c", THREE)
    world.ruleset("home/x", "extends: uno/2008\nwith: [house/b]")
    assert world.resolve("home/x", ["house/c"]).data["acts"]["keep"]["en"] == "C"


# -- parts


def test_a_part_that_is_there_already_is_said_by_its_title(world: World) -> None:
    world.patch("house/t", "with: [part/jump]")
    for chosen in (["house/jump-in", "house/t"], ["house/t", "house/jump-in"]):
        error = world.problem(patches=chosen)
        assert error.message == f"already has Jump-in (part/jump, brought by {chosen[0]})"
        assert error.hint


def test_a_patch_that_the_rule_set_has_is_said_to_be_there(world: World) -> None:
    world.ruleset("home/x", "extends: uno/2008\nwith: [house/stacking]")
    error = world.problem("home/x", ["house/stacking"])
    assert error.message == "already has Stacking (house/stacking, brought by home/x)"


def test_a_part_that_two_parts_need_is_brought_once(world: World) -> None:
    world.part("part/a", "blocks: {a: {do: [{pass: 1}]}}")
    world.part("part/b", "with: [part/a]\nblocks: {b: {do: [{do: a}]}}")
    world.part("part/c", "with: [part/a]\nblocks: {c: {do: [{do: a}]}}")
    world.patch("house/t", "with: [part/b, part/c]\nchange: {acts.keep: {do: [{do: b}, {do: c}], text: holds}}")
    assert set(world.composed("house/t").data["blocks"]) >= {"a", "b", "c"}


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        ("patch", "with: [part/jmp]", "there is no document `part/jmp`"),
        ("patch", "with: [uno/2001]", "is a rule set"),
        ("patch", "with: [part/jump, part/jump]", "names the same document twice"),
        ("patch", "without: [part/jump]", "takes out part/jump, which uno/2008 does not have"),
        ("patch", "without: [uno/base]", "takes out uno/base, which uno/2008 does not have"),
        ("ruleset", "extends: uno/2009", "there is no document `uno/2009`"),
        ("ruleset", "extends: house/jump-in", "is a patch, not a rule set"),
        ("ruleset", "extends: home/t", "in a circle: home/t -> home/t"),
    ],
)
def test_wrong_references_are_told_where_they_stand(world: World, kind: str, body: str, message: str) -> None:
    name = "home/t" if kind == "ruleset" else "house/t"
    world.library.add_document(make(name, kind, body))
    error = world.problem(name) if kind == "ruleset" else world.problem(patches=[name])
    assert message in error.message
    assert error.file == f"{name}.yaml" and (error.line == 5 or "twice" in message)


def test_circles_are_refused(world: World) -> None:
    world.part("part/a", "with: [part/b]")
    world.part("part/b", "with: [part/a]")
    world.patch("house/t", "with: [part/a]")
    message = world.problem(patches=["house/t"]).message
    assert message == "documents bring one another in a circle: house/t -> part/a -> part/b -> part/a"
    world.ruleset("home/a", "extends: home/b")
    world.ruleset("home/b", "extends: home/a")
    assert "circle: home/a -> home/b -> home/a" in world.problem("home/a").message
    world.patch("house/a", "after: [house/b]\n" + TWO)
    world.patch("house/b", "after: [house/a]\n" + THREE)
    assert "wait for one another" in world.problem(patches=["house/a", "house/b"]).message


def test_what_is_chosen_has_to_be_a_patch_and_chosen_once(world: World) -> None:
    assert "is a part, not a patch" in world.problem(patches=["part/jump"]).message
    assert "is chosen twice" in world.problem(patches=["house/jump-in", "house/jump-in"]).message
    assert world.problem(patches=["house/jumpin"]).hint == "did you mean `house/jump-in`?"
    assert world.problem("uno/208").hint == "did you mean `uno/2008`?"


def test_a_document_id_is_there_once(world: World) -> None:
    world.patch("house/t", TWO)
    with pytest.raises(SpecError, match="two documents `house/t`"):
        world.patch("house/t", TWO)


# -- without


def test_a_part_is_taken_out_with_all_that_it_changed_and_that_was_said_about_it(world: World) -> None:
    core = world.resolve(patches=["house/no-bluffing"])
    assert "challenge" not in core.data["acts"] and "bluff" not in core.data["marks"]
    assert core.data["blocks"]["owe"] == world.resolve("doc001/reference").data["blocks"]["owe"]
    assert "part/challenge" not in core.blame.values()


def test_a_part_that_need_not_be_there_is_taken_out_if_it_is(world: World) -> None:
    core = world.resolve("doc001/reference", ["house/no-bluffing"])
    assert "wild4_with_colour" in core.data["forbid"]
    assert core.warnings == ()


def test_a_patch_that_finds_nothing_to_do_is_a_warning(world: World) -> None:
    world.patch("house/t", 'without: ["part/challenge?"]')
    assert world.resolve("uno/2008", ["house/t"]).warnings == ()
    warnings = world.resolve("doc001/reference", ["house/t"]).warnings
    assert warnings == ("house/t finds nothing to do on doc001/reference",)


def test_taking_out_what_another_chosen_patch_brings_is_a_conflict(world: World) -> None:
    world.patch("house/t", "without: [part/jump]")
    error = world.problem(patches=["house/jump-in", "house/t"])
    assert error.message.startswith("conflicts with house/jump-in")
