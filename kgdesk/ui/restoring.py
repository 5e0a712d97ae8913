"""A damaged study: its best whole state is put back from the backups, once a person wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox

from kgdesk import actions
from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.actions import Restored, Who
    from kgdesk.ui.parts import MessageStrip


class Restoring(QObject):
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

    def __init__(self, who: Callable[[], Who], parent: QObject | None = None) -> None:
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
        said = self.tr("Restored {count} entries from {name}.")
        lost = self.tr(" Seen before but in no backup: {count}. Record them again.")
        text = said.format(count=done.entries, name=done.source.name)
        text += lost.format(count=done.missing) if done.missing else ""
        note.say("caution" if done.missing else "recorded", text, ((self.tr("Close"), note.silence),))

    def _restore(self, path: str | Path) -> None:
        try:
            done = actions.restore(path, self._who())
        except KgdeskError as problem:
            self.refused.emit(problem)
            return
        self.restored.emit(path, done)
