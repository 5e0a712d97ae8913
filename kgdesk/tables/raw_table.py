"""Delimited text as records (RFC 4180), and any table as text cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final, TypeVar, overload

from kgdesk.errors import BadTable
from kgdesk.tables.file_io import nfc, quoted
from kgdesk.tables.numbers import Malformed, check_quotes
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kgdesk.tables.numbers import Decimal

T = TypeVar("T")

#: Stand-in for "no delimiter" when reading one column; a table that contains it is refused.
NO_DELIMITER = "\x1f"

#: Records between two calls of a `Check`.
CHECKED: Final = 2_000

#: Called often during long work; an exception that it raises cancels the work.
Check = Callable[[], object]


def unchecked() -> None:
    """Let the work go on: nobody can cancel it."""


@dataclass(frozen=True, slots=True)
class Records:
    """Records and the line on which each begins.

    Parameters
    ----------
    cells
        The texts of each record; a blank line is one empty cell.
    lines
        Line numbers from 1, one per record.
    spanning
        Lines on which a record with a quoted line break begins.
    """

    cells: PackedRows
    lines: Sequence[int]
    spanning: tuple[int, ...] = ()

    def widths(self) -> set[int]:
        """Return the set of record lengths, ignoring blank records."""
        counted = set(map(len, self.cells))
        if len(counted) > 1:
            counted = {len(record) for record in self.cells if not is_blank(record)}
        return counted


class PackedRows(Sequence[tuple[str, ...]]):
    """Rows of texts in the memory of one text per column and block, from which the cells are made as they are read.

    Slices have no step.
    """

    def __init__(self, rows: Iterable[Sequence[str]] = ()) -> None:
        each = iter(rows)
        self._blocks: list[_Block] = []
        while piece := list(islice(each, CHECKED)):
            self._blocks.append(_Block.of(piece))
        self._start, self._stop = 0, sum(block.count for block in self._blocks)
        self._columns: Sequence[int] | None = None
        self._last: tuple[int, Sequence[tuple[str, ...]]] = (-1, ())

    def __len__(self) -> int:
        return self._stop - self._start

    @overload
    def __getitem__(self, at: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> PackedRows: ...
    def __getitem__(self, at: int | slice) -> tuple[str, ...] | PackedRows:
        chosen = range(self._start, self._stop)[at]
        if isinstance(chosen, range):
            return self._like(self._blocks, chosen, self._columns)
        number, place = divmod(chosen, CHECKED)
        last = self._last  # one look at it, since another thread may read too
        if last[0] != number:
            self._last = last = number, self._blocks[number].rows(self._columns)
        return last[1][place]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return self._selected(lambda block: block.rows(self._columns))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | PackedRows) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def column(self, at: int) -> tuple[str, ...]:
        """Return the cells of a column, from 0, of rows that all have it."""
        column = at if self._columns is None else self._columns[at]
        return tuple(self._selected(lambda block: block.cells(column)))

    def with_columns(self, columns: Sequence[int]) -> PackedRows:
        """Return some columns of rows that all have them, instead of all columns."""
        return self._like(self._blocks, range(self._start, self._stop), columns)

    def normalised(self) -> PackedRows:
        """Return the rows in Unicode NFC."""
        blocks = [block.normalised() for block in self._blocks]
        return self._like(blocks, range(self._start, self._stop), self._columns)

    def _like(self, blocks: list[_Block], rows: range, columns: Sequence[int] | None) -> PackedRows:
        new = PackedRows()
        new._blocks, new._start, new._stop, new._columns = blocks, rows.start, rows.start + len(rows), columns
        return new

    def _selected(self, read: Callable[[_Block], Sequence[T]]) -> Iterator[T]:
        """Yield what `read` returns for the selected rows of each block."""
        for first in range(self._start // CHECKED * CHECKED, self._stop, CHECKED):
            block = self._blocks[first // CHECKED]
            yield from read(block)[max(self._start - first, 0) : self._stop - first]


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows: one text per column, with line feeds between the cells, or the rows where that is not possible."""

    count: int
    texts: Sequence[str]
    unpacked: Sequence[tuple[str, ...]] = ()

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]]) -> _Block:
        count = len(rows)
        if len(set(map(len, rows))) == 1:
            texts = list(map("\n".join, zip(*rows, strict=True)))
            if all(text.count("\n") == count - 1 for text in texts):
                return cls(count, texts)
        return cls(count, (), list(map(tuple, rows)))

    def rows(self, columns: Sequence[int] | None) -> Sequence[tuple[str, ...]]:
        if self.unpacked and columns is None:
            return self.unpacked
        chosen = range(len(self.texts)) if columns is None else columns
        return list(zip(*map(self.cells, chosen), strict=True))

    def cells(self, column: int) -> Sequence[str]:
        if self.unpacked:  # of a blank row that is not selected there are no cells
            return [row[column] if column < len(row) else "" for row in self.unpacked]
        return self.texts[column].split("\n")

    def normalised(self) -> _Block:
        return _Block(self.count, list(map(nfc, self.texts)), [tuple(map(nfc, row)) for row in self.unpacked])


