"""From rule sets, patches and options to a core."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

import pytest
from world import World, fresh_library

from unospec.language import SpecError, canonical_json, compose, fold, plan, resolve
from unospec.language.core import sha256
from unospec.language.document import Reference
from unospec.language.errors import Place
from unospec.language.source import Map, Seq

RULESETS = ("uno/2008", "uno/2001", "doc002/part2")
HOUSE = (
    "house/draw-to-match",
    "house/force-play",
    "house/jump-in",
    "house/no-bluffing",
    "house/seven-zero",
    "house/stacking",
)
# House rules that contradict one another, and why: (one, the other) -> reason. There are none among these six:
# the closest are force-play and draw-to-match, but "has to be played" and "until it can be" are two questions.
CONTRADICTIONS: dict[frozenset[str], str] = {}

CHOICE = "values: {a: {en: A, zh: 甲}, b: {en: B, zh: 乙}}, en: Choice, zh: 选择"


def choices() -> Iterator[tuple[str, ...]]:
    """Every selection of at most three house rules."""
    for size in range(4):
        yield from itertools.combinations(HOUSE, size)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_house_rules_go_together_unless_they_contradict(ruleset: str) -> None:
    library = fresh_library()
    for chosen in choices():
        if any(pair <= set(chosen) for pair in CONTRADICTIONS):
            with pytest.raises(SpecError):
                resolve(ruleset, chosen, None, library)
            continue
        core = resolve(ruleset, chosen, None, library)
        assert set(core.patches) == set(chosen)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_order_of_independent_house_rules_does_not_matter(ruleset: str) -> None:
    library = fresh_library()
    for pair in itertools.combinations(HOUSE, 2):
        forth, back = (resolve(ruleset, chosen, None, library, check=False) for chosen in (pair, pair[::-1]))
        assert forth.data == back.data


def test_a_core_is_plain_sorted_data_with_its_hash(world: World) -> None:
    core = world.resolve(patches=["house/jump-in"])
    assert json.loads(json.dumps(core.data)) == core.data
    assert list(core.data) == sorted(core.data)
    assert core.hash == sha256(core.data) and core.hash.startswith("sha256:")
    assert "options" not in core.data
    written = canonical_json(core.data)
    for trace in ("by_option", '"only"', '"$', "{hand_size}"):
        assert trace not in written


def test_the_same_rules_have_the_same_hash_and_other_rules_another(world: World) -> None:
    assert world.resolve().hash == resolve("uno/2008").hash
    hashes = {world.resolve(ruleset, chosen).hash for ruleset in RULESETS for chosen in ([], ["house/stacking"])}
    assert len(hashes) == 6


def test_who_wrote_what_is_on_record(world: World) -> None:
    core = world.resolve(patches=["house/stacking"])
    assert core.blame["define.answers"] == "part/answer"
    assert core.blame["define.answers.is"] == "house/stacking"
    assert core.blame["acts.keep.source"] == "uno/2008"
    assert core.brought["part/answer"] == "house/stacking"
    origin = core.origin["acts.answer"]
    assert origin["file"] == "spec/parts/answer.yaml" and origin["line"] == 14


def test_options_are_folded_with_their_sentences(world: World) -> None:
    core = world.resolve(hand_size=5, match="points_lost", target=200)
    assert core.data["setup"]["deal"]["do"][1] == {"deal": 5}
    assert "deal 5 cards" in core.data["setup"]["deal"]["en"]
    assert list(core.data["match"]) == ["points_lost"]
    assert core.options["hand_size"] == 5 and core.options["uno_penalty"] == 2
    assert core.option_docs["hand_size"]["range"] == [1, 15]


def test_values_may_be_given_in_all_the_ways(world: World) -> None:
    ways = [
        world.resolve(patches=["house/stacking"], stack="any_draw"),
        world.resolve(patches=[("house/stacking", {"stack": "any_draw"})]),
        world.resolve(patches=[{"house/stacking": {"stack": "any_draw"}}]),
    ]
    assert len({core.hash for core in ways}) == 1
    world.ruleset("home/t", "extends: uno/2008\nwith: [{house/stacking: {stack: any_draw}}]")
    assert world.resolve("home/t").data["define"] == ways[0].data["define"]


def test_the_last_word_on_an_option_counts(world: World) -> None:
    world.ruleset("home/t", "extends: uno/2008\noptions: {hand_size: 9}")
    world.patch("house/t", "options: {hand_size: 8}")
    assert world.resolve("home/t").options["hand_size"] == 9
    assert world.resolve("home/t", ["house/t"]).options["hand_size"] == 8
    assert world.resolve("home/t", ["house/t"], hand_size=7).options["hand_size"] == 7


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"hand_siz": 5}, "there is no option `hand_siz`", "did you mean `hand_size`?"),
        ({"hand_size": 0}, "`0` is out of range", "from 1 to 15"),
        ({"hand_size": True}, "out of range", "from 1 to 15"),
        ({"hand_size": "5"}, "out of range", "from 1 to 15"),
        ({"match": "points_one"}, "`points_one` is not a value", "did you mean `points_won`?"),
    ],
)
def test_unknown_options_and_values_are_refused(
    world: World, options: dict[str, object], message: str, hint: str
) -> None:
    error = world.problem(**options)
    assert message in error.message and hint in error.hint


def test_options_in_documents_are_refused_where_they_stand(world: World) -> None:
    world.ruleset("home/t", "extends: uno/2008\noptions:\n  hand_siz: 9")
    error = world.problem("home/t")
    assert (error.line, error.column, error.hint) == (7, 3, "did you mean `hand_size`?")
    world.ruleset("home/u", "extends: uno/2008\nwith:\n  - house/stacking: {stak: any_draw}")
    assert world.problem("home/u").hint == "did you mean `stack`?"
    world.ruleset("home/v", "extends: uno/2008\nwith:\n  - house/stacking: {stack: all}")
    error = world.problem("home/v")
    assert (error.file, error.line, error.blame) == ("home/v.yaml", 7, "house/stacking")


def test_an_option_that_nothing_reads_is_an_error(world: World) -> None:
    world.patch("house/t", f"options: {{x: {{default: a, {CHOICE}}}}}")
    error = world.problem(patches=["house/t"])
    assert error.message == "nothing reads the option `x`" and error.line == 5
    world.ruleset("home/t", "extends: uno/2001\nremove: [acts.keep]\nchange: {windows.drawn: {en: A, zh: 某}}")
    assert "nothing reads the option `drawn_card`" in world.problem("home/t").message


def test_a_placeholder_alone_does_not_make_an_option_read(world: World) -> None:
    world.patch(
        "house/t", f"options: {{x: {{default: a, {CHOICE}}}}}\nchange: {{acts.keep: {{en: 'Say {{x}}', zh: 某}}}}"
    )
    assert "nothing reads the option `x`" in world.problem(patches=["house/t"]).message


PARTED = "options: {x: {default: a, values: {a: {en: a, zh: 甲}, b: {en: b, zh: 乙}}, en: X, zh: 某}}\n"
IN_BREACH = "change: {define.breach: {is: {by_option: x, cases: {a: {eq: [1, 1]}, b: {eq: [1, 2]}}}, text: holds}}\n"


def test_an_option_read_only_in_a_part_that_a_patch_takes_out_is_a_warning(world: World) -> None:
    """The change that reads it is to a rule of the part, and goes with it."""
    world.ruleset("home/t", f"extends: uno/2008\n{PARTED}{IN_BREACH}")
    assert world.resolve("home/t").warnings == ()
    expected = ("with house/no-bluffing the option `x` has no effect",)
    assert world.resolve("home/t", ["house/no-bluffing"]).warnings == expected
    assert world.resolve("home/t", ["house/jump-in", "house/no-bluffing"]).warnings == expected
    assert world.resolve("home/t", ["house/no-bluffing", "house/force-play"]).warnings == expected
    world.ruleset("home/u", f"extends: uno/2008\nwithout: [part/challenge]\n{PARTED}")
    assert "nothing reads the option `x`" in world.problem("home/u", ["house/no-bluffing"]).message


# -------------------------------------------------------------------- what is used

NUMBER = "define: {spare: {eq: [turn, dealer]}}\n"
SPARE = f"""{PARTED}state: {{beats: number}}
blocks: {{beat: {{do: [{{add: {{beats: how}}}}, {{clear: drawn}}]}}}}
{NUMBER}change:
  acts.keep:
    text: holds
    do:
      by_option: x
      cases:
        a: [{{clear: drawn}}, {{pass: 1}}]
        b: [{{if: {{all: [spare, {{gt: [beats, 1]}}]}}, then: [{{do: beat, with: {{how: 1}}}}]}}, {{pass: 1}}]
