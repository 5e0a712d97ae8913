"""OutcomeButton: a button with the study's name for an outcome and its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from kgdesk.ui.text.locale_format import SIGNS
from kgdesk.ui.widgets.basic import set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


#: Pixels of a button beside its text.
_EDGES = 26


class OutcomeButton(QPushButton):
    """Outcome button with the study's name for the outcome and its shortcut.

    A long name continues beside the key; it is elided only if that is too narrow as well.

    Parameters
    ----------
    outcome
        ``success`` or ``failure``.
    name
        Full name of the outcome.
    key
        Shortcut as displayed.
    """

    def __init__(self, outcome: str, name: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = visible(name)
        self._words = f"{SIGNS[outcome]} {name}", key
        self.setObjectName(f"entry.{outcome}")
        set_tip(self, name)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        set_role(self, outcome=outcome, armed=False)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return a size that does not depend on the name."""
        return QSize(120, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Refit the name."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Refit the name in another font."""
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
