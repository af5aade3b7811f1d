"""Which documents make up a composition, and in which order they are applied.

The chain of rule sets from its root, each document after what it brings; then the chosen patches.
Documents that are chosen side by side (one `with` list, or the patches of a call) are *peers*: they may not
write over one another unless `after` says in which order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from unospec.language import limits, sections
from unospec.language.document import Document, Reference
from unospec.language.errors import Place, SpecError
from unospec.language.library import Library
from unospec.language.source import Map

KIND_NAMES = {"ruleset": "a rule set", "part": "a part", "patch": "a patch", "tournament": "a tournament"}
CHOSEN = "the chosen patches"


@dataclass(eq=False)
class Step:
    """One document to apply."""

    document: Document
    bringer: str = ""  # id of the document that brings it; "" for the chain itself and for chosen patches
    peers: str = ""  # the list in which it was chosen; "" for the chain itself
    group: str = ""  # the id of the peer that it belongs to
    options: Map | None = None
    lost: set[tuple[str, ...]] = field(default_factory=set)  # paths of removed parts: changes to them are dropped


class Reading:
    """A library that notes which of its documents were read."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.read: dict[str, Document] = {}

    def document(self, name: str, place: Place | None = None) -> Document:
        """See `Library.document`."""
        self.read[name] = self._library.document(name, place)
        return self.read[name]


@dataclass
class Plan:
    """The steps of a composition, and what `without` took out of it. read: all documents that it comes from, by id."""

    ruleset: Document
    chain: list[Document]
    patches: list[Document]
    read: dict[str, Document]
    steps: list[Step] = field(default_factory=list)
    taken_out: dict[tuple[str, ...], str] = field(default_factory=dict)  # path -> who took out the part that added it
    absent: list[Reference] = field(default_factory=list)  # `without: ["part/x?"]` where it was not there

    def has(self, name: str) -> Step | None:
        """The step of this document, if it is in the composition."""
        return next((step for step in self.steps if step.document.id == name), None)


def make(documents: Library, ruleset: str, patches: Sequence[Reference]) -> Plan:
    """Plan the composition of a rule set with chosen patches. Raises SpecError."""
    library = Reading(documents)
    chain = _chain(library, ruleset)
    chosen = [_chosen(library, reference) for reference in patches]
    if len(chosen) > limits.PATCHES:
        raise SpecError(f"more than {limits.PATCHES} patches", hint="choose fewer")
    plan = Plan(chain[-1], chain, [], library.read)
    for document in chain:
        _take_out(plan, document)
        _bring_all(plan, library, document, document.id, "")
        plan.steps.append(Step(document))
    references = {document.id: reference for document, reference in zip(chosen, patches, strict=True)}
    for document in _ordered(chosen):
        plan.patches.append(document)
        _bring(plan, library, document, references[document.id], Step(document, "", CHOSEN, document.id))
    if len(plan.steps) > limits.PARTS:
        raise SpecError(f"more than {limits.PARTS} documents in one composition", blame=ruleset)
    return plan


def _chain(library: Reading, ruleset: str) -> list[Document]:
    """The rule set and everything that it extends, root first."""
    chain: list[Document] = []
    place: Place | None = None
    name = ruleset
    while True:
        document = library.document(name, place)
        if document.kind != "ruleset":
            raise SpecError(
                f"{document.name} is {KIND_NAMES[document.kind]}, not a rule set",
                hint="name a rule set here; parts come in by `with`, patches are chosen for a rule set",
                place=place,
                blame=chain[-1].id if chain else "",
            )
        if any(document.id == other.id for other in chain):
            ids = [other.id for other in chain] + [document.id]
            raise chain[-1].error(f"rule sets extend one another in a circle: {' -> '.join(ids)}", place=place)
        chain.append(document)
        if len(chain) > limits.CHAIN:
            raise chain[-1].error(f"more than {limits.CHAIN} rule sets extend one another", place=place)
        if document.extends is None:
            return chain[::-1]
        name, place = document.extends.id, document.extends.place


def _chosen(library: Reading, reference: Reference) -> Document:
    document = library.document(reference.id, reference.place if reference.place.file else None)
    if document.kind != "patch":
        raise SpecError(
            f"{document.name} is {KIND_NAMES[document.kind]}, not a patch",
            hint="choose patches; `unospec list --kind patch` shows them",
        )
    return document


