"""One simulated study: a truth, outcomes that all policies share, and what each policy recommends after each run."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import singledispatch
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kgdesk.errors import BadInput, phrase
from kgdesk.model import policies
from kgdesk.model.average import AverageBelief, average_or_plain
from kgdesk.model.belief import BELIEFS, MomentBelief, posterior, prior_belief
from kgdesk.model.logodds import kappa_score
from kgdesk.model.stopping import Progress
from kgdesk.rehearsal.truths import Normal, chances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.believing import Belief
    from kgdesk.model.stopping import Rule
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]
    Rows = NDArray[np.int64]

# Scores closer than this share of the largest are told apart by the exact probability, as in the sweep.
_TIE = 1e-9


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

    def prior(self, belief: str, terms: str = "linear") -> Belief:
        """Return the prior of a kind about the weights of the columns that the terms see."""
        own = self.sees(terms)
        mean, precision = self.prior_mean[own], self.prior_precision[own]
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


@dataclass(frozen=True, eq=False)
class Played:
    """One run, all players: opportunity costs in 0..1 and what was measured.

    Parameters
    ----------
    predictive
        (P, budget + 1) of the row with the largest Pr(+1 | x, belief), after n measurements: what kgdesk recommends.
    plugin
        (P, budget + 1) of the row with the largest m.x, the paper's definition.
    common
        (P, budget + 1) of the predictive recommendation of one belief for all, moments in one pass, after what this
        player measured: it tells choosing and recommending apart.
    measured
        (P, budget) rows in order.
    stopped
        (P, R) number of measurements after which each rule would have stopped, -1 where it never would.
    successes
        (P, budget + 1) number of successes among the first n measurements.
    """

    predictive: Array
    plugin: Array
    common: Array
    measured: Rows
    stopped: Rows
    successes: Rows


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


class Seat:
    """One player in one world: what it has learnt so far.

    Parameters
    ----------
    contest, player, world
        Its place; free examples and past outcomes are learnt at once.
    """

    def __init__(self, contest: Contest, player: Player, world: World) -> None:
        self._contest = contest
        self._rule = policies.policy(player.policy)
        self._seed = world.seed
        self._rows: list[int] = contest.past_rows.tolist()
        self._y: list[float] = contest.past_y.tolist()
        self._prior = contest.prior(player.belief, player.terms)
        own = contest.sees(player.terms)
        whole = own.size == contest.X.shape[1]
        self._X = contest.X if whole else np.ascontiguousarray(contest.X[:, own])
        self._prior_precision = contest.prior_precision[own]
        for row in world.free:
            self._rows.append(row)
            self._y.append(float(world.outcome[0, row]))
        rows = np.array(self._rows, dtype=np.int64)
        y = np.array(self._y)
        self._belief = posterior(self._prior, self._X[rows], y)
        self._common = _one_pass(contest, rows, y)
        self._up = np.bincount(rows[y > 0], minlength=len(contest.X)).astype(np.float64)
        self._down = np.bincount(rows[y < 0], minlength=len(contest.X)).astype(np.float64)
        self.situation = self._look(1)

    def _look(self, coming: int) -> policies.Situation:
        return policies.Situation(
            belief=self._belief,
            X=self._X,
            successes=self._up,
            failures=self._down,
            prior_precision=self._prior_precision,
            coming=coming,
            budget=self._contest.budget,
            rng=policies.generator(self._seed, len(self._rows), 0),
        )

    def choose(self) -> int:
        """Return the row to measure next."""
        return policies.choose(self._rule.scores(self.situation), self.situation.rng)

    def learn(self, row: int, y: float) -> None:
        """Take one outcome in; what only the situation before it knows is dropped."""
        self._rows.append(row)
        self._y.append(y)
        (self._up if y > 0 else self._down)[row] += 1.0
        x = self._contest.X[row]
        if self._belief.kind == "moments":
            self._belief = posterior(self._prior, self._X[self._rows], np.array(self._y))
        else:
            self._belief = self._belief.updated(self._X[row], int(y))
        self._common = self._common.updated(x, int(y))
        self.situation = self._look(self.situation.coming + 1)

    def recommended(self) -> tuple[int, int, int]:
        """Return the rows that the own belief recommends, predictive and plugin, and that of the common belief."""
        X = self._contest.X
        mu, s2 = self.situation.moments
        return (
            predictive(self._belief, self._X, mu, s2),
            int(np.argmax(mu)),
            predictive(self._common, X, *self._common.moments(X)),
        )


def _one_pass(contest: Contest, rows: Rows, y: Array) -> MomentBelief:
    belief = MomentBelief(contest.prior_mean, np.diag(1.0 / contest.prior_precision))
    for row, sign in zip(rows, y, strict=True):
        belief = belief.updated(contest.X[row], int(sign))
    return belief


def predictive(belief: Belief, X: Array, mu: Array, s2: Array) -> int:
    """Return the row with the largest predicted probability, found as the sweep finds it."""
    score = belief.score(X) if isinstance(belief, AverageBelief) else kappa_score(mu, s2)
    best = int(np.argmax(score))
    if belief.kind != "moments":
        return best
    near = np.flatnonzero(score >= score[best] - _TIE * abs(score[best]))
    return best if near.size == 1 else int(near[np.argmax(belief.predict(X[near]))])


class Playable(Protocol):
    """What `play` can play."""

    @property
    def pool(self) -> str:
        """Its name in tables and messages."""


@singledispatch
def play(game: Playable, seed: int) -> Any:
    """Play one run of whatever can be simulated; `kgdesk.rehearsal.engine` spreads runs over processes."""
    raise TypeError(f"nothing to simulate: {type(game).__name__} with seed {seed}")


@play.register
def play_contest(contest: Contest, seed: int) -> Played:
    """Play one run: every player measures `budget` times in the same world.

    Parameters
    ----------
    contest
        What all runs share.
    seed
        Of this run; a result depends on the contest and on it alone.
    """
    world = draw_world(contest, seed)
    count = len(contest.players)
    cost = np.empty((3, count, contest.budget + 1))
    measured = np.empty((count, contest.budget), dtype=np.int64)
    stopped = np.full((count, len(contest.rules)), -1, dtype=np.int64)
    best = world.chance.max(axis=1)
    for p, player in enumerate(contest.players):
        seat = Seat(contest, player, world)
        cost[:, p, 0] = best[0] - world.chance[0, list(seat.recommended())]
        _ask(contest.rules, seat, 0, stopped[p])
        for n in range(1, contest.budget + 1):
            row = seat.choose()
            measured[p, n - 1] = row
            seat.learn(row, float(world.outcome[n, row]))
            cost[:, p, n] = best[n] - world.chance[n, list(seat.recommended())]
            _ask(contest.rules, seat, n, stopped[p])
    gained = world.outcome[np.arange(1, contest.budget + 1), measured] > 0
    successes = np.column_stack([np.zeros(count, dtype=np.int64), np.cumsum(gained, axis=1)])
    return Played(cost[0], cost[1], cost[2], measured, stopped, successes)


def _ask(rules: Sequence[Rule], seat: Seat, n: int, stopped: Rows) -> None:
    """Note n for every rule that stops now for the first time."""
    for r, rule in enumerate(rules):
        if stopped[r] < 0 and rule.check(Progress(seat.situation)).stop:
            stopped[r] = n
