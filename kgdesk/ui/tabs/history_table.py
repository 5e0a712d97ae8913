"""The table of all runs, newest last."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont

from kgdesk.ui.look.dates import local_time
from kgdesk.ui.look.numbers import percent
from kgdesk.ui.look.theme import look_of
from kgdesk.ui.tables import Column, Table
from kgdesk.ui.wording import signed_outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.settings import Settings
    from kgdesk.model.study import Correction, Run, Study

CORRECTED = "✎"


class HistoryTable(Table):
    """One row per run as it stands now, with what stood before struck through."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, sortable=True)
        self._faint = QBrush()

    def show_runs(self, study: Study, as_of: int | None) -> None:
        """Show the runs of a study; those after run `as_of` are faint."""
        runs, names = study.runs, study.settings
        self._faint = QBrush(QColor(look_of(self).muted))
        old = QFont()
        old.setStrikeOut(True)

        def ground(row: int) -> QBrush | None:
            return self._faint if as_of is not None and row >= as_of else None

        def later(row: int) -> str:
            if as_of is None or row < as_of:
                return ""
            return self.tr("Recorded after the state that you are looking at.")

        roles: dict[int, Callable[[int], Any]] = {Qt.ItemDataRole.ForegroundRole: ground}

        def column(heading: str, values: list[Any], text: Callable[[Any], str] = str, **more: Any) -> Column:
            return Column(heading, values, text, roles=roles, **{"tip": later, **more})

        corrections = Column(
            self.tr("Corrections"),
            [", ".join(self._was(was, run, names) for was in run.corrections) for run in runs],
            roles={**roles, Qt.ItemDataRole.FontRole: lambda row: old if runs[row].corrections else None},
            tip=lambda row: "\n".join(_account(was) for was in runs[row].corrections),
        )
        before = [math.nan if r.probability_before is None else r.probability_before for r in runs]
        self.show_columns(
            (
                column(self.tr("Run"), [run.number for run in runs], is_number=True),
                column(
                    self.tr("Time"),
                    [run.happened_at or run.recorded_at for run in runs],
                    local_time,
                    key=np.arange(len(runs)),
                    tip=lambda row: self._entered(runs[row]) or later(row),
                ),
                column(self.tr("Candidate"), [run.candidate for run in runs]),
                column(self.tr("Outcome"), [_present(run, names) for run in runs]),
                corrections,
                column(self.tr("Operator"), [run.operator for run in runs]),
                column(self.tr("Chosen by"), [self.chosen_by(run) for run in runs]),
                column(self.tr("Predicted before"), before, percent, is_number=True),
                column(self.tr("Note"), [_remark(run, study) for run in runs]),
            )
        )

    def _entered(self, run: Run) -> str:
        if not run.happened_at:
            return ""
        return self.tr("Time of the run, as stated; entered {time}.").format(time=local_time(run.recorded_at))

    def chosen_by(self, run: Run) -> str:
        """Return whether the suggestion was followed."""
        if run.imported:
            return self.tr("imported")
        if not run.suggested:
            return self.tr("a person")
        if not run.seen_on:
            return self.tr("kgdesk's suggestion was {code}").format(code=run.suggested)
        if run.suggested == run.candidate:
            return self.tr("suggestion")
        return self.tr("a person, instead of {code}").format(code=run.suggested)

    def _was(self, was: Correction, run: Run, names: Settings) -> str:
        text = self.tr("was {outcome}").format(outcome=signed_outcome(was.old_outcome, names))
        if was.old_candidate != run.candidate:
            text += self.tr(" for {code}").format(code=was.old_candidate)
        return text


def _present(run: Run, names: Settings) -> str:
    outcome = signed_outcome(run.outcome, names)
    return f"{outcome}  {CORRECTED}" if run.corrections else outcome


def _remark(run: Run, study: Study) -> str:
    later = (note.text for note in study.notes if note.run == run.number)
    return " – ".join(part for part in (run.reason, run.note, *later) if part)


def _account(was: Correction) -> str:
    return f"{local_time(was.recorded_at)}, {was.operator}: {was.reason}"
