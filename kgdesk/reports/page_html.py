"""Render a page as one HTML document."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from kgdesk.reports.html import Markup, document, element, figure, table
from kgdesk.reports.page import Heading, Paragraph, Picture, ReportTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.reports.page import Page

_STYLE = """
body { font-family: sans-serif; font-size: 11pt; color: #1B1E22; background: #FFFFFF; }
body { max-width: 60em; margin: 2em auto; }
h1 { font-size: 18pt; } h3 { font-size: 11pt; } h2 { font-size: 13pt; margin-top: 1.4em; }
table { border-collapse: collapse; margin: 0.6em 0; }
th { background: #EEF0F2; }
.short { white-space: nowrap; }
th, td { padding: 2px 7px; text-align: left; vertical-align: top; border: 1px solid #C3C8CE; }
.many th, .many td { font-size: 8.5pt; padding: 2px 4px; }
.most th, .most td { font-size: 7pt; padding: 2px 3px; }
figure { margin: 1em 0; page-break-inside: avoid; }
svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } thead { display: table-header-group; } }
"""


#: Cells of up to `_SHORT` characters are never wrapped; in tables with more than `_FEW` columns the limit is
#: `_SHORT_OF_MANY`, so that the table fits on a sheet of paper. Tables with more than `_MANY` columns are set smaller.
_SHORT, _FEW, _MANY, _SHORT_OF_MANY = 18, 5, 8, 12


def html(page: Page, drawn: Callable[[int, Picture], str] | None = None) -> str:
    """Render a page as one HTML document.

    Parameters
    ----------
    page
        Content.
    drawn
        Returns the markup of a picture given its index and the picture, for viewers that cannot show SVG;
        by default the SVG is inlined.
    """
    draw = drawn or _inline
    places = count()
    body = []
    for block in page.blocks:
        part = Markup(draw(next(places), block)) if isinstance(block, Picture) else _block(block)
        if drawn is None and isinstance(block, ReportTable) and block.fold:
            part = element("details", element("summary", block.fold), part)
        body.append(part)
    return document(page.title, body, style=_STYLE, language=page.language)


def _inline(_place: int, picture: Picture) -> Markup:
    return Markup(f"{element('h3', picture.title)}\n{figure(picture.svg, picture.sentence)}")


def _block(block: Heading | Paragraph | ReportTable) -> Markup:
    if isinstance(block, Heading):
        return element("h2", block.text)
    if isinstance(block, Paragraph):
        return element("p", block.text)
    many = len(block.head) > _FEW
    cell = partial(_cell, short=_SHORT_OF_MANY if many else _SHORT)
    return table(
        block.head,
        block.rows,
        cell=cell,
        **({"class_": "most" if len(block.head) > _MANY else "many"} if many else {}),
    )


def _cell(tag: str, text: str, *, short: int) -> Markup:
    """Return a table cell; text of at most `short` characters, or with a no-break space, is never wrapped."""
    whole = len(text) <= short or "\N{NO-BREAK SPACE}" in text
    return element(tag, text, class_="short") if whole else element(tag, text)