def is_blank(record: Sequence[str]) -> bool:
    """Return whether all cells of a record are empty or white space."""
    return not any(record) or not any(cell.strip() for cell in record)


def split_records(text: str, delimiter: str, check: Check = unchecked) -> Records:
    """Split delimited text into records, calling `check` meanwhile.

    Raises
    ------
    Malformed
        A quotation mark is not closed, is inside a cell that does not begin with one, or is followed by
        more text.
    """
    if '"' not in text:
        split = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
        return Records(PackedRows(_without_quotes(split, delimiter, check)), range(1, len(split) + 1))
    starts: list[int] = []
    spanning: list[int] = []
    return Records(PackedRows(_quoted(text, delimiter, check, starts, spanning)), starts, tuple(spanning))


def _without_quotes(lines: Sequence[str], delimiter: str, check: Check) -> Iterator[list[str]]:
    for at in range(0, len(lines), CHECKED):
        check()
        yield from map(str.split, lines[at : at + CHECKED], repeat(delimiter))


def _quoted(
    text: str, delimiter: str, check: Check, starts: list[int], spanning: list[int]
) -> Iterator[list[str]]:
    """Yield the records; add the line on which each begins to `starts`, and to `spanning` if it has several lines."""
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begin = 0
    try:
        for record in reader:
            if len(starts) % CHECKED == 0:
                check()
            end = reader.line_num
            if '"' in "".join(record):
                check_quotes("".join(lines[begin:end]), delimiter, begin + 1)
            if end > begin + 1:
                spanning.append(begin + 1)
            starts.append(begin + 1)
            begin = end
            yield record or [""]
    except csv.Error as refused:
        check_quotes("".join(lines[begin:]), delimiter, begin + 1)
        raise Malformed(
            begin + 1, phrase("this line cannot be split into cells ({refused})", refused=refused)
        ) from None


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
    """

    name: str
    header: tuple[str, ...]
    rows: PackedRows
    lines: tuple[int, ...]
    reading: Reading
    digest: str
    size: int
    notes: tuple[str, ...] = ()

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

    @property
    def line_word(self) -> str:
        """``"line"`` for text, ``"row"`` for a workbook."""
        return phrase("row") if self.reading.kind == "xlsx" else phrase("line")

    def head(self, count: int = 200) -> tuple[tuple[str, ...], ...]:
        """Return the first `count` rows."""
        return tuple(self.rows[:count])


def blank_above(count: int, word: str) -> str:
    """Return the note on blank lines above the headings."""
    if count == 1:
        return phrase("1 blank {word} above the headings passed over.", word=word)
    return phrase("{count} blank {word}s above the headings passed over.", count=count, word=word)


def blank_at_the_end(count: int, word: str) -> str:
    """Return the note on blank lines at the end."""
    if count == 1:
        return phrase("1 blank {word} at the end passed over.", word=word)
    return phrase("{count} blank {word}s at the end passed over.", count=count, word=word)
