"""Protocol and base classes of the beliefs, and the result of a knowledge gradient sweep."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs.arrays import (
    LEVEL,
    LIMIT_MU,
    LIMIT_S2,
    check_level,
    check_range,
    interval,
    kappa_score,
    reach,
    usable,
    writable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
    Leader = tuple[int, float]


@dataclass(frozen=True)
class Sweep:
    """Result of a knowledge gradient sweep over a pool of M rows.

    Parameters
    ----------
    kg
        (M,) knowledge gradient: expected gain in the largest predicted probability by measuring each row once, in
        0..1; slightly negative values come from the approximation and are not clipped.
    probability
        (M,) predicted probability of success now.
    best_now, value_now
        Row with the largest predicted probability and that probability, V(s) in the paper.
    """

    kg: Array
    probability: Array
    best_now: int
    value_now: float

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row.

        Only the first call may start a parallel kernel; later ones are safe while the ComputeQueue runs another.
        """
        raise NotImplementedError

    @property
    def keeps_best(self) -> bool:
        """Whether no outcome at any row makes another row the best; False if this has not been computed."""
        return self.keeps_best_at(np.arange(len(self.kg)))

    def keeps_best_at(self, rows: NDArray[np.int64]) -> bool:
        """Whether no outcome at any of some rows makes another row the best; False if this has not been computed."""
        del rows
        return False


