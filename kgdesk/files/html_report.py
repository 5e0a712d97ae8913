"""Pages for people: language, numbers and times, one HTML document that needs no other file, and QR codes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Protocol, Self

import segno

from kgdesk.errors import BadInput, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class TextFormat(Protocol):
    """One language, with its way to write numbers."""

    @property
    def language(self) -> str:
        """Code of the language, as ``de``."""

    def translate(self, text: str) -> str:
        """Return a phrase, or a sentence of the calculation, in the language; what is not known stays English."""

    def number(self, value: float) -> str:
        """Return a number; a whole one has no decimals."""

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with so many decimals."""

    def percent(self, share: float) -> str:
        """Return a share in 0..1 in whole per cent, with its sign."""

    def moment(self, recorded_at: str) -> str:
        """Return a stored time (ISO 8601, UTC) as day, hour and minute in UTC."""


class EnglishFormat:
    """English as the texts are written in the program; numbers and times in the form of files."""

    language = "en"

    def translate(self, text: str) -> str:
        """Return the text as it is."""
        return str(text)

    def number(self, value: float) -> str:
        """Return a number with a decimal point and commas between thousands."""
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with a decimal point, as ``0.50``."""
        return f"{value:.{decimals}f}"

    def percent(self, share: float) -> str:
        """Return a share as ``34 %``."""
        return f"{100.0 * share:.0f} %"

    def moment(self, recorded_at: str) -> str:
        """Return a time as ``2026-11-21 14:02``."""
        return recorded_at[:16].replace("T", " ")


QrCode = tuple[tuple[bool, ...], ...]

#: Light modules that a reader needs around a code (ISO/IEC 18004).
QUIET = 4


def qr_code(text: str) -> QrCode:
    """Return the QR code of a text: rows of modules, true for a dark one, without the quiet zone.

    Level M at least, which survives 15 % of damage; higher where it costs no room. Text that is not ASCII is written
    as UTF-8 bytes, without the switch of character sets that older scanners type out as letters.

    Raises
    ------
    BadInput
        The text is longer than a code holds.
    """
    try:
        if text.isascii():
            symbol = segno.make_qr(text, error="m")
        else:
            symbol = segno.make_qr(text, error="m", mode="byte", encoding="utf-8")
    except segno.DataOverflowError:
        raise BadInput(
            phrase(
                "“{text}…” is too long for a QR code ({count} letters): give the candidates shorter names.",
                text=text[:30],
                count=len(text),
            )
        ) from None
    return tuple(tuple(bool(dark) for dark in row) for row in symbol.matrix)


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


_STYLE = """
body { font-family: sans-serif; font-size: 11pt; color: #1B1E22; background: #FFFFFF; }
body { max-width: 60em; margin: 2em auto; }
h1 { font-size: 18pt; } h3 { font-size: 11pt; } h2 { font-size: 13pt; margin-top: 1.4em; }
table { border-collapse: collapse; margin: 0.6em 0; }
th { background: #EEF0F2; }
.short { white-space: nowrap; }
th, td { padding: 2px 7px; text-align: left; vertical-align: top; border: 1px solid #C3C8CE; }
.many th, .many td { font-size: 8.5pt; padding: 2px 4px; }
figure { margin: 1em 0; page-break-inside: avoid; }
svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } thead { display: table-header-group; } }
"""


#: Texts up to so many letters are never broken into lines; in tables of more columns that is less, or they would not
#: fit a sheet of paper.
_SHORT, _FEW, _SHORT_OF_MANY = 18, 5, 12


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table; without headings the first cell of each row is its name.

    Parameters
    ----------
    head
        The headings; may be empty.
    rows
        Cells as they are to be read, each row of one length.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with the question that it answers and one sentence of reading.

    Parameters
    ----------
    title, sentence
        Words.
    svg
        The drawing, an SVG document.
    """

    title: str
    svg: str
    sentence: str = ""


Block = Heading | Words | ReportTable | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on it, from top to bottom, and the code of its language; nothing in it acts as markup."""

    title: str
    blocks: tuple[Block, ...]
    language: str = "en"


def html(page: Page, drawn: Callable[[int, Picture], str] | None = None) -> str:
    """Return a page as one HTML document.

    Parameters
    ----------
    page
        What it says.
    drawn
        Gives the markup of a picture and its title from its place among the pictures, for those who cannot show SVG;
        without it the SVG stands in the document.
    """
    draw = drawn or _inline
    places = count()
    body = [
        Markup(draw(next(places), block)) if isinstance(block, Picture) else _block(block)
        for block in page.blocks
    ]
    return document(page.title, body, style=_STYLE, language=page.language)


def _inline(_place: int, picture: Picture) -> Markup:
    return Markup(f"{element('h3', picture.title)}\n{figure(picture.svg, picture.sentence)}")


def _block(block: Heading | Words | ReportTable) -> Markup:
    if isinstance(block, Heading):
        return element("h2", block.text)
    if isinstance(block, Words):
        return element("p", block.text)
    many = len(block.head) > _FEW
    cell = partial(_cell, short=_SHORT_OF_MANY if many else _SHORT)
    return table(block.head, block.rows, cell=cell, **({"class_": "many"} if many else {}))


def _cell(tag: str, text: str, *, short: int) -> Markup:
    """Return a cell; a short text, as a number or a name, is never broken into lines."""
    return element(tag, text, class_="short") if len(text) <= short else element(tag, text)
