"""Table of all candidates, and the details of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.advice.suggestion import futures_sentence
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.design.pool import with_unit
from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import NARROW, fixed, number, percent, percent_range, points
from kgdesk.ui.text.translate import condition_words, translate
from kgdesk.ui.widgets.basic import Label, set_tip, visible
from kgdesk.ui.widgets.range_bar import RANGE, RangeBar
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.study import Study


CODE = 1

_RANGE = 3

#: Percentage points below this are shown as "<" this value, to distinguish them from 0.
_LEAST = 0.01


class CandidateTable(Table):
    """One row per candidate with its estimates; empty columns while there is no advice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self._pool: Pool | None = None
        self._facts: tuple[Column, ...] = ()
        self._had_estimates = False
        self.setItemDelegateForColumn(_RANGE, RangeBar(self))

    def show_advice(self, study: Study, advice: Advice | None, level: float = LEVEL) -> None:
        """Show a study with the estimates of an advice, if any; `level` is the probability content of the ranges."""
        pool = study.pool
        if pool is not self._pool:
            self._pool, self._facts = pool, self._facts_of(pool)
        columns = (
            self._marks(study, advice),
            Column(self.tr("Candidate"), pool.ids),
            *self._estimates(len(pool), advice, level if advice is None else advice.level),
            *self._tries(len(pool), advice),
            *self._facts,
        )
        if advice is not None and not self._had_estimates:
            self._had_estimates, self._fitted = True, ()  # refit: the columns were empty before
        self.show_columns(columns)

    def _marks(self, study: Study, advice: Advice | None) -> Column:
        """Return the column of marks: next, best, in progress, skipped, out of stock; empty for most candidates."""
        marks: dict[int, list[str]] = {}
        tips: dict[int, str] = {}

        def mark(candidate: str, word: str) -> int:
            row = study.pool.row(candidate)
            marks.setdefault(row, []).append(word)
            return row

        if advice is not None and advice.next is not None and advice.study.is_open:
            mark(advice.next, self.tr("□ next"))
        if advice is not None:
            mark(advice.recommended.candidate, self.tr("○ best"))
        for candidate in dict.fromkeys(start.candidate for start in study.pending):
            mark(candidate, self.tr("in progress"))
        for absences, word in (
            (study.skipped, self.tr("skipped")),
            (study.retired, self.tr("✕ out of stock")),
        ):
            for absence in absences:
                who = f"{absence.operator}: {absence.reason}" if absence.reason else absence.operator
                tips[mark(absence.candidate, word)] = who
        return Column(
            self.tr("Mark"),
            [", ".join(marks.get(row, ())) for row in range(len(study.pool))],
            heading_tip=self.tr(
                "□ is the next experiment, ○ the current best. Out of stock: neither suggested nor chosen. Skipped:"
                " suggested again after the next run."
            ),
            tip=lambda row: tips.get(row, ""),
        )

    def _estimates(self, count: int, advice: Advice | None, level: float) -> tuple[Column, ...]:
        blank = np.full(count, np.nan)
        probability = blank if advice is None else advice.probability
        low, high = (blank, blank) if advice is None else (advice.low, advice.high)
        kg = blank if advice is None else 100.0 * advice.kg

        def ends(row: int) -> tuple[float, float, float] | None:
            return (
                None if np.isnan(low[row]) else (float(low[row]), float(probability[row]), float(high[row]))
            )

        def value(points_of_it: float) -> str:
            if np.isnan(points_of_it):
                return "" if advice is None else self.tr("not computed")
            return _points(points_of_it)

        def written(width: float) -> str:
            return "" if np.isnan(width) else percent(width)

        return (
            Column(self.tr("Expected success"), probability, _blank(percent), is_number=True),
            Column(
                self.tr("{level} range").format(level=percent(level)),
                np.stack([low, high], axis=1),
                _written_range,
                is_number=True,
                key=high - low,
                heading_tip=self.tr(
                    "The success that is probable, from 0 to 100 %; the mark is the expected success."
                    " Sorted by the width of the range."
                ),
                roles={RANGE: ends},
                tip=lambda row: self.tr("Width {width}").format(width=written(float(high[row] - low[row]))),
            ),
            Column(
                self.tr("Value of testing\n(percentage points)"),
                kg,
                value,
                is_number=True,
                heading_tip=" ".join(
                    (
                        self.tr("How much one run of it is expected to improve the final choice."),
                        condition_words(advice.in_progress if advice is not None else 0),
                    )
                ).strip(),
                tip=lambda row: self._value_tip(float(kg[row])),
            ),
        )

    def _value_tip(self, value: float) -> str:
        if np.isnan(value) or value >= 0.0:
            return ""
        return self.tr(
            "{raw} percentage points before rounding: the calculation is an approximation, and below zero it means"
            " that nothing is to be learnt from this run."
        ).format(raw=number(value, 2))

    def _tries(self, count: int, advice: Advice | None) -> tuple[Column, ...]:
        tried, successes = np.full(count, np.nan), np.full(count, np.nan)
        if advice is not None:
            tried[:] = successes[:] = 0.0
            for run in advice.study.valid:
                row = advice.study.pool.row(run.candidate)
                tried[row] += 1
                successes[row] += run.outcome == "success"
        return (
            Column(
                self.tr("Tried"),
                tried,
                _blank(partial(number, digits=6)),
                is_number=True,
                heading_tip=self.tr("Runs with a usable result; voids do not count."),
            ),
            Column(self.tr("Successes"), successes, _blank(partial(number, digits=6)), is_number=True),
        )

    def _facts_of(self, pool: Pool) -> tuple[Column, ...]:
        extras = [Column(heading, values) for heading, values in pool.extras.items()]
        listed = zip(pool.attributes, pool.values, strict=True)
        return (*extras, *(_attribute_column(attribute, values) for attribute, values in listed))


