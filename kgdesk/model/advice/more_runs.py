"""Gain of ten more runs, rehearsed from the present belief."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model import policies
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.design.design_matrix import Rows
from kgdesk.model.policies.pool_sweep import best_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.policies.policy_context import PolicyContext
    from kgdesk.model.policies.protocol import Policy

    Array = NDArray[np.float64]


#: Number of runs in a rehearsal, of rehearsals, and of the leading candidates that take part.
MORE_RUNS, REHEARSALS, LEADERS = 10, 256, 300


# Third number of the seeds of rehearsals: no pick of a batch has this index.
_REHEARSED = 1_000_033


@dataclass(frozen=True, slots=True)
class MoreRuns:
    """Gain of `MORE_RUNS` more runs, rehearsed from the present belief.

    Parameters
    ----------
    gains
        Gain in the predicted probability of the recommended candidate in each rehearsal so far, 0..1 each.
    leaders
        Number of candidates with different attributes among which runs and the best were chosen.
    """

    gains: tuple[float, ...]
    leaders: int

    @property
    def whole(self) -> bool:
        """Whether all rehearsals are done."""
        return len(self.gains) >= REHEARSALS

    @property
    def value(self) -> float:
        """Mean gain, in 0..1."""
        return float(np.mean(self.gains)) if self.gains else math.nan

    @property
    def error(self) -> float:
        """Standard error of `value`, in 0..1."""
        count = len(self.gains)
        return float(np.std(self.gains, ddof=1)) / math.sqrt(count) if count > 1 else math.nan


def rehearse_more(
    seen: PolicyContext,
    policy: Policy,
    seed: tuple[int, int],
    known: Sequence[float] = (),
    goes_on: Callable[[], bool] = lambda: True,
) -> MoreRuns:
    """Rehearse ten more runs from a belief: the expected gain if the best candidate is chosen after them and not now.

    In each rehearsal the weights are drawn from the posterior, the policy chooses among the 300 candidates with the
    largest upper limits, the outcomes follow the drawn weights, and the belief learns by one-step updates. The gain is
    the largest predicted probability at the end minus that of the present best, both under the belief at the end. It is
    never negative, and by the tower property its mean is the expected gain in true probability under the present
    belief. Runs in progress are ignored.

    Parameters
    ----------
    seen, seed
        As in `perfect_information`.
    policy
        Chooses the runs, by the belief of `seen`.
    known
        Gains of an earlier call for the same state, which are reused.
    goes_on
        Called before each rehearsed run; returning False ends the computation with the gains so far.
    """
    rows = _leaders(seen)
    start = _Rollout.begin(seen, policy, rows)
    gains = list(known)
    while len(gains) < REHEARSALS:
        rng = np.random.default_rng((*seed, _REHEARSED, len(gains)))
        gain = _gain_of_rollout(start, rng, goes_on)
        if gain is None:
            break
        gains.append(gain)
    return MoreRuns(tuple(gains), rows.size)


def _leaders(seen: PolicyContext) -> NDArray[np.int64]:
    """Return the rows in stock with the largest upper limits, and the present best, ascending; at most `LEADERS`."""
    at = np.flatnonzero(seen.can_be_best)
    if at.size <= LEADERS:
        return at
    best, _ = best_row(seen.belief, seen.pool, seen.can_be_best)
    hope = (seen.mu[at] + 2.0 * np.sqrt(seen.s2[at])) / np.sqrt(1.0 + np.pi / 8.0 * seen.s2[at])
    hope[at == best] = np.inf
    return np.sort(at[np.argsort(-hope, kind="stable")[:LEADERS]])


@dataclass(frozen=True, slots=True)
class _Rollout:
    """State of a rehearsal: policy context over the leading rows, these rows, the policy, and the best row at first."""

    seen: PolicyContext
    pool: Rows
    policy: Policy
    best: int

    @classmethod
    def begin(cls, seen: PolicyContext, policy: Policy, rows: NDArray[np.int64]) -> _Rollout:
        """Return the state before the first rehearsed run, over some rows in stock."""
        pool = Rows(np.ascontiguousarray(seen.X[rows], np.float64))
        left = None if seen.runs_left is None else seen.runs_left[rows]
        part = replace(
            seen, pool=pool, successes=seen.successes[rows], failures=seen.failures[rows], in_stock=None,
            runs_left=left, progress=None,
        )  # fmt: skip
        best, _ = best_row(seen.belief, pool, np.ones(rows.size, dtype=np.bool_))
        return cls(part, pool, policy, best)

    def after(self, row: int, y: int) -> _Rollout:
        """Return the state after an outcome."""
        seen, one = self.seen, np.zeros(len(self.seen.X))
        one[row] = 1.0
        then = replace(
            seen,
            belief=seen.belief.updated(self.pool.take([row]), y),
            successes=seen.successes + one * (y > 0),
            failures=seen.failures + one * (y < 0),
            coming=seen.coming + 1,
            runs_left=None if seen.runs_left is None else seen.runs_left - one.astype(np.int64),
        )
        return replace(self, seen=then)


def _gain_of_rollout(state: _Rollout, rng: np.random.Generator, goes_on: Callable[[], bool]) -> float | None:
    """Return the gain of one rehearsal; None if it was cancelled."""
    truth = state.seen.draws.scores(rng.standard_normal(state.seen.draws.size))
    for _ in range(MORE_RUNS):
        if not goes_on():
            return None
        runnable = state.seen.runnable
        if not runnable.any():
            break
        seen = replace(state.seen, seed=rng)
        row = policies.choose(np.where(runnable, state.policy.scores(seen), -np.inf), seen)
        chance = float(expit(truth[row]))
        state = state.after(row, 1 if rng.random() < chance else -1)
    seen = state.seen
    final, value = best_row(seen.belief, seen.pool, seen.can_be_best)
    if final == state.best:
        return 0.0
    return max(value - float(seen.belief.predict(seen.X[state.best : state.best + 1])[0]), 0.0)
