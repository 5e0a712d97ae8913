"""The runs in progress: begun, and their outcomes still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from kgdesk.model.earlier_runs import start_number
from kgdesk.model.places import BETWEEN, places
from kgdesk.ui.look.dates import clock_time
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.wording import placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study import Study
    from kgdesk.ui.entry.control import EntryControl

LEAST, MOST = 1, 4
#: So many pixels of a name, or of where it is, are always in sight.
_LEAST = 60
_APART = "  ·  "


class _Rows(QListWidget):
    """As high as its rows, within one to four; Enter opens a row, and a scanner's Enter does not."""

    def sizeHint(self) -> QSize:
        """Return the size of the rows."""
        return QSize(200, self._height(min(max(self.count(), LEAST), MOST)))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the least rows."""
        return QSize(120, self._height(min(max(self.count(), LEAST), 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Put the row onto the card by Enter; letters go to the scan field, as from any other part of the entry."""
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
    """Oldest first: number of the start, candidate, since when, by whom; a click or Enter puts a run onto the card.

    Parameters
    ----------
    control
        Gives the study and takes the run up.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._shown: tuple[object, ...] = ()
        self.setObjectName("entry.running")
        self.title = QLabel()
        self.title.setObjectName("entry.runningTitle")
        set_role(self.title, role="heading")
        self.list = _Rows()
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
        """Show the runs of the study, and which one is on the card."""
        study = self._control.desk.study
        runs = study.pending if study.is_open else ()
        self.setVisible(bool(runs))
        shown = (*runs, study.settings.location)
        if shown != self._shown:
            self._shown = shown
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
        """Shorten the codes to the room there is."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fill(self._control.desk.study)

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
            item.setToolTip("\n".join(filter(None, (begun, run.candidate, *named, since, run.reason))))
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
        """Return a row of the list: where there is not room for all, the time gives way to the place of the sample.

        The tool tip has all of it.
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
