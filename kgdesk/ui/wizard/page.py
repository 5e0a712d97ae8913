"""What all pages of the wizard have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from kgdesk.ui.parts import MessageStrip

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

    def stack(self, *parts: QWidget, problem: str) -> None:
        """Put parts below each other in an area that scrolls, over a strip for what is wrong.

        Parameters
        ----------
        parts
            From top to bottom; they are tabbed through in this order.
        problem
            Object name of the strip.
        """
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(12)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        self.strip = MessageStrip(problem, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addWidget(self.strip)

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
