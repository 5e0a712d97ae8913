"""Gaussian beliefs about the weights of a logistic model: diagonal, full, and moment-matched.

`DiagonalBelief` and `FullBelief` are those of Wang, Wang and Powell (ICML 2016); `MomentBelief` replaces their
Laplace step by exact moment matching and is the default. See METHOD, "Updating the belief with one outcome".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput, OutOfRange
from kgdesk.model.beliefs.arrays import (
    array_of,
    check_covariance,
    frozen,
    largest_covariances,
    read_only,
    usable,
    weight_precisions,
    writable,
)
from kgdesk.model.beliefs.belief import Belief, BeliefBase, digest_of
from kgdesk.model.beliefs.sweep import LookaheadSweep
from kgdesk.model.design.design_matrix import MOST_KEPT, Rows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]

#: Tolerance and limit of the sweeps of a fit: see `kgdesk.kernels.expectation_propagation.fit_sites`.
FIT = 1e-10, 500
#: Default prior precision of every weight.
PRIOR_PRECISION: Final = 1.0
#: Maximum number of weights of a prior with independent and with correlated weights: with more, its arrays take more
#: than a gigabyte.
_MOST_INDEPENDENT_WEIGHTS: Final = 10_000_000
_MOST_CORRELATED_WEIGHTS: Final = 10_000
# What messages call the arrays; made once, since an update takes no more than thirty times as long as one of these.
_MEAN, _PRECISION = phrase("The mean"), phrase("The precision")


class _Gaussian(BeliefBase):
    """Base class of the beliefs that are one normal distribution; outcomes are learnt one by one unless overridden.

    Subclasses implement `_fold` and `_kernel_sweep`.
    """

    def folded(self, X: ArrayLike | Rows, y: ArrayLike) -> Self:
        """Return the belief updated sequentially by outcomes y (n,), +1 or -1, at rows X (n, d)."""
        rows, outcomes = self._outcomes(X, y)
        return self._fold(array_of(rows), outcomes)

    def _fold(self, rows: Any, outcomes: Array) -> Self:
        raise NotImplementedError

    def updated(self, x: ArrayLike | Rows, y: int) -> Self:
        """Return the belief after one outcome y (+1 or -1) at row x (d,)."""
        row, outcome = self._row(x, y)
        return self._fold(array_of(row), outcome)

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> Belief:
        """Return the belief updated sequentially by outcomes y (n,), +1 or -1, at rows X (n, d)."""
        return cast("Belief", self.folded(X, y))

    def predict(self, X: ArrayLike | Rows) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d) by the paper's form s(kappa m.x)."""
        return cast("Array", kernels.predict_kappa(*self._moments(X)))

    def sweep(
        self, X: ArrayLike | Rows, progress: Callable[[int, int], None] | None = None
    ) -> LookaheadSweep:
        """Compute the knowledge gradient and the best row after either outcome, for each row of X (M, d).

        On large pools `progress` is called with (done, total) between parts; an exception it raises cancels the sweep.
        """
        given = self._checked(X)
        known = self._moments_of_rows(given) if isinstance(given, Rows) and len(given) <= MOST_KEPT else None
        swept = self._kernel_sweep(cast("Array", array_of(given)), progress, known)
        kg, prob, best, s_best, s_value, f_best, f_value = swept
        return LookaheadSweep(kg, prob, int(best), float(prob[best]), s_best, s_value, f_best, f_value)

    def _kernel_sweep(
        self, X: Array, progress: Callable[[int, int], None] | None, known: tuple[Array, Array] | None
    ) -> tuple[Any, ...]:
        raise NotImplementedError


