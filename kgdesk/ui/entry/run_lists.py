"""Lists of runs in progress and of the last entries, with Take back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.study.next_run import BETWEEN, places, start_number
from kgdesk.ui.entry.controller import newest_entry
from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.locale_format import SIGNS, clock_time, placed
from kgdesk.ui.text.translate import Label, set_tip, visible
from kgdesk.ui.widgets.basic import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.study import Run, Study
    from kgdesk.ui.entry.controller import EntryControl


LEAST_RECENT, MOST_RECENT_ROWS = 3, 10

_TARGET = 32

_OPERATOR_LETTERS = 9


class _RecentRows(QTableWidget):
    """Table as high as its rows, between 3 and 10."""

    def sizeHint(self) -> QSize:
        """Return the size of 10 rows."""
        return QSize(200, self._height(MOST_RECENT_ROWS))

    def minimumSizeHint(self) -> QSize:
        """Return the size of 3 rows."""
        return QSize(120, self._height(LEAST_RECENT))

    def _height(self, rows: int) -> int:
        return (
            self.horizontalHeader().sizeHint().height()
            + rows * self.verticalHeader().defaultSectionSize()
            + 4
        )


class LastEntries(QWidget):
    """Last entries, newest first: run, candidate, outcome, operator.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._made_for = -1
        self._rows: list[tuple[tuple[str, ...], str]] = []
        title = Label(self.tr("Last entries"))
        set_role(title, role="heading")
        self.take_back = QPushButton()
        self.take_back.setObjectName("entry.takeBackLast")
        self.take_back.clicked.connect(control.take_back)
        self.table = _RecentRows(0, 4)
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
        control.controller.refresher.watch(self, {"runs", "entry"}, self._refresh)
        self._refresh()

    def adapt(self) -> None:
        """Move the button below the heading if there is no space beside it."""
        height = max(_TARGET, self.take_back.sizeHint().height())  # an explicit minimum overrides the font's
        self.take_back.setMinimumHeight(height)
        fold(self._head, self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the button."""
        super().resizeEvent(event)
        self.adapt()

    def _refresh(self) -> None:
        study = self._control.controller.study
        if study.revision != self._made_for:
            self._made_for = study.revision
            self._fill(study.runs[: -MOST_RECENT_ROWS - 1 : -1])
        self._buttons()

    def _fill(self, runs: tuple[Run, ...]) -> None:
        rows = [self._texts(run) for run in runs]
        old, self._rows = self._rows, rows
        added = len(rows) if rows[1:] != old[: max(0, len(rows) - 1)] else 1
        if added == 1:  # one run more: the others move down
            self.table.insertRow(0)
        self.table.setRowCount(len(rows))
        for row, (texts, tip) in enumerate(rows[:added]):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(visible(text))
                set_tip(item, tip if column == 2 else text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                self.table.setItem(row, column, item)
        # limit the operator column, to leave space for the candidate
        most = _OPERATOR_LETTERS * self.table.fontMetrics().averageCharWidth()
        least = self.table.horizontalHeader().sectionSizeHint(3)
        self.table.setColumnWidth(3, max(least, min(self.table.sizeHintForColumn(3), most)))

    def _texts(self, run: Run) -> tuple[tuple[str, ...], str]:
        """Return the cells of a run and the tooltip of its outcome."""
        outcome = f"{SIGNS[run.outcome]} {self._control.outcome_name(run.outcome)}"
        if run.corrections:
            outcome += " *"
        return (str(run.number), run.candidate, outcome, run.operator), self._tip(run)

    def _tip(self, run: Run) -> str:
        if run.taken_back:
            return self.tr("taken back")
        if run.corrections:
            return self.tr("corrected: {reason}").format(reason=run.corrections[-1].reason)
        return run.reason or self._control.outcome_name(run.outcome)

    def _buttons(self) -> None:
        run = newest_entry(self._control.controller.study)
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
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # similar codes differ at their end


LEAST_RUNNING, MOST_RUNNING = 1, 4

#: Minimum width in pixels of a candidate or location.
_LEAST = 60

_APART = "  ·  "


class _RunningRows(QListWidget):
    """List as high as its rows, between 1 and 4. Enter activates a row."""

    def sizeHint(self) -> QSize:
        """Return the size of up to 4 rows."""
        return QSize(200, self._height(min(max(self.count(), LEAST_RUNNING), MOST_RUNNING)))

    def minimumSizeHint(self) -> QSize:
        """Return the size of up to 2 rows."""
        return QSize(120, self._height(min(max(self.count(), LEAST_RUNNING), 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate the row by Enter; leave letters to the panel, which sends them to the scan field."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.currentItem() is not None and not event.isAutoRepeat():
                self.itemActivated.emit(self.currentItem())
            return
        if event.text().strip() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
            return
        super().keyPressEvent(event)

    def _height(self, rows: int) -> int:
        each = max(self.sizeHintForRow(0), self.fontMetrics().lineSpacing() + 8)
        return rows * each + 2 * self.frameWidth() + 2


class RunsInProgress(QWidget):
    """Runs in progress, oldest first: start number, candidate, time, operator. Click or Enter puts one on the card.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._shown: tuple[object, ...] = ()
        self.setObjectName("entry.running")
        self.title = Label()
        self.title.setObjectName("entry.runningTitle")
        set_role(self.title, role="heading")
        self.list = _RunningRows()
        self.list.setObjectName("entry.runningList")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.title.setBuddy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.list)
        self.list.itemClicked.connect(self._take_up)
        self.list.itemActivated.connect(self._take_up)
        self.hide()

    def show_entry(self) -> None:
        """Show the runs in progress and select the one on the card."""
        study = self._control.controller.study
        runs = study.pending if study.is_open else ()
        self.setVisible(bool(runs))
        state = (*runs, study.settings.location)
        if state != self._shown:
            self._shown = state
            self._fill(study)
        choice = self._control.entry.choice
        on_card = None if choice is None else choice.start
        for row, run in enumerate(runs):
            if run.seq == on_card:
                self.list.setCurrentRow(row)
                break
        else:
            self.list.setCurrentRow(-1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the texts when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fill(self._control.controller.study)

    def _fill(self, study: Study) -> None:
        runs = study.pending if study.is_open else ()
        title = self.tr("Runs in progress ({count})").format(count=len(runs))
        self.title.setText(title)
        self.list.setAccessibleName(title)
        self.list.clear()
        metrics = QFontMetrics(self.list.font())
        for run in runs:
            since = self.tr("since {time}, {operator}").format(
                time=clock_time(run.started_at), operator=run.operator
            )
            begun = self.tr("Start {number}").format(number=start_number(study, run))
            where = places(study, run.candidate)
            item = QListWidgetItem(self._row(metrics, begun, run.candidate, where, since))
            item.setData(Qt.ItemDataRole.UserRole, run.seq)
            named = [f"{heading}: {text}" for heading, text in where]
            set_tip(item, "\n".join(filter(None, (begun, run.candidate, *named, since, run.reason))))
            item.setSizeHint(QSize(10, max(32, metrics.lineSpacing() + 10)))
            self.list.addItem(item)
        self.list.updateGeometry()

    def _row(
        self,
        metrics: QFontMetrics,
        begun: str,
        candidate: str,
        where: Sequence[tuple[str, str]],
        since: str,
    ) -> str:
        """Return the text of a row; if space is short, the time is elided before the location.

        The tooltip has the full text.
        """
        wide = metrics.horizontalAdvance
        room = self.list.viewport().width() - wide(f"{begun}{_APART}") - 16
        if not where:
            code = metrics.elidedText(
                candidate, Qt.TextElideMode.ElideMiddle, max(room - wide(f"{_APART}{since}"), _LEAST)
            )
            return f"{begun}{_APART}{code}{_APART}{since}"
        text = BETWEEN.join(placed(heading, cell) for heading, cell in where)
        most = room - wide(_APART) - min(wide(candidate), _LEAST)
        place = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(most, _LEAST))
        room -= wide(f"{_APART}{place}")
        code = metrics.elidedText(candidate, Qt.TextElideMode.ElideMiddle, max(room, _LEAST))
        room -= wide(f"{code}{_APART}")
        time = metrics.elidedText(since, Qt.TextElideMode.ElideRight, room) if room >= _LEAST else ""
        return _APART.join(filter(None, (begun, code, place, time)))

    def _take_up(self, item: QListWidgetItem) -> None:
        self._control.take_up(int(item.data(Qt.ItemDataRole.UserRole)))
