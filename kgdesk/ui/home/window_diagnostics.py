"""Diagnostics of the window: Qt, fonts and icons (`kgdesk doctor`), and measured response times (bench)."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QEventLoop, QObject, Qt, QTimer, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLineEdit, QTableView

from kgdesk import actions
from kgdesk.actions.qualification import Finding
from kgdesk.errors import KgdeskError
from kgdesk.paths import resource_path
from kgdesk.text import joined, phrase
from kgdesk.ui.home.main import application, snapshot
from kgdesk.ui.home.program import Program
from kgdesk.ui.widgets import splash
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable


#: Characters that results are written with.
_LETTERS = "Ag0.5 % – ± κ σ ²"
#: A darker pixel is part of a letter.
_INK = 200
#: The picture of the window is judged by this many points a side, and by their colours.
_GRID, _FEWEST_SHADES = 64, 20


def window_findings() -> list[Finding]:
    """Check Qt's platform, the window's modules, fonts and icons. Run in a child process: Qt may abort it."""
    if not splash.has_screen():
        return [Finding(phrase("window"), problem=splash.no_screen().sentence)]
    application()
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    facts = {"version": qVersion(), "platform": QGuiApplication.platformName()}
    detail = (
        phrase("Qt {version}, platform {platform}, no screen used", **facts)
        if asked == "offscreen"
        else phrase("Qt {version}, platform {platform}", **facts)
    )
    missing, fonts = _parts(), _fonts()
    # What these two found is the reason why it could not be drawn.
    drawn = [] if missing or fonts.problem else [_demo_window()]
    return [Finding(phrase("window"), detail, missing), fonts, _icons(), *drawn]


def _parts() -> str:
    """Return which of the window's modules cannot be imported (a frozen build may lack one); empty if none."""
    try:
        for name in (
            "kgdesk.ui.home.main",
            "kgdesk.ui.home.home_window",
            "kgdesk.ui.new_study.wizard",
            "kgdesk.ui.dialogs.export",
        ):
            import_module(name)
    except ImportError as cause:
        return phrase("a part of it is missing ({cause}). Install kgdesk again.", cause=cause)
    return ""


def _demo_window() -> Finding:
    """Draw the window of the sample study with all its plots, as for a picture of it."""
    what = phrase("window of the sample study")
    try:
        with tempfile.TemporaryDirectory(prefix="kgdesk-selftest-", ignore_cleanup_errors=True) as folder:
            picture = Path(folder) / "window.png"
            snapshot(picture, actions.open_sample(folder, actions.Operator("selftest")))
            image = QImage(str(picture)).scaled(_GRID, _GRID)
    except KgdeskError as refused:
        return Finding(what, problem=refused.sentence)
    except (ImportError, OSError) as cause:
        problem = phrase("it cannot be drawn ({cause}). Install kgdesk again.", cause=cause)
        return Finding(what, problem=problem)
    shades = len({image.pixel(x, y) for x in range(_GRID) for y in range(_GRID)})
    if shades < _FEWEST_SHADES:
        return Finding(what, problem=phrase("its picture is empty. Install kgdesk again."))
    return Finding(what, phrase("drawn with its plots"))


def _fonts() -> Finding:
    what, font = phrase("fonts"), QFont()
    font.setPointSizeF(12)
    families = QFontDatabase.families()
    if not families:
        none = phrase("there are none, so that no text can be shown. Install a font.")
        debian = phrase(" On Debian it is in fonts-dejavu-core.")
        return Finding(what, problem=joined(none, debian) if sys.platform.startswith("linux") else none)
    drawn = {letter: _picture_of(letter, font) for letter in _LETTERS if letter != " "}
    known = QFontMetricsF(font)
    # Without a font every letter is the same box; a letter that only one font lacks is asked for by its number.
    blank = "".join(
        letter
        for letter, picture in drawn.items()
        if not known.inFontUcs4(ord(letter))
        or min(picture) >= _INK
        or list(drawn.values()).count(picture) > 1
    )
    if blank:
        return Finding(
            what,
            problem=phrase("the letters {letters} are not drawn. Install another font.", letters=blank),
        )
    width = f"{QFontMetricsF(font).horizontalAdvance(_LETTERS):.0f}"
    count, family = len(families), font.defaultFamily()
    return Finding(
        what,
        phrase("{count} families, {family} {width} wide", count=count, family=family, width=width),
    )


def _picture_of(letter: str, font: QFont) -> bytes:
    image = QImage(32, 32, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, letter)
    painter.end()
    return bytes(image.constBits())


def _icons() -> Finding:
    what = phrase("icons and pictures")
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(resource_path("icons", "app.svg").read_bytes())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    saved = image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt text
    if not saved or image.pixelColor(16, 3).alpha() == 0:
        return Finding(what, problem=phrase("they cannot be drawn. Install kgdesk again."))
    return Finding(what, phrase("drawn and saved as PNG"))


