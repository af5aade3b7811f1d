"""Which cases of the suite are meant."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from unospec.conformance.cases import Case


@dataclass(frozen=True, slots=True)
class Selection:
    """Cases by id (with * and ?), topic, rule set and the rule that they prove; empty means all.

    own: each case only in the rule set that it was written for, not in others where it holds as well.
    """

    ids: tuple[str, ...] = ()
    topic: str | None = None
    ruleset: str | None = None
    rule: str | None = None
    own: bool = False

    def takes(self, case: Case) -> bool:
        """Whether a case is meant."""
        return (
            (not self.ids or any(fnmatchcase(case.id, pattern) for pattern in self.ids))
            and self.topic in (None, case.topic)
            and self.ruleset in (None, case.ruleset)
            and (self.rule is None or self.rule in case.proves)
            and not (self.own and "@" in case.id)
        )
