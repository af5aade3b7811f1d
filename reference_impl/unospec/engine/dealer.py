"""Who deals first: cards are drawn for it, and what each counts is the rule set's `dealer.first`."""

from collections.abc import Sequence

from unospec.engine.machine import Machine
from unospec.engine.notation import Malformed


def first_dealer(machine: Machine, draws: Sequence[Sequence[int]]) -> int:
    """The seat that deals first.

    draws: the cards drawn, by seat ascending: first one for each seat; then one for each seat whose card has no
    value, as long as there are such; then one for each of those who tie for the highest value; and so on.
    Raises `Malformed` where a draw has too few or too many cards, where there are draws after the decision, or
    none that decides.
    """
    drawing, among = list(range(machine.model.seats)), list(range(machine.model.seats))
    values: dict[int, int] = {}
    for number, draw in enumerate(draws, 1):
        if not drawing:
            raise Malformed(f"draw {number} for the deal: the draw before it decides already")
        if len(draw) != len(drawing):
            raise Malformed(f"draw {number} for the deal: {len(draw)} cards, but {len(drawing)} players draw")
        values |= {seat: machine.dealer_value(card) for seat, card in zip(drawing, draw, strict=True)}
        drawing = [seat for seat in among if values[seat] == NO_VALUE]
        if not drawing:
            best = max(values[seat] for seat in among)
            among = [seat for seat in among if values[seat] == best]
            drawing = among if len(among) > 1 else []
    if drawing:
        raise Malformed("the draws for the deal do not decide who deals: give one more")
    return among[0]


NO_VALUE = -1  # how the machine writes none
