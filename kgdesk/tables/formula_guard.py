"""Escape text that a spreadsheet would run as a formula."""

from __future__ import annotations

import re

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
