"""Scores of the leading rows of a pool as functions of w.x of another row, once that were known."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.simd import njit_internal


@njit_internal
def _slopes(x, directions, s2, out):
    """Fill out (L,) with the change of the mean of each leading row per standard deviation of w.x.

    It is x'S x_l / sqrt(s2); directions (d, L) has the columns S x_l of the leading rows, s2 is the variance of w.x.
    """
    out[:] = 0.0
    for j in range(x.size):
        factor = x[j]
        for k in range(out.size):
            out[k] += factor * directions[j, k]
    # A row without variance has x'S x_l = 0: no division by 0, and no effect.
    share = 1.0 / math.sqrt(max(s2, 1e-300))
    for k in range(out.size):
        out[k] *= share


@njit(cache=True, nogil=True, error_model="numpy")
def slope_spans(X, s2, directions):
    """Compute how much w.x of each row separates the leading rows: the range (M,) of the slopes of their means.

    The slopes are changes of the mean per standard deviation of w.x.

    Parameters
    ----------
    X, s2
        (M, d) rows and (M,) variances of their w.x.
    directions
        (d, L) S x_l of the leading rows, a column each.
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
    """Compute the largest kappa score among the leading rows if w.x of one row were known, at Q values of it.

    Parameters
    ----------
    X, s2, directions
        As in `slope_spans`.
    mean, variance
        (L,) mean and variance of w.x_l of the leading rows.
    own
        Index of the present best among the leading rows.
    nodes
        (Q,) values of w.x, in standard deviations from its mean.

    Returns
    -------
    (top, mine)
        (M, Q) each: the largest score, and the score of the present best.
    """
    top, mine = np.empty((len(X), nodes.size)), np.empty((len(X), nodes.size))
    slope = np.empty(mean.size)
    for i in range(len(X)):
        _slopes(X[i], directions, s2[i], slope)
        for q in range(nodes.size):
            top[i, q] = -math.inf
        for k in range(mean.size):
            # Knowing w.x removes the variance that the row shares with it, which is at most all of it but for rounding.
            kappa = 1.0 / math.sqrt(1.0 + math.pi / 8.0 * max(variance[k] - slope[k] * slope[k], 0.0))
            middle, rise = kappa * mean[k], kappa * slope[k]
            for q in range(nodes.size):
                top[i, q] = max(top[i, q], middle + rise * nodes[q])
                if k == own:
                    mine[i, q] = middle + rise * nodes[q]
    return top, mine
