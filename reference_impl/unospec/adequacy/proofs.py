"""Can a mutant be told from the rules at all? All small games of both are compared."""

from __future__ import annotations

from unospec.language import Core


def prove(rules: Core, mutant: Core) -> str | None:
    """A proof in a few words that two cores are the same game, or None if they differ or it cannot be said."""
    from unospec.explore.differ import equivalent

    proof = equivalent(rules, mutant)
    if proof is None or not proof.complete:
        return None
    return "the same program" if proof.same_program else f"{proof.games} small games, {proof.states} states"
