"""Studies that follow each other in one program share its compute lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.model.advice import advise
from kgdesk.ui.desk import Desk
from kgdesk.ui.lane import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

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
    qtbot.waitUntil(lambda: second.advice is not None and not lane.pending("trajectory"), timeout=60_000)
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
    desk.record("C-01", "success", advice=None, token="one")
    desk.record("C-02", "failure", advice=None, token="two")
    desk.settle()
    qtbot.waitUntil(lambda: desk.advice is not None, timeout=120_000)
    assert [revision for revision in shown if revision] == [desk.study.revision]
    lane.stop()
