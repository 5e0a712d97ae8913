"""Preferences: what is stored, and validation of stored values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, QSettings, QStandardPaths
from PySide6.QtWidgets import QWidget

from kgdesk.actions import MOST_RECENT
from kgdesk.ui.session.preferences import Preferences, clamped

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_the_newest_hundred_studies_are_kept_once_each() -> None:
    kept = Preferences()
    for number in range(120):
        kept.add_recent(f"/data/s{number}.kgstudy", f"S{number}", number, 40)
    kept.add_recent("/data/s115.kgstudy", "S115", 16, 40)
    paths = [recent.path for recent in kept.recent()]
    assert len(paths) == MOST_RECENT
    assert paths[:2] == ["/data/s115.kgstudy", "/data/s119.kgstudy"]
    assert len(set(paths)) == len(paths)
    assert kept.recent()[0].done == 16


def test_missing_studies_stay_in_the_list(tmp_path: Path) -> None:
    kept = Preferences()
    kept.add_recent(tmp_path / "gone.kgstudy", "Gone", 1, 2)
    assert kept.recent()[0].missing


def test_what_is_set_is_there_in_the_next_start() -> None:
    kept = Preferences()
    kept.operator, kept.scheme, kept.text_scale, kept.workspace = " MK ", "dark", 1.5, Path("/data/lab")
    kept.keep_export_choice("/a.kgstudy", "xlsx", "/out")
    again = Preferences()
    assert (again.operator, again.scheme, again.text_scale) == ("MK", "dark", 1.5)
    assert again.workspace == Path("/data/lab")
    assert again.export_choice("/a.kgstudy")["kind"] == "xlsx"
    assert again.export_choice("/b.kgstudy") == {}


@pytest.mark.parametrize(("documents", "home"), [("Documents", False), ("OneDrive - Lab/Documents", True)])
def test_studies_live_in_the_documents_unless_these_are_copied_elsewhere(
    documents: str, home: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path / documents))
    assert Preferences().workspace == (tmp_path if home else tmp_path / documents) / "kgdesk"


def test_settings_that_something_else_wrote_do_no_harm() -> None:
    store = QSettings("kgdesk", "kgdesk")
    for key, value in (
        ("exports", "{{{"),
        ("scheme", "pink"),
        ("text_scale", "huge"),
        ("window/home", "not a geometry"),
    ):
        store.setValue(key, value)
    kept = Preferences()
    assert kept.export_choice("/a") == {}
    assert kept.scheme == "system"
    assert kept.text_scale == 1.0


def test_a_text_scale_beyond_the_range_is_held_to_it() -> None:
    kept = Preferences()
    kept.text_scale = 9.0
    assert kept.text_scale == 2.0


def test_a_window_that_was_on_a_screen_that_is_gone_comes_back_into_view() -> None:
    screens = [QRect(0, 0, 1366, 768)]
    assert clamped(QRect(3000, 200, 800, 600), screens) == QRect(566, 168, 800, 600)
    assert clamped(QRect(-50, -50, 2000, 2000), screens) == screens[0]
    assert clamped(QRect(10, 10, 800, 600), screens) == QRect(10, 10, 800, 600)


def test_the_place_of_a_window_is_restored(qtbot: QtBot) -> None:
    one, other = QWidget(), QWidget()
    qtbot.addWidget(one)
    qtbot.addWidget(other)
    one.setGeometry(20, 30, 500, 400)
    kept = Preferences()
    assert not kept.restore_geometry(other, "test")
    kept.keep_geometry(one, "test")
    assert kept.restore_geometry(other, "test")
    assert other.size() == one.size()
