"""The newest entries, with the way to take the last one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.entry.control import newest_entry
from kgdesk.ui.folding import fold
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.wording import SIGNS

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.study import Run
    from kgdesk.ui.entry.control import EntryControl

LEAST, MOST = 3, 10
_TARGET = 32
_OPERATOR_LETTERS = 9


class _Rows(QTableWidget):
    """As high as its rows, within three to ten."""

    def sizeHint(self) -> QSize:
        """Return the size of all rows."""
        return QSize(200, self._height(MOST))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the least rows."""
        return QSize(120, self._height(LEAST))

    def _height(self, rows: int) -> int:
        return (
            self.horizontalHeader().sizeHint().height()
            + rows * self.verticalHeader().defaultSectionSize()
            + 4
        )


class LastEntries(QWidget):
    """Newest first: run, candidate, outcome, operator.

    Parameters
    ----------
    control
        Gives the study and takes back.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._made_for = -1
        title = QLabel(self.tr("Last entries"))
        set_role(title, role="heading")
        self.take_back = QPushButton()
        self.take_back.setObjectName("entry.takeBackLast")
        self.take_back.clicked.connect(control.take_back)
        self.table = _Rows(0, 4)
        self.table.setObjectName("entry.last")
        self.table.setAccessibleName(self.tr("Last entries"))
        self._dress()
        title.setBuddy(self.table)
        self._head = QHBoxLayout()
        self._head.addWidget(title, 1)
        self._head.addWidget(self.take_back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._head)
        column.addWidget(self.table, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        control.desk.refresher.watch(self, {"runs", "entry"}, self._refresh)
        self._refresh()

    def adapt(self) -> None:
        """Put the button below the heading where long words or large text leave no room beside it."""
        height = max(_TARGET, self.take_back.sizeHint().height())  # a least height hides that of the font
        self.take_back.setMinimumHeight(height)
        fold(self._head, self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button whole."""
        super().resizeEvent(event)
        self.adapt()

    def _refresh(self) -> None:
        study = self._control.desk.study
        if study.revision != self._made_for:
            self._made_for = study.revision
            self._fill(study.runs[: -MOST - 1 : -1])
        self._buttons()

    def _fill(self, runs: tuple[Run, ...]) -> None:
        self.table.setRowCount(len(runs))
        for row, run in enumerate(runs):
            outcome = f"{SIGNS[run.outcome]} {self._control.outcome_name(run.outcome)}"
            if run.corrections:
                outcome += " *"
            for column, text in enumerate((str(run.number), run.candidate, outcome, run.operator)):
                item = QTableWidgetItem(text)
                item.setToolTip(self._tip(run) if column == 2 else text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                self.table.setItem(row, column, item)
        # a full name of the operator leaves room for the candidate
        most = _OPERATOR_LETTERS * self.table.fontMetrics().averageCharWidth()
        least = self.table.horizontalHeader().sectionSizeHint(3)
        self.table.setColumnWidth(3, max(least, min(self.table.sizeHintForColumn(3), most)))

    def _tip(self, run: Run) -> str:
        if run.taken_back:
            return self.tr("taken back")
        if run.corrections:
            return self.tr("corrected: {reason}").format(reason=run.corrections[-1].reason)
        return run.reason or self._control.outcome_name(run.outcome)

    def _buttons(self) -> None:
        run = newest_entry(self._control.desk.study)
        here = self._control.entry.situation
        self.take_back.setVisible(run is not None)
        self.take_back.setEnabled(here.takes_entries)
        if run is not None:
            self.take_back.setText(self.tr("Take back run {run}").format(run=run))
        self.adapt()

    def _dress(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels(
            [self.tr("Run"), self.tr("Candidate"), self.tr("Outcome"), self.tr("By")]
        )
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().lineSpacing() + 6)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # codes of one kind differ at their end
