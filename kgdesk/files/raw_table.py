"""Delimited text as records (RFC 4180), and any table as text cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product, repeat
from math import prod
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadTable, listed, phrase
from kgdesk.files.file_io import quoted

if TYPE_CHECKING:
    from kgdesk.files.numbers import Decimal


#: Stand-in for "no delimiter" when reading one column; a table that contains it is refused.
NO_DELIMITER = "\x1f"


_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')

_BREAK = re.compile("\r\n|\r|\n")

#: Records between two calls of a `Check`.
CHECKED: Final = 2_000

#: Called often during long work; an exception that it raises cancels the work.
Check = Callable[[], object]


def unchecked() -> None:
    """Let the work go on: nobody can cancel it."""


class Malformed(Exception):
    """The quoting is broken; `line` is the line number, the message the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Records:
    """Records and the line on which each begins.

    Parameters
    ----------
    cells
        One list of texts per record; a blank line is one empty cell.
    lines
        Line numbers from 1, one per record.
    spanning
        Lines on which a record with a quoted line break begins.
    """

    cells: list[list[str]]
    lines: list[int]
    spanning: tuple[int, ...] = ()

    def widths(self) -> set[int]:
        """Return the set of record lengths, ignoring blank records."""
        counted = set(map(len, self.cells))
        if len(counted) > 1:
            counted = {len(record) for record in self.cells if not is_blank(record)}
        return counted


#: Most candidates that levels may combine to.
MOST_COMBINED = 100_000


def crossed_levels(text: str) -> tuple[str, int]:
    """Return a table, as delimited text, of every combination of the levels of some factors, and its number of rows.

    Parameters
    ----------
    text
        One factor a line, as ``Temperature (°C) = 20, 40, 60``; with a semicolon anywhere in the line, that separates
        the levels, so that they may hold commas.

    Raises
    ------
    BadTable
        No levels, a name or level twice, one combination or more than `MOST_COMBINED`; the message names the line.
    """
    factors: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, _, listed_levels = (part.strip() for part in line.partition("="))
        if not line.strip():
            continue
        mark = ";" if ";" in listed_levels else ","
        levels = [level.strip() for level in listed_levels.split(mark) if level.strip()]
        if not name or not levels:
            raise BadTable(
                phrase(
                    "Line {line}: write a name, an equals sign and the levels, as Temperature = 20, 40, 60.",
                    line=number,
                )
            )
        twice = next((level for level in levels if levels.count(level) > 1), "")
        if twice or name in factors:
            raise BadTable(
                phrase("Line {line}: {text} stands twice.", line=number, text=quoted(twice or name))
            )
        factors[name] = levels
    count = prod(map(len, factors.values()))
    if count < 2 or count > MOST_COMBINED:
        raise BadTable(
            phrase(
                "These levels combine to {count} candidates; from 2 to {most} are possible.",
                count=count if factors else 0,
                most=MOST_COMBINED,
            )
        )
    stream = io.StringIO()
    lines = csv.writer(stream, delimiter=";", lineterminator="\n")
    width = max(3, len(str(count)))
    lines.writerow(["Code", *factors])
    lines.writerows([f"K-{row:0{width}}", *cells] for row, cells in enumerate(product(*factors.values()), 1))
    return stream.getvalue(), count


def is_blank(record: list[str]) -> bool:
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
        split: list[Any] = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
        for at in range(0, len(split), CHECKED):
            check()
            split[at : at + CHECKED] = map(str.split, split[at : at + CHECKED], repeat(delimiter))
        return Records(split, list(range(1, len(split) + 1)))
    lines = list(io.StringIO(text, newline=""))
    cells: list[list[str]] = []
    starts: list[int] = []
    spanning: list[int] = []
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begin = 0
    try:
        for record in reader:
            if len(cells) % CHECKED == 0:
                check()
            end = reader.line_num
            if '"' in "".join(record):
                check_quotes("".join(lines[begin:end]), delimiter, begin + 1)
            if end > begin + 1:
                spanning.append(begin + 1)
            cells.append(record or [""])
            starts.append(begin + 1)
            begin = end
    except csv.Error as refused:
        check_quotes("".join(lines[begin:]), delimiter, begin + 1)
        raise Malformed(
            begin + 1, phrase("this line cannot be split into cells ({refused})", refused=refused)
        ) from None
    return Records(cells, starts, tuple(spanning))


def check_quotes(text: str, delimiter: str, line: int) -> None:
    """Raise for the first misplaced quotation mark; `line` is the number of the first line."""
    unquoted = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
    at = 0
    while at < len(text):
        if text[at] == '"':
            match = _QUOTED.match(text, at)
            if match is None:
                raise Malformed(line, phrase("a quotation mark opens here and is never closed"))
            opened, line = line, line + len(_BREAK.findall(match.group()))
            at = match.end()
            if at < len(text) and text[at] not in f"{delimiter}\r\n":
                since = phrase(" that opened in line {opened}", opened=opened) if opened != line else ""
                raise Malformed(line, phrase("text follows the closing quotation mark{since}", since=since))
        else:
            plain = unquoted.match(text, at)
            at = plain.end() if plain else at
            if plain and '"' in plain.group():
                raise Malformed(
                    line, phrase("a quotation mark stands inside a cell that does not begin with one")
                )
        if at < len(text):
            step = _BREAK.match(text, at)
            line += step is not None
            at = step.end() if step else at + 1


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
    rows: tuple[tuple[str, ...], ...]
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
        at = self.index(heading)
        return tuple([row[at] for row in self.rows])

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
        """Return the first `count` rows, for a preview."""
        return self.rows[:count]


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


def empty_columns(count: int, *, at_the_right: bool) -> str:
    """Return the note on columns without heading and values."""
    if at_the_right:
        if count == 1:
            return phrase("1 column without heading and values at the right passed over.")
        return phrase("{count} columns without heading and values at the right passed over.", count=count)
    if count == 1:
        return phrase("1 column without heading and values passed over.")
    return phrase("{count} columns without heading and values passed over.", count=count)
