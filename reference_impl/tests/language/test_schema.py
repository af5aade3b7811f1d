"""The form of documents and cores, and what cannot be smuggled in."""

from __future__ import annotations

import itertools
import json

import pytest
from world import World, fresh_library, make, read

from unospec import engine, resources
from unospec.language import Library, SpecError, limits, names, resolve, schema
from unospec.language.errors import each

HEADER = 'unospec: "1"\nid: house/t\nkind: patch\ntitle: {en: T, zh: 某}\n'


def violations(text: str) -> list[SpecError]:
    with pytest.raises(SpecError) as caught:
        schema.check_document(read(text))
    return each(caught.value)


def violation(body: str) -> SpecError:
    """The one violation of a patch with these lines after its header, which is four lines long."""
    (error,) = violations(HEADER + body)
    return error


def test_the_schemas_are_schemas() -> None:
    for name in ("document", "core"):
        text = (resources.root() / "schemas" / f"{name}.schema.json").read_text("utf-8")
        schema.validator(name).check_schema(json.loads(text))


def test_all_documents_of_the_specification_pass() -> None:
    library = Library.load()
    assert len([library.document(name) for name in library.ids()]) >= 16


@pytest.mark.parametrize("ruleset", ["uno/2008", "uno/2001", "doc002/part2"])
def test_all_cores_pass_whatever_their_options_and_patches(ruleset: str) -> None:
    plain = resolve(ruleset)
    for name, option in plain.option_docs.items():
        for value in option.get("values", {}):
            assert not schema.core_problems(resolve(ruleset, (), {name: names.scalar(value)}, check=False))
    together = 0
    for patches in itertools.combinations(Library.load().ids("patch"), 2):
        try:
            core = resolve(ruleset, patches, check=False)
        except SpecError as error:
            assert "is there already" in str(error), patches  # two rules for one card: a table takes one of them
            continue
        together += 1
        assert not schema.core_problems(core)
    assert together >= 15


@pytest.mark.parametrize(
    ("body", "message", "hint", "line", "column", "path"),
    [
        ("acst: {}", "unknown key `acst`", "did you mean `acts`?", 5, 1, "acst"),
        ("acts: {play: {givn: x}}", "unknown key `givn`", "did you mean `given`?", 5, 15, "acts.play.givn"),
        ("with: part/jump", "`part/jump` is not a list of documents", "", 5, 7, "with"),
        ("with: [Part/Jump]", "`Part/Jump` is not an id", "", 5, 8, "with[0]"),
        ("acts: [play]", "a list is not {name: rule}", "", 5, 1, "acts"),
        ("remove: [acts.play, acts.play]", "names something twice", "name each once", 5, 1, "remove"),
        ("remove: []", "too little is listed", "", 5, 1, "remove"),
        ("extends: uno/2008", "only a rule set extends another one", "delete it", 5, 1, "extends"),
        ("abstract: true", "only a rule set can be abstract", "delete it", 5, 1, "abstract"),
        ("options: {x: {default: 1, en: X, zh: X, range: [1]}}", "too little is listed", "", 5, 41,
         "options.x.range"),
        ("options: {x: {default: 1, en: X, range: [1, 2]}}", "`zh` is missing", "", 5, 11, "options.x"),
        ("summary: {en: A}", "`zh` is missing", "both languages", 5, 1, "summary"),
        ("change: {acts.play: do}", "`do` is not {field: new value}", "", 5, 21, "change.acts.play"),
        ("interpretations: {x: {question: {en: A, zh: ''}}}", "`` is not a text on one line", "", 5, 45,
         "interpretations.x.question.zh"),
    ],
)  # fmt: skip
def test_violations_are_told_in_words_at_their_place(
    body: str, message: str, hint: str, line: int, column: int, path: str
) -> None:
    error = violation(body)
    assert error.message.startswith(message)
    assert hint in error.hint
    assert (error.line, error.column, error.path) == (line, column, path)
    assert (error.file, error.blame) == ("t.yaml", "house/t")


