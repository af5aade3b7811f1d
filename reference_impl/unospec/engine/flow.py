"""What is known while effects are lowered: which slots were written, and which conditions hold.

When an act is accepted the state is at rest: no trigger's condition holds and nothing happens by
itself. So after the act only those triggers can have come true that read a slot which was written on
the way. That, and the constants written last, keep the printed code as short as a person's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from unospec.engine import ir
from unospec.engine.ir import Expr, reads


@dataclass
class Flow:
    """A point in the lowering of one function."""

    dirty: set[str] = field(default_factory=set)
    constants: dict[str, int] = field(default_factory=dict)
    true: list[Expr] = field(default_factory=list)

    def copy(self) -> "Flow":
        """An independent copy, for a branch."""
        return Flow(set(self.dirty), dict(self.constants), list(self.true))

    def write(self, slot: str, value: Expr = None) -> None:
        """A slot was written; `value` if it is a known constant."""
        self.dirty.add(slot)
        self.constants.pop(slot, None)
        if isinstance(value, int):
            self.constants[slot] = value
        self.true = [fact for fact in self.true if slot not in reads(fact)]

    def assume(self, condition: Expr) -> None:
        """A condition holds from here on, until something that it reads is written."""
        parts = ir.conjuncts(condition)
        self.true += [p for p in parts if isinstance(p, tuple)]

    def simplify(self, condition: Expr) -> Expr:
        """The condition as it reads with what is known here."""
        return _simplified(condition, tuple(self.constants.items()), tuple(self.true))

    def join(self, other: "Flow") -> None:
        """After two branches: either may have been taken."""
        self.dirty |= other.dirty
        self.constants = {k: v for k, v in self.constants.items() if other.constants.get(k) == v}
        self.true = [fact for fact in self.true if fact in other.true]

    def key(self) -> tuple[object, ...]:
        """Something that can be compared."""
        return (frozenset(self.dirty), frozenset(self.constants.items()), tuple(map(repr, self.true)))


@lru_cache(maxsize=1 << 14)  # the same is asked again and again, also from one core to the next
def _simplified(condition: Expr, values: tuple[tuple[str, int], ...], true: tuple[Expr, ...]) -> Expr:
    constants = dict(values)
    denied = [ir.negate(fact) for fact in true]

    def known(node: Expr) -> Expr | None:
        if node[0] == "var" and node[1] in constants:
            return constants[node[1]]
        if node in true:
            return 1
        return 0 if node in denied else None

    return ir.substitute(condition, known)


def union(flows: Iterable[Flow]) -> Flow:
    """What holds on entry to a function that is called from several places."""
    result: Flow | None = None
    for flow in flows:
        if result is None:
            result = flow.copy()
        else:
            result.join(flow)
    return result or Flow()
