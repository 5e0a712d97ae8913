"""EntryQuestions: the dialogs that ask for what an entry needs: operator, candidate, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from kgdesk import actions
from kgdesk.model.advice.queries import stopping
from kgdesk.model.advice.stopping_basis import objections
from kgdesk.ui.entry.block_line import BlockDialog
from kgdesk.ui.entry.entry_dialogs import OperatorDialog
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.stopping_basis import StoppingBasis
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl
    from kgdesk.ui.session.preferences import Preferences


class EntryQuestions(QObject):
    """Ask the questions of the entry in dialogs and pass the answers to the EntryControl.

    Parameters
    ----------
    control
        Carries out the answer.
    preferences
        Remember the operator.
    window
        Parent of the dialogs.
    """

    def __init__(self, control: EntryControl, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._control, self._preferences, self._window = control, preferences, window

    def operator(self) -> None:
        """Ask for the operator."""
        name = OperatorDialog.ask(self._window, self._control.controller.who.operator)
        if name is not None:
            self._preferences.operator = name
            self._control.set_operator(name)

    def block(self) -> None:
        """Ask what the next runs share."""
        BlockDialog(self._control, self._window).open()

    def void(self) -> None:
        """Ask why the result is void."""
        candidate = self._control.entry.candidate or ""
        reason = ask_reason(
            self._window,
            self.tr("Void run"),
            self.tr("Why is the result of {candidate} of no use?").format(candidate=candidate),
            (
                self.tr("Instrument fault"),
                self.tr("Sample lost or spoilt"),
                self.tr("Wrong conditions"),
                self.tr("Wrong sample"),
                self.tr("Not done"),
            ),
        )
        if reason is not None:
            self._control.void(reason)

    def finish(self, chosen: str | None = None, found: StoppingBasis | None = None) -> None:
        """Ask which candidate the study chose and why it is finished, and say what speaks against that.

        Parameters
        ----------
        chosen
            The choice that was made already; None: the best.
        found
            The grounds for the decision, if they are known.
        """
        from kgdesk.ui.dialogs.finish import FinishDialog  # noqa: PLC0415 - only those who finish pay for it

        study, service = self._control.controller.study, self._control.controller.advice
        advice = service.current
        if found is not None and found.revision == study.revision:
            rival = found.runner_up
            offered = [found.best] if rival is None else [found.best, rival.estimate]
            against = objections(study, found.verdict, rival)
        elif advice is not None and advice.revision == study.revision:
            offered = [advice.recommended]
            verdict = None if service.stake is None else stopping(study, advice, service.stake)
            against = objections(study, verdict)
        else:
            offered, against = [], objections(study, None)
        open_runs = tuple(start.number for start in study.pending)
        sentences = [translate(sentence) for sentence in against]
        dialog = FinishDialog(
            study,
            offered,
            sentences,
            self._reasons_to_finish(study),
            chosen,
            self._window,
            level=service.level,
        )
        answer = dialog.answer()
        if answer is not None:
            self._control.finish(answer[1], open_runs, chosen=answer[0])

    def _reasons_to_finish(self, study: Study) -> list[str]:
        """Return the suggested reasons; reasons that state a fact only where it holds."""
        reasons = []
        if study.valid:
            reasons.append(self.tr("Best candidate found"))
        if study.done >= study.settings.budget and not study.pending:
            reasons.append(self.tr("Planned runs are done"))
        if study.stock.exhausted and not study.pending:
            reasons.append(self.tr("Every candidate is tried"))
        return [*reasons, self.tr("Given up")]

    def reopen(self) -> None:
        """Ask why the study is reopened."""
        reason = ask_reason(
            self._window,
            self.tr("Reopen study"),
            self.tr("Why are there more runs to record?"),
            (self.tr("More runs are possible"), self.tr("Finished by mistake")),
        )
        if reason is not None:
            self._control.do(actions.reopen, reason)


def ask_reason(
    window: QWidget, title: str, asked: str, choices: Sequence[str], accept: str = ""
) -> str | None:
    """Ask for a reason in a dialog; None if cancelled. `accept` replaces the text of OK."""
    from kgdesk.ui.dialogs.reason import ReasonDialog  # noqa: PLC0415 - only those who are asked pay for it

    return ReasonDialog.ask(window, title, asked, choices, accept)
