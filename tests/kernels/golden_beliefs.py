"""Golden values of the beliefs: posteriors and probabilities in 200 states over the admitted range.

States and values are stored in golden/beliefs.json with the version of the beliefs. After an intended change of a
value, raise ``kgdesk.kernels.BELIEF_VERSION``, write the file again and recompute the calibration certificate
(``kgdesk calibrate``)::

    PYTHONPATH=. .venv/bin/python tests/kernels/golden_beliefs.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgdesk import DiagonalBelief, FullBelief, MomentBelief, kernels

Array = NDArray[np.float64]

FILE = Path(__file__).parent / "golden" / "beliefs.json"
#: States with |mu| <= 50 and s2 <= 1e4, and states over the whole admitted range.
MODERATE, FAR = 120, 80
EPS = float(np.finfo(float).eps)


def states(seed: int = 20261121) -> list[dict[str, Any]]:
    """Return the states: a belief about d weights, a row x (d,) with chosen mu and s2 of w.x, and three more rows."""
    rng = np.random.default_rng(seed)
    made = []
    for index in range(MODERATE + FAR):
        d = 1 + index % 3
        far = index >= MODERATE
        mu = float(rng.choice((-1, 1)) * 10 ** rng.uniform(-3, 5.9 if far else np.log10(50)))
        s2 = float(10 ** rng.uniform(-9 if far else -4, 11.9 if far else 4))
        x = rng.normal(size=d)
        # Weak correlations, so that the diagonal belief is in range too.
        root = 0.3 * rng.normal(size=(d, d)) + np.eye(d)
        covariance = root @ root.T
        covariance *= s2 / (x @ covariance @ x)
        mean = x + 0.1 * rng.normal(size=d) * np.abs(x)
        mean *= mu / (mean @ x)
        others = [(x * rng.uniform(0.2, 1.0, d)).tolist() for _ in range(3)]
        made.append(
            {"mean": mean.tolist(), "covariance": (0.5 * covariance + 0.5 * covariance.T).tolist()}
            | {"x": x.tolist(), "others": others, "moderate": not far}
        )
    return made


def beliefs(state: dict[str, Any]) -> dict[str, DiagonalBelief | FullBelief | MomentBelief]:
    """Return the three beliefs of a state; the diagonal one with the variances only."""
    covariance = np.array(state["covariance"])
    return {
        "diagonal": DiagonalBelief(state["mean"], 1 / np.diagonal(covariance)),
        "full": FullBelief(state["mean"], covariance),
        "moments": MomentBelief(state["mean"], covariance),
    }


def values(state: dict[str, Any]) -> dict[str, Any]:
    """Return the results of a state's beliefs: probabilities, the posterior after either outcome, and the fit."""
    rows = np.array([state["x"], *state["others"]])
    found: dict[str, Any] = {}
    for name, belief in beliefs(state).items():
        found[name] = {"probability": belief.predict(rows).tolist()}
        for outcome in (1, -1):
            after = belief.updated(rows[0], outcome).as_json()
            found[name][f"{outcome:+d}"] = [after["mean"], after.get("covariance", after.get("precision"))]
    if state["moderate"]:
        prior = MomentBelief(state["mean"], state["covariance"])
        fit = MomentBelief.fitted(prior, rows[[0, 1, 2, 0, 3]], [1, -1, 1, 1, -1])
        found["fitted"] = [fit.mean.tolist(), fit.covariance.tolist()]
        # As many successes as failures at a prior mean of 0: the mean stays there while the variances settle.
        centred = MomentBelief(np.zeros_like(prior.mean), state["covariance"])
        even = MomentBelief.fitted(centred, rows[[0, 1, 2, 0, 1, 2]], [1, -1, 1, -1, 1, -1])
        found["even"] = [even.covariance.tolist()]
    return found


def allowed(state: dict[str, Any]) -> float:
    """Return the tolerance of a probability: 1e-10, or the rounding error of the sums if that is larger."""
    x, mean, covariance = (np.abs(np.array(state[key])) for key in ("x", "mean", "covariance"))
    return max(1e-10, 1000 * EPS * float(x @ mean + x @ covariance @ x))


def differences(state: dict[str, Any], golden: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return a message for each value that differs by more than the tolerance.

    Where |mu| <= 50 and s2 <= 1e4: by 1e-9 of the largest entry of each array. Elsewhere: posteriors by 1e-8 of it,
    probabilities by `allowed`.
    """
    wrong = []
    for belief, parts in golden.items():
        listed = parts.items() if isinstance(parts, dict) else [("fit", parts)]
        for part, kept in listed:
            fresh = now[belief][part] if isinstance(parts, dict) else now[belief]
            pairs = [(kept, fresh)] if part == "probability" else zip(kept, fresh, strict=True)
            for old, new in pairs:
                before, after = np.array(old), np.array(new)
                size = 1e-9 if state["moderate"] else 1e-8
                limit = size * float(np.abs(before).max())
                if part == "probability":
                    limit = 1e-9 if state["moderate"] else allowed(state)
                    size = np.abs(before) if state["moderate"] else np.ones_like(before)
                    gap = float((np.abs(after - before) / size).max())
                else:
                    gap = float(np.abs(after - before).max())
                if not gap <= limit:
                    wrong.append(f"{belief} {part}: {gap:.3g} > {limit:.3g}")
    return wrong


def main() -> None:
    """Write the golden values again."""
    listed = states()
    kept = {"version": kernels.BELIEF_VERSION, "states": [s | {"values": values(s)} for s in listed]}
    FILE.parent.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(one) for one in kept["states"])
    FILE.write_text(f'{{"version": {kept["version"]}, "states": [\n{lines}\n]}}\n', encoding="utf-8")
    print(f"{len(listed)} states, version {kept['version']} of the beliefs: {FILE}")


if __name__ == "__main__":
    main()
