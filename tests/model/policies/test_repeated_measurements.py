"""Value of several runs, vectorised over rows, and the policy that maximises the value per run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from counts import counted, exhaustive_gains
from lives import begun, grown, leading
from mixtures import learnt, made, prior
from seldom import seldom
from situations import scores, world

from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import prior_belief
from kgdesk.model.policies import choose
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.policies.repeated_measurements import repeated_runs_gain

if TYPE_CHECKING:
    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.pool import Pool

each_belief = pytest.mark.parametrize("kind", list(BELIEFS))
RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


@each_belief
@pytest.mark.parametrize(("n", "size"), [(0, 24), (9, 24), (60, 24), (9, 500)])
def test_one_run_is_worth_its_knowledge_gradient(kind: str, n: int, size: int) -> None:
    here = world(kind, n=n, M=size)
    found = repeated_runs_gain(here.belief, here.rows, here.rows, [1])
    np.testing.assert_allclose(found[0], here.belief.knowledge_gradient(here.X), rtol=0, atol=1e-10)


@each_belief
def test_a_count_is_worth_what_its_futures_give_one_by_one(kind: str) -> None:
    here = world(kind, M=7, n=5)
    everyone = np.ones(7, dtype=np.bool_)
    now = best_row(here.belief, here.X, everyone)[1]
    found = repeated_runs_gain(here.belief, here.rows, here.rows[[5, 2]], [1, 3, 16])
    for place, row in enumerate((5, 2)):
        futures = counted(here.belief, here.X[row], 16)
        for count, n in enumerate((1, 3, 16)):
            right = sum(f.weight * best_row(f.belief, here.X, everyone)[1] for f in futures[n - 1]) - now
            assert found[count, place] == pytest.approx(right, abs=1e-10)


@pytest.mark.parametrize("kind", ["moments", "full"])
def test_an_average_of_models_weighs_the_gains_of_each(kind: str) -> None:
    belief, X = learnt(kind)
    run = X[::3]
    found = repeated_runs_gain(belief, X, run, [1, 4])
    np.testing.assert_allclose(found[0], belief.knowledge_gradient(X)[::3], rtol=0, atol=1e-10)
    parts = [c.weight * repeated_runs_gain(c.belief, c.of(X), c.of(run), [4])[0] for c in belief.components]
    np.testing.assert_allclose(found[1], sum(parts), rtol=0, atol=1e-14)
    assert isinstance(belief, AverageBelief)


def state(rng: np.random.Generator, kind: str) -> tuple[Belief, np.ndarray]:
    """Return a belief after 0 to 40 outcomes about a random pool of up to 160 rows; in some many scores tie."""
    n, M = int(rng.choice([0, 0, 1, 3, 10, 40])), int(rng.integers(2, 160))
    belief: Belief
    if kind.startswith("average"):
        X, higher = made(int(rng.integers(2, 5)), M + 20, int(rng.integers(99)))
        belief = prior(kind.removeprefix("average-"), higher)
    else:
        d = int(rng.integers(1, 8))
        own = rng.integers(-1, 2, (M, d)).astype(float) if rng.integers(3) == 0 else rng.normal(size=(M, d))
        X = np.column_stack([np.ones(M), own * rng.choice([0.1, 1.0, 3.0, 30.0])])
        mean = np.zeros(d + 1)
        mean[0] = rng.choice([0.0, -3.0])
        belief = prior_belief(kind, mean, rng.choice([0.1, 1.0, 10.0], d + 1))
    if not n:
        return belief, X
    return posterior(belief, X[rng.integers(len(X), size=n)], np.where(rng.random(n) < 0.4, 1.0, -1.0)), X


def compare(states: int, seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(states):
        belief, X = state(rng, kind)
        run = X[rng.integers(len(X), size=6)]
        counts = sorted(set(rng.choice([1, 2, 3, 4, 8, 17], 3).tolist()))
        found, right = repeated_runs_gain(belief, X, run, counts), exhaustive_gains(belief, X, run, counts)
        np.testing.assert_allclose(found, right, rtol=0, atol=1e-12)
        best = (right / np.array(counts)[:, None]).max(axis=0)
        chosen = int(np.argmax((found / np.array(counts)[:, None]).max(axis=0)))
        assert best[chosen] >= best.max() - 1e-12


every_belief = pytest.mark.parametrize(
    "kind", ["moments", "full", "diagonal", "average-moments", "average-full"]
)


@pytest.mark.parametrize("states", [3, *seldom(12)])
@every_belief
def test_values_and_choice_in_random_states_are_those_of_every_pair(kind: str, states: int) -> None:
    compare(states, 20262601, kind)


@pytest.mark.nightly
@every_belief
def test_values_and_choice_in_ten_thousand_random_states_are_those_of_every_pair(kind: str) -> None:
    compare(2_000, 20262602, kind)


def test_equal_scores_are_told_apart_by_the_exact_probability() -> None:
    """Rows 0 and 1 have equal scores after either outcome of row 2, but row 1 has another probability."""
    belief = MomentBelief([0.8, 0.0, 0.0], np.diag([0.0, 9.0, 1.0]))
    X = np.array([[1.0, 0.0, 0.0], [np.sqrt(1.0 + np.pi / 8.0 * 9.0), 1.0, 0.0], [0.0, 0.0, 1.0]])
    mu, s2 = belief.moments(X)
    assert mu[1] / np.sqrt(1.0 + np.pi / 8.0 * s2[1]) == pytest.approx(mu[0], rel=1e-15)
    assert abs(np.diff(belief.predict(X[:2]))[0]) > 1e-3
    np.testing.assert_allclose(
        repeated_runs_gain(belief, X, X[2:], [1])[0], belief.knowledge_gradient(X)[2], rtol=0, atol=1e-12
    )


@each_belief
def test_a_belief_without_doubt_has_nothing_to_gain(kind: str) -> None:
    mean = np.array([1.0, -2.0, 0.5, 1.5])
    sure = (
        DiagonalBelief(mean, np.full(4, 1e300))
        if kind == "diagonal"
        else BELIEFS[kind](mean, np.zeros((4, 4)))
    )
    here = world(kind, belief=sure)
    np.testing.assert_allclose(
        repeated_runs_gain(sure, here.rows, here.rows, [1, 2, 8]), 0.0, rtol=0, atol=1e-14
    )


def test_a_belief_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadInput, match="“object” is not a belief"):
        repeated_runs_gain(object(), np.ones((2, 1)), np.ones((2, 1)), [1])


# --- the policy -----------------------------------------------------------------------------------------------


def test_where_no_single_run_changes_the_choice_it_takes_the_rival_that_several_runs_could_raise() -> None:
    study = leading()
    stalled, going = advise(study, policy="kg"), advise(study, policy="kg-star")
    assert stalled.suggestion.candidate == "A"
    assert going.suggestion.candidate == "B"
    row = study.pool.row("B")
    assert abs(stalled.score[row]) < 1e-5
    values = going.repeats("B").values
    best = max(values[n - 1] / n for n in (1, 2, 4, 8))
    assert going.score[row] == pytest.approx(best, abs=1e-12)
    again = going.best_repeats()
    assert again is not None
    assert (again.candidate, again.count > 1) == ("B", True)


@each_belief
def test_the_counts_end_where_the_planned_runs_do(kind: str) -> None:
    for coming, counts in ((30, []), (31, []), (29, [2]), (28, [2]), (27, [2, 4]), (23, [2, 4, 8])):
        here = world(kind, coming=coming)
        right = np.array(here.belief.knowledge_gradient(here.X))
        for n in counts:
            right = np.maximum(right, repeated_runs_gain(here.belief, here.rows, here.rows, [n])[0] / n)
        np.testing.assert_allclose(scores("kg-star", here), right, rtol=0, atol=1e-10)


def test_what_is_out_of_stock_is_neither_run_nor_the_best(pool: Pool) -> None:
    here = world()
    gone = np.isin(np.arange(24), (int(np.argmax(here.mu)), 3))
    found = scores("kg-star", replace(here, in_stock=~gone))
    rest = scores("kg-star", world(belief=here.belief, pool=here.X[~gone]))
    np.testing.assert_allclose(found[~gone], rest, rtol=0, atol=1e-12)
    assert not found[gone].any()
    seen = policy_context(grown(begun(pool), *RUNS))
    assert scores("kg-star", seen).shape == (len(seen.X),)


@each_belief
@pytest.mark.parametrize("n", [2, 12, 40])
def test_of_a_large_pool_the_rows_that_matter_are_worked_out(kind: str, n: int) -> None:
    """Of 600 rows 333 are evaluated; the chosen row is the one chosen by evaluating all."""
    here = world(kind, M=600, d=4, n=n)
    right = np.array(here.belief.knowledge_gradient(here.X))
    for part in np.array_split(np.arange(600), 40):
        gains = repeated_runs_gain(here.belief, here.rows, here.rows[part], [2, 4, 8])
        right[part] = np.maximum(right[part], (gains / np.array([[2], [4], [8]])).max(axis=0))
    found = scores("kg-star", here)
    assert (found <= right + 1e-10).all()
    assert (found < right - 1e-6).any()
    assert choose(found, here) == int(np.argmax(right))
