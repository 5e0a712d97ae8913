"""Pages of tabs are created after the window, in any order of use, with the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desks import make_session, settle
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kgdesk.ui.pages.tabs import TABS, LazyTabs
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication, QWidget
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.pages_in_idle_time
#: Tabs without the most expensive pages.
FEW = TABS[:3]
NAMES = ["overview", "candidates", "explore", "timeline", "decide"]


@pytest.fixture
def controller(tmp_path: Path, qapp: QApplication) -> Iterator[StudyController]:
    compute_queue = ComputeQueue(qapp)
    made = StudyController(make_session(tmp_path), compute_queue)
    yield made
    made.close()
    compute_queue.stop()


def pages(book: LazyTabs) -> list[str]:
    shown = [book.widget(place) for place in range(book.count())]
    return [page.objectName() for page in shown if page is not None]


def test_titles_stand_before_any_page_is_made(controller: StudyController, qtbot: QtBot) -> None:
    book = LazyTabs(controller, TABS)
    qtbot.addWidget(book)
    assert [book.tabText(place) for place in range(book.count())] == [tab.title for tab in TABS]
    assert pages(book) == [""] * len(TABS)


def test_pages_follow_the_first_suggestion(controller: StudyController, qtbot: QtBot) -> None:
    book = LazyTabs(controller, FEW)
    qtbot.addWidget(book)
    book.show()
    book.begin()
    with qtbot.waitSignal(book.completed, timeout=60_000):
        settle(controller, qtbot)
    assert pages(book) == NAMES[:3]
    assert book.currentIndex() == 0


def test_pages_do_not_wait_for_a_suggestion_that_takes_long(
    controller: StudyController, qtbot: QtBot
) -> None:
    book = LazyTabs(controller, FEW)
    qtbot.addWidget(book)
    book.show()
    with qtbot.waitSignal(book.completed, timeout=60_000):
        book.begin()
    assert controller.advice.current is None
    assert pages(book) == NAMES[:3]


def test_the_page_that_somebody_goes_to_is_made_first_and_stays_in_sight(
    controller: StudyController, qtbot: QtBot
) -> None:
    book = LazyTabs(controller, FEW)
    qtbot.addWidget(book)
    book.show()
    book.begin()
    book.setCurrentIndex(2)
    qtbot.waitUntil(lambda: any(pages(book)), timeout=60_000)
    assert pages(book)[2] == "explore"
    with qtbot.waitSignal(book.completed, timeout=60_000):
        pass
    assert book.currentWidget().objectName() == "explore"
    assert pages(book) == NAMES[:3]


def test_whoever_asks_for_the_tabs_of_a_window_gets_them_whole(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    window = MainWindow(controller, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    assert pages(window.parts.tabs) == [""] * len(TABS)
    assert pages(window.tabs) == NAMES  # type: ignore[arg-type] - the same book, whole
    assert window.overview is not None


def test_the_tab_key_goes_from_the_titles_through_the_page_to_the_line_below_and_to_the_entry(
    controller: StudyController, qtbot: QtBot, qapp: QApplication
) -> None:
    window = MainWindow(controller, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    settle(controller, qtbot)
    window.tabs.setCurrentIndex(1)
    window.tabs.tabBar().setFocus()
    parts = []
    for _ in range(200):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
        focused = window.focusWidget()
        part = next(name for name, area in areas(window) if area is focused or area.isAncestorOf(focused))
        parts += [part] if parts[-1:] != [part] else []
        if part == "titles":
            break
    assert parts == ["page", "below", "entry", "titles"]


def areas(window: MainWindow) -> list[tuple[str, QWidget]]:
    page = window.tabs.currentWidget()
    assert page is not None
    return [("titles", window.tabs.tabBar()), ("page", page), ("below", window.status), ("entry", window)]
