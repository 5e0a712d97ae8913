"""Predictions of beliefs and mixtures, of draws, and given one w.x; serial versions of kernels for small inputs."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit, prange

from kgdesk.kernels import expectation_propagation, logistic, update
from kgdesk.kernels.baselines import TOGETHER, draw_weights, scores_of_draw
from kgdesk.kernels.expectation_propagation import many_rows
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.lookahead_simd import eight_steps
from kgdesk.kernels.parallel import serialized
from kgdesk.kernels.quadrature import moments_of_members
from kgdesk.kernels.simd import WIDTH, njit_internal
from kgdesk.kernels.update import full_moments_one, laplace_step, rank_one

if TYPE_CHECKING:
    from collections.abc import Callable


# Upper bound of |s(kappa mu) - exact probability|: 0.0177 at the worst, where the variance is large.
_GAP = 0.018


@njit(cache=True, nogil=True, error_model="numpy")
def best_of_mixture(mu, s2, weight, exact):
    """Return the arg max over candidates of a mixture's predictive probability, and that probability.

    Exact integrals cost ten times as much as the paper's form s(kappa mu), which is within 0.0177 of them; they are
    computed only for candidates whose approximate value leaves them a chance. Single-threaded, so that the window can
    call it while other kernels run.

    Parameters
    ----------
    mu, s2
        (C, M) means and variances of w.x in each component, M >= 1.
    weight
        (C,), adding up to 1.
    exact
        True: the exact integrals of beliefs with exact moments; False: s(kappa mu), the paper's form.

    Returns
    -------
    (index, value)
        The smallest index among ties.
    """
    C, M = mu.shape
    near = np.zeros(M)
    for c in range(C):
        if weight[c] > 0.0:
            for k in range(M):
                near[k] += weight[c] * sigmoid(kappa_score(mu[c, k], s2[c, k]))
    index = 0
    for k in range(1, M):  # `np.argmax` would take longer to compile than this loop
        if near[k] > near[index]:
            index = k
    value = near[index]
    if exact:
        least = value - 2.0 * _GAP
        value = -1.0
        for k in range(M):
            if near[k] >= least:
                p = 0.0
                for c in range(C):
                    if weight[c] > 0.0:
                        p += weight[c] * exact_probability(mu[c, k], s2[c, k])
                if p > value:
                    index, value = k, p
    return index, value


@njit(cache=True, nogil=True)
def full_fold_evidence(mean, covariance, X, y):
    """Update the paper's full belief as `full_fold` does and return (mean, covariance, log_evidence).

    The evidence is prequential: the product of the predictive probabilities s(y kappa mu) of each outcome, given those
    before it.

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d).
    X, y
        (n, d) measured rows and (n,) outcomes, +1.0 or -1.0.
    """
    m = mean.copy()
    S = covariance.copy()
    Sx = np.empty(m.size)
    total = 0.0
    for n in range(y.size):
        mu, s2 = full_moments_one(m, S, X[n], Sx)
        score = y[n] * kappa_score(mu, s2)
        total += min(score, 0.0) - math.log1p(math.exp(-abs(score)))
        g, c = laplace_step(mu, s2, y[n])
        for j in range(m.size):
            m[j] += g * Sx[j]
        rank_one(S, Sx, c / (1.0 + c * s2))
    return m, S, total


@njit(cache=True, nogil=True, error_model="numpy")
def laplace_steps_of(mu, s2, y):
    """Compute the Laplace steps (g, c), (R,) each, of outcome y = +-1 for means and variances (R,) of w.x."""
    count = (mu.size + WIDTH - 1) // WIDTH * WIDTH
    m, v = np.zeros(count), np.zeros(count)
    g, c = np.empty(count), np.empty(count)
    m[: mu.size], v[: mu.size] = mu, s2
    for at in range(0, count, WIDTH):
        eight_steps(m, v, at, y, g, c, at)
    return g[: mu.size], c[: mu.size]


# Rows per tile: its columns stay in the L1 cache while all draws are scored.
_TILE = 128


@njit_internal
def _turned(X, begin, columns):
    """Transpose the rows of X (M, d) from `begin` on into columns (d, _TILE), padded with the last row."""
    for k in range(_TILE):
        row = min(begin + k, X.shape[0] - 1)
        for j in range(X.shape[1]):
            columns[j, k] = X[row, j]


@njit_internal
def _scores(w, columns, out):
    """Compute w.x of one tile: out (_TILE,) = sum_j w_j columns_jk, summed in the order of the columns."""
    d = w.size
    for k in range(_TILE):
        out[k] = w[0] * columns[0, k]
    for j in range(1, d - 3, 4):  # four at a time: one load and one store of the sum for four products
        a, b, c, e = w[j], w[j + 1], w[j + 2], w[j + 3]
        for k in range(_TILE):
            total = out[k] + a * columns[j, k]
            total += b * columns[j + 1, k]
            total += c * columns[j + 2, k]
            out[k] = total + e * columns[j + 3, k]
    for j in range(1 + 4 * ((d - 1) // 4), d):
        a = w[j]
        for k in range(_TILE):
            out[k] += a * columns[j, k]


@njit(cache=True, nogil=True, error_model="numpy")
def drawn_maxima(W, X):
    """Compute max over the pool of w.x (K,) for each draw of the weights.

    O(K M d) time; K + 128 (d + 1) numbers of memory, independent of M.

    Parameters
    ----------
    W
        (K, d) draws, d >= 1.
    X
        (M, d) pool, M >= 1.
    """
    K, d = W.shape
    out = np.full(K, -np.inf)
    columns, scores = np.empty((d, _TILE)), np.empty(_TILE)
    for begin in range(0, X.shape[0], _TILE):
        _turned(X, begin, columns)
        for draw in range(K):
            _scores(W[draw], columns, scores)
            top = out[draw]
            for k in range(_TILE):
                top = max(top, scores[k])
            out[draw] = top
    return out


# Draws that share the rows which are scored together.
_DRAWS = 64


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def drawn_leaders(mean, root, Z, X):
    """Compute the arg max of `drawn_scores` (K,) for the draws Z (K, d), the smallest of ties; O(K (d^2 + M d))."""
    K, (M, d) = Z.shape[0], X.shape
    out = np.zeros(K, np.int64)
    for task in prange((K + _DRAWS - 1) // _DRAWS):
        first, count = task * _DRAWS, min(_DRAWS, K - task * _DRAWS)
        W, top = np.empty((_DRAWS, d)), np.full(_DRAWS, -math.inf)
        columns, scores = np.empty(d * TOGETHER), np.empty(TOGETHER)
        for n in range(count):
            draw_weights(mean, root, Z[first + n], W[n])
        for begin in range(0, M, TOGETHER):
            for k in range(TOGETHER):
                for j in range(d):
                    columns[TOGETHER * j + k] = X[min(begin + k, M - 1), j]
            for n in range(count):
                if scores_of_draw(W[n], columns, scores) > top[n]:
                    for k in range(min(TOGETHER, M - begin)):
                        if scores[k] > top[n]:
                            top[n], out[first + n] = scores[k], begin + k
    return out


@njit_internal
def _slopes(x, directions, s2, out):
    """Compute the effect (L,) on L rows of one standard deviation of w.x; directions (d, L) are their S x_l."""
    out[:] = 0.0
    for j in range(x.size):
        factor = x[j]
        for k in range(out.size):
            out[k] += factor * directions[j, k]
    share = 1.0 / math.sqrt(max(s2, 1e-300))
    for k in range(out.size):
        out[k] *= share


@njit(cache=True, nogil=True, error_model="numpy")
def slope_spans(X, s2, directions):
    """Compute how much w.x of each row separates some leading rows: the range (M,) of its slopes.

    Parameters
    ----------
    X, s2
        (M, d) rows and (M,) variance of w.x.
    directions
        (d, L) S x of each of the leading rows.
    """
    out, slope = np.empty(len(X)), np.empty(directions.shape[1])
    for i in range(len(X)):
        _slopes(X[i], directions, s2[i], slope)
        low = high = slope[0]
        for k in range(1, slope.size):
            low, high = min(low, slope[k]), max(high, slope[k])
        out[i] = high - low
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def line_maxima(X, s2, directions, mean, variance, own, nodes):
    """Compute the kappa scores of some leading rows once w.x of one row is known, at Q values of it.

    Parameters
    ----------
    X, s2, directions
        As in `slope_spans`.
    mean, variance
        (L,) of w.x of the leading rows.
    own
        Index among these of the present best.
    nodes
        (Q,) values of w.x, in standard deviations from its mean.

    Returns
    -------
    (top, mine)
        (M, Q) each: the largest score, and that of the present best.
    """
    top, mine = np.empty((len(X), nodes.size)), np.empty((len(X), nodes.size))
    slope = np.empty(mean.size)
    for i in range(len(X)):
        _slopes(X[i], directions, s2[i], slope)
        for q in range(nodes.size):
            top[i, q] = -math.inf
        for k in range(mean.size):
            kappa = 1.0 / math.sqrt(1.0 + math.pi / 8.0 * max(variance[k] - slope[k] * slope[k], 0.0))
            middle, rise = kappa * mean[k], kappa * slope[k]
            for q in range(nodes.size):
                top[i, q] = max(top[i, q], middle + rise * nodes[q])
                if k == own:
                    mine[i, q] = middle + rise * nodes[q]
    return top, mine


#: Most rows for which the serial versions are faster than starting threads; for exact probabilities and for the moments
#: of a full belief, which take one or two tenths of a millisecond then, so that studies of fewer candidates need not
#: compile the parallel ones.
FEW, FEW_EXACT, FEW_MOMENTS = 128, 1_024, 4_096
# Where the only rows begin.
_FIRST = np.array([0])


@njit(cache=True, nogil=True, error_model="numpy")
def _kappa(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = sigmoid(kappa_score(mu[i], s2[i]))
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _exact(mu, s2):
    out = np.empty(mu.size)
    for i in range(mu.size):
        out[i] = exact_probability(mu[i], s2[i])
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _diagonal(mean, precision, X):
    mu = np.empty(X.shape[0])
    s2 = np.empty(X.shape[0])
    for i in range(X.shape[0]):
        a = 0.0
        v = 0.0
        for j in range(X.shape[1]):
            a += mean[j] * X[i, j]
            v += X[i, j] * (X[i, j] / precision[j])
        mu[i] = a
        s2[i] = v
    return mu, s2


def _full(mean, covariance, X):
    M, d = X.shape
    # The kernel of a mixture, with one member. `ravel` would take as long to compile as all else of it.
    mu, s2, _, _ = moments_of_members(mean, covariance.ravel(), np.array([d]), X.ravel(), _FIRST, M)
    return mu[0], s2[0]


def _unless_few(
    parallel: Callable[..., Any], serial: Callable[..., Any], few: int = FEW
) -> Callable[..., Any]:
    gated = serialized(parallel)

    @functools.wraps(parallel, updated=())
    def call(*args: Any) -> Any:
        return serial(*args) if len(args[-1]) <= few else gated(*args)

    return call


def _unless_no_threads(fit: Callable[..., Any]) -> Callable[..., Any]:
    """Return the fit wrapped to hold `PARALLEL_LOCK` only where it has enough rows to use threads (`many_rows`)."""
    gated = serialized(fit)

    @functools.wraps(fit)
    def call(mean0: Any, S0: Any, X: Any, *rest: Any) -> Any:
        return (gated if many_rows(*X.shape) else fit)(mean0, S0, X, *rest)

    return call


predict_kappa = _unless_few(logistic.predict_kappa, _kappa)
predict_exact = _unless_few(logistic.predict_exact, _exact, FEW_EXACT)
pool_moments_diagonal = _unless_few(update.pool_moments_diagonal, _diagonal)
pool_moments_full = _unless_few(update.pool_moments_full, _full, FEW_MOMENTS)
fit_sites = _unless_no_threads(expectation_propagation.fit_sites)
fit_evidence = _unless_no_threads(expectation_propagation.fit_evidence)
