"""Small pieces of HTML. What comes from a rule set is always escaped."""

from __future__ import annotations

import html
import json
import posixpath
from collections.abc import Iterable, Sequence


def text(value: object) -> str:
    """Any text, escaped."""
    return html.escape(str(value), quote=True)


def tag(name: str, *content: str, **attributes: str) -> str:
    """An element around HTML. A trailing underscore of an attribute's name is dropped (`class_`)."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items() if value
    )
    return f"<{name}{written}>{''.join(content)}</{name}>"


def code(value: object) -> str:
    """A name in code type."""
    return tag("code", text(value))


def items(lines: Iterable[str], name: str = "ul", **attributes: str) -> str:
    """A list, "" without lines."""
    listed = "".join(tag("li", line) for line in lines)
    return tag(name, listed, **attributes) if listed else ""


def details(summary: str, content: str, **attributes: str) -> str:
    """Something to open."""
    return tag("details", tag("summary", summary), content, **attributes)


def not_searched(*content: str) -> str:
    """HTML that the search leaves out.

    The theme tells what it leaves out by the name of the element alone, so the content must not hold another section.
    """
    return tag("section", *content, data_search_exclude="true")


def table(header: Sequence[str], rows: Iterable[Sequence[str]], class_: str = "plain") -> str:
    """A table; the first cell of a row is its header.

    It always has a class, because the theme puts tables without one into boxes of its own.
    """
    head = tag("thead", tag("tr", *(tag("th", cell, scope="col") for cell in header)))
    body = "".join(
        tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows
    )
    return tag("div", tag("table", head, tag("tbody", body), class_=class_), class_="table-box", tabindex="0")


def link(source: str, target: str, content: str, anchor: str = "", **attributes: str) -> str:
    """A link from one page to another; both are named by their Markdown files."""
    return tag("a", content, href=address(source, target, anchor), **attributes)


def address(source: str, target: str, anchor: str = "") -> str:
    """The relative address of a page or file as it is seen from a page."""
    fragment = f"#{anchor}" if anchor else ""
    if source == target:
        return fragment or "#"
    start, end = _folder(source), _folder(target) if target.endswith(".md") else target
    relative = posixpath.relpath(end or ".", start or ".")
    return relative + ("/" if target.endswith(".md") else "") + fragment


def _folder(page: str) -> str:
    """The folder under which a page is served."""
    bare = page.removesuffix(".md")
    return posixpath.dirname(bare) if posixpath.basename(bare) == "index" else bare


def page(title: str, *blocks: str, boost: float = 1) -> str:
    """A Markdown page with its title; blocks are Markdown or HTML. boost: its weight in searches, 0 to be left out."""
    escaped = html.escape(title, quote=False)  # the theme prints it as HTML
    front = ["---", f"title: {json.dumps(escaped, ensure_ascii=False)}"]
    if boost == 0:
        front += ["search:", "  exclude: true"]
    elif boost != 1:
        front += ["search:", f"  boost: {boost}"]
    return "\n".join([*front, "---"]) + "\n\n" + "\n\n".join(block for block in blocks if block) + "\n"
