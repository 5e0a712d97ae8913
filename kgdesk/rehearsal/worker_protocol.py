"""What every group of workers does, and the workers in processes of this machine."""

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

    #: Index of the contest and seed of one run.
    Job = tuple[int, int]

    #: What comes back of a run: what happened, what it refused, or a fault of the program in a few words.
    Answer = Any


class WorkerGroup(Protocol):
    """Plays jobs somewhere and brings the results back in any order."""

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Start to play.

        Raises
        ------
        RehearsalFailed
            There is nobody to play.
        """

    def heard(self, wait: float) -> list[tuple[int, Any]]:
        """Return index and result of jobs that are newly done; wait up to so many seconds for the first.

        Raises
        ------
        RehearsalFailed
            Nobody is left to play, or a run met a fault.
        KgdeskError
            What a run refused.
        """

    def dismiss(self) -> None:
        """End now; may be called at any time, also when nothing began."""


def answer_of(contest: Playable, seed: int) -> Answer:
    """Play one run in a process that plays for another; whatever happens is an answer."""
    if "numba" not in sys.modules:
        os.environ["NUMBA_NUM_THREADS"] = "1"
    kernels.set_threads(1)
    try:
        return play(contest, seed)
    except KgdeskError as refused:
        return refused
    except Exception as fault:  # noqa: BLE001 - the outermost door of that process
        return f"{type(fault).__name__}: {fault}"


def played_of(answer: Answer) -> Any:
    """Return what happened in a run, or raise what it refused."""
    if isinstance(answer, KgdeskError):
        raise answer
    if isinstance(answer, str):
        raise RehearsalFailed(
            "A simulated run met a fault of kgdesk; nothing was written.", details=str(answer)
        )
    return answer


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: connection.Connection[Any, Any]
    job: int | None = None


class Processes:
    """A crew of processes on this machine.

    Parameters
    ----------
    size
        How many at most; no more than there are jobs.
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

    def heard(self, wait: float) -> list[tuple[int, Any]]:
        """Return what the processes have brought; each gets its next job at once."""
        pipes = {worker.pipe: worker for worker in self._workers if worker.job is not None}
        results = []
        for pipe in connection.wait(list(pipes), wait):
            worker = pipes[pipe]  # type: ignore[index]
            results.append(self._taken(worker))
            self._give(worker)
        return results

    def dismiss(self) -> None:
        """End all processes now; they hold nothing that must be kept."""
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

    def _taken(self, worker: _Worker) -> tuple[int, Any]:
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
    """Keep Ctrl-C away while processes are started; what arrives in the meantime reaches this process at the end.

    A process that is started would say that it was interrupted before it can be told not to, and half of what it
    needs would not arrive if the one who starts it were interrupted. The signal mask goes over to the child.
    """
    masks = hasattr(signal, "pthread_sigmask")
    if masks:
        # Else the first start of a process starts this helper as well and unblocks the signal too early.
        from multiprocessing import resource_tracker  # noqa: PLC0415 - on POSIX only

        resource_tracker.ensure_running()
    pressed: list[int] = []
    alone = threading.current_thread() is threading.main_thread()  # the one that Python interrupts
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
    """Play what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started this process ends it
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
