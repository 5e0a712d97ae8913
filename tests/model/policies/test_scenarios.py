"""Runs in progress and batches: suggestions average over their possible outcomes."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown
from scipy.optimize import brentq

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.advice import batches as batches_module
from kgdesk.model.advice import scenarios
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))
STARTED = ("C-02", "C-07", "C-02", "C-11", "C-06", "C-08")


def by_hand(mean: np.ndarray, precision: np.ndarray, x: np.ndarray, y: int) -> tuple[np.ndarray, np.ndarray]:
    """Update the paper's belief as Algorithm 1 is printed, with a root finder of SciPy."""
    mu, s2 = float(mean @ x), float((x * x / precision).sum())
    p = brentq(lambda p: p - 1.0 / (1.0 + math.exp(y * mu + p * s2)), 0.0, 1.0, xtol=1e-15)
    return mean + y * p * x / precision, precision + p * (1.0 - p) * x * x


def kappa(mean: np.ndarray, precision: np.ndarray, X: np.ndarray) -> np.ndarray:
    score = X @ mean / np.sqrt(1.0 + math.pi / 8.0 * (X * X / precision).sum(axis=1))
    return 1.0 / (1.0 + np.exp(-score))


def kg_of_diagonal_by_hand(
    mean: np.ndarray, precision: np.ndarray, X: np.ndarray, started: Sequence[int]
) -> np.ndarray:
    """Enumerate all outcomes of the started runs, and of each candidate after them."""
    total = np.zeros(len(X))
    for results in itertools.product((1, -1), repeat=len(started)):
        m, q, weight = mean, precision, 1.0
        for row, y in zip(started, results, strict=True):
            chance = kappa(m, q, X[row : row + 1])[0]
            weight *= chance if y > 0 else 1.0 - chance
            m, q = by_hand(m, q, X[row], y)
        now = kappa(m, q, X)
        for i, x in enumerate(X):
            up, down = (kappa(*by_hand(m, q, x, y), X).max() for y in (1, -1))
            total[i] += weight * (now[i] * up + (1.0 - now[i]) * down - now.max())
    return total


def test_kg_with_runs_in_progress_is_what_enumerating_the_futures_by_hand_gives(pool: Pool) -> None:
    study = grown(begun(pool, belief="diagonal"), *RUNS)
    X, row_of = study.design.X, study.design.row_of
    for count in (1, 2, 4):
        begun_runs = begin(study, *STARTED[:count])
        started = [int(row_of[pool.row(c)]) for c in STARTED[:count]]
        right = kg_of_diagonal_by_hand(np.array(study.belief.mean), study.belief.precision, X, started)
        advice = advise(begun_runs)
        assert advice.kg == pytest.approx(right[row_of], abs=1e-9)
        assert advice.suggestion.candidate in {pool.ids[i] for i in np.flatnonzero(row_of == right.argmax())}
        assert advice.open_runs == STARTED[:count]


def value(belief: Belief, X: np.ndarray) -> float:
    """Return the probability of the recommended row."""
    mu, s2 = belief.moments(X)
    return float(belief.predict(X)[np.argmax(mu / np.sqrt(1 + math.pi / 8 * s2))])


def per_future(
    study: Study, started: Sequence[int], measured: Sequence[int]
) -> list[tuple[float, np.ndarray]]:
    """Return weight and KG of the measured rows in every scenario, from updates alone."""
    X = study.design.X
    futures = []
    for results in itertools.product((1, -1), repeat=len(started)):
        belief, weight = study.belief, 1.0
        for row, y in zip(started, results, strict=True):
            chance = float(belief.predict(X[row : row + 1])[0])
            weight *= chance if y > 0 else 1.0 - chance
            belief = belief.updated(X[row], y)
        now = value(belief, X)
        kg = []
        for i in measured:
            chance = float(belief.predict(X[i : i + 1])[0])
            up, down = (value(belief.updated(X[i], y), X) for y in (1, -1))
            kg.append(chance * up + (1 - chance) * down - now)
        futures.append((weight, np.array(kg)))
    return futures


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_up_to_six_runs_in_progress_are_averaged_exactly(pool: Pool, belief: str) -> None:
    study = grown(begun(pool, belief=belief), *RUNS)
    for count in (3, 6):
        started = [int(study.design.row_of[pool.row(c)]) for c in STARTED[:count]]
        futures = per_future(study, started, range(len(study.design.X)))
        assert sum(weight for weight, _ in futures) == pytest.approx(1.0, abs=1e-12)
        right = sum(weight * kg for weight, kg in futures)
        advice = advise(begin(study, *STARTED[:count]))
        assert len(advice.outlook) == 2**count
        assert advice.kg == pytest.approx(right[study.design.row_of], abs=1e-10)


def test_outcomes_of_runs_in_progress_are_not_independent(pool: Pool) -> None:
    study = begin(begun(pool), "C-01", "C-01")
    both = next(b.weight for b in advise(study).outlook if b.results == (1, 1))
    assert both == pytest.approx(0.5 * study.belief.updated(study.design.X[0], 1).predict(study.design.X)[0])
    assert both > 0.3


@pytest.mark.parametrize("belief", ["moments", "diagonal"])
def test_more_than_six_runs_in_progress_lie_within_three_standard_errors(pool: Pool, belief: str) -> None:
    """Sampled scenarios are independent: the standard error of their mean is the standard deviation by root n."""
    study = grown(begun(pool, belief=belief), *RUNS)
    candidates = (*STARTED, "C-10", "C-03")
    started = [int(study.design.row_of[pool.row(c)]) for c in candidates]
    measured = [0, 4, 8]
    futures = per_future(study, started, measured)
    weights = np.array([weight for weight, _ in futures])
    each = np.array([kg for _, kg in futures])
    right = weights @ each
    deviation = np.sqrt(weights @ (each - right) ** 2)
    advice = advise(begin(study, *candidates))
    assert len(advice.outlook) <= scenarios.SAMPLED_SCENARIOS
    names = [study.design.first_of[i] for i in measured]
    assert (np.abs(advice.kg[names] - right) <= 3 * deviation / math.sqrt(scenarios.SAMPLED_SCENARIOS)).all()
    assert (advice.kg == advise(begin(study, *candidates)).kg).all()


