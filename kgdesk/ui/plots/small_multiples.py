"""Small multiples: a row of slices, each with an upright line that is dragged or moved by the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGraphicsPathItem, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from kgdesk.ui.plots.figure import Axis, Figure, axis_width
from kgdesk.ui.text.locale_format import number, percent, percent_range
from kgdesk.ui.widgets.basic import Label, set_ticks, set_tip, visible
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.slices import Slice
    from kgdesk.ui.widgets.stylesheet import Palette

#: Share of the height below 0 %, for the values along the attribute.
_BELOW, _ABOVE = 0.24, 0.03
#: Pixels that a slice keeps free at its right end, and that a text has around itself.
_RIGHT, _PAD = 4, 12
#: Slices side by side at most, and the least width and height of one in pixels at the usual text size.
ABREAST, _LEAST = 5, (150, 140)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}


class SlicePanel(Figure):
    """Probability against one attribute: the trend with its band, and an upright line at the point that is looked at.

    Dragging anywhere moves the line, and so do the arrow keys; nothing but a signal comes of it.
    """

    #: Where the line is dragged to: a value of a number, the position of a level.
    dragged = Signal(float)
    #: An arrow key was pressed: -1 or +1.
    stepped = Signal(int)
    #: The mouse or the key is released; whether the line stays where it is (Shift).
    released = Signal(bool)

    def __init__(self) -> None:
        super().__init__({"left": Axis("left", "percent"), "bottom": Axis("bottom")})
        self._slice: Slice | None = None
        self._label = ""
        self._value = ""
        self._dragging = False
        self._dress: tuple[Palette, str] | None = (
            None  # colours and font of the present pens, brushes and texts
        )
        self._band = QGraphicsPathItem()
        self._bars = pg.PlotCurveItem(connect="pairs")
        self._ticks = pg.PlotCurveItem(connect="pairs")
        self._beyond = pg.PlotCurveItem(connect="finite", antialias=True)
        self._curve = pg.PlotCurveItem(connect="finite", antialias=True)
        self._level = pg.InfiniteLine(0.0, angle=0)
        self.held = pg.InfiniteLine(0.0, angle=90)  #: The upright line.
        self._dots = pg.ScatterPlotItem(size=8, pen=pg.mkPen(None))
        self._gap = pg.PlotCurveItem()
        self.own = pg.ScatterPlotItem(size=9)  #: The own estimate of a candidate that stands off the trend.
        self.handle = pg.ScatterPlotItem(size=12)  #: The point on the trend.
        for item in (
            self._band, self._bars, self._ticks, self._beyond, self._curve, self._level, self._dots,
            self.held, self._gap, self.own, self.handle,
        ):  # fmt: skip
            self.addItem(item, ignoreBounds=True)
        self._texts: list[pg.TextItem] = []
        self.pill = pg.TextItem(anchor=(0.5, 0.5))  #: The value at the line.
        self.pill.setZValue(10)
        self.addItem(self.pill, ignoreBounds=True)
        self.view.setYRange(-_BELOW, 1.0 + _ABOVE, padding=0)
        set_ticks(self.getAxis("left"), [[(share, percent(share)) for share in (0.0, 0.5, 1.0)]])
        bottom = self.getAxis("bottom")
        bottom.setStyle(showValues=False, tickLength=0)
        bottom.setHeight(0)
        bottom.hide()
        self.area.setContentsMargins(0, 2, _RIGHT, 0)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.tip = self._tip

    def set_named(self, on: bool) -> None:
        """Write the percentages at the left, or leave them out beside a slice that has them."""
        axis = self.getAxis("left")
        font = axis.style["tickFont"] or self.font()
        axis.setStyle(showValues=on)
        axis.setWidth(axis_width([percent(1.0)], QFontMetrics(font)) if on else 5)

    def show_slice(
        self,
        part: Slice,
        label: str,
        value: str,
        marks: np.ndarray,
        estimates: tuple[float, float | None],
        look: Palette,
        font: QFont,
    ) -> None:
        """Draw a slice.

        Parameters
        ----------
        part
            The slice.
        label, value
            Name of the attribute with its unit, and its value at the point.
        marks
            (k,) values of the candidates that are marked; empty where there are too many.
        estimates
            The trend at the point, and the own estimate of the candidate there if it differs.
        """
        self._slice, self._label, self._value = part, label, value
        self._put_on(look, font)
        x, curve = self.across(part.places), part.curve
        if part.levels:
            self._band.hide()
            ends = np.stack((curve.low, curve.high), axis=1).ravel()
            self._bars.setData(np.repeat(x, 2), ends)
            for line in (self._curve, self._beyond):
                line.setData([], [])
            self._dots.setData(x=x, y=curve.probability)
            ends_x = (-0.6, len(part.levels) - 0.4)
        else:
            around = np.concatenate((x, x[::-1])), np.concatenate((curve.low, curve.high[::-1]))
            self._band.setPath(pg.arrayToQPath(*around))
            self._band.show()
            if len(self._dots.data):
                self._bars.setData([], [])
                self._dots.clear()
            self._curve.setData(x, np.where(part.inside, curve.probability, np.nan))
            # The dashes start at the last solid point, to leave no gap at the edge of the range.
            near = np.convolve(part.inside, (1, 1, 1), "same") == 3
            self._beyond.setData(x, np.where(near, np.nan, curve.probability))
            ends_x = (float(x[0]), float(x[-1]))
        places = self.across(marks)
        self._ticks.setData(np.repeat(places, 2), np.tile([0.0, -0.03], places.size))
        self.view.setXRange(*ends_x, padding=0.02)
        self._place_point(part, estimates)
        self._write(part)
        self.fit()

    def _put_on(self, look: Palette, font: QFont) -> None:
        """Take other colours or another font: once, not for each frame of a line that is dragged."""
        if self._dress == (look, font.key()):
            return
        self._dress = look, font.key()
        self.apply_look(look, font)
        self.getAxis("bottom").setGrid(False)
        self.getAxis("left").setPen(None)
        faint = QColor(look.accent)
        faint.setAlpha(34)
        self._band.setPen(pg.mkPen(None))
        self._band.setBrush(pg.mkBrush(faint))
        for line, pen in (
            (self._bars, pg.mkPen(faint, width=8)),
            (self._curve, pg.mkPen(look.accent, width=2)),
            (self._beyond, pg.mkPen(look.accent, width=2, style=Qt.PenStyle.DashLine)),
            (self._ticks, pg.mkPen(look.border)),
            (self.held, pg.mkPen(look.text, width=1.6)),
            (self._level, pg.mkPen(look.text, width=1, style=Qt.PenStyle.DotLine)),
            (self._gap, pg.mkPen(look.text, width=3)),
            (self.handle, pg.mkPen(look.text, width=2)),
            (self.own, pg.mkPen(look.card, width=1.5)),
        ):
            line.setPen(pen)
        for dots, colour in ((self._dots, look.accent), (self.handle, look.card), (self.own, look.text)):
            dots.setBrush(pg.mkBrush(colour))
        bold = QFont(font)
        bold.setBold(True)
        self.pill.setFont(bold)
        self.pill.fill = pg.mkBrush(look.text)
        self.pill.setColor(QColor(look.card))
        self._font, self._muted = QFont(font), QColor(look.muted)
        for item in self._texts:
            item.setFont(self._font)
            item.setColor(self._muted)

    def _place_point(self, part: Slice, estimates: tuple[float, float | None]) -> None:
        at = float(self.across(np.array([part.held]))[0])
        trend, own = estimates
        self.held.setValue(at)
        self._level.setValue(trend)
        self.handle.setData(x=[at], y=[trend])
        if own is not None:
            self.own.setData(x=[at], y=[own])
            self._gap.setData([at, at], [trend, own])
        elif len(self.own.data):
            self.own.clear()
            self._gap.setData([], [])

    def _write(self, part: Slice) -> None:
        """Write the ends of a number, or the levels of a category."""
        texts: list[tuple[float, str]]
        if part.levels:
            texts = [(float(k), name) for k, name in enumerate(part.levels)]
        else:
            ends = part.places[part.inside][[0, -1]]
            at = self.across(ends)
            texts = [(float(x), number(float(value), 3)) for x, value in zip(at, ends, strict=True)]
        while len(self._texts) < len(texts):
            item = pg.TextItem(anchor=(0.5, 0.5))
            item.setFont(self._font)
            item.setColor(self._muted)
            self.addItem(item, ignoreBounds=True)
            self._texts.append(item)
        for item in self._texts[len(texts) :]:
            item.hide()
        self._written = texts

    def across(self, values: np.ndarray) -> np.ndarray:
        """Return axis positions of attribute values: log10 for log attributes."""
        logs = self._slice is not None and self._slice.attribute.log and not self._slice.levels
        positions: np.ndarray = np.log10(values) if logs else np.asarray(values, dtype=np.float64)
        return positions

    def value_at(self, x: float) -> float:
        """Return the value of the attribute at an axis position, within the range of the candidates."""
        part = self._slice
        assert part is not None  # noqa: S101 - only a drawn slice is dragged
        if part.levels:
            return float(np.clip(round(x), 0, len(part.levels) - 1))
        inside = part.places[part.inside]
        return float(np.clip(10.0**x if part.attribute.log else x, inside[0], inside[-1]))

    def fit(self) -> None:
        """Fit the texts below 0 % to the size; those that the value at the line would cover are left out."""
        part = self._slice
        if part is None or self.view.width() <= 1:
            return
        metrics = QFontMetrics(self.pill.textItem.font())
        per_unit = self.pixels_per_unit()[0]
        (left, right), _ = self.view.viewRange()
        room = int((right - left) * per_unit)
        y = -_BELOW / 2 - 0.01
        space = room - metrics.horizontalAdvance("‹  ›") - _PAD
        value = metrics.elidedText(self._value, Qt.TextElideMode.ElideMiddle, max(space, 12))
        self.pill.setPlainText(f"‹ {value} ›")
        taken = [self._set_down(self.pill, float(self.held.value()), y, per_unit)]
        each = max(20, int(room / max(len(self._written), 1)))
        for item, (x, text) in zip(self._texts, self._written, strict=False):
            shown = QFontMetrics(item.textItem.font()).elidedText(text, Qt.TextElideMode.ElideRight, each)
            item.setPlainText(shown)
            box = self._set_down(item, x, y, per_unit)
            free = not any(box.intersects(other) for other in taken)
            item.setVisible(free)
            if free:
                taken.append(box)

    def _set_down(self, item: pg.TextItem, x: float, y: float, per_unit: float) -> QRectF:
        """Place a text around x, moved so that it stays in the view; return its place in pixels."""
        (left, right), _ = self.view.viewRange()
        half = item.textItem.boundingRect().width() / 2 / per_unit
        middle = min(max(x, left + half), right - half)
        item.setPos(middle, y)
        return QRectF((middle - half) * per_unit, 0.0, 2 * half * per_unit, 1.0)

    def resizeEvent(self, event: Any) -> None:
        """Fit the texts to the new size."""
        super().resizeEvent(event)
        if hasattr(self, "_written"):
            self.fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the line."""
        if event.button() != Qt.MouseButton.LeftButton or self._slice is None or self.outdated:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._dragging = True
        self._drag(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line."""
        if self._dragging:
            self._drag(event)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave the line."""
        if not self._dragging:
            super().mouseReleaseEvent(event)
            return
        self._dragging = False
        event.accept()
        self.released.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the line by one step."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            super().keyPressEvent(event)
            return
        event.accept()
        self.stepped.emit(step)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave the line where a held key has brought it."""
        if Qt.Key(event.key()) not in _STEPS:
            super().keyReleaseEvent(event)
        elif not event.isAutoRepeat():
            event.accept()
            self.released.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def _drag(self, event: QMouseEvent) -> None:
        event.accept()
        at = self.view.mapSceneToView(self.mapToScene(event.position().toPoint()))
        self.dragged.emit(self.value_at(at.x()))

    def _tip(self, point: QPointF) -> str:
        part = self._slice
        if part is None:
            return ""
        place = int(np.argmin(np.abs(self.across(part.places) - point.x())))
        value = part.levels[place] if part.levels else number(float(part.places[place]), 3)
        curve = part.curve
        ends = percent_range(curve.low[place], curve.high[place], curve.level)
        words = f"{percent(curve.probability[place])} ({ends})"
        return f"{self._label}: {value}\n{words}"


class NamedPanel(QWidget):
    """A slice with the name of its attribute above it."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Label()  #: Name of the attribute.
        set_role(self.title, role="title")
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.panel = SlicePanel()  #: The slice.
        self._name, self._moved = "", False
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 0, 3, 3)  # space for the focus ring
        column.setSpacing(3)
        column.addWidget(self.title)
        column.addWidget(self.panel, 1)

    def set_name(self, name: str, *, moved: bool) -> None:
        """Show the name of the attribute; `moved` marks it as one that has just been changed."""
        if (name, moved) == (self._name, self._moved):
            return
        self._name, self._moved = name, moved
        set_role(self.title, role="moved" if moved else "title")
        self.panel.setAccessibleName(visible(name))
        set_tip(self.title, name)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the name to the width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.title.font())
        self.title.setText(metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, self.width() - 10))


