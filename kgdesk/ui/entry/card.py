"""The card of the next experiment, and the card of a study that is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.prequential import misfits, predictions
from kgdesk.model.whatif import why_not
from kgdesk.ui.entry.attributes import AttributeList, CodeLabel
from kgdesk.ui.folding import fold
from kgdesk.ui.look import numbers
from kgdesk.ui.look.numbers import fixed, percent, percent_range, shorten
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.sayings import said
from kgdesk.ui.wording import SIGNS, clock_time, misfit_words

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice import Estimate, Future, Suggestion
    from kgdesk.model.study import Study
    from kgdesk.ui.entry.control import EntryControl

_DIM = 0.45
_TARGET = 32
_NAME = 24
_EDGES = 24
#: Waiting longer than so many seconds can be given up.
_PATIENCE_S = 2.0
#: Losses below this, in 0..1, are not worth a word: a tenth of a point.
_LEAST_LOSS = 5e-4


def plain(name: str, role: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label for data: plain text, wrapped."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        set_role(label, role=role)
    return label


def push(name: str, text: str) -> QPushButton:
    """Return a button that a gloved finger hits."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setMinimumHeight(_TARGET)
    return button


class NextCard(QFrame):
    """Which candidate to run next, how to set it up, and why this one.

    Parameters
    ----------
    control
        What it shows.
    """

    finish_wanted = Signal()
    operator_wanted = Signal()

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setObjectName("entry.card")
        set_role(self, role="card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = plain("entry.heading", "heading", wrap=False)
        self.place = plain("entry.place", "muted")
        self.code = CodeLabel()
        self.code.setObjectName("entry.candidateCode")
        self.attributes = AttributeList()
        self.expected = plain("entry.expected")
        self.warning = plain("entry.warning", "caution")
        self.why = plain("entry.why", "muted")
        self.futures = plain("entry.ifSuccess"), plain("entry.ifFailure")
        self.back = push("entry.backToSuggestion", "")
        self.finish = push("entry.finish", self.tr("Finish study…"))
        self.wait = push("entry.stopWorking", self.tr("Cancel"))
        self.signed = plain("entry.needsOperator", "caution")
        self.operator = push("entry.setOperator", self.tr("Operator…"))
        self.preparing = QProgressBar()
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
        self.finish.clicked.connect(self.finish_wanted)
        self.operator.clicked.connect(self.operator_wanted)

    def show_entry(self) -> None:
        """Show the candidate of the entry and what there is to say about it."""
        entry, desk = self._control.entry, self._control.desk
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
        self.wait.setVisible(waiting and desk.given_up)
        if self.wait.isVisibleTo(self):
            self._dim.setEnabled(True)
        self.wait.setText(self.tr("Work it out"))
        if candidate is None:
            self.back.hide()
            self.finish.hide()
            return
        self._show_set_up(desk.study, candidate)
        advice = desk.advice
        told: Suggestion | None = None
        if advice is not None and advice.revision == desk.study.revision:
            told = advice.suggestion if entry.choice is None else advice.at_hand(candidate)
        self._show_reasons(told, None if advice is None else advice.estimate(candidate))
        self.back.setVisible(entry.choice is not None)
        suggested = here.suggested
        self.back.setText(
            self.tr("Back to {candidate}").format(candidate=shorten(suggested, _NAME))
            if suggested
            else self.tr("Wait for the suggestion")
        )
        told_to_stop = desk.verdict is not None and desk.verdict.stop  # the banner above has the button then
        nothing_left = told is not None and told.reason == "nothing_left"
        self.finish.setVisible(nothing_left and not told_to_stop and here.read_only is None)

    def changeEvent(self, event: QEvent) -> None:
        """Keep two lines for the reason in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "preparing"):
            self._reserve()

    def sizeHint(self) -> QSize:
        """Return a size in which every sentence has its lines at the present width: the card grows no further."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for other heights at another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            fold(self._head, self.width() - _EDGES)
            self.updateGeometry()

    def dim(self, on: bool, elapsed: float = 0.0) -> None:
        """Fade what is no longer the next experiment, and say how long its successor takes."""
        self._dim.setEnabled(on)
        self._body.update()
        if on:
            text = self.tr("Working out the next experiment… {seconds} s")
            share = self._control.desk.share
            if share:
                text = self.tr("Working out the next experiment… {seconds} s, {share} % done")
            self.heading.setText(text.format(seconds=fixed(elapsed, 1), share=round(100.0 * share)))
            self.wait.setText(self.tr("Cancel"))
            self.wait.setVisible(elapsed >= _PATIENCE_S)

    def _headline(self) -> str:
        entry = self._control.entry
        if entry.choice is not None and entry.choice.start is not None:
            number = len(self._control.desk.study.runs) + 1
            return self.tr("Result of run {run}").format(run=number)
        if entry.candidate is not None:
            return self.tr("Next experiment")
        if self._control.desk.given_up:
            return self.tr("No next experiment yet")
        if entry.state == "preparing":
            return self.tr("Preparing the calculation (first start only)")
        return self.tr("Working out the next experiment…")

    def _show_preparing(self) -> None:
        preparation = self._control.preparation
        on = preparation is not None and not preparation.ended
        self.preparing.setVisible(on)
        if preparation is not None and on:
            self.preparing.setRange(0, 0)  # how long the compiler takes is not known
        self._body.setVisible(not on or bool(self.code.text()))

    def _show_set_up(self, study: Study, candidate: str) -> None:
        self._body.show()
        self.code.setText(candidate)
        self.code.setAccessibleName(candidate)
        self.code.updateGeometry()
        extras = list(study.pool.extras.items())[:1]
        row = study.pool.row(candidate)
        where = " · ".join(column[row] for _, column in extras if column[row])
        self.place.setText(where)
        self.place.setVisible(bool(where))
        self.place.setToolTip(" · ".join(f"{name}: {column[row]}" for name, column in extras))
        self.attributes.show_candidate(study.pool, candidate)

    def _show_warning(self) -> None:
        study = self._control.desk.study
        if self._warned[0] != study.revision:
            self._warned = study.revision, misfit_words(misfits(predictions(study)))
        words = self._warned[1]
        self.warning.setText(self.tr("⚠ {what} See Checks.").format(what=words) if words else "")
        self.warning.setVisible(bool(words))

    def _show_reasons(self, told: Suggestion | None, estimate: Estimate | None) -> None:
        self._show_warning()
        advice = self._control.desk.advice
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
        if told is None:
            away = self.tr("⚠ It is out of stock.") if estimate is not None else ""
            self.why.setText(f"{self._chosen(None)} {away}".strip())
        else:
            self.why.setText(self._why(told))
        suggested = told is not None and advice is not None and told.candidate == advice.suggestion.candidate
        self.why.setToolTip(said(why_not(advice)) if suggested and advice is not None else "")
        named = zip(self.futures, (SIGNS["success"], SIGNS["failure"]), self._ahead(told), strict=True)
        for label, sign, future in named:
            label.setText("")  # keeps its line: the buttons below must not move under a finger
            if future is not None:
                text = (
                    self.tr("would make {candidate} the best ({probability})")
                    if future.changes
                    else self.tr("would leave {candidate} the best ({probability})")
                )
                words = {"candidate": shorten(future.best), "probability": percent(future.probability)}
                label.setText(f"{sign} {text.format(**words)}")

    def _ahead(self, told: Suggestion | None) -> tuple[Future | None, Future | None]:
        return (None, None) if told is None else (told.if_success, told.if_failure)

    def _why(self, told: Suggestion) -> str:
        return {
            "changes_best": self.tr("Most likely to change which candidate we would pick."),
            "sharpens": self.tr("Sharpens the estimate of the current best."),
            "nothing_left": self.tr(
                "Nothing left in the list is expected to change the choice. You can stop."
            ),
            "chosen": self._chosen(told),
        }.get(told.reason, said(told.why)) + self._waits(told)

    def _waits(self, told: Suggestion) -> str:
        """Return what the suggestion waits for where nothing can start beside the runs in progress."""
        advice = self._control.desk.advice
        if advice is None or not advice.waits or told.candidate != advice.suggestion.candidate:
            return ""
        return " " + self.tr("⚠ Nothing can start before a run in progress has its outcome.")

    def _chosen(self, told: Suggestion | None) -> str:
        entry = self._control.entry
        if entry.choice is None:
            return ""
        here = entry.situation
        if entry.choice.start is not None:
            return self._begun(entry.choice.start)
        if here.suggested is None:
            text = self.tr("Chosen by {who}")
        else:
            text = self.tr("Chosen by {who} instead of {candidate}")
        text = text.format(who=here.operator, candidate=shorten(here.suggested or ""))
        text = f"{text}: {entry.choice.reason}" if entry.choice.reason else f"{text}."
        if told is not None and abs(told.loss) >= _LEAST_LOSS:
            less = self.tr("Its value of testing is {points} points less.")
            more = self.tr("Its value of testing is {points} points more.")
            points = numbers.points(100.0 * abs(told.loss))
            text = f"{text.removesuffix('.')}. " + (less if told.loss > 0 else more).format(points=points)
        return text

    def _begun(self, start: int) -> str:
        run = next((run for run in self._control.desk.study.pending if run.seq == start), None)
        if run is None:
            return ""
        text = self.tr("Started {time} by {operator}.")
        return text.format(time=clock_time(run.started_at), operator=run.operator)

    def _wait(self) -> None:
        desk = self._control.desk
        desk.ask() if desk.given_up else desk.give_up()
        self.show_entry()

    def _reserve(self) -> None:
        self.why.setMinimumHeight(2 * self.why.fontMetrics().lineSpacing())

    def _lay_out(self) -> None:
        self.why.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._reserve()
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
            self.why,
            *self.futures,
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
            self.wait,
            self.back,
            self.finish,
            self.signed,
            self.operator,
        )
        for widget in below:
            column.addWidget(widget)
