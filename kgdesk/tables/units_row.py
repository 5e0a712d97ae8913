"""Recognise a row of units below the headings, as in ``°C``, ``% w/v``, ``mol/L``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgdesk.tables.decimal_mark import mostly_numbers
from kgdesk.tables.thousands import ungrouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.tables.packed_rows import PackedRows


_LONGEST = 20
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_SEPARATORS = re.compile(r"[\s·⋅*/^]+|(?<=[a-zA-ZµμΩ])-(?=\d)")
_EXPONENT = re.compile(r"[-−]?\d+(?:[.,]\d+)?|[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_PART = re.compile(r"([^\d⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+?)(?:[-−]\d|[23]|[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")

#: Units that take a prefix such as k, m or µ, and units that do not.
_SCALED = frozenset({
    "g", "l", "L", "m", "M", "mol", "s", "h", "V", "A", "W", "J", "N", "Pa", "bar", "Hz", "eV", "U", "IU", "Da",
    "K", "S", "cal", "F", "Ω",
})  # fmt: skip
_PLAIN = frozenset({
    "°C", "C", "°F", "°K", "%", "‰", "ppm", "ppb", "rpm", "rcf", "xg", "w", "v", "vol", "wt", "vol%", "wt%", "mol%",
    "min", "mins", "sec", "secs", "second", "seconds", "minute", "minutes", "hour", "hours", "hr", "hrs", "d",
    "day", "days", "week", "weeks", "atm", "psi", "torr", "Torr", "mmHg", "eq", "eq.", "equiv", "equiv.", "eqv",
    "equivalents", "°", "deg", "rad", "a.u.", "au", "px", "Å", "cP", "cSt", "mD", "ohm", "x", "cells", "cfu", "OD",
})  # fmt: skip
_PREFIXES = "kMGdcmµμunpf"
#: What stands in a row of units in a column that has none.
_NO_UNIT = frozenset(
    {"", "-", "–", "—", "unit", "units", "unit:", "units:", "einheit", "einheiten", "einheit:"}
)


def is_unit(text: str) -> bool:
    """Return whether a cell is a unit, with or without brackets."""
    bare = text.strip()
    if not bare or len(bare) > _LONGEST:
        return False
    if _BRACKETED.fullmatch(bare):
        return any(char.isalpha() or char in "%°‰" for char in bare)
    parts = [part for part in _SEPARATORS.split(bare) if part and not _EXPONENT.fullmatch(part)]
    return bool(parts) and all(map(_is_part, parts))


def _is_part(text: str) -> bool:
    match = _PART.fullmatch(text)
    unit = match[1] if match else ""
    prefixed = unit[:1] in _PREFIXES and unit[1:] in _SCALED
    return unit in _PLAIN or unit in _SCALED or bool(unit and prefixed)


def units_in(header: Sequence[str], body: PackedRows) -> dict[str, str]:
    """Return the unit of each column that has one in the first row below the headings; empty if it is another row.

    In a row of units every filled cell of a column of numbers is a unit, and any other cell is blank, a dash, the word
    “unit” or in brackets, so that it cannot be the row of a candidate.
    """
    if len(body) < 2:
        return {}
    first = [cell.strip() for cell in next(iter(body[:1]))]
    if not any(map(is_unit, first)):
        return {}
    units: dict[str, str] = {}
    for at, title in enumerate(header):
        text = first[at]
        if text.casefold() in _NO_UNIT:
            continue
        numbers = mostly_numbers(ungrouped(body[1:].column(at))[0])
        if not is_unit(text) or not (numbers or _BRACKETED.fullmatch(text)):
            return {}
        if numbers:
            units[title] = text[1:-1].strip() if _BRACKETED.fullmatch(text) else text
    return units
