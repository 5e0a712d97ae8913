"""Each kind of plot as people with a colour deficiency see it: marks stand out, and what differs still differs.

Colours that are far apart keep a distance of 12 in CIELAB, five times a just noticeable difference (2.3).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from seldom import seldom

from kgdesk.ui.widgets.theme import apply
from tests.ui.plots.plot_kinds import KINDS
from tests.ui.widgets.colour_vision import BLINDNESS, lab

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

#: Fewest pixels of a colour that is looked at: no edge of a letter has so many.
PIXELS = 12


def colours_of(picture: QImage) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the colours of a picture in linear RGB (n, 3), the most frequent first, and their numbers of pixels."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(plain.constBits(), dtype=np.uint32).reshape(plain.height(), -1)[:, : plain.width()]
    values, counts = np.unique(data & 0xFFFFFF, return_counts=True)
    order = np.argsort(-counts)
    values, counts = values[order], counts[order]
    srgb = np.stack([(values >> shift & 255) / 255.0 for shift in (16, 8, 0)], axis=1)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return linear[counts >= PIXELS], counts[counts >= PIXELS]


def luminance(rgb: NDArray[Any]) -> NDArray[Any]:
    shares: NDArray[Any] = np.clip(rgb, 0.0, 1.0) @ np.array([0.2126, 0.7152, 0.0722])
    return shares


def contrasts(rgb: NDArray[Any], ground: NDArray[Any]) -> NDArray[Any]:
    one, other = luminance(rgb) + 0.05, luminance(ground) + 0.05
    return np.maximum(one, other) / np.minimum(one, other)


@pytest.mark.parametrize("scheme", ["light", *seldom("dark")])
@pytest.mark.parametrize("name", list(KINDS))
def test_marks_stand_out_and_stay_apart_in_every_simulation(
    qtbot: QtBot, qapp: QApplication, name: str, scheme: str
) -> None:
    apply(qapp, scheme)
    kind = KINDS[name]
    card = kind.card()
    qtbot.addWidget(card)
    card.resize(700, 480)
    card.set_data(kind.data())
    card.show()
    qtbot.waitUntil(lambda: card.drawn)
    rgb, _ = colours_of(card.figure.grab().toImage())
    ground, marks = rgb[0], rgb[1:]
    marks = marks[contrasts(marks, ground) >= 3.0]
    assert len(marks), "nothing is drawn"
    seen = np.array([lab(one) for one in marks])
    hues = [at for at, one in enumerate(seen) if np.hypot(*one[1:]) > 20.0]
    for deficiency, matrix in BLINDNESS.items():
        turned = np.clip(marks @ np.array(matrix).T, 0.0, 1.0)
        floor = np.clip(np.array(matrix) @ ground, 0.0, 1.0)
        assert contrasts(turned, floor).min() >= 2.0, (deficiency, contrasts(turned, floor).min())
        told = np.array([lab(one) for one in turned])
        for one, other in combinations(hues[:40], 2):
            if np.linalg.norm(seen[one] - seen[other]) > 60.0:
                apart = float(np.linalg.norm(told[one] - told[other]))
                assert apart > 12.0, (deficiency, apart, seen[one], seen[other])
