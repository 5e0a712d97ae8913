"""Bayesian model averaging of linear and quadratic models: an evidence-weighted mixture over one design matrix.

It is not known beforehand whether the best candidate lies at an edge of the pool or inside it. So three models are
fitted to the same outcomes: linear terms, and quadratic terms with two prior precisions of the products and squares.
The weight of each is its prior weight times its evidence, the marginal likelihood of the outcomes. See METHOD, "Terms".
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import array_of, frozen, usable
from kgdesk.model.beliefs.belief import BeliefBase, CovarianceBelief, digest_of
from kgdesk.model.beliefs.gaussian import BELIEFS, FIT, FullBelief, MomentBelief, settled
from kgdesk.model.beliefs.log_odds import LEVEL, expit
from kgdesk.model.beliefs.members import (
    JointMembers,
    Member,
    Sites,
    Told,
    over_all_columns,
    weighted_sum,
)
from kgdesk.model.beliefs.shortlist import MemberPool, gains_at, needs_shortlist, shortlist
from kgdesk.model.beliefs.sweep import Sweep
from kgdesk.model.design.design_matrix import Rows
from kgdesk.model.design.features import RADIUS, SMOOTH
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from kgdesk.model.beliefs.members import Stack
    from kgdesk.model.beliefs.sweep import Leader
    from kgdesk.model.design.features import Features

    Array = NDArray[np.float64]

# Probability below and above the default interval: 0.5 - 0.5 * 0.9 differs from it in the last bit.
_TAIL = 0.05


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
    measured
        (r, d) the distinct rows measured so far, of whose deviations the members with deviations know something: see
        `kgdesk.model.beliefs.members.Told`. A row that is not among them has a deviation that nothing is known about,
        which adds to its variance alone. See METHOD, "Members of the average".
    features
        Features that members use: see `kgdesk.model.design.features`.
    """

    components: tuple[Member, ...]
    size: int
    measured: Array | None = None
    features: tuple[Features, ...] = ()
    _row_by_row = False  # NumPy adds in another order for another number of rows

    def __post_init__(self) -> None:
        if not self.components:
            raise BadInput("An average needs at least one model.")
        total = sum(c.weight for c in self.components)
        if not abs(total - 1.0) <= 1e-9:
            raise BadInput(
                phrase("The weights of the models must add up to 1, not to {total}.", total=f"{total:g}")
            )

    def __repr__(self) -> str:
        """Say which models are averaged, each with its weight, in one line."""
        models = ", ".join(f"{one.terms} {one.weight:.2f}" for one in self.components)
        return f"<AverageBelief about {self.size} weights: {models}>"

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
        return self._weights.copy()

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
        names = "average " + " ".join(c.belief.digest for c in self.components)
        told = [c.told for c in self.components if c.told is not None]
        more = [array for each in told for array in (each.rows, each.offsets, each.variances)]
        return digest_of(names, self.weights, *(() if self.measured is None else (self.measured, *more)))

    @property
    def bends(self) -> bool:
        """Whether a model has products or squares of numbers, and another one is straight."""
        return {"quadratic", "linear"} <= {c.terms for c in self.components}

    @property
    def bend_odds(self) -> float:
        """Bayes factor of the models with a bend against the linear ones; 1 before any outcome.

        The ratio of evidences, without the prior weights; infinite where the linear models have weight 0. Products with
        categories are neither.
        """
        bent = [c for c in self.components if c.terms.partition(" ")[0] in ("quadratic", RADIUS, SMOOTH)]
        straight = [c for c in self.components if c.terms == "linear"]
        if not self.bends:
            return 1.0
        ours = sum(c.weight for c in bent) / sum(c.share for c in bent)
        theirs = sum(c.weight for c in straight) / sum(c.share for c in straight)
        return ours / theirs if theirs > 0.0 else math.inf

    _stacked = functools.cached_property(lambda self: over_all_columns(self.components, self.size))
    _weights = functools.cached_property(lambda self: np.array([c.weight for c in self.components]))
    _together = functools.cached_property(lambda self: JointMembers(self.components))

    @functools.cached_property
    def deviates(self) -> bool:
        """Whether a member has deviations of single candidates."""
        return any(c.deviates for c in self.components)

    @functools.cached_property
    def trend(self) -> AverageBelief:
        """The same mixture for candidates that were never run: it recognises none of the rows `measured`.

        It predicts a measured row by its attributes alone, with a deviation that nothing is known about.
        """
        if self.measured is None:
            return self
        nowhere = np.full_like(self.measured, np.nan)
        return AverageBelief(self.components, self.size, nowhere, self.features)

    @functools.cached_property
    def without_favour(self) -> AverageBelief:
        """The same fitted models without the `favour` in the weights of some of them.

        Prior odds in favour of a bend find narrow peaks sooner and make the models that have one too sure while there
        are few outcomes. So runs and the best candidate are chosen with them, and what that choice may lose is stated
        without them. METHOD, "Members of the average".
        """
        if len({c.favour for c in self.components}) == 1:
            return self
        weights = np.array([c.weight / c.favour for c in self.components])
        shares = np.array([c.share / c.favour for c in self.components])
        each = zip(self.components, weights / weights.sum(), shares / shares.sum(), strict=True)
        parts = tuple(replace(c, weight=float(w), share=float(s), favour=1.0) for c, w, s in each)
        return replace(self, components=parts)

    @functools.cached_property
    def width(self) -> int:
        """Number of columns p of the design matrix, of all features, and of the deviations that are weights."""
        plain = self.size + sum(each.size for each in self.features)
        return max(plain, *(int(c.columns.max(initial=0)) + 1 for c in self.components))

    @property
    def known(self) -> Array:
        """The rows of `measured`; (0, d): there are none."""
        return np.empty((0, self.size)) if self.measured is None else self.measured

    def with_deviations_of(self, X: ArrayLike | Rows) -> AverageBelief:
        """Return the same belief with the deviation of each of the rows X (n, d) as a weight of its own.

        Predictions do not change. What is computed from the weights' covariance then knows that two runs of such a row
        share its deviation.
        """
        if not self.deviates:
            return self
        rows = np.unique(np.asarray(array_of(X), np.float64) + 0.0, axis=0)
        known = self.knowing(rows)
        places = known.places(rows)
        left = [c.told.variances[places] for c in known.components if c.told is not None]
        places = places[np.any(np.array(left) > 0.0, axis=0)]
        if not places.size:
            return self
        parts = tuple(c.widened(self.width, places) for c in known.components)
        return AverageBelief(parts, self.size, known.measured, self.features)

    def knowing(self, rows: Array) -> AverageBelief:
        """Return the same belief with the distinct rows (n, d) among `measured`, where a member has deviations."""
        new = rows[self._places(rows) < 0]
        if not self.deviates or not len(new):
            return self
        wide, own = self._featured(new)
        parts = []
        for c, variances in zip(self.components, own, strict=True):
            if not c.deviates:
                parts.append(c)
                continue
            told = Told(np.asarray(c.of(self._padded(wide))), np.zeros(len(new)), variances)
            if c.told is not None:
                told = Told(
                    np.concatenate([c.told.rows, told.rows]),
                    np.concatenate([c.told.offsets, told.offsets]),
                    np.concatenate([c.told.variances, told.variances]),
                )
            parts.append(c.moved(c.belief, c.weight, told))
        return AverageBelief(tuple(parts), self.size, np.concatenate([self.known, new]), self.features)

    def seen(self, X: Array | Rows) -> Array | Rows:
        """Return the rows X (M, d) with the features behind the columns of the design matrix, (M, `width`).

        Deviations that are weights have columns of zeros: what is known of a measured row, its member knows.
        """
        return self._seen_as(X)[2]

    def own_variances(self, X: Array | Rows) -> Array:
        """Return what the deviation of each of the rows X (M, d) adds to its variance under each member, (C, M)."""
        return self._seen_as(X)[1]

    def places(self, X: Array | Rows) -> NDArray[np.int64]:
        """Return the index (M,) in `measured` of each of the rows X (M, d), -1 for those that are not in it."""
        return self._seen_as(X)[0]

    def seen_with_places(self, X: Array | Rows) -> Array:
        """Return `seen` (M, p) with a further 0/1 column for each row of `measured`, (M, p + r)."""
        places, _, wide = self._seen_as(X)
        found = np.zeros((len(places), self.width + len(self.known)))
        found[:, : self.width] = np.asarray(array_of(wide))
        at = np.flatnonzero(places >= 0)
        found[at, self.width + places[at]] = 1.0
        return found

    def rows_of_members(self, X: Array | Rows) -> tuple[list[tuple[Array, Array]], Array]:
        """Return the rows X (M, d) as each member takes them, and the variance (C, M) that their deviations add.

        Under a member the log-odds of a row are normal with the mean x.w + offset given its weights w: (M, c) rows and
        (M,) offsets for each member.
        """
        places, own, wide = self._seen_as(X)
        return [c.seen(wide, places) for c in self.components], own

    def covariance_between(self, X: Array | Rows, other: Array | Rows) -> Array:
        """Compute the covariances (M, n) over the mixture of what the weights say of rows X (M, d) and `other` (n, d).

        Deviations that are no weights have no part in it: `with_deviations_of` makes them weights.
        """
        (each, _), (others, _) = self.rows_of_members(X), self.rows_of_members(other)
        found = np.zeros((len(X), len(other)))
        means, their_means = [], []
        for part, (rows, shift), (theirs, moved) in zip(self.components, each, others, strict=True):
            along = np.einsum("jk,nk->jn", part.belief.covariance, theirs)
            found += part.weight * np.einsum("mj,jn->mn", rows, along)
            means.append(np.einsum("mj,j->m", rows, part.belief.mean) + shift)
            their_means.append(np.einsum("nj,j->n", theirs, part.belief.mean) + moved)
        apart, away = (
            np.array(mu) - np.einsum("c,cm->m", self._weights, np.array(mu)) for mu in (means, their_means)
        )
        return np.asarray(found + np.einsum("c,cm,cn->mn", self._weights, apart, away))

    def _featured(self, X: Array) -> tuple[Array, Array]:
        """Return the rows X (M, d), each followed by its features, and a variance (C, M) under each member.

        It is the prior variance of what is in no weight: a candidate's own deviation, and what the features of a member
        leave out of the smooth part that they stand for.
        """
        wide, left, count = [X], [], len(X)
        for each in self.features:
            phi = each.columns(X)
            wide.append(phi)
            left.append(each.left_over(X, phi))
        own = np.zeros((len(self.components), count))
        for c, part in enumerate(self.components):
            own[c] = part.deviation**2
            if part.features >= 0:
                own[c] += part.variance * left[part.features]
        return np.hstack(wide) if self.features else X, own

    def _padded(self, wide: Array) -> Array:
        more = self.width - wide.shape[1]
        return np.hstack([wide, np.zeros((len(wide), more))]) if more else wide

    def _places(self, X: Array) -> NDArray[np.int64]:
        places = self._place_of
        if not places:
            return np.full(len(X), -1)
        return np.array(
            [places.get(row.tobytes(), -1) for row in X + 0.0], np.int64
        )  # + 0.0: no negative zeros

    @functools.cached_property
    def _place_of(self) -> dict[bytes, int]:
        return {row.tobytes(): place for place, row in enumerate(self.known + 0.0)}

    def _told_variances(self, own: Array, places: NDArray[np.int64]) -> Array:
        """Return the prior variances (C, M) of deviations with those of measured rows, by index, as they are now."""
        at = np.flatnonzero(places >= 0)
        if not at.size:
            return own
        own = own.copy()
        for c, part in enumerate(self.components):
            if part.told is not None:
                own[c, at] = part.told.variances[places[at]]
        return own

    def _seen_as(self, X: Array | Rows) -> tuple[NDArray[np.int64], Array, Array | Rows]:
        """Return `places`, `own_variances` and `seen` of rows; those of a pool are kept until another is asked for."""
        if not isinstance(X, Rows):
            (wide, own), places = self._featured(X), self._places(X)
            return places, self._told_variances(own, places), self._padded(wide)
        whole = X if X.whole is None else X.whole
        kept = self.__dict__.get("_seen")
        if kept is None or kept[0] is not whole:
            key = (
                "features",
                self.features,
                tuple((c.deviation, c.features, c.variance) for c in self.components),
            )
            plain, own = whole.laid_out(key, lambda: self._pool_featured(whole))
            places = self._places(whole.X)
            seen = plain if self.width == plain.X.shape[1] else Rows(self._padded(plain.X))
            kept = self.__dict__["_seen"] = whole, places, self._told_variances(own, places), seen
        _, places, own, seen = kept
        return (places, own, seen) if X.at is None else (places[X.at], own[:, X.at], seen.take(X.at))

    def _pool_featured(self, whole: Rows) -> tuple[Rows, Array]:
        wide, own = self._featured(whole.X)
        return Rows(wide) if self.features else whole, own

    def moments_of_members(self, X: Array | Rows) -> Stack:
        """Compute mean and variance (C, M) of the log-odds of rows X (M, d) under each member; not to be written to."""
        places, own, seen = self._seen_as(X)
        mu, s2 = self._together.moments(seen)
        if not self.deviates:
            return mu, s2
        s2, at = s2 + own, np.flatnonzero(places >= 0)
        if at.size:
            mu = mu.copy()
            for c, part in enumerate(self.components):
                if part.told is not None:
                    mu[c, at], s2[c, at] = (each[places[at]] for each in part.told_moments)
        return mu, s2

    def after(self, X: ArrayLike | Rows, y: ArrayLike) -> AverageBelief:
        """Return the posterior mixture after outcomes y (n,), +1 or -1, at rows X (n, d).

        Weights are multiplied by the evidence of each component and normalised: for moments the normaliser of the
        order-free fit, for the paper's full belief the product of the one-step predictive probabilities.
        """
        rows, outcomes = self._outcomes(X, y)
        if not outcomes.size:
            return self
        if not self.deviates:
            return self._after_alike(rows, outcomes)
        distinct, place = distinct_rows(rows)
        known = self.knowing(distinct)
        if self.kind != "moments":
            after, given = known, np.asarray(array_of(rows))
            for x, outcome in zip(given, outcomes.tolist(), strict=True):
                after = after.stepped(x[None, :], outcome)
            return after
        sites, at = known.sites(distinct, place)
        stack, logs, told = known.fitted_at(sites, outcomes)
        return known.with_evidence(stack, logs, known.told_at(at, told))

    def fitted_at(self, sites: Sites, y: Array) -> tuple[Stack, Array, list[Told]]:
        """Fit all members, moment beliefs, to outcomes y (n,) at sites.

        Returns flat means and covariances, the log evidences (C,), and what the members know of the rows of the sites.
        """
        stack, logs, used, told = self._together.fitted_with_deviations(sites, y, *FIT)
        settled((*stack, used))
        return stack, logs, told

    def _after_alike(self, rows: Array | Rows, outcomes: Array) -> AverageBelief:
        """Return `after` where no candidate deviates: rows that are equal under a member are one site of it."""
        if self.kind == "moments" and (fitted := self._together.fitted(rows, outcomes, *FIT)) is not None:
            stack, logs, used = fitted
            settled((*stack, used))
            return self.with_evidence(stack, logs)
        return self.after_at([c.of(rows) for c in self.components], outcomes)

    def after_at(self, rows: Sequence[Array | Rows], y: Array) -> AverageBelief:
        """Return the posterior mixture after outcomes y (n,) at rows (n, c) of each member that do not deviate."""
        learnt = [c.belief.learnt(X, y) for c, X in zip(self.components, rows, strict=True)]
        return self._moved([belief for belief, _ in learnt], np.array([log for _, log in learnt]))

    def sites(self, distinct: Array, place: NDArray[np.int64]) -> tuple[Sites, NDArray[np.int64]]:
        """Return distinct rows (R, d) of runs, all of them `measured`, as sites, and their indices (R,) there.

        `place` (n,) is the row of each run.
        """
        places, own, wide = self._seen_as(distinct)
        rows, shift = zip(*(c.seen(wide, places) for c in self.components), strict=True)
        return Sites(rows, np.tile(place, (len(rows), 1)), shift, list(own)), places

    def knowing_of(self, told: Sequence[Told | None]) -> AverageBelief:
        """Return the same belief with what its members know of all measured rows."""
        parts = [c.moved(c.belief, c.weight, one) for c, one in zip(self.components, told, strict=True)]
        return AverageBelief(tuple(parts), self.size, self.measured, self.features)

    def told_at(self, at: NDArray[np.int64], told: Sequence[Told]) -> list[Told | None]:
        """Return what the members know of all measured rows if they know `told` of those with the indices `at`."""
        found: list[Told | None] = []
        for c, one in zip(self.components, told, strict=True):
            if c.told is None:
                found.append(None)
                continue
            rows, offsets, variances = c.told.rows.copy(), c.told.offsets.copy(), c.told.variances.copy()
            rows[at], offsets[at], variances[at] = one.rows, one.offsets, one.variances
            found.append(Told(rows, offsets, variances))
        return found

    def updated(self, x: ArrayLike | Rows, y: int) -> AverageBelief:
        """Return the mixture after one outcome y (+1 or -1) at row x (d,): one update of each component."""
        row, outcome = self._row(x, y)
        return self.knowing(np.asarray(array_of(row)) + 0.0).stepped(row, outcome[0])

    def stepped(self, row: Array | Rows, y: float) -> AverageBelief:
        """Return the mixture after one outcome y, +1.0 or -1.0, at a row (1, d): a measured one where rows deviate."""
        places, _, _ = self._seen_as(row)
        (mu, s2), (each, _) = self.moments_of_members(row), self.rows_of_members(row)
        flat = np.concatenate([x[0] for x, _ in each])
        stack, chances, sound, steps = self._together.stepped(
            flat, mu[:, 0], s2[:, 0], y, self.kind == "moments"
        )
        with np.errstate(divide="ignore"):
            logs = np.log(chances)
        if not sound:
            for kind, part in zip(self.components, self._together.layout.parts(stack), strict=True):
                BELIEFS[kind.belief.kind](*part)  # raises the error that names the reason
        told = [
            None
            if c.told is None
            else _told_after(c.told, int(places[0]), float(mu[k, 0]), float(s2[k, 0]), *steps[k].tolist())
            for k, c in enumerate(self.components)
        ]
        return self.with_evidence(stack, logs, told)

    def replaced(
        self,
        beliefs: Sequence[CovarianceBelief],
        likelihood: ArrayLike,
        told: Sequence[Told | None] | None = None,
    ) -> tuple[AverageBelief, float]:
        """Return the mixture reweighted by the likelihood of an observation, and its marginal likelihood.

        Parameters
        ----------
        beliefs
            Posterior belief of each component.
        likelihood
            (C,) probability of the observation under each component.
        told
            What each component then knows of the measured rows; None: as before.
        """
        share = self._weights * np.asarray(likelihood)
        total = float(share.sum())
        weights = share / total if total > 0.0 else self._weights
        parts = [
            c.moved(belief, w, known)
            for c, belief, w, known in zip(
                self.components, beliefs, weights.tolist(), told or [None] * len(weights), strict=True
            )
        ]
        return AverageBelief(tuple(parts), self.size, self.measured, self.features), total

    def _moved(
        self, beliefs: Sequence[CovarianceBelief], logs: Array, told: Sequence[Told | None] | None = None
    ) -> AverageBelief:
        top = float(logs.max())
        likelihood = np.exp(logs - top) if math.isfinite(top) else np.ones(logs.size)
        return self.replaced(beliefs, likelihood, told)[0]

    def with_evidence(
        self, stack: Stack, logs: Array, told: Sequence[Told | None] | None = None
    ) -> AverageBelief:
        """Return the mixture with flat means and covariances of a kernel, reweighted by log likelihoods (C,).

        `told` is what the members then know of the measured rows; None: as before.
        """
        usable(stack[0], phrase("The mean"), (None,))
        usable(stack[1], phrase("The covariance"), (None,))
        kind, layout = cast("type[MomentBelief | FullBelief]", BELIEFS[self.kind]), self._together.layout
        moved = self._moved([kind.of_kernel(*each) for each in layout.parts(stack)], logs, told)
        moved.__dict__["_together"] = JointMembers(moved.components, layout, stack)
        return moved

    def predict(self, X: ArrayLike | Rows) -> Array:
        """Predict the probability of success (M,) of each row of X (M, d), averaged by weight."""
        predict = kernels.predict_exact if self.kind == "moments" else kernels.predict_kappa
        return self._averaged(
            [predict(*own) for own in zip(*self.moments_of_members(self._checked(X)), strict=True)]
        )

    def best(self, X: ArrayLike | Rows) -> tuple[int, float]:
        """Return the row of X (M, d) with the largest predicted probability of success, and that probability."""
        mu, s2 = self.moments_of_members(self._checked(X))
        index, value = kernels.best_of_mixture(mu, s2, self._weights, self.kind == "moments")
        return int(index), float(value)

    def ranking_score(self, X: ArrayLike | Rows) -> Array:
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
        mu, s2 = self.moments_of_members(self._checked(X))
        return [kernels.mixture_quantile(mu, s2, self._weights, level) for level in levels]

    def sweep(
        self,
        X: ArrayLike | Rows,
        progress: Callable[[int, int], None] | None = None,
        *,
        rows: NDArray[np.int64] | None = None,
    ) -> MixtureSweep:
        """Compute the knowledge gradient of each row of X (M, d), averaged by weight, and the mixture's best row now.

        Parameters
        ----------
        X
            (M, d) rows.
        progress
            Called with (done, total) between parts of the work; an exception it raises cancels the sweep.
        rows
            Rows whose values are computed if the pool is too large for all of them; the other values are NaN. None: the
            rows of a shortlist.
        """
        array = self._checked(X)
        members = self.pools(array)
        if rows is None:
            rows = np.arange(len(array))
            if needs_shortlist(len(array)):
                rows = shortlist(members, rows, progress)
        kg, probability = gains_at(members, rows, progress), self.predict(array)
        best = int(np.argmax(probability))
        return MixtureSweep(kg, probability, best, float(probability[best]), self, array)

    def pools(self, X: Array | Rows, weight: float = 1.0) -> list[tuple[float, Callable[[], MemberPool]]]:
        """Return the weight of each member, times `weight`, and a function that lays out the rows X (M, d) for it."""
        places, own, seen = self._seen_as(X)
        return [
            (weight * c.weight, functools.partial(MemberPool, c, seen, places, variance))
            for c, variance in zip(self.components, own, strict=True)
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the components with their weights as JSON values."""
        return {"kind": "average", "components": [c.as_json() for c in self.components]}

    def _averaged(self, values: Sequence[Array]) -> Array:
        return weighted_sum(self._weights, values)

    def _kernel_moments(self, X: Array | Rows) -> tuple[Array, Array]:
        mu, s2 = self.moments_of_members(X)
        mean = np.einsum("c,cm->m", self._weights, mu)
        apart = mu - mean
        return mean, np.einsum("c,cm->m", self._weights, s2 + apart * apart)

    def _spread(self) -> Array:
        return self.deviation


@dataclass(frozen=True)
class MixtureSweep(Sweep):
    """Sweep of a mixture, which computes the best rows after either outcome on demand, row by row.

    After an outcome every component has to predict every row again, since no bound excludes rows beforehand. That takes
    O(M) for one row, and O(M^2) for all, far longer than the knowledge gradient itself.

    Parameters
    ----------
    belief
        The present mixture.
    X
        (M, d) rows that were swept.
    """

    belief: AverageBelief
    X: Array | Rows
    _known: dict[int, tuple[Leader, Leader]] = field(default_factory=dict, repr=False, compare=False)

    def after(self, row: int) -> tuple[Leader, Leader]:
        """Return (row, probability) of the best row after a success and after a failure at a row; cached.

        The first call starts parallel kernels, for the moments of all rows.
        """
        if row not in self._known:
            lines = np.array([self._line(c, row) for c in range(len(self.belief.components))])
            self._known[row] = self._then(row, lines, 1.0), self._then(row, lines, -1.0)
        return self._known[row]

    @functools.cached_property
    def _moments(self) -> tuple[Array, Array]:
        return self.belief.moments_of_members(self.X)

    @functools.cached_property
    def _seen(self) -> tuple[list[tuple[Array, Array]], Array]:
        """Rows as each member takes them, and the variance (C, M) that their own deviations add."""
        return self.belief.rows_of_members(self.X)

    def _line(self, c: int, row: int) -> Array:
        """Compute x'S x_k (M,) for all rows x_k of member c: the effect of an outcome at row x on them."""
        part, (rows, own) = self.belief.components[c], self._seen
        X = rows[c][0]
        direction = np.einsum("jk,k->j", part.belief.covariance, X[row])
        line = np.asarray(np.einsum("uj,j->u", X, direction))
        line[row] += own[c, row]
        return line

    def _then(self, row: int, lines: Array, y: float) -> Leader:
        """Return the best row after outcome y at a row: update moments by x'S x_k (C, M), reweight the components."""
        mu, s2 = self._moments
        parts = self.belief.components
        own = zip(parts, mu[:, row].tolist(), s2[:, row].tolist(), strict=True)
        share, g, f = np.array([part.stepped(its_mu, its_s2, y) for part, its_mu, its_s2 in own]).T
        total = float(share.sum())
        weights = share / total if total > 0.0 else np.array([part.weight for part in parts])
        mean, variance = mu + g[:, None] * lines, np.maximum(s2 - f[:, None] * lines * lines, 0.0)
        exact = self.belief.kind == "moments"
        best, value = kernels.best_of_mixture(mean, variance, weights, exact)
        return int(best), float(value)


def distinct_rows(rows: Array | Rows) -> tuple[Array, NDArray[np.int64]]:
    """Return the distinct ones (R, d) of some rows in canonical order, and the place (n,) of each row among them."""
    source, at = (rows if isinstance(rows, Rows) else Rows(rows)).source
    distinct, place = source.order
    used, place = np.unique(place if at is None else place[at], return_inverse=True)
    return distinct[used], place.reshape(-1)


def _told_after(told: Told, place: int, mu: float, s2: float, g: float, f: float) -> Told:
    """Return what a member knows of its rows after an outcome at one of them.

    Before it, the log-odds of that row have mean mu and variance s2; the weights' mean moves by g S x, their covariance
    by -f S x x'S. What is left of the row given the weights was N(0, v): its covariance with them becomes -f v S x, and
    so it is regressed on them with the slope f v/(1 - f x'Sx).
    """
    rows, offsets, variances = told.rows.copy(), told.offsets.copy(), told.variances.copy()
    v = variances[place]
    plain = s2 - v
    slope = f * v / (1.0 - f * plain)
    offsets[place] += g * v + slope * (mu - told.offsets[place] + g * plain)
    rows[place] *= 1.0 - slope
    variances[place] = v * (1.0 - slope)
    return Told(rows, offsets, variances)
