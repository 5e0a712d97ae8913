"""The bounded sweep of one family of arms: groups of arms share the candidates that may still be best for one of them.

A family is halved again and again across its widest direction. Each group bounds every candidate that its parent
left over, at once for all its arms (see `kgdesk.kernels.bounds`); what falls below the best score known for the worst
of its arms is left behind. Small groups score what is left, arm by arm.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from kgdesk.kernels.blocks import BLOCK, EIGHTH_PI, scores_correlated, scores_independent
from kgdesk.kernels.bounds import best_of_eight, bound_block, four_arms, least_spreads
from kgdesk.kernels.lanes import larger, largest, load
from kgdesk.kernels.logistic import exact_probability, kappa_score, sigmoid
from kgdesk.kernels.update import full_moments_one

#: A group of so many arms is scored.
LEAF = 16
# A group hands a list of its own to its parts when it left at least this share behind.
_WORTH = 0.25
# Bounds and scores round differently by less than this share of a score; near ties (4e-9) lie within as well.
_SLACK = 1e-8
_TIE = 1e-9
_DEPTH = 40


@njit(cache=True, nogil=True)
def _ends(order, low, high, move, along, smallest, greatest):
    """Fill smallest and greatest (d,) with the ends of the box of the arms order[low:high].

    Arm 2 i is a success at i, arm 2 i + 1 a failure; it moves means by g r, g = move[arm], r = along[i].
    """
    smallest[:], greatest[:] = math.inf, -math.inf
    for n in range(low, high):
        # No view of the row: counting its references would make the threads wait for each other.
        g, i = move[order[n]], order[n] // 2
        for j in range(smallest.size):
            value = g * along[i, j]
            smallest[j] = min(smallest[j], value)
            greatest[j] = max(greatest[j], value)


@njit(cache=True, nogil=True)
def _widest(smallest, greatest, size):
    """Return the direction in which a box is widest, weighed by the pool's size (d,) along it."""
    best, most = 0, -1.0
    for j in range(size.size):
        if (greatest[j] - smallest[j]) * size[j] > most:
            best, most = j, (greatest[j] - smallest[j]) * size[j]
    return best


