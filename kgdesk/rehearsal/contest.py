"""What a simulated study starts from, and the world drawn for one run: outcomes that all policies share."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model.average import average_or_plain
from kgdesk.model.belief import BELIEFS, prior_belief
from kgdesk.rehearsal.truths import Normal, chances

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief
    from kgdesk.model.stopping import Rule
    from kgdesk.rehearsal.players import Player
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Contest:
    """Everything that a simulated study starts from; the same for all its runs.

    Parameters
    ----------
    pool
        Its name in the tables.
    X
        (U, d) distinct rows of the design matrix: equal candidates are one alternative.
    prior_mean, prior_precision
        (d,) of the weights.
    truth
        How true log-odds are drawn.
    players
        Policies with their beliefs.
    budget
        Measurements in each run.
    free_examples
        Whether two outcomes, one of each class, are given before the first measurement, as in the paper.
    past_rows, past_y
        (k,) rows and outcomes +1/-1 that every run starts from: those of a study that is under way.
    columns
        For each terms of a player the columns of `X` that it sees; terms that are missing see all.
    rules
        Stopping rules that look on; no player feels them.
    own_precision
        (d,) prior precision for the terms that have another than `prior_precision`.
    """

    pool: str
    X: Array
    prior_mean: Array
    prior_precision: Array
    truth: Truth
    players: tuple[Player, ...]
    budget: int
    free_examples: bool
    past_rows: Rows
    past_y: Array
    columns: Mapping[str, Rows] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    own_precision: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.budget < 1:
            raise BadInput(
                phrase("The number of planned runs must be at least 1, not {budget}.", budget=self.budget)
            )
        if not self.players:
            raise BadInput("There is no policy to rehearse: name at least one.")
        unknown = next((p.belief for p in self.players if p.belief not in BELIEFS), "")
        if unknown:
            raise BadInput(
                phrase(
                    "There is no belief “{unknown}”: choose one of {choices}.",
                    unknown=unknown,
                    choices=", ".join(BELIEFS),
                )
            )

    def sees(self, terms: str) -> Rows:
        """Return the columns of `X` that a player with these terms sees."""
        return self.columns.get(terms, np.arange(self.X.shape[1]))

    def precision_of(self, terms: str) -> Array:
        """Return the prior precision of the weights of the columns that the terms see."""
        return self.own_precision.get(terms, self.prior_precision)[self.sees(terms)]

    def prior(self, belief: str, terms: str = "linear") -> Belief:
        """Return the prior of a kind about the weights of the columns that the terms see."""
        own = self.sees(terms)
        mean, precision = self.prior_mean[own], self.precision_of(terms)
        if terms != "average":
            return prior_belief(belief, mean, precision)
        return average_or_plain(belief, mean, precision, ~np.isin(own, self.sees("linear")))


@dataclass(frozen=True, eq=False)
class World:
    """What one run is played in.

    Parameters
    ----------
    chance
        (budget + 1, U) true chance of success of each row, after n measurements.
    outcome
        (budget + 1, U) what each row would give at measurement n, +1 or -1; row 0 is the further row of labels that
        the free examples are drawn from. All players meet the same.
    free
        Rows of the free examples, at most one of each class.
    seed
        Of the draws and ties of every policy.
    """

    chance: Array
    outcome: Array
    free: tuple[int, ...]
    seed: int


def _stream(seed: int, pool: str, what: int) -> np.random.SeedSequence:
    """Return the source of one kind of chance in one run; it depends on the pool's name and on nothing else."""
    return np.random.SeedSequence(seed, spawn_key=(zlib.crc32(pool.encode()), what))


def draw_world(contest: Contest, seed: int) -> World:
    """Draw truth, outcomes and free examples of the run with this seed."""
    shape = (contest.budget + 1, contest.X.shape[0])
    truth = np.random.default_rng(_stream(seed, contest.pool, 0))
    chance = chances(contest.truth.log_odds(contest.X, truth, shape[0]))
    uniform = np.random.default_rng(_stream(seed, contest.pool, 1)).random(shape)
    outcome = np.where(uniform < chance, 1.0, -1.0)
    free: list[int] = []
    if contest.free_examples:
        rng = np.random.default_rng(_stream(seed, contest.pool, 2))
        for sign in (1.0, -1.0):
            rows = np.flatnonzero(outcome[0] == sign)
            if rows.size:
                free.append(int(rng.choice(rows)))
    own = int(_stream(seed, contest.pool, 3).generate_state(1, np.uint64)[0] >> np.uint64(1))
    return World(chance, outcome, tuple(free), own)


def true_weights(contest: Contest, seed: int) -> Array:
    """Return the weights (d,) behind the truth of the run with this seed.

    Raises
    ------
    BadInput
        The truths of the contest are not logistic in the rows.
    """
    if not isinstance(contest.truth, Normal):
        raise BadInput(phrase("The simulated truths of {pool} have no weights.", pool=contest.pool))
    return contest.truth.weights(np.random.default_rng(_stream(seed, contest.pool, 0)))
