"""Find labels and buttons that are too small for their text."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from kgdesk.ui.entry.attributes import CodeLabel

LONG = "Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch "

#: Pixels that a field needs beside its text.
_CURSOR = 4


def clipped(window: QWidget) -> list[str]:
    """Return the names of the labels and buttons that are smaller than their text."""
    found = []
    QApplication.sendPostedEvents()
    window.grab()
    for part in window.findChildren(QWidget):
        if not part.isVisible() or not isinstance(part, QLabel | QAbstractButton | QLineEdit):
            continue
        if isinstance(part, QLabel) and not part.text():
            continue
        if isinstance(part, CodeLabel):
            short = part.heightForWidth(part.width()) > part.height()
        elif isinstance(part, QLabel) and part.wordWrap():
            short = part.heightForWidth(part.width()) > part.height() + 1
        elif isinstance(part, QLineEdit):
            short = _needed(part) > part.width()
        else:
            # A label beside a field asks for the field's height; its text needs the minimum.
            high = (part.minimumSizeHint() if isinstance(part, QLabel) else part.sizeHint()).height()
            if isinstance(part, QAbstractButton) and "\n" not in part.text():
                high = min(high, max(32, part.fontMetrics().height() + 4))  # one line in a minimum target
            short = part.sizeHint().width() > part.width() or high > part.height() + 1
        if short:
            text = part.text() if isinstance(part, QLabel | QAbstractButton) else ""
            found.append(f"{part.objectName() or type(part).__name__}: {text!r} {part.size().toTuple()}")
    return found


def _needed(field: QLineEdit) -> int:
    """Return the least width of a field in pixels: the style's, but in a spin box that of its longest value."""
    around = field.parent()
    if not isinstance(around, QAbstractSpinBox):
        return field.minimumSizeHint().width()
    values = [field.displayText()]
    if isinstance(around, QSpinBox):
        values += [f"{around.prefix()}{end}{around.suffix()}" for end in (around.minimum(), around.maximum())]
    return max(map(field.fontMetrics().horizontalAdvance, values)) + _CURSOR
