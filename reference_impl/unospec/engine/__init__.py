"""The engine: a core compiled to a machine, and tables to play at."""

from unospec.engine.machine import Act, Event, Machine, State, compile_core, machine
from unospec.engine.notation import Malformed, Notation
from unospec.engine.runtime import Rejected, Shuffler, Stuck, Tape, is_fault
from unospec.engine.table import Outcome, Table

__all__ = [
    "Act", "Event", "Machine", "Malformed", "Notation", "Outcome", "Rejected",
    "Shuffler", "State", "Stuck", "Table", "Tape", "compile_core", "is_fault", "machine",
]  # fmt: skip
