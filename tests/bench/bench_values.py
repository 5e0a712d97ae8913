"""Processor time of a suggestion that learns from values against one that learns from outcomes, in milliseconds.

`PYTHONPATH=$PWD python tests/bench/bench_values.py`
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.kernels import EXACT
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.values import Readings, fitted_to_values
from kgdesk.model.design import design_matrix
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

CANDIDATES, NUMBERS, RUNS = 1_000, 10, (30, 100, 300)


def spent(job: Callable[[], object], times: int) -> float:
    """Return the least processor time of a job in milliseconds; its first call, which compiles, does not count."""
    job()
    found = []
    for _ in range(times):
        begun = time.process_time()
        job()
        found.append(time.process_time() - begun)
    return 1e3 * min(found)


def main() -> int:
    """Print the table."""
    rng = np.random.default_rng(0)
    values = tuple(tuple(rng.uniform(size=CANDIDATES).tolist()) for _ in range(NUMBERS))
    attributes = tuple(Attribute(f"a{j}") for j in range(NUMBERS))
    pool = Pool(tuple(f"C-{i}" for i in range(CANDIDATES)), attributes, values)
    print(f"{CANDIDATES} candidates, {NUMBERS} numbers")
    print("| terms | runs | fit to outcomes | fit to values | sweep | suggestion, values / outcomes |")
    print("|---|---|---|---|---|---|")
    for terms in ("linear", "average"):
        scaling = design_matrix.fix_scaling(pool, raw=False, terms=terms)
        design, prior = (
            design_matrix.design(pool, scaling),
            Settings(terms=terms).settled().prior_of(scaling),
        )
        for runs in RUNS:
            rows = rng.choice(CANDIDATES, runs, replace=False)
            u = 20.0 * (design.X[rows, 1:4].sum(axis=1) - 1.0 + rng.logistic(size=runs))
            measured, times = design.rows.take(rows), 3 if runs > 30 else 5
            readings, y = Readings(np.full(runs, EXACT), u), np.where(u > 0.0, 1.0, -1.0)
            outcomes = spent(lambda: posterior(prior, measured, y), times)  # noqa: B023 - called at once
            learnt = spent(lambda: fitted_to_values(prior, measured, readings), times)  # noqa: B023
            belief = fitted_to_values(prior, measured, readings).belief
            sweep = spent(lambda: belief.sweep(design.rows), times)  # noqa: B023
            ratio = (learnt + sweep) / (outcomes + sweep)
            print(f"| {terms} | {runs} | {outcomes:.1f} | {learnt:.1f} | {sweep:.1f} | {ratio:.2f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
