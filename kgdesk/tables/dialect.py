"""Detect delimiter and decimal mark of a text table; raise `AmbiguousTable` if several readings fit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.file_io import quoted
from kgdesk.tables.numbers import MARKS, Decimal, Malformed, all_numbers, count_numbers, is_number
from kgdesk.tables.raw_table import NO_DELIMITER, Records, is_blank, split_records, unchecked
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from kgdesk.tables.raw_table import Check, PackedRows

DELIMITERS: dict[str, str] = {
    ",": phrase("comma"),
    ";": phrase("semicolon"),
    "\t": phrase("tab"),
    "|": phrase("bar"),
}
_NAMED = {word: char for char, word in DELIMITERS.items()} | {"\\t": "\t"}
_HINT = re.compile(r"\ufeff?sep=(.)(?:\r\n|\r|\n)")
_GROUPED = {
    "comma": re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}"),
    "point": re.compile(r"[+-]?[1-9][0-9]{0,2}\.[0-9]{3}"),
}


def delimiter_name(char: str) -> str:
    """Return the name of a delimiter; characters without a name are quoted."""
    return DELIMITERS.get(char, quoted(char)) if char else phrase("none (one column)")


def split_text(
    text: str, name: str, delimiter: str | None, check: Check = unchecked
) -> tuple[Records, str, str]:
    """Split text into records; return them with the delimiter (empty for one column) and how it was found.

    `check` is called meanwhile; an exception that it raises cancels the work.

    Raises
    ------
    AmbiguousTable
        Several delimiters give a valid table.
    BadTable
        No delimiter does; the message names the line.
    """
    if delimiter is not None:
        char = _single(delimiter)
        body, skipped = _without_hint(text, char)
        return _checked(_attempt(body, char, check), char, name, skipped), char, phrase("chosen")
    hint = _HINT.match(text)
    if hint and hint.group(1) not in '"0123456789':
        char = hint.group(1)
        body, skipped = _without_hint(text, char)
        return (
            _checked(_attempt(body, char, check), char, name, skipped),
            char,
            phrase("found because the first line names it"),
        )
    return _detect(text, name, check)


def _single(delimiter: str) -> str:
    char = _NAMED.get(delimiter.casefold(), delimiter)
    if len(char) != 1 or char in '"\r\n\0+-.' or char.isalnum():
        raise BadTable(
            phrase(
                "{delimiter} cannot separate columns: choose a comma, a semicolon, a tab or a bar (|).",
                delimiter=quoted(delimiter),
            )
        )
    return char


def _without_hint(text: str, char: str) -> tuple[str, int]:
    hint = _HINT.match(text)
    return (text[hint.end() :], 1) if hint and hint.group(1) == char else (text, 0)


def _attempt(text: str, char: str, check: Check) -> Records | Malformed:
    try:
        return split_records(text, char or NO_DELIMITER, check)
    except Malformed as refused:
        return refused


def _detect(text: str, name: str, check: Check) -> tuple[Records, str, str]:
    present = [char for char in DELIMITERS if char in text]
    fits: dict[str, Records] = {}
    for char in present:
        reading = _attempt(text, char, check) if _may_fit(text, char) else None
        if isinstance(reading, Records) and len(widths := reading.widths()) == 1 and max(widths) > 1:
            fits[char] = reading
    if len(fits) > 1:
        words = _all(phrase("a {char}", char=delimiter_name(char)) for char in fits)
        raise AmbiguousTable(
            phrase(
                "{name} gives a table with {words} between the columns. Choose which one separates "
                "them (--delimiter, or “Separator”) and look at the preview.",
                name=name,
                words=words,
            ),
            question="delimiter",
            choices=tuple(fits),
        )
    for char, records in fits.items():
        return records, char, phrase("found because only this one gives every line the same number of cells")
    readings = {char: _attempt(text, char, check) for char in present}
    single = _attempt(text, "", check)
    if isinstance(single, Records) and _one_column(single, readings):
        return single, "", phrase("found because no line has more than one cell")
    best = max(present, key=lambda char: _heading_cells(readings[char]), default="")
    return _checked(readings.get(best, single), best, name, 0), best, ""


def _all(parts: Iterable[str]) -> str:
    return reduce(lambda first, other: phrase("{first} and {other}", first=first, other=other), parts)


def _may_fit(text: str, char: str) -> bool:
    """Return whether a delimiter may fit, from the first lines only, so that large tables are not split in vain."""
    start = text[:20_000].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if '"' in text or len(start) < 3:
        return True
    return len({line.count(char) for line in start[:-1] if line.strip(f" \t{char}")}) == 1


def _one_column(single: Records, readings: dict[str, Records | Malformed]) -> bool:
    """Return whether the table has one column: no delimiter outside quotes, or only decimal commas."""
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
            phrase(
                "{name}, line {line}: {reason}. A cell that holds a quotation mark is written as "
                '"like ""this""".',
                name=name,
                line=reading.line + skipped,
                reason=reading.reason,
            )
        )
    if skipped:
        lines = [line + skipped for line in reading.lines]
        reading = Records(reading.cells, lines, tuple(line + skipped for line in reading.spanning))
    filled = (
        (cells, line) for cells, line in zip(reading.cells, reading.lines, strict=True) if not is_blank(cells)
    )
    heading, top = next(filled, ([], 0))
    for cells, line in filled:
        if len(cells) != len(heading):
            raise BadTable(
                phrase(
                    "{name}, line {line}: {cells} where the headings in line {top} have {count} "
                    "(columns separated by: {char}). Give every line the same number of cells.",
                    name=name,
                    line=line,
                    cells=_cells(len(cells)),
                    top=top,
                    count=len(heading),
                    char=delimiter_name(char),
                )
            )
    return reading


