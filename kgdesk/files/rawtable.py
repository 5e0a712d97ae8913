"""A table of any kind as a frozen value of text cells, with what was found out about it and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable, listed, phrase
from kgdesk.files.source import shown

if TYPE_CHECKING:
    from kgdesk.files.numbers import Decimal


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table was read, and for each part how that was found.

    Parameters
    ----------
    kind
        ``"csv"`` or ``"xlsx"``.
    delimiter
        One character; empty when there is one column, and for a workbook.
    decimal
        ``"point"`` or ``"comma"``.
    encoding
        Python's name of it; empty for a workbook.
    sheet
        The sheet's name; empty for delimited text.
    delimiter_why, decimal_why, encoding_why, sheet_why
        ``"found because ..."``, ``"chosen"``, or empty where it does not apply.
    """

    kind: str
    delimiter: str
    decimal: Decimal
    encoding: str
    sheet: str
    delimiter_why: str = ""
    decimal_why: str = ""
    encoding_why: str = ""
    sheet_why: str = ""


@dataclass(frozen=True, slots=True)
class RawTable:
    """A rectangular table of text cells.

    Parameters
    ----------
    name
        The file's name without its folder.
    header
        The headings: different, not empty, white space evened out.
    rows
        One tuple per row, each as long as `header`; texts as they stand in the file, in Unicode's NFC form.
    lines
        The line (row, in a workbook) of the file on which each row begins.
    reading
        How the file was read.
    digest
        SHA-256 of the file in hexadecimal.
    size
        Of the file, in bytes.
    notes
        Sentences about what was passed over: blank rows, columns without heading and values, merged cells.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    reading: Reading
    digest: str
    size: int
    notes: tuple[str, ...] = ()

    def column(self, heading: str) -> tuple[str, ...]:
        """Return the cells below a heading.

        Raises
        ------
        BadTable
            There is no such heading.
        """
        at = self.index(heading)
        return tuple([row[at] for row in self.rows])

    def index(self, heading: str) -> int:
        """Return the position of a heading, from 0.

        Raises
        ------
        BadTable
            There is no such heading; the text lists the ones there are.
        """
        try:
            return self.header.index(heading)
        except ValueError:
            names = listed(shown(known) for known in self.header[:12])
            more = ", …" if len(self.header) > 12 else ""
            raise BadTable(
                phrase(
                    "{name} has no column {heading}: its columns are {listed}{more}.",
                    name=self.name,
                    heading=shown(heading),
                    listed=names,
                    more=more,
                )
            ) from None

    def place(self, row: int, column: int | str | None = None) -> str:
        """Return the words for a cell or a row: file, line and column."""
        heading = self.header[column] if isinstance(column, int) else column
        line = phrase(
            "{name}, {line_word} {line}", name=self.name, line_word=self.line_word, line=self.lines[row]
        )
        if heading is None:
            return line
        return phrase("{line}, column {heading}", line=line, heading=shown(heading))

    @property
    def line_word(self) -> str:
        """``"line"`` for text, ``"row"`` for a workbook."""
        return phrase("row") if self.reading.kind == "xlsx" else phrase("line")

    def head(self, count: int = 200) -> tuple[tuple[str, ...], ...]:
        """Return the first rows, for a preview."""
        return self.rows[:count]
