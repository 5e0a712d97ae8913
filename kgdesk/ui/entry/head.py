"""Head: the study and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from kgdesk.ui.entry.sentence import Sentence

if TYPE_CHECKING:
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.entry.face import Face

#: Width of the bar on Bench, space beside it, and its height, in pixels.
_WIDE, _APART, _HIGH = 150, 14, 5


class Head(QWidget):
    """Name of the study, progress and number of runs: on Bench in one line, on Study the bar below the words.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._on_bench = False
        self.study = Sentence("entry.study", "title")
        self.done = Sentence("entry.done", "muted")
        self.progress = QProgressBar()
        self.progress.setObjectName("entry.progress")
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(_HIGH)
        self.progress.setAccessibleName(self.tr("Runs done"))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setHorizontalSpacing(_APART)
        self._place()
        control.controller.refresher.watch(self, {"runs", "pending", "settings"}, self.show_study, due=False)
        self.show_study()

    def sizeHint(self) -> QSize:
        """Return the height of the words, and of the bar below them on Study."""
        line = max(self.study.line_height, self.done.sizeHint().height())
        return QSize(320, line if self._on_bench else line + self._grid.verticalSpacing() + _HIGH)

    def show_face(self, face: Face) -> None:
        """Lay the parts out for a face."""
        if (face == "bench") != self._on_bench:
            self._on_bench = face == "bench"
            self._place()
            self.show_study()

    def show_study(self) -> None:
        """Show the present progress."""
        control, study = self._control, self._control.controller.study
        name = study.settings.title or study.name
        self.study.setText(name)
        self.study.explain(f"{name}\n{control.controller.path}")
        budget = study.settings.budget
        running = {start.number for start in study.pending} if study.is_open else set()
        # A run that was undone may be in progress again.
        voids = {run.number for run in study.runs if run.outcome == "void" and not run.imported} - running
        self.progress.setUpdatesEnabled(False)  # else it repaints at once
        self.progress.setRange(0, budget)
        self.progress.setValue(min(study.done, budget))
        self.progress.setUpdatesEnabled(True)
        # Run numbers may go beyond the count of runs done: say what the other numbers were given to.
        text = self.tr("{done} of {budget} runs done")
        if running and voids:
            text = self.tr("{done} of {budget} done, {count} in progress or void")
        elif running:
            text = self.tr("{done} of {budget} runs done, {count} in progress")
        elif voids:
            text = self.tr("{done} of {budget} runs done, {count} void")
        self.done.setText(text.format(done=study.done, budget=budget, count=len(running) + len(voids)))
        uncounted = (
            self.tr("1 void is not counted") if len(voids) == 1 else self.tr("{count} voids are not counted")
        )
        self.done.explain(f"{self.done.text()}\n{uncounted.format(count=len(voids))}" if voids else "")

    def _place(self) -> None:
        grid = self._grid
        for part in (self.study, self.progress, self.done):
            grid.removeWidget(part)
        if self._on_bench:
            grid.addWidget(self.study, 0, 0)
            grid.addWidget(self.progress, 0, 1)
            grid.addWidget(self.done, 0, 2)
            self.progress.setFixedWidth(_WIDE)
            grid.setColumnStretch(0, 0)
            grid.setColumnStretch(3, 1)
        else:
            grid.addWidget(self.study, 0, 0)
            grid.addWidget(self.done, 0, 1)
            grid.addWidget(self.progress, 1, 0, 1, 2)
            self.progress.setMinimumWidth(0)
            self.progress.setMaximumWidth(16_777_215)
            grid.setColumnStretch(0, 1)
            grid.setColumnStretch(3, 0)
