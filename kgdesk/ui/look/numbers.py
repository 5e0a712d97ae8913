"""How numbers and names are written for people: by the locale, with no more digits than they deserve."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale

from kgdesk.errors import LEAST_POINTS

NARROW = "\u00a0"
MINUS = "\u2212"
DASH = "\u2013"
_CLOSE = 0.005
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 3) -> str:
    """Return a number with `digits` significant digits and no needless zeros: ``12.5``, German ``12,5``.

    Not-a-number gives a dash.
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


def fixed(value: float, places: int) -> str:
    """Return a number with `places` digits after the decimal sign; minus is ``−``."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    # Qt takes a fixed number of places of a float only, and ends the program over an int in a handler of its own.
    text = locale.toString(float(abs(value)), "f", max(places, 0))
    is_zero = round(abs(value), max(places, 0)) == 0
    return f"{MINUS}{text}" if value < 0 and not is_zero else text


def figures(value: float, digits: int = 2) -> str:
    """Return a number with `digits` significant digits, zeros kept: ``0.30``, ``0.0093``, ``12``."""
    if not math.isfinite(value) or value == 0.0:
        return number(value, digits)
    rounded = float(f"{value:.{digits - 1}e}")
    size = math.floor(math.log10(abs(rounded)))
    return fixed(rounded, digits - 1 - size) if -4 <= size < 7 else number(value, digits)


def signed(value: float, places: int = 2) -> str:
    """Return a number with its sign and `places` decimals, as ``+0.52`` or ``−1.30``."""
    if not math.isfinite(value):
        return number(value)
    text = fixed(value, places)
    return f"+{text}" if value > 0 and round(value, places) > 0 else text


def percent(share: float) -> str:
    """Return a share of 1 as whole percent: ``34 %``.

    What is not quite 0 or 1 is written ``< 1 %`` or ``> 99 %``: nothing here is certain.
    """
    if math.isnan(share):
        return DASH
    if 0.0 < share < _CLOSE:
        return f"<{NARROW}{_percent(1)}"
    if 1.0 - _CLOSE <= share < 1.0:
        return f">{NARROW}{_percent(99)}"
    return _percent(round(share * 100.0))


def percent_range(low: float, high: float) -> str:
    """Return a range of shares as ``5–77 %``."""
    return f"{round(low * 100)}{DASH}{_percent(round(high * 100))}"


def points(value: float) -> str:
    """Return percentage points with two significant digits; below zero, which is below resolution, ``0``.

    Above zero and below the resolution of the calculation: ``< 0.0001``.
    """
    if 0.0 < value < LEAST_POINTS:
        return f"<{NARROW}{fixed(LEAST_POINTS, 4)}"
    return figures(max(value, 0.0), 2)


def odds(effect: float) -> str:
    """Return what an effect in log-odds multiplies the odds by: ``× 1.8``."""
    return f"×{NARROW}{figures(math.exp(min(effect, 700.0)), 2)}"


def shorten(name: str, limit: int = 24) -> str:
    """Return a name with its middle left out where it is longer than `limit` letters."""
    if len(name) <= limit:
        return name
    tail = (limit - 1) // 2
    return f"{name[: limit - 1 - tail]}…{name[-tail:]}"


def _percent(whole: int) -> str:
    locale = QLocale()
    return f"{locale.toString(whole)}{NARROW}{locale.percent()}"


def _places(value: float, most: int) -> int:
    places = max(most, 0)
    while places > 0 and math.isclose(round(value, places - 1), value, rel_tol=1e-12):
        places -= 1
    return places
