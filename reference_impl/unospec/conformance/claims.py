"""Which cases an implementation is asked, and why the others are not."""

from unospec.conformance.cases import Case
from unospec.conformance.implementation import Hello
from unospec.conformance.rulesets import effective


def reason_not_to_ask(case: Case, hello: Hello) -> tuple[str, str] | None:
    """The status and the reason of a case that is not asked, or None."""
    if hello.claims is not None and not _claimed(case, hello):
        return "not_claimed", "no claim of these rules"
    lacking = sorted(set(case.needs) & hello.lacks)
    if lacking:
        return "skipped", f"it lacks {', '.join(lacking)}"
    seats = len(case.setup["seats"])
    low, high = hello.seats
    if not low <= seats <= high:
        return "skipped", f"{seats} players"
    if hello.setup == "none" or (hello.setup == "deal" and "deal" not in case.setup):
        return "skipped", "this position cannot be set up"
    return None


def _claimed(case: Case, hello: Hello) -> bool:
    wanted = effective(case.ruleset, case.data.get("patches", []), case.options)
    return any(
        effective(c["ruleset"], c.get("patches", []), c.get("options", {})) == wanted
        for c in hello.claims or ()
        if c["ruleset"] == case.ruleset
    )
