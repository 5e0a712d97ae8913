"""A rehearsal that reports interim results while it runs and can be saved afterwards."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from kgdesk.actions import rehearsing
from kgdesk.actions.rehearsing import Effort, Progress, Rehearsal, Target
from kgdesk.paths import user_cache_dir
from kgdesk.rehearsal import KeptRuns, scores, stopping_evaluation, study_rehearsal
from kgdesk.rehearsal.stopping_evaluation import StoppingResult

__all__ = [
    "InterimResult",
    "LiveRehearsal",
    "LiveResult",
    "StoppingResult",
    "Tally",
    "kept_runs",
    "plan_rehearsal",
    "run_rehearsal",
    "save",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.simulation import Playable
    from kgdesk.rehearsal.study_rehearsal import RehearsalBasis

    Array = NDArray[np.float64]

_Standing = TypeVar("_Standing")
#: Interval between interim results in seconds.
_EVERY = 0.2
#: Half width of a normal 90 % range, in standard errors.
_NINETY = 1.6448536269514722
#: Fewest runs in which players are compared, and the chance of naming a leader where all are alike.
_FEWEST_COMPARED, _ERRING = 10, 0.05
#: Quantile of `Tally.reached`.
_NINE_OF_TEN = 0.9


@dataclass(frozen=True, eq=False)
class LiveRehearsal:
    """A prepared rehearsal.

    Parameters
    ----------
    contests
        One contest per kind of truth.
    truths
        Kinds of truth, in the same order.
    title, remarks, facts
        Texts and settings for the files.
    """

    contests: tuple[Contest, ...]
    truths: tuple[str, ...]
    title: str
    remarks: tuple[str, ...]
    facts: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Tally:
    """Interim opportunity costs of one kind of truth.

    Parameters
    ----------
    truth
        Kind of truth.
    players
        P names such as ``kg/moments``.
    costs
        Opportunity cost of the recommended candidate after n measurements, shape (runs, P, budget + 1), in 0..1;
        runs >= 1.
    """

    truth: str
    players: tuple[str, ...]
    costs: Array

    @property
    def runs(self) -> int:
        """Number of simulated runs so far."""
        return len(self.costs)

    @property
    def budget(self) -> int:
        """Number of measurements per run."""
        return int(self.costs.shape[2]) - 1

    def mean(self) -> tuple[Array, Array, Array]:
        """Return mean, lower and upper end of its 90 % interval, each (P, budget + 1); equal for a single run."""
        return mean_and_range(self.costs, most=1.0)

    def median(self) -> tuple[Array, Array, Array]:
        """Return median, lower and upper quartile over the runs, each (P, budget + 1)."""
        return median_and_quartiles(self.costs)

    def front(self) -> tuple[int, ...]:
        """Return the players that end nearest to the best; see `front_runners`."""
        return front_runners(-self.costs)

    def needed(self, player: int) -> tuple[int | None, float]:
        """Return the measurements needed for a 90 % chance of being within 5 points of the best; see `runs_needed`."""
        return scores.runs_needed(self.costs[:, player])

    def reached(self, player: int) -> float:
        """Return the 0.9 quantile over the runs of the final opportunity cost of a player, in 0..1."""
        return float(np.quantile(self.costs[:, player, -1], _NINE_OF_TEN, method="inverted_cdf"))


def mean_and_range(values: Array, *, most: float = np.inf) -> tuple[Array, Array, Array]:
    """Return the mean over the first axis, and both ends of its 90 % range within 0 and `most`; equal for one value."""
    mean = values.mean(axis=0)
    if len(values) < 2:
        return mean, mean, mean
    half = _NINETY * values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return mean, np.maximum(mean - half, 0.0), np.minimum(mean + half, most)


def front_runners(values: Array) -> tuple[int, ...]:
    """Return the player whose last value is largest on average, then those whose lag chance alone may explain.

    A player is clearly behind if its differences from the first in the same runs are on average larger than their
    standard error times the normal quantile at which one of these comparisons, all of them taken together, errs in 1 of
    20 cases. With a few runs nobody is.

    Parameters
    ----------
    values
        (runs, P, n) values of each player after 1 to n measurements.
    """
    runs, players, _ = values.shape
    last = values[:, :, -1]
    first, *others = np.argsort(-last.mean(axis=0), kind="stable").tolist()
    if runs < _FEWEST_COMPARED or not others:
        return (first, *others)
    quantile = NormalDist().inv_cdf(1.0 - _ERRING / (players - 1))
    lag = last[:, [first]] - last[:, others]
    behind = lag.mean(axis=0) > quantile * lag.std(axis=0, ddof=1) / np.sqrt(runs)
    return (first, *(other for other, clearly in zip(others, behind, strict=True) if not clearly))


def median_and_quartiles(values: Array) -> tuple[Array, Array, Array]:
    """Return median, lower and upper quartile over the first axis."""
    low, middle, high = np.quantile(values, (0.25, 0.5, 0.75), axis=0)
    return middle, low, high


@dataclass(frozen=True, eq=False)
class InterimResult:
    """Progress and interim results of a rehearsal.

    Parameters
    ----------
    progress
        Runs done and planned, and the time.
    tallies
        One for each kind of truth that has a finished run, in the order of the contests.
    """

    progress: Progress
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, eq=False)
class LiveResult:
    """Result of a completed rehearsal.

    Parameters
    ----------
    trial, effort
        The rehearsal, and the effort that it was run with.
    standing
        The last interim result.
    board
        All results.
    """

    trial: LiveRehearsal
    effort: Effort
    standing: InterimResult
    board: scores.Board

    @property
    def stopping(self) -> dict[str, tuple[StoppingResult, ...]]:
        """Map each kind of truth to the results of each stopping rule with each policy."""
        pools = {
            contest.pool: kind for contest, kind in zip(self.trial.contests, self.trial.truths, strict=True)
        }
        by_truth: dict[str, tuple[StoppingResult, ...]] = dict.fromkeys(self.trial.truths, ())
        for one in stopping_evaluation.evaluate_rules(self.board):
            by_truth[pools[one.pool]] += (one,)
        return by_truth


def plan_rehearsal(
    basis: RehearsalBasis,
    policies: Sequence[str],
    *,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    rules: Sequence[str] = (),
) -> LiveRehearsal:
    """Prepare a rehearsal; parameters and errors as in `kgdesk.actions.rehearsing.rehearse`.

    This may compute a belief, so the window calls it in its `ComputeQueue`.
    """
    contests = study_rehearsal.contests(basis, policies, truths=truths, budget=budget, rules=rules)
    title, remarks, facts = study_rehearsal.described(basis, contests, truths)
    return LiveRehearsal(contests, tuple(truths), title, tuple(remarks), facts)


def kept_runs(note: Callable[[str], None]) -> KeptRuns | None:
    """Return the folder for finished runs in the user's cache folder; None for a user without a home folder."""
    folder = user_cache_dir("rehearsals")
    return None if folder is None else KeptRuns(folder, note)


