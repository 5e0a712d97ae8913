"""The stopping rule of a new study as a sentence with a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QVBoxLayout, QWidget

from kgdesk.errors import BadInput
from kgdesk.model.advice.stopping_basis import rule_sentence
from kgdesk.model.study.rule_syntax import PROPOSAL, AtStake, parse
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.folding import FoldingRow

if TYPE_CHECKING:
    from kgdesk.model.study.stopping_rules import Rule


class RuleField(QWidget):
    """The number of points that choosing the best may lose on average; another rule stands as its sentence.

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
        self._other = rule if _points(rule) is None else ""
        self.stake = QDoubleSpinBox(self)
        self.stake.setObjectName("wizard.stake")
        self.stake.setAccessibleName(self.tr("Points that choosing the best may lose on average"))
        self.stake.setRange(0.1, 50.0)
        self.stake.setDecimals(1)
        self.stake.setValue(_points(rule) or _points(PROPOSAL) or 1.0)
        self.stake.valueChanged.connect(lambda _: self.changed.emit())
        self._sentence = plain(translate(rule_sentence(self._other)) if self._other else "", parent=self)
        self._usual = button(self.tr("Take the usual rule"), "wizard.proposeStop", self._propose, self)
        self._row = FoldingRow(
            Label(self.tr("choosing the best loses at most"), self),
            self.stake,
            Label(self.tr("percentage points on average"), self),
            parent=self,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for part in (self._row, self._sentence, self._usual):
            layout.addWidget(part)
        self.setFocusProxy(self.stake)
        self._show()

    @property
    def text(self) -> str:
        """The rule as stored."""
        return self._other or f"at-stake {self.stake.value():g}"

    def _propose(self) -> None:
        self._other = ""
        self._show()
        self.stake.setFocus()
        self.changed.emit()

    def _show(self) -> None:
        self._row.setVisible(not self._other)
        self._sentence.setVisible(bool(self._other))
        self._usual.setVisible(bool(self._other))


def _points(text: str) -> float | None:
    """Return the points of a rule that has no other term; None for another rule, those of the proposal for none."""
    try:
        rule: Rule = parse(text or PROPOSAL)
    except BadInput:
        return None
    return 100.0 * rule.value if isinstance(rule, AtStake) else None
