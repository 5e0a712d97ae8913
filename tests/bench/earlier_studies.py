"""What an earlier study is worth: opportunity costs with and without it, in simulated studies.

Worlds: 200 candidates, uniform on [-1, 1]^8 and standardised; weights N(0, I), the intercept's mean -3 (a success is
rare), and kg. The earlier study has a pool of its own and 30 runs by the
default policy of a linear study. Its weights are the new ones moved by half a
prior deviation, the new ones with the sign of every slope reversed, or drawn anew. The new study is run with and
without it, with the same random numbers.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/earlier_studies.py LOG --worlds 100 --first 47300000
    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/earlier_studies.py LOG --table
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from game_log import logged, play_missing

from kgdesk.model import policies
from kgdesk.model.beliefs.earlier import IGNORANT, mixture_of, with_earlier_study
from kgdesk.model.beliefs.prior import mixture_prior, prior_belief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies import default_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.design_matrix import Design

    Array = np.ndarray

M, D, RARE, EARLIER_RUNS, STAGES = 200, 8, -3.0, 30, (5, 10, 20)
KINDS = ("half", "opposite", "unrelated")


def pool_of(rng: np.random.Generator) -> Pool:
    """Return a pool of candidates, uniform on a cube."""
    x = rng.uniform(-1.0, 1.0, (M, D))
    names = [f"x{j}" for j in range(D)]
    return Pool(
        tuple(map(str, range(M))),
        tuple(Attribute(name) for name in names),
        tuple(tuple(column.tolist()) for column in x.T),
        {},
    )


def ordinary(matrix: Design, terms: str) -> Belief:
    """Return the prior of a study without an earlier one."""
    scaling = matrix.scaling
    mean, precision = np.zeros(len(scaling.columns)), np.ones(len(scaling.columns))
    mean[0] = RARE
    if terms == "linear":
        return prior_belief("moments", mean, precision)
    precision[scaling.higher] = 12.0
    precision[scaling.squares] = 3.0
    return mixture_prior("moments", mean, precision, scaling.higher, scaling.features)


def played(
    prior: Belief, matrix: Design, log_odds: Array, runs: int, seed: int, policy: str = "kg"
) -> tuple[Any, Array, list[float]]:
    """Run a study; return measured rows, outcomes, and the opportunity cost at `STAGES`."""
    chance = 1.0 / (1.0 + np.exp(-log_odds))
    # The outcome of the k-th run of a row is the same whenever and in whichever study it is run.
    draws = np.random.default_rng([seed, 7]).uniform(size=(runs + 1, len(matrix.X)))
    tried = np.zeros(len(matrix.X), np.int64)
    rows, y, costs = np.empty(0, np.int64), np.empty(0), []
    for n in range(runs + 1):
        belief: Any = prior.after(matrix.rows.take(rows), y) if n else prior  # type: ignore[attr-defined]
        if n in STAGES:
            costs.append(float(chance.max() - chance[int(np.argmax(belief.predict(matrix.rows)))]))
        if n == runs:
            break
        seen = policies.PolicyContext(
            belief,
            matrix.rows,
            *(np.bincount(rows[y == side], minlength=len(matrix.X)).astype(float) for side in (1.0, -1.0)),
            prior.deviation**-2.0,
            n + 1,
            runs,
            policies.Seed(seed, n, 0),
        )
        row = policies.choose(policies.policy(policy).scores(seen), seen)
        outcome = 1.0 if draws[tried[row], row] < chance[row] else -1.0
        tried[row] += 1
        rows, y = np.append(rows, row), np.append(y, outcome)
    return rows, y, costs


def costs_of(seed: int, terms: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the opportunity costs of one world: without an earlier study, and after one of each kind."""
    rng = np.random.default_rng(seed)
    now, then = pool_of(rng), pool_of(rng)
    # The straight columns of both studies have the same meaning: both are encoded by the scaling of the new one.
    scaling = fix_scaling(now, terms=terms)
    here, there = design(now, scaling), design(then, scaling)
    straight = np.flatnonzero(~scaling.higher)
    weights = rng.standard_normal(D + 1) + np.r_[RARE, np.zeros(D)]
    other = {
        "half": weights + 0.5 * rng.standard_normal(D + 1),
        "opposite": np.r_[weights[0], -weights[1:]],
        "unrelated": rng.standard_normal(D + 1) + np.r_[RARE, np.zeros(D)],
    }
    prior, truth = ordinary(here, terms), here.X[:, straight] @ weights
    yield "none", played(prior, here, truth, STAGES[-1], seed)[2]
    for kind in KINDS:
        log_odds = there.X[:, straight] @ other[kind]
        rows, y, _ = played(prior, there, log_odds, EARLIER_RUNS, seed + 500_000, default_policy("linear"))
        plain = mixture_of(prior)
        learnt = with_earlier_study(plain, plain.after(there.rows.take(rows), y))
        yield kind, played(learnt, here, truth, STAGES[-1], seed)[2]


def play(terms: str, seed: int) -> dict[str, Any]:
    """Play one world."""
    return {"terms": terms, "seed": seed, "ignorant": IGNORANT, "costs": dict(costs_of(seed, terms))}


def table(log: Path) -> str:
    """Return the mean costs of a log as a table, with the paired differences to a study without an earlier one."""
    found = logged(log)
    lines = ["| terms | earlier study | worlds | n = 5 | n = 10 | n = 20 |", "|---|---|---|---|---|---|"]
    for terms in dict.fromkeys(one["terms"] for one in found):
        mine = [one["costs"] for one in found if one["terms"] == terms]
        base = np.array([costs["none"] for costs in mine])
        for kind in ("none", *KINDS):
            cost = np.array([costs[kind] for costs in mine])
            cells = []
            for stage in range(len(STAGES)):
                apart = cost[:, stage] - base[:, stage]
                error = apart.std(ddof=1) / np.sqrt(len(mine))
                paired = "" if kind == "none" else f" ({1000 * apart.mean():+.0f} +- {1000 * error:.0f})"
                cells.append(f"{1000 * cost[:, stage].mean():.0f}{paired}")
            lines.append(f"| {terms} | {kind} | {len(mine)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Run the worlds that the log lacks, or print its table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--terms", default="linear", choices=("linear", "average"))
    parser.add_argument("--first", type=int, default=47_300_000, help="the first seed")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        print(table(options.log))
        return
    seeds = range(options.first, options.first + options.worlds)
    play_missing(options.log, ("terms", "seed"), ((options.terms, seed) for seed in seeds), play)


if __name__ == "__main__":
    main()
