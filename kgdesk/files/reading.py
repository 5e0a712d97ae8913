"""Read a table of any format, detected by its first bytes; every ambiguity raises, nothing is guessed."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable, phrase
from kgdesk.files.cell_text import unescape_formula
from kgdesk.files.dialect import find_decimal, split_text
from kgdesk.files.file_io import InputFile, decode, load, nfc, quoted
from kgdesk.files.numbers import Decimal, is_number
from kgdesk.files.raw_table import RawTable, Reading, is_blank
from kgdesk.files.workbook import OLD_MARK, ZIP_MARK, read_grid

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

#: Maximum number of columns of a table.
MAX_COLUMNS = 5_000


def read_table(
    path: str | Path | InputFile,
    *,
    delimiter: str | None = None,
    decimal: Decimal | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    texts: Collection[str] = (),
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
    texts
        Headings of text columns, which are not used to detect the decimal mark.

    Raises
    ------
    AmbiguousTable
        Several readings fit; see its `question` and `choices`.
    BadTable
        The format is unknown or the file is invalid; the message names file, line and column.
    """
    source = path if isinstance(path, InputFile) else load(path)
    return _read(source, delimiter, decimal, sheet, encoding, texts)


def read_pasted(
    text: str, name: str, *, delimiter: str | None = None, decimal: Decimal | None = None
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
    source = InputFile(name, data, hashlib.sha256(data).hexdigest())
    return _read(source, delimiter, decimal, None, "utf-8")


def _read(
    source: InputFile,
    delimiter: str | None,
    decimal: Decimal | None,
    sheet: str | None,
    encoding: str | None,
    texts: Collection[str] = (),
) -> RawTable:
    if decimal not in {None, "point", "comma"}:
        raise BadTable(
            phrase("The decimal mark is “point” or “comma”, not {decimal}.", decimal=quoted(str(decimal)))
        )
    if source.data.startswith(ZIP_MARK):
        return _from_workbook(source, sheet, decimal)
    if source.data.startswith(OLD_MARK):
        raise BadTable(
            phrase(
                "{name} is an Excel file of the old kind (.xls) or protected by a password: save it "
                "as .xlsx without a password.",
                name=source.name,
            )
        )
    if source.data.startswith(b"SQLite format 3\0"):
        raise BadTable(
            phrase(
                "{name} is a database, perhaps a study, not a table: open a study with “Open…”.",
                name=source.name,
            )
        )
    if sheet is not None:
        raise BadTable(
            phrase("{name} is a text file and has no sheets: leave the sheet out.", name=source.name)
        )
    return _from_text(source, delimiter, decimal, encoding, texts)


def _from_workbook(source: InputFile, sheet: str | None, decimal: Decimal | None) -> RawTable:
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
    lines = list(range(1, len(grid.cells) + 1))
    return _table(source, grid.cells, lines, reading, merged if grid.merged else ())


def _from_text(
    source: InputFile,
    delimiter: str | None,
    decimal: Decimal | None,
    encoding: str | None,
    texts: Collection[str],
) -> RawTable:
    text, used_encoding, encoding_why = decode(source, encoding)
    records, char, delimiter_why = split_text(text, source.name, delimiter)
    notes: tuple[str, ...] = tuple(
        phrase("Line {line}: a cell goes on in the next line.", line=line) for line in records.spanning[:20]
    )
    reading = Reading(
        "csv",
        char,
        decimal or "point",
        used_encoding,
        "",
        delimiter_why,
        phrase("chosen"),
        encoding_why=encoding_why,
    )
    if not unicodedata.is_normalized("NFC", text):
        records.cells[:] = [list(map(nfc, record)) for record in records.cells]
    table = _table(source, records.cells, records.lines, reading, notes)
    if decimal is not None:
        return table
    passed = {at for at, title in enumerate(table.header) if title in texts}
    mark, why = find_decimal(table.rows, char, source.name, table.place, passed)
    reading = Reading("csv", char, mark, used_encoding, "", delimiter_why, why, encoding_why=encoding_why)
    return RawTable(
        table.name, table.header, table.rows, table.lines, reading, table.digest, table.size, table.notes
    )


def _table(
    source: InputFile, cells: list[list[str]], lines: list[int], reading: Reading, notes: tuple[str, ...]
) -> RawTable:
    word = phrase("row") if reading.kind == "xlsx" else phrase("line")
    first, last = _filled_range(source.name, cells, lines, word)
    dropped = len(cells) - 1 - last
    if first:
        notes += (_above(first, word),)
    if dropped:
        notes += (_at_the_end(dropped, word),)
    body, at = cells[first + 1 : last + 1], lines[first + 1 : last + 1]
    heading, kept = _heading(source.name, cells[first], body, word, lines[first])
    empty = len(cells[first]) - len(kept)
    if empty:
        notes += (_columns(empty, at_the_right=kept[-1] == len(kept) - 1),)
        body = [[record[at] for at in kept] for record in body]
    rows = tuple(map(tuple, body))
    return RawTable(source.name, heading, rows, tuple(at), reading, source.digest, len(source.data), notes)


def _above(count: int, word: str) -> str:
    if count == 1:
        return phrase("1 blank {word} above the headings passed over.", word=word)
    return phrase("{count} blank {word}s above the headings passed over.", count=count, word=word)


def _at_the_end(count: int, word: str) -> str:
    if count == 1:
        return phrase("1 blank {word} at the end passed over.", word=word)
    return phrase("{count} blank {word}s at the end passed over.", count=count, word=word)


def _columns(count: int, *, at_the_right: bool) -> str:
    if at_the_right:
        if count == 1:
            return phrase("1 column without heading and values at the right passed over.")
        return phrase("{count} columns without heading and values at the right passed over.", count=count)
    if count == 1:
        return phrase("1 column without heading and values passed over.")
    return phrase("{count} columns without heading and values passed over.", count=count)


def _filled_range(name: str, cells: list[list[str]], lines: list[int], word: str) -> tuple[int, int]:
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
    if len(filled) == 1:
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
    name: str, record: list[str], body: Sequence[Sequence[str]], word: str, line: int
) -> tuple[tuple[str, ...], list[int]]:
    """Return the headings and their column indices; columns without any content are left out."""
    titles = [nfc(unescape_formula(" ".join(cell.split()))) for cell in record]
    kept = [at for at, title in enumerate(titles) if title or any(row[at].strip() for row in body)]
    if len(kept) > MAX_COLUMNS:
        raise BadTable(
            phrase(
                "{name} has {count} columns, more than {max_columns}: leave out what is not needed.",
                name=name,
                count=len(kept),
                max_columns=MAX_COLUMNS,
            )
        )
    _check_titles(name, {index: titles[index] for index in kept}, word, line)
    return tuple(titles[at] for at in kept), kept


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
    if all(is_number(title, "point") or is_number(title, "comma") for title in seen):
        raise BadTable(
            phrase(
                "{name}, {word} {line}: the first {word} holds numbers where headings are expected. "
                "Put a {word} with the names of the columns above it.",
                name=name,
                word=word,
                line=line,
            )
        )
