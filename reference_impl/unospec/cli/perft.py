"""Count sequences of acts from a position, and compare the offers of an implementation with them.

  unospec perft --position perft-0001               how many sequences of 1, 2, 3, ... acts there are
  unospec perft RULESET --position FILE --depth 5   the same by other rules, for a set-up of your own
  unospec perft --check                             recount the collection (conformance/perft)
  unospec perft --impl NAME                         walk both trees; tell the first place at which they differ
                                                    (it has to observe `legal`, or at least `ok`)

Every act that is legal counts, of all seats: calls and catches, the answers of choices, `close`. Only sequences of
exactly so many acts count; what ends earlier is not in the later counts. Shuffles take the orders that the set-up
records in `reshuffles`, then the ascending one.

A FILE is YAML or JSON: a set-up (seats, hands, discard_pile, draw_pile, ...), or a set-up with its rules
(ruleset, patches, options, setup, nodes), or several of these as in conformance/perft. An ID is one of the collection.

Exit codes: 0 counted, or nothing differs; 1 a count or an offer differs; 2 trouble with the adapter, or nothing
could be compared; 3 usage.

Examples:
  unospec perft --position perft-0005 --divide
  unospec perft uno/2008 --with house/stacking:stack=any_draw --case stack-0001 --depth 6
  unospec perft --position perft-0005 --after '[{"by": "A", "act": "play", "card": "R5"}]' --depth 2
  unospec perft --check --position my-positions.yaml
  unospec perft --impl rlcard --position perft-0001 --ignore call --ignore catch
"""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_FAILED, EXIT_OK, EXIT_USAGE, _adapter
from unospec.cli._common import add_selection, load_core, telling_errors

if TYPE_CHECKING:
    from unospec.conformance.positions import Position
    from unospec.engine import Table
    from unospec.language import Core

_USUAL_DEPTH = 4  # for a position without counts


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help="the rules, if not those of the position")
    add_selection(parser)
    what = parser.add_argument_group("what")
    what.add_argument("--position", metavar="FILE|ID", help="a position: a file, or one of the collection")
    what.add_argument("--case", metavar="ID", help="the set-up of a case")
    what.add_argument("--after", metavar="JSON", help="acts to be carried out first, as a list")
    what.add_argument("--depth", type=int, metavar="N", help="length of the sequences")
    what.add_argument("--list", action="store_true", help="list the collection")
    how = parser.add_argument_group("counting")
    how.add_argument("--divide", action="store_true", help="the count below each first act")
    how.add_argument("--merge", action="store_true", help="join sequences that meet in a state: faster, more memory")
    how.add_argument("--force", action="store_true", help="count on beyond ten million sequences")
    how.add_argument("--check", action="store_true", help="recount what is written, and tell what differs")
    other = parser.add_argument_group("comparing")
    _adapter.add_who(other)
    other.add_argument("--requests", type=int, metavar="N", help="for a position: one for each node (1000)")
    other.add_argument("--ignore", action="append", default=[], metavar="ACT", help="leave this act out (repeatable)")
    other.add_argument("--all", action="store_true", help="also positions that need what the implementation lacks")
    _adapter.add_limits(other)
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of titles and rules")
    parser.add_argument("--json", action="store_true", help="print JSON")


@telling_errors
def run(args: argparse.Namespace) -> int:
    """Do it."""
    problem = _usage(args)
    if problem:
        print(f"unospec perft: {problem}", file=sys.stderr)
        return EXIT_USAGE
    if args.list:
        return _list(args)
    if args.check:
        return _check(args)
    if args.impl or args.adapter:
        from unospec.cli import _perft_compare

        return _perft_compare.run(args)
    return _count(args)


def _usage(args: argparse.Namespace) -> str:
    """What is wrong with the arguments, or ""."""
    from unospec.explore.perft import DEEPEST

    comparing = bool(args.impl or args.adapter)
    if sum((args.list, args.check, comparing)) > 1:
        return "--list, --check and --impl or --adapter are different things; say one of them"
    if args.position and args.case:
        return "--position and --case are both positions; say one of them"
    if args.ruleset and (args.list or args.check or comparing):
        return "here the rules are those of the positions; leave RULESET away"
    if (args.patches or args.options) and not args.ruleset:
        return "--with and --set belong to a rule set; name it"
    if args.depth is not None and not 1 <= args.depth <= DEEPEST:
        return f"--depth is a number of acts from 1 to {DEEPEST}"
    if args.requests is not None and args.requests < 1:
        return "--requests is a number from 1 on"
    if not (args.list or args.check or comparing or args.position or args.case):
        return "which position? give --position FILE|ID or --case ID (`unospec perft --list` lists the collection)"
    return ""


def positions(args: argparse.Namespace) -> "list[Position]":
    """What the arguments name; the collection if nothing is named. Raises SpecError."""
    from unospec.conformance import authoring, selection
    from unospec.conformance import positions as known
    from unospec.language.errors import SpecError, did_you_mean

    if args.case:
        everything = authoring.whole()
        cases = [case for case in everything if selection.Selection((args.case,)).takes(case)]
        if not cases:
            hint = did_you_mean(args.case, [case.id for case in everything])
            raise SpecError(f"there is no case {args.case}", hint=hint)
        return list(map(known.of_case, cases))
    return known.find(args.position) if args.position else known.collection()


