"""The card of the next experiment, and the card of a study that is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
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

from kgdesk.model.whatif import why_not
from kgdesk.ui.entry.attributes import AttributeList, CodeLabel
from kgdesk.ui.look.numbers import fixed, percent, percent_range, shorten
from kgdesk.ui.look.sheet import set_role

if TYPE_CHECKING:
    from kgdesk.model.advice import Future, Suggestion
    from kgdesk.model.study import Study
    from kgdesk.ui.entry.control import EntryControl

_DIM = 0.45
_TARGET = 32
_NAME = 24


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
        self.why = plain("entry.why", "muted")
        self.futures = plain("entry.ifSuccess"), plain("entry.ifFailure")
        self.back = push("entry.backToSuggestion", "")
        self.finish = push("entry.finish", self.tr("Finish study…"))
        self.signed = plain("entry.needsOperator", "caution")
        self.operator = push("entry.setOperator", self.tr("Operator…"))
        self.preparing = QProgressBar()
        self.preparing.setObjectName("entry.preparing")
        self.preparing.setAccessibleName(self.tr("Preparing the calculation"))
        self._body = QWidget()
        self._dim = QGraphicsOpacityEffect(self._body)
        self._dim.setOpacity(_DIM)
        self._dim.setEnabled(False)
        self._body.setGraphicsEffect(self._dim)
        self._lay_out()
        self.back.clicked.connect(control.unchoose)
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
        if candidate is None:
            self.back.hide()
            self.finish.hide()
            return
        self._show_set_up(desk.study, candidate)
        advice = desk.advice
        told: Suggestion | None = None
        if advice is not None and advice.revision == desk.study.revision:
            told = advice.suggestion if entry.choice is None else advice.about(candidate)
        self._show_reasons(told)
        self.back.setVisible(entry.choice is not None)
        suggested = here.suggested
        self.back.setText(
            self.tr("Back to {candidate}").format(candidate=shorten(suggested, _NAME))
            if suggested
            else self.tr("Wait for the suggestion")
        )
        self.finish.setVisible(told is not None and told.reason == "nothing_left" and here.read_only is None)

    def changeEvent(self, event: QEvent) -> None:
        """Keep two lines for the reason in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "preparing"):
            self._reserve()

    def dim(self, on: bool, elapsed: float = 0.0) -> None:
        """Fade what is no longer the next experiment, and say how long its successor takes."""
        self._dim.setEnabled(on)
        self._body.update()
        if on:
            text = self.tr("Working out the next experiment… {seconds} s")
            self.heading.setText(text.format(seconds=fixed(elapsed, 1)))

    def _headline(self) -> str:
        entry = self._control.entry
        if entry.candidate is not None:
            return self.tr("Next experiment")
        if entry.state == "preparing":
            return self.tr("Preparing the calculation (first start only)")
        return self.tr("Working out the next experiment…")

    def _show_preparing(self) -> None:
        preparation = self._control.preparation
        on = preparation is not None and not preparation.ended
        self.preparing.setVisible(on)
        if preparation is not None and on:
            self.preparing.setRange(0, max(preparation.total, 1))
            self.preparing.setValue(preparation.done)
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

    def _show_reasons(self, told: Suggestion | None) -> None:
        if told is None:
            self.expected.setText(self.tr("Expected success: still being worked out."))
            self.why.setText(self._chosen())
        else:
            text = self.tr("Expected success {probability} ({level} range {range})")
            self.expected.setText(
                text.format(
                    probability=percent(told.probability),
                    level=percent(0.9),
                    range=percent_range(told.low, told.high),
                )
            )
            self.why.setText(self._why(told))
        advice = self._control.desk.advice
        suggested = told is not None and advice is not None and told.candidate == advice.suggestion.candidate
        self.why.setToolTip(why_not(advice) if suggested and advice is not None else "")
        named = zip(self.futures, ("✓", "✕"), self._ahead(told), strict=True)
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
            "chosen": self._chosen(),
        }.get(told.reason, told.why)

    def _chosen(self) -> str:
        entry = self._control.entry
        if entry.choice is None:
            return ""
        here = entry.situation
        if here.suggested is None:
            text = self.tr("Chosen by {who}")
        else:
            text = self.tr("Chosen by {who} instead of {candidate}")
        text = text.format(who=here.operator, candidate=shorten(here.suggested or ""))
        return f"{text}: {entry.choice.reason}" if entry.choice.reason else f"{text}."

    def _reserve(self) -> None:
        self.why.setMinimumHeight(2 * self.why.fontMetrics().lineSpacing())

    def _lay_out(self) -> None:
        self.why.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._reserve()
        head = QHBoxLayout()
        self.place.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        head.addWidget(self.heading)
        head.addWidget(self.place, 1)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(3)
        inside: tuple[QWidget, ...] = (self.code, self.attributes, self.expected, self.why, *self.futures)
        for widget in inside:
            body.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(3)
        column.addLayout(head)
        below: tuple[QWidget, ...] = (
            self.preparing,
            self._body,
            self.back,
            self.finish,
            self.signed,
            self.operator,
        )
        for widget in below:
            column.addWidget(widget)
