"""Runs in blocks, again: the levels of the runs by FORMAT, and the belief by METHOD, from the reference fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from truth.beliefs import Mixture
from truth.learning import fitted_in_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from truth.beliefs import Belief
    from truth.replay import World

    Array = NDArray[np.float64]


def learnt_in_blocks(
    before: Belief, X: Array, rows: list[int], y: list[int], world: World, *, present: bool
) -> Belief:
    """Return the belief after outcomes y (+1, -1) at rows of X, in a new block or in that of the next run."""
    names = world.block_columns
    runs = [tuple(run.blocks.get(name, "") for name in names) for run in world.valid]
    coming = tuple(world.present_block[name] for name in names) if present else (None,) * len(names)
    parts = before.parts if isinstance(before, Mixture) else (before,)
    each = [fitted_in_blocks(part, X, rows, y, runs, coming) for part in parts]
    if not isinstance(before, Mixture):
        return each[0][0]
    logs = np.array([log for _, log in each])
    share = before.weights * np.exp(logs - logs.max())
    return Mixture(tuple(part for part, _ in each), share / share.sum(), before.shares, before.terms)
