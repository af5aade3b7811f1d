"""Which effects may stand where."""

from __future__ import annotations

from typing import Any

from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import Vocabulary, listed, rules
from unospec.language.check.walk import effect_fields, steps
from unospec.language.check.windows import acts_that_hold
from unospec.language.core import Core

# Effects that wait for somebody, hand over to a card, or end the round: nothing of the same step is left.
_LEAVING = ("choose", "effect_of", "win")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """The places of effects."""
    _Placing(words, problems).check()


class _Placing:
    """Which effects a list holds, blocks written out, and whether they may be there."""

    def __init__(self, words: Vocabulary, problems: Problems) -> None:
        self.words = words
        self.problems = problems
        self._held: dict[str, frozenset[str]] = {}

    def check(self) -> None:
        """Every list of effects of every rule."""
        holding = acts_that_hold(self.words)
        for path, effects in effect_fields(self.words.data):
            self._order(effects, path)
            section, rule = path[0], str(path[1])
            forbidden: dict[str, str] = {}
            if section in ("round", "match", "reshuffle"):
                forbidden |= dict.fromkeys(_LEAVING, f"in {section}, which is done in one go")
            if section == "whenever" or section == "acts" and "auto" in self.words.acts[rule]:
                by_itself = "where something happens by itself; nobody has acted"
                forbidden |= dict.fromkeys(("choose", "effect_of"), by_itself)
            if section != "blocks" and (section != "acts" or rule not in holding):
                forbidden["cancel"] = "outside the acts of a window that holds an effect"
            self._ban(effects, path, forbidden)
            for here, effect in steps(effects, path):
                if "each" in effect and isinstance(effect.get("do"), list):
                    within = dict.fromkeys((*_LEAVING, "cancel"), "inside `each`, which is done in one go")
                    self._ban(effect["do"], (*here, "do"), within)
        self._setup()

    def _ban(self, effects: Any, path: Path, forbidden: dict[str, str]) -> None:
        for here, effect in steps(effects, path):
            for name in sorted(self._single(effect) & set(forbidden)):
                through = f" (block `{effect['do']}`)" if isinstance(effect.get("do"), str) else ""
                self.problems.add(here, f"`{name}` cannot stand{through} {forbidden[name]}")

    def _single(self, effect: dict[str, Any]) -> frozenset[str]:
        """The special effects that this step is, itself or as a block; those of inner lists are steps too."""
        own = {key for key in (*_LEAVING, "cancel") if key in effect}
        if isinstance(effect.get("do"), str):
            return frozenset(own | self.held(effect["do"]))
        return frozenset(own)

    def held(self, block: str) -> frozenset[str]:
        """The special effects anywhere in a block."""
        if block not in self._held:
            self._held[block] = frozenset()  # a block that runs itself adds nothing
            found: set[str] = set()
            for _, effect in steps(self.words.blocks.get(block), ()):
                found |= self._single(effect)
            self._held[block] = frozenset(found)
        return self._held[block]

    def _all(self, effect: Any) -> set[str]:
        """The special effects of one step with its branches."""
        return set().union(*(self._single(inner) for _, inner in steps([effect], ())))

    def _order(self, effects: Any, path: Path) -> None:
        """Nothing comes after the effect of a card, and nothing after the end of the round."""
        if not isinstance(effects, list):
            return
        for index, effect in enumerate(effects[:-1]):
            if not isinstance(effect, dict):
                continue
            here = (*path, index)
            if "effect_of" in self._all(effect):
                message = "nothing may follow `effect_of`; the effect of the card goes on from there"
                self.problems.add(here, message, "put what follows before it, or into the effects of cards")
            elif "win" in effect:
                self.problems.add(here, "nothing follows `win`, which ends the round", "put it before `win`")
        for index, effect in enumerate(effects):
            if isinstance(effect, dict):
                for key in ("then", "else", "do"):
                    self._order(effect.get(key), (*path, index, key))

    def _setup(self) -> None:
        """The effect of the first card ends the set-up."""
        numbered = [
            (body["step"], rule, body)
            for rule, body in rules(self.words.data, "setup")
            if type(body.get("step")) is int
        ]
        for _, rule, body in sorted(numbered, key=lambda entry: entry[:2])[:-1]:
            for index, effect in enumerate(listed(body.get("do"))):
                if self._all(effect) & {"effect_of", "win"}:
                    message = "nothing may follow `effect_of`, and the set-up has later steps"
                    self.problems.add(("setup", rule, "do", index), message, "make it the last step")
