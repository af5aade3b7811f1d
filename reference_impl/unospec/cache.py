"""What was worked out once, kept on disk for the next process.

Like Python's own cache of bytecode it is never asked for and never speaks of itself: what cannot be read, is
damaged or is somebody else's is as good as not there, and where nothing can be written nothing is kept. An entry is
found by everything that it was made from, by content (`key`); no time of a file decides whether it holds.

The folder is `unospec` below $XDG_CACHE_HOME or ~/.cache; UNOSPEC_CACHE names another one, or says `off`. There is
code in it, so it has to be ours, and nobody else may write to it.
"""

import hashlib
import importlib.util
import marshal
import os
import re
import stat
import sys
import time
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from unospec import resources

OFF = "off"
MOST_BYTES = 256 << 20  # what is more goes, what was used longest ago first, until a half is left
_LOOK_EVERY = 500  # entries written, between two looks at the size of the folder
_DAY = 24 * 60 * 60  # how exactly it is known when an entry was last used
_NAME = re.compile(r"[a-z]+-[0-9a-f]{64}(?:\.[0-9]+)?")  # of entries, also of unfinished ones; all else stays
_PACKAGE = Path(__file__).resolve().parent
_written = 0


def key(kind: str, packages: tuple[str, ...], *parts: object) -> str | None:
    """The name of an entry: what it is, the content of the packages that make it, and what they make it from.

    None where nothing is kept. `parts` are told apart by their `repr`.
    """
    made_by = _contents(packages) if _folder() else None
    if made_by is None:
        return None
    return f"{kind}-{hashlib.sha256(repr((made_by, parts)).encode()).hexdigest()}"


def load(name: str | None) -> Any:
    """What is kept under a name, or None."""
    folder = _folder()
    if name is None or folder is None:
        return None
    try:
        with (folder / name).open("rb") as file:
            about = os.fstat(file.fileno())
            if about.st_uid != os.getuid():
                return None
            data = file.read()
        if time.time() - about.st_mtime > _DAY:
            with suppress(OSError):
                os.utime(folder / name)
        mark, value = data[:32], data[32:]
        return marshal.loads(value) if mark == _mark(name, value) else None  # marshal trusts what it reads
    except (OSError, ValueError, EOFError, TypeError):
        return None


def store(name: str | None, value: Any) -> None:
    """Keep a value, plain data or code objects, under a name. Another process sees all of it or nothing."""
    global _written
    folder = _folder()
    if name is None or folder is None:
        return
    data = marshal.dumps(value)
    unfinished = folder / f"{name}.{os.getpid()}"
    try:
        with open(unfinished, "xb", opener=_private) as file:
            file.write(_mark(name, data) + data)
        os.replace(unfinished, folder / name)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        return
    if _written % _LOOK_EVERY == 0:
        _shorten(folder)
    _written += 1


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _mark(name: str, value: bytes) -> bytes:
    """What an entry begins with: it is whole, and it is the one of this name."""
    return hashlib.sha256(name.encode() + value).digest()


def _shorten(folder: Path) -> None:
    """If the folder has grown too large, what was not used for the longest time goes."""
    with suppress(OSError), os.scandir(folder) as entries:
        ours = [(entry.stat(), entry.path) for entry in entries if _NAME.fullmatch(entry.name)]
        found = sorted((about.st_mtime, about.st_size, path) for about, path in ours)
        size = sum(length for _, length, _ in found)
        if size <= MOST_BYTES:
            return
        for _, length, path in found:
            if size <= MOST_BYTES // 2:
                return
            with suppress(OSError):
                os.unlink(path)
            size -= length


# ---------------------------------------------------------------- where, and by what


def _folder() -> Path | None:
    """Where entries are kept; None where nothing is."""
    return _opened(os.environ.get("UNOSPEC_CACHE", ""), os.environ.get("XDG_CACHE_HOME", ""))


@lru_cache(maxsize=4)
def _opened(wanted: str, caches: str) -> Path | None:
    if wanted == OFF or not hasattr(os, "getuid"):  # without owners of files nobody knows whose code it is
        return None
    try:
        above = Path(caches) if os.path.isabs(caches) else Path.home() / ".cache"
        folder = Path(wanted).absolute() if wanted else above / "unospec"
        if not folder.is_absolute():  # no home
            return None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.stat()
    except (OSError, RuntimeError, ValueError):
        return None
    ours = about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if ours else None


@cache
def _contents(packages: tuple[str, ...]) -> str | None:
    """A digest of the Python that runs, and of the sources of packages below `unospec` with the schemas.

    None where the sources are not there to be read.
    """
    digest = hashlib.sha256(repr((sys.implementation, sys.version, sys.flags.optimize)).encode())
    digest.update(importlib.util.MAGIC_NUMBER)
    try:
        digest.update(Path(__file__).read_bytes())
        sources = [*((_PACKAGE / name, "*.py") for name in packages), (resources.root() / "schemas", "*.json")]
        for folder, kind in sources:
            files = sorted(folder.rglob(kind))
            if not files:
                return None
            for path in files:
                data = path.read_bytes()
                digest.update(f"{path.relative_to(folder)} {len(data)} ".encode() + data)
    except OSError:
        return None
    return digest.hexdigest()
