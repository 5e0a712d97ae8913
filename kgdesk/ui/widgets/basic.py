"""Labels, buttons, cards, message strips, and the funnels of text of people.

Qt and pyqtgraph render text as HTML where it looks like it; a name such as ``<img src="//host/share">`` would then load
a file. `set_tip`, `show_tip`, `set_axis_label`, `set_ticks` and `Label` are the only callers of `setToolTip`,
`QToolTip.showText`, `setLabel` and `setTicks` of a plot, and `QLabel`.
"""

from __future__ import annotations

from functools import partial
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QHelpEvent, Qt  # only this Qt has mightBeRichText
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from kgdesk.plain_text import escaped
from kgdesk.ui.widgets.folding import fold
from kgdesk.ui.widgets.stylesheet import set_role
from kgdesk.ui.widgets.theme import icon, palette_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent, QWheelEvent


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
    figure.setLabel(side, escape(visible(text)))


def elided_axis_label(label: str, short: str, metrics: QFontMetrics, length: int) -> str:
    """Return the label of an axis, set by `set_axis_label`, or the short one; elided to a length in pixels."""
    whole = unescape(label)
    text = short if short and metrics.horizontalAdvance(whole) > length else whole
    return escape(metrics.elidedText(text, Qt.TextElideMode.ElideRight, length))


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

    def add(self, text: str, field: QWidget, row: QLayout | None = None) -> None:
        """Add a field, or a row of fields that begins with it; `text` may have a mnemonic."""
        label = _FieldLabel(text)
        label.setBuddy(field)
        if isinstance(field, QLineEdit):  # a long text is seen from its beginning
            field.setCursorPosition(0)
            field.editingFinished.connect(partial(field.setCursorPosition, 0))
        self.addRow(label, field if row is None else row)


#: Qt property that names the help topic of a widget, as a message's code.
ABOUT = "kgdesk.help"
_UNUSED = 2  #: Pixels of a combo box's field that its text does not use.
#: Margins of a message strip in pixels: left, top, right, bottom; and of one with its buttons below.
_EDGES, _LOW_EDGES = (10, 6, 10, 6), (10, 3, 10, 3)

_SIGNS = {
    "caution": "warning", "refusal": "warning", "recorded": "success", "neutral": "info", "armed": "info",
}  # fmt: skip


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


class Combo(QComboBox):
    """Combo box that elides the current text if it is too wide, where Qt would clip it; the tool tip has all of it."""

    @property
    def displayed(self) -> str:
        """The chosen text as it is painted at the present width."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return self._elided(option)

    def _elided(self, option: QStyleOptionComboBox) -> str:
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        room = field.width() - _UNUSED
        return self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as the style does, with the text elided."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._elided(option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """Show the whole text as the tool tip while it is elided, unless there is another one."""
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.displayed != self.currentText():
            show_tip(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)


class QuietCombo(Combo):
    """Combo box that reacts to the wheel only when focused, so that scrolling past changes nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(32)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel without focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def choose(self, data: object) -> None:
        """Select the item with this data, if there is one."""
        if (at := self.findData(data)) >= 0:
            self.setCurrentIndex(at)


class MessageStrip(QFrame):
    """Coloured strip with an icon, a message and action buttons.

    Parameters
    ----------
    name
        Qt object name; the label is ``name.text``, the buttons are ``name.0``, ``name.1`` ...
    below
        Whether the buttons are below the message, stacked if they do not fit side by side.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, below: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        ways = QBoxLayout.Direction
        row = QBoxLayout(ways.TopToBottom if below else ways.LeftToRight, self)
        row.setContentsMargins(*(_LOW_EDGES if below else _EDGES))
        self._sign = Label(parent=self)
        self._label = plain("", parent=self)
        self._label.setObjectName(f"{name}.text")
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        words = QHBoxLayout()
        words.addWidget(self._sign)
        words.addWidget(self._label, 1)
        row.addLayout(words, 1)
        self._ways = QHBoxLayout()
        row.addLayout(self._ways)
        self._below = below
        self._buttons: list[QPushButton] = []
        self._acts: tuple[Callable[[], object], ...] = ()
        self._kind = "neutral"
        self.hide()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The buttons, in reading order."""
        return tuple(self._buttons)

    @property
    def text(self) -> str:
        """The message; empty if none."""
        return self._label.text()

    def show_message(
        self, kind: str, text: str, actions: Sequence[tuple[str, Callable[[], object]]] = ()
    ) -> None:
        """Show a message; `kind` is one of `stylesheet.STRIPS`. Buttons of equal labels are reused."""
        self._acts = tuple(act for _, act in actions)
        labels = [label for label, _ in actions]
        if labels != [push_button.text() for push_button in self._buttons]:
            self._make_buttons(labels)
        self._kind = kind
        self.setProperty(ABOUT, None)
        set_role(self, strip=kind)
        self._draw_sign()
        self._label.setText(text)
        self.setAccessibleName(text)
        self.fit()
        self.show()

    def clear(self) -> None:
        """Clear the message and hide the strip."""
        if self._label.text():
            self.show_message("neutral", "")
        self.hide()

    def fit(self) -> None:
        """Arrange the buttons below the message for the present width and font."""
        if self._below:
            left, _, right, _ = _EDGES
            fold(self._ways, self._buttons, self.width() - left - right)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the buttons."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._label.text():
            self._draw_sign()

    def _make_buttons(self, labels: Sequence[str]) -> None:
        for old in self._buttons:
            self._ways.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [
            button(label, f"{self.objectName()}.{at}", partial(self._act, at), self)
            for at, label in enumerate(labels)
        ]
        for push_button in self._buttons:
            self._ways.addWidget(push_button)

    def _act(self, at: int) -> None:
        self._acts[at]()

    def _draw_sign(self) -> None:
        look = palette_of(self)
        colours = {"caution": look.caution, "refusal": look.refusal, "recorded": look.success}
        sign = icon(_SIGNS[self._kind], look, colours.get(self._kind, look.accent))
        self._sign.setPixmap(sign.pixmap(QSize(20, 20)))
