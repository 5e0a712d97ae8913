"""Render every card in every theme, size and state to PNG files for visual inspection.

python tests/ui/plots/plot_gallery.py FOLDER
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

sys.path.insert(0, str(Path(__file__).parents[3]))

from plot_samples import effects_data, promising_data, runs_data, value_data

from kgdesk.paths import resource_path
from kgdesk.ui.plots.effects import EffectsCard
from kgdesk.ui.plots.over_runs import RunsCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.widgets.stylesheet import STRIPS, set_role
from kgdesk.ui.widgets.theme import app_icon, apply, icon, palette_of

CASES = {
    "plain": (lambda: value_data(300), promising_data, lambda: runs_data(11), lambda: effects_data(4)),
    "long": (
        lambda: value_data(300, long=True),
        lambda: promising_data(long=True),
        lambda: runs_data(25, long=True),
        lambda: effects_data(18, long=True),
    ),
    "many": (lambda: value_data(100_000), promising_data, lambda: runs_data(120), lambda: effects_data(18)),
    "first": (lambda: value_data(3), promising_data, lambda: runs_data(1), lambda: effects_data(1)),
    "empty": (lambda: None, lambda: None, lambda: None, lambda: None),
}
CARDS = (ValueCard, PromisingCard, RunsCard, EffectsCard)


def sheet(cards: list[QWidget], width: int, height: int) -> QImage:
    """Return the cards in a grid of two columns."""
    gap = 8
    image = QImage(2 * width + 3 * gap, 2 * height + 3 * gap, QImage.Format.Format_RGB32)
    image.fill(cards[0].palette().window().color())
    painter = QPainter(image)
    for place, card in enumerate(cards):
        painter.drawPixmap(gap + place % 2 * (width + gap), gap + place // 2 * (height + gap), card.grab())
    painter.end()
    return image


def draw_cards(app: QApplication, case: str, size: tuple[int, int], *, as_table: bool = False) -> QImage:
    cards = []
    for kind, make in zip(CARDS, CASES[case], strict=True):
        card = kind()
        card.resize(*size)
        card.set_data(make())
        card.show_table(as_table)
        card.show()
        cards.append(card)
    for card in cards:
        card.grab()
    app.sendPostedEvents()
    image = sheet(cards, *size)
    for card in cards:
        card.close()
        card.deleteLater()
    app.sendPostedEvents()
    return image


def draw_parts() -> QImage:
    """Render icons, strips and outcome buttons."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    look = palette_of(widget)
    line = QHBoxLayout()
    for path in sorted(resource_path("icons").glob("*.svg")):
        label = QLabel()
        made = app_icon() if path.stem == "app" else icon(path.stem, look)
        label.setPixmap(made.pixmap(24))
        label.setToolTip(path.stem)
        line.addWidget(label)
    column.addLayout(line)
    buttons = QHBoxLayout()
    for outcome, text in (("success", "● Success\nF8"), ("failure", "✕ Failure\nF9")):
        for armed in (False, True):
            button = QPushButton(text)
            set_role(button, outcome=outcome, armed=armed)
            buttons.addWidget(button)
    off = QPushButton("● Success\nF8")
    set_role(off, outcome="success", armed=False)
    off.setEnabled(False)
    buttons.addWidget(off)
    column.addLayout(buttons)
    for kind in STRIPS:
        strip = QFrame()
        set_role(strip, strip=kind)
        inside = QHBoxLayout(strip)
        inside.addWidget(QLabel(f"Strip of kind {kind}"))
        inside.addStretch()
        inside.addWidget(QPushButton("Cancel  Esc"))
        column.addWidget(strip)
    widget.show()
    strip = widget.findChild(QFrame)
    widget.findChildren(QPushButton)[-1].setFocus(Qt.FocusReason.TabFocusReason)
    widget.activateWindow()
    QApplication.sendPostedEvents()
    return widget.grab().toImage()


def main(folder: Path) -> None:
    """Render all images."""
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    for scheme in ("light", "dark"):
        apply(app, scheme)
        draw_parts().save(str(folder / f"parts-{scheme}.png"))
        for case in CASES:
            draw_cards(app, case, (480, 330)).save(str(folder / f"{case}-{scheme}-480.png"))
            draw_cards(app, case, (750, 450)).save(str(folder / f"{case}-{scheme}-750.png"))
        draw_cards(app, "plain", (480, 330), as_table=True).save(str(folder / f"table-{scheme}.png"))
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    apply(app, "light")
    draw_cards(app, "plain", (480, 330)).save(str(folder / "german-light-480.png"))
    apply(app, "light", 2.0)
    draw_cards(app, "long", (750, 450)).save(str(folder / "large-light-750.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
