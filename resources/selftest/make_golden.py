"""Write golden.json: what the installed program's numbers are compared with, from 40-digit arithmetic.

Run from the repository: python resources/selftest/make_golden.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "kernels"))

import kernel_oracle as oracle  # noqa: E402 - the tests' own reference

POOL = [
    [1.0, -1.2, 0.3], [1.0, 0.4, -0.9], [1.0, 1.1, 1.4], [1.0, -0.3, -1.6], [1.0, 0.0, 0.7],
]  # fmt: skip
OUTCOMES = [(0, -1), (2, 1), (3, -1), (2, -1), (1, 1)]
FUNCTIONS = [(1.0, 3.0), (-30.0, 1000.0), (0.0, 1e12), (2.0, 5.0), (-4.5, 0.25), (0.0, 0.0), (700.0, 1.0)]


KINDS = ("diagonal", "full", "moments")


def cases(kinds: tuple[str, ...] = KINDS) -> dict[str, object]:
    """Return every case of some kinds of beliefs, with its values."""
    d = len(POOL[0])
    identity = [[float(i == j) for j in range(d)] for i in range(d)]
    beliefs = {}
    for kind in kinds:
        spread = [1.0] * d if kind == "diagonal" else identity
        belief = oracle.Gaussian(kind, [0.0] * d, spread)
        for row, outcome in OUTCOMES:
            belief = belief.updated([oracle.mp.mpf(v) for v in POOL[row]], outcome)
        told = belief.knowledge_gradient(POOL)
        beliefs[kind] = {
            "mean": [float(v) for v in belief.mean],
            "probability": [float(t["p"]) for t in told],
            "kg": [float(t["kg"]) for t in told],
            "success_value": [float(t["win"]) for t in told],
            "failure_value": [float(t["lose"]) for t in told],
        }
    functions = [
        {
            "mean": mu,
            "variance": s2,
            "exact": float(oracle.probability(mu, s2)),
            "kappa": float(oracle.kappa_probability(mu, s2)),
            "margin": float(oracle.margin(mu, s2)),
        }
        for mu, s2 in FUNCTIONS
    ]
    return {"pool": POOL, "outcomes": OUTCOMES, "beliefs": beliefs, "functions": functions}


if __name__ == "__main__":
    (HERE / "golden.json").write_text(json.dumps(cases(), indent=1) + "\n", encoding="utf-8")