def test_all_violations_are_told_at_once_in_the_order_of_their_places() -> None:
    found = violations("unospec: 1\nid: x\nkind: rule\nwith: 3\n")
    assert [error.line for error in found] == [1, 1, 2, 3, 4]
    assert found[0].message == "`title` is missing"
    assert found[1].hint == 'write "1"'
    assert found[3].message == "`rule` is not one of ruleset, part, patch"


SMUGGLED = [
    "a\\nimport os",
    "a\\n",
    "a'b",
    'a\\"b',
    "a\\\\",
    "a b",
    "a;b",
    "a#b",
    "__class__",
    "a__b",
    "_a",
    "a_",
    "\u0430ct",  # a Cyrillic letter that looks like a
    "\uff41",  # a fullwidth letter
    "a\u0301",
    "A",
    "a" * 10_000,
    "",
]
# Where a name can stand in a document, with %s for it.
NAMED_BY_DOCUMENTS = {
    "id": 'unospec: "1"\nid: "house/%s"\nkind: patch\ntitle: {en: T, zh: 某}\n',
    "rule": HEADER + 'acts: {"%s": {do: []}}\n',
    "definition": HEADER + 'define: {"%s": true}\n',
    "effect": HEADER + 'effects: {"%s": {do: []}}\n',
    "variable": HEADER + 'state: {"%s": flag}\n',
    "option": HEADER + 'options: {"%s": 1}\n',
    "option value": HEADER
    + 'options: {o: {default: x, values: {x: {en: X, zh: X}, "%s": {en: X, zh: X}}, en: X, zh: X}}\n',
    "changed rule": HEADER + 'change: {"acts.%s": {do: []}}\n',
    "field": HEADER + 'add: {acts.play: {"%s": 1}}\n',
    "removed rule": HEADER + 'remove: ["acts.%s"]\n',
    "part": HEADER + 'with: ["part/%s"]\n',
    "order": HEADER + 'after: ["house/%s"]\n',
    "part taken out": HEADER + 'without: ["part/%s"]\n',
    "source": HEADER + 'sources: ["%s"]\n',
}


@pytest.mark.parametrize("place", NAMED_BY_DOCUMENTS)
@pytest.mark.parametrize("name", SMUGGLED, ids=lambda name: ascii(name)[:20])
def test_names_outside_the_closed_grammar_are_refused_by_the_loader(place: str, name: str) -> None:
    text = NAMED_BY_DOCUMENTS[place] % name
    with pytest.raises(SpecError) as caught:
        schema.check_document(read(text))
    for error in each(caught.value):
        assert "\n" not in error.message and len(error.message) < 400
        assert error.line > 0


