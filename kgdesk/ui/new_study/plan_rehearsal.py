"""Rehearsal of the planned study in the wizard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.actions import live_rehearsal, rehearsing
from kgdesk.errors import KgdeskError
from kgdesk.ui.pages.rehearsal_results import nine_of_ten, time_words
from kgdesk.ui.pages.rehearsal_runner import RehearsalRunner
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult
    from kgdesk.ui.new_study.draft import Draft
    from kgdesk.ui.session.io_queue import IoQueue


_RUNS = 100
#: Minimum number of rehearsals for a statement about 9 of 10.
_ENOUGH = 20


class PlanRehearsal(QFrame):
    """Button that starts a rehearsal, and its result; discarded when the settings change.

    Parameters
    ----------
    draft
        The draft of the study.
    worker
        Builds the candidates; the rehearsal runs in processes of its own.
    """

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        self._draft, self._worker = draft, worker
        self._runner: RehearsalRunner | None = None
        self.button = button("", "wizard.rehearse", self._turn, self)
        self.text = plain("", "muted", self)
        self.text.setObjectName("wizard.rehearsed")
        self.strip = MessageStrip("wizard.rehearseProblem", self)
        line = QHBoxLayout()
        line.addWidget(self.button)
        line.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.addLayout(line)
        column.addWidget(self.strip)
        self.forget()

    @property
    def running(self) -> bool:
        """Whether a rehearsal is being prepared or running."""
        return self._worker.pending("rehearsal") or (self._runner is not None and self._runner.running)

    def forget(self) -> None:
        """Stop and discard the rehearsal: the settings have changed."""
        self.strip.clear()
        self._worker.forget("rehearsal")
        if self._runner is not None and self._runner.running:
            self._runner.cancel()
        self.text.setText(
            self.tr("Simulates studies with these settings and says how near to the true best they end.")
        )
        self._refresh()

    def close_down(self) -> None:
        """Stop processes and thread; called when the wizard closes."""
        if self._runner is not None:
            self._runner.close()

    def _turn(self) -> None:
        if self.running:
            self.forget()
            return
        checked, settings = self._draft.built, self._draft.settings
        if checked is None:
            return

        def ready() -> LiveRehearsal | KgdeskError:
            try:
                return live_rehearsal.plan_rehearsal(
                    rehearsing.basis_of_table(checked.reading, settings, "pool"), (settings.policy,)
                )
            except KgdeskError as refused:
                return refused

        self.strip.clear()
        self._worker.ask("rehearsal", ready, self._ready, expected_error)
        self.text.setText(self.tr("Starting…"))
        self._refresh()

    def _ready(self, answer: LiveRehearsal | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._refused(answer)
            return
        if self._runner is None:
            self._runner = RehearsalRunner(self)
            self._runner.interim_ready.connect(self._show_interim)
            self._runner.finished.connect(self._show_result)
            self._runner.refused.connect(self._refused)
        self._runner.start(answer, _RUNS, self._draft.settings.seed)
        self._refresh()

    def _show_interim(self, interim: InterimResult) -> None:
        tally, progress = interim.tallies[0], interim.progress
        going = self.tr("{done} of {total} rehearsals, {left}.").format(
            done=progress.done, total=progress.total, left=time_words(progress.left)
        )
        result_text = f"{nine_of_ten(tally, 0)} " if tally.runs >= _ENOUGH else ""
        self.text.setText(f"{result_text}({going})" if result_text else going)

    def _show_result(self, tried: LiveResult) -> None:
        self.text.setText(nine_of_ten(tried.standing.tallies[0], 0))
        self._refresh()

    def _refused(self, problem: KgdeskError) -> None:
        self.text.clear()
        refuse(self.strip, problem)
        self._refresh()

    def _refresh(self) -> None:
        self.button.setText(self.tr("Cance&l rehearsal") if self.running else self.tr("&Rehearse"))
