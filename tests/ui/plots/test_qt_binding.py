"""Stability of the Qt binding while drawing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
import sys
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget
sys.path.insert(0, sys.argv[1])
from kgdesk.ui.plots.value import ValueCard
from plot_samples import value_data

class Source(QObject):
    told = Signal(object)

app = QApplication([])
widget = QWidget()
for _ in range(200_000):
    assert widget.update() is None
source, count = Source(), [0]
def count_up(value):
    count[0] += value is None
source.told.connect(count_up)
for _ in range(20_000):
    source.told.emit(None)
assert count == [20_000]
card = ValueCard()
card.resize(300, 240)
card.show()
data = value_data(20)
card.set_data(data)
pixmap = QPixmap(card.size())
blank = card.figure.grab().toImage()
blank.fill(blank.pixelColor(1, 1))
for _ in range(2_000):
    card.figure.getAxis("bottom").setLabel("x")
    drawn = card.figure.grab()
assert drawn.toImage() != blank
for _ in range(100):
    card.set_data(data)
    card.render(pixmap)
print("done")
"""


@pytest.mark.nightly
def test_the_binding_survives_many_void_calls_emissions_and_redraws() -> None:
    root = Path(__file__).parents[3]
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(Path(__file__).parent)],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == "done"
