"""The pages come after the window, in any order that a person wants, and are then as if they had always been there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desks import make_session, settle
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from kgdesk.ui.desk import Desk
from kgdesk.ui.lane import Lane
from kgdesk.ui.look.theme import Theme
from kgdesk.ui.tabs import TABS
from kgdesk.ui.tabs.book import Book
from kgdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

NAMES = ["overview", "candidates", "history", "whatIf", "model", "checks"]


@pytest.fixture
def desk(tmp_path: Path, qapp: QApplication) -> Iterator[Desk]:
    lane = Lane(qapp)
    made = Desk(make_session(tmp_path), lane)
    yield made
    made.close()
    lane.stop()


def pages(book: Book) -> list[str]:
    shown = [book.widget(place) for place in range(book.count())]
    return [page.objectName() for page in shown if page is not None]


def keys_from(start: QWidget) -> list[QWidget]:
    found, follows = [start], start.nextInFocusChain()
    while follows is not None and follows is not start:
        if follows.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(follows)
        follows = follows.nextInFocusChain()
    return found


def test_titles_stand_before_any_page_is_made(desk: Desk, qtbot: QtBot) -> None:
    book = Book(desk, TABS)
    qtbot.addWidget(book)
    assert [book.tabText(place) for place in range(book.count())] == [tab.title for tab in TABS]
    assert pages(book) == [""] * len(TABS)


def test_pages_follow_the_first_suggestion(desk: Desk, qtbot: QtBot) -> None:
    book = Book(desk, TABS)
    qtbot.addWidget(book)
    book.show()
    book.begin()
    with qtbot.waitSignal(book.completed, timeout=60_000):
        settle(desk, qtbot)
    assert pages(book) == NAMES
    assert book.currentIndex() == 0


def test_pages_do_not_wait_for_a_suggestion_that_takes_long(desk: Desk, qtbot: QtBot) -> None:
    book = Book(desk, TABS)
    qtbot.addWidget(book)
    with qtbot.waitSignal(book.completed, timeout=60_000):
        book.begin()
    assert desk.advice is None
    assert pages(book) == NAMES


def test_the_page_that_somebody_goes_to_is_made_first_and_stays_in_sight(desk: Desk, qtbot: QtBot) -> None:
    book = Book(desk, TABS)
    qtbot.addWidget(book)
    book.show()
    book.begin()
    book.setCurrentIndex(2)
    qtbot.waitUntil(lambda: any(pages(book)), timeout=60_000)
    assert pages(book)[2] == "history"
    with qtbot.waitSignal(book.completed, timeout=60_000):
        pass
    assert book.currentWidget().objectName() == "history"
    assert pages(book) == NAMES


def test_whoever_asks_for_the_tabs_of_a_window_gets_them_whole(
    desk: Desk, qtbot: QtBot, qapp: QApplication
) -> None:
    window = MainWindow(desk, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    assert pages(window.book) == [""] * len(TABS)
    assert pages(window.tabs) == NAMES  # type: ignore[arg-type] - the same book, whole
    assert window.overview is not None


def test_the_tab_key_goes_from_the_titles_through_the_pages_to_the_line_below(
    desk: Desk, qtbot: QtBot, qapp: QApplication
) -> None:
    window = MainWindow(desk, qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(window)
    order = keys_from(window.tabs.tabBar())
    inside = [
        n
        for n, each in enumerate(order)
        if any(p.isAncestorOf(each) for p in window.tabs.findChildren(QWidget, "checks"))
    ]
    assert inside
    assert order.index(window.status.operator) > max(inside)
    assert order.index(window.panel.scan.field) > max(inside)
