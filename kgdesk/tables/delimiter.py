"""Find the delimiter of a text table, or ask for it if several fit."""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING

from kgdesk.errors import AmbiguousTable, BadTable
from kgdesk.tables.delimited_text import NO_DELIMITER, Records, is_blank, split_records, unchecked
from kgdesk.tables.numbers import is_number
from kgdesk.tables.quotes import Malformed
from kgdesk.tables.quoting import quoted
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.tables.delimited_text import Check


DELIMITERS: dict[str, str] = {
    ",": phrase("comma"),
    ";": phrase("semicolon"),
    "\t": phrase("tab"),
    "|": phrase("bar"),
}
#: Separates columns only where no other one does and each line has as many cells.
_SPACE = " "

_NAMED = {word: char for char, word in DELIMITERS.items()} | {"\\t": "\t", "space": _SPACE}

_FILLED_LINE = re.compile(r"[^\r\n]*[^\s][^\r\n]*")
_HINT = re.compile(r"\ufeff?sep=(.)(?:\r\n|\r|\n)")


def delimiter_name(char: str) -> str:
    """Return the name of a delimiter; characters without a name are quoted."""
    if char == _SPACE:
        return phrase("space")
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


def cells_of_first_line(text: str, delimiter: str | None) -> int:
    """Return an upper bound of the cells in the first line that is not blank, by `delimiter` or by any of the usual."""
    first = _FILLED_LINE.search(text)
    line = first[0] if first else ""
    return 1 + max(line.count(char) for char in (DELIMITERS if delimiter is None else [_single(delimiter)]))


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
    for char in present:
        tidied = _with_last_column(text, char, check) or _without_spaces(text, char, check)
        if tidied is not None:
            return (
                tidied,
                char,
                phrase("found because only this one gives every line the same number of cells"),
            )
    for char in (*present, _SPACE):
        named = _named_rows(text, char, check)
        if named is not None:
            return (
                named,
                char,
                phrase("found because only this one gives every line the same number of cells"),
            )
    readings = {char: _attempt(text, char, check) for char in present}
    single = _attempt(text, "", check)
    if isinstance(single, Records) and _one_column(single, readings):
        return single, "", phrase("found because no line has more than one cell")
    best = max(present, key=lambda char: _heading_cells(readings[char]), default="")
    return _checked(readings.get(best, single), best, name, 0), best, ""


def _named_rows(text: str, char: str, check: Check) -> Records | None:
    """Return the records of a table as R writes it, with names of the rows in a column without a heading; or None.

    The first line has one cell fewer than all others. Spaces may separate any columns, if one of at least three holds
    nothing but numbers and the first line does not.
    """
    if not _may_fit_below(text, char):
        return None
    reading = _attempt(text, char, check)
    if not isinstance(reading, Records) or not len(reading.cells):
        return None
    width = len(reading.cells[-1] if not is_blank(reading.cells[-1]) else reading.cells[0])
    heading = len(reading.cells[0])
    if width < 3 or heading not in {width - 1, *([width] if char == _SPACE else ())}:
        return None
    if heading < width:
        reading = _attempt(f'""{char}{text}', char, check)
    if not isinstance(reading, Records) or reading.widths() != {width}:
        return None
    filled = [record for record in reading.cells if not is_blank(record)]
    names = [record[0] for record in filled[1:]]
    if heading < width and f'"{names[-1]}"' not in text and names != [str(n + 1) for n in range(len(names))]:
        return None  # names of rows are counted or stand in quotation marks
    numeric = [
        at
        for at in range(width)
        if not is_number(filled[0][at], "point")
        and all(is_number(record[at], "point") for record in filled[1:])
    ]
    return reading if numeric and len(filled) > 2 else None


def _with_last_column(text: str, char: str, check: Check) -> Records | None:
    """Return the records of a table with a delimiter behind each row that its headings lack; or None."""
    if not _may_fit_below(text, char):
        return None
    reading = _attempt(text, char, check)
    if not isinstance(reading, Records) or is_blank(reading.cells[0]):
        return None
    width = len(reading.cells[0])
    below = [record for record in reading.cells[1:] if not is_blank(record)]
    if not below or any(len(record) != width + 1 or record[width].strip() for record in below):
        return None
    first = re.match(r"[^\r\n]*", text)
    longer = _attempt(f"{first[0]}{char}{text[first.end() :]}", char, check) if first else None
    return longer if isinstance(longer, Records) and longer.widths() == {width + 1} else None


def _without_spaces(text: str, char: str, check: Check) -> Records | None:
    """Return the records of a table with a space between each delimiter and the quotation mark behind it; or None."""
    if f'{char} "' not in text or isinstance(_attempt(text, char, check), Records):
        return None
    reading = _attempt(text.replace(f'{char} "', f'{char}"'), char, check)
    return reading if isinstance(reading, Records) and len(reading.widths()) == 1 else None


def _may_fit_below(text: str, char: str) -> bool:
    """Return whether the lines below the first have a delimiter, so that no long text is split in vain."""
    start = [line for line in text[:20_000].splitlines()[1:6] if line.strip()]
    return len(start) > 1 and all(char in line for line in start)


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
