"""HTML that needs no other file: elements, tables and whole documents, with all text escaped in one place."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Markup(str):
    """HTML, which is not escaped when it becomes the content of an element."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """Return text as HTML, with ``&``, ``<``, ``>`` and both quotation marks escaped; HTML as it is."""
        return cls(text if isinstance(text, Markup) else escape(text))


def element(tag: str, /, *content: str, **attributes: str) -> Markup:
    """Return one element.

    Parameters
    ----------
    tag
        Its name.
    content
        Text, which is escaped, and `Markup`.
    attributes
        By name, with a ``_`` behind those that are words of Python, as ``class_``.
    """
    given = "".join(f' {name.rstrip("_")}="{escape(value)}"' for name, value in attributes.items())
    return Markup(f"<{tag}{given}>{''.join(map(Markup.of, content))}</{tag}>")


def figure(svg: str, caption: str) -> Markup:
    """Return a drawing, an SVG document, with the words below it."""
    drawing = Markup(svg[max(svg.find("<svg"), 0) :])
    return element("figure", drawing, element("figcaption", caption))


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    caption: str = "",
    cell: Callable[[str, str], Markup] = element,
    **attributes: str,
) -> Markup:
    """Return a table.

    Parameters
    ----------
    head
        The headings; where there are none, the first cell of each row is its heading.
    rows
        Cells, each row of one length.
    caption
        Above the table; none where it is empty.
    cell
        Makes a cell from its tag, ``th`` or ``td``, and its text.
    attributes
        Of the table.
    """
    parts = [element("caption", caption)] if caption else []
    if head:
        parts.append(element("thead", element("tr", *(cell("th", text) for text in head))))
    first = "td" if head else "th"
    lines = (element("tr", cell(first, name), *(cell("td", text) for text in more)) for name, *more in rows)
    return element("table", *parts, element("tbody", *lines), **attributes)


def document(title: str, body: Iterable[Markup], *, style: str, language: str) -> str:
    """Return a whole document: its title as the first heading, then the parts of the body, each from a new line."""
    head = [Markup('<meta charset="utf-8">'), element("title", title), element("style", Markup(style))]
    lines = "\n".join([element("h1", title), *body])
    top = f'<html lang="{escape(language)}">{element("head", *head)}'
    return f"<!doctype html>\n{top}\n<body>\n{lines}\n</body></html>\n"
