"""Adapter folders: `adapter.yaml` says how an implementation is reached and what is known of it."""

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path

from unospec import resources
from unospec.conformance import schemas
from unospec.conformance.authoring import data_of, place_of
from unospec.conformance.faults import Fault
from unospec.conformance.implementation import Adapter, AdapterTrouble, Implementation, InProcess
from unospec.conformance.process import Limits, Process
from unospec.language import SpecError, source
from unospec.language.errors import did_you_mean, raise_all


@dataclass(frozen=True)
class AdapterFolder:
    """What adapter.yaml says: either `command` or `python` is there."""

    name: str
    title: str
    folder: Path
    python: str | None
    command: tuple[str, ...] | None
    known: Path | None
    needs: str

    def open(self, limits: Limits) -> Implementation:
        """The implementation behind it. Raises AdapterTrouble where it cannot be loaded."""
        if self.command is not None:
            return Process(self.command, self.folder, limits)
        try:
            return InProcess(_load(self.folder / (self.python or "")))
        except Exception as error:
            needs = f"\nit needs: {self.needs.strip()}" if self.needs else ""
            raise AdapterTrouble(Fault("no_start", f"{type(error).__name__}: {error}{needs}")) from error


def _load(path: Path) -> Adapter:
    """The object of a file's class `Adapter`; whatever goes wrong in the file is raised."""
    name = f"unospec_adapter_{path.parent.name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    adapter: Adapter = module.Adapter()
    return adapter


def folder() -> Path:
    """Where the adapters lie."""
    return resources.root() / "conformance" / "adapters"


def names() -> list[str]:
    """The adapters that there are."""
    return sorted(path.parent.name for path in folder().glob("*/adapter.yaml"))


def find(name: str) -> AdapterFolder:
    """An adapter by its name or its folder. Raises SpecError if there is none, or its file is wrong."""
    path = (Path(name) if Path(name).is_dir() else folder() / name) / "adapter.yaml"
    if not path.is_file():
        hint = did_you_mean(name, names()) or "name a folder with an adapter.yaml"
        raise SpecError(f"there is no adapter {name}", hint=hint)
    document = source.read_file(path, f"{path.parent.name}/{path.name}")
    data = data_of(document)
    raise_all(
        [
            SpecError(found.message, place=place_of(document, found.path), path=schemas.show_path(found.path))
            for found in schemas.problems(data, "adapter")
        ]
    )
    return AdapterFolder(
        name=data["name"],
        title=data.get("title", data["name"]),
        folder=path.parent,
        python=data.get("python"),
        command=tuple(data["command"]) if "command" in data else None,
        known=path.parent / data["known"] if "known" in data else None,
        needs=data.get("needs", ""),
    )
