"""A table as text cells, and how it was read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.plain_text import nearest
from kgdesk.tables.packed_rows import PackedRows
from kgdesk.tables.quoting import quoted
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.tables.numbers import Decimal


#: Maximum number of columns of a table that have a heading or values.
MAX_COLUMNS = 5_000
#: Maximum number of columns with those that are empty, which a spreadsheet may write up to its last one.
MAX_ALL_COLUMNS = 16_384


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table was read, and how each choice was made.

    Parameters
    ----------
    kind
        ``"csv"`` or ``"xlsx"``.
    delimiter
        One character; empty for a single column and for a workbook.
    decimal
        ``"point"`` or ``"comma"``.
    encoding
        Python's name of the encoding; empty for a workbook.
    sheet
        Name of the sheet; empty for delimited text.
    delimiter_why, decimal_why, encoding_why, sheet_why
        ``"found because ..."``, ``"chosen"``, or empty if not applicable.
    headings
        Number of the line (row of a sheet) with the headings, from 1.
    headings_why
        ``"chosen"``, or why this line.
    units
        Number of the line with the units of the columns, below the headings; 0 if there is none.
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
    headings: int = 1
    headings_why: str = ""
    units: int = 0


@dataclass(frozen=True, slots=True)
class RawTable:
    """A rectangular table of text cells.

    Parameters
    ----------
    name
        File name without folder.
    header
        Column headings: distinct, not empty, white space normalised.
    rows
        One tuple per row, as long as `header`; texts as in the file, in Unicode NFC.
    lines
        Line (row, in a workbook) of the file on which each row begins.
    reading
        How the file was read.
    digest
        SHA-256 of the file in hexadecimal.
    size
        Size of the file in bytes.
    notes
        Sentences about skipped content: blank rows, columns without heading and values, merged cells.
    units
        Heading -> unit, from a row of units below the headings; that row is not among `rows`.
    row_numbers
        Heading that a first column without one was given, whose cells are all different; empty if there is none.
    made
        Heading that a column was given, because it has none or that of another one -> the heading in the file.
    """

    name: str
    header: tuple[str, ...]
    rows: PackedRows
    lines: tuple[int, ...]
    reading: Reading
    digest: str
    size: int
    notes: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict, hash=False)
    row_numbers: str = ""
    made: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def unnamed(self) -> tuple[str, ...]:
        """Headings of the columns that have none in the file, but for a first one of row numbers."""
        return tuple(heading for heading, original in self.made.items() if not original)

    def column(self, heading: str) -> tuple[str, ...]:
        """Return the cells of a column.

        Raises
        ------
        BadTable
            There is no such heading.
        """
        return self.rows.column(self.index(heading))

    def index(self, heading: str) -> int:
        """Return the index of a column, from 0.

        Raises
        ------
        BadTable
            There is no such heading; the message lists the existing ones.
        """
        try:
            return self.header.index(heading)
        except ValueError:
            near = nearest(heading, self.header)
            if near:
                raise BadTable(
                    phrase(
                        "{name} has no column {heading}. Did you mean {near}?",
                        name=self.name,
                        heading=quoted(heading),
                        near=quoted(near),
                    )
                ) from None
            names = listed(quoted(known) for known in self.header[:12])
            more = ", …" if len(self.header) > 12 else ""
            raise BadTable(
                phrase(
                    "{name} has no column {heading}: its columns are {listed}{more}.",
                    name=self.name,
                    heading=quoted(heading),
                    listed=names,
                    more=more,
                )
            ) from None

    def place(self, row: int, column: int | str | None = None) -> str:
        """Describe a cell or a row for messages: file, line and column."""
        heading = self.header[column] if isinstance(column, int) else column
        line = phrase(
            "{name}, {line_word} {line}", name=self.name, line_word=self.line_word, line=self.lines[row]
        )
        if heading is None:
            return line
        return phrase("{line}, column {heading}", line=line, heading=quoted(heading))

    def with_cells(self, columns: Mapping[int, Sequence[str]]) -> RawTable:
        """Return the table with other cells in some columns (index, from 0 -> cells of all rows)."""
        if not columns:
            return self
        rows = (
            tuple(columns[at][row] if at in columns else cell for at, cell in enumerate(cells))
            for row, cells in enumerate(self.rows)
        )
        return replace(self, rows=PackedRows(rows))

    @property
    def line_word(self) -> str:
        """``"line"`` for text, ``"row"`` for a workbook."""
        return phrase("row") if self.reading.kind == "xlsx" else phrase("line")

    def head(self, count: int = 200) -> tuple[tuple[str, ...], ...]:
        """Return the first `count` rows."""
        return tuple(self.rows[:count])


def refuse_too_many_columns(name: str, count: int, limit: int = MAX_COLUMNS) -> None:
    """Refuse a table with more than `limit` columns.

    Raises
    ------
    BadTable
        The message names the number and the limit.
    """
    if count > limit:
        raise BadTable(
            phrase(
                "{name} has {count} columns, more than {max_columns}: leave out what is not needed.",
                name=name,
                count=count,
                max_columns=limit,
            )
        )


def blank_above(count: int, word: str) -> str:
    """Return the note on blank lines above the headings."""
    if count == 1:
        return phrase("Ignored 1 blank {word} above the headings.", word=word)
    return phrase("Ignored {count} blank {word}s above the headings.", count=count, word=word)


def blank_at_the_end(count: int, word: str) -> str:
    """Return the note on blank lines at the end."""
    if count == 1:
        return phrase("Ignored 1 blank {word} at the end.", word=word)
    return phrase("Ignored {count} blank {word}s at the end.", count=count, word=word)
