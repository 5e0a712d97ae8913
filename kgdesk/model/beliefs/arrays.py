"""Validate arrays before they reach a kernel; kappa score and interval of normal log-odds; results of sweeps."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from numbers import Integral, Real
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.errors import BadInput, OutOfRange
from kgdesk.model.design.design_matrix import Rows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
    Leader = tuple[int, float]


#: Default level of credible intervals.
LEVEL = 0.9

#: Quantile of a standard normal that bounds the central 90 %.
Z90 = 1.6448536269514722


def kappa_score(mu: Array, s2: Array) -> Array:
    """Compute the kappa score (M,), monotone in the probability of success for w.x ~ N(mu, s2)."""
    return mu / np.sqrt(1.0 + np.pi / 8.0 * s2)


def reach(level: float) -> float:
    """Return the half-width, in standard deviations, of a normal's central interval of probability `level` (0..1).

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


#: Largest admitted |mean| and variance of w.x; beyond them the kernels lose digits.
LIMIT_MU = 1e6

LIMIT_S2 = 1e12


def usable(values: ArrayLike, what: str, shape: tuple[int | None, ...]) -> Array:
    """Convert values to a float64, C-contiguous, finite array of a shape; None admits any length.

    Raises
    ------
    BadInput
        Names the array and gives the reason why its values cannot be used.
    """
    array: Array
    if type(values) is np.ndarray and values.dtype == np.float64 and values.flags.c_contiguous:
        if _fits(values, shape) and np.isfinite(values).all():
            return values
    # NumPy would take what lies below a mask. Where there are masked arrays, their module has been imported.
    elif "numpy.ma" in sys.modules and np.ma.is_masked(values):
        raise BadInput(phrase("{what} holds something that is not a number.", what=what))
    try:
        given = np.asarray(values)
        # To a number of its own NumPy would convert a complex one, without its imaginary part.
        array = np.ascontiguousarray(given, dtype=object if given.dtype.kind == "c" else np.float64)
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise BadInput(phrase("{what} holds something that is not a number.", what=what)) from None
    if not _fits(array, shape):
        wanted = " x ".join("any" if n is None else str(n) for n in shape)
        raise BadInput(
            phrase(
                "{what} has shape {shape}; it must be {wanted}.", what=what, shape=array.shape, wanted=wanted
            )
        )
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise BadInput(
            phrase(
                "{what} holds a value that is not a finite number at position {place}.",
                what=what,
                place=place,
            )
        )
    return array


def _fits(array: Array, shape: tuple[int | None, ...]) -> bool:
    return array.ndim == len(shape) and all(w in (None, g) for w, g in zip(shape, array.shape, strict=True))


def rows_of(X: ArrayLike) -> Rows:
    """Return a copy of the rows X (M, d), M >= 1, checked once for all beliefs; raise BadInput if it cannot be used."""
    array = usable(X, phrase("The design matrix"), (None, None))
    if not array.shape[0]:
        raise BadInput("The design matrix has no rows: give at least one candidate.")
    return Rows(np.array(array))


def array_of(X: ArrayLike | Rows) -> ArrayLike:
    """Return the array of `Rows`; any other argument is returned unchanged."""
    return X.X if isinstance(X, Rows) else X


def weight_precisions(d: int, precision: ArrayLike, most: int) -> Array:
    """Return the prior precisions (d,) of d weights, from one for all or one for each; at most `most` weights.

    Raises
    ------
    BadInput
        `d` is no whole number within 0..most, or a precision is not greater than 1e-300.
    """
    count: object = d
    if isinstance(count, bool) or not isinstance(count, Integral) or not 0 <= int(d) <= most:
        raise BadInput(
            phrase(
                "The number of weights must be a whole number from 0 to {most}, not {number}.",
                most=most,
                number=f"{count!r:.40}",
            )
        )
    given = usable(precision, phrase("The prior precision"), (None,))
    return precisions(np.full(int(d), given) if given.size == 1 else given, (int(d),))


def precisions(values: ArrayLike, shape: tuple[int | None, ...]) -> Array:
    """Convert prior precisions to an array of a shape; raise BadInput unless all are greater than 1e-300."""
    precision = usable(values, phrase("The prior precision"), shape)
    if not (precision > 1e-300).all():
        raise BadInput("A prior precision must be greater than 0.")
    return precision


def writable(array: Array) -> Array:
    """Return the values as a writable array, copied if need be: Numba compiles read-only arrays as another type."""
    if array.flags.writeable:
        return array
    base = array.base
    if (
        isinstance(base, np.ndarray)
        and base.flags.writeable
        and (base.dtype, base.shape, base.strides) == (array.dtype, array.shape, array.strides)
    ):
        return cast("Array", base)
    return array.copy()


def frozen(array: Array) -> Array:
    """Return a read-only copy, independent of the caller's array."""
    return read_only(np.array(array, dtype=np.float64, order="C"))


def read_only(array: Array) -> Array:
    """Return a read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view


def in_range(mu: Array, s2: Array) -> bool:
    """Return whether every mean and variance of w.x is within the admitted range."""
    return bool(mu.size == 0 or (mu.min() >= -LIMIT_MU and mu.max() <= LIMIT_MU and s2.max() <= LIMIT_S2))


def largest_covariances(S: Array) -> Array:
    """Return the largest absolute covariances (d, d) that the variances on the diagonal of S allow."""
    variance = S.diagonal()
    if (variance < 0).any():
        raise BadInput("The covariance has a negative entry on its diagonal.")
    deviation = np.sqrt(variance)
    return cast("Array", deviation[:, None] * deviation)


def check_covariance(S: Array) -> None:
    """Raise BadInput for a negative variance in S (d, d), or for a correlation beyond 1."""
    # |S_ij| <= sqrt(S_ii S_jj); allow for rounding errors in proportion to the largest variance.
    if (np.abs(S) > largest_covariances(S) + 1e-6 * S.diagonal().max(initial=0.0)).any():
        raise BadInput("The covariance is not one: two weights vary together more than each does alone.")


def settled(fit: tuple[Any, ...]) -> tuple[Array, Array, float]:
    """Return mean, covariance and log evidence (0 if not computed) of a fit; raise OutOfRange if not converged."""
    mean, S, sweeps, *evidence = fit
    if sweeps < 0:
        raise OutOfRange(
            "The belief could not be fitted to these outcomes: the attributes' scales and the prior lie too far "
            "apart. Standardise the attributes or raise the prior precision."
        )
    return mean, S, float(evidence[0]) if evidence else 0.0


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
