"""Where two rule sets differ: rule by rule, and with --witness a short game that shows it.

A rule set is named by its id or file, with patches after a plus sign: uno/2008+house/stacking:stack=any_draw.
Meanings are compared, not wordings. Exit code 0 if both are the same game, 1 if not.

Examples:
  unospec diff uno/2008 uno/2001 --witness
  unospec diff uno/2008 uno/2008+house/jump-in --lang zh
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_FAILED, EXIT_OK, _common
from unospec.language import Core, Library, SpecError, resolve

if TYPE_CHECKING:
    from unospec.explore.differ import Witness
    from unospec.rulebook.compare import Comparison, RuleDifference


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", metavar="A", help="a rule set, with patches: ID[+PATCH[:OPT=VAL,...]]...")
    parser.add_argument("b", metavar="B", help="another one")
    parser.add_argument("--witness", action="store_true", help="also a short game in which they differ")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Compare; 0 the same, 1 not."""
    from unospec.rulebook.compare import compare

    library = Library.load()
    a, b = (_named(text, library) for text in (args.a, args.b))
    found = compare(a, b)
    witness = _witness(a, b) if args.witness and not found.same else None
    if args.json:
        print(json.dumps(_as_json(found, witness), ensure_ascii=False, indent=1))
    else:
        for line in _lines(found, (a, b), (args.a, args.b), args.lang):
            print(line)
        if args.witness and not found.same:
            from unospec.cli._witness import told

            print()
            for line in told(witness, (a, b), (args.a, args.b), args.lang):
                print(line)
    return EXIT_OK if found.same else EXIT_FAILED


def _named(text: str, library: Library) -> Core:
    """The core of `ID+PATCH:OPT=VAL+PATCH`. Raises SpecError."""
    name, *patches = text.split("+")
    if not name or not all(patches):
        raise SpecError(f"`{text}` is not ID+PATCH", hint="write for example uno/2008+house/stacking")
    document = _common.named(name, library)
    chosen = [_common.patch(patch, library) for patch in patches]
    ruleset, chosen = _common.selected(library, document, chosen, _common.USUAL_RULESET)
    return resolve(ruleset, chosen, library=library)


def _witness(a: Core, b: Core) -> Witness | None:
    from unospec.explore.differ import first_difference

    return first_difference(a, b, hidden=False) or first_difference(a, b, hidden=False, effort=4)


def _as_json(found: Comparison, witness: Witness | None) -> dict[str, Any]:
    return {
        "same": found.same,
        "rules": [
            {"rule": r.rule, "which": r.which, "a": asdict(r.a) if r.a else None, "b": asdict(r.b) if r.b else None}
            for r in found.rules
        ],
        "options": [{"option": name, "a": a, "b": b} for name, a, b in found.options],
        "cards": found.cards,
        "seats": found.seats,
        "teams": found.teams,
        "witness": asdict(witness) if witness else None,
    }


def _lines(found: Comparison, cores: tuple[Core, Core], names: tuple[str, str], lang: str) -> Iterator[str]:
    """The comparison as text."""
    from unospec.rulebook.labels import say

    a, b = names
    yield say(lang, "compare", "heading", a=a, b=b)
    if found.same:
        yield say(lang, "compare", "same")
    if found.cards:
        yield say(lang, "compare", "cards")
    if found.seats:
        (a_min, a_max), (b_min, b_max) = found.seats
        yield say(lang, "compare", "seats", a=a, b=b, a_min=a_min, a_max=a_max, b_min=b_min, b_max=b_max)
    if found.teams:
        yield say(lang, "compare", "teams", a=a, b=b, a_teams=found.teams[0], b_teams=found.teams[1])
    for which in ("differs", "only_a", "only_b"):
        rules = [r for r in found.rules if r.which == which and r.spoken]
        if rules:
            yield ""
            yield say(lang, "compare", which, a=a, b=b)
        for rule in rules:
            yield from _rule(rule, lang)
    if found.options:
        yield ""
        yield say(lang, "compare", "options")
        for name, one, other in found.options:
            text = cores[0].option_docs[name][lang]
            yield f"  {text}: {_value(cores[0], name, one, lang)} / {_value(cores[1], name, other, lang)}"
    inner = [r.rule for r in found.rules if not r.spoken]
    if inner:
        yield ""
        yield f"{say(lang, 'compare', 'inner')}: {', '.join(inner)}"


def _rule(rule: RuleDifference, lang: str) -> Iterator[str]:
    yield f"  {rule.rule}"
    for mark, text in (("-", rule.a), ("+", rule.b)):
        if text is not None:
            yield f"    {mark} {text.of(lang)}"


def _value(core: Core, option: str, value: object, lang: str) -> str:
    values = core.option_docs[option].get("values", {})
    said = values.get(str(value).lower(), {})
    return str(said.get(lang, value))
