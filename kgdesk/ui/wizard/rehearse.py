"""The wizard's sentence: how near to the true best a study with these settings would come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.actions import rehearsing, trials
from kgdesk.errors import KgdeskError
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import MessageStrip, button, plain
from kgdesk.ui.rehearsal.runner import Rehearser
from kgdesk.ui.rehearsal.words import nine_of_ten, time_words
from kgdesk.ui.work import raised

if TYPE_CHECKING:
    from kgdesk.actions.trials import Standing, Trial, Tried
    from kgdesk.ui.wizard.draft import Draft
    from kgdesk.ui.work import Worker

_RUNS = 100
#: “9 of 10” means little before so many rehearsals.
_ENOUGH = 20


class PlanRehearsal(QFrame):
    """A button and what it found out; forgets it when the settings change.

    Parameters
    ----------
    draft
        The study that is being set up.
    worker
        Reads the table; the rehearsal itself runs in processes of its own.
    """

    def __init__(self, draft: Draft, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        self._draft, self._worker = draft, worker
        self._runner: Rehearser | None = None
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
        """Whether a rehearsal is made ready or under way."""
        return self._worker.pending("rehearsal") or (self._runner is not None and self._runner.running)

    def forget(self) -> None:
        """End what runs and say nothing: the settings are others now."""
        self.strip.silence()
        self._worker.forget("rehearsal")
        if self._runner is not None and self._runner.running:
            self._runner.cancel()
        self.text.setText(
            self.tr("Simulates studies with these settings and says how near to the true best they end.")
        )
        self._refresh()

    def close_down(self) -> None:
        """End processes and thread, with the wizard."""
        if self._runner is not None:
            self._runner.close()

    def _turn(self) -> None:
        if self.running:
            self.forget()
            return
        checked, settings = self._draft.checked, self._draft.settings
        if checked is None:
            return

        def ready() -> Trial | KgdeskError:
            try:
                return trials.trial(
                    rehearsing.basis_of_table(checked.reading, settings, "pool"), (settings.policy,)
                )
            except KgdeskError as refused:
                return refused

        self.strip.silence()
        self._worker.ask("rehearsal", ready, self._ready, raised)
        self.text.setText(self.tr("Starting…"))
        self._refresh()

    def _ready(self, answer: Trial | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._refused(answer)
            return
        if self._runner is None:
            self._runner = Rehearser(self)
            self._runner.grew.connect(self._grew)
            self._runner.ended.connect(self._ended)
            self._runner.refused.connect(self._refused)
        self._runner.start(answer, _RUNS, self._draft.settings.seed)
        self._refresh()

    def _grew(self, standing: Standing) -> None:
        tally, progress = standing.tallies[0], standing.progress
        going = self.tr("{done} of {total} rehearsals, {left}.").format(
            done=progress.done, total=progress.total, left=time_words(progress.left)
        )
        told = f"{nine_of_ten(tally, 0)} " if tally.runs >= _ENOUGH else ""
        self.text.setText(f"{told}({going})" if told else going)

    def _ended(self, tried: Tried) -> None:
        self.text.setText(nine_of_ten(tried.standing.tallies[0], 0))
        self._refresh()

    def _refused(self, problem: KgdeskError) -> None:
        self.text.clear()
        refuse(self.strip, problem)
        self._refresh()

    def _refresh(self) -> None:
        self.button.setText(self.tr("Cance&l rehearsal") if self.running else self.tr("&Rehearse"))
