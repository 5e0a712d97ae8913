"""How the leading rows of a pool would fare if w.x of one row were known."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.simd import njit_internal


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
