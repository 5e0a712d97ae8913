"""OutcomeButton: a button with the study's name for an outcome and its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from kgdesk.ui.text.locale_format import SIGNS
from kgdesk.ui.widgets.basic import set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent


#: Pixels of a button beside its text.
_EDGES = 26
#: Size of the key relative to the name.
_KEY = 0.72


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

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame as the style does, then the name and, smaller, the key."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        first, second = self.text().replace("&&", "&").split("\n")
        large, small = QFont(self.font()), QFont(self.font())
        if second == self._words[1]:
            small.setPointSizeF(_KEY * small.pointSizeF())
            small.setWeight(QFont.Weight.Normal)
        high = [QFontMetrics(font).lineSpacing() for font in (large, small)]
        top = (self.height() - sum(high)) // 2
        painter.setPen(QColor(self._colour()))
        for font, text, line in zip((large, small), (first, second), high, strict=True):
            painter.setFont(font)
            painter.drawText(QRect(0, top, self.width(), line), Qt.AlignmentFlag.AlignCenter, text)
            top += line
        painter.end()

    def _colour(self) -> str:
        # Not the palette of the button, whose window is its ground in the style sheet.
        look, armed = palette_of(self.window()), bool(self.property("armed"))
        if not self.isEnabled():
            return look.muted
        if self.property("outcome") == "success":
            return look.on_success if armed else look.success
        return look.on_failure if armed else look.failure

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
