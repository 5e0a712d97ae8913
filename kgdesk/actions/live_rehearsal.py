"""A rehearsal that tells what it has found so far while it runs, and is saved afterwards if it is wanted."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.actions import rehearsing
from kgdesk.actions.rehearsing import Effort, Progress, Rehearsal, Target
from kgdesk.rehearsal import scores, stopping_evaluation, study_rehearsal
from kgdesk.rehearsal.engine import rehearsed
from kgdesk.rehearsal.stopping_evaluation import StoppingResult

__all__ = [
    "InterimResult",
    "LiveRehearsal",
    "LiveResult",
    "StoppingResult",
    "Tally",
    "plan_rehearsal",
    "run_rehearsal",
    "save",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.study_rehearsal import RehearsalBasis

    Array = NDArray[np.float64]

#: What is told is no older than so many seconds, and comes no oftener.
_EVERY = 0.2
#: Nine of ten rehearsals end at least as well as `Tally.reached` says.
_NINE_OF_TEN = 0.9


@dataclass(frozen=True, eq=False)
class LiveRehearsal:
    """A rehearsal that is ready to be played.

    Parameters
    ----------
    contests
        One for each kind of truth.
    truths
        Their kinds.
    title, remarks, facts
        For the files.
    """

    contests: tuple[Contest, ...]
    truths: tuple[str, ...]
    title: str
    remarks: tuple[str, ...]
    facts: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Tally:
    """What is known so far about one kind of truth.

    Parameters
    ----------
    truth
        Its kind.
    players
        Names as ``kg/moments``, P of them.
    costs
        (runs, P, budget + 1) opportunity cost of the recommended candidate after n measurements, 0..1; at least one
        run.
    """

    truth: str
    players: tuple[str, ...]
    costs: Array

    @property
    def runs(self) -> int:
        """Simulated runs so far."""
        return len(self.costs)

    @property
    def budget(self) -> int:
        """Measurements in each run."""
        return int(self.costs.shape[2]) - 1

    def mean(self) -> tuple[Array, Array, Array]:
        """Return the mean (P, budget + 1) with the ends of its 90 % range; one run alone has no range."""
        mean = self.costs.mean(axis=0)
        if self.runs < 2:
            return mean, mean, mean
        half = 1.6448536269514722 * self.costs.std(axis=0, ddof=1) / np.sqrt(self.runs)
        return mean, np.maximum(mean - half, 0.0), np.minimum(mean + half, 1.0)

    def median(self) -> tuple[Array, Array, Array]:
        """Return the median (P, budget + 1) with the quartiles: half of the runs lie between them."""
        low, middle, high = np.quantile(self.costs, (0.25, 0.5, 0.75), axis=0)
        return middle, low, high

    def needed(self, player: int) -> tuple[int | None, float]:
        """Return the measurements needed for a 90 % chance of being within 5 points of the best; see `runs_needed`."""
        return scores.runs_needed(self.costs[:, player])

    def reached(self, player: int) -> float:
        """Return how near the true best nine of ten runs are after the last measurement, in 0..1."""
        return float(np.quantile(self.costs[:, player, -1], _NINE_OF_TEN, method="inverted_cdf"))


@dataclass(frozen=True, eq=False)
class InterimResult:
    """How far a trial is and what it says.

    Parameters
    ----------
    progress
        Runs done, wanted, and the time.
    tallies
        Of the kinds of truth that have a run, in their order.
    """

    progress: Progress
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, eq=False)
class LiveResult:
    """A trial that came to its end.

    Parameters
    ----------
    trial, effort
        What was played, and how.
    standing
        The last one.
    board
        All results.
    """

    trial: LiveRehearsal
    effort: Effort
    standing: InterimResult
    board: scores.Board

    @property
    def stopping(self) -> dict[str, tuple[StoppingResult, ...]]:
        """Kind of truth -> what each stopping rule did with each policy."""
        pools = {
            contest.pool: kind for contest, kind in zip(self.trial.contests, self.trial.truths, strict=True)
        }
        found: dict[str, tuple[StoppingResult, ...]] = dict.fromkeys(self.trial.truths, ())
        for one in stopping_evaluation.evaluate_rules(self.board):
            found[pools[one.pool]] += (one,)
        return found


def plan_rehearsal(
    basis: RehearsalBasis,
    policies: Sequence[str],
    *,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    rules: Sequence[str] = (),
) -> LiveRehearsal:
    """Make a rehearsal ready; parameters and refusals as in `kgdesk.actions.rehearsing.rehearse`.

    This may work out a belief: a program with a compute lane calls it there.
    """
    contests = study_rehearsal.contests(basis, policies, truths=truths, budget=budget, rules=rules)
    title, remarks, facts = rehearsing.described(basis, contests, truths)
    return LiveRehearsal(contests, tuple(truths), title, tuple(remarks), facts)


def run_rehearsal(wanted: LiveRehearsal, effort: Effort, told: Callable[[InterimResult], None]) -> LiveResult:
    """Play a trial in processes of its own and say what is found; no kernel runs in the process that calls.

    Parameters
    ----------
    wanted
        Ready to be played.
    effort
        How; setting its `stop` ends everything within 0.2 s.
    told
        Called in the caller's thread: after the first run, then some times a second, and after the last run.

    Raises
    ------
    BadInput, RehearsalStopped, RehearsalFailed
        As in `kgdesk.actions.rehearsing.rehearse`.
    """
    heard = _Heard(wanted, told)

    def note(progress: Progress) -> None:
        heard.progress = progress
        if effort.progress is not None:
            effort.progress(progress)

    results = rehearsed(
        wanted.contests,
        runs=effort.runs,
        seed=effort.seed,
        workers=effort.workers,
        scheduler=effort.scheduler,
        progress=note,
        stop=effort.stop,
    )
    taken = []
    with closing(cast("Generator[Result, None, None]", results)):
        for result in results:
            taken.append(result)
            heard.take(result.contest, result.played.predictive)
    return LiveResult(
        wanted,
        replace(effort, progress=None, stop=None),
        heard.tell(),
        scores.Board(wanted.contests, tuple(taken)),
    )


class _Heard:
    """Collects costs and says from time to time what they amount to."""

    def __init__(self, wanted: LiveRehearsal, told: Callable[[InterimResult], None]) -> None:
        self.progress = Progress(0, 1, 0.0)
        self._wanted, self._told = wanted, told
        self._costs: list[list[Array]] = [[] for _ in wanted.contests]
        self._last = -np.inf

    def take(self, contest: int, costs: Array) -> None:
        self._costs[contest].append(costs)
        if time.monotonic() - self._last >= _EVERY:
            self.tell()

    def tell(self) -> InterimResult:
        self._last = time.monotonic()
        tallies = (
            Tally(truth, tuple(p.name for p in contest.players), np.array(costs))
            for truth, contest, costs in zip(
                self._wanted.truths, self._wanted.contests, self._costs, strict=True
            )
            if costs
        )
        standing = InterimResult(self.progress, tuple(tallies))
        self._told(standing)
        return standing


def save(tried: LiveResult, target: Target) -> Rehearsal:
    """Write what a trial found: the same files as `kgdesk.actions.rehearsing.rehearse`, which says what it raises."""
    wanted = tried.trial
    with rehearsing.claimed(target, wanted.contests) as place:
        return rehearsing.written(
            tried.board, place, target, tried.effort, wanted.title, wanted.remarks, wanted.facts
        )