class SliceGrid(QWidget):
    """Slices side by side, at most five in a row, in rows of about equal length; the page scrolls, not the grid.

    Parameters
    ----------
    name
        Qt object name of each slice, followed by its number.
    """

    #: The size has changed.
    resized = Signal()
    #: A slice was made; its number.
    made = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._named: list[NamedPanel] = []
        self._count = 1
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(6)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.panel(0)

    def show_many(self, count: int) -> None:
        """Set the number of slices; each is created on first use."""
        if count != self._count:
            self._count = count
            self._arrange()

    def named(self, place: int) -> NamedPanel:
        """Return a slice with its name, created if necessary."""
        while place >= len(self._named):
            made = NamedPanel()
            made.setParent(self)  # without parent it would be a window and take the focus
            made.panel.setObjectName(f"{self._name}.{len(self._named)}")
            if self._named:
                QWidget.setTabOrder(self._named[-1].panel, made.panel)
            self._named.append(made)
            self.made.emit(len(self._named) - 1)
            self._arrange()
        return self._named[place]

    def panel(self, place: int) -> SlicePanel:
        """Return a slice."""
        return self.named(place).panel

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the slices."""
        super().resizeEvent(event)
        self._arrange()
        self.resized.emit()

    def height_for(self, width: int) -> int:
        """Return the height in pixels that all slices need in a width."""
        factor = max(1.0, QFontMetrics(self.font()).height() / 17.0)
        across = max(1, min(ABREAST, self._count, int(width // (_LEAST[0] * factor))))
        title = self._named[0].title.sizeHint().height() + 6
        return -(-self._count // across) * (int(_LEAST[1] * factor) + title + self._grid.verticalSpacing())

    def _arrange(self) -> None:
        factor = max(1.0, QFontMetrics(self.font()).height() / 17.0)
        across = max(1, min(ABREAST, self._count, int(self.width() // (_LEAST[0] * factor))))
        lines = -(-self._count // across)
        across = -(-self._count // lines)  # not a full row above a single slice
        for place, named in enumerate(self._named):
            self._grid.addWidget(named, place // across, place % across)
            named.setVisible(place < self._count)
            named.panel.set_named(place % across == 0)
        for place in range(max(across, self._grid.columnCount())):
            self._grid.setColumnStretch(place, 1 if place < across else 0)
        for place in range(max(lines, self._grid.rowCount())):
            self._grid.setRowStretch(place, 1 if place < lines else 0)
            self._grid.setRowMinimumHeight(place, int(_LEAST[1] * factor) if place < lines else 0)
