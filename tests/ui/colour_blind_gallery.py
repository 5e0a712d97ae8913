"""Pictures of plots as colour-blind people see them.

The colours are simulated after Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color
vision deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (2009), at severity 1.0.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

sys.path.insert(0, str(Path(__file__).parent / "plots"))
sys.path.insert(0, str(Path(__file__).parent / "widgets"))

from colour_vision import BLINDNESS
from plot_kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gallery import Gallery
    from numpy.typing import NDArray

    from kgdesk.ui.plots.card import PlotCard

#: Height of the caption, and size of one of the four panels of a plot, in pixels.
_CAPTION, _PANEL = 30, (560, 400)


def simulated(picture: QImage, matrix: Any) -> QImage:
    """Return a picture as seen with a colour deficiency: its linear RGB times a matrix (3, 3)."""
    plain = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(
        plain.height(), plain.bytesPerLine() // 4, 4
    )
    srgb = rows[:, : plain.width(), :3] / 255.0
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(matrix).T, 0.0, 1.0)
    back = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    data: NDArray[np.uint8] = np.ascontiguousarray(np.round(255.0 * back).astype(np.uint8))
    return QImage(
        data.data, plain.width(), plain.height(), 3 * plain.width(), QImage.Format.Format_RGB888
    ).copy()


def draw_colour_blind(gallery: Gallery, until: Callable[[Callable[[], object]], None]) -> None:
    """Render each kind of plot in four panels: as it is, and as seen with each of three deficiencies."""
    for name, kind in KINDS.items():
        card: PlotCard[Any] = kind.card()
        card.resize(*_PANEL)
        card.set_data(kind.data())
        card.show()
        until(lambda card=card: card.drawn)
        card.grab()
        until(lambda: True)
        plain = card.grab().toImage()
        panels = {"all colours": plain, **{each: simulated(plain, BLINDNESS[each]) for each in BLINDNESS}}
        width, height = _PANEL
        page = QImage(2 * width, 2 * (height + _CAPTION), QImage.Format.Format_RGB32)
        page.fill(QColor("#1B1E22"))
        painter = QPainter(page)
        painter.setPen(QColor("white"))
        for place, (title, panel) in enumerate(panels.items()):
            x, y = place % 2 * width, place // 2 * (height + _CAPTION)
            painter.drawText(
                QRect(x + 10, y, width, _CAPTION), Qt.AlignmentFlag.AlignVCenter, f"{name}: {title}"
            )
            painter.drawImage(x, y + _CAPTION, panel)
        painter.end()
        page.save(str(gallery.folder / f"colour-blind-{name}-{gallery.look}.png"))
        card.close()
        card.deleteLater()
