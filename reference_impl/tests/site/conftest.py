"""The site, built once for all tests that look at it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from unospec import resources
from unospec.site.catalogue import Catalogue, load
from unospec.site.words import LANGUAGES

NEEDED = ("mkdocs", "material", "mkdocs_static_i18n", "jieba")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; a strict build, so a warning fails it."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"the site is not built without {', '.join(missing)}: pip install 'unospec[site]'")
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    done = subprocess.run(
        command,
        cwd=resources.root(),
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """What the pages are made of."""
    return load(resources.root(), "uno/2008")


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)
