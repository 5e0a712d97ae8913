"""Read a table of any format, detected by its first bytes; every ambiguity raises, nothing is guessed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.cell_units import without_units
from kgdesk.tables.columns import empty_columns
from kgdesk.tables.decimal_mark import find_decimal, mostly_numbers
from kgdesk.tables.delimited_text import unchecked
from kgdesk.tables.delimiter import cells_of_first_line, split_text
from kgdesk.tables.extent import rows_of_table
from kgdesk.tables.heading_line import (
    FEW_LINES,
    ask_for_headings,
    filled_cells,
    first_lines,
    from_line,
    looks_like_data,
    names_stand_below,
)
from kgdesk.tables.headings import find_headings, numbered
from kgdesk.tables.input_file import ZIP_MARK, InputFile, from_bytes, load
from kgdesk.tables.notes_below import LAST_LINES, count_notes, without_notes
from kgdesk.tables.numbers import is_number
from kgdesk.tables.packed_rows import PackedRows
from kgdesk.tables.plain_cells import with_plain_cells
from kgdesk.tables.quoting import quoted
from kgdesk.tables.raw_table import (
    MAX_ALL_COLUMNS,
    RawTable,
    Reading,
    refuse_too_many_columns,
)
from kgdesk.tables.roles import names_rows
from kgdesk.tables.run_fields import is_runs_csv
from kgdesk.tables.text_encoding import decode
from kgdesk.tables.thousands import ungrouped
from kgdesk.tables.units_row import units_in
from kgdesk.tables.workbook import SheetCells, read_grid, refuse_other_kinds
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from kgdesk.tables.delimited_text import Check
    from kgdesk.tables.numbers import Decimal


def read_table(
    path: str | Path | InputFile,
    *,
    delimiter: str | None = None,
    decimal: Decimal | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    headings: int | None = None,
    texts: Collection[str] = (),
    check: Check = unchecked,
) -> RawTable:
    """Read a CSV or Excel file strictly.

    Parameters
    ----------
    path
        The file, or its content. The format is detected from its first bytes, not from its name.
    delimiter
        One character, or ``comma``, ``semicolon``, ``tab``, ``bar``, ``space``; detected by default.
    decimal
        ``"point"`` or ``"comma"``; detected by default.
    sheet
        Sheet of a workbook; required if several hold data.
    encoding
        Encoding of a text file that is not Unicode.
    headings
        Line (row of a sheet) with the headings, from 1; what is above it is not read. 0: there are no headings, and the
        columns are numbered. Default: the first line that is not blank.
    texts
        Headings of text columns, which are not used to detect the decimal mark.
    check
        Called while a text is split into cells; an exception that it raises cancels the work.

    Raises
    ------
    AmbiguousTable
        Several readings fit; see its `question` and `choices`.
    BadTable
        The format is unknown or the file is invalid; the message names file, line and column.
    """
    source = path if isinstance(path, InputFile) else load(path)
    return _read(source, delimiter, decimal, sheet, encoding, headings, texts, check)


def read_pasted(
    text: str,
    name: str,
    *,
    delimiter: str | None = None,
    decimal: Decimal | None = None,
    headings: int | None = None,
) -> RawTable:
    """Read a pasted table as strictly as a file; `name` is used in messages.

    Raises
    ------
    AmbiguousTable, BadTable
        As `read_table`.
    """
    data = text.encode("utf-8", "replace")
    if not text.strip():
        raise BadTable(
            phrase("{name} contains no text: copy the table with its headings, then paste again.", name=name)
        )
    return _read(from_bytes(name, data), delimiter, decimal, None, "utf-8", headings)


def _read(
    source: InputFile,
    delimiter: str | None,
    decimal: Decimal | None,
    sheet: str | None,
    encoding: str | None,
    headings: int | None,
    texts: Collection[str] = (),
    check: Check = unchecked,
) -> RawTable:
    _check_choices(decimal, headings)
    if source.data.startswith(ZIP_MARK):
        return _from_workbook(source, sheet, decimal, headings, texts)
    refuse_other_kinds(source)
    if sheet is not None:
        raise BadTable(
            phrase("{name} is a text file and has no sheets: leave the sheet out.", name=source.name)
        )
    whole, used, why = decode(source, encoding)
    text, noted = without_notes(whole)
    chosen = _Chosen(delimiter, decimal, used, why, texts, check)
    if headings is not None:
        return _noting(_from_text(source, from_line(text, headings), chosen, headings), whole, noted)
    try:
        return _noting(_from_text(source, text, chosen, forgiving=False), whole, noted)
    except AmbiguousTable:
        raise
    except BadTable as refused:
        start = first_lines(text)
        asked = ask_for_headings(
            refused,
            source.name,
            filled_cells(start),
            lambda n: _from_text(source, from_line(start, n), chosen, n),
        )
        if asked is not refused:
            raise asked from None
    return _noting(_from_text(source, text, chosen), whole, noted)


def _noting(table: RawTable, text: str, noted: int) -> RawTable:
    """Return the table of a text with the remark that the last `noted` lines of the text are not read."""
    if not noted:
        return table
    lines = text.rstrip().replace("\r\n", "\n").split("\n")
    return _with_notes_below(table, lines[-noted:])


def _plain(table: RawTable, texts: Collection[str]) -> RawTable:
    """Return a table with plain numbers in its cells; a runs CSV has them, and in it “5 min” and “#N/A” are remarks."""
    return table if is_runs_csv(table) else without_units(with_plain_cells(table, texts), texts)


