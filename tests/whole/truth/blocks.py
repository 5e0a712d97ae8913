"""Runs in blocks, again: the levels of the runs by FORMAT, and the belief by METHOD, from the reference fits."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
from truth.beliefs import Gauss, Mixture
from truth.learning import fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from truth.beliefs import Belief
    from truth.replay import World

    Array = NDArray[np.float64]

#: Deviations of the effects of a block column, with their prior probabilities.
TAUS = {0.0: 0.25, 0.8: 0.5, 1.6: 0.25}


def learnt_in_blocks(
    before: Belief, X: Array, rows: list[int], y: list[int], world: World, *, present: bool
) -> Belief:
    """Return the belief after outcomes y (+1, -1) at rows of X, in a new block or in that of the next run."""
    names = world.block_columns
    runs = [tuple(run.blocks.get(name, "") for name in names) for run in world.valid]
    coming = tuple(world.present_block[name] for name in names) if present else (None,) * len(names)
    parts = before.parts if isinstance(before, Mixture) else (before,)
    shares = before.weights if isinstance(before, Mixture) else np.ones(1)
    found, logs = [], []
    for part in parts:
        each = [
            _in_blocks(part, X, rows, y, runs, taus, coming)
            for taus in itertools.product(TAUS, repeat=len(names))
        ]
        chances = [
            math.prod(TAUS[tau] for tau in taus) for taus in itertools.product(TAUS, repeat=len(names))
        ]
        top = max(log for *_, log in each)
        weights = np.array([p * math.exp(log - top) for p, (*_, log) in zip(chances, each, strict=True)])
        logs.append(top + math.log(weights.sum()))
        weights /= weights.sum()
        mean = sum(w * m for w, (m, _, _) in zip(weights, each, strict=True))
        square = sum(w * (S + np.outer(m, m)) for w, (m, S, _) in zip(weights, each, strict=True))
        found.append(Gauss(part.kind, mean, square - np.outer(mean, mean), part.columns))
    if not isinstance(before, Mixture):
        return found[0]
    share = shares * np.exp(np.array(logs) - max(logs))
    return Mixture(tuple(found), share / share.sum(), before.shares, before.terms)


def _in_blocks(
    part: Gauss,
    X: Array,
    rows: list[int],
    y: list[int],
    runs: Sequence[tuple[str, ...]],
    taus: tuple[float, ...],
    coming: tuple[str | None, ...],
) -> tuple[Array, Array, float]:
    """Return mean and covariance of the weights in a block, and the log evidence, for one deviation of each column."""
    levels = [(k, level) for k, tau in enumerate(taus) if tau for level in sorted({run[k] for run in runs})]
    spread = np.array([taus[k] ** 2 for k, _ in levels])
    sites: dict[tuple[int, tuple[str, ...]], int] = {}
    at, matrix = [], []
    for row, run in zip(rows, runs, strict=True):
        key = row, tuple(level if tau else "" for level, tau in zip(run, taus, strict=True))
        if key not in sites:
            sites[key] = len(sites)
            matrix.append([*X[row], *(float(run[k] == level) for k, level in levels)])
        at.append(sites[key])
    count, width = part.m.size, X.shape[1]
    m, S = np.concatenate([part.m, np.zeros(spread.size)]), np.zeros((count + spread.size,) * 2)
    S[:count, :count], S[count:, count:] = part.S, np.diag(spread)
    columns = np.concatenate([part.columns, np.arange(width, width + spread.size)]).astype(np.int64)
    wide, log = fitted(Gauss(part.kind, m, S, columns), np.array(matrix), at, y)
    A = np.eye(count, count + spread.size)
    for place, (k, level) in enumerate(levels):
        A[0, count + place] = float(coming[k] == level)
    mean, S = A @ wide.m, A @ wide.S @ A.T
    known = {k for k, level in levels if coming[k] == level}
    S[0, 0] += sum(tau**2 for k, tau in enumerate(taus) if k not in known)
    return mean, S, log
