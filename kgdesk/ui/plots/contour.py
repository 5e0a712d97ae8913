"""Contour lines."""

from __future__ import annotations

import numpy as np


def contour(values: np.ndarray, x: np.ndarray, y: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the contour line of linearly interpolated values, as separate segments.

    Marching triangles: each cell is cut in two; a triangle contains one segment or none, without ambiguous cases.

    Parameters
    ----------
    values
        Shape ``(m, n)``, float64; rows along `y`, columns along `x`.
    x, y
        Shapes ``(n,)`` and ``(m,)``.
    level
        Value on the line.

    Returns
    -------
    tuple
        x and y coordinates, ``(2 k,)`` each: the ends of k segments, pairwise.
    """
    across, up = np.meshgrid(x, y)
    corner = [part.ravel() for part in (values[:-1, :-1], values[:-1, 1:], values[1:, :-1], values[1:, 1:])]
    left = [part.ravel() for part in (across[:-1, :-1], across[:-1, 1:], across[1:, :-1], across[1:, 1:])]
    down = [part.ravel() for part in (up[:-1, :-1], up[:-1, 1:], up[1:, :-1], up[1:, 1:])]
    lines: list[tuple[np.ndarray, np.ndarray]] = []
    for triangle in ((0, 1, 3), (0, 3, 2)):
        v, a, b = (np.stack([part[k] for k in triangle], axis=1) for part in (corner, left, down))
        high = v > level
        cut = np.flatnonzero(high.any(axis=1) & ~high.all(axis=1))
        v, a, b, high = v[cut], a[cut], b[cut], high[cut]
        # The corner alone on its side of the level: the segment crosses both its edges.
        alone = np.where(high.sum(axis=1) == 1, np.argmax(high, axis=1), np.argmin(high, axis=1))
        row = np.arange(len(cut))
        ends = []
        for step in (1, 2):
            other = (alone + step) % 3
            share = (level - v[row, alone]) / (v[row, other] - v[row, alone])
            ends.append(tuple(p[row, alone] + share * (p[row, other] - p[row, alone]) for p in (a, b)))
        lines.append(
            (
                np.stack([ends[0][0], ends[1][0]], axis=1).ravel(),
                np.stack([ends[0][1], ends[1][1]], axis=1).ravel(),
            )
        )
    return np.concatenate([f[0] for f in lines]), np.concatenate([f[1] for f in lines])
