"""Cores by what cases and claims say: rule set, patches with options, options. Each resolved once."""

import json
from typing import Any

from unospec.conformance.cases import Json, patch_pairs
from unospec.language import Core
from unospec.language.kept import resolved

_cores: dict[tuple[str, str, str], Core] = {}


def core_of(ruleset: str, patches: Any = (), options: Json | None = None) -> Core:
    """The core of a rule set with patches (ids, or objects of id and options) and options."""
    chosen = patch_pairs(list(patches))
    key = _key(ruleset, chosen, options or {})
    if key not in _cores:
        # Rule sets of the suite are checked by its tests; checking them for every case would take most of a run.
        core = resolved(ruleset, chosen, options, check=False)
        # A request says the same with the value of every option; that is asked for next.
        full = _key(ruleset, tuple((name, {}) for name, _ in chosen), core.options)
        _cores[key] = _cores.setdefault(full, core)
    return _cores[key]


def _key(ruleset: str, patches: tuple[tuple[str, Json], ...], options: Json) -> tuple[str, str, str]:
    return ruleset, repr(patches), repr(sorted(options.items()))


def effective(ruleset: str, patches: Any, options: Json) -> tuple[str, frozenset[str], str]:
    """What two claims have in common if they mean the same rules: rule set, patches, every option's value."""
    core = core_of(ruleset, patches, options)
    names = frozenset(name for name, _ in patch_pairs(list(patches)))
    return ruleset, names, json.dumps(core.options, sort_keys=True)
