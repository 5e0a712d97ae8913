"""What every belief about the weights can do: the protocol, and the part that all of them share."""

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
    """What one knowledge-gradient sweep over a pool of M rows says.

    Parameters
    ----------
    kg
        (M,) expected gain in the largest predicted probability by measuring each row once, in 0..1; slightly
        negative values are the approximation's and are not clipped.
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
        """Return the best row after a success and after a failure at a row, each with its probability then.

        Once it was asked for one row, others start no parallel kernel: a window may ask while its lane runs one.
        """
        raise NotImplementedError

    @property
    def keeps_best(self) -> bool:
        """Whether it is known that no outcome of any row makes another row the best."""
        return False


@dataclass(frozen=True)
class LookaheadSweep(Sweep):
    """A sweep that found the futures of every row on its way.

    Parameters
    ----------
    success_best, success_value, failure_best, failure_value
        (M,) the best row after a success or a failure at each row, and its probability then.
    """

    success_best: NDArray[np.int64]
    success_value: Array
    failure_best: NDArray[np.int64]
    failure_value: Array

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return the best row after a success and after a failure at a row, each with its probability then."""
        success = int(self.success_best[row]), float(self.success_value[row])
        return success, (int(self.failure_best[row]), float(self.failure_value[row]))

    @property
    def keeps_best(self) -> bool:
        """Whether no outcome of any row makes another row the best."""
        both = self.success_best, self.failure_best
        return all(bool((best == self.best_now).all()) for best in both)


class Belief(Protocol):
    """A belief about the d weights of a logistic model; a frozen value."""

    @property
    def kind(self) -> str:
        """``moments``, ``full`` or ``diagonal``: how it learns from an outcome."""

    @property
    def mean(self) -> Array:
        """(d,) posterior mean of the weights."""

    @property
    def deviation(self) -> Array:
        """(d,) posterior standard deviation of each weight."""

    @property
    def digest(self) -> str:
        """SHA-256 of all its bits, in hexadecimal."""

    def updated(self, x: ArrayLike, y: int) -> Self:
        """Return the belief after outcome y (+1 or -1) at row x (d,)."""

    def moments(self, X: ArrayLike) -> tuple[Array, Array]:
        """Return mean and variance (M,) of w.x for each row of X (M, d)."""

    def predict(self, X: ArrayLike) -> Array:
        """Return the probability of success (M,) for each row of X (M, d)."""

    def score(self, X: ArrayLike) -> Array:
        """Return a number (M,) for each row of X (M, d) that rises with the predicted probability of success."""

    def interval(self, X: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
        """Return the central share `level` (M,), (M,) of the probability of success of each row of X (M, d)."""

    def quantile(self, X: ArrayLike, level: float) -> Array:
        """Return the log-odds (M,) below which w.x lies with the probability `level`, for each row of X (M, d)."""

    def knowledge_gradient(self, X: ArrayLike) -> Array:
        """Return the KG value (M,) of each row of X (M, d)."""

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Return KG values with both futures of each row of X (M, d)."""

    def as_json(self) -> dict[str, Any]:
        """Return kind and parameters as JSON values."""


class BeliefBase:
    """What all beliefs share; each gives `_kernel_moments`, `_spread`, `after` and `sweep`."""

    mean: Array

    def _design(self, X: ArrayLike) -> Array:
        array = usable(X, phrase("The design matrix"), (None, self.mean.size))
        if not array.shape[0]:
            raise BadInput("The design matrix has no rows: give at least one candidate.")
        return writable(array)

    def _checked(self, X: ArrayLike) -> Array:
        """Return X (M, d) as kernels take it; refuse what is out of range."""
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
        """Return mean and variance (M,) of w.x for each row of X (M, d); refuse what is out of range."""
        array = self._design(X)
        mu, s2 = self._kernel_moments(array)
        check_range(mu, s2, array, np.abs(self.mean) + self._spread())
        return mu, s2

    def _surely_within(self, X: Array) -> bool:
        """Return whether the ends of the columns alone show every row of X (M, d) to be in range; cheap, no kernel."""
        largest = np.full(X.shape[1], max(X.max(), -X.min()))  # ten times as fast as column by column
        return self._within(largest) or self._within(np.maximum(X.max(axis=0), -X.min(axis=0)))

    def _within(self, widest: Array) -> bool:
        """Return whether every row whose values are at most `widest` (d,) in size is in range."""
        with np.errstate(over="ignore"):
            far, wide = np.abs(self.mean) @ widest, self._spread() @ widest
            return bool(far <= LIMIT_MU and wide * wide <= LIMIT_S2)

    def score(self, X: ArrayLike) -> Array:
        """Return the kappa score (M,) of each row of X (M, d), which orders rows by their predicted probability."""
        return kappa_score(*self.moments(X))

    def interval(self, X: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
        """Return the central share `level` (M,), (M,) of the probability of success s(w.x) of each row of X (M, d)."""
        return interval(*self.moments(X), reach(level))

    def quantile(self, X: ArrayLike, level: float) -> Array:
        """Return the quantile (M,) of w.x, a normal number, for each row of X (M, d)."""
        mu, s2 = self.moments(X)
        return mu + NormalDist().inv_cdf(level) * np.sqrt(s2)

    def after(self, X: ArrayLike, y: ArrayLike) -> Belief:
        """Return the belief after outcomes y (n,) at rows X (n, d)."""
        raise NotImplementedError

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> Sweep:
        """Return KG values, and on demand both futures of each row of X (M, d)."""
        raise NotImplementedError

    def knowledge_gradient(self, X: ArrayLike) -> Array:
        """Return the KG value (M,) of each row of X (M, d), the present maximum subtracted."""
        return self.sweep(X).kg

    def _kernel_moments(self, X: Array) -> tuple[Array, Array]:
        raise NotImplementedError

    def _spread(self) -> Array:
        raise NotImplementedError


class NormalBelief(BeliefBase):
    """What the beliefs share that are one normal distribution; each gives `_kernel_sweep`."""

    def sweep(self, X: ArrayLike, progress: Callable[[int, int], None] | None = None) -> LookaheadSweep:
        """Return KG values with both futures of each row of X (M, d).

        Of large pools, `progress` is told (done, total) between parts; what it raises ends the sweep.
        """
        kg, prob, best, s_best, s_value, f_best, f_value = self._kernel_sweep(self._checked(X), progress)
        return LookaheadSweep(kg, prob, int(best), float(prob[best]), s_best, s_value, f_best, f_value)

    def _kernel_sweep(self, X: Array, progress: Callable[[int, int], None] | None) -> tuple[Any, ...]:
        raise NotImplementedError


def digest_of(kind: str, *arrays: Array) -> str:
    """Return the SHA-256, in hexadecimal, of a name and all bits of some arrays."""
    total = hashlib.sha256(kind.encode())
    for array in arrays:
        total.update(np.asarray(array, dtype="<f8").tobytes())
    return total.hexdigest()
