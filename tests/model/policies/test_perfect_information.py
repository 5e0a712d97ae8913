"""The value at stake is the value of perfect information: quadrature, brute force, and related quantities."""

from __future__ import annotations

import math
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown, stuck, then
from mixtures import learnt, made, outcomes, prior
from scipy import integrate
from scipy.special import expit

from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.decisions import stock
from kgdesk.model.policies import PolicyContext
from kgdesk.model.policies.kg_star import row_information
from kgdesk.model.policies.perfect_information import PerfectInformation, perfect_information
from kgdesk.model.policies.pool_sweep import best_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.pool import Pool

SEED = (7, 30)


def facing(belief: Belief, X: np.ndarray, in_stock: np.ndarray | None = None) -> PolicyContext:
    none = np.zeros(len(X))
    rng = np.random.default_rng(0)
    return PolicyContext(belief, X, none, none, np.ones(X.shape[1]), 4, 30, rng, in_stock)


def of(seen: PolicyContext, seed: tuple[int, int] = SEED, draws: int = 4096) -> PerfectInformation:
    found = perfect_information(seen, seed, draws=draws)
    assert found is not None
    return found


def loss(w: np.ndarray, X: np.ndarray, best: int) -> np.ndarray:
    """Return the loss of the recommended row for each weight vector (n, d), by NumPy's own product."""
    a = w @ X.T
    return expit(a.max(axis=1)) - expit(a[:, best])


@pytest.mark.parametrize("mean", [-2.0, 0.0, 0.3])
def test_one_weight_is_what_quadrature_says(mean: float) -> None:
    X, deviation = np.array([[1.0], [-0.5], [0.2]]), 1.4
    belief = MomentBelief(np.array([mean]), np.array([[deviation**2]]))
    best, _ = best_row(belief, X, np.ones(3, dtype=np.bool_))

    def density(z: float) -> float:
        lost = loss(np.array([[mean + deviation * z]]), X, best)[0]
        return float(lost) * math.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)

    right = integrate.quad(density, -9, 9, points=[-mean / deviation], limit=400, epsabs=1e-12)[0]
    found = of(facing(belief, X))
    assert abs(found.value - right) <= 4 * found.error
    assert abs(of(facing(belief, X), draws=100_000).value - right) <= 0.9 * found.error


def test_two_weights_are_what_quadrature_says() -> None:
    X = np.array([[1.0, 1.0], [1.0, -0.6], [1.0, 0.2]])
    S = np.array([[0.5, 0.2], [0.2, 0.9]])
    belief = MomentBelief(np.array([0.2, 0.1]), S)
    best, _ = best_row(belief, X, np.ones(3, dtype=np.bool_))
    nodes = np.linspace(-8, 8, 1601)
    z = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 2)
    weight = np.exp(-0.5 * (z * z).sum(axis=1))
    w = belief.mean + z @ np.linalg.cholesky(S).T
    right = float((loss(w, X, best) * weight).sum() / weight.sum())
    found = of(facing(belief, X))
    assert abs(found.value - right) <= 4 * found.error
    assert found.error < 0.05 * right


@pytest.mark.parametrize("kind", ["moments", "full", "diagonal"])
def test_every_belief_is_what_other_draws_of_it_say(kind: str) -> None:
    rng = np.random.default_rng(3)
    X = np.column_stack([np.ones(200), rng.uniform(-1, 1, (200, 5))])
    root = np.tril(rng.normal(size=(6, 6))) * 0.4
    mean, S = rng.normal(size=6) * 0.5, root @ root.T
    precision = 1 / np.diag(S)
    beliefs = {
        "moments": MomentBelief(mean, S),
        "full": FullBelief(mean, S),
        "diagonal": DiagonalBelief(mean, precision),
    }
    belief = beliefs[kind]
    best, _ = best_row(belief, X, np.ones(200, dtype=np.bool_))
    spread = np.diag(1 / precision) if kind == "diagonal" else S
    other = loss(rng.multivariate_normal(mean, spread, 40_000), X, best)
    found = of(facing(belief, X))
    assert abs(found.value - other.mean()) <= 4 * math.hypot(found.error, other.std() / 200)
    assert found.error == pytest.approx(other.std() / 64, rel=0.2)


def five(kind: str) -> tuple[Belief, np.ndarray]:
    """Return an average over five numbers, with 300 rows, after 25 outcomes."""
    X, higher = made(5, 300)
    rows, y = outcomes(X, 25)
    return posterior(prior(kind, higher), X[rows], y), X


