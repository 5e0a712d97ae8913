"""Read cells as they are meant where that leaves no doubt: a typographic minus, and errors of a spreadsheet."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.numbers import is_number
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from kgdesk.tables.raw_table import RawTable

#: What a spreadsheet writes for a formula without a result.
_ERROR = re.compile(r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|NV|BEZUG!|WERT!|ZAHL!)", re.IGNORECASE)
_MINUS = "\u2212"
#: Errors that a note lists.
_LISTED = 8


def with_plain_cells(table: RawTable, texts: Collection[str]) -> RawTable:
    """Return a table with hyphens for minus signs in columns of numbers, and blank cells for errors among words.

    Parameters
    ----------
    table
        The table.
    texts
        Headings of columns of text, whose minus signs belong to it.
    """
    new: dict[int, tuple[str, ...]] = {}
    notes: list[str] = []
    for at, name in enumerate(table.header):
        cells = table.rows.column(at)
        whole = "".join(cells)
        if _MINUS in whole and name not in texts:
            plain = tuple([cell.replace(_MINUS, "-") for cell in cells])
            if all(
                not cell.strip() or is_number(cell, "point") or is_number(cell, "comma") for cell in plain
            ):
                new[at] = plain
                notes.append(phrase("Column {name}: the sign “−” is read as a minus.", name=quoted(name)))
        elif "#" in whole:
            errors = {row: cell.strip() for row, cell in enumerate(cells) if _ERROR.fullmatch(cell.strip())}
            if errors and not mostly_numbers(cells):
                new[at] = tuple(["" if row in errors else cell for row, cell in enumerate(cells)])
                notes.append(_error_note(table, name, errors))
    return replace(table.with_cells(new), notes=(*table.notes, *notes)) if new else table


def _error_note(table: RawTable, name: str, errors: dict[int, str]) -> str:
    def places() -> Iterator[str]:
        for row, text in list(errors.items())[:_LISTED]:
            yield phrase(
                "{text} ({word} {line})", text=quoted(text), word=table.line_word, line=table.lines[row]
            )

    listed = ", ".join(places()) + (", …" if len(errors) > _LISTED else "")
    return phrase(
        "Column {name}: errors of a spreadsheet are blank cells: {errors}.", name=quoted(name), errors=listed
    )
