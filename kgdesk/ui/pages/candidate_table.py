"""Table of all candidates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal

from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.design.pool import with_unit
from kgdesk.model.study.next_run import bare_name, place_columns
from kgdesk.text import LEAST_POINTS
from kgdesk.ui.text.locale_format import DASH, NARROW, fixed, number, percent, percent_range, points
from kgdesk.ui.text.locale_format import FAILURE as SIGN_OF_FAILURE
from kgdesk.ui.text.locale_format import SUCCESS as SIGN_OF_SUCCESS
from kgdesk.ui.text.translate import condition_words
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.range_bar import MARK, RANGE, EstimateBar, MarkedText, OutcomeText, TickBox
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.table_model import in_two_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QMenu, QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.study import Study


#: Columns: tick, code, estimate, value of testing, runs; then the predicted value where the model learns from values,
#: attributes, kept columns, places.
TICK, CODE, SUCCESS, VALUE, RUNS, FACTS = range(6)
#: Candidates that are compared at most.
MOST = 3
#: Percentage points below this are shown as "<" this value, to distinguish them from 0; see `least_of`.
_LEAST = 0.1


class CandidateTable(Table):
    """One row per candidate: tick, code, estimate with range, value of testing, runs, attributes, kept columns, place.

    Ticked candidates are compared: a click in the first column, or Space, ticks; a fourth tick lifts the first.
    """

    #: `ticked` has changed.
    ticks_changed = Signal()
    #: The heading of a column was right-clicked; its place among the columns.
    heading_asked = Signal(int)
    #: `left_out` has changed.
    room_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self._pool: Pool | None = None
        self._place: tuple[str, ...] = ()
        self._facts: tuple[Column, ...] = ()
        self._names: tuple[str, ...] = ()
        self._had_estimates = False
        self._expected: np.ndarray | None = None  # predicted value of each candidate, with its range (M, 3)
        self._ticked: list[int] = []
        self._marks: dict[int, list[str]] = {}
        self._needs: list[int] = []  # width of each column in pixels
        self._wanted: dict[str, bool] = {}  # by heading, where the person has chosen
        self._filtered: frozenset[str] = frozenset()
        self.left_out = 0  #: How many columns there is no room for.
        self.entries: list[tuple[str, Callable[[], None], Callable[[], bool]]] = []  #: Of the menu of a row.
        for place, delegate in (
            (TICK, TickBox), (CODE, MarkedText), (SUCCESS, EstimateBar), (RUNS, OutcomeText),
        ):  # fmt: skip
            self.setItemDelegateForColumn(place, delegate(self))
        self.clicked.connect(self._clicked)
        header = self.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(
            lambda at: self.heading_asked.emit(header.logicalIndexAt(at))
        )

    @property
    def ticked(self) -> tuple[str, ...]:
        """The candidates that are compared, in the order of their ticks."""
        ids = () if self._pool is None else self._pool.ids
        return tuple(ids[row] for row in self._ticked if row < len(ids))

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the attribute or kept column of each column; empty for the first ones."""
        first = self.rows.columnCount() - len(self._names)
        return ("",) * first + self._names

    def tick(self, candidates: Sequence[str]) -> None:
        """Tick these candidates alone, at most three."""
        if self._pool is not None:
            self._ticked = [self._pool.row(code) for code in candidates][:MOST]
            self._show_ticks()

    def show_advice(self, study: Study, advice: Advice | None, level: float = LEVEL) -> None:
        """Show a study with the estimates of an advice, if any; `level` is the probability content of the ranges."""
        pool, place = study.pool, place_columns(study) if study.settings.location else ()
        if pool is not self._pool or place != self._place:
            self._pool, self._place = pool, place
            self._facts, self._names = _facts_of(pool, place)
        columns = (
            self._ticks(len(pool)),
            self._codes(study, advice),
            *self._estimates(len(pool), advice, level if advice is None else advice.level),
            self._runs(len(pool), advice),
            *self._values(study),
            *self._facts,
        )
        if advice is not None and not self._had_estimates:
            self._had_estimates, self._fitted = True, ()  # refit: the columns were empty before
        first = not self.rows.columnCount()
        self.show_columns(columns)
        if first:
            self.sortByColumn(SUCCESS, Qt.SortOrder.DescendingOrder)

    def show_expected(self, values: np.ndarray | None) -> None:
        """Set the predicted values for the next show: low, middle and high, (M, 3); None: not known."""
        self._expected = values

    def keep_columns(self, names: Iterable[str]) -> None:
        """Leave out the columns of these names last where there is no room: the candidates are filtered by them."""
        filtered = frozenset(names)
        if self._filtered != filtered:
            self._filtered = filtered
            self._make_room()

    def fit_columns(self) -> None:
        """Fit the widths; a mark stands behind the code, wherever it is in the list. Nothing scrolls sideways."""
        for place in range(self.rows.columnCount()):
            self.setColumnHidden(place, False)
        super().fit_columns()
        metrics = self.fontMetrics()
        self._needs = [self.columnWidth(place) for place in range(self.rows.columnCount())]
        self.setColumnWidth(TICK, metrics.height() + 14)
        for place, column in enumerate(self.rows.columns):
            if (
                place >= VALUE
            ):  # headings of two lines, without the room for an arrow that Qt reserves in each
                heading = max(metrics.horizontalAdvance(line) for line in column.heading.splitlines() or [""])
                cell = self._widest_cell(place, metrics)
                most = metrics.averageCharWidth() * self.widest
                self._needs[place] = min(max(heading + 22, cell), most)
                self.setColumnWidth(place, self._needs[place])
        self.verticalHeader().setDefaultSectionSize(max(metrics.height() + 10, 28))
        if self._pool is not None:
            marked = [
                metrics.horizontalAdvance(f"{self._pool.ids[row]}  {', '.join(words)}") * 11 // 10 + 16
                for row, words in self._marks.items()
            ]
            most = metrics.averageCharWidth() * self.widest
            self._needs[CODE] = max(self.columnWidth(CODE), *(min(wide, most) for wide in [0, *marked]))
            self.setColumnWidth(CODE, self._needs[CODE])
        self._needs[TICK] = self.columnWidth(TICK)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the columns that there is no room for."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._make_room()

    def _make_room(self) -> None:
        """Hide columns from the last on until the others fit; the ones that a person has chosen stay."""
        if not self._needs or len(self._needs) != self.rows.columnCount():
            return
        headings = [column.heading for column in self.rows.columns]
        shown = [self._wanted.get(heading, True) for heading in headings]
        room = self.viewport().width()

        names = self.names

        def importance(place: int) -> int:
            return 2 if names[place] in self._filtered else 1 if not names[place] else 0

        before, self.left_out = self.left_out, 0
        for place in sorted(range(VALUE, len(shown)), key=lambda place: (importance(place), -place)):
            if sum(need for need, on in zip(self._needs, shown, strict=True) if on) <= room:
                break
            if shown[place] and headings[place] not in self._wanted:
                shown[place] = False
                self.left_out += 1
        for place, on in enumerate(shown):
            self.setColumnHidden(place, not on)
        self._share_out(room, [place for place, on in enumerate(shown) if on])
        if self.left_out != before:
            self.room_changed.emit()

    def _share_out(self, room: int, shown: Sequence[int]) -> None:
        """Widen the columns where there is room to spare, that of the bars most."""
        spare = max(room - sum(self._needs[place] for place in shown), 0)
        bars = min(spare // 2, self._needs[SUCCESS])
        facts = [place for place in shown if place >= VALUE]
        each = (spare - bars) // max(len(facts), 1)
        for place in facts:
            self.setColumnWidth(place, self._needs[place] + min(each, self._needs[place]))
        self.setColumnWidth(SUCCESS, self._needs[SUCCESS] + bars)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks the current row."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and self.current >= 0:
            event.accept()
            self._toggle(self.current)
            return
        super().keyPressEvent(event)

    def add_to_menu(self, menu: QMenu) -> None:
        """Offer what can be done with the row."""
        for text, act, when in self.entries:
            menu.addAction(text, act).setEnabled(when())
        menu.addSeparator()

    def columns_menu(self, menu: QMenu) -> None:
        """Add an entry for each column that can be hidden."""
        for place, column in enumerate(self.rows.columns):
            if place <= CODE:
                continue
            action = menu.addAction(column.heading.replace("&", "&&").replace("\n", " "))
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(place))
            action.toggled.connect(lambda on, heading=column.heading: self._show_column(heading, on=on))

    def _show_column(self, heading: str, *, on: bool) -> None:
        self._wanted[heading] = on
        self._make_room()

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == TICK:
            self._toggle(self.rows.source(index.row()))

    def _toggle(self, row: int) -> None:
        if row in self._ticked:
            self._ticked.remove(row)
        else:
            self._ticked = [*self._ticked, row][-MOST:]
        self._show_ticks()

    def _show_ticks(self) -> None:
        self.viewport().update()
        self.ticks_changed.emit()

    def _ticks(self, count: int) -> Column:
        def state(row: int) -> Qt.CheckState:
            return Qt.CheckState.Checked if row in self._ticked else Qt.CheckState.Unchecked

        def spoken(row: int) -> str:
            return self.tr("compared") if row in self._ticked else ""

        return Column(
            "",
            np.zeros(count),
            lambda _: "",
            heading_tip=self.tr("Tick two or three candidates to compare them"),
            roles={
                int(Qt.ItemDataRole.CheckStateRole): state,
                int(Qt.ItemDataRole.AccessibleTextRole): spoken,
            },
        )

    def _codes(self, study: Study, advice: Advice | None) -> Column:
        """Return the column of codes, with marks: next, best, in progress, skipped, out of stock."""
        marks: dict[int, list[str]] = {}
        tips: dict[int, str] = {}

        def mark(candidate: str, word: str) -> int:
            row = study.pool.row(candidate)
            marks.setdefault(row, []).append(word)
            return row

        if advice is not None and advice.next is not None and advice.study.is_open:
            mark(advice.next, self.tr("next"))
        if advice is not None and not advice.all_alike:
            mark(advice.recommended.candidate, self.tr("best"))
        for candidate in dict.fromkeys(start.candidate for start in study.pending):
            mark(candidate, self.tr("in progress"))
        for absences, word in (
            (study.skipped, self.tr("skipped")),
            (study.retired, self.tr("✕ out of stock")),
        ):
            for absence in absences:
                who = f"{absence.operator}: {absence.reason}" if absence.reason else absence.operator
                tips[mark(absence.candidate, word)] = who
        self._marks = marks

        def spoken(row: int) -> str:
            return " ".join((study.pool.ids[row], *marks.get(row, ())))

        return Column(
            self.tr("Code"),
            study.pool.ids,
            tip=lambda row: tips.get(row, ""),
            roles={
                MARK: lambda row: ", ".join(marks.get(row, ())),
                int(Qt.ItemDataRole.AccessibleTextRole): spoken,
            },
        )

    def _estimates(self, count: int, advice: Advice | None, level: float) -> tuple[Column, ...]:
        blank = np.full(count, np.nan)
        probability = blank if advice is None else advice.probability
        low, high = (blank, blank) if advice is None else (advice.low, advice.high)
        kg = blank if advice is None else 100.0 * advice.kg
        least = least_of(kg)

        def ends(row: int) -> tuple[float, float, float] | None:
            return (
                None if np.isnan(low[row]) else (float(low[row]), float(probability[row]), float(high[row]))
            )

        def written(three: np.ndarray) -> str:
            if np.isnan(three[1]):
                return ""
            return f"{percent(float(three[1]))} ({percent_range(float(three[0]), float(three[2]))})"

        def value(points_of_it: float) -> str:
            if np.isnan(points_of_it):
                return "" if advice is None else self.tr("not computed")
            return value_text(points_of_it, least)

        return (
            Column(
                in_two_lines(self.tr("Expected success, {level} range").format(level=percent(level))),
                np.stack([low, probability, high], axis=1),
                written,
                key=probability,
                roles={RANGE: ends},
            ),
            Column(
                self.tr("Value of\ntesting"),
                kg,
                value,
                is_number=True,
                heading_tip=" ".join(
                    (
                        self.tr("How much one run of it is expected to improve the final choice, in points."),
                        condition_words(advice.in_progress if advice is not None else 0),
                    )
                ).strip(),
                tip=lambda row: self._value_tip(float(kg[row]), least),
            ),
        )

    def _values(self, study: Study) -> tuple[Column, ...]:
        """Return the column of predicted values, where the model learns from these."""
        if not study.settings.learns_from_values:
            return ()
        settings, expected = study.settings, self._expected
        if expected is None or len(expected) != len(study.pool):
            expected = np.full((len(study.pool), 3), np.nan)
        name = visible(with_unit(settings.measured, settings.measured_unit))
        return (
            Column(
                self.tr("Expected\n{name}").format(name=name),
                expected[:, 1],
                lambda value: "" if np.isnan(value) else number(value, 3),
                is_number=True,
                heading_tip=self.tr(
                    "What the next run would measure. Among candidates that surely pass the threshold, kgdesk does not"
                    " look for the higher value."
                ),
                tip=lambda row: (
                    ""
                    if np.isnan(expected[row, 0])
                    else self.tr("{low} to {high} in 9 of 10 runs").format(
                        low=number(float(expected[row, 0]), 3), high=number(float(expected[row, 2]), 3)
                    )
                ),
            ),
        )

    def _value_tip(self, value: float, least: float) -> str:
        if np.isnan(value) or value >= least:
            return ""
        if value >= 0.0:
            return self.tr("{raw} points").format(raw=points(value))
        return self.tr(
            "{raw} percentage points before rounding: the calculation is an approximation, and below zero it means"
            " that nothing is to be learnt from this run."
        ).format(raw=number(value, 2))

    def _runs(self, count: int, advice: Advice | None) -> Column:
        won, lost = np.zeros(count), np.zeros(count)
        if advice is not None:
            for name, (successes, failures) in advice.study.tally.items():
                row = advice.study.pool.row(name)
                won[row], lost[row] = successes, failures

        def written(both: np.ndarray) -> str:
            return "" if advice is None else runs_text(int(both[0]), int(both[1]))

        return Column(
            self.tr("Runs"),
            np.stack([won, lost], axis=1),
            written,
            key=won + lost,
            heading_tip=self.tr("Runs with a usable result; voids do not count."),
        )


