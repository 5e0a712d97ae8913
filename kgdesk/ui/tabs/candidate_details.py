"""All that is known about one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.explanation import futures
from kgdesk.ui.look.numbers import percent, percent_range, shorten
from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.refusals import translate
from kgdesk.ui.tables import Column, Table
from kgdesk.ui.tabs.candidate_table import attribute_text, heading_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from kgdesk.model.advice import Advice
    from kgdesk.model.study import Study


class CandidateDetails(QFrame):
    """Estimates, what either outcome would change, and every attribute of a candidate; Esc closes it."""

    #: The person wants it away.
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("candidates.details")
        set_role(self, role="card")
        self.title = _label("title")
        self.text = _label("")
        self.text.setObjectName("candidates.details.text")
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table = Table()
        self.table.setObjectName("candidates.details.table")
        self.table.setAccessibleName(self.tr("Attributes of the candidate"))
        self.table.setWordWrap(True)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._wrap = QTimer(self, singleShot=True, interval=0)
        self._wrap.timeout.connect(self.table.resizeRowsToContents)
        header.sectionResized.connect(lambda *_: self._wrap.start())
        close = QPushButton(self.tr("C&lose details"))
        close.setObjectName("candidates.details.close")
        close.clicked.connect(self.closed)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(close)
        column = QVBoxLayout(self)
        for widget in (self.title, self.text):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 34)

    def show_candidate(self, study: Study, advice: Advice | None, candidate: str) -> None:
        """Show a candidate, with its estimates where there are any."""
        self.title.setText(shorten(candidate, 40))
        self.title.setToolTip(candidate)
        self.setAccessibleName(self.tr("Details of {code}").format(code=candidate))
        self.text.setText("\n".join(self._lines(advice, candidate)))
        row = study.pool.row(candidate)
        facts = [(self.tr("Candidate"), candidate)]
        facts += [(heading, values[row]) for heading, values in study.pool.extras.items()]
        facts += [
            (heading_of(attribute), attribute_text(values[row]))
            for attribute, values in zip(study.pool.attributes, study.pool.values, strict=True)
        ]
        self.table.show_columns(
            (
                Column(self.tr("Attribute"), [name for name, _ in facts], tip=lambda place: facts[place][0]),
                Column(self.tr("Value"), [value for _, value in facts], tip=lambda place: facts[place][1]),
            )
        )
        self._wrap.start()

    def _lines(self, advice: Advice | None, candidate: str) -> list[str]:
        if advice is None:
            return [self.tr("The estimates are being worked out.")]
        about, estimate = advice.at_hand(candidate), advice.estimate(candidate)
        runs = [run for run in advice.study.valid if run.candidate == candidate]
        names = advice.study.settings
        successes = sum(run.outcome == "success" for run in runs)
        tried = self.tr("Not tried yet.")
        if runs:
            tried = self.tr("Tried: {count} ({successes} {success}, {failures} {failure}).").format(
                count=len(runs),
                successes=successes,
                success=names.success_name,
                failures=len(runs) - successes,
                failure=names.failure_name,
            )
        expected = self.tr("Expected success {estimate} ({level} range {range}).").format(
            estimate=percent(estimate.probability),
            level=percent(advice.level),
            range=percent_range(estimate.low, estimate.high),
        )
        if about is None:
            return [expected, tried, self.tr("Out of stock: neither suggested nor chosen.")]
        return [
            expected,
            self.tr("Value of testing: {value}.").format(value=translate(about.value.words)),
            tried,
            translate(futures(about)),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    if role:
        set_role(label, role=role)
    return label
