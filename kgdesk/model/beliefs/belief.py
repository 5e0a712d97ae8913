"""The protocol of beliefs (`Belief`), and the argument checks and cached moments that they share (`BeliefBase`)."""

from __future__ import annotations

import hashlib
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import array_of, usable, writable
from kgdesk.model.beliefs.log_odds import (
    LEVEL,
    LIMIT_MU,
    LIMIT_S2,
    check_level,
    check_range,
    in_range,
    interval,
    kappa_score,
    reach,
)
from kgdesk.model.design.design_matrix import MOST_KEPT, Rows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.beliefs.sweep import Sweep

    Array = NDArray[np.float64]


class Belief(Protocol):
    """Belief (posterior approximation) about the d weights of a logistic model; immutable."""

    @property
    def kind(self) -> str:
        """Update rule: ``moments``, ``full`` or ``diagonal``."""

    @property
    def mean(self) -> Array:
        """(d,) posterior mean of the weights."""

    @property
    def deviation(self) -> Array:
        """(d,) posterior standard deviation of each weight."""

    @property
    def digest(self) -> str:
        """SHA-256 of kind and parameters, to the last bit, in hexadecimal."""

    def updated(self, x: ArrayLike | Rows, y: int) -> Self:
        """Return the belief after one outcome y (+1 or -1) at row x (d,)."""

    def moments(self, X: ArrayLike | Rows) -> tuple[Array, Array]:
        """Compute mean and variance (M,) of w.x for each row of X (M, d)."""

    def predict(self, X: ArrayLike | Rows) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d)."""

    def ranking_score(self, X: ArrayLike | Rows) -> Array:
        """Compute a ranking score (M,) of each row of X (M, d), monotone in the predicted probability of success."""

    def interval(self, X: ArrayLike | Rows, level: float = LEVEL) -> tuple[Array, Array]:
        """Compute central credible intervals (low, high), (M,) each, of the success probability s(w.x) of each row.

        `level` is the probability that they hold the rate, in 0..1. They are not about the next outcome.
        """

    def quantile(self, X: ArrayLike | Rows, level: float) -> Array:
        """Compute the quantile (M,) at `level` of the log-odds w.x of each row of X (M, d)."""

    def knowledge_gradient(self, X: ArrayLike | Rows) -> Array:
        """Compute the knowledge gradient (M,) of each row of X (M, d)."""

    def sweep(self, X: ArrayLike | Rows, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Compute the knowledge gradient and the best row after either outcome, for each row of X (M, d)."""

    def as_json(self) -> dict[str, Any]:
        """Return kind and parameters as JSON values."""


class CovarianceBelief(Belief, Protocol):
    """Belief that is one normal distribution with a full covariance matrix: it can be a component of a mixture."""

    @property
    def covariance(self) -> Array:
        """(d, d) posterior covariance of the weights."""

    @classmethod
    def of_kernel(cls, mean: Array, S: Array) -> Self:
        """Return the belief with a mean (d,) and an exactly symmetric covariance (d, d), neither copied nor checked."""

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> Belief:
        """Return the belief after outcomes y (n,) at rows X (n, d)."""

    def learnt(self, X: ArrayLike | Rows, y: ArrayLike) -> tuple[CovarianceBelief, float]:
        """Return the belief after outcomes y (n,) at rows X (n, d), and the log evidence of these outcomes."""

    def keep(self, rows: Rows, mu: Array, s2: Array) -> None:
        """Cache mean and variance of w.x of a pool; see `BeliefBase.keep`."""


# What messages call the arrays; made once: see `kgdesk.model.beliefs.gaussian`.
_MATRIX, _ROW = phrase("The design matrix"), phrase("The measured row")


