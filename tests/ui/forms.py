"""Forms of a window: sizes, sizes of text, languages and looks; and what is wrong with a window in one of them."""

from __future__ import annotations

from dataclasses import dataclass

from clipping import clipped
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QComboBox, QHeaderView, QScrollArea, QWidget
from spoken import overlaps


@dataclass(frozen=True)
class Form:
    """How a window is shown: size in pixels, size of text, language and look."""

    size: tuple[int, int]
    scale: float
    language: str
    scheme: str

    def __str__(self) -> str:
        width, height = self.size
        return f"{width}x{height} {self.scale:.0%} {self.language} {self.scheme}"


#: Every size, size of text, language and look is in at least one of them.
FORMS = (
    Form((1366, 768), 1.0, "en", "light"),
    Form((1093, 582), 1.0, "de", "dark"),
    Form((1920, 1040), 1.0, "longer", "contrast"),
    Form((1366, 768), 1.5, "de", "contrast"),
    Form((1920, 1040), 2.0, "en", "dark"),
    Form((1093, 582), 1.0, "longer", "light"),
    Form((1920, 1040), 1.5, "longer", "dark"),
    Form((1366, 768), 2.0, "de", "light"),
)


def wrong_in(at: QWidget) -> list[str]:
    """Return what is cut, covered or scrolled sideways in a window, once its layout rests."""
    found: list[str] = []
    for _ in range(20):  # wrapped texts and axes are laid out anew after they were painted
        QApplication.sendPostedEvents()
        at.grab()
        found = [one for one in clipped(at) if not one.startswith(("ScrollLeft", "ScrollRight"))]
        found += [f"covered: {pair}" for pair in overlaps(at)]
        found += [f"scrolls sideways: {area}" for area in sideways(at)]
        found += [f"heading: {heading}" for heading in cut_headings(at)]
        if not found:
            break
        QApplication.processEvents()
    return found


def sideways(widget: QWidget) -> list[str]:
    """Return the areas that can be scrolled to the right, and those whose content is wider than they are."""
    wider = [
        area.objectName() or type(area).__name__
        for area in widget.findChildren(QScrollArea)
        if area.isVisible() and area.widget() is not None and area.widget().width() > area.viewport().width()
    ]
    return wider + [
        area.objectName() or type(area).__name__
        for area in widget.findChildren(QAbstractScrollArea)
        if area.isVisible() and area.horizontalScrollBar().isVisible() and area.horizontalScrollBar().maximum()
        and not isinstance(area.parentWidget(), QComboBox)
    ]  # fmt: skip


def cut_headings(widget: QWidget) -> list[str]:
    """Return the headings of columns that have no room for their text, or stand past the edge of their table."""
    found = []
    for header in widget.findChildren(QHeaderView):
        if not header.isVisible() or header.orientation() != Qt.Orientation.Horizontal:
            continue
        model, fonts = header.model(), header.fontMetrics()
        for section in range(header.count()):
            text = str(model.headerData(section, Qt.Orientation.Horizontal) or "").rstrip()
            if header.isSectionHidden(section) or not text:
                continue
            needed = fonts.boundingRect(QRect(), Qt.AlignmentFlag.AlignLeft, text).size()
            left, wide = header.sectionViewportPosition(section), header.sectionSize(section)
            if needed.width() > wide or needed.height() > header.height():
                found.append(f"cut: {text!r} in {wide} of {needed.width()} pixels")
            if left + wide > header.viewport().width() + 1:
                found.append(
                    f"past the edge: {text!r} to {left + wide} of {header.viewport().width()} pixels"
                )
    return found