@njit(cache=True, nogil=True)
def _halve(order, low, high, at, j, move, along, keys):
    """Rearrange order[low:high] so that no arm before `at` lies beyond one behind it in direction j."""
    for n in range(low, high):
        keys[n - low] = move[order[n]] * along[order[n] // 2, j]
    left, right = low, high - 1
    while left < right:
        pivot = keys[(left + right) // 2 - low]
        i, k = left, right
        while i <= k:
            while keys[i - low] < pivot:
                i += 1
            while keys[k - low] > pivot:
                k -= 1
            if i <= k:
                order[i], order[k] = order[k], order[i]
                keys[i - low], keys[k - low] = keys[k - low], keys[i - low]
                i += 1
                k -= 1
        if at <= k:
            right = k
        elif at >= i:
            left = i
        else:
            return


@njit(cache=True, nogil=True)
def split(order, low, high, at, move, along, size, keys):
    """Part order[low:high] at `at` across its widest direction; keys (high - low,) is scratch."""
    smallest, greatest = np.empty(size.size), np.empty(size.size)
    _ends(order, low, high, move, along, smallest, greatest)
    _halve(order, low, high, at, _widest(smallest, greatest, size), move, along, keys)


@njit(cache=True, nogil=True)
def _box(order, low, high, move, shrink, along, s2, X, size, centre, half, bend):
    """Fill the box of a group; return (phi, keep), see `bound_block`, and its widest direction.

    bend (d,) or (0,) takes the largest c x_j^2.
    """
    _ends(order, low, high, move, along, centre, half)
    widest = _widest(centre, half, size)
    for j in range(centre.size):
        smallest, greatest = centre[j], half[j]
        centre[j], half[j] = 0.5 * (smallest + greatest), 0.5 * (greatest - smallest)
    phi = taken = 0.0
    bend[:] = 0.0
    for n in range(low, high):
        arm = order[n]
        if bend.size:
            for j in range(bend.size):
                bend[j] = max(bend[j], shrink[arm] * X[arm // 2, j] * X[arm // 2, j])
        else:
            square = move[arm] * move[arm]
            phi = max(phi, EIGHTH_PI * shrink[arm] / square if square > 1e-280 else math.inf)
            taken = max(taken, shrink[arm] * s2[arm // 2])
    return phi, max(1.0 - taken, 0.0), widest


@njit(cache=True, nogil=True)
def _pick(upper, count, floor, picked):
    """Fill picked with the places whose bound reaches the floor; return how many. No branch: it would guess wrong."""
    left = 0
    for k in range(count):
        picked[left] = k
        left += 1 if upper[k] >= floor else 0
    return left


@njit(cache=True, nogil=True)
def _gather(flat, mean, scale, names, picked, count, to_flat, to_mean, to_scale, to_names, d):
    """Copy the picked candidates into a list of their own; return its number of blocks."""
    blocks = (count + BLOCK - 1) // BLOCK
    place = np.zeros(BLOCK, np.int64)
    for block in range(blocks):
        here = min(BLOCK, count - block * BLOCK)
        for k in range(here):
            at = picked[block * BLOCK + k]
            place[k] = at // BLOCK * d * BLOCK + at % BLOCK
            to_mean[block * BLOCK + k] = mean[at]
            to_scale[block * BLOCK + k] = scale[at]
            to_names[block * BLOCK + k] = names[at]
        for j in range(d):
            into = (block * d + j) * BLOCK
            for k in range(here):
                to_flat[into + k] = flat[place[k] + j * BLOCK]
            for k in range(here, BLOCK):
                to_flat[into + k] = 0.0
        for k in range(here, BLOCK):
            to_mean[block * BLOCK + k] = -1e150
            to_scale[block * BLOCK + k] = 1.0
            to_names[block * BLOCK + k] = -1
    return blocks


@njit(cache=True, nogil=True)
def _raise_floor(
    order, low, high, move, shrink, along, X, q, probes, flat, mean, scale, d, eight, row, spreads, lower
):
    """Score the eight candidates that lead at the group's centre after every arm; return the worst arm's best score."""
    for lane in range(8):
        k = int(probes[lane])
        start = k // BLOCK * d * BLOCK + k % BLOCK
        for j in range(d):
            eight[8 * j + lane] = flat[start + j * BLOCK]
        eight[8 * d + lane], eight[8 * d + 8 + lane] = mean[k], scale[k]
    worst = math.inf
    for n in range(low, high):
        arm = order[n]
        for j in range(d):
            row[j] = along[arm // 2, j]
        _spreads_of(arm, shrink, X, q, spreads)
        score = best_of_eight(eight, d, row, move[arm], -EIGHTH_PI * shrink[arm], spreads)
        lower[arm] = max(lower[arm], score)
        worst = min(worst, lower[arm])
    return worst


@njit(cache=True, nogil=True)
def _spreads_of(arm, shrink, X, q, spreads):
    for j in range(spreads.size):
        x = X[arm // 2, j]
        spreads[j] = EIGHTH_PI / (q[j] + shrink[arm] * x * x)


@njit(cache=True, nogil=True)
def _future(arm, k, move, shrink, mean, covariance, q, mu, s2, X, x, Sx):
    """Return mean and variance of candidate k after the arm, from the belief itself; x and Sx (d,) are scratch."""
    t = v = 0.0
    for j in range(x.size):
        x[j] = X[arm // 2, j]
    if q.size:
        for j in range(q.size):
            t += x[j] / q[j] * X[k, j]
            v += X[k, j] * X[k, j] / (q[j] + shrink[arm] * x[j] * x[j])
        return mu[k] + move[arm] * t, v
    full_moments_one(mean, covariance, x, Sx)
    for j in range(Sx.size):
        t += Sx[j] * X[k, j]
    return mu[k] + move[arm] * t, max(s2[k] - shrink[arm] * t * t, 0.0)


@njit(cache=True, nogil=True)
def _decide(
    arm,
    found,
    at,
    flat,
    pool_mean,
    scale,
    names,
    blocks,
    move,
    shrink,
    along,
    mean,
    covariance,
    q,
    mu,
    s2,
    X,
    exact,
    scores,
    row,
    x,
    Sx,
    spreads,
):
    """Return (index, probability) of the best candidate after an arm, from the largest scores of the blocks."""
    d = X.shape[1]
    top = load(found, at)
    for block in range(1, blocks):
        top = larger(top, load(found, at + 8 * block))
    score = largest(top)
    near = score - _SLACK * abs(score)
    _spreads_of(arm, shrink, X, q, spreads)
    best, peak, value = -1, -math.inf, 0.0
    for turn in range(2 if exact else 1):  # first the largest score, then the near ties
        first = best
        for block in range(blocks):
            if largest(load(found, at + 8 * block)) < near:
                continue
            g = move[arm]
            for j in range(d):
                row[j] = along[arm // 2, j]
            if q.size:
                scores_independent(flat, pool_mean, block, d, row, spreads, g, scores)
            else:
                scores_correlated(flat, pool_mean, scale, block, d, row, g, -EIGHTH_PI * shrink[arm], scores)
            for k in range(BLOCK):
                if scores[k] >= near and names[block * BLOCK + k] >= 0:
                    name = names[block * BLOCK + k]
                    if turn == 1 and name == first:
                        continue
                    u, v = _future(arm, name, move, shrink, mean, covariance, q, mu, s2, X, x, Sx)
                    kappa = kappa_score(u, v)
                    if turn == 0:
                        if kappa > peak or (kappa == peak and name < best):
                            best, peak = name, kappa
                    elif kappa >= peak - _TIE * abs(peak):
                        p = exact_probability(u, v)
                        if p > value or (p == value and name < best):
                            best, value = name, p
        if turn == 0:
            if not exact:
                return best, sigmoid(peak)
            u, v = _future(arm, best, move, shrink, mean, covariance, q, mu, s2, X, x, Sx)
            value = exact_probability(u, v)
    return best, value


@njit(cache=True, nogil=True)
def settle_family(order, low, high, pool, arms, belief, mu, s2, X, size, room, exact, index, value):
    """Find the best candidate after each of the arms order[low:high]; return the work done, about one per product.

    Parameters
    ----------
    order
        (2 M,) arms; this part is rearranged.
    pool
        (flat, mean, scale, names) in blocks, names (B BLOCK,) the row of each candidate or -1.
    arms
        (move, shrink, along, lower): (2 M,), (2 M,), (M, d), and (2 M,) scores reached so far.
    belief
        (mean, covariance, q): q (0,) for the full beliefs, covariance (0, 0) for the diagonal one.
    mu, s2, X
        The pool as it is.
    size
        (d,) of the pool's entries, for `widest`.
    room
        Candidates of a list of its own, a multiple of BLOCK.
    exact
        Whether near ties are told apart by the exact integral, and values are such.
    index, value
        (2 M,) filled for these arms.
    """
    if low == high:
        return 0.0
    flat0, mean0, scale0, names0 = pool
    move, shrink, along, lower = arms
    mean, covariance, q = belief
    d = X.shape[1]
    # A list belongs to a level of the tree; parts come right after their parent, so that its list still stands.
    levels, most = 1, high - low
    while most > LEAF:
        levels, most = levels + 1, (most + 3) // 4
    flat, pool_mean = np.empty(levels * room * d), np.empty(levels * room)
    scale, names = np.empty(levels * room), np.empty(levels * room, np.int64)
    upper, picked = np.empty(mean0.size), np.empty(mean0.size + 1, np.int64)
    scores, x, Sx, keys = np.empty(BLOCK), np.empty(d), np.empty(d), np.empty(high - low)
    blocks_of, list_of = np.zeros(levels + 1, np.int64), np.zeros(levels + 1, np.int64)
    blocks_of[0], list_of[0] = mean0.size // BLOCK, -1
    stack = np.empty((4 * levels + 8, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = low, high, 1
    waiting = 1
    centre, half, bend = np.empty(d), np.empty(d), np.empty(q.size)
    least, tops, probes = np.empty(q.size), np.empty(8), np.zeros(8)
    eight, row, spreads = np.empty(8 * d + 16), np.empty(d), np.empty(q.size)
    rows, steps, four_spreads = np.empty(4 * d), np.empty(8), np.empty(4 * q.size)
    work = 0.0
    while waiting:
        waiting -= 1
        begin, end, level = stack[waiting, 0], stack[waiting, 1], stack[waiting, 2]
        parent = list_of[level - 1]
        blocks = blocks_of[level - 1]
        if parent < 0:
            f_, m_, s_, n_ = flat0, mean0, scale0, names0
        else:
            f_ = flat[parent * room * d : (parent + 1) * room * d]
            m_ = pool_mean[parent * room : (parent + 1) * room]
            s_, n_ = scale[parent * room : (parent + 1) * room], names[parent * room : (parent + 1) * room]
        phi, keep, widest = _box(order, begin, end, move, shrink, along, s2, X, size, centre, half, bend)
        if q.size:
            least_spreads(q, bend, least)
        tops[:] = -math.inf
        for block in range(blocks):
            bound_block(f_, m_, s_, block, d, centre, half, least, phi, keep, tops, probes, upper)
        floor = _raise_floor(
            order, begin, end, move, shrink, along, X, q, probes, f_, m_, s_, d, eight, row, spreads, lower
        )
        floor -= _SLACK * abs(floor)
        left = _pick(upper, blocks * BLOCK, floor, picked)
        work += blocks * BLOCK * (2.0 * d + 10.0) + (end - begin) * (2.0 * d + 20.0)
        if left <= room and left <= (1.0 - _WORTH) * blocks * BLOCK:
            at, to = level - 1, level * room
            blocks = _gather(
                f_,
                m_,
                s_,
                n_,
                picked,
                left,
                flat[at * room * d : (at + 1) * room * d],
                pool_mean[at * room : to],
                scale[at * room : to],
                names[at * room : to],
                d,
            )
            work += left * (2.0 * d + 10.0)
            list_of[level] = at
            f_ = flat[at * room * d : (at + 1) * room * d]
            m_, s_, n_ = pool_mean[at * room : to], scale[at * room : to], names[at * room : to]
        else:
            list_of[level] = parent
        blocks_of[level] = blocks
        if end - begin > LEAF:
            middle = (begin + end) // 2
            _halve(order, begin, end, middle, widest, move, along, keys)
            quarters = (begin, (begin + middle) // 2, middle, (middle + end) // 2, end)
            split(order, begin, middle, quarters[1], move, along, size, keys)
            split(order, middle, end, quarters[3], move, along, size, keys)
            for part in range(4):
                stack[waiting, 0], stack[waiting, 1] = quarters[part], quarters[part + 1]
                stack[waiting, 2] = level + 1
                waiting += 1
            continue
        found = np.empty((end - begin + 3) // 4 * 4 * 8 * blocks)
        for four in range(begin, end, 4):
            for n in range(4):
                arm = order[min(four + n, end - 1)]
                steps[2 * n], steps[2 * n + 1] = move[arm], -EIGHTH_PI * shrink[arm]
                _spreads_of(arm, shrink, X, q, spreads)
                for j in range(d):
                    rows[4 * j + n] = along[arm // 2, j]
                    if q.size:
                        four_spreads[4 * j + n] = spreads[j]
            for block in range(blocks):
                at = ((four - begin) * blocks + block) * 8
                four_arms(f_, m_, s_, block, d, rows, steps, four_spreads, found, at, 8 * blocks)
        work += (end - begin) * blocks * BLOCK * (d * (2.0 if q.size else 1.0) + 7.0)
        for n in range(begin, end):
            arm = order[n]
            index[arm], value[arm] = _decide(
                arm,
                found,
                (n - begin) * 8 * blocks,
                f_,
                m_,
                s_,
                n_,
                blocks,
                move,
                shrink,
                along,
                mean,
                covariance,
                q,
                mu,
                s2,
                X,
                exact,
                scores,
                row,
                x,
                Sx,
                spreads,
            )
    return work
