"""Studies that follow each other in one program share its compute lane."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from desks import fill, make_session

from kgdesk import actions
from kgdesk.model.advice import advise
from kgdesk.ui.desk import Desk
from kgdesk.ui.lane import Course, Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


def test_a_young_study_gets_its_advice_after_an_older_one_was_closed(
    make_study: Callable[..., actions.Session], qtbot: QtBot
) -> None:
    old, young = make_study("old"), make_study("young")
    for candidate in ("C-01", "C-02", "C-05"):
        actions.record(old, candidate, "failure")
    lane = Lane()
    first = Desk(old, lane)
    first.ask()
    qtbot.waitUntil(lambda: first.advice is not None, timeout=120_000)
    first.close()
    second = Desk(young, lane)
    second.ask()
    qtbot.waitUntil(
        lambda: second.advice is not None and second.refresher.idle and not lane.pending("trajectory"),
        timeout=60_000,
    )
    assert second.advice is not None
    assert second.advice.suggestion == advise(young.study).suggestion
    lane.stop()


def test_an_answer_for_a_study_that_has_changed_meanwhile_is_dropped(
    session: actions.Session, qtbot: QtBot
) -> None:
    lane = Lane()
    desk = Desk(session, lane)
    shown: list[int] = []
    desk.advised.connect(lambda: shown.append(desk.advice.revision if desk.advice else 0))
    desk.ask()
    desk.do(actions.record, "C-01", "success", advice=None, token="one")
    desk.do(actions.record, "C-02", "failure", advice=None, token="two")
    desk.settle()
    qtbot.waitUntil(lambda: desk.advice is not None, timeout=120_000)
    assert [revision for revision in shown if revision] == [desk.study.revision]
    lane.stop()


@pytest.fixture
def large(tmp_path: Path, qapp: QApplication) -> Iterator[tuple[Desk, Lane]]:
    assert qapp.thread().isCurrentThread()  # the lane answers here
    session, lane = make_session(tmp_path / "large", count=12_000), Lane()
    fill(session)
    desk = Desk(session, lane)
    yield desk, lane
    desk.close()
    lane.stop()


def test_a_long_sweep_tells_how_far_it_is(
    large: tuple[Desk, Lane], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, _ = large
    seen: list[float] = []
    note = Course.note

    def noted(course: Course, done: int, total: int) -> None:
        note(course, done, total)
        seen.append(course.share)

    monkeypatch.setattr(Course, "note", noted)
    assert desk.share == 0.0
    desk.ask()
    qtbot.waitUntil(lambda: desk.advice is not None, timeout=120_000)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert desk.share == seen[-1] == 1.0


@pytest.mark.parametrize("by", ["cancel", "the next entry", "closing"])
def test_a_long_sweep_ends_when_nobody_waits_for_it(
    by: str, large: tuple[Desk, Lane], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, lane = large
    under_way, go_on = threading.Event(), threading.Event()
    reports: list[Course] = []
    note = Course.note

    def held(course: Course, done: int, total: int) -> None:
        reports.append(course)
        under_way.set()
        assert go_on.wait(120)
        note(course, done, total)

    monkeypatch.setattr(Course, "note", held)
    desk.ask()
    qtbot.waitUntil(under_way.is_set, timeout=120_000)
    refused: list[object] = []
    desk.refused.connect(refused.append)
    if by == "cancel":
        desk.give_up()
    elif by == "closing":
        desk.hand_over().close()
    else:
        desk.do(actions.record, desk.study.pool.ids[1], "success", advice=None, token="next")
        desk.settle()
    go_on.set()
    if by == "the next entry":
        qtbot.waitUntil(lambda: desk.advice is not None, timeout=120_000)
        assert desk.advice is not None
        assert desk.advice.revision == desk.study.revision
    free = threading.Event()
    lane.ask("after", desk.study.revision, free.set, lambda _: None, refused.append)
    qtbot.waitUntil(free.is_set, timeout=120_000)
    assert reports.count(reports[0]) == 1
    assert refused == []
