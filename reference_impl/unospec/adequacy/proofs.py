"""Can a mutant be told from the rules at all? A game that tells them apart, or all small games in which they agree."""

from __future__ import annotations

from dataclasses import dataclass

from unospec.language import Core

STEPS = 25_000  # acts compared in longer games, and again in small ones


@dataclass(frozen=True)
class Finding:
    """Whether two cores are the same game as far as was looked, and how that was found: a proof, or a game."""

    equivalent: bool
    how: str


def prove(rules: Core, mutant: Core) -> Finding:
    """Look for a short game that tells a mutant from the rules; if there is none, visit small games whole."""
    from unospec.explore.differ import equivalent, first_difference

    witness = first_difference(rules, mutant, seats=(2, 3, 4), steps=STEPS)
    if witness is not None:
        return Finding(False, "\n".join(witness.lines))
    proof = equivalent(rules, mutant, STEPS, longer=False)
    if proof is None or not proof.complete:
        return Finding(False, "no short game tells it from the rules, and the small games are too long to visit whole")
    words = "the same program" if proof.same_program else f"{proof.games} small games, {proof.states} states"
    words += f"; too long to visit whole: {proof.too_long}" if proof.too_long else ""
    return Finding(True, words)
