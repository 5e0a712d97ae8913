"""Beliefs about candidates from runs in blocks: plates, days, lots or operators whose runs share an effect.

The log-odds of a run are those of its candidate and one effect for each block column, of the level that the run has
there: f = w.x + u + sum_k b_k, b_k ~ N(0, tau_k^2) independent for every level. METHOD, "Blocks".
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.arrays import array_of
from kgdesk.model.beliefs.gaussian import FullBelief, MomentBelief
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.beliefs.members import Member, Sites, Told, as_member
from kgdesk.model.beliefs.mixture import AverageBelief, distinct_rows
from kgdesk.model.beliefs.values import ValueFit, added_values, canonical_order, fit_sites
from kgdesk.model.design.design_matrix import Rows
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.values import Readings, SeenFit

    Array = NDArray[np.float64]
    Whole = NDArray[np.int64]

#: Prior standard deviations tau of the effects of a block column, in log-odds, with their prior probabilities.
DEVIATIONS: Final = ((0.0, 0.25), (0.8, 0.5), (1.6, 0.25))
#: Most block columns: each one multiplies the models that are fitted by the number of `DEVIATIONS`.
MOST_COLUMNS: Final = 3


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of n runs.

    Parameters
    ----------
    levels
        For each of K block columns its levels, in an order that does not depend on that of the runs.
    codes
        (n, K) int64: the index of the level of each run in each column, -1 for a run that the column says nothing of.
    present
        (K,) int64: the level of the next run in each column, -1 for one that no run has had.
    """

    levels: tuple[tuple[str, ...], ...]
    codes: Whole
    present: Whole

    @classmethod
    def of(cls, runs: Sequence[Sequence[str | None]], present: Sequence[str | None]) -> Blocks:
        """Return the blocks of runs with these levels, K of each, before a run with the levels `present`.

        None stands for no level of a run, and for a present level that no run has had.
        """
        columns = [[levels[k] for levels in runs] for k in range(len(present))]
        names = tuple(tuple(sorted({level for level in column if level is not None})) for column in columns)
        places: list[dict[str | None, int]] = [{name: at for at, name in enumerate(each)} for each in names]
        codes = np.array(
            [
                [place.get(level, -1) for level in column]
                for place, column in zip(places, columns, strict=True)
            ],
            np.int64,
        ).reshape(len(present), len(runs))
        coming = [place.get(level, -1) for place, level in zip(places, present, strict=True)]
        return cls(names, np.ascontiguousarray(codes.T), np.array(coming, np.int64))

    @property
    def size(self) -> int:
        """Number of levels of all columns together."""
        return sum(map(len, self.levels))

    @property
    def begins(self) -> list[int]:
        """Index of the first level of each column among all levels."""
        return [0, *itertools.accumulate(map(len, self.levels))][:-1]

    def indicators(self) -> Array:
        """Return a 0/1 column for each level, (n, `size`): 1 where a run has it."""
        found = np.zeros((len(self.codes), self.size))
        for begin, code in zip(self.begins, self.codes.T, strict=True):
            runs = np.flatnonzero(code >= 0)
            found[runs, begin + code[runs]] = 1.0
        return found


