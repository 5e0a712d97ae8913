"""Reference members of an average: features by the square root of their kernels, and a weight for every deviation.

The rows have further columns: the features of all kinds, then one 0/1 column for each row. The program takes other
columns for the same prior: a Cholesky factor, and a column only for what was measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Members by METHOD, "Members of the average": terms, factor of the precision of products and squares, deviation, kind
#: and length of the features, their variance, whether the linear terms are beside them.
MEMBERS: tuple[tuple[str, float, float, str, float, float, bool], ...] = (
    ("linear", 1.0, 0.0, "", 0.0, 0.0, True),
    ("linear", 1.0, 0.8, "", 0.0, 0.0, True),
    ("linear", 1.0, 1.8, "", 0.0, 0.0, True),
    ("quadratic", 1.0, 0.0, "", 0.0, 0.0, True),
    ("quadratic", 0.25, 0.0, "", 0.0, 0.0, True),
    ("quadratic", 0.25, 0.8, "", 0.0, 0.0, True),
    ("radius", 1.0, 0.8, "radius", 0.0, 1.0 / 3.0, True),
    ("smooth", 1.0, 0.3, "smooth", 0.7, 4.0, False),
    ("smooth", 1.0, 0.3, "smooth", 1.5, 4.0, False),
    ("smooth", 1.0, 1.0, "smooth", 0.7, 3.0, True),
    ("pairs", 1.0, 0.8, "pairs", 0.0, 2.0, True),
)


@dataclass(frozen=True)
class Prior:
    """Prior of one member: share, name of its terms; mean, variance and columns (d,) of its weights."""

    share: float
    terms: str
    mean: Array
    variance: Array
    columns: NDArray[np.int64]


def kernel(told: dict[str, Any], A: Array, B: Array) -> Array:
    """Return the kernel (n, m) of rows A (n, d) and B (m, d) of the design matrix."""
    numbers = told["numbers"]
    same = [A[:, levels] @ B[:, levels].T for levels in told["categories"]]
    if told["kind"] == "smooth":
        far = sum((np.subtract.outer(A[:, j], B[:, j]) ** 2 for j in numbers), np.zeros((len(A), len(B))))
        unlike = sum((1.0 - one for one in same), np.zeros((len(A), len(B))))
        length = told["length"]
        return np.exp(-far / (2 * length**2 * max(len(numbers), 1)) - unlike / (2 * length))
    factors = [np.outer(A[:, j], B[:, j]) for j in numbers]
    pairs = [one * other for k, one in enumerate(same) for other in [*factors, *same[k + 1 :]]]
    return sum(pairs[1:], pairs[0]) / len(pairs)


def columns_of(told: dict[str, Any], X: Array) -> tuple[Array, Array]:
    """Return the features (U, m) of rows X (U, d), and what they leave of the kernel's variance (U,)."""
    if told["kind"] == "radius":
        centre, scale = told["points"][0]
        return (((X[:, told["numbers"]] ** 2).sum(axis=1) - centre) / scale)[:, None], np.zeros(len(X))
    used = [*told["numbers"], *(j for levels in told["categories"] for j in levels)]
    points = np.zeros((len(told["points"]), X.shape[1]))
    points[:, used] = told["points"]
    values, vectors = np.linalg.eigh(kernel(told, points, points) + 1e-9 * np.eye(len(points)))
    phi = kernel(told, X, points) @ (vectors / np.sqrt(values))
    left = np.array([kernel(told, x[None], x[None])[0, 0] for x in X]) - (phi * phi).sum(axis=1)
    return phi, np.maximum(left, 0.0)


def widened(X: Array, features: Sequence[dict[str, Any]]) -> Array:
    """Return the rows X (U, d) with all features, and a 0/1 column for each row."""
    return np.hstack([X, *(columns_of(told, X)[0] for told in features), np.eye(len(X))])


def priors(
    X: Array, features: Sequence[dict[str, Any]], m: Array, q: Array, higher: NDArray[np.bool_]
) -> list[Prior]:
    """Return the priors of all members, over the columns of `widened`; m, q (d,) are those of all weights."""
    d, made = X.shape[1], []
    known = {(told["kind"], float(told["length"])): place for place, told in enumerate(features)}
    phi = [columns_of(told, X) for told in features]
    begins = d + np.cumsum([0, *(one.shape[1] for one, _ in phi)])
    odds = min(max(2.0 ** ((int(higher.sum()) - 3) / 3.0), 1.0), 64.0)
    for terms, factor, deviation, kind, length, variance, straight in MEMBERS:
        if (terms == "quadratic" and not higher.any()) or (kind and (kind, length) not in known):
            continue
        own = np.arange(d) if terms == "quadratic" else np.flatnonzero(~higher) if straight else np.array([0])
        spread = 1.0 / np.where(higher, factor * q, q)[own]
        mean, apart = m[own], np.full(len(X), deviation**2)
        if kind:
            place = known[kind, length]
            inner = np.arange(begins[place], begins[place + 1])
            own = np.concatenate([own, inner])
            mean = np.concatenate([mean, np.zeros(inner.size)])
            spread = np.concatenate([spread, np.full(inner.size, variance)])
            apart = apart + variance * phi[place][1]
        if apart.any():
            own = np.concatenate([own, begins[-1] + np.arange(len(X))])
            mean, spread = np.concatenate([mean, np.zeros(len(X))]), np.concatenate([spread, apart])
        made.append(Prior(odds if terms == "quadratic" else 1.0, terms, mean, spread, own))
    return made
