"""Contest of beliefs and policies over families of truths (`families.py`), each player in the same worlds.

    OPENBLAS_NUM_THREADS=1 python tests/bench/belief_contest.py LOG --seed 20262901 --worlds 100

plays what LOG, one JSON object per line, does not have yet, so that a run that was cut off goes on. `--table` prints
what LOG has: opportunity cost x 1000 after 5, 10, 20 and 30 runs, mean over worlds, the difference to the first player
over all families with its standard error, for which the worlds of one seed are one observation. Below it: how often and
how wrongly a player would have stopped by `at-stake 5`, alone and with a success of the recommended candidate, and its
stated chance to be within 5 points of the best beside how often that was true.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if __name__ == "__main__":  # before Numba is imported; the workers inherit it
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import averaged_prior
import numpy as np
from families import FAMILIES, world
from game_log import logged, play_missing

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.prior import MODELS, Model, mixture_prior
from kgdesk.model.design import design_matrix
from kgdesk.model.policies.perfect_information import perfect_information
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import StoppingState, WithinOfBest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.mixture import AverageBelief

#: Planned runs, and the numbers of runs after which costs are compared.
BUDGET, AFTER = 30, (5, 10, 20, 30)
#: The average before deviations and features: a straight model and two bent ones.
BENT = (Model("linear", weight=2.0), Model("quadratic"), Model("quadratic", higher=0.25))
#: `average` with odds in favour of a bend, and of a sum of squares, up to a largest: see `averaged_prior.weighed`.
ODDS = {f"odds-{most}": (most, 1.0) for most in (1, 2, 4, 8, 16)}
ODDS |= {f"radius-{odds}": (1.0, odds) for odds in (4, 8, 16)}
#: `average`, which also states by the odds that it chooses by: so all others do, and so did `average` at first.
ODDS["odds-64"] = (64.0, 1.0)
#: The same in favour of the bent model alone from which single candidates deviate.
ODDS |= {f"deviating-{odds}": (1.0, 1.0, odds) for odds in (4, 16, 64)}
#: The same of bent models from all of which single candidates deviate.
ODDS["all-deviating-64"] = (64.0, 1.0)
ALL_DEVIATING = tuple(
    replace(one, deviation=deviation)
    for one, deviation in zip(
        MODELS, (0.0, 0.8, 1.8, 0.8, 0.8, 1.8, *(x.deviation for x in MODELS[6:])), strict=True
    )
)
#: Slopes scaled by the number of attributes, with odds up to 64 and with even weights: see `averaged_prior.priors`.
SCALED = ("scaled", "both")
#: Beliefs by name, each with its terms.
BELIEFS = dict.fromkeys(("average", "bent", *ODDS, *SCALED), "average") | {"linear": "linear"}
#: Points at stake below which a rule stops, in 0..1.
STAKE = 0.05


def prior(belief: str, scaling: design_matrix.Scaling, attributes: int) -> Belief:
    """Return the prior of a player's belief, for a pool with a number of attributes."""
    settings = Settings(terms=BELIEFS[belief]).settled()
    if belief in ODDS:
        usual = cast("AverageBelief", settings.prior_of(scaling))
        if belief == "all-deviating-64":
            mean, precision = settings.prior_moments(scaling)
            usual = mixture_prior("moments", mean, precision, scaling.higher, scaling.features, ALL_DEVIATING)
        return averaged_prior.weighed(usual, scaling, *ODDS[belief])
    if belief in SCALED:
        return averaged_prior.priors(scaling, attributes)[belief]
    if belief != "bent":
        return settings.prior_of(scaling)
    mean = np.zeros(len(scaling.columns))
    precision = settings.precisions(scaling.higher, scaling.squares)
    bent = mixture_prior("moments", mean, precision, scaling.higher, (), BENT)
    return replace(bent, components=tuple(replace(part, favour=1.0) for part in bent.components))


def play(family: str, seed: int, belief: str, policy: str) -> dict[str, Any]:
    """Play one world and return the player's costs, stops and statements."""
    truth = world(family, seed)
    scaling = design_matrix.fix_scaling(truth.pool, terms=BELIEFS[belief])
    design = design_matrix.design(truth.pool, scaling)
    chance, rows = truth.chance[design.first_of], design.rows
    outcomes = np.random.default_rng((seed, 77)).random((BUDGET, len(rows))) < chance
    rule, before = policies.policy(policy), prior(belief, scaling, len(truth.pool.attributes))
    every, up, down = np.ones(len(rows), dtype=np.bool_), np.zeros(len(rows)), np.zeros(len(rows))
    measured: list[int] = []
    y: list[float] = []
    told: dict[str, Any] = {
        "family": family,
        "seed": seed,
        "player": f"{belief}/{policy}",
        "cost": [],
        "stop": None,
        "proven": None,
        "near": {},
    }

    def context(now: Belief, coming: int) -> policies.PolicyContext:
        seeded = policies.Seed(seed, coming, 0)
        precision = before.deviation**-2.0
        return policies.PolicyContext(now, rows, up, down, precision, coming, BUDGET, seeded)

    now = before
    for n in range(1, BUDGET + 1):
        seen = context(now, n)
        row = policies.choose(rule.scores(seen), seen)
        good = bool(outcomes[n - 1, row])
        up, down = (
            up + (np.arange(len(rows)) == row) * good,
            down + (np.arange(len(rows)) == row) * (not good),
        )
        measured.append(row)
        y.append(1.0 if good else -1.0)
        now = posterior(before, rows.take(measured), np.array(y))
        best, _ = best_row(now, rows, every)
        cost = float(chance.max() - chance[best])
        seen = context(now, n + 1)
        if n in AFTER:
            told["cost"].append(round(cost, 4))
        if n % 10 == 0:
            near = WithinOfBest(0.05, 0.9, draws=500).chance(StoppingState(seen))
            told["near"][str(n)] = [round(near, 3), int(cost <= 0.05)]
        if n >= 3 and told["proven"] is None:
            stake = perfect_information(seen, (seed, n), draws=512)
            if stake is not None and stake.value < STAKE:
                stop = [n, round(cost, 4), round(stake.value, 4)]
                told["stop"] = told["stop"] or stop
                if up[best] >= 1 and up[best] >= down[best]:
                    told["proven"] = stop
    return told