@dataclass(frozen=True)
class BlockEffect:
    """What the runs of one level of a block column have in common.

    Parameters
    ----------
    column
        Index of the column.
    level
        The level.
    mean, low, high
        Effect on the log-odds of success, with a central range.
    """

    column: int
    level: str
    mean: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class BlockFit:
    """A belief fitted to runs in blocks.

    Parameters
    ----------
    belief
        Belief about the candidates in a block that is not known yet: the variance of its effects is part of that of the
        intercept.
    present
        Belief about the candidates in the block of the next run; `belief` itself where that block is new.
    values
        The fit to measured values; None where the runs were learnt from by their outcomes.
    """

    belief: MomentBelief | FullBelief | AverageBelief
    present: MomentBelief | FullBelief | AverageBelief
    values: ValueFit | None
    _models: tuple[_Model, ...]
    _blocks: Blocks

    def shares(self, column: int) -> tuple[float, ...]:
        """Return the present probability of each of `DEVIATIONS` for a block column, by index."""
        found = [0.0] * len(DEVIATIONS)
        for one in self._models:
            found[one.deviations[column]] += one.weight
        return tuple(found)

    def effects(self, level: float = LEVEL) -> tuple[BlockEffect, ...]:
        """Return the effect of every level, column by column; ranges hold it with the probability `level`."""
        size = self._blocks.size
        if not size:
            return ()
        mu, s2 = (np.array([getattr(one, name) for one in self._models]) for name in ("mean", "variance"))
        weights = np.array([one.weight for one in self._models])
        weights /= weights.sum()
        low, high = (_quantile(mu, s2, weights, at) for at in (0.5 - 0.5 * level, 0.5 + 0.5 * level))
        mean = np.einsum("c,cl->l", weights, mu)
        names = [(k, name) for k, each in enumerate(self._blocks.levels) for name in each]
        return tuple(
            BlockEffect(k, name, float(m), float(a), float(b))
            for (k, name), m, a, b in zip(names, mean, low, high, strict=True)
        )


@dataclass(frozen=True, eq=False)
class _Model:
    """One model of the candidates with one deviation of each block column.

    Parameters
    ----------
    member
        Index of the model of the candidates.
    deviations
        Index in `DEVIATIONS` for each block column.
    weight
        Posterior probability.
    mean, variance
        (L,) of the effect of each level; 0 where the deviation is 0.
    """

    member: int
    deviations: tuple[int, ...]
    weight: float
    mean: Array
    variance: Array


