"""Split delimited text into records (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from kgdesk.tables.packed_rows import CHECKED, PackedRows
from kgdesk.tables.quotes import Malformed, check_quotes
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Stand-in for "no delimiter" when reading one column; a table that contains it is refused.
NO_DELIMITER = "\x1f"

#: Called often during long work; an exception that it raises cancels the work.
Check = Callable[[], object]


def unchecked() -> None:
    """Do nothing: the `Check` of work that nobody can cancel."""


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
