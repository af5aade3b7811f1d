"""`unospec perft --impl`: both trees, and the first place at which they differ, told to a person."""

import argparse
import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

from unospec.cli import EXIT_ADAPTER, EXIT_FAILED, EXIT_OK, _adapter
from unospec.cli._common import progress

if TYPE_CHECKING:
    from unospec.conformance.implementation import Implementation
    from unospec.conformance.perft import Comparison, Split
    from unospec.conformance.positions import Position


def run(args: argparse.Namespace) -> int:
    """Compare; the exit code."""
    from unospec.cli.perft import positions
    from unospec.conformance.implementation import AdapterTrouble
    from unospec.conformance.perft import REQUESTS, Walk
    from unospec.conformance.report import fault_lines

    walk = Walk(args.depth or 2, args.requests or REQUESTS, frozenset(args.ignore), progress("requests", args.json))
    named = bool(args.position or args.case)
    wanted = positions(args)
    results: list[tuple[Position, Comparison]] = []
    faults: list[dict[str, Any]] = []
    name = "the implementation"
    try:
        implementation = _open(args)
        try:
            hello = implementation.hello()
            name = " ".join(filter(None, (hello.impl["name"], hello.impl.get("version"))))
            results.extend((p, walk.compare(p, implementation, hello, named or args.all)) for p in wanted)
        finally:
            faults += [fault.to_json() for fault in implementation.close()]
    except AdapterTrouble as trouble:
        faults.append(trouble.fault.to_json())
    if args.json:
        print(json.dumps({"impl": name, "positions": [_as_json(p, c) for p, c in results], "faults": faults},
                         ensure_ascii=False, indent=1))  # fmt: skip
    else:
        for position, comparison in results:
            _tell(position, comparison, args, named)
        for fault in faults:
            print("\n".join([f"adapter: {fault['message']} ({fault['code']})", *fault_lines(fault)]), file=sys.stderr)
        _sum(name, results)
    return _exit(results, bool(faults))


def _open(args: argparse.Namespace) -> "Implementation":
    from unospec.conformance.reference import Reference

    return Reference() if args.impl == "reference" else _adapter.implementation(args)


def _exit(results: "list[tuple[Position, Comparison]]", faults: bool) -> int:
    from unospec.conformance.perft import Agreed, Lost, Split

    seen = [c for _, c in results]
    compared = [c for c in seen if isinstance(c, Split) or (isinstance(c, Agreed) and c.unseen < c.nodes)]
    if faults or not compared or any(isinstance(c, Lost) for c in seen):
        return EXIT_ADAPTER
    return EXIT_FAILED if any(isinstance(c, Split) for c in seen) else EXIT_OK


def _sum(name: str, results: "list[tuple[Position, Comparison]]") -> None:
    from unospec.conformance.perft import Agreed, Lost, Split, Unasked

    words = {Agreed: "agreed", Split: "differing", Unasked: "not compared", Lost: "without an answer"}
    counts = {word: sum(isinstance(c, kind) for _, c in results) for kind, word in words.items()}
    said = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    nodes = sum(c.nodes for _, c in results if isinstance(c, Agreed))
    print(f"{name}: positions: {said or 'none'}; {nodes} nodes without a difference.")


def _tell(position: "Position", comparison: "Comparison", args: argparse.Namespace, named: bool) -> None:
    from unospec.conformance.perft import Agreed, Lost, Split
    from unospec.conformance.report import fault_lines, shown

    title = position.title.get(args.lang, position.title["en"])
    if isinstance(comparison, Split):
        print(f"{position.id}  {title}: differs")
        _tell_split(position, comparison, args.lang)
    elif isinstance(comparison, Lost):
        fault = comparison.fault.to_json()
        print(f"{position.id}  {title}: {fault['message']} ({fault['code']})")
        print("\n".join([f"  after {shown(list(comparison.acts))}", *fault_lines(fault)]))
    elif isinstance(comparison, Agreed):
        if comparison.unseen or not comparison.whole:
            left = "" if comparison.whole else ", stopped by --requests"
            print(f"{position.id}  {comparison.nodes} nodes, {comparison.unseen} of them not shown{left}")
    elif named:
        print(f"{position.id}  {title}: {comparison.reason}")


def _tell_split(position: "Position", split: "Split", lang: str) -> None:
    from unospec.conformance.report import shown
    from unospec.conformance.rulings import sentence

    print("  position")
    print("\n".join(f"    {key}: {shown(value)}" for key, value in position.setup.items()))
    print("  after" if split.acts else "  at once")
    print("".join(f"    {shown(act)}\n" for act in split.acts), end="")
    if split.spoke:
        print(f"  rules that spoke: {', '.join(split.spoke)}")
    if not split.accepted:
        print("  the implementation refuses the last act")
    rules = {}
    for who, offers in (("only the reference admits", split.only_reference),
                        ("only the implementation admits", split.only_implementation)):  # fmt: skip
        if offers:
            print(f"  {who}")
        for offer in offers:
            print(f"    {shown(offer.act)}  by {offer.rule}" + (f" ({offer.why})" if offer.why else ""))
            rules[offer.rule] = sentence(position.core().data, offer.rule).get(lang, "")
    print("".join(f"  {rule}: {text}\n" for rule, text in rules.items() if text), end="")
    print(f"  the reference's side: {reference_side(position, split.acts)}")


def reference_side(position: "Position", acts: "tuple[dict[str, Any], ...]") -> str:
    """The command that shows what the reference offers after some acts."""
    file = position.place.file
    if file.startswith("case "):
        where = ["--case", position.id]
    else:
        where = ["--position", position.id if file.startswith("conformance/perft/") else file]
    after = ["--after", json.dumps(list(acts), ensure_ascii=False)] if acts else []
    return shlex.join(["unospec", "perft", *where, *after, "--depth", "1", "--divide"])


def _as_json(position: "Position", comparison: "Comparison") -> dict[str, Any]:
    from unospec.conformance.perft import Agreed, Lost, Split

    out: dict[str, Any] = {"id": position.id}
    if isinstance(comparison, Split):
        ours, theirs = comparison.offers
        return out | {
            "result": "differs",
            "setup": position.setup,
            "acts": list(comparison.acts),
            "accepted": comparison.accepted,
            "spoke": list(comparison.spoke),
            "only_reference": [{"act": o.act, "rule": o.rule} for o in comparison.only_reference],
            "only_implementation": [
                {"act": o.act, "rule": o.rule, "why": o.why} for o in comparison.only_implementation
            ],
            "reference": ours,
            "implementation": theirs,
            "see": reference_side(position, comparison.acts),
        }
    if isinstance(comparison, Agreed):
        seen = {"nodes": comparison.nodes, "unseen": comparison.unseen, "whole": comparison.whole}
        return out | {"result": "agreed", **seen}
    if isinstance(comparison, Lost):
        return out | {"result": "no_answer", "acts": list(comparison.acts), "fault": comparison.fault.to_json()}
    return out | {"result": "not_compared", "reason": comparison.reason}
