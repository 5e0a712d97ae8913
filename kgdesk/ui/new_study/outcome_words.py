"""Meaning of the cells of the outcome column: three buttons for each word, and a limit for measured values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui.widgets.basic import Label, set_tip, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.folding import FoldingRow

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class OutcomeWords(QWidget):
    """A limit for measured values, and words with the buttons success, failure and none, as many in a line as fit."""

    #: The user chose: word and meaning.
    chosen = Signal(str, str)
    #: The user set which values are successes: ``at-least`` or ``at-most``, and the limit as typed.
    limit_set = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wizard.words")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self._grid.setHorizontalSpacing(18)
        self._boxes: dict[str, QWidget] = {}
        self._groups: dict[str, QButtonGroup] = {}
        self._per_row = 0
        self.direction = QuietCombo(self)
        self.direction.setObjectName("wizard.direction")
        self.direction.setAccessibleName(self.tr("Which values are successes"))
        self.direction.addItem(self.tr("at least"), "at-least")
        self.direction.addItem(self.tr("at most"), "at-most")
        self.asks_limit = False  #: Whether values need a limit that has not been typed, or cannot be read.
        self.threshold = QLineEdit(self)
        self.threshold.setObjectName("wizard.threshold")
        self.threshold.setAccessibleName(self.tr("Limit of a success"))
        self.threshold.setFixedWidth(self.threshold.fontMetrics().averageCharWidth() * 12 + 12)
        self.direction.activated.connect(self._set_limit)
        self.threshold.textEdited.connect(self._set_limit)
        self._limit = FoldingRow(
            Label(self.tr("A run is a success when its value is"), self),
            self.direction,
            self.threshold,
            parent=self,
        )
        layout.addWidget(self._limit)
        layout.addLayout(self._grid)

    def _set_limit(self, _: object = None) -> None:
        self.limit_set.emit(self.direction.currentData(), self.threshold.text())

    def show_limit(self, direction: str, threshold: str, *, on: bool) -> None:
        """Show which values are successes, if the column holds values."""
        self._limit.setVisible(on)
        self.direction.choose(direction)
        if self.threshold.text() != threshold:
            self.threshold.setText(threshold)

    def show_words(self, meanings: dict[str, str]) -> None:
        """Show the words with their meanings."""
        if list(meanings) != list(self._boxes):
            for box in self._boxes.values():
                self._grid.removeWidget(box)
                box.hide()
                box.deleteLater()
            self._boxes = {word: self._box(word) for word in meanings}
            self._per_row = 0
            self._arrange()
        for word, meaning in meanings.items():
            for answer in self._groups[word].buttons():
                answer.setChecked(answer.property("answer") == meaning)

    @property
    def open_answer(self) -> QWidget | None:
        """The limit if it is missing, else the first button of the first word without a meaning."""
        if self.asks_limit:
            return self.threshold
        groups = (self._groups[word] for word in self._boxes)
        return next((g.buttons()[0] for g in groups if g.checkedButton() is None), None)

    def _box(self, word: str) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 3, 3, 3)  # room for the focus ring
        row.setSpacing(0)
        short = word if len(word) <= 18 else f"{word[:17]}…"
        label = Label(self.tr("“{word}”").format(word=short), box)
        row.addWidget(label)
        row.addSpacing(6)
        group = self._groups[word] = QButtonGroup(box)
        meanings = (
            ("success", "●", self.tr("“{word}” means success")),
            ("failure", "✕", self.tr("“{word}” means failure")),
            ("none", "–", self.tr("“{word}” means no outcome")),
        )
        for meaning, sign, text in meanings:
            answer = QToolButton(box)
            answer.setObjectName(f"wizard.words.{word}.{meaning}")
            answer.setText(sign)
            answer.setCheckable(True)
            answer.setProperty("answer", meaning)
            answer.setAccessibleName(text.format(word=visible(word)))
            set_tip(answer, text.format(word=visible(word)))
            answer.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            answer.setMinimumWidth(34)
            answer.clicked.connect(partial(self.chosen.emit, word, meaning))
            group.addButton(answer)
            row.addWidget(answer)
        row.addStretch(1)
        return box

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest word. One line is preferred but not necessary."""
        wide = max((box.sizeHint().width() for box in self._boxes.values()), default=0)
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put side by side what fits."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Rearrange when fonts or texts change: the layout is then told by an event."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        wide = max((box.sizeHint().width() for box in self._boxes.values()), default=1)
        per_row = max(1, (self.width() + 18) // (wide + 18))
        if per_row == self._per_row:
            return
        for column in range(self._per_row + 1):
            self._grid.setColumnStretch(column, 0)
        self._per_row = per_row
        for at, box in enumerate(self._boxes.values()):
            self._grid.addWidget(box, *divmod(at, per_row))
        self._grid.setColumnStretch(per_row, 1)
        self.updateGeometry()
