"""Decoder of small QR codes (versions 1 and 2) by ISO/IEC 18004: image to text; sheets of paper as images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from kgdesk.reports.pdf.paper import A4, PER_INCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtCore import QRect, QSizeF

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, _: i % 2,
    lambda _, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)


def image(draw: Callable[[QPainter], None], size: QSizeF = A4, per_inch: float = 150.0) -> QImage:
    """Return one sheet as an image at a resolution in dots per inch."""
    scale = per_inch / PER_INCH
    picture = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    draw(painter)
    painter.end()
    return picture


def seen(picture: QImage, room: QRect) -> list[list[bool]]:
    """Return the modules of the only code in a part of an image, located by its finder patterns."""
    dark = [
        (x, y)
        for y in range(room.top(), room.bottom())
        for x in range(room.left(), room.right())
        if picture.pixelColor(x, y).lightness() < 128
    ]
    left, right = min(x for x, _ in dark), max(x for x, _ in dark) + 1
    top, bottom = min(y for _, y in dark), max(y for _, y in dark) + 1
    edge = left
    while picture.pixelColor(edge, top + 1).lightness() < 128:
        edge += 1  # along the top of the finder pattern, which is seven modules wide
    count = round((right - left) / ((edge - left) / 7))
    assert count in {21, 25}, count
    wide, high = (right - left) / count, (bottom - top) / count
    return [
        [
            picture.pixelColor(int(left + (x + 0.5) * wide), int(top + (y + 0.5) * high)).lightness() < 128
            for x in range(count)
        ]
        for y in range(count)
    ]


def read(code: Sequence[Sequence[bool]]) -> str:
    """Return the text of a code; errors are not corrected, so that every module matters."""
    bits = list(_bits(code))
    words = iter(bits)

    def take(count: int) -> int:
        return int("".join(str(next(words)) for _ in range(count)), 2)

    mode = take(4)
    if mode == 4:
        return bytes(take(8) for _ in range(take(8))).decode()
    if mode == 1:
        left, text = take(10), ""
        while left:
            now = min(left, 3)
            text += f"{take((4, 7, 10)[now - 1]):0{now}d}"
            left -= now
        return text
    assert mode == 2, mode
    left, text = take(9), ""
    while left > 1:
        pair = take(11)
        text += LETTERS[pair // 45] + LETTERS[pair % 45]
        left -= 2
    return text + (LETTERS[take(6)] if left else "")


def _bits(code: Sequence[Sequence[bool]]) -> Iterator[int]:
    """Yield the unmasked data bits in column pairs from the right, alternately upwards and downwards."""
    size = len(code)
    places = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join(str(int(code[i][j])) for i, j in places), 2) ^ 0b101010000010010
    mask = MASKS[form >> 10 & 7]
    rows, right = range(size - 1, -1, -1), size - 1
    while right > 0:
        right -= right == 6  # skip the column of the timing pattern
        for i in rows:
            for j in (right, right - 1):
                if not _fixed(size, i, j):
                    yield int(code[i][j] != (mask(i, j) == 0))
        rows, right = rows[::-1], right - 2


def _fixed(size: int, i: int, j: int) -> bool:
    corner = (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9)
    align = size > 21 and abs(i - (size - 7)) <= 2 and abs(j - (size - 7)) <= 2
    return corner or align or i == 6 or j == 6