@dataclass(frozen=True, eq=False, init=False)
class DiagonalBelief(_Gaussian):
    """Gaussian belief with independent weights, updated by the Laplace step (the paper, Algorithm 1).

    Parameters
    ----------
    mean
        (d,) posterior mean of the weights, in log-odds for each unit of a column.
    precision
        (d,) posterior precision, positive.

    Raises
    ------
    BadInput
        An array has another shape, a number that is not finite, or a precision that is not positive.

    Examples
    --------
    >>> belief = DiagonalBelief([0.0, 0.0], [1.0, 4.0]).updated([1.0, 0.5], +1)
    >>> belief.predict([[1.0, 0.5], [1.0, -0.5]]).round(2).tolist()
    [0.59, 0.58]
    """

    mean: Array
    precision: Array
    kind: ClassVar[str] = "diagonal"

    def __init__(self, mean: ArrayLike, precision: ArrayLike) -> None:
        centre = usable(mean, _MEAN, (None,))
        checked = usable(precision, _PRECISION, (centre.size,))
        if not (checked > 0).all():
            raise BadInput("A precision must be greater than 0.")
        object.__setattr__(self, "mean", frozen(centre))
        object.__setattr__(self, "precision", frozen(checked))

    @classmethod
    def prior(cls, d: int, precision: float = PRIOR_PRECISION) -> DiagonalBelief:
        """Return the prior N(0, 1/precision) of each of d weights."""
        precision_of_each = weight_precisions(d, precision, _MOST_INDEPENDENT_WEIGHTS)
        return cls(np.zeros(precision_of_each.size), precision_of_each)

    @property
    def deviation(self) -> Array:
        """(d,) posterior standard deviation of each weight."""
        return 1.0 / np.sqrt(self.precision)

    @property
    def digest(self) -> str:
        """SHA-256 of all its bits, in hexadecimal."""
        return digest_of(self.kind, self.mean, self.precision)

    def _fold(self, rows: Any, outcomes: Array) -> DiagonalBelief:
        return DiagonalBelief(
            *kernels.diagonal_fold(writable(self.mean), writable(self.precision), rows, outcomes)
        )

    def as_json(self) -> dict[str, Any]:
        """Return kind and parameters as JSON values."""
        return {"kind": self.kind, "mean": self.mean.tolist(), "precision": self.precision.tolist()}

    def _kernel_moments(self, X: Array | Rows) -> tuple[Array, Array]:
        return cast(
            "tuple[Array, Array]",
            kernels.pool_moments_diagonal(writable(self.mean), writable(self.precision), array_of(X)),
        )

    def _kernel_sweep(self, X: Array, *how: Any) -> tuple[Any, ...]:
        return _swept("diagonal", writable(self.mean), writable(self.precision), X, *how)

    def _spread(self) -> Array:
        return self.deviation


