"""Format numbers, dates and outcomes for the QLocale in use."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, Qt

from kgdesk.model.study.records import REDONE, TAKEN_BACK, Limit
from kgdesk.model.study.set_values import set_values_text
from kgdesk.plain_text import escaped, shorten
from kgdesk.text import LEAST_POINTS, digits_beside

if TYPE_CHECKING:
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Run


NARROW = "\u00a0"

MINUS = "\u2212"

DASH = "\u2013"

_CLOSE = 0.005

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 3) -> str:
    """Format a number with `digits` significant digits, without trailing zeros: ``12.5``, German ``12,5``.

    NaN gives a dash.
    """
    if not math.isfinite(value):
        return DASH if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded == 0.0:
        return QLocale().toString(0)
    size = math.floor(math.log10(abs(rounded)))
    if not -4 <= size < 7:
        power = str(size).translate(_RAISED)
        return f"{number(rounded / 10.0**size, digits)}·10{power}"
    return fixed(rounded, _places(rounded, digits - 1 - size))


def measured_value(value: Measured, digits: int = 6) -> str:
    """Format a measured value, or a limit of it such as ``<5``."""
    if isinstance(value, Limit):
        return f"{value.sign}{number(value.bound, digits)}"
    return number(value, digits)


def fixed(value: float, places: int) -> str:
    """Format a number with `places` decimals; the minus sign is U+2212."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    # PySide's toString takes decimals for floats only, and aborts the process on an int.
    text = locale.toString(float(abs(value)), "f", max(places, 0))
    is_zero = round(abs(value), max(places, 0)) == 0
    return f"{MINUS}{text}" if value < 0 and not is_zero else text


def figures(value: float, digits: int = 2) -> str:
    """Format a number with `digits` significant digits, trailing zeros kept: ``0.30``, ``0.0093``, ``12``."""
    if not math.isfinite(value) or value == 0.0:
        return number(value, digits)
    rounded = float(f"{value:.{digits - 1}e}")
    size = math.floor(math.log10(abs(rounded)))
    return fixed(rounded, digits - 1 - size) if -4 <= size < 7 else number(value, digits)


def signed(value: float, places: int = 2) -> str:
    """Format a number with its sign and `places` decimals: ``+0.52``, ``−1.30``."""
    if not math.isfinite(value):
        return number(value)
    text = fixed(value, places)
    return f"+{text}" if value > 0 and round(value, places) > 0 else text


def percent(share: float) -> str:
    """Format a fraction as whole percent: ``34 %``.

    Values near but not equal to 0 or 1 give ``< 1 %`` or ``> 99 %``: no prediction is certain.
    """
    if math.isnan(share):
        return DASH
    if 0.0 < share < _CLOSE:
        return f"<{NARROW}{_percent(1)}"
    if 1.0 - _CLOSE <= share < 1.0:
        return f">{NARROW}{_percent(99)}"
    return _percent(round(share * 100.0))


def percent_range(low: float, high: float, level: float | None = None) -> str:
    """Format a range of fractions: ``5–77 %``, and with the level that it holds ``90 % range 5–77 %``."""
    ends = f"{round(low * 100)}{DASH}{_percent(round(high * 100))}"
    if level is None:
        return ends
    words = QCoreApplication.translate("Wording", "{level} range {range}")
    return words.format(level=percent(level), range=ends)


def points(value: float, limit: float | None = None) -> str:
    """Format percentage points with two significant digits; negative values, which are below resolution, give ``0``.

    Beside a limit there are as many digits as show on which side of it the value is. Positive values below the
    resolution of the computation give ``< 0.0001``.
    """
    if 0.0 < value < LEAST_POINTS:
        return f"<{NARROW}{fixed(LEAST_POINTS, 4)}"
    return figures(max(value, 0.0), 2 if limit is None else digits_beside(value, limit))


def odds(effect: float) -> str:
    """Format an effect in log-odds as a factor on the odds: ``× 1.8``."""
    return f"×{NARROW}{figures(math.exp(min(effect, 700.0)), 2)}"


def _percent(whole: int) -> str:
    locale = QLocale()
    return f"{locale.toString(whole)}{NARROW}{locale.percent()}"


def _places(value: float, most: int) -> int:
    places = max(most, 0)
    while places > 0 and math.isclose(round(value, places - 1), value, rel_tol=1e-12):
        places -= 1
    return places


SUCCESS, FAILURE, UNDECIDED, VOID = "●", "✕", "?", "–"


#: Weekday, year and separators at their sides in a pattern of dates.
_WEEKDAY, _YEAR = re.compile(r"d{3,4}[.,]?\s*"), re.compile(r"(,|\s+'[^']*')?\s*y+\.?$")


def _parsed(stamp: str) -> QDateTime:
    return QDateTime.fromString(stamp, Qt.DateFormat.ISODateWithMs)


