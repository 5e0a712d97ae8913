"""Bayesian logistic regression: Gaussian beliefs about the weights, and their evidence-weighted average.

Here: a component of that average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import CovarianceBelief

    Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Component:
    """One model of a mixture: its columns, belief and weight.

    Parameters
    ----------
    terms
        ``linear`` or ``quadratic``.
    columns
        (c,) int64: the columns of the design matrix that it uses.
    belief
        Belief about the regression weights of these columns.
    share
        Prior weight in the mixture, before any outcome.
    weight
        Present weight in the mixture.
    prior_variance
        (c,) prior variance of each regression weight, before any outcome.
    term_precision, square_precision
        Prior precision of its products, and of its squares; None where it has none.
    """

    terms: str
    columns: NDArray[np.int64]
    belief: CovarianceBelief
    share: float
    weight: float
    prior_variance: Array
    term_precision: float | None = None
    square_precision: float | None = None

    def of(self, X: Any) -> Any:
        """Return the columns (M, c) of X (M, d), an array or `Rows`, that the component uses."""
        if isinstance(X, Rows):
            return X.only(self.columns)
        return np.ascontiguousarray(X if self.columns.size == X.shape[1] else X[:, self.columns])

    def as_json(self) -> dict[str, Any]:
        """Return the component as JSON values; mean and covariance are those of its own columns."""
        return {
            "terms": self.terms,
            "weight": self.weight,
            "term_precision": self.term_precision,
            "square_precision": self.square_precision,
            **self.belief.as_json(),
        }


def moments_of_each(components: Sequence[Component], X: Array | Rows) -> tuple[Array, Array]:
    """Compute mean and variance (C, M) of w.x in each of C components, for rows X (M, d)."""
    component_moments = [c.belief.moments(c.of(X)) for c in components]
    return np.array([mu for mu, _ in component_moments]), np.array([s2 for _, s2 in component_moments])