@dataclass(frozen=True)
class LookaheadSweep(Sweep):
    """Sweep that has computed the best row after either outcome at every row.

    Parameters
    ----------
    success_best, success_value, failure_best, failure_value
        (M,) the best row after a success or a failure at each row, and its predicted probability then.
    """

    success_best: NDArray[np.int64]
    success_value: Array
    failure_best: NDArray[np.int64]
    failure_value: Array

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row."""
        success = int(self.success_best[row]), float(self.success_value[row])
        return success, (int(self.failure_best[row]), float(self.failure_value[row]))

    def keeps_best_at(self, rows: NDArray[np.int64]) -> bool:
        """Whether no outcome at any of some rows makes another row the best."""
        both = self.success_best, self.failure_best
        return all(bool((best[rows] == self.best_now).all()) for best in both)


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

    def updated(self, x: ArrayLike, y: int) -> Self:
        """Return the belief after one outcome y (+1 or -1) at row x (d,)."""

    def moments(self, X: ArrayLike) -> tuple[Array, Array]:
        """Compute mean and variance (M,) of w.x for each row of X (M, d)."""

    def predict(self, X: ArrayLike) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d)."""

    def score(self, X: ArrayLike) -> Array:
        """Compute a ranking score (M,) of each row of X (M, d), monotone in the predicted probability of success."""

    def interval(self, X: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
        """Compute central credible intervals (low, high), (M,) each, of the success probability s(w.x) of each row.

        `level` is their probability, within 0..1. They are about the rate, not about the next outcome.
        """

    def quantile(self, X: ArrayLike, level: float) -> Array:
        """Compute the quantile (M,) at `level` of the log-odds w.x of each row of X (M, d)."""

    def knowledge_gradient(self, X: ArrayLike) -> Array:
        """Compute the knowledge gradient (M,) of each row of X (M, d)."""

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Compute the knowledge gradient and the best row after either outcome, for each row of X (M, d)."""

    def as_json(self) -> dict[str, Any]:
        """Return kind and parameters as JSON values."""


class BeliefBase:
    """Base class of all beliefs: argument checks and predictions.

    Subclasses implement `_kernel_moments`, `_spread`, `after` and `sweep`. Methods raise BadInput for unusable
    arrays and OutOfRange beyond the admitted range of w.x.
    """

    mean: Array

    def _design(self, X: ArrayLike) -> Array:
        array = usable(X, phrase("The design matrix"), (None, self.mean.size))
        if not array.shape[0]:
            raise BadInput("The design matrix has no rows: give at least one candidate.")
        return writable(array)

    def _checked(self, X: ArrayLike) -> Array:
        """Return X (M, d) as kernels take it: float64, C-contiguous; raise OutOfRange beyond the admitted range."""
        array = self._design(X)
        if not self._surely_within(array):
            self.moments(array)
        return array

    def _row(self, x: ArrayLike, y: int) -> tuple[Array, Array]:
        if np.ndim(y) or y not in (-1, 1):
            raise BadInput(phrase("An outcome is +1 (success) or -1 (failure), not {y}.", y=f"{y!r}"))
        row = writable(usable(x, phrase("The measured row"), (self.mean.size,)))[None, :]
        self.moments(row)
        return row, np.array([float(y)])

    def _outcomes(self, X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        rows = usable(X, phrase("The measured rows"), (None, self.mean.size))
        outcomes = usable(y, phrase("The outcomes"), (rows.shape[0],))
        if not np.isin(outcomes, (-1.0, 1.0)).all():
            raise BadInput("Each outcome is +1 (success) or -1 (failure).")
        if outcomes.size:
            self.moments(rows)
        return writable(rows), writable(outcomes)

    def moments(self, X: ArrayLike) -> tuple[Array, Array]:
        """Compute mean and variance (M,) of w.x for each row of X (M, d).

        Raises
        ------
        OutOfRange
            |mean| > 1e6 or variance > 1e12; names the column.
        """
        array = self._design(X)
        mu, s2 = self._kernel_moments(array)
        check_range(mu, s2, array, np.abs(self.mean) + self._spread())
        return mu, s2

    def _surely_within(self, X: Array) -> bool:
        """Return whether the extremes of the columns prove every row of X (M, d) in range; cheap, without a kernel."""
        largest = np.full(X.shape[1], max(X.max(), -X.min()))  # ten times as fast as column by column
        return self._within(largest) or self._within(np.maximum(X.max(axis=0), -X.min(axis=0)))

    def _within(self, widest: Array) -> bool:
        """Return whether every row with |x_j| <= widest_j, `widest` (d,), is in range."""
        with np.errstate(over="ignore"):
            far, wide = np.abs(self.mean) @ widest, self._spread() @ widest
            return bool(far <= LIMIT_MU and wide * wide <= LIMIT_S2)

    def score(self, X: ArrayLike) -> Array:
        """Compute the kappa score (M,) of each row of X (M, d), which ranks rows by predicted probability."""
        return kappa_score(*self.moments(X))

    def interval(self, X: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
        """Compute central credible intervals (low, high), (M,) each, of the success probability s(w.x) of each row."""
        return interval(*self.moments(X), reach(level))

    def quantile(self, X: ArrayLike, level: float) -> Array:
        """Compute the quantile (M,) at `level` of the normal log-odds w.x of each row of X (M, d)."""
        check_level(level)
        mu, s2 = self.moments(X)
        return mu + NormalDist().inv_cdf(level) * np.sqrt(s2)

    def after(self, X: ArrayLike, y: ArrayLike) -> Belief:
        """Return the belief after outcomes y (n,) at rows X (n, d)."""
        raise NotImplementedError

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Compute the knowledge gradient of each row of X (M, d); the best rows after either outcome on demand."""
        raise NotImplementedError

    def knowledge_gradient(self, X: ArrayLike) -> Array:
        """Compute the knowledge gradient (M,) of each row of X (M, d), net of the present maximum."""
        return self.sweep(X).kg

    def _kernel_moments(self, X: Array) -> tuple[Array, Array]:
        raise NotImplementedError

    def _spread(self) -> Array:
        raise NotImplementedError


class NormalBelief(BeliefBase):
    """Base class of beliefs that are one normal distribution; subclasses implement `_kernel_sweep`."""

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> LookaheadSweep:
        """Compute the knowledge gradient and the best row after either outcome, for each row of X (M, d).

        On large pools `progress` is called with (done, total) between parts; an exception it raises cancels the sweep.
        """
        kg, prob, best, s_best, s_value, f_best, f_value = self._kernel_sweep(self._checked(X), progress)
        return LookaheadSweep(kg, prob, int(best), float(prob[best]), s_best, s_value, f_best, f_value)

    def _kernel_sweep(self, X: Array, progress: Callable[[int, int], None] | None) -> tuple[Any, ...]:
        raise NotImplementedError


def digest_of(kind: str, *arrays: Array) -> str:
    """Return the SHA-256, in hexadecimal, of a name and the bytes of arrays as little-endian float64."""
    total = hashlib.sha256(kind.encode())
    for array in arrays:
        total.update(np.asarray(array, dtype="<f8").tobytes())
    return total.hexdigest()
