"""Studies with a threshold, again: what outcomes follow from values, what a run gives, and the fit to it.

A posterior of values is no fixed point that two programs meet to the last digit, since the sites are left as soon as
they move by less than a thousandth of a deviation. So it is taken from the fit of the program, to rows, readings and
prior of this reference, and has to lie within `APART` of a slow fit by other means; what follows from it is computed
anew like everything else.
"""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import expit, log_expit
from truth.beliefs import Gauss, Mixture
from truth.learning import independent

from kgdesk.kernels import ABOVE, BELOW, EXACT, FAILURE, SUCCESS, fit_value_members
from kgdesk.model.beliefs.values import Readings, canonical_order
from kgdesk.model.design.design_matrix import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from truth.beliefs import Belief
    from truth.replay import Line, World

    Array = NDArray[np.float64]

#: Largest difference of chances between the fit of the program and the reference.
APART = 0.02
_MISTAKE, _MARGIN, _PILE = 0.02, 0.01, 3
_POINTS, _NODES, _SWEEPS = 60, 161, 60


def outcome_of(measured: Any, settings: dict[str, Any]) -> str:
    """Return the outcome that a stored value or limit means by the threshold; empty where it may be either."""
    threshold, up = settings["threshold"], settings["direction"] == "at-least"
    bound = _bound(measured) if isinstance(measured, str) else measured
    passed = bound >= threshold if up else bound <= threshold
    if not isinstance(measured, str):
        return "success" if passed else "failure"
    if (measured[0] == ">") == up:
        return "success" if passed else ""
    return "failure" if not passed or (bound == threshold and measured[1] != "=") else ""


def left_open(measured: Any, settings: dict[str, Any]) -> bool:
    """Return whether a stored value is a limit that leaves both sides of the threshold open."""
    return (
        settings.get("threshold") is not None
        and isinstance(measured, str)
        and not outcome_of(measured, settings)
    )


def learns(world: World, kind: str = "") -> bool:
    """Return whether a belief of this kind, or the study's, learns from the values of a study."""
    settings = world.settings
    own = settings["belief"]
    return (
        settings.get("threshold") is not None
        and settings.get("likelihood") == "values"
        and (kind or own) == own == "moments"
        and any(run.measured is not None for run in world.took_place)
    )


def readings(world: World) -> Readings:
    """Return kinds and distances of what the runs gave, voids left out, on the scale of the study."""
    settings, runs = world.settings, world.took_place
    scale, top = settings["scale"], 100.0 if settings["measured_unit"] == "%" else 1.0
    sign = 1.0 if settings["direction"] == "at-least" else -1.0

    def on(value: float) -> float:
        if scale == "natural":
            return value
        if scale == "log":
            return math.log(value)
        share = min(max(value / top, 0.0), 1.0)
        return math.log((share + _MARGIN) / (1.0 - share + _MARGIN))

    low, high = {"natural": (-math.inf, math.inf), "log": (0.0, math.inf), "logit": (0.0, top)}[scale]
    once = {(run.candidate, float(run.measured)) for run in runs if isinstance(run.measured, int | float)}
    values = [value for _, value in once]
    positive = [
        v for v in values + [_bound(r.measured) for r in runs if isinstance(r.measured, str)] if v > 0
    ]
    floor = min(positive, default=settings["threshold"]) if scale == "log" else -math.inf
    if values and min(values) < max(values):
        low = max(low, min(values)) if values.count(min(values)) >= _PILE else low
        high = min(high, max(values)) if values.count(max(values)) >= _PILE else high
    kinds, u = [], []
    for run in runs:
        if run.measured is None:
            kinds.append(SUCCESS if run.outcome == "success" else FAILURE)
            u.append(0.0)
            continue
        is_limit = isinstance(run.measured, str)
        value = _bound(run.measured) if is_limit else float(run.measured)
        beyond = run.measured[0] == ">" if is_limit else value >= high
        if not is_limit and low < value < high:
            kinds.append(EXACT)
        else:
            kinds.append(ABOVE if beyond == (sign > 0) else BELOW)
        value = (
            max(value, floor) if is_limit else value if low < value < high else min(max(value, floor), high)
        )
        u.append(sign * (on(value) - on(settings["threshold"])))
    return Readings(np.array(kinds), np.array(u))


