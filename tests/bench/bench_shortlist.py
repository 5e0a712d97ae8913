"""Suggestions in large pools with averaged terms, against the knowledge gradient of every candidate.

Above 5,000 candidates the knowledge gradients of a shortlist alone are computed. This draws studies, computes all
values by brute force, and prints which share of the largest one the suggestion has: one line for each state whose
largest value is at least 0.01 percentage points, then the mean and the smallest share.

`PYTHONPATH=$PWD python tests/bench/bench_shortlist.py --candidates 20000 --studies 50 --seed 1`

A study begins with 0, 10 or 30 random runs; the runs after these are suggestions among 1,500 of its candidates. It is
looked at after 10, 20 and 30 outcomes. At 100,000 candidates brute force takes a minute or more for each state;
`--no-brute-force` then times the suggestions alone, in processor seconds and in seconds.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.shortlist import gains_at, shortlist
from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: Numbers, and levels of a category beside them.
SHAPES = (10, 0), (7, 3), (3, 0), (5, 8)
#: Random runs at the beginning, and outcomes after which a study is looked at.
RANDOM_RUNS, STOPS = (0, 10, 30), (10, 20, 30)
# Candidates that the followed suggestions are chosen from; smallest largest value that counts.
_FOLLOWED, _LEAST = 1_500, 1e-4


def states(seed: int, candidates: int) -> Iterator[tuple[str, AverageBelief, Array]]:
    """Yield (description, belief, design matrix) of one study after each of `STOPS`."""
    rng = np.random.default_rng(seed)
    numbers, levels = SHAPES[seed % len(SHAPES)]
    random_runs = RANDOM_RUNS[seed // len(SHAPES) % len(RANDOM_RUNS)]
    x, level = rng.uniform(-1.0, 1.0, (candidates, numbers)), rng.integers(max(levels, 1), size=candidates)
    attributes, values = [Attribute(f"x{j}") for j in range(numbers)], [tuple(c.tolist()) for c in x.T]
    if levels:
        attributes.append(Attribute("kind", "category"))
        values.append(tuple(f"level {k}" for k in level.tolist()))
    pool = Pool(tuple(f"C{i}" for i in range(candidates)), tuple(attributes), tuple(values))
    scaling = fix_scaling(pool, terms="average")
    X = np.array(design(pool, scaling).X)
    prior = Settings(terms="average").settled().prior_of(scaling)
    margin = _truth(rng, x) + rng.normal(size=max(levels, 1))[level] * bool(levels)
    few = np.sort(rng.choice(candidates, min(_FOLLOWED, candidates), replace=False))
    rows: list[int] = []
    outcomes: list[float] = []
    belief = prior
    for n in range(1, max(STOPS) + 1):
        by_chance = n <= max(random_runs, 1)
        row = int(rng.integers(candidates)) if by_chance else int(few[np.argmax(belief.sweep(X[few]).kg)])
        rows.append(row)
        outcomes.append(1.0 if rng.random() < 1.0 / (1.0 + np.exp(-margin[row])) else -1.0)
        if n >= random_runs or n in STOPS:
            belief = posterior(prior, X[rows], np.array(outcomes))
        if n in STOPS and isinstance(belief, AverageBelief):
            words = f"seed {seed}, {candidates:,} x {numbers}{' and a category' * bool(levels)}, "
            yield words + f"{random_runs} random runs, {n} outcomes", belief, X


def _truth(rng: np.random.Generator, x: Array) -> Array:
    """Draw the log-odds (M,) of candidates x (M, d): a peak, main effects and squares, or a line."""
    d, kind = x.shape[1], rng.integers(3)
    if kind == 0:
        centre = rng.uniform(-0.5, 0.5, d)
        return np.asarray(2.0 - 12.0 / d * ((x - centre) ** 2).sum(axis=1))
    if kind == 1:
        z = (x - x.mean(axis=0)) / x.std(axis=0)
        return np.asarray(z @ rng.normal(size=d) + (z**2 - 1.0) @ (0.5 * rng.normal(size=d)) - 2.0)
    return np.asarray(2.0 * (x @ rng.normal(size=d)) - 1.5)


def suggested(belief: AverageBelief, X: Array) -> tuple[int, float, float, float]:
    """Return the row of the largest value on the shortlist, that value, and seconds and processor seconds taken."""
    began, spent = time.perf_counter(), time.process_time()
    listed = shortlist(belief.pools(X), np.arange(len(X)))
    gains = gains_at(belief.pools(X), listed)
    row = int(np.nanargmax(gains))
    return row, float(gains[row]), time.perf_counter() - began, time.process_time() - spent


def of_all(belief: AverageBelief, X: Array) -> Array:
    """Compute the values (M,) of all candidates, the best after every outcome chosen among all."""
    rows = np.arange(len(X))
    values = (weight * lay_out().gains(rows, None, lambda: None)[0] for weight, lay_out in belief.pools(X))
    return np.sum(list(values), axis=0)


def main() -> None:
    """Print a line for each state, and the mean and the smallest share of the largest value."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, usual in (("candidates", 20_000), ("studies", 50), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--brute-force", action=argparse.BooleanOptionalAction, default=True)
    asked = parser.parse_args()
    shares, left_out = [], 0
    for seed in range(asked.seed, asked.seed + asked.studies):
        for words, belief, X in states(seed, asked.candidates):
            _, value, seconds, processor = suggested(belief, X)
            line = f"{words}: {seconds:.2f} s, processor {processor:.2f} s, suggested {value:.6f}"
            if asked.brute_force:
                every = of_all(belief, X)
                most = float(every.max())
                left_out += most < _LEAST
                if most >= _LEAST:
                    shares.append(value / most)
                line += f", largest {most:.6f}, share {value / most:.4f}"
            print(line, flush=True)
    if shares:
        print(
            f"{len(shares)} states, share {np.mean(shares):.4f} on average, {min(shares):.4f} at worst, ",
            end="",
        )
        print(f"{left_out} states with a smaller largest value left out")


if __name__ == "__main__":
    main()