def runs_text(won: int, lost: int) -> str:
    """Return the outcomes of a candidate in signs: ``● 2 ✕ 1``, or a dash."""
    parts = [f"{sign} {count}" for sign, count in ((SIGN_OF_SUCCESS, won), (SIGN_OF_FAILURE, lost)) if count]
    return " ".join(parts) or DASH


def _facts_of(pool: Pool, place: tuple[str, ...]) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Return the columns of attributes, then of kept columns, the places last, and their names."""
    columns = [
        (_attribute_column(attribute, values), attribute.name)
        for attribute, values in zip(pool.attributes, pool.values, strict=True)
    ]
    kept = sorted(pool.extras, key=lambda heading: heading in place)
    columns += [(Column(in_two_lines(heading), pool.extras[heading]), heading) for heading in kept]
    return tuple(column for column, _ in columns), tuple(name for _, name in columns)


def heading_of(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit."""
    return with_unit(attribute.name, attribute.unit)


def attribute_text(value: float | str) -> str:
    """Format one value of an attribute."""
    return value if isinstance(value, str) else number(value, 6)


def _attribute_column(attribute: Attribute, values: Sequence[float] | Sequence[str]) -> Column:
    if attribute.kind == "category":
        return Column(in_two_lines(heading_of(attribute)), values)
    name = bare_name(attribute)
    heading = f"{name}\n{attribute.unit}" if attribute.unit else in_two_lines(attribute.name)
    return Column(heading, values, attribute_text, is_number=True)


def least_of(values: NDArray[np.float64]) -> float:
    """Return the least value of testing, in points, that a table of `values` writes out; smaller ones read "< least".

    It is 0.1, and less where the largest is below 1, so that the order of the larger ones is seen.
    """
    most = max(float(np.nanmax(values, initial=0.0)), LEAST_POINTS)
    return max(min(_LEAST, 10.0 ** (math.floor(math.log10(most)) - 1)), LEAST_POINTS)


def value_text(value: float, least: float) -> str:
    """Return a value of testing, in points, as in tables: “< 0.1” below the least one, 0 without a run."""
    if value >= least or value == 0.0:
        return points(value)
    return f"<{NARROW}{fixed(least, -round(math.log10(least)))}"
