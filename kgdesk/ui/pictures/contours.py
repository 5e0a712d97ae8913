"""Lines of equal value on a grid."""

from __future__ import annotations

import numpy as np


def contour(values: np.ndarray, x: np.ndarray, y: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the line on which linearly interpolated values have a level, as separate straight pieces.

    Each cell is cut into two triangles: a triangle holds one piece or none, which leaves no case open.

    Parameters
    ----------
    values
        Shape ``(m, n)``, float64, line by line of `y`, along `x`.
    x, y
        Shapes ``(n,)`` and ``(m,)``.
    level
        Of the line.

    Returns
    -------
    tuple
        Places across and up, ``(2 k,)`` each: the ends of k pieces, pair by pair.
    """
    across, up = np.meshgrid(x, y)
    corner = [part.ravel() for part in (values[:-1, :-1], values[:-1, 1:], values[1:, :-1], values[1:, 1:])]
    left = [part.ravel() for part in (across[:-1, :-1], across[:-1, 1:], across[1:, :-1], across[1:, 1:])]
    down = [part.ravel() for part in (up[:-1, :-1], up[:-1, 1:], up[1:, :-1], up[1:, 1:])]
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for triangle in ((0, 1, 3), (0, 3, 2)):
        v, a, b = (np.stack([part[k] for k in triangle], axis=1) for part in (corner, left, down))
        high = v > level
        cut = np.flatnonzero(high.any(axis=1) & ~high.all(axis=1))
        v, a, b, high = v[cut], a[cut], b[cut], high[cut]
        # The corner that lies alone on its side: the line crosses both edges from it.
        alone = np.where(high.sum(axis=1) == 1, np.argmax(high, axis=1), np.argmin(high, axis=1))
        row = np.arange(len(cut))
        ends = []
        for step in (1, 2):
            other = (alone + step) % 3
            share = (level - v[row, alone]) / (v[row, other] - v[row, alone])
            ends.append(tuple(p[row, alone] + share * (p[row, other] - p[row, alone]) for p in (a, b)))
        found.append(
            (
                np.stack([ends[0][0], ends[1][0]], axis=1).ravel(),
                np.stack([ends[0][1], ends[1][1]], axis=1).ravel(),
            )
        )
    return np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found])
