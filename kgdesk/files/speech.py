"""How a page for people is worded: in which language, and how it writes numbers, shares and times."""

from __future__ import annotations

from typing import Protocol


class Speech(Protocol):
    """One language, with its way to write numbers."""

    @property
    def language(self) -> str:
        """Code of the language, as ``de``."""

    def translate(self, text: str) -> str:
        """Return a phrase, or a sentence of the calculation, in the language; what is not known stays English."""

    def number(self, value: float) -> str:
        """Return a number; a whole one has no decimals."""

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with so many decimals."""

    def percent(self, share: float) -> str:
        """Return a share in 0..1 in whole per cent, with its sign."""

    def moment(self, recorded_at: str) -> str:
        """Return a stored time (ISO 8601, UTC) as day, hour and minute in UTC."""


class PlainEnglish:
    """English as the texts are written in the program; numbers and times in the form of files."""

    language = "en"

    def translate(self, text: str) -> str:
        """Return the text as it is."""
        return str(text)

    def number(self, value: float) -> str:
        """Return a number with a decimal point and commas between thousands."""
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with a decimal point, as ``0.50``."""
        return f"{value:.{decimals}f}"

    def percent(self, share: float) -> str:
        """Return a share as ``34 %``."""
        return f"{100.0 * share:.0f} %"

    def moment(self, recorded_at: str) -> str:
        """Return a time as ``2026-11-21 14:02``."""
        return recorded_at[:16].replace("T", " ")
