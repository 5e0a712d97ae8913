"""How often and how wrongly studies stop by `at-stake 5`, alone and with a success of the best candidate.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=. python tests/bench/stops.py LOG --worlds 20

plays titration windows, ordinary laboratories and easy worlds (straight, three numbers, best candidate 0.9) with the
default policy and prior of linear and of averaged terms, and goes on with LOG, one JSON object per line. Until at most
5 points are at stake, both rules see the same study; there `at-stake 5` stops, and the other rule runs the recommended
candidate until it has succeeded. With `--table` it prints, for each family, belief and rule: studies that stopped by 30
runs, after how many; of these how many lost more than 5 points (wrong) and more than 15 (far); what was lost on average
with its standard error, and what was said to be lost. Below that stand ten bins of the stated chance to be within 5
points of the best, after 5, 10, ... runs of studies that go on, each with how often it was so.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from families import FAMILIES, World, made, no_levels, standardised, uniform, world

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.design import design_matrix
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.study.rule_syntax import highest_stake, lacks_success_alone, parse
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import StoppingState, WithinOfBest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BUDGET, LIMIT, EVERY = 30, 0.05, 5
ALONE, PROVEN = "at-stake 5", "at-stake 5 and succeeded 1"
TERMS = ("linear", "average")
#: Families of truths: those where a model is easily too sure, and one that must not take all runs.
PLAYED = (
    "easy",
    "titration",
    "ordinary 4, 30 %",
    "ordinary 8, 30 %",
    "ordinary 12, 30 %",
    "ordinary 8, 5 %",
    "ordinary 4 and 2 categories, 30 %",
)
ALL = "all but easy"
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


@dataclass(frozen=True)
class Statement:
    """What was said after a number of runs about the recommended candidate, and what is true.

    Stated chance to be within 5 points of the best, in 0..1, and whether it is; stated and true loss in 0..1.
    """

    runs: int
    chance: float
    near: bool
    said: float
    lost: float


@dataclass(frozen=True)
class Game:
    """A study that was played: where both rules stopped it, and what was said on the way to the first stop."""

    family: str
    terms: str
    seed: int
    stops: tuple[Stop, ...]
    statements: tuple[Statement, ...]


def easy(seed: int) -> World:
    """Return a straight truth over three numbers with a deviation of 1.4 in log-odds and a best chance of 0.9."""
    rng = np.random.default_rng((seed, 900))
    x = uniform(rng, 120, 3)
    a = standardised(x) @ rng.standard_normal(3)
    a = a * 1.4 / a.std()
    return made(x, no_levels(120), 1.0 / (1.0 + np.exp(-(a - a.max() + np.log(9.0)))))


def play(family: str, terms: str, seed: int) -> Game:
    """Play one world; either rule stops it once at most."""
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
    statements: list[Statement] = []
    now = before
    for n in range(BUDGET + 1):
        seeded = policies.Seed(seed, n, 0)
        precision = before.deviation**-2.0
        seen = policies.PolicyContext(now, rows, up, down, precision, n + 1, BUDGET, seeded)
        row = None
        if n:
            progress = StoppingState(seen, seed=(seed, n), above=highest_stake(rule))
            lost = float(chance.max() - chance[progress.best])
            if not found and n % EVERY == 0:
                within = WithinOfBest(LIMIT, 0.9).chance(progress)
                stake = perfect_information(seen, (seed, n), draws=1024)
                said = 0.0 if stake is None else stake.value
                statements.append(Statement(n, within, lost <= LIMIT, said, lost))
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
    return Game(family, terms, seed, tuple(found), tuple(statements))


def _play(job: tuple[str, str, int]) -> Game:
    return play(*job)


def logged(path: Path) -> list[Game]:
    """Return the games of a log; none if there is no log."""
    if not path.exists():
        return []
    games = map(json.loads, path.read_text().splitlines())
    return [
        Game(
            one["family"],
            one["terms"],
            one["seed"],
            tuple(Stop(**stop) for stop in one["stops"]),
            tuple(Statement(**each) for each in one["statements"]),
        )
        for one in games
    ]


def lines_of(games: Iterable[Game]) -> Iterator[str]:
    """Yield the lines of the table of stops."""
    every = list(games)
    yield "| family | terms | rule | stopped | after | wrong | far | lost | said |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for family in (*PLAYED, ALL):
        for terms in TERMS:
            played = _of(every, family, terms)
            for rule in (ALONE, PROVEN) if played else ():
                own = [one for game in played for one in game.stops if one.rule == rule]
                start = f"| {family} | {terms} | `{rule}` | {len(own)} of {len(played)} |"
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


def bins_of(games: Iterable[Game]) -> Iterator[str]:
    """Yield the lines of the table of stated chances; studies, not statements, are independent."""
    every = list(games)
    yield "| family | terms | stated, true in % (statements), ten bins | stated less true | loss: said, true |"
    yield "|---|---|---|---|---|"
    for family in (*PLAYED, ALL):
        for terms in TERMS:
            played = _of(every, family, terms)
            told = [(one, game.seed) for game in played for one in game.statements]
            if not told:
                continue
            chance, near = np.array([(one.chance, one.near) for one, _ in told]).T
            said, lost = np.array([(one.said, one.lost) for one, _ in told]).T
            cells = []
            for low in range(10):
                here = np.minimum((10 * chance).astype(int), 9) == low
                if here.any():
                    cells.append(
                        f"{100 * chance[here].mean():.0f} {100 * near[here].mean():.0f} ({here.sum()})"
                    )
            apart = [
                np.array([one.chance - one.near for one in game.statements]).sum()
                for game in played
                if game.statements
            ]
            error = (
                np.std(apart, ddof=1) * np.sqrt(len(apart)) / len(told) if len(apart) > 1 else float("nan")
            )
            yield (
                f"| {family} | {terms} | {', '.join(cells)} | "
                f"{100 * (chance - near).mean():+.1f} +- {100 * error:.1f} | "
                f"{100 * said.mean():.1f}, {100 * lost.mean():.1f} |"
            )


def _of(games: Iterable[Game], family: str, terms: str) -> list[Game]:
    return [
        one
        for one in games
        if one.terms == terms and (one.family == family or (family == ALL and one.family != "easy"))
    ]


def main() -> None:
    """Play the worlds, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--worlds", type=int, default=20, help="worlds of each family")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--terms", default=",".join(TERMS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args()
    before = logged(options.log)
    if options.table:
        print("\n".join([*lines_of(before), "", *bins_of(before)]))
        return
    assert set(PLAYED) - {"easy"} <= set(FAMILIES)
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")  # of the workers
    done = {(one.family, one.terms, one.seed) for one in before}
    seeds = range(options.seed, options.seed + options.worlds)
    jobs = [
        (family, terms, seed) for seed in seeds for family in PLAYED for terms in options.terms.split(",")
    ]
    jobs = [job for job in jobs if job not in done]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool, options.log.open("a") as log:
        for game in pool.imap_unordered(_play, jobs):
            log.write(json.dumps(asdict(game)) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