def run_rehearsal(
    wanted: LiveRehearsal,
    effort: Effort,
    deliver: Callable[[InterimResult], None],
    keep: KeptRuns | None = None,
) -> LiveResult:
    """Run a rehearsal in worker processes and report interim results; no kernel runs in the calling process.

    Parameters
    ----------
    wanted
        A prepared rehearsal.
    effort
        Runs, seed and workers; setting its `stop` cancels within 0.2 s.
    deliver
        Called in the caller's thread after the first run, then at most every 0.2 s, and after the last run.
    keep
        Folder where finished runs are kept until the last one is done; runs of this rehearsal that are in it already
        are not simulated again.

    Raises
    ------
    BadInput, RehearsalStopped, RehearsalFailed
        As in `kgdesk.actions.rehearsing.rehearse`.
    """

    def tell(progress: Progress, taken: Sequence[Result]) -> InterimResult:
        costs = [
            [one.played.predictive for one in taken if one.contest == c] for c in range(len(wanted.contests))
        ]
        tallies = (
            Tally(truth, tuple(p.name for p in contest.players), np.array(own))
            for truth, contest, own in zip(wanted.truths, wanted.contests, costs, strict=True)
            if own
        )
        standing = InterimResult(progress, tuple(tallies))
        deliver(standing)
        return standing

    taken, standing = run_telling(wanted.contests, effort, keep, tell)
    board = scores.Board(wanted.contests, taken)
    return LiveResult(wanted, replace(effort, progress=None, stop=None), standing, board)


def run_telling(
    games: Sequence[Playable],
    effort: Effort,
    keep: KeptRuns | None,
    tell: Callable[[Progress, Sequence[Result]], _Standing],
) -> tuple[tuple[Result, ...], _Standing]:
    """Run simulations in worker processes and report interim results.

    Parameters
    ----------
    games, effort, keep
        The simulations; effort and folder as in `run_rehearsal`.
    tell
        Called with the progress and all results so far: after the first result, then at most every 0.2 s, and after
        the last one.

    Returns
    -------
    (results, standing)
        All results, and what the last call of `tell` returned.
    """
    latest, last = Progress(0, 1, 0.0), -np.inf

    def note(progress: Progress) -> None:
        nonlocal latest
        latest = progress
        if effort.progress is not None:
            effort.progress(progress)

    results = replace(effort, progress=note).results_of(games, keep)
    taken: list[Result] = []
    with closing(cast("Generator[Result, None, None]", results)):
        for result in results:
            taken.append(result)
            if time.monotonic() - last >= _EVERY:
                last = time.monotonic()
                tell(latest, taken)
    if keep is not None:
        keep.discard()
    return tuple(taken), tell(latest, taken)


def save(tried: LiveResult, target: Target) -> Rehearsal:
    """Write the files of a completed rehearsal, as `kgdesk.actions.rehearsing.rehearse` does; same errors."""
    wanted = tried.trial
    with rehearsing.claimed(target, wanted.contests) as place:
        return rehearsing.written(
            tried.board, place, target, tried.effort, wanted.title, wanted.remarks, wanted.facts
        )
