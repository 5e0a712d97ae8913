"""Cell text: spreadsheet coercions and how to undo them, formula escaping, words for outcomes, tables of levels."""

from __future__ import annotations

import csv
import decimal as exact
import io
import re
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, BadTable
from kgdesk.model.study.outcome_words import ACCEPTED, PAIRS, read_outcome
from kgdesk.tables.file_io import nfc, quoted
from kgdesk.tables.numbers import is_number
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kgdesk.model.study.outcome_words import OutcomeReading
    from kgdesk.model.study.settings import Settings
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable


_RISKY = re.compile(r"'*[=+\-@\t\r]")

_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def escape_formula(text: str) -> str:
    """Escape text that a spreadsheet would run as a formula: prefix an apostrophe to a leading = + - @ tab or CR.

    Text that has apostrophes before such a character gets one more, so that `unescape_formula` is an exact inverse.
    """
    return f"'{text}" if _RISKY.match(text) else text


def unescape_formula(text: str) -> str:
    """Undo `escape_formula`."""
    return text[1:] if _GUARDED.match(text) else text


_MARKS: tuple[Decimal, Decimal] = ("point", "comma")


def is_coercion_of(cell: str, original: str | float | None, decimal: Decimal) -> bool:
    """Return whether a cell shows `original`, exactly or in a form that a spreadsheet makes of it.

    Parameters
    ----------
    cell
        Text of the cell, without formula escape.
    original
        Value that was written; None for an empty cell.
    decimal
        Decimal mark of the table.
    """
    if isinstance(original, str) or original is None:
        text = nfc((original or "").strip())
        bare = nfc(cell.strip())
        value = _value(bare, (decimal,))
        return bare == text or (value is not None and value == _value(text, _MARKS))
    return _is_rounded(cell, float(original), decimal)


