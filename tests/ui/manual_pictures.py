"""Draw the pictures of the manual: ``PYTHONPATH=. python tests/ui/manual_pictures.py`` (``--language de``: German).

Parts of the program's own windows on small made-up studies, in the colours of both looks, for each language of the
manual: what the checks say of a plate that departs, and an earlier study in the wizard and on the page of the model.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from gallery import ENGLISH, GERMAN, LOOKS, SAMPLES, screen, until
from PySide6.QtCore import QCoreApplication, QLocale, QRect, QSettings, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QScrollArea, QWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.settings import Settings
from kgdesk.ui.home.main import application
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.translate import load_translators
from kgdesk.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.actions import Session

HELP = Path(__file__).parents[2] / "resources" / "help"
SAMPLE = SAMPLES / "growth-conditions.csv"
#: Width in pixels of each picture and space around its parts; runs on a plate.
WIDTH, MARGIN, ON_A_PLATE = 560, 10, 16
PLATES = {"P1": 0.0, "P2": 0.3, "P3": -4.0, "P4": 0.2, "P5": -0.2, "P6": 0.4}


def record(session: Session, names: Sequence[str], draw: random.Random, plate: str = "") -> None:
    """Record an outcome of each candidate, likelier a success for the first ones, on a plate if one is named."""
    first = session.study.pool.ids[: len(session.study.pool.ids) // 2]
    for name in names:
        log_odds = (1.5 if name in first else -0.5) + PLATES.get(plate, 0.0)
        won = draw.random() < 1.0 / (1.0 + 2.718281828**-log_odds)
        levels = {"Plate": plate} if plate else {}
        actions.record(session, name, "success" if won else "failure", blocks=levels)


def plates(folder: Path) -> Session:
    """Return a study of four plates, one of which departs."""
    settings = Settings(title="Growth", terms="linear", budget=60, blocks="Plate")
    session = actions.create_study(
        folder / "plates.kgstudy", read_pool(SAMPLE, id="Code"), settings, Operator("Kim")
    )
    draw = random.Random(4)
    for plate in PLATES:
        record(session, draw.sample(session.study.pool.ids, ON_A_PLATE), draw, plate)
    return session


def earlier(folder: Path) -> Session:
    """Return an earlier study of the same attributes, by its file ``growth-2025.kgstudy``."""
    settings = Settings(title="Growth 2025", terms="linear", budget=30)
    session = actions.create_study(
        folder / "growth-2025.kgstudy", read_pool(SAMPLE, id="Code"), settings, Operator("Kim")
    )
    record(session, random.Random(1).sample(session.study.pool.ids, 24), random.Random(2))
    return session


def later(folder: Path, old: Session) -> Session:
    """Return a study that learns from the earlier one, after some outcomes of its own."""
    settings = replace(old.study.settings, title="Growth 2026")
    session = actions.create_study(
        folder / "growth-2026.kgstudy",
        read_pool(SAMPLE, id="Code"),
        settings,
        Operator("Kim"),
        learn_from=old.study,
    )
    record(session, random.Random(5).sample(session.study.pool.ids, 10), random.Random(6))
    return session


def shown(page: QWidget, ready: Callable[[], bool]) -> QWidget:
    """Show a widget, wait until it is ready, and return it."""
    for part in page.findChildren(QWidget):
        part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a ring around a button says nothing here
    page.show()
    until(ready)
    for _ in range(5):  # texts are wrapped anew when they are first painted
        page.grab()
        QCoreApplication.processEvents()
    return page


def joined(parts: Sequence[QImage], background: QColor) -> QImage:
    """Put pictures below one another."""
    height = sum(part.height() + MARGIN for part in parts) + MARGIN
    whole = QImage(WIDTH, height, QImage.Format.Format_RGB32)
    whole.fill(background)
    painter, top = QPainter(whole), MARGIN
    for part in parts:
        painter.drawImage(MARGIN, top, part)
        top += part.height() + MARGIN
    painter.end()
    return whole


def packed(picture: QImage) -> QImage:
    """Return a picture in its 64 most frequent colours: a third of the bytes, and no difference to be seen."""
    pixels = np.frombuffer(picture.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    table = colours[np.argsort(-counts, kind="stable")[:64]].tolist()
    plain = Qt.ImageConversionFlag.ThresholdDither  # a dithered area cannot be packed
    return picture.convertToFormat(QImage.Format.Format_Indexed8, table, plain)


def blocks(folder: Path, background: QColor) -> QImage:
    """Draw the finding about plates and the effects of all plates."""
    queue = ComputeQueue()
    controller = StudyController(plates(folder), queue)
    page = ChecksPage(controller)
    page.resize(1500, 900)
    controller.advice.ask()
    shown(page, lambda: page.isVisible() and bool(page.blocks.sentence) and controller.refresher.idle)
    until(lambda: page.rows["groups"].finding is not None and page.blocks.drawn)
    inside = WIDTH - 2 * MARGIN
    row, card = page.rows["groups"], page.blocks
    parts = []
    for part, height in ((row, row.heightForWidth(inside)), (card, 300)):
        part.setParent(None)  # a part alone, as wide as the picture
        part.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        part.resize(inside, max(height, part.minimumSizeHint().height()))
        parts.append(shown(part, part.isVisible).grab().toImage())
    for part in (row, card, page):
        part.close()
        part.deleteLater()
    controller.close()
    queue.stop()
    return joined(parts, background)


def knowledge(folder: Path, background: QColor) -> QImage:
    """Draw the field of the wizard with an earlier study, and what it weighs on the page of the model."""
    with earlier(folder) as old:
        place, session = folder / "growth-2025.kgstudy", later(folder, old)
    wizard = NewStudyWizard(Operator("Kim"), folder, str(SAMPLE))
    wizard.resize(wizard.minimumSizeHint().width(), 900)
    shown(wizard, lambda: wizard.page is wizard.table and wizard.table.complete)
    wizard.next.click()
    until(lambda: wizard.page is wizard.plan and wizard.plan.complete)
    more = wizard.plan.more
    more.toggle.click()
    more.known.earlier.setText(place.name)
    more.known.earlier.setText(str(place))
    more.known.effects.editingFinished.emit()
    until(lambda: more.known.learnt.isVisible() and wizard.plan.complete)
    more.known.earlier.setText(place.name)  # the folder of the drawing is nobody's
    area = wizard.findChildren(QScrollArea)[-1]
    area.ensureWidgetVisible(more.known.learnt)
    shown(wizard, wizard.isVisible)
    host = more.known.parentWidget()
    top, bottom = more.known.geometry().top() - 4, more.known.learnt.geometry().bottom() + 4
    field = host.grab(QRect(0, top, host.width(), bottom - top)).toImage()
    wizard.cancel.click()
    wizard.worker.stop()
    queue = ComputeQueue()
    controller = StudyController(session, queue)
    page = ModelPage(controller)
    controller.advice.ask()
    page.resize(WIDTH, 500)
    page.reveal(page.belief)
    shown(page, lambda: page.isVisible() and "growth-2025" in page.belief.text.text())
    text = page.belief.text
    parts = [field.scaledToWidth(WIDTH - 2 * MARGIN, Qt.TransformationMode.SmoothTransformation)]
    parts.append(text.grab().toImage())
    page.close()
    controller.close()
    queue.stop()
    return joined(parts, background)


def draw(language: str) -> None:
    """Draw the pictures of one language in both looks."""
    locale = GERMAN if language == "de" else ENGLISH
    QLocale.setDefault(locale)
    with screen((1920, 1080)):
        app = application()
        load_translators(app, locale)
        theme = app.findChild(Theme) or Theme(app)
        for look in LOOKS:
            theme.apply(look, 1.0)
            for name, drawn in (("blocks", blocks), ("earlier", knowledge)):
                with tempfile.TemporaryDirectory() as work:
                    os.environ["KGDESK_DATA"] = str(Path(work) / "data")  # not the user's own data folder
                    QSettings.setPath(
                        QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(Path(work) / "own")
                    )
                    picture = drawn(Path(work), app.palette().window().color())
                place = HELP / language / "pictures" / f"{name}{'-dark' * (look == 'dark')}.png"
                place.parent.mkdir(exist_ok=True)
                packed(picture).save(str(place), quality=0)  # type: ignore[call-overload]
                print(place, place.stat().st_size)


def main() -> None:
    """Draw all pictures, each language in a process of its own, since Qt keeps its texts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=("en", "de"))
    language = parser.parse_args().language
    if language:
        draw(language)
        return
    for one in ("en", "de"):
        subprocess.run([sys.executable, __file__, "--language", one], check=True)


if __name__ == "__main__":
    main()
