"""The best candidate of the pool now, and in one future, from the largest scores of its blocks.

The largest score decides; where others come so close that the exact integral may order them otherwise, it does.
"""

from __future__ import annotations

import math

from kgdesk.kernels.bare import bare
from kgdesk.kernels.blocks import (
    BLOCK,
    EIGHTH_PI,
    near_enough,
    scores_correlated,
    scores_independent,
    single_errors,
)
from kgdesk.kernels.inner import inner
from kgdesk.kernels.lanes import alike, larger, largest, load, reaches, width
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid

# Scores closer than this share of the largest are told apart by the exact integral.
_TIE = 1e-9
# A squared score within this share of the largest may belong to such a score.
_NEAR = 4e-9


@bare
def best_now(mu, s2, exact):
    """Return the best of the pool: the largest kappa score, near ties by the exact integral where `exact`."""
    best, top = 0, -math.inf
    for k in range(mu.size):
        score = mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k])
        if score > top:
            best, top = k, score
    if not exact:
        return best
    near = top - _NEAR * abs(top)
    peak = kappa_score(mu[best], s2[best])
    floor = peak - _TIE * abs(peak)
    value = exact_probability(mu[best], s2[best])
    first = best
    for k in range(mu.size):
        close = k != first and mu[k] * abs(mu[k]) / (1.0 + EIGHTH_PI * s2[k]) >= near
        if close and kappa_score(mu[k], s2[k]) >= floor:
            p = exact_probability(mu[k], s2[k])
            if p > value or (p == value and k < best):
                best, value = k, p
    return best


@inner
def least_of(found, at, blocks, steps, most, spread, cancels):
    """Return what a lane of a block must reach for the block to hold the best: a value as `found` has them.

    Parameters
    ----------
    found, at
        The largest scores of the lanes of each block, in singles, from `at` on.
    steps, most, spread, cancels
        See `kgdesk.kernels.blocks.single_errors`.
    """
    top = load(found, at)
    for block in range(1, blocks):
        top = larger(top, load(found, at + width(found) * block))
    off, share = single_errors(steps, most, spread, cancels)
    return alike(found, near_enough(largest(top), off, share))


@inner
def _after(mu, s2, X, k, row, g, f):
    """Return mean and variance of candidate k after one outcome."""
    t = 0.0
    for j in range(row.size):
        t += row[j] * X[k, j]
    return mu[k] + g * t, max(s2[k] - f * t * t, 0.0)


@inner
def _after_diagonal(mu, X, k, row, spreads, g):
    t = v = 0.0
    for j in range(row.size):
        t += row[j] * X[k, j]
        v += spreads[j] * X[k, j] * X[k, j]
    return mu[k] + g * t, v / EIGHTH_PI


@inner
def pick_correlated(blocked, mu, s2, X, row, g, f, exact, found, at, least, scores):
    """Return (index, mean, variance) of the best candidate in one future, in the blocks that reach `least`."""
    flat, mean, scale = blocked
    M, d = X.shape
    blocks = mean.size // BLOCK
    best, score, second = 0, -math.inf, -math.inf
    for block in range(blocks):
        if reaches(load(found, at + width(found) * block), least):
            scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] > score:
                    best, score, second = block * BLOCK + k, scores[k], score
                else:
                    second = max(second, scores[k])
    u, v = _after(mu, s2, X, best, row, g, f)
    near = score - _NEAR * abs(score)
    if not exact or second < near:
        return best, u, v
    peak, value, first = kappa_score(u, v), exact_probability(u, v), best
    same = u, v, value
    for block in range(blocks):
        if reaches(load(found, at + width(found) * block), least):
            scores_correlated(flat, mean, scale, block, d, row, g, -EIGHTH_PI * f, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] >= near and block * BLOCK + k != first:
                    w, z = _after(mu, s2, X, block * BLOCK + k, row, g, f)
                    if kappa_score(w, z) >= peak - _TIE * abs(peak):
                        # Candidates with equal attributes are common, and integrals are dear.
                        p = same[2] if w == same[0] and z == same[1] else exact_probability(w, z)
                        if p > value or (p == value and block * BLOCK + k < best):
                            best, value, u, v = block * BLOCK + k, p, w, z
    return best, u, v


@inner
def pick_independent(blocked, mu, X, row, spreads, g, found, at, least, scores):
    """Do for the diagonal belief what `pick_correlated` does for the others."""
    flat, mean, _ = blocked
    M, d = X.shape
    blocks = mean.size // BLOCK
    best, score = 0, -math.inf
    for block in range(blocks):
        if reaches(load(found, at + width(found) * block), least):
            scores_independent(flat, mean, block, d, row, spreads, g, scores)
            for k in range(min(BLOCK, M - block * BLOCK)):
                if scores[k] > score:
                    best, score = block * BLOCK + k, scores[k]
    u, v = _after_diagonal(mu, X, best, row, spreads, g)
    return best, sigmoid(kappa_score(u, v))