def _bound(limit: str) -> float:
    return float(limit.lstrip("<>="))


def learnt_by_value(before: Belief, plain: Array, wide: Array, rows: list[int], world: World) -> Belief:
    """Return the belief after the values of the valid runs.

    Parameters
    ----------
    before
        The prior, over the columns of `wide`.
    plain, wide
        Rows of the design matrix, and with the further columns of averaged terms.
    rows
        Row of each run.
    world
        The state of the study.
    """
    told = readings(world)
    known = np.abs(told.u[np.abs(told.kinds) != SUCCESS])
    spread = float(median(known)) or float(known.max()) or 1.0
    order = canonical_order(Rows(np.ascontiguousarray(plain)).take(rows), told)
    X, kinds = wide[np.array(rows)[order]], told.kinds[order]
    u = np.clip(told.u[order], -1e4 * spread, 1e4 * spread)
    parts = before.parts if isinstance(before, Mixture) else (before,)
    fits = [_fitted(part, part.of(X), kinds, u, spread) for part in parts]
    after = [independent(part, wide, sorted(set(rows))) for part, _ in fits]
    if not isinstance(before, Mixture):
        _compare(before, after[0], before.of(X), kinds, u, spread)
        return after[0]
    log = np.array([evidence for _, evidence in fits])
    share = before.weights * np.exp(log - log.max())
    return Mixture(tuple(after), share / share.sum(), before.shares, before.terms)


def _fitted(part: Gauss, X: Array, kinds: Any, u: Array, spread: float) -> tuple[Gauss, float]:
    d = X.shape[1]
    flat, none = np.ascontiguousarray(X).ravel(), np.zeros((1, len(X)))
    mean, covariance, evidence, *_ = fit_value_members(
        part.m.copy(), np.ascontiguousarray(part.S).ravel(), np.array([d]), flat, np.array([0]), none, none,
        np.arange(len(X)), kinds, u, spread, _MISTAKE,
    )  # fmt: skip
    return Gauss("moments", mean, covariance.reshape(d, d), part.columns), float(evidence[0])


def _compare(before: Gauss, after: Gauss, X: Array, kinds: Any, u: Array, spread: float) -> None:
    """Raise AssertionError if the chances of the runs differ from those of the slow fit."""
    m, S = slow_fit(X @ before.m, X @ before.S @ X.T, kinds, u, spread)
    chance = _chance(X @ after.m, ((X @ after.S) * X).sum(axis=1))
    apart = float(np.abs(chance - _chance(m, np.diagonal(S))).max())
    if apart > APART:
        raise AssertionError(f"chances after values differ by {apart:.4f} from those of the slow fit")


def _chance(mu: Array, s2: Array) -> Array:
    z = np.linspace(-8.0, 8.0, _NODES)
    weight = np.exp(-0.5 * z * z)
    return expit(mu[:, None] + np.sqrt(np.maximum(s2, 0.0))[:, None] * z) @ weight / weight.sum()


