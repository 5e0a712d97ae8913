"""Content of a page, from top to bottom: headings, paragraphs, tables and pictures. HTML and PDF are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.text import Phrase

if TYPE_CHECKING:
    from kgdesk.reports.text_format import TextFormat


@dataclass(frozen=True, slots=True)
class Heading:
    """Block of a page: the title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
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
        Label of the line that unfolds the table in a browser; empty: it is always open. On paper it is open.
    paper
        Sentence that replaces a very long table on paper; empty: the table is printed.
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


Block = Heading | Paragraph | ReportTable | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """Content of a page from top to bottom, and its language code; text is never interpreted as markup."""

    title: str
    blocks: tuple[Block, ...]
    language: str = "en"


def translated(block: Block, speech: TextFormat) -> Block:
    """Return a block translated into the language of a report; user input, names and codes are not translated."""

    def word(text: str) -> str:
        return speech.translate(text) if isinstance(text, Phrase) else text

    if isinstance(block, Heading):
        return Heading(word(block.text))
    if isinstance(block, Paragraph):
        return Paragraph(word(block.text))
    if isinstance(block, ReportTable):
        rows = tuple(tuple(map(word, row)) for row in block.rows)
        return ReportTable(tuple(map(word, block.head)), rows, word(block.fold), word(block.paper))
    return block
