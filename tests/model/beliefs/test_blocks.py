"""Beliefs from runs in blocks, against one weight for every pair of candidate and block, and long draws.

The first witness has no columns and no collapse: the log-odds of all pairs are the weights of one normal belief for
each model and each deviation of the blocks, with the prior covariance between pairs; outcomes are at unit vectors.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import special

from kgdesk.errors import BadInput
from kgdesk.kernels import EXACT, SUCCESS
from kgdesk.model.beliefs.blocks import DEVIATIONS, Blocks, fitted_in_blocks
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.values import Readings, fitted_to_values
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

KINDS = {"moments": MomentBelief, "full": FullBelief}
PLATES = ("P1", "P2", "P3")


def begun(terms: str = "average", kind: str = "moments", size: int = 12) -> tuple:
    rng = np.random.default_rng(1)
    x, levels = rng.uniform(-1, 1, (size, 2)), rng.integers(3, size=size)
    attributes = Attribute("a"), Attribute("b"), Attribute("g", "category")
    values = *(tuple(c.tolist()) for c in x.T), tuple(f"L{level}" for level in levels)
    pool = Pool(tuple(f"C-{i}" for i in range(size)), attributes, values)
    scaling = fix_scaling(pool, terms=terms)
    return Settings(belief=kind, terms=terms).settled().prior_of(scaling), design(pool, scaling)


def outcomes(
    size: int, count: int = 16, columns: int = 1
) -> tuple[np.ndarray, np.ndarray, list[tuple[str, ...]]]:
    rng = np.random.default_rng(2)
    rows = rng.integers(size, size=count)
    rows[1] = rows[0]
    y = np.where(rng.random(count) < 0.4, 1.0, -1.0)
    return rows, y, [tuple(PLATES[rng.integers(3)] for _ in range(columns)) for _ in range(count)]


class Witness:
    """One model of the candidates with one deviation for each block column, and a weight for every pair.

    Pair (candidate, block) has the index candidate * 4^K + the levels in base 4; level 3 of a column is a new one.
    Blocks that do not differ are one, since a site holds all outcomes of a row.
    """

    def __init__(
        self, prior: Belief, c: int, X: np.ndarray, deviations: tuple[tuple[float, float], ...]
    ) -> None:
        self.member, self.columns, self.share = c, len(deviations), float(np.prod([p for _, p in deviations]))
        self._differ = np.array([deviation > 0.0 for deviation, _ in deviations])
        mean, S = X @ prior.mean, None
        if isinstance(prior, AverageBelief):
            part = prior.components[c]
            rows, self.share = np.asarray(prior.seen(X))[:, part.columns], self.share * part.share
            mean = rows @ part.belief.mean
            S = rows @ part.belief.covariance @ rows.T + np.diag(prior.own_variances(X)[c])
        else:
            S = X @ prior.covariance @ X.T
        self.each = 4**self.columns
        levels = np.array(list(itertools.product(range(4), repeat=self.columns)))
        between = sum(
            deviation**2 * (levels[:, None, k] == levels[None, :, k])
            for k, (deviation, _) in enumerate(deviations)
        )
        full = np.kron(S, np.ones((self.each, self.each))) + np.kron(np.ones((len(X), len(X))), between)
        self._unit = np.eye(len(full))
        self.belief = KINDS[prior.kind](np.repeat(mean, self.each), full + 1e-11 * self._unit)

    def pairs(self, candidates: np.ndarray, levels: np.ndarray) -> np.ndarray:
        code = np.where(self._differ, levels, 0) @ (4 ** np.arange(self.columns)[::-1])
        return self._unit[candidates * self.each + code]


@pytest.mark.parametrize(
    ("terms", "kind", "columns"),
    [("average", "moments", 1), ("average", "full", 1), ("linear", "moments", 2), ("quadratic", "full", 1)],
)
def test_every_candidate_is_as_in_the_mixture_over_all_pairs_of_candidate_and_block(
    terms: str, kind: str, columns: int
) -> None:
    prior, matrix = begun(terms, kind)
    rows, y, levels = outcomes(len(matrix.X), columns=columns)
    fit = fitted_in_blocks(
        prior, matrix.rows.take(rows), y, Blocks.of(levels, ("P2", "never seen")[:columns])
    )
    code = np.array([[PLATES.index(level) for level in run] for run in levels])
    members = range(len(prior.components) if isinstance(prior, AverageBelief) else 1)
    witnesses = [
        Witness(prior, c, matrix.X, deviations)
        for c in members
        for deviations in itertools.product(DEVIATIONS, repeat=columns)
    ]
    learnt = [each.belief.learnt(each.pairs(rows, code), y) for each in witnesses]
    logs = np.array([log for _, log in learnt])
    weights = np.array([each.share for each in witnesses]) * np.exp(logs - logs.max())
    weights /= weights.sum()
    member, every = np.array([each.member for each in witnesses]), np.arange(len(matrix.X))
    for belief, block in ((fit.belief, (3, 3)), (fit.present, (1, 3))):
        if isinstance(belief, AverageBelief):
            mu, s2 = belief.moments_of_members(matrix.rows)
            np.testing.assert_allclose(belief.weights, np.bincount(member, weights), atol=1e-7)
        else:
            mu, s2 = (one[None] for one in belief.moments(matrix.rows))
        for c in members:
            own = np.flatnonzero(member == c)
            share = weights[own] / weights[own].sum()
            told = [learnt[i][0].moments(witnesses[i].pairs(every, np.array(block[:columns]))) for i in own]
            mean = sum(s * m for s, (m, _) in zip(share, told, strict=True))
            variance = sum(s * (v + (m - mean) ** 2) for s, (m, v) in zip(share, told, strict=True))
            np.testing.assert_allclose(mu[c], mean, atol=1e-7)
            np.testing.assert_allclose(s2[c], variance, atol=1e-7)


def test_chances_of_linear_terms_agree_with_long_draws_from_the_exact_posterior() -> None:
    rng, n, d = np.random.default_rng(3), 24, 3
    X = np.column_stack([np.ones(n), rng.standard_normal((n, d - 1))])
    code = np.repeat(np.arange(3), 8)
    y = np.where(
        rng.random(n) < special.expit(X @ [-0.5, 1.0, -0.7] + np.array([-1.0, 0.0, 1.5])[code]), 1.0, -1.0
    )
    prior = MomentBelief.prior(d, 0.5)
    fit = fitted_in_blocks(prior, X, y, Blocks.of([(PLATES[k],) for k in code], ("P3",)))
    draws = 400_000
    w = rng.normal(0.0, np.sqrt(2.0), (draws, d))
    tau = rng.choice([one for one, _ in DEVIATIONS], draws, p=[share for _, share in DEVIATIONS])
    b = tau[:, None] * rng.standard_normal((draws, 4))
    logs = special.log_expit(y * (w @ X.T + b[:, code])).sum(axis=1)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    assert 1.0 / (weights @ weights) > 500
    for belief, level in ((fit.belief, 3), (fit.present, 2)):
        exact = weights @ special.expit(w @ X.T + b[:, [level]])
        assert np.abs(belief.predict(X) - exact).max() < 0.03
    for effect, drawn in zip(fit.effects(), b[:, :3].T, strict=True):
        assert effect.mean == pytest.approx(weights @ drawn, abs=0.1)
        inside = (drawn >= effect.low) & (drawn <= effect.high)
        assert weights @ inside == pytest.approx(0.9, abs=0.05)
    shares = [weights @ (tau == one) for one, _ in DEVIATIONS]
    assert fit.shares(0) == pytest.approx(shares, abs=0.05)


def test_before_any_run_a_block_has_the_spread_of_the_prior() -> None:
    prior, matrix = begun("linear")
    none = Blocks.of([], ("P1",))
    fit = fitted_in_blocks(prior, matrix.rows.take([]), np.empty(0), none)
    spread = sum(share * deviation**2 for deviation, share in DEVIATIONS)
    mu, s2 = prior.moments(matrix.X)
    np.testing.assert_allclose(fit.belief.moments(matrix.X)[0], mu)
    np.testing.assert_allclose(fit.belief.moments(matrix.X)[1], s2 + spread)
    assert fit.present is fit.belief
    assert fit.effects() == ()
    assert fit.shares(0) == tuple(share for _, share in DEVIATIONS)


def test_without_a_deviation_the_candidates_are_those_of_a_study_without_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kgdesk.model.beliefs.blocks.DEVIATIONS", ((0.0, 1.0),))
    prior, matrix = begun()
    rows, y, levels = outcomes(len(matrix.X))
    fit = fitted_in_blocks(prior, matrix.rows.take(rows), y, Blocks.of(levels, ("P1",)))
    plain = prior.after(matrix.rows.take(rows), y)
    np.testing.assert_allclose(fit.belief.predict(matrix.rows), plain.predict(matrix.rows), atol=1e-12)
    u = np.linspace(-3, 3, len(rows))
    readings = Readings(np.full(len(rows), EXACT), u)
    fit = fitted_in_blocks(prior, matrix.rows.take(rows), np.sign(u), Blocks.of(levels, ("P1",)), readings)
    told = fitted_to_values(prior, matrix.rows.take(rows), readings)
    assert fit.values is not None
    np.testing.assert_allclose(fit.belief.predict(matrix.rows), told.belief.predict(matrix.rows), atol=1e-12)
    np.testing.assert_allclose(fit.values.distances(matrix.X), told.distances(matrix.X), atol=1e-10)


@pytest.mark.parametrize("measured", [False, True])
@pytest.mark.parametrize("terms", ["linear", "average"])
def test_the_order_of_the_runs_changes_no_bit(terms: str, *, measured: bool) -> None:
    prior, matrix = begun(terms)
    rows, y, levels = outcomes(len(matrix.X), columns=2)
    u = np.round(np.random.default_rng(0).normal(0, 5, len(y)))
    kinds = np.where(u == 0, SUCCESS, EXACT)
    fits = []
    for order in (np.arange(len(y)), np.random.default_rng(9).permutation(len(y))):
        blocks = Blocks.of([levels[i] for i in order], ("P1", "P3"))
        given = Readings(kinds[order], u[order]) if measured else None
        fit = fitted_in_blocks(prior, matrix.rows.take(rows[order]), y[order], blocks, given)
        fits.append((fit.belief.digest, fit.present.digest, fit.effects()))
    assert fits[0] == fits[1]


@pytest.mark.parametrize("measured", [False, True])
def test_a_plate_that_departs_is_not_taken_for_its_candidates(*, measured: bool) -> None:
    rng = np.random.default_rng(7)
    X = np.column_stack([np.ones(40), rng.uniform(-1, 1, 40)])
    log_odds = X @ [0.0, 2.0] + np.where(np.arange(40) < 20, 0.0, -3.0)
    u = log_odds + rng.logistic(size=40)
    y = np.sign(u)
    blocks = Blocks.of([("P1",)] * 20 + [("P2",)] * 20, ("P2",))
    readings = Readings(np.full(40, EXACT), u) if measured else None
    prior = MomentBelief.prior(2, 0.25)
    fit = fitted_in_blocks(prior, X, y, blocks, readings)
    first, second = fit.effects()
    assert second.mean < first.mean - 1.0
    assert fit.shares(0)[0] < 0.2
    assert (fit.present.predict(X) < fit.belief.predict(X)).all()
    with_blocks = abs(fit.present.moments(X[:20])[0] - X[:20] @ [0.0, 2.0] + 3.0).mean()
    assert with_blocks < 1.5


@pytest.mark.parametrize("terms", ["linear", "average"])
def test_a_run_without_a_level_in_a_column_has_no_effect_there(terms: str) -> None:
    prior, matrix = begun(terms)
    rows, y, levels = outcomes(len(matrix.X))
    some: list[tuple[str | None, ...]] = [*levels[:10], *[(None,)] * 6]
    fit = fitted_in_blocks(prior, matrix.rows.take(rows), y, Blocks.of(some, (None,)))
    assert {effect.level for effect in fit.effects()} == {level for (level,) in levels[:10]}
    # Where no run has a level nothing is learnt of the column, and a new block has the spread of the prior.
    nobody = fitted_in_blocks(prior, matrix.rows.take(rows), y, Blocks.of([(None,)] * 16, (None,)))
    plain = prior.after(matrix.rows.take(rows), y)  # type: ignore[attr-defined]
    mean, variance = nobody.belief.moments(matrix.rows)
    np.testing.assert_allclose(mean, plain.moments(matrix.rows)[0], atol=1e-9)
    spread = sum(p * deviation**2 for deviation, p in DEVIATIONS)
    np.testing.assert_allclose(variance, plain.moments(matrix.rows)[1] + spread, atol=1e-9)
    shuffled = np.random.default_rng(5).permutation(16)
    again = fitted_in_blocks(
        prior, matrix.rows.take(rows[shuffled]), y[shuffled], Blocks.of([some[i] for i in shuffled], (None,))
    )
    assert again.belief.digest == fit.belief.digest


def test_independent_weights_and_too_many_block_columns_are_refused() -> None:
    X, y = np.ones((1, 1)), np.ones(1)
    with pytest.raises(BadInput, match="moments or full"):
        fitted_in_blocks(DiagonalBelief.prior(1), X, y, Blocks.of([("A",)], ("A",)))
    with pytest.raises(BadInput, match="At most 3"):
        fitted_in_blocks(MomentBelief.prior(1), X, y, Blocks.of([("A",) * 4], ("A",) * 4))


def independent_given_the_weights(S: NDArray[np.float64], deviations: int) -> NDArray[np.float64]:
    """Return a covariance whose last weights have their moments and those with the others, and no more in common."""
    S, count = S.copy(), len(S) - deviations
    slopes = np.linalg.solve(S[:count, :count], S[:count, count:])
    shared = slopes.T @ S[:count, :count] @ slopes
    np.fill_diagonal(shared, np.diagonal(S)[count:])
    S[count:, count:] = shared
    return S


@pytest.mark.parametrize("measured", [False, True])
@pytest.mark.parametrize("repeated", [False, True])
def test_deviations_need_no_columns_where_a_candidate_was_run_in_one_block(
    *, repeated: bool, measured: bool
) -> None:
    prior, matrix = begun()
    assert isinstance(prior, AverageBelief)
    rows = np.arange(10) if not repeated else np.array([0, 0, 1, 2, 2, 2, 3, 4, 5, 6])
    rng = np.random.default_rng(5)
    u = rng.normal(-1.0, 3.0, rows.size)
    blocks = Blocks.of([(PLATES[int(k)],) for k in rng.integers(3, size=rows.size)], ("P2",))
    given = Readings(np.full(rows.size, EXACT), u) if measured else None
    runs = matrix.rows.take(rows), np.sign(u), blocks, given
    fit, wide = fitted_in_blocks(prior, *runs), fitted_in_blocks(prior.with_deviations_of(matrix.X), *runs)
    for ours, theirs in ((fit.belief, wide.belief), (fit.present, wide.present)):
        assert isinstance(ours, AverageBelief)
        assert repeated or not any(c.deviations for c in ours.components)
        np.testing.assert_allclose(ours.predict(matrix.rows), theirs.predict(matrix.rows), atol=1e-9)
        np.testing.assert_allclose(ours.interval(matrix.X), theirs.interval(matrix.X), atol=1e-8)
        # The collapse of several models leaves two candidates a little dependent given the weights; ours drops that.
        gains = theirs.knowledge_gradient(matrix.rows)
        np.testing.assert_allclose(ours.knowledge_gradient(matrix.rows), gains, atol=0.05 * gains.max())
        if not repeated:
            known = ours.with_deviations_of(matrix.X)
            for one, other in zip(known.components, theirs.components, strict=True):
                mine, wanted = (
                    np.asarray(c.of(b.seen(matrix.X))) for c, b in ((one, known), (other, theirs))
                )
                S = independent_given_the_weights(other.belief.covariance, other.deviations)
                np.testing.assert_allclose(
                    mine @ one.belief.covariance @ mine.T, wanted @ S @ wanted.T, atol=1e-9
                )
    assert fit.shares(0) == pytest.approx(wide.shares(0), abs=1e-9)
    if measured:
        assert fit.values is not None
        assert wide.values is not None
        np.testing.assert_allclose(fit.values.distances(matrix.X), wide.values.distances(matrix.X), atol=1e-7)
