"""Processor seconds of each suggestion in a study with averaged terms that follows the suggestions.

`PYTHONPATH=$PWD python tests/bench/bench_followed.py --candidates 100000 --attributes 7 --runs 16`: attributes uniform
on [-1, 1], outcomes of a truth with main effects and squares.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
from kgdesk_bench.labs import write_table

from kgdesk.actions.importing import read_pool
from kgdesk.actions.operator import Operator
from kgdesk.actions.studies import create_study, record
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings


def main() -> None:
    """Print a line for each suggestion: number of outcomes, processor seconds, largest value of testing."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("candidates", 100_000), ("attributes", 7), ("runs", 16), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    rng, d = np.random.default_rng(asked.seed), asked.attributes
    values = rng.uniform(-1.0, 1.0, (asked.candidates, d))
    scaled = (values - values.mean(axis=0)) / values.std(axis=0)
    margin = scaled @ rng.normal(size=d) + (scaled**2 - 1.0) @ (0.5 * rng.normal(size=d)) - 2.0
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "pool.csv"
        write_table(table, values)
        settings = Settings(budget=1_000, terms="average")
        place, pool = Path(folder) / "study.kgstudy", read_pool(table, id="code")
        with create_study(place, pool, settings, Operator("bench")) as session:
            for n in range(asked.runs + 1):
                began = time.process_time()
                advice = advise(session.study)
                spent, most = time.process_time() - began, float(np.nanmax(advice.kg))
                print(f"{n:3d} outcomes {spent:7.2f} s, largest value of testing {most:.4f}", flush=True)
                candidate = advice.suggestion.candidate
                won = rng.random() < 1.0 / (1.0 + np.exp(-margin[session.study.pool.row(candidate)]))
                record(session, candidate, "success" if won else "failure", advice=advice)


if __name__ == "__main__":
    main()
