"""Remaining value of testing after each run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.model.advice import history
from kgdesk.model.advice.history import StakeAfter, at_stake, gain_after, gains_of_recorded_suggestions
from kgdesk.model.advice.picks import advise
from kgdesk.model.policies.perfect_information import PerfectInformation

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


def test_a_later_correction_leaves_the_gains_of_before_as_they_were(session: actions.Session) -> None:
    for candidate in ("C-01", "C-02"):
        actions.record(session, candidate, "success", advice=advise(session.study))
    before = [gain_after(session.study, run) for run in range(3)]
    actions.correct(session, 1, "failure", "typed wrong")
    assert [gain_after(session.study, run) for run in range(3)] == before


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


def test_what_was_at_stake_after_a_run_is_what_was_at_stake_then(session: actions.Session) -> None:
    then = []
    for candidate, outcome in (("C-01", "success"), ("C-05", "failure"), ("C-02", "void")):
        then.append(at_stake(session.study))
        actions.record(session, candidate, outcome)
    found = history.stakes(session.study)
    assert [point.run for point in found] == [point.run for point in history.gains(session.study)]
    assert [point.stake for point in found] == [*then, at_stake(session.study)]
    actions.correct(session, 1, "failure", "typed wrong")
    after = history.stakes(session.study)
    assert after[:-1] == found[:-1]
    assert after[-1] != found[-1]


def test_what_was_at_stake_goes_on_where_it_made_way(session: actions.Session) -> None:
    for candidate in ("C-01", "C-05", "C-02"):
        actions.record(session, candidate, "success")
    whole = history.stakes(session.study)
    left = iter([True] * 20)
    part = history.stakes(session.study, (), lambda: next(left, False))
    assert 0 < len(part) < len(whole)
    assert part == whole[: len(part)]
    known = StakeAfter(0, PerfectInformation(0.5, 0.0))
    assert history.stakes(session.study, (known,)) == (known, *whole[1:])
    assert history.stakes(session.study, (), lambda: False) == ()
