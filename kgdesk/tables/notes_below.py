"""Find notes below a table: legends and remarks that a laboratory writes under it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgdesk.tables.delimiter import DELIMITERS
from kgdesk.tables.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Sequence


#: Number of lines at the end of a table among which notes are looked for.
LAST_LINES = 40

_MARKED = re.compile(
    r"[*#†‡]|(?:notes?|legend|sources?|exported|measured|anmerkung(?:en)?|hinweise?|quelle|legende)\b[^,;\t]*[:. ]",
    re.IGNORECASE,
)
_MANY_WORDS = 3
#: Words before the sums and means of the columns, which people write below a table.
_SUMMARIES = frozenset({
    "total", "totals", "sum", "mean", "average", "avg", "median", "sd", "std", "stdev", "std dev", "rsd", "cv",
    "summe", "gesamt", "mittelwert", "durchschnitt", "stabw", "standardabweichung",
})  # fmt: skip
#: Words that are summaries beside one of these only: they may be codes or levels as well.
_BESIDE = frozenset({"min", "max", "n", "count", "anzahl", "minimum", "maximum"})
#: What may stand around the content of a cell that is split off without regard to quotation marks.
_AROUND = ' \t\r"'
_DELIMITERS = re.compile(f"[{re.escape(''.join(DELIMITERS))}]")


def count_notes(records: Sequence[Sequence[str]]) -> int:
    """Return how many of the last records are notes, with blank records before and among them.

    A note has no number and begins with a mark such as ``*`` or ``Note:``, or with three words or more. Unless a blank
    record stands above, it fills one cell only; below one, a single cell is a note whatever it says. So a code of which
    the other cells are missing is none.
    """
    filled = [[cell.strip(_AROUND) for cell in record if cell.strip(_AROUND)] for record in records]
    fullest = max(map(len, filled), default=0)
    first, apart = len(filled), False
    sums = _summaries(filled)
    for at, record in enumerate(filled):
        apart = apart or not record
        if record and at not in sums and not _is_note(record, fullest, apart=apart):
            first, apart = len(filled), False
        elif first == len(filled):
            first = at
    return len(filled) - first if any(filled[first:]) and first else 0


def is_summary(record: Sequence[str]) -> bool:
    """Return whether a row has the sums or means of the columns: its first filled cell says so."""
    first = next((cell for cell in record if cell.strip(_AROUND)), "")
    return _bare(first) in _SUMMARIES


def _summaries(filled: Sequence[Sequence[str]]) -> set[int]:
    """Return which of the last records are sums or means, with “max” or “n” among them."""
    found = {at for at, record in enumerate(filled) if record and _bare(record[0]) in _SUMMARIES}
    if not found:
        return set()
    return found | {at for at, record in enumerate(filled) if record and _bare(record[0]) in _BESIDE}


def _bare(cell: str) -> str:
    return cell.strip(_AROUND).rstrip(":. ").casefold()


def _is_note(record: Sequence[str], fullest: int, *, apart: bool) -> bool:
    if fullest < 2 or any(is_number(cell, "point") or is_number(cell, "comma") for cell in record):
        return False
    if len(record) == 1 and apart:
        return True
    words = [word.strip(_AROUND) for word in record[0].split()]
    # A first word that is a number begins a row whose cells have spaces between them.
    sentence = _MARKED.match(record[0]) is not None or (
        len(words) >= _MANY_WORDS and not is_number(words[0], "point")
    )
    return sentence and (len(record) == 1 or apart)


def without_notes(text: str) -> tuple[str, int]:
    """Return a delimited text without the notes at its end, and the number of its lines that were left off."""
    body = text.rstrip()
    tail = body.rsplit("\n", LAST_LINES)
    lines = tail[1:] if len(tail) > LAST_LINES else tail
    if any(line.count('"') % 2 for line in lines):  # a quoted cell may go on over several lines
        return text, 0
    # Cells are told apart by any delimiter: which one separates the columns is found later.
    records = [_DELIMITERS.split(line) for line in lines]
    noted = count_notes(records)
    if not noted or noted >= len(lines):
        return text, 0
    return body.rsplit("\n", noted)[0] + "\n", noted