class CoercedNames:
    """Index of known names that finds them again after spreadsheet coercion.

    Parameters
    ----------
    known
        All known names.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)

    def originals(self, cell: str, decimal: Decimal) -> tuple[str, ...]:
        """Return the names that a cell may stem from: the exact match, else all with the same numeric value, sorted."""
        bare = nfc(cell.strip())
        if bare in self._known:
            return (bare,)
        value = _value(bare, (decimal,))
        return () if value is None else self._numbers.get(value, ())

    @cached_property
    def _numbers(self) -> dict[exact.Decimal, tuple[str, ...]]:
        names_by_value: dict[exact.Decimal, tuple[str, ...]] = {}
        for name in sorted(self._known):
            value = _value(name, _MARKS)
            if value is not None:
                names_by_value[value] = (*names_by_value.get(value, ()), name)
        return names_by_value


def _value(text: str, marks: tuple[Decimal, ...]) -> exact.Decimal | None:
    if not any(is_number(text, mark) for mark in marks):
        return None
    try:
        return exact.Decimal(text.strip(" \t").replace(",", "."))
    except exact.InvalidOperation:  # an exponent out of Decimal's range
        return None


def _is_rounded(cell: str, original: float, decimal: Decimal) -> bool:
    """Return whether a cell is `original` with all digits, or correctly rounded to fewer."""
    displayed = _value(cell, (decimal,))
    if displayed is None:
        return False
    exponent = displayed.as_tuple().exponent
    if not isinstance(exponent, int) or abs(displayed.adjusted()) > 400:
        return False
    step = exact.Decimal(1).scaleb(exponent)
    with exact.localcontext(exact.Context(prec=1200)):
        return float(displayed) == original or abs(displayed - exact.Decimal(original)) <= step / 2


_WORDS = {
    word: ({f"{good}/{bad}"}, sign)
    for good, bad in PAIRS
    if good != "1"
    for word, sign in ((good, 1), (bad, -1))
}

_NUMBERS = {1.0: ({"1/0", "1/-1"}, 1), 0.0: ({"1/0"}, -1), -1.0: ({"1/-1"}, -1)}


def read_outcomes_by_vocabulary(
    table: RawTable, heading: str, rows: Iterable[int], settings: Settings
) -> dict[int, OutcomeReading]:
    """Return the outcome of each row that has one, in the vocabulary of a study; blank cells have none.

    Raises
    ------
    BadTable
        A cell has no meaning in it; the message names the line.
    """
    cells = table.column(heading)
    readings = {}
    for row in rows:
        text = unescape_formula(cells[row]).strip()
        if not text:
            continue
        try:
            readings[row] = read_outcome(text, settings, table.reading.decimal)
        except BadInput as refused:
            raise BadTable(
                phrase("{place}: {said}", place=table.place(row, heading), said=refused.sentence)
            ) from None
    return readings


def read_outcome_column(
    table: RawTable,
    heading: str,
    rows: Iterable[int],
    words: tuple[Collection[str], Collection[str]] | None = None,
    none_words: Collection[str] = (),
) -> dict[int, int]:
    """Return the outcome, +1 or -1, of each row that has one; blank cells have none.

    Parameters
    ----------
    table, heading
        Table and column of the outcomes.
    rows
        Row positions to read, from 0.
    words
        Words for success and for failure, chosen by the user; by default exactly one of the usual pairs
        is accepted. Case and surrounding spaces are ignored.
    none_words
        Words for no outcome, besides a blank cell.

    Raises
    ------
    BadTable
        Another word, or words of two pairs; the message names the line.
    """
    cells = table.column(heading)
    filled = {row: unescape_formula(cells[row]).strip() for row in rows if cells[row].strip()}
    if words is not None:
        return _by_choice(table, heading, filled, words, none_words)
    signs: dict[int, int] = {}
    pairs: set[str] = set()
    for row, text in filled.items():
        fits, sign = _usual(table, heading, row, text)
        if signs and not pairs & fits:
            first = next(
                other for other in signs if not _usual(table, heading, other, filled[other])[0] & fits
            )
            raise BadTable(
                phrase(
                    "{place}: {text} does not go with {other} in {line_word} {line}. Write all "
                    "outcomes with one pair: {accepted}.",
                    place=table.place(row, heading),
                    text=quoted(text),
                    other=quoted(filled[first]),
                    line_word=table.line_word,
                    line=table.lines[first],
                    accepted=ACCEPTED,
                )
            )
        pairs = pairs & fits if signs else fits
        signs[row] = sign
    return signs


def _usual(table: RawTable, heading: str, row: int, text: str) -> tuple[set[str], int]:
    """Return the usual pairs of words that a cell may belong to, and its sign."""
    known = _WORDS.get(text.casefold())
    if known is None and is_number(text, table.reading.decimal):
        known = _NUMBERS.get(float(text.replace(",", ".")))
    if known is None:
        raise BadTable(
            phrase(
                "{place}: {text} is neither success nor failure. Write {accepted}, and leave the "
                "cell empty where there is no outcome.",
                place=table.place(row, heading),
                text=quoted(text),
                accepted=ACCEPTED,
            )
        )
    return known


def _by_choice(
    table: RawTable,
    heading: str,
    filled: dict[int, str],
    words: tuple[Collection[str], Collection[str]],
    none_words: Collection[str],
) -> dict[int, int]:
    good, bad, none = ({word.strip().casefold() for word in some} for some in (*words, none_words))
    twice = (good & bad) | (good & none) | (bad & none)
    if twice:
        raise BadTable(
            phrase("The word {word} has two meanings: let each word mean one thing.", word=quoted(min(twice)))
        )
    signs = {}
    for row, text in filled.items():
        word = text.casefold()
        if word in none:
            continue
        if word not in good and word not in bad:
            raise BadTable(
                phrase(
                    "{place}: no meaning was given to {text}. Say whether it is a success, a failure or "
                    "no outcome.",
                    place=table.place(row, heading),
                    text=quoted(text),
                )
            )
        signs[row] = 1 if word in good else -1
    return signs


#: Most candidates that levels may combine to.
MOST_COMBINED = 100_000


def crossed_levels(text: str) -> tuple[str, int]:
    """Return a table, as delimited text, of every combination of the levels of some factors, and its number of rows.

    Parameters
    ----------
    text
        One factor a line, as ``Temperature (°C) = 20, 40, 60``; with a semicolon anywhere in the line, that separates
        the levels, so that they may hold commas.

    Raises
    ------
    BadTable
        No levels, a name or level twice, one combination or more than `MOST_COMBINED`; the message names the line.
    """
    factors: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, _, listed_levels = (part.strip() for part in line.partition("="))
        if not line.strip():
            continue
        mark = ";" if ";" in listed_levels else ","
        levels = [level.strip() for level in listed_levels.split(mark) if level.strip()]
        if not name or not levels:
            raise BadTable(
                phrase(
                    "Line {line}: write a name, an equals sign and the levels, as Temperature = 20, 40, 60.",
                    line=number,
                )
            )
        twice = next((level for level in levels if levels.count(level) > 1), "")
        if twice or name in factors:
            raise BadTable(
                phrase("Line {line}: {text} stands twice.", line=number, text=quoted(twice or name))
            )
        factors[name] = levels
    count = prod(map(len, factors.values()))
    if count < 2 or count > MOST_COMBINED:
        raise BadTable(
            phrase(
                "These levels combine to {count} candidates; from 2 to {most} are possible.",
                count=count if factors else 0,
                most=MOST_COMBINED,
            )
        )
    stream = io.StringIO()
    lines = csv.writer(stream, delimiter=";", lineterminator="\n")
    width = max(3, len(str(count)))
    lines.writerow(["Code", *factors])
    lines.writerows([f"K-{row:0{width}}", *cells] for row, cells in enumerate(product(*factors.values()), 1))
    return stream.getvalue(), count
