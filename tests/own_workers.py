"""Workers that play the runs of a rehearsal in the process of the test, where the processes are not the subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.rehearsal.simulation import play
from kgdesk.rehearsal.workers import Processes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgdesk.rehearsal.simulation import Playable
    from kgdesk.rehearsal.workers import Job


class OwnProcess:
    """`WorkerGroup` that plays one run each time results are collected; a process of its own starts for two seconds."""

    def __init__(self, count: int | None = None) -> None:
        Processes(count)  # refuses a number that makes no sense
        self._contests: Sequence[Playable] = ()
        self._jobs: Iterator[tuple[int, Job]] = iter(())

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        self._contests, self._jobs = contests, iter(list(enumerate(jobs)))

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        del wait
        index, (contest, seed) = next(self._jobs)
        return [(index, play(self._contests[contest], seed))]

    def dismiss(self) -> None:
        self._jobs = iter(())
