"""From a rule set, patches and options to a core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from typing import Any

from unospec.language import branches, fold, form, names, normal, plan, schema
from unospec.language import compose as composition
from unospec.language.compose import Composition, Setting
from unospec.language.core import Core, sha256
from unospec.language.document import Reference
from unospec.language.errors import Place, SpecError, did_you_mean, each, raise_all
from unospec.language.library import Library
from unospec.language.source import Map, Seq, copy, plain
from unospec.language.texts import Labels

Scalar = str | int | bool
PatchChoice = str | tuple[str, Mapping[str, Scalar]] | Mapping[str, Mapping[str, Scalar]]
_CALLER = Place("")


@lru_cache(maxsize=1)
def default_library() -> Library:
    """The library of `spec/`, read once."""
    return Library.load()


def resolve(
    ruleset_id: str,
    patches: Sequence[PatchChoice] = (),
    options: Mapping[str, Scalar] | None = None,
    library: Library | None = None,
    check: bool = True,
    amend: Callable[[Map], None] | None = None,
) -> Core:
    """The core of a rule set with chosen patches and options.

    patches: ids, or (id, {option: value}), or {id: {option: value}}; options: values that override all
    others. With `check` the core is also checked statically. `amend` may change what the documents make
    together, before options are folded away: it gets the sections as one map of its own, in which
    `by_option`, `$name` and `only` still stand; an option that loses its last use to it is no error.
    Raises SpecError or SpecErrors.
    """
    library = library or default_library()
    references = tuple(_reference(patch) for patch in patches)
    composed = _composed(library, ruleset_id, _Choice(_written(references), references))
    done = composed if amend is None else _amended(composed, amend)
    done = _with_unread(done, library, references)
    values = _effective(done, options or {})
    core = replace(
        _core(done, values),
        others=partial(branches.datas, done.root),
        before=partial(_before, library, references, composed, amend is not None),
        made_of={} if amend else _made_of(composed),
    )
    raise_all(form.word_problems(core))  # always: words reach printed source
    if not check:
        return core
    raise_all(schema.core_problems(core) or form.deck_problems(core))
    from unospec.language.check import check as check_core  # a core can be made without its checker
    from unospec.language.check import uses

    raise_all(check_core(core))
    return replace(core, warnings=(*core.warnings, *uses.warnings(core))) if patches else core


@dataclass(frozen=True)
class _Choice:
    """The chosen patches; equal to another choice if it is written in the same way (1 is not `true`)."""

    written: str
    patches: tuple[Reference, ...] = field(compare=False)


def written(patches: Sequence[PatchChoice]) -> str:
    """Chosen patches with their options as one text; equal texts choose the same, in order. Raises SpecError."""
    return _written(tuple(_reference(patch) for patch in patches))


def _written(patches: tuple[Reference, ...]) -> str:
    return repr([(patch.id, list((patch.options or {}).items())) for patch in patches])


@lru_cache(maxsize=64)
def _composed(library: Library, ruleset_id: str, chosen: _Choice) -> Composition:
    """The documents put together; nobody may change what this returns. Raises SpecError or SpecErrors.

    It is kept for other options and amendments of the same documents. A document that joins the library
    later changes nothing: no id is there twice, and a composition that failed is not kept.
    """
    planned = plan.make(library, ruleset_id, chosen.patches)
    if planned.ruleset.abstract:
        raise _abstract(planned, library)
    done = composition.compose(planned)
    raise_all(done.errors)
    done.fixed = fold.fixed(done.root)
    return done


def _amended(done: Composition, amend: Callable[[Map], None]) -> Composition:
    """The composition with a root of its own that was amended."""
    root = copy(done.root)
    assert isinstance(root, Map)
    amend(root)
    read = set().union(*(fold.options_read(value) for section, value in root.items() if section != "options"))
    unread = done.unread | dict.fromkeys(done.read - read, "the amendment")
    return replace(done, root=root, read=read, unread=unread, fixed=frozenset())


def _fewer(
    done: Composition, library: Library, references: tuple[Reference, ...]
) -> Iterator[tuple[str, Composition]]:
    """Compositions with fewer of the chosen patches: each time the last one more is away; which one, comes with it."""
    chosen = {reference.id: reference for reference in references}
    order = [chosen[patch.id] for patch in done.plan.patches]
    for count in reversed(range(len(order))):
        left = tuple(order[:count])
        yield order[count].id, _composed(library, done.plan.ruleset.id, _Choice(_written(left), left))


def _made_of(done: Composition) -> dict[str, str]:
    """See `Core.made_of`. Fewer of the chosen patches are looked at too; they read no other documents."""
    digests = {name: document.digest for name, document in done.plan.read.items()}
    return digests if all(digests.values()) else {}


def _with_unread(done: Composition, library: Library, references: tuple[Reference, ...]) -> Composition:
    """The composition with what lost its last reader to a part that a chosen patch takes out (`without`)."""
    lost = set(_declared(done)) - done.read - set(done.unread)
    takers: dict[str, str] = {}
    for patch, fewer in _fewer(done, library, references) if lost else ():
        for name in lost & fewer.read:
            takers.setdefault(name, patch)
    return replace(done, unread=done.unread | takers)


def _before(
    library: Library, references: tuple[Reference, ...], composed: Composition, amended: bool
) -> Iterator[tuple[str, branches.Datas]]:
    """See `Core.before`: an amendment comes off first, then the chosen patches, the last one first."""
    if amended:
        yield "", branches.datas(composed.root)
    for patch, fewer in _fewer(composed, library, references):
        yield patch, branches.datas(fewer.root)


def _reference(patch: PatchChoice) -> Reference:
    """A patch as the caller names it."""
    if isinstance(patch, str):
        return Reference(patch, _CALLER)
    if isinstance(patch, Mapping):
        if len(patch) != 1:
            raise SpecError("a patch with options is written {id: {option: value}}")
        ((name, given),) = patch.items()
    else:
        name, given = patch
    options = Map(_CALLER)
    for option, value in (given or {}).items():
        options.put(option, value, _CALLER, _CALLER)
    return Reference(name, _CALLER, options)


def _abstract(planned: plan.Plan, library: Library) -> SpecError:
    """The error for a rule set that is only there to be extended."""
    extending = [
        name
        for name in library.ids("ruleset")
        if (above := library.document(name).extends) is not None and above.id == planned.ruleset.id
    ]
    return planned.ruleset.error(
        f"{planned.ruleset.name} is abstract: it is there to be extended, not to be played",
        hint="take a rule set that extends it: " + (", ".join(extending) or "there is none yet"),
    )


def _effective(done: Composition, overrides: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """The value of every option, checked; raises SpecErrors."""
    declared = _declared(done)
    errors: list[SpecError] = []
    values: dict[str, Scalar] = {}
    for name in overrides:
        if name not in declared:
            errors.append(SpecError(f"there is no option `{name}`", hint=did_you_mean(name, declared)))
    for name, option in declared.items():
        assert isinstance(option, Map)
        path = f"options.{name}"
        setting = _setting(name, option, done, overrides)
        values[name] = setting.value
        problem = not_allowed(name, option, setting.value)
        if problem:
            errors.append(SpecError(problem[0], hint=problem[1], place=setting.place, path=path, blame=setting.by))
    raise_all(errors)
    return values


def _declared(done: Composition) -> Map:
    """The declarations of all options."""
    declared = done.root.get("options")
    return declared if isinstance(declared, Map) else Map(done.root.place)


def _unread(done: Composition) -> list[SpecError]:
    """An option that nothing reads is an error, unless a patch took away what did; then it is a warning."""
    declared = _declared(done)
    return [
        SpecError(
            f"nothing reads the option `{name}`",
            hint=f"use it (${name}, by_option, only), or remove it: `remove: [options.{name}]`",
            place=declared.key_places[name],
            path=f"options.{name}",
        )
        for name in declared
        if name not in done.read and name not in done.unread
    ]


def _setting(name: str, option: Map, done: Composition, overrides: Mapping[str, Scalar]) -> Setting:
    """The value that counts: the caller's, else the last document's, else the default."""
    if name in overrides:
        return Setting(overrides[name], _CALLER, "")
    if name in done.settings:
        return done.settings[name]
    default = option["default"]
    assert not isinstance(default, Map | Seq)
    return Setting(default, option.value_places["default"], "")


def not_allowed(name: str, option: Map, value: object) -> tuple[str, str] | None:
    """Why a value is not allowed for an option, with a hint; None if it is allowed."""
    values, limits = option.get("values"), option.get("range")
    if isinstance(values, Map):
        if isinstance(value, str | int | bool) and names.scalar_text(value) in values:
            return None
        return f"`{value}` is not a value of the option `{name}`", did_you_mean(str(value), values)
    if isinstance(limits, Seq):
        low, high = limits
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:  # type: ignore[operator]
            return None
        return f"`{value}` is out of range for the option `{name}`", f"a number from {low} to {high}"
    return f"the option `{name}` has neither `values` nor `range`", "say which values it may have"


def _warnings(done: Composition) -> tuple[str, ...]:
    """What is right but odd: a patch took away the last use of an option, or had nothing to do here."""
    declared = _declared(done)
    unread = [
        f"with {by} the option `{name}` has no effect"
        for name, by in sorted(done.unread.items())
        if name in declared and name not in done.read
    ]
    return (*unread, *done.idle)


def _labels(root: Map, values: Mapping[str, Scalar]) -> Labels:
    """How the value of each option is said in each language."""
    labels: Labels = {"en": {}, "zh": {}}
    declared = root.get("options")
    for name, value in values.items():
        option = declared[name] if isinstance(declared, Map) else None
        known = option.get("values") if isinstance(option, Map) else None
        for language, said in labels.items():
            text: Any = names.scalar_text(value)
            if isinstance(known, Map) and isinstance(known.get(text), Map):
                text = known[text].get(language, text)  # type: ignore[union-attr]
            said[name] = str(text)
    return labels


def _core(done: Composition, values: dict[str, Scalar]) -> Core:
    """Fold the options away, bring everything to its normal form, and record who wrote what."""
    folder = fold.Folder(done.root, values, _labels(done.root, values), done.fixed)
    folded = folder.fold()
    owners = {step.document.file: step.document.id for step in done.plan.steps}
    errors = [*folder.errors, *_unread(done)]
    for error in errors:
        error.blame = owners.get(error.file, error.blame)
    raise_all(errors)
    normal.normalize(folded)
    data = plain(folded)
    blame, origin = normal.records(folded, owners)
    declared = _declared(done)
    ruleset = done.plan.ruleset
    return Core(
        id=ruleset.id,
        title=dict(ruleset.title),
        patches=tuple(patch.id for patch in done.plan.patches),
        options={name: values[name] for name in sorted(values)},
        option_docs={name: plain(declared[name]) for name in sorted(declared)},
        data=data,
        hash=sha256(data),
        blame=blame,
        brought={step.document.id: step.bringer for step in done.plan.steps if step.bringer},
        origin=origin,
        warnings=_warnings(done),
        places=cache(partial(normal.places, folded)),
    )


__all__ = ["default_library", "each", "resolve"]
