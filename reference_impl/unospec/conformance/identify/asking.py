"""Every question put to an implementation, once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from unospec.conformance.faults import Fault
from unospec.conformance.identify.fit import Evidence
from unospec.conformance.identify.questions import Question
from unospec.conformance.implementation import AdapterTrouble, Answered, Declined, Failed, Implementation


@dataclass
class Answers:
    """What came back.

    refused: how many were declined, or refused on the way to their position. broken: faults in place of an answer, each
    with the case that names it. lost: why nothing more could be asked. unasked: how many were left then.
    loose: faults that belong to no answer.
    """

    evidence: list[Evidence] = field(default_factory=list)
    refused: int = 0
    broken: list[Fault] = field(default_factory=list)
    lost: Fault | None = None
    unasked: int = 0
    loose: list[Fault] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """Everything that was wrong with the adapter itself."""
        return [*([self.lost] if self.lost else []), *self.loose]

    def take(self, question: Question, answer: Answered | Declined | Failed) -> None:
        """Keep an answer."""
        match answer:
            case Answered(steps):
                if all(step["ok"] for step in steps[: question.ahead]):
                    self.evidence.append(Evidence(question, steps))
                else:
                    self.refused += 1
            case Declined():
                self.refused += 1
            case Failed(fault):
                self.broken.append(fault.of_case(question.id))


def ask_all(
    implementation: Implementation, questions: Sequence[Question], progress: Callable[[int, int], None]
) -> Answers:
    """All answers, and the implementation closed. If it is lost on the way, what it has said still counts."""
    answers = Answers()
    for number, question in enumerate(questions):
        try:
            answers.take(question, implementation.ask(question.request))
        except AdapterTrouble as trouble:
            answers.lost, answers.unasked = trouble.fault, len(questions) - number
            break
        progress(number + 1, len(questions))
    answers.loose += implementation.close()
    return answers
