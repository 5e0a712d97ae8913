"""Replay the past outcomes of a study with interim results while it runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.actions.live_rehearsal import front_runners, mean_and_range, median_and_quartiles, run_telling
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.table_replay import can_replay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.actions.rehearsing import Effort, Progress
    from kgdesk.actions.replaying import Replay
    from kgdesk.rehearsal import KeptRuns
    from kgdesk.rehearsal.engine import Result

    Array = NDArray[np.float64]

__all__ = ["InterimReplay", "LiveReplayResult", "ReplayTally", "can_replay", "run_replay"]


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
        return mean_and_range(self.successes)

    def median(self) -> tuple[Array, Array, Array]:
        """Return median, lower and upper quartile over the replays, each (P, budget + 1)."""
        return median_and_quartiles(self.successes)

    def front(self) -> tuple[int, ...]:
        """Return the players that find most; see `front_runners`."""
        return front_runners(self.successes)

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
    names = tuple(player.name for player in game.players)

    def tell(progress: Progress, taken: Sequence[Result]) -> InterimReplay:
        successes = np.array([result.played.successes for result in taken], dtype=np.float64)
        standing = InterimReplay(progress, ReplayTally(names, successes))
        deliver(standing)
        return standing

    taken, standing = run_telling([game], effort, keep, tell)
    return LiveReplayResult(replace(effort, progress=None, stop=None), standing, ReplayBoard(game, taken))
