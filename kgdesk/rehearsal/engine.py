"""Run many simulated studies in parallel, in local processes or on a Dask cluster.

A run depends on its contest and seed alone, so the same seeds give the same table on any workers. Cancelling kills
the workers at once, without waiting for runs to finish; finished ones may be kept for the next start.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import time
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, Protocol

from kgdesk.errors import BadInput, RehearsalFailed, RehearsalStopped
from kgdesk.rehearsal.simulation import answer_of, digest_of, finished_runs, played_of
from kgdesk.startup import processes_undisturbed
from kgdesk.text import phrase

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from kgdesk.rehearsal import KeptRuns
    from kgdesk.rehearsal.simulation import Playable

    #: One run: index of the contest, and seed.
    Job = tuple[int, int]

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


def rehearsed(
    contests: Sequence[Playable],
    *,
    runs: int,
    seed: int,
    workers: int | None = None,
    scheduler: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    keep: KeptRuns | None = None,
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
    _check_numbers(runs, seed, workers, scheduler)
    worker_group = _cluster(scheduler) if scheduler else Processes(workers or cores())
    return _played(worker_group, contests, range(seed, seed + runs), progress, stop, keep)


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
            worker_group.begin(contests, [jobs[job] for job in missing])
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
            for place, played in worker_group.collect(_GLANCE):
                job = missing[place]
                waiting[job] = played
                done += 1
                if keep:
                    keep.keep(keys[jobs[job][0]], jobs[job][1], played.as_lists())
                if progress is not None:
                    progress(Progress(done, len(jobs), time.monotonic() - began, kept))
    finally:
        worker_group.dismiss()
        if keep and keep.count and due < len(jobs):
            keep.note(
                phrase(
                    "Finished runs kept in “{folder}”: {count}. Started again with the same settings, the rehearsal "
                    "goes on from there.",
                    count=keep.count,
                    folder=keep.folder,
                )
            )


class WorkerGroup(Protocol):
    """Workers that execute jobs and return the results in any order."""

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Start executing the jobs.

        Raises
        ------
        RehearsalFailed
            No worker can be started.
        """

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        """Return (index, result) of newly finished jobs; wait at most `wait` seconds for the first.

        Raises
        ------
        RehearsalFailed
            No worker is left, or a run raised an unexpected exception.
        KgdeskError
            An error raised by a run.
        """

    def dismiss(self) -> None:
        """Stop all workers now; may be called at any time, also before `begin`."""


def cores() -> int:
    """Return the number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: connection.Connection[Any, Any]
    job: int | None = None


class Processes:
    """`WorkerGroup` of local processes.

    Parameters
    ----------
    size
        Maximum number of processes; at most one per job is started.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._contests: Sequence[Playable] = ()
        self._jobs: Sequence[Job] = ()
        self._next = 0
        self._workers: list[_Worker] = []

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Start the processes and give each its first job."""
        self._contests, self._jobs = contests, jobs
        context = multiprocessing.get_context("spawn")
        with processes_undisturbed():
            for _ in range(min(self._size, len(jobs))):
                here, there = context.Pipe()
                process = context.Process(
                    target=_work, args=(there, tuple(contests)), name="kgdesk rehearsal", daemon=True
                )
                process.start()
                there.close()
                self._workers.append(_Worker(process, here))
        for worker in self._workers:
            self._give(worker)

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        """Return newly finished results; each process gets its next job at once."""
        pipes = {worker.pipe: worker for worker in self._workers if worker.job is not None}
        results = []
        for pipe in connection.wait(list(pipes), wait):
            worker = pipes[pipe]  # type: ignore[index]
            results.append(self._received(worker))
            self._give(worker)
        return results

    def dismiss(self) -> None:
        """Kill all processes now; they hold no state worth saving."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.process.close()
        self._workers = []

    def _give(self, worker: _Worker) -> None:
        worker.job = None
        if self._next < len(self._jobs):
            worker.job = self._next
            self._next += 1
            try:
                worker.pipe.send(self._jobs[worker.job])
            except OSError:
                raise self._lost(worker) from None

    def _received(self, worker: _Worker) -> tuple[int, Any]:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            raise self._lost(worker) from None
        return worker.job or 0, played_of(answer)

    def _lost(self, worker: _Worker) -> RehearsalFailed:
        worker.process.join(1.0)
        contest, seed = self._jobs[worker.job or 0]
        return RehearsalFailed(
            phrase(
                "A process that was simulating the run with seed {seed} of {pool} has ended "
                "unexpectedly, as when memory runs out; nothing was written. Start the rehearsal "
                "again.",
                seed=seed,
                pool=self._contests[contest].pool,
            ),
            details=f"exit code {worker.process.exitcode}",
        )


def _work(pipe: connection.Connection[Any, Any], contests: tuple[Playable, ...]) -> None:
    """Execute jobs from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    while True:
        try:
            contest, seed = pipe.recv()
        except (EOFError, OSError):
            return
        answer = answer_of(contests[contest], seed)
        try:
            pipe.send(answer)
        except OSError:
            return
