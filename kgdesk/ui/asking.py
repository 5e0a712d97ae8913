"""What the entry has to ask before it writes: who works here, another candidate, a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from kgdesk import actions
from kgdesk.model.finishing import in_progress
from kgdesk.ui.entry.choose import ChooseDialog
from kgdesk.ui.entry.operator import OperatorDialog
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.study import Study
    from kgdesk.ui.entry.control import EntryControl
    from kgdesk.ui.settings import Preferences


class Asking(QObject):
    """Asks over a window, and hands the answer to the entry.

    Parameters
    ----------
    control
        Does what was answered.
    preferences
        Remember who works here.
    window
        The dialogs stand over it.
    """

    def __init__(self, control: EntryControl, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._control, self._preferences, self._window = control, preferences, window

    def operator(self) -> None:
        """Ask who works here from now on."""
        name = OperatorDialog.ask(self._window, self._control.desk.who.operator)
        if name is not None:
            self._preferences.operator = name
            self._control.set_operator(name)

    def choose(self) -> None:
        """Ask which other candidate is run."""
        desk = self._control.desk
        dialog = ChooseDialog(desk.study, desk.advice, self._window)
        accepted = dialog.exec()
        candidate, reason = dialog.candidate, dialog.reason.text().strip()
        dialog.deleteLater()
        if accepted and candidate is not None:
            self._control.choose(candidate, reason)

    def void(self) -> None:
        """Ask why a result is of no use."""
        candidate = self._control.entry.candidate or ""
        reason = ask_reason(
            self._window,
            self.tr("Void run"),
            self.tr("Why is the result of {candidate} of no use?").format(candidate=candidate),
            (self.tr("Instrument fault"), self.tr("Sample lost or spoilt"), self.tr("Wrong conditions")),
        )
        if reason is not None:
            self._control.void(reason)

    def finish(self) -> None:
        """Ask why the study is finished, and whether it is although runs are in progress."""
        study = self._control.desk.study
        asked, accept = self.tr("Why is the study finished?"), ""
        if running := translate(in_progress(study)):
            asked = self.tr(
                "There are still {running}. If the study is finished now, their outcomes cannot be recorded until it "
                "is reopened. Why is it finished?"
            ).format(running=running)
            accept = self.tr("Finish with open runs")
        open_runs = tuple(start.seq for start in study.pending)
        reason = ask_reason(
            self._window, self.tr("Finish study"), asked, self._reasons_to_finish(study), accept
        )
        if reason is not None:
            self._control.finish(reason, open_runs)

    def _reasons_to_finish(self, study: Study) -> list[str]:
        """Return the ready reasons; those that state a fact only where it is one."""
        reasons = []
        if study.valid:
            reasons.append(self.tr("Best candidate found"))
        if study.done >= study.settings.budget and not study.pending:
            reasons.append(self.tr("Planned runs are done"))
        return [*reasons, self.tr("Given up")]

    def reopen(self) -> None:
        """Ask why there is more to record."""
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
    """Ask for a reason over a window; None where the person thinks better of it. `accept` is the text of OK."""
    from kgdesk.ui.dialogs.reason import ReasonDialog  # noqa: PLC0415 - only those who are asked pay for it

    return ReasonDialog.ask(window, title, asked, choices, accept)
