"""HTML in which text is never taken for markup: elements, tables, figures and whole documents."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Self

from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Markup(str):
    """HTML text, which `element` does not escape."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """Escape ``&``, ``<``, ``>``, both quotation marks and hidden characters in text; return `Markup` unchanged."""
        return cls(text if isinstance(text, Markup) else escape(escaped(text, keep="\n\t")))


def element(tag: str, /, *content: str, **attributes: str) -> Markup:
    """Return one HTML element.

    Parameters
    ----------
    tag
        Name of the tag.
    content
        Text, which is escaped, or `Markup`.
    attributes
        Attributes; append ``_`` to Python keywords, as in ``class_``.
    """
    given = "".join(f' {name.rstrip("_")}="{Markup.of(value)}"' for name, value in attributes.items())
    return Markup(f"<{tag}{given}>{''.join(map(Markup.of, content))}</{tag}>")


def figure(svg: str, caption: str) -> Markup:
    """Return an HTML figure of an SVG document with a caption."""
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
    """Return an HTML table.

    Parameters
    ----------
    head
        Column headings; if empty, the first cell of each row is its heading.
    rows
        Cells; all rows have the same length.
    caption
        Caption above the table; empty for none.
    cell
        Builds a cell from its tag, ``th`` or ``td``, and its text.
    attributes
        Attributes of the table.
    """
    parts = [element("caption", caption)] if caption else []
    if head:
        parts.append(element("thead", element("tr", *(cell("th", text) for text in head))))
    first = "td" if head else "th"
    lines = (element("tr", cell(first, name), *(cell("td", text) for text in more)) for name, *more in rows)
    return element("table", *parts, element("tbody", *lines), **attributes)


def document(title: str, body: Iterable[Markup], *, style: str, language: str) -> str:
    """Return a whole HTML document: the title as first heading, then the parts of the body, one per line."""
    head = [Markup('<meta charset="utf-8">'), element("title", title), element("style", Markup(style))]
    lines = "\n".join([element("h1", title), *body])
    top = f'<html lang="{escape(language)}">{element("head", *head)}'
    return f"<!doctype html>\n{top}\n<body>\n{lines}\n</body></html>\n"
