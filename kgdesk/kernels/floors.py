"""Scores that every imagined outcome is known to reach: those of candidates that are likely to be the best after it.

These few, the elite, stand side by side in vectors; measured candidates come one after the other in the order of the
pool, and both outcomes of each share its products.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.bare import bare
from kgdesk.kernels.blocks import EIGHTH_PI, near_enough
from kgdesk.kernels.bundles import empty_bundle, errors_of, load_arms, notes_of
from kgdesk.kernels.lanes import alike, larger, largest, load, magnitude, multiply_add, splat_at

_LANES = 16
_TASK = 512


@njit(cache=True, nogil=True, error_model="numpy")
def side_by_side(elite, few, d):
    """Return the numbers of some candidates in singles (E (d + 2),), E a multiple of 16 and the last one repeated.

    Number j of candidate 16 c + n is at 16 ((d + 2) c + j) + n.
    """
    lines = (elite.size + _LANES - 1) // _LANES
    beside = np.empty(lines * (d + 2) * _LANES, np.float32)
    for place in range(lines * _LANES):
        k, c, n = elite[min(place, elite.size - 1)], place // _LANES, place % _LANES
        for j in range(d + 2):
            beside[_LANES * ((d + 2) * c + j) + n] = few[k * (d + 2) + j]
    return beside


@bare
def _reached(few, at, d, beside, move, shrink, spreads):
    """Return the largest score of the elite after one arm of the candidate whose row begins at `at`, in singles.

    `spreads` (d,) has pi/8/(1 + c z_j^2) of the arm for the diagonal belief, and is (0,) for the others.
    """
    top, one = alike(few, -math.inf), alike(few, 1.0)
    g, loss = alike(few, move), alike(few, -EIGHTH_PI * shrink)
    for line in range(0, beside.size, _LANES * (d + 2)):
        t = alike(few, 0.0)
        for j in range(d):
            t = multiply_add(load(beside, line + _LANES * j), splat_at(few, at + j), t)
        if spreads.size:
            v = one
            for j in range(d):
                z = load(beside, line + _LANES * j)
                v = multiply_add(splat_at(spreads, j), z * z, v)
        else:
            v = larger(multiply_add(loss, t * t, load(beside, line + _LANES * (d + 1))), one)
        u = multiply_add(g, t, load(beside, line + _LANES * d))
        top = larger(top, u * magnitude(u) / v)
    return largest(top)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def raise_floors(measured, elite, pool, arms):
    """Raise the scores that both arms of the measured candidates are known to reach to about those of the elite.

    What singles are off is taken away; where they tell nothing of an arm it is scored in doubles.

    Parameters
    ----------
    measured, elite
        Candidates.
    pool, arms
        See `kgdesk.kernels.bundles.load_arms`.
    """
    few, X, q = pool[0], pool[3], pool[6]
    d, diagonal = X.shape[1], q.size > 0
    move, shrink, lower = arms
    beside = side_by_side(elite, few, d)
    for task in prange((measured.size + _TASK - 1) // _TASK):
        spreads, alone = np.empty(d if diagonal else 0, np.float32), np.empty(1, np.int64)
        for n in range(task * _TASK, min(measured.size, (task + 1) * _TASK)):
            at = measured[n] * (d + 2)
            for arm in range(2 * measured[n], 2 * measured[n] + 2):
                off, share = errors_of(arm, arms, pool)
                if share == math.inf:
                    alone[0] = arm
                    _score_alone(alone, elite, pool, arms)
                    continue
                for j in range(spreads.size):
                    spreads[j] = EIGHTH_PI / (1.0 + shrink[arm] * few[at + j] * few[at + j])
                top = _reached(few, at, d, beside, move[arm], shrink[arm], spreads)
                lower[arm] = max(lower[arm], near_enough(top, off, share))


@njit(cache=True, nogil=True, error_model="numpy")
def _score_alone(arm, elite, pool, arms):
    bundle = empty_bundle(pool[3].shape[1], pool[6].size > 0)
    whose, after, score = np.empty(64, np.int32), np.empty(64, np.int32), np.empty(64)
    load_arms(arm, 0, 1, arms, pool, bundle)
    _, _, score, filled = notes_of(pool, elite, elite.size, arms, bundle, whose, after, score)
    for n in range(filled):
        arms[2][arm[0]] = max(arms[2][arm[0]], score[n])
