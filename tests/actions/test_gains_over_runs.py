"""Remaining value of testing after each run, from the record or recomputed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.model.advice.history import GainAfter
from kgdesk.model.advice.picks import advise
from kgdesk.model.beliefs import shortlist

if TYPE_CHECKING:
    from collections.abc import Callable


def told(session: actions.Session, count: int) -> None:
    ids = session.study.pool.ids
    for run in range(count):
        actions.record(session, ids[run % 12], "success" if run % 3 else "failure")


def test_there_is_a_point_for_the_start_and_one_after_each_run_and_the_last_is_the_present(
    session: actions.Session,
) -> None:
    told(session, 4)
    points = history.gains(session.study)
    assert [point.run for point in points] == [0, 1, 2, 3, 4]
    assert points[-1].gain == pytest.approx(float(advise(session.study).kg.max()), abs=1e-12)
    actions.correct(session, 1, "success", "typed wrong")
    after = history.gains(session.study, points)
    assert after[:-1] == points[:-1]
    assert after[-1].gain == pytest.approx(float(advise(session.study).kg.max()), abs=1e-12)


def test_what_is_known_is_not_worked_out_again_but_the_present_is(session: actions.Session) -> None:
    told(session, 2)
    known = (GainAfter(0, 0.5), GainAfter(1, 0.25), GainAfter(2, 0.125))
    points = history.gains(session.study, known)
    assert points[:2] == known[:2]
    assert points[2].gain != 0.125


def test_work_ends_between_two_points_when_nobody_wants_it_any_more(session: actions.Session) -> None:
    told(session, 3)
    left = iter((True, True, False))
    assert [point.run for point in history.gains(session.study, goes_on=lambda: next(left))] == [0, 1]


def test_the_gains_of_a_large_pool_are_found_without_all_values_and_end_within_a_point(
    make_study: Callable[..., actions.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_study(terms="average")
    told(session, 4)
    exhaustive = history.gains(session.study)
    monkeypatch.setattr(shortlist, "_MOST_SWEPT", 1)
    calls: list[int] = []

    def goes_on() -> bool:
        calls.append(len(calls))
        return len(calls) < 4

    found = history.gains(session.study)
    assert [point.run for point in found] == [point.run for point in exhaustive]
    assert [point.gain for point in found] == pytest.approx([point.gain for point in exhaustive], abs=1e-12)
    assert history.gains(session.study, goes_on=goes_on) == ()
    assert len(calls) == 4


def test_a_long_study_has_no_more_points_than_a_picture_can_show(
    make_study: Callable[..., actions.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_study(belief="diagonal")
    told(session, 25)
    monkeypatch.setattr(history, "_POINTS", 10)
    points = history.gains(session.study)
    assert [point.run for point in points] == [0, 3, 6, 9, 12, 15, 18, 21, 24, 25]
