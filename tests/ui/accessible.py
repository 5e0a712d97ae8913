"""Accessibility rules over the widgets of a window (names, mnemonics, sizes, contrast), each with its violations."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from kgdesk.ui.widgets.stylesheet import contrast
from kgdesk.ui.widgets.theme import Ring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QImage

LEAST_TARGET, LEAST_OUTCOME = 32, 60
_CLICKED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)
#: Inner parts of Qt's own widgets, named through their parents.
_INNER = ("qt_", "ScrollLeft", "ScrollRight")


def parts(root: QWidget) -> Iterator[QWidget]:
    """Yield every visible widget that is no inner part of another one."""
    for part in root.findChildren(QWidget):
        if part.isVisible() and not part.objectName().startswith(_INNER):
            yield part


def takes_keys(part: QWidget) -> bool:
    return bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus) and part.isEnabled() and not part.focusProxy()


def name_of(part: QWidget) -> str:
    """Return the accessible name of a widget."""
    if part.accessibleName():
        return part.accessibleName()
    labels = [label for label in part.window().findChildren(QLabel) if label.buddy() is part]
    if labels:
        return labels[0].text().replace("&", "")
    if isinstance(part, QComboBox):
        return ""  # the current entry is no name
    interface = QAccessible.queryAccessibleInterface(part)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def called(part: QWidget) -> str:
    return f"{type(part).__name__} {part.objectName() or name_of(part)}"


def nameless(root: QWidget) -> list[str]:
    """Return the focusable widgets without a name."""
    return [called(part) for part in parts(root) if takes_keys(part) and not name_of(part)]


def of_one_name(root: QWidget) -> list[str]:
    """Return the names shared by two sibling widgets."""
    found = Counter(
        (id(part.parentWidget()), type(part).__name__, name_of(part))
        for part in parts(root)
        if takes_keys(part)
    )
    return [f"{kind} {name}" for (_, kind, name), count in found.items() if name and count > 1]


def without_buddy(root: QWidget) -> list[str]:
    """Return the labels whose mnemonic has no buddy."""
    labels = [part for part in parts(root) if isinstance(part, QLabel)]
    return [
        label.text()
        for label in labels
        if label.textFormat() != Qt.TextFormat.PlainText
        and "&" in label.text().replace("&&", "")
        and label.buddy() is None
    ]


def too_small(root: QWidget) -> list[str]:
    """Return the clickable widgets smaller than the minimum target size."""
    found = []
    for part in parts(root):
        if isinstance(part, _CLICKED) and not isinstance(part.parentWidget(), QAbstractSpinBox | QComboBox):
            inside = isinstance(part.parentWidget(), QLineEdit | QAbstractItemView)
            least = LEAST_OUTCOME if part.objectName() in {"entry.success", "entry.failure"} else LEAST_TARGET
            if not inside and min(part.width(), part.height()) < least:
                found.append(f"{called(part)} {part.width()}x{part.height()}")
    return found


def faint(root: QWidget) -> list[str]:
    """Return the texts with too little contrast as painted: the strongest pixel against the commonest colour."""
    found = []
    window = root.grab().toImage()
    for part in parts(root):
        words = part.text() if isinstance(part, QLabel | QAbstractButton | QLineEdit) else ""
        if isinstance(part, QComboBox):
            words = part.currentText()
        shown = part.visibleRegion().boundingRect()
        # Disabled widgets are muted on purpose, and a clipped line has no complete letter.
        if (
            not any(map(str.isalnum, words))
            or not part.isEnabled()
            or shown.height() < part.fontMetrics().height()
        ):
            continue
        shown.moveTopLeft(part.mapTo(root, shown.topLeft()))
        reached = strongest(window.copy(shown))
        if reached < 4.4:  # antialiased pixels of thin letters never have the full colour
            found.append(f"{called(part)} “{words[:30]}” {reached:.2f}")
    return found


def strongest(picture: QImage) -> float:
    """Return the greatest contrast between a pixel of an image and its commonest colour."""
    plain = picture.convertToFormat(picture.Format.Format_RGB32)
    dots = Counter(memoryview(plain.constBits()).cast("I").tolist())
    ground = QColor(dots.most_common(1)[0][0] & 0xFFFFFF).name()
    return max(contrast(QColor(dot & 0xFFFFFF).name(), ground) for dot in dots)


def ring_of(part: QWidget) -> float:
    """Return the contrast of a widget's focus ring, two pixels wide and not clipped; 0 if there is none."""
    part.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    window = part.window()
    rings = [ring for ring in window.findChildren(Ring) if ring.isVisible()]
    if len(rings) != 1 or not (rings[0].widget() is part or rings[0].widget().isAncestorOf(part)):
        return 0.0
    (ring,) = rings
    around = ring.parentWidget()
    if around is not window and not around.rect().contains(ring.geometry()):
        return 0.0
    picture = window.grab().toImage()
    corner = ring.mapTo(window, ring.rect().topLeft())
    middle = corner.y() + ring.height() // 2
    line = [QColor(picture.pixel(corner.x() + x, middle)).name() for x in (0, 1)]
    ground = QColor(picture.pixel(max(corner.x() - 1, 0), middle)).name()
    return contrast(line[0], ground) if line[0] == line[1] else 0.0


RULES = {
    "without a name": nameless,
    "of one name": of_one_name,
    "without a buddy": without_buddy,
    "too small": too_small,
    "too faint": faint,
}


def faults(root: QWidget, *, pale: bool = True) -> dict[str, list[str]]:
    """Return every violation by rule; `pale` False skips the slow check of contrast."""
    said = {name: rule(root) for name, rule in RULES.items() if pale or rule is not faint}
    return {name: found for name, found in said.items() if found}
