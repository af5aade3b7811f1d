"""A witness for a case: the search, and the proof that what it found is a way to the position.

The proof plays the way again from the deal, with every card in place, and then the case itself: the position has to
be there in everything that the case can see, and each of its expectations has to hold. Only the piles may be longer
than in the position, if the case looks at neither of them.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from unospec.conformance.cases import Case, Json
from unospec.conformance.from_deal import Witness
from unospec.conformance.implementation import Answered
from unospec.conformance.matching import Sight, judge
from unospec.conformance.reference import Reference, look, step_of
from unospec.conformance.requests import complete, core_of_case
from unospec.conformance.ways.board import CLOSE, Board
from unospec.conformance.ways.goal import Goal
from unospec.conformance.ways.search import Search
from unospec.engine import Malformed, Stuck, Table
from unospec.engine.machine import Act

_TRIES = 3  # boards of one search that are proved
_LATE, _EARLY = (2, 1, 0), (2, 0, 1)  # orders of the three turns of a search: late plays, early plays
# Searches one after the other: exact or not, order of turns, how uneven hands may become.
_SEARCHES = (
    (False, _LATE, 4), (False, _EARLY, 4),
    (True, _LATE, 4), (True, _LATE, 99), (True, _EARLY, 4), (True, _LATE, 8),
)  # fmt: skip
_ALL = ("ok", "why", "rule", "events", "state", "legal", "views", "end")
_CHOICES = {"choose_colour": "colour", "choose_seat": "seat"}


class Absent(StrEnum):
    """Why a case has no witness."""

    NO_DEAL = "no_deal"  # the rules deal in a way that the search cannot follow
    VARIABLES = "variables"  # no last play of the top card leads to this turn, direction and these variables
    PILES = "piles"  # the case looks at how many cards lie in a pile, and the search does not come to so many
    RESHUFFLE = "reshuffle"  # the discard pile is turned over in the case, and after a deal other cards lie in it
    DIFFERS = "differs"  # ways lead to the position, but the case comes out otherwise there
    NOT_FOUND = "not_found"  # nothing was found within the limits
    WRONG = "wrong"  # the case is wrong itself: its rules or its position cannot be


def find(case: Case) -> Witness | Absent:
    """A witness for a case with a position, or why there is none. Raises SpecError and Malformed for a wrong case."""
    core = core_of_case(case)
    goal = Goal(core, complete(core, case.setup))
    reason = Absent.NOT_FOUND
    for exact, kinds, uneven in _SEARCHES:
        if exact and reason is Absent.NOT_FOUND:
            break  # whoever does not get there at all does not get there with fewer cards left
        search = Search(goal, exact, kinds, uneven)
        for number, board in enumerate(search.boards(), 1):
            proved = _proved(case, goal, board, exact)
            if isinstance(proved, Witness):
                return proved
            reason = proved or reason
            if number == _TRIES or proved is Absent.PILES:
                break
        if goal.ends is None:
            return Absent.NO_DEAL
        if not goal.ends:
            return Absent.VARIABLES
        if exact and _reshuffles(case, goal):
            return Absent.RESHUFFLE
    return reason


def _reshuffles(case: Case, goal: Goal) -> bool:
    table = Table.position(goal.core, goal.setup)
    return any(event["e"] == "reshuffled" for act in case.acts for event in table.act(act).events)


def proves(case: Case, witness: Witness) -> bool:
    """Whether a witness that was found earlier, or for the same case under other rules, leads to the position of this
    case, and the case holds there."""
    core = core_of_case(case)
    goal = Goal(core, complete(core, case.setup))
    return _judged(case, goal, witness, False) is True


def _proved(case: Case, goal: Goal, board: Board, exact: bool) -> Witness | Absent | None:
    """The witness that a board stands for; why the case does not hold there; None if the way cannot be played."""
    for witness in _written(goal, board):
        judged = _judged(case, goal, witness, exact)
        if judged is not None:
            return witness if judged is True else judged
    return None


def _judged(case: Case, goal: Goal, witness: Witness, exact: bool) -> Literal[True] | Absent | None:
    """True if a witness holds; why the case does not hold where it leads; None if it does not lead to the position."""
    try:
        table = Table.position(goal.core, witness.setup(goal.core, goal.setup))
        if not all(table.act(act).ok for act in witness.acts) or not _is_there(goal, table, exact):
            return None
        there = look(table, _ALL)
        steps = tuple(step_of(table, act, list(_ALL)) for act in case.acts)
    except Malformed:
        return None  # a witness of other rules: their deck has other cards
    except Stuck:
        return Absent.DIFFERS
    judged = judge(case, Answered(steps, dealt=there), Sight.of(Reference().hello().observes))
    if judged.good:
        return True
    return Absent.PILES if all(_of_piles(d.part) for d in judged.differs) else Absent.DIFFERS


def _of_piles(part: str) -> bool:
    return part.endswith(("draw_pile", "discard_pile"))


def _written(goal: Goal, board: Board) -> Iterator[Witness]:
    """A board as a witness, as short as possible: what is held back happens by itself where an act follows."""
    order = tuple(str(goal.notation.card_token(card)) for card in goal.fill(board))
    last = len(board.acts) - 1
    yield Witness(order, _json(goal, [a for i, a in enumerate(board.acts) if a != CLOSE or i == last]))
    if CLOSE in board.acts[:last]:
        yield Witness(order, _json(goal, board.acts))


def _json(goal: Goal, acts: list[Act]) -> tuple[Json, ...]:
    """Acts as JSON; a choice travels with the act that leads to it."""
    out: list[Json] = []
    for act in acts:
        written = goal.notation.write_act(act)
        choice = _CHOICES.get(act[1])
        if choice and out and out[-1].get("by") == written["by"] and choice not in out[-1]:
            out[-1] = out[-1] | {choice: written[choice]}
        else:
            out.append(written)
    return tuple(out)


def _is_there(goal: Goal, table: Table, exact: bool) -> bool:
    """Whether a table is at the position: the same hands, variables and next cards."""
    s, pile = table.s, len(goal.pile)
    same_pile = s.draw_pile[-pile:][::-1] == goal.pile if pile else True
    return (
        s.wait == 0 and not goal.differs(s) and s.hand == goal.s.hand
        and same_pile and (not exact or len(s.draw_pile) == pile)
    )  # fmt: skip


__all__ = ["Absent", "find", "proves"]
