"""HistoryBanner: says that an earlier state of the study is shown, and leads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from kgdesk.ui.widgets.basic import Label, button, set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.ui.session.study_controller import StudyController


class HistoryBanner(QWidget):
    """Banner shown while the window displays an earlier state (time travel).

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("then")
        self.strip = QFrame()  #: What is seen of it.
        set_role(self.strip, strip="caution")
        self.label = Label()  #: Displayed state.
        self.label.setObjectName("then.text")
        self.label.setWordWrap(True)
        set_role(self.label, role="plain")
        self.earlier = button("◂", "then.earlier", lambda: self._step(-1))  #: Goes back one run.
        self.later = button("▸", "then.later", lambda: self._step(1))  #: Goes forward one run.
        for each, name in (
            (self.earlier, self.tr("One run earlier")),
            (self.later, self.tr("One run later")),
        ):
            each.setAccessibleName(name)
            set_tip(each, name)
        #: Returns to the present.
        self.back = button(self.tr("Back to now"), "then.back", lambda: controller.selection.show_as_of(None))
        set_tip(self.back, self.tr("Esc"))
        inside = QHBoxLayout(self.strip)
        inside.setContentsMargins(10, 4, 8, 4)
        inside.addWidget(self.label, 1)
        for each in (self.earlier, self.later, self.back):
            inside.addWidget(each)
        self.line = QHBoxLayout(self)  #: The strip, and what is kept free at its end.
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(0)
        self.line.addWidget(self.strip, 1)
        self.update_text()

    def update_text(self) -> None:
        """Show which run's state is displayed, and that nothing can be recorded."""
        run = self._controller.selection.as_of
        self.setVisible(run is not None)
        if run is None:
            return
        self.earlier.setEnabled(run > 0)
        after, before = self.tr("State after run {run}, of {last}."), self.tr("State before the first run.")
        text = after if run else before
        study = self._controller.study
        text = text.format(run=study.number_at(run), last=study.number_at(len(study.runs)))
        if self._controller.selection.advice is None:
            text += " " + self.tr("It is being worked out…")
        else:
            text += " " + self.tr("Nothing can be recorded until you are back.")
        self.label.setText(text)
        self.setAccessibleName(text)

    def _step(self, by: int) -> None:
        run = self._controller.selection.as_of
        if run is not None:
            self._controller.selection.show_as_of(max(run + by, 0))
