"""Compare priors of averaged terms: even prior weights, and odds for a bend; N(0, 1), and scaled by the attributes.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=. python tests/bench/averaged_prior.py LOG --worlds 12

plays random runs in worlds of all families (`families.py`), so that all priors see the same outcomes, and goes on with
LOG, one JSON object per line. `odds`: every weight N(0, 1), products and squares 12 and 3 times as precise, and the
prior weights of quadratic models times 2^((c - 3)/3), with c products and squares, at least 1 and at most 64. `scaled`:
the same with precisions of all weights but the intercept's times k/3, with k attributes, at least 1, and an intercept
N(0, 4). `even`: N(0, 1), all models with the same prior weight. `both`: scaled and even. `--table` prints,
after 10 and 30 runs: the divergence of the predictions from the true chances (mean over the candidates), opportunity
cost and what is said to be at stake, all x 1000; and the stated chance to be within 5 points of the best beside how
often that is true.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from families import FAMILIES, world
from game_log import logged, play_missing

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import mixture_prior
from kgdesk.model.design import design_matrix
from kgdesk.model.design.features import RADIUS
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import StoppingState, WithinOfBest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kgdesk.model.beliefs.members import Member
    from kgdesk.model.design.design_matrix import Scaling

    Array = np.ndarray

SEED, AFTER, PRIORS, NEAR = 20266001, (10, 30), ("odds", "scaled", "even", "both"), 0.05


def priors(scaling: Scaling, attributes: int) -> dict[str, AverageBelief]:
    """Return the priors by name, for a pool with a number of attributes."""
    settings = Settings(terms="average").settled()
    mean, precision = settings.prior_moments(scaling)
    smaller = precision * max(1.0, attributes / 3.0)
    smaller[0] = 0.25  # the intercept
    plain, scaled = (
        mixture_prior("moments", mean, each, scaling.higher, scaling.features)
        for each in (precision, smaller)
    )
    return {
        "odds": weighed(plain, scaling, 64.0),
        "scaled": weighed(scaled, scaling, 64.0),
        "even": weighed(plain, scaling, 1.0),
        "both": weighed(scaled, scaling, 1.0),
    }


def weighed(
    belief: AverageBelief, scaling: Scaling, most: float, radius: float = 1.0, deviating: float = 0.0
) -> AverageBelief:
    """Return the mixture with other prior weights, else 1, which also states by these.

    Each quadratic model has 2^((c - 3)/3), at most `most`, with c products and squares, at most `deviating` instead if
    single candidates deviate from it; the model with a sum of squares has `radius`.
    """
    factor = max(2.0 ** ((int(scaling.higher.sum()) - 3.0) / 3.0), 1.0)

    def odds(part: Member) -> float:
        kind = part.terms.split(" ")[0]
        if kind == "quadratic":
            return min(factor, deviating if deviating and part.deviation else most)
        return radius if kind == RADIUS else 1.0

    weights = np.array([odds(part) for part in belief.components])
    shares = (weights / weights.sum()).tolist()
    parts = tuple(
        replace(part, share=share, weight=share, favour=1.0)
        for part, share in zip(belief.components, shares, strict=True)
    )
    return AverageBelief(parts, belief.size, None, belief.features)


def divergence(chance: Array, predicted: Array) -> float:
    """Return the mean Kullback-Leibler divergence of predictions (M,) from true chances (M,)."""
    p, q = np.clip(chance, 1e-12, 1.0 - 1e-12), np.clip(predicted, 1e-12, 1.0 - 1e-12)
    return float(np.mean(p * np.log(p / q) + (1.0 - p) * np.log((1.0 - p) / (1.0 - q))))


def play(family: str, seed: int) -> dict[str, Any]:
    """Play one world: for each prior and number of runs divergence, loss, stake and stated chance, all in 0..1."""
    truth = world(family, seed)
    scaling = design_matrix.fix_scaling(truth.pool, terms="average")
    design = design_matrix.design(truth.pool, scaling)
    rows, chance = design.rows, truth.chance[design.first_of]
    rng = np.random.default_rng((seed, 78))
    at = rng.integers(len(rows), size=AFTER[-1])
    y = np.where(rng.random(at.size) < chance[at], 1.0, -1.0)
    told: dict[str, Any] = {"family": family, "seed": seed}
    none, every = np.zeros(len(rows)), np.ones(len(rows), dtype=np.bool_)
    for name, before in priors(scaling, len(truth.pool.attributes)).items():
        told[name] = []
        for n in AFTER:
            now = posterior(before, rows.take(at[:n]), y[:n])
            precision, seeded = before.deviation**-2.0, policies.Seed(seed, n, 0)
            seen = policies.PolicyContext(now, rows, none, none, precision, n + 1, AFTER[-1], seeded)
            best, _ = best_row(now, rows, every)
            stake = perfect_information(seen, (seed, n), draws=512)
            near = WithinOfBest(NEAR, 0.9, draws=500).chance(StoppingState(seen))
            values = (
                divergence(chance, now.predict(rows)),
                float(chance.max() - chance[best]),
                0.0 if stake is None else stake.value,
                near,
            )
            told[name].append([round(value, 5) for value in values])
    return told


def lines(worlds: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the table: families, then all worlds with differences to the first prior and their standard errors."""
    every = list(worlds)
    yield (
        "| family | worlds | n | "
        + " | ".join(f"{name}: divergence, cost, said, near" for name in PRIORS)
        + " |"
    )
    yield "|---|---|---|" + "---|" * len(PRIORS)
    for family in (*FAMILIES, "all"):
        own = [one for one in every if family in (one["family"], "all")]
        for place, n in enumerate(AFTER) if own else ():
            cells = []
            for name in PRIORS:
                values = np.array([one[name][place] for one in own])
                off, cost, said, near = values.mean(axis=0)
                true = 100.0 * np.mean(values[:, 1] <= NEAR)
                cells.append(
                    f"{1000 * off:.0f}, {1000 * cost:.0f}, {1000 * said:.0f}, {100 * near:.0f} % ({true:.0f} %)"
                )
            yield f"| {family} | {len(own)} | {n} | {' | '.join(cells)} |"
    for place, n in enumerate(AFTER) if len(every) > 1 else ():
        cells = [""]
        for name in PRIORS[1:]:
            apart = np.array([np.subtract(one[name][place], one["odds"][place])[:2] for one in every])
            means, errors = apart.mean(axis=0), apart.std(axis=0, ddof=1) / np.sqrt(len(every))
            cells.append(
                ", ".join(f"{1000 * m:+.0f} +- {1000 * e:.0f}" for m, e in zip(means, errors, strict=True))
            )
        yield f"| less odds: divergence, cost | {len(every)} | {n} | {' | '.join(cells)} |"


def main() -> None:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--worlds", type=int, default=12, help="worlds of each family")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args()
    if options.table:
        print("\n".join(lines(logged(options.log))))
        return
    seeds = range(options.seed, options.seed + options.worlds)
    play_missing(
        options.log, ("family", "seed"), ((family, seed) for seed in seeds for family in FAMILIES), play
    )


if __name__ == "__main__":
    main()
