"""Report the positions of the widgets of a running window, for tests that control it from another process.

Python imports this module by itself in a process whose PYTHONPATH contains this folder. It changes nothing.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

EVERY_MS = 60


def look(app):  # noqa: ANN001, ANN201 - Qt comes with the program, and with most processes not at all
    """Return what is visible: positions by name, the focused window and widget, and the widget under the pointer."""
    from PySide6.QtGui import QCursor
    from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QMenuBar, QTabBar

    places = {}

    def put(name, part, rect):  # noqa: ANN001, ANN202
        corner = part.mapToGlobal(rect.center())
        places[name] = [corner.x(), corner.y()]

    top = app.activeModalWidget()
    for part in app.allWidgets():
        if not part.isVisible() or not part.isEnabled():
            continue
        if top is not None and part.window() is not top and not isinstance(part, QMenu):
            continue  # behind a dialog
        name = part.objectName()
        if name and not part.visibleRegion().isEmpty():
            put(name, part, part.visibleRegion().boundingRect())
        if isinstance(part, QTabBar) and part.parent() is not None:
            for at in range(part.count()):
                put(f"{part.parent().objectName()}/{at}", part, part.tabRect(at))
        if isinstance(part, (QMenu, QMenuBar)):
            for action in part.actions():
                put(action.objectName() or action.text().replace("&", ""), part, part.actionGeometry(action))
        if isinstance(part, QAbstractItemView) and name and part.model() is not None:
            for row in range(min(part.model().rowCount(), 30)):
                column = part.columnAt(8) if hasattr(part, "columnAt") else 0  # lists have one column
                rect = part.visualRect(part.model().index(row, column))
                if rect.isValid():
                    put(f"{name}/{row}", part.viewport(), rect)
    pointer = QCursor.pos()
    over, chain = app.widgetAt(pointer), []
    while over is not None:
        chain.append(over.objectName() or type(over).__name__)
        over = over.parentWidget()
    window, focus = app.activeWindow(), app.focusWidget()
    return {
        "places": places,
        "pointer": [pointer.x(), pointer.y()],
        "over": chain,
        "window": window.windowTitle() if window is not None else "",
        "focus": focus.objectName() if focus is not None else "",
        "written": focus.text() if isinstance(focus, QLineEdit) else "",
        "popup": app.activePopupWidget() is not None,
    }


def report(dest: Path) -> None:
    """Wait for an application, and report its state repeatedly, in its own thread."""
    pause = threading.Event()
    while True:
        # Not before the program has imported its classes of Qt: PySide makes each on first use, and two threads that do
        # so at the same time wait for each other for ever.
        if hasattr(sys.modules.get("kgdesk.ui.window.main_window"), "MainWindow"):
            app = sys.modules["PySide6.QtWidgets"].QApplication.instance()
            if app is not None:
                break
        pause.wait(0.05)
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

    class Teller(QObject):
        before = ""

        def event(self, event):  # noqa: ANN001, ANN202
            if event.type() == QEvent.Type.User:
                self.timer = QTimer(self)
                self.timer.timeout.connect(self.tell)
                self.timer.start(EVERY_MS)
                return True
            return super().event(event)

        def tell(self) -> None:
            seen = json.dumps(look(app))
            if seen != self.before:
                self.before = seen
                part = dest.with_suffix(".part")
                part.write_text(seen, "utf-8")
                part.replace(dest)

    teller = Teller()
    teller.moveToThread(app.thread())
    app._teller = teller  # keeps it alive as long as the application
    QCoreApplication.postEvent(teller, QEvent(QEvent.Type.User))


if os.environ.get("KGDESK_SPY"):
    threading.Thread(target=report, args=(Path(os.environ["KGDESK_SPY"]),), daemon=True).start()