def _list(args: argparse.Namespace) -> int:
    found = positions(args)
    if args.json:
        print(json.dumps([_as_json(position) for position in found], ensure_ascii=False, indent=1))
        return EXIT_OK
    for position in found:
        title = position.title.get(args.lang, position.title["en"])
        print(f"{position.id}  {_rules(position):<34} {title}\n{'':12}{' '.join(map(str, position.nodes))}")
    return EXIT_OK


def _as_json(position: "Position") -> dict[str, Any]:
    return {
        "id": position.id,
        "title": position.title,
        "ruleset": position.ruleset,
        "patches": [{name: options} if options else name for name, options in position.patches],
        "options": position.options,
        "needs": list(position.needs),
        "setup": position.setup,
        "nodes": list(position.nodes),
    }


def _rules(position: "Position") -> str:
    """The rules of a position in one word."""
    return " + ".join([position.ruleset, *(name for name, _ in position.patches)])


def _check(args: argparse.Namespace) -> int:
    from unospec.conformance.positions import Position
    from unospec.explore.perft import LIMIT, perft

    found = [position for position in positions(args) if position.nodes]
    limit = None if args.force else LIMIT
    differing: list[tuple[Position, list[int]]] = []
    for position in found:
        table = position.table(position.core())
        nodes = perft(table.machine, table.s, len(position.nodes), limit=limit, merge=args.merge)
        if tuple(nodes) != position.nodes:
            differing.append((position, nodes))
    total = sum(sum(position.nodes) for position in found)
    if args.json:
        wrong = [{"id": p.id, "written": list(p.nodes), "counted": nodes} for p, nodes in differing]
        print(json.dumps({"positions": len(found), "nodes": total, "differing": wrong}, ensure_ascii=False, indent=1))
    else:
        for position, nodes in differing:
            _tell_difference(position, nodes, args.lang)
        print(f"{len(found) - len(differing)} of {len(found)} positions have the counts that are written ({total:,}).")
    return EXIT_FAILED if differing or not found else EXIT_OK


def _tell_difference(position: "Position", nodes: list[int], lang: str) -> None:
    at = next(i for i, (a, b) in enumerate(zip(position.nodes, nodes, strict=True), 1) if a != b)
    place = position.place
    print(f"{place.file}:{place.line}: {position.id}  {position.title.get(lang, position.title['en'])}")
    print(f"  {at} act{'s' * (at > 1)}: {position.nodes[at - 1]} written, {nodes[at - 1]} counted")
    print(f"  written: {list(position.nodes)}\n  counted: {nodes}")


def _count(args: argparse.Namespace) -> int:
    from unospec.explore.perft import Broken, TooMany

    found = positions(args)
    if len(found) > 1:
        print(f"unospec perft: there are {len(found)} positions; name one: {', '.join(p.id for p in found[:5])} ...",
              file=sys.stderr)  # fmt: skip
        return EXIT_USAGE
    (position,) = found
    core = _core(args, position)
    table = position.table(core)
    _play(table, args.after)
    try:
        _print(position, core, table, args)
    except TooMany as problem:
        print(f"unospec perft: {problem}\n  hint: a smaller --depth, --merge, or --force to count on", file=sys.stderr)
        return EXIT_USAGE
    except Broken as problem:
        line = json.dumps([table.notation.write_act(act) for act in problem.line], ensure_ascii=False)
        print(f"the rules break down: {problem}\n  after {line}", file=sys.stderr)
        return EXIT_FAILED
    return EXIT_OK


def _core(args: argparse.Namespace, position: "Position") -> "Core":
    from unospec.language import Library

    return load_core(args, Library.load()) if args.ruleset else position.core()


def _play(table: "Table", acts: str | None) -> None:
    """The acts of --after. Raises SpecError for one that is refused."""
    from unospec.conformance.report import shown
    from unospec.language import SpecError

    try:
        given = json.loads(acts or "[]")
    except ValueError as error:
        raise SpecError(f"--after is not JSON: {error}", hint="a list of acts, in quotes for the shell") from None
    if not isinstance(given, list):
        raise SpecError("--after is not a list of acts", hint='[{"by": "A", "act": "..."}, ...]')
    for number, act in enumerate(given, 1):
        outcome = table.act(act)
        if not outcome.ok:
            why = outcome.detail or f"{outcome.why}, {outcome.rule}"
            raise SpecError(f"act {number} of --after is refused: {shown(act)}: {why}")


def _print(position: "Position", core: "Core", table: "Table", args: argparse.Namespace) -> None:
    from unospec.conformance.report import shown
    from unospec.explore.perft import LIMIT, divide, perft

    limit = None if args.force else LIMIT
    depth = args.depth or len(position.nodes) or _USUAL_DEPTH
    nodes = perft(table.machine, table.s, depth, limit=limit, merge=args.merge)
    below = divide(table.machine, table.s, depth, limit=limit, merge=args.merge) if args.divide else []
    acts = [(table.notation.write_act(act), number) for act, number in below]
    if args.json:
        out: dict[str, Any] = {"id": position.id, "ruleset": core.id, "hash": core.hash, "nodes": nodes}
        if args.divide:
            out["divide"] = [{"act": act, "nodes": number} for act, number in acts]
        print(json.dumps(out, ensure_ascii=False, indent=1))
        return
    for length, number in enumerate(nodes, 1):
        print(f"{length:>3} {number:>12}")
    for act, number in acts:
        print(f"{number:>16}  {shown(act)}")
