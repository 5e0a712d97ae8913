"""The language of the window for what is written below it: reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from kgdesk.ui.languages import LANGUAGES, code, speak
from kgdesk.ui.look.dates import utc_time
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from kgdesk.ui.languages import Language


def speech_without_screen(language: Language) -> WindowSpeech:
    """Return a language for text alone, also where Qt finds neither screen nor font."""
    running = QCoreApplication.instance()
    application = running or QCoreApplication(["kgdesk"])
    speak(application, language)
    return WindowSpeech(application)


class WindowSpeech:
    """What the program speaks now, with numbers and dates as its locale writes them.

    Parameters
    ----------
    application
        Is kept with the words, where nobody else holds it.
    """

    def __init__(self, application: QCoreApplication | None = None) -> None:
        self._application, self._locale = application, QLocale()

    @property
    def language(self) -> str:
        """Code of the language, as ``de``."""
        spoken = code(self._locale)
        return spoken if spoken in LANGUAGES else "en"

    def translate(self, text: str) -> str:
        """Return a phrase, or a sentence of the calculation, in the language."""
        return translate(text)

    def number(self, value: float) -> str:
        """Return a number as the locale writes it; a whole one has no decimals."""
        if isinstance(value, int):
            return self._locale.toString(value)
        return self._locale.toString(float(value), "g", 6)

    def fixed(self, value: float, decimals: int) -> str:
        """Return a number with so many decimals, as ``0,50``."""
        return self._locale.toString(float(value), "f", decimals)

    def percent(self, share: float) -> str:
        """Return a share as ``34 %``."""
        return f"{self._locale.toString(round(100.0 * share))} %"

    def moment(self, recorded_at: str) -> str:
        """Return a stored time with the year in full, in UTC."""
        return utc_time(recorded_at, self._locale)
