"""Many simulated studies, spread over processes of this machine or over a Dask cluster.

A run depends on its contest and its seed alone, so the same seeds give the same table whoever plays them. A person
who stops ends everything at once; nobody waits for a run to finish.
"""

from __future__ import annotations

import importlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, RehearsalStopped, phrase
from kgdesk.rehearsal.worker_protocol import Processes, cores

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.rehearsal.simulation import Playable
    from kgdesk.rehearsal.worker_protocol import Job, WorkerGroup

#: How often the one who waits looks whether it was stopped, in seconds.
_GLANCE = 0.05
_MOST_RUNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rehearsal is.

    Parameters
    ----------
    done, total
        Runs over all contests.
    elapsed
        Seconds since the first one began.
    """

    done: int
    total: int
    elapsed: float

    @property
    def left(self) -> float:
        """Seconds still to go at the pace so far; infinite before the first run is done."""
        return self.elapsed / self.done * (self.total - self.done) if self.done else float("inf")


@dataclass(frozen=True, slots=True)
class Result:
    """One run that was played: index of its contest, number of the run from 1, its seed, and what `play` returned."""

    contest: int
    run: int
    seed: int
    played: Any


def rehearsed(
    contests: Sequence[Playable],
    *,
    runs: int,
    seed: int,
    workers: int | None = None,
    scheduler: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Iterator[Result]:
    """Play every contest `runs` times and give the results in order: contest by contest, run by run.

    Playing starts when the first result is asked for and ends with the iteration, whichever way it ends.

    Parameters
    ----------
    contests
        At least one; anything that `kgdesk.rehearsal.contest.play` knows, with a name `pool`.
    runs
        Of each contest; run r has the seed seed + r - 1.
    seed
        Of the first run, not negative.
    workers
        Number of processes on this machine; None for one per core that this process may use.
    scheduler
        Address of a Dask scheduler whose workers are to play instead.
    progress
        Called in the caller's thread after each run, in the order in which they end.
    stop
        When set, everything ends within 0.2 s.

    Raises
    ------
    BadInput
        A number that makes no sense.
    RehearsalStopped
        `stop` was set.
    RehearsalFailed
        A process died, or the cluster cannot play.
    KgdeskError
        What a run refused.
    """
    _check_numbers(runs, seed, workers, scheduler)
    worker_group = _cluster(scheduler) if scheduler else Processes(workers or cores())
    return _played(worker_group, contests, range(seed, seed + runs), progress, stop)


def _check_numbers(runs: int, seed: int, workers: int | None, scheduler: str) -> None:
    """Refuse numbers of runs and processes, and a seed, that make no sense."""
    if not 1 <= runs <= _MOST_RUNS:
        raise BadInput(
            phrase(
                "The number of simulated runs must be from 1 to {most_runs}, not {runs}.",
                most_runs=f"{_MOST_RUNS:,}",
                runs=runs,
            )
        )
    if seed < 0:
        raise BadInput(phrase("The seed must be 0 or a positive whole number, not {seed}.", seed=seed))
    if workers is not None and workers < 1:
        raise BadInput(phrase("The number of processes must be at least 1, not {workers}.", workers=workers))
    if workers is not None and scheduler:
        raise BadInput(
            phrase(
                "A Dask cluster has its own number of processes: leave one of the two out (--workers or --scheduler)."
            )
        )


def _cluster(scheduler: str) -> WorkerGroup:
    try:
        # By name: Dask is an extra, and nothing but this needs it.
        module = importlib.import_module("kgdesk.rehearsal.cluster")
    except ModuleNotFoundError as missing:
        raise BadInput(
            phrase(
                "Dask is not installed, so that no cluster can be used: install kgdesk with its extra “dask”, or "
                "rehearse on this computer (leave out --scheduler)."
            ),
            details=str(missing),
        ) from None
    worker_group: WorkerGroup = module.Cluster(scheduler)
    return worker_group


def _played(
    worker_group: WorkerGroup,
    contests: Sequence[Playable],
    seeds: range,
    progress: Callable[[Progress], None] | None,
    stop: threading.Event | None,
) -> Iterator[Result]:
    """Yield the results in order, as soon as each and all before it are there."""
    jobs: list[Job] = [(c, seed) for c in range(len(contests)) for seed in seeds]
    waiting: dict[int, Any] = {}
    done = due = 0
    began = time.monotonic()
    try:
        worker_group.begin(contests, jobs)
        while due < len(jobs):
            if stop is not None and stop.is_set():
                raise RehearsalStopped("The rehearsal was stopped; nothing of it was written.")
            for job, played in worker_group.heard(_GLANCE):
                waiting[job] = played
                done += 1
                if progress is not None:
                    progress(Progress(done, len(jobs), time.monotonic() - began))
            while due in waiting:
                contest, seed = jobs[due]
                yield Result(contest, seed - seeds.start + 1, seed, waiting.pop(due))
                due += 1
    finally:
        worker_group.dismiss()
