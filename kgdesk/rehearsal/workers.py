"""Workers that simulate runs: their protocol, and local processes.

A Dask cluster is the other kind of worker group, see `kgdesk.rehearsal.cluster`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, Protocol

from kgdesk.errors import BadInput, RehearsalFailed
from kgdesk.rehearsal.simulation import answer_of, play, played_of
from kgdesk.startup import processes_undisturbed
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.context import SpawnProcess

    from kgdesk.rehearsal.simulation import Playable

    #: One run: index of the contest, and seed.
    Job = tuple[int, int]


class WorkerGroup(Protocol):
    """Workers that execute the jobs of one rehearsal and return the results in any order."""

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


class ThisProcess:
    """`WorkerGroup` of this process alone: each call of `collect` executes one job."""

    def __init__(self) -> None:
        self._contests: Sequence[Playable] = ()
        self._left: list[tuple[int, Job]] = []

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Note the jobs."""
        self._contests, self._left = contests, list(enumerate(jobs))[::-1]

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        """Execute the next job, however long it takes, and return its result."""
        del wait
        place, (contest, seed) = self._left.pop()
        return [(place, play(self._contests[contest], seed))]

    def dismiss(self) -> None:
        """Drop the jobs that are left."""
        self._left = []


class Processes:
    """`WorkerGroup` of local processes.

    Parameters
    ----------
    count
        Maximum number of processes, one per available core if None; at most one per job is started.

    Raises
    ------
    BadInput
        `count` is less than 1.
    """

    def __init__(self, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise BadInput(
                phrase("The number of processes must be at least 1, not {workers}.", workers=count)
            )
        self._size = cores() if count is None else count
        self._contests: Sequence[Playable] = ()
        self._jobs: Sequence[Job] = ()
        self._next = 0
        self._workers: list[_Worker] = []

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Start the processes, each for its first job, which it gets when it says that it is ready."""
        self._contests, self._jobs = tuple(contests), jobs
        context = multiprocessing.get_context("spawn")
        with processes_undisturbed():
            for _ in range(min(self._size, len(jobs))):
                here, there = context.Pipe()
                # The contests are no argument: until a process has read those, `start` waits, on Windows for ever if
                # it ends before.
                process = context.Process(target=_work, args=(there,), name="kgdesk rehearsal", daemon=True)
                process.start()
                there.close()
                self._workers.append(_Worker(process, here, self._taken()))

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        """Return newly finished results; each process gets its next job at once."""
        pipes = {worker.pipe: worker for worker in self._workers if worker.job is not None}
        results = []
        ready = connection.wait(list(pipes), wait)
        for pipe in ready:
            worker = pipes[pipe]  # type: ignore[index]
            answer = self._received(worker)
            if answer is None:  # ready for its first job
                self._send(worker, self._contests, self._jobs[worker.job or 0])
                continue
            results.append((worker.job or 0, played_of(answer)))
            worker.job = self._taken()
            if worker.job is not None:
                self._send(worker, self._jobs[worker.job])
        # On Windows the pipe of a process that ended while it started stays open.
        for worker in () if ready else pipes.values():
            if not worker.process.is_alive():
                raise self._lost(worker)
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

    def _taken(self) -> int | None:
        """Return the next job, which is taken then; None if none is left."""
        if self._next == len(self._jobs):
            return None
        self._next += 1
        return self._next - 1

    def _send(self, worker: _Worker, *messages: object) -> None:
        try:
            for message in messages:
                worker.pipe.send(message)
        except OSError:
            raise self._lost(worker) from None

    def _received(self, worker: _Worker) -> Any:
        try:
            return worker.pipe.recv()
        except (EOFError, OSError):
            raise self._lost(worker) from None

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


def _work(pipe: connection.Connection[Any, Any]) -> None:
    """Say that this process is ready, receive the contests, and execute jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    try:
        pipe.send(None)
        contests: tuple[Playable, ...] = pipe.recv()
        while True:
            contest, seed = pipe.recv()
            pipe.send(answer_of(contests[contest], seed))
    except (EOFError, OSError):
        return
