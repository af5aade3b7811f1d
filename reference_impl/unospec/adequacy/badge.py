"""A small picture with a label and a figure, and the figure that it shows: how many mutants are settled."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from unospec.adequacy.results import Result

Settled = tuple[int, int]  # mutants that a case kills or a proof calls equivalent; all mutants

_CHARACTER, _WIDE, _PADDING, _HEIGHT = 6.6, 11.5, 8.0, 20  # pixels, at a font size of 11
_INK, _LABEL = "#fff", "#444"
_FULL, _LACKING, _NOTHING = "#00695c", "#8d5400", "#5f6368"  # white on each is readable (WCAG 2, 1.4.3)


def settled(results: Iterable[Result]) -> Settled:
    """Over all results: mutants killed or equivalent, and all of them. No mutant is in two results."""
    figures = [result.figures for result in results]
    return sum(f.killed + f.equivalent for f in figures), sum(f.mutants for f in figures)


def fill_for(found: Settled) -> str:
    """The ground of the value: whether all are settled, some are not, or nothing was measured."""
    done, of = found
    return _NOTHING if not of else _FULL if done == of else _LACKING


def mutants_badge(results: Iterable[Result]) -> str:
    """The badge in English: how many of the mutants of all results are settled."""
    done, of = found = settled(results)
    return badge("rule mutants", f"{done:,} of {of:,} killed" if of else "not measured yet", fill_for(found))


def badge(text: str, value: str, fill: str = _FULL) -> str:
    """An SVG with a label and a value on a ground in the colour `fill`; it needs no font but what there is."""
    left, right = _width(text), _width(value)
    whole = left + right
    name = escape(f"{text}: {value}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:g}" height="{_HEIGHT}"'
        f' viewBox="0 0 {whole:g} {_HEIGHT}" role="img" aria-label="{name}">'
        f"<title>{name}</title>"
        f'<rect width="{whole:g}" height="{_HEIGHT}" rx="3" fill="{_LABEL}"/>'
        f'<path d="M{left:g} 0h{right - 3:g}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h{3 - right:g}z" fill="{escape(fill)}"/>'
        f'<g fill="{_INK}" font-family="sans-serif" font-size="11" text-anchor="middle">'
        f"{_written(text, left / 2, left)}{_written(value, left + right / 2, right)}</g></svg>\n"
    )


def _written(text: str, middle: float, width: float) -> str:
    """A text that keeps to its part of the picture, whatever font there is."""
    length = width - 2 * _PADDING
    return f'<text x="{middle:g}" y="14" textLength="{length:g}">{escape(text)}</text>'


def _width(text: str) -> float:
    """The width of a part; Chinese characters are wide."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return round(_CHARACTER * (len(text) - wide) + _WIDE * wide + 2 * _PADDING, 1)
