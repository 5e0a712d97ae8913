"""WizardPage, base of all wizard pages; the options for parsing a table; rehearsal of the planned study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from kgdesk.ui.widgets.message_strip import MessageStrip

if TYPE_CHECKING:
    from kgdesk.ui.new_study.draft import Draft
    from kgdesk.ui.session.io_queue import IoQueue


class WizardPage(QWidget):
    """One page: displays and changes a part of the draft.

    Parameters
    ----------
    draft
        Shared by all pages.
    worker
        Worker queue, shared by all pages.
    parent
        Qt parent.
    """

    #: `complete`, `busy` or the draft has changed.
    changed = Signal()
    #: Enter was handled; move the focus to Next.
    done = Signal()

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = draft  #: Shared by all pages.
        self.worker = worker  #: Shared by all pages.

    def stack_widgets(self, *parts: QWidget, problem: str) -> None:
        """Stack widgets in a scroll area above a strip for errors.

        Parameters
        ----------
        parts
            From top to bottom, which is also the tab order.
        problem
            Qt object name of the strip.
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
        """Whether Next is allowed."""
        return True

    @property
    def busy(self) -> bool:
        """Whether a pending task may change `complete`."""
        return False

    def show_draft(self) -> None:
        """Show the present draft; called whenever the page becomes current."""

    def focus_input(self) -> None:
        """Focus the widget to continue with; Next by default."""
        self.done.emit()

    def handle_enter(self) -> bool:
        """Handle Enter on this page; False leaves it to the default button."""
        return False
