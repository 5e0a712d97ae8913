"""Log-odds that are normal: what they say about the probability of success."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Share of the probability that the usual range holds.
LEVEL = 0.9
#: Quantile of a standard normal that bounds the central 90 %.
Z90 = 1.6448536269514722


def kappa_score(mu: Array, s2: Array) -> Array:
    """Return kappa mu (M,): it rises with the probability of success for w.x ~ N(mu, s2)."""
    return mu / np.sqrt(1.0 + np.pi / 8.0 * s2)


def reach(level: float) -> float:
    """Return how many standard deviations from the mean the central share `level` (0..1) of a normal ends."""
    return Z90 if level == LEVEL else NormalDist().inv_cdf(0.5 + 0.5 * level)


def interval(mu: Array, s2: Array, z: float = Z90) -> tuple[Array, Array]:
    """Return the central interval (M,), (M,) of the probability of success s(a), a ~ N(mu, s2)."""
    half = z * np.sqrt(s2)
    return expit(mu - half), expit(mu + half)


def expit(a: Array) -> Array:
    """Return the logistic function s(a) of each entry, right however far out."""
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, e) / (1.0 + e)
