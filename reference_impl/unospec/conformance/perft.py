"""Do an implementation and the reference offer the same acts? Both trees are walked from a position, breadth first.

Nothing is asked that the protocol does not have: each request is a case whose acts lead to a node of the tree, and
wants `ok` and `legal`. The offers of the position itself are seen by an act that is refused, which changes nothing.
Who does not show what is legal, but whether an act is accepted, is asked for every act: those that the reference
refuses at a node follow one another in one request, as they change nothing; each of the others leads to a node.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from unospec.conformance.cases import NOBODY, Json
from unospec.conformance.claims import not_asked
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import Answered, Declined, Failed, Hello, Implementation
from unospec.conformance.matching import Sight
from unospec.conformance.offers import Offer, is_offer, legality, played, refusal, refused, refused_act
from unospec.conformance.positions import Position
from unospec.conformance.requests import request_for
from unospec.engine import Table

REQUESTS = 1000  # for one position, unless the caller says otherwise
SEPARATE = "choose_separately"  # the ability without which choices have to travel with the act that leads to them


@dataclass(frozen=True)
class Split:
    """The first node at which the sides differ.

    acts: what leads there. accepted: False if the implementation refuses the last of them, which both sides offered.
    spoke: the rules that took part in the last act, in order. only_reference, only_implementation: the offers that
    the other side lacks. offers: of both sides, by seat.
    """

    acts: tuple[Json, ...]
    accepted: bool
    spoke: tuple[str, ...]
    only_reference: tuple[Offer, ...] = ()
    only_implementation: tuple[Offer, ...] = ()
    offers: tuple[dict[str, list[Json]], dict[str, list[Json]]] = field(default_factory=lambda: ({}, {}))


@dataclass(frozen=True)
class Agreed:
    """No difference. nodes: compared; unseen: nodes whose offers were not shown; whole: the limit was not met."""

    nodes: int
    unseen: int
    whole: bool


@dataclass(frozen=True)
class Unasked:
    """The implementation was not asked, or declined."""

    reason: str


@dataclass(frozen=True)
class Lost:
    """There was no usable answer after these acts."""

    fault: Fault
    acts: tuple[Json, ...]


Comparison: TypeAlias = Split | Agreed | Unasked | Lost


@dataclass(frozen=True)
class _Node:
    """A place in the tree: the acts that lead there, the reference's table, and the rules of the last act."""

    acts: tuple[Json, ...]
    table: Table
    spoke: tuple[str, ...] = ()


