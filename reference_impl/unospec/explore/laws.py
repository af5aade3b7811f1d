"""Laws that every state of every game keeps, looked for in the graph of a small game.

| law | what it says |
|---|---|
| `runs` | no act and no look at a state breaks down |
| `cards_conserved` | every state holds the cards of the first one |
| `something_is_legal` | until the end of the round some act is legal, and after it none |
| `legal_is_accepted` | an act that is called legal is accepted, and no other is |
| `refusal_changes_nothing` | an act that is refused leaves the state as it was |
| `same_again` | an act carried out twice from the same state gives the same events and the same state |
| `one_thing_is_due` | the acts that are accepted, but for those beside the turn, belong to one window or choice |
| `end_is_in_reach` | from every state some way leads to the end of the round |

Of each law the first problem of a graph is told, which is one with a shortest way to it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from unospec.engine import Machine, Notation, Rejected, Shuffler, is_fault
from unospec.engine.machine import Act, State
from unospec.explore.chance import Path
from unospec.explore.decks import SmallGame
from unospec.explore.graph import Graph, key_of, outcomes

Json = dict[str, Any]
LAWS = (
    "runs", "cards_conserved", "something_is_legal", "legal_is_accepted", "refusal_changes_nothing",
    "same_again", "one_thing_is_due", "end_is_in_reach",
)  # fmt: skip
SAMPLE = 7  # every so many-th state is tried with acts that are not legal, and its acts twice
MANY = 1000  # states of a game that was cut, among which an end is expected


@dataclass(frozen=True)
class Problem:
    """A state of a small game in which a law does not hold.

    `acts` lead to the state from the start of the game; `chance`: what each shuffle of them did, by its number
    (empty for most). `about`: what is wrong there.
    """

    law: str
    about: str
    game: SmallGame | None
    acts: tuple[Json, ...]
    chance: tuple[Path, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.law}: {self.about}", f"  setup: {self.game}"]
        for act, path in zip(self.acts, self.chance, strict=True):
            order = f"  (shuffle {', '.join(map(str, path))})" if path else ""
            lines.append(f"  {json.dumps(act, ensure_ascii=False)}{order}")
        return "\n".join(lines)


def problems(graph: Graph, game: SmallGame | None = None, *, sample: int = SAMPLE) -> list[Problem]:
    """The first problem of each law in a graph, in the order of `LAWS`. `game`: where the graph began."""
    looker = _Looker(graph, game, sample)
    checks = (
        looker.runs, looker.cards, looker.something, looker.accepted, looker.refusals,
        looker.again, looker.due, looker.end,
    )  # fmt: skip
    found = []
    for check in checks:
        problem = next(check(), None)
        if problem is not None:
            found.append(problem)
    return found


class _Looker:
    """The laws, each a generator of problems, over one graph."""

    def __init__(self, graph: Graph, game: SmallGame | None, sample: int) -> None:
        self.graph = graph
        self.machine: Machine = graph.machine
        self.game = game
        names = game.names if game else tuple(f"seat {i}" for i in range(self.machine.model.seats))
        self.notation = Notation(self.machine, names)
        self.key = key_of(self.machine)
        self.sampled = range(0, len(graph.states), max(1, sample))
        self.broken = {at for at, _, _ in graph.failures}
        self.windows = _Windows(self.machine)
        self._tried: dict[int, tuple[set[Act], Act | None]] | None = None

    def _problem(self, law: str, state: int, about: str) -> Problem:
        way = self.graph.way_to(state)
        acts = tuple(self._told(act) for act, _ in way)
        return Problem(law, about, self.game, acts, tuple(path for _, path in way))

    def _told(self, act: Act) -> Json:
        try:
            return self.notation.write_act(act)
        except StopIteration:  # a machine that offers what it does not know
            return {"act": act[1], "numbers": list(act)}

    # ---------------------------------------------------------------- the laws

    def runs(self) -> Iterator[Problem]:
        for at, act, error in self.graph.failures:
            what = f"`{self._told(act)}`" if act else "the list of legal acts"
            yield self._problem("runs", at, f"{what} ends in {type(error).__name__}: {error}")

    def cards(self) -> Iterator[Problem]:
        cards = _cards(self.graph.states[0])
        for at, s in enumerate(self.graph.states):
            if _cards(s) != cards:
                lost, found = Counter(cards), Counter(_cards(s))
                gone = [self.notation.card_token(c) for c in (lost - found).elements()]
                more = [self.notation.card_token(c) for c in (found - lost).elements()]
                yield self._problem("cards_conserved", at, f"missing {gone}, too many {more}")

    def something(self) -> Iterator[Problem]:
        for at, (s, legal) in enumerate(zip(self.graph.states, self.graph.legal, strict=True)):
            if at in self.broken:
                continue
            if not legal and s.wait >= 0:
                yield self._problem("something_is_legal", at, "nothing is legal, and the round is not over")
            elif legal and s.wait < 0:
                yield self._problem("something_is_legal", at, "the round is over, and something is legal")

    def accepted(self) -> Iterator[Problem]:
        for at, act, why in self.graph.refused:
            about = f"{self._told(act)} is called legal and refused: {why.code} by {why.rule}"
            yield self._problem("legal_is_accepted", at, about)
        for at, (accepted, _) in self._trials().items():
            for act in sorted(accepted - set(self.graph.legal[at]))[:1]:
                yield self._problem("legal_is_accepted", at, f"{self._told(act)} is accepted and not called legal")

    def refusals(self) -> Iterator[Problem]:
        for at, (_, changed) in self._trials().items():
            if changed is not None:
                yield self._problem("refusal_changes_nothing", at, f"{self._told(changed)} is refused and changes it")

    def again(self) -> Iterator[Problem]:
        for at in self.sampled:
            if at in self.broken:
                continue
            before: dict[tuple[Act, Path], Any] = {
                (act, path): (events, there) for act, path, events, there in self.graph.edges[at]
            }
            for act in self.graph.legal[at]:
                for path, t, result, _ in outcomes(self.machine, self.graph.states[at], act):
                    known = before.get((act, path))
                    there = self.graph.keys.get(self.key(t))
                    if known is not None and known != (tuple(result), there):
                        yield self._problem("same_again", at, f"{self._told(act)} gives something else each time")

    def due(self) -> Iterator[Problem]:
        for at, legal in enumerate(self.graph.legal):
            if not self.windows.one(legal):
                yield self._problem("one_thing_is_due", at, f"legal together: {self._names(legal)}")
        for at, (accepted, _) in self._trials().items():
            whole = [*self.graph.legal[at], *accepted]
            if not self.windows.one(whole):
                yield self._problem("one_thing_is_due", at, f"accepted together: {self._names(whole)}")

    def end(self) -> Iterator[Problem]:
        graph = self.graph
        into: list[list[int]] = [[] for _ in graph.states]
        for at, edges in enumerate(graph.edges):
            for edge in edges:
                into[edge[3]].append(at)
        if len(graph.states) >= MANY and all(s.wait >= 0 for s in graph.states):
            yield self._problem("end_is_in_reach", 0, f"no end of the round among the first {len(graph.states)} states")
        reaching = {at for at, s in enumerate(graph.states) if s.wait < 0} | graph.open_ | self.broken
        todo = list(reaching)
        while todo:
            for before in into[todo.pop()]:
                if before not in reaching:
                    reaching.add(before)
                    todo.append(before)
        for at, legal in enumerate(graph.legal):
            if at not in reaching and legal:
                yield self._problem("end_is_in_reach", at, "from here no way leads to the end of the round")

    # ---------------------------------------------------------------- acts that are not legal

    def _trials(self) -> dict[int, tuple[set[Act], Act | None]]:
        """By sampled state: what is accepted though not legal, and a refused act that changed the state."""
        if self._tried is None:
            acts = acts_in(self.machine, self.graph.states[0])
            self._tried = {at: self._try(at, acts) for at in self.sampled if at not in self.broken}
        return self._tried

    def _try(self, at: int, acts: list[Act]) -> tuple[set[Act], Act | None]:
        machine, s = self.machine, self.graph.states[at]
        legal = set(self.graph.legal[at])
        accepted, changed = set(), None
        known, trial = self.key(s), self._to_try(s)
        for act in acts:
            if act in legal:
                continue
            refused = False
            try:
                result = machine.apply(trial, act)
                refused = isinstance(result, Rejected)
                if is_fault(result):  # accepted, and rightly not legal
                    trial = self._to_try(s)
                    continue
            except Exception:  # accepted, and then broken: told as accepted
                pass
            if refused and self.key(trial) == known:
                continue
            if refused and changed is None:
                changed = act
            elif not refused:
                accepted.add(act)
            trial = self._to_try(s)
        return accepted, changed

    def _to_try(self, s: State) -> State:
        """A copy for an act that is not legal. It may cost cards where it is a fault: any order of them will do."""
        trial = self.machine.clone(s)
        trial.chance = Shuffler(0)
        return trial

    def _names(self, acts: list[Act]) -> str:
        return ", ".join(sorted({a[1] for a in acts if not self.windows.beside(a[1])}))


def acts_in(machine: Machine, s: State) -> list[Act]:
    """Canonical acts with the cards of a game, and with one card that is not in it."""
    cards = set(_cards(s))
    other = next((c for c in range(len(machine.model.cards)) if c not in cards), -1)
    return sorted(a for a in machine.acts if a[2] < 0 or a[2] in cards or a[2] == other)


def _cards(s: State) -> list[int]:
    return sorted(chain(s.draw_pile, s.discard_pile, *s.hand, [s.top] if s.top >= 0 else []))


class _Windows:
    """Which acts belong together: by the windows in which the rules offer them."""

    def __init__(self, machine: Machine) -> None:
        data = machine.model.data
        kinds = {name: (w["kind"], bool(w.get("holds"))) for name, w in data["windows"].items()}
        self._in: dict[str, frozenset[str]] = {}
        self._beside: set[str] = set()
        for act, entry in data["acts"].items():
            names = entry["in"] if isinstance(entry["in"], list) else [entry["in"]]
            self._in[act] = frozenset(names)
            if all(kinds[n] == ("ambient", False) for n in names):
                self._beside.add(act)
        held = frozenset(n for n, kind in kinds.items() if kind == ("ambient", True))
        self._in["close"] = held
        self._known: dict[frozenset[str], bool] = {}

    def beside(self, act: str) -> bool:
        """Whether an act stands beside the turn."""
        return act in self._beside

    def one(self, acts: list[Act]) -> bool:
        """Whether these acts, but for those beside the turn, belong to one window or choice."""
        names = frozenset(a[1] for a in acts)
        if names not in self._known:
            due = [self._in.get(n, frozenset([f"choice {n}"])) for n in names if n not in self._beside]
            self._known[names] = not due or bool(frozenset.intersection(*due))
        return self._known[names]
