"""The language of the window for what is written below it: reports."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt

from kgdesk.ui.languages import LANGUAGES, code
from kgdesk.ui.sayings import said


class WindowSpeech:
    """What the program speaks now, with numbers and dates as its locale writes them."""

    def __init__(self) -> None:
        self._locale = QLocale()

    @property
    def language(self) -> str:
        """Code of the language, as ``de``."""
        spoken = code(self._locale)
        return spoken if spoken in LANGUAGES else "en"

    def said(self, text: str) -> str:
        """Return a phrase, or a sentence of the calculation, in the language."""
        return said(text)

    def number(self, value: float) -> str:
        """Return a number as the locale writes it; a whole one has no decimals."""
        if isinstance(value, int):
            return self._locale.toString(value)
        return self._locale.toString(value, "g", 6)

    def percent(self, share: float) -> str:
        """Return a share as ``34 %``."""
        return f"{self._locale.toString(round(100.0 * share))} %"

    def moment(self, recorded_at: str) -> str:
        """Return a stored time with the year in full, in UTC."""
        moment = QDateTime.fromString(recorded_at, Qt.DateFormat.ISODateWithMs)
        if not moment.isValid():
            return recorded_at
        short = self._locale.dateFormat(QLocale.FormatType.ShortFormat)
        day = moment.toUTC().date()
        shown = self._locale.toString(day, short if "yyyy" in short else short.replace("yy", "yyyy"))
        return f"{shown} {moment.toUTC().time().toString('HH:mm')}"
