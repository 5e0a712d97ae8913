"""A focus ring that a person can see: two pixels in the accent colour around whatever has the keyboard."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget

from kgdesk.ui.look.colours import look_on

_WIDE = 2


class Ring(QFocusFrame):
    """The frame itself; it lies outside the widget, in the two pixels that Fusion leaves for it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fill the frame; Qt has masked out all but the margin."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(look_on(self.palette().window().color().name()).accent))
        painter.end()


class FocusRing(QObject):
    """Moves one ring to the widget that has the keyboard, in every window of the application."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: Ring | None = None
        app.focusChanged.connect(self._move)

    def _move(self, _old: QWidget | None, now: QWidget | None) -> None:
        ring = self._ring
        if ring is not None and not shiboken6.isValid(ring):
            ring = self._ring = None  # it went with the window that it was in
        if now is None or now.isWindow():
            if ring is not None:
                ring.setWidget(None)  # type: ignore[arg-type]  # Qt takes none; the stub does not say so
            return
        if ring is None:
            ring = self._ring = Ring()
        ring.setWidget(_with_room(now))


def _with_room(widget: QWidget) -> QWidget:
    """Return the widget, or the first part around it that has room for the ring: a parent cuts off what stands over."""
    host, around = widget, widget.parentWidget()
    while around is not None and not around.isWindow() and widget.isVisible():
        if around.rect().contains(host.geometry().adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE)):
            break
        host, around = around, around.parentWidget()
    return host
