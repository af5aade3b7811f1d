"""The form and sorts of every effect: one head, what may stand beside it, and what it works on."""

from __future__ import annotations

from typing import Any

from unospec.language.check.operators import group
from unospec.language.check.problems import Path
from unospec.language.check.sorts import NONE, Env, named, show
from unospec.language.check.steps import LOCAL, Effect, Steps
from unospec.language.errors import did_you_mean

# head -> (what has to stand beside it, what may)
HEADS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "if": (("then",), ("else",)),
    "each": (("do",), ()),
    "do": ((), ("with",)),
    "set": ((), ()),
    "add": ((), ()),
    "clear": ((), ()),
    "pass": ((), ()),
    "turn": ((), ()),
    "reverse": ((), ()),
    "draw": (("who",), ("into",)),
    "choose": (("from",), ("who",)),
    "move": (("to",), ("place",)),
    "shuffle": ((), ()),
    "deal": ((), ()),
    "turn_up": ((), ()),
    "effect_of": ((), ("by", "table")),
    "win": ((), ()),
    "swap": (("of",), ()),
    "rotate": ((), ()),
    "reveal": (("to",), ()),
    "cancel": ((), ()),
    "outcome": ((), ()),
    "leave": ((), ()),
}
# Effects whose head takes one fixed word, and the words it takes.
_FIXED_WORDS = {
    "reverse": (True,),
    "shuffle": ("draw_pile", "discard_pile"),
    "swap": ("hand",),
    "rotate": ("hand",),
    "cancel": ("held",),
    "place": ("top", "bottom"),
    "table": ("effects", "opening"),
}


class Effects(Steps):
    """Checks lists of effects, for one core."""

    def run(self, effects: Any, path: Path, env: Env) -> None:
        """A list of effects; a choice may make a word for those after it."""
        if not isinstance(effects, list):
            self.fail(path, f"effects are a list, not {show(effects)}", "write [{...}, {...}]")
            return
        for index, effect in enumerate(effects):
            here = (*path, index)
            head = self._head(effect, here)
            if head:
                getattr(self, f"_{head}")(effect, here, env)
                if head == "choose" and effect["choose"] not in self.words.variables:
                    env = {**env, str(effect["choose"]): "colour" if effect["from"] == "colours" else "seat"}

    def _head(self, effect: Any, path: Path) -> str:
        """The head of an effect, or "" with a problem noted."""
        if not isinstance(effect, dict) or not effect:
            self.fail(path, f"{show(effect)} is no effect", "write a map such as {pass: 1}")
            return ""
        heads = [key for key in effect if key in HEADS and not (key == "do" and "each" in effect)]
        if len(heads) != 1:
            key = next(iter(effect))
            if heads:
                both = " and ".join(f"`{head}`" for head in heads)
                self.fail(
                    path,
                    f"{both} stand side by side in one effect",
                    "an effect is one step; make two of them",
                )
            else:
                self.fail(path, f"there is no effect `{key}`", did_you_mean(str(key), HEADS))
            return ""
        head = heads[0]
        needed, allowed = HEADS[head]
        for key in effect:
            if key not in (head, *needed, *allowed):
                self.fail(path, f"`{key}` does not belong to `{head}`", did_you_mean(key, (*needed, *allowed)))
        lacking = [key for key in needed if key not in effect]
        for key in lacking:
            self.fail(path, f"`{head}` needs `{key}` beside it")
        for key in (head, *allowed):
            if key in _FIXED_WORDS and key in effect and effect[key] not in _FIXED_WORDS[key]:
                known = [str(word).lower() for word in _FIXED_WORDS[key]]
                self.fail(path, f"`{key}` cannot be {show(effect[key])}", "it is " + " or ".join(known))
                lacking.append(key)
        return "" if lacking else head

    # ---------------------------------------------------------------- order of steps

    def _if(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.predicate(x["if"], (*path, "if"), env)
        self.run(x["then"], (*path, "then"), env)
        if "else" in x:
            self.run(x["else"], (*path, "else"), env)

    def _each(self, x: Effect, path: Path, env: Env) -> None:
        group(self.sorts, x["each"], (*path, "each"), env, "seats")
        self.run(x["do"], (*path, "do"), {**env, "seat": "seat"})

    def _do(self, x: Effect, path: Path, env: Env) -> None:
        name = x["do"]
        if not isinstance(name, str) or name not in self.words.blocks:
            self.fail(path, f"there is no block {show(name)}", did_you_mean(str(name), self.words.blocks))
            return
        given = x.get("with", {})
        if not isinstance(given, dict):
            self.fail(path, f"`with` is a map of words, not {show(given)}", "write with: {word: term}")
            return
        inner = dict(env)
        for word, term in given.items():
            got = self.sorts.term(term, (*path, "with"), env)
            if got.name == "symbol":
                self.fail(
                    path,
                    f"{show(term)} has no sort of its own; a block cannot be given it",
                    "set a variable to it",
                )
            if got.name in ("seats", "colours"):
                hint = "write the set in the block, or give it a seat"
                self.fail(path, f"{show(term)} is {named(got.name)}; a block cannot be given one", hint)
            inner[word] = "any" if got.name in ("symbol", "none") else got.name
        self._no_clash(given, path)
        self.sorts.inside(f"blocks.{name}", path, inner, lambda: self._block(name, inner))

    def _block(self, name: str, env: Env) -> Any:
        self.run(self.words.blocks[name], ("blocks", name, "do"), env)
        return NONE

    def _no_clash(self, given: Any, path: Path) -> None:
        for word in given:
            what = self._already(word)
            if what:
                self.fail(
                    path,
                    f"`{word}` is {what}; a block cannot be given a word of that name",
                    "choose another word",
                )
            elif not LOCAL.fullmatch(str(word)):
                self.fail(path, f"`{word}` is not a word", "lower-case letters, digits and _")
