"""The last entries and the runs in progress: two tabs of one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QTabBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.study.next_run import BETWEEN, places
from kgdesk.model.study.records import TAKEN_BACK
from kgdesk.plain_text import placed
from kgdesk.ui.text.locale_format import SIGNS, clock_time, reason_words, time_or_day
from kgdesk.ui.widgets.basic import Label, set_tip, visible
from kgdesk.ui.widgets.range_bar import OutcomeText
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.study.study import Run, Study
    from kgdesk.ui.entry.controller import EntryControl

#: Greatest number of rows, the number from which the table has a heading, letters of an operator.
MOST_ROWS, _HEADED, _OPERATOR_LETTERS = 20, 3, 9
#: Fewest of the last entries on Bench.
_FEWEST = 3
_NO_LIMIT = 16_777_215  # of Qt


class LastEntries(QWidget):
    """Last entries, newest first: run, candidate, outcome, operator; as many as there is room for."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._made_for = -1
        self._rows: list[tuple[tuple[str, ...], str, bool]] = []
        self._room, self._on_bench = 1, False
        self.table = QTableWidget(0, 4)
        self.table.setObjectName("entry.last")
        self.table.setAccessibleName(self.tr("Last entries"))
        self.table.setMinimumHeight(1)  # the list is as high as the window lets it
        self._dress()
        (column := QVBoxLayout(self)).setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table, 1)
        control.controller.refresher.watch(self, {"runs", "settings"}, self._refresh, after_painting=True)
        self._refresh()

    def show_face(self, on_bench: bool) -> None:
        """Show the time of each entry on Bench, who made it on Study."""
        self._on_bench = on_bench
        self.table.verticalHeader().setDefaultSectionSize(row_height(self.table, on_bench=on_bench))
        self.table.setAlternatingRowColors(not on_bench)
        self.table.setRowCount(0)
        self._rows, self._made_for = [], -1
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow another size of text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "table"):
            high = row_height(self, on_bench=self._on_bench)
            self.table.verticalHeader().setDefaultSectionSize(high)

    def adapt(self, rows: int) -> None:
        """Show so many rows, one of them as heading on Study if there are at least three."""
        headed = rows >= _HEADED and not self._on_bench
        self.table.horizontalHeader().setVisible(headed)
        room = rows - headed
        if room != self._room:
            self._room, self._made_for = room, -1
            self._refresh()

    def _refresh(self) -> None:
        study = self._control.controller.study
        if study.revision != self._made_for:
            self._made_for = study.revision
            self._fill(study.runs[: -self._room - 1 : -1])

    def _fill(self, runs: tuple[Run, ...]) -> None:
        rows = [self._texts(run) for run in runs]
        old, self._rows = self._rows, rows
        added = len(rows) if rows[1:] != old[: max(0, len(rows) - 1)] else 1
        if added == 1:  # one run more: the others move down
            self.table.insertRow(0)
        self.table.setRowCount(len(rows))
        for row, (texts, tip, struck) in enumerate(rows[:added]):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(visible(text))
                set_tip(item, tip if column == 2 else text)
                if column == 1 and struck:
                    item.setFont(self._struck())
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                self.table.setItem(row, column, item)
        # limit the operator column, to leave space for the candidate
        most = _OPERATOR_LETTERS * self.table.fontMetrics().averageCharWidth()
        least = self.table.horizontalHeader().sectionSizeHint(3)
        self.table.setColumnWidth(3, max(least, min(self.table.sizeHintForColumn(3), most)))

    def _struck(self) -> QFont:
        font = QFont(self.table.font())
        font.setStrikeOut(True)
        return font

    def _texts(self, run: Run) -> tuple[tuple[str, ...], str, bool]:
        """Return the cells of a run, the tooltip of its outcome, and whether its candidate is struck out."""
        last = time_or_day(run.recorded_at) if self._on_bench else run.operator
        if self._on_bench and self._control.controller.study.settings.is_blind:
            return (str(run.number), run.candidate, self.tr("recorded"), last), "", False
        outcome = f"{SIGNS[run.outcome]} {self._control.outcome_name(run.outcome)}"
        if run.taken_back:
            outcome = f"{SIGNS[run.outcome]} {self.tr('Undone')}"
        elif run.corrections:
            outcome += " *"
        return (str(run.number), run.candidate, outcome, last), self._tip(run), run.outcome == "void"

    def _tip(self, run: Run) -> str:
        if run.taken_back:
            return reason_words(TAKEN_BACK)
        if run.corrections:
            return self.tr("corrected: {reason}").format(reason=reason_words(run.corrections[-1].reason))
        return run.reason or self._control.outcome_name(run.outcome)

    def _dress(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels(
            [self.tr("Run"), self.tr("Candidate"), self.tr("Outcome"), self.tr("By")]
        )
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setMinimumSectionSize(1)  # that of the letters before would stay
        table.verticalHeader().setDefaultSectionSize(row_height(table))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for bars in (table.setHorizontalScrollBarPolicy, table.setVerticalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setItemDelegateForColumn(2, OutcomeText(table))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # similar codes differ at their end


#: Minimum width in pixels of a candidate or location, and the separator of the parts of a row.
_LEAST, _APART = 60, "  ·  "


class _RunningRows(QListWidget):
    """List of which Enter activates a row."""

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


class RunsInProgress(QWidget):
    """Runs in progress, oldest first, as links: a click or Enter puts one on the card, for its outcome."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._shown: tuple[object, ...] = ()
        self._on_bench = False
        self.setObjectName("entry.running")
        self.none = Label(self.tr("No run is in progress."))  #: Shown instead of the list.
        set_role(self.none, role="muted")
        self.none.setContentsMargins(6, 2, 6, 2)
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = _RunningRows()
        self.list.setObjectName("entry.runningList")
        self.list.setMinimumHeight(1)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        (column := QVBoxLayout(self)).setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.none)
        column.addWidget(self.list, 1)
        self.list.itemClicked.connect(self._take_up)
        self.list.itemActivated.connect(self._take_up)

    def show_face(self, on_bench: bool) -> None:
        """Show the runs in higher rows on Bench."""
        self._on_bench = on_bench
        self._fill(self._control.controller.study)

    def changeEvent(self, event: QEvent) -> None:
        """Follow other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            self._shown = ()
            self.show_entry()

    def adapt(self, rows: int) -> None:
        """Hide the scroll bar where it would be too short to use; wheel and arrow keys go on."""
        policy = Qt.ScrollBarPolicy
        self.list.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if rows >= _HEADED else policy.ScrollBarAlwaysOff
        )

    def show_entry(self) -> None:
        """Show the runs in progress and select the one on the card."""
        study = self._control.controller.study
        runs = study.pending if study.is_open else ()
        self.list.setVisible(bool(runs))
        self.none.setVisible(not runs)
        state = (*runs, study.settings.location)
        if state != self._shown:
            self._shown = state
            self._fill(study)
        choice = self._control.entry.choice
        on_card = None if choice is None else choice.start
        for row, run in enumerate(runs):
            if run.number == on_card:
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
        self.list.setAccessibleName(self.tr("Runs in progress ({count})").format(count=len(runs)))
        self.list.clear()
        for run in runs:
            since = self.tr("since {time}, {operator}").format(
                time=clock_time(run.started_at), operator=run.operator
            )
            begun = self.tr("Run {number}").format(number=run.number)
            where = places(study, run.candidate)
            place = BETWEEN.join(placed(heading, cell) for heading, cell in where)
            if (well := self._control.well_of(run.candidate, run)) is not None:
                place = well.named
            if self._on_bench:
                begun, since = (
                    str(run.number),
                    self.tr("since {time}").format(time=clock_time(run.started_at)),
                )
            item = QListWidgetItem(self._row(begun, run.candidate, place, since))
            item.setForeground(self.palette().link())
            item.setData(Qt.ItemDataRole.UserRole, run.number)
            named = [f"{heading}: {text}" for heading, text in where]
            told = (begun, run.candidate, *named, since, run.reason, self.tr("Click: enter its outcome"))
            set_tip(item, "\n".join(filter(None, told)))
            item.setSizeHint(QSize(10, row_height(self.list, on_bench=self._on_bench)))
            self.list.addItem(item)

    def _row(self, begun: str, candidate: str, place: str, since: str) -> str:
        """Return the text of a row; without room the time is left out, then names are cut. The tool tip has all."""
        metrics, room = QFontMetrics(self.list.font()), self.width() - 24
        wide = metrics.horizontalAdvance
        for parts in ((begun, candidate, place, since), (begun, candidate, place)):
            text = _APART.join(filter(None, parts))
            if wide(text) <= room:
                return text
        rest = room - wide(f"{begun}{_APART}")
        place = metrics.elidedText(place, Qt.TextElideMode.ElideRight, rest - wide(_APART) - _LEAST)
        rest -= wide(f"{_APART}{place}") if place else 0
        code = metrics.elidedText(candidate, Qt.TextElideMode.ElideMiddle, max(rest, _LEAST))
        return _APART.join(filter(None, (begun, code, place)))

    def _take_up(self, item: QListWidgetItem) -> None:
        self._control.take_up(int(item.data(Qt.ItemDataRole.UserRole)))


class EntryLists(QWidget):
    """The last entries and the runs in progress: on Study two tabs of one list, on Bench one below the other.

    On Study the runs in progress come to the front when a run is started, and the last entries when none is left; in
    between the user chooses.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control, self._count = control, 0
        self.on_bench = False  #: Whether both lists are shown.
        self.setObjectName("entry.lists")
        self.last, self.running = LastEntries(control), RunsInProgress(control)
        self.tabs = QTabBar()  #: Chooses the list.
        self.tabs.setObjectName("entry.listTabs")
        self.tabs.setAccessibleName(self.tr("List"))
        for dress in (self.tabs.setExpanding, self.tabs.setUsesScrollButtons, self.tabs.setDrawBase):
            dress(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)  # else one would be pushed out at the left
        self.tabs.addTab(self.tr("Last entries"))
        self.tabs.addTab(self.tr("In progress"))
        self._titles = [Label(self.tr("Last entries")), Label(self.tr("In progress"))]
        self._frames = [
            _card(title, entries)
            for title, entries in zip(self._titles, (self.last, self.running), strict=True)
        ]
        (column := QVBoxLayout(self)).setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._column = column
        column.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._frames[1])
        column.addWidget(self._frames[0], 1)
        self.tabs.currentChanged.connect(self._choose)
        control.controller.refresher.watch(self, {"runs", "entry"}, self.show_entry, after_painting=True)
        self._choose()
        self.show_entry()

    def show_face(self, on_bench: bool) -> None:
        """Show both lists, or the chosen one under its tab."""
        self.on_bench = on_bench
        self.tabs.setVisible(not on_bench)
        self._column.setSpacing(10 if on_bench else 0)
        for title in self._titles:
            title.setVisible(on_bench)
        self.last.show_face(on_bench)
        self.running.show_face(on_bench)
        self._choose()
        if on_bench:
            self._share()

    def show_entry(self) -> None:
        """Update the runs in progress and their number."""
        self.running.show_entry()
        study = self._control.controller.study
        count = len(study.pending) if study.is_open else 0
        words = self.tr("In progress {count}").format(count=count) if count else self.tr("In progress")
        self.tabs.setTabText(1, words)
        if count > self._count:
            self.tabs.setCurrentIndex(1)
        elif not count and self._count:
            self.tabs.setCurrentIndex(0)
        if count != self._count:
            self._count = count
            if self.on_bench:
                self._share()

    def height_of(self, rows: int) -> int:
        """Return the height in pixels of the tabs and `rows` rows."""
        return self.tabs.sizeHint().height() + rows * row_height(self) + 6

    def adapt(self, rows: int) -> None:
        """Set the height of the list on Study to `rows` rows."""
        for frame in self._frames:
            frame.setFixedHeight(rows * row_height(self) + 6)
        self.last.adapt(rows)
        self.running.adapt(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share another height on Bench."""
        super().resizeEvent(event)
        if self.on_bench and event.size().height() != event.oldSize().height():
            self._share()

    def _share(self) -> None:
        """Share the height on Bench: the runs in progress have a third of it at most, the last entries the rest."""
        row, title = row_height(self, on_bench=True), self._titles[0].sizeHint().height() + 18
        rows = max((self.height() - 2 * title - self._column.spacing()) // row, _FEWEST + 1)
        running = min(max(self._count, 1), max(rows // 3, 1))
        self.last.adapt(rows - running)
        self.running.adapt(running)
        self._frames[1].setFixedHeight(title + running * row)
        self._frames[0].setMinimumHeight(title + _FEWEST * row)
        self._frames[0].setMaximumHeight(_NO_LIMIT)

    def _choose(self) -> None:
        for place, frame in enumerate(self._frames):
            frame.setVisible(self.on_bench or place == self.tabs.currentIndex())


def _card(title: QLabel, entries: QWidget) -> QFrame:
    """Return a card with a list below its title."""
    set_role(frame := QFrame(), role="card")
    set_role(title, role="title")
    title.hide()
    (around := QVBoxLayout(frame)).setContentsMargins(6, 2, 3, 2)
    around.setSpacing(2)
    around.addWidget(title)
    around.addWidget(entries, 1)
    return frame


def row_height(widget: QWidget, *, on_bench: bool = False) -> int:
    """Return the height of a row of either list in pixels."""
    return widget.fontMetrics().lineSpacing() + (14 if on_bench else 7)
