"""The log-odds w.x as a normal distribution: score, credible interval, and the range that kernels admit."""

from __future__ import annotations

from numbers import Real
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, OutOfRange
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Default level of credible intervals.
LEVEL = 0.9
#: Quantile of a standard normal that bounds the central 90 %.
Z90 = 1.6448536269514722
#: Largest admitted |mean| and variance of w.x; beyond them the kernels lose digits.
LIMIT_MU = 1e6
LIMIT_S2 = 1e12


def kappa_score(mu: Array, s2: Array) -> Array:
    """Compute the kappa score (M,), monotone in the probability of success for w.x ~ N(mu, s2)."""
    return mu / np.sqrt(1.0 + np.pi / 8.0 * s2)


def reach(level: float) -> float:
    """Return the half-width, in standard deviations, of the central interval of a normal with probability `level`.

    Raises
    ------
    BadInput
        The level is not a number between 0 and 1.
    """
    check_level(level)
    return Z90 if level == LEVEL else NormalDist().inv_cdf(0.5 + 0.5 * level)


def check_level(level: float) -> None:
    """Raise BadInput unless `level` is a number between 0 and 1."""
    given: object = level
    if isinstance(given, bool) or not isinstance(given, Real) or not 0.0 < float(level) < 1.0:
        raise BadInput(
            phrase("A level must be a number between 0 and 1, as 0.9, not {level}.", level=f"{given!r:.40}")
        )


def interval(mu: Array, s2: Array, z: float = Z90) -> tuple[Array, Array]:
    """Compute the central credible interval (low, high), (M,) each, of s(a), a ~ N(mu, s2): +-z standard deviations."""
    half = z * np.sqrt(s2)
    return expit(mu - half), expit(mu + half)


def expit(a: Array) -> Array:
    """Compute the logistic function s(a) elementwise, without overflow."""
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1.0, e) / (1.0 + e)


def in_range(mu: Array, s2: Array) -> bool:
    """Return whether every mean and variance of w.x is within the admitted range."""
    return bool(mu.size == 0 or (mu.min() >= -LIMIT_MU and mu.max() <= LIMIT_MU and s2.max() <= LIMIT_S2))


def check_range(mu: Array, s2: Array, X: Array, spread: Array, columns: Sequence[str] = ()) -> None:
    """Raise OutOfRange for a pool whose mean or variance of w.x leaves the admitted range.

    Parameters
    ----------
    mu, s2
        (M,) of the rows of X (M, d).
    spread
        (d,) magnitude of each weight, to find the column that contributes most.
    columns
        Names of the columns, for the message.

    Raises
    ------
    OutOfRange
        Names the column.
    """
    bad = ~((np.abs(mu) <= LIMIT_MU) & (s2 <= LIMIT_S2))
    if not bad.any():
        return
    row = int(np.argmax(bad))
    with np.errstate(over="ignore"):
        worst = int(np.argmax(np.abs(X[row]) * spread))
    name = (
        phrase("column “{name}”", name=columns[worst])
        if columns
        else phrase("column {number} of the design matrix", number=worst + 1)
    )
    raise OutOfRange(
        phrase(
            "The numbers in {name} are too large for the belief (row {row} holds {x}): "
            "standardise the attributes, use another unit, or raise the prior precision.",
            name=name,
            row=row + 1,
            x=f"{X[row, worst]:.6g}",
        )
    )