def day_words(day: QDate, locale: QLocale | None = None, *, year: bool = True) -> str:
    """Format a date with the name of its month: ``8 Oct 2026``, ``Oct 8, 2026``, ``8. Okt. 2026``.

    All dates of the window and of paper have this form, in the order of the locale, by default that of the system.
    """
    locale = locale or QLocale()
    pattern = _WEEKDAY.sub("", locale.dateFormat(QLocale.FormatType.LongFormat)).replace("MMMM", "MMM")
    return locale.toString(day, pattern if year else _YEAR.sub("", pattern)).strip()


def iso_day(text: str) -> str:
    """Format an ISO date, as a block or a group of runs has it; return a text that is not a date unchanged."""
    day = QDate.fromString(text, Qt.DateFormat.ISODate)
    return day_words(day) if day.isValid() else text


def day_pattern(locale: QLocale) -> str:
    """Return the pattern of dates that are typed: the locale's short one with a four-digit year, ``dd.MM.yyyy``."""
    pattern = locale.dateFormat(QLocale.FormatType.ShortFormat)
    return pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")


def local_day(stamp: str) -> str:
    """Format a stored time as local date with its year; return a text that is not a time unchanged."""
    moment = _parsed(stamp)
    return day_words(moment.toLocalTime().date()) if moment.isValid() else stamp


def local_time(stamp: str) -> str:
    """Format a stored time as local date and time to the second; return a text that is not a time unchanged."""
    moment = _parsed(stamp)
    if not moment.isValid():
        return stamp
    return f"{local_day(stamp)} {moment.toLocalTime().time().toString('HH:mm:ss')}"


def clock_time(stamp: str) -> str:
    """Format a stored time as HH:mm if today, else with its date; return a text that is not a time unchanged."""
    moment = _parsed(stamp).toLocalTime()
    if not moment.isValid():
        return stamp
    day = "" if moment.date() == _today() else f"{time_or_day(stamp)} "
    return f"{day}{moment.time().toString('HH:mm')}"


def utc_time(stamp: str, locale: QLocale) -> str:
    """Format a stored time in UTC, to the minute; return a text that is not a time unchanged."""
    moment = _parsed(stamp).toUTC()
    if not moment.isValid():
        return stamp
    return f"{day_words(moment.date(), locale)} {moment.time().toString('HH:mm')}"


def brief_time(stamp: str, beside: str) -> str:
    """Format a stored time as day, month and time, ``8 Oct 14:04``; with the year where it is not that of `beside`.

    Return a text that is not a time unchanged.
    """
    moment, other = _parsed(stamp).toLocalTime(), _parsed(beside).toLocalTime()
    if not moment.isValid():
        return stamp
    year = not other.isValid() or other.date().year() != moment.date().year()
    return f"{day_words(moment.date(), year=year)} {moment.time().toString('HH:mm')}"


def time_or_day(stamp: str) -> str:
    """Format a stored time as HH:mm if today, else as day and month, with the year where it is another one.

    Empty for a text that is not a time.
    """
    moment = _parsed(stamp).toLocalTime()
    if not moment.isValid():
        return ""
    day = moment.date()
    if day == _today():
        return moment.time().toString("HH:mm")
    return day_words(day, year=day.year() != _today().year())


def _today() -> QDate:
    return QDateTime.currentDateTime().date()


SIGNS = {"success": SUCCESS, "failure": FAILURE, "undecided": UNDECIDED, "void": VOID}


def outcome_name(outcome: str, settings: Settings) -> str:
    """Return the study's name for an outcome."""
    if outcome == "void":
        return QCoreApplication.translate("Wording", "Void")
    if outcome == "undecided":
        return QCoreApplication.translate("Wording", "Undecided")
    return escaped(settings.success_name if outcome == "success" else settings.failure_name)


def signed_outcome(outcome: str, settings: Settings) -> str:
    """Return an outcome as symbol and name: ``✕ Failure``."""
    return f"{SIGNS[outcome]} {outcome_name(outcome, settings)}"


def reason_words(reason: str) -> str:
    """Return a recorded reason: those of Undo and Redo in the words of the window, any other as it was typed."""
    if reason == TAKEN_BACK:
        return QCoreApplication.translate("Wording", "undone")
    if reason == REDONE:
        return QCoreApplication.translate("Wording", "restored")
    return reason


def outcome_with_value(outcome: str, measured: Measured | None, settings: Settings) -> str:
    """Return an outcome with its sign, and with the measured value behind it, if there is one."""
    said = signed_outcome(outcome, settings)
    if measured is None:
        return said
    return (
        f"{said} ({escaped(settings.measured)} {measured_value(measured)} {settings.measured_unit}".rstrip()
        + ")"
    )


def earlier_values(run: Run, settings: Settings) -> list[str]:
    """Return one sentence per correction of a run: old value, until when, by whom, why."""
    sentence = QCoreApplication.translate(
        "Wording", "Was {outcome} for {code} until {time}; changed by {operator}: “{reason}”."
    )
    return [
        sentence.format(
            outcome=outcome_with_value(was.old_outcome, was.old_measured, settings),
            code=", ".join(filter(None, (shorten(was.old_candidate), set_values_text(was.old_set_values)))),
            time=local_time(was.recorded_at),
            operator=was.operator,
            reason=reason_words(was.reason),
        )
        for was in run.corrections
    ]
