"""The worlds of `earlier_studies` once more, played in plain NumPy: whether its costs are those of the method.

Nothing of kgdesk takes part in a study here. A belief is a normal distribution of the weights that takes one outcome
after the other (assumed-density filtering, moments by 24 points of Gauss and Hermite) where kgdesk fits all of them
together (expectation propagation); chances have the kappa form where kgdesk integrates; information about the best is
estimated from 384 draws. Candidates, weights, and the uniform numbers of the outcomes are those of `earlier_studies`.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/earlier_plainly.py LOG --worlds 200 --first 47200000
    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/earlier_plainly.py LOG --against LOG_OF_EARLIER_STUDIES
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from earlier_studies import EARLIER_RUNS, RARE, STAGES, D, M
from game_log import logged, play_missing

if TYPE_CHECKING:
    Array = np.ndarray

POINTS, WEIGHTS = np.polynomial.hermite_e.hermegauss(24)
WEIGHTS = WEIGHTS / np.sqrt(2.0 * np.pi)
KINDS, SPREADS, IGNORANT = ("none", "half"), (0.0, 0.25, 1.0), 0.25
DRAWS = 384


def chance(log_odds: Array) -> Array:
    """Return chances of success."""
    return 1.0 / (1.0 + np.exp(-log_odds))


def chance_of(mean: Array, variance: Array) -> Array:
    """Return the kappa form of the chance where the log-odds are normal."""
    return chance(mean / np.sqrt(1.0 + np.pi / 8.0 * variance))


def steps(mean: Array, variance: Array, sign: float) -> tuple[Array, Array, Array]:
    """Return the chance of an outcome, how far it moves the mean and how much it narrows, both per covariance."""
    about = np.sqrt(variance)[:, None] * POINTS
    likelihood = chance(sign * (mean[:, None] + about))
    total = likelihood @ WEIGHTS
    first, second = (likelihood * about) @ WEIGHTS / total, (likelihood * about**2) @ WEIGHTS / total
    return total, first / variance, (1.0 - (second - first**2) / variance) / variance


class Normal:
    """A normal belief about the weights, with the logarithm of its own weight in a mixture."""

    def __init__(self, mean: Array, S: Array, share: float) -> None:
        self.mean, self.S, self.log_weight = mean, S, np.log(share)

    def learn(self, x: Array, sign: float) -> None:
        """Take one outcome of a candidate with the row x of the design matrix."""
        Sx = self.S @ x
        seen, g, f = steps(np.array([x @ self.mean]), np.array([x @ Sx]), sign)
        self.log_weight += np.log(seen[0])
        self.mean, self.S = self.mean + g[0] * Sx, self.S - f[0] * np.outer(Sx, Sx)


class Mixture:
    """Normal beliefs, weighed by their evidence."""

    def __init__(self, members: list[Normal]) -> None:
        self.members = members

    @property
    def weights(self) -> Array:
        """Weights of the members; they add up to 1."""
        logs = np.array([one.log_weight for one in self.members])
        found = np.exp(logs - logs.max())
        return found / found.sum()

    def predict(self, X: Array) -> Array:
        """Return the chance of each candidate."""
        return sum(
            w * chance_of(X @ one.mean, np.einsum("ij,jk,ik->i", X, one.S, X))
            for w, one in zip(self.weights, self.members, strict=True)
        )

    def gradient(self, X: Array) -> Array:
        """Return the knowledge gradient of each candidate."""
        after = {sign: np.zeros((len(X), len(X))) for sign in (1.0, -1.0)}
        for w, one in zip(self.weights, self.members, strict=True):
            K, mean = X @ one.S @ X.T, X @ one.mean
            variance = np.diagonal(K)
            for sign in after:
                seen, g, f = steps(mean, variance, sign)
                moved, narrowed = mean + g[:, None] * K, variance - f[:, None] * K**2
                after[sign] += (w * seen)[:, None] * chance_of(moved, np.maximum(narrowed, 1e-9))
        return sum(sums.max(axis=1) for sums in after.values()) - self.predict(X).max()

    def information(self, X: Array, rng: np.random.Generator) -> Array:
        """Return what an outcome of each candidate tells about which one is the best, from draws."""
        (one,) = self.members
        P = chance(rng.multivariate_normal(one.mean, one.S, DRAWS, method="cholesky") @ X.T)
        best, left = P.argmax(axis=1), np.zeros(len(X))
        for row in np.unique(best):
            left += np.mean(best == row) * entropy(P[best == row].mean(axis=0))
        return entropy(P.mean(axis=0)) - left


def entropy(p: Array) -> Array:
    """Return the entropy of an outcome of chance p."""
    p = np.clip(p, 1e-12, 1.0 - 1e-12)
    return -(p * np.log(p) + (1.0 - p) * np.log1p(-p))


def played(
    belief: Mixture, X: Array, truth: Array, runs: int, seed: int, *, turns: bool = False
) -> list[float]:
    """Run a study by the gradient, or by turns with information after a third of it; return its costs at `STAGES`."""
    uniform = np.random.default_rng([seed, 7]).uniform(size=(runs + 1, M))
    drawn = np.random.default_rng([seed, 11])
    tried, costs = np.zeros(M, np.int64), []
    for n in range(runs + 1):
        if n in STAGES:
            costs.append(float(truth.max() - truth[belief.predict(X).argmax()]))
        if n == runs:
            break
        asks = turns and n >= runs // 3 and (n - runs // 3) % 2 == 0
        row = int((belief.information(X, drawn) if asks else belief.gradient(X)).argmax())
        sign = 1.0 if uniform[tried[row], row] < truth[row] else -1.0
        tried[row] += 1
        for one in belief.members:
            one.learn(X[row], sign)
    return costs


def play(seed: int) -> dict[str, Any]:
    """Play one world: without an earlier study, and after one whose weights are half a deviation away."""
    rng = np.random.default_rng(seed)
    now, then = (rng.uniform(-1.0, 1.0, (M, D)) for _ in range(2))
    here, there = (
        np.hstack([np.ones((M, 1)), (x - now.mean(axis=0)) / now.std(axis=0)]) for x in (now, then)
    )
    m0, S0 = np.r_[RARE, np.zeros(D)], np.eye(D + 1)
    weights = rng.standard_normal(D + 1) + m0
    half = weights + 0.5 * rng.standard_normal(D + 1)
    earlier = Normal(m0, S0, 1.0)
    played(Mixture([earlier]), there, chance(there @ half), EARLIER_RUNS, seed + 500_000, turns=True)
    told = [Normal(m0, S0, IGNORANT)] + [
        Normal(earlier.mean, earlier.S + spread * S0, (1.0 - IGNORANT) / len(SPREADS)) for spread in SPREADS
    ]
    truth = chance(here @ weights)
    priors = Mixture([Normal(m0, S0, 1.0)]), Mixture(told)
    costs = [played(prior, here, truth, STAGES[-1], seed) for prior in priors]
    return {"seed": seed, "costs": dict(zip(KINDS, costs, strict=True))}


def table(plain: list[dict[str, Any]], against: list[dict[str, Any]]) -> str:
    """Return the mean costs of both on the worlds that both have played, and their paired differences."""
    theirs = {one["seed"]: one["costs"] for one in against if one["terms"] == "linear"}
    both = [(one["costs"], theirs[one["seed"]]) for one in plain if one["seed"] in theirs]
    if len(both) < 2:
        return f"Worlds that both have played: {len(both)}. Two are needed to compare them."
    lines = [
        f"{len(both)} worlds\n",
        "| earlier study | played by | n = 5 | n = 10 | n = 20 |",
        "|---|---|---|---|---|",
    ]

    def line(kind: str, name: str, values: Array, form: str) -> None:
        errors = values.std(axis=0, ddof=1) / np.sqrt(len(values))
        cells = [
            f"{1000 * m:{form}} +- {1000 * e:.0f}" for m, e in zip(values.mean(axis=0), errors, strict=True)
        ]
        lines.append(f"| {kind} | {name} | {' | '.join(cells)} |")

    for kind in KINDS:
        mine, other = (np.array([pair[which][kind] for pair in both]) for which in range(2))
        line(kind, "plain NumPy", mine, ".0f")
        line(kind, "kgdesk", other, ".0f")
        line(kind, "plain NumPy less kgdesk", mine - other, "+.0f")
    return "\n".join(lines)


def main() -> None:
    """Play the worlds that the log lacks, or compare it with logs of `earlier_studies`."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--first", type=int, default=47_300_000, help="the first seed")
    parser.add_argument("--against", type=Path, nargs="+", help="logs of the same worlds, played by kgdesk")
    options = parser.parse_args()
    if options.against:
        print(table(logged(options.log), [one for log in options.against for one in logged(log)]))
        return
    seeds = range(options.first, options.first + options.worlds)
    play_missing(options.log, ("seed",), ((seed,) for seed in seeds), play)


if __name__ == "__main__":
    main()
