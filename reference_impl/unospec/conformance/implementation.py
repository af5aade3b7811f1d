"""What the runner asks: an implementation, which says what it is and answers cases.

Reference, Python adapters and processes all stand behind the same two questions.
"""

import copy
import io
import traceback
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from unospec.conformance import schemas
from unospec.conformance.cases import Json
from unospec.conformance.faults import Fault

PROTOCOL = 1


@dataclass(frozen=True, slots=True)
class Hello:
    """What an implementation says of itself. `claims` is None where it claims everything."""

    impl: Json
    claims: tuple[Json, ...] | None
    lacks: frozenset[str]
    setup: str  # state, deal or none
    observes: tuple[str, ...]
    seats: tuple[int, int]

    @property
    def claims_json(self) -> "str | list[Json]":
        """The claims as they were said."""
        return "all" if self.claims is None else list(self.claims)


@dataclass(frozen=True, slots=True)
class Answered:
    """One result for each act. `fired`: the rules that took part, if the implementation knows them. `dealt`: what was
    seen before the first act, if it says so."""

    steps: tuple[Json, ...]
    fired: frozenset[str] | None = None
    dealt: Json | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """The implementation says that it cannot do this case."""

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer, because of a fault."""

    fault: Fault


Answer: TypeAlias = Answered | Declined | Failed


class AdapterTrouble(Exception):
    """An adapter with which no run is possible."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind.message)
        self.fault = fault


class Implementation(Protocol):
    """The two questions, and the end."""

    def hello(self) -> Hello:
        """What it is and claims. Raises AdapterTrouble."""
        ...

    def ask(self, request: Json) -> Answer:
        """The answer to a case; `request` lacks only `cmd` and `id`. AdapterTrouble: it is lost for good."""
        ...

    def close(self) -> list[Fault]:
        """End it; the faults that belong to no answer."""
        ...


class Adapter(Protocol):
    """What a Python adapter has: the two requests of the protocol as methods, JSON in and out."""

    def hello(self) -> Json:
        """The answer to hello, without `id`."""
        ...

    def case(self, request: Json) -> Json:
        """The answer to a case, without `id`."""
        ...


def read_hello(answer: Any) -> Hello | Fault:
    """The hello of an answer, or what is wrong with it."""
    if not isinstance(answer, dict) or "impl" not in answer:
        return Fault("no_hello", "it lacks `impl`")
    if answer.get("protocol") != PROTOCOL:
        return Fault("wrong_protocol", f"it says protocol {answer.get('protocol')!r}")
    problem = schemas.first_problem(answer, "protocol", "hello-answer")
    if problem:
        return Fault("no_hello", f"{schemas.show_path(problem.path)}: {problem.message}".lstrip(": "))
    claims = answer["claims"]
    low, high = answer.get("limits", {}).get("seats", (2, 99))
    return Hello(
        impl=answer["impl"],
        claims=None if claims == "all" else tuple(claims),
        lacks=frozenset(answer.get("lacks", ())),
        setup=answer["setup"],
        observes=tuple(answer["observes"]),
        seats=(low, high),
    )


def read_answer(answer: Any, acts: int) -> Answer:
    """A case's answer in our terms, or the fault that it commits."""
    problem = schemas.first_problem(answer, "protocol", "case-answer")
    if problem:
        where = schemas.show_path(problem.path)
        return Failed(Fault("bad_answer", f"{where}: {problem.message}" if where else problem.message))
    if "skip" in answer:
        return Declined(answer["skip"]["reason"], answer["skip"].get("detail", ""))
    if "error" in answer:
        return Failed(Fault("error", answer["error"]["message"], answer["error"].get("traceback", "")))
    if len(answer["steps"]) != acts:
        return Failed(Fault("wrong_steps", f"{len(answer['steps'])} steps for {acts} acts"))
    fired = answer.get("fired")
    return Answered(tuple(answer["steps"]), None if fired is None else frozenset(fired), answer.get("dealt"))


@dataclass
class InProcess:
    """An adapter that is a Python object. Its exceptions are crashes; it has no time limit.

    What it prints goes nowhere, as standard output belongs to the reports.
    """

    adapter: Adapter
    asked: int = 0

    def hello(self) -> Hello:
        """Its hello; an exception here is the end."""
        try:
            with redirect_stdout(io.StringIO()):
                answer = self.adapter.hello()
        except Exception as error:
            raise AdapterTrouble(_broken(error)) from error
        read = read_hello({"id": 0, **answer} if isinstance(answer, dict) else answer)
        if isinstance(read, Fault):
            raise AdapterTrouble(read)
        return read

    def ask(self, request: Json) -> Answer:
        """Its answer to a case. It gets a copy of the request, which it may change."""
        self.asked += 1
        try:
            with redirect_stdout(io.StringIO()):
                answer = self.adapter.case({"cmd": "case", "id": self.asked, **copy.deepcopy(request)})
        except Exception as error:
            return Failed(_broken(error))
        if isinstance(answer, dict):
            answer = {"id": self.asked, **answer}
        return read_answer(answer, len(request["acts"]))

    def close(self) -> list[Fault]:
        """Nothing is left behind."""
        return []


def _broken(error: Exception) -> Fault:
    return Fault("error", repr(error), "".join(traceback.format_exception(error)[-6:]))
