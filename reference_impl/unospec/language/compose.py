"""The composition law: what a document may do to what is there.

It adds what is not there; it changes what is there and differs, and then says the sentence again; it removes
what is there. Peers may not write over one another unless `after` says in which order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from unospec.language import fold, normal, sections
from unospec.language.document import Document
from unospec.language.errors import Place, SpecError, did_you_mean
from unospec.language.plan import Plan, Step
from unospec.language.source import Map, Seq, Value, copy, plain

Path = tuple[str, ...]
_TEXT_FIELDS = ("en", "zh")
_FREE_FIELDS = ("en", "zh", "source")  # a change may bring these to a rule that has none
_HOLDS = "text"  # `text: holds` says that the sentence is still right


@dataclass
class Setting:
    """An option set to a value by a document."""

    value: str | int | bool
    place: Place
    by: str


@dataclass
class Composition:
    """The sections of a plan put together, with options not yet folded."""

    plan: Plan
    root: Map
    settings: dict[str, Setting] = field(default_factory=dict)
    writes: list[tuple[Path, Step]] = field(default_factory=list)
    gone: dict[Path, str] = field(default_factory=dict)  # removed path -> id of the document that removed it
    conflicts: set[tuple[str, str]] = field(default_factory=set)  # pairs of peers that were reported
    errors: list[SpecError] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)  # warnings about documents that find nothing to do
    read: set[str] = field(default_factory=set)  # options that some rule reads
    unread: dict[str, str] = field(default_factory=dict)  # option -> the patch that took its last use
    fixed: frozenset[int] = frozenset()  # nodes of the root that options change nothing in


def compose(plan: Plan) -> Composition:
    """Apply every step of a plan; problems are collected in `errors`."""
    done = Composition(plan, Map(plan.ruleset.data.place))
    done.gone.update(plan.taken_out)
    reads: dict[Path, set[str]] = {}  # rule -> the options that it reads
    for step in plan.steps:
        before, written = done.read, len(done.writes)
        _Writer(done, step).apply()
        for rule in {_rule(path) for path, _ in done.writes[written:]}:
            reads[rule] = _read_by(done.root, rule)
        done.read = set().union(*reads.values())
        group = plan.has(step.group)
        if group is not None and group.document.kind == "patch":
            done.unread.update(dict.fromkeys(before - done.read, group.document.id))
    return done


def _rule(path: Path) -> Path:
    """The rule, or the section that is no map of rules, in which a path lies."""
    return path[:2] if path[0] in sections.MAPS else path[:1]


def _read_by(root: Map, rule: Path) -> set[str]:
    """The options that a rule reads; none if it is gone, and what declares options reads none."""
    value: Value | None = root
    for part in rule:
        value = value.get(part) if isinstance(value, Map) else None
    return set() if value is None or rule[0] == "options" else fold.options_read(value)


class _Writer:
    """Applies one document."""

    def __init__(self, done: Composition, step: Step) -> None:
        self.done = done
        self.step = step
        self.document: Document = step.document

    def apply(self) -> None:
        """Remove, then change, then add: so a document may replace a rule by removing and adding it."""
        data = self.document.data
        self._removes(data.get("remove"))
        for verb, method in (("change", self._change), ("add", self._add)):
            block = data.get(verb)
            if isinstance(block, Map):
                for target, fields in block.items():
                    method(target, fields, block.key_places[target])
        for section in sections.CONTENT:
            if section in data:
                self._section(section, data)
        if self.step.options is not None:
            for name, value in self.step.options.items():
                self._set_option(name, value, self.step.options.key_places[name], f"with.{self.document.id}")
        self._refuse_nothing()

    def _refuse_nothing(self) -> None:
        """A patch or part has to do something."""
        doing = ("with", "without", *sections.CHANGES, *sections.CONTENT)
        if self.document.kind != "ruleset" and not any(self.document.data.get(key) for key in doing):
            self._fail("has no effect", self.document.data.place, "", "write what it adds, changes or removes")
        elif self._is_idle():
            self.done.idle.append(f"{self.document.id} finds nothing to do on {self.done.plan.ruleset.id}")

    def _is_idle(self) -> bool:
        """Does it only take out what is not there anyway?"""
        wrote = any(step is self.step for _, step in self.done.writes)
        absent = all(reference in self.done.plan.absent for reference in self.document.without)
        return bool(self.document.without) and absent and not wrote and not self.document.brings

    # -- the three verbs

    def _removes(self, targets: Value | None) -> None:
        if not isinstance(targets, Seq):
            return
        for target, place in zip(targets, targets.places, strict=True):
            path = tuple(str(target).split("."))
            if self._lost(path):
                continue
            parent = self._find(path[:-1])
            if not isinstance(parent, Map) or path[-1] not in parent:
                self._missing(path, place, "remove", "removes")
                continue
            if 0 < sections.rule_id_length(path) < len(path):
                hint = f"`change` the rule {'.'.join(path[:2])}, or remove it as a whole"
                self._fail("only whole rules can be removed", place, "remove", hint)
                continue
            self._note(path, place)
            parent.drop(path[-1])
            self.done.gone[path] = self.document.id

    def _change(self, target: str, fields: Value, place: Place) -> None:
        path = tuple(target.split("."))
        if not self._writable(path, fields, place, "change"):
            return
        assert isinstance(fields, Map)
        node = self._find(path)
        assert isinstance(node, Map)
        self._restated(path, node, fields, place, "change")
        texts_differ = any(key in fields and plain(fields[key]) != plain(node.get(key, "")) for key in _TEXT_FIELDS)
        for key in fields:
            if key == _HOLDS:
                continue
            self._replace(path, node, key, fields, texts_differ)

    def _replace(self, path: Path, node: Map, key: str, fields: Map, texts_differ: bool) -> None:
        """Replace one field; a dotted key reaches below."""
        *above, last = key.split(".")
        where = f"change.{'.'.join(path)}"
        parent = self._below(node, above)
        full = (*path, *above, last)
        if self._lost(full):
            return
        if parent is None or (last not in parent and key not in _FREE_FIELDS):
            hint = did_you_mean(key, node) or "`add` it if it is not there yet"
            self._fail(f"{'.'.join(path)} has no `{key}`", fields.key_places[key], where, hint)
            return
        if not self._note(full, fields.key_places[key]):
            return
        same = last in parent and plain(parent[last]) == plain(fields[key])
        if same and not (key in _TEXT_FIELDS and texts_differ):
            hint = "say `text: holds` if the sentence stays" if key in _TEXT_FIELDS else "leave it out"
            self._fail(f"changes `{key}` to what it is already", fields.key_places[key], where, hint)
            return
        parent.put(last, copy(fields[key]), fields.key_places[key], fields.value_places[key])

    def _add(self, target: str, fields: Value, place: Place) -> None:
        path = tuple(target.split("."))
        if not self._writable(path, fields, place, "add"):
            return
        assert isinstance(fields, Map)
        node = self._find(path)
        assert isinstance(node, Map)
        self._restated(path, node, fields, place, "add")
        for key in fields:
            if key == _HOLDS:
                continue
            *above, last = key.split(".")
            parent = self._below(node, above)
            full = (*path, *above, last)
            where = f"add.{target}"
            if parent is None:
                hint = did_you_mean(above[0], node)
                self._fail(f"{target} has no `{'.'.join(above)}`", fields.key_places[key], where, hint)
            elif last in parent and not (key in _TEXT_FIELDS and plain(parent[last]) != plain(fields[key])):
                self._there(full, fields.key_places[key], where)
            else:
                self._note(full, fields.key_places[key])
                parent.put(last, copy(fields[key]), fields.key_places[key], fields.value_places[key])

    def _section(self, section: str, data: Map) -> None:
        """The entries of a section are added."""
        value, place = data[section], data.key_places[section]
        if section not in sections.MAPS:
            self._new(self.done.root, section, data, (section,))
            return
        assert isinstance(value, Map)
        if section not in self.done.root:
            self.done.root.put(section, Map(value.place), place, value.place)
        there = self.done.root[section]
        assert isinstance(there, Map)
        for name in value:
            if section == "options" and not isinstance(value[name], Map):
                self._set_option(name, value[name], value.key_places[name], "options")
            else:
                self._new(there, name, value, (section, name))

    def _new(self, parent: Map, key: str, source: Map, path: Path) -> None:
        if key in parent:
            self._there(path, source.key_places[key], ".".join(path))
            return
        self._note(path, source.key_places[key])
        parent.take_from(source, key, copy(source[key]))
        if path[0] == "define":
            normal.define_in_full(parent, key)

    def _set_option(self, name: str, value: Value, place: Place, where: str) -> None:
        path = ("options", name)
        if self._lost(path):
            return
        declared = self._find(("options",))
        if not isinstance(declared, Map) or name not in declared:
            self._fail_unknown_option(name, place, where, declared)
            return
        if isinstance(value, (Map, Seq)):
            self._fail(f"the option `{name}` takes one value", place, where, "write a word or a number")
            return
        self._note(path, place)
        self.done.settings[name] = Setting(value, place, self.document.id)

    # -- what has to hold

    def _writable(self, path: Path, fields: Value, place: Place, verb: str) -> bool:
        """Is the target of a change or addition there, and at the level of a whole rule?"""
        if not isinstance(fields, Map):
            self._fail("expects the fields of the rule", place, f"{verb}.{'.'.join(path)}", "write `{field: value}`")
            return False
        if self._lost(path):
            return False
        length = sections.rule_id_length(path)
        if 0 < length < len(path):
            rule, rest = ".".join(path[:length]), ".".join(path[length:])
            hint = f"write `{rule}: {{{rest}.{next(iter(fields), 'field')}: ...}}`"
            self._fail("names a place inside a rule; name the rule", place, verb, hint)
            return False
        if length > len(path):
            self._fail(f"`{path[0]}` is a section, not a rule", place, verb, f"name a rule: `{path[0]}.name`")
            return False
        if not isinstance(self._find(path), Map):
            self._missing(path, place, verb, "changes" if verb == "change" else "adds to")
            return False
        return True

    def _restated(self, path: Path, node: Map, fields: Map, place: Place, verb: str) -> None:
        """Who changes a rule with a sentence says its sentence again, in both languages."""
        if not sections.rule_id_length(path) or path[0] == "interpretations":
            return
        if fields.get(_HOLDS, "holds") != "holds":
            said = fields.key_places[_HOLDS]
            self._fail("`text` can only say `holds`", said, f"{verb}.{'.'.join(path)}", "write `text: holds`")
            return
        if _HOLDS in fields or not any(language in node for language in _TEXT_FIELDS):
            return
        if set(fields) <= {"source"}:
            return
        missing = [language for language in _TEXT_FIELDS if language not in fields]
        if missing:
            self._fail(
                f"changes {'.'.join(path)} without saying its sentence again ({' and '.join(missing)})",
                place,
                verb,
                "give `en` and `zh`, or `text: holds` if the sentence is still right",
            )

    def _lost(self, path: Path) -> bool:
        """Does this path belong to a part that was taken out? Then what was said about it goes with it."""
        return any(path[: len(lost)] == lost for lost in self.step.lost)

    def _note(self, path: Path, place: Place) -> bool:
        """Record a write; false, and an error, if a peer has written this path or one above or below it."""
        for other_path, other in self.done.writes:
            if other.peers != self.step.peers or not other.peers or other.group == self.step.group:
                continue
            shorter = min(len(path), len(other_path))
            if path[:shorter] == other_path[:shorter] and not self._said_after(other):
                self._conflict(other, path, place)
                return False
        self.done.writes.append((path, self.step))
        return True

    def _said_after(self, other: Step) -> bool:
        mine = self._group_document()
        return any(reference.id in (other.group, other.document.id) for reference in mine.after)

    def _group_document(self) -> Document:
        found = self.done.plan.has(self.step.group)
        return found.document if found else self.document

    def _conflict(self, other: Step, path: Path, place: Place) -> None:
        mine, theirs = self.step.group, other.group
        key = (mine, theirs)
        if key in self.done.conflicts:
            return
        self.done.conflicts.add(key)
        self._fail(
            f"{mine} and {theirs} conflict: both write {'.'.join(path)}",
            place,
            ".".join(path),
            f"choose one of them, or say in {mine} that it comes `after: [{theirs}]`",
        )

    # -- looking and complaining

    def _find(self, path: Path) -> Value | None:
        return self._below(self.done.root, list(path), any_kind=True)

    def _below(self, node: Map, path: list[str], any_kind: bool = False) -> Map | None:
        value: Value | None = node
        for part in path:
            value = value.get(part) if isinstance(value, Map) else None
        return value if isinstance(value, Map) or any_kind else None  # type: ignore[return-value]

    def _fail(self, message: str, place: Place, path: str, hint: str = "") -> None:
        self.done.errors.append(self.document.error(message, place=place, path=path, hint=hint))

    def _there(self, path: Path, place: Place, where: str) -> None:
        by = next((s for p, s in reversed(self.done.writes) if p == path[: len(p)]), None)
        brought = f", {_brought(by)}" if by else ""
        hint = "use `change` to replace it, or choose another name"
        self._fail(f"adds {'.'.join(path)}, which is there already{brought}", place, where, hint)

    def _missing(self, path: Path, place: Place, where: str, verb: str) -> None:
        shown = ".".join(path)
        remover = next((by for gone, by in self.done.gone.items() if path[: len(gone)] == gone), None)
        known = known_paths(self.done.root)
        hint = f"it was taken out by {remover}" if remover else did_you_mean(shown, known)
        self._fail(f"{verb} {shown}, which {self.done.plan.ruleset.id} does not have", place, where, hint)

    def _fail_unknown_option(self, name: str, place: Place, where: str, declared: Value | None) -> None:
        hint = did_you_mean(name, declared if isinstance(declared, Map) else ())
        self._fail(f"there is no option `{name}`", place, where, hint)


def _brought(step: Step) -> str:
    """Who brought something, with its title."""
    by = f", brought by {step.bringer}" if step.bringer else ""
    return f"from {step.document.title['en']} ({step.document.id}{by})"


def known_paths(root: Map) -> list[str]:
    """The ids of all rules, and of all entries of data, for suggestions."""
    found = []
    for section, value in root.items():
        if section in sections.MAPS and isinstance(value, Map):
            found += [f"{section}.{name}" for name in value]
        else:
            found.append(section)
    return found
