"""Picture of a main window, drawn offscreen."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from kgdesk.errors import KgdeskError
from kgdesk.faces import draw_without_screen
from kgdesk.missing_libraries import check_fonts
from kgdesk.text import phrase
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from types import TracebackType

    from kgdesk.actions import Session
    from kgdesk.ui.widgets.theme import Scheme
from kgdesk.ui.home.main import application

#: The first picture of all waits for kernels that are compiled, which takes minutes on a busy computer.
_PATIENCE_MS = 600_000

_LOOK_EVERY_MS = 20


def snapshot(
    dest: str | Path, session: Session, size: tuple[int, int] = (1366, 768), scheme: Scheme = "light"
) -> None:
    """Save a PNG picture of a study's main window, drawn offscreen.

    The user's preferences, among them size of the window and recent studies, are neither used nor changed.

    Parameters
    ----------
    dest
        Path of the PNG file; an existing one is overwritten.
    session
        An open session; it is closed.
    size
        Width and height in pixels.
    scheme
        ``"light"`` or ``"dark"``.

    Raises
    ------
    KgdeskError
        Nothing was ready within ten minutes, a part cannot be drawn, there is no font, an advice was refused, or the
        file cannot be written.
    """
    if QApplication.instance() is None:
        draw_without_screen()
    app = application()
    check_fonts()
    theme = app.findChild(Theme) or Theme(app)
    theme.apply(scheme)
    with tempfile.TemporaryDirectory(prefix="kgdesk-", ignore_cleanup_errors=True) as folder:
        preferences = QSettings(str(Path(folder) / "preferences.ini"), QSettings.Format.IniFormat)
        compute_queue = ComputeQueue(app)
        window = MainWindow(
            StudyController(session, compute_queue), theme, preferences=Preferences(preferences)
        )
        try:
            saved = _save_picture(window, compute_queue, dest, size)
        finally:
            window.close()
            compute_queue.stop()
            window.deleteLater()
            compute_queue.deleteLater()
            preferences.sync()  # a later write would create the folder again
    if not saved:
        raise KgdeskError(f"The picture “{dest}” could not be saved: check the folder.")


def _save_picture(
    window: MainWindow, compute_queue: ComputeQueue, dest: str | Path, size: tuple[int, int]
) -> bool:
    """Draw a window with its suggestion and plots into a PNG file; return whether it could be written."""
    refused: list[KgdeskError] = []
    window.controller.refused.connect(refused.append)
    window.resize(*size)
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    window.controller.advice.ask()
    _wait_until_painted(window, compute_queue, refused)
    window.grab()  # axes measure their labels when painted; the layout changes afterwards
    QApplication.processEvents()
    return window.grab().save(str(dest), "PNG")


def _wait_until_painted(window: MainWindow, compute_queue: ComputeQueue, refused: list[KgdeskError]) -> None:
    loop = QEventLoop()
    watch, patience = QTimer(interval=_LOOK_EVERY_MS), QTimer(interval=_PATIENCE_MS, singleShot=True)

    def look() -> None:
        painted = window.overview.painted()
        if refused or (
            window.controller.advice.current is not None
            and not compute_queue.pending("trajectory")
            and painted
        ):
            loop.quit()

    faults: list[BaseException] = []

    def failed(_kind: type[BaseException], fault: BaseException, _where: TracebackType | None) -> None:
        faults.append(fault)
        loop.quit()

    watch.timeout.connect(look)
    patience.timeout.connect(lambda: loop.exit(1))
    watch.start()
    patience.start()
    # Qt only prints an exception raised in its event loop, and would retry the drawing without end.
    before, sys.excepthook = sys.excepthook, failed
    try:
        code = loop.exec()
    finally:
        sys.excepthook = before
        watch.stop()
        patience.stop()
    if refused:
        raise refused[0]
    if faults:
        raise KgdeskError(
            phrase(
                "The window cannot be drawn ({fault}). Install kgdesk again; your studies stay.",
                fault=" ".join(str(faults[0]).split()) or type(faults[0]).__name__,
            )
        ) from faults[0]
    if code:
        raise KgdeskError(
            "The picture was not ready after ten minutes: try a smaller study, or again when the computer is less busy."
        )
