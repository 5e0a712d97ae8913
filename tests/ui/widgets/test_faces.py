from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from kgdesk.faces import WINDOWS, name_faces

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
