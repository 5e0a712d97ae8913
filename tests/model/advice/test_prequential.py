"""Predictions before the runs, compared with the outcomes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from seldom import seldom

from kgdesk import actions
from kgdesk.model.advice import prequential
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.prequential import (
    Misfit,
    Prediction,
    calibration_bins,
    expected_outliers,
    misfits,
    outliers,
    predictions,
    scores,
    wilson,
)
from kgdesk.model.beliefs.gaussian import MomentBelief

if TYPE_CHECKING:
    from collections.abc import Sequence


def foreseen(p: Sequence[float], y: Sequence[bool]) -> list[Prediction]:
    return [
        Prediction(run, "C", float(q), bool(s), fresh=True)
        for run, (q, s) in enumerate(zip(p, y, strict=True), 1)
    ]


def simulated(
    rng: np.random.Generator, runs: int, slope: float = 1.0, shift: float = 0.0
) -> list[Prediction]:
    """Return predictions whose log-odds are `slope` times the true ones plus `shift`."""
    true = rng.normal(0.0, 1.5, runs)
    success = rng.random(runs) < 1.0 / (1.0 + np.exp(-true))
    return foreseen(1.0 / (1.0 + np.exp(-(slope * true + shift))), success)


def warned(seen: list[Prediction]) -> set[str]:
    return {found.kind for found in misfits(seen) if found.since is not None}


def test_at_most_one_of_20_studies_whose_predictions_are_right_is_ever_warned() -> None:
    rng = np.random.default_rng(20261121)
    studies = 2000
    false = sum(bool(warned(simulated(rng, 60))) for _ in range(studies))
    print(f"{false} of {studies} studies were warned at some run of 60 although their predictions were right")
    assert false <= studies / prequential.ONE_IN


@pytest.mark.parametrize("studies", [20, *seldom(80)])
def test_at_most_one_of_20_studies_is_warned_under_the_default_belief_and_its_own_choices(
    studies: int,
) -> None:
    rng = np.random.default_rng(5)
    false = 0
    for _ in range(studies):
        X = np.column_stack([np.ones(20), rng.normal(size=(20, 2))])
        chance = 1.0 / (1.0 + np.exp(-X @ rng.normal(size=3)))
        prior = belief = MomentBelief.prior(3)
        rows: list[int] = []
        seen: list[Prediction] = []
        for run in range(1, 41):
            row = int(np.argmax(belief.knowledge_gradient(X)))
            success = bool(rng.random() < chance[row])
            seen.append(Prediction(run, "C", float(belief.predict(X)[row]), success, fresh=True))
            rows.append(row)
            belief = MomentBelief.fitted(prior, X[rows], [1.0 if p.success else -1.0 for p in seen])
        false += bool(warned(seen))
    assert false <= studies / prequential.ONE_IN + 3 * math.sqrt(studies * 0.05 * 0.95)


@pytest.mark.parametrize(
    ("slope", "shift", "kind"), [(3.0, 0.0, "too sure"), (1.0, 1.5, "too hopeful"), (1.0, -1.5, "too gloomy")]
)
def test_predictions_that_are_wrong_in_one_way_are_found_out_and_named(
    slope: float, shift: float, kind: str
) -> None:
    rng = np.random.default_rng(3)
    found = [misfits(simulated(rng, 80, slope, shift)) for _ in range(200)]
    caught = [one for one in found if any(m.kind == kind and m.warns for m in one)]
    print(f"{kind}: {len(caught)} of 200 studies of 80 runs are warned")
    assert len(caught) >= 150
    assert sum(one[0].kind == kind for one in caught) >= 0.8 * len(caught)


def test_the_evidence_is_the_mean_of_products_of_probability_ratios() -> None:
    p, y = [0.9, 0.8, 0.3], [False, True, False]
    total = 0.0
    for slope in (0.0, 0.25, 0.5, 0.75):
        product = 1.0
        for q, success in zip(p, y, strict=True):
            other = 1.0 / (1.0 + math.exp(-slope * math.log(q / (1.0 - q))))
            product *= (other if success else 1.0 - other) / (q if success else 1.0 - q)
        total += product / 4.0
    found = next(m for m in misfits(foreseen(p, y)) if m.kind == "too sure")
    assert found.evidence == pytest.approx(total)
    assert found.since is None


def test_without_predictions_there_is_no_evidence() -> None:
    assert {(m.evidence, m.since) for m in misfits([])} == {(1.0, None)}


def test_a_warning_goes_when_later_outcomes_turn_the_evidence_round() -> None:
    bad = foreseen([0.97] * 3, [False] * 3)
    assert misfits(bad)[0].warns
    good = foreseen([0.97] * 250, [False] * 3 + [True] * 247)
    found = next(m for m in misfits(good) if m.kind == "too sure")
    assert found.since == misfits(bad)[0].since
    assert not found.warns


def test_certainty_that_fails_is_a_finite_number() -> None:
    found = misfits(foreseen([1.0, 0.0], [False, True]))
    assert all(math.isfinite(m.evidence) for m in found)
    assert math.isfinite(scores(foreseen([1.0, 0.0], [False, True])).log)
    assert isinstance(found[0], Misfit)


def test_stale_predictions_do_not_count_as_evidence() -> None:
    stale = [Prediction(run, "C", 0.99, success=False, fresh=False) for run in range(1, 9)]
    assert not warned(stale)
    assert len(calibration_bins(stale)) == 1


def test_tenths_hold_every_prediction_once_with_its_share_and_wilsons_interval() -> None:
    p = [0.0, 0.05, 0.1, 0.55, 0.58, 0.95, 1.0]
    y = [False, True, False, True, True, True, True]
    found = calibration_bins(foreseen(p, y))
    assert [(t.low, t.high, t.count, t.successes) for t in found] == [
        (0.0, 0.1, 2, 1),
        (0.1, 0.2, 1, 0),
        (0.5, 0.6, 2, 2),
        (0.9, 1.0, 2, 2),
    ]
    assert found[2].predicted == pytest.approx(0.565)
    assert all(t.share_low <= t.share <= t.share_high for t in found)


def test_wilsons_interval_is_where_the_score_test_stops_refusing() -> None:
    for successes, count in ((0, 5), (3, 10), (10, 10), (40, 200)):
        for end in wilson(successes, count, 1.96):
            z = (successes / count - end) / math.sqrt(end * (1 - end) / count) if 0 < end < 1 else 1.96
            assert abs(z) == pytest.approx(1.96, abs=1e-6)


def test_scores_are_compared_with_always_saying_the_share_of_successes() -> None:
    found = scores(foreseen([0.9, 0.2, 0.6, 0.4], [True, False, True, False]))
    assert found.brier == pytest.approx((0.01 + 0.04 + 0.16 + 0.16) / 4)
    assert found.base_brier == pytest.approx(0.25)
    assert found.log == pytest.approx(-np.log([0.9, 0.8, 0.6, 0.6]).mean())
    assert found.base_log == pytest.approx(math.log(2.0))
    assert found.better
    assert not scores(foreseen([0.1, 0.9], [True, False])).better


def record(session: actions.Session, candidate: str, outcome: str, **more: object) -> None:
    actions.record(session, candidate, outcome, advice=advise(session.study), **more)


def test_predictions_are_those_of_the_record_with_the_outcome_as_it_stands_now(
    session: actions.Session,
) -> None:
    record(session, "C-01", "success")
    record(session, "C-05", "void", reason="lost")
    record(session, "C-09", "failure")
    actions.record(
        session, "C-02", "success"
    )  # nobody asked for a suggestion; the prediction is kept all the same
    shown = [run.probability_before for run in session.study.runs]
    actions.correct(session, 3, "success", "read again")
    seen = predictions(session.study)
    assert [(p.run, p.candidate, p.success) for p in seen] == [
        (1, "C-01", True), (3, "C-09", True), (4, "C-02", True),
    ]  # fmt: skip
    assert [p.probability for p in seen] == [shown[0], shown[2], shown[3]]
    assert [p.fresh for p in seen] == [True, True, False]  # the last was predicted from what run 3 said then


def test_a_run_whose_candidate_was_corrected_has_no_prediction(session: actions.Session) -> None:
    record(session, "C-01", "success")
    actions.correct(session, 1, "success", "wrong sample", candidate="C-07")
    assert predictions(session.study) == ()


def test_what_was_predicted_while_a_wrong_entry_stood_is_not_fresh(session: actions.Session) -> None:
    for candidate in ("C-01", "C-02", "C-03"):
        record(session, candidate, "success")
    actions.correct(session, 2, "failure", "typed wrong")
    record(session, "C-04", "success")
    assert [p.fresh for p in predictions(session.study)] == [True, True, False, True]


def test_repeats_at_once_and_results_that_were_overtaken_are_not_fresh(session: actions.Session) -> None:
    record(session, "C-01", "success", count=(1, 2))
    actions.start(session, "C-02", advice=advise(session.study))
    record(session, "C-03", "success")
    record(session, "C-02", "failure")
    record(session, "C-04", "failure")
    seen = predictions(session.study)
    assert [(p.candidate, p.fresh) for p in seen] == [
        ("C-01", False),
        ("C-01", False),
        ("C-03", True),
        ("C-02", False),
        ("C-04", True),
    ]


def test_a_run_that_was_taken_back_has_no_prediction_and_the_one_after_it_does(
    session: actions.Session,
) -> None:
    assert predictions(session.study) == ()
    record(session, "C-01", "success")
    actions.take_back(session)
    record(session, "C-01", "failure")
    assert [(p.run, p.success) for p in predictions(session.study)] == [(2, False)]


def test_a_surprise_is_an_outcome_predicted_with_less_than_a_tenth_or_a_repeat_that_disagrees(
    session: actions.Session,
) -> None:
    for _ in range(9):
        record(session, "C-12", "success")
    record(session, "C-12", "failure")
    record(session, "C-01", "failure")
    seen = predictions(session.study)
    (found,) = outliers(session.study, seen)
    assert (found.run, found.candidate, found.success) == (10, "C-12", False)
    assert (found.successes, found.failures) == (9, 1)
    assert found.disagrees
    assert found.chance == pytest.approx(1.0 - session.study.runs[9].probability_before)
    assert found.unlikely == (found.chance < 0.1)


def test_of_runs_that_disagree_the_newest_of_the_rarer_outcome_is_named(session: actions.Session) -> None:
    for outcome in ("failure", "success", "success", "failure", "success"):
        record(session, "C-06", outcome)
    found = outliers(session.study, predictions(session.study))
    assert [(s.run, s.success) for s in found] == [(4, False)]


def test_so_many_surprises_as_the_predictions_say_are_to_be_expected() -> None:
    seen = foreseen([0.05, 0.5, 0.98, 0.92], [False, True, True, True])
    assert expected_outliers(seen) == pytest.approx(0.05 + 0.02 + 0.08)
