"""NextCard: the card with the next experiment; FinishedCard: that of a finished study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.model.decisions.study_state import in_progress
from kgdesk.model.insight.prequential import misfits, predictions
from kgdesk.model.study.next_run import has_one_place, heading, places
from kgdesk.ui.entry.attributes import AttributeGrid, CodeLabel, facts_of
from kgdesk.ui.entry.card_frame import CardFrame
from kgdesk.ui.entry.inputs import plain, push
from kgdesk.ui.entry.suggestion_reason import Offer, Reason, Sentence, started
from kgdesk.ui.text.locale_format import (
    fixed,
    local_day,
    misfit_words,
    percent,
    percent_range,
    placed,
    shorten,
)
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Estimate, Suggestion
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl

_DIM = 0.45
_NAME = 24
#: Seconds after which a pending advice can be cancelled.
_PATIENCE_S = 2.0


class NextCard(CardFrame):
    """Card with the next candidate to run, its attributes, its prediction, and the reason for it.

    Parameters
    ----------
    control
        Entry control of the window.
    """

    #: The user wants to set the operator.
    operator_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.card")
        set_role(self, role="card")
        self._body = QWidget(self)  #: What is dimmed while it is out of date.
        #: Kind of experiment, or the pending state.
        self.heading = Sentence("entry.heading", "heading", parent=self)
        self.place = Sentence("entry.place", parent=self._body)  #: Location of the sample.
        self.code = CodeLabel()  #: Candidate.
        self.code.setObjectName("entry.candidateCode")
        self.attributes = AttributeGrid()  #: Its attributes.
        self.expected = Sentence("entry.expected", lines=2)  #: Its predicted success.
        self.warning = Sentence("entry.warning", "caution", 3)  #: Misfit of the predictions, if any.
        #: Reason of the suggestion, and an alternative.
        self.reason, self.offer = Reason(control, self), Offer(control)
        self.tried = plain("entry.allTried")  #: Why nothing is suggested any more.
        self.back = push("entry.backToSuggestion", "")  #: Returns to the suggestion.
        self.wait = push("entry.stopWorking", self.tr("Cancel"))  #: Cancels or restarts the computation.
        self.finish = push(
            "entry.finish", self.tr("Finish study…")
        )  #: Offered when every candidate is tried.
        self.signed = Sentence("entry.needsOperator", "caution", 2)  #: Shown while no operator is set.
        self.operator = push("entry.setOperator", self.tr("Operator…"))  #: Sets the operator.
        self.preparing = QProgressBar()  #: Shown while kernels are compiled.
        self.preparing.setObjectName("entry.preparing")
        if control.preparation is not None:
            control.preparation.moved.connect(self._show_preparing)
        self.preparing.setAccessibleName(self.tr("Preparing the calculation"))
        self._warned = (-1, "")
        self._dim = QGraphicsOpacityEffect(self._body)
        self._dim.setOpacity(_DIM)
        self._dim.setEnabled(False)
        self._body.setGraphicsEffect(self._dim)
        self._adopt()
        self.back.clicked.connect(control.unchoose)
        self.wait.clicked.connect(self._wait)
        self.operator.clicked.connect(self.operator_wanted)
        control.controller.refresher.watch(self, {"counsel"}, self.show_counsel, due=False)

    def show_entry(self) -> None:
        """Show the entry's candidate, its attributes, prediction and warnings."""
        entry, controller = self._control.entry, self._control.controller
        here = entry.situation
        self.signed.setVisible(not here.operator and here.read_only is None)
        self.operator.setVisible(self.signed.isVisibleTo(self))
        self.signed.setText(self.tr("⚠ Say who is working before you record: set the operator."))
        self._show_preparing()
        candidate = entry.candidate
        waiting = candidate is None
        if not waiting:
            self.dim(False)
        self.heading.setText(self._headline())
        self.place.setVisible(not waiting and bool(self.place.text()))
        self.wait.setVisible(waiting and controller.given_up)
        if self.wait.isVisibleTo(self):
            self._dim.setEnabled(True)
        self.wait.setText(self.tr("Work it out"))
        tried = entry.all_tried
        self.tried.setText(here.all_tried if tried else "")
        self.tried.setVisible(tried)
        self.finish.setVisible(tried and here.takes_entries)
        if candidate is None:
            for button in (self.back, self.offer):
                button.hide()
            self._body.setVisible(not tried and bool(self.code.text()))
            self.arrange()
            return
        self._show_set_up(controller.study, candidate)
        self._show_warning()
        self._show_expected(candidate)
        self._show_reason(candidate)
        self.back.setVisible(entry.choice is not None)
        suggested = here.suggested
        self.back.setText(
            self.tr("Back to {candidate}").format(candidate=shorten(suggested, _NAME))
            if suggested
            else self.tr("Put it back")
            if here.all_tried
            else self.tr("Wait for the suggestion")
        )
        self.arrange()

    def dim(self, on: bool, elapsed: float = 0.0) -> None:
        """Dim the outdated candidate and show the seconds elapsed; offer Cancel after 2 s."""
        self._dim.setEnabled(on)
        self._body.update()
        if on:
            text = self.tr("Working out the next experiment… {seconds} s")
            share = self._control.controller.share
            if share:
                text = self.tr("Working out the next experiment… {seconds} s, {share} % done")
            self.heading.setText(text.format(seconds=fixed(elapsed, 1), share=round(100.0 * share)))
            self.wait.setText(self.tr("Cancel"))
            self.wait.setVisible(elapsed >= _PATIENCE_S)
            self.arrange()

    def _headline(self) -> str:
        entry = self._control.entry
        if entry.candidate is not None:
            return translate(heading(self._control.controller.study, entry.candidate, started(self._control)))
        if entry.all_tried:
            return self.tr("Every candidate is tried")
        if self._control.controller.given_up:
            return self.tr("No next experiment yet")
        if entry.state == "preparing":
            return self.tr("Preparing the calculation (first start only)")
        return self.tr("Working out the next experiment…")

    def _show_preparing(self) -> None:
        preparation = self._control.preparation
        on = preparation is not None and not preparation.ended
        self.preparing.setVisible(on)
        if preparation is not None and on:
            done, total = preparation.share
            self.preparing.setRange(0, total)  # a busy indicator while the total is 0
            self.preparing.setValue(done)
        self._body.setVisible(not on or bool(self.code.text()))

    def _show_set_up(self, study: Study, candidate: str) -> None:
        self._body.show()
        self.code.setText(candidate)
        self.code.setAccessibleName(visible(candidate))
        self.code.updateGeometry()
        # Several location columns are rows of the attribute list, which has more space.
        at_hand = places(study, candidate) if has_one_place(study) else ()
        self.place.setText(" ".join(placed(heading, text) for heading, text in at_hand))
        self.place.setVisible(bool(at_hand))
        self.place.explain("\n".join(f"{heading}: {text}" for heading, text in at_hand))
        self.attributes.show_candidate(study, candidate)

    def _show_warning(self) -> None:
        study = self._control.controller.study
        if self._warned[0] != study.revision:
            self._warned = study.revision, misfit_words(misfits(predictions(study)))
        words = self._warned[1]
        self.warning.setText(self.tr("⚠ {what} See Checks.").format(what=words) if words else "")
        self.warning.setVisible(bool(words))

    def show_counsel(self) -> None:
        """Update the reason and the offer, which become available after the suggestion."""
        candidate = self._control.entry.candidate
        if candidate is not None:
            self._show_reason(candidate)
            self.arrange()

    def _show_reason(self, candidate: str) -> None:
        entry, controller = self._control.entry, self._control.controller
        advice = controller.advice
        suggestion: Suggestion | None = None
        if advice is not None and advice.revision == controller.study.revision:
            suggestion = advice.suggestion if entry.choice is None else advice.at_hand(candidate)
        self.reason.show_reason(
            suggestion, known=advice is not None and advice.estimate(candidate) is not None
        )
        self.offer.show_entry()

    def _adopt(self) -> None:
        """Take the widgets in, in reading order, which is the order of the Tab key."""
        for inside in (
            self.code, self.attributes, self.expected, self.warning, self.reason.why, self.reason.futures,
        ):  # fmt: skip
            inside.setParent(self._body)
        for below in (
            self.preparing, self.tried, self.finish, self.wait, self.offer, self.back, self.signed, self.operator,
        ):  # fmt: skip
            below.setParent(self)

    def _show_expected(self, candidate: str) -> None:
        advice = self._control.controller.advice
        estimate = None if advice is None else advice.estimate(candidate)
        if advice is None or estimate is None:
            self.expected.setText(self.tr("Expected success: still being worked out."))
        else:
            text = self.tr("Expected success {probability} ({level} range {range})")
            self.expected.setText(
                text.format(
                    probability=percent(estimate.probability),
                    level=percent(advice.level),
                    range=percent_range(estimate.low, estimate.high),
                )
            )

    def _wait(self) -> None:
        controller = self._control.controller
        controller.ask() if controller.given_up else controller.give_up()
        self.show_entry()


