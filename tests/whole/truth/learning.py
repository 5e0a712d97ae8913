"""Reference inference by slow, independent methods: prior, fit and evidence."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from truth.beliefs import Gauss, Mixture, tilted
from truth.members import Prior, priors, widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from truth.beliefs import Belief
    from truth.replay import Design

    Array = NDArray[np.float64]

#: Shares of the prior covariance by which what an earlier study says is less certain in the new one.
SPREADS = 0.0, 0.25, 1.0
#: Deviations of the effects of a block column, with their prior probabilities.
TAUS = {0.0: 0.25, 0.8: 0.5, 1.6: 0.25}
_SETTLED, _SWEEPS = 1e-12, 2_000


def prior(
    settings: dict[str, Any], design: Design, kind: str = "", earlier: dict[str, Any] | None = None
) -> Belief:
    """Return the prior belief: independent weights, the intercept's mean from the settings, the others' 0.

    Effects that a person has stated have their own mean and deviation; an earlier study adds three models for each
    that it is learnt with.

    Parameters
    ----------
    settings
        Settings of the founding event.
    design
        Rows, columns and features of the study.
    kind
        Another kind of belief than the study's.
    earlier
        The earlier study of the founding entry, of the same attributes.
    """
    kind, higher, squares = kind or settings["belief"], design.higher, design.squares
    plain = float(settings["prior_precision"])
    terms = settings.get("term_precision")
    q = np.where(higher, 4.0 * plain if terms is None else float(terms), plain)
    if settings.get("square_precision") is not None:
        q[squares] = float(settings["square_precision"])
    m = np.zeros(len(q))
    m[0] = float(settings["prior_intercept"])
    for text in settings.get("prior_effects", ()):
        name, _, numbers = text.rpartition("=")
        change, _, deviation = numbers.partition("+-")
        column = design.X[: design.first_of.size, design.names.index(name)]
        span = column.max() - column.min()
        m[design.names.index(name)] = float(change) / span
        q[design.names.index(name)] = (span / float(deviation)) ** 2
    every = np.arange(len(q))
    if not settings.get("terms", "").startswith("average"):
        plain_prior = Gauss(kind, m, np.diag(1.0 / q), every)
        return plain_prior if earlier is None else _after(plain_prior, design, earlier)
    each = priors(design.X, design.features, m, q, higher)
    shares = np.array([one.share for one in each])
    parts = tuple(Gauss(kind, one.mean, np.diag(one.variance), one.columns) for one in each)
    shares /= shares.sum()
    plain_mixture = Mixture(parts, shares, shares, tuple(one.terms for one in each))
    if earlier is None:
        return plain_mixture
    there = priors(_runs_of(design, earlier)[0], design.features, m, q, higher)
    return _after_average(plain_mixture, design, there, earlier)


def _runs_of(design: Design, earlier: dict[str, Any]) -> tuple[Array, list[int], list[int]]:
    """Return the distinct rows of the runs of an earlier study, the place of each run among them, and its outcome."""
    X = np.array([design.row(list(values)) for values in zip(*earlier["values"], strict=True)])
    distinct, place = np.unique(X, axis=0, return_inverse=True)
    y = [1 if outcome == "success" else -1 for outcome in earlier["outcomes"]]
    return distinct, place.reshape(-1).tolist(), y


def _after(before: Gauss, design: Design, earlier: dict[str, Any]) -> Mixture:
    """Return the four models of a study that learns from an earlier one of the same attributes."""
    known, _ = _there(before, *_runs_of(design, earlier), earlier)
    parts = (before, *(Gauss(before.kind, known.m, known.S + d * before.S, before.columns) for d in SPREADS))
    return Mixture(parts, np.full(4, 0.25), np.full(4, 0.25), ("linear",) * 4)


def _there(
    before: Gauss, X: Array, rows: list[int], y: list[int], earlier: dict[str, Any]
) -> tuple[Gauss, float]:
    """Return a belief after the runs of the earlier study, about a new block if it has any, and the log evidence."""
    blocks = earlier.get("blocks", [])
    if not blocks:
        return _one(before, X, rows, y)
    runs = list(zip(*(each["levels"] for each in blocks), strict=True))
    return fitted_in_blocks(before, X, rows, y, runs, (None,) * len(blocks))


def _after_average(before: Mixture, design: Design, there: list[Prior], earlier: dict[str, Any]) -> Mixture:
    """Return the models of a study that learns from an earlier one with averaged terms.

    All models that know nothing of it share a quarter; the three that are the heaviest after its runs come again, once
    for each spread. What single candidates did there differ by is theirs alone.
    """
    E, places, y = _runs_of(design, earlier)
    wide = widened(E, design.features)
    fits = [
        _there(Gauss(part.kind, one.mean, np.diag(one.variance), one.columns), wide, places, y, earlier)
        for part, one in zip(before.parts, there, strict=True)
    ]
    logs = np.array([log for _, log in fits])
    weights = before.shares * np.exp(logs - logs.max())
    heaviest = sorted(np.argsort(-weights, kind="stable")[:3].tolist())
    parts, shares, terms = list(before.parts), [0.25 * before.shares], list(before.terms)
    for c in heaviest:
        known, plain = fits[c][0], before.parts[c]
        kept = int(np.count_nonzero(known.columns < wide.shape[1] - len(E)))
        for spread in SPREADS:
            m, S = plain.m.copy(), plain.S.copy()
            m[:kept] = known.m[:kept]
            S[:kept, :kept] = known.S[:kept, :kept] + spread * plain.S[:kept, :kept]
            parts.append(Gauss(plain.kind, m, S, plain.columns))
            terms.append(before.terms[c])
        shares.append(np.full(len(SPREADS), 0.75 / len(SPREADS) * weights[c] / weights[heaviest].sum()))
    share = np.concatenate(shares)
    return Mixture(tuple(parts), share, share, tuple(terms))


def learnt(before: Belief, X: Array, rows: list[int], y: list[int]) -> Belief:
    """Return the belief after outcomes y (+1, -1) at rows of X, in the order of their runs."""
    if not rows:
        return before
    if isinstance(before, Gauss):
        return _one(before, X, rows, y)[0]
    each = [_one(part, X, rows, y) for part in before.parts]
    logs = np.array([evidence for _, evidence in each])
    share = before.weights * np.exp(logs - logs.max())
    parts = tuple(part for part, _ in each)
    return Mixture(parts, share / share.sum(), before.shares, before.terms)


def fitted(before: Gauss, X: Array, rows: list[int], y: list[int]) -> tuple[Gauss, float]:
    """Return one normal belief after outcomes y (+1, -1) at rows of X, and the log of their evidence."""
    return _one(before, X, rows, y) if rows else (before, 0.0)


def fitted_in_blocks(
    before: Gauss,
    X: Array,
    rows: list[int],
    y: list[int],
    runs: Sequence[tuple[str, ...]],
    coming: tuple[str | None, ...],
) -> tuple[Gauss, float]:
    """Return one normal belief after outcomes of runs in blocks, and the log of their evidence.

    Parameters
    ----------
    before, X, rows, y
        As in `fitted`.
    runs
        Levels of each run, one for each block column.
    coming
        Levels of the block that the belief is about; None: a new one.
    """
    deviations = list(itertools.product(TAUS, repeat=len(coming)))
    each = [_in_blocks(before, X, rows, y, runs, taus, coming) for taus in deviations]
    chances = [math.prod(TAUS[tau] for tau in taus) for taus in deviations]
    top = max(log for *_, log in each)
    weights = np.array([p * math.exp(log - top) for p, (*_, log) in zip(chances, each, strict=True)])
    evidence = top + math.log(weights.sum())
    weights /= weights.sum()
    mean = sum(w * m for w, (m, _, _) in zip(weights, each, strict=True))
    square = sum(w * (S + np.outer(m, m)) for w, (m, S, _) in zip(weights, each, strict=True))
    one = Gauss(before.kind, mean, square - np.outer(mean, mean), before.columns)
    blocks_of = {row: {run for at, run in zip(rows, runs, strict=True) if at == row} for row in set(rows)}
    return independent(one, X, [row for row in sorted(blocks_of) if len(blocks_of[row]) == 1]), evidence


def independent(part: Gauss, X: Array, rows: list[int]) -> Gauss:
    """Return a belief in which the deviations of these rows are independent given all other weights.

    So METHOD collapses several models: their moments stay, each with those of the other weights.
    """
    first = X.shape[1] - len(X)
    if part.kind != "moments" or first <= 0 or not np.array_equal(X[:, first:], np.eye(len(X))):
        return part
    own = np.isin(part.columns, first + np.array(rows, np.int64))
    S, rest = part.S.copy(), np.flatnonzero(~own)
    slopes = np.linalg.solve(S[np.ix_(rest, rest)], S[np.ix_(rest, np.flatnonzero(own))])
    shared = slopes.T @ S[np.ix_(rest, rest)] @ slopes
    np.fill_diagonal(shared, np.diag(S)[own])
    S[np.ix_(own, own)] = shared
    return Gauss(part.kind, part.m, S, part.columns)


def _in_blocks(
    part: Gauss,
    X: Array,
    rows: list[int],
    y: list[int],
    runs: Sequence[tuple[str, ...]],
    taus: tuple[float, ...],
    coming: tuple[str | None, ...],
) -> tuple[Array, Array, float]:
    """Return mean and covariance of the weights in a block, and the log evidence, for one deviation of each column."""
    levels = [(k, level) for k, tau in enumerate(taus) if tau for level in sorted({run[k] for run in runs})]
    spread = np.array([taus[k] ** 2 for k, _ in levels])
    sites: dict[tuple[int, tuple[str, ...]], int] = {}
    at, matrix = [], []
    for row, run in zip(rows, runs, strict=True):
        key = row, tuple(level if tau else "" for level, tau in zip(run, taus, strict=True))
        if key not in sites:
            sites[key] = len(sites)
            matrix.append([*X[row], *(float(run[k] == level) for k, level in levels)])
        at.append(sites[key])
    count, width = part.m.size, X.shape[1]
    m, S = np.concatenate([part.m, np.zeros(spread.size)]), np.zeros((count + spread.size,) * 2)
    S[:count, :count], S[count:, count:] = part.S, np.diag(spread)
    columns = np.concatenate([part.columns, np.arange(width, width + spread.size)]).astype(np.int64)
    wide, log = fitted(Gauss(part.kind, m, S, columns), np.array(matrix), at, y)
    A = np.eye(count, count + spread.size)
    for place, (k, level) in enumerate(levels):
        A[0, count + place] = float(coming[k] == level)
    mean, S = A @ wide.m, A @ wide.S @ A.T
    known = {k for k, level in levels if coming[k] == level}
    S[0, 0] += sum(tau**2 for k, tau in enumerate(taus) if k not in known)
    return mean, S, log


def _one(before: Gauss, X: Array, rows: list[int], y: list[int]) -> tuple[Gauss, float]:
    if before.kind == "moments":
        return _settled(before, X, rows, y)
    evidence = 0.0
    for row, outcome in zip(rows, y, strict=True):
        p = float(before.predict(X[row][None])[0])
        evidence += math.log(p if outcome > 0 else 1.0 - p)
        before = before.updated(X[row], outcome)
    return before, evidence


def _settled(before: Gauss, X: Array, rows: list[int], y: list[int]) -> tuple[Gauss, float]:
    """Return the fixed point of expectation propagation, one site per row, and the log of its normaliser."""
    which, place = np.unique(np.array(rows), return_inverse=True)
    sign = np.array(y)
    up, down = (np.bincount(place, weights=sign == one, minlength=which.size) for one in (1, -1))
    R = before.of(X)[which]
    precision = np.linalg.inv(before.S)
    tau, nu = np.zeros(which.size), np.zeros(which.size)
    share, last = 1.0, math.inf
    for _ in range(_SWEEPS):
        S = np.linalg.inv(precision + (R.T * tau) @ R)
        m = S @ (precision @ before.m + R.T @ nu)
        mu, s2 = R @ m, ((R @ S) * R).sum(axis=1)
        left = 1.0 - tau * s2
        mu_c, s2_c = (mu - s2 * nu) / left, s2 / left
        mass, mean, variance = tilted(mu_c, s2_c, up, down)
        apart = max(np.abs(mean - mu).max() / math.sqrt(s2.max()), np.abs(variance / s2 - 1.0).max())
        if apart < _SETTLED:
            break
        share = max(0.1, 0.7 * share) if apart > last else min(1.0, 1.05 * share)
        last = apart
        tau = (1.0 - share) * tau + share * (1.0 / variance - 1.0 / s2_c)
        nu = (1.0 - share) * nu + share * (mean / variance - mu_c / s2_c)
    else:
        if apart > 1e-8:
            raise ArithmeticError(f"the reference fit did not settle: {apart:g}")
    evidence = _partition(m, S) - _partition(before.m, before.S)
    evidence += float((mass + _flat(mu_c, s2_c) - _flat(mu, s2)).sum())
    return Gauss("moments", m, 0.5 * (S + S.T), before.columns), evidence


def _flat(mu: Array, s2: Array) -> Array:
    return 0.5 * np.log(s2) + 0.5 * mu * mu / s2


def _partition(m: Array, S: Array) -> float:
    return 0.5 * float(np.linalg.slogdet(S)[1]) + 0.5 * float(m @ np.linalg.solve(S, m))
