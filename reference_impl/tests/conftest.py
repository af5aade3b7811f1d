"""What holds for all tests."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

_cache = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """One cache for all tests and the commands that they call, empty at first: nobody's own is read or written."""
    config.stash[_cache] = os.environ["UNOSPEC_CACHE"] = tempfile.mkdtemp(prefix="unospec-cache-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """It goes with them."""
    shutil.rmtree(config.stash[_cache], ignore_errors=True)
