"""Effects that are one step each: what they write, move and choose, and the sorts of their terms."""

from __future__ import annotations

import re
from typing import Any

from unospec.language.check.operators import group
from unospec.language.check.problems import Path
from unospec.language.check.sorts import Env, Sorts, named, show
from unospec.language.check.vocabulary import CALL, CONTEXT, FIXED, NULLABLE, Variable
from unospec.language.errors import did_you_mean

Effect = dict[str, Any]
_OUTCOMES = ("match_winner", "match_loser", "next_dealer")
LOCAL = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")  # a word that a block is given or a choice makes


class Steps:
    """One method for each effect that holds no other effects. Subclasses run lists of them."""

    def __init__(self, sorts: Sorts) -> None:
        self.sorts = sorts
        self.words = sorts.words

    def fail(self, path: Path, message: str, hint: str = "") -> None:
        self.sorts.fail(path, message, hint)

    def _already(self, word: Any) -> str:
        """What a word stands for elsewhere."""
        for what, names in (
            ("a word of the language", (*FIXED, *CONTEXT)),
            ("a variable", (*self.words.variables, *self.words.records)),
            ("a definition", self.words.defines),
            ("a word of the deck", self.words.symbols),
        ):
            if word in names:
                return what
        return ""

    # ---------------------------------------------------------------- variables

    def target(self, name: Any, path: Path, env: Env) -> Variable | None:
        """A variable that is written, or None with a problem noted."""
        call = CALL.fullmatch(name) if isinstance(name, str) else None
        variable = self.words.variables.get(call[1] if call else name) if isinstance(name, str) else None
        if variable is None:
            self._not_writable(name, path)
        elif variable.by_seat and not call:
            self.fail(path, f"`{name}` is kept by seat", f"write {name}(seat)")
            return None
        elif call and not variable.by_seat:
            self.fail(path, f"`{call[1]}` is one value for the whole table", f"write {call[1]} without a seat")
            return None
        elif call:
            self.sorts.want(call[2], path, env, "seat")
        return variable

    def _not_writable(self, name: Any, path: Path) -> None:
        root = str(name).split("(")[0]
        record = root.split(".")[0]
        if name in self.words.records:
            fields = ", ".join(f"{name}.{field}" for field in self.words.records[name])
            self.fail(path, f"`{name}` is a record; it cannot be written as a whole", f"name a field: {fields}")
        elif record in self.words.records:
            known = [f"{record}.{field}" for field in self.words.records[record]]
            self.fail(path, f"the record `{record}` has no such field: `{root}`", did_you_mean(root, known))
        else:
            hint = {
                "turn": "write {turn: seat}",
                "direction": "write {reverse: true}",
                "winner": "write {win: seat}",
            }
            self.fail(
                path,
                f"there is no variable `{root}` to write",
                hint.get(root) or did_you_mean(root, self.words.variables),
            )

    def _pairs(self, x: Effect, head: str, path: Path) -> list[tuple[Any, Any]]:
        if isinstance(x[head], dict) and x[head]:
            return list(x[head].items())
        self.fail(
            path,
            f"`{head}` takes a map of variables, not {show(x[head])}",
            f"write {{{head}: {{variable: term}}}}",
        )
        return []

    def _set(self, x: Effect, path: Path, env: Env) -> None:
        for name, term in self._pairs(x, "set", path):
            variable = self.target(name, (*path, "set", name), env)
            if variable is None:
                self.sorts.term(term, (*path, "set", name), env)
            else:
                self.value(variable, term, (*path, "set", name), env)

    def value(self, variable: Variable, term: Any, path: Path, env: Env) -> None:
        """A term that a variable is set to. A flag or a number is never none."""
        absent = ("none",) if variable.sort in NULLABLE else ()
        self.sorts.want(term, path, env, variable.sort, *absent)

    def _add(self, x: Effect, path: Path, env: Env) -> None:
        for name, term in self._pairs(x, "add", path):
            here = (*path, "add", name)
            variable = self.target(name, here, env)
            if variable is not None and variable.sort != "number":
                self.fail(
                    here,
                    f"`{variable.name}` is {named(variable.sort)}; nothing can be added to it",
                    "use `set`",
                )
            self.sorts.want(term, here, env, "number")

    def _clear(self, x: Effect, path: Path, env: Env) -> None:
        for name in x["clear"] if isinstance(x["clear"], list) else [x["clear"]]:
            if name not in self.words.records:
                self.target(name, path, env)

    # ---------------------------------------------------------------- turn and choices

    def _pass(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["pass"], path, env, "number")

    def _turn(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["turn"], path, env, "seat")

    def _reverse(self, x: Effect, path: Path, env: Env) -> None:
        """Nothing but its one fixed word."""

    def _choose(self, x: Effect, path: Path, env: Env) -> None:
        name, kind = x["choose"], "colour" if x["from"] == "colours" else "seat"
        self.sorts.want(x.get("who", "actor"), (*path, "who"), env, "seat")
        if kind == "seat":
            group(self.sorts, x["from"], (*path, "from"), env, "seats")
        variable = self.words.variables.get(name) if isinstance(name, str) else None
        if variable is not None:
            if variable.by_seat:
                self.fail(
                    path,
                    f"`{name}` is kept by seat; a choice fills one value",
                    "choose a word and set the variable after it",
                )
            elif variable.sort != kind:
                self.fail(path, f"`{name}` is {named(variable.sort)}, and {named(kind)} is chosen")
        elif not isinstance(name, str) or not LOCAL.fullmatch(name):
            self.target(name, path, env)
        elif self._already(name):
            self.fail(
                path,
                f"`{name}` is {self._already(name)}; a choice cannot be called that",
                "choose another word",
            )

    # ---------------------------------------------------------------- cards

    def _draw(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["who"], (*path, "who"), env, "seat")
        if "into" in x:
            variable = self.target(x["into"], (*path, "into"), env)
            if variable is not None and variable.sort != "card":
                self.fail((*path, "into"), f"`{x['into']}` is {named(variable.sort)}, and a card is drawn into it")
        if not isinstance(x["draw"], dict) or "until" not in x["draw"]:
            self.sorts.want(x["draw"], path, env, "number")
            return
        drawn = {**env, "card": "card", "cards": "played", "actor": "seat"}
        self.sorts.predicate(x["draw"]["until"], (*path, "draw", "until"), drawn)
        self._only(x["draw"], ("until",), path, "draw")

    def _only(self, given: Effect, known: tuple[str, ...], path: Path, head: str) -> None:
        for key in given:
            if key not in known:
                self.fail(path, f"`{key}` does not belong to `{head}`", did_you_mean(key, known))

    def _zone(self, term: Any, path: Path, env: Env) -> str:
        """A hand or pile, by its own name: where cards are moved or shown. Returns its name."""
        self.sorts.want(term, path, env, "cards")
        while isinstance(term, str) and term in self.words.defines:
            term = self.words.defines[term]
        return str(term)

    def _move(self, x: Effect, path: Path, env: Env) -> None:
        to = self._zone(x["to"], (*path, "to"), env)
        if x["move"] == "cards" and env.get("cards") == "played":
            if to != "discard_pile" or "place" in x:
                self.fail(
                    path,
                    "the `cards` of an act are moved on top of the discard pile",
                    "write {move: cards, to: discard_pile}",
                )
            return
        group(self.sorts, x["move"], (*path, "move"), env, "cards")
        spec = x["move"] if isinstance(x["move"], dict) else {"in": x["move"]}
        whole = spec == {"in": "discard_pile", "except": "top"}
        if spec.get("in") == "discard_pile" and not whole:
            self.fail(
                path,
                "the top card stays on the discard pile",
                "write {move: {in: discard_pile, except: top}, to: ...}",
            )
        elif "except" in spec and not whole:
            self.fail(path, "`except` cannot be moved around", "say which cards are moved: `where`")

    def _shuffle(self, x: Effect, path: Path, env: Env) -> None:
        """Nothing but its one fixed word."""

    def _deal(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["deal"], path, env, "number")

    def _turn_up(self, x: Effect, path: Path, env: Env) -> None:
        if x["turn_up"] is True:
            return
        if not isinstance(x["turn_up"], dict):
            self.fail(
                path,
                f"`turn_up` takes a map, not {show(x['turn_up'])}",
                "write {turn_up: {refuse: condition, refused: bottom}}",
            )
            return
        self._only(x["turn_up"], ("refuse", "refused"), path, "turn_up")
        if "refuse" in x["turn_up"]:
            self.sorts.predicate(x["turn_up"]["refuse"], (*path, "turn_up", "refuse"), {**env, "card": "card"})
        if x["turn_up"].get("refused", "bottom") not in ("bottom", "shuffle"):
            self.fail(path, f"`refused` cannot be {show(x['turn_up']['refused'])}", "it is bottom or shuffle")

    def _effect_of(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["effect_of"], path, env, "card")
        self.sorts.want(x.get("by", "actor"), (*path, "by"), env, "seat")

    def _swap(self, x: Effect, path: Path, env: Env) -> None:
        if not isinstance(x["of"], list) or len(x["of"]) != 2:
            self.fail(path, f"`of` takes two seats, not {show(x['of'])}")
            return
        for seat in x["of"]:
            self.sorts.want(seat, (*path, "of"), env, "seat")

    def _rotate(self, x: Effect, path: Path, env: Env) -> None:
        """Nothing but its one fixed word."""

    def _reveal(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["to"], (*path, "to"), env, "seat")
        shown = self._zone(x["reveal"], path, env)
        if shown in ("draw_pile", "discard_pile"):
            self.fail(path, f"`{shown}` cannot be revealed, only a hand can", "write {reveal: hand(seat), to: seat}")

    def _cancel(self, x: Effect, path: Path, env: Env) -> None:
        """Nothing but its one fixed word."""

    # ---------------------------------------------------------------- ends

    def _win(self, x: Effect, path: Path, env: Env) -> None:
        self.sorts.want(x["win"], path, env, "seat", "none")

    def _outcome(self, x: Effect, path: Path, env: Env) -> None:
        for key, term in self._pairs(x, "outcome", path):
            here = (*path, "outcome", key)
            if key not in _OUTCOMES:
                self.fail(here, f"there is no outcome `{key}`", did_you_mean(str(key), _OUTCOMES))
            elif key == "next_dealer":
                self.sorts.want(term, here, env, "seat")
            else:
                group(self.sorts, term, here, env, "seats")

    def _leave(self, x: Effect, path: Path, env: Env) -> None:
        group(self.sorts, x["leave"], (*path, "leave"), env, "seats")