def heading_of(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit."""
    return with_unit(attribute.name, attribute.unit)


def attribute_text(value: float | str) -> str:
    """Format one value of an attribute."""
    return value if isinstance(value, str) else number(value, 6)


def _attribute_column(attribute: Attribute, values: Sequence[float] | Sequence[str]) -> Column:
    if attribute.kind == "category":
        return Column(heading_of(attribute), values)
    return Column(heading_of(attribute), values, attribute_text, is_number=True)


def _written_range(ends: np.ndarray) -> str:
    return "" if np.isnan(ends[0]) else percent_range(float(ends[0]), float(ends[1]))


def _points(value: float) -> str:
    return f"<{NARROW}{fixed(_LEAST, 2)}" if 0.0 < value < _LEAST else points(value)


def _blank(text: Any) -> Any:
    return lambda value: "" if np.isnan(value) else text(float(value))


class CandidateDetails(QFrame):
    """Details of a candidate: estimates, effect of either outcome, all attributes. Esc closes it."""

    #: The user wants to close the details.
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("candidates.details")
        set_role(self, role="card")
        self.title = _label("title")  #: Candidate.
        self.text = _label("")  #: Estimates and futures.
        self.text.setObjectName("candidates.details.text")
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table = Table()  #: Attributes.
        self.table.setObjectName("candidates.details.table")
        self.table.setAccessibleName(self.tr("Attributes of the candidate"))
        self.table.setWordWrap(True)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._wrap = QTimer(self, singleShot=True, interval=0)
        self._wrap.timeout.connect(self.table.resizeRowsToContents)
        header.sectionResized.connect(lambda *_: self._wrap.start())
        close = QPushButton(self.tr("C&lose details"))
        close.setObjectName("candidates.details.close")
        close.clicked.connect(self.closed)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(close)
        column = QVBoxLayout(self)
        for widget in (self.title, self.text):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 34)

    def show_candidate(self, study: Study, advice: Advice | None, candidate: str) -> None:
        """Show a candidate, with its estimates if available."""
        self.title.setText(shorten(candidate, 40))
        set_tip(self.title, candidate)
        self.setAccessibleName(self.tr("Details of {code}").format(code=visible(candidate)))
        self.text.setText("\n".join(self._lines(advice, candidate)))
        row = study.pool.row(candidate)
        facts = [(self.tr("Candidate"), candidate)]
        facts += [(heading, values[row]) for heading, values in study.pool.extras.items()]
        facts += [
            (heading_of(attribute), attribute_text(values[row]))
            for attribute, values in zip(study.pool.attributes, study.pool.values, strict=True)
        ]
        self.table.show_columns(
            (
                Column(self.tr("Attribute"), [name for name, _ in facts], tip=lambda place: facts[place][0]),
                Column(self.tr("Value"), [value for _, value in facts], tip=lambda place: facts[place][1]),
            )
        )
        self._wrap.start()

    def _lines(self, advice: Advice | None, candidate: str) -> list[str]:
        if advice is None:
            return [self.tr("The estimates are being worked out.")]
        about, estimate = advice.at_hand(candidate), advice.estimate(candidate)
        runs = [run for run in advice.study.valid if run.candidate == candidate]
        names = advice.study.settings
        successes = sum(run.outcome == "success" for run in runs)
        tried = self.tr("Not tried yet.")
        if runs:
            tried = self.tr("Tried: {count} ({successes} {success}, {failures} {failure}).").format(
                count=len(runs),
                successes=successes,
                success=names.success_name,
                failures=len(runs) - successes,
                failure=names.failure_name,
            )
        expected = self.tr("Expected success {estimate} ({level} range {range}).").format(
            estimate=percent(estimate.probability),
            level=percent(advice.level),
            range=percent_range(estimate.low, estimate.high),
        )
        if np.isnan(advice.kg[advice.study.pool.row(candidate)]):
            return [expected, self.tr("Value of testing: not computed."), tried]
        if about is None:
            return [expected, tried, self.tr("Out of stock: neither suggested nor chosen.")]
        return [
            expected,
            self.tr("Value of testing: {value}.").format(value=translate(about.value.words)),
            tried,
            translate(futures_sentence(about)),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


def _label(role: str) -> QLabel:
    label = Label()
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    if role:
        set_role(label, role=role)
    return label
