"""One simulated study: every agent measures in the same world; recommendations are scored by the truth."""

from __future__ import annotations

import hashlib
import os
import sys
from copy import copy
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from kgdesk import __version__, kernels
from kgdesk.errors import KgdeskError, RehearsalFailed
from kgdesk.kernels.cache import native_folder, processor, shipped_folder
from kgdesk.model import policies
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.log_odds import kappa_score
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.values import fitted_to_values
from kgdesk.model.design.design_matrix import Rows as PoolRows
from kgdesk.model.study.measured_scale import readings_of
from kgdesk.model.study.rule_syntax import highest_stake, lacks_success_alone
from kgdesk.model.study.stopping_rules import StoppingState, counts_runs_only
from kgdesk.rehearsal.contest import Contest, digest_into, draw_world
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.stopping_rules import Rule
    from kgdesk.rehearsal.contest import Player, World
    from kgdesk.rehearsal.kept_runs import KeptRuns

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]

    #: Answer of a worker: the result, a `KgdeskError` to raise, or the text of an unexpected exception.
    Answer = Any


# Folders with the code that a run executes. A frozen program has no sources; its version is used in their place.
_SOURCES = ("kernels", "model", "rehearsal")
_COSTS = ("predictive", "plugin", "common", "ended")
_COUNTS = ("measured", "stopped", "successes")
# Limits of the states shared between runs: number of outcomes after the start, and number of states per contest.
_SHARED_DEPTH, _MOST_SHARED = 8, 2_000
# Scores within this share of the largest are ties, broken by the exact probability, as in the sweep.
_TIE = 1e-9


@dataclass(slots=True)
class _State:
    """A player's belief, recommendations and scores after some outcomes; many runs share the first states."""

    belief: Belief
    common: Belief
    recommended: tuple[int, int, int] | None = None
    scores: Array | None = None


