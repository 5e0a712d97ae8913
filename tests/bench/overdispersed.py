"""Are untried lots within their 90 % ranges where counts vary more than binomial ones? Generated tables.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=. python tests/bench/overdispersed.py LOG --tables 200

A table has 30 to 80 lots with two to four numbers and, in half of the tables, a category of three levels. Log-odds are
straight in them, with a deviation of 0.5 to 1.5 over the lots and 10 to 60 % successes; the rate of a lot is drawn from
a beta distribution about s(log-odds) whose correlation within a lot is 0.05 to 0.2. Half of the lots have 20 to 100
trials each, which the belief of a new study learns from. Counted are the other lots whose rate is within its range.
What LOG has, one JSON object per line, is not computed again; `--table` prints it.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from families import made, shifted, standardised, uniform
from game_log import logged, play_missing

from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.design import design_matrix
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from families import World

    Array = np.ndarray

SEED, TERMS = 20265801, ("average", "linear")
#: Bins of the correlation within a lot.
BINS = (0.05, 0.1, 0.15, 0.2)


def table(seed: int) -> tuple[World, Array, Array, float]:
    """Draw lots with their rates, the trials and successes (M,) of each, and the correlation within lots.

    Trials are 0 in lots that are not tried.
    """
    rng = np.random.default_rng((seed, 901))
    count, d, categories = int(rng.integers(30, 81)), int(rng.integers(2, 5)), int(rng.integers(2))
    x, levels = uniform(rng, count, d), rng.integers(3, size=(count, categories))
    a = standardised(x) @ rng.standard_normal(d)
    for column in levels.T:
        a = a + rng.standard_normal(3)[column] * np.sqrt(3.0 / 2.0)
    mean = shifted(a * rng.uniform(0.5, 1.5) / a.std(), rng.uniform(0.1, 0.6))
    correlation = float(rng.uniform(BINS[0], BINS[-1]))
    scale = (1.0 - correlation) / correlation
    rate = rng.beta(scale * mean, scale * (1.0 - mean))
    trials = np.where(rng.permutation(count) < count // 2, rng.integers(20, 101, count), 0)
    return made(x, levels, rate), trials, rng.binomial(trials, rate), correlation


def play(terms: str, seed: int) -> dict[str, Any]:
    """Return how many lots of a table were not tried, and how many of them are within, below and above their ranges."""
    truth, trials, good, correlation = table(seed)
    settings = Settings(terms=terms).settled()
    scaling = design_matrix.fix_scaling(truth.pool, terms=terms)
    design = design_matrix.design(truth.pool, scaling)
    at, y = [], []
    for lot in np.flatnonzero(trials):
        at += [int(design.row_of[lot])] * int(trials[lot])
        y += [1.0] * int(good[lot]) + [-1.0] * int(trials[lot] - good[lot])
    belief = posterior(settings.prior_of(scaling), design.rows.take(at), np.array(y))
    left = trials == 0
    low, high = (end[design.row_of[left]] for end in belief.interval(design.rows))
    rate = truth.chance[left]
    return {
        "terms": terms,
        "seed": seed,
        "correlation": correlation,
        "lots": int(left.sum()),
        "inside": int(np.sum((low <= rate) & (rate <= high))),
        "below": int(np.sum(rate < low)),
        "above": int(np.sum(rate > high)),
        "width": float(np.mean(high - low)),
    }


def lines(results: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the printed table: shares of lots within, below and above; tables are independent, their lots are not."""
    every = list(results)
    yield "| terms | correlation | tables | within, % | below | above | mean width, points |"
    yield "|---|---|---|---|---|---|---|"
    for terms in TERMS:
        for low, high in [*itertools.pairwise(BINS), (BINS[0], BINS[-1])]:
            own = [one for one in every if one["terms"] == terms and low <= one["correlation"] <= high]
            if not own:
                continue
            lots = np.array([one["lots"] for one in own], dtype=float)
            inside = np.array([one["inside"] for one in own])
            share = inside.sum() / lots.sum()
            error = (
                np.std(inside - share * lots, ddof=1) * np.sqrt(len(own)) / lots.sum()
                if len(own) > 1
                else 0.0
            )
            ends = [100.0 * sum(one[key] for one in own) / lots.sum() for key in ("below", "above")]
            width = 100.0 * float(np.mean([one["width"] for one in own]))
            yield (
                f"| {terms} | {low:g} to {high:g} | {len(own)} | {100 * share:.1f} +- {100 * error:.1f} | "
                f"{ends[0]:.1f} | {ends[1]:.1f} | {width:.0f} |"
            )


def main() -> None:
    """Compute, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args()
    if options.table:
        print("\n".join(lines(logged(options.log))))
        return
    seeds = range(options.seed, options.seed + options.tables)
    play_missing(options.log, ("terms", "seed"), ((terms, seed) for seed in seeds for terms in TERMS), play)


if __name__ == "__main__":
    main()
