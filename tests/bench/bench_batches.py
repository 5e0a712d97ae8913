"""What a batch of averaged models loses where other batches are not compared because the pool is too large for it.

`PYTHONPATH=$PWD python tests/bench/bench_batches.py LOG --states 50`, resumable: studies of 500 candidates with three
numbers, uniform on [-1, 1], averaged terms and ten random runs, outcomes of a truth with main effects and squares. The
gain of the greedy batch of three, which is suggested, is divided by that of the best of the batches that are compared
in smaller pools. Gains are by the expected best predicted probability after all outcomes of a batch.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
from kgdesk_bench.labs import write_table

from kgdesk.actions.importing import read_pool
from kgdesk.actions.operator import Operator
from kgdesk.actions.studies import create_study, record
from kgdesk.model.advice import batches
from kgdesk.model.study.settings import Settings
from tests.bench.game_log import logged, play_missing

CANDIDATES, NUMBERS, RUNS, BATCH = 500, 3, 10, 3


def play(seed: int) -> dict[str, Any]:
    """Return the gains, in percentage points, of the greedy batch and of the best one that is compared, in a state."""
    rng = np.random.default_rng(seed)
    values = rng.uniform(-1.0, 1.0, (CANDIDATES, NUMBERS))
    scaled = (values - values.mean(axis=0)) / values.std(axis=0)
    margin = scaled @ rng.normal(size=NUMBERS) + (scaled**2 - 1.0) @ rng.normal(size=NUMBERS) - 1.5
    with TemporaryDirectory() as folder:
        table = Path(folder) / "pool.csv"
        write_table(table, values)
        settings = Settings(budget=60, terms="average", seed=seed)
        with create_study(
            Path(folder) / "study.kgstudy", read_pool(table, id="code"), settings, Operator("bench")
        ) as session:
            pool = session.study.pool
            for at in rng.choice(CANDIDATES, RUNS, replace=False).tolist():
                won = rng.random() < 1.0 / (1.0 + math.exp(-margin[at]))
                record(session, pool.ids[at], "success" if won else "failure")
            study = session.study
            greedy = batches.advise_batch(study, BATCH, policy="kg")
            with patch.object(batches, "_COMPARISONS", math.inf):
                compared = batches.advise_batch(study, BATCH, policy="kg")
            now = batches._worth(study, ())
            gains = [100.0 * (batches._worth(study, batches._names(one)) - now) for one in (greedy, compared)]
    return {"seed": seed, "greedy": gains[0], "compared": gains[1]}


def main() -> None:
    """Play the states that the log lacks, and print the shares of the gain and what is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--states", type=int, default=50)
    asked = parser.parse_args()
    play_missing(asked.log, ("seed",), [(seed,) for seed in range(asked.states)], play)
    greedy, compared = np.array([(game["greedy"], game["compared"]) for game in logged(asked.log)]).T
    lost = compared - greedy
    print(f"{len(lost)} states; gain of the compared batch {compared.mean():.3f} points on average")
    print(f"lost: {lost.mean():.4f} points on average, {lost.max():.4f} at most")
    print(f"share kept of all gains together: {greedy.sum() / compared.sum():.4f}")
    worth = compared >= 0.01
    share = greedy[worth] / compared[worth]
    print(
        f"share in {worth.sum()} states of at least 0.01 points: {share.mean():.4f}, {share.min():.4f} at worst"
    )


if __name__ == "__main__":
    main()