@dataclass
class Walk:
    """How far to go. depth: length of the sequences; ignore: names of acts that are left out on both sides."""

    depth: int = 2
    requests: int = REQUESTS
    ignore: frozenset[str] = frozenset()
    progress: Callable[[int, int], None] = lambda done, total: None

    def compare(
        self, position: Position, implementation: Implementation, hello: Hello, anyway: bool = False
    ) -> Comparison:
        """Walk both trees of a position. anyway: even if the implementation lacks what the position needs.

        Raises AdapterTrouble, SpecError.
        """
        sight = Sight.of(hello.observes)
        if not sight.sees("legal") and not sight.sees("ok"):
            return Unasked("it shows neither what is legal nor whether an act is accepted")
        deepest = self.depth - 1 if sight.sees("legal") else self.depth
        case = position.case()
        reason = not_asked(replace(case, needs=()) if anyway else case, hello)
        if reason is not None:
            return Unasked(reason.reason)
        request = request_for(case) | {"want": ["ok", "legal"]}
        root = _Node((), position.table(position.core()))
        whole, nodes, unseen = True, 0, 0
        queue = deque([root])
        while queue:
            if nodes == self.requests:
                whole = False
                break
            node = queue.popleft()
            nodes += 1
            self.progress(nodes, nodes + len(queue) + 1)
            found = self._ask(node, implementation, request, sight)
            if isinstance(found, Split | Unasked | Lost):
                self.progress(1, 1)
                return found
            unseen += not found
            if len(node.acts) < deepest:
                queue.extend(self._below(node, SEPARATE not in hello.lacks))
        self.progress(1, 1)
        return Agreed(nodes, unseen, whole)

    def _ask(
        self, node: _Node, implementation: Implementation, request: Json, sight: Sight
    ) -> "bool | Split | Unasked | Lost":
        """Compare a node; whether its offers were shown."""
        probes = self._probes(node, sight)
        acts = (*node.acts, *probes)
        if not acts:
            return False
        answer = implementation.ask(request | {"acts": list(acts)})
        if isinstance(answer, Declined):
            return Unasked(answer.detail or answer.reason)
        if isinstance(answer, Failed):
            return Lost(answer.fault, acts)
        assert isinstance(answer, Answered)
        if sight.sees("ok"):
            oks = [bool(step.get("ok")) for step in answer.steps]
            if not all(oks[: len(node.acts)]):
                return Split(node.acts, False, node.spoke)
            accepted = _accepted(node, probes, oks[len(node.acts) :], implementation, request)
            if accepted is not None:
                extra = (refusal(node.table, accepted),)
                return Split(node.acts, True, node.spoke, (), extra, (self._reference(node.table), {}))
        if not sight.sees("legal"):
            return True
        if "legal" not in answer.steps[-1]:
            return False
        return self._differs(node, answer.steps[-1]["legal"]) or True

    def _probes(self, node: _Node, sight: Sight) -> list[Json]:
        """The refused acts that follow those of a node."""
        if not sight.sees("legal"):
            inner = len(node.acts) < self.depth
            return [act for act in refused(node.table) if act["act"] not in self.ignore] if inner else []
        act = None if node.acts else refused_act(node.table)
        return [] if act is None else [act]

    def _differs(self, node: _Node, shown: dict[str, list[Json]]) -> Split | None:
        wanted = self._reference(node.table)
        got = {seat: [act for act in acts if act["act"] not in self.ignore] for seat, acts in shown.items()}
        missing, extra = [], []
        for seat in dict.fromkeys([*wanted, *got]):
            ours, theirs = wanted.get(seat, []), got.get(seat, [])
            missing += [legality(node.table, act) for act in ours if not any(is_offer(act, o) for o in theirs)]
            by = {} if seat == NOBODY else {"by": seat}
            extra += [refusal(node.table, by | o) for o in theirs if not any(is_offer(act, o) for act in ours)]
        if not missing and not extra:
            return None
        return Split(node.acts, True, node.spoke, tuple(missing), tuple(extra), (wanted, got))

    def _reference(self, table: Table) -> dict[str, list[Json]]:
        offers: dict[str, list[Json]] = {}
        for act in table.legal():
            if act["act"] not in self.ignore:
                offers.setdefault(act.get("by", NOBODY), []).append(act)
        return offers

    def _below(self, node: _Node, separate: bool) -> Iterator[_Node]:
        for act in node.table.legal():
            if act["act"] not in self.ignore:
                table, events = played(node.table, act)
                yield from _chosen((*node.acts, act), table, events, separate)


def _accepted(
    node: _Node, probes: list[Json], oks: list[bool], implementation: Implementation, request: Json
) -> Json | None:
    """The first act that is accepted though the reference refuses it.

    An implementation in which refused acts leave traces may accept one only because of those before it. So what is
    found among several is asked again by itself, one act after the other.
    """
    if not any(oks):
        return None
    for act in probes if len(probes) > 1 else ():
        answer = implementation.ask(request | {"acts": [*node.acts, act]})
        if isinstance(answer, Answered) and answer.steps[-1].get("ok"):
            return act
    return probes[0] if len(probes) == 1 else None


def _chosen(acts: tuple[Json, ...], table: Table, events: list[Json], separate: bool) -> Iterator[_Node]:
    """The node after an act; without separate choices one for each choice that the act can carry."""
    waits = table.s.wait in table.s.CHOICES and not separate
    for choice in table.legal() if waits else ():
        if not choice["act"].startswith("choose_"):
            continue
        after, more = played(table, choice)
        carried = acts[-1] | {key: value for key, value in choice.items() if key in ("colour", "seat")}
        yield from _chosen((*acts[:-1], carried), after, events + more, separate)
    if not waits:
        yield _Node(acts, table, tuple(dict.fromkeys(event["rule"] for event in events)))
