"""The MkDocs plugin: pages made from the specification, the cases and the decisions.

mkdocs-static-i18n 1.3 takes neither pages made in memory nor pages outside the documentation folder. So the
written and the generated pages are staged together in one real folder (`.cache/site-src`), which is built.
"""

# mkdocs is not typed, and not there at all where only the library is installed.
# mypy: disable-error-code="misc, no-untyped-call, untyped-decorator"

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger

from unospec.site import search
from unospec.site.catalogue import load
from unospec.site.pages import Nav, Pages, stage
from unospec.site.words import names, translation
from unospec.site.written import join_chinese

log = get_plugin_logger("unospec")
STAGE = Path(".cache") / "site-src"
TERMS = Path(".cache") / "site-terms.txt"
WATCHED = ("spec", "conformance", "schemas", "docs")
OWN = ("zh", "en", "assets")  # the folders of the documentation that are staged as they are


class UnospecConfig(Config):
    """Settings in mkdocs.yml."""

    base_ruleset = config_options.Type(str)


class UnospecPlugin(BasePlugin[UnospecConfig]):
    """Stages the pages before the build and splits the search index after it."""

    # static-i18n asks for the configuration once per language; one staging serves all.
    _nav: Nav | None = None

    @event_priority(100)  # before static-i18n reads the folder, the navigation and its translations
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Stage all pages and point MkDocs to them."""
        root = Path(str(config.config_file_path)).parent
        if self._nav is None:
            self._nav = self._staged(root, Path(config.docs_dir))
        config.docs_dir = str(root / STAGE)
        config.nav = self._nav
        _translate_nav(config)
        _teach_search(config, root / TERMS)
        theme = str(Path(__file__).with_name("theme"))
        if theme not in config.theme.dirs:
            config.theme.dirs.insert(0, theme)
        return config

    def _staged(self, root: Path, docs: Path) -> Nav:
        """Make and stage everything; returns the navigation."""
        catalogue = load(root, self.config.base_ruleset)
        pages = Pages(catalogue)
        wanted = _own_files(docs)
        wanted.update({path: text.encode() for path, text in pages.texts().items()})
        for problem in catalogue.problems:
            log.warning(problem)  # fails a strict build
        wanted.update({f"assets/{path}": data for path, data in pages.files().items()})
        stage(root / STAGE, wanted)
        (root / TERMS).write_text("\n".join(pages.chinese_terms()) + "\n", encoding="utf-8")
        return pages.nav()

    def on_env(self, env: Any, config: MkDocsConfig, files: Any) -> Any:
        """Leave out the lines that the templates would leave empty: a quarter of a small page."""
        env.trim_blocks = env.lstrip_blocks = True
        return env

    @event_priority(-200)  # after search and static-i18n have written the merged index
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Give each language an index of its own."""
        search.split(Path(config.site_dir), ["en"])

    def on_serve(self, server: Any, config: MkDocsConfig, builder: Any) -> Any:
        """Rebuild when the specification or a written page changes."""
        root = Path(str(config.config_file_path)).parent
        server.unwatch(config.docs_dir)  # the staged pages change only because of what is watched here
        for folder in WATCHED:
            server.watch(str(root / folder))
        return server


def _own_files(docs: Path) -> dict[str, bytes]:
    """The written pages and the assets."""
    return {
        path.relative_to(docs).as_posix(): _joined(path) if folder == "zh" else path.read_bytes()
        for folder in OWN
        for path in sorted((docs / folder).rglob("*"))
        if path.is_file()
    }


def _joined(path: Path) -> bytes:
    """A written Chinese page without the spaces that its line breaks would become."""
    data = path.read_bytes()
    return join_chinese(data.decode()).encode() if path.suffix == ".md" else data


def _teach_search(config: MkDocsConfig, terms: Path) -> None:
    """Give the search the terms of the project, so that it does not cut them into single characters."""
    for name, plugin in config.plugins.items():
        if name.endswith("search"):
            plugin.config["jieba_dict_user"] = str(terms)


def _translate_nav(config: MkDocsConfig) -> None:
    """Tell static-i18n the section titles of the other languages."""
    i18n: Any = config.plugins["i18n"]
    for language in i18n.config.languages:
        if language.locale == "en":
            translated = dict(translation("nav", name) for name in names("nav"))
            language.nav_translations = {**translated, **(language.nav_translations or {})}
