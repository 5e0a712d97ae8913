"""Simulation-based calibration of the credible intervals and probabilities of a belief.

Truths are drawn from the prior, and outcomes from the truths. Then the 90 % intervals of the exact posterior cover 90 %
under any design (Cook, Gelman and Rubin, J. Comput. Graph. Stat. 15, 2006), so that any shortfall of a belief, or
difference from the exact posterior, is due to its approximation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS, MomentBelief
from kgdesk.model.beliefs.log_odds import interval
from kgdesk.model.beliefs.prior import prior_belief
from kgdesk.rehearsal.contest import Contest, Player, draw_world
from kgdesk.rehearsal.importance_sampling import exact_posterior
from kgdesk.rehearsal.simulation import Agent, play, predictive
from kgdesk.rehearsal.truths import Normal
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.rehearsal.contest import World
    from kgdesk.rehearsal.importance_sampling import ExactPosterior

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]

#: Defaults of `Setting`: numbers of attributes, designs, numbers of outcomes, candidates.
ATTRIBUTES = (2, 5, 10)
DESIGNS = ("random", "kg")
STAGES = (10, 30, 100)
CANDIDATES = 50
#: Nominal coverage of the intervals.
LEVEL = 0.9


@dataclass(frozen=True, eq=False)
class Setting:
    """Distribution that replicates are drawn from; each replicate has its own truth, candidates and outcomes.

    Parameters
    ----------
    attributes
        Number of attributes; with the intercept there is one weight more. Attribute values are uniform with mean 0 and
        variance 1, as after standardisation; weights are N(0, 1), which is the prior of the beliefs.
    design
        ``random``: rows are drawn, and all beliefs get the same outcomes. ``kg``: each belief chooses by its
        own knowledge gradient.
    stages
        Numbers of outcomes after which the beliefs are evaluated, ascending.
    beliefs
        Names of the beliefs.
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
        """Name in tables and messages."""
        return f"calibration-{self.attributes}-{self.design}"


@dataclass(frozen=True, eq=False)
class Replicate:
    """Results of one simulated study for K beliefs at S stages; arrays (K, S), values in 0..1 unless noted.

    Parameters
    ----------
    covered
        Share of the candidates whose true success probability is in the belief's interval.
    exact_covered
        The same for the intervals of the exact posterior.
    best_covered
        1 if the interval of the recommended candidate covers its true probability, else 0.
    width
        Mean width of the intervals.
    mean_gap, worst_gap
        Mean and largest difference, over the candidates, between predicted and exact posterior probability.
    noise
        Largest standard error of the exact probabilities.
    effective
        Effective sample size behind the exact probabilities.
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
    """Return all combinations of number of attributes and design."""
    return tuple(Setting(count, design) for count in attributes for design in DESIGNS)


@play.register
def replicate(setting: Setting, seed: int) -> Replicate:
    """Simulate one replicate; it depends on setting and seed alone."""
    d = setting.attributes + 1
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(setting.attributes,)))
    x = rng.uniform(-np.sqrt(3.0), np.sqrt(3.0), (setting.candidates, setting.attributes))
    X = np.column_stack([np.ones(setting.candidates), x])
    game = Contest(
        f"calibration-{setting.attributes}",  # the name seeds the truths: equal for both designs
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
            key = rows[:n].tobytes()  # equal rows have equal outcomes, since the world is shared
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
    """Return the eight values of a `Replicate` in its order."""
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
