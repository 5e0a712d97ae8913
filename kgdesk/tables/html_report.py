"""Report pages: text formatting by language, self-contained HTML documents, and QR codes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Protocol, Self

from kgdesk.errors import BadInput
from kgdesk.plain_text import escaped
from kgdesk.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class TextFormat(Protocol):
    """Translation and number format of one language."""

    @property
    def language(self) -> str:
        """Language code such as ``de``."""

    def translate(self, text: str) -> str:
        """Translate a phrase or a sentence of the model; unknown text stays English."""

    def number(self, value: float) -> str:
        """Format a number; whole numbers without decimals."""

    def fixed(self, value: float, decimals: int) -> str:
        """Format a number with a fixed number of decimals."""

    def percent(self, share: float) -> str:
        """Format a share in 0..1 as whole per cent, with the sign."""

    def moment(self, recorded_at: str) -> str:
        """Format a stored time (ISO 8601, UTC) as date, hour and minute in UTC."""


class EnglishFormat:
    """English, with numbers and times as in files."""

    language = "en"

    def translate(self, text: str) -> str:
        """Return the text unchanged."""
        return str(text)

    def number(self, value: float) -> str:
        """Format a number with decimal point and thousands commas."""
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"

    def fixed(self, value: float, decimals: int) -> str:
        """Format a number with a decimal point, as ``0.50``."""
        return f"{value:.{decimals}f}"

    def percent(self, share: float) -> str:
        """Format a share as ``34 %``."""
        return f"{100.0 * share:.0f} %"

    def moment(self, recorded_at: str) -> str:
        """Format a time as ``2026-11-21 14:02``."""
        return recorded_at[:16].replace("T", " ")


QrCode = tuple[tuple[bool, ...], ...]

#: Width of the quiet zone around a QR code, in modules (ISO/IEC 18004).
QUIET = 4


def qr_code(text: str) -> QrCode:
    """Encode text as a QR code: rows of modules, True for dark, without the quiet zone.

    Error correction level M (recovers 15 % damage), or higher if the size stays the same. Text that is not ASCII is
    written as UTF-8 bytes without ECI designator, which older scanners would output as letters.

    Raises
    ------
    BadInput
        The text exceeds the capacity of a QR code.
    """
    import segno  # noqa: PLC0415 - most commands draw no code

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


#: Cells up to `_SHORT` characters are never wrapped; in tables with more than `_FEW` columns the limit is
#: `_SHORT_OF_MANY`, so that the table fits a sheet of paper; those with more than `_MANY` have smaller letters.
_SHORT, _FEW, _MANY, _SHORT_OF_MANY = 18, 5, 8, 12


@dataclass(frozen=True, slots=True)
class Heading:
    """Block of a page: the title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """Block of a page: a paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table; without headings, the first cell of each row is the row's name.

    Parameters
    ----------
    head
        Column headings; may be empty.
    rows
        Formatted cells; all rows have the same length.
    fold
        In a browser, the line that a click unfolds the table with; empty for a table that is open. Paper has it open.
    paper
        Sentence that paper has instead of a table of very many rows; empty for the table.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    fold: str = ""
    paper: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with the question that it answers and one sentence of interpretation.

    Parameters
    ----------
    title, sentence
        Question and interpretation.
    svg
        SVG document.
    """

    title: str
    svg: str
    sentence: str = ""


#: Letters after which a long word in a table may be broken on paper, in a table of few and of more than two columns.
_LONG, _LONG_OF_MANY = re.compile(r"(\S{32})(?=\S{8})"), re.compile(r"(\S{14})(?=\S{7})")


def breakable(table: ReportTable) -> ReportTable:
    """Return a table in whose long words, as hashes, lines may break; elsewhere they break between words only."""
    long = _LONG if len(table.rows[0] if table.rows else table.head) <= 2 else _LONG_OF_MANY

    def broken(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(long.sub("\\1\N{ZERO WIDTH SPACE}", cell) for cell in row)

    return replace(table, head=broken(table.head), rows=tuple(map(broken, table.rows)))


Block = Heading | Words | ReportTable | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """Content of a page from top to bottom, and its language code; text is never interpreted as markup."""

    title: str
    blocks: tuple[Block, ...]
    language: str = "en"


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


def _block(block: Heading | Words | ReportTable) -> Markup:
    if isinstance(block, Heading):
        return element("h2", block.text)
    if isinstance(block, Words):
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


def translated(block: Block, speech: TextFormat) -> Block:
    """Return a block translated into the language of a report; user input, names and codes are not translated."""

    def word(text: str) -> str:
        return speech.translate(text) if isinstance(text, Phrase) else text

    if isinstance(block, Heading):
        return Heading(word(block.text))
    if isinstance(block, Words):
        return Words(word(block.text))
    if isinstance(block, ReportTable):
        rows = tuple(tuple(map(word, row)) for row in block.rows)
        return ReportTable(tuple(map(word, block.head)), rows, word(block.fold), word(block.paper))
    return block