class FinishedCard(QFrame):
    """Card with the result of a finished study: best candidate, and who finished it."""

    #: The user wants to reopen the study.
    reopen_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.finishedCard")
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = plain("entry.finishedHeading", "heading")
        self.code = CodeLabel()  #: Best candidate.
        self.code.setObjectName("entry.bestCode")
        self.conditions = plain("entry.bestConditions")  #: Its attributes, and where its sample is.
        self.expected = plain("entry.bestExpected")  #: Its predicted success.
        self.untried = plain("entry.bestUntried", "caution")  #: Shown if it was never run.
        self.by = plain("entry.finishedBy", "muted")  #: Who finished the study, when and why.
        self.reopen = push("entry.reopen", self.tr("Reopen…"))
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
        study, advice = self._control.controller.study, self._control.controller.advice
        closing = study.closing
        if closing is None:
            return
        self.heading.setText(self.tr("Study finished: the best candidate"))
        best: Estimate | None = None if advice is None else advice.recommended
        self.code.setText("…" if best is None else best.candidate)
        self.code.updateGeometry()
        pairs = [] if best is None else self._facts(study, best.candidate)
        self.conditions.setText("\n".join(f"{name}: {value}" for name, value in pairs))
        untried = best is not None and not sum(study.tally.get(best.candidate, (0, 0)))
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
