"""Remaining value of testing after each run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.model.advice.history import at_stake, gain_after, gains_of_recorded_suggestions, stake_after
from kgdesk.model.advice.picks import advise

if TYPE_CHECKING:
    from collections.abc import Callable

OUTCOMES = ("success", "failure", "void", "success")


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_the_gain_after_a_run_is_the_largest_value_of_testing_that_was_shown_then(
    make_study: Callable[..., actions.Session], belief: str
) -> None:
    session = make_study(belief=belief)
    shown = []
    for outcome in OUTCOMES:
        advice = advise(session.study)
        shown.append(float(advice.kg.max()))
        actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    assert gains_of_recorded_suggestions(session.study) == pytest.approx(dict(enumerate(shown)))
    for run, gain in enumerate(shown):
        assert gain_after(session.study, run).gain == pytest.approx(gain, abs=1e-12)


def test_after_a_correction_the_gains_are_those_of_the_outcomes_as_they_stand(
    make_study: Callable[..., actions.Session], session: actions.Session
) -> None:
    for candidate in ("C-01", "C-02"):
        actions.record(session, candidate, "success", advice=advise(session.study))
    first, *_ = before = [gain_after(session.study, run) for run in range(3)]
    actions.correct(session, 1, "failure", "typed wrong")
    after = [gain_after(session.study, run) for run in range(3)]
    assert after[0] == first
    assert after[1] != before[1]
    other = make_study("other")
    for candidate, outcome in (("C-01", "failure"), ("C-02", "success")):
        actions.record(other, candidate, outcome)
    assert [point.gain for point in after] == pytest.approx(
        [gain_after(other.study, run).gain for run in range(3)], abs=1e-12
    )


def test_without_a_suggestion_on_record_the_gain_is_worked_out(session: actions.Session) -> None:
    actions.record(session, "C-01", "success")
    assert gains_of_recorded_suggestions(session.study) == {}
    assert gain_after(session.study, 1).gain == pytest.approx(
        float(advise(session.study).kg.max()), abs=1e-12
    )


def test_candidates_out_of_stock_promise_no_gain(session: actions.Session) -> None:
    best = advise(session.study).suggestion.candidate
    actions.exclude(session, best)
    actions.record(session, "C-01", "success")
    advice = advise(session.study)
    assert gain_after(session.study, 1).gain == pytest.approx(float(advice.kg.max()), abs=1e-12)


def test_what_is_at_stake_after_a_run_follows_from_the_outcomes_as_they_stand(
    session: actions.Session,
) -> None:
    then = []
    for candidate, outcome in (("C-01", "success"), ("C-05", "failure"), ("C-02", "void")):
        then.append(at_stake(session.study))
        actions.record(session, candidate, outcome)
    assert list(history.past_runs(session.study)) == [2, 1, 0]
    assert [stake_after(session.study, run) for run in range(3)] == then
    actions.correct(session, 2, "success", "typed wrong")
    assert [stake_after(session.study, run) for run in range(2)] == then[:2]
    assert stake_after(session.study, 2) != then[2]
    assert stake_after(session.study, 1, lambda: False) is None


def test_a_long_study_has_no_more_points_than_a_picture_can_show(
    session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for run in range(25):
        actions.record(session, session.study.pool.ids[run % 12], "success" if run % 3 else "failure")
    monkeypatch.setattr(history, "_POINTS", 10)
    assert list(history.past_runs(session.study)) == [24, 21, 18, 15, 12, 9, 6, 3, 0]
