"""Compare the time of the sweep used for suggestions with that of the exhaustive sweep, over several kinds of pools.

    python tests/kernels/bench_never_slower.py [--turns 5]

The choice between the two must cost next to nothing for every pool: the times are taken in turns, and their ratio is
printed for each case, the largest last.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from functools import partial

import numpy as np
from kgdesk_bench.sweeps import SEED, learned, spread_of
from kgdesk_bench.timer import in_turns

from kgdesk import kernels

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
        belief = learned(name, X, n)
        every = partial(getattr(kernels, f"sweep_{name}"), np.array(belief.mean), spread_of(belief), X)
        taken = in_turns({"mine": partial(belief.sweep, X), "theirs": every}, turns + 1)
        mine, theirs = (statistics.median(times[1:]) for times in taken.values())  # without the first turn
        found.append((mine / theirs, f"{kind}, {d} columns, {M:,} candidates, {n} outcomes, {name}"))
        print(f"{found[-1][0]:5.2f}  {1e3 * mine:7.1f} of {1e3 * theirs:7.1f} ms  {found[-1][1]}", flush=True)
    print(f"{len(found)} cases, {sum(share > 1.1 for share, _ in found)} of them above 1.10; the greatest:")
    for share, what in sorted(found)[-10:]:
        print(f"{share:5.2f}  {what}")


if __name__ == "__main__":
    main()
