"""Pictures of the answers to nine questions, each within two clicks, and of plots as colour-blind people see them.

The colours are simulated after Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color
vision deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (2009), at severity 1.0.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QTabBar, QWidget

sys.path.insert(0, str(Path(__file__).parent / "plots"))
sys.path.insert(0, str(Path(__file__).parent / "widgets"))

from colour_vision import BLINDNESS
from plot_kinds import KINDS

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gallery import Gallery
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QTabWidget

    from kgdesk.actions import Session
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.window.main_window import MainWindow

#: Question -> object name of the tab that answers it, whether by its second page, and object name of the answer.
QUESTIONS: dict[str, tuple[str, bool, str]] = {
    "Which is best?": ("overview", False, "overview.best"),
    "How sure is that?": ("decide", False, "decide.sure"),
    "Why is this next?": ("", False, "entry.why"),
    "When to stop?": ("decide", False, "decide.rule"),
    "Does the model fit?": ("decide", False, "decide.fits"),
    "What would ten more runs bring?": ("decide", False, "decide.sure"),
    "What did each attribute do?": ("explore", False, "explore.effects"),
    "What happened on Tuesday?": ("timeline", True, "history.entriesTable"),
    "Who did it?": ("timeline", True, "history.entriesTable"),
}
#: Height of the caption, and size of one of the four panels of a plot, in pixels.
_CAPTION, _PANEL = 30, (560, 400)
_BEGIN = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)  # a Monday


def asked_about(folder: Path, samples: Path) -> Session:
    """Create a study of three days and two people with averaged terms, a stopping rule and a note."""
    moment = [_BEGIN]

    def clock() -> datetime:
        moment[0] += timedelta(minutes=7)
        return moment[0]

    table = read_pool(samples / "growth-conditions.csv", id="Code")
    settings = Settings(title="Growth conditions", terms="average", budget=40, stop="at-stake 1")
    path = folder / "questions.kgstudy"
    actions.create_study(path, table, settings, Operator("MK", "LAB-PC-1", clock)).close()
    for day, who in enumerate(("MK", "JB", "MK")):
        moment[0] = _BEGIN + timedelta(days=day)
        with actions.open_study(path, Operator(who, "LAB-PC-1", clock)) as session:
            for turn in range(8):
                advice = advise(session.study)
                outcome = "success" if (turn + day) % 3 == 1 else "failure"
                actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
            if day == 1:
                actions.correct(session, 10, "success", reason="Result read again")
                actions.note(session, "New lamp since this morning", run=12)
    return actions.open_study(path, Operator("MK", "LAB-PC-1", clock))


class QuestionPages:
    """Click to the answer of each question, and save the window with the answer framed.

    Parameters
    ----------
    gallery
        Saves the images.
    until
        Runs the event loop until a condition holds.
    """

    def __init__(self, gallery: Gallery, until: Callable[[Callable[[], object]], None]) -> None:
        self._gallery, self._until = gallery, until

    def draw(self, session: Session) -> None:
        """Render the answer to every question."""
        with self._gallery.opened(session) as (self.window, _):
            self._until(lambda: self.window.controller.advice.verdict is not None)
            self._answers(self.window)

    def _answers(self, window: MainWindow) -> None:
        for number, (question, (tab, second, name)) in enumerate(QUESTIONS.items(), 1):
            window.tabs.setCurrentIndex(0)
            clicks = self._click_to(tab, second=second)
            self._gallery.settle(window.tabs.currentWidget())
            steps = [*clicks, *self._scroll_to(name)]
            self._until(lambda name=name: self._answer(name) is not None)
            self._save(f"question-{number}", f"{question}   Clicks: {', '.join(steps) or 'none'}", name)

    def _click_to(self, tab: str, *, second: bool) -> list[str]:
        """Click on the title of a tab, and of its second page; return what was clicked."""
        if not tab:
            return []
        page = self.window.tabs.findChild(QWidget, tab)
        assert page is not None, tab
        clicked = [self._click_tab(self.window.tabs, self.window.tabs.indexOf(page))]
        if second:
            clicked.append(self._click_tab(page.pages, 1))  # type: ignore[attr-defined]
        return clicked

    def _click_tab(self, tabs: QTabWidget, place: int) -> str:
        bar = tabs.findChild(QTabBar)
        assert isinstance(bar, QTabBar)
        if not bar.rect().contains(
            bar.tabRect(place)
        ):  # in a narrow bar its arrows bring the title into view
            tabs.setCurrentIndex(place)
        at = bar.mapTo(self.window, bar.tabRect(place).center())
        handle = self.window.windowHandle()
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        assert tabs.currentIndex() == place
        return tabs.tabText(place).replace("&", "")

    def _scroll_to(self, name: str) -> list[str]:
        """Turn the wheel, in large text, until the answer is in view; return what was done."""
        for part in self.window.findChildren(QWidget, name):
            if part.isVisible() and part.visibleRegion().isEmpty():
                around = part.parentWidget()
                while around is not None and not isinstance(around, QScrollArea):
                    around = around.parentWidget()
                if around is not None:
                    around.ensureWidgetVisible(part)
                    return ["then the wheel"]
        return []

    def _answer(self, name: str) -> QRect | None:
        """Return where the answer is in the window; None before it is there."""
        for part in self.window.findChildren(QWidget, name):  # some pictures are in two tabs
            seen = part.visibleRegion().boundingRect()
            if part.isVisible() and seen.height():
                return QRect(part.mapTo(self.window, seen.topLeft()), seen.size())
        return None

    def _save(self, name: str, caption: str, answer: str) -> None:
        self.window.grab()
        self._until(lambda: True)
        picture = self.window.grab().toImage()
        frame = self._answer(answer)
        assert frame is not None, answer
        page = QImage(picture.width(), picture.height() + _CAPTION, QImage.Format.Format_RGB32)
        page.fill(QColor("#1B1E22"))
        painter = QPainter(page)
        painter.drawImage(0, _CAPTION, picture)
        painter.setPen(QColor("white"))
        painter.drawText(QRect(10, 0, page.width() - 20, _CAPTION), Qt.AlignmentFlag.AlignVCenter, caption)
        painter.setPen(QPen(QColor("#D81B60"), 3))
        painter.drawRect(frame.translated(QPoint(0, _CAPTION)).adjusted(-4, -3, 4, 3))
        painter.end()
        size = f"{self._gallery.size[0]}x{self._gallery.size[1]}"
        page.save(str(self._gallery.folder / f"{name}-{size}-{self._gallery.look}.png"))


def simulated(picture: QImage, matrix: Any) -> QImage:
    """Return a picture as seen with a colour deficiency: its linear RGB times a matrix (3, 3)."""
    plain = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(
        plain.height(), plain.bytesPerLine() // 4, 4
    )
    srgb = rows[:, : plain.width(), :3] / 255.0
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(matrix).T, 0.0, 1.0)
    back = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    data: NDArray[np.uint8] = np.ascontiguousarray(np.round(255.0 * back).astype(np.uint8))
    return QImage(
        data.data, plain.width(), plain.height(), 3 * plain.width(), QImage.Format.Format_RGB888
    ).copy()


def draw_colour_blind(gallery: Gallery, until: Callable[[Callable[[], object]], None]) -> None:
    """Render each kind of plot in four panels: as it is, and as seen with each of three deficiencies."""
    for name, kind in KINDS.items():
        card: PlotCard[Any] = kind.card()
        card.resize(*_PANEL)
        card.set_data(kind.data())
        card.show()
        until(lambda card=card: card.drawn)
        card.grab()
        until(lambda: True)
        plain = card.grab().toImage()
        panels = {"all colours": plain, **{each: simulated(plain, BLINDNESS[each]) for each in BLINDNESS}}
        width, height = _PANEL
        page = QImage(2 * width, 2 * (height + _CAPTION), QImage.Format.Format_RGB32)
        page.fill(QColor("#1B1E22"))
        painter = QPainter(page)
        painter.setPen(QColor("white"))
        for place, (title, panel) in enumerate(panels.items()):
            x, y = place % 2 * width, place // 2 * (height + _CAPTION)
            painter.drawText(
                QRect(x + 10, y, width, _CAPTION), Qt.AlignmentFlag.AlignVCenter, f"{name}: {title}"
            )
            painter.drawImage(x, y + _CAPTION, panel)
        painter.end()
        page.save(str(gallery.folder / f"colour-blind-{name}-{gallery.look}.png"))
        card.close()
        card.deleteLater()
