"""Line icons, drawn once in black outlines and tinted with a colour of the look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from kgdesk.bundled import resource

if TYPE_CHECKING:
    from kgdesk.ui.look.colours import Look

#: Side in device pixels; a screen at 200 % takes the larger ones.
SIZES = (16, 20, 24, 32, 40, 48, 64, 96)


def icon(name: str, look: Look, colour: str = "") -> QIcon:
    """Return an icon tinted for a look, drawn once in each tint; the disabled state is muted.

    Parameters
    ----------
    name
        File name below ``resources/icons`` without ``.svg``.
    look
        Gives the tint.
    colour
        ``#rrggbb`` instead of the look's text colour.

    Raises
    ------
    KgdeskError
        There is no such icon.
    """
    source = resource("icons", f"{name}.svg").read_text("utf-8")
    made = QIcon()
    faint = QColor(look.muted)
    faint.setAlphaF(0.7)
    for size in SIZES:
        for tint, mode in (
            (QColor(colour or look.text), QIcon.Mode.Normal),
            (faint, QIcon.Mode.Disabled),
        ):
            made.addPixmap(_kept(name, source, tint, size), mode)
    return made


def app_icon() -> QIcon:
    """Return the program's own icon, in its own colours, up to 256 pixels."""
    source = resource("icons", "app.svg").read_text("utf-8")
    made = QIcon()
    for size in (*SIZES, 128, 256):
        made.addPixmap(_pixmap(source, QColor(Qt.GlobalColor.black), size))
    return made


def _kept(name: str, source: str, colour: QColor, size: int) -> QPixmap:
    """Return a pixmap that is drawn once, as long as Qt's cache has room for it."""
    key = f"kgdesk {name} {colour.name(QColor.NameFormat.HexArgb)} {size}"
    found = QPixmap()
    if not QPixmapCache.find(key, found):
        found = _pixmap(source, colour, size)
        QPixmapCache.insert(key, found)
    return found


def _pixmap(source: str, colour: QColor, size: int) -> QPixmap:
    tinted = source.replace("currentColor", colour.name())
    renderer = QSvgRenderer(QByteArray(tinted.encode()))
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