class Agent:
    """One player in one world, with its outcomes so far.

    Parameters
    ----------
    contest, player, world
        Contest, player and world; free examples and past outcomes are learnt at construction.
    """

    def __init__(self, contest: Contest, player: Player, world: World) -> None:
        self._values = contest.values
        self._contest, self._player, self._seed = contest, player, world.seed
        self._rule = policies.policy(player.own or player.policy)
        prior = player.belief, player.terms
        self._prior: Belief = contest.states.get(prior) or contest.states.setdefault(
            prior, contest.prior(*prior)
        )
        self._pool = contest.rows.only(contest.columns_of(player.terms))
        self._prior_precision = contest.precision_of(player.terms)
        self._rows: list[int] = [*contest.past_rows.tolist(), *world.free]
        self._y: list[float] = [*contest.past_y.tolist(), *world.outcome[0, list(world.free)].tolist()]
        past = contest.past_measured or (None,) * len(contest.past_rows)
        self._measured: list[Measured | None] = [*past, *(world.value(0, row) for row in world.free)]
        self._start = len(self._rows)
        rows, y = np.array(self._rows, dtype=np.int64), np.array(self._y)
        self._up = np.bincount(rows[y > 0], minlength=len(contest.X)).astype(np.float64)
        self._down = np.bincount(rows[y < 0], minlength=len(contest.X)).astype(np.float64)
        self._runs_left = None if contest.runs_left is None else contest.runs_left.copy()
        self._context: PolicyContext | None = None
        self._state = self._shared(self._first)

    def _shared(self, made: Callable[[], _State]) -> _State:
        """Return the state after the outcomes so far: that of another run with the same outcomes, or a new one.

        States of policies with random choices, and after values, are not shared: they hardly ever occur again.
        """
        depth, states = len(self._rows) - self._start, self._contest.states
        varies = self._rule.draws or any(value is not None for value in self._measured[self._start :])
        if depth > (0 if varies else _SHARED_DEPTH):
            return made()
        key = self._player, tuple(self._rows), tuple(self._y), tuple(self._measured)
        if key in states:
            return cast("_State", states[key])
        state = made()
        if len(states) < _MOST_SHARED:
            states[key] = state
        return state

    def _first(self) -> _State:
        """Return the state after the free examples and the past outcomes."""
        rows, y = np.array(self._rows, dtype=np.int64), np.array(self._y)
        return _State(self._posterior(), _one_pass(self._contest, rows, y))

    def _posterior(self) -> Belief:
        """Return the belief fitted to all outcomes so far, and to their values if it learns from these."""
        rows, y = self._pool.take(self._rows), np.array(self._y)
        if self._values is not None and self._prior.kind == "moments":
            readings = readings_of(self._rows, y > 0, self._measured, self._values)
            if readings is not None:
                return fitted_to_values(self._prior, rows, readings).belief
        return posterior(self._prior, rows, y)

    @property
    def context(self) -> PolicyContext:
        """Input of the policy in the present state."""
        if self._context is None:
            self._context = policies.PolicyContext(
                belief=self._state.belief,
                pool=self._pool,
                successes=self._up,
                failures=self._down,
                prior_precision=self._prior_precision,
                coming=len(self._rows) - self._start + 1,
                budget=self._contest.budget,
                seed=policies.Seed(self._seed, len(self._rows), 0),
                runs_left=self._runs_left,
            )
        return self._context

    @property
    def progress(self) -> StoppingState:
        """Input of stopping rules; their draws are seeded by the world and the number of outcomes."""
        contest = self._contest
        return StoppingState(
            self.context,
            seed=(self._seed, len(self._rows)),
            above=highest_stake(*contest.rules),
            run_limit=contest.run_limit,
        )

    @property
    def is_fresh(self) -> bool:
        """Whether there is no outcome yet, past ones included."""
        return not self._rows

    def choose(self) -> int:
        """Return the row that the policy measures next, one that can still be measured."""
        scores = self._state.scores
        if scores is None or self._rule.draws:
            scores = self._rule.scores(self.context)
            if self._runs_left is not None:
                scores = np.where(self.context.runnable, scores, -np.inf)
            self._state.scores = scores
        return policies.choose(scores, self.context)

    def learn(self, row: int, y: float, measured: Measured | None = None) -> None:
        """Update the belief with one outcome, and its value, and drop what is cached for the previous state.

        What a copy of the agent holds is left as it is.
        """
        self._rows, self._y = [*self._rows, row], [*self._y, y]
        self._measured = [*self._measured, measured]
        here = np.arange(len(self._up)) == row
        if y > 0:
            self._up = self._up + here
        else:
            self._down = self._down + here
        if self._runs_left is not None:
            self._runs_left = self._runs_left - here
        self._state, self._context = self._shared(self._next), None

    def _next(self) -> _State:
        """Return the state after the last outcome."""
        belief, row, y = self._state.belief, self._rows[-1:], int(self._y[-1])
        belief = self._posterior() if belief.kind == "moments" else belief.updated(self._pool.take(row), y)
        return _State(belief, self._state.common.updated(self._contest.rows.take(row), y))

    def recommended(self) -> tuple[int, int, int]:
        """Return three rows: predictive and plug-in recommendation by the player's belief, and the common one."""
        state = self._state
        if state.recommended is None:
            mu, s2 = state.belief.moments(self._pool)
            own, every = predictive(state.belief, self._pool, mu, s2), self._contest.rows
            common = predictive(state.common, every, *state.common.moments(every))
            state.recommended = own, int(np.argmax(mu)), common
        return state.recommended

    def predicted(self) -> Array:
        """Return the predicted probability of success (U,) of each row by the player's belief."""
        return self._state.belief.predict(self._pool)


def _one_pass(contest: Contest, rows: Rows, y: Array) -> MomentBelief:
    """Return the common belief: moments, updated by one pass over outcomes y (n,) at rows (n,)."""
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
        Number of measurements (P, R) after which each rule would have stopped, -1 for never. Where a success of the
        recommended candidate is all that a rule asks for, the study goes on with that candidate, as a real one does.
    ended
        Cost (P, R) of the predictive recommendation where each rule stopped; 0 for never.
    successes
        Number of successes (P, budget + 1) among the first n measurements.
    """

    predictive: Array
    plugin: Array
    common: Array
    measured: Rows
    stopped: Rows
    successes: Rows
    ended: Array

    def as_lists(self) -> dict[str, Any]:
        """Return the arrays as nested lists, for JSON."""
        return {name: getattr(self, name).tolist() for name in (*_COSTS, *_COUNTS)}

    @classmethod
    def from_lists(cls, lists: dict[str, Any]) -> SimulatedRun:
        """Return the run from the lists of `as_lists`, with the same bits."""
        costs = [np.array(lists[name], dtype=np.float64) for name in _COSTS]
        counts = [np.array(lists[name], dtype=np.int64) for name in _COUNTS]
        return cls(costs[0], costs[1], costs[2], counts[0], counts[1], counts[2], costs[3])


def digest_of(contest: Playable) -> str:
    """Return 32 hexadecimal digits that change with anything but the seed on which a run of a contest depends.

    These are the contest, the sources of kgdesk, NumPy, the processor, and the kernels' target processor.
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


