"""Common tests of all beliefs."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadInput, OutOfRange
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.log_odds import check_range, interval
from kgdesk.model.beliefs.prior import prior_belief

Any3 = DiagonalBelief | FullBelief | MomentBelief
KINDS = tuple(BELIEFS)
every = pytest.mark.parametrize("kind", KINDS)


def belief(kind: str, d: int = 3, seed: int = 0) -> Any3:
    rng = np.random.default_rng(seed)
    mean = rng.normal(size=d)
    if kind == "diagonal":
        return DiagonalBelief(mean, rng.uniform(0.5, 2, d))
    A = rng.normal(size=(d, d))
    return BELIEFS[kind](mean, A @ A.T + 0.1 * np.eye(d))


def pool(M: int = 9, d: int = 3, seed: int = 1) -> np.ndarray:
    return np.column_stack([np.ones(M), np.random.default_rng(seed).normal(size=(M, d - 1))])


def second(b: Any3) -> np.ndarray:
    return b.precision if isinstance(b, DiagonalBelief) else b.covariance


@every
def test_the_prior_has_mean_zero_and_deviation_one_over_the_root_of_the_precision(kind: str) -> None:
    b = BELIEFS[kind].prior(4, precision=4.0)
    assert (b.mean == 0).all()
    assert (b.deviation == 0.5).all()
    assert (BELIEFS[kind].prior(2).deviation == 1.0).all()
    assert b.kind == kind


@every
@pytest.mark.parametrize("precision", [0, -1.0, float("nan"), float("inf"), "wide", 1e-320, None])
def test_a_prior_precision_that_is_not_a_number_above_zero_is_refused(kind: str, precision: object) -> None:
    if precision == float("inf"):
        with pytest.raises(BadInput):
            BELIEFS[kind].prior(2, precision)
        return
    with pytest.raises(BadInput, match="precision"):
        BELIEFS[kind].prior(2, precision)
    with pytest.raises(BadInput, match="precision"):
        prior_belief(kind, [0.0, 0.0], [1.0, precision])


def test_the_prior_of_a_study_takes_means_and_precisions_of_its_own_and_a_known_kind() -> None:
    for kind in KINDS:
        b = prior_belief(kind, [0.5, -1], [4, 1])
        assert b.kind == kind
        assert b.mean.tolist() == [0.5, -1.0]
        assert b.deviation.tolist() == [0.5, 1.0]
    with pytest.raises(BadInput, match="nonsense"):
        prior_belief("nonsense", [0.0], [1.0])
    with pytest.raises(BadInput, match="prior mean"):
        prior_belief("full", ["a"], [1.0])


@every
def test_a_belief_is_frozen(kind: str) -> None:
    b = belief(kind)
    with pytest.raises(FrozenInstanceError):
        b.mean = np.zeros(3)
    for array in (b.mean, second(b)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7.0


@every
def test_writing_to_the_arrays_that_made_a_belief_does_not_change_it(kind: str) -> None:
    mean, spread = np.zeros(2), np.ones(2) if kind == "diagonal" else np.eye(2)
    b = BELIEFS[kind](mean, spread)
    before = b.digest
    mean[0], spread[0] = 5.0, 7.0
    assert b.digest == before
    assert b.mean[0] == 0.0


@every
def test_an_update_makes_a_new_belief_and_leaves_the_old_one(kind: str) -> None:
    b = belief(kind)
    before = b.digest
    new = b.updated(pool()[0], 1)
    assert type(new) is type(b)
    assert b.digest == before
    assert new.digest != before


@every
def test_a_success_raises_the_probability_of_its_row_and_a_failure_lowers_it(kind: str) -> None:
    b, X = belief(kind), pool()
    for x in X:
        up, now, down = (c.moments(x[None, :])[0][0] for c in (b.updated(x, 1), b, b.updated(x, -1)))
        assert down < now < up
    assert (b.updated(X[0], -1).deviation <= b.deviation).all()


@every
@pytest.mark.parametrize("y", [0, 2, "success", None, 0.5, float("nan"), [1], np.array([1, 1])])
def test_an_outcome_other_than_plus_or_minus_one_is_refused(kind: str, y: object) -> None:
    with pytest.raises(BadInput, match=r"\+1 \(success\) or -1 \(failure\)"):
        belief(kind).updated(pool()[0], y)


@every
def test_outcomes_of_any_number_type_give_the_same_bits(kind: str) -> None:
    b, x = belief(kind), pool()[0]
    assert len({b.updated(x, y).digest for y in (1, 1.0, np.int8(1), np.float32(1.0))}) == 1


@every
@pytest.mark.parametrize(
    ("x", "says"),
    [
        ([1.0, 2.0], "shape"),
        ([[1.0, 2.0, 3.0]], "shape"),
        (1.0, "shape"),
        ([1.0, float("nan"), 0.0], "finite"),
        ([1.0, float("inf"), 0.0], "finite"),
        (["a", "b", "c"], "not a number"),
        ([1.0, None, [2]], "not a number"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused(kind: str, x: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        belief(kind).updated(x, 1)


@every
@pytest.mark.parametrize(
    ("X", "says"),
    [
        ([[1.0, 2.0]], "shape"),
        ([1.0, 2.0, 3.0], "shape"),
        (np.empty((0, 3)), "no rows"),
        ([[1.0, 2.0, 3.0], [1.0, 2.0, float("nan")]], r"finite number at position \(1, 2\)"),
        ([["x", 2.0, 3.0]], "not a number"),
    ],
)
def test_a_pool_that_cannot_be_used_is_refused(kind: str, X: object, says: str) -> None:
    b = belief(kind)
    for ask in (b.predict, b.moments, b.sweep, b.knowledge_gradient):
        with pytest.raises(BadInput, match=says):
            ask(X)


@every
@pytest.mark.parametrize("size", [1e7, 1e155, 1e308, -1e308])
def test_numbers_beyond_the_admitted_range_are_refused_with_the_name_of_the_column(
    kind: str, size: float
) -> None:
    b, X = belief(kind), pool()
    X[4, 1] = size
    for ask in (b.predict, b.moments, b.sweep, b.knowledge_gradient):
        with pytest.raises(OutOfRange, match="column 2 of the design matrix"):
            ask(X)
    with pytest.raises(OutOfRange, match="column 2"):
        b.updated(X[4], 1)
    with pytest.raises(OutOfRange, match="column 2"):
        posterior(b, X, np.ones(len(X)))


@pytest.mark.parametrize("kind", ["full", "moments"])
def test_sums_that_cancel_beyond_all_numbers_are_refused(kind: str) -> None:
    b = BELIEFS[kind](np.array([1e300, -1e300]), np.array([[10.0, -10.0], [-10.0, 10.1]]))
    with pytest.raises(OutOfRange):
        b.moments([[1e308, 1e308]])


def test_the_range_ends_where_it_is_said_to_and_names_the_heading() -> None:
    X, one = np.array([[1.0, 5.0]]), np.ones(1)
    check_range(one * 1e6, one * 1e12, X, np.ones(2), ("intercept", "temperature"))
    for mu, s2 in ((1.001e6, 1.0), (-1.001e6, 1.0), (0.0, 1.001e12), (np.nan, 1.0), (0.0, np.inf)):
        with pytest.raises(OutOfRange, match="column “temperature”"):
            check_range(one * mu, one * s2, X, np.ones(2), ("intercept", "temperature"))


@every
def test_predictions_are_probabilities_and_rise_with_the_mean_score(kind: str) -> None:
    b, X = belief(kind), pool(50)
    p = b.predict(X)
    assert p.shape == (50,)
    assert ((p >= 0) & (p <= 1)).all()
    far = b.predict(np.array([[1e5, 0, 0], [-1e5, 0, 0], [0, 0, 0]]))
    assert far[2] == 0.5
    mu, s2 = b.moments(X)
    order = np.argsort(mu / np.sqrt(1 + np.pi * s2 / 8))
    if kind != "moments":
        assert (np.diff(p[order]) >= 0).all()


@every
def test_the_sweep_has_one_value_a_candidate_and_agrees_with_itself(kind: str) -> None:
    b, X = belief(kind), pool(12)
    sweep = b.sweep(X)
    assert (b.knowledge_gradient(X) == sweep.kg).all()
    for array in (sweep.kg, sweep.success_best, sweep.success_value, sweep.failure_best, sweep.failure_value):
        assert array.shape == (12,)
    assert (sweep.probability == b.predict(X)).all()
    assert sweep.value_now == sweep.probability[sweep.best_now]
    assert abs(sweep.value_now - sweep.probability.max()) < (0.02 if kind == "moments" else 1e-12)
    p = sweep.probability
    kg = p * sweep.success_value + (1 - p) * sweep.failure_value - sweep.value_now
    np.testing.assert_allclose(sweep.kg, kg, atol=1e-15)
    assert (sweep.kg > -0.2).all()
    assert (sweep.kg < 1).all()


@every
def test_a_single_candidate_has_almost_no_value_of_information(kind: str) -> None:
    b, x = belief(kind), pool()[:1]
    sweep = b.sweep(x)
    assert sweep.kg.shape == (1,)
    assert sweep.best_now == sweep.success_best[0] == sweep.failure_best[0] == 0
    assert abs(sweep.kg[0]) < (2e-3 if kind == "moments" else 0.06)


@every
def test_measuring_a_row_of_zeros_is_worth_nothing(kind: str) -> None:
    X = pool()
    X[3] = 0.0
    sweep = belief(kind).sweep(X)
    assert abs(sweep.kg[3]) < 1e-15
    assert sweep.probability[3] == 0.5


@every
def test_any_layout_of_the_pool_gives_the_same_numbers(kind: str) -> None:
    b, X = belief(kind), pool(3)
    right = b.sweep(X).kg
    read_only = X.copy()
    read_only.flags.writeable = False
    turned = np.asfortranarray(X).T  # C-contiguous, read-only, and its base has the same shape
    turned.flags.writeable = False
    assert (b.sweep(np.asfortranarray(X)).kg == right).all()
    assert (b.sweep(read_only).kg == right).all()
    assert (b.sweep(X.tolist()).kg == right).all()
    assert (b.sweep(turned).kg == b.sweep(X.T.copy()).kg).all()
    whole = np.repeat(X, 2, axis=0)
    assert (b.sweep(whole[::2]).kg == right).all()


@every
def test_the_digest_changes_with_any_bit_and_with_nothing_else(kind: str) -> None:
    b = belief(kind)
    assert BELIEFS[kind](b.mean.copy(), second(b).copy()).digest == b.digest
    assert len(b.digest) == 64
    seen = {b.digest}
    for j in range(3):
        mean, spread = b.mean.copy(), second(b).copy()
        mean[j] = np.nextafter(mean[j], 9)
        seen.add(BELIEFS[kind](mean, second(b)).digest)
        at = j if kind == "diagonal" else (j, j)
        spread[at] = np.nextafter(spread[at], 9)
        seen.add(BELIEFS[kind](b.mean, spread).digest)
    assert len(seen) == 7
    assert (
        len({BELIEFS[k](np.zeros(1), np.ones(1) if k == "diagonal" else np.eye(1)).digest for k in KINDS})
        == 3
    )


@every
def test_a_belief_survives_json_bit_by_bit(kind: str) -> None:
    b = belief(kind).updated(pool()[0], 1)
    data = json.loads(json.dumps(b.as_json()))
    key = "precision" if kind == "diagonal" else "covariance"
    assert data["kind"] == kind
    assert BELIEFS[kind](data["mean"], data[key]).digest == b.digest


@every
def test_a_spread_that_cannot_be_is_refused(kind: str) -> None:
    bad = [
        [[1.0, 0.0]],
        [[1.0, 0.0], [0.0, np.nan]],
        [["a", 1.0], [1.0, 1.0]],
        [[1.0, 0.0], [0.0, -1.0]],
        [[1.0, 0.3], [0.1, 1.0]],
    ]
    if kind == "diagonal":
        bad = [[1.0], [1.0, np.nan], ["a", 1.0], [1.0, -1.0], [1.0, 0.0]]
    for spread in bad:
        with pytest.raises(BadInput):
            BELIEFS[kind]([0.0, 0.0], spread)
    with pytest.raises(BadInput):
        BELIEFS[kind]([[0.0]], np.eye(1))


@pytest.mark.parametrize("kind", ["full", "moments"])
def test_huge_and_vanishing_covariances_are_taken_without_a_warning(kind: str) -> None:
    for size in (1e300, 1e200, 1e-300, 0.0):
        b = BELIEFS[kind](np.zeros(2), np.eye(2) * size)
        assert (b.covariance == np.eye(2) * size).all()
    with pytest.raises(BadInput, match="symmetric"):
        BELIEFS[kind](np.zeros(2), np.array([[1e308, -1e308], [1e308, 1e308]]))


@every
def test_rows_so_small_that_their_square_vanishes_are_taken(kind: str) -> None:
    for x in (1e-154, 1e-160, 5e-324):
        b = BELIEFS[kind].prior(1).updated([x], 1)
        assert b.mean[0] == pytest.approx(x / 2, rel=1e-9, abs=5e-324)
        assert b.predict([[x]])[0] == pytest.approx(0.5)


@pytest.mark.parametrize("kind", ["diagonal", "full"])
def test_the_papers_beliefs_fold_in_order(kind: str) -> None:
    b, X = belief(kind), pool(6)
    y = np.array([1, -1, 1, 1, -1, -1])
    one = b
    for x, outcome in zip(X, y, strict=True):
        one = one.updated(x, int(outcome))
    assert posterior(b, X, y).digest == one.digest
    assert posterior(b, np.empty((0, 3)), []).digest == b.digest


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=25), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_fit_has_the_same_bits_in_any_order(outcomes: list[tuple[int, bool]], shuffler: object) -> None:
    X, prior = pool(6), MomentBelief.prior(3)
    mixed = list(outcomes)
    shuffler.shuffle(mixed)

    def fitted(runs: list[tuple[int, bool]]) -> str:
        return MomentBelief.fitted(prior, X[[r for r, _ in runs]], [1 if up else -1 for _, up in runs]).digest

    assert fitted(outcomes) == fitted(mixed) == fitted(sorted(outcomes))


def test_negative_zeros_make_no_row_of_their_own() -> None:
    prior = MomentBelief.prior(2)
    one = MomentBelief.fitted(prior, [[1.0, 0.0], [1.0, -0.0], [-0.0, 1.0]], [1, -1, 1])
    two = MomentBelief.fitted(prior, [[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]], [1, 1, -1])
    assert one.digest == two.digest


def test_a_correction_is_a_fresh_fit() -> None:
    X, prior = pool(8), MomentBelief.prior(3)
    y = np.array([1, 1, -1, 1, -1, -1, 1, -1])
    wrong = y.copy()
    wrong[3] = -1
    first = MomentBelief.fitted(prior, X, wrong)
    corrected = posterior(prior, X, y)
    assert first.digest != corrected.digest
    assert corrected.digest == MomentBelief.fitted(MomentBelief.prior(3), X.copy(), y.tolist()).digest
    assert posterior(prior, np.empty((0, 3)), []).digest == prior.digest


def test_outcomes_that_cannot_be_are_refused() -> None:
    X = pool(3)
    for b in (belief(kind) for kind in KINDS):
        for y in ([1, 1], [1, 0, 1], [1, np.nan, 1], ["a", 1, 1], [[1, 1, 1]]):
            with pytest.raises(BadInput):
                posterior(b, X, y)
        with pytest.raises(BadInput):
            posterior(b, X[:, :2], [1, 1, 1])
    with pytest.raises(BadInput, match="not a belief"):
        posterior("moments", X, [1, 1, 1])


def test_a_fit_that_does_not_settle_is_refused_with_the_way_out() -> None:
    prior = MomentBelief(np.zeros(2), np.ones((2, 2)))
    with pytest.raises(OutOfRange, match="raise the prior precision"):
        MomentBelief.fitted(prior, np.eye(2), [1, -1])


def test_the_interval_is_the_curve_of_the_interval() -> None:
    low, high = interval(np.array([0.0, 800.0, -800.0, 1.0]), np.array([1.0, 4.0, 4.0, 0.0]))
    assert low[0] == pytest.approx(1 / (1 + np.exp(1.6448536269514722)))
    assert low[0] + high[0] == pytest.approx(1.0)
    assert low[1] == high[1] == 1.0
    assert low[2] < 1e-300
    assert low[3] == high[3] == pytest.approx(1 / (1 + np.exp(-1.0)))


@pytest.mark.parametrize("kind", ["full", "moments"])
@pytest.mark.parametrize(
    "matrix", [[[1.0, 2.0], [2.0, 1.0]], [[1.0, -5.0], [-5.0, 1.0]], [[0.0, 0.1], [0.1, 1.0]]]
)
def test_a_matrix_that_is_no_covariance_is_refused(kind: str, matrix: list[list[float]]) -> None:
    with pytest.raises(BadInput, match="vary together"):
        BELIEFS[kind](np.zeros(2), np.array(matrix))
