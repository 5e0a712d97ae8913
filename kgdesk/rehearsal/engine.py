"""Run many simulated studies in parallel, on workers that the caller provides.

A run depends on its contest and seed alone, so the same seeds give the same table on any workers. Cancelling stops
the workers at once, without waiting for runs to finish; finished ones may be kept for the next start.
"""

from __future__ import annotations

import importlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput, RehearsalStopped
from kgdesk.rehearsal.simulation import digest_of, finished_runs
from kgdesk.rehearsal.workers import Processes, ThisProcess
from kgdesk.text import phrase

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.rehearsal.kept_runs import KeptRuns
    from kgdesk.rehearsal.simulation import Playable
    from kgdesk.rehearsal.workers import Job, WorkerGroup

#: Interval in seconds at which the waiting thread checks for cancellation.
_POLL_S = 0.05
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
    kept
        Number of runs among `done` that were finished before the start.
    """

    done: int
    total: int
    elapsed: float
    kept: int = 0

    @property
    def left(self) -> float:
        """Estimated remaining seconds; infinite before the first run is done."""
        new, left = self.done - self.kept, self.total - self.done
        return self.elapsed / new * left if new else float("inf") if left else 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """One finished run: index of its contest, number of the run from 1, its seed, and the result of `play`."""

    contest: int
    run: int
    seed: int
    played: Any


def run_contests(
    contests: Sequence[Playable],
    *,
    runs: int,
    seed: int,
    workers: WorkerGroup,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    keep: KeptRuns | None = None,
) -> Iterator[Result]:
    """Run every contest `runs` times; yield the results in order, contest by contest and run by run.

    A generator: the workers start with the first `next` and are dismissed when the iteration ends in any way.

    Parameters
    ----------
    contests
        At least one; of any type registered with `kgdesk.rehearsal.simulation.play`.
    runs
        Runs per contest; run r has the seed seed + r - 1.
    seed
        Seed of the first run, not negative.
    workers
        Execute the runs of this rehearsal; see `worker_group`.
    progress
        Called in the caller's thread after each run, in order of completion.
    stop
        Event that cancels everything within 0.2 s.
    keep
        Where finished runs of contests are kept: those that it holds are not simulated again.

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
    if not all(isinstance(number, int | np.integer) for number in (runs, seed)):
        raise BadInput("The number of simulated runs and the seed are whole numbers.")
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
    return _in_order(workers, contests, range(seed, seed + runs), progress, stop, keep)


def worker_group(processes: int | None = None, scheduler: str = "") -> WorkerGroup:
    """Return the workers of one rehearsal: this process, others of this computer, or those of a Dask cluster.

    Parameters
    ----------
    processes
        Number of processes to start; None for one per available core, 0 for this process alone.
    scheduler
        Address of a Dask scheduler whose workers are used instead; empty for local processes.

    Raises
    ------
    BadInput
        `processes` is negative or given together with a scheduler, or Dask is not installed.
    """
    if not scheduler:
        return ThisProcess() if processes == 0 else Processes(processes)
    if processes:
        raise BadInput(
            phrase(
                "A Dask cluster has its own number of processes: leave one of the two out (--workers or --scheduler)."
            )
        )
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
    cluster: WorkerGroup = module.Cluster(scheduler)
    return cluster


def _in_order(
    workers: WorkerGroup,
    contests: Sequence[Playable],
    seeds: range,
    progress: Callable[[Progress], None] | None,
    stop: threading.Event | None,
    keep: KeptRuns | None,
) -> Iterator[Result]:
    """Yield the results in order, each as soon as it and all before it are available."""
    jobs: list[Job] = [(c, seed) for c in range(len(contests)) for seed in seeds]
    keys = [digest_of(contest) for contest in contests] if keep else []
    waiting: dict[int, Any] = {} if keep is None else finished_runs(keep, contests, keys, seeds)
    due, kept = 0, len(waiting)
    done, missing = kept, [job for job in range(len(jobs)) if job not in waiting]
    began = time.monotonic()
    try:
        if missing:
            workers.begin(contests, [jobs[job] for job in missing])
        elif progress is not None:
            progress(Progress(done, len(jobs), 0.0, kept))
        while due < len(jobs):
            if due in waiting:
                contest, seed = jobs[due]
                yield Result(contest, seed - seeds.start + 1, seed, waiting.pop(due))
                due += 1
                continue
            if stop is not None and stop.is_set():
                raise RehearsalStopped("The rehearsal was stopped; nothing of it was written.")
            for place, played in workers.collect(_POLL_S):
                job = missing[place]
                waiting[job] = played
                done += 1
                if keep:
                    keep.keep(keys[jobs[job][0]], jobs[job][1], played.as_lists())
                if progress is not None:
                    progress(Progress(done, len(jobs), time.monotonic() - began, kept))
    finally:
        workers.dismiss()
        if keep and keep.count and due < len(jobs):
            keep.note(
                phrase(
                    "Finished runs kept in “{folder}”: {count}. Started again with the same settings, the rehearsal "
                    "resumes from there.",
                    count=keep.count,
                    folder=keep.folder,
                )
            )
