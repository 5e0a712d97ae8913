"""Main window on a small study, for tests of entries, with counters of key presses and clicks."""

from __future__ import annotations

import csv
import itertools
import os
import shutil
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
import shiboken6
from desks import in_light
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFormLayout,
    QGridLayout,
    QLayout,
    QLayoutItem,
    QWidget,
)

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.settings import Settings
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.splash import FirstPaint
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.entry.controller import EntryControl

sys.path.insert(0, str(Path(__file__).parent))
W = TypeVar("W", bound=QWidget)
_HELD = {Qt.Key.Key_Alt, Qt.Key.Key_Control, Qt.Key.Key_Shift}
BEGIN = datetime(2026, 11, 21, 8, 0, 0, tzinfo=UTC)


def lost_layout_items() -> set[int]:
    """Return the addresses of layout items that Qt has deleted and PySide still holds objects of.

    PySide makes objects of the items of a layout that is added to another one. If a widget then leaves its layout
    otherwise than by `removeWidget`, the object remains, and PySide takes what is next at that address for the item.
    """
    objects = shiboken6.getAllValidWrappers()
    held = {address(one) for one in objects if is_item(type(one))}
    layouts = [one for one in objects if is_filled(type(one))]
    items = (layout.itemAt(place) for layout in layouts for place in range(layout.count()))
    return held - {address(item) for item in items if item is not None}


@cache
def is_item(kind: type) -> bool:
    return issubclass(kind, QLayoutItem) and not issubclass(kind, QLayout)


@cache
def is_filled(kind: type) -> bool:
    return issubclass(kind, (QBoxLayout, QGridLayout, QFormLayout))


def address(wrapped: object) -> int:
    """Return the address of the C++ object of a Python object of Qt."""
    return shiboken6.getCppPointer(wrapped)[0]  # type: ignore[no-any-return]


class Clock:
    """Clock that advances one second each time it is read."""

    def __init__(self, begin: datetime = BEGIN) -> None:
        self._ticks = (begin + timedelta(seconds=n) for n in itertools.count())

    def __call__(self) -> datetime:
        return next(self._ticks)


@dataclass
class MadeStudy:
    """Content of a study and of its table, and the folders of the users who have it."""

    study: bytes
    table: bytes
    users: set[str] = field(default_factory=set)


#: Studies that were made, by what was asked for.
_MADE: dict[str, MadeStudy] = {}


def make_study(
    path: Path, rows: int = 12, attributes: int = 4, *, prefix: str = "C-", runs: int = 3, **settings: object
) -> Path:
    """Create a study with the first runs recorded; for another user who asks for the like, a copy of it.

    One user gets no two copies: they would be two branches of one study.
    """
    table = path.with_suffix(".csv")
    asked = repr((rows, attributes, prefix, runs, sorted(settings.items())))
    user = os.environ.get("KGDESK_DATA", "")
    if asked in _MADE and user not in _MADE[asked].users:
        path.write_bytes(_MADE[asked].study)
        table.write_bytes(_MADE[asked].table)
        _MADE[asked].users.add(user)
        return path
    names = ["Code", "Location", *(f"Attribute {k + 1} (°C)" for k in range(attributes))]
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in range(rows):
            values = [f"{(row * (k + 3) * 7) % 11 + k / 10:.1f}" for k in range(attributes)]
            writer.writerow([f"{prefix}{row + 1:04d}", f"Plate 2 - well D{row + 1:02d}", *values])
    pool = read_pool(table, id="Code", extras=["Location"])
    with actions.create_study(
        path, pool, Settings(**{"budget": 40, **settings}), Operator("MK", "bench", Clock())
    ) as made:  # type: ignore[arg-type]
        for run in range(runs):
            outcome = ("failure", "success", "failure")[run % 3]
            actions.record(made, pool.pool.ids[run % rows], outcome)
    _MADE.setdefault(asked, MadeStudy(path.read_bytes(), table.read_bytes())).users.add(user)
    return path


def measured_study(path: Path) -> Path:
    """Create a study of twelve candidates whose outcome follows from a yield, with one run recorded."""
    table = path.with_suffix(".csv")
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Code", "Time (h)", "pH"])
        writer.writerows([f"C-{row + 1:04d}", row % 5, row * 7 % 11] for row in range(12))
    settings = Settings(title="Yields", budget=40, **measured_setting("yield >= 60 %"))
    with actions.create_study(
        path, read_pool(table, id="Code"), settings, Operator("MK", "bench", Clock())
    ) as made:
        actions.record(made, "C-0001", "failure", measured=12.0)
    return path


