"""Simulated keyboard and mouse input, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from pathlib import Path


class Hands:
    """Press keys at the focused widget and click visible widgets; count both.

    Parameters
    ----------
    window
        Window that receives shortcuts while no widget has the focus.
    """

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.keys = 0
        self.clicks = 0
        self.drags = 0

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press one key, with modifiers."""
        self.keys += 1
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    def type(self, text: str) -> None:
        """Type a text; its characters are not counted."""
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClicks(target, text)

    def click(self, widget: QWidget | None, place: QPoint | None = None) -> None:
        """Click on a visible, enabled widget, in its middle or at a place of it."""
        assert widget is not None
        assert widget.isVisible()
        assert widget.isEnabled()
        self.clicks += 1
        where = widget.rect().center() if place is None else place
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=where)

    def drop(self, path: Path, target: QWidget, *, taken_back: bool = False) -> bool:
        """Drop a file onto a window, or what is left once its source has taken it back; return whether it is taken."""
        self.drags += 1
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        middle = target.rect().center()
        enter = QDragEnterEvent(middle, action, data, button, none)
        QApplication.sendEvent(target, enter)
        assert enter.isAccepted()
        if taken_back:
            data.clear()
        dropped = QDropEvent(QPointF(middle), action, data, button, none)
        dropped.ignore()
        QApplication.sendEvent(target, dropped)
        return dropped.isAccepted()