def _ordered(documents: Sequence[Document]) -> list[Document]:
    """The documents as they are listed, except that what `after` names comes first."""
    waiting = list(documents)
    for index, document in enumerate(waiting):
        if any(document.id == other.id for other in waiting[:index]):
            raise SpecError(f"{document.name} is chosen twice", hint="name it once", blame=document.id)
    ordered: list[Document] = []
    while waiting:
        left = {document.id for document in waiting}
        for document in waiting:
            if not any(reference.id in left - {document.id} for reference in document.after):
                ordered.append(document)
                waiting.remove(document)
                break
        else:
            names = " and ".join(document.id for document in waiting)
            raise waiting[0].error(f"{names} wait for one another (`after`)", hint="drop one of the `after`")
    return ordered


def _bring_all(plan: Plan, library: Reading, document: Document, peers: str, group: str) -> None:
    """Bring what a document names in `with`; with no group of its own each of these is a peer for itself."""
    named = {reference.id: reference for reference in document.brings}
    if len(named) < len(document.brings):
        raise document.error("`with` names the same document twice", path="with", hint="name it once")
    brought = []
    for reference in document.brings:
        other = library.document(reference.id, reference.place)
        if other.kind not in ("part", "patch"):
            raise document.error(
                f"{other.name} is {KIND_NAMES[other.kind]}",
                path="with",
                place=reference.place,
                hint="use `extends` for a rule set" if other.kind == "ruleset" else "name a part or a patch",
            )
        brought.append(other)
    for other in _ordered(brought):
        step = Step(other, document.id, peers, group or other.id)
        _bring(plan, library, other, named[other.id], step)


def _bring(plan: Plan, library: Reading, document: Document, reference: Reference, step: Step) -> None:
    """Add one part or patch to the plan, after what it needs itself."""
    there = plan.has(document.id)
    if there is not None:
        if _is_need(library, step.bringer):
            return  # a part that another part needs is there already
        by = f", brought by {there.bringer}" if there.bringer else ""
        raise SpecError(
            f"already has {document.title['en']} ({document.id}{by})",
            hint="leave it out here",
            place=reference.place,
            path="with" if step.bringer else "",
            blame=step.bringer or document.id,
        )
    _refuse_circle(library, document, (document.id,))
    _take_out(plan, document, step)
    _bring_all(plan, library, document, step.peers, step.group)
    step.options = reference.options
    plan.steps.append(step)


def _is_need(library: Reading, bringer: str) -> bool:
    return bool(bringer) and library.document(bringer).kind == "part"


def _refuse_circle(library: Reading, document: Document, above: tuple[str, ...]) -> None:
    for reference in document.brings:
        if reference.id in above:
            circle = " -> ".join((*above, reference.id))
            raise document.error(
                f"documents bring one another in a circle: {circle}", place=reference.place, path="with"
            )
        _refuse_circle(library, library.document(reference.id, reference.place), (*above, reference.id))


def _take_out(plan: Plan, document: Document, step: Step | None = None) -> None:
    """Apply `without`: what was brought earlier, and what that brought in turn, leaves the composition."""
    for reference in document.without:
        found = plan.has(reference.id)
        if found is None and reference.optional:
            plan.absent.append(reference)
            continue
        if found is None or found.bringer == "" and found.peers == "":
            raise document.error(
                f"takes out {reference.id}, which {plan.ruleset.id} does not have",
                place=reference.place,
                path="without",
                hint=f"{plan.ruleset.id} has: "
                + (", ".join(s.document.id for s in plan.steps if s.bringer) or "no parts"),
            )
        if step and found.peers == step.peers and found.group != step.group:
            named = {other.id for other in document.after}
            if found.group not in named:
                raise document.error(
                    f"conflicts with {found.group}: it takes out {reference.id}, which {found.group} brings",
                    place=reference.place,
                    path="without",
                    hint=f"choose one of them, or say `after: [{found.group}]` in {document.id}",
                )
        gone = [found]
        for other in plan.steps:
            if any(other.bringer == out.document.id for out in gone):
                gone.append(other)
        plan.steps = [other for other in plan.steps if other not in gone]
        for out in gone:
            paths = added_paths(out.document)
            plan.taken_out.update(dict.fromkeys(paths, document.id))
            for other in plan.steps:
                other.lost |= paths


def added_paths(document: Document) -> set[tuple[str, ...]]:
    """The paths that a document adds: its entries, and the fields below `add`."""
    paths: set[tuple[str, ...]] = set()
    for section in sections.CONTENT:
        value = document.data.get(section)
        if section in sections.MAPS and isinstance(value, Map):
            declared = (key for key in value if section != "options" or isinstance(value[key], Map))
            paths |= {(section, key) for key in declared}
        elif value is not None:
            paths.add((section,))
    added = document.data.get("add")
    if isinstance(added, Map):
        for target, fields in added.items():
            if isinstance(fields, Map):
                paths |= {(*target.split("."), *key.split(".")) for key in fields}
    return paths
