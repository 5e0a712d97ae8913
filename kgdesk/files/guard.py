"""Text that a spreadsheet would take for a formula, made harmless and back."""

from __future__ import annotations

import re

_RISKY = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def guard(text: str) -> str:
    """Return text that no spreadsheet runs: an apostrophe goes before a leading = + - @ tab or CR.

    A text that already has apostrophes there gets one more, so that `unguard` always finds the way back.
    """
    return f"'{text}" if _RISKY.match(text) else text


def unguard(text: str) -> str:
    """Return the text that `guard` was given."""
    return text[1:] if _GUARDED.match(text) else text
