"""What `legal` offers: the acts of the situation in force, then those of the ambient windows.

The order is fixed: the blocking (or holding) window first, its acts by name, seats and cards ascending;
then the ambient windows by name, their subjects ascending.
"""

from dataclasses import replace

from unospec.engine import ir
from unospec.engine.acts import SUBJECT, act_env, condition, seats_of
from unospec.engine.flow import Flow
from unospec.engine.ir import Expr
from unospec.engine.lower import ACTOR, CARD, Lower
from unospec.engine.program import Offer
from unospec.engine.queries import ITEM
from unospec.engine.windows import Ambient

NOTHING_YET: Expr = ("nothing_yet",)


def lower_offers(low: Lower) -> None:
    """The offers of every window."""
    windows = low.windows
    for name in [*windows.blocking, windows.default]:
        when = windows.blocking.get(name, 1)
        known = Flow()
        known.assume(windows.in_force([name]))
        offers = [_offer(low, act, known, None) for act in windows.acts_of(name)]
        offers = _listed_first(low, offers, known)
        low.program.situations.append((name, when, [_tabled(low, offer) for offer in offers]))
    for window in windows.ambient.values():
        known = Flow()
        offers = [_offer(low, act, known, window) for act in windows.acts_of(window.name)]
        offers = [_tabled(low, offer) for offer in offers]
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
    if "cards" in entry and entry["cards"].get("up_to", 1) == 1:
        given, pinned = _pin(given)
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


def _tabled(low: Lower, offer: Offer) -> Offer:
    return replace(offer, given=low.tables.tabulate(offer.act, offer.given)) if offer.cards else offer


def _listed_first(low: Lower, offers: list[Offer], known: Flow) -> list[Offer]:
    """Where an act is for a hand in which no card fits another act, the cards of that one are listed first.

    The hand is gone through once then: the list of acts, still empty, says that none fits. There is never
    a list with both, so the order of the acts stays as it is. Only at the head of a window.
    """
    for act, other in (offers[:2], offers[1::-1]) if len(offers) > 1 else ():
        if act.cards or not other.cards or other.pinned is not None or act.seat is None or act.seat != other.seat:
            continue
        fits = ir.conjuncts(other.given)
        asked = ir.conjuncts(act.given)
        for part in asked:
            if _denies(part, "ask") and _looks_for(low, part[1][1], fits, known):
                given = ir.both([NOTHING_YET, *(p for p in asked if p != part)])
                return [other, replace(act, given=given), *offers[2:]]
    return offers


def _denies(part: Expr, op: str) -> bool:
    return isinstance(part, tuple) and part[0] == "not" and part[1][0] == op


def _looks_for(low: Lower, search: str, fits: list[Expr], known: Flow) -> bool:
    """Whether a search looks in the actor's hand for a card that meets exactly these conditions."""
    wanted = low.terms.searches[search]
    group = wanted.group
    if wanted.kind != "exists" or group.zone != ("hand", ACTOR) or group.without is not None:
        return False
    where = known.simplify(ir.substitute(group.where, lambda n: CARD if n == group.item else None))
    parts = [p for p in ir.conjuncts(where) if p != (">=", CARD, 0)]
    return len(parts) == len(fits) and all(p in fits for p in parts)


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
