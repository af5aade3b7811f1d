"""The search: the rule set that explains most answers, then one change after the other while that helps.

A candidate counts the answers that it explains, less half an answer for each patch and option that has to be said. So
of two that explain the same the plainer one wins, and a change is taken if it explains one answer more and none less.
One answer may be a coincidence, though: then the change must not make worse what stays unexplained.

Candidates are many, and each answer costs time. A change is first tried on what is not explained yet: one that explains
nothing of that cannot help, and that is nearly all of them. The others are tried on all answers. A change that helped
nothing is tried again only for the best of all, when nothing else helps it any more: one change may need another.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from unospec.conformance.identify.candidates import Candidate, Change, Field, change
from unospec.conformance.identify.fit import Bench
from unospec.engine.machine import forget_machines
from unospec.spread import spread

PRICE = 0.5  # answers, for everything that has to be said beyond the rule set
_FOLLOWED = 3  # so many rule sets are changed at most,
_BEHIND = 0.9  # and only those that explain so much of what the first one does; the others are left as they are
_RANKED = 6  # so many are tried on all answers, after all of them were tried on some
_SAMPLE = 200  # answers, about: that many tell which rule sets are out of the question
_WORTHWHILE = 8  # so many candidates are worth a second process

T = TypeVar("T")
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Found:
    """A candidate, and the numbers of the answers that it explains."""

    candidate: Candidate
    explains: frozenset[int]

    @property
    def score(self) -> float:
        """Answers explained, less the price of what has to be said."""
        return len(self.explains) - PRICE * self.candidate.size


@dataclass(frozen=True)
class Search:
    """One search.

    progress: is told of each round how many candidates of how many have been tried. claimed: the rule set that comes
    first among equals.
    """

    bench: Bench
    field: Field
    progress: Progress = lambda done, total: None
    claimed: str = ""

    def ranking(self) -> list[Found]:
        """The most promising rule sets, the best first; those that are near it are changed as long as that helps."""
        every = range(len(self.bench.evidence))
        sample = every[:: max(1, len(every) // _SAMPLE)]
        rough = self._tried(self.field.beginnings(), sample)
        likely = sorted(rough, key=self._order)[:_RANKED]
        whole = self._tried([found.candidate for found in likely], every)
        begun = sorted((found for found in whole if found.explains), key=self._order)
        if not begun:
            return []
        near = [found for found in begun[:_FOLLOWED] if found.score >= _BEHIND * begun[0].score]
        first, *others = sorted([*map(self._improved, near), *begun[len(near) :]], key=self._order)
        return sorted([self.improved(first), *others], key=self._order)

    def improved(self, found: Found) -> Found:
        """A candidate with every change that helps, the most helpful first, until not one does."""
        while True:
            better = self._improved(found)
            if better is found:
                return found
            found = better

    def _improved(self, found: Found) -> Found:
        """The same, but what helped nothing once is not tried again. The candidate itself if nothing helps."""
        useless: set[Change] = set()
        while True:
            around = self.field.neighbours(found.candidate)
            fresh = [near for near in around if change(found.candidate, near) not in useless]
            better = self._best(found, fresh, useless)
            forget_machines()
            if better is None:
                return found
            found = better

    def equals(self, found: Found) -> list[Candidate]:
        """Its neighbours that explain the very same answers: no question tells them apart."""
        missing = self._missing(found)

        def same(near: Candidate) -> bool:
            order = sorted(found.explains, key=lambda n: not self._mentions(n, found.candidate, near))
            return self.bench.explains_all(near, order) and not self.bench.explained(near, missing)

        around = self.field.neighbours(found.candidate)
        return [near for near, equal in zip(around, self._shared(same, around), strict=True) if equal]

    def _best(self, found: Found, around: Sequence[Candidate], useless: set[Change]) -> Found | None:
        """The best of some neighbours, if it is better; those that explain nothing new, nor say less, are noted."""
        fresh = {near.candidate: near.explains for near in self._tried(around, self._missing(found))}
        best = found
        for near in sorted(fresh, key=lambda near: self._order(Found(near, fresh[near]))):
            if not fresh[near] and near.size >= found.candidate.size:
                useless.add(change(found.candidate, near))
            elif Found(near, found.explains | fresh[near]).score > best.score:
                better = Found(near, fresh[near] | self.bench.explained(near, found.explains))
                credible = _plainly(better, found) or self._no_worse(better, found)
                best = min(best, better, key=self._order) if credible else best
        return None if best is found else best

    def _order(self, found: Found) -> tuple[float, int, bool, Candidate]:
        """Sorts the best first; of two that are equally good the plainer one, and then the one that is claimed."""
        return -found.score, found.candidate.size, found.candidate.ruleset != self.claimed, found.candidate

    def _no_worse(self, better: Found, found: Found) -> bool:
        """Whether what neither explains is as near to the one as to the other."""
        left = [n for n in self._missing(found) if n not in better.explains]
        return self.bench.misfit(better.candidate, left) <= self.bench.misfit(found.candidate, left)

    def _missing(self, found: Found) -> list[int]:
        return [n for n in range(len(self.bench.evidence)) if n not in found.explains]

    def _mentions(self, number: int, here: Candidate, near: Candidate) -> bool:
        """Whether a case that asks a question has anything to say on what two candidates say differently."""
        names = {name for fact in change(here, near) for name, _ in fact}
        return any(
            name in names
            for case in self.bench.evidence[number].question.cases
            for name in (*case.options, *(name for patch, options in case.patches for name in (patch, *options)))
        )

    def _tried(self, candidates: Sequence[Candidate], numbers: Collection[int]) -> list[Found]:
        """What each explains of some answers."""
        explained = self._shared(lambda candidate: self.bench.explained(candidate, numbers), candidates)
        return [Found(candidate, there) for candidate, there in zip(candidates, explained, strict=True)]

    def _shared(self, work: Callable[[Candidate], T], candidates: Sequence[Candidate]) -> Iterable[T]:
        """Work on each candidate, by two processes where there are many."""
        return spread(work, candidates, progress=self.progress, few=_WORTHWHILE)


def _plainly(better: Found, found: Found) -> bool:
    """Whether more than one answer speaks for a change."""
    return len(better.explains) > len(found.explains) + 1