class BeliefBase:
    """Base class of all beliefs: argument checks and predictions.

    Subclasses implement `_kernel_moments`, `_spread`, `after` and `sweep`. Methods raise BadInput for unusable
    arrays and OutOfRange beyond the admitted range of w.x.
    """

    mean: Array
    #: Whether the moments of a row have the same bits whichever rows are computed with it.
    _row_by_row = True

    @property
    def _width(self) -> int:
        return self.mean.size

    def _design(self, X: ArrayLike | Rows) -> Array:
        """Return X (M, d), M >= 1, as a writable float64 array; raise BadInput if it cannot be used."""
        if isinstance(X, Rows) and X.X.shape[1] == self._width:
            return X.X
        array = usable(array_of(X), _MATRIX, (None, self._width))
        if not array.shape[0]:
            raise BadInput("The design matrix has no rows: give at least one candidate.")
        return writable(array)

    def _checked(self, X: ArrayLike | Rows) -> Array | Rows:
        """Return X (M, d) as kernels take it: float64, C-contiguous; raise OutOfRange beyond the admitted range."""
        if isinstance(X, Rows):
            whole = X if X.whole is None else X.whole
            if len(whole.X) <= MOST_KEPT:
                self._cached_moments(whole)
                return X
        array = self._design(X)
        if not self._surely_within(array):
            self.moments(array)
        return X if isinstance(X, Rows) else array

    def _row(self, x: ArrayLike | Rows, y: int) -> tuple[Array | Rows, Array]:
        """Check a measured row x (d,) and its outcome y; return them as arrays (1, d) and (1,)."""
        if np.ndim(y) or y not in (-1, 1):
            raise BadInput(phrase("An outcome is +1 (success) or -1 (failure), not {y}.", y=f"{y!r}"))
        if isinstance(x, Rows) and len(x) == 1:
            return self._checked(x), np.array([float(y)])
        row = writable(usable(array_of(x), _ROW, (self._width,)))[None, :]
        self.moments(row)
        return row, np.array([float(y)])

    def _outcomes(self, X: ArrayLike | Rows, y: ArrayLike) -> tuple[Array | Rows, Array]:
        """Check measured rows X (n, d) and their outcomes y (n,); return them as kernels take them."""
        rows: Array | Rows
        if isinstance(X, Rows) and X.X.shape[1] == self._width:
            rows = X
        else:
            rows = writable(usable(array_of(X), phrase("The measured rows"), (None, self._width)))
        outcomes = usable(y, phrase("The list of outcomes"), (len(rows),))
        if not (np.abs(outcomes) == 1.0).all():
            raise BadInput("Each outcome is +1 (success) or -1 (failure).")
        if outcomes.size and not (isinstance(rows, Rows) and self._has_cached(rows)):
            self._within_range(rows)
        return rows, writable(outcomes)

    def _has_cached(self, rows: Rows) -> bool:
        """Return whether the moments of the rows' pool are cached, so that all of them are in range."""
        kept = self.__dict__.get("_cache")
        return kept is not None and kept[0] is (rows if rows.whole is None else rows.whole)

    def moments(self, X: ArrayLike | Rows) -> tuple[Array, Array]:
        """Compute mean and variance (M,) of w.x for each row of X (M, d).

        Raises
        ------
        OutOfRange
            The absolute mean exceeds 1e6, or the variance 1e12; names the column.
        """
        mu, s2 = self._moments(X)
        return (mu.copy(), s2.copy()) if isinstance(X, Rows) else (mu, s2)

    def _moments(self, X: ArrayLike | Rows) -> tuple[Array, Array]:
        """Return `moments` without a copy; those of `Rows` are cached, and the caller must not write to them."""
        return self._moments_of_rows(X) if isinstance(X, Rows) else self._within_range(X)

    def _within_range(self, X: ArrayLike | Rows) -> tuple[Array, Array]:
        array = self._design(X)
        mu, s2 = self._kernel_moments(X if isinstance(X, Rows) else array)
        if not in_range(mu, s2):
            check_range(mu, s2, array, np.abs(self.mean) + self._spread())
        return mu, s2

    def _moments_of_rows(self, rows: Rows) -> tuple[Array, Array]:
        """Return mean and variance of w.x of each row, cached if possible; the caller must not write to them."""
        if rows.whole is None:
            return self._cached_moments(rows)
        if len(rows.whole.X) > MOST_KEPT or not self._row_by_row:
            return self._within_range(rows)
        mu, s2 = self._cached_moments(rows.whole)
        return mu[rows.at], s2[rows.at]

    def _cached_moments(self, rows: Rows) -> tuple[Array, Array]:
        """Return the moments of all rows of a pool, cached until those of another pool are asked for."""
        kept = self.__dict__.get("_cache")
        if kept is None or kept[0] is not rows:
            kept = rows, *self._within_range(rows)
            if len(rows.X) <= MOST_KEPT:
                self.keep(*kept)
        return kept[1], kept[2]

    def keep(self, rows: Rows, mu: Array, s2: Array) -> None:
        """Cache mean and variance (M,) of w.x of a pool, which must be in range, until those of another are cached."""
        self.__dict__["_cache"] = rows, mu, s2

    def _surely_within(self, X: Array) -> bool:
        """Return whether the largest |x_j| of each column proves that every row of X (M, d) is in range; cheap."""
        largest = np.full(X.shape[1], max(X.max(), -X.min()))  # ten times as fast as column by column
        return self._within(largest) or self._within(np.maximum(X.max(axis=0), -X.min(axis=0)))

    def _within(self, widest: Array) -> bool:
        """Return whether every row with |x_j| <= widest_j, `widest` (d,), is in range."""
        with np.errstate(over="ignore"):
            far, wide = np.abs(self.mean) @ widest, self._spread() @ widest
            return bool(far <= LIMIT_MU and wide * wide <= LIMIT_S2)

    def ranking_score(self, X: ArrayLike | Rows) -> Array:
        """Compute the kappa score (M,) of each row of X (M, d), which ranks rows by predicted probability."""
        return kappa_score(*self.moments(X))

    def interval(self, X: ArrayLike | Rows, level: float = LEVEL) -> tuple[Array, Array]:
        """Compute central credible intervals (low, high), (M,) each, of the success probability s(w.x) of each row."""
        return interval(*self.moments(X), reach(level))

    def quantile(self, X: ArrayLike | Rows, level: float) -> Array:
        """Compute the quantile (M,) at `level` of the normal log-odds w.x of each row of X (M, d)."""
        check_level(level)
        mu, s2 = self.moments(X)
        return mu + NormalDist().inv_cdf(level) * np.sqrt(s2)

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> Belief:
        """Return the belief after outcomes y (n,) at rows X (n, d)."""
        raise NotImplementedError

    def sweep(self, X: ArrayLike | Rows, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Compute the knowledge gradient of each row of X (M, d); the best rows after either outcome on demand."""
        raise NotImplementedError

    def knowledge_gradient(self, X: ArrayLike | Rows) -> Array:
        """Compute the knowledge gradient (M,) of each row of X (M, d), net of the present maximum."""
        return self.sweep(X).kg

    def _kernel_moments(self, X: Array | Rows) -> tuple[Array, Array]:
        raise NotImplementedError

    def _spread(self) -> Array:
        """Return the standard deviation (d,) of each weight."""
        raise NotImplementedError


def posterior(prior: Belief, X: ArrayLike | Rows, y: ArrayLike) -> Belief:
    """Compute the posterior belief of a study after outcomes y (n,), +1 or -1, at rows X (n, d).

    Sequential for the paper's two beliefs, order-free for moments.

    Raises
    ------
    BadInput
        Unknown belief, or unusable arrays.
    OutOfRange
        A row leaves the admitted range, or the fit did not converge.
    """
    if isinstance(prior, BeliefBase):
        return prior.after(X, y)
    raise BadInput(phrase("“{kind}” is not a belief that kgdesk knows.", kind=type(prior).__name__))


def digest_of(kind: str, *arrays: Array) -> str:
    """Return the SHA-256, in hexadecimal, of a name and the bytes of arrays as little-endian float64."""
    total = hashlib.sha256(kind.encode())
    for array in arrays:
        total.update(np.asarray(array, dtype="<f8").tobytes())
    return total.hexdigest()
