"""Which delimiter and which decimal mark a text table has: found where one reading fits, asked where several do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.files.numbers import Decimal, is_number
from kgdesk.files.records import NO_DELIMITER, Malformed, Records, is_blank, split_records
from kgdesk.files.source import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_NAMED = {word: char for char, word in DELIMITERS.items()} | {"\\t": "\t"}
_HINT = re.compile(r"\ufeff?sep=(.)(?:\r\n|\r|\n)")
_GROUPED = {
    "comma": re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}"),
    "point": re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}"),
}


def delimiter_name(char: str) -> str:
    """Return a word for a delimiter; a character without one is shown as it is."""
    return DELIMITERS.get(char, shown(char)) if char else "none (one column)"


def split_text(text: str, name: str, delimiter: str | None) -> tuple[Records, str, str]:
    """Return the records of a text, its delimiter (empty when there is one column) and how that was found.

    Raises
    ------
    AmbiguousTable
        Several delimiters give a table.
    BadTable
        None does; the text names the line.
    """
    if delimiter is not None:
        char = _single(delimiter)
        body, skipped = _without_hint(text, char)
        return _checked(_attempt(body, char), char, name, skipped), char, "chosen"
    hint = _HINT.match(text)
    if hint and hint.group(1) not in '"0123456789':
        char = hint.group(1)
        body, skipped = _without_hint(text, char)
        return _checked(_attempt(body, char), char, name, skipped), char, "found because the first line names it"
    return _found(text, name)


def _single(delimiter: str) -> str:
    char = _NAMED.get(delimiter.casefold(), delimiter)
    if len(char) != 1 or char in '"\r\n\0+-.' or char.isalnum():
        raise BadTable(
            f"{shown(delimiter)} cannot separate columns: choose a comma, a semicolon, a tab or a bar (|)."
        )
    return char


def _without_hint(text: str, char: str) -> tuple[str, int]:
    hint = _HINT.match(text)
    return (text[hint.end() :], 1) if hint and hint.group(1) == char else (text, 0)


def _attempt(text: str, char: str) -> Records | Malformed:
    try:
        return split_records(text, char or NO_DELIMITER)
    except Malformed as refused:
        return refused


def _found(text: str, name: str) -> tuple[Records, str, str]:
    present = [char for char in DELIMITERS if char in text]
    readings = {char: _attempt(text, char) for char in present}
    fits = {
        char: reading
        for char, reading in readings.items()
        if isinstance(reading, Records) and len(widths := reading.widths()) == 1 and max(widths) > 1
    }
    if len(fits) > 1:
        words = " and ".join(f"a {delimiter_name(char)}" for char in fits)
        raise AmbiguousTable(
            f"{name} gives a table with {words} between the columns."
            " Choose which one separates them (--delimiter, or “Separator”) and look at the preview.",
            question="delimiter",
            choices=tuple(fits),
        )
    for char, records in fits.items():
        return records, char, "found because only this one gives every line the same number of cells"
    single = _attempt(text, "")
    if isinstance(single, Records) and _one_column(single, readings):
        return single, "", "found because no line has more than one cell"
    best = max(present, key=lambda char: _heading_cells(readings[char]), default="")
    return _checked(readings.get(best, single), best, name, 0), best, ""


def _one_column(single: Records, readings: dict[str, Records | Malformed]) -> bool:
    """Say whether one column is the reading: no delimiter outside quotation marks, or only decimal commas."""
    filled = [record[0] for record in single.cells if not is_blank(record)]
    if all(isinstance(reading, Records) and reading.widths() == {1} for reading in readings.values()):
        return True
    split = [cell for cell in filled if any(char in cell for char in readings)]
    return bool(filled) and filled[0] not in split and all(is_number(cell, "comma") for cell in split)


def _heading_cells(reading: Records | Malformed) -> int:
    return len(reading.cells[0]) if isinstance(reading, Records) and reading.cells else 0


def _checked(reading: Records | Malformed, char: str, name: str, skipped: int) -> Records:
    if isinstance(reading, Malformed):
        raise BadTable(
            f"{name}, line {reading.line + skipped}: {reading.reason}."
            ' A cell that holds a quotation mark is written as "like ""this""".'
        )
    if skipped:
        lines = [line + skipped for line in reading.lines]
        reading = Records(reading.cells, lines, tuple(line + skipped for line in reading.spanning))
    filled = ((cells, line) for cells, line in zip(reading.cells, reading.lines, strict=True) if not is_blank(cells))
    heading, top = next(filled, ([], 0))
    for cells, line in filled:
        if len(cells) != len(heading):
            raise BadTable(
                f"{name}, line {line}: {_cells(len(cells))} where the headings in line {top} have {len(heading)}"
                f" (columns separated by: {delimiter_name(char)}). Give every line the same number of cells."
            )
    return reading


