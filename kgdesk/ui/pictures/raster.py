"""SVG documents as PNG files, without a window."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from kgdesk.errors import NotWritten
from kgdesk.ui.look.offscreen import application_for_files

#: Pixels for each unit of the document.
SCALE = 2


class Raster:
    """Turns SVG documents into PNG files; holds Qt's application, for its fonts, where there is none yet."""

    def __init__(self) -> None:
        self._application = application_for_files()

    def __call__(self, svg: str) -> bytes:
        """Return an SVG document as a PNG file.

        Raises
        ------
        NotWritten
            It is no drawing, or too large for the memory.
        """
        renderer = QSvgRenderer(QByteArray(svg.encode()))
        image = QImage(renderer.defaultSize() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        if not renderer.isValid() or image.isNull():
            raise NotWritten("A picture could not be turned into a PNG file; its SVG file is whole.")
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())
