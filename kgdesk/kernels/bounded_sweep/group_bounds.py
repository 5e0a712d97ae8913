"""Upper and lower bounds of scores over groups of hypothetical outcomes, and the branch-and-bound search of a family.

A candidate is eliminated for a group if the upper bound of its score after every outcome of the group is below the
group's floor, the smallest lower bound of the best score after any of them. The parameter `outcomes` is (move, shrink,
lower), see `kgdesk.kernels.bounded_sweep.batch_scan`.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, prange

from kgdesk.kernels.bounded_sweep.batch_scan import (
    contenders_of,
    empty_batch,
    errors_of,
    load_outcomes,
    lookahead_scores,
)
from kgdesk.kernels.bounded_sweep.partition import GROUP_SIZE, boxes, empty_box
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.lookahead_simd import eight_probabilities
from kgdesk.kernels.pool_blocks import EIGHTH_PI, float32_threshold
from kgdesk.kernels.simd import (
    LANES,
    WIDTH,
    absolute,
    broadcast,
    greater_equal_mask,
    load,
    maximum,
    multiply_add,
    njit_inline,
    njit_internal,
    reduce_max,
    select_greater,
    splat,
    splat_at,
)

# Relative slack for rounding where terms cancel: far above 1e-16, since whitened coordinates of a nearly singular
# belief lose digits.
_ROUNDING = 1e-10

# Stands for a score that no candidate can have: a group is then kept only if its floor is as low.
_IMPOSSIBLE_SCORE = -1e300


@njit_inline
def _groups_not_excluded(k, rows, flat, d, box):
    """Return a bit mask of those of eight groups whose floor is reached by the upper bound of candidate k."""
    centre, half, least, phi, keep, floor = box
    at, p = k * (half.size // 8 + 2), half.size // 8 - 1
    # g t is the sum of the products of the coordinates: the leading ones within the box, and for the others, by
    # Cauchy-Schwarz, at most the product of their lengths (coordinate 0).
    middle, wide = splat(0.0), load(half, 0) * splat_at(rows, at)
    for j in range(1, p + 1):
        z = splat_at(rows, at + j)
        middle = multiply_add(load(centre, 8 * j), z, middle)
        wide = multiply_add(load(half, 8 * j), absolute(z), wide)
    m, v = splat_at(rows, at + p + 1), splat_at(rows, at + p + 2)
    zero, one, reach = splat(0.0), splat(1.0), load(floor, 0)
    slip = splat(_ROUNDING) * (absolute(m) + absolute(middle) + wide)
    high, behind = middle + wide, middle - wide
    most, bits = m + high + slip, 0
    if least.size:
        low = one
        for j in range(d):
            x = splat_at(flat, k * d + j)
            low = multiply_add(load(least, 8 * j), x * x, low)
    else:
        # The variance falls by at most phi (g t)^2, and by Cauchy-Schwarz not below `floored`. As a function of g t the
        # score falls, then rises, so that its maximum is at one end of the range. Where the variance is at its lower
        # bound at the lower end, the score rises there as well, at most to that of an unmoved mean.
        floored, bend = multiply_add(v - one, load(keep, 0), one), load(phi, 0)
        low = maximum(v - bend * high * high, floored)
        other = maximum(v - bend * behind * behind, floored)
        lesser = m + select_greater(other, floored, behind, maximum(behind, zero)) + slip
        bits = greater_equal_mask(
            select_greater(lesser, zero, lesser * lesser, splat(_IMPOSSIBLE_SCORE)), reach * other
        )
    return bits | greater_equal_mask(most * absolute(most), reach * select_greater(most, zero, low, v))


@njit_internal
def sieve(rows, flat, d, given, box, marks):
    """Compute for each candidate a bit mask of those of eight groups in which it may be the best.

    Parameters
    ----------
    rows, flat, d
        The pool: `rows` of `kgdesk.kernels.bounded_sweep.partition`, X flattened (M d,), number of columns.
    given
        (n,) the candidates, or (0,) for all of the pool in order.
    box
        Bounding boxes of eight groups, see `kgdesk.kernels.bounded_sweep.partition.boxes`. Where a bound is NaN
        (0 times infinity) the candidate is kept.
    marks
        Output (n,) or (M,) bytes, bit c for group c.
    """
    for n in range(marks.size):
        marks[n] = _groups_not_excluded(given[n] if given.size else n, rows, flat, d, box)


@njit_internal
def candidates_of_group(marks, c, given, left):
    """Copy the candidates whose mask has bit c to `left` and return their number.

    `marks` and `given` as in `sieve`. `left` must be longer than the result by one: the loop has no branch and writes
    every candidate, then advances only past those that it keeps.
    """
    end = 0
    for n in range(marks.size):
        left[end] = given[n] if given.size else n
        end += marks[n] >> c & 1
    return end


# Measured candidates per parallel task.
_CANDIDATES_PER_TASK = 512


@njit(cache=True, nogil=True, error_model="numpy")
def side_by_side(elite, pool32, d):
    """Return the rows of some candidates in SIMD layout, float32 (E (d + 2),); the last pads E to a multiple of 16.

    Entry j (z, mean, 1 + pi s2/8) of candidate 16 c + n is at 16 ((d + 2) c + j) + n.
    """
    lines = (elite.size + LANES - 1) // LANES
    beside = np.empty(lines * (d + 2) * LANES, np.float32)
    for place in range(lines * LANES):
        k, c, n = elite[min(place, elite.size - 1)], place // LANES, place % LANES
        for j in range(d + 2):
            beside[LANES * ((d + 2) * c + j) + n] = pool32[k * (d + 2) + j]
    return beside


@njit_internal
def _largest_elite_score(pool32, at, d, beside, move, shrink, spreads):
    """Return the largest float32 score of the elite after one hypothetical outcome.

    `at` is the offset of the measured candidate's row in `pool32`. `spreads` (d,) has pi/8/(1 + c z_j^2) of the outcome
    for the diagonal belief, and is (0,) for the others.
    """
    top, one = broadcast(pool32, -math.inf), broadcast(pool32, 1.0)
    g, loss = broadcast(pool32, move), broadcast(pool32, -EIGHTH_PI * shrink)
    for line in range(0, beside.size, LANES * (d + 2)):
        t = broadcast(pool32, 0.0)
        for j in range(d):
            t = multiply_add(load(beside, line + LANES * j), splat_at(pool32, at + j), t)
        if spreads.size:
            v = one
            for j in range(d):
                z = load(beside, line + LANES * j)
                v = multiply_add(splat_at(spreads, j), z * z, v)
        else:
            v = maximum(multiply_add(loss, t * t, load(beside, line + LANES * (d + 1))), one)
        u = multiply_add(g, t, load(beside, line + LANES * d))
        top = maximum(top, u * absolute(u) / v)
    return reduce_max(top)


@njit(cache=True, nogil=True, parallel=True, error_model="numpy")
def raise_lower_bounds(measured, elite, pool, outcomes):
    """Raise the lower bounds of both outcomes of the measured candidates to the best score among the elite.

    Scores are float32, less their error bound; where that is infinite the outcome is scored in float64.

    Parameters
    ----------
    measured, elite
        Indices of candidates; the elite are those likely to be best.
    pool, outcomes
        See `kgdesk.kernels.bounded_sweep.batch_scan.load_outcomes`.
    """
    pool32, X, q = pool[0], pool[3], pool[6]
    d, diagonal = X.shape[1], q.size > 0
    move, shrink, lower = outcomes
    beside = side_by_side(elite, pool32, d)
    for task in prange((measured.size + _CANDIDATES_PER_TASK - 1) // _CANDIDATES_PER_TASK):
        spreads, alone = np.empty(d if diagonal else 0, np.float32), np.empty(1, np.int64)
        for n in range(task * _CANDIDATES_PER_TASK, min(measured.size, (task + 1) * _CANDIDATES_PER_TASK)):
            at = measured[n] * (d + 2)
            for outcome in range(2 * measured[n], 2 * measured[n] + 2):
                off, share = errors_of(outcome, outcomes, pool)
                if share == math.inf:  # float32 overflows or is too inexact
                    alone[0] = outcome
                    _raise_in_float64(alone, elite, pool, outcomes)
                    continue
                for j in range(spreads.size):
                    spreads[j] = EIGHTH_PI / (1.0 + shrink[outcome] * pool32[at + j] * pool32[at + j])
                top = _largest_elite_score(pool32, at, d, beside, move[outcome], shrink[outcome], spreads)
                lower[outcome] = max(lower[outcome], float32_threshold(top, off, share))


@njit(cache=True, nogil=True, error_model="numpy")
def _raise_in_float64(outcome, elite, pool, outcomes):
    """Raise the lower bound of one hypothetical outcome, outcome (1,), to the best float64 score among the elite."""
    batch = empty_batch(pool[3].shape[1], pool[6].size > 0)
    whose, after, score = np.empty(64, np.int32), np.empty(64, np.int32), np.empty(64)
    load_outcomes(outcome, 0, 1, outcomes, pool, batch)
    _, _, score, filled = contenders_of(pool, elite, elite.size, outcomes, batch, whose, after, score)
    for n in range(filled):
        outcomes[2][outcome[0]] = max(outcomes[2][outcome[0]], score[n])


# Kappa scores within this share of the largest are ties, as in `kgdesk.kernels.argmax`.
_TIE_SHARE = 1e-9

# Length of the arrays of notes to begin with; `contenders_of` doubles them where it has to.
_NOTES_AT_FIRST = 4096

# Cost of bounding one candidate against eight groups, in multiplications.
_BOUND_COST = 400.0


@njit_internal
def _best_of_notes(number, notes, filled, outcomes, pool, batch, exact):
    """Return the best of the candidates that are noted for one hypothetical outcome, given by its number in the batch.

    If `exact`, ties of the kappa score are broken by the exact integral.
    """
    whose, after = notes
    best, peak = -1, -math.inf
    for n in range(filled):
        if after[n] == number:
            k = whose[n]
            kappa = kappa_score(*lookahead_scores(k, number, outcomes, pool, batch))
            if kappa > peak or (kappa == peak and k < best):
                best, peak = k, kappa
    if not exact:
        return best
    value, first = exact_probability(*lookahead_scores(best, number, outcomes, pool, batch)), best
    for n in range(filled):
        if after[n] == number and whose[n] != first:
            k = whose[n]
            u, v = lookahead_scores(k, number, outcomes, pool, batch)
            if kappa_score(u, v) >= peak - _TIE_SHARE * abs(peak):
                p = exact_probability(u, v)
                if p > value or (p == value and k < best):
                    best, value = k, p
    return best


@njit_internal
def _push_eighths(stack, waiting, begin, end, step, level):
    """Push the parts, of `step` outcomes each, of the group [begin, end) at a level; return the height of the stack."""
    for c in range(8):
        if begin + c * step < end:
            stack[waiting, 0], stack[waiting, 1] = begin + c * step, min(end, begin + (c + 1) * step)
            stack[waiting, 2], stack[waiting, 3] = level + 1, c
            waiting += 1
    return waiting


@njit(cache=True, nogil=True, error_model="numpy")
def search_family(order, low, high, family, everyone, rows, pool, outcomes, sums, exact, best, allowed):
    """Find the best candidate after each hypothetical outcome order[low:high] by branch and bound; return the work.

    Work is counted in multiplications, roughly. Depth first: groups of a family are divided into eighths, each with the
    candidates that it cannot eliminate, down to groups of `GROUP_SIZE`, which are scanned as a batch. Stops early, with
    results missing, once the work exceeds `allowed`.

    Parameters
    ----------
    order
        (2 M,) hypothetical outcomes, partitioned into families, eighths of these, and so on: see `partition`.
    family
        Number of hypothetical outcomes of a full family: `GROUP_SIZE` times a power of eight.
    everyone
        The candidates that the family cannot eliminate.
    rows, pool
        The pool: see `partition` and `batch_scan.load_outcomes`.
    outcomes
        (move, shrink, lower): (2 M,) each; `lower` has a lower bound of the best score after each.
    sums
        Summaries of all groups in order: see `partition.group_summary`.
    exact
        Whether ties are broken by the exact integral, and values are exact integrals.
    best
        (index, value): (2 M,) each, filled for these hypothetical outcomes.
    allowed
        Limit of the work, in multiplications.
    """
    X, q = pool[3], pool[6]
    index, value = best
    mu, s2, prob = np.zeros(GROUP_SIZE), np.zeros(GROUP_SIZE), np.empty(GROUP_SIZE)
    most, d, diagonal = everyone.size, X.shape[1], q.size > 0
    flat = X.reshape(-1)
    levels, step = 0, family
    while step > GROUP_SIZE:
        levels, step = levels + 1, step // 8
    # Per level: the candidates of the current group, and their masks for its eight parts. The list of a part is built
    # only when its turn comes; lists of all parts would be as large as the pool.
    lists, marks = np.empty((levels, most + 1), np.int32), np.empty((levels, most), np.uint8)
    held = np.full(levels + 1, most)
    box, starts = empty_box(sums[0].shape[1], d, diagonal), np.empty(8, np.int64)
    batch = empty_batch(d, diagonal)
    several, where = np.empty(GROUP_SIZE, np.int64), np.empty(GROUP_SIZE, np.int64)
    whose, after, score = (
        np.empty(_NOTES_AT_FIRST, np.int32),
        np.empty(_NOTES_AT_FIRST, np.int32),
        np.empty(_NOTES_AT_FIRST),
    )
    stack = np.empty((8 * levels + 8, 4), np.int64)
    stack[0] = low, high, 0, -1
    waiting, work = 1, 0.0
    while waiting and work <= allowed:
        waiting -= 1
        begin, end, level, which = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2], stack[waiting, 3]
        given = everyone
        if level:
            above = everyone if level == 1 else lists[level - 2, : held[level - 1]]
            held[level] = candidates_of_group(
                marks[level - 1, : held[level - 1]], which, above, lists[level - 1]
            )
            given = lists[level - 1, : held[level]]
        if level < levels:
            step = family // 8 ** (level + 1)
            for c in range(8):
                starts[c] = begin + c * step
            boxes(sums, starts, end, step, q, box)
            sieve(rows, flat, d, given, box, marks[level, : given.size])
            work += given.size * _BOUND_COST
            waiting = _push_eighths(stack, waiting, begin, end, step, level)
            continue
        load_outcomes(order, begin, end, outcomes, pool, batch)
        whose, after, score, filled = contenders_of(
            pool, given, given.size, outcomes, batch, whose, after, score
        )
        work += given.size * GROUP_SIZE * (d * (2.0 if diagonal else 1.0) + 9.0)
        several[:] = 0
        for n in range(filled):
            several[after[n]] += 1
            where[after[n]] = n
        for n in range(end - begin):
            outcome, found = order[begin + n], whose[where[n]]
            if several[n] != 1:
                found = _best_of_notes(n, (whose, after), filled, outcomes, pool, batch, exact)
            index[outcome] = found
            if exact:
                mu[n], s2[n] = lookahead_scores(found, n, outcomes, pool, batch)
            elif several[n] == 1:
                value[outcome] = sigmoid(math.copysign(math.sqrt(abs(score[where[n]])), score[where[n]]))
            else:
                value[outcome] = sigmoid(kappa_score(*lookahead_scores(found, n, outcomes, pool, batch)))
        if exact:
            for at in range(0, end - begin, WIDTH):
                eight_probabilities(mu, s2, at, prob)
            for n in range(end - begin):
                value[order[begin + n]] = prob[n]
    return work
