"""The models of a mixture: each learns about some columns of one design matrix, and has a weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.belief import FullBelief, MomentBelief

    Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Component:
    """One model of a mixture.

    Parameters
    ----------
    terms
        ``linear`` or ``quadratic``.
    columns
        (c,) int64: which columns of the design matrix it sees.
    belief
        About the weights of these columns.
    share
        Its weight before any outcome.
    weight
        Its weight now.
    term_precision, square_precision
        Prior precision of its products, and of its squares; None where it has none.
    """

    terms: str
    columns: NDArray[np.int64]
    belief: MomentBelief | FullBelief
    share: float
    weight: float
    term_precision: float | None = None
    square_precision: float | None = None

    def of(self, X: Array) -> Array:
        """Return the columns (M, c) of X (M, d) that it sees."""
        return np.ascontiguousarray(X if self.columns.size == X.shape[1] else X[:, self.columns])

    def as_json(self) -> dict[str, Any]:
        """Return the component as JSON values; mean and covariance are about the columns that it sees."""
        return {
            "terms": self.terms,
            "weight": self.weight,
            "term_precision": self.term_precision,
            "square_precision": self.square_precision,
            **self.belief.as_json(),
        }


def moments_of_each(components: Sequence[Component], X: Array) -> tuple[Array, Array]:
    """Return mean and variance (C, M) of w.x in each of C components, for rows X (M, d) that are in range."""
    found = [c.belief.moments(c.of(X)) for c in components]
    return np.array([mu for mu, _ in found]), np.array([s2 for _, s2 in found])
