"""A page for people: headings, facts, tables and pictures in one HTML document that needs no other file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from kgdesk.files.html import Markup, document, element, figure, table

if TYPE_CHECKING:
    from collections.abc import Callable

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
class Grid:
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


Block = Heading | Words | Grid | Picture


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


def _block(block: Heading | Words | Grid) -> Markup:
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
