"""Strict grammar of numbers in cells, and the reason why a cell does not follow it.

Python's ``float`` accepts ``1_000``, digits of other scripts, ``nan`` and ``inf`` and turns ``1e400`` into
infinity. Here a number is an optional sign, digits with at most one decimal mark, and an optional exponent.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TYPE_CHECKING, Literal

from kgdesk.model.design.typed_numbers import with_point
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


Decimal = Literal["point", "comma"]

#: What stands in a cell with a formula that no program has calculated.
NO_RESULT = "#NO RESULT"

MARKS: dict[Decimal, str] = {"point": ".", "comma": ","}

_TAIL = r"(?:[eE][+-]?[0-9]+)?"

_GRAMMAR: dict[Decimal, re.Pattern[str]] = {
    "point": re.compile(rf"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+){_TAIL}"),
    "comma": re.compile(rf"[+-]?(?:[0-9]+(?:,[0-9]*)?|,[0-9]+){_TAIL}"),
}

_EITHER = re.compile(rf"[ \t]*+(?:{_GRAMMAR['point'].pattern}|{_GRAMMAR['comma'].pattern})[ \t]*+")

# One match for a whole column; possessive quantifiers, so that it never backtracks.
_COLUMNS: dict[tuple[Decimal, bool], re.Pattern[str]] = {
    (decimal, blanks): re.compile(
        rf"(?>[ \t]*+(?:{_GRAMMAR[decimal].pattern}){'?' if blanks else ''}[ \t]*+\n)*+"
    )
    for decimal in _GRAMMAR
    for blanks in (False, True)
}

#: A month as a spreadsheet writes it, in English or German: its name, or what that begins with.
MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|mär(?:z)?|apr(?:il)?|may|mai|jun(?:e|i)?|jul(?:y|i)?|aug(?:ust)?|"
    r"sep(?:t|tember)?|(?:oct|okt)(?:ober)?|nov(?:ember)?|(?:dec|dez)(?:ember)?)\.?"
)

_CLOCK = r"\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?"

_DATE = re.compile(
    rf"(?:\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}(?:[ T]{_CLOCK}.*)?"
    rf"|\d{{1,4}}[-/. ]*{MONTH}(?:[-/., ]*\d{{1,4}})?"
    rf"|{MONTH}[-/., ]*\d{{1,4}}(?:[-/., ]+\d{{1,4}})?)",
    re.IGNORECASE,
)

_TIME = re.compile(_CLOCK)

_WHOLE = re.compile(r"[0-9]+")

_FRACTION = re.compile(r"[0-9]+ ?[/-] ?[0-9]+")

_OTHER_BASE = re.compile(r"[+-]?0[xXbBoO][0-9a-fA-F]+")

_ENDLESS = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)

_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:([ ,.'’])[0-9]{3})(?:\1[0-9]{3})*(?:[.,][0-9]*)?")

_WITH_UNIT = re.compile(r"[+-]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)? ?[^0-9.,\s+-].*")

_MISSING_WORDS = frozenset({
        "na", "n/a", "n.a.", "n.d.", "nd", "n.b.", "-", "--", "–", "?", "none", "null", "nil", "missing", ".", "#n/a",
        "tbd", "pending", "ausstehend", "•", "—", "…", "...",
})  # fmt: skip

_MINUS_LIKE = frozenset("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d")

_HARD_SPACES = frozenset("\u00a0\u202f\u2007\u2009\u200a\u2002\u2003\u3000")

_UNSEEN = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u202a\u202b\u202c\u202d\u202e")


class NotANumber(ValueError):
    """A cell is not a number; the message is a verb phrase about the cell."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def is_number(text: str, decimal: Decimal) -> bool:
    """Return whether a cell follows the grammar, ignoring surrounding spaces; the magnitude is not checked."""
    return _GRAMMAR[decimal].fullmatch(text.strip(" \t")) is not None


def is_whole(text: str) -> bool:
    """Return whether a cell is a whole number in digits."""
    return _WHOLE.fullmatch(text.strip(" \t")) is not None


def are_padded(cells: Sequence[str]) -> bool:
    """Return whether cells are whole numbers of one length with zeros in front, as codes are: 0001, 0002."""
    bare = [cell.strip(" \t") for cell in cells]
    return (
        len(set(map(len, bare))) == 1
        and any(cell[:1] == "0" != cell for cell in bare)
        and all(map(is_whole, bare))
    )


def is_date(text: str) -> bool:
    """Return whether a cell is a date, with or without a time of day."""
    return _DATE.fullmatch(text.strip(" \t")) is not None


def stands_for_missing(text: str) -> bool:
    """Return whether a cell is a word for a missing value, such as “n/a” or “-”."""
    return text.strip().casefold() in _MISSING_WORDS


def count_numbers(cells: Sequence[str]) -> int:
    """Return how many cells are numbers with either decimal mark."""
    return sum(map(bool, map(_EITHER.fullmatch, cells)))


def in_range(cells: Collection[str]) -> bool:
    """Return whether no number can overflow, by a quick sufficient test: no exponents and no long cells."""
    whole = "".join(cells)
    return "e" not in whole and "E" not in whole and max(map(len, cells), default=0) < 300


