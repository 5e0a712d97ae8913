"""Times the sweep that a suggestion uses against the one that looks at every pair, over pools of several kinds.

    python tests/kernels/bench_never_slower.py [--turns 5]

Whatever the pool, the choice between the two must cost next to nothing: each case is timed in turns, and the share of
the exhaustive sweep's time is printed, the greatest last.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kgdesk import kernels
from kgdesk.model.belief import prior_belief
from kgdesk.model.logodds import expit

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.believing import Belief

SEED = 20261121
KINDS = "on a sphere", "normal", "of three levels"
COLUMNS, SIZES, OUTCOMES = (6, 12, 20), (6_000, 10_000, 25_000), (0, 10, 30)


def pool_of(kind: str, M: int, d: int) -> np.ndarray:
    """Return a pool (M, d)."""
    rng = np.random.default_rng(SEED)
    if kind == "on a sphere":
        X = rng.normal(size=(M, d))
        return X / np.linalg.norm(X, axis=1, keepdims=True) * np.sqrt(d)
    rest = rng.normal(size=(M, d - 1)) if kind == "normal" else rng.integers(-1, 2, (M, d - 1))
    return np.column_stack([np.ones(M), rest.astype(np.float64)])


def learned(belief: Belief, X: np.ndarray, outcomes: int) -> Belief:
    """Return a belief after simulated outcomes of runs that it chose among the first 400 candidates."""
    rng = np.random.default_rng(SEED)
    w = rng.normal(size=X.shape[1])
    for _ in range(outcomes):
        x = X[int(np.argmax(belief.knowledge_gradient(X[:400])))]
        belief = belief.updated(x, 1 if rng.random() < expit(x @ w) else -1)
    return belief


def shares(acts: tuple[Callable[[], object], Callable[[], object]], turns: int) -> tuple[float, float]:
    """Return the medians of both acts in seconds, timed in turns after one that does not count."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(turns + 1):
        for act, times in zip(acts, taken, strict=True):
            began = time.perf_counter()
            act()
            times.append(time.perf_counter() - began)
    return statistics.median(taken[0][1:]), statistics.median(taken[1][1:])


def main() -> None:
    """Time every case and print it."""
    parser = argparse.ArgumentParser(description="Time suggestions against the exhaustive sweep.")
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args().turns
    kernels.warm_up()
    found = []
    for kind, d, M, n, name in itertools.product(
        KINDS, COLUMNS, SIZES, OUTCOMES, ("full", "moments", "diagonal")
    ):
        X = pool_of(kind, M, d)
        belief = learned(prior_belief(name, np.zeros(d), np.ones(d)), X, n)
        spread = np.array(belief.precision if name == "diagonal" else belief.covariance)
        every = partial(getattr(kernels, f"sweep_{name}"), np.array(belief.mean), spread, X)
        mine, theirs = shares((partial(belief.sweep, X), every), turns)
        found.append((mine / theirs, f"{kind}, {d} columns, {M:,} candidates, {n} outcomes, {name}"))
        print(f"{found[-1][0]:5.2f}  {1e3 * mine:7.1f} of {1e3 * theirs:7.1f} ms  {found[-1][1]}", flush=True)
    print(f"{len(found)} cases, {sum(share > 1.1 for share, _ in found)} of them above 1.10; the greatest:")
    for share, what in sorted(found)[-10:]:
        print(f"{share:5.2f}  {what}")


if __name__ == "__main__":
    main()
