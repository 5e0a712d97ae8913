"""Widths of the columns of a printed table."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetricsF, QTextLength, QTextTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QTextDocument, QTextTableCell

#: Where a line may be broken.
_BREAKS = re.compile("[ \u200b\u2028]|(?<=-)")
#: Share of the cells of a column that determines its width, the most lines that they may take, and a factor for the
#: space that is lost at the ends of wrapped lines.
_MOST_CELLS, _MOST_LINES, _WASTE = 0.9, 8, 1.15
#: Width that a cell needs besides its text, in units of 1/96 inch, for borders and the rounding of letter widths.
_EDGE = 4.0


def tables_of(document: QTextDocument) -> list[QTextTable]:
    """Return the tables of a document in order."""
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def column_widths(document: QTextDocument, tables: Sequence[QTextTable]) -> list[list[float]]:
    """Return widths of the columns of tables at which most cells take few lines, in units of 1/96 inch.

    Qt's own layout makes the columns of a wide table nearly equal, so that one long value narrows the column of names,
    and gives the parts of a divided table different widths.

    Parameters
    ----------
    document, tables
        A document on sheets, and its tables.
    """
    room = document.documentLayout().blockBoundingRect(document.begin()).width()  # as wide as the title above
    return [_column_widths(document, table, room) for table in tables]


def _column_widths(document: QTextDocument, table: QTextTable, room: float) -> list[float]:
    cells = [[table.cellAt(row, at) for row in range(table.rows())] for at in range(table.columns())]
    sizes = [[_text_widths(document, cell) for cell in column] for column in cells]
    least = [max(short for _, short in column) for column in sizes]
    whole = [max(long for long, _ in column) for column in sizes]
    usual = [_width_of_most_cells([long for long, _ in column]) for column in sizes]
    return spread(least, usual, whole, room - _EDGE)


def _width_of_most_cells(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(_MOST_CELLS * (len(values) - 1))]


def spread(
    least: Sequence[float], usual: Sequence[float], whole: Sequence[float], room: float
) -> list[float]:
    """Return widths of columns that together take at most `room`, if that is possible without breaking words.

    Parameters
    ----------
    least, usual, whole
        Width of each column at which no word is broken; at which most cells take one line; at which all do.
    room
        Largest sum of the widths.
    """
    widths = list(whole)
    for lines in range(1, _MOST_LINES + 1):
        if sum(widths) <= room:
            break
        waste = 1.0 if lines == 1 else _WASTE
        widths = [max(small, min(one, waste * one / lines)) for small, one in zip(least, usual, strict=True)]
    left = room - sum(widths)
    for goal in (usual, whole):  # columns that need least come first: numbers before long names
        for at in sorted(range(len(goal)), key=lambda at: goal[at] - widths[at]):
            more = min(max(goal[at] - widths[at], 0.0), max(left, 0.0))
            widths[at] += more
            left -= more
    return widths


def fix_widths(table: QTextTable, widths: Sequence[float]) -> None:
    """Give the columns of a table these widths."""
    form = table.format()
    form.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, width) for width in widths])
    table.setFormat(form)


def _text_widths(document: QTextDocument, cell: QTextTableCell) -> tuple[float, float]:
    """Return the width of the text of a cell, and of its widest word, with padding and borders."""
    block, form = cell.firstCursorPosition().block(), cell.format().toTableCellFormat()
    pieces = block.begin()
    font = QFont(document.defaultFont())
    if not pieces.atEnd():
        font = pieces.fragment().charFormat().font().resolve(font)
    metrics = QFontMetricsF(font)
    beside = form.leftPadding() + form.rightPadding() + _EDGE
    whole = metrics.horizontalAdvance(block.text())
    if block.blockFormat().nonBreakableLines():
        return whole + beside, whole + beside
    words = (metrics.horizontalAdvance(word) for word in _BREAKS.split(block.text()))
    return whole + beside, max(words, default=0.0) + beside
