"""Read a table of any format, detected by its first bytes; every ambiguity raises, nothing is guessed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.columns import empty_columns
from kgdesk.tables.decimal_mark import find_decimal
from kgdesk.tables.delimited_text import is_blank, unchecked
from kgdesk.tables.delimiter import cells_of_first_line, split_text
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.heading_line import (
    FEW_LINES,
    ask_for_headings,
    filled_cells,
    first_lines,
    from_line,
    looks_like_data,
)
from kgdesk.tables.input_file import ZIP_MARK, InputFile, from_bytes, load
from kgdesk.tables.notes_below import LAST_LINES, count_notes, without_notes
from kgdesk.tables.packed_rows import PackedRows
from kgdesk.tables.quoting import nfc, quoted
from kgdesk.tables.raw_table import (
    MAX_ALL_COLUMNS,
    RawTable,
    Reading,
    blank_above,
    blank_at_the_end,
    refuse_too_many_columns,
)
from kgdesk.tables.roles import names_rows
from kgdesk.tables.text_encoding import decode
from kgdesk.tables.thousands import ungrouped
from kgdesk.tables.units_row import units_in
from kgdesk.tables.workbook import read_grid, refuse_other_kinds
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
        One character, or ``comma``, ``semicolon``, ``tab``, ``bar``; detected by default.
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
            phrase("{name} holds no text: copy the table with its headings, then paste again.", name=name)
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
        return _from_workbook(source, sheet, decimal, headings)
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
        return _noting(_from_text(source, text, chosen), whole, noted)
    except AmbiguousTable:
        raise
    except BadTable as refused:
        start = first_lines(text)
        raise ask_for_headings(
            refused,
            source.name,
            filled_cells(start),
            lambda n: _from_text(source, from_line(start, n), chosen, n),
        ) from None


def _noting(table: RawTable, text: str, noted: int) -> RawTable:
    """Return the table of a text with the remark that the last `noted` lines of the text are not read."""
    if not noted:
        return table
    lines = text.rstrip().replace("\r\n", "\n").split("\n")
    return _with_notes_below(table, lines[-noted:])


def _with_notes_below(table: RawTable, below: Sequence[str]) -> RawTable:
    first = next(line.strip(' \t,;|"') for line in below if line.strip(' \t,;|"'))
    said = phrase("What stands below the table is not read: {text}.", text=quoted(first, 60))
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
    source: InputFile, sheet: str | None, decimal: Decimal | None, headings: int | None
) -> RawTable:
    used: Decimal = decimal or "point"
    grid = read_grid(source, sheet, used)
    why = phrase("chosen") if decimal else phrase("nothing to find: a sheet holds numbers as numbers")
    reading = Reading("xlsx", "", used, "", grid.sheet, decimal_why=why, sheet_why=grid.why)
    merged = (
        phrase(
            "Sheet {sheet} has merged cells: only the first of each holds the value.",
            sheet=quoted(grid.sheet),
        ),
    )
    notes = merged if grid.merged else ()

    noted = count_notes(grid.cells[-LAST_LINES:])
    cells = grid.cells[: len(grid.cells) - noted]

    def below(line: int | None) -> RawTable:
        first = line or 1
        table = _table(
            source, PackedRows(cells[first - 1 :]), range(first, len(cells) + 1), reading, notes, line
        )
        return (
            _with_notes_below(table, [" ".join(row) for row in grid.cells[len(cells) :]]) if noted else table
        )

    if headings is not None:
        return below(headings)
    try:
        return below(None)
    except AmbiguousTable:
        raise
    except BadTable as refused:
        filled = [sum(bool(cell.strip()) for cell in record) for record in grid.cells[:FEW_LINES]]
        raise ask_for_headings(refused, source.name, filled, below) from None


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the caller of `read_table` chose for a text, and its encoding with how that was found."""

    delimiter: str | None
    decimal: Decimal | None
    encoding: str
    encoding_why: str
    texts: Collection[str]
    check: Check


def _from_text(source: InputFile, text: str, chosen: _Chosen, headings: int | None = None) -> RawTable:
    """Read a text; blank lines stand for those above the line `headings`."""
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
    table = _table(source, records.cells, records.lines, reading, notes, headings)
    if chosen.decimal is not None:
        return _without_separators(table, chosen.texts, chosen.decimal)
    passed = {at for at, title in enumerate(table.header) if title in chosen.texts}
    mark, why = find_decimal(table.rows, char, source.name, table.place, passed)
    table = replace(table, reading=replace(table.reading, decimal=mark, decimal_why=why))
    return _without_separators(table, chosen.texts)


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
    headings: int | None = None,
) -> RawTable:
    word = phrase("row") if reading.kind == "xlsx" else phrase("line")
    first, last, above = _extent(source.name, cells, lines, word, headings)
    notes += above
    why = phrase("the first {word} that is not blank", word=word) if headings is None else phrase("chosen")
    reading = replace(reading, headings=lines[first - 1] if headings != 0 else 0, headings_why=why)
    body, at = cells[first : last + 1], lines[first : last + 1]
    if headings == 0:
        heading, kept, row_numbers = _numbered(body)
    else:
        if headings is None and looks_like_data(cells[first - 1], body):
            raise _headings_or_data(source.name, cells[first - 1], word, lines[first - 1])
        heading, kept, row_numbers = _heading(source.name, cells[first - 1], body, word, lines[first - 1])
    empty = len(next(iter(body[:1]))) - len(kept)
    if empty:
        notes += (empty_columns(empty, at_the_right=kept[-1] == len(kept) - 1),)
        body = body.with_columns(kept)
    if row_numbers:
        notes += (
            phrase(
                "The first column has no heading: it is taken as row numbers and called {name}.",
                name=quoted(row_numbers),
            ),
        )
    units = units_in(heading, body)
    if units:
        said = ", ".join(f"{name}: {unit}" for name, unit in units.items())
        notes += (
            phrase("The units are those in {word} {line} ({units}).", word=word, line=at[0], units=said),
        )
        reading = replace(reading, units=at[0])
        body, at = body[1:], at[1:]
    size = len(source.data)
    return RawTable(
        source.name, heading, body, tuple(at), reading, source.digest, size, notes, units, row_numbers
    )


