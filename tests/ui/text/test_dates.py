"""Dates follow the locale, with four-digit years where they are stored; all formatting is in one module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt

from kgdesk.ui.text.locale_format import (
    clock_time,
    day_pattern,
    local_day,
    local_time,
    short_time,
    time_or_day,
    utc_time,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UI = Path(__file__).parents[3] / "kgdesk" / "ui"
LONG_AGO = "2024-03-09T12:05:07Z"


@pytest.fixture
def german() -> Iterator[QLocale]:
    before, locale = QLocale(), QLocale("de_DE")
    QLocale.setDefault(locale)
    yield locale
    QLocale.setDefault(before)


@pytest.mark.parametrize(("locale", "pattern"), [("de_DE", "dd.MM.yyyy"), ("en_GB", "dd/MM/yyyy")])
def test_the_year_of_a_date_is_written_in_full(locale: str, pattern: str) -> None:
    assert day_pattern(QLocale(locale)) == pattern


def test_a_moment_is_written_as_the_locale_does(german: QLocale) -> None:
    local = QDateTime.fromString(LONG_AGO, Qt.DateFormat.ISODate).toLocalTime()
    assert utc_time(LONG_AGO, german) == "09.03.2024 12:05"
    assert local_day(LONG_AGO) == local.toString("dd.MM.yyyy")
    assert local_time(LONG_AGO) == local.toString("dd.MM.yyyy HH:mm:ss")
    assert clock_time(LONG_AGO) == local.toString("dd.MM.yy HH:mm")
    assert short_time(LONG_AGO) == local.toString("dd.MM.yy HH:mm")
    assert time_or_day(LONG_AGO) == local.toString("dd.MM.yy")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("write", [clock_time, time_or_day])
def test_a_moment_of_today_is_written_without_its_date(write: Callable[[str], str]) -> None:
    before = QDateTime.currentDateTime()
    written = write(before.toUTC().toString(Qt.DateFormat.ISODate))
    if QDateTime.currentDateTime().date() == before.date():  # not over midnight
        assert written == before.toString("HH:mm")


def test_what_is_no_time_is_not_made_one() -> None:
    for write in (local_day, local_time, clock_time):
        assert write("soon") == "soon"
    assert utc_time("soon", QLocale()) == "soon"
    assert short_time("soon") == time_or_day("") == ""


def test_no_other_file_of_the_window_reads_or_writes_a_stored_time() -> None:
    words = ("QDateTime.fromString", "dateFormat(", "ShortFormat")
    users = {
        path.relative_to(UI).as_posix()
        for path in UI.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in words)
    }
    assert users == {"text/locale_format.py"}
