"""What `legal` offers: the acts of the situation in force, then those of the ambient windows.

The order is fixed: the blocking (or holding) window first, its acts by name, seats and cards ascending;
then the ambient windows by name, their subjects ascending.
"""

from unospec.engine import ir
from unospec.engine.acts import SUBJECT, act_env, condition, seats_of
from unospec.engine.flow import Flow
from unospec.engine.ir import Expr
from unospec.engine.lower import ACTOR, CARD, Lower
from unospec.engine.program import Offer
from unospec.engine.terms import ITEM
from unospec.engine.windows import Ambient


def lower_offers(low: Lower) -> None:
    """The offers of every window."""
    windows = low.windows
    for name in [*windows.blocking, windows.default]:
        when = windows.blocking.get(name, 1)
        known = Flow()
        known.assume(windows.in_force([name]))
        offers = [_offer(low, act, known, None) for act in windows.acts_of(name)]
        low.program.situations.append((name, when, offers))
    for window in windows.ambient.values():
        known = Flow()
        offers = [_offer(low, act, known, window) for act in windows.acts_of(window.name)]
        if window.holds:
            low.program.holding[window.name] = offers
        else:
            low.program.ambient.append((window.slot, offers))


def _offer(low: Lower, act: str, known: Flow, window: Ambient | None) -> Offer:
    entry = low.model.data["acts"][act]
    env = act_env(f"acts.{act}", entry, window)
    who = seats_of(low, entry, env)
    seat = _only_seat(who)
    given = known.simplify(ir.both([e for e, _, _ in condition(low, act, env)]))
    pinned = None
    if "cards" in entry:
        given, pinned = _pin(given)
        given = given if pinned is not None else low.tables.tabulate(act, given)
    return Offer(
        act=act,
        seat=seat,
        who=ir.substitute(who, lambda n: ACTOR if n == ITEM else None),
        given=given,
        cards="cards" in entry,
        pinned=pinned,
        up_to=entry.get("cards", {}).get("up_to", 1),
        target=SUBJECT if "target" in entry else None,
    )


def _only_seat(who: Expr) -> Expr | None:
    """The seat, where the act is offered to one seat only."""
    if isinstance(who, tuple) and who[0] == "==" and who[1] == ITEM:
        return who[2]
    return None


def _pin(given: Expr) -> tuple[Expr, Expr | None]:
    """`c == something` in a condition: only that card can be meant, and the rest is asked of it."""
    parts = ir.conjuncts(given)
    for part in parts:
        if isinstance(part, tuple) and part[0] == "==" and part[1] == CARD and not ir.mentions(part[2], CARD):
            return ir.both([p for p in parts if p != part]), part[2]
    return given, None