@singledispatch
def restored(game: Playable, lists: dict[str, Any]) -> Any:
    """Return the result of `play` from the lists of its `as_lists`; generic over the type of `game`."""
    raise TypeError(f"nothing to restore: {type(game).__name__} from {sorted(lists)}")


@restored.register
def restored_contest(contest: Contest, lists: dict[str, Any]) -> SimulatedRun:  # noqa: ARG001 - selects the function
    """Return a kept result of a contest from its lists."""
    return SimulatedRun.from_lists(lists)


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
    ended = np.zeros((count, len(contest.rules)))
    best = world.chance.max(axis=1)
    for p, player in enumerate(contest.players):
        agent = Agent(contest, player, world)
        watches = [_Watch(rule, contest, world) for rule in contest.rules]
        for n in range(contest.budget + 1):
            if n:
                row = agent.choose()
                measured[p, n - 1] = row
                agent.learn(row, float(world.outcome[n, row]), world.value(n, row))
            cost[:, p, n] = best[n] - world.chance[n, list(agent.recommended())]
            progress = agent.progress  # shared by all rules, so that common quantities are computed once
            for watch in watches:
                watch.look(agent, progress, n)
        stopped[p] = [watch.stopped for watch in watches]
        ended[p] = [watch.ended for watch in watches]
    gained = world.outcome[np.arange(1, contest.budget + 1), measured] > 0
    successes = np.column_stack([np.zeros(count, dtype=np.int64), np.cumsum(gained, axis=1)])
    return SimulatedRun(cost[0], cost[1], cost[2], measured, stopped, successes, ended)


class _Watch:
    """A stopping rule in one simulated study: when it stops, and what is lost then.

    Until a success of the recommended candidate is all that the rule asks for, the study is that of the player. From
    there on it goes on by itself, since it runs the recommended candidate.
    """

    def __init__(self, rule: Rule, contest: Contest, world: World) -> None:
        self._rule, self._world, self._budget = rule, world, contest.budget
        self._counts_runs = counts_runs_only(rule)
        self._own: Agent | None = None
        self._next: int | None = None
        self.stopped, self.ended = (
            -1,
            0.0,
        )  #: Number of measurements at the stop, -1 for never; the cost then.

    def look(self, agent: Agent, progress: StoppingState, n: int) -> None:
        """Look at the study after n measurements, of which the last is played here if the study goes on by itself."""
        if self.stopped >= 0:
            return
        if self._own is not None:
            agent = self._own
            row = agent.choose() if self._next is None else self._next
            agent.learn(row, float(self._world.outcome[n, row]), self._world.value(n, row))
            progress = agent.progress
        if agent.is_fresh and not self._counts_runs:
            return
        verdict = self._rule.check(progress)
        planned_end = verdict.used_up and n == self._budget and not self._counts_runs
        if verdict.stop and not planned_end:
            chance = self._world.chance[n]
            self.stopped, self.ended = n, float(chance.max() - chance[agent.recommended()[0]])
            return
        self._next = None
        if lacks_success_alone(self._rule, progress) and progress.context.runnable[progress.best]:
            self._own, self._next = self._own or copy(agent), progress.best


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
) -> dict[int, Any]:
    """Return the runs that were finished earlier, by the indices of their jobs, and report their number to the user."""
    found = {}
    for c, key in enumerate(keys):
        for seed, result in keep.read(key, seeds).items():
            found[c * len(seeds) + seed - seeds.start] = restored(contests[c], result)
    if found:
        keep.note(
            phrase(
                "{count} of {total} simulated runs were finished before: the rehearsal resumes from there.",
                count=len(found),
                total=len(contests) * len(seeds),
            )
        )
    return found