@dataclass(frozen=True, eq=False, init=False)
class _Covariance(_Gaussian):
    """Base class of the two beliefs with a full covariance.

    Parameters
    ----------
    mean
        (d,) posterior mean.
    covariance
        (d, d) posterior covariance, symmetric, with a nonnegative diagonal.

    Raises
    ------
    BadInput
        The covariance is not symmetric, or has a negative variance or a correlation beyond 1.
    """

    mean: Array
    covariance: Array
    #: Mean and covariance as kernels take them: Numba compiles read-only arrays as another type.
    _given: tuple[Array, Array] = field(init=False, repr=False)
    kind: ClassVar[str] = ""

    def __init__(self, mean: ArrayLike, covariance: ArrayLike) -> None:
        centre = usable(mean, _MEAN, (None,))
        S = usable(covariance, phrase("The covariance"), (centre.size, centre.size))
        if (S != S.T).any() and (np.abs(0.5 * S - 0.5 * S.T) > 0.5e-8 * largest_covariances(S)).any():
            raise BadInput("The covariance is not symmetric.")
        check_covariance(S)
        self._take(centre.copy(), 0.5 * S + 0.5 * S.T)

    def _take(self, mean: Array, S: Array) -> None:
        # The object is frozen, and the same memory is shown read-only to callers and writable to kernels.
        self.__dict__.update(mean=read_only(mean), covariance=read_only(S), _given=(mean, S))

    @classmethod
    def of_kernel(cls, mean: Array, S: Array) -> Self:
        """Return the belief with arrays of a kernel, neither copied nor checked.

        They must be finite, S an exactly symmetric covariance.
        """
        belief = object.__new__(cls)
        belief._take(mean, S)
        return belief

    @classmethod
    def _computed(cls, mean: Array, S: Array, *, product: bool = False) -> Self:
        """Return the belief with mean and covariance of a kernel, the covariance made symmetric and checked.

        If `product`, it was computed as U U', which needs no check but for overflow.
        """
        if not math.isfinite(float(mean.sum()) + float(S.sum())):
            return cls(mean, S)
        if not product:
            check_covariance(S)
        return cls.of_kernel(mean, 0.5 * S + 0.5 * S.T)

    @classmethod
    def prior(cls, d: int, precision: float = PRIOR_PRECISION) -> Self:
        """Return the prior N(0, I/precision) of d weights."""
        precision_of_each = weight_precisions(d, precision, _MOST_CORRELATED_WEIGHTS)
        return cls(np.zeros(precision_of_each.size), np.diag(1.0 / precision_of_each))

    @property
    def deviation(self) -> Array:
        """(d,) posterior standard deviation of each weight."""
        return cast("Array", np.sqrt(np.diagonal(self.covariance)))

    @property
    def digest(self) -> str:
        """SHA-256 of all its bits, in hexadecimal."""
        return digest_of(self.kind, self.mean, self.covariance)

    def as_json(self) -> dict[str, Any]:
        """Return kind and parameters as JSON values."""
        return {"kind": self.kind, "mean": self.mean.tolist(), "covariance": self.covariance.tolist()}

    def _kernel_moments(self, X: Array | Rows) -> tuple[Array, Array]:
        return cast("tuple[Array, Array]", kernels.pool_moments_full(*self._given, array_of(X)))

    def _spread(self) -> Array:
        return self.deviation


@dataclass(frozen=True, eq=False, init=False)
class FullBelief(_Covariance):
    """Gaussian belief with a full covariance, updated by the Laplace step: the paper's correlated case.

    Examples
    --------
    >>> belief = FullBelief([0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]]).updated([1.0, 0.5], +1)
    >>> belief.predict([[1.0, 0.5], [1.0, -0.5]]).round(2).tolist()
    [0.62, 0.56]
    """

    kind: ClassVar[str] = "full"

    def _fold(self, rows: Any, outcomes: Array) -> FullBelief:
        return FullBelief._computed(*kernels.full_fold(*self._given, rows, outcomes, False))

    def learnt(self, X: ArrayLike | Rows, y: ArrayLike) -> tuple[FullBelief, float]:
        """Return `folded` and its log evidence: the log of the product of the one-step predictive probabilities."""
        rows, outcomes = self._outcomes(X, y)
        mean, S, evidence = kernels.full_fold_evidence(*self._given, array_of(rows), outcomes)
        return FullBelief._computed(mean, S), float(evidence)

    def _kernel_sweep(self, X: Array, *how: Any) -> tuple[Any, ...]:
        return _swept("full", *self._given, X, *how)