def slow_fit(mu0: Array, K: Array, kinds: Any, u: Array, spread: float) -> tuple[Array, Array]:
    """Return mean (n,) and covariance (n, n) of the log-odds of n runs: parallel sweeps at each of 60 units of value.

    Parameters
    ----------
    mu0, K
        Prior mean (n,) and covariance (n, n) of the log-odds of the runs.
    kinds, u, spread
        What the runs gave, and the median distance of values and limits.
    """
    n, exact = u.size, kinds == EXACT
    K = K + 1e-9 * np.eye(n) * max(float(np.diagonal(K).max()), 1.0)
    inverse = np.linalg.inv(K)
    tau, nu = np.zeros(n), np.zeros(n)
    logs, means, covariances, old = [], [], [], None
    for c in np.exp(np.linspace(math.log(10.0 * spread), math.log(0.02 * spread), _POINTS)):
        nu = nu if old is None else np.where(exact, nu * old / c, nu)
        old, share = c, 1.0
        for sweep in range(_SWEEPS):
            S = np.linalg.inv(inverse + np.diag(tau))
            m = S @ (inverse @ mu0 + nu)
            s2 = np.diagonal(S)
            left = np.maximum(1.0 - tau * s2, 1e-9)
            mu_c, s2_c = (m - s2 * nu) / left, s2 / left
            log, mean, variance = _tilted(mu_c, s2_c, kinds, u, c, spread)
            if np.abs(mean - m).max() < 1e-5 * math.sqrt(float(s2.max())):
                break
            share = 1.0 if sweep < 5 else 0.4
            new = np.maximum(1.0 / variance - 1.0 / s2_c, 0.0)
            tau, nu = (
                tau + share * (new - tau),
                nu + share * (new * mean + (mean - mu_c) / s2_c - nu),
            )
        evidence = 0.5 * np.linalg.slogdet(S)[1] - 0.5 * np.linalg.slogdet(K)[1]
        evidence += 0.5 * m @ np.linalg.solve(S, m) - 0.5 * mu0 @ inverse @ mu0
        evidence += (log + 0.5 * np.log(s2_c / s2) + 0.5 * mu_c**2 / s2_c - 0.5 * m**2 / s2).sum()
        logs.append(float(evidence))
        means.append(m)
        covariances.append(S)
    weights = np.exp(np.array(logs) - max(logs))
    weights /= weights.sum()
    m = weights @ np.array(means)
    S = np.einsum("k,kij->ij", weights, np.array(covariances))
    apart = np.array(means) - m
    return m, S + np.einsum("k,ki,kj->ij", weights, apart, apart)


def _tilted(
    mu: Array, s2: Array, kinds: Any, u: Array, c: float, spread: float
) -> tuple[Array, Array, Array]:
    """Return log mass, mean and variance of N(mu, s2) times the likelihood of each run, by a grid of nodes."""
    z = np.linspace(-9.0, 9.0, 721)
    f = mu[:, None] + np.sqrt(s2)[:, None] * z
    at = f - np.where(np.abs(kinds) == SUCCESS, 0.0, u / c)[:, None]
    likelihood = np.where((kinds > 0)[:, None], log_expit(at), log_expit(-at))
    wide = math.log(_MISTAKE) - np.log(math.pi * spread * (1.0 + (u / spread) ** 2))
    right = math.log1p(-_MISTAKE) + log_expit(at) + log_expit(-at) - math.log(c)
    likelihood = np.where((kinds == EXACT)[:, None], np.logaddexp(right, wide[:, None]), likelihood)
    log = likelihood - 0.5 * z * z
    top = log.max(axis=1)
    weight = np.exp(log - top[:, None])
    total = weight.sum(axis=1)
    mean = (weight * f).sum(axis=1) / total
    variance = (weight * (f - mean[:, None]) ** 2).sum(axis=1) / total
    return top + np.log(total * (z[1] - z[0]) / math.sqrt(2.0 * math.pi)), mean, variance


def derive(runs: list[Line], settings: dict[str, Any]) -> None:
    """Let the outcomes of runs follow from their values.

    Where these decide nothing, what was last stated counts; but a limit that was on one side then is undecided.
    """
    for run in runs:
        if run.outcome != "void":
            by_value = "" if run.measured is None else outcome_of(run.measured, settings)
            undecided = left_open(run.measured, settings) and not run.was_open
            run.outcome = by_value or ("undecided" if undecided else run.stated)
