"""Splash screen before slow imports, first-paint hook, error box without a console, and check for a display.

Qt aborts a process that cannot reach the display that the environment names.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QEventLoop, QLibraryInfo, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from kgdesk import __version__
from kgdesk.errors import KgdeskError
from kgdesk.faces import name_faces
from kgdesk.missing_libraries import check_plugins
from kgdesk.paths import resource_path
from kgdesk.text import phrase
from kgdesk.ui.widgets.basic import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

WIDTH, HEIGHT = 420, 150
#: Milliseconds after which an unpainted window is taken to be hidden.
_UNSEEN_MS = 1000
#: Milliseconds that the imports wait for the splash screen to be painted.
_PATIENCE_MS = 150
#: Property of a QApplication that has a name, but no icon and language yet.
BARE = "kgdesk.bare"
#: Platforms of Qt that need a display -> the variable that names it.
_NAMED_BY = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}


class Splash(QLabel):
    """Splash screen, hidden on click. QSplashScreen is not used: it blocks for a second."""

    #: The picture has been painted.
    painted = Signal()

    def __init__(self, picture: QPixmap) -> None:
        super().__init__(None, Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("splash")
        self.setPixmap(picture)
        self.adjustSize()
        if self.screen() is not None:
            self.move(self.screen().geometry().center() - self.rect().center())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit `painted`."""
        super().paintEvent(event)
        self.painted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hide the splash screen."""
        event.accept()
        self.hide()


class FirstPaint(QObject):
    """Call a function once, after the first paint of a widget.

    Parameters
    ----------
    widget
        The window; it owns this object.
    callback
        Called from the event loop, never during painting; after a second at the latest, because a window that opens
        off screen is never painted.
    """

    def __init__(self, widget: QWidget, callback: Callable[[], None]) -> None:
        super().__init__(widget)
        self._callback = callback
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._call)
        self._clock.start(_UNSEEN_MS)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Detect the first paint event."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._clock.start(0)
        return False

    def _call(self) -> None:
        self._callback()
        self.deleteLater()


def has_screen() -> bool:
    """Return whether Qt can open windows; without a display that answers it would abort the process."""
    return sys.platform in {"win32", "darwin"} or _display_answers()


def platform_plugins() -> list[Path]:
    """Return the files of Qt's platform plugins for the displays that answer here; empty where Qt needs no display."""
    if sys.platform in {"win32", "darwin"}:
        return []
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    answering = [
        kind for kind in _display_platforms() if _reachable(kind, os.environ.get(_NAMED_BY[kind], ""))
    ]
    return [file for kind in answering if (file := folder / f"libq{kind}.so").is_file()]


def bare_application(argv: Sequence[str] = ()) -> QApplication:
    """Return a new QApplication with its name set, which determines where QSettings are stored."""
    app = QApplication(["kgdesk", *argv])
    app.setApplicationName("kgdesk")
    app.setApplicationDisplayName("kgdesk")
    app.setDesktopFileName("kgdesk")
    app.setProperty(BARE, True)
    name_faces(app)
    return app


def stamp(what: str) -> None:
    """Append a time stamp to the file named by KGDESK_TIMELINE, if set: event, wall time, CPU time in seconds.

    Used to measure start times.
    """
    name = os.environ.get("KGDESK_TIMELINE")
    if name:
        with suppress(OSError), Path(name).open("a", encoding="utf-8") as file:
            file.write(f"{what} {time.time():.3f} {time.process_time():.3f}\n")


def show() -> Splash | None:
    """Show the splash screen; None without a display or what Qt needs to draw on it, or if an application exists."""
    if not has_screen() or QApplication.instance() is not None:
        return None
    try:
        check_plugins(platform_plugins())
    except KgdeskError:  # Qt would abort; the window is refused with the reason
        return None
    app = bare_application()
    ratio = app.primaryScreen().devicePixelRatio() if app.primaryScreen() is not None else 1.0
    splash, loop = Splash(_picture(ratio)), QEventLoop()
    # Queued: the picture may be painted before the loop runs, and QEventLoop.quit has no effect then.
    splash.painted.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
    QTimer.singleShot(_PATIENCE_MS, loop, loop.quit)
    splash.show()
    loop.exec()  # nothing else runs yet: painted before the slow imports
    stamp("splash")
    return splash