def _extent(
    name: str, cells: PackedRows, lines: Sequence[int], word: str, headings: int | None
) -> tuple[int, int, tuple[str, ...]]:
    """Return the index of the first and last record below the headings, and notes on what is around them."""
    first, last = _filled_range(name, cells, lines, word, headings=headings != 0)
    notes: tuple[str, ...] = ()
    if headings and headings != lines[first]:
        raise BadTable(
            phrase(
                "{name}, {word} {line}: this {word} is blank where headings are expected. Choose another one.",
                name=name,
                word=word,
                line=headings,
            )
        )
    if headings and headings > 1:
        notes += (phrase("What stands above {word} {line} is not read.", word=word, line=headings),)
    elif first:
        notes += (blank_above(first, word),)
    dropped = len(cells) - 1 - last
    if dropped:
        notes += (blank_at_the_end(dropped, word),)
    return first if headings == 0 else first + 1, last, notes


def _numbered(body: PackedRows) -> tuple[tuple[str, ...], list[int], str]:
    """Return headings with the numbers of the columns that hold something, and their indices."""
    kept = [at for at in range(len(next(iter(body[:1])))) if any(map(str.strip, body.column(at)))]
    return tuple(f"Column {at + 1}" for at in kept), kept, ""


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


def _filled_range(
    name: str, cells: PackedRows, lines: Sequence[int], word: str, *, headings: bool = True
) -> tuple[int, int]:
    """Return the index of the first and last record with content; raise if a record between them is blank."""
    filled = [index for index, record in enumerate(cells) if not is_blank(record)]
    if not filled:
        raise BadTable(
            phrase(
                "{name} holds no text: choose a file with headings and one {word} per candidate.",
                name=name,
                word=word,
            )
        )
    first, last = filled[0], filled[-1]
    if len(filled) == 1 and headings:
        raise BadTable(
            phrase(
                "{name} has headings in {word} {line} but nothing below: add one {word} per candidate.",
                name=name,
                word=word,
                line=lines[first],
            )
        )
    if len(filled) != last - first + 1:
        gap = next(
            index for index, wanted in zip(filled, range(first, last + 1), strict=False) if index != wanted
        )
        raise BadTable(
            phrase(
                "{name}, {word} {blank}: this {word} is blank but {word} {filled} is not. Delete the "
                "blank {word}, or what stands below it if that is another table.",
                name=name,
                word=word,
                blank=lines[gap - 1],
                filled=lines[gap],
            )
        )
    return first, last


def _heading(
    name: str, record: Sequence[str], body: PackedRows, word: str, line: int
) -> tuple[tuple[str, ...], list[int], str]:
    """Return the headings, their column indices, and the heading that a first column of row numbers was given.

    Columns without any content are left out.
    """
    titles = [nfc(unescape_formula(" ".join(cell.split()))) for cell in record]
    kept = [at for at, title in enumerate(titles) if title or any(map(str.strip, body.column(at)))]
    refuse_too_many_columns(name, len(kept))
    row_numbers = ""
    if len(kept) > 1 and not titles[kept[0]] and _all_different(body.column(kept[0])):
        names = (f"Row {number}" if number > 1 else "Row" for number in count(1))
        row_numbers = next(each for each in names if each not in titles)
        titles[kept[0]] = row_numbers
    _check_titles(name, {index: titles[index] for index in kept}, word, line)
    return tuple(titles[at] for at in kept), kept, row_numbers


def _all_different(cells: Sequence[str]) -> bool:
    """Return whether each cell is filled and no two are equal; a row of units may leave the first one blank."""
    bare = [cell.strip() for cell in cells]
    bare = bare[1:] if len(bare) > 1 and not bare[0] else bare
    return "" not in bare and len(set(bare)) == len(bare)


def _check_titles(name: str, titles: dict[int, str], word: str, line: int) -> None:
    """Raise unless every column (index -> title) has a valid name of its own."""
    seen: dict[str, int] = {}
    for index, title in titles.items():
        if not title:
            raise BadTable(
                phrase(
                    "{name}, {word} {line}: column number {index} has no heading. Give every column a name.",
                    name=name,
                    word=word,
                    line=line,
                    index=index + 1,
                )
            )
        if title in seen:
            raise BadTable(
                phrase(
                    "{name}, {word} {line}: columns number {first} and {index} are both called {title}. "
                    "Give every column a name of its own.",
                    name=name,
                    word=word,
                    line=line,
                    first=seen[title] + 1,
                    index=index + 1,
                    title=quoted(title),
                )
            )
        seen[title] = index
