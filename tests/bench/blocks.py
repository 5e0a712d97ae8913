"""Studies whose runs lie on plates: whether ranges hold, and what blocks cost, with and without effects of the plates.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=. python tests/bench/blocks.py LOG --worlds 1000 --terms linear

Each world is written to the log when it has been played; the same command goes on where it stopped, and prints the
table.

Truths are straight, from the default prior of linear terms, over 120 candidates of five numbers; 32 runs lie on 4
plates of 8, whose effects have a deviation of 1 in log-odds or none. The four players see the same candidates and
chances, and their outcomes come from the same uniform numbers. Ranges are those of all candidates after 32 runs, once
with runs of candidates chosen at random and once with followed suggestions: the share of them that hold the chance in a
new block, on average over its effect. Opportunity cost is that in a block of effect 0.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":  # before Numba is imported; the workers inherit it
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import numpy as np
from families import expit, made, no_levels, uniform
from game_log import logged, play_missing
from scipy.special import logit, ndtr

from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.blocks import Blocks, fitted_in_blocks
from kgdesk.model.design import design_matrix
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.model.beliefs.belief import Belief

PLATES, WELLS, CANDIDATES, NUMBERS, DEVIATION = 4, 8, 120, 5, 1.0
RUNS = PLATES * WELLS
#: Runs after which opportunity costs are printed.
AFTER = (8, 16, RUNS)
#: Players by name: whether plates have effects, and whether the study names them.
PLAYERS = {
    "no effects, no blocks": (False, False),
    "no effects, blocks": (False, True),
    "effects, no blocks": (True, False),
    "effects, blocks": (True, True),
}
SEED = 47_000_000
EVERY = np.ones(CANDIDATES, dtype=np.bool_)

Array = np.ndarray


class PlatesWorld:
    """Candidates, their log-odds, the effects of the plates, and uniform numbers for the outcomes."""

    def __init__(self, seed: int, terms: str) -> None:
        rng = np.random.default_rng(seed)
        numbers = uniform(rng, CANDIDATES, NUMBERS)
        pool = made(numbers, no_levels(CANDIDATES), np.zeros(CANDIDATES)).pool
        straight = design_matrix.design(pool, design_matrix.fix_scaling(pool, terms="linear")).X
        prior = Settings(terms="linear").prior(straight.shape[1])
        self.log_odds = straight @ (prior.mean + prior.deviation * rng.standard_normal(straight.shape[1]))
        self.effects = DEVIATION * rng.standard_normal(PLATES)
        self.uniform = rng.random((RUNS, CANDIDATES))
        self.picked = rng.integers(CANDIDATES, size=RUNS)
        self.settings = Settings(terms=terms).settled()
        self.scaling = design_matrix.fix_scaling(pool, terms=terms)
        self.design = design_matrix.design(pool, self.scaling)
        self.prior = self.settings.prior_of(self.scaling)

    def won(self, n: int, row: int, *, effects: bool) -> float:
        """Return the outcome, +1 or -1, of run n of a candidate."""
        effect = self.effects[n // WELLS] if effects else 0.0
        return 1.0 if self.uniform[n, row] < expit(self.log_odds[row] + effect) else -1.0

    def told(self, measured: list[int], y: list[float], *, blocks: bool) -> tuple[Belief, Belief]:
        """Return the beliefs about a new block and about that of the next run; equal without blocks."""
        rows, outcomes = self.design.rows.take(measured), np.array(y)
        if not blocks:
            belief = posterior(self.prior, rows, outcomes)
            return belief, belief
        plates = [(f"P{n // WELLS + 1}",) for n in range(len(measured) + 1)]
        fit = fitted_in_blocks(self.prior, rows, outcomes, Blocks.of(plates[:-1], plates[-1]))
        return fit.belief, fit.present

    def held(self, belief: Belief, *, effects: bool) -> float:
        """Return the share of candidates whose range holds the chance in a new block, on average over its effect."""
        low, high = (logit(end) - self.log_odds for end in belief.interval(self.design.X))
        if not effects:
            return float(np.mean((low <= 0.0) & (high >= 0.0)))
        return float(np.mean(ndtr(high / DEVIATION) - ndtr(low / DEVIATION)))


def play(terms: str, seed: int, chosen: str) -> dict[str, Any]:
    """Play one world; say for each player which share of the ranges holds, random and followed, and its costs.

    Where the runs are `chosen` at ``random`` none is followed, and the costs are those after these runs.
    """
    truth, found = PlatesWorld(seed, terms), dict[str, tuple[float, float | None, list[float]]]()
    chance = expit(truth.log_odds)

    def cost(belief: Belief) -> float:
        return float(chance.max() - chance[best_row(belief, truth.design.rows, EVERY)[0]])

    for name, (effects, blocks) in PLAYERS.items():
        picked = truth.picked.tolist()
        y = [truth.won(n, row, effects=effects) for n, row in enumerate(picked)]
        stages = [truth.told(picked[:n], y[:n], blocks=blocks)[0] for n in AFTER]
        at_random = truth.held(stages[-1], effects=effects)
        if chosen == "random":
            found[name] = at_random, None, [cost(belief) for belief in stages]
        else:
            followed, costs = _followed(truth, seed, cost, effects=effects, blocks=blocks)
            found[name] = at_random, followed, costs
    return {"terms": terms, "seed": seed, "chosen": chosen, "found": found}


def _followed(
    truth: PlatesWorld, seed: int, cost: Callable[[Belief], float], *, effects: bool, blocks: bool
) -> tuple[float, list[float]]:
    """Return the share of ranges that hold after followed suggestions, and the costs on the way."""
    policy = policies.policy(truth.settings.policy)
    measured: list[int] = []
    y, costs = [], []
    up, down = np.zeros(CANDIDATES), np.zeros(CANDIDATES)
    for n in range(RUNS + 1):
        belief, present = truth.told(measured, y, blocks=blocks)
        if n in AFTER:
            costs.append(cost(belief))
        if n == RUNS:
            break
        seen = policies.PolicyContext(
            present,
            truth.design.rows,
            up.copy(),
            down.copy(),
            truth.prior.deviation**-2.0,
            n + 1,
            RUNS,
            policies.Seed(seed, n, 0),
        )
        row = policies.choose(policy.scores(seen), seen)
        measured.append(row)
        y.append(truth.won(n, row, effects=effects))
        (up if y[-1] > 0 else down)[row] += 1.0
    return truth.held(belief, effects=effects), costs


def lines_of(results: list[dict[str, tuple[float, float | None, list[float]]]]) -> Iterator[str]:
    """Yield the lines of the table, and what the comparisons are."""

    def said(values: Array, factor: float = 1.0, digits: int = 0) -> str:
        error = values.std(ddof=1) / np.sqrt(len(values))
        return f"{factor * values.mean():.{digits}f} +- {factor * error:.{digits}f}"

    yield f"| player | ranges, random runs | ranges, followed | cost x 1000 at n = {' | '.join(map(str, AFTER))} |"
    yield "|---" * (3 + len(AFTER)) + "|"
    costs = {name: np.array([one[name][2] for one in results]) for name in PLAYERS}
    for name in PLAYERS:
        held = [[one[name][which] for one in results] for which in range(2)]
        cells = ["" if None in each else said(np.array(each), 100.0, 1) + " %" for each in held] + [
            said(c, 1000.0, 1) for c in costs[name].T
        ]
        yield f"| {name} | {' | '.join(cells)} |"
    base = costs["no effects, no blocks"][:, -1]
    yield ""
    for name in ("effects, blocks", "effects, no blocks"):
        here = costs[name][:, -1]
        ratio = here.mean() / base.mean()
        error = (here - ratio * base).std(ddof=1) / np.sqrt(len(base)) / base.mean()
        yield f"{name}, cost at n = {RUNS} as a share of that of no effects, no blocks: {ratio:.2f} +- {error:.2f}"
    gap = costs["no effects, blocks"][:, -1] - base
    yield f"no effects, blocks less no blocks at n = {RUNS}, x 1000: {said(gap, 1000.0, 1)}"


def main() -> None:
    """Play the worlds that the log lacks, and print the table of all that were asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("log", type=Path)
    asked.add_argument("--worlds", type=int, default=1000)
    asked.add_argument("--first", type=int, default=SEED, help="the first seed")
    asked.add_argument("--terms", default="linear")
    asked.add_argument(
        "--chosen",
        choices=("followed", "random"),
        default="followed",
        help="how candidates are chosen: suggestions are followed, which takes ten processor seconds a world with "
        "averaged terms, or none is asked for",
    )
    asked.add_argument(
        "--table", action="store_true", help="only print the table of the worlds that were played"
    )
    given = asked.parse_args()
    names = "terms", "seed", "chosen"
    wanted = [(given.terms, given.first + nth, given.chosen) for nth in range(given.worlds)]
    if not given.table:
        play_missing(given.log, names, wanted, play)
    played = {tuple(one[name] for name in names): one["found"] for one in logged(given.log)}
    results = [played[each] for each in wanted if each in played]
    print(f"{len(results)} worlds, {given.terms} terms\n")
    print("\n".join(lines_of(results)))


if __name__ == "__main__":
    main()
