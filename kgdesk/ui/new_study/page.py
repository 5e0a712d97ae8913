"""WizardPage, base of both pages of a new study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from kgdesk.ui.new_study.draft import Draft
    from kgdesk.ui.session.io_queue import IoQueue


class WizardPage(QWidget):
    """One page: displays and changes a part of the draft.

    Parameters
    ----------
    draft
        Shared by both pages.
    worker
        Worker queue, shared by both pages.
    parent
        Qt parent.
    """

    #: `complete`, `busy` or the draft has changed.
    changed = Signal()
    #: Nothing is left to answer here; the focus may move to the button that leads on.
    done = Signal()

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = draft  #: Shared by both pages.
        self.worker = worker  #: Shared by both pages.

    @property
    def complete(self) -> bool:
        """Whether the page has all that is needed to go on."""
        return True

    @property
    def busy(self) -> bool:
        """Whether a pending task may change `complete`."""
        return False

    @property
    def missing(self) -> str:
        """What must be answered before going on; empty if nothing."""
        return ""

    def show_draft(self) -> None:
        """Show the present draft; called whenever the page becomes current."""

    def focus_input(self) -> None:
        """Focus the widget to continue with."""
        self.done.emit()
