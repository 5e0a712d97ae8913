"""Dialog that changes the stopping rule of a study, with a reason."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from kgdesk.model.advice.stopping_basis import STOPPING_RULES, chosen_rule, rule_sentence
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog


class StoppingRuleDialog(ScannerSafeDialog):
    """Choose the stopping rule from three sentences, and say why. Enter only presses the focused button.

    Parameters
    ----------
    present
        The present rule, as typed; one of the sentences is marked if it says the same.
    """

    def __init__(self, present: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stoppingRule")
        self.setWindowTitle(self.tr("Change the stopping rule"))
        self._present = chosen_rule(present)
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.addWidget(plain(self.tr("When can this study stop?"), "title", self))
        for place, (text, sentence) in enumerate(STOPPING_RULES.items()):
            choice = QRadioButton(translate(sentence))
            choice.setObjectName(f"stoppingRule.{place}")
            choice.setMinimumHeight(32)
            choice.setProperty("rule", text)
            choice.setChecked(text == self._present)
            self._group.addButton(choice)
            column.addWidget(choice)
        if self._present is None:
            column.addWidget(plain(translate(rule_sentence(present)), "muted", self))
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
        self.ok = buttons.accepting  #: Enabled when a rule and a reason are given.
        column.addWidget(buttons)
        self.field.changed.connect(self._check)
        self._group.buttonToggled.connect(lambda *_: self._check())
        self._check()

    @property
    def rule(self) -> str:
        """The chosen rule, in the syntax of the command line."""
        chosen = self._group.checkedButton()
        return "" if chosen is None else str(chosen.property("rule"))

    @property
    def reason(self) -> str:
        """The reason as stored; empty while incomplete."""
        return self.field.reason

    def _check(self) -> None:
        other = self._group.checkedButton() is not None and self.rule != self._present
        self.ok.setEnabled(other and not self.field.missing)