#: Pauses in seconds: before confirming an outcome, between two views, between two keys, before the next run.
_TO_CONFIRM, _TO_LOOK, _TO_TYPE, _REST = 0.2, 0.05, 0.1, 2.0


@dataclass(frozen=True)
class Waits:
    """Measured response times of the window, in seconds.

    Parameters
    ----------
    entries
        From a confirmed outcome to the painted card with the next suggestion, one per entry.
    beats
        Intervals between two ticks of the event loop, ascending.
    """

    entries: tuple[float, ...]
    beats: tuple[float, ...]


def wait(until: Callable[[], bool], seconds: float = 600.0) -> float:
    """Run an event loop until a condition holds; return `time.perf_counter()` at that moment.

    QTest's waits hold the GIL while they sleep, which would slow the compute queue; a QEventLoop does not. Exits the
    process after `seconds`.
    """
    loop, looks, end = (
        QEventLoop(),
        QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer),
        QTimer(singleShot=True),
    )
    looks.timeout.connect(lambda: loop.quit() if until() else None)
    end.timeout.connect(lambda: sys.exit("It did not come to an end."))
    looks.start()
    end.start(round(1000 * seconds))
    if not until():
        loop.exec()
    return time.perf_counter()


def pause(seconds: float) -> None:
    """Run the event loop for a number of seconds."""
    end = time.perf_counter() + seconds
    wait(lambda: time.perf_counter() >= end)


class EventLoopPulse(QTimer):
    """Timer of 2 ms that records when the event loop is free to run it."""

    def __init__(self) -> None:
        super().__init__(interval=2, timerType=Qt.TimerType.PreciseTimer)
        #: `time.perf_counter()` of each tick.
        self.beats: list[float] = []
        self.timeout.connect(lambda: self.beats.append(time.perf_counter()))

    def gaps(self) -> list[float]:
        """Return the intervals between ticks in seconds, ascending."""
        return sorted(b - a for a, b in pairwise(self.beats))


class _Painted(QObject):
    """Record when the card of the next experiment is first painted with a suggestion."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._controller, self._card, self.at, self._runs = window.controller, window.panel.card, 0.0, 0
        self._card.installEventFilter(self)

    def begin(self) -> None:
        """Reset before an entry."""
        self.at, self._runs = 0.0, len(self._controller.study.runs)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Record the first paint that follows the entry."""
        advice = self._controller.advice
        is_next = (
            len(self._controller.study.runs) > self._runs
            and advice is not None
            and not self._controller.refresher.is_due(self._card)
        )
        if event.type() == QEvent.Type.Paint and is_next and not self.at:
            self.at = time.perf_counter()
        return False


def timed_session(study: Path, entries: int) -> Waits:
    """Replay a session on a study and return the measured waits. The study is changed.

    Creates a QApplication if there is none; platform and settings come from the environment.

    Parameters
    ----------
    study
        Path of a study with available candidates and no run in progress.
    entries
        Number of outcomes to record, alternately success and failure, two seconds and more after one another.
    """
    program = Program(application(), "bench")
    try:
        program.open(study)
        window = program.window
        if not isinstance(window, MainWindow):
            sys.exit("The study could not be opened.")
        controller = window.controller
        wait(lambda: controller.advice is not None and program.preparation.loaded)
        return _play(window, entries)
    finally:
        program.close()


def _play(window: MainWindow, entries: int) -> Waits:
    spent: list[float] = []
    card, pulse = _Painted(window), EventLoopPulse()
    pulse.start()
    for turn in range(entries):
        (window.panel.success if turn % 2 else window.panel.failure).click()
        pause(_TO_CONFIRM)
        card.begin()
        begun = time.perf_counter()
        window.panel.strip.record.click()
        wait(lambda: card.at > 0.0)
        spent.append(card.at - begun)
        _look_around(window, turn)
        pause(_REST)
    pulse.stop()
    return Waits(tuple(spent), tuple(pulse.gaps()))


def _look_around(window: MainWindow, turn: int) -> None:
    """Open another tab; in Candidates, sort and search."""
    tabs = window.tabs
    tabs.setCurrentIndex(turn % tabs.count())
    pause(_TO_LOOK)
    table = window.findChild(QTableView, "candidates.table")
    search = window.findChild(QLineEdit, "candidates.filter")
    if table is None or search is None or not table.isVisible():
        return
    table.sortByColumn(turn % 3, Qt.SortOrder.DescendingOrder)
    pause(_TO_LOOK)
    for end in range(1, 5):
        search.setText("C-00"[:end])
        pause(_TO_TYPE)
    search.clear()
    pause(_TO_LOOK)