def test_drawn_futures_have_the_probabilities_of_the_chain_rule(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    X = study.design.X
    rows = [1, 6, 1, 10, 5, 7, 9]
    exact: dict[tuple[int, ...], float] = {}
    for results in itertools.product((1, -1), repeat=len(rows)):
        belief, weight = study.belief, 1.0
        for row, y in zip(rows, results, strict=True):
            chance = float(belief.predict(X[row : row + 1])[0])
            weight *= chance if y > 0 else 1.0 - chance
            belief = belief.updated(X[row], y)
        exact[results] = weight
    times = 40
    drawn = dict.fromkeys(exact, 0.0)
    for seed in range(times):
        for branch in scenarios.scenarios(study.belief, X, rows, np.random.default_rng(seed)):
            drawn[branch.results] += branch.weight / times
    n = times * scenarios.SAMPLED_SCENARIOS
    chi2 = sum(n * (drawn[r] - p) ** 2 / p for r, p in exact.items())
    assert chi2 < 127 + 4 * math.sqrt(2 * 127)


@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_allows_for_runs_in_progress(pool: Pool, name: str) -> None:
    study = begin(grown(begun(pool, policy=name), *RUNS), "C-02", "C-07")
    advice = advise(study)
    assert np.isfinite(advice.score).all()
    assert advise(study).suggestion == advice.suggestion
    rule, seen = policies.policy(name), policy_context(study)
    if not rule.draws:
        X, row_of = study.design.X, study.design.row_of
        total = np.zeros(len(X))
        for first, second in itertools.product((1, -1), repeat=2):
            after = grown(
                grown(begun(pool, policy=name), *RUNS),
                ("C-02", "success" if first > 0 else "failure"),
                ("C-07", "success" if second > 0 else "failure"),
            )
            x, z = X[row_of[pool.row("C-02")]], X[row_of[pool.row("C-07")]]
            once = seen.belief.updated(x, first)
            weight = once_weight(seen.belief, x, first) * once_weight(once, z, second)
            there = policy_context(after)
            total += weight * rule.scores(
                policies.PolicyContext(
                    once.updated(z, second),
                    X,
                    there.successes,
                    there.failures,
                    seen.prior_precision,
                    7,
                    30,
                    seen.rng,
                )
            )
        assert advice.score == pytest.approx(total[row_of], rel=1e-9, abs=1e-12)


def once_weight(belief: Belief, x: np.ndarray, y: int) -> float:
    chance = float(belief.predict(x[None, :])[0])
    return chance if y > 0 else 1.0 - chance


def test_the_numbers_shown_stay_those_of_the_present_belief(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    before, after = advise(study), advise(begin(study, "C-02", "C-07"))
    assert (after.probability == before.probability).all()
    assert after.recommended == before.recommended
    assert (after.kg != before.kg).any()
    assert "percentage points, given 2 runs in progress. " in after.suggestion.why
    assert after.suggestion.why.endswith(", if its outcome comes before those of the other runs.")
    assert after.as_facts()["open_runs"] == ["C-02", "C-07"]
    assert "open_runs" not in before.as_facts()


def test_a_policy_with_a_belief_of_its_own_averages_over_its_own_futures(pool: Pool) -> None:
    study = begin(grown(begun(pool), *RUNS), "C-02", "C-07")
    paper = begin(grown(begun(pool, belief="diagonal"), *RUNS), "C-02", "C-07")
    advice = advise(study, policy="kg/diagonal")
    assert (advice.score == advise(paper).kg).all()
    assert (advice.kg == advise(study).kg).all()
    assert advice.chooser is not None


def suggest_alone(study: Study) -> str:
    return advise(study).suggestion.candidate


def start_first(study: Study) -> Study:
    return begin(study, suggest_alone(study))


@pytest.mark.parametrize("grow", [lambda s: s, start_first], ids=["nothing in progress", "one in progress"])
def test_a_batch_is_greedy_with_every_pick_in_progress_for_the_next(
    pool: Pool, grow: Callable[[Study], Study], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches_module, "_COMPARISONS", 0)  # no other batch is compared with it
    study = grow(grown(begun(pool), *RUNS))
    batch = advise_batch(study, 4, repeats=True)
    assert batch[0].suggestion == advise(study).suggestion
    for n in range(1, 4):
        one_by_one = advise(begin(study, *(a.suggestion.candidate for a in batch[:n])))
        assert (batch[n].kg == one_by_one.kg).all()
        assert batch[n].suggestion.candidate == one_by_one.suggestion.candidate
        assert batch[n].revision == study.revision


def test_the_picks_of_a_batch_draw_from_generators_of_their_own(pool: Pool) -> None:
    batch = advise_batch(begun(pool, policy="random"), 8)
    assert len({a.suggestion.candidate for a in batch}) > 3
    assert [a.suggestion for a in batch] == [
        a.suggestion for a in advise_batch(begun(pool, policy="random"), 8)
    ]


@pytest.mark.parametrize("count", [0, -1, 1537])
def test_a_batch_of_an_impossible_size_is_refused(pool: Pool, count: int) -> None:
    with pytest.raises(BadInput, match="Between 1 and 1,536"):
        advise_batch(begun(pool), count)
