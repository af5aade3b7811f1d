"""Explain one rule, or one option, of a rule set: what it says, means, comes from, and what proves it.

  unospec explain acts.challenge
  unospec explain effects.reverse --ruleset doc000/basic --lang zh
  unospec explain define.answers --with house/stacking --set stack=any_draw
  unospec explain target --json

RULE is the id of a rule (`acts.challenge`, `dealer`) or the name of an option. Without --ruleset it is
looked up in uno/2008; if it is not there, in the first rule set that has it, then in the house rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_OK, _common
from unospec.cli._explain import Found, as_json, lines, say, where
from unospec.language import Library, SpecError, resolve
from unospec.language.errors import did_you_mean
from unospec.language.source import Map
from unospec.rulebook.explain import Explained, ExplainedOption, Explainer

if TYPE_CHECKING:
    from unospec.conformance.cases import Case

def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rule", metavar="RULE", help="the id of a rule, or the name of an option")
    parser.add_argument("--ruleset", metavar="ID|FILE", help=f"the rule set ({_common.USUAL_RULESET})")
    _common.add_selection(parser)
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


@_common.telling_errors
def run(args: argparse.Namespace) -> int:
    """Print the explanation; 0, or 3 if there is no such rule."""
    found = _found(args)
    _common.warn(found.explainer.core)
    here, others = _cases(found)
    if args.json:
        print(json.dumps(as_json(found, here, others), ensure_ascii=False, indent=2))
        return EXIT_OK
    if found.elsewhere:
        place = where(found.explainer.core)
        print(say(args.lang, "found", id=args.rule, usual=_common.USUAL_RULESET, where=place), file=sys.stderr)
    for line in lines(found, here, others, args.lang):
        print(line)
    return EXIT_OK


# ------------------------------------------------------------------ which rule, of which core


def _found(args: argparse.Namespace) -> Found:
    """The rule in the rule set that is named, else wherever it is. Raises SpecError."""
    library = Library.load()
    chosen = [_common.patch(text, library) for text in args.patches]
    ruleset = _common.named(args.ruleset or _common.USUAL_RULESET, library)
    ruleset, chosen = _common.selected(library, ruleset, chosen, _common.USUAL_RULESET)
    first = _explainer(library, ruleset, chosen, _common.settings(args.options))
    what = _look(first, args.rule)
    if what is not None:
        return Found(first, what)
    known = _known(first)
    if args.ruleset is None and not args.patches and not args.options:
        for other in _elsewhere(library):
            what = _look(other, args.rule)
            if what is not None:
                return Found(other, what, elsewhere=True)
            known |= _known(other)
    raise _missing(args.rule, first, known, library)


def _explainer(library: Library, ruleset: str, patches: list[_common.Patch], options: dict[str, Any]) -> Explainer:
    roots: list[Map] = []
    core = resolve(ruleset, patches, options, library, amend=roots.append)
    return Explainer(core, roots[0])


def _elsewhere(library: Library) -> Iterator[Explainer]:
    """The other rule sets, then every house rule on the usual one, one after the other."""
    for name in library.ids("ruleset"):
        if not library.document(name).abstract and name != _common.USUAL_RULESET:
            yield _explainer(library, name, [], {})
    for name in library.ids("patch"):
        try:
            yield _explainer(library, _common.USUAL_RULESET, [(name, {})], {})
        except SpecError:
            continue  # a patch for another rule set


def _look(explainer: Explainer, name: str) -> Explained | ExplainedOption | None:
    """The rule or option of this name, if it is there and in force."""
    if name in explainer.rules:
        return explainer.rule(name)
    option = name.removeprefix("options.")
    return explainer.option(option) if option in explainer.core.options else None


def _known(explainer: Explainer) -> set[str]:
    return {*explainer.rules, *explainer.core.options}


def _missing(name: str, first: Explainer, known: set[str], library: Library) -> SpecError:
    """Why there is nothing to explain."""
    waiting = first.waiting(name)
    if waiting:
        wanted = " ".join(f"--set {option}={values[0]}" for option, values in waiting.items())
        return SpecError(f"`{name}` is not in force in {where(first.core)}", hint=f"it is with {wanted}")
    if name in library:
        return SpecError(f"`{name}` is a document, not a rule", hint=f"`unospec rules {name}` prints what it says")
    same = sorted(rule for rule in known if rule.endswith(f".{name}"))
    hint = f"did you mean `{same[0]}`?" if same else did_you_mean(name, known)
    return SpecError(f"there is no rule or option `{name}` in {where(first.core)}", hint=hint)


def _cases(found: Found) -> tuple[list[Case], dict[str, int]]:
    """The cases about it that play this rule set with these patches, and how many others there are by rule set."""
    from unospec.conformance import authoring

    core, what = found.explainer.core, found.what
    here: list[Case] = []
    others: dict[str, int] = {}
    for case in authoring.whole():
        settings = {**case.options, **{k: v for _, given in case.patches for k, v in given.items()}}
        if what.id not in case.proves if isinstance(what, Explained) else what.name not in settings:
            continue
        patches = [patch for patch, _ in case.patches]
        if case.ruleset == core.id and sorted(patches) == sorted(core.patches):
            here.append(case)
        else:
            place = " + ".join((case.ruleset, *patches))
            others[place] = others.get(place, 0) + 1
    return here, others
