"""Rule sheets: a core as a text that a family would print, in English or Chinese."""

from unospec.rulebook.markdown import markdown
from unospec.rulebook.model import Sheet
from unospec.rulebook.plain import COLUMNS, plain
from unospec.rulebook.sheet import sheet

__all__ = ["COLUMNS", "Sheet", "markdown", "plain", "sheet"]
