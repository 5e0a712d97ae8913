"""Bayesian model averaging of linear and quadratic models: an evidence-weighted mixture over one design matrix.

It is not known beforehand whether the best candidate lies at an edge of the pool or inside it. So three models are
fitted to the same outcomes: linear terms, and quadratic terms with two prior precisions of the products and squares.
The weight of each is its prior weight times its evidence, the marginal likelihood of the outcomes. METHOD, "Terms".
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs import Component, moments_of_each
from kgdesk.model.beliefs.arrays import (
    LEVEL,
    array_of,
    expit,
    frozen,
    usable,
    writable,
)
from kgdesk.model.beliefs.gaussian import BELIEFS, FullBelief, MomentBelief, prior_belief
from kgdesk.model.beliefs.protocol import (
    AverageSweep,
    BeliefBase,
    CovarianceBelief,
    digest_of,
)
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.beliefs.protocol import Belief

    Array = NDArray[np.float64]

#: The averaged models: terms, and factor of the prior precision of products and squares.
MODELS: tuple[tuple[str, float], ...] = (("linear", 1.0), ("quadratic", 1.0), ("quadratic", 0.25))
_TAIL = 0.05
_LARGEST_ODDS = 64.0
#: Pools whose rows of all models have fewer numbers than this are swept at once: bounds of a few values take as long.
LARGE = 1_000_000


@dataclass(frozen=True, eq=False)
class AverageBelief(BeliefBase):
    """Mixture of moment beliefs, or of the paper's full beliefs, about different columns of one design matrix.

    Probabilities are averaged by weight. So are knowledge gradients, each with the maxima of its own component:
    sum_c w_c KG_c, the value of a run if the right model were revealed at the end. The knowledge gradient of the
    mixture's own maxima learns more slowly which model is right: one outcome alone hardly ever reverses the odds, so
    that it assigns no value to discriminating models. On truths that peak in two and three numbers, with equal
    weights, 40 runs of 30 measurements, its opportunity cost was 0.125 and 0.158; that of the average 0.062 and 0.113.

    Parameters
    ----------
    components
        At least one; weights add up to 1.
    size
        d, the number of columns of the design matrix.
    """

    components: tuple[Component, ...]
    size: int
    _row_by_row = False  # NumPy adds in another order for another number of rows

    def __post_init__(self) -> None:
        if not self.components:
            raise BadInput("An average needs at least one model.")
        total = sum(c.weight for c in self.components)
        if not abs(total - 1.0) <= 1e-9:
            raise BadInput(
                phrase("The weights of the models must add up to 1, not to {total}.", total=f"{total:g}")
            )

    @classmethod
    def prior(
        cls, kind: str, mean: ArrayLike, precision: ArrayLike, higher: NDArray[np.bool_]
    ) -> AverageBelief:
        """Return the prior mixture, before any outcome.

        Parameters
        ----------
        kind
            ``moments`` or ``full``.
        mean, precision
            (d,) prior mean and precision of the weights of a quadratic model.
        higher
            (d,) bool: the columns that are products and squares.

        Raises
        ------
        BadInput
            Another kind of belief, or unusable arrays.
        """
        m = usable(mean, phrase("The prior mean"), (None,))
        q = usable(precision, phrase("The prior precision"), (m.size,))
        if not issubclass(BELIEFS.get(kind, BeliefBase), MomentBelief | FullBelief):
            raise BadInput(
                phrase("An average of models needs the belief moments or full, not {kind}.", kind=kind)
            )
        parts = []
        for (terms, share_of_precision), share in zip(MODELS, evidence_weights(higher), strict=True):
            columns = np.flatnonzero(~higher) if terms == "linear" else np.arange(m.size)
            own = np.where(higher, share_of_precision * q, q)[columns]
            belief = cast("MomentBelief | FullBelief", prior_belief(kind, m[columns], own))
            # Among the higher columns products come first and squares last.
            ends = [] if terms == "linear" else [float(share_of_precision * q[higher][at]) for at in (0, -1)]
            parts.append(Component(terms, columns, belief, share, share, 1.0 / own, *ends))
        return cls(tuple(parts), m.size)

    @property
    def _width(self) -> int:
        return self.size

    @property
    def kind(self) -> str:
        """Update rule of the components: ``moments`` or ``full``."""
        return self.components[0].belief.kind

    @property
    def weights(self) -> Array:
        """(C,) present weights of the components."""
        return np.array([c.weight for c in self.components])

    @functools.cached_property
    def mean(self) -> Array:  # type: ignore[override]
        """(d,) mean of the regression weights over the mixture; 0 for a column that a component does not use."""
        return frozen(np.einsum("c,cj->j", self.weights, self._stacked[0]))

    @functools.cached_property
    def covariance(self) -> Array:
        """(d, d) covariance of the regression weights over the mixture."""
        means, covariances = self._stacked
        apart = means - self.mean
        spread = covariances + np.einsum("ci,cj->cij", apart, apart)
        return frozen(np.einsum("c,cij->ij", self.weights, spread))

    @property
    def deviation(self) -> Array:
        """(d,) standard deviation of each regression weight over the mixture."""
        return cast("Array", np.sqrt(np.diagonal(self.covariance)))

    @property
    def digest(self) -> str:
        """SHA-256 of components and weights, to the last bit, in hexadecimal."""
        return digest_of("average " + " ".join(c.belief.digest for c in self.components), self.weights)

    @property
    def bend_odds(self) -> float:
        """Bayes factor of the quadratic models against the linear one; 1 before any outcome.

        The ratio of evidences, without the prior weights; infinite where the linear model has weight 0.
        """
        bent = [c for c in self.components if c.terms != "linear"]
        straight = [c for c in self.components if c.terms == "linear"]
        ours = sum(c.weight for c in bent) / sum(c.share for c in bent)
        theirs = sum(c.weight for c in straight) / sum(c.share for c in straight)
        return ours / theirs if theirs > 0.0 else math.inf

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> AverageBelief:
        """Return the posterior mixture after outcomes y (n,), +1 or -1, at rows X (n, d).

        Weights are multiplied by the evidence of each component and normalised: for moments the normaliser of the
        order-free fit, for the paper's full belief the product of the one-step predictive probabilities.
        """
        rows, outcomes = self._outcomes(X, y)
        if not outcomes.size:
            return self
        learnt = [c.belief.learnt(c.of(rows), outcomes) for c in self.components]
        return self._moved([belief for belief, _ in learnt], np.array([log for _, log in learnt]))

    def updated(self, x: ArrayLike | Rows, y: int) -> AverageBelief:
        """Return the mixture after one outcome y (+1 or -1) at row x (d,): one update of each component."""
        row, outcome = self._row(x, y)
        parts = [(c.belief, c.of(row)) for c in self.components]
        chances = [float(belief.predict(own)[0]) for belief, own in parts]
        with np.errstate(divide="ignore"):
            logs = np.log([p if outcome[0] > 0 else 1.0 - p for p in chances])
        return self._moved([b.updated(own if isinstance(own, Rows) else own[0], y) for b, own in parts], logs)

    def replaced(
        self, beliefs: Sequence[CovarianceBelief], likelihood: ArrayLike
    ) -> tuple[AverageBelief, float]:
        """Return the mixture reweighted by the likelihood of an observation, and its marginal likelihood.

        Parameters
        ----------
        beliefs
            Posterior belief of each component.
        likelihood
            (C,) probability of the observation under each component.
        """
        share = self.weights * np.asarray(likelihood)
        total = float(share.sum())
        weights = share / total if total > 0.0 else self.weights
        parts = [
            replace(c, belief=belief, weight=w)
            for c, belief, w in zip(self.components, beliefs, weights.tolist(), strict=True)
        ]
        return AverageBelief(tuple(parts), self.size), total

    def _moved(self, beliefs: Sequence[CovarianceBelief], logs: Array) -> AverageBelief:
        top = float(logs.max())
        return self.replaced(beliefs, np.exp(logs - top) if math.isfinite(top) else np.ones(logs.size))[0]

    def predict(self, X: ArrayLike | Rows) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d), averaged by weight."""
        array = self._checked(X)
        return self._averaged([c.belief.predict(c.of(array)) for c in self.components])

    def best(self, X: ArrayLike | Rows) -> tuple[int, float]:
        """Return the row of X (M, d) with the largest predicted probability of success, and that probability."""
        mu, s2 = moments_of_each(self.components, self._checked(X))
        index, value = kernels.best_of_mixture(mu, s2, self.weights, self.kind == "moments")
        return int(index), float(value)

    def score(self, X: ArrayLike | Rows) -> Array:
        """Return the predicted probability (M,): a mixture has no simpler score that ranks rows."""
        return self.predict(X)

    def interval(self, X: ArrayLike | Rows, level: float = LEVEL) -> tuple[Array, Array]:
        """Compute central credible intervals (low, high), (M,) each, of s(w.x) from quantiles of the mixture."""
        tail = _TAIL if level == LEVEL else 0.5 - 0.5 * level
        low, high = self._quantiles(X, tail, 1.0 - tail)
        return expit(low), expit(high)

    def quantile(self, X: ArrayLike | Rows, level: float) -> Array:
        """Compute the quantile (M,) at `level` of the mixture's log-odds w.x, for each row of X (M, d)."""
        return self._quantiles(X, level)[0]

    def _quantiles(self, X: ArrayLike | Rows, *levels: float) -> list[Array]:
        mu, s2 = moments_of_each(self.components, self._checked(X))
        return [kernels.mixture_quantile(mu, s2, self.weights, level) for level in levels]

    def sweep(self, X: ArrayLike | Rows, progress: Callable[[int, int], None] | None = None) -> AverageSweep:
        """Compute the knowledge gradient of each row of X (M, d), averaged by weight, and the mixture's best row now.

        `progress` is called with (done, total) over all components; an exception it raises cancels the sweep.
        """
        array = self._checked(X)
        parts = len(self.components)
        swept = [
            c.belief.sweep(c.of(array), progress and functools.partial(_part, progress, place, parts))
            for place, c in enumerate(self.components)
        ]
        probability = self._averaged([s.probability for s in swept])
        best = int(np.argmax(probability))
        kg = self._averaged([s.kg for s in swept])
        rows = np.asarray(array_of(X), np.float64)
        return AverageSweep(kg, probability, best, float(probability[best]), self.components, rows)

    def leading(
        self,
        X: ArrayLike,
        measured: NDArray[np.int64],
        count: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> AverageSweep | None:
        """Compute the `count` largest knowledge gradients of some rows of X (M, d), and of all that tie with the last.

        `measured` are the indices of these rows, ascending; the best is chosen among all. The values are those of
        `sweep`, or NaN: what is NaN is smaller. None where `sweep`, which also explains `progress`, is quicker.
        """
        array, exact = self._checked(X), self.kind == "moments"
        parts = [
            (c.weight, writable(c.belief.mean), writable(c.belief.covariance), c.prior_variance, c.columns)
            for c in self.components
        ]
        found = kernels.largest_gains(array, parts, exact, measured, count, progress)
        if found is None:
            return None
        probability = self._averaged(found[1])
        best = int(np.argmax(probability))
        value = float(probability[best])
        return AverageSweep(found[0], probability, best, value, self.components, np.asarray(X, np.float64))

    def as_json(self) -> dict[str, Any]:
        """Return the components with their weights as JSON values."""
        return {"kind": "average", "components": [c.as_json() for c in self.components]}

    _stacked = functools.cached_property(lambda self: _over_all_columns(self.components, self.size))

    def _averaged(self, values: Sequence[Array]) -> Array:
        return _average(self.weights, values)

    def _kernel_moments(self, X: Array | Rows) -> tuple[Array, Array]:
        mu, s2 = moments_of_each(self.components, X)
        mean = np.einsum("c,cm->m", self.weights, mu)
        apart = mu - mean
        return mean, np.einsum("c,cm->m", self.weights, s2 + apart * apart)

    def _spread(self) -> Array:
        return self.deviation


def _average(weights: Array, values: Sequence[Array]) -> Array:
    total = np.zeros_like(values[0])
    for weight, each in zip(weights, values, strict=True):
        total += weight * each
    return total


def _over_all_columns(components: Sequence[Component], d: int) -> tuple[Array, Array]:
    """Return means (C, d) and covariances (C, d, d) over all columns, 0 where a component does not use one."""
    means, covariances = np.zeros((len(components), d)), np.zeros((len(components), d, d))
    for c, part in enumerate(components):
        means[c, part.columns] = part.belief.mean
        covariances[c][np.ix_(part.columns, part.columns)] = part.belief.covariance
    return means, covariances


def _part(progress: Callable[[int, int], None], place: int, parts: int, done: int, total: int) -> None:
    """Convert the progress of component `place` of `parts` to progress of the whole sweep."""
    progress(place * total + done, parts * total)


def is_large(belief: AverageBelief, candidates: int) -> bool:
    """Return whether `AverageBelief.leading` is quicker than `sweep` for a pool of this size, as a rule."""
    return candidates * sum(c.columns.size for c in belief.components) >= LARGE


def evidence_weights(higher: NDArray[np.bool_]) -> tuple[float, ...]:
    """Return the prior weight of each of `MODELS`, given which columns (d,) are products and squares.

    The prior odds of the quadratic models are even for three such columns (two numeric attributes) and double with
    every three more, up to 64 : 1. Each such column lowers the evidence of a quadratic model: at even odds a wrong
    linear model dominates for longer than a study lasts (five numbers, 30 runs).
    """
    odds = min(2.0 ** ((float(higher.sum()) - 3.0) / 3.0), _LARGEST_ODDS)
    bent = [terms != "linear" for terms, _ in MODELS]
    return tuple((odds / sum(bent) if bend else 1.0) / (odds + 1.0) for bend in bent)


def average_or_linear(kind: str, mean: ArrayLike, precision: ArrayLike, higher: NDArray[np.bool_]) -> Belief:
    """Return the prior mixture, or the prior of the linear model where there are no products and squares."""
    if not higher.any():
        return prior_belief(kind, mean, precision)
    return AverageBelief.prior(kind, mean, precision, higher)
