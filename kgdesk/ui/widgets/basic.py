"""Labels, buttons and cards, and the only functions that hand text typed by users to Qt.

Qt and pyqtgraph render text as HTML where it looks like it; a name such as ``<img src="//host/share">`` would then load
a file. `set_tip`, `show_tip`, `set_axis_label`, `set_ticks` and `Label` with `BoldLabel` are the only callers of
`setToolTip`, `QToolTip.showText`, `setLabel` and `setTicks` of a plot, and `QLabel`.
"""

from __future__ import annotations

from functools import partial
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize
from PySide6.QtGui import Qt  # only this Qt has mightBeRichText
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from kgdesk.plain_text import escaped
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFontMetrics


def visible(text: str) -> str:
    """Return a text with hidden characters as code points, but for line ends and tabulators."""
    return escaped(text, keep="\n\t")


def tip_text(text: str) -> str:
    """Return a text as a tool tip that Qt displays as it is, even if it looks like HTML."""
    text = visible(text)
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>' if Qt.mightBeRichText(text) else text


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
    figure.getAxis(side).setLabel(escape(visible(text)))


def elided_axis_label(label: str, short: str, metrics: QFontMetrics, length: int) -> str:
    """Return the label of an axis, set by `set_axis_label`, or the short one; elided to a length in pixels."""
    whole = unescape(label)
    text = short if short and metrics.horizontalAdvance(whole) > length else whole
    return escape(metrics.elidedText(text, Qt.TextElideMode.ElideRight, length))


def set_ticks(axis: Any, levels: Sequence[Sequence[tuple[float, str]]] | None, keep: str = "") -> None:
    """Set the ticks of an axis of a plot with their texts; None: numbers as pyqtgraph chooses them.

    `keep` are hidden characters that stay, such as a line feed between two lines.
    """
    shown = levels and [[(place, escaped(text, keep)) for place, text in level] for level in levels]
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


class BoldLabel(QLabel):
    """A wrapping label of which the beginning is bold; it displays both texts as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        set_role(self, role="answer")

    def show_words(self, bold: str, rest: str) -> None:
        """Show other words."""
        self.setText(f"<b>{escape(visible(bold))}</b> {escape(visible(rest))}".strip())


class _FieldLabel(Label):
    """Label beside a field: as high as a field of one line, else level with its first line."""

    def sizeHint(self) -> QSize:
        """Return the size of the text, at least as high as its field where that has one line."""
        hint, field = super().sizeHint(), self.buddy()
        if field is None or field.sizePolicy().expandingDirections() & Qt.Orientation.Vertical:
            return hint
        return hint.expandedTo(QSize(0, max(field.sizeHint().height(), field.minimumHeight())))


class Form(QFormLayout):
    """Rows of a label and a field, whose texts are level; Qt places the label of a high field above its middle."""

    def add(self, text: str, field: QWidget, row: QLayout | QWidget | None = None) -> None:
        """Add a field, or a row of fields with it; `text` may have a mnemonic."""
        label = _FieldLabel(text)
        label.setBuddy(field)
        if isinstance(field, QLineEdit):  # a long text is seen from its beginning
            field.setCursorPosition(0)
            field.editingFinished.connect(partial(field.setCursorPosition, 0))
        self.addRow(label, field if row is None else row)

    def below(self, field: QWidget) -> None:
        """Add a field without a label, below the one before."""
        self.addRow("", field)


#: Qt property that names the help topic of a widget, as a message's code.
ABOUT = "kgdesk.help"


def plain(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """Return a wrapping, selectable label; plain text, so that data is never read as markup."""
    label = Label(text, parent)
    label.setWordWrap(True)
    if role:
        set_role(label, role=role)
    return label


def card(parent: QWidget | None = None) -> tuple[QFrame, QVBoxLayout]:
    """Return a frame styled as a card, and its layout."""
    frame = QFrame(parent)
    set_role(frame, role="card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(16, 14, 16, 14)
    layout.setSpacing(8)
    return frame, layout


def button(text: str, name: str, clicked: Callable[[], object], parent: QWidget | None = None) -> QPushButton:
    """Return a push button with an object name, at least 32 pixels high."""
    push_button = QPushButton(text, parent)
    push_button.setObjectName(name)
    push_button.setMinimumHeight(32)
    push_button.clicked.connect(lambda _=False: clicked())
    return push_button
