from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from kgdesk.faces import WINDOWS, WINDOWS_FIXED, draw_without_screen, fixed_faces, name_faces

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def test_windows_gets_its_own_face_or_one_without_serifs_and_other_systems_keep_theirs(
    qapp: QApplication,
) -> None:
    before = QFont(qapp.font())
    try:
        name_faces(qapp, "linux")
        assert qapp.font() == before
        name_faces(qapp, "win32")
        assert qapp.font().families() == [*WINDOWS, *before.families()]
        assert qapp.font().pointSizeF() == before.pointSizeF()
        assert QFontInfo(qapp.font()).family() in QFontDatabase.families()
        # Without Segoe UI the next of the list that is there is taken, not any face.
        there = [face for face in WINDOWS if face in QFontDatabase.families()]
        assert not there or QFontInfo(qapp.font()).family() == there[0]
    finally:
        qapp.setFont(before)


@pytest.mark.parametrize(("system", "kind"), [("linux", "offscreen"), ("win32", None), ("darwin", None)])
def test_only_on_linux_files_are_drawn_without_a_screen_since_windows_then_has_no_font(
    monkeypatch: pytest.MonkeyPatch, system: str, kind: str | None
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "minimal")
    monkeypatch.delenv("QT_QPA_PLATFORM")
    draw_without_screen(system)
    assert os.environ.get("QT_QPA_PLATFORM") == kind


def test_windows_gets_a_face_of_fixed_width_that_is_there(qapp: QApplication) -> None:
    assert qapp
    there = [face for face in WINDOWS_FIXED if face in QFontDatabase.families()]
    if not there:
        pytest.skip("none of the faces of fixed width is installed")
    font = QFont()
    font.setFamilies(fixed_faces(["Courier nowhere"], "win32"))
    assert QFontInfo(font).family() == there[0]
    assert QFontInfo(font).fixedPitch()
    assert fixed_faces(["Monospace"], "linux") == ["Monospace"]
