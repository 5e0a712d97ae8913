"""Members of a mixture: the models that it averages, each with its columns, belief and weight; and all at once.

Kernels take all members in one call, their arrays flat, one member after another: see `kgdesk.kernels.members`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk import kernels
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.log_odds import LIMIT_MU, LIMIT_S2
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import CovarianceBelief

    Array = NDArray[np.float64]
    Whole = NDArray[np.int64]
    #: Two arrays of all members: means and covariances of the weights, flat, or means and variances (C, M) of w.x.
    Stack = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Told:
    """What a member knows of rows with outcomes beyond its weights: their deviations, integrated out.

    Given the weights w, the log-odds of row r are normal with the mean rows_r.w + offsets_r, independent of other rows.

    Parameters
    ----------
    rows
        (r, c) over the columns of the member.
    offsets, variances
        (r,) each.
    """

    rows: Array
    offsets: Array
    variances: Array


@dataclass(frozen=True, eq=False)
class Member:
    """One model of a mixture: its columns, belief and weight.

    Parameters
    ----------
    terms
        ``linear``, ``quadratic``, or the name of its features: see `kgdesk.model.design.features.Features`.
    columns
        (c,) int64, ascending: the columns that it uses, as `AverageBelief.seen` lays them out.
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
    deviation
        tau, the prior standard deviation of what a candidate's log-odds differ from the model, independent for every
        distinct row of the design matrix: f = w.x + u, u ~ N(0, tau^2). 0: the model holds exactly.
    deviations
        Number of its last columns that are deviations of single rows, or effects of blocks: no row but a told one has
        them.
    features, variance
        Index in `AverageBelief.features` of the features that it uses, -1 for none, and their prior variance: what the
        features leave of it is added to tau^2.
    inner
        Number of its columns that are features; those before them are columns of the design matrix.
    earlier
        delta^2, the share of the prior covariance by which what an earlier study says is less certain here; None: the
        model knows of no earlier study. See `kgdesk.model.beliefs.earlier`.
    told
        What it knows of the rows of `AverageBelief.measured`; None: there are none, or it has no deviations.
    favour
        Factor in `share` and `weight` that counts when runs and the best candidate are chosen, and is left out of
        statements about that choice: see `AverageBelief.without_favour`.
    """

    terms: str
    columns: NDArray[np.int64]
    belief: CovarianceBelief
    share: float
    weight: float
    prior_variance: Array
    term_precision: float | None = None
    square_precision: float | None = None
    deviation: float = 0.0
    deviations: int = 0
    features: int = -1
    variance: float = 0.0
    inner: int = 0
    earlier: float | None = None
    told: Told | None = None
    favour: float = 1.0

    @property
    def deviates(self) -> bool:
        """Whether rows have deviations of their own."""
        return self.deviation > 0.0 or self.features >= 0

    @property
    def design_columns(self) -> NDArray[np.int64]:
        """Its columns of the design matrix, without features and the deviations of single rows."""
        return self.columns[: self.columns.size - self.inner - self.deviations]

    @property
    def design_mean(self) -> Array:
        """Mean of the weights of `design_columns`."""
        return self.belief.mean[: self.design_columns.size]

    @property
    def design_covariance(self) -> Array:
        """Covariance of the weights of `design_columns`."""
        count = self.design_columns.size
        return self.belief.covariance[:count, :count]

    def widened(self, first: int, places: NDArray[np.int64]) -> Member:
        """Return the member with the deviations of some of its told rows as weights.

        Parameters
        ----------
        first
            The first of their columns.
        places
            (n,) indices of these rows.
        """
        if self.told is None:
            return self
        S, count, told = self.belief.covariance, places.size, self.told
        variances = told.variances[places]
        wider = np.zeros((len(S) + count, len(S) + count))
        wider[: len(S), : len(S)] = S
        new = np.arange(len(S), len(wider))
        wider[new, new] = variances
        rows = np.hstack([told.rows, np.zeros((len(told.rows), count))])
        rows[places, new] = 1.0
        left = told.variances.copy()
        left[places] = 0.0
        return replace(
            self,
            columns=np.concatenate([self.columns, np.arange(first, first + count)]),
            belief=type(self.belief).of_kernel(np.concatenate([self.belief.mean, np.zeros(count)]), wider),
            prior_variance=np.concatenate([self.prior_variance, variances]),
            deviations=self.deviations + count,
            told=Told(rows, told.offsets, left),
        )

    @cached_property
    def told_moments(self) -> tuple[Array, Array]:
        """Mean and variance (r,) of the log-odds of each told row; only where there are any."""
        assert self.told is not None  # noqa: S101
        mu, s2 = self.belief.moments(self.told.rows)
        return mu + self.told.offsets, s2 + self.told.variances

    def seen(self, wide: Array | Rows, places: NDArray[np.int64]) -> tuple[Array, Array]:
        """Return rows as the member takes them, and what is added to their w.x, (M, c) and (M,).

        Parameters
        ----------
        wide
            (M, p) rows as `AverageBelief.seen` returns them.
        places
            (M,) their indices among the told rows, -1 for all others.
        """
        X, offsets = self.of(wide), np.zeros(len(places))
        plain = np.asarray(array_of(X))
        at = np.flatnonzero(places >= 0)
        if self.told is None or not at.size:
            return plain, offsets
        plain = plain.copy()
        plain[at], offsets[at] = self.told.rows[places[at]], self.told.offsets[places[at]]
        return plain, offsets

    def of(self, X: Any) -> Any:
        """Return the columns (M, c) of X (M, d), an array or `Rows`, that the member uses."""
        if isinstance(X, Rows):
            return X.only(self.columns)
        return np.ascontiguousarray(X if self.columns.size == X.shape[1] else X[:, self.columns])

    def moved(self, belief: CovarianceBelief, weight: float, told: Told | None = None) -> Member:
        """Return the member with another belief and weight; `dataclasses.replace` would take ten times as long.

        `told` replaces what it knows of the rows with outcomes; None: that stays.
        """
        return Member(
            self.terms, self.columns, belief, self.share, weight, self.prior_variance, self.term_precision,
            self.square_precision, self.deviation, self.deviations, self.features, self.variance, self.inner,
            self.earlier, self.told if told is None else told, self.favour,
        )  # fmt: skip

    def stepped(self, mu: float, s2: float, y: float) -> tuple[float, float, float]:
        """Return (weight, g, f) after outcome y, where w.x has mean mu and variance s2.

        The weight is not normalised: weight times likelihood. The mean moves by g S x, the covariance by -f S x x' S.
        """
        if self.belief.kind == "moments":
            chance, g, f = kernels.step_one(mu, s2, y)
        else:
            chance = kernels.sigmoid(mu / math.sqrt(1.0 + math.pi / 8.0 * s2))
            g, curvature = kernels.laplace_step(mu, s2, y)
            f = curvature / (1.0 + curvature * s2)
        return self.weight * (chance if y > 0 else 1.0 - chance), g, f

    def as_json(self) -> dict[str, Any]:
        """Return the member as JSON values; mean and covariance are those of its own columns of the design matrix."""
        return {
            "terms": self.terms,
            "weight": self.weight,
            "term_precision": self.term_precision,
            "square_precision": self.square_precision,
            "deviation": self.deviation,
            "earlier": self.earlier,
            "kind": self.belief.kind,
            "mean": self.design_mean.tolist(),
            "covariance": self.design_covariance.tolist(),
        }


def as_member(belief: CovarianceBelief) -> Member:
    """Return a belief as the only member of a mixture."""
    return Member("", np.arange(belief.mean.size), belief, 1.0, 1.0, belief.deviation**2)


def moments_of_each(members: Sequence[Member], X: Array | Rows) -> tuple[Array, Array]:
    """Compute mean and variance (C, M) of w.x in each of C members, for rows X (M, d)."""
    moments = [c.belief.moments(c.of(X)) for c in members]
    return np.array([mu for mu, _ in moments]), np.array([s2 for _, s2 in moments])


def over_all_columns(members: Sequence[Member], d: int) -> tuple[Array, Array]:
    """Return means (C, d) and covariances (C, d, d) over all columns, 0 where a member does not use one."""
    means, covariances = np.zeros((len(members), d)), np.zeros((len(members), d, d))
    for c, part in enumerate(members):
        means[c, part.design_columns] = part.design_mean
        covariances[c][np.ix_(part.design_columns, part.design_columns)] = part.design_covariance
    return means, covariances


class MemberLayout:
    """Columns of all members of a mixture, and arrays in the layout of `kgdesk.kernels.members`.

    Parameters
    ----------
    members
        The members: those after an outcome have the same columns unless the deviation of its row is a new one.
    """

    def __init__(self, members: Sequence[Member]) -> None:
        self._each = [c.columns for c in members]
        self.sizes = np.array([c.columns.size for c in members])
        #: Columns of all members, flat.
        self.columns = np.concatenate(self._each)
        self._key = self.sizes.tobytes(), self.columns.tobytes()

    def stack(self, members: Sequence[Member]) -> Stack:
        """Return flat means and covariances of members with these columns."""
        means = np.concatenate([c.belief.mean for c in members])
        return means, np.concatenate([c.belief.covariance.ravel() for c in members])

    def parts(self, stack: Stack) -> Iterator[Stack]:
        """Yield mean (d,) and covariance (d, d) of each member: views."""
        (means, covariances), of, flat = stack, 0, 0
        for d in self.sizes.tolist():
            yield means[of : of + d], covariances[flat : flat + d * d].reshape(d, d)
            of, flat = of + d, flat + d * d

    def pool(self, rows: Rows) -> tuple[Array, Whole]:
        """Return the rows of all members, flat, and the index (C,) at which those of each begin.

        Members with the same columns share their rows.
        """
        flat = rows.laid_out(("pool", *self._key), lambda: _flat([rows.only(own).X for own in self._each]))
        return cast("tuple[Array, Whole]", flat)

    def counted(self, rows: Rows) -> tuple[Array, Whole, Whole, Whole]:
        """Return the arguments distinct, begins, counts and place of `kernels.fit_members` for measured rows (n, d)."""
        source, at = rows.source
        flat, begins, counts, place = source.laid_out(("order", *self._key), lambda: self._ordered(source))
        return flat, begins, counts, place if at is None else place.take(at, axis=1)

    def _ordered(self, rows: Rows) -> tuple[Array, Whole, Whole, Whole]:
        orders = [rows.only(own).order for own in self._each]
        counts, place = [len(distinct) for distinct, _ in orders], [place for _, place in orders]
        return *_flat([distinct for distinct, _ in orders]), np.array(counts), np.array(place)


class JointMembers:
    """All members of a mixture at once: their moments, fits and updates, by one kernel call each.

    Parameters
    ----------
    members
        The members.
    layout, stack
        Their layout, and flat means and covariances; None: made from the members.
    """

    def __init__(
        self, members: Sequence[Member], layout: MemberLayout | None = None, stack: Stack | None = None
    ) -> None:
        self._each = members
        self.layout = layout or MemberLayout(members)
        self._stack = stack or self.layout.stack(members)
        self._kept: tuple[Rows, Array, Array] | None = None

    def moments(self, X: Array | Rows) -> Stack:
        """Compute mean and variance (C, M) of w.x under each member for rows X (M, d); not to be written to.

        Those of a whole pool are cached, here and in the beliefs of the members, if it is small enough for one thread.
        """
        rows = X if isinstance(X, Rows) else Rows(X)
        if len(rows) >= kernels.FULL_SERIAL_BELOW:
            return moments_of_each(self._each, X)
        pool = rows if rows.whole is None else rows.whole
        if self._kept is not None and self._kept[0] is pool:
            _, mu, s2 = self._kept
            return (mu, s2) if rows.at is None else (mu.take(rows.at, axis=1), s2.take(rows.at, axis=1))
        given = *self._stack, self.layout.sizes, *self.layout.pool(rows), len(rows)
        mu, s2, far, wide = kernels.moments_of_members(*given)
        if not (far <= LIMIT_MU and wide <= LIMIT_S2):
            return moments_of_each(self._each, X)  # it raises the error of the member
        if rows is X is pool:
            self._kept = pool, mu, s2
            for c, own in zip(self._each, zip(mu, s2, strict=True), strict=True):
                c.belief.keep(c.of(pool), *own)
        return mu, s2

    def fitted(self, X: Array | Rows, y: Array, *how: float) -> tuple[Stack, Array, int] | None:
        """Fit all members to outcomes y (n,) at rows X (n, d); None where rows are so many that threads fit faster.

        Returns flat means and covariances, the log evidences (C,), and the smallest number of sweeps, as in
        `kernels.fit_members`; `how` are the tolerance and the limit of the sweeps.
        """
        sizes = self.layout.sizes
        if kernels.many_rows(len(X), int(sizes.min())):
            return None
        *measured, place = self.layout.counted(X if isinstance(X, Rows) else Rows(X))
        without = np.zeros(int(measured[2].sum()))
        found = kernels.fit_members(*self._stack, sizes, *measured, without, without, place, y, *how)
        means, covariances, used, logs = found[:4]
        return (means, covariances), logs, int(used.min())

    def fitted_with_deviations(
        self, sites: Sites, y: Array, *how: float
    ) -> tuple[Stack, Array, int, list[Told]]:
        """Fit all members to outcomes y (n,) at sites; see `fitted`.

        Returns as well what each member then knows of the rows of the sites.
        """
        sizes = self.layout.sizes
        if kernels.many_rows(len(sites.rows[0]), int(sizes.min())):
            each = [
                kernels.fit_deviating(*prior, X, shift, own, *counts, *how)
                for prior, X, shift, own, counts in zip(
                    self.layout.parts(self._stack),
                    sites.rows,
                    sites.shift,
                    sites.own,
                    sites.counts(y),
                    strict=True,
                )
            ]
            means, covariances, used, logs, tau, nu = zip(*each, strict=True)
            stack = np.concatenate(means), np.concatenate([0.5 * (S + S.T).ravel() for S in covariances])
            return stack, np.array(logs), min(used), sites.told(tau, nu)
        rows, begins = sites.flat
        ends = np.cumsum([len(X) for X in sites.rows])
        given = rows, begins, np.diff(ends, prepend=0), np.concatenate(sites.shift), np.concatenate(sites.own)
        found = kernels.fit_members(*self._stack, sizes, *given, sites.place, y, *how)
        means, covariances, used, logs = found[:4]
        told = sites.told(*(np.split(each, ends[:-1]) for each in found[4:]))
        return (means, covariances), logs, int(used.min()), told

    def fitted_to_values(
        self, sites: Sites, kinds: Whole, u: Array, spread: float, mistake: float
    ) -> tuple[Stack, Array, Array, Array, Array, list[Told], Array]:
        """Fit all members to what runs at sites, the same ones for all, gave; as `kernels.fit_value_members` does.

        Returns means and covariances, log evidences, means of c w, of c and c^2, mistakes, what each member knows of
        the rows of the sites, and (C, R) the mean of c times what the rows deviate by.
        """
        sizes = self.layout.sizes
        given = (
            *sites.flat,
            np.array(sites.shift),
            np.array(sites.own),
            sites.place[0],
            kinds,
            u,
            spread,
            mistake,
        )
        *both, evidence, values, scales, mistakes, rows, offsets, variances, more = kernels.fit_value_members(
            *self._stack, sizes, *given
        )
        count = len(offsets[0])
        parts = np.split(rows, count * np.cumsum(sizes)[:-1])
        told = [
            Told(each.reshape(count, -1), a, v) for each, a, v in zip(parts, offsets, variances, strict=True)
        ]
        return (both[0], both[1]), evidence, values, scales, mistakes, told, more

    def stepped(
        self, rows: Array, mu: Array, s2: Array, y: float, exact: bool
    ) -> tuple[Stack, Array, bool, Array]:
        """Update all members by one outcome y at one row, its rows flat; see `kernels.step_members`."""
        means, covariances, *more = kernels.step_members(
            *self._stack, self.layout.sizes, rows, mu, s2, y, exact
        )
        return (means, covariances), *more


@dataclass(frozen=True, eq=False)
class Sites:
    """Distinct rows with outcomes, as each of C members takes them, and what it knows of their deviations beforehand.

    Parameters
    ----------
    rows
        (R, c) rows of each member.
    place
        (C, n) the row of each of n runs.
    shift, own
        (R,) each of each member: the log-odds of a row are w.x + shift + u, u ~ N(0, own).
    """

    rows: Sequence[Array]
    place: Whole
    shift: Sequence[Array]
    own: Sequence[Array]

    def merged(self) -> Sites:
        """Return the sites with rows that are equal under a member, and do not deviate, as one."""
        rows, places, shifts, owns = [], [], [], []
        for X, place, shift, own in zip(self.rows, self.place, self.shift, self.own, strict=True):
            alone = np.where(own > 0.0, np.arange(own.size) + 1.0, 0.0)
            both = np.column_stack([X, shift, alone])
            _, first, new = np.unique(both, axis=0, return_index=True, return_inverse=True)
            rows.append(X[first])
            places.append(new.reshape(-1)[place])
            shifts.append(shift[first])
            owns.append(own[first])
        return Sites(rows, np.array(places), shifts, owns)

    def counts(self, y: Array) -> Iterator[tuple[Array, Array]]:
        """Yield the numbers (R,) of successes and failures of each row of each member among outcomes y (n,)."""
        for X, place in zip(self.rows, self.place, strict=True):
            up, down = (np.bincount(place, side, len(X)).astype(np.float64) for side in (y > 0, y < 0))
            yield up, down

    @property
    def flat(self) -> tuple[Array, Whole]:
        """Rows of all members, flat, and the index (C,) at which those of each begin."""
        ends = np.cumsum([each.size for each in self.rows])
        return np.concatenate([each.ravel() for each in self.rows]), np.array([0, *ends[:-1]])

    def told(self, taus: Sequence[Array], nus: Sequence[Array]) -> list[Told]:
        """Return what the members know of the rows after a fit with the sites tau and nu, (R,) each of each member."""
        found = []
        for X, shift, own, tau, nu in zip(self.rows, self.shift, self.own, taus, nus, strict=True):
            slope = own * tau
            found.append(Told((1.0 - slope)[:, None] * X, shift + own * nu, own * (1.0 - slope)))
        return found


def _flat(arrays: Sequence[Array]) -> tuple[Array, Whole]:
    """Concatenate arrays, flat, each object once; return the result and the index at which each array begins."""
    once = {id(array): array for array in arrays}
    ends = np.cumsum([array.size for array in once.values()])
    begins = {key: int(end) - array.size for (key, array), end in zip(once.items(), ends, strict=True)}
    return np.concatenate([a.ravel() for a in once.values()]), np.array([begins[id(a)] for a in arrays])


def weighted_sum(weights: Array, values: Sequence[Array]) -> Array:
    """Return the weighted sum of arrays of one shape, added in their order."""
    total = np.zeros_like(values[0])
    for weight, each in zip(weights, values, strict=True):
        total += weight * each
    return total
