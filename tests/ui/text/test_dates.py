"""Dates follow the locale, with four-digit years where they are stored; all formatting is in one module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDate, QDateTime, QLocale, Qt

from kgdesk.ui.text.locale_format import (
    brief_time,
    clock_time,
    day_pattern,
    day_words,
    local_day,
    local_time,
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
def test_the_year_of_a_date_that_is_typed_is_written_in_full(locale: str, pattern: str) -> None:
    assert day_pattern(QLocale(locale)) == pattern


def test_a_moment_is_written_as_the_locale_does(german: QLocale) -> None:
    local = QDateTime.fromString(LONG_AGO, Qt.DateFormat.ISODate).toLocalTime()
    day = f"{local.date().day()}. März 2024"
    assert utc_time(LONG_AGO, german) == "9. März 2024 12:05"
    assert local_day(LONG_AGO) == time_or_day(LONG_AGO) == day
    assert local_time(LONG_AGO) == f"{day} {local.toString('HH:mm:ss')}"
    assert clock_time(LONG_AGO) == brief_time(LONG_AGO, "") == f"{day} {local.toString('HH:mm')}"


@pytest.mark.parametrize(
    ("locale", "whole", "without_year"),
    [
        ("de_DE", "8. Okt. 2026", "8. Okt."),
        ("en_GB", "8 Oct 2026", "8 Oct"),
        ("en_US", "Oct 8, 2026", "Oct 8"),
        ("fr_FR", "8 oct. 2026", "8 oct."),
        ("es_ES", "8 de oct de 2026", "8 de oct"),
        ("sv_SE", "8 okt. 2026", "8 okt."),
        ("ja_JP", "2026年10月8日", "2026年10月8日"),
    ],
)
def test_all_dates_have_the_name_of_their_month_in_the_order_of_the_locale(
    locale: str, whole: str, without_year: str
) -> None:
    day = QDate(2026, 10, 8)
    assert day_words(day, QLocale(locale)) == whole
    assert day_words(day, QLocale(locale), year=False) == without_year


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
    assert clock_time("") == time_or_day("") == ""


def test_no_other_file_of_the_window_reads_or_writes_a_stored_time() -> None:
    words = ("QDateTime.fromString", "dateFormat(", "ShortFormat")
    users = {
        path.relative_to(UI).as_posix()
        for path in UI.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in words)
    }
    assert users == {"text/locale_format.py"}
