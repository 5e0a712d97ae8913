"""NextCard: the card with the next experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.insight.prequential import misfits, predictions
from kgdesk.model.study.next_run import has_one_place, heading, places
from kgdesk.ui.entry.attributes import AttributeList, CodeLabel
from kgdesk.ui.entry.inputs import plain, push
from kgdesk.ui.entry.suggestion_reason import Offer, Reason, started
from kgdesk.ui.style.stylesheet import set_role
from kgdesk.ui.text.locale_format import fixed, misfit_words, percent, percent_range, placed, shorten
from kgdesk.ui.text.translate import set_tip, translate, visible
from kgdesk.ui.widgets.basic import fold

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Suggestion
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl

_DIM = 0.45
_NAME = 24
_EDGES = 24
#: Seconds after which a pending advice can be cancelled.
_PATIENCE_S = 2.0


class NextCard(QFrame):
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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        #: Kind of experiment, or the pending state.
        self.heading = plain("entry.heading", "heading", wrap=False)
        self.place = plain("entry.place")  #: Location of the sample.
        self.code = CodeLabel()  #: Candidate.
        self.code.setObjectName("entry.candidateCode")
        self.attributes = AttributeList()  #: Its attributes.
        self.expected = plain("entry.expected")  #: Its predicted success.
        self.warning = plain("entry.warning", "caution")  #: Misfit of the predictions, if any.
        #: Reason of the suggestion, and an alternative.
        self.reason, self.offer = Reason(control, self), Offer(control)
        self.tried = plain("entry.allTried")  #: Why nothing is suggested any more.
        self.back = push("entry.backToSuggestion", "")  #: Returns to the suggestion.
        self.wait = push("entry.stopWorking", self.tr("Cancel"))  #: Cancels or restarts the computation.
        self.finish = push(
            "entry.finish", self.tr("Finish study…")
        )  #: Offered when every candidate is tried.
        self.signed = plain("entry.needsOperator", "caution")  #: Shown while no operator is set.
        self.operator = push("entry.setOperator", self.tr("Operator…"))  #: Sets the operator.
        self.preparing = QProgressBar()  #: Busy bar while kernels are compiled.
        self.preparing.setObjectName("entry.preparing")
        self.preparing.setAccessibleName(self.tr("Preparing the calculation"))
        self._body = QWidget()
        self._warned = (-1, "")
        self._dim = QGraphicsOpacityEffect(self._body)
        self._dim.setOpacity(_DIM)
        self._dim.setEnabled(False)
        self._body.setGraphicsEffect(self._dim)
        self._lay_out()
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
        self._say_heading()
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
            return
        self._show_set_up(controller.study, candidate)
        self._show_warning()
        self._show_expected(candidate)
        self.show_counsel()
        self.back.setVisible(entry.choice is not None)
        suggested = here.suggested
        self.back.setText(
            self.tr("Back to {candidate}").format(candidate=shorten(suggested, _NAME))
            if suggested
            else self.tr("Put it back")
            if here.all_tried
            else self.tr("Wait for the suggestion")
        )
        fold(self._head, self.width() - _EDGES)

    def changeEvent(self, event: QEvent) -> None:
        """Recompute reserved heights in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "preparing"):
            self._say_heading()
            fold(self._head, self.width() - _EDGES)
            self.reason.reserve()

    def sizeHint(self) -> QSize:
        """Return a size that fits the wrapped text at the present width."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recompute heights when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._say_heading()
            fold(self._head, self.width() - _EDGES)
            self.reason.reserve()
            self.updateGeometry()

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

    def _say_heading(self) -> None:
        text = self._headline()
        room = self.width() - 2 * _EDGES
        self.heading.setWordWrap(self.heading.fontMetrics().horizontalAdvance(text) > room)
        self.heading.setText(text)

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
            self.preparing.setRange(0, 0)  # busy indicator: the compile time is unknown
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
        set_tip(self.place, "\n".join(f"{heading}: {text}" for heading, text in at_hand))
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
        entry, controller = self._control.entry, self._control.controller
        candidate, advice = entry.candidate, controller.advice
        if candidate is None:
            return
        suggestion: Suggestion | None = None
        if advice is not None and advice.revision == controller.study.revision:
            suggestion = advice.suggestion if entry.choice is None else advice.at_hand(candidate)
        self.reason.show_reason(
            suggestion, known=advice is not None and advice.estimate(candidate) is not None
        )
        self.offer.show_entry()

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

    def _lay_out(self) -> None:
        self._head = head = QHBoxLayout()
        self.place.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        head.addWidget(self.heading)
        head.addWidget(self.place, 1)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(3)
        inside: tuple[QWidget, ...] = (
            self.code,
            self.attributes,
            self.expected,
            self.warning,
            self.reason.why,
            self.reason.futures,
        )
        for widget in inside:
            body.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(3)
        column.addLayout(head)
        below: tuple[QWidget, ...] = (
            self.preparing,
            self._body,
            self.tried,
            self.finish,
            self.wait,
            self.offer,
            self.back,
            self.signed,
            self.operator,
        )
        for widget in below:
            column.addWidget(widget)
