"""Colour bar beside a plot, and the colours of its levels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kgdesk.ui.text.locale_format import fixed
from kgdesk.ui.widgets.basic import set_tip

if TYPE_CHECKING:
    from kgdesk.ui.widgets.stylesheet import Palette


LEVELS = 64

#: Minimum and maximum number of ticks of the colour bar.
_FEWEST, _MOST = 2, 6


def colour_table(look: Palette) -> np.ndarray:
    """Return the colours of the levels: ``(LEVELS, 3)``, uint8; the part of viridis with contrast 3:1 on a card."""
    table: np.ndarray = pg.colormap.get("viridis").getLookupTable(*look.map_range, nPts=LEVELS)
    colours: np.ndarray = table[:, :3]
    return colours


def levels_of(values: np.ndarray, top: float) -> np.ndarray:
    """Return the level of each value, ``0 .. LEVELS - 1``; negative values give 0, NaN gives -1.

    Parameters
    ----------
    values
        Shape ``(n,)``, float64.
    top
        The value of the highest level; 0 gives level 0 for all.
    """
    share = np.clip(values / top, 0.0, 1.0) if top > 0.0 else np.zeros_like(values)
    level = np.nan_to_num(share * (LEVELS - 1), nan=0.0).astype(np.int64)
    level_index: np.ndarray = np.where(np.isnan(values), -1, level)
    return level_index


def steps(top: float, most: int = 5) -> list[float]:
    """Return at most `most` round values from 0 to `top` for a scale."""
    if top <= 0.0:
        return [0.0]
    rough = top / max(most - 1, 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next((size * m for m in (1, 2, 5, 10) if size * m >= rough * (1 - 1e-9)), size * 10)
    return [step * place for place in range(int(top / step + 1e-9) + 1)]


class ColourBar(QWidget):
    """Vertical colour bar beside a plot."""

    def __init__(self) -> None:
        super().__init__()
        self._top = 0.0
        self._captions = ("", "")
        self._colours: list[QColor] = []
        self._muted = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_scale(self, top: float, captions: tuple[str, str], look: Palette, font: QFont) -> None:
        """Show values from 0 to `top`; the second caption is used if the bar is too short for the first."""
        self._top, self._captions = top, captions
        set_tip(self, captions[0])
        self._colours = [QColor(*(int(part) for part in row)) for row in colour_table(look)]
        self._muted = QColor(look.muted)
        self.setFont(font)
        metrics = QFontMetrics(font)
        # The height changes later: reserve the width of the ticks at any height.
        texts = [text for most in range(_FEWEST, _MOST + 1) for _, text in self._ticks(most)]
        widest = max(map(metrics.horizontalAdvance, texts))
        self.setFixedWidth(12 + 6 + widest + metrics.height() + 4)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bar, ticks and caption."""
        if not self._colours:
            return
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        half = metrics.height() / 2
        bar = QRectF(0, half, 12, max(self.height() - 2 * half - 8, 1))
        gradient = QLinearGradient(bar.bottomLeft(), bar.topLeft())
        for place, colour in enumerate(self._colours):
            gradient.setColorAt(place / (LEVELS - 1), colour)
        painter.fillRect(bar, QBrush(gradient))
        painter.setPen(self._muted)
        for value, text in self._ticks(int(self.height() / (2.2 * metrics.height()))):
            y = bar.bottom() - (value / self._top if self._top > 0 else 0.0) * bar.height()
            painter.drawLine(12, round(y), 15, round(y))
            painter.drawText(
                QRectF(18, y - half, self.width(), 2 * half), Qt.AlignmentFlag.AlignVCenter, text
            )
        painter.translate(self.width(), bar.center().y())
        painter.rotate(-90)
        length = bar.height() + 2 * half
        text = next((c for c in self._captions if metrics.horizontalAdvance(c) <= length), "")
        painter.drawText(QRectF(-length / 2, -2 * half, length, 2 * half), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _ticks(self, most: int) -> list[tuple[float, str]]:
        values = steps(self._top, max(_FEWEST, min(_MOST, most)))
        step = values[1] if len(values) > 1 else 1.0
        places = max(0, math.ceil(-math.log10(step) - 1e-9))
        return [(value, fixed(value, places)) for value in values]
