"""Dialog that changes the stopping rule of a study, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from kgdesk.model.advice.stopping_basis import offered_rules, shape_of
from kgdesk.model.study.rule_syntax import proposal
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.dialogs.rule_fields import RuleFields
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog

if TYPE_CHECKING:
    from collections.abc import Mapping


class StoppingRuleDialog(ScannerSafeDialog):
    """Choose the stopping rule, set its numbers, and say why. Enter only presses the focused button.

    Parameters
    ----------
    present
        The present rule, as typed; empty: the proposed one. It is one of the choices, with its numbers.
    budget
        Planned number of runs.
    now
        Present values by field of `RuleFields`, as texts.
    """

    def __init__(
        self, present: str, budget: int, now: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("stoppingRule")
        self.setWindowTitle(self.tr("Change the stopping rule"))
        self._present, self._budget = shape_of(present or proposal(budget))[1], budget
        self._group = QButtonGroup(self)
        self._fields: list[RuleFields] = []
        column = QVBoxLayout(self)
        column.addWidget(plain(self.tr("When can this study stop?"), "title", self))
        titles = {
            "stake": self.tr("Little is lost by choosing the best now"),
            "near": self.tr("The best now is near the true best"),
            "runs": self.tr("The planned runs are spent"),
            "present": self.tr("The present rule"),
        }
        for place, (kind, rule) in enumerate(offered_rules(present, budget).items()):
            choice = QRadioButton(titles[kind], self)
            fields = RuleFields(rule, "stoppingRule", now, self)
            choice.setObjectName(f"stoppingRule.{place}")
            choice.setMinimumHeight(32)
            choice.toggled.connect(fields.setVisible)
            fields.setVisible(False)
            fields.changed.connect(self._check)
            choice.setChecked(shape_of(rule)[1] == self._present)
            self._group.addButton(choice, place)
            self._fields.append(fields)
            column.addWidget(choice)
            column.addWidget(fields)
        note = self.tr(
            "A rule only says when you can stop; nothing stops by itself. The change is an entry with its reason."
        )
        column.addWidget(plain(note, "muted", self))
        self.field = ReasonField(
            (self.tr("Agreed with those who need the result"), self.tr("The plan has changed")),
            "stoppingRule.reason",
        )  #: Why it is changed.
        column.addWidget(self.field, 1)
        buttons = DialogButtons(self, "stoppingRule.ok", self.tr("Change the rule"))
        self.ok = buttons.accepting  #: Enabled when another rule and a reason are given.
        column.addWidget(buttons)
        self.field.changed.connect(self._check)
        self._group.buttonToggled.connect(lambda *_: self._check())
        self._check()

    @property
    def rule(self) -> str:
        """The chosen rule, in the syntax of the command line; empty if it is the proposed one for the planned runs."""
        text = self._fields[self._group.checkedId()].text
        return "" if text == proposal(self._budget) else text

    @property
    def reason(self) -> str:
        """The reason as stored; empty while incomplete."""
        return self.field.reason

    def _check(self) -> None:
        if not hasattr(self, "ok"):
            return
        other = (self.rule or proposal(self._budget)) != self._present
        self.ok.setEnabled(other and not self.field.missing)
