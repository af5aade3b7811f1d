"""The words of `play`: cards, acts, events and refusals said to a person, and acts read from one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from unospec.engine import Table
from unospec.engine.notation import Json
from unospec.language import Core


@cache
def words() -> Any:
    """The word file that lies beside this module."""
    return yaml.safe_load(Path(__file__).with_name("_play_words.yaml").read_text(encoding="utf-8"))


class Voice:
    """Says things in one language to one person, in the colours of a terminal or without."""

    def __init__(self, core: Core, language: str, me: str, colours: bool) -> None:
        self.core, self.language, self.me, self.colours = core, language, me, colours

    # ---------------------------------------------------------------- small things

    def say(self, *path: Any, you: bool = False, **values: Any) -> str:
        """The text at a place of the word file, filled in."""
        entry = words()
        for step in path:
            entry = entry[step]
        text = entry["you"] if you and self.language == "en" and "you" in entry else entry[self.language]
        return str(text.format(**values))

    def paint(self, text: str, style: str) -> str:
        """Text in a colour or style of the terminal."""
        code = words()["ansi"].get(style)
        return f"\033[{code}m{text}\033[0m" if self.colours and code is not None else text

    def person(self, name: str) -> str:
        """How a player is spoken of."""
        return self.say("you") if name == self.me else name

    def colour(self, token: str) -> str:
        """The word for a colour."""
        for name, entry in self.core.data["cards"]["colours"].items():
            if entry["token"] == token:
                return self.paint(entry[self.language], name)
        return token

    def card_words(self, card: Any, language: str) -> str:
        """A card type in words, without its code."""
        spec = self.core.data["cards"]
        kind = spec["kinds"][card.kind]
        face = card.face if "faces" in kind else kind[language]
        if card.colour is None:
            return str(face)
        form = words()["card"]["coloured"][language]
        return str(form.format(colour=spec["colours"][card.colour][language], face=face))

    def card(self, table: Table, token: str) -> str:
        """A card in words with its code."""
        card = table.machine.model.cards[table.notation.card(token)]
        text = self.say("card", "with_code", card=self.card_words(card, self.language), code=token)
        return self.paint(text, card.colour or "strong")

    def code(self, table: Table, token: str) -> str:
        """The code of a card, in its colour."""
        return self.paint(token, table.machine.model.cards[table.notation.card(token)].colour or "strong")

    def sentence(self, rule: str) -> str:
        """The rule's sentence with its id; the id alone for a rule without a sentence."""
        section, _, name = rule.partition(".")
        entry = self.core.data.get(section, {})
        entry = entry.get(name, {}) if name else entry
        text = entry.get(self.language) if isinstance(entry, dict) else None
        return self.say("sentence", text=text, rule=rule) if text else f"[{rule}]"

    # ---------------------------------------------------------------- acts and refusals

    def act(self, table: Table, act: Json) -> str:
        """An act as it is offered."""
        name, values = act["act"], self._values(table, act)
        if "count" in act:
            values["card"] = self.say("card", "several", n=act["count"], card=values["card"])
        if name in words()["acts"]:
            return self.say("acts", name, **values)
        return " ".join([name, *(v for k, v in values.items() if k not in ("by", "rule"))])

    def refusal(self, why: str, rule: str | None) -> Iterator[str]:
        """Why an act was refused, in the sentence of the rule that refuses it."""
        yield self.paint(self.say("refusal", why=self.say("why", why)), "refused")
        if rule and rule not in ("acts", "round"):  # whole sections stand for "no rule at all"
            yield f"  {self.sentence(rule)}"

    def _values(self, table: Table, fields: Json) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in fields.items():
            if value is None or key in ("e", "act", "count"):
                continue
            if key in ("by", "seat", "target", "to"):
                out[key] = self.person(value)
            elif key == "card":
                out[key] = self.card(table, value)
            elif key == "cards":
                out[key] = self.say("card", "list").join(self.card(table, c) for c in value)
            elif key == "colour":
                out[key] = self.colour(value)
            elif key == "direction":
                out[key] = self.say("direction", value)
            elif key == "rule":
                out[key] = self.sentence(value)
            else:
                out[key] = value
        return out

    # ---------------------------------------------------------------- events

    def events(self, table: Table, events: list[Json]) -> Iterator[str]:
        """What happened, as far as the person may know it, one line for each thing."""
        last_turn = max((i for i, e in enumerate(events) if e["e"] == "turn"), default=-1)
        mine = last_turn if last_turn >= 0 and events[last_turn]["by"] == self.me else -1
        i = 0
        while i < len(events):
            event, kind = events[i], events[i]["e"]
            drawn = 0
            while i + drawn < len(events) and events[i + drawn]["e"] == "drew":
                drawn += 1
            if drawn:
                yield from self._draws(table, events[i : i + drawn])
            elif kind == "revealed":
                yield self._revealed(table, event)
            elif kind != "turn" or i == mine:  # the turns of others show in what they do
                line = self.line(table, kind, event)
                if line:
                    yield line
            i += drawn or 1

    def line(self, table: Table, kind: str, event: Json) -> str | None:
        """An event in words; None if it is passed over."""
        known = words()["events"]
        if kind not in known:
            return " ".join([self.person(event.get("by", "")), kind]).strip()
        if known[kind] is None:
            return None
        line = self.say("events", kind, you=event.get("by") == self.me, **self._values(table, event))
        return line[0].upper() + line[1:]

    def _draws(self, table: Table, run: list[Json]) -> Iterator[str]:
        counts = Counter(e["by"] for e in run)
        sizes = set(counts.values())
        if len(counts) == len(table.notation.names) and len(sizes) == 1:
            yield self.say("events", "dealt", n=sizes.pop())
            return
        for name, n in counts.items():
            if name == self.me:
                cards = [e["card"] for e in run if e["by"] == name]
                yield self.line(table, "drew_seen", {"by": name, "cards": cards}) or ""
            else:
                yield self.line(table, "drew_one" if n == 1 else "drew_many", {"by": name, "n": n}) or ""

    def _revealed(self, table: Table, event: Json) -> str:
        kind = "revealed_seen" if event["to"] == self.me else "revealed_closed"
        return self.line(table, kind, event) or ""

    # ---------------------------------------------------------------- the table

    def situation(self, table: Table) -> Iterator[str]:
        """What the person sees of the table."""
        view = table.view(self.me)
        parts = [self.say("table", "top", value=self.card(table, view["top"]))] if view["top"] else []
        parts += self._variables(table, view)
        parts.append(self.say("table", "direction", value=self.say("direction", view["direction"])))
        parts.append(self.say("table", "draw_pile", value=view["draw_pile"]))
        yield "   ".join(parts)
        sizes = "   ".join(
            self.say("table", "moving" if n == view["turn"] else "size", name=n, n=k)
            for n, k in view["hand_sizes"].items()
        )
        yield self.say("table", "sizes", value=sizes)
        for name, cards in view["hands"].items():  # the own hand, and those of partners where they are shown
            hand = " ".join(self.code(table, c) for c in cards)
            if name == self.me:
                yield self.say("table", "hand", value=hand)
            else:
                yield self.say("table", "partner_hand", name=name, value=hand)

    def _variables(self, table: Table, view: Json) -> Iterator[str]:
        for path in words()["state"]:
            variable = table.machine.model.variables.get(path)
            head, _, rest = path.partition(".")
            value = view.get(head)
            value = value.get(rest) if rest and isinstance(value, dict) else value
            if variable is None or not value:
                continue
            shown = {"card": lambda v: self.card(table, v), "colour": self.colour, "seat": self.person}
            yield self.say("state", path, value=shown.get(variable.sort, str)(value))

    def teams(self, count: int, names: Sequence[str]) -> Iterator[str]:
        """Who plays with whom, in the order of the seats; nothing where everybody plays alone."""
        if count:
            sides = [self.say("say", "with").join(map(self.person, names[i::count])) for i in range(count)]
            line = self.say("say", "teams", teams=self.say("say", "against").join(sides))
            yield line[0].upper() + line[1:]

    def tally(self, table: Table) -> Iterator[str]:
        """The numbers of all seats that the rules keep: points of the round, scores of the match."""
        view = table.view(self.me)
        for path, variable in table.machine.model.variables.items():
            if variable.scope == "round" or variable.sort != "number" or not isinstance(view.get(path), dict):
                continue
            what = self.say("tally", path) if path in words()["tally"] else path
            sizes = [self.say("table", "number", name=n, n=k) for n, k in view[path].items()]
            yield self.say("table", "tally", what=what, value="   ".join(sizes))

    def help(self, table: Table) -> str:
        """How to type acts and cards, for the cards and acts of these rules."""
        spec, known = self.core.data["cards"], words()["acts"]
        gap = self.say("card", "list")
        acts = [self._typed(shape.name) for shape in table.machine.program.acts if shape.name in known]
        hand = table.view(self.me)["hands"][self.me][:2]
        colours = [f"{c['token']} {c[self.language]}" for c in spec["colours"].values()]
        faces = [f"{k['token']} {k[self.language]}" for k in spec["kinds"].values() if "token" in k]
        examples = [*hand, *(self._spoken(table, c) for c in hand)]
        return self.say(
            "help_text",
            acts=gap.join(acts),
            colours=gap.join(colours),
            faces=gap.join(faces),
            examples=gap.join(examples),
        )

    def _typed(self, name: str) -> str:
        says = [s for s in words()["acts"][name]["say"] if s.isascii() == (self.language == "en")]
        return " / ".join([name, *says] if self.language == "en" else [*says, name])

    def _spoken(self, table: Table, token: str) -> str:
        return self.card_words(table.machine.model.cards[table.notation.card(token)], self.language)