@dataclass(frozen=True, eq=False, init=False)
class MomentBelief(_Covariance):
    """Gaussian belief with a full covariance by exact moment matching and expectation propagation; the default.

    Predicted probabilities are exact integrals. See METHOD, "MomentBelief".

    Examples
    --------
    >>> prior = MomentBelief([0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]])  # N(m, S)
    >>> belief = prior.updated([1.0, 0.5], +1)
    >>> belief.predict([[1.0, 0.5], [1.0, -2.0]]).round(2).tolist()
    [0.63, 0.45]
    >>> belief.knowledge_gradient([[1.0, 0.5], [1.0, -2.0]]).round(3).tolist()
    [0.001, 0.023]
    """

    kind: ClassVar[str] = "moments"

    @classmethod
    def fitted(cls, prior: MomentBelief, X: ArrayLike | Rows, y: ArrayLike) -> MomentBelief:
        """Fit the prior to outcomes y (n,), +1 or -1, at rows X (n, d) by expectation propagation.

        One site per distinct row; the same outcomes in any order give equal bits.

        Raises
        ------
        BadInput
            The prior is another belief, or the arrays do not fit.
        OutOfRange
            The fit did not converge: the scales of prior and attributes lie too far apart.
        """
        if not isinstance(prior, MomentBelief):
            raise BadInput(
                phrase("The prior must be a MomentBelief, not a {kind}.", kind=type(prior).__name__)
            )
        rows, outcomes = prior._outcomes(X, y)
        if not outcomes.size:
            return prior
        mean, S, _ = settled(kernels.fit_sites(*prior._sites(rows, outcomes)))
        return cls._computed(mean, S, product=True)

    def learnt(self, X: ArrayLike | Rows, y: ArrayLike) -> tuple[MomentBelief, float]:
        """Return `fitted` and its log evidence: the log marginal likelihood of the outcomes under this prior."""
        rows, outcomes = self._outcomes(X, y)
        if not outcomes.size:
            return self, 0.0
        mean, S, evidence = settled(kernels.fit_evidence(*self._sites(rows, outcomes)))
        return MomentBelief._computed(mean, S, product=True), evidence

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> Belief:
        """Return the order-free fit to outcomes y (n,), +1 or -1, at rows X (n, d), with this belief as the prior."""
        return MomentBelief.fitted(self, X, y)

    def _sites(self, rows: Array | Rows, y: Array) -> tuple[Any, ...]:
        """Return the arguments of `kernels.fit_sites`: prior, distinct rows with successes and failures, tolerances."""
        given = rows if isinstance(rows, Rows) else Rows(rows)
        return *self._given, *given.counted(y), *FIT

    def _fold(self, rows: Any, outcomes: Array) -> MomentBelief:
        # One moment-matching step per outcome. The belief of a study is the full fit `after`; this is its look-ahead.
        return MomentBelief._computed(*kernels.full_fold(*self._given, rows, outcomes, True))

    def predict(self, X: ArrayLike | Rows) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d) by the exact integral E[s(w.x)]."""
        return cast("Array", kernels.predict_exact(*self._moments(X)))

    def _kernel_sweep(self, X: Array, *how: Any) -> tuple[Any, ...]:
        return _swept("moments", *self._given, X, *how)


def settled(fit: tuple[Any, ...]) -> tuple[Array, Array, float]:
    """Return mean, covariance and log evidence (0 if not computed) of a fit; raise OutOfRange if not converged."""
    mean, S, sweeps, *evidence = fit
    if sweeps < 0:
        raise OutOfRange(
            "The belief could not be fitted to these outcomes: the attributes' scales and the prior lie too far "
            "apart. Standardise the attributes or raise the prior precision."
        )
    return mean, S, float(evidence[0]) if evidence else 0.0


def _swept(
    kind: str,
    mean: Array,
    spread: Array,
    X: Array,
    progress: Callable[[int, int], None] | None,
    known: tuple[Array, Array] | None,
) -> tuple[Any, ...]:
    """Return the arrays of the sweep of a belief of this kind.

    Small pools take the exhaustive sweep, so that the modules of the bounded one are not even imported.
    """
    given = mean, spread, X
    if len(X) < kernels.bounded_from():
        moments = () if known is None or kind == "diagonal" else (known,)
        return cast("tuple[Any, ...]", getattr(kernels, f"sweep_{kind}")(*given, *moments))
    return cast("tuple[Any, ...]", getattr(kernels, f"bounded_{kind}")(*given, progress))


#: Belief classes by the name used in settings and on the command line.
BELIEFS: dict[str, type[DiagonalBelief | FullBelief | MomentBelief]] = {
    "moments": MomentBelief,
    "full": FullBelief,
    "diagonal": DiagonalBelief,
}
