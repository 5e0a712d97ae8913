"""Run simulations on a Dask cluster; the only module that imports Dask.

Runs of a lost worker are repeated by the others. Each worker process executes one run at a time; start workers
with one thread each to use all cores.
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
import time
from typing import TYPE_CHECKING, Any

import distributed
from distributed.client import FuturesCancelledError

from kgdesk import __version__
from kgdesk.errors import BadInput, RehearsalFailed
from kgdesk.rehearsal.simulation import answer_of, played_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.rehearsal.simulation import Answer, Playable
    from kgdesk.rehearsal.workers import Job

#: Time-out of the connection to the scheduler in seconds.
_CONNECT_TIMEOUT_S = 5
#: Seconds without any worker after which the rehearsal fails; a Dask nanny needs two or three to start a new worker.
_NO_WORKER_S = 15.0
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:.%]+\]):(\d{1,5})", re.ASCII)
# Seconds between checks of the number of workers while no result arrives.
_CHECK_EVERY_S = 0.5
# Number of runs submitted ahead: four per thread, but at least this many.
_MIN_SUBMITTED = 32
# Numba's threading layer is not safe for two parallel kernels at once, and a Dask worker may use several threads.
_ONE_RUN_AT_A_TIME = threading.Lock()


def _run(contest: Playable, seed: int, version: str) -> Answer:
    """Execute one run on a worker."""
    if version != __version__:
        return RehearsalFailed(_version_problem([__version__], version))
    with _ONE_RUN_AT_A_TIME:
        return answer_of(contest, seed)


def _unchanged(contest: Playable) -> Playable:
    """Return the contest, as a task: the cluster keeps its result, and recomputes it if the worker is lost."""
    return contest


def _version() -> str:
    """Return the version of kgdesk on a worker."""
    return __version__


def _version_problem(theirs: Sequence[str], ours: str, where: str = "") -> str:
    return phrase(
        "The cluster runs another kgdesk: {theirs} on {where}, and {ours} here; nothing was written. "
        "Install the same version on every worker.",
        theirs=", ".join(theirs),
        where=where or phrase("a worker"),
        ours=ours,
    )


class Cluster:
    """`WorkerGroup` on a Dask cluster.

    Parameters
    ----------
    address
        Address of the scheduler, as ``tcp://10.0.0.5:8786``.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: distributed.Client | None = None
        self._sent_contests: list[Any] = []
        self._futures: dict[Any, int] = {}
        self._contests: Sequence[Playable] = ()
        self._jobs: Sequence[Job] = ()
        self._next = 0
        self._threads = 0
        self._last_check = self._last_worker = 0.0
        self._quiet_logs = contextlib.ExitStack()

    def begin(self, contests: Sequence[Playable], jobs: Sequence[Job]) -> None:
        """Connect to the scheduler; jobs are submitted once there is a worker."""
        self._quiet_logs.enter_context(_quieten_dask())
        self._client = self._connected()
        self._contests, self._jobs = contests, jobs
        self._last_worker = time.monotonic()
        self._check_workers(now=True)

    def collect(self, wait: float) -> list[tuple[int, Any]]:
        """Return newly finished results; check the workers if none arrives."""
        if not self._threads and not self._sent_contests:
            time.sleep(wait)  # no worker yet
            self._check_workers()
            return []
        self._submit()
        try:
            with self._connection.as_current():
                done = distributed.wait(list(self._futures), timeout=wait, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            self._check_workers()
            return []
        except (FuturesCancelledError, OSError) as gone:
            raise self._unreachable(gone) from None
        return [(job, played) for future in done for job, played in self._received(future, wait)]

    def dismiss(self) -> None:
        """Disconnect; the cluster drops all submitted contests and runs."""
        client, self._client = self._client, None
        self._futures, self._sent_contests = {}, []
        if client is not None:
            with contextlib.suppress(OSError, TimeoutError):
                client.close(timeout=1)
        self._quiet_logs.close()

    @property
    def _connection(self) -> distributed.Client:
        if self._client is None:
            raise RehearsalFailed("The cluster was left before its runs were done; nothing was written.")
        return self._client

    def _connected(self) -> distributed.Client:
        # Checked here because a Dask client with a malformed address hangs at interpreter exit.
        match = _ADDRESS.fullmatch(self._address)
        if match is None or not 0 < int(match[1]) < 65_536:
            raise BadInput(
                phrase(
                    "“{address}” is not the address of a Dask scheduler: it looks like tcp://10.0.0.5:8786.",
                    address=self._address,
                )
            )
        try:
            return distributed.Client(
                self._address, timeout=_CONNECT_TIMEOUT_S, set_as_default=False, name="kgdesk"
            )
        except OSError as refused:
            raise RehearsalFailed(
                phrase(
                    "No Dask scheduler answers at “{address}”; nothing was written. See that it runs and "
                    "that its address is right, as tcp://10.0.0.5:8786, or rehearse on this computer "
                    "(leave out --scheduler).",
                    address=self._address,
                ),
                details=str(refused),
            ) from None

    def _check_versions(self) -> None:
        try:
            versions = self._connection.run(_version, on_error="return")
        except Exception as fault:  # noqa: BLE001 - a worker without kgdesk may raise anything
            raise RehearsalFailed(
                phrase(
                    "A worker of the cluster at “{address}” cannot use kgdesk; nothing was written. "
                    "Install kgdesk {version} on every worker.",
                    address=self._address,
                    version=__version__,
                ),
                details=f"{type(fault).__name__}: {fault}",
            ) from None
        for address, version in versions.items():
            if isinstance(version, BaseException):
                raise RehearsalFailed(
                    phrase(
                        "The worker {address} cannot use kgdesk; nothing was written. Install kgdesk "
                        "{version} on every worker.",
                        address=address,
                        version=__version__,
                    ),
                    details=f"{type(version).__name__}: {version}",
                )
        other = {address: version for address, version in versions.items() if version != __version__}
        if other:
            names = ", ".join(sorted(other))
            where = (
                phrase("the worker {names}", names=names)
                if len(other) == 1
                else phrase("the workers {names}", names=names)
            )
            raise RehearsalFailed(_version_problem(sorted(set(other.values())), __version__, where))

    def _submit(self) -> None:
        """Keep the workers busy; before the first jobs, check their versions and send the contests."""
        if not self._sent_contests:
            self._check_versions()
            self._sent_contests = [
                self._connection.submit(_unchanged, contest, pure=False) for contest in self._contests
            ]
        while self._next < len(self._jobs) and len(self._futures) < max(_MIN_SUBMITTED, 4 * self._threads):
            contest, seed = self._jobs[self._next]
            future = self._connection.submit(
                _run, self._sent_contests[contest], seed, __version__, pure=False
            )
            self._futures[future] = self._next
            self._next += 1

    def _received(self, future: Any, wait: float) -> list[tuple[int, Any]]:
        """Return the result of a finished run; empty if its worker was lost before the result was fetched."""
        seed = self._jobs[self._futures[future]][1]
        try:
            answer = future.result(timeout=wait + 1.0)
        except TimeoutError:
            return []
        except distributed.KilledWorker as killed:
            raise RehearsalFailed(
                phrase(
                    "The run with seed {seed} has ended several workers of the cluster, as when memory "
                    "runs out; nothing was written.",
                    seed=seed,
                ),
                details=str(killed),
            ) from None
        except (FuturesCancelledError, OSError) as gone:
            raise self._unreachable(gone) from None
        except Exception as fault:  # noqa: BLE001 - the worker could not start the run
            raise RehearsalFailed(
                phrase(
                    "A worker of the cluster could not simulate the run with seed {seed}; nothing was "
                    "written. See that kgdesk {version} is installed on every worker.",
                    seed=seed,
                    version=__version__,
                ),
                details=f"{type(fault).__name__}: {fault}",
            ) from None
        return [(self._futures.pop(future), played_of(answer))]

    def _check_workers(self, *, now: bool = False) -> None:
        """Update the number of worker threads, at most every half second."""
        moment = time.monotonic()
        if not now and moment - self._last_check < _CHECK_EVERY_S:
            return
        self._last_check = moment
        try:
            self._threads = sum(self._connection.nthreads().values())
        except (OSError, TimeoutError) as gone:
            raise self._unreachable(gone) from None
        if self._threads:
            self._last_worker = moment
        elif moment - self._last_worker > _NO_WORKER_S:
            raise RehearsalFailed(
                phrase(
                    "The cluster at “{address}” has no worker left; nothing was written. Start workers "
                    "and then the rehearsal again.",
                    address=self._address,
                )
            )

    def _unreachable(self, gone: BaseException) -> RehearsalFailed:
        return RehearsalFailed(
            phrase(
                "The Dask scheduler at “{address}” does not answer any more; nothing was written. "
                "Start the rehearsal again when it runs.",
                address=self._address,
            ),
            details=f"{type(gone).__name__}: {gone}",
        )


@contextlib.contextmanager
def _quieten_dask() -> Any:
    """Raise the log level of Dask, whose messages would hide the error message of kgdesk."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
