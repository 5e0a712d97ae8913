"""The `WorkerGroup` protocol, and its implementation by local processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, Protocol

from kgdesk import kernels
from kgdesk.errors import KgdeskError, RehearsalFailed, phrase
from kgdesk.rehearsal.simulation import play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    from kgdesk.rehearsal.simulation import Playable

    #: One run: index of the contest, and seed.
    Job = tuple[int, int]

    #: Reply of a worker: the result, a `KgdeskError` to raise, or the text of an unexpected exception.
    Answer = Any


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


def answer_of(contest: Playable, seed: int) -> Answer:
    """Execute one run in a worker process; exceptions become the answer."""
    if "numba" not in sys.modules:  # Numba reads the variable at import only
        os.environ["NUMBA_NUM_THREADS"] = "1"
    kernels.set_threads(1)
    try:
        return play(contest, seed)
    except KgdeskError as refused:
        return refused
    except Exception as fault:  # noqa: BLE001 - the outermost handler of that process
        return f"{type(fault).__name__}: {fault}"


def played_of(answer: Answer) -> Any:
    """Return the result of an answer, or raise the error in it."""
    if isinstance(answer, KgdeskError):
        raise answer
    if isinstance(answer, str):
        raise RehearsalFailed(
            "A simulated run met a fault of kgdesk; nothing was written.", details=str(answer)
        )
    return answer


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
        with _undisturbed():
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


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Block Ctrl-C while processes are started; a signal that arrives meanwhile is delivered at the end.

    Otherwise a starting child would print a traceback before it can ignore the signal, and would receive incomplete
    data if its parent were interrupted. Children inherit the signal mask.
    """
    masks = hasattr(signal, "pthread_sigmask")
    if masks:
        # Import now: the first child would otherwise start the resource tracker, which unblocks the signal too early.
        from multiprocessing import resource_tracker  # noqa: PLC0415 - on POSIX only

        resource_tracker.ensure_running()
    pressed: list[int] = []
    alone = threading.current_thread() is threading.main_thread()  # only it gets signals
    handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number)) if alone else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if alone:
            signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
            if pressed:
                signal.raise_signal(signal.SIGINT)


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