def _with_notes_below(table: RawTable, below: Sequence[str]) -> RawTable:
    first = next(line.strip(' \t,;|"') for line in below if line.strip(' \t,;|"'))
    said = phrase("What is below the table is not read: {text}.", text=quoted(first, 60))
    return replace(table, notes=(*table.notes, said))


def _check_choices(decimal: str | None, headings: int | None) -> None:
    if decimal not in {None, "point", "comma"}:
        raise BadTable(
            phrase("The decimal mark is “point” or “comma”, not {decimal}.", decimal=quoted(str(decimal)))
        )
    if headings is not None and headings < 0:
        raise BadTable(
            phrase("The lines of a table are counted from 1: there is no line {line}.", line=headings)
        )


def _from_workbook(
    source: InputFile,
    sheet: str | None,
    decimal: Decimal | None,
    headings: int | None,
    texts: Collection[str],
) -> RawTable:
    used: Decimal = decimal or "point"
    grid = read_grid(source, sheet, used)
    why = phrase("chosen") if decimal else phrase("nothing to find: a sheet holds numbers as numbers")
    if not decimal and grid.texts:
        used, found = _decimal_of_texts(source.name, grid)
        why = phrase("found in numbers that are text: {why}", why=found)
        grid = read_grid(source, grid.sheet, used) if used != "point" else grid
    reading = Reading("xlsx", "", used, "", grid.sheet, decimal_why=why, sheet_why=grid.why)
    notes: tuple[str, ...] = ()
    if grid.merged:
        notes += (
            phrase(
                "Sheet {sheet} has merged cells: one over several rows holds its value in each of them.",
                sheet=quoted(grid.sheet),
            ),
        )
    if grid.hidden:
        notes += (_hidden_rows_note(grid),)

    noted = count_notes(grid.cells[-LAST_LINES:])
    cells = grid.cells[: len(grid.cells) - noted]

    def below(line: int | None, *, forgiving: bool = True) -> RawTable:
        first, records = line or 1, PackedRows(cells[(line or 1) - 1 :])
        lines = range(first, len(cells) + 1)
        table = _table(source, records, lines, reading, notes, line, forgiving=forgiving)
        table = _plain(table, texts)
        return (
            _with_notes_below(table, [" ".join(row) for row in grid.cells[len(cells) :]]) if noted else table
        )

    if headings is not None:
        return below(headings)
    try:
        return below(None, forgiving=False)
    except AmbiguousTable:
        raise
    except BadTable as refused:
        filled = [sum(bool(cell.strip()) for cell in record) for record in grid.cells[:FEW_LINES]]
        asked = ask_for_headings(refused, source.name, filled, below)
        if asked is not refused:
            raise asked from None
    return below(None)