def _cells(count: int) -> str:
    return "one cell" if count == 1 else f"{count} cells"


@dataclass(frozen=True, slots=True)
class _Marked:
    """One column's cells that are numbers with a mark: (row, text) by mark."""

    column: int
    point: list[tuple[int, str]]
    comma: list[tuple[int, str]]


def find_decimal(
    rows: Sequence[Sequence[str]], delimiter: str, name: str, place: Callable[[int, int], str]
) -> tuple[Decimal, str]:
    """Return the decimal mark of a table and how it was found; `place` names a cell by row and column.

    Raises
    ------
    AmbiguousTable
        Every number with a mark may as well be a whole number with a thousands separator, or the columns
        disagree.
    BadTable
        One column has both marks.
    """
    if delimiter == "," and not any("," in cell for row in rows for cell in row):
        return "point", "found because commas separate the columns"
    marked = list(_marked(rows))
    for column in marked:
        if column.point and column.comma:
            (row, text), (other, twin) = column.point[0], column.comma[0]
            raise BadTable(
                f"{place(row, column.column)}: {shown(text)} has a decimal point, and {shown(twin)}"
                f" ({place(other, column.column)}) a decimal comma. Write all numbers of the table with one mark."
            )
    points = [(row, column.column, text) for column in marked for row, text in column.point]
    commas = [(row, column.column, text) for column in marked for row, text in column.comma]
    if points and commas:
        raise _question(f"{_at(place, points[0])} has a decimal point, {_at(place, commas[0])} a decimal comma.")
    if not points and not commas:
        return "point", "nothing to find: no number in the table has a decimal mark"
    mark: Decimal = "point" if points else "comma"
    clear = next((cell for cell in points or commas if not _GROUPED[mark].fullmatch(cell[2].strip())), None)
    if clear is not None:
        return mark, f"found because of {_at(place, clear)}"
    if mark == "point" and delimiter == ",":
        return "point", "found because commas separate the columns"
    first = (points or commas)[0]
    fraction, whole = first[2].strip(), re.sub("[.,]", "", first[2].strip())
    raise _question(
        f"{_at(place, first)} is {fraction} with a decimal {mark} or {whole} with a thousands separator;"
        f" no number in {name} tells."
    )


def _at(place: Callable[[int, int], str], cell: tuple[int, int, str]) -> str:
    row, column, text = cell
    return f"{shown(text)} ({place(row, column)})"


def _question(found: str) -> AmbiguousTable:
    return AmbiguousTable(
        f"{found} Choose the decimal mark (--decimal point or --decimal comma, or “Decimal sign”).",
        question="decimal",
        choices=("point", "comma"),
    )


def _marked(rows: Sequence[Sequence[str]]) -> Iterator[_Marked]:
    """Yield, of each column that is mostly numbers, the numbers that have a decimal mark."""
    for column, cells in enumerate(zip(*rows, strict=True)):
        whole = "\n".join(cells)
        if "." not in whole and "," not in whole:
            continue
        point = {row: cell for row, cell in enumerate(cells) if is_number(cell, "point")}
        comma = {row: cell for row, cell in enumerate(cells) if is_number(cell, "comma")} if "," in whole else {}
        filled = sum(1 for cell in cells if cell and not cell.isspace())
        if 2 * len(point.keys() | comma.keys()) > filled:
            yield _Marked(
                column,
                [(row, cell) for row, cell in point.items() if "." in cell],
                [(row, cell) for row, cell in comma.items() if "," in cell],
            )
