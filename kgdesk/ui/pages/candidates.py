"""The Candidates tab: table of all candidates with filters, comparison of two or three, and plates."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.advice.predicted_values import predicted_values
from kgdesk.model.design.filters import conditions_of, rows_that_pass
from kgdesk.model.design.samples import plates
from kgdesk.plain_text import shorten
from kgdesk.ui.pages.candidate_table import CODE, RUNS, CandidateTable
from kgdesk.ui.pages.compare import ComparePanel
from kgdesk.ui.pages.filter_box import RUNS as RUNS_FILTER
from kgdesk.ui.pages.filter_box import FilterBox, FilterChips
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.plots.plate import PlateCard
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.widgets.basic import Label, button, set_tip, visible
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.filters import Filter
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController

_TO_TABLE = {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}
#: Width of the page in pixels from which on the comparison stands at the right; below which it takes the table's place.
_BESIDE, _INSTEAD = 1400, 800
#: Longest name of the suggestion above the table, in characters.
_NAME = 16
#: Width in digits of the font from which on the row above the table has room for the name of the suggestion.
_NEXT = 75
#: Width in digits of the font that the comparison needs at the right as well.
_DIGITS = 170


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
        self._filters: dict[str, Filter] = {}
        self._beside = False
        self._expected: tuple[Study, np.ndarray] | None = None  # predicted values of a state
        self._pool: Pool | None = None  # that is known to have plates, or none
        self.setObjectName("candidates")
        self._make_parts()
        self._lay_out()
        # Made before the parts have their places, Qt would leave them all out of the window's order of the Tab key.
        self.box = FilterBox(self)  #: Filters of the columns.
        self.takes_keys = self.table  #: Takes the keys when somebody turns to the page.
        self.filter.textChanged.connect(self._search)
        self.table.opened.connect(self._explore)
        self.table.ticks_changed.connect(self._compare)
        self.table.heading_asked.connect(self._offer_heading)
        self.table.room_changed.connect(self._say_columns)
        self.box.changed.connect(self._take_filter)
        self.chips.opened.connect(self._open_box)
        self.chips.removed.connect(self.remove_filter)
        self.compared.removed.connect(
            lambda code: self.table.tick([each for each in self.table.ticked if each != code])
        )
        self.compared.closed.connect(partial(self._set_instead, on=False))
        controller.refresher.watch(self, STUDY_FACTS | {"advice", "shown"}, self._refresh)
        controller.refresher.watch(self, {"selection"}, self._follow)

    def _make_parts(self) -> None:
        self.filter = QLineEdit()
        self.filter.setObjectName("candidates.filter")
        self.filter.setAccessibleName(self.tr("Find candidates"))
        self.filter.setPlaceholderText(self.tr("Find code or word"))
        self.filter.setClearButtonEnabled(True)
        self.chips = FilterChips()  #: The filters that are set.
        self.more = button(
            self.tr("+ F&ilter"), "candidates.addFilter", self._open_box
        )  #: Opens the box of filters.
        set_role(self.more, role="link")
        self.columns = button(
            "", "candidates.columns", self._offer_columns
        )  #: Offers the columns without room.
        set_role(self.columns, role="link")
        self.columns.hide()
        self.count = Label()  #: How many candidates are listed.
        self.count.setObjectName("candidates.count")
        set_role(self.count, role="muted")
        self.next = button("", "candidates.next", self._go_to_next)  #: Leads to the row of the suggestion.
        set_role(self.next, role="link")
        set_tip(self.next, self.tr("Go to the next candidate"))
        self.clear = button(self.tr("&Clear filters"), "candidates.clear", self.clear_filters)
        self.among = button(self.tr("Su&ggest among these"), "candidates.among", self._suggest_among)
        set_tip(
            self.among, self.tr("The next suggestions come from these candidates until you say otherwise")
        )
        self.table = CandidateTable()
        self.table.setObjectName("candidates.table")
        self.table.setAccessibleName(self.tr("Candidates"))
        self.table.entries = [
            (self.tr("&Explore"), self._explore_current, lambda: self.table.current >= 0),
            (self.tr("Run &this"), self._run_current, lambda: self.table.current >= 0 and self._may_run()),
        ]
        for text, what in (
            (self.tr("Take out of stoc&k…"), "exclude"),
            (self.tr("&Back in stock…"), "include"),
        ):
            can = partial(self.can_change, what == "exclude")
            self.table.entries.append((text, partial(self.stock_wanted.emit, what), can))
        self.compared = ComparePanel(self._controller)  #: The ticked candidates side by side.
        self.compared.hide()
        self.state = Label()  #: Why there are no numbers, or no rows.
        self.state.setObjectName("candidates.state")
        self.state.setWordWrap(True)
        set_role(self.state, role="muted")
        self.plate = PlateCard()  #: The same candidates by well.
        self.computations = (LazyPlots(self._controller, self.plate),)
        self.view = QButtonGroup(self)  #: Table or plates.
        self._views = QWidget()
        self._views.setObjectName("candidates.view")

    def focus_search(self) -> None:
        """Focus the search field and select its text."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The filters that exclude something."""
        return tuple(each for each in self._filters.values() if not each.is_open)

    def set_filter(self, made: Filter) -> None:
        """Set the filter of a column, or take it away by one that excludes nothing."""
        self._filters[made.column] = made
        self._apply()

    def remove_filter(self, column: str) -> None:
        """Take the filter of a column away."""
        self._filters.pop(column, None)
        self._apply()

    def clear_filters(self) -> None:
        """Show all candidates."""
        self._filters = {}
        self.filter.clear()
        self._apply()

    def chosen(self, away: bool) -> list[str]:
        """Return the selected candidates that are in stock (`away` true) or out of stock, in pool order."""
        study = self._controller.study
        gone = {absence.candidate for absence in study.retired}
        rows = sorted(self.table.rows.source(i.row()) for i in self.table.selectionModel().selectedRows())
        return [name for name in (study.pool.ids[row] for row in rows) if (name in gone) != away]

    def can_change(self, away: bool) -> bool:
        """Return whether a selected candidate can be taken out of stock (`away` true), or put back."""
        return self._may_run() and bool(self.chosen(away))

    def _may_run(self) -> bool:
        controller = self._controller
        return (
            controller.selection.as_of is None
            and controller.read_only_reason is None
            and controller.study.is_open
        )

    def show_candidate(self, candidate: str) -> None:
        """Select a candidate; filters that hide it are taken away."""
        self._refresh()
        source = self._controller.study.pool.row(candidate)
        if self.table.rows.shown_row(source) < 0:
            self.clear_filters()
        self.table.choose(source, CODE)
        self._controller.selection.select(candidate)

    def compare(self, candidate: str) -> None:
        """Tick a candidate beside the ones that are ticked, or beside the best."""
        self._refresh()
        advice, ticked = self._controller.selection.advice, list(self.table.ticked)
        if not ticked and advice is not None and candidate != advice.recommended.candidate:
            ticked = [advice.recommended.candidate]
        if candidate not in ticked:
            self.table.tick([*ticked, candidate][-3:])

    def event(self, event: QEvent) -> bool:
        """Keep Esc for a search field with text, which the window would take as a way back."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self.filter.hasFocus()
            and self.filter.text()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """In the search field Down and Enter go to the table, Esc clears it."""
        if self.filter.hasFocus() and event.key() in _TO_TABLE:
            self._to_table()
        elif self.filter.hasFocus() and event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the comparison its place."""
        super().resizeEvent(event)
        self._show_next()
        self._arrange()

    def _lay_out(self) -> None:
        letters = self.filter.fontMetrics().horizontalAdvance(self.filter.placeholderText())
        self.filter.setMinimumWidth(letters + 50)
        self.filter.setMaximumWidth(letters + 120)
        finds, shows = QHBoxLayout(), QHBoxLayout()
        for widget in (self.filter, self.more, self.clear, self.among):
            finds.addWidget(widget)
        finds.addStretch(1)
        shows.addWidget(self.columns)
        shows.addWidget(self.count)
        shows.addWidget(self.next)
        shows.addWidget(self._views)
        shows.addStretch(1)
        line = QHBoxLayout(self._views)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        for place, (name, text) in enumerate((("table", self.tr("Table")), ("plates", self.tr("Plates")))):
            segment = QPushButton(text)
            segment.setObjectName(f"candidates.view.{name}")
            segment.setCheckable(True)
            segment.setChecked(not place)
            set_role(segment, role="segment")
            self.view.addButton(segment, place)
            line.addWidget(segment)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._left = QWidget()
        inside = QVBoxLayout(self._left)
        inside.setContentsMargins(3, 3, 3, 3)  # space for the focus ring
        inside.addWidget(self.table)
        self._split.addWidget(self._left)
        self._split.addWidget(self.compared)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 0)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._split)
        self._pages.addWidget(self.plate)
        self.view.idClicked.connect(self._pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.addWidget(FoldingRow(finds, shows))
        column.addWidget(self.chips)
        column.addWidget(self._pages, 1)
        column.addWidget(self.state)

    def _refresh(self) -> None:
        advice = self._controller.selection.advice
        self.table.show_expected(self._expected_of(advice))
        self.table.show_advice(self._state(), advice, self._controller.advice.level)
        self._show_next()
        if self._state().pool is not self._pool:
            self._pool = self._state().pool
            self._views.setVisible(bool(plates(self._pool)))
        self._apply()
        if self.table.current < 0:
            self._follow()
        self._compare()

    def _show_next(self) -> None:
        """Show the link to the suggestion where the row of the page has room for it: large text leaves none."""
        advice = self._controller.selection.advice
        suggested = advice is not None and advice.study.is_open and advice.next is not None
        roomy = self.width() >= _NEXT * self.fontMetrics().horizontalAdvance("0")
        self.next.setVisible(suggested and roomy)
        if advice is not None and suggested:
            name = visible(shorten(advice.next or "", _NAME)).replace("&", "&&")
            self.next.setText(self.tr("Ne&xt: {code}").format(code=name))

    def _go_to_next(self) -> None:
        advice = self._controller.selection.advice
        if advice is not None and advice.next is not None:
            self.view.button(0).click()
            self.show_candidate(advice.next)

    def _expected_of(self, advice: Advice | None) -> np.ndarray | None:
        """Return the predicted values of an advice, (M, 3); None until they are computed, or where there are none."""
        if advice is None or not advice.study.has_values:
            return None
        known, study = self._expected, advice.study
        if known is not None and known[0] is study:
            return known[1]

        def work() -> tuple[Study, np.ndarray]:
            found = predicted_values(study, study.design.X[study.design.row_of])
            return study, np.array([found["value_low"], found["value"], found["value_high"]]).T

        self._controller.advice.compute("expected", work, self._take_expected)
        return None

    def _take_expected(self, answer: tuple[Study, np.ndarray]) -> None:
        self._expected = answer
        advice = self._controller.selection.advice
        if advice is not None and advice.study is answer[0]:
            self._refresh()

    def _apply(self) -> None:
        """Show what passes the filters."""
        study = self._state()
        passed = rows_that_pass(self.filters, study.pool, study.tally) if self.filters else None
        self.table.rows.set_passed(passed)
        self.chips.show_filters(self.filters, study.pool)
        self.table.keep_columns(each.column for each in self.filters)
        self._say()

    def _take_filter(self, made: Filter) -> None:
        self.set_filter(made)

    def _open_box(self, column: str | None = None) -> None:
        self.box.open_at(self.more, self._state().pool, self._filters, column)

    def _offer_heading(self, place: int) -> None:
        """Offer the filter of a column, its order, and which columns are seen."""
        menu = QMenu(self.table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = RUNS_FILTER if place == RUNS else self.table.names[place] or None
        if column is not None:
            menu.addAction(self.tr("&Filter…"), partial(self._open_box, column))
        for text, order in (
            (self.tr("Sort &rising"), Qt.SortOrder.AscendingOrder),
            (self.tr("Sort f&alling"), Qt.SortOrder.DescendingOrder),
        ):
            menu.addAction(text, partial(self.table.sortByColumn, place, order))
        self.table.columns_menu(menu.addMenu(self.tr("Col&umns")))
        menu.popup(
            self.table.horizontalHeader().mapToGlobal(self.table.horizontalHeader().rect().bottomLeft())
        )

    def _offer_columns(self) -> None:
        menu = QMenu(self.columns)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table.columns_menu(menu)
        menu.popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))

    def _say_columns(self) -> None:
        """Say how many columns there is no room for."""
        count = self.table.left_out
        one, more = self.tr("1 more column"), self.tr("{count} more columns").format(count=count)
        self.columns.setText(one if count == 1 else more)
        self.columns.setVisible(count > 0)

    def _search(self, text: str) -> None:
        self.table.rows.set_filter(text)
        if self.table.current < 0 and self.table.rows.rowCount():
            self.table.choose(self.table.rows.source(0), CODE)
        self._say()

    def _say(self) -> None:
        rows, total = self.table.rows.rowCount(), self.table.rows.total
        narrowed = bool(self.filters or self.filter.text().strip())
        self.count.setText(
            self.tr("{rows} of {count}").format(rows=rows, count=total)
            if narrowed
            else self.tr("{count} candidates").format(count=total)
        )
        self.clear.setVisible(narrowed and not rows)
        conditions, only = conditions_of(self.filters), not self.filter.text().strip()
        only = only and all(each.condition for each in self.filters)
        self.among.setVisible(bool(conditions) and rows > 0)
        self.among.setEnabled(only and self._may_run() and self._controller.advice.where != conditions)
        if not self._views.isHidden():
            self.plate.show_only(frozenset(self._passing()) if narrowed else None)
        parts = []
        if narrowed and not rows:
            parts.append(self.tr("No candidate fits."))
        if self._controller.selection.advice is None:
            parts.append(self.tr("The estimates are being worked out; they appear here by themselves."))
        elif self._controller.selection.as_of is not None:
            parts.append(
                self.tr("Estimates of the state after run {run}.").format(
                    run=self._controller.study.number_at(self._controller.selection.as_of)
                )
            )
        self.state.setText(" ".join(parts))
        self.state.setVisible(bool(parts))

    def _passing(self) -> Iterator[str]:
        """Yield the candidates that the table shows."""
        ids, rows = self._state().pool.ids, self.table.rows
        return (ids[rows.source(row)] for row in range(rows.rowCount()))

    def _suggest_among(self) -> None:
        self._controller.advice.suggest_where(conditions_of(self.filters))
        self._say()

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

    def _explore(self, source: int) -> None:
        self._controller.selection.explore_wanted.emit(self._controller.study.pool.ids[source])

    def _explore_current(self) -> None:
        self._explore(self.table.current)

    def _run_current(self) -> None:
        self._controller.selection.run_this.emit(self._controller.study.pool.ids[self.table.current])

    def _compare(self) -> None:
        ticked = self.table.ticked
        if len(ticked) > 1:
            self.compared.show_candidates(ticked, self._controller.selection.advice, can_run=self._may_run())
        came = len(ticked) > 1 and self.compared.isHidden()
        self.compared.setVisible(len(ticked) > 1)
        self._set_instead(on=len(ticked) > 1)
        if came and self._beside:
            self._split.setSizes([self.width() * share // 5 for share in (3, 2)])

    def _arrange(self) -> None:
        beside = self.width() >= max(_BESIDE, _DIGITS * self.fontMetrics().horizontalAdvance("0"))
        self._split.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._beside = beside
        self._set_instead(on=not self.compared.isHidden())

    def _set_instead(self, *, on: bool) -> None:
        """Let the comparison take the table's place where there is no room for both, or give it back."""
        small = self.width() < _INSTEAD or self.height() < 20 * self.fontMetrics().lineSpacing()
        instead = on and small
        self.compared.set_tall(instead or self._beside)
        self.compared.keep_width(on=self._beside)
        if small and not on:
            self.compared.hide()
        self.compared.back.setVisible(instead)
        self._left.setVisible(not instead)

    def _state(self) -> Study:
        """Return the displayed state of the study; the present one while an earlier state is computed."""
        advice = self._controller.selection.advice
        return (
            self._controller.study
            if advice is None or self._controller.selection.as_of is None
            else advice.study
        )
