"""Expectation propagation for measured values: Gaussian members fitted to values, one-sided results and outcomes.

A run gives u = c (f + e), the distance of its value from the threshold on the study's scale: f = w.x are the log-odds
of a success, e is logistic noise and c > 0 is unknown. So a value beyond the threshold has the probability s(f) that
yes/no outcomes have. METHOD, "Measured values".

Each run is a site of its own. A fit works on coordinates g, in which the log-odds of the measured rows, without their
own deviations, are mu0 + V g under the prior N(0, K) of g: where there are fewer columns than rows, the whitened
weights (S0 = C C', V = X C, K = I), and else these log-odds themselves (V = I, K = X S0 X'), so that a site costs
O(min(R, d)^2). A row's deviation u ~ N(0, own) is integrated out: with T and N, the sums of tau and nu over its runs,
these say T/(1 + T own) and N/(1 + T own) about the row without it. The fits for all c are collapsed to one normal of
the weights, with the regression of every deviation on them: that is the distribution with independent deviations given
the weights that is closest to them in Kullback-Leibler divergence.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.expectation_propagation import njit_allocating
from kgdesk.kernels.linear_algebra import cholesky, covariance_root, rank_one, regress
from kgdesk.kernels.logistic import tilted_site
from kgdesk.kernels.reading_kinds import ABOVE, EXACT
from kgdesk.kernels.simd import njit_internal

# Range of c in units of the spread of the values, and the number of points of the first walk through it.
_LOWEST_C, _HIGHEST_C, _COARSE_POINTS = 0.02, 10.0, 9
# The integration over log c ends where the evidence has fallen by exp(-9). Its steps, in posterior deviations of log c,
# are longer where there are many values: the density is nearly normal then, and the error 2 exp(-2 (pi/step)^2).
_EVIDENCE_DROP, _STEP_OF_LOG_C, _LONG_STEP, _MANY_VALUES, _MOST_STEPS = 9.0, 0.75, 1.5, 30, 60
# Sites that move the belief about their run by less than this share of its deviation stay as they are.
_ROUGH_TOLERANCE, _FINE_TOLERANCE, _MOST_SWEEPS, _UNDAMPED_SWEEPS = 5e-2, 1e-3, 40, 8


@njit_internal
def _covariance_of_runs(K, tau, L, V, S):
    """Fill S (n, n) with (K^-1 + diag(tau))^-1; return log |I + K diag(tau)|, NaN if it is not positive definite.

    L and V (n, n) are buffers. S = K - V'V with V = L^-1 sqrt(tau) K, L L' = I + sqrt(tau) K sqrt(tau).
    """
    n, total = tau.size, 0.0
    for i in range(n):
        for j in range(i + 1):
            L[i, j] = math.sqrt(tau[i]) * K[i, j] * math.sqrt(tau[j])
        L[i, i] += 1.0
    if not cholesky(L):
        return math.nan
    for i in range(n):
        total += 2.0 * math.log(L[i, i])
        root = math.sqrt(tau[i])
        for j in range(n):
            V[i, j] = root * K[i, j]
            S[i, j] = K[i, j]
        for k in range(i):
            factor = L[i, k]
            for j in range(n):
                V[i, j] -= factor * V[k, j]
        for j in range(n):
            V[i, j] /= L[i, i]
    for k in range(n):
        rank_one(S, V[k], 1.0)
    return total


@njit_internal
def _covariance_of_weights(V, tau, L, U, S):
    """Fill S (d, d) with (I + V' diag(tau) V)^-1; return the log determinant of the inverse, NaN if not definite.

    L and U (d, d) are buffers; S = U'U with U = L^-1, L L' = I + V' diag(tau) V.
    """
    d, total = V.shape[1], 0.0
    for j in range(d):
        for k in range(j + 1):
            L[j, k] = 1.0 if j == k else 0.0
    for i in range(tau.size):
        for j in range(d):
            scaled = tau[i] * V[i, j]
            for k in range(j + 1):
                L[j, k] += scaled * V[i, k]
    if not cholesky(L):
        return math.nan
    for i in range(d):
        total += 2.0 * math.log(L[i, i])
        for j in range(d):
            U[i, j] = 1.0 if i == j else 0.0
            S[i, j] = 0.0
        for k in range(i):
            factor = L[i, k]
            for j in range(k + 1):
                U[i, j] -= factor * U[k, j]
        for j in range(i + 1):
            U[i, j] /= L[i, i]
    for k in range(d):
        rank_one(S, U[k], -1.0)
    return total


@njit_internal
def _covariance_of_sites(K, X, tau, L, V, S):
    """Fill S (q, q) with the covariance of the coordinates; return the log determinant of I + K X' diag(tau) X."""
    if X.shape[1]:
        return _covariance_of_weights(X, tau, L, V, S)
    return _covariance_of_runs(K, tau, L, V, S)


@njit_internal
def _sum_up(tau, nu, owner, T, N):
    """Fill T and N (R,) with the sums of tau and nu (n,) over the runs of each row."""
    T[:] = 0.0
    N[:] = 0.0
    for i in range(tau.size):
        T[owner[i]] += tau[i]
        N[owner[i]] += nu[i]


@njit_internal
def _without_deviations(T, N, own, t, v):
    """Fill t and v (R,) with what the runs say about each row without its deviation; return sum log(1 + T own)."""
    total = 0.0
    for r in range(T.size):
        more = 1.0 + T[r] * own[r]
        t[r], v[r] = T[r] / more, N[r] / more
        total += math.log(more)
    return total


@njit_internal
def _means_of_sites(mu0, X, S, tau, nu, work, g):
    """Fill g (q,) with the posterior means of the coordinates; `work` (q,) is a buffer."""
    if X.shape[1]:
        for j in range(g.size):
            work[j] = 0.0
        for k in range(tau.size):
            pull = nu[k] - tau[k] * mu0[k]
            for j in range(g.size):
                work[j] += pull * X[k, j]
    else:
        for k in range(tau.size):
            work[k] = nu[k] - tau[k] * mu0[k]
    for i in range(g.size):
        total = 0.0
        for k in range(g.size):
            total += S[i, k] * work[k]
        g[i] = total


@njit_internal
def _moments_of_row(mu0, X, g, S, i, work):
    """Return (mean, variance) of row i without its deviation, and fill `work` (q,) with its covariances with g."""
    if X.shape[1] == 0:
        for j in range(g.size):
            work[j] = S[i, j]
        return mu0[i] + g[i], S[i, i]
    mu, s2 = mu0[i], 0.0
    for j in range(g.size):
        work[j] = 0.0
    for k in range(g.size):  # rows outside: the inner loop runs along memory, and LLVM vectorises it
        x = X[i, k]
        mu += x * g[k]
        for j in range(g.size):
            work[j] += x * S[k, j]
    for k in range(g.size):
        s2 += X[i, k] * work[k]
    return mu, s2


@njit_internal
def _tilted_value(mu, s2, z, log_share, log_out):
    """Return (log_z, mean, variance, inlier) of a normal tilted by an exact value z = u/c.

    The density of logistic noise is s(f - z) s(z - f)/c; `log_share` is the log of the probability that the value is no
    mistake, less log c. A mistake has the log density `log_out` of u, its probability included, whatever the log-odds
    are.
    """
    log_in, _, _, mean, ratio = tilted_site(mu - z, s2, 1.0, 1.0)
    log_in, mean, rest = log_in + log_share, mean + z, ratio * s2
    if log_out == -math.inf:
        return log_in, mean, rest, 1.0
    top = max(log_in, log_out)
    log_z = top + math.log(math.exp(log_in - top) + math.exp(log_out - top))
    r, step = math.exp(log_in - log_z), mean - mu
    return log_z, mu + r * step, s2 - r * (s2 - rest) + r * (1.0 - r) * step * step, r


@njit_internal
def _tilted_run(kind, mu, s2, z, log_share, log_out):
    """Return (log_z, mean, variance, inlier) of a normal N(mu, s2) tilted by what one run gives."""
    if kind == EXACT:
        return _tilted_value(mu, s2, z, log_share, log_out)
    at = z if abs(kind) == ABOVE else 0.0
    up = 1.0 if kind > 0 else 0.0
    log_z, _, _, mean, ratio = tilted_site(mu - at, s2, up, 1.0 - up)
    return log_z, mean + at, ratio * s2, 1.0


@njit_allocating
def _settle(
    mu0, X, own, owner, kinds, u, c, log_right, log_out, tau, nu, T, N, g, S, work, log_det, inlier, tolerance
):
    """Run sequential sweeps for one c from the present sites until they settle; return (log_det, log_evidence).

    tau, nu and inlier (n,), T and N (R,), g and S are updated in place. Negative precisions, which a mistake can ask
    for, become 0.
    """
    n, log_share = tau.size, log_right - math.log(c)
    means, cavity_means, cavities, masses = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    for sweep in range(_MOST_SWEEPS):
        damping, moved = (1.0 if sweep < _UNDAMPED_SWEEPS else 0.5), False
        for i in range(n):
            r = owner[i]
            plain, spread = _moments_of_row(mu0, X, g, S, r, work)
            # Given the coordinates, the log-odds are share (row without deviation + own N), of variance share own.
            share = 1.0 / (1.0 + T[r] * own[r])
            mu, s2 = share * (plain + own[r] * N[r]), share * (share * spread + own[r])
            left = 1.0 - tau[i] * s2
            if left <= 1e-12 or s2 <= 0.0:
                continue
            mu_c, s2_c = (mu - s2 * nu[i]) / left, s2 / left
            means[i], cavity_means[i], cavities[i] = mu, mu_c, s2_c
            masses[i], mean, variance, inlier[i] = _tilted_run(
                kinds[i], mu_c, s2_c, u[i] / c, log_share, log_out[i]
            )
            tau_new = max(1.0 / variance - 1.0 / s2_c, 0.0)
            nu_new = tau_new * mean + (mean - mu_c) / s2_c
            d_tau, d_nu = damping * (tau_new - tau[i]), damping * (nu_new - nu[i])
            scale = 1.0 + d_tau * s2
            if scale <= 1e-12:
                continue
            pull = (d_nu - d_tau * mu) / scale
            if abs(pull) * math.sqrt(s2) <= tolerance and abs(d_tau) * s2 <= tolerance:
                continue
            moved = True
            for j in range(g.size):
                g[j] += pull * share * work[j]
            rank_one(S, work, d_tau / scale * share * share)
            log_det += math.log(scale)
            tau[i] += d_tau
            nu[i] += d_nu
            T[r] += d_tau
            N[r] += d_nu
        if not moved:
            break
    return log_det, _log_evidence(mu0, owner, means, cavity_means, cavities, masses, tau, nu, log_det)


@njit_internal
def _log_evidence(mu0, owner, means, cavity_means, cavities, masses, tau, nu, log_det):
    """Return the approximation of the log density of all runs, as in `expectation_propagation.evidence_of`.

    `means`, `cavity_means`, `cavities` and `masses` (n,) are the runs' posterior means, moments of the belief without
    the site, and log masses in the last sweep.
    """
    total = -0.5 * log_det
    for i in range(tau.size):
        before = mu0[owner[i]]
        spread = 1.0 + tau[i] * cavities[i]
        shift = nu[i] * (nu[i] * cavities[i] + 2.0 * cavity_means[i]) - tau[i] * cavity_means[i] ** 2
        total += masses[i] + 0.5 * math.log(spread) - 0.5 * shift / spread
        total += before * (nu[i] - 0.5 * tau[i] * before)
        total += 0.5 * (nu[i] - tau[i] * before) * (means[i] - before)
    return total


@njit_internal
def _start_from(K, mu0, X, own, owner, kinds, old, c, tau, nu, T, N, t, v, g, S, work, L, V):
    """Set up sums, means and covariance for c from the sites of another one, `old`; return log_det.

    The sites of exact values move with u/c.
    """
    _sum_up(tau, nu, owner, T, N)
    log_det = _without_deviations(T, N, own, t, v)
    log_det += _covariance_of_sites(K, X, t, L, V, S)
    _move_to(mu0, X, own, owner, kinds, old, c, tau, nu, T, N, t, v, g, S, work)
    return log_det


@njit_internal
def _move_to(mu0, X, own, owner, kinds, old, c, tau, nu, T, N, t, v, g, S, work):
    """Move the sites of exact values from `old` to c, and the means with them; the covariance stays."""
    for i in range(tau.size):
        if kinds[i] == EXACT:
            nu[i] *= old / c
    _sum_up(tau, nu, owner, T, N)
    _without_deviations(T, N, own, t, v)
    _means_of_sites(mu0, X, S, t, v, work, g)


@njit_internal
def _mode(log_c, logs, count, exact):
    """Return (mode, deviation) of log c from evidences at `count` points, which need not be in order.

    Without changing sites the log evidence is -exact log c plus a parabola in 1/c; it is put through the largest and
    its two neighbours. Where these do not determine a maximum, the largest and the distance to the farther one.
    """
    best = 0
    for k in range(count):
        best = k if logs[k] > logs[best] else best
    above, below = -1, -1
    for k in range(count):
        if log_c[k] > log_c[best] and (above < 0 or log_c[k] < log_c[above]):
            above = k
        if log_c[k] < log_c[best] and (below < 0 or log_c[k] > log_c[below]):
            below = k
    if above < 0 or below < 0:
        other = max(above, below)
        return log_c[best], 1.0 if other < 0 else abs(log_c[other] - log_c[best])
    low, high = log_c[below], log_c[above]
    t0, t1, t2 = math.exp(-high), math.exp(-log_c[best]), math.exp(-low)
    y0, y1, y2 = logs[above] + exact * high, logs[best] + exact * log_c[best], logs[below] + exact * low
    first, second = (y1 - y0) / (t1 - t0), (y2 - y1) / (t2 - t1)
    bend = (second - first) / (t2 - t0)
    slope = first - bend * (t0 + t1)
    # The maximum over log c, by bisection of the derivative -exact - slope t - 2 bend t^2, t = 1/c.
    a, b = low, high
    for _ in range(50):
        middle = 0.5 * (a + b)
        t = math.exp(-middle)
        if -exact - slope * t - 2.0 * bend * t * t > 0.0:
            a = middle
        else:
            b = middle
    at = 0.5 * (a + b)
    t = math.exp(-at)
    curvature = -(slope * t + 4.0 * bend * t * t)
    wide = max(high - log_c[best], log_c[best] - low)
    return at, min(wide, 1.0 / math.sqrt(curvature)) if curvature > 0.0 else wide


@njit_allocating
def fit_one(K, X, mu0, own, owner, kinds, u, spread, outlier):
    """Fit one member to n runs of R rows; see `fit_value_members`.

    Parameters
    ----------
    K, X
        The coordinates g: their prior covariance (q, q), and the rows (R, q), for which K is the identity; (R, 0) where
        g are the log-odds of the R rows without their deviations, less their prior means.
    mu0, own
        (R,) prior means of the rows' log-odds, and prior variances of their deviations.
    owner, kinds, u, spread, outlier
        As in `fit_value_members`.

    Returns
    -------
    (pull, Q, scaled, c1, c2, log_evidence, mistakes, deviation, variance, cross, scaled_deviation)
        With rows X, the mean of g is `pull` (d,), its covariance -Q. Without: the mean of the weights is
        m0 + S0 X' pull, their covariance S0 - S0 X' Q X S0. `scaled` is the mean of c pull, c1 and c2 are those of c
        and c^2; `mistakes` (n,) the probabilities that a value is one. `deviation`, `variance` and `scaled_deviation`
        (R,) are the means and variances of the rows' deviations, and the means of c times them; their covariance with
        the weights is `cross` (R, q) times what `pull` is multiplied by.
    """
    n, R, exact, weights = u.size, mu0.size, 0, X.shape[1] > 0
    for i in range(n):
        exact += 1 if kinds[i] == EXACT else 0
    q = K.shape[0]
    tau, nu, g, work, inlier = np.zeros(n), np.zeros(n), np.zeros(q), np.empty(q), np.ones(n)
    T, N, t, v = np.zeros(R), np.zeros(R), np.zeros(R), np.zeros(R)
    deviation_mean, second, cross, scaled_deviation = np.zeros(R), np.zeros(R), np.zeros((R, q)), np.zeros(R)
    S, L, V, Q = K.copy(), np.empty((q, q)), np.empty((q, q)), np.zeros((q, q))
    log_right, log_out = math.log1p(-outlier), np.full(n, -math.inf)
    for i in range(n if outlier > 0.0 else 0):
        log_out[i] = math.log(outlier / (math.pi * spread * (1.0 + (u[i] / spread) ** 2)))
    low, high = math.log(_LOWEST_C * spread), math.log(_HIGHEST_C * spread)
    log_c, logs = np.empty(_COARSE_POINTS + 8), np.empty(_COARSE_POINTS + 8)
    taus, nus = np.empty((_COARSE_POINTS + 8, n)), np.empty((_COARSE_POINTS + 8, n))
    # From large c, for which no value is a mistake, to small ones; never back, since sites may depend on the way.
    count, top, old, log_det = 0, -math.inf, math.exp(high), 0.0
    for k in range(_COARSE_POINTS):
        log_c[k] = high - (high - low) * k / (_COARSE_POINTS - 1)
        c = math.exp(log_c[k])
        _move_to(mu0, X, own, owner, kinds, old, c, tau, nu, T, N, t, v, g, S, work)
        log_det, logs[k] = _settle(
            mu0, X, own, owner, kinds, u, c, log_right, log_out, tau, nu, T, N, g, S, work, log_det, inlier,
            _ROUGH_TOLERANCE,
        )  # fmt: skip
        taus[k], nus[k] = tau, nu
        old, count, top = c, k + 1, max(top, logs[k])
        if logs[k] < top - 3.0 * _EVIDENCE_DROP:
            break
    start = log_c[0]  # the first point above those that matter
    for k in range(count):
        if logs[k] == top:
            break
        if logs[k] < top - _EVIDENCE_DROP:
            start = log_c[k]
    at, deviation = _mode(log_c, logs, count, float(exact))
    for _ in range(4):
        near = math.inf
        for k in range(count):
            near = min(near, abs(log_c[k] - at))
        if near < 0.25 * deviation:
            break
        source = _next_visited(log_c, count, at)
        tau[:], nu[:] = taus[source], nus[source]
        c = math.exp(at)
        log_det = _start_from(
            K, mu0, X, own, owner, kinds, math.exp(log_c[source]), c, tau, nu, T, N, t, v, g, S, work, L, V
        )
        log_c[count] = at
        log_det, logs[count] = _settle(
            mu0, X, own, owner, kinds, u, c, log_right, log_out, tau, nu, T, N, g, S, work, log_det, inlier,
            _ROUGH_TOLERANCE,
        )  # fmt: skip
        taus[count], nus[count] = tau, nu
        top, count = max(top, logs[count]), count + 1
        at, deviation = _mode(log_c, logs, count, float(exact))
    many = exact >= _MANY_VALUES
    step = min((_LONG_STEP if many else _STEP_OF_LOG_C) * deviation, (high - low) / (2 * _COARSE_POINTS - 2))
    if many:
        start = min(start, at + 4.0 * deviation)
    start = min(high, at + step * math.ceil((start - at) / step - 1e-9))
    source = _next_visited(log_c, count, start)
    tau[:], nu[:] = taus[source], nus[source]
    old = math.exp(log_c[source])
    log_det = _start_from(
        K, mu0, X, own, owner, kinds, old, math.exp(start), tau, nu, T, N, t, v, g, S, work, L, V
    )
    old = math.exp(start)
    # Sums over the points, in units of exp(base).
    base, mass, c1, c2, largest = -math.inf, 0.0, 0.0, 0.0, -math.inf
    pull, pulls, scaled, mistakes = np.empty(q), np.zeros(q), np.zeros(q), np.zeros(n)
    for k in range(_MOST_STEPS):
        here = start - step * k
        if here < low - 1e-9:
            break
        c = math.exp(here)
        _move_to(mu0, X, own, owner, kinds, old, c, tau, nu, T, N, t, v, g, S, work)
        old = c
        log_det, log_z = _settle(
            mu0, X, own, owner, kinds, u, c, log_right, log_out, tau, nu, T, N, g, S, work, log_det, inlier,
            _FINE_TOLERANCE,
        )  # fmt: skip
        largest = max(largest, log_z)
        if log_z > base:
            shrink = math.exp(base - log_z) if mass > 0.0 else 0.0
            mass, c1, c2, base = mass * shrink, c1 * shrink, c2 * shrink, log_z
            for i in range(n):
                mistakes[i] *= shrink
            for i in range(q):
                pulls[i], scaled[i] = pulls[i] * shrink, scaled[i] * shrink
                for j in range(q):
                    Q[i, j] *= shrink
            for r in range(R):
                deviation_mean[r], second[r] = deviation_mean[r] * shrink, second[r] * shrink
                scaled_deviation[r] *= shrink
                for j in range(q):
                    cross[r, j] *= shrink
        w = math.exp(log_z - base)
        mass, c1, c2 = mass + w, c1 + w * c, c2 + w * c * c
        for i in range(n):
            mistakes[i] += w * (1.0 - inlier[i])
        _without_deviations(T, N, own, t, v)
        for i in range(q):
            pull[i] = g[i] if weights else v[i] - t[i] * (mu0[i] + g[i])
            pulls[i] += w * pull[i]
            scaled[i] += w * c * pull[i]
        for i in range(q):
            if not weights:
                Q[i, i] += w * t[i]
            for j in range(q):
                inner = S[i, j] if weights else t[i] * S[i, j] * t[j]
                Q[i, j] -= w * (inner + pull[i] * pull[j])
        for r in range(R):
            if own[r] > 0.0:
                # Given the weights, a deviation is normal with the mean own (v - t row) and the variance
                # own (1 - own t).
                plain, wide = _moments_of_row(mu0, X, g, S, r, work)
                slope, mean = own[r] * t[r], own[r] * (v[r] - t[r] * plain)
                deviation_mean[r] += w * mean
                scaled_deviation[r] += w * c * mean
                second[r] += w * (own[r] * (1.0 - slope) + slope * slope * wide + mean * mean)
                for j in range(q):
                    inner = work[j] if weights else -work[j] * t[j]
                    cross[r, j] += w * (mean * pull[j] - slope * inner)
                if not weights:
                    cross[r, r] -= w * slope
        if here < at and log_z < largest - _EVIDENCE_DROP:
            break
    for i in range(n):
        mistakes[i] /= mass
    for i in range(q):
        pulls[i], scaled[i] = pulls[i] / mass, scaled[i] / mass
    for i in range(q):
        for j in range(q):
            Q[i, j] = Q[i, j] / mass + pulls[i] * pulls[j]
    for r in range(R):
        deviation_mean[r], scaled_deviation[r] = deviation_mean[r] / mass, scaled_deviation[r] / mass
        second[r] = second[r] / mass - deviation_mean[r] ** 2
        for j in range(q):
            cross[r, j] = cross[r, j] / mass - deviation_mean[r] * pulls[j]
    evidence = base + math.log(mass * step / (high - low))
    return (
        pulls, Q, scaled, c1 / mass, c2 / mass, evidence, mistakes, deviation_mean, second, cross, scaled_deviation,
    )  # fmt: skip


@njit_internal
def _next_visited(log_c, count, at):
    """Return the visited point with the smallest log c that is not below `at`; the largest where there is none."""
    found, top = -1, 0
    for k in range(count):
        top = k if log_c[k] > log_c[top] else top
        if log_c[k] >= at - 1e-12 and (found < 0 or log_c[k] < log_c[found]):
            found = k
    return top if found < 0 else found


@njit(cache=True, nogil=True, error_model="numpy")
def fit_value_members(means, covariances, sizes, rows, begins, shift, own, owner, kinds, u, spread, outlier):
    """Fit each member to the same runs by expectation propagation, over all c.

    Parameters
    ----------
    means, covariances, sizes
        Priors, as in `kgdesk.kernels.moments.moments_of_members`.
    rows, begins
        Flat measured rows (R, d) under each member, and the index at which each begins, (C,).
    shift, own
        (C, R) each: the log-odds of row r are w.x_r + shift_r + u_r, u_r ~ N(0, own_r).
    owner
        (n,) int64: the row of each run; runs are in canonical order.
    kinds, u
        (n,) int64 and float64: kinds of `reading_kinds`, and the value or limit as its distance from the threshold,
        positive on the side of success.
    spread
        Unit of c: c is log-uniform over 0.02 to 10 times it.
    outlier
        Prior probability that an exact value is a mistake; 0: none is.

    Returns
    -------
    (means, covariances, evidence, scaled, scales, mistakes, told, offsets, variances, scaled_offsets)
        Flat means and covariances, the latter symmetric; (C,) log densities of the runs; flat means of c w, by which
        values are predicted; (C, 2) means of c and c^2; (C, n) probabilities that a value is a mistake. Given the
        weights, the log-odds of row r are normal with the mean told_r.w + offset_r: `told` has the rows (R, d) of all
        members, flat, `offsets` and `variances` are (C, R). `scaled_offsets` (C, R) is the mean of c (shift_r + u_r).
    """
    n, C = u.size, sizes.size
    means, covariances, values = means.copy(), covariances.copy(), np.empty(means.size)
    evidence, scales, mistakes = np.zeros(C), np.zeros((C, 2)), np.zeros((C, n))
    R = own.shape[1]
    told, offsets = np.empty(R * means.size), shift.copy()
    variances, scaled_offsets = np.zeros((C, R)), np.zeros((C, R))
    of = flat = 0
    for member in range(C):
        d = sizes[member]
        m, S = means[of : of + d], covariances[flat : flat + d * d].reshape(d, d)
        X = rows[begins[member] : begins[member] + R * d].reshape(R, d)
        mu0 = shift[member].copy()
        for i in range(R):
            for k in range(d):
                mu0[i] += m[k] * X[i, k]
        # G (q, d) takes the result back to the weights: C', or X S0.
        if d < R:
            G, K, V = np.ascontiguousarray(covariance_root(S).T), np.eye(d), np.zeros((R, d))
            for i in range(R):
                for k in range(d):
                    for j in range(k + 1):
                        V[i, j] += G[j, k] * X[i, k]
            S[:] = 0.0
        else:
            G, K, V = np.zeros((R, d)), np.zeros((R, R)), np.zeros((R, 0))
            for i in range(R):
                for k in range(d):
                    x = X[i, k]
                    if x != 0.0:
                        for j in range(d):
                            G[i, j] += x * S[k, j]
            for i in range(R):
                for j in range(i + 1):
                    total = 0.0
                    for k in range(d):
                        total += G[i, k] * X[j, k]
                    K[i, j] = K[j, i] = total
        pull, Q, scaled, c1, c2, evidence[member], mistakes[member], mean, variance, cross, more = fit_one(
            K, V, mu0, own[member], owner, kinds, u, spread, outlier
        )
        scales[member, 0], scales[member, 1] = c1, c2
        for j in range(d):
            values[of + j] = c1 * m[j]
        q = pull.size
        H = np.zeros((q, d))  # Q G
        for i in range(q):
            for j in range(d):
                values[of + j] += scaled[i] * G[i, j]
                m[j] += pull[i] * G[i, j]
            for k in range(q):
                entry = Q[i, k]
                for j in range(d):
                    H[i, j] += entry * G[k, j]
        for i in range(q):
            for j in range(d):
                g = G[i, j]
                if g != 0.0:
                    for k in range(d):
                        S[j, k] -= g * H[i, k]
        for i in range(d):
            for j in range(i + 1):
                S[i, j] = S[j, i] = 0.5 * S[i, j] + 0.5 * S[j, i]
        root, shared = covariance_root(S), np.empty(d)
        for r in range(R):
            at = R * of + r * d
            told[at : at + d] = X[r]
            scaled_offsets[member, r] = c1 * shift[member, r] + more[r]
            if own[member, r] > 0.0:
                for k in range(d):
                    shared[k] = 0.0
                for i in range(q):
                    for k in range(d):
                        shared[k] += cross[r, i] * G[i, k]
                offsets[member, r] += mean[r]
                variances[member, r] = regress(
                    root, m, shared, variance[r], told[at : at + d], offsets[member], r
                )
        of, flat = of + d, flat + d * d
    return means, covariances, evidence, values, scales, mistakes, told, offsets, variances, scaled_offsets
