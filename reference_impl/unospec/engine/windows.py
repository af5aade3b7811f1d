"""Windows: which situation the state is in, and which acts belong to it.

A blocking window is derived: the one whose `when` holds is in force, else the one without. Nothing
opens or closes it. Ambient windows open after an event, have a subject, and close before named acts; a
set of open instances is a bit mask over seats. A window that holds keeps an effect from happening until
it is closed.
"""

from dataclasses import dataclass
from typing import Any

from unospec.engine import ir
from unospec.engine.ir import Expr
from unospec.engine.terms import Env, Terms


@dataclass(frozen=True)
class Ambient:
    """A window beside the turn."""

    name: str
    rule: str
    slot: str
    after: tuple[str, ...]
    given: Any
    before: tuple[str, ...]
    taken: tuple[str, ...]
    holds: bool


class Windows:
    """The windows of one core."""

    def __init__(self, terms: Terms) -> None:
        data = terms.model.data
        self.blocking: dict[str, Expr] = {}
        self.ambient: dict[str, Ambient] = {}
        self.default = ""
        for name, window in sorted(data["windows"].items()):
            if window["kind"] == "ambient":
                self.ambient[name] = _ambient(name, window)
            elif "when" in window:
                self.blocking[name] = terms.predicate(window["when"], Env(f"windows.{name}"))
            else:
                self.default = name
        self._acts = {act: as_list(entry["in"]) for act, entry in data["acts"].items()}

    def in_force(self, names: list[str]) -> Expr:
        """Whether one of these blocking windows is in force. They exclude each other by law."""
        others = [when for name, when in self.blocking.items() if name not in names]
        if self.default in names:
            return ir.negate(ir.either(others))
        return ir.either([self.blocking[name] for name in names if name in self.blocking])

    def of_act(self, act: str) -> tuple[list[str], list[Ambient]]:
        """The blocking and the ambient windows in which an act is offered."""
        names = self._acts[act]
        blocking = [n for n in names if n in self.blocking or n == self.default]
        return blocking, [self.ambient[n] for n in names if n in self.ambient]

    def acts_of(self, window: str) -> list[str]:
        """The acts offered in a window, in alphabetical order."""
        return sorted(act for act, names in self._acts.items() if window in names)

    def closed_before(self, act: str) -> list[tuple[Ambient, list[str] | None]]:
        """Ambient windows that close before an act; a list of windows where it closes only in those."""
        blocking, _ = self.of_act(act)
        out: list[tuple[Ambient, list[str] | None]] = []
        for window in self.ambient.values():
            closing = [name for name in blocking if name in window.before]
            if act in window.before or (closing and closing == blocking):
                out.append((window, None))
            elif closing:
                out.append((window, closing))
        return out


def as_list(x: Any) -> list[str]:
    """One name or several."""
    return list(x) if isinstance(x, list) else [x]


def _ambient(name: str, window: dict[str, Any]) -> Ambient:
    closes = window.get("closes", {})
    return Ambient(
        name=name,
        rule=f"windows.{name}",
        slot=f"open_{name.replace('-', '_')}",
        after=tuple(as_list(window["opens"]["after"])),
        given=window["opens"].get("given", True),
        before=tuple(as_list(closes.get("before", []))),
        taken=tuple(as_list(closes.get("taken", []))),
        holds=bool(window.get("holds")),
    )
