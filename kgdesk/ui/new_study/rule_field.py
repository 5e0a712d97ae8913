"""The stopping rule of a new study as a sentence with numbers."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from kgdesk.model.advice.stopping_basis import rule_sentence, shape_of
from kgdesk.model.study.rule_syntax import proposal
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.folding import FoldingRow


class RuleField(QWidget):
    """How little choosing the best may lose, and how often it must have succeeded; another rule stands as its sentence.

    Parameters
    ----------
    rule
        The rule of another study; empty for the proposed one.
    parent
        Qt parent.
    """

    #: The user changed the rule.
    changed = Signal()

    def __init__(self, rule: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        numbers = _numbers(rule)
        self._other = rule if numbers is None else ""
        points, successes = numbers or _numbers("") or (5.0, 1)
        self.stake, self.tested = QDoubleSpinBox(self), QSpinBox(self)
        self.stake.setObjectName("wizard.stake")
        self.stake.setAccessibleName(self.tr("Points that choosing the best may lose on average"))
        self.stake.setRange(0.1, 50.0)
        self.stake.setDecimals(1)
        self.stake.setValue(points)
        self.tested.setObjectName("wizard.tested")
        self.tested.setAccessibleName(self.tr("Times that the best must have succeeded"))
        self.tested.setRange(1, 99)
        self.tested.setValue(successes)
        for field in (self.stake, self.tested):
            field.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            field.valueChanged.connect(lambda _: self.changed.emit())
        self._sentence = plain(translate(rule_sentence(self._other)) if self._other else "", parent=self)
        self._usual = button(self.tr("Take the usual rule"), "wizard.proposeStop", self._propose, self)
        self._rows = (
            FoldingRow(
                Label(self.tr("choosing the best loses at most"), self),
                self.stake,
                Label(self.tr("percentage points on average"), self),
                parent=self,
            ),
            FoldingRow(
                Label(self.tr("and the best has succeeded at least"), self),
                self.tested,
                Label(self.tr("times, or when all these runs are spent"), self),
                parent=self,
            ),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for row in self._rows:
            row.setContentsMargins(2, 3, 2, 3)  # room for the ring round the focused field
        for part in (*self._rows, self._sentence, self._usual):
            layout.addWidget(part)
        self.setFocusProxy(self.stake)
        self._show()

    def rule(self, budget: int) -> str:
        """Return the rule as stored, for a planned number of runs; empty if it is the proposed one."""
        if self._other:
            return self._other
        text = f"(at-stake {self.stake.value():g} and succeeded {self.tested.value()}) or runs {budget}"
        return "" if text == proposal(budget) else text

    def _propose(self) -> None:
        self._other = ""
        self._show()
        self.stake.setFocus()
        self.changed.emit()

    def _show(self) -> None:
        for row in self._rows:
            row.setVisible(not self._other)
        self._sentence.setVisible(bool(self._other))
        self._usual.setVisible(bool(self._other))


def _numbers(text: str) -> tuple[float, int] | None:
    """Return points and successes of a rule of the form of the proposed one; None for another rule."""
    usual = proposal(1)
    shape, normal = shape_of(text or usual)
    if shape != shape_of(usual)[0]:
        return None
    points, successes, _ = re.findall(r"[0-9.]+", normal)
    return float(points), int(successes)