def play_by_name(family: str, seed: int, player: str) -> dict[str, Any]:
    """Play one world; `player` is a belief and a policy, as ``average/kg``."""
    return play(family, seed, *player.split("/"))


def lines_of(log: list[dict[str, Any]], players: list[str]) -> Iterator[str]:
    """Yield the lines of the table, over the worlds that all players have played."""
    by: dict[str, dict[tuple[str, int], dict[str, Any]]] = defaultdict(dict)
    for one in log:
        by[one["player"]][one["family"], one["seed"]] = one
    common = sorted(set.intersection(*(set(by[name]) for name in players)))
    families = [name for name in FAMILIES if any(family == name for family, _ in common)]
    yield "| family | worlds | " + " | ".join(players) + " |"
    yield "|---|---|" + "---|" * len(players)
    for name in families:
        worlds = [each for each in common if each[0] == name]
        means = [np.mean([by[player][each]["cost"] for each in worlds], axis=0) for player in players]
        cells = [" / ".join(f"{1000 * cost:.0f}" for cost in mean) for mean in means]
        yield f"| {name} | {len(worlds)} | " + " | ".join(cells) + " |"
    seeds = sorted({seed for _, seed in common})
    whole = [seed for seed in seeds if sum(each[1] == seed for each in common) == len(families)]
    costs = np.array([[[by[p][f, seed]["cost"] for f in families] for seed in whole] for p in players]).mean(
        axis=2
    )  # player, seed, n
    cells = [" / ".join(f"{1000 * cost:.0f}" for cost in each.mean(axis=0)) for each in costs]
    yield f"| all, equal weight | {len(whole) * len(families)} | " + " | ".join(cells) + " |"
    apart = costs.mean(axis=2) - costs.mean(axis=2)[0]
    error = apart.std(axis=1, ddof=1) / np.sqrt(len(whole))
    cells = [f"{1000 * m:+.0f} +- {1000 * e:.0f}" for m, e in zip(apart.mean(axis=1), error, strict=True)]
    yield "| mean over n, less the first | | " + " | ".join(cells) + " |"
    for key, words in (("stop", "at-stake 5"), ("proven", "at-stake 5 and succeeded 1")):
        cells = []
        for player in players:
            stops = [by[player][each][key] for each in common if by[player][each][key]]
            lost = np.array([[cost, said] for _, cost, said in stops]).reshape(-1, 2)
            false = float(np.mean(lost[:, 0] > 0.05)) if stops else 0.0
            means = 100 * lost.mean(axis=0) if stops else np.zeros(2)
            cells.append(
                f"{100 * len(stops) / len(common):.0f} % stop, {100 * false:.0f} % of them false, "
                f"lost {means[0]:.1f}, said {means[1]:.1f}"
            )
        yield f"| {words} | {len(common)} | " + " | ".join(cells) + " |"
    for n in ("10", "20", "30"):
        cells = []
        for player in players:
            near = np.array([by[player][each]["near"][n] for each in common])
            said, true = 100 * near.mean(axis=0)
            score = float(np.mean((near[:, 0] - near[:, 1]) ** 2))
            cells.append(f"{said:.0f} % said, {true:.0f} % true, Brier score {score:.3f}")
        yield f"| within 5 points after {n} | {len(common)} | " + " | ".join(cells) + " |"


def main() -> None:
    """Play, or print the table."""
    parser = argparse.ArgumentParser(description="Contest of beliefs and policies over families of truths.")
    parser.add_argument("log", type=Path)
    parser.add_argument("--seed", type=int, default=20262901)
    parser.add_argument("--worlds", type=int, default=100, help="worlds of each family")
    parser.add_argument("--players", default="average/kg,bent/kg,linear/kg")
    parser.add_argument("--families", default=";".join(FAMILIES), help="separated by semicolons")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print what the log has")
    options = parser.parse_args()
    players = options.players.split(",")
    if options.table:
        print("\n".join(lines_of(logged(options.log), players)))
        return
    seeds = range(options.seed, options.seed + options.worlds)
    wanted = (
        (family, seed, player)
        for seed in seeds
        for family in options.families.split(";")
        for player in players
    )
    play_missing(options.log, ("family", "seed", "player"), wanted, play_by_name, options.workers)


if __name__ == "__main__":
    main()
