"""Write tables for people: CSV and Excel files in which no text can act as a formula."""

from __future__ import annotations

import csv
import datetime as dt
import io
import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, NotWritten
from kgdesk.tables.formula_guard import escape_formula, unescape_formula
from kgdesk.tables.new_file import new_file
from kgdesk.tables.numbers import MARKS, Decimal
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = [
    "Worksheet",
    "csv_text",
    "escape_formula",
    "unescape_formula",
    "write_csv",
    "write_xlsx",
    "xlsx_bytes",
]

#: Types of a cell; None is an empty cell.
Cell = str | float | int | bool | dt.date | None

_MAX_ROWS = 1_048_576
_MAX_COLUMNS = 16_384
_MAX_TEXT = 32_767
_EXACT_INTEGER = 2**53


@dataclass(frozen=True, slots=True)
class Worksheet:
    r"""One sheet of a workbook.

    Parameters
    ----------
    name
        Name of at most 31 characters, without ``[]:*?/\``.
    header
        Column headings.
    rows
        Cells; each row as long as `header`.
    """

    name: str
    header: Sequence[str]
    rows: Iterable[Sequence[Cell]]


class _Exact(float):
    """A float that XlsxWriter writes with the 17 digits that it may need; it would use 16."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return float.__repr__(self).removesuffix(".0")


def write_csv(
    dest: str | Path,
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    overwrite: bool = False,
    like: Path | None = None,
    delimiter: str = ",",
    decimal: Decimal = "point",
) -> None:
    """Write a CSV file (RFC 4180): CR LF, UTF-8 with byte-order mark, formula-safe.

    Parameters
    ----------
    dest
        The file.
    header, rows
        Text is escaped (see `escape_formula`); floats have their shortest round-trip form; times are in
        ISO 8601, UTC; None is an empty cell.
    overwrite, like
        As in `kgdesk.tables.new_file.new_file`.
    delimiter, decimal
        Dialect, for instance ``";"`` and ``"comma"`` for spreadsheets of some locales.

    Raises
    ------
    BadInput
        A number is not finite, a time has no zone, or a row differs in length from the header.
    FileExists, NotWritten
        See `kgdesk.tables.new_file.new_file`.
    """
    with new_file(dest, overwrite=overwrite, like=like) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
        text.write("\ufeff")
        _write_rows(text, header, rows, delimiter, decimal)
        text.flush()
        text.detach()


def csv_text(
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    delimiter: str = ",",
    decimal: Decimal = "point",
) -> str:
    """Return the text that `write_csv` would write, without the byte-order mark, for a preview."""
    text = io.StringIO(newline="")
    _write_rows(text, header, rows, delimiter, decimal)
    return text.getvalue()


def _write_rows(
    text: Any, header: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str, decimal: Decimal
) -> None:
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([_safe(title, 0, title) for title in header])
    for number, row in enumerate(rows, 1):
        _check_length(number, row, header)
        writer.writerow([_as_text(cell, decimal, number, header[at]) for at, cell in enumerate(row)])


def _check_length(number: int, row: Sequence[Cell], header: Sequence[str]) -> None:
    if len(row) != len(header):
        raise BadInput(
            phrase(
                "Row {number} of the table has {cells} cells for {headings} headings.",
                number=number,
                cells=len(row),
                headings=len(header),
            )
        )


def _as_text(cell: Any, decimal: Decimal, number: int, heading: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return _safe(cell, number, heading)
    if isinstance(cell, dt.date):
        return _time_text(cell, number, heading)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, Integral):
        return str(int(cell))
    return repr(_finite(cell, number, heading)).replace(".", MARKS[decimal])


def _safe(text: str, number: int, heading: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(
            phrase(
                "Row {number}, column {heading}: the text contains half a character and cannot be written.",
                number=number,
                heading=quoted(heading),
            )
        ) from None
    return escape_formula(text)


def _finite(cell: Real | float, number: int, heading: str) -> float:
    value = float(cell)
    if not math.isfinite(value):
        raise BadInput(
            phrase(
                "Row {number}, column {heading}: the number is not finite and cannot be written.",
                number=number,
                heading=quoted(heading),
            )
        )
    return value


def _time_text(cell: dt.date, number: int, heading: str) -> str:
    if not isinstance(cell, dt.datetime):
        return cell.isoformat()
    if cell.tzinfo is None:
        raise BadInput(
            phrase(
                "Row {number}, column {heading}: the time has no zone and cannot be written.",
                number=number,
                heading=quoted(heading),
            )
        )
    return cell.astimezone(dt.UTC).replace(tzinfo=None).isoformat() + "Z"


def write_xlsx(
    dest: str | Path,
    sheets: Iterable[Worksheet],
    *,
    overwrite: bool = False,
    like: Path | None = None,
    created: dt.datetime | None = None,
) -> None:
    """Write an Excel workbook: numbers as numbers, everything else as text, nothing as formula or link.

    Parameters
    ----------
    dest
        The file.
    sheets
        At least one; text is escaped as in `write_csv`, so that saving as CSV later is safe, too.
    overwrite, like
        As in `kgdesk.tables.new_file.new_file`.
    created
        Creation time stored in the workbook; now by default.

    Raises
    ------
    BadInput
        As in `write_csv`; also if rows, columns or cell text exceed the limits of Excel.
    FileExists, NotWritten
        See `kgdesk.tables.new_file.new_file`.
    """
    packed = xlsx_bytes(sheets, created=created)
    with new_file(dest, overwrite=overwrite, like=like) as stream:
        stream.write(packed)


def xlsx_bytes(sheets: Iterable[Worksheet], *, created: dt.datetime | None = None) -> bytes:
    """Return the content of an Excel workbook, as `write_xlsx` writes it.

    Raises
    ------
    BadInput, NotWritten
        As in `write_xlsx`.
    """
    import xlsxwriter  # noqa: PLC0415 - most commands write no workbook
    from xlsxwriter.exceptions import XlsxWriterException  # noqa: PLC0415 - likewise

    options = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "constant_memory": True,
    }
    packed = io.BytesIO()
    try:
        with xlsxwriter.Workbook(packed, options) as book:
            if created is not None:
                book.set_properties({"created": created.astimezone(dt.UTC).replace(tzinfo=None)})
            bold = book.add_format({"bold": True})
            for sheet in sheets:
                _write_sheet(book.add_worksheet(sheet.name), sheet, bold)
    except XlsxWriterException as refused:
        raise BadInput(phrase("The workbook cannot be made as asked: {reason}", reason=refused)) from None
    except OSError as refused:
        raise NotWritten(
            "The workbook is not saved: the folder for temporary files is full or cannot be written.",
            details=str(refused),
        ) from None
    return packed.getvalue()


def _write_sheet(page: Any, sheet: Worksheet, bold: Any) -> None:
    if len(sheet.header) > _MAX_COLUMNS:
        raise BadInput(
            phrase(
                "An Excel sheet takes {max_columns} columns: export {name} as CSV.",
                max_columns=_MAX_COLUMNS,
                name=quoted(sheet.name),
            )
        )
    page.freeze_panes(1, 0)
    for column, title in enumerate(sheet.header):
        page.set_column(column, column, min(40, max(10, len(title) + 2)))
    for column, title in enumerate(sheet.header):
        page.write_string(0, column, _fitting(_safe(title, 0, title), 0, title), bold)
    for number, row in enumerate(sheet.rows, 1):
        if number >= _MAX_ROWS:
            raise BadInput(
                phrase(
                    "An Excel sheet takes {max_rows} rows: export {name} as CSV.",
                    max_rows=_MAX_ROWS,
                    name=quoted(sheet.name),
                )
            )
        _check_length(number, row, sheet.header)
        for column, cell in enumerate(row):
            _write_cell(page, number, column, cell, sheet.header[column])


def _write_cell(page: Any, row: int, column: int, cell: Any, heading: str) -> None:
    if cell is None:
        return
    whole = isinstance(cell, Integral)
    if isinstance(cell, bool):
        page.write_boolean(row, column, cell)
    elif isinstance(cell, Real) and not (whole and abs(float(cell)) > _EXACT_INTEGER):
        value = _finite(cell, row, heading)
        page.write_number(row, column, _Exact(value))
    elif text := _as_text(cell, "point", row, heading):
        page.write_string(row, column, _fitting(text, row, heading))


def _fitting(text: str, row: int, heading: str) -> str:
    if len(text.encode("utf-16-le")) // 2 > _MAX_TEXT:
        raise BadInput(
            phrase(
                "Row {row}, column {heading}: this text is longer than the {max_text} characters of "
                "an Excel cell. Export as CSV.",
                row=row,
                heading=quoted(heading),
                max_text=_MAX_TEXT,
            )
        )
    return text
