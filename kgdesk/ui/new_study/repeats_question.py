"""The question whether a candidate can be run again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.stylesheet import set_role


class RepeatsQuestion(QFrame):
    """Card with the question whether a candidate can be run again; no answer is proposed.

    Parameters
    ----------
    repeats
        Initial answer, as in `kgdesk.model.study.settings.Settings`; empty: not answered.
    parent
        Qt parent.
    """

    #: The user answered, or changed the answer.
    answered = Signal()

    def __init__(self, repeats: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(plain(self.tr("Can a candidate be run again?"), "title", self))
        self.choices = QButtonGroup(self)
        texts = {
            "no": self.tr("N&o: a run uses its sample up"),
            "yes": self.tr("&Yes, as often as it helps"),
            "most": self.tr("Yes, a&t most this often:"),
        }
        pair = QHBoxLayout()
        for name, text in texts.items():
            choice = QRadioButton(text, self)
            choice.setObjectName(f"wizard.repeats.{name}")
            choice.setMinimumHeight(32)
            choice.setProperty("value", name)
            choice.toggled.connect(self._chosen)
            self.choices.addButton(choice)
        self.most = QSpinBox(self)  #: Largest number of runs of one candidate.
        self.most.setObjectName("wizard.repeats.count")
        self.most.setAccessibleName(self.tr("Runs of one candidate at most"))
        self.most.setRange(2, 999_999)
        self.most.setMinimumHeight(32)
        self.most.setEnabled(False)
        self.most.valueChanged.connect(self._chosen)
        no, yes, most = self.choices.buttons()
        pair.addWidget(most)
        pair.addWidget(self.most)
        pair.addStretch(1)
        layout.addWidget(FoldingRow(no, yes, pair, parent=self))
        self.missing = plain(self.tr("Choose an answer: it decides what is suggested."), "muted", self)
        self.missing.setObjectName("wizard.repeats.missing")
        layout.addWidget(self.missing)
        self._show(repeats)

    def _show(self, repeats: str) -> None:
        name = repeats if repeats in {"", "yes", "no"} else "most"
        if name == "most":
            self.most.setValue(int(repeats))
        for choice in self.choices.buttons():
            choice.setChecked(choice.property("value") == name)

    @property
    def repeats(self) -> str:
        """The answer as in `kgdesk.model.study.settings.Settings`; empty until one is chosen."""
        chosen = self.choices.checkedButton()
        if chosen is None:
            return ""
        name = str(chosen.property("value"))
        return str(self.most.value()) if name == "most" else name

    def focus_input(self) -> None:
        """Focus the first answer."""
        self.choices.buttons()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _chosen(self, _: object = None) -> None:
        self.most.setEnabled(self.repeats not in {"", "yes", "no"})
        self.missing.setVisible(not self.repeats)
        self.answered.emit()
