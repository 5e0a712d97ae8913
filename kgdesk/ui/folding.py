"""Lines that become columns where long words or large text leave no room beside each other."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout


def fold(line: QBoxLayout, room: int) -> None:
    """Put the parts of a line below each other where they are wider together than the room, in pixels."""
    items = [line.itemAt(place) for place in range(line.count())]
    widths = [item.sizeHint().width() for item in items if item is not None and not item.isEmpty()]
    wanted = sum(widths) + line.spacing() * (len(widths) - 1)
    ways = QBoxLayout.Direction
    way = ways.LeftToRight if wanted <= room else ways.TopToBottom
    if line.direction() != way:
        line.setDirection(way)
