"""The card of a study that is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.model.finishing import in_progress
from kgdesk.ui.entry.attributes import CodeLabel
from kgdesk.ui.entry.labels import plain, push
from kgdesk.ui.look.dates import local_day
from kgdesk.ui.look.numbers import percent, percent_range
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice import Estimate
    from kgdesk.ui.entry.control import EntryControl


class FinishedCard(QFrame):
    """The result of a finished study."""

    reopen_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.finishedCard")
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = plain("entry.finishedHeading", "heading")
        self.code = CodeLabel()
        self.code.setObjectName("entry.bestCode")
        self.expected = plain("entry.bestExpected")
        self.by = plain("entry.finishedBy", "muted")
        self.signed = plain("entry.signedBy", "muted")
        self.locked = plain("entry.lockedBy", "caution")
        self.reopen = push("entry.reopen", self.tr("Reopen…"))
        self.reopen.clicked.connect(self.reopen_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        for widget in (
            self.heading,
            self.code,
            self.expected,
            self.by,
            self.signed,
            self.locked,
            self.reopen,
        ):
            column.addWidget(widget)

    def sizeHint(self) -> QSize:
        """Return a size in which every sentence has its lines at the present width."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def show_entry(self) -> None:
        """Show the best candidate and who finished."""
        study, advice = self._control.desk.study, self._control.desk.advice
        closing = study.closing
        if closing is None:
            return
        self.heading.setText(self.tr("Study finished: the best candidate"))
        best: Estimate | None = None if advice is None else advice.recommended
        self.code.setText("…" if best is None else best.candidate)
        self.code.updateGeometry()
        text = self.tr("Expected success {probability} ({level} range {range})")
        if best is None or advice is None:
            self.expected.setText("")
        else:
            self.expected.setText(
                text.format(
                    probability=percent(best.probability),
                    level=percent(advice.level),
                    range=percent_range(best.low, best.high),
                )
            )
        by = self.tr("Finished by {who} on {date}: {reason}")
        running = translate(in_progress(study))
        if running:
            by = self.tr("Finished by {who} on {date} with {running}: {reason}")
        date = local_day(closing.recorded_at)
        self.by.setText(by.format(who=closing.operator, date=date, reason=closing.reason, running=running))
        self._show_custody()

    def _show_custody(self) -> None:
        """Say who has signed, and who has locked the study."""
        study, here = self._control.desk.study, self._control.entry.situation
        words = self.tr("Signed off by {who} on {date}: {meaning}")
        signed = [
            words.format(who=one.operator, date=local_day(one.recorded_at), meaning=one.meaning)
            for one in study.signatures
        ]
        self.signed.setText("\n".join(signed))
        self.signed.setVisible(bool(signed))
        locked = study.lock
        self.locked.setVisible(locked is not None)
        if locked is not None:
            text = self.tr("Locked by {who} on {date}: {reason}. Unlock it before you reopen it.")
            text = text.format(who=locked.operator, date=local_day(locked.recorded_at), reason=locked.reason)
            self.locked.setText(text)
        self.reopen.setEnabled(here.read_only is None and bool(here.operator) and locked is None)