@pytest.fixture(scope="session")
def small_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the study of which `small_study_path` is a copy."""
    return make_study(tmp_path_factory.mktemp("small") / "small.kgstudy")


@pytest.fixture
def small_study_path(small_study: Path, tmp_path: Path) -> Path:
    """Return a study of twelve candidates and four attributes, three of forty runs recorded."""
    for file in (small_study, small_study.with_suffix(".csv")):
        shutil.copy(file, tmp_path)
    return tmp_path / small_study.name


class Gestures(QObject):
    """Count the user's key presses, without auto-repeat, and mouse presses."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.keys = self.clicks = 0
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched.isWindowType():
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
                # Every key press is first sent as ShortcutOverride; a shortcut is never sent as KeyPress. Ctrl+E
                # counts as one key: modifiers are not counted.
                self.keys += event.spontaneous() and not event.isAutoRepeat() and event.key() not in _HELD
            elif event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}:
                self.clicks += 1
        return False


def leave_the_tabs_empty(window: MainWindow) -> None:
    """Remove the deferred construction of the tabs' pages, which starts once the window is painted."""
    (first,) = window.findChildren(FirstPaint)
    first.deleteLater()
    QApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)


class Bench:
    """Main window on a study, operated by key presses and clicks; reading it waits until everything is written.

    Parameters
    ----------
    tabs
        Whether to build the page in sight, and others when somebody turns to them. Without them the window stays as it
        is for the first second: building takes most of the time, and few tests of entries need the tabs.
    """

    def __init__(
        self, path: Path, qtbot: QtBot, *, operator: str = "MK", ask: bool = True, tabs: bool = True
    ) -> None:
        self.path, self._bot = path, qtbot
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme = in_light(app)
        self.compute_queue = ComputeQueue()
        who = Operator(operator, "bench", Clock(BEGIN + timedelta(hours=1)))
        self._controller = StudyController(
            actions.open_study(path, who, read_only=not operator), self.compute_queue
        )
        self._window = MainWindow(self._controller, theme)
        if tabs:
            assert self._window.overview
        else:
            leave_the_tabs_empty(self._window)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.window.panel.scan.field.setFocus()
        if ask:
            self.controller.advice.ask()
            self.wait_ready()
        self.did = Gestures(app)

    @property
    def controller(self) -> StudyController:
        self._controller.settle()
        return self._controller

    @property
    def window(self) -> MainWindow:
        self._controller.settle()
        return self._window

    @property
    def control(self) -> EntryControl:
        return self.window.panel.control

    def wait_ready(self) -> None:
        """Wait for the advice, the trajectory after it, and their display."""

        def ready() -> bool:
            return (
                self.controller.advice.current is not None
                and not self.compute_queue.pending("trajectory")
                and self.settled()
            )

        self._bot.waitUntil(ready, timeout=120_000)
        QCoreApplication.sendPostedEvents()  # apply pending layout changes

    def settled(self) -> bool:
        """Return whether no page has pending updates, and the visible ones show the present advice."""
        pages = self.window.findChildren(LivePage)
        waits = not self.controller.refresher.idle
        return not waits and all(page.painted() for page in pages if page.isVisible())

    def turn_to(self, page: QWidget) -> None:
        """Switch to a page and wait until it is up to date."""
        self.window.parts.tabs.setCurrentWidget(page)
        self._bot.waitUntil(self.settled, timeout=60_000)

    def part(self, name: str, kind: type[W] = QWidget) -> W:  # type: ignore[assignment]
        """Return the widget with an object name."""
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    def text(self, name: str) -> str:
        return str(self.part(name).text())  # type: ignore[attr-defined]

    @property
    def strip(self) -> str:
        return self.text("entry.stripText")

    def press(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press keys; the focused widget receives them."""
        for key in keys:
            QTest.keyClick(self._window.windowHandle(), key, modifier)

    def type(self, text: str) -> None:
        """Type a text like a scanner."""
        for letter in text:
            if letter == "\n":
                self.press(Qt.Key.Key_Return)
            else:
                QTest.keyClick(self._window.windowHandle(), letter)

    def click(self, name: str, *, double: bool = False) -> None:
        """Click on a widget, through its window."""
        part = self.part(name)
        place = part.mapTo(self.window, part.rect().center())
        act: Callable[..., None] = QTest.mouseClick
        act(self.window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        if double:
            QTest.mouseDClick(
                self.window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
            )

    @property
    def runs(self) -> int:
        """Number of runs in the window's study."""
        return len(self.controller.study.runs)

    def runs_on_disk(self) -> int:
        """Return the number of runs that another connection reads from the file."""
        self._controller.settle()
        with actions.open_study(self.path, Operator("reader"), read_only=True) as read:
            return len(read.study.runs)

    def close(self) -> None:
        lost = lost_layout_items()
        self.window.close()
        self.compute_queue.stop()
        self.did.deleteLater()
        self.window.deleteLater()
        self.compute_queue.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not lost, "a widget left its layout without removeWidget"


@pytest.fixture
def bench(request: pytest.FixtureRequest, small_study_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Yield a window on the small study, with advice and operator; tests marked ``with_tabs`` get the tabs' pages."""
    made = Bench(small_study_path, qtbot, tabs=request.node.get_closest_marker("with_tabs") is not None)
    yield made
    made.close()
