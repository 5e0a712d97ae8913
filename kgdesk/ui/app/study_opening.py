"""Opening a study: read and verified off the GUI thread, restored where damaged, said in the active window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from kgdesk import actions
from kgdesk.errors import KgdeskError, StudyInUse
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.write_queue import WriteQueue
from kgdesk.ui.widgets.basic import MessageStrip
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Operator, Restored, Session


#: States of the entry in which something waits for a person.
_WAITING = frozenset({"armed", "mismatch", "not_saved"})


def tr(text: str) -> str:
    """Translate a text of this file."""
    return QCoreApplication.translate("Shown", text)


def strip_of(window: QWidget) -> MessageStrip | None:
    """Return the strip in which a window says what concerns it as a whole."""
    return window.note if isinstance(window, MainWindow) else window.findChild(MessageStrip)


def is_busy(window: QWidget) -> bool:
    """Return whether closing a window would take something away: an open dialog, an outcome not yet confirmed."""
    dialogs = [one for one in window.findChildren(QDialog) if one.isVisible() and one.objectName() != "help"]
    waiting = isinstance(window, MainWindow) and window.panel.control.entry.state in _WAITING
    return bool(dialogs) or waiting


def activate(window: QWidget) -> None:
    """Show a window before all others; one that was made small comes back."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    for each in (window, QApplication.activeModalWidget()):
        if each is not None:
            each.show()
            each.raise_()
            each.activateWindow()


def say_opening(window: QWidget, name: str) -> None:
    """Show that a study is being opened: nothing else can be begun until it is there, since it replaces all."""
    strip = strip_of(window)
    window.setEnabled(not name)
    if not name:
        window.unsetCursor()
        if strip is not None:
            strip.silence()
        return
    window.setCursor(Qt.CursorShape.BusyCursor)
    if strip is not None:
        strip.say("neutral", tr("Opening {name}…").format(name=name))


class StudyRecovery(QObject):
    """Offers to restore a study, and does it.

    Parameters
    ----------
    who
        Says who is at work.
    """

    #: The place of a study that is whole again, and the `Restored` about it.
    restored = Signal(object, object)
    #: The `KgdeskError` why a study cannot be restored.
    refused = Signal(object)

    def __init__(self, who: Callable[[], Operator], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._who = who

    def offer(self, box: QMessageBox, path: str | Path) -> None:
        """Offer it in the message about the damage, where there are backups."""
        if not actions.backups_of(path):
            return
        box.setInformativeText(
            self.tr("Restoring keeps the damaged file under another name and takes the newest whole backup.")
            + f"\n{box.informativeText()}"
        )
        box.addButton(QMessageBox.StandardButton.Cancel)
        restore = box.addButton(self.tr("&Restore from backup"), QMessageBox.ButtonRole.AcceptRole)
        restore.setObjectName("message.restore")
        restore.clicked.connect(lambda: self._restore(path))

    def tell(self, note: MessageStrip, done: Restored) -> None:
        """Say what was done, and what is lost."""
        sentence = self.tr("Restored {count} entries from {name}.")
        lost = self.tr(" Seen before but in no backup: {count}. Record them again.")
        text = sentence.format(count=done.entries, name=done.source.name)
        text += lost.format(count=done.missing) if done.missing else ""
        note.say("caution" if done.missing else "recorded", text, ((self.tr("Close"), note.silence),))

    def _restore(self, path: str | Path) -> None:
        try:
            done = actions.restore(path, self._who())
        except KgdeskError as problem:
            self.refused.emit(problem)
            return
        self.restored.emit(path, done)


def open_session(path: str | Path, who: Operator) -> Session:
    """Open a study for writing, or for reading while somebody else writes to it."""
    try:
        return actions.open_study(path, who)
    except StudyInUse:
        return actions.open_study(path, who, read_only=True)


def absolute(path: str | Path) -> str:
    """Return a place as it is known from every folder."""
    place = actions.place_of(path)
    return str(place.absolute()) if isinstance(place, Path) else place


class StudyReader(QObject):
    """Opens one study after the other; of those that are asked for meanwhile, the last one is shown.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: A study is open: its `Session`. Whoever listens closes it.
    opened = Signal(object)
    #: A `KgdeskError`, and the place that could not be opened.
    refused = Signal(object, object)
    #: The name of the study that is being opened now; empty once none is.
    moved = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._write_queue = WriteQueue(self)
        self._place: str | Path | None = None
        self._next: tuple[str | Path, Operator] | None = None
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether a study is being opened."""
        return self._place is not None

    def ask(self, place: str | Path, who: Operator) -> None:
        """Have a study opened; `opened` or `refused` says how it went."""
        if self._stopped:
            return
        if self._place is not None:
            # One at a time, and never one twice: the lock of the first would be in the way of the second.
            self._next = (place, who) if place != self._place else None
            return
        self._place = place
        self.moved.emit(actions.name_of(place))
        self._write_queue.write(lambda: open_session(place, who), self._take, self._fail)

    def settle(self) -> None:
        """Wait until what is asked for is open."""
        while self.busy:
            self._write_queue.settle()

    def stop(self) -> None:
        """End the thread; a study that is still being opened is closed again, unseen. May be called twice."""
        self._stopped, self._next = True, None
        self._write_queue.stop()

    def _take(self, session: Session) -> None:
        if self._stopped or self._next is not None:
            session.close()
            self._over()
            return
        self._over()
        self.opened.emit(session)

    def _fail(self, problem: BaseException) -> None:
        place = self._place
        wanted = not self._stopped and self._next is None
        self._over()
        refused: KgdeskError = expected_error(problem, KgdeskError)
        if wanted:
            self.refused.emit(refused, place)

    def _over(self) -> None:
        self._place = None
        if self._stopped:
            return
        self.moved.emit("")
        if self._next is not None:
            wanted, self._next = self._next, None
            self.ask(*wanted)
