"""The table of all candidates: what was expected of them, what was tried, and what they are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.logodds import LEVEL
from kgdesk.ui.look.numbers import NARROW, fixed, number, percent, percent_range, points
from kgdesk.ui.pictures.words import condition_words
from kgdesk.ui.tables import Column, Table
from kgdesk.ui.tabs.range_bar import RANGE, RangeBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice import Advice
    from kgdesk.model.pool import Attribute, Pool
    from kgdesk.model.study import Study

CODE = 1
_RANGE = 3
#: Points below this are told apart from 0 but not from each other.
_LEAST = 0.01


class CandidateTable(Table):
    """One row per candidate; the estimates are those of an advice, empty while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self._pool: Pool | None = None
        self._facts: tuple[Column, ...] = ()
        self._had_estimates = False
        self.setItemDelegateForColumn(_RANGE, RangeBar(self))

    def show_advice(self, study: Study, advice: Advice | None, level: float = LEVEL) -> None:
        """Show a study with its estimates, or with empty ones; their ranges hold, or will hold, the share `level`."""
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
            self._had_estimates, self._fitted = True, ()  # the columns were empty when they were fitted
        self.show_columns(columns)

    def _marks(self, study: Study, advice: Advice | None) -> Column:
        """Return what is special about a candidate; the others are empty, so that the exceptions stand out."""
        marks: dict[int, list[str]] = {}
        tips: dict[int, str] = {}

        def mark(candidate: str, word: str) -> int:
            row = study.pool.row(candidate)
            marks.setdefault(row, []).append(word)
            return row

        if advice is not None and advice.study.is_open:
            mark(advice.suggestion.candidate, self.tr("□ next"))
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
            note=self.tr(
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
                note=self.tr(
                    "The success that is probable, from 0 to 100 %; the mark is the expected success."
                    " Sorted by the width of the range."
                ),
                roles={RANGE: ends},
                tip=lambda row: self.tr("Width {width}").format(width=written(float(high[row] - low[row]))),
            ),
            Column(
                self.tr("Value of testing (points)"),
                kg,
                _blank(_points),
                is_number=True,
                note=" ".join(
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
            "{raw} points before rounding: the calculation is an approximation, and below zero it means"
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
                note=self.tr("Runs with a usable result; voids do not count."),
            ),
            Column(self.tr("Successes"), successes, _blank(partial(number, digits=6)), is_number=True),
        )

    def _facts_of(self, pool: Pool) -> tuple[Column, ...]:
        extras = [Column(heading, values) for heading, values in pool.extras.items()]
        listed = zip(pool.attributes, pool.values, strict=True)
        return (*extras, *(_attribute_column(attribute, values) for attribute, values in listed))


def heading_of(attribute: Attribute) -> str:
    """Return the name of an attribute with its unit."""
    has_unit = attribute.unit and attribute.unit not in attribute.name
    return f"{attribute.name} ({attribute.unit})" if has_unit else attribute.name


def attribute_text(value: float | str) -> str:
    """Write one value of an attribute for people."""
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
