"""How often and how wrongly studies stop by `at-stake 5`, alone and with a success of the best candidate.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=. python tests/bench/stops.py --worlds 20

plays titration windows, ordinary laboratories and easy worlds (straight, three numbers, best candidate 0.9) with the
default policy and prior of linear and of averaged terms. Until at most 5 points are at stake, both rules see the same
study; there `at-stake 5` stops, and the other rule runs the recommended candidate until it has succeeded. Printed are,
for each family, belief and rule: studies that stopped by 30 runs, after how many; of these how many lost more than 5
points (wrong) and more than 15 (far); what was lost on average with its standard error, and what was said to be lost.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from families import FAMILIES, World, made, no_levels, standardised, uniform, world

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.design import design_matrix
from kgdesk.model.study.rule_syntax import highest_stake, lacks_success_alone, parse
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import StoppingState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BUDGET, LIMIT = 30, 0.05
ALONE, PROVEN = "at-stake 5", "at-stake 5 and succeeded 1"
TERMS = ("linear", "average")
#: Families of truths: those where a model is easily too sure, and one that must not take all runs.
PLAYED = (
    "easy",
    "titration",
    "ordinary 4, 30 %",
    "ordinary 8, 30 %",
    "ordinary 8, 5 %",
    "ordinary 4 and 2 categories, 30 %",
)
SEED = 20263001


@dataclass(frozen=True)
class Stop:
    """Where a rule stopped a study: number of runs, loss and stated loss in 0..1."""

    family: str
    terms: str
    rule: str
    runs: int
    lost: float
    said: float


def easy(seed: int) -> World:
    """Return a straight truth over three numbers with a deviation of 1.4 in log-odds and a best chance of 0.9."""
    rng = np.random.default_rng((seed, 900))
    x = uniform(rng, 120, 3)
    a = standardised(x) @ rng.standard_normal(3)
    a = a * 1.4 / a.std()
    return made(x, no_levels(120), 1.0 / (1.0 + np.exp(-(a - a.max() + np.log(9.0)))))


def play(family: str, terms: str, seed: int) -> list[Stop]:
    """Play one world, and return the stops of both rules, at most one each."""
    truth = easy(seed) if family == "easy" else world(family, seed)
    settings = Settings(terms=terms).settled()
    scaling = design_matrix.fix_scaling(truth.pool, terms=terms)
    design = design_matrix.design(truth.pool, scaling)
    before, rows, chance = settings.prior_of(scaling), design.rows, truth.chance[design.first_of]
    outcomes = np.random.default_rng((seed, 77)).random((BUDGET, len(rows))) < chance
    policy, rule, alone = policies.policy(settings.policy), parse(PROVEN), parse(ALONE)
    up, down = np.zeros(len(rows)), np.zeros(len(rows))
    measured: list[int] = []
    y: list[float] = []
    found: list[Stop] = []
    now = before
    for n in range(BUDGET + 1):
        seeded = policies.Seed(seed, n, 0)
        precision = before.deviation**-2.0
        seen = policies.PolicyContext(now, rows, up, down, precision, n + 1, BUDGET, seeded)
        row = None
        if n:
            progress = StoppingState(seen, seed=(seed, n), above=highest_stake(rule))
            lost = float(chance.max() - chance[progress.best])
            if not found and alone.check(progress).stop:
                found.append(Stop(family, terms, ALONE, n, lost, progress.at_stake.value))
            if rule.check(progress).stop:
                found.append(Stop(family, terms, PROVEN, n, lost, progress.at_stake.value))
                break
            row = progress.best if lacks_success_alone(rule, progress) else None
        if n == BUDGET:
            break
        row = policies.choose(policy.scores(seen), seen) if row is None else row
        good = bool(outcomes[n, row])
        here = np.arange(len(rows)) == row
        up, down = up + here * good, down + here * (not good)
        measured.append(row)
        y.append(1.0 if good else -1.0)
        now = posterior(before, rows.take(measured), np.array(y))
    return found


def _play(job: tuple[str, str, int]) -> list[Stop]:
    return play(*job)


def lines_of(stops: Iterable[Stop], worlds: int) -> Iterator[str]:
    """Yield the lines of the table."""
    every = list(stops)
    yield "| family | terms | rule | stopped | after | wrong | far | lost | said |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for family in (*PLAYED, "all but easy"):
        for terms in TERMS:
            for rule in (ALONE, PROVEN):
                own = [
                    one
                    for one in every
                    if (one.terms, one.rule) == (terms, rule)
                    and (one.family == family or (family == "all but easy" and one.family != "easy"))
                ]
                studies = worlds * (1 if family in PLAYED else len(PLAYED) - 1)
                start = f"| {family} | {terms} | `{rule}` | {len(own)} of {studies} |"
                if not own:
                    yield f"{start} | | | | |"
                    continue
                lost = np.array([one.lost for one in own])
                error = lost.std(ddof=1) / np.sqrt(len(own)) if len(own) > 1 else float("nan")
                yield (
                    f"{start} {np.mean([one.runs for one in own]):.1f} | {np.sum(lost > LIMIT)} | "
                    f"{np.sum(lost > 3 * LIMIT)} | {100 * lost.mean():.1f} +- {100 * error:.1f} | "
                    f"{100 * np.mean([one.said for one in own]):.1f} |"
                )


def main() -> None:
    """Play the worlds and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=20, help="worlds of each family")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    assert set(PLAYED) - {"easy"} <= set(FAMILIES)
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")  # of the workers
    seeds = range(options.seed, options.seed + options.worlds)
    jobs = [(family, terms, seed) for seed in seeds for family in PLAYED for terms in TERMS]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        stops = [one for found in pool.imap_unordered(_play, jobs) for one in found]
    print("\n".join(lines_of(stops, options.worlds)))


if __name__ == "__main__":
    main()
