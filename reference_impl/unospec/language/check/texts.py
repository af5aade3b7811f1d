"""Sentences: there in both languages, each in its own, with nothing left to fill in."""

from __future__ import annotations

import re
from typing import Any

from unospec.language import sections
from unospec.language.check.problems import Path, Problems
from unospec.language.check.vocabulary import Vocabulary, rules, section
from unospec.language.core import Core

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


def check(core: Core, words: Vocabulary, problems: Problems) -> None:
    """The sentences of all rules, the names of cards, the interpretations, and the remarks on sources."""
    for name in sections.SENTENCES_NEEDED:
        if name in sections.SINGLE_RULES:
            if isinstance(words.data.get(name), dict):
                _both(words.data[name], (name,), problems)
            continue
        for rule, body in rules(words.data, name):
            _both(body, (name, rule), problems)
    for name in sections.SENTENCES_ALLOWED:
        for rule, body in rules(words.data, name):
            if any(language in body for language in sections.LANGUAGES):
                _both(body, (name, rule), problems)
    for name in ("colours", "kinds"):
        for entry, body in rules(section(words.data, "cards"), name):
            _both(body, ("cards", name, entry), problems)
    for rule, body in rules(words.data, "interpretations"):
        _interpretation(rule, body, problems)
    for name in sections.SINGLE_RULES:
        _remark(section(words.data, name), (name,), problems)
    for name in sections.RULE_MAPS:
        for rule, body in rules(words.data, name):
            _remark(body, (name, rule), problems)


def _interpretation(rule: str, body: dict[str, Any], problems: Problems) -> None:
    path = ("interpretations", rule)
    for field in ("question", "why"):
        _both(section(body, field), (*path, field), problems)
    for reading, text in section(body, "readings").items():
        _both(text if isinstance(text, dict) else {}, (*path, "readings", reading), problems)


def _remark(body: dict[str, Any], path: Path, problems: Problems) -> None:
    """What a rule's source adds in words, if it adds anything."""
    source = section(body, "source")
    if "why" in source:
        _both(section(source, "why"), (*path, "source", "why"), problems)


def _both(body: dict[str, Any], path: Path, problems: Problems) -> None:
    for language, name in (("en", "English"), ("zh", "Chinese")):
        text = body.get(language)
        here = (*path, language) if language in body else path
        if not isinstance(text, str) or not text.strip():
            problems.add(here, f"there is no {name} sentence (`{language}`)", f"say it in {name}: {language}: ...")
            continue
        chinese = _CHINESE.search(text)
        if language == "zh" and not chinese:
            problems.add(here, f"the sentence under `zh` has no Chinese characters: `{text[:40]}`")
        elif language == "en" and chinese:
            problems.add(here, f"the sentence under `en` has Chinese characters: `{chinese[0]}`")
        left = _PLACEHOLDER.search(text)
        if left:
            problems.add(here, f"nothing fills in the placeholder `{left[0]}`", "name an option, or write it out")
