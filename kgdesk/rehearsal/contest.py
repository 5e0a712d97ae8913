"""Setting of a simulated study (pool, prior, truth, players), and the random world of each of its runs."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.beliefs.arrays import rows_of
from kgdesk.model.beliefs.gaussian import BELIEFS
from kgdesk.model.beliefs.prior import mixture_prior, prior_belief
from kgdesk.model.design.design_matrix import AVERAGED
from kgdesk.model.study.measured_scale import Scale
from kgdesk.rehearsal.truths import chances
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.design_matrix import Rows as PoolRows
    from kgdesk.model.design.features import Features
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.stopping_rules import Rule
    from kgdesk.rehearsal.truths import Truth, UniformPool

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Player:
    """A policy with the belief and terms by which it chooses and recommends.

    Parameters
    ----------
    policy, belief, terms
        Names.
    own
        The policy itself if a script has brought it along; None if it has the name `policy` in kgdesk.
    """

    policy: str
    belief: str
    terms: str = "linear"
    own: policies.CustomPolicy | None = field(default=None, compare=False, repr=False)

    @property
    def model(self) -> str:
        """Belief, with the terms if they are not linear: ``moments``, ``moments+quadratic``."""
        return self.belief if self.terms == "linear" else f"{self.belief}+{self.terms}"

    @property
    def name(self) -> str:
        """Policy and model, as ``kg/diagonal``."""
        return f"{self.policy}/{self.model}"


def players(
    names: Sequence[str | policies.CustomPolicy],
    belief: str,
    *,
    beliefless: str = "",
    terms: Sequence[str] = ("linear",),
    fixed: bool = True,
) -> tuple[Player, ...]:
    """Parse player names such as ``kg`` and ``kg/diagonal``.

    Parameters
    ----------
    names
        One or more distinct names, or policies of one's own.
    belief
        Belief of a name without one.
    beliefless
        Belief that recommends for a policy that uses none, if different from `belief`.
    terms
        Terms; every name is combined with each.
    fixed
        Whether the terms hold for all; else policies with the belief diagonal have linear terms instead of an average.

    Raises
    ------
    BadInput
        No name, an unknown one, or one given twice; an average of terms with the diagonal belief.
    """
    if not names:
        raise BadInput(phrase("There is no policy to rehearse: name at least one (as --policies kg,random)."))
    listed: list[Player] = []
    for name, own in product(names, terms):
        rule = policies.policy(name)
        plain = rule.name.partition("/")[0]
        kind = rule.belief or (beliefless if plain == "random" and beliefless else belief)
        unlike = own in AVERAGED and kind == "diagonal"
        if unlike and fixed:
            raise BadInput(
                phrase(
                    "An average of terms needs the belief moments or full: leave out “{name}”, or the average "
                    "(--compare-terms).",
                    name=rule.name,
                )
            )
        player = Player(plain, kind, "linear" if unlike else own, None if isinstance(name, str) else name)
        if player in listed:
            raise BadInput(phrase("The policy “{name}” is named twice: leave one out.", name=player.name))
        listed.append(player)
    return tuple(listed)


@dataclass(frozen=True, eq=False)
class Contest:
    """Setting of a simulated study, the same for all its runs unless its pool is redrawn.

    Parameters
    ----------
    pool
        Name of the pool in the tables.
    X
        Distinct rows of the design matrix, shape (U, d): equal candidates are one alternative. Where the pool is
        redrawn, the pool of one run; see `in_run`.
    prior_mean, prior_precision
        Prior of the weights, shape (d,) each.
    truth
        Distribution of the true log-odds.
    players
        Policies with beliefs and terms.
    budget
        Measurements per run.
    free_examples
        Whether two outcomes, one per class, are given before the first measurement, as in the paper.
    past_rows, past_y
        Rows and outcomes (+1 or -1) of a running study that every run starts from, shape (k,) each.
    columns
        Terms -> columns of `X` that a player with these terms uses; all columns for missing terms.
    rules
        Stopping rules to evaluate; they do not stop any run.
    own_precision
        Terms -> prior precision (d,) where it differs from `prior_precision`.
    redrawn
        Distribution from which each run draws its pool; None if all runs have the pool `X`.
    runs_left
        Number of times that each row can be measured, shape (U,), together at least the budget; None: any number.
    run_limit
        Largest number of measurements of one candidate; None: any number.
    features
        Features of the pool, for averaged models.
    learnt
        Priors that have learnt from an earlier study, by belief and terms as ``moments/linear``; those that are not
        there follow from mean and precision.
    values
        Settings with a threshold by which runs have measured values and players learn from them; None: outcomes alone.
    unit
        c of simulated values: c (f + e) is the distance from the threshold on the scale of these settings, for the true
        log-odds f and logistic noise e.
    past_measured
        Measured values or limits of the past outcomes, k of them, None for a run without one; empty: none has one.
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
    redrawn: UniformPool | None = None
    runs_left: Rows | None = None
    run_limit: int | None = None
    features: tuple[Features, ...] = ()
    learnt: Mapping[str, Belief] = field(default_factory=dict)
    values: Settings | None = None
    unit: float = 1.0
    past_measured: tuple[Measured | None, ...] = ()

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

    def in_run(self, seed: int) -> Contest:
        """Return the contest with the pool of the run with this seed; itself if all runs have the same pool."""
        if self.redrawn is None:
            return self
        pool = self.redrawn.draw(np.random.default_rng(seed_sequence(seed, self.pool, 4)))
        return replace(self, X=pool, redrawn=None)

    def columns_of(self, terms: str) -> Rows:
        """Return the columns of `X` that a player with these terms uses."""
        return self.columns.get(terms, np.arange(self.X.shape[1]))

    def precision_of(self, terms: str) -> Array:
        """Return the prior precision of the weights of the terms' columns."""
        return self.own_precision.get(terms, self.prior_precision)[self.columns_of(terms)]

    @cached_property
    def rows(self) -> PoolRows:
        """`X` as beliefs take it without further checks."""
        return rows_of(self.X)

    @cached_property
    def states(self) -> dict[Any, Any]:
        """States of players after their first outcomes, shared by many runs: see `kgdesk.rehearsal.simulation`."""
        return {}

    def prior(self, belief: str, terms: str = "linear") -> Belief:
        """Return the prior belief about the weights of the terms' columns."""
        known = self.learnt.get(f"{belief}/{terms}")
        if known is not None:
            return known
        own = self.columns_of(terms)
        mean, precision = self.prior_mean[own], self.precision_of(terms)
        if terms not in AVERAGED:
            return prior_belief(belief, mean, precision)
        return mixture_prior(belief, mean, precision, ~np.isin(own, self.columns_of("linear")), self.features)


