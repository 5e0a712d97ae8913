"""FinishedCard: the card with the result of a finished study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.model.study.next_run import has_one_place, in_progress, places
from kgdesk.ui.entry.attributes import CodeLabel, facts_of
from kgdesk.ui.entry.named_widgets import named_button, named_label
from kgdesk.ui.text.locale_format import local_day, percent, percent_range
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl


class FinishedCard(QFrame):
    """Card with the result of a finished study: the chosen candidate or else the best, and who finished it."""

    #: The user wants to reopen the study.
    reopen_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.finishedCard")
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = named_label("entry.finishedHeading", "heading")
        self.code = CodeLabel()  #: The candidate.
        self.code.setObjectName("entry.bestCode")
        self.conditions = named_label("entry.bestConditions")  #: Its attributes, and where its sample is.
        self.expected = named_label("entry.bestExpected")  #: Its predicted success.
        self.untried = named_label("entry.bestUntried", "caution")  #: Shown if it was never run.
        self.by = named_label("entry.finishedBy", "muted")  #: Who finished the study, when and why.
        self.reopen = named_button("entry.reopen", self.tr("Reopen…"))
        self.reopen.clicked.connect(self.reopen_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        for widget in (
            self.heading,
            self.code,
            self.conditions,
            self.expected,
            self.untried,
            self.by,
            self.reopen,
        ):
            column.addWidget(widget)

    def sizeHint(self) -> QSize:
        """Return a size that fits the wrapped text at the present width."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def show_entry(self) -> None:
        """Show the best candidate and who finished the study."""
        study, advice = self._control.controller.study, self._control.controller.advice.current
        closing = study.closing
        if closing is None:
            return
        best: Estimate | None = None if advice is None else advice.recommended
        heading = self.tr("Study finished: the best candidate")
        if closing.chosen:
            heading = self.tr("Study finished: the chosen candidate")
            best = None if advice is None else advice.estimate(closing.chosen)
        elif closing.chosen is not None:
            heading = self.tr("Study finished, no candidate chosen. The best candidate")
        self.heading.setText(heading)
        shown = closing.chosen or ("" if best is None else best.candidate)
        self.code.setText(shown or "…")
        self.code.updateGeometry()
        pairs = self._facts(study, shown) if shown else []
        self.conditions.setText("\n".join(f"{name}: {value}" for name, value in pairs))
        untried = bool(shown) and shown not in study.tally
        self.untried.setText(
            self.tr("⚠ It was never run: this is concluded from the other candidates alone.")
        )
        self.untried.setVisible(untried)
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
        here = self._control.entry.situation
        self.reopen.setEnabled(here.read_only is None and bool(here.operator))

    def _facts(self, study: Study, candidate: str) -> list[tuple[str, str]]:
        """Return the place of a candidate's sample and its conditions."""
        place = list(places(study, candidate)) if has_one_place(study) else []
        return place + facts_of(study, candidate)
