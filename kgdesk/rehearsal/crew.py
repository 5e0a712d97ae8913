"""Who plays simulated runs: what every crew does, and how one run is asked for and answered."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Protocol

from kgdesk import kernels
from kgdesk.errors import KgdeskError, RehearsalFailed
from kgdesk.rehearsal.playing import play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.rehearsal.playing import Playable

    #: Index of the contest and seed of one run.
    Job = tuple[int, int]
    #: What comes back of a run: what happened, what it refused, or a fault of the program in a few words.
    Answer = Any


class Crew(Protocol):
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
