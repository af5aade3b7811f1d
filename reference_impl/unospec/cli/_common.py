"""What the commands share: rule sets, patches and options named on the command line, and errors told."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path

from unospec.adequacy.targets import HOST
from unospec.cli import EXIT_USAGE
from unospec.language import Core, Library, SpecError, names
from unospec.language.kept import resolved

Scalar = str | int | bool
Patch = tuple[str, dict[str, Scalar]]

USUAL_RULESET = HOST  # what a patch is tried on, unless another one is named
# `house/x:opt=val,opt=val`; the colon of a path such as C:\x.yaml is not followed by an `=`.
_WITH_OPTIONS = re.compile(r"(?P<name>.+?):(?P<options>[^:/\\]*=.*)")


def add_selection(parser: argparse._ActionsContainer) -> None:
    """Declare `--with` and `--set`."""
    parser.add_argument(
        "--with",
        dest="patches",
        metavar="PATCH[:OPT=VAL,...]",
        action="append",
        default=[],
        help="a patch: its id or its file, with values for its options; may be said several times",
    )
    parser.add_argument(
        "--set",
        dest="options",
        metavar="OPT=VAL",
        action="append",
        default=[],
        help="the value of an option; may be said several times",
    )


def add_on(parser: argparse.ArgumentParser) -> None:
    """Declare `--on`, the rule set that a patch is tried on."""
    parser.add_argument("--on", metavar="ID", default=USUAL_RULESET, help="the rule set for a patch (%(default)s)")


def named(name: str, library: Library) -> str:
    """The id of a document that is named by its id or its file, which is read. Raises SpecError."""
    path = Path(name)
    if name in library or not (path.suffix in (".yaml", ".yml") or path.is_file()):
        return name
    if not path.is_file():
        raise SpecError(f"there is no file {name}", hint="give the path of a YAML file, or an id")
    return library.add(path)


def patch(text: str, library: Library) -> Patch:
    """A patch as `--with` names it. Raises SpecError."""
    found = _WITH_OPTIONS.fullmatch(text)
    if not found:
        return named(text, library), {}
    return named(found["name"], library), settings(found["options"].split(","))


def settings(pairs: Sequence[str]) -> dict[str, Scalar]:
    """`opt=val` as a map; a value means what it would mean in a document. Raises SpecError."""
    values: dict[str, Scalar] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise SpecError(f"`{pair}` is not OPT=VAL", hint="write for example --set hand_size=9")
        if name in values:
            raise SpecError(f"the option `{name}` is set twice", hint="say one value")
        values[name] = names.scalar(value)
    return values


def selected(library: Library, document: str, patches: Sequence[Patch], on: str) -> tuple[str, list[Patch]]:
    """The rule set and the patches that are meant: a patch by itself comes first, on the rule set `on`."""
    if library.document(document).kind == "patch":
        return named(on, library), [(document, {}), *patches]
    return document, list(patches)


def load_core(args: argparse.Namespace, library: Library) -> Core:
    """The core of what `args` names: `ruleset`, `patches`, `options`, and `on` if there is one."""
    document = named(args.ruleset, library)
    chosen = [patch(text, library) for text in args.patches]
    ruleset, chosen = selected(library, document, chosen, getattr(args, "on", USUAL_RULESET))
    return resolved(ruleset, chosen, settings(args.options), library)


def warn(core: Core) -> None:
    """Say the warnings of a core, where errors are said."""
    for warning in core.warnings:
        print(f"warning: {warning}", file=sys.stderr)


def progress(what: str, quiet: bool = False) -> Callable[[int, int], None]:
    """Progress for people (`12/40 cases`): only on a terminal, and gone when the work is done."""

    def show(done: int, total: int) -> None:
        text = "\r\x1b[K" if done == total else f"\r{done}/{total} {what}"
        print(text, end="", file=sys.stderr, flush=True)

    def silent(done: int, total: int) -> None:
        pass

    return show if sys.stderr.isatty() and not quiet else silent


def telling_errors(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A command whose SpecErrors and file errors are printed, one after the other; it then exits with 3."""

    @wraps(run)
    def guarded(args: argparse.Namespace) -> int:
        try:
            return run(args)
        except BrokenPipeError:
            raise  # whoever reads the output has had enough: `main` knows what to do
        except (SpecError, OSError) as error:
            print(error, file=sys.stderr)
            return EXIT_USAGE

    return guarded
