"""Rehearsal of the planned study, which runs by itself beside the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.actions import Operator, live_rehearsal, rehearsing, suggestion_time, user_name
from kgdesk.actions.earlier_study import read_earlier
from kgdesk.errors import KgdeskError
from kgdesk.model.study.rule_syntax import written
from kgdesk.ui.pages.rehearsal_results import (
    RehearsalCard,
    RehearsalData,
    RehearsalLine,
    needed_words,
    nine_of_ten,
    player_title,
    stopped_words,
    time_words,
    truth_title,
)
from kgdesk.ui.pages.rehearsal_runner import RehearsalRunner
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult
    from kgdesk.ui.new_study.draft import Draft
    from kgdesk.ui.session.io_queue import IoQueue


_RUNS = 100
#: Minimum number of rehearsals for a statement about 9 of 10.
_ENOUGH = 20
#: Milliseconds without a change after which the rehearsal starts.
DELAY = 700
#: Seconds for a suggestion above which it waits for its button.
_SLOW = 0.5


class PlanRehearsal(QWidget):
    """Picture of a rehearsal with the present settings; restarted when they change, and never waited for.

    Parameters
    ----------
    draft
        The draft of the study.
    worker
        Builds the candidates; the rehearsal runs in processes of its own.
    """

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._worker = draft, worker
        self._runner: RehearsalRunner | None = None
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._start)
        self.card = RehearsalCard(
            self, self.tr("Simulates studies with these settings. Nothing waits for it.")
        )
        self.button = button("", "wizard.rehearse", self._turn, self)
        self.text = plain("", "muted", self)
        self.text.setObjectName("wizard.rehearsed")
        self.strip = MessageStrip("wizard.rehearseProblem", self, below=True)
        line = QHBoxLayout()
        line.addWidget(self.text, 1)
        line.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.card.setMinimumHeight(340)
        column.addWidget(self.card, 1)
        column.addWidget(self.strip)
        column.addLayout(line)
        self.forget()

    @property
    def running(self) -> bool:
        """Whether a rehearsal is being prepared or running."""
        return self._worker.pending("rehearsal") or (self._runner is not None and self._runner.running)

    def forget(self) -> None:
        """Stop and discard the rehearsal: the settings have changed."""
        self._timer.stop()
        self.strip.clear()
        self._worker.forget("rehearsal")
        if self._runner is not None and self._runner.running:
            self._runner.cancel()
        self.card.set_data(None)
        self.text.clear()
        self._refresh()

    def start_soon(self) -> None:
        """Start when the settings have not changed for a while, unless a suggestion takes long."""
        built, settings = self._draft.built, self._draft.settings
        if built is not None:
            columns = built.columns + built.higher(settings.terms)
            if suggestion_time(len(built.reading.pool), columns, settings.terms) <= _SLOW:
                self._timer.start(DELAY)

    def close_down(self) -> None:
        """Stop processes and thread; called when the wizard closes."""
        self._timer.stop()
        if self._runner is not None:
            self._runner.close()

    def _turn(self) -> None:
        if self.running:
            self.forget()
        else:
            self._start()

    def _start(self) -> None:
        checked, settings, place = self._draft.built, self._draft.settings, self._draft.earlier
        if checked is None:
            return
        who = Operator(self._draft.operator or user_name())

        def ready() -> LiveRehearsal | KgdeskError:
            try:
                earlier = read_earlier(place, who) if place else None
                return live_rehearsal.plan_rehearsal(
                    rehearsing.basis_of_table(checked.reading, settings, "pool", earlier),
                    (settings.policy,),
                    rules=(written(settings.stopping),),
                )
            except KgdeskError as refused:
                return refused

        self._timer.stop()
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
        progress = interim.progress
        self.text.setText(
            self.tr("{done} of {total} rehearsals, {left}.").format(
                done=progress.done, total=progress.total, left=time_words(progress.left)
            )
        )
        self._draw(interim)

    def _draw(self, interim: InterimResult) -> None:
        tally, settings = interim.tallies[0], self._draft.settings
        if tally.runs < min(_ENOUGH, _RUNS):
            return
        middle, low, high = tally.mean()
        line = RehearsalLine(
            player_title(tally.players[0], settings.belief),
            100.0 * middle[0],
            100.0 * low[0],
            100.0 * high[0],
            needed_words(tally, 0),
            nine_of_ten(tally, 0),
        )
        self.card.set_data(RehearsalData((line,), tally.runs, _RUNS, settings.seed, truth_title(tally.truth)))

    def _show_result(self, tried: LiveResult) -> None:
        self._draw(tried.standing)
        (truth,) = tried.trial.truths
        judged = tried.stopping[truth]
        self.text.setText(" ".join(stopped_words(one, self._draft.settings.belief) for one in judged))
        self._refresh()

    def _refused(self, problem: KgdeskError) -> None:
        self.text.clear()
        refuse(self.strip, problem)
        self._refresh()

    def _refresh(self) -> None:
        self.button.setText(self.tr("Cancel &rehearsal") if self.running else self.tr("&Rehearse again"))
