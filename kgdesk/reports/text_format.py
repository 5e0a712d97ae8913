"""Words, numbers and times of a report in one language."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class TextFormat(Protocol):
    """Translation and number format of one language."""

    @property
    def language(self) -> str:
        """Language code such as ``de``."""

    def translate(self, text: str) -> str:
        """Translate a phrase or a sentence of the model; unknown text stays English."""

    def number(self, value: float) -> str:
        """Format a number; whole numbers without decimals."""

    def fixed(self, value: float, decimals: int) -> str:
        """Format a number with a fixed number of decimals."""

    def percent(self, share: float) -> str:
        """Format a share in 0..1 as whole per cent, with the sign."""

    def set_point(self, value: float) -> str:
        """Format a value that a person sets on a device: at most six digits, no thousands separators."""

    def moment(self, recorded_at: str) -> str:
        """Format a stored time (ISO 8601, UTC) as date, hour and minute in UTC."""

    def local_time(self, recorded_at: str) -> str:
        """Format a stored time as date and time of day, to the second, in the time zone of this computer."""


class EnglishFormat:
    """English, with numbers and times as in files."""

    language = "en"

    def translate(self, text: str) -> str:
        """Return the text unchanged."""
        return str(text)

    def number(self, value: float) -> str:
        """Format a number with decimal point and thousands commas."""
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"

    def fixed(self, value: float, decimals: int) -> str:
        """Format a number with a decimal point, for example ``0.50``."""
        return f"{value:.{decimals}f}"

    def percent(self, share: float) -> str:
        """Format a share as ``34 %``."""
        return f"{100.0 * share:.0f} %"

    def set_point(self, value: float) -> str:
        """Format a value with a decimal point, for example ``1250.5``."""
        return f"{value:g}"

    def moment(self, recorded_at: str) -> str:
        """Format a time as ``2026-11-21 14:02``."""
        return recorded_at[:16].replace("T", " ")

    def local_time(self, recorded_at: str) -> str:
        """Format a time as ``2026-11-21 14:02:31``."""
        return f"{datetime.fromisoformat(recorded_at).astimezone():%Y-%m-%d %H:%M:%S}"
