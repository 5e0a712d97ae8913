"""Dialogs that write files for the bench: run sheets and labels as PDF, and the file of a worklist again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import sheets
from kgdesk.actions.worklists import KINDS, write_worklist
from kgdesk.errors import KgdeskError
from kgdesk.model.decisions.plates import in_progress_on
from kgdesk.plain_text import shorten
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.basic import Form, button, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import default_and_cancel, fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QShowEvent

    from kgdesk.actions.sheets import Sheet
    from kgdesk.ui.session.study_controller import StudyController


class SheetDialog(QDialog):
    """Write a run sheet and close; `saved` is then its path.

    Parameters
    ----------
    controller
        Controller of the open study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._dest: Path | None = None
        self.saved: Path | None = None  #: Path of the written file; None before.
        self.setObjectName("sheet")
        self.setWindowTitle(self.tr("Print run sheet"))
        self.count = self._spin("count", 0, sheets.MOST_AT_ONCE, sheets.COUNT)  #: Number of experiments.
        self.form = Form()
        self.form.add(self.tr("&Next experiments"), self.count)
        self.state = plain("", "muted", self)
        self.state.setObjectName("sheet.state")
        self.strip = MessageStrip("sheet.problem", self)  #: Errors.
        self._lay_out()
        self._offer_more()
        self.count.valueChanged.connect(self._show_state)
        controller.changed.connect(self._changed)
        controller.refused.connect(self._refused)
        self._show_state()

    def ask(self) -> None:
        """Ask for a file name and write."""
        name = f"{self._controller.path.stem} {self._word()}.pdf"
        path, _ = QFileDialog.getSaveFileName(
            self, self.windowTitle(), str(self._controller.path.with_name(name)), "PDF (*.pdf)"
        )
        if path:
            self.write(Path(path))

    def write(self, dest: Path) -> None:
        """Compute and write the sheet, overwriting: the file dialog has asked already."""
        self._dest = dest if dest.suffix.lower() == ".pdf" else dest.with_name(f"{dest.name}.pdf")
        self.strip.clear()
        self.save.setEnabled(False)
        self.state.setText(self.tr("Working out what to print…"))
        self._controller.advice.compute("sheets", self._question(), self._take)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text in this font."""
        super().showEvent(event)
        self.resize(max(self.width(), self.sizeHint().width()), self.sizeHint().height())
        fit_height(self)

    def done(self, result: int) -> None:
        """Close; a result still to come is discarded."""
        self._dest = None
        super().done(result)

    def _offer_more(self) -> None:
        """Add further choices; for subclasses."""

    def _word(self) -> str:
        return self.tr("run sheet")

    def _question(self) -> Callable[[], Sheet]:
        """Return the function that computes the sheet in the compute queue."""
        return partial(
            sheets.next_runs, self._controller.study, self._controller.who.clock(), self.count.value()
        )

    def _print(self, dest: Path, sheet: Sheet) -> Path:
        return sheets.run_sheet(
            self._controller.session, dest, speech=WindowTextFormat(), sheet=sheet, overwrite=True
        )

    def _show_state(self) -> None:
        running = len(self._controller.study.pending)
        first = self.tr("First the runs in progress ({count}), then the next experiments.").format(
            count=running
        )
        self.state.setText((f"{first} " if running else "") + self.tr("Printing starts and records nothing."))
        self.save.setEnabled(self._dest is None)

    def _take(self, sheet: Sheet) -> None:
        dest, self._dest = self._dest, None
        if dest is None:
            return
        try:
            self.saved = self._print(dest, sheet)
        except KgdeskError as refused:
            self._show_problem(refused)
        else:
            self.accept()

    def _changed(self, _change: object) -> None:
        if self._dest is not None:
            self.write(self._dest)

    def _refused(self, problem: KgdeskError) -> None:
        if self._dest is not None:
            self._dest = None
            self._show_problem(problem)

    def _show_problem(self, problem: KgdeskError) -> None:
        refuse(self.strip, problem)
        self._show_state()
        fit_height(self)

    def _spin(self, name: str, least: int, most: int, value: int) -> QSpinBox:
        spin_box = QSpinBox(self)
        spin_box.setObjectName(f"sheet.{name}")
        spin_box.setRange(least, most)
        spin_box.setValue(value)
        spin_box.setMinimumHeight(32)
        return spin_box

    def _lay_out(self) -> None:
        self.save = button(self.tr("&Save as PDF…"), "sheet.save", self.ask, self)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(18, 14, 18, 14)
        self.column.setSpacing(12)
        self.column.addLayout(self.form)
        self.column.addWidget(self.state)
        self.column.addWidget(self.strip)
        self.column.addStretch(1)
        self.column.addWidget(default_and_cancel(self, self.save))
        self.resize(520, 200)


class LabelsDialog(SheetDialog):
    """Write labels and close; `saved` is then their path.

    Parameters
    ----------
    controller
        Controller of the open study.
    """

    def _offer_more(self) -> None:
        self.setWindowTitle(self.tr("Print labels"))
        self.which: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        self._offer("next", self.tr("The &runs in progress and the next experiments"))
        selected = self._controller.selection.candidate
        if selected is not None:
            code = shorten(selected, 40).replace("&", "&&")
            self._offer("selected", self.tr("The &chosen candidate: {code}").format(code=code))
        self._offer(
            "all", self.tr("&Every candidate: {count}").format(count=len(self._controller.study.pool))
        )
        first = self.which["next" if selected is None else "selected"]
        first.setChecked(True)
        first.setFocus()
        self.stock = QuietCombo(self)
        self.stock.setObjectName("sheet.stock")
        words = self.tr("{size} mm, {count} on {paper}")
        for name, stock in sheets.STOCKS.items():
            paper = self.tr("US letter") if stock.letter else "A4"
            size = name.replace("x", " × ").replace(".", QLocale().decimalPoint())
            self.stock.addItem(words.format(size=size, count=stock.count, paper=paper), name)
        self.used = self._spin("used", 0, sheets.STOCKS[sheets.USUAL].count - 1, 0)
        self.form.add(self.tr("&Label sheets"), self.stock)
        self.form.add(self.tr("Labels &gone from the first sheet"), self.used)
        self.stock.currentIndexChanged.connect(self._other_stock)
        self._group.buttonClicked.connect(lambda _: self._show_state())

    def _offer(self, name: str, text: str) -> None:
        radio = QRadioButton(text, self)
        radio.setObjectName(f"sheet.which.{name}")
        radio.setMinimumHeight(32)
        self.column.insertWidget(len(self.which), radio)
        self._group.addButton(radio)
        self.which[name] = radio

    def _other_stock(self) -> None:
        self.used.setMaximum(sheets.STOCKS[str(self.stock.currentData())].count - 1)

    def _chosen(self) -> tuple[str, ...] | None:
        if self.which["next"].isChecked():
            return None
        if self.which["all"].isChecked():
            return self._controller.study.pool.ids
        return () if self._controller.selection.candidate is None else (self._controller.selection.candidate,)

    def _word(self) -> str:
        return self.tr("labels")

    def _question(self) -> Callable[[], Sheet]:
        chosen = self._chosen()
        if chosen is None:
            return super()._question()
        return partial(sheets.samples, self._controller.study, self._controller.who.clock(), chosen)

    def _print(self, dest: Path, sheet: Sheet) -> Path:
        return sheets.labels(
            self._controller.session,
            dest,
            speech=WindowTextFormat(),
            sheet=sheet,
            stock=str(self.stock.currentData()),
            used=self.used.value(),
            overwrite=True,
        )

    def _show_state(self) -> None:
        self.count.setEnabled(self.which["next"].isChecked())
        self.state.setText(
            self.tr("Each label has the name in words and as a QR code: the field under the card reads it.")
        )
        self.save.setEnabled(self._dest is None)


class WorklistAgainDialog(QDialog):
    """Write the file of a worklist again, as it was originally, and close; `saved` is then its path.

    Parameters
    ----------
    controller
        Controller of the open study, which has a worklist.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.saved: Path | None = None  #: Path of the written file; None before.
        self.setObjectName("worklistAgain")
        self.setWindowTitle(self.tr("Write a worklist once more"))
        self.which = QuietCombo(self)  #: The worklists, the newest first.
        self.which.setObjectName("worklistAgain.which")
        self.strip = MessageStrip("worklistAgain.problem", self)  #: Errors.
        form = Form()
        form.add(self.tr("&Worklist"), self.which)
        self.save = button(self.tr("&Save…"), "worklistAgain.save", self.ask, self)
        column = QVBoxLayout(self)
        column.addLayout(form)
        text = self.tr(
            "The same wells and the same run tokens as at first; no run is started, nothing is recorded."
        )
        column.addWidget(plain(text, "muted", self))
        column.addWidget(self.strip)
        column.addWidget(default_and_cancel(self, self.save))
        self._list()
        self.resize(520, 200)
        fit_height(self)
        controller.refresher.watch(self, STUDY_FACTS, self._list, due=False)
        self.save.setFocus()

    def ask(self) -> None:
        """Ask for a file name and write."""
        name = f"{self._controller.path.stem} {self.which.currentData()}.csv"
        path, _ = QFileDialog.getSaveFileName(
            self,
            self.windowTitle(),
            str(self._controller.path.with_name(name)),
            self.tr("Worklists (*.csv *.xlsx)"),
        )
        if path:
            self.write(Path(path))

    def write(self, dest: Path) -> None:
        """Write the file in a worker thread; the file dialog has asked whether to overwrite it."""
        named = dest if dest.suffix.lower() in KINDS else dest.with_name(f"{dest.name}.csv")
        study, worklist = self._controller.study, str(self.which.currentData())
        like = self._controller.session.file
        self.strip.clear()
        self.save.setEnabled(False)
        self._controller.reader.ask(
            self.objectName(),
            partial(write_worklist, study, worklist, named, overwrite=named == dest, like=like),
            self._written,
            self._refused,
        )

    def _written(self, saved: Path) -> None:
        self.saved = saved
        self.accept()

    def _refused(self, problem: BaseException) -> None:
        refuse(self.strip, expected_error(problem, KgdeskError))
        self.save.setEnabled(True)
        self.save.setFocus()
        fit_height(self)

    def _list(self) -> None:
        """List the worklists, with what is in progress on each."""
        study, chosen = self._controller.study, self.which.currentData()
        words = self.tr("{id}: {name}, runs in progress: {count}")
        self.which.clear()
        for one in reversed(study.worklists):
            count = len(in_progress_on(study, one.id))
            self.which.addItem(words.format(id=one.id, name=shorten(one.name, 40), count=count), one.id)
        self.which.choose(chosen)


#: Dialogs by what they write.
BENCH_FILES: Final[Mapping[str, type[SheetDialog | WorklistAgainDialog]]] = {
    "sheet": SheetDialog, "labels": LabelsDialog, "worklist": WorklistAgainDialog,
}  # fmt: skip
