"""Stated chances where values do not follow the assumed link: simulated studies with a threshold.

`PYTHONPATH=$PWD python tests/bench/value_links.py --worlds 200`

Linear truths of five numbers from the prior, 200 candidates, 30 of them measured at random. A value is g(f + e), with e
logistic and g(0) = 0, so that its chance to pass is that of the assumed link. Prints, for outcomes and for values: the
mean distance of chances from the truth; stated less true chance of the candidate with the largest; and the largest
difference of means among candidates whose stated chance is in a tenth, of those tenths that hold 2 % of the candidates.

With `--warps` values are learnt on 15 bent scales as well as their own, averaged by their evidence; with `--odds 100`
on the best one alone where it has 100 times the evidence of their own, and else on that.
"""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.kernels import ABOVE, BELOW, EXACT
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.beliefs.members import JointMembers, Sites, as_member
from kgdesk.model.beliefs.values import MISTAKE, Readings, fitted_to_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LINKS: dict[str, Callable[[Array], Array]] = {
    "assumed": lambda a: 20.0 * a,
    "saturating": lambda a: 40.0 * np.tanh(a / 2.0),
    "skewed": lambda a: 40.0 * np.expm1(a / 3.0),
    "floor": lambda a: 20.0 * a,
    "mistyped 2 %": lambda a: 20.0 * a,
}


def limited(kinds: NDArray[np.int64], u: Array, near: float) -> Readings:
    """Return readings of which the share `near` that is nearest to the threshold are values, the others limits."""
    exact = kinds == EXACT
    limit = float(np.quantile(np.abs(u[exact]), near)) if exact.any() else np.inf
    far = exact & (np.abs(u) > limit)
    return Readings(
        np.where(far, np.where(u > 0.0, ABOVE, BELOW), kinds), np.where(far, np.sign(u) * limit, u)
    )


#: Stretch and skew of the bent scales; (1, 0) is the natural one.
WARPS = [(stretch, skew) for stretch in (0.6, 1.0, 1.6, 2.5, 4.0) for skew in (-0.7, 0.0, 0.7)]


def by_warps(
    prior: MomentBelief, X: Array, readings: Readings, pool: Array, mistake: float, odds: float
) -> Array:
    """Return the chances of a pool by values on bent scales, averaged by their evidence.

    Where `odds` is not 0, by those on the best scale alone, or on the natural one if the best has not `odds` times the
    evidence of that.

    A scale is the sinh-arcsinh transform sinh(stretch asinh(u/b) + skew) of the distance u, b the median of abs(u),
    moved and scaled so that it is 0 with slope 1 at the threshold. The evidence is that of u: each value has the slope
    as a factor.
    """
    base, chances, logs = readings.spread, [], []
    exact, at = readings.kinds == EXACT, np.arcsinh(readings.u / readings.spread)
    for stretch, skew in WARPS:
        bent = base * (np.sinh(stretch * at + skew) - np.sinh(skew)) / (stretch * np.cosh(skew))
        slope = np.cosh(stretch * at + skew) / np.cosh(skew) / np.hypot(1.0, readings.u / base)
        warped = Readings(readings.kinds, bent)
        spread, none = warped.spread, [np.zeros(len(X))]
        sites = Sites([X], np.arange(len(X))[None], none, none)
        (mean, covariance), evidence, *_ = JointMembers((as_member(prior),)).fitted_to_values(
            sites, warped.kinds, np.clip(bent, -1e4 * spread, 1e4 * spread), spread, mistake
        )
        d = prior.mean.size
        chances.append(MomentBelief(mean, covariance.reshape(d, d)).predict(pool))
        logs.append(evidence[0] + np.log(slope[exact]).sum())
    if odds:
        natural, best = WARPS.index((1.0, 0.0)), int(np.argmax(logs))
        return chances[best if logs[best] > logs[natural] + math.log(odds) else natural]
    weights = np.exp(np.array(logs) - max(logs))
    return np.asarray(weights / weights.sum() @ np.array(chances))


def world(
    link: str,
    seed: int,
    runs: int,
    near: float,
    mistake: float = MISTAKE,
    *,
    warps: bool = False,
    odds: float = 0.0,
) -> tuple[Array, Array, Array]:
    """Return the true chances of the pool, and those that a belief by outcomes and one by values state."""
    rng, d, size = np.random.default_rng(seed), 5, 200
    X = np.column_stack([np.ones(size), rng.standard_normal((size, d))])
    mean, variance = np.eye(d + 1)[0] * -1.0, np.r_[4.0, np.full(d, 3.0 / (d + 1))]
    prior = MomentBelief(mean, np.diag(variance))
    f = X @ (mean + np.sqrt(variance) * rng.standard_normal(d + 1))
    rows = rng.choice(size, runs, replace=False)
    a = f[rows] + rng.logistic(size=runs)
    u, kinds = LINKS[link](a), np.full(runs, EXACT)
    y = np.where(a > 0, 1.0, -1.0)
    if link == "floor":
        low = 20.0 * min(float(np.median(f)), -0.5)
        kinds[u <= low], u = BELOW, np.maximum(u, low)
    if link == "mistyped 2 %":
        u = np.where(rng.random(runs) < 0.02, u * 10.0, u)
    readings = limited(kinds, u, near)
    if warps or odds:
        stated = by_warps(prior, X[rows], readings, X, mistake, odds)
    else:
        stated = fitted_to_values(prior, X[rows], readings, mistake=mistake).belief.predict(X)
    return expit(f), prior.after(X[rows], y).predict(X), stated


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="stated chances under wrong links")
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument(
        "--near", type=float, default=1.0, help="share of values that are not taken for limits"
    )
    parser.add_argument("--mistake", type=float, default=MISTAKE, help="prior probability of a mistake")
    parser.add_argument("--warps", action="store_true", help="average over bent scales")
    parser.add_argument("--odds", type=float, default=0.0, help="the best bent scale alone, by these odds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    print("| link | learns from | mean distance | best: stated less true | worst tenth |")
    print("|---|---|---|---|---|")
    for link in LINKS:
        seeds = range(options.first, options.first + options.worlds)
        drawn = [
            world(
                link,
                seed,
                options.runs,
                options.near,
                options.mistake,
                warps=options.warps,
                odds=options.odds,
            )
            for seed in seeds
        ]
        true = np.array([each[0] for each in drawn])
        for how, at in (("outcomes", 1), ("values", 2)):
            stated = np.array([each[at] for each in drawn])
            best = np.arange(len(stated)), stated.argmax(axis=1)
            tenth = np.minimum((10 * stated).astype(int), 9)
            parts = [tenth == n for n in range(10)]
            apart = [100 * float((stated - true)[part].mean()) for part in parts if part.mean() >= 0.02]
            least = 100 * float(np.abs(stated - true).mean())
            top = 100 * (stated - true)[best]
            error = float(top.std(ddof=1)) / np.sqrt(top.size)
            worst = max(apart, key=abs)
            print(f"| {link} | {how} | {least:.1f} | {top.mean():+.1f} ± {error:.1f} | {worst:+.1f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
