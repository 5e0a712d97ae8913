"""The outermost handler of the window, and the log: what nobody foresaw is written down and said."""

from __future__ import annotations

import logging
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from types import TracebackType

_LOG = logging.getLogger("kgdesk")
_LOG_BYTES, _OLD_LOGS = 1_000_000, 4


class Faults(QObject):
    """The outermost handler: what nobody foresaw is written down and said, and nothing dies silently.

    Parameters
    ----------
    app
        Its windows carry the message.
    log
        Gets the details.
    """

    def __init__(self, app: QApplication, log: Path) -> None:
        super().__init__(app)
        self._log = log
        self._box: QMessageBox | None = None
        self._before = sys.excepthook
        sys.excepthook = self.handle

    def handle(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        """Take an exception that reached the event loop."""
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, fault, trace)
            return
        details = "".join(traceback.format_exception(kind, fault, trace))
        _LOG.error("%s", details)
        if isinstance(fault, KgdeskError):
            self._say(str(fault), fault.details)
            return
        self._say(
            self.tr("kgdesk met a fault of its own. Your recorded runs are safe.")
            + "\n\n"
            + self.tr("Close the study and open it again. The details are kept in {log}.").format(
                log=self._log
            ),
            details,
        )

    def release(self) -> None:
        """Give the hook back."""
        sys.excepthook = self._before

    def _say(self, text: str, details: str) -> None:
        if self._box is not None:
            return  # one message at a time: a fault that repeats would bury the window
        box = self._box = QMessageBox(QApplication.activeWindow())
        box.setObjectName("fault")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("kgdesk")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.setDetailedText(details)
        box.finished.connect(self._said)
        box.open()

    def _said(self) -> None:
        if self._box is not None:
            self._box.deleteLater()
            self._box = None


def log_file() -> Path:
    """Return where faults are written down."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(folder or Path.home()) / "kgdesk.log"


def keep_log(path: Path) -> logging.Handler | None:
    """Write warnings and faults to a file, and three older ones; a program that cannot keep one runs all the same."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path, maxBytes=_LOG_BYTES, backupCount=_OLD_LOGS, encoding="utf-8", delay=True
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    _LOG.addHandler(handler)
    return handler
