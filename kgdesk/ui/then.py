"""The banner over all tabs while an earlier state of the study is shown, with the ways through time and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.parts import button

if TYPE_CHECKING:
    from kgdesk.ui.desk import Desk


class ThenBanner(QFrame):
    """Says that another state than the present one is shown; hidden for the present.

    Parameters
    ----------
    desk
        The study.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setObjectName("then")
        set_role(self, strip="caution")
        self.label = QLabel()
        self.label.setObjectName("then.text")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        set_role(self.label, role="plain")
        self.earlier = button("◂", "then.earlier", lambda: self._step(-1))
        self.later = button("▸", "then.later", lambda: self._step(1))
        for each, name in (
            (self.earlier, self.tr("One run earlier")),
            (self.later, self.tr("One run later")),
        ):
            each.setAccessibleName(name)
            each.setToolTip(name)
        self.back = button(self.tr("Back to now"), "then.back", lambda: desk.look_back(None))
        self.back.setToolTip(self.tr("Esc"))
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 4, 8, 4)
        line.addWidget(self.label, 1)
        for each in (self.earlier, self.later, self.back):
            line.addWidget(each)
        self.update_text()

    def update_text(self) -> None:
        """Say which run, and that nothing is recorded meanwhile."""
        run = self._desk.as_of
        self.setVisible(run is not None)
        if run is None:
            return
        self.earlier.setEnabled(run > 0)
        if run:
            text = self.tr("You are looking at the state after run {run} of {last}.")
        else:
            text = self.tr("You are looking at the state before the first run.")
        text = text.format(run=run, last=len(self._desk.study.runs))
        if self._desk.shown is None:
            text += " " + self.tr("It is being worked out…")
        else:
            text += " " + self.tr("Nothing can be recorded until you are back.")
        self.label.setText(text)
        self.setAccessibleName(text)

    def _step(self, by: int) -> None:
        run = self._desk.as_of
        if run is not None:
            self._desk.look_back(max(run + by, 0))
