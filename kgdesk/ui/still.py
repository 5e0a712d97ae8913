"""A picture of the window on a study, without a screen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from kgdesk.errors import KgdeskError
from kgdesk.ui.app import application
from kgdesk.ui.desk import Desk
from kgdesk.ui.lane import Lane
from kgdesk.ui.look.theme import Theme
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions import Session
    from kgdesk.ui.look.theme import Scheme

_PATIENCE_MS = 120_000
_LOOK_EVERY_MS = 20


def snapshot(
    dest: str | Path, session: Session, size: tuple[int, int] = (1366, 768), scheme: Scheme = "light"
) -> None:
    """Save a picture of the window on a study, without a screen.

    Parameters
    ----------
    dest
        A PNG file; it is overwritten.
    session
        Open; it is closed.
    size
        Width and height in pixels.
    scheme
        ``"light"`` or ``"dark"``.

    Raises
    ------
    KgdeskError
        The picture cannot be made or saved.
    """
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    theme = app.findChild(Theme) or Theme(app)
    theme.apply(scheme)
    lane = Lane(app)
    window = MainWindow(Desk(session, lane), theme)
    refused: list[KgdeskError] = []
    window.desk.refused.connect(refused.append)
    window.resize(*size)
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    window.desk.ask()
    try:
        _wait_until_painted(window, lane, refused)
        saved = window.grab().save(str(dest), "PNG")
    finally:
        window.close()
        lane.stop()
        window.deleteLater()
        lane.deleteLater()
    if not saved:
        raise KgdeskError(f"The picture “{dest}” could not be saved: check the folder.")


def _wait_until_painted(window: MainWindow, lane: Lane, refused: list[KgdeskError]) -> None:
    loop = QEventLoop()
    watch, patience = QTimer(interval=_LOOK_EVERY_MS), QTimer(interval=_PATIENCE_MS, singleShot=True)

    def look() -> None:
        overview = window.overview
        shown = overview is None or overview.painted()
        if refused or (window.desk.advice is not None and not lane.pending("trajectory") and shown):
            loop.quit()

    watch.timeout.connect(look)
    patience.timeout.connect(lambda: loop.exit(1))
    watch.start()
    patience.start()
    code = loop.exec()
    watch.stop()
    patience.stop()
    if refused:
        raise refused[0]
    if code:
        raise KgdeskError("The picture was not ready after two minutes: try a smaller study.")
