"""Run many simulated studies in parallel, in local processes or on a Dask cluster.

A run depends on its contest and seed alone, so the same seeds give the same table on any workers. Cancelling kills
the workers at once, without waiting for runs to finish.
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

#: Interval in seconds at which the waiting thread checks for cancellation.
_GLANCE = 0.05
_MOST_RUNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a rehearsal.

    Parameters
    ----------
    done, total
        Numbers of runs over all contests.
    elapsed
        Seconds since the start.
    """

    done: int
    total: int
    elapsed: float

    @property
    def left(self) -> float:
        """Estimated remaining seconds; infinite before the first run is done."""
        return self.elapsed / self.done * (self.total - self.done) if self.done else float("inf")


@dataclass(frozen=True, slots=True)
class Result:
    """One finished run: index of its contest, number of the run from 1, its seed, and the result of `play`."""

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
    """Run every contest `runs` times; yield the results in order, contest by contest and run by run.

    A generator: the workers start with the first `next` and are killed when the iteration ends in any way.

    Parameters
    ----------
    contests
        At least one; of any type registered with `kgdesk.rehearsal.simulation.play`.
    runs
        Runs per contest; run r has the seed seed + r - 1.
    seed
        Seed of the first run, not negative.
    workers
        Number of local processes; None for one per available core.
    scheduler
        Address of a Dask scheduler whose workers are used instead.
    progress
        Called in the caller's thread after each run, in order of completion.
    stop
        Event that cancels everything within 0.2 s.

    Raises
    ------
    BadInput
        A number is out of range.
    RehearsalStopped
        `stop` was set.
    RehearsalFailed
        A process died, or the cluster cannot be used.
    KgdeskError
        An error raised by a run.
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
        # Imported by name: Dask is an optional dependency that only this function needs.
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
    """Yield the results in order, each as soon as it and all before it are available."""
    jobs: list[Job] = [(c, seed) for c in range(len(contests)) for seed in seeds]
    waiting: dict[int, Any] = {}
    done = due = 0
    began = time.monotonic()
    try:
        worker_group.begin(contests, jobs)
        while due < len(jobs):
            if stop is not None and stop.is_set():
                raise RehearsalStopped("The rehearsal was stopped; nothing of it was written.")
            for job, played in worker_group.collect(_GLANCE):
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
