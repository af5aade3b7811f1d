"""A lowered core: the functions, waits, offers and tables that a printer turns into source."""

from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from unospec.engine.ir import Expr, Stmt
from unospec.engine.model import Model
from unospec.engine.queries import Search


@dataclass
class Function:
    """A function of the printed module. Its parameters follow the state."""

    name: str
    params: tuple[str, ...]
    about: str
    body: list[Stmt]


@dataclass
class Wait:
    """A point at which an act stops: for a choice, or while an effect is held.

    `function` carries on; `saved` are the locals that it needs and that the state keeps meanwhile.
    """

    number: int
    kind: str  # "colour", "seat" or the name of the holding window
    rule: str
    function: str
    saved: tuple[str, ...] = ()
    allowed: Expr = 1  # for seats: which ones, over the local x


@dataclass(frozen=True)
class Offer:
    """An act as `legal` offers it: to one seat or to several, with which cards, under which condition."""

    act: str
    seat: Expr | None  # None: to every seat p for which `who` holds
    who: Expr
    given: Expr
    cards: bool
    pinned: Expr | None  # the only card that can be meant, if the condition says so
    up_to: Expr = 1
    target: Expr | None = None


@dataclass(frozen=True)
class ActShape:
    """How the canonical acts of a name are formed: (seat, name, card, n)."""

    name: str
    rule: str
    kind: str  # "cards", "plain", "target", "colour", "seat" or "close"
    most: int = 1  # of identical cards in one act

    @property
    def identifier(self) -> str:
        """The name in names of the printed module."""
        return self.name.replace("-", "_")


@dataclass
class Outline:
    """What is asked of a program after it was printed: by its module, and by whoever speaks to the machine."""

    waits: list[Wait] = field(default_factory=list)
    acts: list[ActShape] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)  # acts that may be faults: `try_<act>` is their front door
    sets: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)  # of yes and no by card: see `CardTable.rows`
    each: dict[str, Any] = field(default_factory=dict)  # acts beside the turn, by subject, as far as they are fixed
    effect_tables: dict[str, tuple[str, ...]] = field(default_factory=dict)  # function names by card
    refusals: dict[str, tuple[str, str]] = field(default_factory=dict)  # constant -> (code, rule)
    slots: dict[str, int] = field(default_factory=dict)  # scalar slot -> start value
    seat_slots: dict[str, int] = field(default_factory=dict)
    counters: dict[tuple[str, ...], int] = field(default_factory=dict)  # of an instrumented module
    rules: list[str] = field(default_factory=list)  # rules that an instrumented module counts


@dataclass
class Program(Outline):
    """Everything that is printed for one core and number of seats."""

    _: KW_ONLY
    model: Model
    functions: list[Function] = field(default_factory=list)
    # `legal`: by situation, each with its condition in the order in which to ask
    situations: list[tuple[str, Expr, list[Offer]]] = field(default_factory=list)
    ambient: list[tuple[str, list[Offer]]] = field(default_factory=list)  # (slot, offers), over the local o
    holding: dict[str, list[Offer]] = field(default_factory=dict)  # by holding window
    searches: dict[str, Search] = field(default_factory=dict)
