"""Replay the past outcomes of a study with interim results while it runs."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from kgdesk.actions.rehearsing import Effort, Progress
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.table_replay import can_replay

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from kgdesk.actions.replaying import Replay
    from kgdesk.rehearsal import KeptRuns
    from kgdesk.rehearsal.engine import Result

    Array = NDArray[np.float64]

__all__ = ["InterimReplay", "LiveReplayResult", "ReplayTally", "can_replay", "run_replay"]

#: Interval between interim results in seconds.
_EVERY = 0.2
#: Half width of a normal 90 % range, in standard errors.
_NINETY = 1.6448536269514722


@dataclass(frozen=True, eq=False)
class ReplayTally:
    """Interim results of a replay.

    Parameters
    ----------
    players
        P names such as ``kg/moments``.
    successes
        Number of successes among the first n runs, shape (replays, P, budget + 1); replays >= 1.
    """

    players: tuple[str, ...]
    successes: Array

    @property
    def runs(self) -> int:
        """Number of replays so far."""
        return len(self.successes)

    @property
    def budget(self) -> int:
        """Number of runs in each."""
        return int(self.successes.shape[2]) - 1

    def mean(self) -> tuple[Array, Array, Array]:
        """Return mean, lower and upper end of its 90 % range, each (P, budget + 1); equal for a single replay."""
        mean = self.successes.mean(axis=0)
        if self.runs < 2:
            return mean, mean, mean
        half = _NINETY * self.successes.std(axis=0, ddof=1) / np.sqrt(self.runs)
        return mean, np.maximum(mean - half, 0.0), mean + half

    def median(self) -> tuple[Array, Array, Array]:
        """Return median, lower and upper quartile over the replays, each (P, budget + 1)."""
        low, middle, high = np.quantile(self.successes, (0.25, 0.5, 0.75), axis=0)
        return middle, low, high

    def found(self, player: int) -> float:
        """Return the share of the replays in which a player has found a success by the last run, in 0..1."""
        return float((self.successes[:, player, -1] > 0).mean())

    def half_found_by(self, player: int) -> int | None:
        """Return the number of runs by which half of the replays have found a success; None if fewer have any."""
        reached = np.flatnonzero((self.successes[:, player] > 0).mean(axis=0) >= 0.5)
        return int(reached[0]) if reached.size else None


@dataclass(frozen=True, eq=False)
class InterimReplay:
    """Progress and interim results of a replay."""

    progress: Progress
    tally: ReplayTally


@dataclass(frozen=True, eq=False)
class LiveReplayResult:
    """Result of a completed replay: the effort it was run with, the last interim result, and all results."""

    effort: Effort
    standing: InterimReplay
    board: ReplayBoard


def run_replay(
    game: Replay, effort: Effort, deliver: Callable[[InterimReplay], None], keep: KeptRuns | None = None
) -> LiveReplayResult:
    """Replay in worker processes and report interim results, as `kgdesk.actions.live_rehearsal.run_rehearsal` does.

    Parameters
    ----------
    game
        The prepared replay, from `kgdesk.actions.replaying.replay_of_study`.
    effort, keep
        As in `run_rehearsal`.
    deliver
        Called in the caller's thread after the first replay, then at most every 0.2 s, and after the last one.

    Raises
    ------
    BadInput, RehearsalStopped, RehearsalFailed
        As in `run_rehearsal`.
    """
    latest = Progress(0, 1, 0.0)

    def note(progress: Progress) -> None:
        nonlocal latest
        latest = progress

    taken: list[Result] = []
    names = tuple(player.name for player in game.players)

    def standing() -> InterimReplay:
        successes = np.array([result.played.successes for result in taken], dtype=np.float64)
        return InterimReplay(latest, ReplayTally(names, successes))

    told = -np.inf
    results = replace(effort, progress=note).results_of([game], keep)
    with closing(cast("Generator[Result, None, None]", results)):
        for result in results:
            taken.append(result)
            if time.monotonic() - told >= _EVERY:
                told = time.monotonic()
                deliver(standing())
    if keep is not None:
        keep.discard()
    deliver(standing())
    return LiveReplayResult(
        replace(effort, progress=None, stop=None), standing(), ReplayBoard(game, tuple(taken))
    )