def _hidden_rows_note(grid: SheetCells) -> str:
    return phrase(
        "{count} rows of sheet {sheet} are hidden, perhaps by a filter (the first is row {row}); they are read like "
        "the others. Delete them in the sheet if they do not belong to the table.",
        count=len(grid.hidden),
        sheet=quoted(grid.sheet),
        row=grid.hidden[0],
    )


def _decimal_of_texts(name: str, grid: SheetCells) -> tuple[Decimal, str]:
    """Return the decimal mark of the numbers that a sheet holds as text."""
    numeric = [mostly_numbers(column) for column in zip(*grid.cells[1:], strict=True)]
    rows = PackedRows(
        [
            cell if number and is_number(cell, "comma") else ""
            for cell, number in zip(row, numeric, strict=True)
        ]
        for row in grid.texts
    )

    def place(row: int, column: int) -> str:
        return phrase("{name}, row {row}, column number {column}", name=name, row=row + 1, column=column + 1)

    return find_decimal(rows, "", name, place)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the caller of `read_table` chose for a text, and its encoding with how that was found."""

    delimiter: str | None
    decimal: Decimal | None
    encoding: str
    encoding_why: str
    texts: Collection[str]
    check: Check


def _from_text(
    source: InputFile, text: str, chosen: _Chosen, headings: int | None = None, *, forgiving: bool = True
) -> RawTable:
    """Read a text; blank lines stand for those above the line `headings`. For `forgiving` see `rows_of_table`."""
    refuse_too_many_columns(source.name, cells_of_first_line(text, chosen.delimiter), MAX_ALL_COLUMNS)
    records, char, delimiter_why = split_text(text, source.name, chosen.delimiter, chosen.check)
    notes: tuple[str, ...] = tuple(
        phrase("Line {line}: a cell goes on in the next line.", line=line) for line in records.spanning[:20]
    )
    reading = Reading(
        "csv",
        char,
        chosen.decimal or "point",
        chosen.encoding,
        "",
        delimiter_why,
        phrase("chosen"),
        encoding_why=chosen.encoding_why,
    )
    if not unicodedata.is_normalized("NFC", text):
        records = replace(records, cells=records.cells.normalised())
    table = _table(source, records.cells, records.lines, reading, notes, headings, forgiving=forgiving)
    table = _plain(table, chosen.texts)
    if chosen.decimal is not None:
        return _without_separators(table, chosen.texts, chosen.decimal)
    passed = {at for at, title in enumerate(table.header) if title in chosen.texts}
    mark, why = find_decimal(table.rows, char, source.name, table.place, passed)
    table = replace(table, reading=replace(table.reading, decimal=mark, decimal_why=why))
    return _without_separators(table, chosen.texts, mark)


def _without_separators(table: RawTable, texts: Collection[str], chosen: Decimal | None = None) -> RawTable:
    """Return a table without the thousands separators of its numbers, with a note on each such column."""
    new: dict[int, tuple[str, ...]] = {}
    notes: list[str] = []
    for at, name in enumerate(table.header):
        cells = table.rows.column(at)
        if name in texts or names_rows(name):  # the separators of a code belong to it
            continue
        plain, mark = ungrouped(cells, chosen=chosen)
        if mark != table.reading.decimal or plain == cells:
            continue
        new[at] = plain
        first = next(row for row, cell in enumerate(cells) if cell != plain[row])
        said = phrase(
            "Column {name}: thousands separators are taken out ({text} in {word} {line} is {number}).",
            name=quoted(name),
            text=quoted(cells[first].strip()),
            word=table.line_word,
            line=table.lines[first],
            number=plain[first],
        )
        notes.append(said)
    return replace(table.with_cells(new), notes=(*table.notes, *notes))


def _table(
    source: InputFile,
    cells: PackedRows,
    lines: Sequence[int],
    reading: Reading,
    notes: tuple[str, ...],
    headings: int | None,
    *,
    forgiving: bool,
) -> RawTable:
    word = phrase("row") if reading.kind == "xlsx" else phrase("line")
    cells, at, around = rows_of_table(source.name, cells, lines, word, headings, forgiving=forgiving)
    notes += around
    why = phrase("the first {word} that is not blank", word=word) if headings is None else phrase("chosen")
    reading = replace(reading, headings=at[0] if headings != 0 else 0, headings_why=why)
    if headings == 0:
        body, found = cells, numbered(cells)
    else:
        record, body, line, at = cells[0], cells[1:], at[0], at[1:]
        if headings is None and looks_like_data(record, body):
            raise _headings_or_data(source.name, record, word, line)
        found = find_headings(
            source.name, record, body, (word, line), forgiving=forgiving, may_be_two=headings is None
        )
        if headings is None and not found.further and names_stand_below(record, body):
            raise _further_down(source.name, record, next(iter(body[:1])), word, (line, at[0]))
        if found.further:
            first, last = listed(map(str, (line, *at[: found.further - 1]))), at[found.further - 1]
            notes += (
                phrase(
                    "The headings are in {word}s {line} and {next}; a heading of a group gives way to those below it.",
                    word=word,
                    line=first,
                    next=last,
                ),
            )
            reading = replace(reading, headings=last, headings_why=phrase("it completes the headings above"))
            body, at = body[found.further :], at[found.further :]
    empty = len(next(iter(body[:1]))) - len(found.kept) - found.plate_map
    if empty:
        notes += (empty_columns(empty, at_the_right=found.kept[-1] == len(found.kept) - 1),)
    if empty or found.plate_map:
        body = body.with_columns(found.kept)
    notes += tuple(found.notes())
    units = units_in(found.titles, body)
    if units:
        said = ", ".join(f"{name}: {unit}" for name, unit in units.items())
        notes += (
            phrase("The units are those in {word} {line} ({units}).", word=word, line=at[0], units=said),
        )
        reading = replace(reading, units=at[0])
        body, at = body[1:], at[1:]
    return RawTable(
        source.name,
        found.titles,
        body,
        tuple(at),
        reading,
        source.digest,
        len(source.data),
        notes,
        units,
        found.row_numbers,
        found.made,
    )


def _further_down(
    name: str, titles: Sequence[str], below: Sequence[str], word: str, lines: tuple[int, int]
) -> AmbiguousTable:
    return AmbiguousTable(
        phrase(
            "{name}, {word} {next}: {names} may be the headings, not {titles} above them. Choose the {word} with the "
            "headings (--headings {next} or --headings {line}, or “Headings”).",
            name=name,
            word=word,
            line=lines[0],
            next=lines[1],
            names=listed(quoted(title.strip()) for title in below[:3]),
            titles=listed(quoted(title.strip()) for title in titles[:3]),
        ),
        question="headings",
        choices=(str(lines[1]), str(lines[0])),
    )


def _headings_or_data(name: str, titles: Sequence[str], word: str, line: int) -> AmbiguousTable:
    return AmbiguousTable(
        phrase(
            "{name}, {word} {line}: the first {word} ({titles}) looks like one of the values below it. If there are no "
            "headings, say so (--no-headings, or “Headings”); if these are the headings, choose this {word} "
            "(--headings {line}).",
            name=name,
            word=word,
            line=line,
            titles=listed(quoted(title.strip()) for title in titles[:4]),
        ),
        question="headings",
        choices=("0", str(line)),
    )
