"""Scores of baseline policies: Fisher information, logistic bound, discriminative, mutual information.

The modules `fisher`, `logistic_bound`, `discriminative` and `information` of `kgdesk.model.policies` use them and name
their sources. Each candidate's score is summed in a fixed order, so that any number of threads gives the same bits.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.draws import own_deviate
from kgdesk.kernels.linear_algebra import row_times
from kgdesk.kernels.logistic import add_entropies, log_sigmoid, sigmoid
from kgdesk.kernels.moments import full_moments_one
from kgdesk.kernels.simd import (
    WIDTH,
    exponential,
    load,
    maximum,
    multiply_add,
    njit_internal,
    splat,
    splat_at,
    store,
)  # fmt: skip
from kgdesk.kernels.update import laplace_step, moment_step

# Candidates per parallel task, which share one set of buffers.
_CANDIDATES_PER_TASK = 16
# Candidates whose probabilities are summed together: four vectors, so that no addition waits for the one before it.
_ROWS_TOGETHER = 4 * WIDTH


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def curvatures(mu):
    """Compute the Bernoulli variance s(mu) s(-mu) (M,) of log-odds mu (M,), to full relative precision."""
    out = np.empty(mu.size)
    for i in prange(mu.size):
        out[i] = sigmoid(mu[i]) * sigmoid(-mu[i])
    return out


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def fisher_fast(X, curvature):
    """Compute the fast Fisher information score (M,) of every candidate x: sum_{x' != x} c(x')/(1 + c(x) (x.x')^2).

    Smaller is better. In x.x' the rows are scaled to norm 1; a row of zeros stays zero. O(M^2 d).

    Parameters
    ----------
    X
        (M, d) pool.
    curvature
        (M,) Bernoulli variance c of each row, as `curvatures` returns it.
    """
    M, d = X.shape
    unit = np.zeros((d, M))
    for i in prange(M):
        largest = 0.0
        for j in range(d):
            largest = max(largest, abs(X[i, j]))
        if largest > 0.0:  # scale first: squares may overflow or underflow
            total = 0.0
            for j in range(d):
                total += (X[i, j] / largest) ** 2
            norm = math.sqrt(total)
            for j in range(d):
                unit[j, i] = X[i, j] / largest / norm
    out = np.empty(M)
    for task in prange((M + _CANDIDATES_PER_TASK - 1) // _CANDIDATES_PER_TASK):
        row, t = np.empty(d), np.empty(M)
        for i in range(task * _CANDIDATES_PER_TASK, min(M, (task + 1) * _CANDIDATES_PER_TASK)):
            for j in range(d):
                row[j] = unit[j, i]
            row_times(row, unit, t)
            for k in range(M):
                t[k] = curvature[k] / (1.0 + curvature[i] * t[k] * t[k])
            total = 0.0
            for k in range(i):  # two loops leave out x itself without a branch
                total += t[k]
            for k in range(i + 1, M):
                total += t[k]
            out[i] = total
    return out


@njit_internal
def _factor_above_one(A):
    """Compute in place the Cholesky factor of A (d, d), the identity plus a positive semidefinite matrix.

    Pivots are at least 1 in exact arithmetic; a smaller one is a rounding error and is clipped.
    """
    d = A.shape[0]
    for j in range(d):
        for i in range(j, d):
            total = A[i, j]
            for k in range(j):
                total -= A[i, k] * A[j, k]
            if i == j:
                A[j, j] = math.sqrt(max(total, 1.0))
            else:
                A[i, j] = total / A[j, j]


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def trace_after(precision, X, count, curvature, weight):
    """Compute the trace criterion tr(H_x^-1 sum_x' weight(x') x'x'') (M,), H_x the information after measuring x.

    H = diag(precision) + sum count c x x' is the information now, H_x = H + c(x) x x'. With H = L L', u = L^-1 x and
    B = sum weight u u', the trace is tr B - c u'B u/(1 + c u'u) (Sherman-Morrison), so that one factorisation serves
    all candidates. O(M d^2 + d^3). Used by `fisher-exact` and `logistic-bound`; smaller is better.

    Parameters
    ----------
    precision
        (d,) of the prior, positive.
    X
        (M, d) pool.
    count
        (M,) number of outcomes of each row so far.
    curvature, weight
        (M,) each, not negative: c of each row, and its weight in the sum.
    """
    M, d = X.shape
    u = np.empty((M, d))
    # Columns are first scaled by the prior precision: T, I plus a sum of squares, has no eigenvalue below 1 whatever
    # their units.
    T = np.eye(d)
    for i in range(M):
        for j in range(d):
            u[i, j] = X[i, j] / math.sqrt(precision[j])
        scale = count[i] * curvature[i]
        if scale > 0.0:
            for j in range(d):
                for k in range(j + 1):
                    T[j, k] += scale * u[i, j] * u[i, k]
    _factor_above_one(T)
    for i in prange(M):
        for j in range(d):
            total = u[i, j]
            for k in range(j):
                total -= T[j, k] * u[i, k]
            u[i, j] = total / T[j, j]
    B = np.zeros((d, d))
    for j in prange(d):  # parallel over rows of B: each is summed over the candidates in their order
        for i in range(M):
            factor = weight[i] * u[i, j]
            for k in range(d):
                B[j, k] += factor * u[i, k]
    trace = 0.0
    for j in range(d):
        trace += B[j, j]
    out = np.empty(M)
    for i in prange(M):
        weighted = 0.0
        norm2 = 0.0
        for j in range(d):
            total = 0.0
            for k in range(d):
                total += B[j, k] * u[i, k]
            weighted += total * u[i, j]
            norm2 += u[i, j] * u[i, j]
        out[i] = trace - curvature[i] * weighted / (1.0 + curvature[i] * norm2)
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def _entropy(a):
    """Return the entropy, in nats, of a Bernoulli outcome with log-odds a."""
    e = math.exp(-abs(a))
    return math.log1p(e) + abs(a) * e / (1.0 + e)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def discriminative(mean, covariance, exact, X, successes, failures):
    """Compute the discriminative score (M,) of `disc` (Guo and Schuurmans, NIPS 2007): the larger over y = +-1.

    For each y, at the mean of the weights after (x, y): the log-likelihood of all outcomes so far and of (x, y), minus
    the summed entropy, in nats, of the rows that were never measured and are not x. O(M^2 d).

    Parameters
    ----------
    mean, covariance
        (d,) and (d, d): the belief.
    exact
        True: moment-matching step of the mean; False: Laplace step.
    X
        (M, d) pool.
    successes, failures
        (M,) float counts of each row.
    """
    M, d = X.shape
    XT = X.T.copy()
    mu = np.empty(M)
    row_times(mean, XT, mu)
    out = np.empty(M)
    for task in prange((M + _CANDIDATES_PER_TASK - 1) // _CANDIDATES_PER_TASK):
        Sx, t = np.empty(d), np.empty(M)
        for i in range(task * _CANDIDATES_PER_TASK, min(M, (task + 1) * _CANDIDATES_PER_TASK)):
            _, s2 = full_moments_one(mean, covariance, X[i], Sx)
            row_times(Sx, XT, t)
            best = -math.inf
            for side in range(2):
                y = 1.0 - 2.0 * side
                if exact:
                    g, _ = moment_step(mu[i], s2, y)
                else:
                    g, _ = laplace_step(mu[i], s2, y)
                total = log_sigmoid(y * (mu[i] + g * t[i]))
                for k in range(M):
                    a = mu[k] + g * t[k]
                    if successes[k] + failures[k] > 0.0:
                        total += successes[k] * log_sigmoid(a) + failures[k] * log_sigmoid(-a)
                    elif k != i:
                        total -= _entropy(a)
                best = max(best, total)
            out[i] = best
    return out


# Log-odds are clipped at this distance from 0: exp(700) is finite.
_LARGEST_LOG_ODDS = 700.0


@njit_internal
def _eight_sigmoids(a):
    """Return s(a) of eight log-odds a, clipped to +-_LARGEST_LOG_ODDS so that exp(-a) neither over- nor underflows."""
    one, zero, far = splat(1.0), splat(0.0), splat(-_LARGEST_LOG_ODDS)
    return one / (one + exponential(maximum(zero - maximum(a, far), far)))


@njit_internal
def _sum_sigmoids(draws, begin, end, columns, own, stride, sums):
    """Fill sums (_ROWS_TOGETHER,) with the sum of s(w.x + u) over the draws w begin..end-1, for _ROWS_TOGETHER rows x.

    draws (K d,) is flat, draw by draw; columns (d _ROWS_TOGETHER,) has the rows, column by column. The u of a draw are
    the _ROWS_TOGETHER numbers of `own` from `stride` times its index on.
    """
    d = columns.size // _ROWS_TOGETHER
    p = q = r = s = splat(0.0)
    for draw in range(begin, end):
        first = draw * stride
        a, b = load(own, first), load(own, first + WIDTH)
        c, e = load(own, first + 2 * WIDTH), load(own, first + 3 * WIDTH)
        for j in range(d):
            w, at = splat_at(draws, draw * d + j), _ROWS_TOGETHER * j
            a = multiply_add(w, load(columns, at), a)
            b = multiply_add(w, load(columns, at + WIDTH), b)
            c = multiply_add(w, load(columns, at + 2 * WIDTH), c)
            e = multiply_add(w, load(columns, at + 3 * WIDTH), e)
        p, q, r, s = (
            p + _eight_sigmoids(a),
            q + _eight_sigmoids(b),
            r + _eight_sigmoids(c),
            s + _eight_sigmoids(e),
        )
    store(sums, 0, p)
    store(sums, WIDTH, q)
    store(sums, 2 * WIDTH, r)
    store(sums, 3 * WIDTH, s)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def best_information(W, ends, X, spread, part, keys, rows):
    """Compute the mutual information (M,), in nats, between the outcome at each row and the best candidate.

    The draws w of the weights are grouped by their best candidate. The information is h(mean of s(w.x) over all draws)
    minus the mean over the groups, weighted by their size, of h(mean within the group), with h the entropy of one
    outcome. O(K M d).

    Parameters
    ----------
    W
        (K, d) draws of the weights, group by group.
    ends
        (G,) index after the last draw of each group, ascending; the last is K.
    X
        (M, d) pool.
    spread
        (C, M) standard deviation of each row's own deviation in each of C models; (0, M): no model has any.
    part, keys
        (K,) int64 and uint64: the model of each draw, and its key for `kgdesk.kernels.draws.own_deviate`.
    rows
        (M,) int64 indices of the rows, for the same.
    """
    (M, d), K = X.shape, W.shape[0]
    draws, stride = W.ravel(), _ROWS_TOGETHER if len(spread) else 0
    out = np.empty(M)
    for task in prange((M + _ROWS_TOGETHER - 1) // _ROWS_TOGETHER):
        columns, sums = np.empty(d * _ROWS_TOGETHER), np.empty(_ROWS_TOGETHER)
        # `work` is also viewed as integers: `add_entropies` takes logarithms from the bits of the numbers.
        total, within, work = (
            np.zeros(_ROWS_TOGETHER),
            np.zeros(_ROWS_TOGETHER),
            np.empty((5, _ROWS_TOGETHER)),
        )
        bits = work.view(np.int64)
        for n in range(_ROWS_TOGETHER):
            row = min(task * _ROWS_TOGETHER + n, M - 1)
            for j in range(d):
                columns[_ROWS_TOGETHER * j + n] = X[row, j]
        own = np.zeros(max(K * stride, _ROWS_TOGETHER))
        if stride:
            for draw in range(K):
                for n in range(_ROWS_TOGETHER):
                    row = min(task * _ROWS_TOGETHER + n, M - 1)
                    wide = spread[part[draw], row]
                    if wide > 0.0:
                        own[draw * stride + n] = wide * own_deviate(keys[draw], rows[row])
        begin = 0
        for end in ends:
            _sum_sigmoids(draws, begin, end, columns, own, stride, sums)
            add_entropies(sums, end - begin, work, bits, within)
            for n in range(_ROWS_TOGETHER):
                total[n] += sums[n]
            begin = end
        sums[:] = 0.0
        add_entropies(total, K, work, bits, sums)
        for n in range(min(_ROWS_TOGETHER, M - task * _ROWS_TOGETHER)):
            # Not negative, as entropy is concave; rounding may say otherwise where all groups agree.
            out[task * _ROWS_TOGETHER + n] = max((sums[n] - within[n]) / K, 0.0)
    return out
