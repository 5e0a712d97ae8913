"""Delimited text into records, by the letter of RFC 4180; line breaks may be CR LF, LF or CR."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from itertools import repeat

from kgdesk.errors import phrase

#: Stands for "no delimiter" while one column is read; a table that holds it is refused.
NO_DELIMITER = "\x1f"

_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
_BREAK = re.compile("\r\n|\r|\n")


class Malformed(Exception):
    """The quoting is broken; `line` is where, the text says how."""

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
        From 1, as long as `cells`.
    spanning
        Lines on which a record begins that goes on in the next line, inside quotation marks.
    """

    cells: list[list[str]]
    lines: list[int]
    spanning: tuple[int, ...] = ()

    def widths(self) -> set[int]:
        """Return the different numbers of cells, wholly blank records apart."""
        counted = set(map(len, self.cells))
        if len(counted) > 1:
            counted = {len(record) for record in self.cells if not is_blank(record)}
        return counted


def is_blank(record: list[str]) -> bool:
    """Say whether no cell of a record holds anything but white space."""
    return not any(record) or not any(cell.strip() for cell in record)


def split_records(text: str, delimiter: str) -> Records:
    """Return the records of a text.

    Raises
    ------
    Malformed
        A quotation mark is not closed, stands inside a cell that does not begin with one, or is followed by
        more text.
    """
    if '"' not in text:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
        return Records(list(map(str.split, plain, repeat(delimiter))), list(range(1, len(plain) + 1)))
    lines = list(io.StringIO(text, newline=""))
    cells: list[list[str]] = []
    starts: list[int] = []
    spanning: list[int] = []
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begin = 0
    try:
        for record in reader:
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
    """Raise for the first quotation mark where none may stand; `line` is the number of the first line."""
    unquoted = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
    at = 0
    while at < len(text):
        if text[at] == '"':
            found = _QUOTED.match(text, at)
            if found is None:
                raise Malformed(line, phrase("a quotation mark opens here and is never closed"))
            opened, line = line, line + len(_BREAK.findall(found.group()))
            at = found.end()
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
