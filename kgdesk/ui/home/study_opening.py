"""Open studies off the GUI thread, restore damaged ones, show progress in the active window."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.session.io_queue import WriteQueue, expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Operator, Restored, Session


#: Entry states with input that closing the window would lose.
_WAITING = frozenset({"armed", "mismatch", "not_saved"})


def tr(text: str) -> str:
    """Translate a text of this module (context "StudyOpening")."""
    return QCoreApplication.translate("StudyOpening", text)


def strip_of(window: QWidget) -> MessageStrip | None:
    """Return the window's message strip, or None."""
    return window.message_strip if isinstance(window, MainWindow) else window.findChild(MessageStrip)


def is_busy(window: QWidget) -> bool:
    """Return whether closing the window would lose input: an open dialog or an unconfirmed outcome."""
    dialogs = [one for one in window.findChildren(QDialog) if one.isVisible() and one.objectName() != "help"]
    waiting = isinstance(window, MainWindow) and window.panel.control.entry.state in _WAITING
    return bool(dialogs) or waiting


def activate(window: QWidget) -> None:
    """Raise and activate a window, with its modal dialog; restore it if minimised."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    for each in (window, QApplication.activeModalWidget()):
        if each is not None:
            each.show()
            each.raise_()
            each.activateWindow()


def show_opening(window: QWidget, name: str) -> None:
    """Disable the window and show "Opening NAME…"; an empty `name` enables it again."""
    strip = strip_of(window)
    window.setEnabled(not name)
    if not name:
        window.unsetCursor()
        if strip is not None:
            strip.clear()
        return
    window.setCursor(Qt.CursorShape.BusyCursor)
    if strip is not None:
        strip.show_message("neutral", tr("Opening {name}…").format(name=name))


class StudyRecovery(QObject):
    """Offer to restore a damaged study from its newest intact backup.

    Parameters
    ----------
    who
        Returns the present operator.
    """

    #: Path of a restored study, and the `Restored` about it.
    restored = Signal(object, object)
    #: The `KgdeskError` that says why a study cannot be restored.
    refused = Signal(object)

    def __init__(self, who: Callable[[], Operator], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._who = who

    def offer(self, box: QMessageBox, path: str | Path) -> None:
        """Add a Restore button to the message about the damage, if there are backups."""
        backups: tuple[object, ...] = ()
        with suppress(KgdeskError):  # those that cannot be listed just now cannot be restored just now
            backups = actions.backups_of(path)
        if not backups:
            return
        box.setInformativeText(
            self.tr("Restoring keeps the damaged file under another name and takes the newest whole backup.")
            + f"\n{box.informativeText()}"
        )
        box.addButton(QMessageBox.StandardButton.Cancel)
        restore = box.addButton(self.tr("&Restore from backup"), QMessageBox.ButtonRole.AcceptRole)
        restore.setObjectName("message.restore")
        restore.clicked.connect(lambda: self._restore(path))

    def show_restored(self, note: MessageStrip, done: Restored) -> None:
        """Show what was restored, what was dropped and where that is kept, and what is missing."""
        text = " ".join(map(translate, done.sentences))
        lost = done.missing or done.dropped
        note.show_message("caution" if lost else "recorded", text, ((self.tr("Close"), note.clear),))

    def _restore(self, path: str | Path) -> None:
        try:
            done = actions.restore(path, self._who())
        except KgdeskError as problem:
            self.refused.emit(problem)
            return
        self.restored.emit(path, done)


def absolute(path: str | Path) -> str:
    """Return an absolute path, or a server address as it is."""
    place = actions.place_of(path)
    return str(place.absolute()) if isinstance(place, Path) else place


class StudyReader(QObject):
    """Open studies in a background thread, one at a time; of several requests, the last wins.

    Parameters
    ----------
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: The opened `Session`. The receiver must close it.
    opened = Signal(object)
    #: A `KgdeskError`, and the path or address that could not be opened.
    refused = Signal(object, object)
    #: Name of the study being opened; empty when idle.
    moved = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._write_queue = WriteQueue(self)
        self._place: str | Path | None = None
        self._next: tuple[str | Path, Operator] | None = None
        self._patience: actions.Patience | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a study is being opened."""
        return self._place is not None

    def ask(self, place: str | Path, who: Operator) -> None:
        """Request a study; answered by `opened` or `refused`."""
        if self._stopped:
            return
        if self._place is not None:
            # One at a time: if a study were opened twice, the first session's lock would refuse the second.
            self._next = (place, who) if place != self._place else None
            return
        self._place = place
        self.moved.emit(actions.name_of(place))
        patience = self._patience = actions.Patience()
        self._write_queue.write(
            lambda: actions.open_in_window(place, who, patience), self._take, self._refuse
        )

    def settle(self) -> None:
        """Block until no study is being opened."""
        while self.busy:
            self._write_queue.settle()

    def stop(self) -> None:
        """Stop the thread; a study still being opened is closed without `opened`. Idempotent."""
        self._stopped, self._next = True, None
        if self._patience is not None:
            self._patience.hurry(0)
        self._write_queue.stop()

    def _take(self, session: Session) -> None:
        if self._stopped or self._next is not None:
            session.close()
            self._finish_opening()
            return
        self._finish_opening()
        self.opened.emit(session)

    def _refuse(self, problem: BaseException) -> None:
        """Emit `refused`, unless another study was requested meanwhile; an unexpected error is raised."""
        place = self._place
        wanted = not self._stopped and self._next is None
        self._finish_opening()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        if wanted:
            self.refused.emit(refused, place)

    def _finish_opening(self) -> None:
        """Be idle again, or open the study that was requested meanwhile."""
        self._place = None
        if self._stopped:
            return
        self.moved.emit("")
        if self._next is not None:
            wanted, self._next = self._next, None
            self.ask(*wanted)