def _cells(count: int) -> str:
    return phrase("one cell") if count == 1 else phrase("{count} cells", count=count)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A decimal mark in one column: the first number with it, and the first unambiguous one."""

    column: int
    row: int
    text: str
    clear_row: int = -1

    def with_clear(self, cells: Sequence[str], mark: Decimal) -> _Mark:
        grouped = _GROUPED[mark]
        for row in range(self.row, len(cells)):
            cell = cells[row].strip()
            if MARKS[mark] in cell and not grouped.fullmatch(cell) and is_number(cell, mark):
                return _Mark(self.column, self.row, self.text, row)
        return self


def find_decimal(
    rows: PackedRows,
    delimiter: str,
    name: str,
    place: Callable[[int, int], str],
    passed: Collection[int] = (),
) -> tuple[Decimal, str]:
    """Detect the decimal mark of a table; return it with how it was found. `place` names a cell by row and column.

    Columns with an index in `passed` hold text and are skipped.

    Raises
    ------
    AmbiguousTable

        Every number with a mark could be an integer with a thousands separator, or the columns
        disagree.
    BadTable
        One column uses both marks.
    """
    if delimiter == "," and not any("," in cell for row in rows for cell in row):
        return "point", phrase("found because commas separate the columns")
    points, commas = _marks(rows, place, passed)
    if points and commas:
        raise _question(
            phrase(
                "{point} has a decimal point, {comma} a decimal comma.",
                point=_at(place, points[0]),
                comma=_at(place, commas[0]),
            )
        )
    if not points and not commas:
        return "point", phrase("nothing to find: no number in the table has a decimal mark")
    mark: Decimal = "point" if points else "comma"
    if mark == "point" and delimiter == ",":
        return "point", phrase("found because commas separate the columns")
    for first in points or commas:
        clear = first.with_clear(rows.column(first.column), mark)
        if clear.clear_row >= 0:
            text = rows[clear.clear_row][clear.column]
            why = phrase(
                "found because of {text} ({place})",
                text=quoted(text.strip()),
                place=place(clear.clear_row, clear.column),
            )
            return mark, why
    first = (points or commas)[0]
    whole = re.sub("[.,]", "", first.text)
    raise _question(
        phrase(
            "{place} is {text} with a decimal {mark} or {whole} with a thousands separator; no "
            "number in {name} tells.",
            place=_at(place, first),
            text=first.text,
            mark=phrase("point") if mark == "point" else phrase("comma"),
            whole=whole,
            name=name,
        )
    )


def _at(place: Callable[[int, int], str], mark: _Mark) -> str:
    return phrase("{text} ({place})", text=quoted(mark.text), place=place(mark.row, mark.column))


def _question(found: str) -> AmbiguousTable:
    return AmbiguousTable(
        phrase(
            "{found} Choose the decimal mark (--decimal point or --decimal comma, or “Decimal sign”).",
            found=found,
        ),
        question="decimal",
        choices=("point", "comma"),
    )


def _marks(
    rows: PackedRows, place: Callable[[int, int], str], passed: Collection[int]
) -> tuple[list[_Mark], list[_Mark]]:
    """Return the mostly numeric columns that use a decimal point, and those that use a decimal comma."""
    points: list[_Mark] = []
    commas: list[_Mark] = []
    for column in range(len(rows[0])):
        if column in passed:
            continue
        cells = rows.column(column)
        whole = "".join(cells)
        if not any(sign in whole for sign in MARKS.values()) or not mostly_numbers(cells):
            continue
        point, comma = (_first(column, cells, mark) for mark in MARKS)
        if point and comma:
            raise BadTable(
                phrase(
                    "{point} has a decimal point and {comma} a decimal comma. Write all numbers of the "
                    "table with one decimal mark.",
                    point=_at(place, point),
                    comma=_at(place, comma),
                )
            )
        points += [point] if point else []
        commas += [comma] if comma else []
    return points, commas


def _first(column: int, cells: tuple[str, ...], mark: Decimal) -> _Mark | None:
    sign = MARKS[mark]
    matches = ((row, cell) for row, cell in enumerate(cells) if sign in cell and is_number(cell, mark))
    return next((_Mark(column, row, cell.strip()) for row, cell in matches), None)


def mostly_numbers(cells: Sequence[str]) -> bool:
    """Return whether more than half of the filled cells are numbers, with either decimal mark."""
    if all_numbers(cells, "point", blanks=True) or all_numbers(cells, "comma", blanks=True):
        return any(cell.strip() for cell in cells)
    return 2 * count_numbers(cells) > sum(1 for cell in cells if cell.strip())
