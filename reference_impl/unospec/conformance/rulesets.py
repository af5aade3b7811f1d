"""Cores by what cases and claims say: rule set, patches with options, options. Each resolved once."""

import json
from functools import cache
from typing import Any

from unospec.conformance.cases import Json, patch_pairs
from unospec.language import Core, resolve


def core_of(ruleset: str, patches: Any = (), options: Json | None = None) -> Core:
    """The core of a rule set with patches (ids, or objects of id and options) and options."""
    return _resolve(
        ruleset, json.dumps(list(patch_pairs(list(patches)))), json.dumps(options or {}, sort_keys=True)
    )


@cache
def _resolve(ruleset: str, patches: str, options: str) -> Core:
    pairs = [(name, chosen) for name, chosen in json.loads(patches)]
    # Rule sets of the suite are checked by its tests; checking them for every case would take most of a run.
    return resolve(ruleset, pairs, json.loads(options), check=False)


def effective(ruleset: str, patches: Any, options: Json) -> tuple[str, frozenset[str], str]:
    """What two claims have in common if they mean the same rules: rule set, patches, every option's value."""
    core = core_of(ruleset, patches, options)
    names = frozenset(name for name, _ in patch_pairs(list(patches)))
    return ruleset, names, json.dumps(core.options, sort_keys=True)
