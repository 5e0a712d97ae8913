"""What a simulated study starts from, who plays, and the world drawn for one run."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model import policies
from kgdesk.model.beliefs.average import average_or_linear
from kgdesk.model.beliefs.gaussian import BELIEFS, prior_belief
from kgdesk.rehearsal.truths import Normal, chances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief
    from kgdesk.model.stopping.rules import Rule
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Player:
    """A policy, and the belief and terms by which it chooses and recommends."""

    policy: str
    belief: str
    terms: str = "linear"

    @property
    def model(self) -> str:
        """The belief, and the terms where they are not linear: ``moments``, ``moments+quadratic``."""
        return self.belief if self.terms == "linear" else f"{self.belief}+{self.terms}"

    @property
    def name(self) -> str:
        """Policy and model with a slash between: ``kg/diagonal``."""
        return f"{self.policy}/{self.model}"


def players(
    names: Sequence[str], belief: str, *, beliefless: str = "", terms: Sequence[str] = ("linear",)
) -> tuple[Player, ...]:
    """Return the players of names like ``kg`` and ``kg/diagonal``.

    Parameters
    ----------
    names
        At least one, no two of them the same.
    belief
        Of a name without one.
    beliefless
        Of a name without one whose policy looks at no belief, if another than `belief` is to recommend for it.
    terms
        Every name plays with each of these.

    Raises
    ------
    BadInput
        No name, an unknown one, or one given twice; an average of terms with the diagonal belief.
    """
    if not names:
        raise BadInput(phrase("There is no policy to rehearse: name at least one (as --policies kg,random)."))
    made: list[Player] = []
    for name, own in product(names, terms):
        rule = policies.policy(name)
        plain = name.partition("/")[0]
        kind = rule.belief or (beliefless if plain == "random" and beliefless else belief)
        player = Player(plain, kind, own)
        if own == "average" and kind == "diagonal":
            raise BadInput(
                phrase(
                    "An average of terms needs the belief moments or full: “{name}” brings another.",
                    name=name,
                )
            )
        if player in made:
            raise BadInput(phrase("The policy “{name}” is named twice: leave one out.", name=player.name))
        made.append(player)
    return tuple(made)


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

    def columns_of(self, terms: str) -> Rows:
        """Return the columns of `X` that a player with these terms sees."""
        return self.columns.get(terms, np.arange(self.X.shape[1]))

    def precision_of(self, terms: str) -> Array:
        """Return the prior precision of the weights of the columns that the terms see."""
        return self.own_precision.get(terms, self.prior_precision)[self.columns_of(terms)]

    def prior(self, belief: str, terms: str = "linear") -> Belief:
        """Return the prior of a kind about the weights of the columns that the terms see."""
        own = self.columns_of(terms)
        mean, precision = self.prior_mean[own], self.precision_of(terms)
        if terms != "average":
            return prior_belief(belief, mean, precision)
        return average_or_linear(belief, mean, precision, ~np.isin(own, self.columns_of("linear")))


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
