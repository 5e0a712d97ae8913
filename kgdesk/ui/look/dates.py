"""How moments are written for people, by the locale. Stored ones are ISO 8601 in UTC: ``2026-11-21T14:02:00Z``."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt

_SHORT = QLocale.FormatType.ShortFormat


def _parsed(stamp: str) -> QDateTime:
    return QDateTime.fromString(stamp, Qt.DateFormat.ISODateWithMs)


def day_pattern(locale: QLocale) -> str:
    """Return the pattern of a locale's short date with the year in full, as ``dd.MM.yyyy``."""
    pattern = locale.dateFormat(_SHORT)
    return pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")


def local_day(stamp: str) -> str:
    """Return the day of a stored time in this computer's zone, its year in full; what is no time comes back."""
    moment = _parsed(stamp)
    if not moment.isValid():
        return stamp
    return QLocale().toString(moment.toLocalTime().date(), day_pattern(QLocale()))


def local_time(stamp: str) -> str:
    """Return a stored time in this computer's zone, to the second; what is no time comes back."""
    moment = _parsed(stamp)
    if not moment.isValid():
        return stamp
    return f"{local_day(stamp)} {moment.toLocalTime().time().toString('HH:mm:ss')}"


def clock_time(stamp: str) -> str:
    """Return a stored time of today as hours and minutes, of another day with its date; what is no time comes back."""
    moment = _parsed(stamp)
    if not moment.isValid():
        return stamp
    local = moment.toLocalTime()
    time = local.time().toString("HH:mm")
    today = local.date() == QDateTime.currentDateTime().date()
    return time if today else f"{QLocale().toString(local.date(), _SHORT)} {time}"


def utc_time(stamp: str, locale: QLocale) -> str:
    """Return a stored time in UTC, to the minute, as a locale writes the day; what is no time comes back."""
    moment = _parsed(stamp).toUTC()
    if not moment.isValid():
        return stamp
    return f"{locale.toString(moment.date(), day_pattern(locale))} {moment.time().toString('HH:mm')}"


def short_time(stamp: str) -> str:
    """Return a stored time in the locale's short form of date and time; empty for what is no time."""
    moment = _parsed(stamp)
    return QLocale().toString(moment.toLocalTime(), _SHORT) if moment.isValid() else ""


def time_or_day(stamp: str) -> str:
    """Return the time of a moment of today, the date of any other one, in short; empty for what is no time."""
    moment = _parsed(stamp).toLocalTime()
    if not moment.isValid():
        return ""
    today = moment.date() == QDateTime.currentDateTime().date()
    locale = QLocale()
    return locale.toString(moment.time(), _SHORT) if today else locale.toString(moment.date(), _SHORT)
