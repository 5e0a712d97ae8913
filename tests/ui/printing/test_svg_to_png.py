"""SVG documents become PNG files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from kgdesk.errors import NotWritten
from kgdesk.ui.printing.offscreen import SCALE, SvgRasterizer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_drawing_has_its_size_and_its_colours(qtbot: QtBot) -> None:
    del qtbot
    half = '<rect x="10" width="10" height="8" fill="#0072B2"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="8" viewBox="0 0 20 8">{half}</svg>'
    image = QImage.fromData(SvgRasterizer()(svg))
    assert (image.width(), image.height()) == (20 * SCALE, 8 * SCALE)
    assert image.pixelColor(5 * SCALE, 4 * SCALE).name() == "#ffffff"
    assert image.pixelColor(15 * SCALE, 4 * SCALE).name() == "#0072b2"


def test_what_is_no_drawing_is_refused(qtbot: QtBot) -> None:
    del qtbot
    with pytest.raises(NotWritten, match="PNG"):
        SvgRasterizer()('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>')
