"""RuleLine: the stopping rule of a study with a field for each number, and the reason that a change asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kgdesk.model.study import rule_syntax
from kgdesk.model.study.rule_syntax import proposal
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.dialogs.rule_fields import RuleFields
from kgdesk.ui.widgets.basic import button, plain

if TYPE_CHECKING:
    from collections.abc import Mapping


class RuleLine(QWidget):
    """The present rule; another number unfolds the question why, and a button that records the change."""

    #: The person changes the rule: the new one, as typed (empty: the proposed one), and the reason.
    changed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decide.rule")
        self._shown: tuple[str, int] | None = None
        self._now: dict[str, str] = {}
        self.fields: RuleFields | None = None  #: The rule with its numbers; None before the first.
        self.reason = ReasonField(
            (self.tr("Agreed with those who need the result"), self.tr("The plan has changed")),
            "decide.rule.reason",
        )  #: Why it is changed.
        self.change = button(self.tr("Change the rule"), "decide.rule.change", self._change)
        self.undo = button(self.tr("Leave it"), "decide.rule.leave", self._leave)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.undo)
        buttons.addWidget(self.change)
        self._question = QWidget(self)
        asked = QVBoxLayout(self._question)
        asked.setContentsMargins(0, 0, 0, 0)
        asked.addWidget(plain(self.tr("Why do you change the rule?"), "muted"))
        asked.addWidget(self.reason)
        asked.addLayout(buttons)
        self._question.hide()
        self.reason.changed.connect(self._check)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(plain(self.tr("You can stop when"), "muted"))
        self._column.addWidget(self._question)

    def show_rule(self, rule: str, budget: int, now: Mapping[str, str], *, changeable: bool) -> None:
        """Show a rule.

        Parameters
        ----------
        rule
            As typed; empty: the proposed one.
        budget
            Planned number of runs.
        now
            Present values by field of `RuleFields`, as texts.
        changeable
            Whether its numbers can be changed.
        """
        self._now = dict(now)
        if self._shown != (rule, budget):
            self._shown = (rule, budget)
            self._renew()
        if self.fields is not None:
            self.fields.show_now(self._now)
            self.fields.setEnabled(changeable)

    def _renew(self) -> None:
        if self._shown is None:
            return
        if self.fields is not None:
            self._column.removeWidget(self.fields)
            self.fields.hide()
            self.fields.deleteLater()
        rule, budget = self._shown
        self.fields = RuleFields(rule or proposal(budget), "decide.rule", self._now, self)
        self.fields.changed.connect(self._check)
        self._column.insertWidget(1, self.fields)
        self._check()

    @property
    def _present(self) -> str:
        rule, budget = self._shown or ("", 1)
        return rule_syntax.written(rule_syntax.parse(rule or proposal(budget)))

    def _check(self) -> None:
        if self.fields is None:
            return
        other = self.fields.text != self._present
        self._question.setVisible(other)
        self.change.setEnabled(other and not self.reason.missing)

    def _change(self) -> None:
        if self.fields is not None and self._shown is not None:
            text = self.fields.text
            self.changed.emit("" if text == proposal(self._shown[1]) else text, self.reason.reason)

    def _leave(self) -> None:
        self._renew()
