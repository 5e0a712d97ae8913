"""The Candidates tab: searchable table of all candidates, with details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.pages.candidate_table import CODE, CandidateDetails, CandidateTable
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.widgets.basic import Label, button
from kgdesk.ui.widgets.folding import fold
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController

_TARGET, _TO_TABLE = 32, {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class CandidatesTab(QWidget):
    """Table of `controller.study.pool` with the estimates of `controller.selection.advice`.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    #: Request to change the stock of the selected candidates: ``exclude`` or ``include``.
    stock_wanted = Signal(str)

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("candidates")
        self._make_parts()
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._buttons())
        self.filter.textChanged.connect(self._search)
        self._menu.aboutToShow.connect(self._list_columns)
        self.table.opened.connect(self._open)
        self.details.closed.connect(self._close_details)
        controller.refresher.watch(self, STUDY_FACTS | {"advice", "shown"}, self._refresh)
        controller.refresher.watch(self, {"selection"}, self._follow)

    def _make_parts(self) -> None:
        self.filter = QLineEdit()
        self.filter.setObjectName("candidates.filter")
        self.filter.setAccessibleName(self.tr("Find candidates"))
        self.filter.setPlaceholderText(self.tr("Code, location or category"))
        self.filter.setClearButtonEnabled(True)
        self.columns = QToolButton()
        self.columns.setObjectName("candidates.columns")
        self.columns.setText(self.tr("Col&umns"))
        self.columns.setAccessibleName(self.tr("Choose columns"))
        self.columns.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.columns.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu = QMenu(self.columns)
        self.columns.setMenu(self._menu)
        self.table = CandidateTable()
        self.table.setObjectName("candidates.table")
        self.table.setAccessibleName(self.tr("Candidates"))
        self.details = CandidateDetails()
        self.details.hide()
        self.state = Label()
        self.state.setObjectName("candidates.state")
        self.state.setWordWrap(True)
        set_role(self.state, role="muted")
        self.away = button(
            self.tr("Take out of stoc&k…"), "candidates.exclude", lambda: self.stock_wanted.emit("exclude")
        )
        self.back = button(
            self.tr("&Back in stock…"), "candidates.include", lambda: self.stock_wanted.emit("include")
        )

    def focus_filter(self) -> None:
        """Focus the search field and select its text."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def chosen(self, away: bool) -> list[str]:
        """Return the selected candidates that are in stock (`away` true) or out of stock, in pool order."""
        study = self._controller.study
        gone = {absence.candidate for absence in study.retired}
        rows = sorted(self.table.rows.source(i.row()) for i in self.table.selectionModel().selectedRows())
        return [name for name in (study.pool.ids[row] for row in rows) if (name in gone) != away]

    def can_change(self, away: bool) -> bool:
        """Return whether a selected candidate can be taken out of stock (`away` true), or put back."""
        controller = self._controller
        now = (
            controller.selection.as_of is None
            and controller.read_only_reason is None
            and controller.study.is_open
        )
        return now and bool(self.chosen(away))

    def show_candidate(self, candidate: str) -> None:
        """Select a candidate and show its details."""
        self._refresh()
        source = self._controller.study.pool.row(candidate)
        if self.table.rows.shown_row(source) < 0:
            self.filter.clear()
        self.table.choose(source, CODE)
        self._open(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+F focuses the search; there Down and Enter go to the table, Esc clears it. Esc closes the details."""
        if event.key() == Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.focus_filter()
        elif self.filter.hasFocus() and event.key() in _TO_TABLE:
            self._to_table()
        elif self.filter.hasFocus() and event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        elif self.details.isVisible() and event.key() == Qt.Key.Key_Escape:
            self._close_details()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below each other where they are too wide."""
        super().resizeEvent(event)
        fold(self._foot, (self.state, self.away, self.back), self.width() - 2 * _TARGET)

    def _lay_out(self) -> None:
        label = Label(self.tr("F&ind:"))
        label.setBuddy(self.filter)
        head = QHBoxLayout()
        for widget, share in ((label, 0), (self.filter, 1), (self.columns, 0)):
            head.addWidget(widget, share)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        (inside := QVBoxLayout(left := QWidget())).setContentsMargins(3, 3, 3, 3)  # space for the focus ring
        inside.addWidget(self.table)
        self._split.addWidget(left)
        self._split.addWidget(self.details)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.addLayout(head)
        column.addWidget(self._split, 1)
        self._foot = QHBoxLayout()
        for part, room in ((self.state, 1), (self.away, 0), (self.back, 0)):
            self._foot.addWidget(part, room)
        column.addLayout(self._foot)

    def _refresh(self) -> None:
        advice = self._controller.selection.advice
        self.table.show_advice(self._state(), advice, self._controller.advice.level)
        if self.table.current < 0:
            self._follow()
        if self.details.isVisible() and self.table.current >= 0:
            self._show_details(self.table.current)
        self._buttons()
        self._say()

    def _buttons(self) -> None:
        self.away.setEnabled(self.can_change(True))
        self.back.setEnabled(self.can_change(False))

    def _search(self, text: str) -> None:
        self.table.rows.set_filter(text)
        if self.table.current < 0 and self.table.rows.rowCount():
            self.table.choose(self.table.rows.source(0), CODE)
        self._say()

    def _say(self) -> None:
        rows, total = self.table.rows.rowCount(), self.table.rows.total
        parts = [self.tr("{count} candidates.").format(count=total)]
        if self.filter.text().strip():
            parts = [self.tr("{rows} of {count} candidates found.").format(rows=rows, count=total)]
            if not rows:
                parts.append(self.tr("Shorten what you look for, or press Esc in the field."))
        if self._controller.selection.advice is None:
            parts.append(self.tr("The estimates are being worked out; they appear here by themselves."))
        elif self._controller.selection.as_of is not None:
            parts.append(
                self.tr("Estimates of the state after run {run}.").format(
                    run=self._controller.study.number_at(self._controller.selection.as_of)
                )
            )
        self.state.setText(" ".join(parts))

    def _to_table(self) -> None:
        if not self.table.rows.rowCount():
            return
        if self.table.current < 0:
            self.table.choose(self.table.rows.source(0), CODE)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self) -> None:
        """Select the candidate that was selected in another view."""
        candidate = self._controller.selection.candidate
        if candidate is None or not self.table.rows.total:
            return
        source = self._controller.study.pool.row(candidate)
        if source != self.table.current:
            self.table.choose(source, CODE)

    def _open(self, source: int) -> None:
        self._controller.selection.select(self._controller.study.pool.ids[source])
        self._show_details(source)
        if not self.details.isVisible():
            self.details.show()
            width = self._split.width()
            wanted = max(self.details.minimumWidth(), width * 2 // 5)
            self._split.setSizes([width - wanted, wanted])

    def _show_details(self, source: int) -> None:
        study = self._state()
        self.details.show_candidate(study, self._controller.selection.advice, study.pool.ids[source])

    def _state(self) -> Study:
        """Return the displayed state of the study; the present one while an earlier state is computed."""
        advice = self._controller.selection.advice
        return (
            self._controller.study
            if advice is None or self._controller.selection.as_of is None
            else advice.study
        )

    def _close_details(self) -> None:
        self.details.hide()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _list_columns(self) -> None:
        self._menu.clear()
        for place, column in enumerate(self.table.rows.columns):
            if place == CODE:
                continue
            action = self._menu.addAction(column.heading.replace("&", "&&").replace("\n", " "))
            action.setCheckable(True)
            action.setChecked(not self.table.isColumnHidden(place))
            action.toggled.connect(lambda on, place=place: self.table.setColumnHidden(place, not on))