@pytest.mark.parametrize("learn", [learnt, five])
@pytest.mark.parametrize("kind", ["moments", "full"])
def test_a_mixture_is_what_other_draws_of_its_components_say(
    kind: str, learn: Callable[[str], tuple[Belief, np.ndarray]]
) -> None:
    belief, X = learn(kind)
    assert isinstance(belief, AverageBelief)
    best, _ = best_row(belief, X, np.ones(len(X), dtype=np.bool_))
    rng, lost = np.random.default_rng(11), []
    total = sum(part.weight / part.favour for part in belief.components)
    for part in belief.components:
        weight = part.weight / part.favour / total
        own = np.zeros((rng.binomial(40_000, weight), X.shape[1]))
        own[:, part.columns] = rng.multivariate_normal(part.belief.mean, part.belief.covariance, len(own))
        lost.append((weight, loss(own, X, best)))
    right = sum(weight * each.mean() for weight, each in lost)
    spread = math.sqrt(sum(weight**2 * each.var() / each.size for weight, each in lost))
    found = of(facing(belief, X))
    assert abs(found.value - right) <= 4 * math.hypot(found.error, spread)


def test_only_what_is_in_stock_counts_in_both_terms() -> None:
    rng = np.random.default_rng(5)
    X = np.column_stack([np.ones(40), rng.normal(size=(40, 2))])
    belief = MomentBelief(np.array([0.0, 0.4, -0.2]), np.eye(3))
    kept = rng.random(40) < 0.5
    found = of(facing(belief, X, kept))
    assert found == of(facing(belief, np.ascontiguousarray(X[kept])))
    assert found != of(facing(belief, X))
    alone = np.zeros(40, dtype=np.bool_)
    alone[3] = True
    assert of(facing(belief, X, alone)) == PerfectInformation(0.0, 0.0)


def test_a_state_has_one_value_and_seed_and_number_of_outcomes_move_it() -> None:
    study = stuck(seed=4)
    found = at_stake(study)
    assert found is not None
    assert at_stake(study) == found
    seen = policy_context(study)
    assert study.draw_seed == (4, len(study.valid))
    assert of(seen, study.draw_seed) == found
    others = of(seen, (5, len(study.valid))), of(seen, (4, len(study.valid) + 1))
    assert all(found != other for other in others)
    assert all(abs(found.value - other.value) < 5 * found.error for other in others)


def test_the_policies_feel_nothing_of_it() -> None:
    seen, untouched = (policy_context(stuck(policy="thompson")) for _ in range(2))
    of(seen)
    assert np.array_equal(seen.normals(3), untouched.normals(3))


def test_before_the_first_run_a_study_has_something_at_stake(pool: Pool) -> None:
    for settings in ({}, {"terms": "average"}, {"belief": "diagonal"}):
        found = at_stake(begun(pool, **settings))
        assert found is not None
        assert found.value > 0.1
        assert found.error < 0.01


def test_a_stuck_study_has_much_at_stake_where_no_single_run_is_worth_anything() -> None:
    study = stuck()
    found = at_stake(study)
    assert found is not None
    assert float(advise(study).kg.max()) <= 1e-6
    assert 0.01 < found.value - 3 * found.error < found.value < 0.05


def test_it_bounds_what_knowing_one_row_is_worth(pool: Pool) -> None:
    study = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"))
    seen, found = policy_context(study), at_stake(study)
    assert found is not None
    rows = np.arange(len(seen.X))
    one = row_information(seen, rows, np.ones(len(rows), dtype=np.bool_))
    assert one.max() < found.value - 3 * found.error


def test_runs_in_progress_have_no_part_in_it() -> None:
    study = stuck()
    running = begin(study, "B", "C")
    assert of(policy_context(running)) == of(policy_context(study))
    assert at_stake(running) == at_stake(study)


def test_a_candidate_that_is_used_up_leaves_nothing_of_its_own_at_stake() -> None:
    study = stuck()
    for line in "BCDEFGHI":
        study = then(study, stock.exclude(study, line, "used up"))
    assert at_stake(study) == PerfectInformation(0.0, 0.0)


def test_work_that_is_given_up_says_nothing() -> None:
    asked = []
    assert at_stake(stuck(), lambda: bool(asked.append(1))) is None
    assert len(asked) == 1


def test_a_hundred_thousand_candidates_need_no_more_memory_than_their_table_a_few_times() -> None:
    rng = np.random.default_rng(8)
    X = np.column_stack([np.ones(100_000), rng.normal(size=(100_000, 7))])
    belief = MomentBelief(np.zeros(8), np.eye(8))
    of(facing(belief, X[:500]))
    tracemalloc.start()
    found = of(facing(belief, X), draws=512)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0.0 < found.value < 1.0
    assert peak < 6 * X.nbytes
