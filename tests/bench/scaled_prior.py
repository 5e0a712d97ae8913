"""Should the prior of linear terms be scaled by the number of attributes? Opportunity costs of both, paired.

Today every weight is N(0, 1), so that log-odds have the deviation sqrt(1 + k) with k attributes. Scaled: slopes
N(0, 3/k), the difference of two levels of a category as wide as if it were one attribute, and an intercept N(0, 4).

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/scaled_prior.py LOG --worlds 30
    OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD python tests/bench/scaled_prior.py LOG --table
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from families import FAMILIES, world
from game_log import logged, play_missing

from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.encoding import Scaling, attribute_columns

BUDGET, AFTER, SEED = 30, (5, 10, 20, 30), 20264001
SLOPES, INTERCEPT = 3.0, 4.0


def scaled(scaling: Scaling) -> MomentBelief:
    """Return the prior that is scaled by the number of attributes."""
    numbers, categories = attribute_columns(scaling.columns)
    count = len(numbers) + len(categories)
    variance = np.full(len(scaling.columns), SLOPES / count)
    variance[0] = INTERCEPT
    for levels in categories:
        variance[list(levels)] *= len(levels) / (len(levels) - 1.0)
    return MomentBelief(np.zeros(variance.size), np.diag(variance))


def play(family: str, seed: int) -> dict[str, Any]:
    """Play one world by kg with both priors; return their opportunity costs."""
    truth = world(family, seed)
    scaling = fix_scaling(truth.pool)
    matrix = design(truth.pool, scaling)
    chance = truth.chance[matrix.first_of]
    outcomes = np.random.default_rng((seed, 77)).random((BUDGET, chance.size)) < chance
    found = {}
    for name, prior in (("today", MomentBelief.prior(len(scaling.columns))), ("scaled", scaled(scaling))):
        rows, y, costs, now = np.empty(0, np.int64), np.empty(0), [], prior
        for n in range(1, BUDGET + 1):
            row = int(np.argmax(now.sweep(matrix.rows).kg))
            rows, y = np.append(rows, row), np.append(y, 1.0 if outcomes[n - 1, row] else -1.0)
            now = MomentBelief.fitted(prior, matrix.rows.take(rows), y)
            if n in AFTER:
                costs.append(float(chance.max() - chance[int(np.argmax(now.predict(matrix.rows)))]))
        found[name] = costs
    return {"family": family, "seed": seed, "costs": found}


def table(log: Path) -> str:
    """Return the mean costs x 1000 of a log, with the paired difference and its standard error."""
    found = logged(log)
    lines = [
        "| family | worlds | today | scaled | difference at n = 5, 10, 20, 30 |",
        "|---|---|---|---|---|",
    ]
    families = [name for name in FAMILIES if any(one["family"] == name for one in found)]
    whole = []
    for name in families:
        mine = [one for one in found if one["family"] == name]
        today, other = (np.array([one["costs"][key] for one in mine]) for key in ("today", "scaled"))
        whole.append((other - today).mean(axis=0))
        lines.append(_line(name, today, other))
    whole = np.array(whole)
    error = whole.std(axis=0, ddof=1) / np.sqrt(len(whole))
    cells = ", ".join(
        f"{1000 * m:+.0f} +- {1000 * e:.0f}" for m, e in zip(whole.mean(axis=0), error, strict=True)
    )
    return "\n".join([*lines, f"| all, equal weight | {len(found)} | | | {cells} |"])


def _line(name: str, today: np.ndarray, other: np.ndarray) -> str:
    apart = other - today
    error = apart.std(axis=0, ddof=1) / np.sqrt(len(apart))
    costs = [" / ".join(f"{1000 * cost:.0f}" for cost in each.mean(axis=0)) for each in (today, other)]
    cells = ", ".join(
        f"{1000 * m:+.0f} +- {1000 * e:.0f}" for m, e in zip(apart.mean(axis=0), error, strict=True)
    )
    return f"| {name} | {len(apart)} | {costs[0]} | {costs[1]} | {cells} |"


def main() -> None:
    """Play the worlds that the log lacks, or print its table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--worlds", type=int, default=30)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        print(table(options.log))
        return
    seeds = range(SEED, SEED + options.worlds)
    play_missing(
        options.log, ("family", "seed"), ((family, seed) for seed in seeds for family in FAMILIES), play
    )


if __name__ == "__main__":
    main()