def parse_number(text: str, decimal: Decimal) -> float:
    """Parse a decimal text to the nearest float64.

    Parameters
    ----------
    text
        One cell; surrounding spaces and tabs are ignored.
    decimal
        Decimal mark of the table.

    Raises
    ------
    NotANumber
        The text is outside the grammar, overflows float64, or underflows to zero.
    """
    bare = text.strip(" \t")
    if _GRAMMAR[decimal].fullmatch(bare) is None:
        raise NotANumber(why_not(bare, decimal))
    number = float(with_point(bare))
    if math.isinf(number):
        raise NotANumber(phrase("is too large to calculate with; the largest number is about 1.8e308"))
    if number == 0.0 and re.search("[1-9]", re.split("[eE]", bare)[0]):
        raise NotANumber(phrase("is so small that it would become 0; the smallest number is about 5e-324"))
    return number


def parse_column(cells: Sequence[str], decimal: Decimal) -> tuple[float, ...] | None:
    """Parse all cells, or return None if any is not a number; `parse_number` then gives the reason."""
    if not cells:
        return ()
    if not all_numbers(cells, decimal):
        return None
    whole = "\n".join(cells)
    numbers = tuple(map(float, (with_point(whole) if decimal == "comma" else whole).split("\n")))
    if 0.0 in numbers or max(numbers) == math.inf or min(numbers) == -math.inf:
        try:
            return tuple([parse_number(cell, decimal) for cell in cells])
        except NotANumber:
            return None
    return numbers


def all_numbers(cells: Sequence[str], decimal: Decimal, *, blanks: bool = False) -> bool:
    """Return whether every cell follows the grammar; with `blanks`, empty cells are allowed."""
    whole = "\n".join(cells) + "\n"
    return whole.count("\n") == len(cells) and _COLUMNS[decimal, blanks].fullmatch(whole) is not None


def number_text(number: float, decimal: Decimal = "point") -> str:
    """Return the shortest text that parses to the same float64; whole numbers without ``.0``."""
    text = repr(float(number)).removesuffix(".0")
    return text.replace(".", MARKS[decimal])


_OTHER_MARK: dict[str, str] = {
    "comma": phrase(
        "has a decimal comma, but the table is read with the decimal point; choose the decimal comma for the whole "
        "table (--decimal comma), or take thousands separators out"
    ),
    "point": phrase(
        "has a decimal point, but the table is read with the decimal comma; choose the decimal point for the whole "
        "table (--decimal point), or take thousands separators out"
    ),
}


def why_not(text: str, decimal: Decimal) -> str:
    """Return why a text is not a number and how to repair it: a verb phrase about the cell."""
    if not text:
        return phrase("is empty")
    return _unusual_sign(text) or _known_word(text) or _shape(text, decimal)


def _unusual_sign(text: str) -> str:
    for char in text:
        point = f"U+{ord(char):04X}"
        if char in _MINUS_LIKE:
            return phrase(
                "has the sign “{char}” ({point}) where a minus is meant; type the hyphen “-” instead",
                char=char,
                point=point,
            )
        if char in _HARD_SPACES:
            return phrase("contains a no-break space ({point}); delete it", point=point)
        if char in _UNSEEN:
            return phrase("contains an invisible character ({point}); delete it", point=point)
        if ord(char) > 127 and unicodedata.numeric(char, None) is not None:
            return phrase(
                "has the digit “{char}” ({point}); type it with the digits 0 to 9", char=char, point=point
            )
    return ""


def _known_word(text: str) -> str:  # noqa: PLR0911 - one reason a line
    word = text.casefold()
    if _ENDLESS.fullmatch(text):
        return phrase("is not a finite number; leave the cell empty if the value is missing")
    if word in _MISSING_WORDS:
        return phrase("means a missing value; leave the cell empty instead")
    if text.startswith("#"):
        return phrase("is a formula without a result; repair it in the spreadsheet and save again")
    if text.startswith("="):
        return phrase("is a formula; save the table with its results")
    if word in {"true", "false"}:
        return phrase("is a true-or-false value, not a number")
    if _DATE.fullmatch(text):
        return phrase("is a date; a spreadsheet may have made it from a number, so type the number again")
    if _TIME.fullmatch(text):
        return phrase("is a time of day, not a number")
    if _FRACTION.fullmatch(text):
        return phrase("looks like a date or a fraction; type it as one number")
    return ""


def _shape(text: str, decimal: Decimal) -> str:  # noqa: PLR0911 - one reason a line
    if "_" in text and is_number(text.replace("_", ""), decimal):
        return phrase("contains an underscore; write it as {value}", value=text.replace("_", ""))
    if _OTHER_BASE.fullmatch(text):
        return phrase("is not written in decimal digits; write it with base 10")
    other: Decimal = "comma" if decimal == "point" else "point"
    if is_number(text, other):
        return _OTHER_MARK[other]
    if _GROUPED.fullmatch(text):
        return phrase("has thousands separators; write it without them")
    if text.startswith("'"):
        return phrase("starts with an apostrophe, the mark of text; delete it")
    if text[0] in "<>≤≥~≈±":
        return phrase("is a limit, not a number; write the number alone")
    if text.endswith("%"):
        return phrase("is a percentage; write the number alone and put % in the heading")
    if _WITH_UNIT.fullmatch(text):
        return phrase("has more than a number in it; write the number alone and put the unit in the heading")
    if any(char.isalpha() for char in text):
        return phrase("is text, not a number")
    return phrase("is not a number of the form -12{marks}5 or 3e-4", marks=MARKS[decimal])
