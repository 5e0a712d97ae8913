"""What blocks, an earlier study and stated effects add to the time of a suggestion, as ratios of processor seconds.

    OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 PYTHONPATH=. python tests/bench/bench_knowledge.py

Studies of 300 candidates of four numbers and three solvents, with 20 runs on four plates; linear and averaged terms. A
suggestion is the fit of the belief, the choice, and what is said about it, all computed anew.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kgdesk import Campaign
from kgdesk.model.advice.picks import advise

CANDIDATES, RUNS, PLATE = 300, 20, 5


def table(seed: int) -> dict[str, list[Any]]:
    """Return a table of candidates."""
    rng = np.random.default_rng(seed)
    columns: dict[str, list[Any]] = {"code": [f"C{n:03}" for n in range(CANDIDATES)]}
    columns |= {f"x{j}": rng.random(CANDIDATES).round(4).tolist() for j in range(4)}
    return columns | {"solvent": rng.choice(["DMF", "THF", "water"], CANDIDATES).tolist()}


def study_of(place: Path, seed: int, **settings: Any) -> Any:
    """Make a study with its runs; return it as it stands then."""
    rng = np.random.default_rng(seed)
    how: dict[str, Any] = {"id": "code", "categories": ["solvent"], "by": "bench", **settings}
    with Campaign.create(table(seed), place, **how) as campaign:
        for n in range(RUNS):
            blocks = {"Plate": f"P{n // PLATE + 1}"} if "blocks" in settings else None
            campaign.record(f"C{rng.integers(CANDIDATES):03}", bool(rng.random() < 0.3), blocks=blocks)
        return campaign.study


def seconds(study: Any, times: int) -> float:
    """Return the median of the processor seconds of a suggestion."""
    advise(replace(study))  # compiled kernels
    taken = []
    for _ in range(times):
        begin = time.process_time()
        advise(replace(study))  # a copy without what was computed before
        taken.append(time.process_time() - begin)
    return statistics.median(taken)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=5)
    given = asked.parse_args()
    print("| terms | knows | processor seconds | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for terms in ("linear", "average"):
            earlier = Path(folder, f"earlier-{terms}.kgstudy")
            study_of(earlier, 1, terms=terms)
            kinds: dict[str, dict[str, Any]] = {
                "outcomes only": {},
                "four plates": {"blocks": "Plate"},
                "an earlier study of 20 runs": {"learn_from": earlier},
                "a stated effect": {"prior_effects": ["x0=1+-0.5"]},
                "plates and an earlier study": {"blocks": "Plate", "learn_from": earlier},
            }
            base = 0.0
            for at, (kind, settings) in enumerate(kinds.items()):
                study = study_of(Path(folder, f"{terms}-{at}.kgstudy"), 2, terms=terms, **settings)
                taken = seconds(study, given.times)
                base = base or taken
                print(f"| {terms} | {kind} | {taken:.3f} | {taken / base:.1f} |", flush=True)


if __name__ == "__main__":
    main()