# Where a word can stand deeper in a rule, below what the schema of documents looks at: seen on the core.
NAMED_BY_RULES = {
    "token": 'change: {cards: {colours.red.token: "%s"}}',
    "colour": 'change: {cards: {colours: {"%s": {token: R, en: R, zh: R}}}}',
    "colour entry": 'change: {cards: {colours: {red: {token: "%s", en: R, zh: R}}}}',
    "tag": 'change: {cards: {kinds.number.tags: ["%s"]}}',
    "face": 'change: {cards: {deck: [{face: "%s", copies: 108}]}}',
    "term": 'change: {define.owing: {is: "%s"}}',
    "operator": 'change: {define.owing: {is: {"%s": [1, 2]}}}',
    "written variable": 'change: {blocks.pay: {do: [{set: {"%s": 1}}]}}',
    "effect": 'change: {blocks.pay: {do: [{"%s": 1}]}}',
    "block": 'change: {blocks.pay: {do: [{do: "%s"}]}}',
    "argument": 'change: {blocks.pay: {do: [{do: owe, with: {"%s": actor}}]}}',
    "act of a rule called source": 'forbid: {source: {act: ["%s"], when: true, en: A, zh: 某}}',
    "act of a rule called en": 'acts: {en: {in: "%s", do: [], en: A, zh: 某}}',
    "window": 'acts: {x: {in: "%s", do: [], en: A, zh: 某}}',
    "sort": 'state: {x: "%s"}',
    "start": 'state: {x: {sort: colour, start: "%s"}}',
}
OUT_OF_GRAMMAR = [name for name in SMUGGLED if name not in ("A", "_a", "a_", "a#b", "", "a__b", "__class__")] + [
    "__class__",
    "a.__class__",
    "hand(__import__)",
    "x' or 'y",
    "${x}",
    "a\\tb",
]


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("place", NAMED_BY_RULES)
@pytest.mark.parametrize("word", OUT_OF_GRAMMAR, ids=lambda word: ascii(word)[:20])
def test_words_outside_the_closed_grammar_never_reach_the_engine(
    place: str, word: str, checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[object] = []
    monkeypatch.setattr(engine, "compile_core", lambda *args, **kwargs: reached.append(args))
    library = fresh_library()
    with pytest.raises(SpecError) as caught:
        library.add_document(make("house/t", "patch", NAMED_BY_RULES[place] % word))
        engine.compile_core(resolve("uno/2008", ["house/t"], None, library, check=checked).data, 3)
    assert not reached
    for error in each(caught.value):
        assert "\n" not in error.message and len(error.message) < 400
        if not checked and word != "${x}" and len(word) < 999:  # an option; too long for any text
            assert "is not a word that rules may use" in error.message


def test_the_grammar_of_words_holds_for_every_core() -> None:
    for word in ("hand(pending.by)", "face/7", "+2", "W4", "score(seat)", "card.colour", "jump-in"):
        assert names.is_word(word)
    for word in ("", "a b", "a\n", "a\nb", "'", '"', "\\", "a__b", "é", "x" * (limits.WORD_LENGTH + 1)):
        assert not names.is_word(word)


def test_a_rule_without_its_sentence_is_refused(world: World) -> None:
    world.patch("house/t", "forbid: {x: {act: [play], when: {eq: [1, 2]}, en: A}}")
    error = world.problem(patches=["house/t"])
    assert (error.message, error.path, error.blame) == ("`zh` is missing", "forbid.x", "house/t")
    assert (error.file, error.line) == ("house/t.yaml", 5)


@pytest.mark.parametrize(
    ("why", "path", "column", "message"),
    [
        ('{en: "a guess"}', "acts.keep.source.why", 48, "`zh` is missing"),
        ('{zh: "推测"}', "acts.keep.source.why", 48, "`en` is missing"),
        ('"a guess"', "acts.keep.source.why", 53, "a text in both languages: {en: ..., zh: ...}"),
        ('{en: "a guess", zh: ""}', "acts.keep.source.why.zh", 73, "a text on one line"),
    ],
)
def test_a_remark_on_a_source_is_said_in_both_languages(
    why: str, path: str, column: int, message: str, world: World
) -> None:
    world.patch("house/t", f"change: {{acts.keep: {{source: {{status: assumed, why: {why}}}}}}}")
    error = world.problem(patches=["house/t"])
    assert message in error.message
    assert (error.path, error.file, error.line, error.column) == (path, "house/t.yaml", 5, column)


def test_a_deck_that_does_not_add_up_is_refused(world: World) -> None:
    world.patch("house/t", "change: {cards: {total: 107}}")
    error = world.problem(patches=["house/t"])
    assert error.message == "the deck adds up to 108 cards, but `total` says 107"
    assert (error.path, error.file, error.blame) == ("cards.total", "house/t.yaml", "house/t")


def test_a_deck_may_not_be_huge(world: World) -> None:
    rows = "{each: colour, face: ['1', '2', '3', '4'], copies: 100}"
    world.patch("house/t", f"change: {{cards: {{total: 1000, deck: [{rows}]}}}}")
    assert "1600 cards" in world.problem(patches=["house/t"]).message
    world.patch("house/u", "change: {cards: {deck: [{face: wild, copies: 1000000000}]}}")
    assert world.problem(patches=["house/u"]).path == "cards.deck[0].copies"


def test_partners_change_after_at_least_one_round(world: World) -> None:
    world.patch("house/t", "teams: {count: 2, rotate: {every: 0}}\nchange: {seats: {min: 4}}")
    error = world.problem(patches=["house/t"])
    assert (error.path, error.file, error.line) == ("teams.rotate.every", "house/t.yaml", 5)
