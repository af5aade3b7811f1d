"""Faults: what a refused act costs. Which refusals they name, and which effects may follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.sorts import show
from unospec.language.check.vocabulary import Vocabulary, listed, rules
from unospec.language.check.walk import steps
from unospec.language.core import Core
from unospec.language.errors import did_you_mean

# The refusals that a fault may punish. The others say that the act is none, or that it is no time for acts.
REFUSALS = ("not_offered", "not_yours", "condition", "forbidden")
_NEVER = {
    "choose": "a fault waits for nobody",
    "effect_of": "the card of a fault is not played",
    "cancel": "a fault is no act of the window that holds",
    "move": "the cards of a fault stay where they are",
}
_TURN = ("pass", "turn")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """Every fault."""
    for rule, body in rules(words.data, "faults"):
        acts = [act for act in listed(body.get("act")) if act in words.acts]
        refused = listed(body.get("refused"))
        _refusals(words, rule, acts, refused, problems)
        _effects(words, rule, body, _beside(words, acts, refused), problems)


def _refusals(words: Vocabulary, rule: str, acts: list[str], refused: list[Any], problems: Problems) -> None:
    path = ("faults", rule, "refused")
    if not refused:
        problems.add(path, f"`{rule}` does not say which refusals it punishes", "name some: " + ", ".join(REFUSALS))
    for code in refused:
        if code not in REFUSALS:
            hint = did_you_mean(str(code), REFUSALS) or "it is one of " + ", ".join(REFUSALS)
            problems.add(path, f"a refusal {show(code)} is never a fault", hint)
    known = [code for code in refused if code in REFUSALS]
    if acts and known and not any(_can_be(words, act, code) for act in acts for code in known):
        named = " or ".join(f"`{code}`" for code in known)
        problems.add(path, f"the acts of `{rule}` are never refused with {named}", "name another refusal")


def _can_be(words: Vocabulary, act: str, code: str) -> bool:
    """Whether an act can be refused for a reason at all."""
    if code == "condition":
        return words.acts[act].get("given", True) is not True
    if code == "forbidden":
        return any(act in listed(rule.get("act")) for _, rule in rules(words.data, "forbid"))
    return code != "not_yours" or words.acts[act].get("who", "turn") != "seats"


def _beside(words: Vocabulary, acts: list[str], refused: list[Any]) -> str:
    """Why the fault may come while something waits; "" if it cannot."""
    for act in acts:
        if words.windows_of(act)[1]:
            return f"`{act}` may be tried while a card takes effect"
    if "not_offered" in refused and words.holding():
        return "it punishes acts that come while an effect is held (`not_offered`)"
    return ""


def _effects(words: Vocabulary, rule: str, body: dict[str, Any], beside: str, problems: Problems) -> None:
    for here, effect, through in _steps_of(words, body.get("do"), ("faults", rule, "do")):
        for head, why in _NEVER.items():
            if head in effect and (head != "move" or effect["move"] == "cards"):
                problems.add(here, f"`{head}` cannot stand{through} in a fault: {why}")
        for head in _TURN:
            if head in effect and beside:
                message = f"`{head}` cannot stand{through} in this fault: {beside}, and the turn belongs to that card"
                problems.add(here, message, "leave the turn where it is, or name other acts and refusals")


def _steps_of(
    words: Vocabulary, effects: Any, path: Path, through: tuple[str, ...] = ()
) -> Iterator[tuple[Path, dict[str, Any], str]]:
    """Every effect with those of the blocks that are run, at the place of the fault's own step."""
    for at, effect in steps(effects, path):
        yield at, effect, f" (block `{through[0]}`)" if through else ""
        block = effect.get("do")
        if isinstance(block, str) and block in words.blocks and block not in through:
            for _, inner, within in _steps_of(words, words.blocks[block], at, (*through, block)):
                yield at, inner, within