"""


def test_what_another_choice_of_options_uses_is_used(world: World) -> None:
    """A definition, a variable and a block that only one value of an option needs."""
    world.patch("house/t", SPARE)
    for value in ("a", "b"):
        assert world.resolve(patches=["house/t"], x=value).warnings == ()


def test_a_word_that_a_block_needs_under_one_option_only(world: World) -> None:
    only = SPARE.replace("[{add: {beats: how}}, {clear: drawn}]", "[{only: {x: a}, add: {beats: how}}, {clear: drawn}]")
    assert only != SPARE
    world.patch("house/t", only)
    assert world.resolve(patches=["house/t"], x="b").warnings == ()
    world.patch("house/u", SPARE.replace("[{add: {beats: how}}, {clear: drawn}]", "[{add: {beats: 1}}]"))
    assert world.problem(patches=["house/u"], x="b").message == "the block `beat` has no use for `how`"


@pytest.mark.parametrize("value", ["a", "b"])
def test_what_no_choice_of_options_uses_is_an_error(world: World, value: str) -> None:
    lacking = SPARE.replace("{all: [spare, {gt: [beats, 1]}]}", "{gt: [beats, 1]}")
    world.patch("house/t", lacking)
    error = world.problem(patches=["house/t"], x=value)
    assert (error.message, error.blame) == ("nothing uses the definition `spare`", "house/t")


def test_what_loses_its_last_use_to_a_house_rule_is_a_warning(world: World) -> None:
    """No rule set can know which house rules are played with it."""
    world.patch("house/u", "define: {spare: {eq: [turn, dealer]}}\nadd: {acts.keep: {given: spare, text: holds}}")
    always = "change: {acts.keep: {given: {eq: [1, 1]}, en: A, zh: 某}}"
    world.patch("house/v", f"after: [house/u]\n{always}")
    assert world.resolve(patches=["house/u"]).warnings == ()
    expected = ("with house/v nothing uses the definition `spare`",)
    assert world.resolve(patches=["house/v", "house/u"]).warnings == expected
    world.ruleset("home/t", f"extends: uno/2008\nwith: [house/u]\n{always}")
    assert world.problem("home/t").message == "nothing uses the definition `spare`"


def test_what_loses_its_last_use_to_an_amendment_is_an_error(world: World) -> None:
    """Mutants of the rules are told from rules that somebody could have written."""

    def amend(root: Map) -> None:
        acts = root["acts"]
        assert isinstance(acts, Map) and isinstance(keep := acts["keep"], Map)
        keep.drop("given")

    world.patch("house/u", "define: {spare: {eq: [turn, dealer]}}\nadd: {acts.keep: {given: spare, text: holds}}")
    with pytest.raises(SpecError, match="nothing uses the definition `spare`"):
        resolve("uno/2008", ["house/u"], None, world.library, amend=amend)


def test_a_house_rule_that_leaves_an_option_without_effect_is_a_warning(world: World) -> None:
    expected = ("with house/force-play the option `drawn_card` has no effect",)
    assert world.resolve("uno/2001", ["house/force-play"]).warnings == expected
    assert world.resolve("uno/2001", ["house/force-play"], drawn_card="must").warnings == expected
    world.ruleset("home/t", "extends: uno/2001\nwith: [house/force-play]")
    assert world.resolve("home/t").warnings == expected
    assert world.resolve("uno/2008", ["house/force-play"]).warnings == ()


def test_a_house_rule_may_take_an_option_away_altogether(world: World) -> None:
    gone = "remove: [acts.keep, options.drawn_card, interpretations.drawn_card]"
    world.patch("house/t", f"{gone}\nchange: {{windows.drawn: {{en: A, zh: 某}}}}")
    core = world.resolve("uno/2001", ["house/t"])
    assert core.warnings == () and "drawn_card" not in core.options


def option_patch(rest: str) -> str:
    return f"options: {{x: {{default: a, {CHOICE}}}}}\n{rest}"


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        ("change: {acts.keep: {do: {by_option: x, cases: {a: []}}, text: holds}}", "no case for `b`", "add"),
        (
            "change: {acts.keep: {do: {by_option: x, cases: {a: [], b: [], c: []}}, text: holds}}",
            "`c` is not a value of the option `x`",
            "known are: a, b",
        ),
        ("change: {acts.keep: {do: {by_option: x}, text: holds}}", "`by_option` stands with `cases`", ""),
        (
            "change: {acts.keep: {do: {by_option: x, cases: {a: [], b: []}, z: 1}, text: holds}}",
            "`by_option` stands with `cases`",
            "",
        ),
        (
            "change: {acts.keep: {do: {by_option: hand_size, cases: {}}, text: holds}}\n"
            "add: {acts.keep: {only: {x: a}, text: holds}}",
            "has a range",
            "use $hand_size",
        ),
        ("add: {acts.keep: {only: {x: c}, text: holds}}", "`c` is not a value of the option `x`", "a, b"),
        ("add: {acts.keep: {only: {y: a}, text: holds}}", "there is no option `y`", ""),
        ("change: {acts.keep: {do: [{pass: $y}], only: {x: a}, text: holds}}", "has no `only`", ""),
        (
            "change: {acts.keep: {do: [{pass: $y}], text: holds}}\nadd: {acts.keep: {only: {x: a}, text: holds}}",
            "there is no option `y`",
            "",
        ),
        (
            "change: {acts.keep: {en: 'Draw {hand_siz}.', zh: 某}}\nadd: {acts.keep: {only: {x: a}, text: holds}}",
            "the placeholder {hand_siz} is no option",
            "did you mean `hand_size`?",
        ),
    ],
)
def test_options_used_wrongly_are_refused(world: World, body: str, message: str, hint: str) -> None:
    world.patch("house/t", option_patch(body))
    found = world.problems(patches=["house/t"])
    assert any(message in error.message and hint in error.hint for error in found), list(map(str, found))
    assert all(error.file == "house/t.yaml" and error.blame == "house/t" for error in found)


def test_what_the_present_values_do_not_select_is_looked_at_too(world: World) -> None:
    world.patch(
        "house/t",
        option_patch(
            "change:\n"
            "  acts.keep:\n"
            "    do: {by_option: x, cases: {a: [{pass: 1}], b: [{pass: $y}]}}\n"
            "    en: {by_option: x, cases: {a: A, b: 'Say {z}.'}}\n"
            "    zh: 某"
        ),
    )
    found = {error.message for error in world.problems(patches=["house/t"])}
    assert found == {"there is no option `y`", "the placeholder {z} is no option"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_composition_knows_which_options_are_read(ruleset: str, world: World) -> None:
    world.patch("house/t", "change: {acts.keep: {do: [], text: holds}}\nremove: [acts.draw]")
    for chosen in [*choices(), ("house/t",)]:
        patches = [Reference(name, Place("")) for name in chosen]
        done = compose.compose(plan.make(world.library, ruleset, patches))
        rules = [value for section, value in done.root.items() if section != "options"]
        assert done.read == set().union(*map(fold.options_read, rules)) != set()


def test_only_drops_rules_and_elements(world: World) -> None:
    body = "change: {acts.keep: {do: [{clear: drawn}, {pass: 1}, {pass: 1, only: {x: [b]}}], text: holds}}"
    world.patch("house/t", option_patch(body))
    assert len(world.resolve(patches=["house/t"]).data["acts"]["keep"]["do"]) == 2
    assert len(world.resolve(patches=["house/t"], x="b").data["acts"]["keep"]["do"]) == 3


def test_names_with_a_question_mark_need_not_be_there(world: World) -> None:
    assert world.resolve().data["marks"]["bluff"]["at"] == ["play"]
    both = world.resolve(patches=["house/stacking", "house/jump-in"])
    assert both.data["marks"]["bluff"]["at"] == ["play", "answer", "jump"]
    world.patch("house/t", 'forbid: {x: {act: ["jump?"], when: {eq: [1, 1]}, en: A, zh: 某}}')
    assert world.problem(patches=["house/t"]).message == "none of these is there"


def _extended(world: World, name: str) -> str:
    above = world.library.document(name).extends
    return above.id if above else ""


def test_an_abstract_rule_set_is_not_played(world: World) -> None:
    error = world.problem("uno/base")
    assert "is abstract" in error.message
    assert error.hint is not None and error.hint.startswith("take a rule set that extends it: ")
    offered = error.hint.partition(": ")[2].split(", ")
    extending = {name for name in world.library.ids("ruleset") if _extended(world, name) == "uno/base"}
    assert set(offered) == extending and {"uno/2001", "uno/2008"} <= extending


def test_a_patch_is_not_a_rule_set(world: World) -> None:
    assert "is a patch, not a rule set" in world.problem("house/jump-in").message
    with pytest.raises(SpecError, match="a patch with options is written"):
        world.resolve(patches=[{"house/jump-in": {}, "house/stacking": {}}])


def test_variables_and_definitions_are_in_full(world: World) -> None:
    data = world.resolve().data
    assert data["state"]["active_colour"] == {"sort": "colour", "seen": "all", "start": "none"}
    assert data["state"]["pending"]["guilty"] == {"sort": "flag", "seen": "none", "start": False}
    assert all("is" in body for body in data["define"].values())
    assert data["faults"] == {}


def test_problems_come_together_in_the_order_of_their_places(world: World) -> None:
    world.patch("house/t", "remove:\n  - acts.kep\n  - acts.drw\nchange: {acts.tak: {do: []}}")
    assert [error.line for error in world.problems(patches=["house/t"])] == [6, 7, 8]


WAYS = "{by_option: x, cases: {a: [{clear: drawn}, {pass: 1}], b: [{pass: 1}]}}"
TWO_WAYS = f"change: {{acts.keep: {{do: {WAYS}, text: holds}}}}"
COUNTED = "change: {acts.keep: {do: [{pass: $n}], text: holds}}"


def _ways_to_keep(root: Map) -> Map:
    acts = root["acts"]
    assert isinstance(acts, Map) and isinstance(keep := acts["keep"], Map)
    assert isinstance(do := keep["do"], Map) and do["by_option"] == "x"
    assert isinstance(cases := do["cases"], Map)
    return cases


def test_an_amendment_is_made_before_options_are_folded_and_for_one_call(world: World) -> None:
    world.patch("house/t", option_patch(TWO_WAYS))
    before = world.resolve(patches=["house/t"])

    def amend(root: Map) -> None:
        way = _ways_to_keep(root)["a"]
        assert isinstance(way, Seq)
        del way[0], way.places[0]

    amended = resolve("uno/2008", ["house/t"], None, world.library, amend=amend)
    assert before.data["acts"]["keep"]["do"] == [{"clear": "drawn"}, {"pass": 1}]
    assert amended.data["acts"]["keep"]["do"] == [{"pass": 1}]
    assert amended.blame == before.blame and amended.hash != before.hash
    assert world.resolve(patches=["house/t"]).hash == before.hash


def test_an_option_that_loses_its_last_use_to_an_amendment_is_a_warning(world: World) -> None:
    def amend(root: Map) -> None:
        acts = root["acts"]
        assert isinstance(acts, Map) and isinstance(keep := acts["keep"], Map)
        keep["do"] = _ways_to_keep(root)["b"]

    world.patch("house/t", option_patch(TWO_WAYS))
    core = resolve("uno/2008", ["house/t"], None, world.library, amend=amend)
    assert core.warnings == ("with the amendment the option `x` has no effect",)


def test_what_is_wrong_with_an_amendment_is_an_error(world: World) -> None:
    with pytest.raises(SpecError):
        resolve("uno/2008", (), None, world.library, amend=lambda root: root.drop("acts"))


def test_one_is_not_true_even_if_python_says_so(world: World) -> None:
    world.patch("house/t", "options: {n: {default: 2, range: [1, 3], en: N, zh: 数}}\n" + COUNTED)
    assert world.resolve(patches=[("house/t", {"n": 1})]).options["n"] == 1
    assert "is out of range" in world.problem(patches=[("house/t", {"n": True})]).message
