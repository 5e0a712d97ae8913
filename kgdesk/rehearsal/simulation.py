"""One simulated study: its random world, which every agent measures in; recommendations are scored by the truth."""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.errors import KgdeskError, RehearsalFailed, phrase
from kgdesk.kernels.cache_layers import native_folder, processor, shipped_folder
from kgdesk.model import policies
from kgdesk.model.beliefs.arrays import kappa_score
from kgdesk.model.beliefs.average import AverageBelief
from kgdesk.model.beliefs.gaussian import MomentBelief, posterior
from kgdesk.model.design.design_matrix import Rows as PoolRows
from kgdesk.model.study.stopping_rules import Progress
from kgdesk.rehearsal.contest import Contest, digest_into, seed_sequence
from kgdesk.rehearsal.truths import chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.protocol import Belief
    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.study.stopping_rules import Rule
    from kgdesk.rehearsal.contest import KeptRuns, Player

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]

    #: Reply of a worker: the result, a `KgdeskError` to raise, or the text of an unexpected exception.
    Answer = Any


# Folders with the code that a run executes; a frozen program has its version alone.
_SOURCES = ("kernels", "model", "rehearsal")
_COSTS = ("predictive", "plugin", "common")
_COUNTS = ("measured", "stopped", "successes")
# Relative tolerance: the exact probability decides among scores within it of the largest, as in the sweep.
_TIE = 1e-9


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
    """

    chance: Array
    outcome: Array
    free: tuple[int, ...]
    seed: int


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
    return World(chance, outcome, tuple(free), own)


class Agent:
    """One player in one world, with its outcomes so far.

    Parameters
    ----------
    contest, player, world
        Contest, player and world; free examples and past outcomes are learnt at construction.
    """

    def __init__(self, contest: Contest, player: Player, world: World) -> None:
        self._contest = contest
        self._rule = policies.policy(player.policy)
        self._seed = world.seed
        self._rows: list[int] = contest.past_rows.tolist()
        self._y: list[float] = contest.past_y.tolist()
        self._prior = contest.prior(player.belief, player.terms)
        self._pool = contest.rows.only(contest.columns_of(player.terms))
        self._prior_precision = contest.precision_of(player.terms)
        for row in world.free:
            self._rows.append(row)
            self._y.append(float(world.outcome[0, row]))
        rows, y = np.array(self._rows, dtype=np.int64), np.array(self._y)
        self._belief = posterior(self._prior, self._pool.take(rows), y)
        self._common = _one_pass(contest, rows, y)
        self._up = np.bincount(rows[y > 0], minlength=len(contest.X)).astype(np.float64)
        self._down = np.bincount(rows[y < 0], minlength=len(contest.X)).astype(np.float64)
        self._runs_left = None if contest.runs_left is None else contest.runs_left.copy()
        self.situation: PolicyContext = self._look(1)

    def _look(self, coming: int) -> policies.PolicyContext:
        return policies.PolicyContext(
            belief=self._belief,
            X=self._pool.X,
            successes=self._up,
            failures=self._down,
            prior_precision=self._prior_precision,
            coming=coming,
            budget=self._contest.budget,
            rng=policies.generator(self._seed, len(self._rows), 0),
            runs_left=self._runs_left,
            checked=self._pool,
        )

    @property
    def progress(self) -> Progress:
        """State given to stopping rules; their draws are seeded by the world and the number of outcomes."""
        return Progress(self.situation, seed=(self._seed, len(self._rows)))

    def choose(self) -> int:
        """Return the row that the policy measures next, one that can still be measured."""
        scores = self._rule.scores(self.situation)
        if self._runs_left is not None:
            scores = np.where(self.situation.runnable, scores, -np.inf)
        return policies.choose(scores, self.situation.rng)

    def learn(self, row: int, y: float) -> None:
        """Update the belief with one outcome and drop the values cached for the previous state."""
        self._rows.append(row)
        self._y.append(y)
        (self._up if y > 0 else self._down)[row] += 1.0
        if self._runs_left is not None:
            self._runs_left[row] -= 1
        if self._belief.kind == "moments":
            self._belief = posterior(self._prior, self._pool.take(self._rows), np.array(self._y))
        else:
            self._belief = self._belief.updated(self._pool.take([row]), int(y))
        self._common = self._common.updated(self._contest.rows.take([row]), int(y))
        self.situation = self._look(self.situation.coming + 1)

    def recommended(self) -> tuple[int, int, int]:
        """Return three rows: predictive and plug-in recommendation of the own belief, and that of the common belief."""
        mu, s2 = self.situation.moments
        every = self._contest.rows
        return (
            predictive(self._belief, self._pool, mu, s2),
            int(np.argmax(mu)),
            predictive(self._common, every, *self._common.moments(every)),
        )


def _one_pass(contest: Contest, rows: Rows, y: Array) -> MomentBelief:
    belief = MomentBelief(contest.prior_mean, np.diag(1.0 / contest.prior_precision))
    for row, sign in zip(rows, y, strict=True):
        belief = belief.updated(contest.rows.take([row]), int(sign))
    return belief


def predictive(belief: Belief, X: Array | PoolRows, mu: Array, s2: Array) -> int:
    """Return the row with the largest predicted probability, with ties broken as in the KG sweep."""
    if isinstance(belief, AverageBelief):
        return belief.best(X)[0]
    score = kappa_score(mu, s2)
    best = int(np.argmax(score))
    if belief.kind != "moments":
        return best
    near = np.flatnonzero(score >= score[best] - _TIE * abs(score[best]))
    if near.size == 1:
        return best
    rows = X.take(near) if isinstance(X, PoolRows) else X[near]
    return int(near[np.argmax(belief.predict(rows))])


@dataclass(frozen=True, eq=False)
class SimulatedRun:
    """Results of one run for P players: opportunity costs in 0..1 and measured rows.

    Parameters
    ----------
    predictive
        Cost (P, budget + 1) of the row with the largest Pr(+1 | x, belief) after n measurements: the
        recommendation of kgdesk.
    plugin
        Cost (P, budget + 1) of the row with the largest m.x, the paper's definition.
    common
        Cost (P, budget + 1) of the predictive recommendation of a belief common to all players (moments in one
        pass) after this player's measurements: it separates the effect of choosing from that of recommending.
    measured
        Measured rows (P, budget) in order.
    stopped
        Number of measurements (P, R) after which each rule would have stopped, -1 for never.
    successes
        Number of successes (P, budget + 1) among the first n measurements.
    """

    predictive: Array
    plugin: Array
    common: Array
    measured: Rows
    stopped: Rows
    successes: Rows

    def as_lists(self) -> dict[str, Any]:
        """Return the arrays as nested lists, for JSON."""
        return {name: getattr(self, name).tolist() for name in (*_COSTS, *_COUNTS)}

    @classmethod
    def from_lists(cls, lists: dict[str, Any]) -> SimulatedRun:
        """Return the run from the lists of `as_lists`, with the same bits."""
        costs = [np.array(lists[name], dtype=np.float64) for name in _COSTS]
        counts = [np.array(lists[name], dtype=np.int64) for name in _COUNTS]
        return cls(costs[0], costs[1], costs[2], counts[0], counts[1], counts[2])


def digest_of(contest: Playable) -> str:
    """Return 32 hexadecimal digits of all that a run of a contest depends on beside its seed.

    That is the contest, the sources of kgdesk, NumPy, the processor, and for which one its kernels are compiled.
    """
    folders = (native_folder(for_all_users=True), native_folder(), shipped_folder())
    sealed = [folder is not None and (folder / "manifest.json").exists() for folder in folders]
    total = hashlib.sha256(f"{__version__} {np.__version__} {processor()} {sealed}".encode())
    package = Path(kernels.__file__).parents[1]
    for path in sorted(part for folder in _SOURCES for part in (package / folder).rglob("*.py")):
        total.update(path.read_bytes())
    digest_into(total, contest)
    return total.hexdigest()[:32]


class Playable(Protocol):
    """A simulation that `play` can run."""

    @property
    def pool(self) -> str:
        """Name in tables and messages."""


@singledispatch
def play(game: Playable, seed: int) -> Any:
    """Run one simulation; generic over the type of `game`. `kgdesk.rehearsal.engine` runs many in parallel."""
    raise TypeError(f"nothing to simulate: {type(game).__name__} with seed {seed}")


@play.register
def play_contest(contest: Contest, seed: int) -> SimulatedRun:
    """Run one contest: every player measures `budget` times in the same world.

    Parameters
    ----------
    contest
        Setting shared by all runs.
    seed
        Seed of this run; the result depends on contest and seed alone.
    """
    contest = contest.in_run(seed)
    world = draw_world(contest, seed)
    count = len(contest.players)
    cost = np.empty((3, count, contest.budget + 1))
    measured = np.empty((count, contest.budget), dtype=np.int64)
    stopped = np.full((count, len(contest.rules)), -1, dtype=np.int64)
    best = world.chance.max(axis=1)
    for p, player in enumerate(contest.players):
        agent = Agent(contest, player, world)
        cost[:, p, 0] = best[0] - world.chance[0, list(agent.recommended())]
        _ask(contest.rules, agent, 0, stopped[p])
        for n in range(1, contest.budget + 1):
            row = agent.choose()
            measured[p, n - 1] = row
            agent.learn(row, float(world.outcome[n, row]))
            cost[:, p, n] = best[n] - world.chance[n, list(agent.recommended())]
            _ask(contest.rules, agent, n, stopped[p])
    gained = world.outcome[np.arange(1, contest.budget + 1), measured] > 0
    successes = np.column_stack([np.zeros(count, dtype=np.int64), np.cumsum(gained, axis=1)])
    return SimulatedRun(cost[0], cost[1], cost[2], measured, stopped, successes)


def _ask(rules: Sequence[Rule], agent: Agent, n: int, stopped: Rows) -> None:
    """Store n for every rule that stops now for the first time."""
    progress = agent.progress  # shared by all rules, so that common quantities are computed once
    for r, rule in enumerate(rules):
        if stopped[r] < 0 and rule.check(progress).stop:
            stopped[r] = n


def answer_of(contest: Playable, seed: int) -> Answer:
    """Execute one run in a worker process; exceptions become the answer."""
    if "numba" not in sys.modules:  # Numba reads the variable at import only
        os.environ["NUMBA_NUM_THREADS"] = "1"
    kernels.set_threads(1)
    try:
        return play(contest, seed)
    except KgdeskError as refused:
        return refused
    except Exception as fault:  # noqa: BLE001 - the outermost handler of that process
        return f"{type(fault).__name__}: {fault}"


def played_of(answer: Answer) -> Any:
    """Return the result of an answer, or raise the error in it."""
    if isinstance(answer, KgdeskError):
        raise answer
    if isinstance(answer, str):
        raise RehearsalFailed(
            "A simulated run met a fault of kgdesk; nothing was written.", details=str(answer)
        )
    return answer


def finished_runs(
    keep: KeptRuns, contests: Sequence[Playable], keys: Sequence[str], seeds: range
) -> dict[int, SimulatedRun]:
    """Return the runs finished earlier by the indices of their jobs, and say how many these are."""
    found = {}
    for c, key in enumerate(keys):
        for seed, result in keep.read(key, seeds).items():
            found[c * len(seeds) + seed - seeds.start] = SimulatedRun.from_lists(result)
    if found:
        keep.note(
            phrase(
                "{count} of {total} simulated runs were finished before: the rehearsal goes on from there.",
                count=len(found),
                total=len(contests) * len(seeds),
            )
        )
    return found
