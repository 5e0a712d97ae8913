"""Stopping rules decide with a reason, and can be combined."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, stored, stuck
from scipy import integrate
from scipy.special import expit, logit, ndtr

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.decisions import stock, study_state
from kgdesk.model.policies.perfect_information import PerfectInformation
from kgdesk.model.study.rule_syntax import (
    AtStake,
    CostAgainstValue,
    largest_gain,
    largest_stake,
    parse,
    rests_on_stake,
    rests_on_sweep,
)
from kgdesk.model.study.stopping_rules import (
    AllOf,
    AnyOf,
    Budget,
    Rule,
    StoppingState,
    ValueBelow,
    Verdict,
    WithinOfBest,
)

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


class Says(Rule):
    """Rule with a fixed verdict."""

    def __init__(self, word: str, *, stop: bool) -> None:
        self.word, self.stop = word, stop

    @property
    def name(self) -> str:
        return self.word

    def check(self, progress: StoppingState) -> Verdict:
        del progress
        return Verdict(self.stop, self.word)


YES, NO, ALSO = Says("yes.", stop=True), Says("no.", stop=False), Says("also.", stop=True)


def facing(
    X: np.ndarray, mean: np.ndarray, S: np.ndarray, in_stock: np.ndarray | None = None
) -> StoppingState:
    """Return the progress of a state with this belief, without a study."""
    none = np.zeros(len(X))
    return StoppingState(
        policies.PolicyContext(
            MomentBelief(mean, S),
            X,
            none,
            none,
            np.ones(mean.size),
            4,
            30,
            np.random.default_rng(0),
            in_stock,
        )
    )


def test_a_budget_counts_planned_runs_and_those_in_progress(pool: Pool) -> None:
    study = grown(begun(pool, budget=6), *RUNS, ("C-02", "void"))
    past = study_state.import_outcomes(study, [{"candidate": "C-01", "outcome": "success"}], restored=False)
    study = study.applied(stored(past, study.head))
    rule = Budget(6)
    assert rule.check(advise(study).progress) == Verdict(stop=False, why="2 of 6 planned runs are left.")
    started = begin(study, "C-02", "C-03")
    verdict = rule.check(advise(started).progress)
    said = "All 6 planned runs are spent, 2 of them still in progress."
    assert verdict == Verdict(stop=True, why=said, used_up=True)
    spent = grown(begun(pool, budget=4), *RUNS)
    assert Budget(4).check(advise(spent).progress).why == "All 4 planned runs are spent."


def test_a_number_of_runs_that_is_not_the_planned_one_is_not_called_the_plan(pool: Pool) -> None:
    study = grown(begun(pool, budget=12), *RUNS)
    rule = Budget(6)
    now = advise(study).progress
    assert rule.check(now) == Verdict(stop=False, why="The stopping rule asks for 6 runs: 2 are left.")
    started = advise(begin(study, "C-02", "C-03")).progress
    said = "The stopping rule asks for 6 runs: 4 are recorded, 2 in progress."
    assert rule.check(started) == Verdict(stop=True, why=said, used_up=True)
    said = "The stopping rule asks for 4 runs, and 4 are recorded."
    assert Budget(4).check(now) == Verdict(stop=True, why=said, used_up=True)
    assert Budget(3).check(now).why == "The stopping rule asks for 3 runs, and 4 are recorded."


def test_the_value_of_testing_is_that_of_what_can_be_suggested(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    advice = advise(study)
    progress = advice.progress
    assert progress.best_gain == advice.suggestion.kg
    assert not ValueBelow(advice.suggestion.kg).check(progress).stop
    assert ValueBelow(advice.suggestion.kg * 1.001).check(progress).stop
    assert StoppingState(policy_context(study)).best_gain == progress.best_gain
    away = study.applied(stored(stock.exclude(study, advice.suggestion.candidate), study.head))
    assert advise(away).progress.best_gain == advise(away).suggestion.kg < progress.best_gain
    assert StoppingState(policy_context(away)).best_gain == advise(away).suggestion.kg
    aside = study.applied(stored(stock.skip(study, advice.suggestion.candidate), study.head))
    assert advise(aside).progress.best_gain == advise(aside).suggestion.kg < progress.best_gain
    waiting = begin(study, advice.suggestion.candidate)
    assert advise(waiting).progress.best_gain == advise(waiting).kg.max()


def test_a_study_stops_by_its_own_belief_whichever_chooses(pool: Pool) -> None:
    study = grown(begun(pool, policy="kg/diagonal"), *RUNS)
    progress = advise(study).progress
    assert progress.context.belief is study.belief
    assert progress.best_gain == advise(study, policy="kg").suggestion.kg


def test_a_study_that_learns_nothing_more_stops(pool: Pool) -> None:
    progress = advise(begun(pool, prior_precision=1e8)).progress
    assert ValueBelow(0.001).check(progress).why == (
        "No run is expected to improve the choice by 0.1 percentage points any more. This looks one run ahead only."
    )


def chance_by_quadrature(mean: np.ndarray, S: np.ndarray, X: np.ndarray, points: float) -> float:
    """Return P(s(a2) - s(a1) <= points) for two rows, a = X w, by quadrature over a1 and the normal of a2 given a1."""
    m, C = X @ mean, X @ S @ X.T
    slope = C[0, 1] / C[0, 0]
    rest = math.sqrt(C[1, 1] - slope * C[0, 1])

    def inner(a: float) -> float:
        density = math.exp(-0.5 * (a - m[0]) ** 2 / C[0, 0]) / math.sqrt(2 * math.pi * C[0, 0])
        top = expit(a) + points
        if top >= 1.0:
            return density
        return density * ndtr((logit(top) - m[1] - slope * (a - m[0])) / rest)

    width = 10 * math.sqrt(C[0, 0])
    bend = [b for b in (logit(1 - points),) if abs(b - m[0]) < width]
    return integrate.quad(inner, m[0] - width, m[0] + width, points=bend, limit=200, epsabs=1e-10)[0]


@pytest.mark.parametrize("points", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("gap", [0.1, 1.0, 3.0])
def test_the_chance_of_being_close_to_the_best_is_that_of_quadrature(points: float, gap: float) -> None:
    X = np.array([[1.0, 1.0], [1.0, -0.6]])
    mean = np.array([0.2, gap])
    S = np.array([[0.5, 0.2], [0.2, 0.9]])
    right = chance_by_quadrature(mean, S, X, points)
    rule = WithinOfBest(points, 0.9, draws=40_000)
    found = rule.chance(facing(X, mean, S))
    assert abs(found - right) < 3.5 * math.sqrt(right * (1 - right) / 40_000) + 1e-4
    assert rule.check(facing(X, mean, S)).stop == (found >= 0.9)


def test_a_chance_looks_at_what_is_in_stock_and_repeats_itself() -> None:
    X = np.array([[1.0, 1.0], [1.0, 0.9], [1.0, -2.0]])
    mean, S = np.array([0.0, 0.3]), np.eye(2)
    rule = WithinOfBest(0.05, 0.9)
    whole = rule.chance(facing(X, mean, S))
    assert rule.chance(facing(X, mean, S)) == whole
    assert WithinOfBest(0.05, 0.9, seed=1).chance(facing(X, mean, S)) != whole
    part = rule.chance(facing(X, mean, S, np.array([True, True, False])))
    assert part > whole
    assert part == rule.chance(facing(X[:2], mean, S))
    assert rule.chance(facing(X[:1], mean, S)) == 1.0


def test_a_chance_stops_when_it_reaches_its_level_and_says_how_far_it_is(pool: Pool) -> None:
    progress = advise(grown(begun(pool), *RUNS)).progress
    chance = WithinOfBest(0.05, 0.9).chance(progress)
    assert 0.02 < chance < 0.9
    why = WithinOfBest(0.05, 0.9).check(progress).why
    assert why == (
        f"The chance that the recommended candidate is within 5 percentage points of the best is {100 * chance:.0f} %; "
        "90 % is asked for."
    )
    assert WithinOfBest(0.05, chance).check(progress).stop
    assert not WithinOfBest(0.05, chance + 1e-9).check(progress).stop


def test_a_run_that_costs_more_than_it_is_worth_stops(pool: Pool) -> None:
    advice = advise(grown(begun(pool), *RUNS))
    progress = advice.progress
    worth = 100 * advice.suggestion.kg * 5.0
    assert CostAgainstValue(worth * 1.01, 5.0).check(progress).stop
    verdict = CostAgainstValue(worth * 0.99, 5.0).check(progress)
    assert not verdict.stop
    assert verdict.why.startswith(f"The best next run is worth {worth:.3g} and costs ")


def test_what_is_at_stake_stops_at_its_limit_and_says_its_error() -> None:
    progress = advise(stuck()).progress
    stake = progress.at_stake
    assert stake == at_stake(stuck())
    points, error = f"{100 * stake.value:.2g}", f"{100 * stake.error:.2g}"
    verdict = AtStake(0.02).check(progress)
    assert verdict == Verdict(
        stop=True,
        why=f"Still at stake: {points} percentage points (standard error {error}); the rule asks for at most 2.",
    )
    assert not AtStake(0.01).check(progress).stop
    assert AtStake(stake.value).check(progress).stop
    assert not AtStake(stake.value - 1e-12).check(progress).stop


def test_a_stuck_study_stops_by_the_next_run_and_not_by_what_is_at_stake() -> None:
    progress = advise(stuck()).progress
    assert progress.best_gain <= 1e-6
    assert (ValueBelow(0.001) | CostAgainstValue(1, 1)).check(progress).stop
    assert not (AtStake(0.005) & ValueBelow(0.001)).check(progress).stop


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.01, "1"), (0.010004, "1.0004"), (0.00999999, "1"), (0.0000012, "0.00012"), (0.0, "0"), (0.123, "12")],
)
def test_a_close_call_is_written_with_as_many_digits_as_show_its_side(value: float, text: str) -> None:
    progress = replace(advise(stuck()).progress, stake=PerfectInformation(value, 0.0001))
    verdict = AtStake(0.01).check(progress)
    assert verdict.stop == (value <= 0.01)
    assert verdict.why.startswith(f"Still at stake: {text} percentage points (standard error 0.01)")


def test_runs_in_progress_are_named_beside_what_is_at_stake() -> None:
    one, two = (AtStake(0.02).check(advise(begin(stuck(), *"BC"[:n])).progress).why for n in (1, 2))
    assert one.endswith("at most 2. The outcome of the run in progress is not counted in.")
    assert two.endswith("at most 2. The outcomes of the 2 runs in progress are not counted in.")


def test_what_is_at_stake_is_worked_out_once_for_all_rules_and_only_if_one_asks() -> None:
    progress = advise(stuck()).progress
    (Budget(3) | ValueBelow(0.001)).check(progress)
    assert "at_stake" not in progress.__dict__
    (AtStake(0.001) & AtStake(0.002)).check(progress)
    assert "at_stake" in progress.__dict__
    rule = Budget(3) | (ValueBelow(0.001) & AtStake(0.02))
    assert [rests_on_stake(r) for r in (rule, Budget(3) | ValueBelow(0.001))] == [True, False]
    assert [rests_on_sweep(r) for r in (rule, Budget(3) & AtStake(0.02))] == [True, False]
    assert largest_stake(rule | AtStake(0.01)) == 0.02
    assert largest_stake(AtStake(0.02) & AtStake(0.01)) == 0.01
    assert largest_gain(AtStake(0.02)) is None
    assert largest_gain(parse("value 0.5 or cost 3 worth 2")) == pytest.approx(0.015)
    assert largest_gain(parse("value 0.5 and cost 3 worth 2")) == pytest.approx(0.005)
    assert largest_stake(Budget(3)) is None


@pytest.mark.parametrize(
    ("rule", "stop", "why"),
    [
        (YES | NO, True, "yes."),
        (NO | ALSO, True, "also."),
        (YES | ALSO, True, "yes. also."),
        (NO | NO, False, "no. no."),
        (YES & NO, False, "no."),
        (YES & ALSO, True, "yes. also."),
        ((YES & NO) | ALSO, True, "also."),
        ((YES | NO) & NO, False, "no."),
    ],
)
def test_rules_are_joined_by_any_and_all(rule: Rule, stop: bool, why: str) -> None:
    progress = facing(np.array([[1.0]]), np.zeros(1), np.eye(1))
    assert rule.check(progress) == Verdict(stop, why)


def test_rules_are_values_with_names() -> None:
    rule = Budget(30) | (ValueBelow(0.001) & WithinOfBest(0.05, 0.9)) | CostAgainstValue(20, 5)
    assert rule.name == (
        "30 runs are spent or (the value of testing is below 0.1 percentage points and the best now is within 5"
        " percentage points of the true best with a chance of 90 %) "
        "or a run costs more than it is worth (20 a run, 5 a percentage point)"
    )
    assert rule == Budget(30) | (ValueBelow(0.001) & WithinOfBest(0.05, 0.9)) | CostAgainstValue(20, 5)
    assert AllOf((Budget(3), Budget(4) | Budget(5))).name == (
        "3 runs are spent and (4 runs are spent or 5 runs are spent)"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: Budget(0),
        lambda: AtStake(0.0),
        lambda: AtStake(1.0),
        lambda: ValueBelow(0.0),
        lambda: ValueBelow(float("nan")),
        lambda: WithinOfBest(0.0, 0.9),
        lambda: WithinOfBest(0.05, 1.0),
        lambda: WithinOfBest(0.05, 0.9, draws=99),
        lambda: WithinOfBest(0.05, 0.9, seed=-1),
        lambda: CostAgainstValue(-1.0, 1.0),
        lambda: CostAgainstValue(1.0, 0.0),
        lambda: CostAgainstValue(float("inf"), 1.0),
        lambda: AnyOf(()),
        lambda: AllOf(()),
    ],
)
def test_rules_with_numbers_that_mean_nothing_are_refused(make: object) -> None:
    with pytest.raises(BadInput):
        make()