def fitted_in_blocks(
    prior: Belief, X: Array | Rows, y: Array, blocks: Blocks, readings: Readings | None = None
) -> BlockFit:
    """Fit a prior to n runs in blocks; the same runs in any order give equal bits.

    Every model of the prior is fitted with each combination of `DEVIATIONS`, and its posteriors are weighted by their
    evidence and collapsed to one normal distribution.

    Parameters
    ----------
    prior
        A `MomentBelief`, a `FullBelief`, or an average of them.
    X, y
        (n, d) rows of the design matrix, whose first column is that of the intercept, and (n,) outcomes, +1 or -1.
    blocks
        Blocks of these runs.
    readings
        What the runs measured; None: the outcomes are learnt from.

    Raises
    ------
    BadInput
        The prior has independent weights, or there are too many block columns.
    OutOfRange
        A fit did not converge: the scales of prior and attributes lie too far apart.
    """
    if not isinstance(prior, MomentBelief | FullBelief | AverageBelief):
        raise BadInput(
            "Blocks need the belief moments or full: the weights of diagonal cannot vary together."
        )
    if len(blocks.levels) > MOST_COLUMNS:
        raise BadInput(
            phrase(
                "At most {count} block columns can be learnt from, not {given}.",
                count=MOST_COLUMNS,
                given=len(blocks.levels),
            )
        )
    rows = X if isinstance(X, Rows) else Rows(X)
    base = prior if isinstance(prior, AverageBelief) else AverageBelief((as_member(prior),), prior.mean.size)
    single = np.empty(0, np.int64)
    if len(rows):
        base, single = _apart(base, rows, blocks)
    width = base.width
    combinations = list(itertools.product(range(len(DEVIATIONS)), repeat=len(blocks.levels)))
    mixture = _with_blocks(base, width, blocks, combinations)
    fit, told = None, list[Told]()
    if len(rows):
        order = np.arange(len(rows)) if readings is None else canonical_order(rows, readings, blocks.codes)
        sites = _sites(base, mixture, rows.take(order), blocks.codes[order], blocks.indicators()[order])
        if readings is not None:
            fit = fit_sites(mixture, sites, readings, order)
            mixture, told = fit.posterior, fit.told
        elif mixture.kind == "moments":
            sites = sites.merged()
            stack, logs, told = mixture.fitted_at(sites, y)
            mixture = mixture.with_evidence(stack, logs)
        else:
            mixture = mixture.after_at([X[at] for X, at in zip(sites.rows, sites.place, strict=True)], y)
        at, first = np.unique(base.places(rows.X[order]), return_index=True)
        runs = first[np.searchsorted(at, single)]  # one run of each of these rows
        told = [
            _without_blocks(one, X, place[runs], base.components[c // len(combinations)].columns.size)
            for c, (one, X, place) in enumerate(zip(told, sites.rows, sites.place, strict=False))
        ]
        if fit is not None:
            fit = replace(fit, told=told, more=fit.more[:, sites.place[0][runs]])
    models = tuple(_models(mixture, base, width, blocks, combinations))
    return _collapsed(prior, base, mixture, models, blocks, fit, single, told)


def _apart(base: AverageBelief, rows: Rows, blocks: Blocks) -> tuple[AverageBelief, Whole]:
    """Return the belief with the rows measured, and the indices of those whose deviation needs no column.

    Runs of one row in several blocks share its deviation, which is a weight then; so is every one of the full belief.
    """
    if not base.deviates:
        return base, np.empty(0, np.int64)
    distinct, place = distinct_rows(rows)
    base = base.knowing(distinct)
    each = np.unique(np.column_stack([base.places(distinct)[place], blocks.codes]), axis=0)[:, 0]
    at, count = np.unique(each, return_counts=True)
    single = at[count == 1] if base.kind == "moments" else at[:0]
    several = np.setdiff1d(at, single)
    return (base.with_deviations_of(base.known[several]) if several.size else base), single


def _sites(base: AverageBelief, mixture: AverageBelief, rows: Rows, codes: Whole, levels: Array) -> Sites:
    """Return runs as sites of every model of `_with_blocks`, one for each row and block."""
    apart = np.hstack([np.asarray(array_of(rows)) + 0.0, codes])
    _, first, place = np.unique(apart, axis=0, return_index=True, return_inverse=True)
    (each, own), shown = base.rows_of_members(rows.X[first]), levels[first]
    count = len(mixture.components) // len(each)  # models of each member of `base`
    found, shift = [], []
    for at, part in enumerate(mixture.components):
        X, offsets = each[at // count]
        found.append(np.hstack([X, shown[:, part.columns[X.shape[1] :] - base.width]]))
        shift.append(offsets)
    places = np.tile(place.reshape(-1), (len(found), 1))
    return Sites(found, places, shift, list(np.repeat(own, count, axis=0)))


def _without_blocks(told: Told, sites: Array, at: Whole, count: int) -> Told:
    """Return what a model knows of some sites (R, p), by index, without the effects of their blocks.

    The last p - `count` columns of the sites are those of the levels.
    """
    rows = told.rows[at]
    rows[:, count:] -= sites[at, count:]
    return Told(rows, told.offsets[at], told.variances[at])


def _with_blocks(
    base: AverageBelief, width: int, blocks: Blocks, combinations: Sequence[tuple[int, ...]]
) -> AverageBelief:
    """Return the mixture of every model of `base` with every combination of deviations of its block columns.

    Levels are columns from `width` on; a model with deviation 0 of a block column has none of its levels.
    """
    parts = []
    for part in base.components:
        for combination in combinations:
            share = math.prod(DEVIATIONS[which][1] for which in combination)
            own = [
                (width + begin + at, DEVIATIONS[which][0] ** 2)
                for which, begin, levels in zip(combination, blocks.begins, blocks.levels, strict=True)
                for at in range(len(levels))
                if DEVIATIONS[which][0] > 0.0
            ]
            columns = np.array([column for column, _ in own], np.int64)
            variances = np.array([variance for _, variance in own])
            count, S = part.columns.size, np.zeros((part.columns.size + columns.size,) * 2)
            S[:count, :count] = part.belief.covariance
            S[np.arange(count, len(S)), np.arange(count, len(S))] = variances
            kind = cast("type[MomentBelief | FullBelief]", type(part.belief))
            parts.append(
                replace(
                    part,
                    columns=np.concatenate([part.columns, columns]),
                    belief=kind.of_kernel(np.concatenate([part.belief.mean, np.zeros(columns.size)]), S),
                    prior_variance=np.concatenate([part.prior_variance, variances]),
                    share=part.share * share,
                    weight=part.weight * share,
                    told=None,
                )
            )
    return AverageBelief(tuple(parts), base.size, base.measured, base.features)


def _models(
    mixture: AverageBelief,
    base: AverageBelief,
    width: int,
    blocks: Blocks,
    combinations: Sequence[tuple[int, ...]],
) -> Iterator[_Model]:
    for place, part in enumerate(mixture.components):
        member, which = divmod(place, len(combinations))
        count = base.components[member].columns.size
        at = part.columns[count:] - width
        mean, variance = np.zeros(blocks.size), np.zeros(blocks.size)
        mean[at] = part.belief.mean[count:]
        variance[at] = np.diagonal(part.belief.covariance)[count:]
        yield _Model(member, combinations[which], part.weight, mean, variance)


def _collapsed(
    prior: Belief,
    base: AverageBelief,
    mixture: AverageBelief,
    models: Sequence[_Model],
    blocks: Blocks,
    fit: SeenFit | None,
    single: Whole,
    known: Sequence[Told],
) -> BlockFit:
    """Collapse the models of each member of `base` to one, in a new block and in the present one.

    `known` is what the models know of the measured rows with the indices `single`.
    """
    own = [
        [(one, part) for one, part in zip(models, mixture.components, strict=True) if one.member == c]
        for c in range(len(base.components))
    ]
    shares = [_shares([one.weight for one, _ in each], [part.share for _, part in each]) for each in own]
    beliefs: list[Any] = []
    nowhere = np.full(len(blocks.levels), -1)
    for levels in [nowhere] + [blocks.present] * bool((blocks.present >= 0).any()):
        parts = []
        for part, each, share in zip(base.components, own, shares, strict=True):
            moments = [_in_block(fitted, part.columns.size, one, blocks, levels) for one, fitted in each]
            kind = cast("type[MomentBelief | FullBelief]", type(part.belief))
            collapsed, told = _one_normal(share, [(m, cov) for m, cov, _ in moments]), part.told
            if told is not None and single.size:
                theirs = [(known[models.index(one)], fitted) for one, fitted in each]
                told = _regressed(told, single, theirs, moments, share, collapsed)
            parts.append(part.moved(kind.of_kernel(*collapsed), sum(one.weight for one, _ in each), told))
        whole = AverageBelief(tuple(parts), base.size, base.measured, base.features)
        beliefs.append(whole if isinstance(prior, AverageBelief) else parts[0].belief)
    new_block, values = beliefs[0], None
    if fit is not None:
        taken, scales, begin = [], [], 0
        shifts = np.zeros((len(base.components), single.size))
        for part, share in zip(base.components, shares, strict=True):
            some = slice(begin, begin + share.size)
            inner = [value[: part.columns.size] for value in fit.values[some]]
            taken.append(np.einsum("g,gj->j", share, np.array(inner)))
            shifts[len(taken) - 1] = np.einsum("g,gr->r", share, fit.more[some])
            scales.append(np.einsum("g,gk->k", share, fit.scales[some]))
            begin += share.size
        more = added_values(base, taken)
        more[:, single] += shifts
        weights = new_block.weights if isinstance(new_block, AverageBelief) else np.ones(1)
        values = ValueFit(new_block, fit.mistakes, weights, tuple(taken), np.array(scales), more)
    return BlockFit(new_block, beliefs[-1], values, tuple(models), blocks)


def _regressed(
    told: Told,
    single: Whole,
    fitted: Sequence[tuple[Told, Member]],
    moments: Sequence[tuple[Array, Array, Array]],
    share: Array,
    collapsed: tuple[Array, Array],
) -> Told:
    """Return `told` with what the models of a member, weighted by `share`, know together of the rows `single`.

    Their log-odds in a block are regressed on the weights in that block, whose moments are `collapsed`. `fitted` are
    what the models know of these rows without blocks, and the models; `moments` are their results of `_in_block`.
    """
    means, shared, variances = [], [], []
    for (one, part), (mean, S, move) in zip(fitted, moments, strict=True):
        # Of the block alone, w_0 there less w_0: what a row's log-odds are more in it.
        slopes = one.rows.copy()
        slopes[:, 0] -= 1.0
        along = np.einsum("rj,jk->rk", slopes, part.belief.covariance)
        with_weights = np.einsum("rk,ck->rc", along, move)
        means.append(np.einsum("rj,j->r", slopes, part.belief.mean) + mean[0] + one.offsets)
        shared.append(with_weights + S[0])
        variances.append(
            np.einsum("rk,rk->r", along, slopes) + 2.0 * with_weights[:, 0] + S[0, 0] + one.variances
        )
    middle, apart = np.einsum("g,gr->r", share, np.array(means)), [m - collapsed[0] for m, _, _ in moments]
    off = np.array(means) - middle
    covariances = np.einsum("g,grc->rc", share, np.array(shared) + off[:, :, None] * np.array(apart)[:, None])
    spread = np.einsum("g,gr->r", share, np.array(variances) + off * off)
    slopes, offsets, left = kernels.regressions(*collapsed, covariances, spread)
    rows, shifts, rest = told.rows.copy(), told.offsets.copy(), told.variances.copy()
    rows[single], shifts[single], rest[single] = slopes, middle + offsets, left
    return Told(rows, shifts, rest)


def _shares(weights: Sequence[float], priors: Sequence[float]) -> Array:
    """Return weights that add up to 1: the given ones, or the prior ones where all of these are 0."""
    total = sum(weights)
    return np.array(weights) / total if total > 0.0 else np.array(priors) / sum(priors)


def _in_block(
    part: Member, count: int, model: _Model, blocks: Blocks, levels: Whole
) -> tuple[Array, Array, Array]:
    """Return mean and covariance of the first `count` weights of a model, its intercept that of a block.

    And the matrix (count, p) by which they come from all its weights, but for the effects of new levels. `levels` (K,)
    are the levels of the block, -1 for a new one, whose effect is added to the intercept's variance.
    """
    mean, S = part.belief.mean, part.belief.covariance
    move = np.zeros((count, mean.size))
    move[:, :count] = np.eye(count)
    further, at = 0.0, count
    for which, names, level in zip(model.deviations, blocks.levels, levels, strict=True):
        deviation = DEVIATIONS[which][0]
        if deviation > 0.0:
            if level >= 0:
                move[0, at + level] = 1.0
            else:
                further += deviation**2
            at += len(names)
    found = np.einsum("ij,jk,lk->il", move, S, move, optimize=False) if at > count else np.array(S)
    found = 0.5 * found + 0.5 * found.T
    found[0, 0] += further
    return np.asarray(np.einsum("ij,j->i", move, mean)), found, move


def _quantile(mu: Array, s2: Array, weights: Array, level: float) -> Array:
    """Compute the quantile (L,) at `level` of mixtures of C normal distributions, mu and s2 (C, L), by bisection.

    In one thread, as the window may ask while other kernels run.
    """
    deviation = np.sqrt(s2)
    low, high = (mu - 40.0 * deviation).min(axis=0), (mu + 40.0 * deviation).max(axis=0)
    below = np.frompyfunc(lambda t: 0.5 * math.erfc(-t * math.sqrt(0.5)), 1, 1)
    for _ in range(60):
        middle = 0.5 * (low + high)
        # A distribution without variance is a step.
        t = np.clip((middle - mu) / np.maximum(deviation, 1e-300), -40.0, 40.0)
        share = np.einsum("c,cl->l", weights, below(t).astype(np.float64))
        low, high = np.where(share < level, middle, low), np.where(share < level, high, middle)
    return np.asarray(0.5 * (low + high))


def _one_normal(share: Array, moments: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Return mean and covariance of a mixture of normal distributions with the weights `share`."""
    mean = sum(s * m for s, (m, _) in zip(share.tolist(), moments, strict=True))
    S = sum(
        s * (cov + np.multiply.outer(m - mean, m - mean))
        for s, (m, cov) in zip(share.tolist(), moments, strict=True)
    )
    return np.ascontiguousarray(mean), np.ascontiguousarray(S)