def seed_sequence(seed: int, pool: str, what: int) -> np.random.SeedSequence:
    """Return the seed sequence of one random component; it depends on seed, pool name and component alone."""
    return np.random.SeedSequence(seed, spawn_key=(zlib.crc32(pool.encode()), what))


def digest_into(total: Any, value: object) -> None:
    """Add a value to a hash so that different values give different bytes.

    The value may consist of dataclasses, arrays, mappings, sequences and plain values.

    Raises
    ------
    TypeError
        The value contains anything else.
    """
    if isinstance(value, np.ndarray):
        total.update(f"array {value.dtype.str} {value.shape} ".encode())
        total.update(np.ascontiguousarray(value).tobytes())
    elif is_dataclass(value) and not isinstance(value, type):
        total.update(f"{type(value).__qualname__} {len(fields(value))} ".encode())
        for one in fields(value):
            total.update(f"{one.name} ".encode())
            digest_into(total, getattr(value, one.name))
    elif isinstance(value, Mapping):
        digest_into(total, sorted(value.items()))
    elif isinstance(value, tuple | list):
        total.update(f"sequence {len(value)} ".encode())
        for each in value:
            digest_into(total, each)
    elif value is None or isinstance(value, str | bool | int | float):
        total.update(f"{value!r} ".encode())
    else:
        raise TypeError(f"no digest of {type(value).__name__}")


@dataclass(frozen=True, eq=False)
class World:
    """Truth and outcomes of one run, shared by all players.

    Parameters
    ----------
    chance
        True success probability of each row after n measurements, shape (budget + 1, U).
    outcome
        Outcome, +1 or -1, of each row if measured at n, shape (budget + 1, U); row 0 holds the labels that the
        free examples are drawn from.
    free
        Rows of the free examples, at most one per class.
    seed
        Seed of the draws and tie-breaks of every policy.
    measured
        Value of each row if measured at n, shape (budget + 1, U), on the side of its outcome; None: only outcomes.
    """

    chance: Array
    outcome: Array
    free: tuple[int, ...]
    seed: int
    measured: Array | None = None

    def value(self, n: int, row: int) -> float | None:
        """Return the value of a row if measured at n; None where there are only outcomes."""
        return None if self.measured is None else float(self.measured[n, row])


def draw_world(contest: Contest, seed: int) -> World:
    """Draw truth, outcomes and free examples of the run with this seed."""
    contest = contest.in_run(seed)
    shape = (contest.budget + 1, contest.X.shape[0])
    truth = np.random.default_rng(seed_sequence(seed, contest.pool, 0))
    chance = chances(contest.truth.log_odds(contest.X, truth, shape[0]))
    uniform = np.random.default_rng(seed_sequence(seed, contest.pool, 1)).random(shape)
    outcome = np.where(uniform < chance, 1.0, -1.0)
    free: list[int] = []
    if contest.free_examples:
        rng = np.random.default_rng(seed_sequence(seed, contest.pool, 2))
        for sign in (1.0, -1.0):
            rows = np.flatnonzero(outcome[0] == sign)
            if rows.size:
                free.append(int(rng.choice(rows)))
    own = int(seed_sequence(seed, contest.pool, 3).generate_state(1, np.uint64)[0] >> np.uint64(1))
    return World(chance, outcome, tuple(free), own, _values(contest, chance, uniform))


def _log_odds(p: Array) -> Array:
    inside = np.clip(p, np.finfo(np.float64).tiny, 1.0 - np.finfo(np.float64).epsneg)
    found: Array = np.log(inside) - np.log1p(-inside)
    return found


def _values(contest: Contest, chance: Array, uniform: Array) -> Array | None:
    """Return values whose side of the threshold is the outcome: uniform < chance where their distance is above 0."""
    if contest.values is None or not contest.values.learns_from_values:
        return None
    scale = Scale(contest.values)
    # Log-odds less a logistic variable, which is the log-odds of a uniform one.
    distance = contest.unit * (_log_odds(chance) - _log_odds(uniform))
    found: Array = np.vectorize(scale.value, otypes=[np.float64])(distance)
    return found
