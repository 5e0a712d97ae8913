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
from kgdesk.rehearsal.simulation import answer_of, played_of
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
