"""The refresher: one task per turn of the event loop."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from kgdesk.ui.session.refresher import Refresher

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Noting(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def act(self, name: str) -> None:
        self.done.append(name)
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            self.done.append("painted")
            return True
        return super().event(event)


def test_each_thing_has_a_turn_of_its_own_in_the_order_of_asking(qtbot: QtBot) -> None:
    """Events posted during one turn, such as painting, are processed before the next one."""
    owner = Noting()
    refresher = Refresher(owner)
    for name in ("first", "second", "third"):
        refresher.draw(partial(owner.act, name))
    assert owner.done == []
    qtbot.waitUntil(lambda: refresher.idle and len(owner.done) == 6)
    assert owner.done == ["first", "painted", "second", "painted", "third", "painted"]


def test_what_is_asked_for_twice_is_done_once_until_it_had_its_turn(qtbot: QtBot) -> None:
    owner, done = QObject(), []
    refresher = Refresher(owner)

    def act() -> None:
        done.append(1)

    refresher.draw(act)
    refresher.draw(act)
    qtbot.waitUntil(lambda: refresher.idle)
    assert done == [1]
    refresher.draw(act)
    qtbot.waitUntil(lambda: refresher.idle)
    assert done == [1, 1]


def test_a_fault_in_one_turn_does_not_take_the_next_one_away(qtbot: QtBot) -> None:
    owner, done = QObject(), []
    refresher = Refresher(owner)

    def broken() -> None:
        raise ValueError("of no consequence")

    refresher.draw(broken)
    refresher.draw(lambda: done.append("next"))
    with qtbot.captureExceptions() as raised:
        qtbot.waitUntil(lambda: bool(done))
    assert [kind for kind, _, _ in raised] == [ValueError]


def test_nothing_is_done_for_a_page_that_has_gone(qtbot: QtBot) -> None:
    owner, done = QObject(), []
    Refresher(owner).draw(lambda: done.append("too late"))
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    QTimer.singleShot(0, lambda: done.append("after it"))
    qtbot.waitUntil(lambda: bool(done))
    assert done == ["after it"]


def test_a_hidden_view_is_refreshed_each_time_it_is_shown_outdated(qtbot: QtBot) -> None:
    owner, widget, done = QObject(), QWidget(), []
    qtbot.addWidget(widget)
    refresher = Refresher(owner)
    view = refresher.watch(widget, {"runs"}, lambda: done.append(1))
    widget.show()
    assert len(done) == 1
    widget.hide()
    widget.show()
    assert len(done) == 1  # up to date
    widget.hide()
    refresher.note("runs")
    assert refresher.idle
    widget.show()
    assert len(done) == 2
    refresher.note("runs")
    widget.hide()  # after the request, before its turn
    qtbot.waitUntil(lambda: refresher.idle)
    assert len(done) == 2
    widget.show()
    assert len(done) == 3
    widget.hide()
    view.renew()
    assert len(done) == 3
    widget.show()
    assert len(done) == 4
