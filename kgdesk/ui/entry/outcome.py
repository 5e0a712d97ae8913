"""The two large buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from kgdesk.ui.look.sheet import set_role
from kgdesk.ui.wording import SIGNS

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_EDGES = 26


class OutcomeButton(QPushButton):
    """An outcome by the name that the study gives it, above its key.

    A long name goes on beside the key; only one that is too long for this as well is shortened.

    Parameters
    ----------
    outcome
        ``success`` or ``failure``.
    name
        In full.
    key
        As people call it.
    """

    def __init__(self, outcome: str, name: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = f"{SIGNS[outcome]} {name}", key
        self.setObjectName(f"entry.{outcome}")
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        set_role(self, outcome=outcome, armed=False)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a size that does not follow the name."""
        return QSize(120, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the name anew."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the name anew in another font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and hasattr(self, "_words"):
            self._fit()

    def _fit(self) -> None:
        text = "\n".join(self._lines(max(self.width() - _EDGES, 40))).replace("&", "&&")
        if text != self.text():
            self.setText(text)

    def _lines(self, room: int) -> tuple[str, str]:
        name, key = self._words
        wide = self.fontMetrics().horizontalAdvance
        if wide(name) <= room:
            return name, key
        sign, *words = name.split(" ")
        for count in range(len(words) - 1, 0, -1):
            first, second = " ".join((sign, *words[:count])), f"{' '.join(words[count:])}  {key}"
            if max(wide(first), wide(second)) <= room:
                return first, second
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room), key
