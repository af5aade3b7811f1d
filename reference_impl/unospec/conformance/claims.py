"""Which cases an implementation is asked, and why the others are not."""

from unospec.conformance.cases import Case
from unospec.conformance.implementation import Hello
from unospec.conformance.rulesets import effective
from unospec.conformance.verdict import NotClaimed, Skipped


def not_asked(case: Case, hello: Hello) -> NotClaimed | Skipped | None:
    """Why a case is not asked, or None if it is."""
    if hello.claims is not None and not _claimed(case, hello):
        return NotClaimed("no claim of these rules with these options")
    lacking = sorted(set(case.needs) & hello.lacks)
    if lacking:
        return Skipped(f"it lacks {', '.join(lacking)}")
    seats = len(case.setup["seats"])
    low, high = hello.seats
    if not low <= seats <= high:
        return Skipped(f"{seats} players; it seats {low} to {high}")
    if hello.setup == "none" or (hello.setup == "deal" and "deal" not in case.setup):
        return Skipped("it cannot set up this position")
    return None


def _claimed(case: Case, hello: Hello) -> bool:
    """Some claim means the same rules: rule set, patches, and the value of every option."""
    wanted = effective(case.ruleset, case.data.get("patches", []), case.options)
    return any(
        effective(claim["ruleset"], claim.get("patches", []), claim.get("options", {})) == wanted
        for claim in hello.claims or ()
        if claim["ruleset"] == case.ruleset
    )
