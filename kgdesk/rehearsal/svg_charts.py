"""Small SVG charts for reports: lines with bands and scatter plots, without a drawing library."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

# Palette of Okabe and Ito, safe for red-green colour blindness; dash patterns repeat the distinction.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
DASHES = ("", "7 3", "2 2", "7 3 2 3", "12 3", "4 4", "1 3", "10 2 2 2")
_INK, _FAINT = "#333333", "#DDDDDD"
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 12.0, 26.0, 36.0


@dataclass(frozen=True, eq=False)
class ChartLine:
    """A line with an optional band.

    Parameters
    ----------
    name
        Name in the legend.
    x, y
        Coordinates, shape (n,) each.
    half
        Half height of the band, shape (n,); empty for none.
    style
        Index of colour and dash pattern.
    """

    name: str
    x: Array
    y: Array
    half: Array = field(default_factory=lambda: np.empty(0))
    style: int = 0


@dataclass(frozen=True, eq=False)
class Dots:
    """Points of a scatter plot.

    Parameters
    ----------
    x, y
        Coordinates, shape (n,) each.
    radius
        Radius in pixels, shape (n,).
    colour
        One `#rrggbb` or ``none`` per point.
    shape
        ``circle``, ``square`` or ``star``.
    edge
        Width of the outline.
    ink
        Colour of the outline.
    """

    x: Array
    y: Array
    radius: Array
    colour: Sequence[str]
    shape: str = "circle"
    edge: float = 0.5
    ink: str = _INK


@dataclass(frozen=True, eq=False)
class Panel:
    """One pair of axes with its content; `span` sets the range of the vertical axis, by default that of the data."""

    title: str
    across: str
    up: str
    curves: Sequence[ChartLine] = ()
    dots: Sequence[Dots] = ()
    from_zero: bool = True
    span: tuple[float, float] | None = None


def _label(value: float) -> str:
    return f"{value:.6g}"


def shade(share: float) -> str:
    """Return a colour between pale and dark blue for a share in 0..1, monotone in darkness."""
    share = min(max(share, 0.0), 1.0)
    pale, dark = (222, 235, 247), (8, 48, 107)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(pale, dark, strict=True))


def svg_chart(
    panels: Sequence[Panel],
    *,
    columns: int = 3,
    width: float = 330.0,
    height: float = 250.0,
    label: Callable[[float], str] = _label,
) -> str:
    """Draw panels side by side as one SVG document with a common legend below; `label` formats numbers."""
    columns = min(columns, len(panels))
    rows = -(-len(panels) // columns)
    names = {curve.name: curve.style for panel in panels for curve in panel.curves}
    across = max(int(columns * width // 190), 1)
    legend = 20.0 * -(-len(names) // across) + (10.0 if names else 0.0)
    total = (columns * width, rows * height + legend)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_n(total[0])} {_n(total[1])}",
            "width": _n(total[0]),
            "height": _n(total[1]),
            "font-family": "sans-serif",
            "font-size": "11",
            "role": "img",
        },
    )
    ET.SubElement(root, "title").text = "; ".join(panel.title for panel in panels)
    ET.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "#FFFFFF"})
    for index, panel in enumerate(panels):
        corner = ((index % columns) * width, (index // columns) * height)
        _Axes(root, panel, corner, (width, height), label).draw()
    for index, (name, style) in enumerate(names.items()):
        x, y = 20.0 + 190.0 * (index % across), rows * height + 12.0 + 20.0 * (index // across)
        _line(root, [(x, y), (x + 30.0, y)], style)
        _text(root, name, x + 36.0, y + 4.0)
    return ET.tostring(root, encoding="unicode")


class _Axes:
    """Draw one panel, with its mapping from data to pixels."""

    def __init__(
        self,
        root: ET.Element,
        panel: Panel,
        corner: tuple[float, float],
        size: tuple[float, float],
        label: Callable[[float], str],
    ) -> None:
        self._panel, self._label = panel, label
        self._group = ET.SubElement(root, "g", {"transform": f"translate({_n(corner[0])} {_n(corner[1])})"})
        self._right, self._bottom = size[0] - _RIGHT, size[1] - _BOTTOM
        xs = [c.x for c in panel.curves] + [d.x for d in panel.dots]
        ys = [c.y for c in panel.curves] + [d.y for d in panel.dots]
        ys += [c.y + c.half for c in panel.curves if c.half.size]
        x, y = np.concatenate(xs), np.concatenate(ys)
        self._x = _span(float(x.min()), float(x.max()), panel.dots)
        span = _span(0.0 if panel.from_zero else float(y.min()), float(y.max()), panel.dots)
        self._y = panel.span or span

    def draw(self) -> None:
        """Draw axes, bands, lines and points."""
        panel = self._panel
        _text(self._group, panel.title, _LEFT, 17.0, weight="bold")
        for value in ticks(*self._x):
            x = self._across(value)
            self._rule((x, _TOP), (x, self._bottom))
            _text(self._group, self._label(value + 0.0), x, self._bottom + 14.0, anchor="middle")
        for value in ticks(*self._y):
            y = self._up(value)
            self._rule((_LEFT, y), (self._right, y))
            _text(self._group, self._label(value + 0.0), _LEFT - 5.0, y + 4.0, anchor="end")
        _text(self._group, panel.across, 0.5 * (_LEFT + self._right), self._bottom + 29.0, anchor="middle")
        turned = _text(self._group, panel.up, 0.0, 0.0, anchor="middle")
        turned.set("transform", f"translate(11 {_n(0.5 * (_TOP + self._bottom))}) rotate(-90)")
        for curve in panel.curves:
            self._band(curve)
        for curve in panel.curves:
            _line(self._group, self._points(curve.x, curve.y), curve.style)
        for dots in panel.dots:
            self._dots(dots)

    def _across(self, value: float) -> float:
        low, high = self._x
        return _LEFT + (value - low) / (high - low) * (self._right - _LEFT)

    def _up(self, value: float) -> float:
        low, high = self._y
        clipped = min(max(value, low), high)
        return self._bottom - (clipped - low) / (high - low) * (self._bottom - _TOP)

    def _points(self, x: Array, y: Array) -> list[tuple[float, float]]:
        return [(self._across(float(a)), self._up(float(b))) for a, b in zip(x, y, strict=True)]

    def _rule(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        ends = {"x1": _n(start[0]), "y1": _n(start[1]), "x2": _n(end[0]), "y2": _n(end[1])}
        ET.SubElement(self._group, "line", {**ends, "stroke": _FAINT})

    def _band(self, curve: ChartLine) -> None:
        if not curve.half.size:
            return
        there = self._points(curve.x, curve.y + curve.half)
        back = self._points(curve.x, curve.y - curve.half)[::-1]
        look = {"fill": COLOURS[curve.style % len(COLOURS)], "fill-opacity": "0.15"}
        ET.SubElement(self._group, "polygon", {"points": _pairs(there + back), **look})

    def _dots(self, dots: Dots) -> None:
        spots = self._points(dots.x, dots.y)
        for (x, y), r, colour in zip(spots, dots.radius.tolist(), dots.colour, strict=True):
            edge = {"fill": colour, "stroke": dots.ink, "stroke-width": _n(dots.edge)}
            if dots.shape == "circle":
                ET.SubElement(self._group, "circle", {"cx": _n(x), "cy": _n(y), "r": _n(r), **edge})
            elif dots.shape == "square":
                box = {"x": _n(x - r), "y": _n(y - r), "width": _n(2 * r), "height": _n(2 * r)}
                ET.SubElement(self._group, "rect", {**box, **edge})
            else:
                ET.SubElement(self._group, "polygon", {"points": _pairs(_star(x, y, r)), **edge})


def ticks(low: float, high: float) -> list[float]:
    """Return about five round tick values between low and high."""
    rough = (high - low) / 5.0
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(f * unit for f in (1.0, 2.0, 5.0, 10.0) if f * unit >= rough * (1.0 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [step * k for k in range(first, last + 1)]


def _span(low: float, high: float, dots: Sequence[Dots]) -> tuple[float, float]:
    """Return the ends of an axis: never of length 0, with a margin around points."""
    if high <= low:
        high = low + 1.0
    margin = 0.06 * (high - low) if dots else 0.0
    return low - margin, high + margin


def _star(x: float, y: float, r: float) -> list[tuple[float, float]]:
    turns = [math.pi * k / 5.0 for k in range(10)]
    reach = [r if k % 2 == 0 else 0.42 * r for k in range(10)]
    return [(x + s * math.sin(t), y - s * math.cos(t)) for s, t in zip(reach, turns, strict=True)]


def _line(parent: ET.Element, points: list[tuple[float, float]], style: int) -> None:
    look = {
        "points": _pairs(points),
        "fill": "none",
        "stroke": COLOURS[style % len(COLOURS)],
        "stroke-width": "1.8",
    }
    dash = DASHES[style % len(DASHES)]
    ET.SubElement(parent, "polyline", {**look, **({"stroke-dasharray": dash} if dash else {})})


def _text(
    parent: ET.Element, text: str, x: float, y: float, *, anchor: str = "start", weight: str = "normal"
) -> ET.Element:
    look = {"x": _n(x), "y": _n(y), "text-anchor": anchor, "fill": _INK, "font-weight": weight}
    element = ET.SubElement(parent, "text", look)
    element.text = text
    return element


def _pairs(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Format a number of pixels."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
