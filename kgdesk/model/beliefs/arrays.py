"""Validate arrays before they reach a kernel."""

from __future__ import annotations

import sys
from numbers import Integral
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design.design_matrix import Rows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]


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
    # NumPy would use the values under a mask. Where a masked array exists, its module has been imported.
    elif "numpy.ma" in sys.modules and np.ma.is_masked(values):
        raise BadInput(phrase("{what} contains something that is not a number.", what=what))
    try:
        given = np.asarray(values)
        # Complex numbers go through Python objects, which refuse: NumPy would drop the imaginary part.
        array = np.ascontiguousarray(given, dtype=object if given.dtype.kind == "c" else np.float64)
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise BadInput(phrase("{what} contains something that is not a number.", what=what)) from None
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
                "{what} contains a value that is not a finite number at position {place}.",
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
