"""The funnels through which text of people reaches the window: tool tips, axis labels, and every other place.

Qt and pyqtgraph render text as HTML where it looks like it; a name such as ``<img src="//host/share">`` would then load
a file. These functions are the only callers of `setToolTip`, `QToolTip.showText` and `setLabel` of a plot.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import Qt  # only this one has mightBeRichText
from PySide6.QtWidgets import QLabel, QToolTip

from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget


def visible(text: str) -> str:
    """Return a text with hidden characters as code points, but for line ends and tabulators."""
    return escaped(text, keep="\n\t")


def tip_text(text: str) -> str:
    """Return a text as a tool tip that Qt displays as it is, even if it looks like HTML."""
    text = visible(text)
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


def set_tip(target: Any, text: str, column: int | None = None) -> None:
    """Set the tool tip of a widget, an action or an item; of an item of a tree in one of its columns."""
    if column is None:
        target.setToolTip(tip_text(text))
    else:
        target.setToolTip(column, tip_text(text))


def show_tip(place: QPoint, text: str, widget: QWidget) -> None:
    """Show a tool tip now at a place of the screen."""
    QToolTip.showText(place, tip_text(text), widget)


def set_axis_label(figure: Any, side: str, text: str) -> None:
    """Set the label of an axis of a plot, which pyqtgraph renders as HTML."""
    figure.setLabel(side, escape(visible(text)))


def set_ticks(axis: Any, levels: Sequence[Sequence[tuple[float, str]]] | None) -> None:
    """Set the ticks of an axis of a plot with their texts; None: numbers as pyqtgraph chooses them."""
    shown = levels and [[(place, escaped(text)) for place, text in level] for level in levels]
    axis.setTicks(shown)


class Label(QLabel):
    """A label that displays its text as it is: no HTML, hidden characters as code points."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text."""
        super().setText(visible(text))
