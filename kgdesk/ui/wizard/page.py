"""What all pages of the wizard have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from kgdesk.ui.wizard.draft import Draft
    from kgdesk.ui.work import Worker


class Page(QWidget):
    """One page: shows a part of the draft and changes it.

    Parameters
    ----------
    draft
        Shared by all pages.
    worker
        Shared as well.
    parent
        Of the Qt object.
    """

    #: `complete`, `busy` or the draft has changed.
    changed = Signal()
    #: The page has done what Enter asked for; the keyboard belongs on Next.
    done = Signal()

    def __init__(self, draft: Draft, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = draft
        self.worker = worker

    @property
    def complete(self) -> bool:
        """Whether the person may go on."""
        return True

    @property
    def busy(self) -> bool:
        """Whether an answer that `complete` waits for is still to come."""
        return False

    def begin(self) -> None:
        """Show the draft as it is now; called each time the page comes to the front."""

    def attend(self) -> None:
        """Put the keyboard where the person goes on."""
        self.done.emit()

    def enter(self) -> bool:
        """Do what Enter means on this page; False leaves Enter to the button."""
        return False
