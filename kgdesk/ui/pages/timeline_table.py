"""Table of the runs: what was suggested and tested, what came out, and what was best after it; the newest first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from kgdesk.model.design import pool
from kgdesk.model.study.records import Limit, run_order
from kgdesk.model.study.run_blocks import levels_text
from kgdesk.model.study.set_values import set_values_text
from kgdesk.text import phrase
from kgdesk.ui.plots.over_runs import known_points
from kgdesk.ui.text.locale_format import (
    FAILURE,
    SUCCESS,
    brief_time,
    local_time,
    measured_value,
    percent,
    reason_words,
    signed_outcome,
)
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.table import Column, Table
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.study.records import RunNumber, Start
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Run, Study
    from kgdesk.ui.plots.over_runs import RunPoint, RunsData

#: Role with the outcome before a correction, which is drawn struck through behind the present one.
WAS = Qt.ItemDataRole.UserRole + 1
_ROLE = Qt.ItemDataRole
_OUTCOME = 5
#: Columns that are left out in a narrow window, the first first: By, Suggested, Expected, At stake, When; then those
#: from `_FURTHER` on: the measured value, where there is one, and the notes.
_LEFT_OUT, _FURTHER = (2, 3, 7, 8, 1), 9
#: Least width of the notes in letters.
_FEW = 14


class TimelineTable(Table):
    """One row per run as corrected: runs in progress on top, then the newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self.entries: tuple[Run | Start, ...] = ()  #: Runs and starts, one per row.
        self._outcomes = _OutcomeDelegate(self)
        self._needs: list[int] = []  # width of each column in pixels
        self.horizontalHeader().setStretchLastSection(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit_columns(self) -> None:
        """Fit the widths, then leave out what there is no room for."""
        for column in range(self.rows.columnCount()):
            self.setColumnHidden(column, False)  # Qt gives a hidden heading no width
        super().fit_columns()
        self._needs = [self.columnWidth(column) for column in range(self.rows.columnCount())]
        heading = self.horizontalHeader().sectionSizeHint(len(self._needs) - 1)
        self._needs[-1] = max(heading, _FEW * self.fontMetrics().averageCharWidth())
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out columns that would have to be scrolled to; the line below the table has all of them."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        columns = range(len(self._needs))
        shown = set(columns)
        for column in (*_LEFT_OUT, *range(_FURTHER, len(self._needs))):
            if sum(self._needs[one] for one in shown) > self.viewport().width():
                shown.discard(column)
        for column in columns:
            self.setColumnHidden(column, column not in shown)
        over = sum(self._needs[one] for one in shown) - self.viewport().width()
        if shown and over > 0:  # what the outcome was before a correction stands in the tool tip as well
            self.setColumnWidth(_OUTCOME, self._needs[_OUTCOME] - over)

    @property
    def remarks_hidden(self) -> bool:
        """Whether the column of notes has no room."""
        return self.isColumnHidden(self.rows.columnCount() - 1)

    def place_of(self, number: RunNumber) -> int:
        """Return the index of a run in the columns' values; -1 if it has none."""
        return next((place for place, entry in enumerate(self.entries) if entry.number == number), -1)

    def show_runs(self, study: Study, data: RunsData, as_of: int | None) -> None:
        """Show the runs of a study with the states after them; those after the first `as_of` runs are muted."""
        runs, names = study.runs, study.settings
        begun = sorted(study.pending, key=lambda start: -start.number)
        entries = self.entries = (*begun, *reversed(runs))
        count_of = {run.number: place + 1 for place, run in enumerate(runs)}
        points = {point.run: point for point in data.points}
        changed = {p.run for p, one in zip(data.points, data.changed, strict=True) if one}
        after = [points.get(count_of.get(entry.number, -1)) for entry in entries]
        newest = _when(entries[0]) if entries else ""
        muted = QBrush(QColor(palette_of(self).muted))
        bold, struck = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        struck.setStrikeOut(True)

        def later(row: int) -> bool:
            return as_of is not None and count_of.get(entries[row].number, len(runs) + 1) > as_of

        def tip(row: int) -> str:
            return self.tr("Recorded after the state that you are looking at.") if later(row) else ""

        def left_out(row: int) -> str:
            outcome = after[row] is None and bool(data.points) and bool(_outcome(entries[row]))
            return (
                self.tr("Of many runs not each has its best here: select this one to read it.")
                if outcome
                else ""
            )

        def tested(row: int) -> QFont | None:
            entry = entries[row]
            if _outcome(entry) == "void":
                return struck
            return bold if entry.suggested not in {"", entry.candidate} else None

        def best(row: int) -> QFont | None:
            point = after[row]
            return bold if point is not None and point.run in changed else None

        def column(heading: str, values: Any, text: Any = str, *, roles: Any = None, **more: Any) -> Column:
            ground = {_ROLE.ForegroundRole: lambda row: muted if later(row) else None}
            return Column(heading, values, text, roles=ground | (roles or {}), **{"tip": tip, **more})

        self.show_columns(
            (
                column(
                    self.tr("Run"),
                    [str(entry.number) for entry in entries],
                    key=np.array([_order(entry.number) for entry in entries]),
                    is_number=True,
                ),
                column(
                    self.tr("When"),
                    [_when(entry) for entry in entries],
                    lambda stamp: brief_time(stamp, newest),
                    key=-np.arange(len(entries)),
                    tip=lambda row: self._entered(entries[row]) or tip(row),
                ),
                column(self.tr("By"), [entry.operator for entry in entries]),
                column(self.tr("Suggested"), [self._suggested(entry) for entry in entries]),
                column(self.tr("Tested"), [e.candidate for e in entries], roles={_ROLE.FontRole: tested}),
                column(
                    self.tr("Outcome"),
                    [self._outcome(entry, names) for entry in entries],
                    roles={WAS: lambda row: _was(entries[row], names)},
                    tip=lambda row: _account(entries[row]) or tip(row),
                ),
                column(
                    self.tr("Best after it"),
                    [point.best if point is not None else "" for point in after],
                    roles={_ROLE.FontRole: best},
                    tip=lambda row: _said(after[row]) or left_out(row) or tip(row),
                ),
                column(
                    self.tr("Expected"),
                    np.array([p.estimate if p is not None and p.best else math.nan for p in after]),
                    lambda value: "" if math.isnan(value) else percent(value),
                    is_number=True,
                    heading_tip=self.tr("Expected success of the best after the run"),
                ),
                column(
                    self.tr("At stake,\npoints"),
                    np.array([p.stake if p is not None else math.nan for p in after]),
                    known_points,
                    is_number=True,
                    heading_tip=self.tr("What choosing the best after the run would have lost on average"),
                ),
                *(
                    [
                        column(
                            visible(pool.with_unit(names.measured, names.measured_unit)),
                            [getattr(entry, "measured", None) for entry in entries],
                            lambda value: "" if value is None else measured_value(value),
                            key=np.array([_number(entry) for entry in entries]),
                            is_number=True,
                        )
                    ]
                    if names.measured
                    else []
                ),
                column(self.tr("Note"), [remark(entry, study) for entry in entries]),
            )
        )
        self.setItemDelegateForColumn(_OUTCOME, self._outcomes)

    def _entered(self, entry: Run | Start) -> str:
        if getattr(entry, "happened_at", ""):
            words = self.tr("Time of the run, as stated; entered {time}.")
            return words.format(time=local_time(entry.recorded_at))  # type: ignore[union-attr]  # starts state no time
        return local_time(_when(entry))

    def _suggested(self, entry: Run | Start) -> str:
        return self.tr("imported") if getattr(entry, "imported", False) else entry.suggested

    def _outcome(self, entry: Run | Start, names: Settings) -> str:
        outcome = _outcome(entry)
        if not outcome:
            return self.tr("in progress")
        now, was = signed_outcome(outcome, names), _was(entry, names)
        return self.tr("{outcome} (was {before})").format(outcome=now, before=was) if was else now


class _OutcomeDelegate(QStyledItemDelegate):
    """Draws an outcome with its sign in colour, and behind it the one before a correction, struck through."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the outcomes; the text of the cell names both."""
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        sign, _, name = own.text.partition(" (")[0].partition(" ")
        was = index.data(WAS) or ""
        own.text = ""
        view = own.widget
        style = view.style() if view is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, view)
        room: QRect = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, own, view)
        chosen, roles = bool(own.state & QStyle.StateFlag.State_Selected), own.palette
        text = (roles.highlightedText() if chosen else roles.text()).color()
        faint = index.data(Qt.ItemDataRole.ForegroundRole)
        if faint is not None and not chosen:
            text = faint.color()
        look = palette_of(view) if view is not None else None
        signs = {} if look is None or chosen else {SUCCESS: look.success, FAILURE: look.failure}
        painter.save()
        painter.setClipRect(room)
        metrics = own.fontMetrics
        x, base = room.left() + 3.0, room.center().y() + (metrics.ascent() - metrics.descent()) / 2
        for words, colour, strike in (
            (f"{sign} ", QColor(signs.get(sign, text)), False),
            (f"{name} ", text, False),
            (was, text, True),
        ):
            font = QFont(own.font)
            font.setStrikeOut(strike)
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QPointF(x, base), words)
            x += metrics.horizontalAdvance(words)
        painter.restore()