def finish() -> None:
    """Close the splash screen."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, Splash):
            widget.close()


def show_error(text: str) -> None:
    """Show an error in a message box: the program has no console."""
    if QApplication.instance() is None:
        bare_application()
    finish()
    box = QMessageBox(QMessageBox.Icon.Warning, "kgdesk", "")
    box.setTextFormat(Qt.TextFormat.PlainText)  # paths and names are in it
    box.setText(visible(text))
    box.exec()


def _picture(ratio: float) -> QPixmap:
    picture = QPixmap(round(WIDTH * ratio), round(HEIGHT * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor("#F7F8FA"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    try:
        drawn = QSvgRenderer(QByteArray(resource_path("icons", "app.svg").read_bytes()))
        drawn.render(painter, QRectF(32, 39, 72, 72))
    except KgdeskError:  # an incomplete installation is reported later
        pass
    font = QFont()
    font.setPixelSize(34)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor("#1B1F24"))
    painter.drawText(QRectF(128, 40, 270, 44), Qt.AlignmentFlag.AlignVCenter, "kgdesk")
    font.setPixelSize(15)
    font.setBold(False)
    painter.setFont(font)
    painter.setPen(QColor("#57606A"))
    painter.drawText(QRectF(128, 84, 270, 26), Qt.AlignmentFlag.AlignVCenter, __version__)
    painter.end()
    return picture


def _asked_kinds() -> list[str]:
    """Return the platforms that QT_QPA_PLATFORM names, without their arguments."""
    return [name.partition(":")[0] for name in os.environ.get("QT_QPA_PLATFORM", "").split(";") if name]


def _display_platforms() -> list[str]:
    """Return the platforms with a display that Qt will try, in this order."""
    return [kind for name in _asked_kinds() or _NAMED_BY for kind in _NAMED_BY if name.startswith(kind)]


def _display_answers() -> bool:
    """Return whether Qt will find the display, or needs none, on systems that name theirs in the environment."""
    wanted = _display_platforms()
    if len(wanted) < len(_asked_kinds()):
        return True  # offscreen and its like
    return any(_reachable(kind, os.environ.get(_NAMED_BY[kind], "")) for kind in wanted)


def no_screen() -> KgdeskError:
    """Return the error for a missing display: none is named, or the named one does not answer."""
    named = next(filter(None, map(os.environ.get, _NAMED_BY.values())), None)
    if named is None:
        return KgdeskError(
            "There is no screen here for a window. Work with the commands (kgdesk --help), or save a picture of the "
            "sample study: kgdesk demo --snapshot FILE.png."
        )
    return KgdeskError(
        phrase(
            "The screen {name} cannot be reached: it is not there, or it does not let this user in. Work with the "
            "commands (kgdesk --help), or save a picture of the sample study: kgdesk demo --snapshot FILE.png.",
            name=named,
        )
    )


@functools.cache
def _reachable(kind: str, name: str) -> bool:
    """Connect as Qt will, by the same library, which also checks the permission."""
    if not name:
        return False
    try:
        if kind == "xcb":
            xcb = ctypes.CDLL("libxcb.so.1")
            xcb.xcb_connect.restype = ctypes.c_void_p
            connection = ctypes.c_void_p(xcb.xcb_connect(name.encode(), None))
            found = not xcb.xcb_connection_has_error(connection)
            xcb.xcb_disconnect(connection)
            return found
        wayland = ctypes.CDLL("libwayland-client.so.0")
        wayland.wl_display_connect.restype = ctypes.c_void_p
        pointer = wayland.wl_display_connect(name.encode())
        if pointer:
            wayland.wl_display_disconnect(ctypes.c_void_p(pointer))
        return bool(pointer)
    except (OSError, AttributeError):
        return True  # the library is not found by this name, but Qt may still find it
