"""Which cases an implementation is asked, and why the others are not."""

from unospec.conformance import from_deal
from unospec.conformance.cases import Case
from unospec.conformance.implementation import Hello
from unospec.conformance.rulesets import effective
from unospec.conformance.verdict import NotClaimed, Skipped


def not_asked(case: Case, hello: Hello, ways: from_deal.Ways | None = None) -> NotClaimed | Skipped | None:
    """Why a case is not asked, or None if it is. `ways`: other than those that are published."""
    if hello.claims is not None and not _claimed(case, hello):
        return NotClaimed("no claim of these rules with these options")
    return unable(case, hello, ways)


def unable(case: Case, hello: Hello, ways: from_deal.Ways | None = None) -> Skipped | None:
    """Why an implementation cannot be asked a case, whatever it claims; None if it can."""
    lacking = sorted(set(case.needs) & hello.lacks)
    if lacking:
        return Skipped(f"it lacks {', '.join(lacking)}")
    seats = len(case.setup["seats"])
    low, high = hello.seats
    if not low <= seats <= high:
        return Skipped(f"{seats} players; it seats {low} to {high}")
    if hello.setup == "none":
        return Skipped("it cannot set up this position")
    if only_dealt(case, hello):
        found = from_deal.way(case, ways)
        return Skipped(f"it cannot set up this position, and {found}") if isinstance(found, str) else None
    return None


def only_dealt(case: Case, hello: Hello) -> bool:
    """Whether the implementation has to be led to the position of a case from a deal."""
    return hello.setup == "deal" and "deal" not in case.setup


def _claimed(case: Case, hello: Hello) -> bool:
    """Some claim means the same rules: rule set, patches, and the value of every option."""
    wanted = effective(case.ruleset, case.data.get("patches", []), case.options)
    return any(
        effective(claim["ruleset"], claim.get("patches", []), claim.get("options", {})) == wanted
        for claim in hello.claims or ()
        if claim["ruleset"] == case.ruleset
    )