def remark(entry: Run | Start, study: Study) -> str:
    """Return what the row of a run says under Note: values really set, blocks, reasons and notes."""
    values = set_values_text(getattr(entry, "set_values", ()))
    parts = [translate(phrase("really set: {values}", values=values)) if values else ""]
    parts += [visible(levels_text(getattr(entry, "blocks", ())))]
    corrections = getattr(entry, "corrections", ())
    parts += [reason_words(corrections[-1].reason)] if corrections else []
    parts += [entry.reason, getattr(entry, "note", "")]
    parts += [note.text for note in study.notes if note.run == entry.number]
    return " – ".join(dict.fromkeys(filter(None, parts)))


def _number(entry: Run | Start) -> float:
    """Return the measured value of a run, or its limit; NaN without one."""
    value = getattr(entry, "measured", None)
    return math.nan if value is None else value.bound if isinstance(value, Limit) else float(value)


def _order(number: RunNumber) -> int:
    """Return the key that sorts the column of numbers: past outcomes stand before all planned runs."""
    planned, nth = run_order(number)
    return nth if planned else nth - 10**9


def _when(entry: Run | Start) -> str:
    return getattr(entry, "started_at", "") or entry.happened_at or entry.recorded_at  # type: ignore[union-attr]


def _outcome(entry: Run | Start) -> str:
    return getattr(entry, "outcome", "")


def _was(entry: Run | Start, names: Settings) -> str:
    """Return the outcome before the last correction with its candidate, if that was another; empty for none."""
    corrections = getattr(entry, "corrections", ())
    if not corrections:
        return ""
    was = corrections[-1]
    text = signed_outcome(was.old_outcome, names)
    return text if was.old_candidate == entry.candidate else f"{text} {was.old_candidate}"


def _account(entry: Run | Start) -> str:
    return "\n".join(
        f"{local_time(was.recorded_at)}, {was.operator}: {reason_words(was.reason)}"
        for was in getattr(entry, "corrections", ())
    )


def _said(point: RunPoint | None) -> str:
    return "" if point is None else point.said
