"""Calibration by simulation: what the ranges and probabilities of a belief are worth where the truth is known.

Truths are drawn from the prior, outcomes from the truths; then the exact posterior covers 90 % with its 90 % ranges
under any design whatever (Cook, Gelman and Rubin, J. Comput. Graph. Stat. 15, 2006), and what a belief falls short of
that, or differs from the exact posterior, is the doing of its approximation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.beliefs.arrays import interval
from kgdesk.model.beliefs.gaussian import BELIEFS, MomentBelief, posterior, prior_belief
from kgdesk.rehearsal.calibration.importance_sampling import exact_posterior
from kgdesk.rehearsal.contest import Contest, Player, draw_world
from kgdesk.rehearsal.simulation import Agent, play, predictive
from kgdesk.rehearsal.truths import Normal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief
    from kgdesk.rehearsal.calibration.importance_sampling import ExactPosterior
    from kgdesk.rehearsal.contest import World

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]

#: What is simulated: numbers of attributes, designs, numbers of outcomes, candidates.
ATTRIBUTES = (2, 5, 10)
DESIGNS = ("random", "kg")
STAGES = (10, 30, 100)
CANDIDATES = 50
#: The nominal share of the ranges.
LEVEL = 0.9


@dataclass(frozen=True, eq=False)
class Setting:
    """What a replicate is drawn from; each has a truth, candidates and outcomes of its own.

    Parameters
    ----------
    attributes
        Of the candidates; with the intercept there is one weight more. Attribute values are uniform with mean 0 and
        variance 1, as standardised ones are; weights are N(0, 1), which is what the beliefs start from.
    design
        ``random``: candidates are drawn, and all beliefs meet the same outcomes. ``kg``: each belief chooses by its
        own knowledge gradient.
    stages
        Numbers of outcomes after which the beliefs are looked at, rising.
    beliefs
        Their names.
    candidates
        Number of candidates.
    """

    attributes: int
    design: str
    stages: tuple[int, ...] = STAGES
    beliefs: tuple[str, ...] = tuple(BELIEFS)
    candidates: int = CANDIDATES

    def __post_init__(self) -> None:
        if self.design not in DESIGNS:
            raise BadInput(
                phrase(
                    "There is no design “{design}”: choose one of {choices}.",
                    design=self.design,
                    choices=", ".join(DESIGNS),
                )
            )
        if not self.stages or min(self.stages) < 1 or tuple(sorted(set(self.stages))) != self.stages:
            raise BadInput("The numbers of outcomes must rise from at least 1.")

    @property
    def pool(self) -> str:
        """Its name in tables and messages."""
        return f"calibration-{self.attributes}-{self.design}"


@dataclass(frozen=True, eq=False)
class Replicate:
    """One simulated study seen by K beliefs at S stages; every array is (K, S), shares and chances in 0..1.

    Parameters
    ----------
    covered
        Share of the candidates whose true chance of success lies in the range of the belief.
    exact_covered
        The same for the ranges of the exact posterior.
    best_covered
        1 where the range of the recommended candidate holds its true chance, else 0.
    width
        Mean width of the ranges.
    mean_gap, worst_gap
        Mean and largest difference over the candidates between predicted probability and that of the exact posterior.
    noise
        Largest standard error of the exact probabilities.
    effective
        Effective number of draws behind them.
    """

    covered: Array
    exact_covered: Array
    best_covered: Array
    width: Array
    mean_gap: Array
    worst_gap: Array
    noise: Array
    effective: Array


def settings(attributes: tuple[int, ...] = ATTRIBUTES) -> tuple[Setting, ...]:
    """Return every pair of number of attributes and design."""
    return tuple(Setting(count, design) for count in attributes for design in DESIGNS)


@play.register
def replicate(setting: Setting, seed: int) -> Replicate:
    """Play one replicate; it depends on the setting and the seed alone."""
    d = setting.attributes + 1
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(setting.attributes,)))
    x = rng.uniform(-np.sqrt(3.0), np.sqrt(3.0), (setting.candidates, setting.attributes))
    X = np.column_stack([np.ones(setting.candidates), x])
    game = Contest(
        f"calibration-{setting.attributes}",  # both designs meet the same truths
        X,
        np.zeros(d),
        np.ones(d),
        Normal(np.zeros(d), np.eye(d)),
        tuple(Player("kg", belief) for belief in setting.beliefs),
        setting.stages[-1],
        free_examples=False,
        past_rows=np.empty(0, dtype=np.int64),
        past_y=np.empty(0),
    )
    world = draw_world(game, seed)
    drawn = rng.integers(setting.candidates, size=game.budget)
    out = np.empty((8, len(setting.beliefs), len(setting.stages)))
    exact: dict[bytes, ExactPosterior] = {}
    for k, player in enumerate(game.players):
        rows = drawn if setting.design == "random" else _chosen(game, player, world)
        y = world.outcome[np.arange(1, rows.size + 1), rows]
        for s, n in enumerate(setting.stages):
            key = rows[:n].tobytes()  # of equal rows the outcomes are equal too: one world for all
            if key not in exact:
                prior = MomentBelief.prior(d)
                exact[key] = exact_posterior(prior, X[rows[:n]], y[:n], X, rng.spawn(1)[0])
            prior_k = prior_belief(player.belief, game.prior_mean, game.prior_precision)
            belief = posterior(prior_k, X[rows[:n]], y[:n])
            out[:, k, s] = _judged(belief, X, world.chance[0], exact[key])
    return Replicate(*out)


def _chosen(game: Contest, player: Player, world: World) -> Rows:
    """Return the rows (budget,) that a player measures."""
    agent = Agent(game, player, world)
    rows = np.empty(game.budget, dtype=np.int64)
    for n in range(1, game.budget + 1):
        rows[n - 1] = agent.choose()
        if n < game.budget:
            agent.learn(int(rows[n - 1]), float(world.outcome[n, rows[n - 1]]))
    return rows


def _judged(belief: Belief, X: Array, chance: Array, exact: ExactPosterior) -> tuple[float, ...]:
    """Return the eight numbers of a `Replicate` in its order."""
    mu, s2 = belief.moments(X)
    low, high = interval(mu, s2)
    inside = (low <= chance) & (chance <= high)
    truth = np.log(chance) - np.log1p(-chance)
    below = exact.share_below(truth)
    tail = 0.5 * (1.0 - LEVEL)
    gap = np.abs(belief.predict(X) - exact.probability)
    return (
        float(inside.mean()),
        float(((tail <= below) & (below <= 1.0 - tail)).mean()),
        float(inside[predictive(belief, X, mu, s2)]),
        float((high - low).mean()),
        float(gap.mean()),
        float(gap.max()),
        float(exact.noise.max()),
        exact.effective,
    )
