"""Many simulated studies, spread over processes of this machine.

A run depends on its contest and its seed alone, so the same seeds give the same table whatever the number of
processes. A process that dies or a person who stops ends everything at once; nobody waits for a run to finish.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any

from kgdesk import kernels
from kgdesk.errors import BadInput, KgdeskError, RehearsalFailed, RehearsalStopped
from kgdesk.rehearsal.contest import play

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from kgdesk.rehearsal.contest import Playable

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


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: connection.Connection[Any, Any]
    job: int | None = None


def rehearsed(
    contests: Sequence[Playable],
    *,
    runs: int,
    seed: int,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Iterator[Result]:
    """Play every contest `runs` times and give the results in order: contest by contest, run by run.

    Processes start when the first result is asked for and end with the iteration, whichever way it ends.

    Parameters
    ----------
    contests
        At least one; anything that `kgdesk.rehearsal.contest.play` knows, with a name `pool`.
    runs
        Of each contest; run r has the seed seed + r - 1.
    seed
        Of the first run, not negative.
    workers
        Number of processes; None for one per core that this process may use.
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
        A process died.
    KgdeskError
        What a run refused.
    """
    if not 1 <= runs <= _MOST_RUNS:
        raise BadInput(f"The number of simulated runs must be from 1 to {_MOST_RUNS:,}, not {runs}.")
    if seed < 0:
        raise BadInput(f"The seed must be 0 or a positive whole number, not {seed}.")
    if workers is not None and workers < 1:
        raise BadInput(f"The number of processes must be at least 1, not {workers}.")
    jobs = [(c, run) for c in range(len(contests)) for run in range(1, runs + 1)]
    return _played(_Crew(contests, jobs, seed), min(workers or cores(), len(jobs)), progress, stop)


def _played(
    crew: _Crew,
    size: int,
    progress: Callable[[Progress], None] | None,
    stop: threading.Event | None,
) -> Iterator[Result]:
    try:
        crew.hire(size)
        yield from crew.results(progress, stop)
    finally:
        crew.dismiss()


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Crew:
    """Processes that play runs, and what they have brought back."""

    def __init__(self, contests: Sequence[Playable], jobs: Sequence[tuple[int, int]], seed: int) -> None:
        self._contests = contests
        self._jobs = jobs
        self._seed = seed
        self._next = 0
        self._began = time.monotonic()
        self._workers: list[_Worker] = []

    def hire(self, size: int) -> None:
        """Start the processes."""
        context = multiprocessing.get_context("spawn")
        for _ in range(size):
            here, there = context.Pipe()
            process = context.Process(
                target=_work, args=(there, tuple(self._contests)), name="kgdesk rehearsal", daemon=True
            )
            process.start()
            there.close()
            self._workers.append(_Worker(process, here))

    def results(
        self, progress: Callable[[Progress], None] | None, stop: threading.Event | None
    ) -> Iterator[Result]:
        """Yield the results in order, as soon as each and all before it are there."""
        waiting: dict[int, Any] = {}
        done = due = 0
        for worker in self._workers:
            self._give(worker)
        while due < len(self._jobs):
            for worker in self._heard(stop):
                job, played = self._taken(worker)
                waiting[job] = played
                done += 1
                self._give(worker)
                if progress is not None:
                    progress(Progress(done, len(self._jobs), time.monotonic() - self._began))
            while due in waiting:
                contest, run = self._jobs[due]
                yield Result(contest, run, self._seed + run - 1, waiting.pop(due))
                due += 1

    def _give(self, worker: _Worker) -> None:
        worker.job = None
        if self._next < len(self._jobs):
            contest, run = self._jobs[self._next]
            worker.job = self._next
            self._next += 1
            try:
                worker.pipe.send((contest, self._seed + run - 1))
            except OSError:
                raise self._lost(worker) from None

    def _heard(self, stop: threading.Event | None) -> list[_Worker]:
        """Return the workers that have something to say; look at `stop` while waiting."""
        pipes = {worker.pipe: worker for worker in self._workers if worker.job is not None}
        while True:
            if stop is not None and stop.is_set():
                raise RehearsalStopped("The rehearsal was stopped; nothing of it was written.")
            heard = connection.wait(list(pipes), _GLANCE)
            if heard:
                return [pipes[pipe] for pipe in heard]  # type: ignore[index]

    def _taken(self, worker: _Worker) -> tuple[int, Any]:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            raise self._lost(worker) from None
        if isinstance(answer, KgdeskError):
            raise answer
        if worker.job is None or isinstance(answer, str):
            raise RehearsalFailed(
                "A simulated run met a fault of kgdesk; nothing was written.", details=str(answer)
            )
        return worker.job, answer

    def _lost(self, worker: _Worker) -> RehearsalFailed:
        worker.process.join(1.0)
        contest, run = self._jobs[worker.job or 0]
        return RehearsalFailed(
            f"A process that was simulating run {run} of {self._contests[contest].pool} has ended unexpectedly, as "
            "when memory runs out; nothing was written. Start the rehearsal again.",
            details=f"exit code {worker.process.exitcode}",
        )

    def dismiss(self) -> None:
        """End all processes now; they hold nothing that must be kept."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.process.close()


def _work(pipe: connection.Connection[Any, Any], contests: tuple[Playable, ...]) -> None:
    """Play what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started this process ends it
    if "numba" not in sys.modules:
        os.environ["NUMBA_NUM_THREADS"] = "1"
    kernels.set_threads(1)
    while True:
        try:
            contest, seed = pipe.recv()
        except (EOFError, OSError):
            return
        answer: Any
        try:
            answer = play(contests[contest], seed)
        except KgdeskError as refused:
            answer = refused
        except Exception as fault:  # noqa: BLE001 - the outermost door of this process
            answer = f"{type(fault).__name__}: {fault}"
        try:
            pipe.send(answer)
        except OSError:
            return
