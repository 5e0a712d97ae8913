"""Every test of the window runs without a screen, in English, in both looks where it asks for them."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_STYLE_OVERRIDE", None)

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, QSettings

from kgdesk.ui.look.theme import apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

    from kgdesk.ui.look.colours import Look


def pytest_configure(config: pytest.Config) -> None:
    # The offscreen platform says so of least sizes, popups and tool tips, whatever the program does.
    config.addinivalue_line("qt_log_ignore", "^This plugin does not support ")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what a test remembers apart from this user's settings and from other tests'."""
    folder = str(tmp_path_factory.mktemp("settings"))
    monkeypatch.setenv("KGDESK_DATA", folder)
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, folder)


@pytest.fixture
def german() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Look:
    """Dress the application in each look."""
    return apply(qapp, request.param)


@pytest.fixture
def light(qapp: QApplication) -> Look:
    return apply(qapp, "light")


@pytest.fixture
def dark(qapp: QApplication) -> Look:
    return apply(qapp, "dark")
